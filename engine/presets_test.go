package engine

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// The shares of the bandwidth that presets say are accepted are those that are measured.
func TestPresetsSayWhatIsAccepted(t *testing.T) {
	for _, c := range []struct {
		preset, others string // fields that have other values than the preset's
		fromUS, toUS   int64
		says           string
		percent        float64
	}{
		{"uniform", "", 60, 500, "near two thirds", 66.7},
		{"karol-8", "", 100, 1500, "near 0.62", 62},
		{"hs10-1", "", 1000, 1100, "about 60 %", 60},
		{"hs25-1", "", 1000, 1100, "about 50 %", 50},
		{"iba-cc-hot-spot", "", 450, 550, "after half a millisecond 20 %", 20},
		{"iba-cc-hot-spot", "congestion-control=none", 450, 550, "instead of 7 %", 7},
		{"iba-cc-hot-spot", "", 3900, 4100, "after four 32 %", 32},
	} {
		p, ok := scenario.PresetByName(c.preset)
		if !ok || !strings.Contains(p.Doc, c.says) {
			t.Errorf("%s does not say %q: %s", c.preset, c.says, p.Doc)
			continue
		}
		s := p.Scenario()
		if field, value, ok := strings.Cut(c.others, "="); ok {
			s = s.Must(field, value)
		}
		m, err := Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.TrackTrees(false)
		m.SetWindow(c.fromUS * Microsecond)
		m.Advance(c.toUS*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		// In words, numbers are rounded.
		if near := map[bool]float64{true: 3.5, false: 1}[strings.HasPrefix(c.says, "near") || strings.HasPrefix(c.says, "about")]; math.Abs(100*h.Accepted-c.percent) > near {
			t.Errorf("%s %s says %q, measured are %.1f %%", c.preset, c.others, c.says, 100*h.Accepted)
		}
	}
}

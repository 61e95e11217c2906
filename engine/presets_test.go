package engine

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
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
		{"hs10-4", "", 1000, 1100, "about 80 %", 80},
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

// vFtree's preset says by what its VCs are: a leaf's packets for the hot spot take one of them, those of all leaves together each.
func TestPresetOfVFtreeSaysWhichVCs(t *testing.T) {
	p, _ := scenario.PresetByName("vftree")
	if !strings.Contains(p.Doc, "by the leaves of source and destination") || !strings.Contains(p.Doc, "from each leaf the packets for it take one VC") {
		t.Errorf("it says something else: %s", p.Doc)
	}
	s := p.Scenario()
	n, err := topology.Build(s.Get("network"))
	if err != nil {
		t.Fatal(err)
	}
	scheme, vcs, err := queuing.Build(s, n, int(s.Int("vcs")))
	if err != nil {
		t.Fatal(err)
	}
	hot := uint32(600 * n.Hosts / 11664)
	taken := map[uint8]int{}
	for src := range uint32(n.Hosts) {
		first := src - src%uint32(n.Tree.M[0])
		vc := scheme.VC(src, hot)
		if vc != scheme.VC(first, hot) {
			t.Errorf("host %d sends to the hot spot in VC %d, host %d at the same leaf in another", src, vc, first)
		}
		taken[vc]++
	}
	if len(taken) != vcs {
		t.Errorf("of %d VCs the packets for the hot spot take %v", vcs, taken)
	}
}

// So many more set-aside queues are in use during the burst as its preset says, and as much is accepted.
func TestPresetOfTheBurstSaysHowQueuesGrow(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	p, _ := scenario.PresetByName("fbicm-64-cfqs")
	if says := "grow by two fifths while it lasts, and the throughput stays where it was"; !strings.Contains(p.Doc, says) {
		t.Errorf("it does not say %q: %s", says, p.Doc)
	}
	m, err := Open(p.Scenario())
	if err != nil {
		t.Fatal(err)
	}
	m.TrackTrees(false)
	var queues, rate []float64
	delivered := func(us int64) float64 {
		m.Advance(us*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		return float64(h.Delivered)
	}
	for _, w := range [][2]int64{{700, 1000}, {1100, 1300}} { // before the burst, and while it lasts
		before := delivered(w[0])
		rate = append(rate, (delivered(w[1])-before)/float64(w[1]-w[0]))
		mean, _ := m.SetAsideMean(w[0]*Microsecond, w[1]*Microsecond)
		queues = append(queues, mean)
	}
	if grown := queues[1] / queues[0]; math.Abs(grown-1.4) > 0.05 || math.Abs(rate[1]/rate[0]-1) > 0.02 {
		t.Errorf("%.0f and then %.0f queues, %.2f times as many; %.0f and %.0f packets delivered in a µs", queues[0], queues[1], grown, rate[0], rate[1])
	}
}

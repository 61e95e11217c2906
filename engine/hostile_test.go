package engine

import (
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/congestree/congestree/engine/scenario"
)

// extremes are values of fields of which some cost the most that the grammar allows.
var extremes = map[string][]string{
	"network": {"rlft-64x2", "rlft-4x8", "rlft-36x3", "torus-256x256", "torus-32x32", "mesh-256x256", "mesh-256x1", "torus-256x3", "bmin-8x8", "bmin-64x3", "bmin-4x8", "knary-2x8", "knary-32x3", "knary-4x7",
		"pgft-2.2.2.2.2.2.2.2-1.2.2.2.2.2.2.2-1.1.1.1.1.1.1.1", "pgft-1.1.1.1.1.1.1.2-1.1.1.1.1.1.1.1-1.1.1.1.1.1.1.1", "pgft-32.32.64-1.32.32-1.1.1", "pgft-2.2-1.1-1.62", "rlft-8x3", "torus-64x64"},
	"traffic":  {"IHS", "IHS100", "HS100-1", "HS50-64", "HS0-1", "PTRANS-64x64-100000-1000", "PTRANS-256x256-1000000-1", "PTRANS-18x24-23040-80", "IO-48x16-1000-1", "IO-60000x5000-1000000-9", "IO-65000x500-1-1", "LHS", "LHS256", "FBICM-6", "transpose"},
	AtField:    {"0.000001_load_1*0.000002_load_0.9*0.000003_load_0.8*0.000004_load_0.7", "60_routing_adaptive*61_routing_dmodk*62_routing_adaptive-th*63_routing_oblivious"},
	"hotspots": {"1,2,3,4,5", "0"},
}

// wild is a scenario of extreme values, few of which fit together.
func wild(r *rand.Rand) scenario.Scenario {
	s := scenario.Default()
	for _, f := range scenario.Fields() {
		values := extremes[f.Name]
		switch f.Kind {
		case scenario.Int:
			values = []string{strconv.FormatInt(f.Min, 10), strconv.FormatInt(f.Max, 10), f.Default, f.Default}
		case scenario.Decimal:
			values = []string{strconv.FormatInt(f.Min/scenario.Micro, 10), strconv.FormatInt(f.Max/scenario.Micro, 10), f.Default, f.Default}
		case scenario.Bool:
			values = []string{"true", "false"}
		default:
			for _, o := range f.Suggestions() {
				values = append(values, o.Name)
			}
		}
		if len(values) == 0 || len(extremes[f.Name]) == 0 && r.IntN(3) == 0 {
			continue
		}
		if t, err := s.With(f.Name, values[r.IntN(len(values))]); err == nil {
			s = t
		}
	}
	return s
}

// A stranger's link costs little before it is opened, whatever it asks for: it is refused, in a sentence, or fits, in a few seconds of
// processor time, and with a bounded memory.
func TestStrangersLinksAreCheckedInTime(t *testing.T) {
	const most, mostMiB = 20 * time.Second, 1500 // on a slow machine; none takes a fifth of it elsewhere
	r := rand.New(rand.NewPCG(1, 2))
	for range 80 {
		s := wild(r)
		for _, what := range []string{"Check", "Fit"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begun := UserTime()
			err := error(nil)
			if what == "Check" {
				err = Check(s)
			} else {
				_, _, err = Fit(s, "network")
			}
			took := UserTime() - begun
			runtime.ReadMemStats(&after)
			if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; took > most || mib > mostMiB {
				t.Errorf("%s of ?%s took %v and %d MiB: %v", what, s.Query(), took, mib, err)
			}
			if err != nil && len(err.Error()) > 4000 {
				t.Errorf("?%s is refused with %d bytes", s.Query(), len(err.Error()))
			}
		}
	}
}

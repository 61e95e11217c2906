package engine_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// BenchmarkHops measures packet-hops (one packet crossing one link) per second in steady state.
// go test ./engine -bench Hops -benchmem
func BenchmarkHops(b *testing.B) {
	for _, c := range []struct {
		name string
		warm int64 // µs
		set  []string
	}{
		{"128", 100, []string{"network", "rlft-8x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"432", 100, []string{"network", "rlft-12x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"11664", 60, []string{"network", "rlft-36x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"432-1q", 100, []string{"network", "rlft-12x3", "traffic", "UT", "load", "0.5"}},
		{"432-adaptive", 100, []string{"network", "rlft-12x3", "traffic", "UT", "load", "0.5", "routing", "adaptive"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := open(b, c.set...)
			m.TrackTrees(false)
			m.Advance(c.warm*engine.Microsecond, engine.NoLimit)
			var h observe.Header
			m.Measures(&h)
			from := h.Hops
			b.ReportAllocs()
			b.ResetTimer()
			for m.Measures(&h); h.Hops-from < uint64(b.N); m.Measures(&h) {
				m.Advance(m.Now()+engine.Microsecond, engine.NoLimit)
			}
			b.ReportMetric(float64(h.Hops-from)/b.Elapsed().Seconds()/1e6, "Mhops/s")
		})
	}
}

package engine_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// BenchmarkControl measures what congestion control costs where it is used: ns per packet-hop beside those of
// the same network without. Hops of notifications count too.
// go test ./engine -run '^$' -bench Control
func BenchmarkControl(b *testing.B) {
	torus := []string{"network", "torus-8x8", "routing", "dor", "traffic", "transpose", "voq", "true"}
	tree := []string{"network", "rlft-12x3", "traffic", "UT", "load", "0.5", "voq", "true"}
	for _, c := range []struct {
		name string
		set  []string
	}{
		{"torus/none", torus},
		{"torus/iba-cc", append(torus[:len(torus):len(torus)], "congestion-control", "iba-cc")},
		{"torus/drb", append(torus[:len(torus):len(torus)], "congestion-control", "drb")},
		{"tree/none", tree},
		{"tree/iba-cc", append(tree[:len(tree):len(tree)], "congestion-control", "iba-cc")},
		{"tree/drb", append(tree[:len(tree):len(tree)], "congestion-control", "drb", "drb-vls", "1")},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := open(b, c.set...)
			m.TrackTrees(false)
			m.Advance(300*engine.Microsecond, engine.NoLimit)
			var h observe.Header
			m.Measures(&h)
			from := h.Hops
			b.ReportAllocs()
			user := engine.UserTime()
			b.ResetTimer()
			for m.Measures(&h); h.Hops-from < uint64(b.N); m.Measures(&h) {
				m.Advance(m.Now()+50*engine.Microsecond, engine.NoLimit)
			}
			b.ReportMetric(float64((engine.UserTime()-user).Nanoseconds())/float64(h.Hops-from), "user-ns/hop")
			b.ReportMetric(float64(h.Hops-from)/b.Elapsed().Seconds()/1e6, "Mhops/s")
		})
	}
}

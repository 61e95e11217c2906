package engine

import (
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// BenchmarkQueues measures packet-hops per second of the schemes of [FBICM] beside plain 1Q on the same network, and
// under the same traffic: a mechanism may cost twice as much per packet-hop.
// go test ./engine -run '^$' -bench Queues -benchmem -benchtime 4000000x
func BenchmarkQueues(b *testing.B) {
	for _, c := range []struct{ name, set string }{
		{"bmin64-UT", "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=UT load=0.6"},
		{"bmin64-HS25", "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1"},
		{"bmin256-HS25", "network=bmin-8x4 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1"},
		{"rlft432-UT", "network=rlft-12x3 traffic=UT load=0.5"},
		{"rlft432-HS25", "network=rlft-12x3 traffic=HS25-1"},
	} {
		for _, scheme := range []string{"1q", "voqsw", "voqnet", "recn-iq", "fbicm"} {
			set := c.set + " queuing=" + scheme
			switch {
			case scheme != "voqnet":
			case c.name[:4] == "rlft":
				set += " buffer=3456"
			default:
				set += " buffer=64"
			}
			b.Run(c.name+"/"+scheme, func(b *testing.B) {
				m := opened(b, set)
				m.Advance(100*Microsecond, NoLimit)
				var h observe.Header
				m.Measures(&h)
				from := h.Hops
				b.ReportAllocs()
				user := UserTime()
				b.ResetTimer()
				for m.Measures(&h); h.Hops-from < uint64(b.N); m.Measures(&h) {
					m.Advance(m.Now()+Microsecond, NoLimit)
				}
				b.ReportMetric(float64((UserTime()-user).Nanoseconds())/float64(h.Hops-from), "user-ns/hop")
				b.ReportMetric(float64(h.Hops-from)/b.Elapsed().Seconds()/1e6, "Mhops/s")
			})
		}
	}
}

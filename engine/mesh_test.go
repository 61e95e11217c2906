package engine

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// What the links allow, by counting. Under the complement permutation on a k×k mesh k/2 flows of a row
// cross its middle link, and k/2 of a column its own: 2/k each, if they were served alike. But round robin at
// every switch gives the host nearest to the middle half of the row's link (the parking-lot problem), and as
// its flows get no more than 2/k in their column, the row, one FIFO, runs at 4/k: 8/k² in all. Under uniform
// traffic half of it crosses the middle, for which a k×k mesh has a capacity of 4/k (Dally and Towles,
// "Principles and Practices of Interconnection Networks", §3.3), N/(N−1) times that here, as no host sends
// to itself. In a BMIN self-routing leads the complement over links of their own.
func TestThroughputByCounting(t *testing.T) {
	for _, c := range []struct {
		network, routing, traffic, voq string
		low, high                      float64
	}{
		{"mesh-4x4", "dor", "complement", "false", .49, .501},
		{"mesh-8x8", "dor", "complement", "false", .123, .127},
		{"mesh-16x16", "dor", "complement", "true", .0305, .0325},
		{"mesh-8x8", "dor", "UT", "false", .37, .508},
		{"mesh-8x8", "dor", "UT", "true", .42, .508},
		{"bmin-8x3", "self", "complement", "false", .99, 1.001},
		{"bmin-8x3-butterfly", "self", "complement", "false", .99, 1.001},
	} {
		s := scenario.Default().Must("network", c.network).Must("routing", c.routing).Must("traffic", c.traffic).Must("voq", c.voq).
			Must("warmup", "200").Must("generation", "constant")
		m, err := Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.TrackTrees(false)
		m.Advance(500*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		if h.Accepted < c.low || h.Accepted > c.high || math.Abs(h.Offered-1) > .01 {
			t.Errorf("%s under %s, VOQs %s: accepted %.4f of %.4f, want %.3f–%.3f", c.network, c.traffic, c.voq, h.Accepted, h.Offered, c.low, c.high)
		}
		if err := m.CheckInvariants(); err != nil {
			t.Error(err)
		}
	}
}

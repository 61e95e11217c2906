package engine

import (
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// In a torus every packet is in the lane that its place and its destination ask for, in every buffer, and
// both lanes of every queue are in use.
func TestPacketsChangeLanes(t *testing.T) {
	for _, voq := range []string{"false", "true"} {
		s := scenario.Default().Must("network", "torus-8x4").Must("routing", "dor").Must("traffic", "UT").Must("voq", voq).Must("queuing", "dbbm").Must("vcs", "2")
		m, err := Open(s)
		if err != nil {
			t.Fatal(err)
		}
		f, n := m.fabric, m.Network()
		seen := make([]int, f.VCs)
		for at := int64(10); at <= 60; at += 10 {
			m.Advance(at*Microsecond, NoLimit)
			for p := 0; p < n.SwitchPorts(); p++ {
				from := int(n.Peer[p])
				if from < 0 || n.IsHost(from) {
					continue
				}
				sw, out := n.SwitchOf(from)
				for vc := 0; vc < f.VCs; vc++ {
					f.Packets(p, vc, func(x fabric.Queued) {
						seen[vc]++
						queue := int(x.Dst()) % 2
						if want := queue*2 + f.Routes.Lane(sw, uint8(out), x.Dst()); vc != want {
							t.Fatalf("VOQs %s: a packet %d→%d is in VC %d behind %s, want %d", voq, x.Src(), x.Dst(), vc, n.PortName(from), want)
						}
					})
				}
			}
		}
		for vc, k := range seen {
			if k == 0 {
				t.Errorf("VOQs %s: VC %d is never used", voq, vc)
			}
		}
	}
}

// Hosts whose pattern is silent generate nothing, the others what is offered, when it is.
func TestRatesOfHosts(t *testing.T) {
	for _, c := range []struct {
		network, routing, traffic string
		until                     int64 // µs
		low, high                 uint64
	}{
		{"torus-8x8", "dor", "LHS", 100, 890, 925},                  // 3 hosts, a packet each 0.33 µs
		{"mesh-4x4", "dor", "transpose", 100, 3600, 3700},           // 12 of 16 hosts
		{"bmin-8x3", "self", "FBICM-3", 1000, 48 * 3040, 48 * 3065}, // the burst has not begun
		{"bmin-8x3", "self", "FBICM-3", 1300, 48*3960 + 16*905, 48*3980 + 16*925},
		{"bmin-8x3", "self", "FBICM-4", 300, 64 * 48, 64 * 53}, // 5.5 % on average
	} {
		m, err := Open(scenario.Default().Must("network", c.network).Must("routing", c.routing).Must("traffic", c.traffic).Must("generation", "constant"))
		if err != nil {
			t.Fatal(err)
		}
		m.TrackTrees(false)
		m.Advance(c.until*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		if h.Generated < c.low || h.Generated > c.high {
			t.Errorf("%s: %d packets after %d µs, want %d–%d", c.traffic, h.Generated, c.until, c.low, c.high)
		}
	}
}

package traffic

import (
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Every pattern that is suggested, on every network that it accepts: packets go to hosts that there are, and to another one than their
// own, except that of a host that sends nothing; a pattern accepts at least one of these networks.
func TestEveryPatternKeepsItsWord(t *testing.T) {
	networks := []string{"mesh-2x1", "mesh-3x1", "mesh-5x1", "mesh-4x4", "mesh-5x3", "torus-3x3", "torus-8x8", "bmin-4x3", "bmin-8x4", "rlft-4x2", "rlft-8x3", "rlft-12x3", "knary-3x2"}
	for _, o := range scenario.Lookup("traffic").Suggestions() {
		s, err := scenario.Default().With("traffic", o.Name)
		if err != nil {
			t.Errorf("%s is suggested, and its own Parse refuses it: %v", o.Name, err)
			continue
		}
		if IsTrace(s) {
			continue
		}
		built := false
		for _, network := range networks {
			n, err := topology.Build(network)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Build(s, n)
			if err != nil {
				continue
			}
			built = true
			for _, h := range p.HotSpots() {
				if h >= uint32(n.Hosts) {
					t.Errorf("%s on %s, which has %d hosts: host %d is a hot spot", o.Name, network, n.Hosts, h)
				}
			}
			r := random.New(1, 2)
			for src := range uint32(n.Hosts) {
				for i := range int64(24) {
					now := i * i * i * 1_000_000_000 // up to 12 ms
					if timed, ok := p.(Timed); ok {
						if rate, _ := timed.Rate(src, now); rate <= 0 {
							continue
						}
					}
					if d := p.Dest(src, now, &r); d >= uint32(n.Hosts) || d == src {
						t.Fatalf("%s on %s, which has %d hosts: host %d sends to host %d at %d µs. Dest must return another host; if there is none, let the pattern refuse the network, or give the host the rate 0 by a method Rate (see Timed)",
							o.Name, network, n.Hosts, src, d, now/1_000_000)
					}
					p.Culprit(src)
				}
			}
		}
		if !built {
			t.Errorf("%s is suggested, and refuses each of %v", o.Name, networks)
		}
	}
}

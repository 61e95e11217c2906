package engine

import (
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/scenario"
)

// Tori without dateline VCs, which Check refuses, are run nevertheless: some time they stand still, and
// then Deadlock names a ring of buffers: all of one row or column and direction, each full, each leading
// to the next. Before, and in networks that cannot deadlock, it names none.
func TestDeadlockIsFound(t *testing.T) {
	Natively(t)
	for _, c := range []struct {
		network, routing, voq string
		stops                 bool
	}{
		{"torus-8x3", "dor", "false", true}, {"torus-3x9", "dor", "false", true}, {"torus-6x1", "dor", "true", true},
		{"mesh-8x3", "dor", "false", false}, {"torus-4x4", "dor", "false", false}, {"bmin-8x2", "self", "true", false}, {"rlft-4x3", "oblivious", "false", false},
	} {
		s := scenario.Default().Must("network", c.network).Must("routing", c.routing).Must("dateline", "false").Must("voq", c.voq).
			Must("traffic", "UT").Must("packet", "64").Must("buffer", "0.125").Must("warmup", "0").Must("source-queue", "4")
		cfg, err := config(s)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fabric.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		m := &Sim{scenario: s, fabric: f}
		found := int64(-1)
		for at := int64(0); at < 400*Microsecond; at += 5 * Microsecond {
			before := f.Stats.Hops
			f.Run(at, NoLimit)
			cycle := m.Deadlock()
			if cycle == nil {
				if found >= 0 {
					t.Fatalf("%s: the deadlock of %d ps has gone", c.network, found)
				}
				if at > 0 && f.Stats.Hops == before {
					t.Fatalf("%s: nothing has moved before %d ps, but no deadlock is found", c.network, at)
				}
				continue
			}
			if found < 0 {
				found = at
			}
			n := f.Net
			for i, a := range cycle {
				b := cycle[(i+1)%len(cycle)]
				q := int(n.Peer[a.Port])
				if q/n.Radix != b.Port/n.Radix || a.Port%n.Radix != b.Port%n.Radix || f.Credits(a.Port, a.VC) > 0 || f.Occupancy(q, a.VC) < f.Capacity {
					t.Fatalf("%s: %v does not wait for %v", c.network, a, b)
				}
			}
			if side := max(n.Grid.X, n.Grid.Y); len(cycle) != side {
				t.Errorf("%s: a ring of %d buffers, want %d", c.network, len(cycle), side)
			}
		}
		if (found >= 0) != c.stops {
			t.Errorf("%s: deadlock found at %d ps", c.network, found)
		}
	}
}

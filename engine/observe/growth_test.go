package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// The growth of a tree goes from its birth to now, and is the same in a copy of the run that has been elsewhere.
func TestGrowth(t *testing.T) {
	set := []string{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "dbbm", "voq", "true"}
	m := open(t, set...)
	m.Advance(40*engine.Microsecond, engine.NoLimit)
	early := m.Clone()
	var f, g observe.Frame
	m.Advance(300*engine.Microsecond, engine.NoLimit)
	m.Frame(&f, observe.Options{Detail: -1})
	if len(f.Trees) == 0 || len(f.Growth) != len(f.Trees) {
		t.Fatalf("%d trees, %d of them with their growth", len(f.Trees), len(f.Growth))
	}
	most := uint16(0)
	for i, x := range f.Growth {
		tree := f.Trees[i]
		end := x.FromPS + int64(x.N-1)*x.StepPS
		if x.ID != tree.ID || x.N < 1 || x.FromPS < tree.BirthPS || x.FromPS > tree.BirthPS+x.StepPS || end > f.TimePS || end < f.TimePS-x.StepPS {
			t.Errorf("tree %+v: %+v", tree, x)
		}
		for k := range x.N {
			if x.Ports[k] > most {
				most = x.Ports[k]
			}
		}
	}
	if x := f.Growth[0]; x.N < observe.GrowthSamples/2 || x.Ports[0] >= most || x.Hosts[x.N-1] == 0 {
		t.Errorf("the largest tree did not grow: %+v", x)
	}
	early.Advance(100*engine.Microsecond, engine.NoLimit)
	early = early.Clone()
	early.Advance(300*engine.Microsecond, engine.NoLimit)
	early.Frame(&g, observe.Options{Detail: -1})
	var read observe.Frame
	if err := read.Decode(g.Append(nil)); err != nil {
		t.Fatal(err)
	}
	for i := range f.Growth {
		if read.Growth[i] != f.Growth[i] {
			t.Errorf("%+v\n%+v", read.Growth[i], f.Growth[i])
		}
	}
}

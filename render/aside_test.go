package render

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Every queue that a port has set aside is drawn in a place of its own, also of more than eight, and of several VCs.
func TestSetAsideQueuesStandApart(t *testing.T) {
	for _, query := range []string{"network=bmin-8x3&routing=self&traffic=HS50-16&queuing=recn-iq&cfqs=32&cfq-detect=2&cfq-stop=3&cfq-go=1", "network=torus-8x8&routing=dor&traffic=HS25-2&queuing=fbicm"} {
		sim := simulate(t, query)
		sim.Advance(200*engine.Microsecond, engine.NoLimit)
		s := NewScene(sim.Network())
		s.Resize(1440, 900, 1, panel)
		var f observe.Frame
		sim.Frame(&f, observe.Options{Detail: -1})
		many, seen := uint32(observe.NoPort), map[[2]uint32]bool{}
		for i := range f.Lines {
			if q := &f.Lines[i]; q.Flags&observe.LineCopy == 0 && int(q.Port) < s.net.SwitchPorts() {
				place := [2]uint32{q.Port, uint32(q.Line % 8)}
				if seen[place] {
					many = q.Port
				}
				seen[place] = true
			}
		}
		if many == observe.NoPort {
			t.Fatalf("%s: no port has so many", query)
		}
		own := f.Lines[:0]
		for _, q := range f.Lines {
			if q.Port == many && q.Flags&observe.LineCopy == 0 {
				own = append(own, q)
			}
		}
		f.Lines, f.Signals = own, nil
		x, y := s.freeCentre()
		s.ZoomAt(x, y, 40)
		s.PanBy(x-float64(s.x(s.lay.px[many])), y-float64(s.y(s.lay.py[many])))
		s.SetFrame(&f)
		k := newSketch(s.width, s.height)
		s.lines(&Mesh{sketch: k}, &f, s.viewRect())
		var slots []rect // each has a rim around a ground
		for i := 1; i < len(k.ops); i++ {
			if a, b := k.ops[i-1], k.ops[i]; a.kind == opBox && b.kind == opBox && a.n[0] < b.n[0] && a.n[1] < b.n[1] && a.n[2] > b.n[2] && a.n[3] > b.n[3] {
				slots = append(slots, rect{a.n[0], a.n[1], a.n[2], a.n[3]})
			}
		}
		if len(slots) != len(own) {
			t.Errorf("%s: %d slots for %d queues", query, len(slots), len(own))
		}
		for i := range slots {
			for j := range slots[:i] {
				if slots[i].meets(&slots[j]) {
					t.Errorf("%s: of %d queues of %s line %d of VC %d covers line %d of VC %d", query, len(own), s.net.PortName(int(many)), own[i].Line, own[i].VC, own[j].Line, own[j].VC)
				}
			}
		}
	}
}

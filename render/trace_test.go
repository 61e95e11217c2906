package render

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// The way of a packet under the pointer goes on, in full width, from where it is; what lies behind is thin; the packet that
// it stands behind and the buffer that one waits for are outlined.
func TestPacketIsTraced(t *testing.T) {
	sim := simulate(t, "preset=hot-spot")
	n := sim.Network()
	s := NewScene(n)
	s.Resize(1440, 900, 1, panel)
	cx, cy := s.freeCentre()
	sim.Advance(90*engine.Microsecond, engine.NoLimit)
	s.PanBy(cx-float64(s.x(s.lay.sx[n.First[1]+2])), cy-float64(s.y(s.lay.sy[n.First[1]+2])))
	s.ZoomAt(cx, cy, 9)
	var f observe.Frame
	o := observe.Options{Dots: s.WantDots(), Detail: -1, Switches: s.WantSwitches(), At: observe.NoPort}
	if len(o.Switches) == 0 {
		t.Fatal("no switch is near enough")
	}
	sim.Frame(&f, o)
	var at *observe.SlotState
	for i := range f.Slots {
		q := &f.Slots[i]
		if first := f.Ahead(q); first >= 0 && f.Slots[first].Wait == observe.WaitCredit && f.Slots[first].Out != q.Out {
			at = q
			break
		}
	}
	if at == nil {
		t.Fatal("no packet stands behind one that waits for credits")
	}
	out := int(at.Port)/n.Radix*n.Radix + int(at.Out)
	look := Packet{Src: at.Src, Dst: at.Dst, Port: at.Port, Out: uint32(out), VC: at.VC, Queued: true, Is: true, Place: at.Place, Born: at.Birth}
	o.Src, o.Dst, o.At = at.Src, at.Dst, uint32(out)
	sim.Frame(&f, o)
	s.SetFrame(&f)
	past, ahead := 0, 0
	for i, port := range f.Paths[:len(f.Paths)-1] {
		if int(port) == out {
			past, ahead = i, len(f.Paths)-1-i
		}
	}
	if past == 0 || ahead == 0 {
		t.Fatalf("the packet is not on its way %v", f.Paths)
	}
	draw := func(part func(m *Mesh)) *Sketch {
		k := newSketch(s.width, s.height)
		part(&Mesh{sketch: k})
		return k
	}
	s.SetPacket(look)
	w := max(s.px(2.2), min(s.units(.16), s.px(4)))
	widths := map[float32]int{}
	for _, op := range draw(func(m *Mesh) { s.ways(m, &f) }).ops {
		if op.kind == opLine {
			widths[op.n[4]]++
		}
	}
	if widths[w] != ahead || widths[w*.4] != past {
		t.Errorf("%d links behind it and %d ahead are drawn as %v", past, ahead, widths)
	}
	boxes := func() (boxes int) {
		for _, op := range draw(func(m *Mesh) { s.switches(m, &f) }).ops {
			if op.kind == opBox {
				boxes++
			}
		}
		return
	}
	with := boxes()
	s.SetPacket(Packet{})
	if got := with - boxes(); got != 8 { // four sides of the packet, and of the first one
		t.Errorf("%d lines outline the packet and the one it stands behind", got)
	}
	s.SetPacket(look)
	if len(draw(s.blocker).ops) < 2 {
		t.Error("nothing marks the buffer in the way, nor the link there")
	}
}

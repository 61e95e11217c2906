package render

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// A packet under the pointer is that one, also where others of its flow stand in the same queue, as behind a host that sends to one other.
func TestWhichOfAFlowsPacketsIsPicked(t *testing.T) {
	sim := simulate(t, "preset=hot-spot")
	n := sim.Network()
	s := NewScene(n)
	s.Resize(1440, 900, 1, panel)
	sim.Advance(90*engine.Microsecond, engine.NoLimit)
	cx, cy := s.freeCentre()
	s.PanBy(cx-float64(s.x(s.lay.sx[0])), cy-float64(s.y(s.lay.sy[0])))
	s.ZoomAt(cx, cy, 9)
	var f observe.Frame
	sim.Frame(&f, observe.Options{Detail: -1, Switches: s.WantSwitches(), At: observe.NoPort})
	s.SetFrame(&f)
	type queue struct {
		port, src, dst uint32
		vc             uint8
	}
	var none, third queue // the first with three packets of a flow
	seen, again, wrong := map[queue]int{}, 0, 0
	for i := range f.Slots {
		q := &f.Slots[i]
		list := s.slots[q.Port]
		half, deep := s.buffer(int(n.Stage[int(q.Port)/n.Radix]))
		c, ok := s.arrange(2*half, deep)
		if !ok {
			t.Fatal("packets are too small")
		}
		seats, _ := s.sit(list, &c, deep)
		a0, a1, d0, d1 := c.at(int(q.VC), seats[i-list[0]], half, deep)
		r := turn(s.x(s.lay.px[q.Port]), s.y(s.lay.py[q.Port]), s.lay.side[q.Port], a0, a1, d0, d1)
		k := s.Pick(float64(r.x0+r.x1)/2, float64(r.y0+r.y1)/2)
		if k.Kind != InBuffer {
			continue
		}
		key := queue{q.Port, q.Src, q.Dst, q.VC}
		if seen[key]++; seen[key] < 2 {
			continue
		}
		if again++; seen[key] == 3 && third == none {
			third = key
		}
		if got, _ := s.Look(k.Packet); got != q {
			wrong++
			if wrong == 1 {
				t.Errorf("at place %d (%d packet times old) of port %d: told of place %d (%d old)", q.Place, q.Age, q.Port, got.Place, got.Age)
			}
		}
	}
	if again == 0 || wrong > 0 {
		t.Errorf("of %d packets behind others of their flow %d are taken for those", again, wrong)
	}
	if third == none {
		t.Fatal("no three packets of a flow are in a buffer")
	}
	sim.Frame(&f, observe.Options{Detail: -1, Switches: s.WantSwitches(), At: observe.NoPort, Pin: observe.Pin{Kind: observe.PinFlow, A: third.src, B: third.dst}})
	s.SetFrame(&f)
	cells := map[rect]int64{}
	for _, r := range f.Inspection.Packets {
		if r.Where != observe.InBuffer || r.Port != third.port || r.VC != third.vc {
			continue
		}
		s.SetPinned(Pinned{Port: int(r.Port), Switch: -1, Packet: true, Src: r.Src, Dst: r.Dst, Born: r.Birth})
		cell := s.pinnedCell()
		if born, ok := cells[cell]; ok {
			t.Fatalf("of packet %d → %d generated at %d ps the place of that of %d is marked", r.Src, r.Dst, r.Birth, born)
		}
		cells[cell] = r.Birth
	}
	if len(cells) < 3 {
		t.Errorf("%d places of %+v are marked", len(cells), third)
	}
}

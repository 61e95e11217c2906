package render

import (
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// everything is a frame that holds one of each thing that can be seen from near by: packets of all classes in buffers and on links, queues
// set aside and the notifications between them, hosts that throttle, trees that share a buffer, ways, and what somebody points at.
func everything(s *Scene, sorted int64) *observe.Frame {
	n := s.net
	f := congested(n, 2, n.Hosts-1, 2)
	f.Header = observe.Header{TimePS: 90_000_000, PacketPS: 1_000_000, FlightPS: 1_200_000, VCs: 2, DataVCs: 2, Capacity: 6, Sorted: sorted}
	f.Trees[1].BirthPS, f.Trees[0].BirthPS = 60_000_000, -2_000_000_000
	f.Dots = nil
	for i, class := range []uint8{observe.Innocent, observe.Contributor | 1, observe.Victim | 2, observe.Notice} {
		f.Dots = append(f.Dots, observe.Dot{Link: uint32(i), Src: 0, Dst: 1, Pos: uint16(16384 * i), Class: class, Age: uint16(i)})
	}
	up := uint32(n.Radix - 1)
	for vc := range uint8(2) {
		for k, q := range []observe.SlotState{{Class: observe.Contributor | 1, Wait: observe.WaitCredit, Held: 1}, {Class: observe.Victim | 1, Flags: observe.Idle, Wait: observe.WaitBehind}, {Class: observe.Notice},
			{Flags: observe.Adapted, Out: 1}} {
			q.Port, q.Src, q.Dst, q.VC, q.Place, q.Out = up, uint32(k), 1, vc, uint16(k), q.Out+vc
			f.Slots = append(f.Slots, q)
		}
	}
	f.Ports[0].Fill, f.Ports[0].Flags = 255, observe.Full // not asked for packet by packet
	f.Ports[1].Tree, f.Ports[1].Tree2, f.Ports[1].Held, f.Ports[1].Held2, f.Ports[1].Fill = 1, 2, 120, 60, 180
	for i, flags := range []uint8{0, observe.LineStopped, observe.LineCopy} {
		f.Lines = append(f.Lines, observe.LineState{Port: up, Root: f.Trees[i%2].Root, Packets: uint32(2 * i), Line: uint8(3 * i), VC: uint8(i % 2), Out: 1, Flags: flags, Fresh: 102})
	}
	f.Lines = append(f.Lines, observe.LineState{Port: 1, Root: 3, Packets: 9, Line: 7, Out: observe.NoPort, Next: observe.NoLine})
	f.Signals = []observe.SignalState{{From: up, To: uint32(n.Peer[up]), Pos: 20000}}
	f.Hosts[0].Flags |= observe.Reacting
	f.Paths = []uint32{uint32(n.HostPort(0)), up, observe.NoPort}
	return f
}

// These pictures are compared as files, beside TestSVGGolden's: from near by, packet by packet, with and without VOQs, and from afar.
func TestPicturesGolden(t *testing.T) {
	for _, c := range []struct {
		name, network string
		w, h, zoom    float64
		sorted        int64
		hover         int
		packets       PacketQuestion
		links         LinkQuestion
	}{
		{"all", "rlft-4x2", 900, 600, 1, observe.ByRoot, 4, ByClass, ByUse},
		{"near", "rlft-4x2", 400, 300, 9, observe.ByRoot, 1, ByVC, ByStarved},
		{"voq", "torus-3x3", 400, 400, 12, observe.ByOutput, 0, ByClass, ByUse},
		{"far", "rlft-4x3", 90, 60, 1, observe.InOrder, 6, ByAge, ByUse},
		{"radial", "rlft-4x3", 400, 400, 1, observe.InOrder, 0, ByVC, ByStarved},
	} {
		s := NewScene(build(t, c.network))
		s.SetTheme(Print)
		s.Resize(c.w, c.h, 1, Insets{})
		s.SetRadial(c.name == "radial")
		s.SetQuestions(c.packets, c.links)
		s.SetFrame(everything(s, c.sorted))
		x, y := float64(s.x(s.lay.px[s.net.Radix-1])), float64(s.y(s.lay.py[s.net.Radix-1]))
		s.ZoomAt(x, y, c.zoom)
		if c.zoom > 1 {
			s.PanBy(c.w/2-x, c.h/2-y)
		}
		s.SetHover(c.hover)
		s.SetPinned(Pinned{Port: s.net.Radix - 1, Switch: -1})
		if c.name == "radial" {
			s.SetPinned(Pinned{Port: s.net.HostPort(5), Switch: -1})
		}
		s.SetCycle([]int{s.net.Radix - 1, s.net.Radix + 1})
		f := s.frame
		q := &f.Slots[1]
		look := s.queued(q)
		look.Out = uint32(q.Out)
		s.SetPacket(look)
		s.picture().show(t, "golden-"+c.name)
		k := newSketch(s.width, s.height)
		s.setOffsets()
		s.static, s.dynamic = Mesh{sketch: k}, Mesh{sketch: k}
		s.buildStatic()
		s.buildDynamic()
		golden(t, c.name+".svg", k.SVG(c.w, c.h, About{Link: "?x", Language: "en"}))
	}
}

// Every sign of a legend is drawn, each another than the others.
func TestSignsGolden(t *testing.T) {
	s := situation(t, "rlft-2x2", Print, 1)
	k := newSketch(480, 24)
	seen := map[string]string{}
	for i, shape := range []string{"line", "dashes", "disc", "dart", "ring", "slot", "ring-disc", "triangle", "target", "diamond", "bar", "cell", "cell-hole", "cell-triangle", "voq", "pause", "pulse"} {
		one := newSketch(24, 24)
		for _, at := range []*Sketch{one, k} {
			x := float32(12)
			if at == k {
				x += 28 * float32(i)
			}
			sign(&Mesh{sketch: at}, s, shape, TreeColor(1, Print), x, 12)
		}
		text := string(one.SVG(24, 24, About{}))
		if other, twice := seen[text]; twice || len(one.ops) == 0 {
			t.Errorf("%s looks like %q", shape, other)
		}
		seen[text] = shape
	}
	golden(t, "signs.svg", k.SVG(480, 24, About{Link: "?x", Language: "en"}))
}

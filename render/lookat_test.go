package render

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// LookAt brings a switch, or the switch of a host, into the middle, so many times nearer; Bitmap draws what is there, also of
// BMINs from afar, whose trees reach down to hosts that are drawn one by one.
func TestLookAtAndBitmap(t *testing.T) {
	sim, err := engine.Open(scenario.Default().Must("network", "bmin-8x4").Must("routing", "self").Must("traffic", "HS25-1"))
	if err != nil {
		t.Fatal(err)
	}
	sim.Advance(60*engine.Microsecond, engine.NoLimit)
	n := sim.Network()
	s := NewScene(n)
	s.SetReducedMotion(true)
	s.Resize(320, 200, 1, Insets{})
	var f observe.Frame
	sim.Frame(&f, observe.Options{Detail: -1})
	s.SetFrame(&f)
	img := s.Bitmap()
	if s.level != far || len(f.Trees) == 0 || img.Rect.Dx() != 320 || img.Rect.Dy() != 200 {
		t.Fatalf("level %v, %d trees, %v", s.level, len(f.Trees), img.Rect)
	}
	tree, ground := TreeColor(f.Trees[0].Slot, Dark), palettes[Dark].ground
	shown, empty := 0, 0
	for i := 0; i < len(img.Pix); i += 4 {
		switch c := [3]uint8(img.Pix[i : i+3]); c {
		case [3]uint8{tree.R, tree.G, tree.B}:
			shown++
		case [3]uint8{ground.R, ground.G, ground.B}:
			empty++
		}
	}
	if shown < 100 || empty < 5000 {
		t.Errorf("%d pixels of the tree, %d of the ground", shown, empty)
	}
	want := s.picture() // as another rasteriser draws it
	for y := range want.h {
		for x := range want.w {
			if d := distance(img.RGBAAt(x, y), want.at(x, y)); d > .5 || img.RGBAAt(x, y).A != 255 {
				t.Fatalf("the pixel at %d, %d is %v, want %v", x, y, img.RGBAAt(x, y), want.at(x, y))
			}
		}
	}
	whole := s.cam.now.z
	for _, port := range []int{int(f.Trees[0].Root), n.HostPort(77)} {
		s.LookAt(port, 5)
		if n.IsHost(port) {
			port = int(n.Peer[port])
		}
		sw, _ := n.SwitchOf(port)
		cx, cy := s.freeCentre()
		x, y := float64(s.lay.sx[sw])*s.cam.now.z+s.cam.now.x, float64(s.lay.sy[sw])*s.cam.now.z+s.cam.now.y
		if math.Hypot(x-cx, y-cy) > 1 || math.Abs(s.cam.now.z/whole-5) > 1e-6 {
			t.Errorf("port %d is at %v, %v, %v times nearer", port, x-cx, y-cy, s.cam.now.z/whole)
		}
	}
	for _, nothing := range []int{-1, n.Ports(), 0} { // the last one without coming nearer
		s.LookAt(5, 5)
		s.LookAt(nothing, 1)
		if _, all := s.Viewpoint(); !all {
			t.Errorf("port %d: not the whole network", nothing)
		}
	}
}

// Whatever the size of the picture, packets can be told apart where they are looked at closely, and the port is in the middle.
func TestLookClosely(t *testing.T) {
	for _, width := range []float64{1440, 390} {
		s := scene(t, "rlft-8x3", width, 600, 1, Insets{})
		s.SetReducedMotion(true)
		whole, port := s.fitView().z, 5*8+3
		s.LookClosely(port, 14)
		cx, cy := s.freeCentre()
		z := s.cam.now.z
		x, y := float64(s.lay.px[port])*z+s.cam.now.x, float64(s.lay.py[port])*z+s.cam.now.y
		if math.Hypot(x-cx, y-cy) > 1 || z < 14*whole-1e-6 || float64(s.lay.cardW[0])*z < followZoom-1e-6 || width > 1000 && z > 14*whole+1e-6 {
			t.Errorf("%v pixels wide: the port is at %v, %v, its switch %v wide, %v times nearer", width, x-cx, y-cy, float64(s.lay.cardW[0])*z, z/whole)
		}
	}
}

// What is pinned by its name is brought near where it could not be seen: in a network too large for ports, and where the picture has been moved
// away from it. What can be seen stays where it is.
func TestShow(t *testing.T) {
	none := Pinned{Port: -1, Switch: -1}
	at := func(s *Scene, x, y float32) float64 {
		cx, cy := s.freeCentre()
		return math.Hypot(float64(x)*s.cam.now.z+s.cam.now.x-cx, float64(y)*s.cam.now.z+s.cam.now.y-cy)
	}
	s := scene(t, "rlft-36x3", 1440, 600, 1, Insets{})
	s.SetReducedMotion(true)
	n := s.net
	for _, nothing := range []Pinned{none, {Port: n.Ports(), Switch: -1}, {Port: -1, Switch: n.Switches}} {
		s.Show(nothing)
		if _, all := s.Viewpoint(); !all {
			t.Fatalf("%v: the picture has moved", nothing)
		}
	}
	host, port, sw := none, none, none
	host.Port, port.Port, sw.Switch = n.HostPort(9500), 33*36+6, 700 // of stage 2
	for _, k := range []struct {
		p    Pinned
		x, y float32
	}{{host, s.lay.hx[9500], s.lay.hy[9500]}, {port, s.lay.px[port.Port], s.lay.py[port.Port]}, {sw, s.lay.sx[700], s.lay.sy[700]}} {
		s.Show(k.p)
		d, stage := at(s, k.x, k.y), 0
		if k.p.Switch >= 0 {
			stage = int(n.Stage[k.p.Switch]) - 1
		}
		if d > 1 || s.level == far || float64(s.lay.cardW[stage])*s.cam.now.z < followZoom-1e-6 {
			t.Errorf("%+v is %v pixels away, at level %v", k.p, d, s.level)
		}
	}
	before := s.cam.now
	s.Show(sw)
	next := none
	next.Port = 700*36 + 1
	if s.Show(next); s.cam.now != before {
		t.Error("what is in the middle has moved the picture")
	}

	for _, still := range []bool{true, false} { // an inspector opens beside it, and the layout is another one
		s = scene(t, "bmin-32x3", 1440, 600, 1, Insets{})
		s.SetReducedMotion(still)
		host.Port = s.net.HostPort(950)
		was := s.class
		s.Show(host)
		s.Resize(1440, 600, 1, Insets{Left: 480, Right: 340})
		for range 200 {
			s.Tick(.02)
		}
		if d := at(s, s.lay.hx[950], s.lay.hy[950]); d > 1 || was == s.class {
			t.Errorf("beside an inspector a host is %v pixels away", d)
		}
	}

	s = scene(t, "rlft-8x3", 1440, 600, 1, Insets{})
	s.SetReducedMotion(true)
	port.Port = 5*8 + 3
	if s.Show(port); s.cam.touched {
		t.Error("a port that can be seen has moved the picture")
	}
	far := none
	far.Switch = s.net.Switches - 1
	s.LookClosely(port.Port, 30)
	z := s.cam.now.z
	if s.Show(far); at(s, s.lay.sx[far.Switch], s.lay.sy[far.Switch]) > 1 || s.cam.now.z != z {
		t.Error("a switch outside of the picture is not in its middle, as near as before")
	}
	for _, packet := range []Pinned{{Port: port.Port, Switch: -1, Packet: true}, {Port: 140, Switch: -1, Packet: true, OnLink: true, Share: .25}} {
		s.Show(packet)
		s.SetPinned(packet)
		x, y, _ := s.pinAt()
		if cx, cy := s.freeCentre(); math.Hypot(float64(x)-cx, float64(y)-cy) > 1 || s.cam.now.z != z {
			t.Errorf("%+v is at %v, %v, not at %v, %v", packet, x, y, cx, cy)
		}
	}
}

// A motion under way ends where it should, though a panel opens beside the picture meanwhile.
func TestResizedMotionKeepsItsGoal(t *testing.T) {
	sim, err := engine.Open(scenario.Default())
	if err != nil {
		t.Fatal(err)
	}
	s := NewScene(sim.Network())
	s.Resize(1000, 700, 1, Insets{})
	s.LookAt(5, 8)
	goal := s.cam.goal.z
	if !s.cam.moving || s.cam.now.z > goal/2 {
		t.Fatalf("no motion: %+v", s.cam)
	}
	s.Tick(0.01)
	s.Resize(1000, 700, 1, Insets{Bottom: 100})
	for range 200 {
		s.Tick(0.05)
	}
	if math.Abs(s.cam.now.z/goal-1) > 1e-6 {
		t.Errorf("the picture is %v times as large as it should be", s.cam.now.z/goal)
	}
}

// The camera follows what is pinned, a packet on its link too, to the middle of the free part, and comes near if it is asked to; without
// anything pinned it stays.
func TestFollow(t *testing.T) {
	for _, p := range []Pinned{{Port: 4, Switch: -1}, {Port: 140, Switch: -1, Packet: true, Src: 1, Dst: 9, OnLink: true, Share: .25}} {
		s := scene(t, "rlft-8x3", 1440, 900, 1, panel)
		s.Follow(true)
		if s.cam.moving || s.cam.touched {
			t.Error("nothing is followed")
		}
		s.SetPinned(p)
		rest := func(closer bool) (dx, dy float64) {
			for range 400 {
				s.Follow(closer)
				s.Tick(.02)
			}
			x, y, _ := s.pinAt()
			cx, cy := s.freeCentre()
			return float64(x) - cx, float64(y) - cy
		}
		whole := s.cam.now.z
		if dx, dy := rest(false); math.Hypot(dx, dy) > 1.5 || s.cam.now.z != whole {
			t.Errorf("%+v: %v, %v px from the middle, %v times nearer", p, dx, dy, s.cam.now.z/whole)
		}
		if dx, dy := rest(true); math.Hypot(dx, dy) > 1.5 || math.Abs(float64(s.units(s.lay.cardW[0]))-followZoom) > .01*followZoom {
			t.Errorf("%+v, near by: %v, %v px from the middle, a leaf switch is %v px wide", p, dx, dy, s.units(s.lay.cardW[0]))
		}
		q := int(s.net.Peer[p.Port])
		if x, y, _ := s.pinAt(); p.OnLink {
			x0, y0, x1, y1 := s.x(s.lay.px[p.Port]), s.y(s.lay.py[p.Port]), s.x(s.lay.px[q]), s.y(s.lay.py[q])
			if d := hypot(x-(.75*x0+.25*x1), y-(.75*y0+.25*y1)); d > .02*hypot(x1-x0, y1-y0) {
				t.Errorf("the packet is %v px beside its place", d)
			}
		}
	}
}

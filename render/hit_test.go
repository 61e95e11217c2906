package render

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// Who points anywhere at the mark of a root, or of a hot spot, points at that one, from any distance: marks are larger than what they stand for.
func TestMarksArePicked(t *testing.T) {
	for _, c := range []struct {
		set         string
		us          int64
		zoom, scale float64 // around the root of the largest tree
	}{{"network=rlft-8x3&traffic=HS25-1", 60, 1, 1}, {"network=rlft-8x3&traffic=HS25-1", 60, 12, 1}, {"network=rlft-12x3&traffic=HS10-4", 60, 1, 2},
		{"network=rlft-12x3&traffic=HS10-4", 60, 14, 2}, {"network=rlft-36x3&traffic=HS10-1", 10, 1, 1}, {"network=mesh-8x8&routing=dor&traffic=HS25-1", 150, 1, 1},
		{"network=torus-8x8&routing=dor&traffic=HS25-2", 150, 1, 1}, {"network=bmin-8x3&routing=self&traffic=HS25-1", 150, 1, 1}} {
		sim := simulate(t, c.set)
		sim.Advance(c.us*engine.Microsecond, engine.NoLimit)
		s := NewScene(sim.Network())
		s.Resize(1440*c.scale, 900*c.scale, c.scale, panel)
		var f observe.Frame
		sim.Frame(&f, observe.Options{Detail: -1})
		s.SetFrame(&f)
		if len(f.Trees) > 0 {
			root := int(f.Trees[0].Root)
			x, y := s.rootAt(root, s.px(rootSize[s.level]))
			s.ZoomAt(float64(x), float64(y), c.zoom)
			sim.Frame(&f, observe.Options{Detail: -1, Dots: s.WantDots(), Switches: s.WantSwitches()})
			s.SetFrame(&f)
			d := s.px(rootSize[s.level])
			x, y = s.rootAt(root, d)
			for at := range 16 {
				sin, cos := math.Sincos(math.Pi * float64(at) / 8)
				r := float64(d) * rootRing / 2 * .95
				if k := s.Pick(float64(x)+cos*r, float64(y)+sin*r); k.Kind != Port || k.Port != root {
					t.Fatalf("%s, %v times nearer: at the rim of the mark of port %d, %d/16 round: %+v", c.set, c.zoom, root, at, k)
				}
			}
		}
		for _, h := range s.surveyed().hot {
			x, y, d := float64(s.x(s.lay.hx[h])), float64(s.y(s.lay.hy[h])), float64(s.hotMark())
			for _, at := range [...][2]float64{{0, 0}, {.45, 0}, {-.45, 0}, {0, .45}, {0, -.45}} {
				if k := s.Pick(x+at[0]*d, y+at[1]*d); k.Kind != Host || k.Port != s.net.HostPort(int(h)) {
					t.Fatalf("%s, %v times nearer: at %v of the mark of host %d: %+v", c.set, c.zoom, at, h, k)
				}
			}
		}
	}
}

// A port of a switch is pointed at along all of its buffer, in every layout.
func TestBuffersArePicked(t *testing.T) {
	for _, name := range []string{"rlft-8x3", "rlft-36x2", "pgft-4.4.4-1.2.4-1.2.1", "bmin-8x3", "torus-5x3"} {
		n, err := topology.Build(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, radial := range []bool{false, true} {
			s := NewScene(n)
			if s.SetRadial(radial); s.Radial() != radial {
				continue
			}
			s.Resize(1440, 900, 1, panel)
			x, y := s.freeCentre()
			for p, q := range n.Peer[:n.SwitchPorts()] {
				stage := int(n.Stage[p/n.Radix])
				if q < 0 || p/n.Radix%7 != 0 {
					continue
				}
				s.ZoomAt(500, 500, 12/float64(s.lay.portPitch(stage))/s.cam.now.z)
				_, deep := s.buffer(stage)
				out := outward[s.lay.side[p]]
				for _, in := range [...]float32{.05, .5, .95} {
					s.cam.now.x += x - float64(s.x(s.lay.px[p])-out.x*deep*in)
					s.cam.now.y += y - float64(s.y(s.lay.py[p])-out.y*deep*in)
					s.moved()
					if k := s.Pick(x, y); s.level != near || k.Kind != Port || k.Port != p {
						t.Fatalf("%s, radial %v: %v of the buffer of %s inwards: %+v", name, radial, in, n.PortName(p), k)
					}
				}
			}
		}
	}
}

// A packet on a link is pointed at from all its sides, though links' two directions stand apart.
func TestPacketsOnLinksArePicked(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		s := scene(t, "rlft-8x3", 1440*scale, 900*scale, scale, panel)
		p := s.net.First[1]*s.net.Radix + s.net.Radix/2 // an up port of the second stage
		s.ZoomAt(float64(s.x(s.lay.px[p])), float64(s.y(s.lay.py[p])), 9)
		s.Meshes()
		f := *congested(s.net, 0)
		f.Dots, f.TimePS, f.PacketPS, f.FlightPS = []observe.Dot{{Link: uint32(p), Src: 1, Dst: 99, Pos: 6000}}, 1000, 100, 100
		s.SetFrame(&f)
		w := s.way(p, int(s.net.Peer[p]))
		x, y, dx, dy := w.at(6000. / 65535)
		if s.offset[s.lower(p, int(s.net.Peer[p]))] == 0 {
			t.Fatal("both directions are one line")
		}
		for _, side := range [...]float32{-1, 1} {
			r := side * s.dotSize() * .8 // as large as it is drawn
			if k := s.Pick(float64(x-dy*r), float64(y+dx*r)); k.Kind != OnLink || k.Packet.Src != 1 {
				t.Errorf("at scale %v, side %v: %+v", scale, side, k)
			}
		}
	}
}

// A direction of a link is pointed at from both of its sides as far.
func TestLinksArePickedFromBothSides(t *testing.T) {
	s := scene(t, "rlft-8x3", 1440, 900, 1, panel)
	p := s.net.First[1]*s.net.Radix + s.net.Radix/2
	s.ZoomAt(float64(s.x(s.lay.px[p])), float64(s.y(s.lay.py[p])), 9)
	s.Meshes()
	w := s.way(p, int(s.net.Peer[p]))
	x, y, dx, dy := w.at(.1)
	if k := s.Pick(float64(x-dy*5), float64(y+dx*5)); k.Kind != Link || k.Port != p { // the other side is the other direction's
		t.Errorf("%+v, not port %d", k, p)
	}
}

package render

import (
	"testing"

	"github.com/congestree/congestree/engine/topology"
)

// No link of a mesh or torus runs over a switch or a host that it does not belong to, and every link
// begins and ends at its ports.
func TestGridLinksKeepClear(t *testing.T) {
	for _, name := range []string{"torus-8x8", "torus-3x16", "torus-7x1", "torus-1x6", "mesh-8x4"} {
		n := build(t, name)
		wraps := 0
		for class, a := range aspects {
			l := newLayout(n, a.ratio, a.px, false)
			for p, q := range n.Peer {
				if q < 0 {
					continue
				}
				w := l.world(p, int(q))
				if w.x[0] != l.px[p] || w.y[0] != l.py[p] || w.x[w.n-1] != l.px[q] || w.y[w.n-1] != l.py[q] {
					t.Fatalf("%s: the link of %s does not join its ports", name, n.PortName(p))
				}
				if w.n > 2 {
					wraps++
				}
				for i := 1; i < w.n; i++ {
					for sw := range l.sx {
						own := func(port int) bool { return !n.IsHost(port) && port/n.Radix == sw }
						card := rect{l.sx[sw] - gridCard/2 + .01, l.sy[sw] - gridCard/2 + .01, l.sx[sw] + gridCard/2 - .01, l.sy[sw] + gridCard/2 - .01}
						if !own(p) && !own(int(q)) && card.crosses(w.x[i-1], w.y[i-1], w.x[i], w.y[i]) {
							t.Fatalf("%s, aspect %d: the link from %s to %s runs over %s", name, class, n.PortName(p), n.PortName(int(q)), n.SwitchName(sw))
						}
						host := rect{l.hx[sw] - hostSize/2, l.hy[sw] - hostSize/2, l.hx[sw] + hostSize/2, l.hy[sw] + hostSize/2}
						if p != n.HostPort(sw) && int(q) != n.HostPort(sw) && host.crosses(w.x[i-1], w.y[i-1], w.x[i], w.y[i]) {
							t.Fatalf("%s, aspect %d: the link from %s to %s runs over host %d", name, class, n.PortName(p), n.PortName(int(q)), sw)
						}
					}
					if x, y := w.x[i], w.y[i]; x < 0 || y < 0 || x > l.w || y > l.h {
						t.Fatalf("%s, aspect %d: the link of %s leaves the picture at %v, %v", name, class, n.PortName(p), x, y)
					}
				}
			}
		}
		want := 0
		if g := n.Grid; g.Torus {
			if g.X > 1 {
				want += 2 * g.Y
			}
			if g.Y > 1 {
				want += 2 * g.X
			}
		}
		if wraps != want*len(aspects) {
			t.Errorf("%s: %d wrap-around links, want %d", name, wraps/len(aspects), want)
		}
	}
}

// The two directions of a wrap-around link run side by side, at the same distance everywhere.
func TestWrapsHaveTwoLanes(t *testing.T) {
	s := scene(t, "torus-8x8", 1440, 900, 1, panel)
	s.Meshes() // finds the distance of directions
	p := s.net.Grid.At(7, 2)*s.net.Radix + topology.PortRight
	q := int(s.net.Peer[p])
	a, b := s.way(p, q), s.way(q, p)
	if a.n != 6 || b.n != 6 || s.offset[1] == 0 {
		t.Fatalf("%d and %d points, %v px apart", a.n, b.n, s.offset[1])
	}
	for i := 0; i < a.n; i++ {
		d := hypot(a.x[i]-b.x[5-i], a.y[i]-b.y[5-i])
		if want := 2 * s.offset[1]; i == 0 || i == 5 {
			if d < want*.99 || d > want*1.01 {
				t.Errorf("the ends are %v px apart, want %v", d, want)
			}
		} else if d < want*1.4 || d > want*1.43 { // a corner: √2 as far
			t.Errorf("corner %d: %v px apart, want %v", i, d, want*1.414)
		}
	}
}

// What is picked in meshes, tori and BMINs is what is drawn there: hosts, switches, the ports on all four
// sides, links, also where they wrap around.
func TestPickBeyondTrees(t *testing.T) {
	for _, name := range []string{"torus-8x8", "mesh-8x4", "bmin-8x3", "bmin-8x4"} {
		s := scene(t, name, 1440, 900, 1, panel)
		n, l := s.net, s.lay
		look := func(x, y float32, zoom float64) (float64, float64) {
			s.cam.goal = s.fitView()
			s.cam.jump()
			s.ZoomAt(0, 0, zoom)
			cx, cy := s.freeCentre()
			s.cam.now.x, s.cam.now.y = cx-float64(x)*s.cam.now.z, cy-float64(y)*s.cam.now.z
			s.moved()
			return cx, cy
		}
		for h := 0; h < n.Hosts; h += 7 {
			if p := s.Pick(look(l.hx[h], l.hy[h], 2)); p.Kind != Host || p.Port != n.HostPort(h) || p.Switch != int(n.Peer[n.HostPort(h)])/n.Radix {
				t.Errorf("%s: %+v at host %d", name, p, h)
			}
		}
		for sw := 0; sw < n.Switches; sw += 5 {
			if p := s.Pick(look(l.sx[sw], l.sy[sw], 2)); p.Kind != Switch || p.Switch != sw {
				t.Errorf("%s: %+v at switch %d", name, p, sw)
			}
		}
		for p := 0; p < n.SwitchPorts(); p += 11 {
			if n.Peer[p] == topology.NoPeer {
				continue
			}
			out := outward[l.side[p]]
			if got := s.Pick(look(l.px[p]-out.x*.2, l.py[p]-out.y*.2, 12)); s.level != near || got.Kind != Port || got.Port != p {
				t.Errorf("%s: %+v at %s, level %d", name, got, n.PortName(p), s.level)
			}
		}
		if n.Grid != nil && n.Grid.Torus {
			p := n.Grid.At(7, 3)*n.Radix + topology.PortRight
			w := l.world(p, int(n.Peer[p]))
			got := s.Pick(look(w.x[2]*.45+w.x[3]*.55, w.y[2], 3))
			if got.Kind != Link || got.Port != p && got.Port != int(n.Peer[p]) {
				t.Errorf("%s: %+v on the lane of row 3", name, got)
			}
		}
	}
}

// A deadlock stands out: its links are drawn in the colour of text, all the way round; without one there
// is nothing of the kind.
func TestCycleIsDrawn(t *testing.T) {
	for _, theme := range []Theme{Dark, Light} {
		s := scene(t, "torus-8x8", 1440, 900, 1, panel)
		s.SetTheme(theme)
		s.SetFrame(congested(s.net, 5, 27))
		n := s.net
		var ring []int
		for x := 0; x < 8; x++ {
			ring = append(ring, n.Grid.At(x, 5)*n.Radix+topology.PortRight)
		}
		light := func(c *canvas, p int) (lit, all int) {
			w := s.way(p, int(n.Peer[p]))
			for share := float32(.05); share < .96; share += .01 {
				x, y, _, _ := w.at(share)
				all++
				if distance(c.at(int(x), int(y)), palettes[theme].text) < 60 {
					lit++
				}
			}
			return
		}
		before := s.picture()
		s.Meshes()
		s.SetCycle(append([]int{-1, 1 << 30}, ring...))
		if !s.Dirty() {
			t.Error("a cycle is not drawn")
		}
		after := s.picture()
		after.show(t, map[Theme]string{Dark: "cycle-dark", Light: "cycle-light"}[theme])
		for _, p := range ring {
			if lit, _ := light(before, p); lit > 20 {
				t.Errorf("%s is lit without a cycle at %d places", n.PortName(p), lit)
			}
			if lit, all := light(after, p); lit < all*3/4 {
				t.Errorf("%s is lit at %d of %d places", n.PortName(p), lit, all)
			}
		}
		s.SetCycle(nil)
		if lit, _ := light(s.picture(), ring[7]); lit > 20 {
			t.Error("the cycle stays")
		}
	}
}

// Every direction of every link of a mesh or torus is picked in its middle, wrap-around links too; ports at the edge lead nowhere.
func TestGridLinksArePicked(t *testing.T) {
	for _, name := range []string{"mesh-4x3", "torus-4x3"} {
		s := scene(t, name, 1440, 900, 1, panel)
		f := congested(s.net, 0)
		f.Dots = nil
		s.SetFrame(f)
		s.Meshes() // which sets the directions of a link apart
		links := 0
		for p, q := range s.net.Peer {
			if q < 0 || s.net.IsHost(p) || s.net.IsHost(int(q)) {
				continue
			}
			links++
			w := s.way(p, int(q))
			x, y, _, _ := w.at(.5)
			if got := s.Pick(float64(x), float64(y)); got.Kind != Link || got.Port != p || got.Switch != p/s.net.Radix {
				t.Errorf("%s: %+v in the middle of the link of %s", name, got, s.net.PortName(p))
			}
			if x, y := s.x(s.lay.sx[p/s.net.Radix]), s.y(s.lay.sy[p/s.net.Radix]); s.Pick(float64(x), float64(y)).Kind != Switch {
				t.Errorf("%s: no switch in the middle of %s", name, s.net.SwitchName(p/s.net.Radix))
			}
		}
		if want := map[string]int{"mesh-4x3": 34, "torus-4x3": 48}[name]; links != want {
			t.Errorf("%s: %d links, want %d", name, links, want)
		}
	}
}

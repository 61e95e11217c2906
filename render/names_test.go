package render

// Words of the picture hide nothing and are hidden by nothing.

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// words draws a frame on a sketch, and returns where each word stands that satisfies wanted.
func (s *Scene) words(wanted func(string) bool) map[string]rect {
	k := newSketch(s.width, s.height)
	s.dynamic = Mesh{sketch: k}
	s.buildDynamic()
	found := map[string]rect{}
	for _, o := range k.ops {
		if word := k.words[max(0, min(int(o.n[5]), len(k.words)-1))]; o.kind == opText && wanted(word) {
			x, y, align, size, w := o.n[0], o.n[1], o.n[2], o.n[3], o.n[4]
			found[word] = rect{x - align*w, y - size*.8, x + (1-align)*w, y + size*.2} // y is the line the letters stand on
		}
	}
	return found
}

// The names of the pods are on the canvas when the whole network is, however large its pods are.
func TestNamesOfPodsAreInTheFitted(t *testing.T) {
	for _, name := range []string{"knary-2x3", "rlft-4x3", "rlft-8x3", "rlft-12x3"} {
		for _, size := range [][2]float64{{1100, 640}, {1440, 900}, {1100, 300}, {390, 200}, {3100, 1100}} {
			const under = 30 // something covers the canvas there
			s := scene(t, name, size[0], size[1], 1, Insets{Bottom: under})
			s.SetFrame(congested(s.net, 0))
			names := s.words(func(word string) bool { return strings.HasPrefix(word, "pod ") })
			if size[0] > 1000 && len(names) == 0 {
				t.Errorf("%s %v: no pod is named", name, size)
			}
			for word, box := range names {
				if float64(box.y1) > size[1]-under {
					t.Errorf("%s %v: %q ends at %.0f of %.0f", name, size, word, box.y1, size[1]-under)
				}
			}
		}
	}
}

// The number of a host with a mark is not written where the next host of its switch stands.
func TestNumbersOfMarkedHostsAreNotHidden(t *testing.T) {
	for _, name := range []string{"rlft-6x2", "rlft-12x3", "mesh-4x4", "bmin-8x3"} {
		for _, zoom := range []float64{1, 4, 8, 14} {
			s := scene(t, name, 1100, 640, 1, Insets{})
			s.ZoomAt(float64(s.x(s.lay.hx[5])), float64(s.y(s.lay.hy[5])), zoom)
			f := congested(s.net, 0)
			for h := range f.Hosts {
				f.Hosts[h].Flags |= observe.Culprit
			}
			s.SetFrame(f)
			half := s.units(hostSize) / 2
			if half < 13.5 {
				continue
			}
			k := newSketch(s.width, s.height)
			m := &Mesh{sketch: k}
			s.hosts(m, f)
			numbers := 0
			for _, o := range k.ops {
				if o.kind != opText {
					continue
				}
				numbers++
				x, y, w := o.n[0], o.n[1], o.n[4]
				word := rect{x - w/2, y - 6, x + w/2, y}
				for h := range s.lay.hx {
					hx, hy := s.x(s.lay.hx[h]), s.y(s.lay.hy[h])
					if word.meets(&rect{hx - half, hy - half, hx + half, hy + half}) {
						t.Errorf("%s ×%v: number %s at %.0f, %.0f stands on host %d at %.0f, %.0f", name, zoom, k.words[int(o.n[5])], x, y, h, hx, hy)
					}
				}
			}
			if numbers == 0 {
				t.Errorf("%s ×%v: no host has a number", name, zoom)
			}
		}
	}
}

// The name of a root stands beside hot spots, not on them.
func TestNamesOfRootsKeepOffHotSpots(t *testing.T) {
	named := 0
	for hot := range 128 {
		s := scene(t, "rlft-8x3", 500, 300, 1, Insets{})
		f := congested(s.net, 4, hot, (hot+50)%128)
		s.SetFrame(f)
		for word, box := range s.words(func(word string) bool { return strings.HasPrefix(word, "root ") }) {
			named++
			for _, h := range []int{hot, (hot + 50) % 128} {
				if box.has(s.x(s.lay.hx[h]), s.y(s.lay.hy[h])) {
					t.Errorf("%q hides the hot spot %d", word, h)
				}
			}
		}
	}
	if named < 128 {
		t.Errorf("%d names", named)
	}
}

// The mark of a root does not cover that of the hot spot that it leads to, and is picked where it stands.
func TestRootsKeepOffTheirHotSpots(t *testing.T) {
	for _, c := range []struct {
		network string
		hot     int
		radial  bool
	}{{"torus-8x8", 3, false}, {"mesh-4x4", 5, false}, {"rlft-8x3", 77, false}, {"rlft-12x3", 22, false}, {"rlft-12x3", 22, true}, {"rlft-36x3", 600, false}, {"bmin-8x3", 32, false}} {
		for _, size := range [][2]float64{{1100, 640}, {390, 300}} {
			s := scene(t, c.network, size[0], size[1], 1, Insets{})
			s.SetRadial(c.radial)
			f := congested(s.net, 4, c.hot)
			s.SetFrame(f)
			s.picture()
			d, root := s.px(rootSize[s.level]), int(f.Trees[0].Root)
			x, y := s.rootAt(root, d)
			hx, hy := s.x(s.lay.hx[c.hot]), s.y(s.lay.hy[c.hot])
			if got, want := hypot(x-hx, y-hy), d*1.75/2+s.hotMark()/2; got < want-.01 {
				t.Errorf("%s %v: root and hot spot are %.1f apart, their marks need %.1f", c.network, size, got, want)
			}
			if k := s.Pick(float64(x), float64(y)); k.Port != root {
				t.Errorf("%s %v: the root's mark picks port %d, not %d", c.network, size, k.Port, root)
			}
		}
	}
}

// The numbers of trees are not cut by the canvas's end, nor hidden by what covers it.
func TestNumbersOfTreesAreNotCut(t *testing.T) {
	hot := []int{0, 1, 2, 9, 63, 125, 126, 127}
	for _, size := range [][2]float64{{120, 280}, {180, 200}, {240, 260}, {1100, 640}} {
		s := scene(t, "rlft-8x3", size[0], size[1], 1, Insets{Top: 40, Bottom: 20})
		f := congested(s.net, 4, hot...)
		for i := range f.Trees {
			f.Trees[i].ID += 200 // no other word of the picture
		}
		s.SetFrame(f)
		x0, y0, x1, y1 := s.free()
		numbers := s.words(func(word string) bool { return len(word) == 3 && word[0] == '2' })
		if len(numbers) == 0 {
			t.Errorf("%v: no number", size)
		}
		for word, box := range numbers {
			if float64(box.x0) < x0 || float64(box.x1) > x1 || float64(box.y0) < y0 || float64(box.y1) > y1 {
				t.Errorf("%v: number %s at %.0f–%.0f, %.0f–%.0f", size, word, box.x0, box.x1, box.y0, box.y1)
			}
		}
	}
}

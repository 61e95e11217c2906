package render

// Words of the picture hide nothing and are hidden by nothing.

import (
	"strings"
	"testing"
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

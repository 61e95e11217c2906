package render

import (
	"slices"
	"strconv"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// Trees that share a colour are told apart without any: their branches are broken in other ways, in triangles and shapes.
func TestRoundsOfColours(t *testing.T) {
	s := situation(t, "rlft-8x3", Print, 1)
	p, q, whole := 0, 0, float32(0) // the longest branch
	for _, b := range s.surveyed().branches {
		w := s.way(int(s.net.Peer[b]), int(b))
		if d := hypot(w.x[1]-w.x[0], w.y[1]-w.y[0]); d > whole {
			p, q, whole = int(b), int(s.net.Peer[b]), d
		}
	}
	for _, c := range []struct {
		slot     uint8
		least    float32 // share of the line that is drawn
		most     float32
		longest  float32
		moreThan int // pieces
	}{{1, 1, 1, 1e9, 0}, {8, 1, 1, 1e9, 0}, {9, .6, .85, 13.1, 4}, {17, .4, .62, 4.6, 8}, {25, .6, .85, 13.1, 4}, {63, .6, .85, 13.1, 4}} {
		k := newSketch(s.width, s.height)
		s.branch(&Mesh{sketch: k}, q, p, 3, 0, c.slot, s.inks.tree[c.slot])
		sum, pieces := float32(0), 0
		for _, o := range k.ops {
			d := hypot(o.n[2]-o.n[0], o.n[3]-o.n[1])
			if sum, pieces = sum+d, pieces+1; d > c.longest {
				t.Errorf("slot %d: a piece of %.1f px", c.slot, d)
			}
		}
		if share := sum / whole; share < c.least-.001 || share > c.most+.001 || pieces <= c.moreThan {
			t.Errorf("slot %d: %d pieces, %.2f of the line", c.slot, pieces, share)
		}
	}
}

// Every root bears the number of its tree, except that of the only one; the legend speaks of broken branches only if there are.
func TestRootsAreNumbered(t *testing.T) {
	n := build(t, "rlft-8x3")
	for _, hot := range [][]int{{77}, {5, 77}, {1, 9, 17, 25, 33, 41, 49, 57, 65, 73, 81, 89}} {
		s := NewScene(n)
		s.SetTheme(Print)
		s.Resize(1200, 800, 1, Insets{})
		f := congested(n, 4, hot...)
		for i := range f.Trees {
			f.Trees[i].ID += 200 // no other word of the picture
		}
		s.SetFrame(f)
		k := newSketch(s.width, s.height)
		s.dynamic = Mesh{sketch: k}
		s.buildDynamic()
		for i := range f.Trees {
			if word := strconv.Itoa(int(f.Trees[i].ID)); slices.Contains(k.words, word) != (len(hot) > 1) {
				t.Errorf("%d trees: number %s, %v", len(hot), word, !(len(hot) > 1))
			}
		}
		broken := slices.ContainsFunc(s.Legend(), func(e LegendEntry) bool { return e.Shape == "dashes" })
		if broken != (len(hot) > 8) {
			t.Errorf("%d trees: the legend speaks of broken branches: %v", len(hot), broken)
		}
	}
	for slot, round := range map[uint32]int{0: 0, 1: 0, 8: 0, 9: 1, 16: 1, 17: 2, observe.MaxTrees: 7} {
		if got := TreeRound(slot); got != round {
			t.Errorf("slot %d is of round %d, not %d", slot, got, round)
		}
	}
}

package render

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
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
	trees := []observe.Tree{{Slot: 11}, {Slot: 8}, {Slot: 2}, {Slot: 3}, {Slot: 19}, {Slot: 27}, {Slot: 63}} // the largest first
	s.frame.Trees = trees
	s.readTrees()
	for _, c := range []struct {
		slot     uint8
		least    float32 // share of the line that is drawn
		most     float32
		longest  float32
		moreThan int // pieces
	}{{11, 1, 1, 1e9, 0}, {8, 1, 1, 1e9, 0}, {3, .6, .85, 13.1, 4}, {19, .4, .62, 4.6, 8}, {27, .6, .85, 13.1, 4}, {63, 1, 1, 1e9, 0}, {2, 1, 1, 1e9, 0}} {
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
		if i := slices.IndexFunc(s.Legend(), func(e LegendEntry) bool { return strings.Contains(e.Name, "list") }); i >= 0 { // pictures of several schemes, and without it, have none
			t.Errorf("the legend speaks of a list: %s", s.Legend()[i].Name)
		}
	}
	for _, c := range []struct {
		slots []uint32 // of trees, the largest first
		want  map[uint32]uint8
	}{
		{nil, nil},
		{[]uint32{1, 2, 8}, nil},
		{[]uint32{19, 18, 9}, nil}, // no two of one colour, whatever their slots
		{[]uint32{9, 1, 17}, map[uint32]uint8{1: 1, 17: 2}},
		{[]uint32{0, observe.MaxTrees, 64, 7}, map[uint32]uint8{7: 1}},
	} {
		var trees []observe.Tree
		for _, slot := range c.slots {
			trees = append(trees, observe.Tree{Slot: slot})
		}
		for slot, got := range TreeRounds(trees) {
			if got != c.want[uint32(slot)] {
				t.Errorf("slots %v: %d larger trees have the colour of %d, want %d", c.slots, got, slot, c.want[uint32(slot)])
			}
		}
	}
}

// A root is named by its port; its size and age are told in the unit that fits.
func TestRootsAreNamed(t *testing.T) {
	s := scene(t, "rlft-4x3", 800, 600, 1, Insets{})
	s.frame = &observe.Frame{}
	for _, c := range []struct {
		ports uint32
		age   int64
		want  string
	}{
		{1, 0, "root S1.1 port 2  1 buffer, 0.0 ns"},
		{2, -engine.Microsecond, "root S1.1 port 2  2 buffers, 0.0 ns"},
		{0, 30*engine.Microsecond + 999_999, "root S1.1 port 2  0 buffers, 31.0 µs"},
		{40, engine.Millisecond - 1, "root S1.1 port 2  40 buffers, 1.0 ms"},
		{40, engine.Millisecond, "root S1.1 port 2  40 buffers, 1.0 ms"},
		{40, 12399 * engine.Microsecond, "root S1.1 port 2  40 buffers, 12.4 ms"},
	} {
		s.frame.TimePS = 20 * engine.Millisecond
		tree := observe.Tree{Root: uint32(s.net.Radix + 2), Ports: c.ports, BirthPS: s.frame.TimePS - c.age}
		if got := string(s.appendRoot(nil, &tree, true)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := string(s.appendRoot(nil, &tree, false)); got != "root S1.1 port 2" {
			t.Errorf("%q", got)
		}
	}
}

package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

func TestGroupsAndAges(t *testing.T) {
	for _, name := range shapesToTest {
		s := scene(t, name, 1000, 700, 1, Insets{})
		count, what := s.groups()
		used := map[int]bool{}
		for h := range s.net.Hosts {
			g := s.groupOf(h)
			if g < 0 || g >= count {
				t.Fatalf("%s: host %d is in %s %d of %d", name, h, what, g, count)
			}
			used[g] = true
		}
		if what != "leaf" && len(used) != count {
			t.Errorf("%s: %d of %d groups (%s) are used", name, len(used), count, what)
		}
		if s.groupOf(1<<20) != 0 {
			t.Errorf("%s: a host that is none", name)
		}
	}
	last := -1
	for age := 0; age < 1<<16; age++ {
		shade := int(ageShade(uint16(age)))
		if shade < last || age > 0 && shade-last > 24 {
			t.Fatalf("age %d has shade %d, the one before %d", age, shade, last)
		}
		last = shade
	}
	if ageShade(0) != 0 || ageShade(1024) < 235 || ageShade(1<<16-1) != 255 {
		t.Errorf("ages reach from %d over %d to %d", ageShade(0), ageShade(1024), ageShade(1<<16-1))
	}
}

// The panel explains the colours of a scene that has not been drawn yet, whatever its network: it was just opened, or its tab is hidden.
func TestColoursAreExplainedBeforeAnythingIsDrawn(t *testing.T) {
	for _, name := range shapesToTest {
		for packets := range PacketQuestions {
			for links := range LinkQuestions {
				s := NewScene(build(t, name))
				s.SetQuestions(PacketQuestion(packets), LinkQuestion(links))
				want := len(s.Key())
				s.Resize(1000, 700, 1, Insets{})
				if got := len(s.Key()); got != want {
					t.Errorf("%s, questions %d and %d: %d colours before it was drawn, %d afterwards", name, packets, links, want, got)
				}
			}
		}
	}
}

// Each question has answers of its own; what is not asked does not change a packet's colour.
func TestQuestionsDecideColours(t *testing.T) {
	s := scene(t, "rlft-12x3", 1000, 700, 1, Insets{})
	plain := traits{dst: 3, age: 2, vc: 0, class: observe.Innocent}
	for _, c := range []struct {
		q     PacketQuestion
		other traits
	}{
		{ByClass, traits{dst: 3, age: 2, class: observe.Contributor | 5}},
		{ByVC, traits{dst: 3, age: 2, vc: 2}},
		{ByGroup, traits{dst: 100, age: 2}},
		{ByAge, traits{dst: 3, age: 200}},
		{ByAdapted, traits{dst: 3, age: 2, flags: observe.Adapted}},
	} {
		for q := PacketQuestion(0); q < packetQuestions; q++ {
			s.SetQuestions(q, ByUse)
			if differ := s.ink(plain) != s.ink(c.other); differ != (q == c.q) {
				t.Errorf("asked for %s, what differs is %s: differ = %v", PacketQuestions[q], PacketQuestions[c.q], differ)
			}
		}
	}
	s.Meshes()
	s.SetQuestions(packetQuestions, ByUse)
	if s.Dirty() {
		t.Error("a question that is none is asked")
	}
	if s.SetQuestions(ByVC, ByStarved); !s.Dirty() {
		t.Error("another question is not drawn")
	}
	if list := s.Key(); len(list) < 4 {
		t.Errorf("the key is %v", list)
	}
}

// The legend tells of what the frame holds, and of nothing else.
func TestLegendFollowsTheFrame(t *testing.T) {
	for _, c := range []struct {
		change func(*observe.Frame)
		want   string // signs beside those that are there always
	}{
		{func(*observe.Frame) {}, ""},
		{func(f *observe.Frame) { f.Reacting = 1 }, "pause"},
		{func(f *observe.Frame) { f.Marked = 1 }, "pulse"},
		{func(f *observe.Frame) { f.SetAsideTotal = 1 }, "pulse slot"},
		{func(f *observe.Frame) { f.Slots = []observe.SlotState{{Port: 1}} }, "cell cell-hole cell-triangle"},
		{func(f *observe.Frame) { f.Slots, f.Sorted = []observe.SlotState{{Port: 1}}, observe.ByOutput }, "voq cell cell-hole cell-triangle"},
	} {
		s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
		f := congested(s.net, 2, 1)
		c.change(f)
		s.SetFrame(f)
		var got []string
		for _, e := range s.Legend() {
			if !slices.Contains([]string{"diamond", "line", "triangle", "target", "ring", "dart", "ring-disc", "disc", "bar"}, e.Shape) {
				got = append(got, e.Shape)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The legend explains the way of packets that are pinned where there is one.
func TestLegendOfWays(t *testing.T) {
	s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
	f := congested(s.net, 2, 1)
	for _, paths := range [][]uint32{nil, {uint32(s.net.HostPort(0)), observe.NoPort}, nil} {
		f.Paths = paths
		s.SetFrame(f)
		if told := slices.ContainsFunc(s.Legend(), func(e LegendEntry) bool { return strings.HasPrefix(e.Name, "Way of") }); told != (paths != nil) {
			t.Errorf("ways %v are explained: %v", paths, told)
		}
	}
}

// The legend explains branches where they are drawn: not where the colours of links tell something else, but of a tree that is alone.
func TestLegendOfBranches(t *testing.T) {
	s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
	f := congested(s.net, 2, 1)
	for _, alone := range []uint32{0, f.Trees[0].ID} {
		for _, links := range []LinkQuestion{ByUse, ByStarved, ByHoL} {
			s.SetQuestions(ByClass, links)
			s.SetIsolated(alone)
			s.SetFrame(f)
			k := newSketch(s.width, s.height)
			s.dynamic = Mesh{sketch: k}
			s.buildDynamic()
			told := slices.ContainsFunc(s.Legend(), func(e LegendEntry) bool { return strings.HasPrefix(e.Name, "Branch") })
			if drawn := slices.ContainsFunc(k.layers, func(l layer) bool { return l.name == "congestion trees" }); told != drawn || drawn != (links == ByUse || alone != 0) {
				t.Errorf("links by %s, tree %d alone: branches are drawn: %v; explained: %v", LinkQuestions[links], alone, drawn, told)
			}
		}
	}
}

// The legend explains the colours of HoL blocking where there is some, with VOQs, too, else why there is none.
func TestLegendOfHoLBlocking(t *testing.T) {
	for _, c := range []struct {
		sorted int64
		hol    float64
		lines  string
	}{{observe.InOrder, 0, "without"}, {observe.ByOutput, 0, "with such queues"}, {observe.ByOutput, .15, "without"}, {observe.ByHost, 0, "with such queues"}, {observe.ByRoot, 0, "not measured"}} {
		s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
		f := congested(s.net, 2, 1)
		f.Sorted, f.HoL = c.sorted, c.hol
		s.SetFrame(f)
		s.SetQuestions(ByClass, ByHoL)
		colours := 0
		for _, e := range s.Legend() {
			if e.Color == palettes[s.theme].low || e.Color == palettes[s.theme].high {
				colours++
			}
			if strings.HasPrefix(e.Name, "Link") && !strings.Contains(e.Name, c.lines) && colours == 0 {
				t.Errorf("packets queued as %d, HoL blocking %v: %q", c.sorted, c.hol, e.Name)
			}
		}
		if want := c.lines == "without"; (colours == 2) != want {
			t.Errorf("packets queued as %d, HoL blocking %v: %d colours", c.sorted, c.hol, colours)
		}
	}
}

// The key names each colour by its class in the style sheets.
func TestKey(t *testing.T) {
	for _, c := range []struct {
		network string
		packets PacketQuestion
		links   LinkQuestion
		want    string
	}{
		{"rlft-8x3", ByClass, ByUse, ""},
		{"rlft-8x3", ByVC, ByUse, "Packet in VC 0: tree-1; Packet in VC 1: tree-2; Packet in VC 2: tree-3"},
		{"rlft-4x3", ByGroup, ByUse, "To pod 0: tree-1; To pod 1: tree-2; To pod 2: tree-3; To pod 3: tree-4"},
		{"rlft-12x3", ByGroup, ByUse, "To pod 0, 8: tree-1; To pod 1, 9: tree-2; To pod 2, 10: tree-3; To pod 3, 11: tree-4; To pod 4: tree-5; To pod 5: tree-6; To pod 6: tree-7; To pod 7: tree-8"},
		{"mesh-2x17", ByGroup, ByUse, "To row 0, 8 …: tree-1; To row 1, 9: tree-2; To row 2, 10: tree-3; To row 3, 11: tree-4; To row 4, 12: tree-5; To row 5, 13: tree-6; To row 6, 14: tree-7; To row 7, 15: tree-8"},
		{"rlft-8x3", ByAge, ByUse, "Packet just generated: ramp-1; 6 packet times old: ramp-2; 40: ramp-3; 250: ramp-4; 1600 or more: ramp-5"},
		{"rlft-8x3", ByAdapted, ByUse, "Packet off its deterministic way: tree-1; Other packet: packet"},
	} {
		s := scene(t, c.network, 1000, 700, 1, Insets{})
		f := congested(s.net, 0)
		f.VCs = 3
		s.SetFrame(f)
		s.SetQuestions(c.packets, c.links)
		var got []string
		for _, k := range s.Key() {
			got = append(got, k.Name+": "+k.Class)
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s, %s: %q, want %q", c.network, PacketQuestions[c.packets], text, c.want)
		}
	}
	s := scene(t, "rlft-8x3", 1000, 700, 1, Insets{})
	var classes []string
	for _, q := range []LinkQuestion{ByHoL, ByStarved} {
		s.SetQuestions(ByClass, q)
		for _, k := range s.Key() {
			if classes = append(classes, k.Class); !k.Link {
				t.Errorf("%q is not of links", k.Name)
			}
		}
	}
	if got := strings.Join(classes, " "); got != "link hol-low hol-high link ramp-3 ramp-5" {
		t.Errorf("links: %s", got)
	}
}

// Where colours tell something else, a tree that was alone and has died brings no branches into the picture, nor the trees' colours.
func TestDeadTreeIsNotAlone(t *testing.T) {
	s := scene(t, "rlft-8x3", 1440, 900, 1, panel)
	s.SetFrame(congested(s.net, 4, 77))
	slot := uint8(s.frame.Trees[0].Slot)
	s.SetQuestions(ByVC, ByStarved)
	for _, c := range []struct {
		alone uint32
		want  bool
	}{{0, false}, {s.frame.Trees[0].ID, true}, {99, false}} {
		s.SetIsolated(c.alone)
		if got := s.drawsBranches(); got != c.want || (s.bodyInk(slot) == s.inks.tree[slot]) != c.want {
			t.Errorf("tree %d alone: branches %v, in its colour %v", c.alone, got, s.bodyInk(slot) == s.inks.tree[slot])
		}
	}
	s.SetFrame(congested(s.net, 0)) // and it has died with the others
	s.SetIsolated(1)
	if s.drawsBranches() {
		t.Error("without a tree branches are drawn")
	}
}

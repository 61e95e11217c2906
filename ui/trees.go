package ui

// The list of congestion trees, and the legend of the canvas.

import (
	"slices"
	"sort"
	"strconv"

	"github.com/vugu/vugu"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/render"
)

// shownTrees bounds the list; the rest is counted, and shown on demand.
const shownTrees = 8

// Colours is the number of tree colours; slot n has the class tree-((n-1) mod Colours + 1).
const Colours = 8

// Trees lists the congestion trees. Its template is trees.vugu.
type Trees struct {
	m *Model
	a Actions

	all      bool              // also the small ones
	growth   map[uint32]growth // by ID,
	of       scenario.Scenario // in the run of this
	measured int64             // when, ps
}

// list are those of the run that the panel is about; none while nothing is known of that.
func (c *Trees) list() []observe.Tree {
	if c.m.behind() != "" {
		return nil
	}
	return c.m.Trees
}

// Shown are the largest trees and the isolated one: the very largest first, which has to be in view, and the others in
// order of birth, so that a row keeps its place while the sizes change.
func (c *Trees) Shown() []observe.Tree {
	c.measure()
	list := append([]observe.Tree(nil), c.list()...)
	if len(list) == 0 {
		return nil
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Ports > list[j].Ports })
	largest := list[0].ID
	sort.SliceStable(list, func(i, j int) bool { return list[i].ID == c.m.Isolated && list[j].ID != c.m.Isolated })
	if !c.all {
		list = list[:min(len(list), shownTrees)]
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i].ID, list[j].ID
		if x, y := a == largest, b == largest; x != y {
			return x
		}
		return a < b
	})
	return list
}

func (c *Trees) Title() string {
	if n := len(c.list()); n > 0 {
		return plural(n, "{0} congestion tree", "{0} congestion trees")
	}
	if c.m.behind() != "" { // nobody knows
		return T("Congestion trees")
	}
	return T("No congestion tree")
}

// Rest names the button that shows the smaller trees too, or no longer.
func (c *Trees) Rest() string {
	n := len(c.list()) - shownTrees
	switch {
	case n <= 0:
		return ""
	case c.all:
		return T("Only the {0} largest", strconv.Itoa(shownTrees))
	}
	return plural(n, "and {0} smaller one", "and {0} smaller ones")
}

func (c *Trees) Expanded() string { return strconv.FormatBool(c.all) }

func (c *Trees) OnRest(vugu.DOMEvent) { guard(c.m, func() { c.all = !c.all }) }

// Calm says what is congested though there is no tree or, if nothing is, what a tree would be.
func (c *Trees) Calm() string {
	if behind := c.m.behind(); behind != "" {
		return behind
	}
	if c.m.Strain != "" {
		return c.m.Strain
	}
	if !c.m.Calm {
		return T("A tree is one as soon as full input buffers have waited for the same output for some time.")
	}
	return T("No output port is asked for more than it can send while the buffer behind it still has credits.")
}

func treeClass(slot uint32) string {
	if slot == 0 {
		return "tree-0"
	}
	return "tree-" + strconv.Itoa(int(slot-1)%Colours+1)
}

// Class is a tree's colour, and how it is marked where a larger tree has the same: see render.TreeRounds.
func (c *Trees) Class(t observe.Tree) string {
	class := "tree " + treeClass(t.Slot)
	if n := render.TreeRounds(c.m.Trees)[t.Slot&observe.SlotMask]; n > 0 {
		class += " again-" + strconv.Itoa(2-int(n)%2)
	}
	return class
}

// Number is the tree's at its root in the picture, where a single tree has none.
func (c *Trees) Number(t observe.Tree) string {
	if len(c.m.Trees) < 2 {
		return ""
	}
	return strconv.Itoa(int(t.ID)) + " "
}

// Root names the root port.
func (c *Trees) Root(t observe.Tree) string {
	if c.m.Net == nil || int(t.Root) >= c.m.Net.SwitchPorts() {
		return T("port {0}", strconv.FormatUint(uint64(t.Root), 10))
	}
	sw, local := c.m.Net.SwitchOf(int(t.Root))
	return T("{0} port {1}", c.m.Net.SwitchName(sw), strconv.Itoa(local))
}

// Brief is the same where there is no room for it, as names are written in the panel and in links.
func (c *Trees) Brief(t observe.Tree) string {
	if c.m.Net == nil || int(t.Root) >= c.m.Net.SwitchPorts() {
		return c.Root(t)
	}
	sw, local := c.m.Net.SwitchOf(int(t.Root))
	return c.m.Net.SwitchName(sw) + ":" + strconv.Itoa(local)
}

func (c *Trees) Empty() bool                   { return len(c.list()) == 0 }
func (c *Trees) Ports(t observe.Tree) string   { return c.Trend(t) + brief(uint64(t.Ports)) }
func (c *Trees) Hosts(t observe.Tree) string   { return brief(uint64(t.Hosts)) }
func (c *Trees) Victims(t observe.Tree) string { return brief(uint64(t.Victims)) }

// Life says when a tree was born, and how old it is.
func (c *Trees) Life(t observe.Tree) string {
	return T("born {0}, {1} old", duration(float64(t.BirthPS)/1000), duration(float64(max(c.m.Frame.TimePS-t.BirthPS, 0))/1000))
}

// Hint says what a click does, and what has no room in the row.
func (c *Trees) Hint(t observe.Tree) string {
	s := c.Born(t) + " " + c.Grown(t) + plural(int(t.Hosts), "{0} host", "{0} hosts") + ", " + plural(int(t.Victims), "{0} victim", "{0} victims") + ", " + plural(int(t.Depth), "{0} hop deep", "{0} hops deep") + ", " + plural(int(t.Packets), "{0} culprit packet waiting", "{0} culprit packets waiting") + ". "
	if t.ID == c.m.Isolated {
		return s + T("Show all trees")
	}
	return s + T("Show this tree alone")
}

// More is what the hint says and the row does not, for those who listen. While it plays, only what a click does: screen readers
// say each change of it.
func (c *Trees) More(t observe.Tree) string {
	s := ""
	if c.m.State != Running {
		s = c.Grown(t) + plural(int(t.Depth), "{0} hop deep", "{0} hops deep") + ", " + plural(int(t.Packets), "{0} culprit packet waiting", "{0} culprit packets waiting") + ". "
	}
	return s + T("Show this tree alone")
}

func (c *Trees) Pressed(t observe.Tree) string { return strconv.FormatBool(t.ID == c.m.Isolated) }

// OnLook shows a tree alone while the pointer, or the focus, is on its row.
func (c *Trees) OnLook(id uint32) { guard(c.m, func() { c.a.LookAtTree(id) }) }

// OnTree isolates a tree, or shows all again. The ID is fixed when the row is drawn, since
// the row may show another tree by the time the click is handled.
func (c *Trees) OnTree(id uint32) {
	guard(c.m, func() {
		if id == c.m.Isolated {
			id = 0
		}
		c.a.Isolate(id)
	})
}

// Legend explains the canvas. Its template is legend.vugu.
type Legend struct {
	m      *Model
	was    [6]bool // what it has named: branches, HoL blocking, colours that come again, blocked hosts in a tree's colour, HoL blocking of links, hosts of several schemes;
	sorted int64   // how packets are queued, as Header.Sorted
	key    []render.KeyEntry
	once   bool
}

// Classes says whether colours tell culprits, victims and innocents, and branches.
func (c *Legend) Classes() bool {
	return c.m.Look.Packets == "" || c.m.Look.Packets == render.PacketQuestions[render.ByClass]
}

// Held is the colour of hosts that a tree blocks: its own, but grey where packets tell something else and no tree is alone.
func (c *Legend) Held() string {
	if c.Classes() || c.m.Isolated != 0 {
		return "tree-1"
	}
	return "packet"
}

// Packets are the colours of packets where they tell something else.
func (c *Legend) Packets() (list []render.KeyEntry) {
	for _, k := range c.m.Look.Key {
		if !k.Link {
			list = append(list, k)
		}
	}
	return
}

// Links are the colours of links where they tell anything but HoL blocking, which has signs of its own.
func (c *Legend) Links() (list []render.KeyEntry) {
	for _, k := range c.m.Look.Key {
		if k.Link && !c.HoL() {
			list = append(list, k)
		}
	}
	return
}

// Branches says whether they are drawn.
func (c *Legend) Branches() bool {
	asked := slices.Index(render.LinkQuestions[:], c.m.Look.Links) // the first where none is
	return render.LinkQuestion(max(0, asked)).Branches(c.m.Isolated)
}

// HoL says whether links tell HoL blocking.
func (c *Legend) HoL() bool { return c.m.Look.Links == render.LinkQuestions[render.ByHoL] }

// NoHoL says why links tell no HoL blocking though they are asked to, "" where they do, as those of one of several runs may.
func (c *Legend) NoHoL() string {
	switch {
	case !c.HoL() || c.m.Frame.TellsHoL() || c.m.Compare.Comparing():
		return ""
	case c.m.Frame.Sorted == observe.ByRoot:
		return T("HoL blocking not measured")
	}
	return T("no HoL blocking")
}

// VOQs says whether buffers are sorted by output.
func (c *Legend) VOQs() bool { return c.m.Frame.Sorted == observe.ByOutput }

// Again says whether colours stand for more than one tree, in any of the pictures.
func (c *Legend) Again() bool {
	return render.Again(c.m.Trees) || c.m.Compare.Comparing() && slices.ContainsFunc(c.m.Compare.Lanes, func(l Lane) bool { return l.Again })
}

// Branch explains branches, as sentences do: what a tree fills depends on how packets are queued.
func (c *Legend) Branch() string {
	if c.Again() {
		return T("branch (broken: colour repeats)")
	}
	if c.m.Compare.mixed() {
		return T("branch")
	}
	switch c.m.Frame.Sorted {
	case observe.ByRoot:
		return T("branch, packets set aside")
	case observe.ByHost:
		return T("branch, queues full")
	}
	return T("branch, buffers full")
}

// Many says whether there are more colours than there is room to name; the panel names them all.
func (c *Legend) Many() bool { return len(c.Packets()) > 5 }

// Blocked explains the hosts that a tree reaches, as sentences do.
func (c *Legend) Blocked() string {
	if c.m.Compare.mixed() {
		return T("host reached")
	}
	if c.m.Frame.HoldsBack() {
		return T("host holds back")
	}
	return T("blocked host")
}

// Few are the colours that are named.
func (c *Legend) Few() []render.KeyEntry {
	if c.Many() {
		return nil
	}
	return c.Packets()
}

func (c *Legend) rests() bool {
	is := [6]bool{c.Branches(), c.HoL(), c.Again(), c.Held() == "tree-1", c.NoHoL() == "", c.m.Compare.mixed()}
	same := c.once && c.was == is && c.sorted == c.m.Frame.Sorted && slices.Equal(c.key, c.m.Look.Key)
	c.once, c.was, c.sorted, c.key = true, is, c.m.Frame.Sorted, slices.Clone(c.m.Look.Key)
	return same
}

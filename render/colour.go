package render

// Colour by a question: what the colours of packets and of links tell. One thing at a time: while packets
// answer another question than who congests whom, the trees are drawn in grey, but for their roots and an
// isolated one.

import (
	"image/color"
	"strings"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

// PacketQuestion is what the colours of packets tell.
type PacketQuestion uint8

const (
	ByClass   PacketQuestion = iota // culprit, victim or innocent, in the colour of the tree
	ByVC                            // the VC a packet is in
	ByGroup                         // where it goes: the pod of its destination, or what comes closest
	ByAge                           // time since it was generated
	ByAdapted                       // whether it is off the deterministic way
	packetQuestions
)

// LinkQuestion is what the colours of links tell.
type LinkQuestion uint8

const (
	ByUse     LinkQuestion = iota // share of the time that a link is busy
	ByStarved                     // share of the time that packets wait for it and the next buffer has no room
	ByHoL                         // share of the packets in the buffer it leads to that suffer HoL blocking
	linkQuestions
)

// Branches says whether trees' branches are drawn beside that: not where the colours of links tell something else, but of a tree that is
// alone, whose ID that is (0 = none is).
func (q LinkQuestion) Branches(alone uint32) bool { return q == ByUse || alone != 0 }

// Names of the questions, as a person chooses among them.
var (
	PacketQuestions = [...]string{ByClass: lang.Say("culprit, victim, innocent"), ByVC: lang.Say("virtual channel"), ByGroup: lang.Say("destination group"), ByAge: lang.Say("age"), ByAdapted: lang.Say("adapted or not")}
	LinkQuestions   = [...]string{ByUse: lang.Say("utilisation"), ByStarved: lang.Say("blocked for lack of credits"), ByHoL: lang.Say("HoL-blocked packets")}
)

// SetQuestions chooses what the colours of packets and of links tell.
func (s *Scene) SetQuestions(p PacketQuestion, l LinkQuestion) {
	if p < packetQuestions && l < linkQuestions && (p != s.asks || l != s.asksLinks) {
		s.asks, s.asksLinks, s.dirty, s.holSums.fresh = p, l, true, false
	}
}

// traits are what a packet's colour depends on.
type traits struct {
	dst              uint32
	age              uint16
	vc, class, flags uint8
}

// ink is the colour of a packet; for ByClass that of innocent ones and of the trees.
func (s *Scene) ink(t traits) ink {
	switch s.asks {
	case ByVC:
		return s.inks.tree[1+t.vc%8]
	case ByGroup:
		return s.inks.tree[1+s.groupOf(int(t.dst))%8]
	case ByAge:
		return s.inks.ramp[ageShade(t.age)]
	case ByAdapted:
		if t.flags&observe.Adapted != 0 {
			return s.inks.tree[1]
		}
		return s.inks.packet
	}
	if t.class&observe.ClassMask == observe.Contributor {
		return s.inks.tree[t.class&observe.SlotMask]
	}
	return s.inks.packet
}

// ageShade spreads ages in packet times over the ramp by their logarithm; it ends at some 1660.
func ageShade(age uint16) uint8 {
	shade, bit := 0, 0
	for v := int(age); v > 1; v >>= 1 {
		bit++
	}
	if bit > 0 {
		shade = 24*bit + 24*(int(age)-1<<bit)>>bit
	}
	return uint8(min(shade, 255))
}

// groups returns in how many groups the destinations are, and what they are called.
func (s *Scene) groups() (count int, name string) {
	switch { // the legend asks before there is a layout, too
	case s.net.Stages > 2 && s.net.Tree != nil:
		return s.net.Tree.M[s.net.Stages-1], lang.Say("pod")
	case s.net.Grid != nil:
		return s.net.Grid.Y, lang.Say("row")
	default:
		return s.net.First[min(1, s.net.Stages-1)] + boolean(s.net.Stages == 1)*s.net.Switches, lang.Say("leaf")
	}
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// groupOf returns the group of a host.
func (s *Scene) groupOf(h int) int {
	if h >= len(s.lay.leafOf) {
		return 0
	}
	leaf := int(s.lay.leafOf[h])
	switch count, name := s.groups(); name {
	case "pod":
		return leaf * count / s.net.Tree.SwitchesAt(1)
	case "row":
		_, y := s.net.Grid.XY(leaf)
		return y
	}
	return leaf
}

// LegendEntry explains one kind of mark: Shape is one of "line", "dashes", "disc", "dart", "ring", "ring-disc",
// "triangle", "target", "diamond", "bar", "cell", "cell-hole", "cell-triangle", "voq", "pause", "pulse", "slot" and "corners".
type LegendEntry struct {
	Name  string
	Shape string
	Color color.RGBA
}

// Legend explains the marks in the colours of the present theme and questions; tree colours stand for any tree.
func (s *Scene) Legend() []LegendEntry {
	l := legend{s: s, p: &palettes[s.theme], tree: TreeColor(1, s.theme)}
	l.ofTrees()
	l.ofPackets()
	if len(s.slots) > 0 {
		l.ofBuffers()
	}
	l.ofLinks()
	if s.frame != nil && len(s.frame.Paths) > 0 {
		l.add(lang.Say("Way of the pinned packets"), "line", l.p.text)
	}
	if !s.pin.Packet && (s.pin.Port >= 0 || s.pin.Switch >= 0) {
		l.add(lang.Say("What is pinned"), "corners", l.p.text)
	}
	l.add(lang.Say("Port buffer, filled"), "bar", l.p.dim)
	return l.list
}

// legend is one that is being written.
type legend struct {
	s    *Scene
	p    *palette
	tree color.RGBA // any tree's
	list []LegendEntry
}

func (l *legend) add(name, shape string, c color.RGBA) {
	l.list = append(l.list, LegendEntry{name, shape, c})
}

// ofTrees explains trees, hosts and notifications.
func (l *legend) ofTrees() {
	s, p := l.s, l.p
	branch := l.tree // and the hosts that it blocks: see bodyInk
	if s.asks != ByClass && s.alone == 0 {
		branch = p.dim
	}
	l.add(lang.Say("Congestion root"), "diamond", l.tree)
	if s.drawsBranches() {
		l.add(lang.Say("Branch: buffers that wait for the root, the thicker the more packets"), "line", branch)
	}
	if s.drawsBranches() && s.again() {
		l.add(lang.Say("Broken branch: of a tree whose colour a larger one has too; numbers tell them apart"), "dashes", branch)
	}
	l.add(lang.Say("Culprit host: sends to a hot spot"), "triangle", p.text)
	l.add(lang.Say("Hot spot host"), "target", l.tree)
	blocked := lang.Say("Host whose injection is blocked")
	if s.frame != nil && s.frame.HoldsBack() {
		blocked = lang.Say("Host that must hold back what would cross the root")
	}
	l.add(blocked, "ring", branch)
	if s.frame != nil && s.frame.Reacting > 0 {
		l.add(lang.Say("Host that throttles a flow, or spreads it over further paths"), "pause", p.text)
	}
	if s.frame != nil && (s.frame.Marked > 0 || s.frame.SetAsideTotal > 0) {
		l.add(lang.Say("Notification on its way back"), "pulse", p.text)
	}
	if s.frame != nil && s.frame.SetAsideTotal > 0 {
		l.add(lang.Say("Queue set aside for one congested point"), "slot", l.tree)
	}
}

// ofPackets explains the colours of packets.
func (l *legend) ofPackets() {
	s, p := l.s, l.p
	switch s.asks {
	case ByClass:
		l.add(lang.Say("Packet on its way to the root"), "dart", l.tree)
		l.add(lang.Say("Victim packet: held up by the tree, not bound for its root"), "ring-disc", l.tree)
		l.add(lang.Say("Other packet"), "disc", p.packet)
	case ByVC:
		for vc := 0; vc < s.vcs(); vc++ {
			l.add(lang.T("Packet in VC {0}", string(appendInt(nil, vc))), "disc", TreeColor(uint32(1+vc%8), s.theme))
		}
	case ByGroup:
		count, name := s.groups()
		for g := 0; g < min(8, count); g++ {
			text := lang.D(name) + " " + string(appendInt(nil, g))
			if g+8 < count {
				text += ", " + string(appendInt(nil, g+8))
			}
			if g+16 < count {
				text += " …"
			}
			l.add(lang.T("To {0}", text), "disc", TreeColor(uint32(1+g), s.theme))
		}
	case ByAge:
		for i, text := range [...]string{lang.Say("Packet just generated"), lang.Say("6 packet times old"), "40", "250", lang.Say("1600 or more")} {
			l.add(text, "disc", p.ramp[i])
		}
	case ByAdapted:
		l.add(lang.Say("Packet off its deterministic way"), "disc", l.tree)
		l.add(lang.Say("Other packet"), "disc", p.packet)
	}
}

// ofBuffers explains the packets in buffers, seen from near.
func (l *legend) ofBuffers() {
	s, p := l.s, l.p
	if s.sortedByOutput() {
		l.add(lang.Say("VOQs of a VC: the packets for one output together, its port number beside them"), "voq", p.text)
	}
	l.add(lang.Say("Packet in a buffer, the next to leave innermost"), "cell", p.packet)
	l.add(lang.Say("… that waits for credits: with a hole"), "cell-hole", p.packet)
	l.add(lang.Say("… that HoL blocking holds up, while its output is free: with a triangle"), "cell-triangle", p.packet)
}

// ofLinks explains the colours of links.
func (l *legend) ofLinks() {
	s, p := l.s, l.p
	switch s.asksLinks {
	case ByHoL:
		switch {
		case s.frame != nil && s.frame.Sorted == observe.ByRoot:
			l.add(lang.Say("Link: with set-aside queues HoL blocking is not measured"), "line", p.link)
		case s.frame != nil && !s.frame.TellsHoL():
			l.add(lang.Say("Link: with such queues no packet stands behind one for another output"), "line", p.link)
		default:
			l.add(lang.Say("Link into a buffer without HoL blocking"), "line", p.link)
			l.add(lang.Say("Link into a buffer where half of the packets suffer low-order HoL blocking: what blocks them is at its switch"), "line", p.low)
			l.add(lang.Say("Link into a buffer where half of the packets suffer high-order HoL blocking: the root is at another switch"), "line", p.high)
		}
	case ByStarved:
		l.add(lang.Say("Link that never lacks credits"), "line", p.link)
		l.add(lang.Say("Link that lacks credits at times"), "line", p.ramp[2])
		l.add(lang.Say("Link that always lacks credits"), "line", p.ramp[4])
	case ByUse:
		if s.theme == Dark {
			l.add(lang.Say("Link, brighter the busier"), "line", p.use)
		} else {
			l.add(lang.Say("Link, darker the busier"), "line", p.use)
		}
	}
}

// vcs is the number of VCs, 1 before the first frame.
func (s *Scene) vcs() int {
	if s.frame == nil || s.frame.VCs < 1 {
		return 1
	}
	return int(min(s.frame.VCs, 64))
}

// KeyEntry is a colour and what it means; Class is the style sheet's name of the colour: "tree-1" …, "ramp-1" …, "hol-low",
// "hol-high", "link", or "packet".
type KeyEntry struct {
	Name, Class string
	Link        bool // of links; else of packets
}

// Key explains the colours of packets and links, where they tell anything but classes and utilisation.
func (s *Scene) Key() (list []KeyEntry) {
	for _, e := range s.Legend() {
		packet, link := e.Shape == "disc" && s.asks != ByClass, e.Shape == "line" && s.asksLinks != ByUse && strings.HasPrefix(e.Name, "Link")
		if !packet && !link {
			continue
		}
		class := "packet"
		p := &palettes[s.theme]
		for i, c := range p.tree {
			if c == e.Color {
				class = "tree-" + string(appendInt(nil, i+1))
			}
		}
		for i, c := range p.ramp {
			if c == e.Color {
				class = "ramp-" + string(appendInt(nil, i+1))
			}
		}
		switch {
		case link && e.Color == p.low:
			class = "hol-low"
		case link && e.Color == p.high:
			class = "hol-high"
		case link && e.Color == p.link:
			class = "link"
		}
		list = append(list, KeyEntry{e.Name, class, link})
	}
	return
}

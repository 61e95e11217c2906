package words

// The instants worth seeing, in words: the flags of the timeline, and the events of the table.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// kinds of marks, as names and as titles.
var kinds = map[uint32][2]string{
	observe.TreeBorn:    {"tree", lang.Say("A congestion tree forms")},
	observe.TreeAtHosts: {"hosts", lang.Say("The tree reaches hosts")},
	observe.TreeSpread:  {"spread", lang.Say("The tree spreads")},
	observe.TreesGone:   {"gone", lang.Say("No tree is left")},
	observe.Saturated:   {"saturated", lang.Say("The network saturates")},
	observe.Recovered:   {"recovered", lang.Say("The network recovers")},
	observe.Deadlocked:  {"deadlock", lang.Say("Deadlock")},
	observe.HotSpotOn:   {"on", lang.Say("The hot spot begins")},
	observe.HotSpotOff:  {"off", lang.Say("The hot spot ends")},
}

// MarkKind names the kind of a mark in one word.
func MarkKind(m *observe.Mark) string { return kinds[m.Kind][0] }

// Mark explains an instant worth seeing: a title, and one sentence of the numbers measured then.
func Mark(n *topology.Network, m *observe.Mark) (title, text string) {
	title = lang.D(kinds[m.Kind][1])
	if text := asideMark(n, m) + netMark(n, m) + deadlockMark(n, m); text != "" {
		return title, text
	}
	root := Root(n, &observe.Tree{Root: m.Root})
	took, asked := percent(float64(m.Accepted)), offered(float64(m.Offered))
	switch m.Kind {
	case observe.TreeBorn:
		text = lang.N(int(m.Inputs), "{0} input wants output {1} of their switch at a time", "{0} inputs want output {1} of their switch at a time", root) +
			lang.N(int(m.Ports), ", and {0} input buffer is full behind it", ", and {0} input buffers are full behind it")
		if m.Hosts > 0 {
			text += lang.T(", which blocks {0}", hosts(int(m.Hosts)))
		}
		text += loads(m)
	case observe.TreeAtHosts, observe.TreeSpread:
		text = lang.T("The tree of {0} blocks the injection of {1}", root, hosts(int(m.Hosts)))
		if m.Kind == observe.TreeSpread {
			text = lang.T("The tree of {0} now blocks {1} of the {2} hosts", root, lang.Number(int(m.Hosts)), lang.Number(n.Hosts))
		}
		switch {
		case m.Hosts != 1:
			text += lang.T(", {0} of them at other switches", strconv.Itoa(int(m.Far)))
		case m.Far == 1:
			text += lang.T(", at another switch")
		}
		if m.PS > m.Since {
			text += lang.T(", {0} after its birth", lang.Time(m.PS-m.Since))
		}
		text += lang.N(int(m.Ports), ": {0} input buffer is full", ": {0} input buffers are full") + lang.N(int(m.Depth), ", up to {0} hop from the root", ", up to {0} hops from the root")
	case observe.HotSpotOn, observe.HotSpotOff:
		spots := lang.N(int(m.Ports), "{0} hot spot", "{0} hot spots")
		if q := peer(n, int(m.Root)); m.Ports == 1 && q >= 0 {
			spots = PortName(n, q)
		}
		if m.Kind == observe.HotSpotOn {
			text = lang.N(int(m.Hosts), "From here on {0} host sends all that it generates to {1}", "From here on {0} hosts send all that they generate to {1}", spots)
		} else {
			text = lang.N(int(m.Hosts), "{0} host no longer sends all to {1}; what it has sent still has to arrive", "{0} hosts no longer send all to {1}; what they have sent still has to arrive", spots)
		}
	case observe.TreesGone:
		text = lang.T("No buffer waits for a congestion root any more, {0} after the first tree was born", lang.Time(m.PS-m.Since))
	case observe.Saturated:
		text = lang.T("From about {0} on the network falls behind: {1} of the hosts' link bandwidth is accepted, {2} offered", lang.Time(m.Since), took, asked)
		if m.Hosts > 0 {
			text += lang.N(int(m.Hosts), "; congestion trees reach {0} host", "; congestion trees reach {0} hosts")
		}
	case observe.Recovered:
		text = lang.T("After {0} of saturation the network keeps up again: {1} of the hosts' link bandwidth is accepted, {2} offered", lang.Time(m.PS-m.Since), took, asked)
	default:
		return "", strconv.Itoa(int(m.Kind))
	}
	return title, text + "."
}

// HoL tells of packets in an input buffer whose output is free and has credits, but which stand behind one that cannot move.
func HoL(low, high int) []string {
	if low+high == 0 {
		return nil
	}
	s := lang.N(low+high, "HoL blocking: {0} packet could go on if the one in front could", "HoL blocking: {0} packets could go on if the one in front could")
	switch {
	case high == 0:
		s += lang.T(" (low-order: no root in another switch)")
	case low == 0:
		s += lang.T(" (high-order: the root is in another switch)")
	default:
		s += lang.T(" ({0} low-order, {1} high-order)", strconv.Itoa(low), strconv.Itoa(high))
	}
	return []string{s}
}

package words

// Congestion trees where queues are set aside (RECN-IQ, FBICM): no buffer is full, packets stand aside and hosts have
// been told to stop.

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// asideSummary is the part of Summary about the largest tree.
func asideSummary(t *observe.Tree) string {
	s := lang.N(int(t.Packets), "1 packet for it is set aside", "{0} packets for it are set aside") + lang.N(int(t.Ports), ", its branch is 1 input buffer", ", its branches are {0} input buffers")
	s += heldBack(t)
	if t.Victims == 0 {
		return s + lang.T(", and nobody else waits for it.")
	}
	return s + lang.N(int(t.Victims), ", and 1 victim packet found no queue free.", ", and {0} victim packets found no queue free.")
}

// heldBack is the part about the hosts that a tree reaches, where they go on with other packets.
func heldBack(t *observe.Tree) string {
	if t.Hosts == 0 {
		return ""
	}
	return lang.N(int(t.Hosts), ", 1 host must hold back what would cross its root", ", {0} hosts must hold back what would cross its root")
}

// goOn ends the sentence about them.
func goOn(m *observe.Mark) (s string) {
	if m.PS > m.Since {
		s = lang.T(", {0} after its birth", lang.Time(m.PS-m.Since))
	}
	return s + lang.T("; their other packets go on")
}

// stopped says what a packet waits for whose queue has been told to stop, for the tree of a slot.
func stopped(n *topology.Network, f *observe.Frame, slot uint8) string {
	if t := holder(n, f, slot); t != "" {
		return lang.T("is stopped: its queue waits for a Go from downstream, for {0}", t)
	}
	return lang.T("is stopped: its queue waits for a Go from downstream")
}

// asideMark is the sentence of Mark about a tree whose packets are set aside, "" if they are not.
func asideMark(n *topology.Network, m *observe.Mark) string {
	if m.Aside != 1 {
		return ""
	}
	root := Root(n, &observe.Tree{Root: m.Root})
	s := ""
	switch m.Kind {
	case observe.TreeBorn:
		s = lang.N(int(m.Ports), "Packets for output {1} are set aside in 1 input buffer, and more keep coming", "Packets for output {1} are set aside in {0} input buffers, and more keep coming", root)
		s += loads(m)
	case observe.TreeAtHosts:
		s = lang.N(int(m.Hosts), "A Stop for the tree of {1} has reached 1 host", "Stops for the tree of {1} have reached {0} hosts", root)
	case observe.TreeSpread:
		s = lang.T("Stops for the tree of {0} have reached {1} of the {2} hosts", root, lang.Number(int(m.Hosts)), lang.Number(n.Hosts))
	case observe.TreesGone:
		return lang.T("No packets are stopped for a congestion root any more, {0} after the first ones were.", lang.Time(m.PS-m.Since))
	default:
		return ""
	}
	if m.Kind != observe.TreeBorn {
		s += goOn(m)
	}
	return s + "."
}

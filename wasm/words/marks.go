package words

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// kinds of marks, as names and as titles.
var kinds = map[uint32][2]string{
	observe.TreeBorn:    {"tree", "A congestion tree forms"},
	observe.TreeAtHosts: {"hosts", "The tree reaches hosts"},
	observe.TreeSpread:  {"spread", "The tree spreads"},
	observe.TreesGone:   {"gone", "No tree is left"},
	observe.Saturated:   {"saturated", "The network saturates"},
	observe.Recovered:   {"recovered", "The network recovers"},
	observe.Deadlocked:  {"deadlock", "Deadlock"},
}

// MarkKind names the kind of a mark in one word.
func MarkKind(m *observe.Mark) string { return kinds[m.Kind][0] }

// Mark explains an instant worth seeing: a title, and one sentence of the numbers measured then.
func Mark(n *topology.Network, m *observe.Mark) (title, text string) {
	title = kinds[m.Kind][1]
	if text := asideMark(n, m) + deadlockMark(n, m); text != "" {
		return title, text
	}
	root := Root(n, &observe.Tree{Root: m.Root})
	loads := percent(float64(m.Accepted)) + " of the hosts' link bandwidth is accepted, " + percent(float64(m.Offered)) + " offered"
	switch m.Kind {
	case observe.TreeBorn:
		text = count(int(m.Inputs), "input wants ", "inputs want ") + "output " + root + " of their switch at a time, and " +
			count(int(m.Ports), "input buffer is", "input buffers are") + " full behind it"
		if m.Hosts > 0 {
			text += ", which blocks " + count(int(m.Hosts), "host", "hosts")
		}
		if m.Offered > 0 {
			text += "; " + loads
		}
	case observe.TreeAtHosts, observe.TreeSpread:
		text = "The tree of " + root + " blocks the injection of " + count(int(m.Hosts), "host", "hosts")
		if m.Kind == observe.TreeSpread {
			text = "The tree of " + root + " now blocks " + strconv.Itoa(int(m.Hosts)) + " of the " + strconv.Itoa(n.Hosts) + " hosts"
		}
		text += ", " + strconv.Itoa(int(m.Far)) + " of them at other switches"
		if m.PS > m.Since {
			text += ", " + Time(m.PS-m.Since) + " after its birth"
		}
		text += ": " + count(int(m.Ports), "input buffer is", "input buffers are") + " full, up to " + count(int(m.Depth), "hop", "hops") + " from the root"
	case observe.TreesGone:
		text = "The last buffer that waited for a congestion root has room again, " + Time(m.PS-m.Since) + " after the first one had filled"
	case observe.Saturated:
		text = "From about " + Time(m.Since) + " on the network falls behind: " + loads
		if m.Hosts > 0 {
			text += "; congestion trees block " + count(int(m.Hosts), "host", "hosts")
		}
	case observe.Recovered:
		text = "After " + Time(m.PS-m.Since) + " of saturation the network keeps up again: " + loads
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
	s := "HoL blocking: " + count(low+high, "packet", "packets") + " could go on if the one in front could"
	switch {
	case high == 0:
		return []string{s + " (low-order: the root is in this switch)"}
	case low == 0:
		return []string{s + " (high-order: the root is in another switch)"}
	}
	return []string{s + " (" + strconv.Itoa(low) + " low-order, " + strconv.Itoa(high) + " high-order)"}
}

package words

// Congestion trees under VOQnet: queues for a destination are full, no buffer is, and nobody waits for anybody else.

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// netSummary is the part of Summary about the largest tree.
func netSummary(t *observe.Tree) string {
	return lang.N(int(t.Ports), "a queue for it is full in 1 input buffer", "queues for it are full in {0} input buffers") + heldBack(t) + lang.T(", and nobody else waits for it.")
}

// netMark is the sentence of Mark about such a tree, "" if it is none.
func netMark(n *topology.Network, m *observe.Mark) string {
	if m.Aside != 2 {
		return ""
	}
	root := Root(n, &observe.Tree{Root: m.Root})
	s := ""
	switch m.Kind {
	case observe.TreeBorn:
		s = lang.N(int(m.Ports), "Queues for output {1} are full in 1 input buffer", "Queues for output {1} are full in {0} input buffers", root)
		s += loads(m)
		return s + "."
	case observe.TreeAtHosts:
		s = lang.N(int(m.Hosts), "1 host must hold back what would cross the root of the tree, {1}", "{0} hosts must hold back what would cross the root of the tree, {1}", root)
	case observe.TreeSpread:
		s = lang.T("{1} of the {2} hosts must hold back what would cross the root of the tree, {0}", root, lang.Number(int(m.Hosts)), lang.Number(n.Hosts))
	case observe.TreesGone:
		return lang.T("No queue is full for a congestion root any more, {0} after the first one was.", lang.Time(m.PS-m.Since))
	default:
		return ""
	}
	return s + goOn(m) + "."
}

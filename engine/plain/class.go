package plain

// What packets are to congestion trees: the doc comments of observe.Contributor, observe.Victim and observe.Tree.

import "github.com/congestree/congestree/engine/observe"

// passes says whether a packet that leaves by an output passes another one, that or one on its deterministic way from there.
func (m *Model) passes(out int, p *packet, root int) bool {
	for out != root {
		at := m.ports[out].peer
		if m.net.IsHost(at) {
			return false
		}
		sw, _ := m.net.SwitchOf(at)
		out = sw*m.net.Radix + m.deterministic(at, p)
	}
	return true
}

// deterministic returns the output that a packet that comes by a port would take if routing were deterministic.
func (m *Model) deterministic(port int, p *packet) int {
	routing, x := m.routing, *p
	if routing != "self" && routing != "dor" {
		m.routing = "dmodk" // with BMINs, as self
	}
	m.route(port, 0, &x)
	m.routing = routing
	return x.out
}

// classOf says what a packet that leaves by an output of a switch next is to the trees, as observe.Contributor and so on, with the slot: it
// will cross a root, or is where it is held up by a tree, which may be nil.
func (t *Trees) classOf(out int, p *packet, holds *Tree) int {
	for {
		if k := t.of(out); k != nil && k.alive {
			return observe.Contributor | k.Slot
		}
		at := t.m.ports[out].peer
		if t.m.net.IsHost(at) {
			break
		}
		sw, _ := t.m.net.SwitchOf(at)
		out = sw*t.m.net.Radix + t.m.deterministic(at, p)
	}
	if holds != nil {
		return observe.Victim | holds.Slot
	}
	return observe.Innocent
}

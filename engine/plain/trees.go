package plain

// Congestion trees, by what is written of them: MODEL §8, R "which output is the root" and "when contention is a congestion tree", and the
// doc comments of observe.Tree and observe/trees.go.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// A channel is a VC of the input buffer behind a switch's port.
type channel struct{ port, vc int }

// A Tree is what observe.Tree tells of one.
type Tree struct {
	ID, Slot, Root, Depth, Ports, Packets, Victims, Hosts int
	Birth                                                 int64

	score int
	alive bool
}

// Trees follows the congestion trees of a model from look to look.
type Trees struct {
	m         *Model
	looks     int
	contended []int // by output: the last look that found it on a way and contended for, 0: none
	known     []*Tree
	born      int
}

// NewTrees returns what knows no trees yet.
func NewTrees(m *Model) *Trees { return &Trees{m: m, contended: make([]int, len(m.ports))} }

// held returns the packets of a channel, in the order of arrival.
func (m *Model) held(c channel) (list []*packet) {
	for _, q := range m.ports[c.port].in.queue[c.vc] {
		list = append(list, q...)
	}
	slices.SortFunc(list, func(a, b *packet) int { return a.came - b.came })
	return list
}

// spent says whether a channel is: its sender has no credit, and at least half of its places hold packets.
func (m *Model) spent(c channel) bool {
	held := len(m.held(c))
	return m.ports[m.ports[c.port].peer].credits[c.vc] == 0 && held > 0 && (m.delay < m.packetPS || 2*held >= m.capacity)
}

// waitsFor returns the output that a channel waits for, that of its first packet or with VOQs the one that most are for, and the VC behind
// it that the first of these takes.
func (m *Model) waitsFor(c channel) (out, vc int, ok bool) {
	list := m.held(c)
	if len(list) == 0 {
		return 0, 0, false
	}
	first := list[0]
	if m.voq {
		most := 0
		for _, q := range m.ports[c.port].in.queue[c.vc] {
			if len(q) > most {
				most, first = len(q), q[0]
			}
		}
	}
	sw, _ := m.net.SwitchOf(c.port)
	return sw*m.net.Radix + first.out, first.outVC, true
}

// chain returns the outputs that a congested channel waits for, one behind the other, up to one that has credits.
func (m *Model) chain(c channel) (outs []int) {
	var seen []channel
	for !slices.Contains(seen, c) && m.spent(c) {
		seen = append(seen, c)
		out, vc, ok := m.waitsFor(c)
		if !ok {
			break
		}
		outs = append(outs, out)
		if m.room(out, vc) {
			break
		}
		c = channel{m.ports[out].peer, vc}
	}
	return outs
}

// stands says whether two inputs contend for an output now.
func (m *Model) stands(out int) bool {
	sw, o := m.net.SwitchOf(out)
	inputs := map[int]bool{}
	if m.ports[out].busy {
		inputs[m.ports[out].serves] = true
	}
	for vc := range m.vcs {
		for _, in := range m.inputsAt(sw, o, vc) {
			inputs[in] = true
		}
	}
	return len(inputs) >= 2
}

// channels returns those of all switches' input ports that have a link.
func (m *Model) channels() (list []channel) {
	for p := range m.ports {
		if !m.net.IsHost(p) && m.ports[p].peer >= 0 {
			for vc := range m.vcs {
				list = append(list, channel{p, vc})
			}
		}
	}
	return list
}

// A wait is where that of a channel ends: at a root, so many hops away.
type wait struct{ root, depth int }

// roots returns the waits of all channels that wait for a root now; a look notes who is contended for.
func (t *Trees) roots(look bool) map[channel]wait {
	waits := map[channel]wait{}
	for _, c := range t.m.channels() {
		outs := t.m.chain(c)
		for i := len(outs) - 1; i >= 0; i-- {
			if t.contends(outs[i], look) {
				waits[c] = wait{outs[i], i + 1}
				break
			}
			if k := t.of(outs[i]); waits[c] == (wait{}) && k != nil && k.alive {
				waits[c] = wait{outs[i], i + 1} // unless another is contended for
			}
		}
	}
	return waits
}

// contends says whether an output is contended for, or was at one of the last sixteen looks.
func (t *Trees) contends(out int, look bool) bool {
	if t.m.stands(out) {
		if look {
			t.contended[out] = t.looks
		}
		return true
	}
	last := t.contended[out]
	return last > 0 && last > t.looks-16
}

// Look is one of the looks that tell trees from ordinary contention.
func (t *Trees) Look() {
	t.looks++
	t.count(true)
}

func (t *Trees) of(root int) *Tree {
	for _, k := range t.known {
		if k.Root == root {
			return k
		}
	}
	return nil
}

// count sums up what waits for each root; at a look it tells which are trees.
func (t *Trees) count(look bool) {
	for _, k := range t.known {
		k.Depth, k.Ports, k.Packets, k.Victims, k.Hosts = 0, 0, 0, 0, 0
	}
	waits := t.roots(look)
	ports := map[int][]int{}
	for _, c := range t.m.channels() {
		w, ok := waits[c]
		if !ok {
			continue
		}
		k := t.of(w.root)
		if k == nil && look {
			k = &Tree{Root: w.root}
			t.known = append(t.known, k)
		}
		if k == nil {
			continue
		}
		if !slices.Contains(ports[w.root], c.port) {
			ports[w.root] = append(ports[w.root], c.port)
			k.Ports++
		}
		k.Depth = max(k.Depth, w.depth)
		for _, p := range t.m.held(c) {
			sw, _ := t.m.net.SwitchOf(c.port)
			if t.m.passes(sw*t.m.net.Radix+p.out, p, w.root) {
				k.Packets++
			} else {
				k.Victims++
			}
		}
	}
	for h := range t.m.hosts {
		if k := t.blocks(h, waits); k != nil {
			k.Hosts++
		}
	}
	if !look {
		return
	}
	slices.SortFunc(t.known, func(a, b *Tree) int { return a.Root - b.Root })
	for _, k := range slices.Clone(t.known) {
		t.moveOn(k, waits)
	}
	for _, k := range slices.Clone(t.known) {
		if !slices.Contains(t.known, k) {
			continue // it has moved to another root
		}
		if k.Ports >= 2 || k.alive && k.Ports > 0 {
			k.score = min(k.score+1, 10)
		} else {
			k.score--
		}
		if !k.alive && k.score > 0 {
			t.inherit(k, waits)
		}
		if k.score <= 0 {
			t.forget(k)
		} else if slot := t.slot(); k.score >= 5 && !k.alive && slot > 0 {
			t.born++
			k.alive, k.ID, k.Slot, k.Birth = true, t.born, slot, t.m.now
		}
	}
}

// blocks returns the tree that keeps a host from sending, of several that in its lowest VC; nil: none.
func (t *Trees) blocks(h int, waits map[channel]wait) *Tree {
	p := t.m.net.HostPort(h)
	for vc := range t.m.vcs {
		if len(t.m.hosts[h].queue[vc]) == 0 || t.m.ports[p].credits[vc] > 0 {
			continue
		}
		if k := t.treeOf(channel{t.m.ports[p].peer, vc}, waits); k != nil {
			return k
		}
	}
	return nil
}

// treeOf returns the living tree that a channel belongs to, or nil.
func (t *Trees) treeOf(c channel, waits map[channel]wait) *Tree {
	if w, ok := waits[c]; ok {
		if k := t.of(w.root); k != nil && k.alive {
			return k
		}
	}
	return nil
}

// inherit makes a root that is none of a tree's the one of the first tree that has moved on to it, or back to it: see R.
func (t *Trees) inherit(k *Tree, waits map[channel]wait) {
	at := func(p int) int {
		if t.m.net.IsHost(p) {
			return -1
		}
		sw, _ := t.m.net.SwitchOf(p)
		return sw
	}
	for _, old := range t.known {
		if !old.alive || 2*old.Ports > k.Ports {
			continue
		}
		if !t.behind(waits, old.Root, k.Root) && at(t.m.ports[old.Root].peer) != at(k.Root) && at(t.m.ports[k.Root].peer) != at(old.Root) {
			continue
		}
		t.move(old, k)
		return
	}
}

// moveOn makes the root of a living tree, for which nobody contends any more, the one before it that most buffers wait for, if there is one.
func (t *Trees) moveOn(old *Tree, waits map[channel]wait) {
	if !old.alive || t.contends(old.Root, false) {
		return
	}
	var best *Tree
	for _, k := range t.known {
		if !k.alive && k.Ports > 0 && t.behind(waits, k.Root, old.Root) && (best == nil || k.Ports > best.Ports) {
			best = k
		}
	}
	if best != nil {
		t.move(old, best)
	}
}

func (t *Trees) move(old, k *Tree) {
	k.ID, k.Slot, k.Birth, k.score, k.alive = old.ID, old.Slot, old.Birth, max(k.score, old.score), true
	old.ID, old.Slot, old.Birth, old.score, old.alive = 0, 0, 0, 1, false
	if old.Ports == 0 {
		t.forget(old)
	}
}

// slot returns the lowest free number for pictures, 0: none.
func (t *Trees) slot() int {
	for s := 1; s <= observe.MaxTrees; s++ {
		if !slices.ContainsFunc(t.known, func(k *Tree) bool { return k.alive && k.Slot == s }) {
			return s
		}
	}
	return 0
}

func (t *Trees) forget(k *Tree) {
	t.known = slices.DeleteFunc(t.known, func(x *Tree) bool { return x == k })
}

// Alive returns the trees that live and hold something now, the largest first.
func (t *Trees) Alive() (list []*Tree) {
	t.count(false)
	for _, k := range t.known {
		if k.alive && k.Ports > 0 {
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b *Tree) int { return 1000*(b.Ports-a.Ports) + a.ID - b.ID })
	return list
}

// behind says whether a VC of the buffer behind a port waits for a root.
func (t *Trees) behind(waits map[channel]wait, port, root int) bool {
	for vc := range t.m.vcs {
		if w, ok := waits[channel{t.m.ports[port].peer, vc}]; ok && w.root == root {
			return true
		}
	}
	return false
}

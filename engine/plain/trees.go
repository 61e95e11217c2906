package plain

// Congestion trees, by what is written of them: R "which output is the root" and "when contention is a congestion tree", and the
// doc comments of observe.Tree and observe/trees.go.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

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

// A wait is where that of a channel ends: at a root, so many hops away.
type wait struct{ root, depth int }

// ends are where waits end: those of channels, where queues are set aside of their NFQs, and those of what waits for a channel.
type ends struct{ own, seen map[channel]wait }

// roots returns the waits of all channels that wait for a root now; a look notes who is contended for.
func (t *Trees) roots(look bool) ends {
	if t.m.aside {
		return t.rootsAside(look)
	}
	waits := map[channel]wait{}
	for _, c := range t.m.channels() {
		outs, ring := t.m.chain(c)
		if w, ok := t.rootOf(outs, ring, look); ok {
			waits[c] = w
		}
	}
	return ends{waits, waits}
}

// rootOf returns which output of a way is the root: the last that is contended for, or, if none is, the last that is the root of a living tree;
// on a ring there is no last one, and it is that of the lowest port (R).
func (t *Trees) rootOf(outs []int, ring int, look bool) (wait, bool) {
	living := func(out int) bool { k := t.of(out); return k != nil && k.alive }
	asked := func(out int) bool { return t.contends(out, look) || t.m.aside && living(out) }
	for _, is := range []func(int) bool{asked, living} {
		best := -1
		for _, out := range slices.Sorted(slices.Values(outs[ring:])) {
			if best < 0 && is(out) {
				best = slices.Index(outs, out)
			}
		}
		for i := ring - 1; best < 0 && i >= 0; i-- {
			if is(outs[i]) {
				best = i
			}
		}
		if best >= 0 {
			return wait{outs[best], slices.Index(outs, outs[best]) + 1}, true // a way round a torus may come to it twice, in both lanes
		}
	}
	return wait{}, false
}

// contends says whether an output is contended for, or was at one of the last sixteen looks.
func (t *Trees) contends(out int, look bool) bool {
	if t.m.inputs(out) >= 2 {
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
	join := func(port int, w wait) *Tree { // a branch
		k := t.of(w.root)
		if k == nil && look {
			k = &Tree{Root: w.root}
			t.known = append(t.known, k)
		}
		if k == nil {
			return nil
		}
		if !slices.Contains(ports[w.root], port) {
			ports[w.root] = append(ports[w.root], port)
			k.Ports++
		}
		k.Depth = max(k.Depth, w.depth)
		return k
	}
	for _, c := range t.m.channels() {
		for _, b := range t.m.branches(c) {
			if b.standsForFull() {
				join(c.port, wait{b.root, b.hops})
			}
		}
		w, ok := waits.own[c]
		if !ok {
			continue
		}
		k := join(c.port, w)
		if k == nil {
			continue
		}
		for _, p := range t.m.waiting(c) {
			if t.m.passes(t.m.outputOf(c, p), p, w.root) {
				k.Packets++
			} else {
				k.Victims++
			}
		}
	}
	for _, c := range t.m.channels() {
		for _, b := range t.m.branches(c) {
			if k := t.of(b.root); k != nil {
				k.Packets += b.packets
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
		near := t.m.queuing == "voqnet" && t.m.net.Switches > 1 && k.Depth < 2 // R "trees with VOQnet"
		if !near && (k.Ports >= 2 || k.alive && k.Ports > 0) {
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
func (t *Trees) blocks(h int, waits ends) *Tree {
	p := t.m.net.HostPort(h)
	for _, vc := range t.m.starves(h) {
		if k := t.treeBehind(channel{t.m.ports[p].peer, vc}, waits); k != nil && k.Ports > 0 { // one that has no buffer now blocks nobody
			return k
		}
	}
	for vc := range t.m.vcs {
		for _, root := range t.m.heldBack(h, vc) {
			if k := t.of(root); k != nil && k.alive && k.Ports > 0 {
				return k
			}
		}
	}
	return nil
}

// treeOf returns the living tree that a channel belongs to, or nil.
func (t *Trees) treeOf(c channel, waits ends) *Tree {
	w, ok := waits.own[c]
	return t.living(w.root, ok)
}

// treeBehind returns the living tree that those wait for that wait for a channel, or nil.
func (t *Trees) treeBehind(c channel, waits ends) *Tree {
	w, ok := waits.seen[c]
	return t.living(w.root, ok)
}

// living returns the living tree of a root, if there is a root.
func (t *Trees) living(root int, ok bool) *Tree {
	if k := t.of(root); ok && k != nil && k.alive {
		return k
	}
	return nil
}

// treeAt returns the living tree that a queue of a channel belongs to, or nil: a line's that it is set aside for.
func (t *Trees) treeAt(c channel, queue int, waits ends) *Tree {
	if t.m.aside && queue > 0 {
		return t.living(t.m.ports[c.port].in.lines[c.vc][queue-1].root, true)
	}
	return t.treeOf(c, waits)
}

// queueIn returns the queue of a channel that a packet is in.
func (m *Model) queueIn(c channel, p *packet) int {
	return slices.IndexFunc(m.queues(c), func(q []*packet) bool { return slices.Contains(q, p) })
}

// inherit makes a root that is none of a tree's the one of the first tree that has moved on to it, or back to it: see R.
func (t *Trees) inherit(k *Tree, waits ends) {
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
func (t *Trees) moveOn(old *Tree, waits ends) {
	if !old.alive || t.m.aside || t.contends(old.Root, false) { // roots that lines name are these lines' affair
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
func (t *Trees) behind(waits ends, port, root int) bool {
	for vc := range t.m.allVCs() {
		c := channel{t.m.ports[port].peer, vc}
		if w, ok := waits.own[c]; ok && w.root == root {
			return true
		}
		if !t.m.net.IsHost(c.port) && slices.ContainsFunc(t.m.branches(c), func(b branch) bool { return b.root == root }) {
			return true
		}
	}
	return false
}

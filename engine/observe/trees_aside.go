package observe

// Congestion trees where queues are set aside (RECN-IQ, FBICM). Buffers do not fill there: the packets of a
// tree wait in queues of their own, and the CAM lines of these name the root. A buffer with such a queue is a branch,
// as many hops from the root as the line says; the hosts that a Stop has reached are those the tree reaches.
// Where no line is left for a flow, its packets stay in the queue for the flows that are not congested (NFQ): that
// queue is a branch then, and what stands in it for other outputs are victims. If even that fills a buffer, the
// buffers behind it are followed as everywhere else (trees.go), by the heads of their NFQs.
//
// Queues are set aside for every burst of some packets. Those make a tree that stand for a "full buffer": queues that
// a Stop has reached, or that have sent one and not yet let go on. As everywhere, two input buffers must wait for a
// root for five looks. (Our choice.)

import (
	"slices"

	"github.com/congestree/congestree/engine/fabric"
)

type asideLook struct {
	on   bool
	full []int // channels whose buffers are full because of what is set aside, ascending,
	of   []end // and, for each, what those wait for that have no credits for it
}

// An end is where a channel's wait ends.
type end struct {
	root  int32
	depth uint16
}

// setAside finds out whether the fabric has set-aside queues.
func (t *Tracker) setAside() {
	queues, _ := t.f.SetAsideQueues()
	t.aside.on = queues > 0
}

// waitingLine calls visit for the lines of a channel of an input buffer in whose queues packets wait.
// With VOQnet they stand for full queues.
func (t *Tracker) waitingLine(port, vc int, visit func(fabric.CAMLine)) {
	if t.net.on {
		t.netLines(port, visit)
		return
	}
	t.f.SetAsideLines(port, vc, func(l fabric.CAMLine) {
		if l.Packets > 0 {
			visit(l)
		}
	})
}

// traceAside enters the roots that CAM lines name: of channels whose NFQ is stopped, and of full ones, in which the
// largest of the queues is to blame. What waits for these is traced from them.
func (t *Tracker) traceAside() {
	f := t.f
	t.aside.full = t.aside.full[:0]
	for c := range t.root {
		port, vc := c/f.VCs, c%f.VCs
		peer := f.Net.Peer[port]
		if peer < 0 {
			t.root[c] = noRoot
			continue
		}
		if root, hops, ok := f.StoppedHead(port, vc); ok {
			t.root[c], t.depth[c] = int32(root), uint16(hops-1)
			continue
		}
		if f.Credits(int(peer), vc) > 0 {
			t.root[c] = noRoot // nobody waits for it
			continue
		}
		most := f.Uncongested(port, vc) // if these are more, they are to blame
		t.waitingLine(port, vc, func(l fabric.CAMLine) {
			if l.Packets > most {
				t.root[c], t.depth[c], most = int32(l.Root), uint16(l.Hops-1), l.Packets
			}
		})
		if t.root[c] >= 0 {
			t.aside.full = append(t.aside.full, c)
		}
	}
}

// afterAside turns to the NFQs of those full channels: they wait only if their heads do, for the next buffer's credits. That one may be such a
// channel, too: all are found before any is entered.
func (t *Tracker) afterAside() {
	f := t.f
	t.aside.of = t.aside.of[:0]
	for _, c := range t.aside.full {
		root, depth := int32(noRoot), uint16(0)
		port, vc := c/f.VCs, c%f.VCs
		if out, next, ok := f.UncongestedHead(port, vc); ok && f.Ready(port/f.Net.Radix*f.Net.Radix+out)>>next&1 == 0 {
			at := int(f.Net.Peer[port/f.Net.Radix*f.Net.Radix+out])*f.VCs + next
			root, depth = t.root[at], t.depth[at]+1
		}
		t.aside.of = append(t.aside.of, end{root, depth})
	}
	for i, c := range t.aside.full {
		of := &t.aside.of[i]
		t.root[c], t.depth[c], *of = of.root, of.depth, end{t.root[c], t.depth[c]}
	}
}

// rootBehind returns the root, or noRoot, for which those wait that have no credits for a channel: where queues that are set aside fill it,
// that of the largest, whatever its NFQ waits for.
func (t *Tracker) rootBehind(c int) int32 {
	if i, ok := slices.BinarySearch(t.aside.full, c); ok {
		return t.aside.of[i].root
	}
	return t.root[c]
}

// branchesAside counts a channel's queues that wait for a root.
func (t *Tracker) branchesAside(c int, discover bool) {
	port := c / t.f.VCs
	t.waitingLine(port, c%t.f.VCs, func(l fabric.CAMLine) {
		if l.Stopped || l.Halting {
			t.branch(port, l.Root, uint32(l.Hops), discover)
		}
	})
}

// waitsAside says whether a queue that an input buffer has set aside waits for a root.
func (t *Tracker) waitsAside(port, root int) (found bool) {
	for vc := 0; vc < t.f.VCs && t.lined(); vc++ {
		t.waitingLine(port, vc, func(l fabric.CAMLine) { found = found || l.Root == root })
	}
	return
}

// waiting returns the packets of a channel that are not set aside.
func (t *Tracker) waiting(c int) int {
	if t.aside.on {
		return t.f.Uncongested(c/t.f.VCs, c%t.f.VCs)
	}
	return t.f.Occupancy(c/t.f.VCs, c%t.f.VCs)
}

// heldAside returns the packets that are set aside for living trees, with VOQnet those in full queues that wait for them.
func (t *Tracker) heldAside() (held int) {
	if !t.lined() {
		return 0
	}
	t.linesOfTrees(func(_ uint8, l fabric.CAMLine) { held += l.Packets })
	return
}

// packetsAside adds those of each tree, by slot. None of them is a victim: they all cross its root.
func (t *Tracker) packetsAside(packets []uint32) {
	if t.lined() {
		t.linesOfTrees(func(slot uint8, l fabric.CAMLine) { packets[slot] += uint32(l.Packets) })
	}
}

func (t *Tracker) linesOfTrees(visit func(slot uint8, l fabric.CAMLine)) {
	for c := range t.root {
		t.waitingLine(c/t.f.VCs, c%t.f.VCs, func(l fabric.CAMLine) {
			if slot := t.slotOf[l.Root]; slot != 0 {
				visit(slot, l)
			}
		})
	}
}

// holders adds up what trees hold of a channel, each in one entry, in the order of the lowest VC and line.
func (t *Tracker) holders(all []holding, port, vc int) []holding {
	hold := func(slot uint8, packets int) {
		if slot == 0 || packets == 0 {
			return
		}
		for i := range all {
			if all[i].slot == slot {
				all[i].packets += packets
				return
			}
		}
		all = append(all, holding{slot, packets})
	}
	hold(t.slotAt(port, vc), t.waiting(port*t.f.VCs+vc))
	if t.lined() {
		t.waitingLine(port, vc, func(l fabric.CAMLine) { hold(t.slotOf[l.Root], l.Packets) })
	}
	return all
}

// hostWaits returns the root of a living tree that keeps packets of a host from entering the network, or -1: the host
// has no credits, or a Stop has reached it.
func (t *Tracker) hostWaits(h int) (root int) {
	f := t.f
	port := f.Net.HostPort(h)
	at := int(f.Net.Peer[port]) * f.VCs
	root = -1
	starved := f.Starved(h)
	for vc := 0; vc < f.VCs && root < 0; vc++ {
		if r := t.rootBehind(at + vc); starved>>vc&1 != 0 && r >= 0 && t.holds(int(r)) {
			root = int(r)
		}
	}
	for vc := 0; vc < f.VCs && t.lined() && root < 0; vc++ {
		t.waitingLine(port, vc, func(l fabric.CAMLine) {
			if l.Stopped && root < 0 && t.holds(l.Root) {
				root = l.Root
			}
		})
		f.HeldBack(h, vc, func(l fabric.CAMLine) {
			if root < 0 && t.holds(l.Root) {
				root = l.Root
			}
		})
	}
	return
}

// holds says whether a root is that of a living tree that has a buffer now: those without block nobody.
func (t *Tracker) holds(root int) bool { return t.slotOf[root] != 0 && t.known[root].Ports > 0 }

package observe

// Congestion trees, found in the fabric's state.
//
// A channel of an input buffer is congested when its sender has no credit left for it. It waits
// for the output its queue's head requests - with VOQs, the output most of its packets are for,
// since these are what fills it (buffer hogging). If that output has no credits either, it waits in
// turn for the next buffer's channel, and so on until an output that has credits and could send
// more if it were not shared ([DRB-T] §4.3.1: roots have credits, victims have not). The last output
// on this way for which two or more inputs contend is the root. All congested channels whose wait
// ends there are the tree's branches.

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/topology"
)

// How long a root must be seen before it is a tree, and be gone before it is none: a score goes up
// or down at every look, between 0 and scoreMax. Two input buffers must be full by then: what fills
// one only is the ordinary contention of a loaded switch. (Our choice; the papers do not say.)
const (
	scoreBorn = 5
	scoreMax  = 10
	bornPorts = 2
)

// For how many looks an output counts as contended for once two inputs have asked for it. Inputs that send in turn, in step with the
// looks, are seen to ask at some of them only.
const contendedLooks = 16

// Tracker gives congestion trees an identity over time. It looks at fixed simulated times, so
// that births and identities do not depend on who watches when.
type Tracker struct {
	f      *fabric.Fabric
	period int64
	next   int64
	lastID uint32
	known  map[int]*tracked // by root port; sorted before it is iterated where the order tells
	free   []*tracked
	latest *tracked // that a branch was counted for, while count lasts
	slots  [MaxTrees + 1]bool

	// Of the last look, by channel (port*VCs + VC): the root port its wait ends at (-1: not
	// congested or no root), and the number of hops to it.
	root  []int32
	depth []uint16

	slotOf []uint8 // by port: slot of the tree whose root it is
	looks  int
	order  []int // of known, sorted, while a look lasts

	path, outs []int    // of trace,
	sorted     []int    // and the latter on a ring
	spent      []uint16 // by port: the VCs for which it had no credits then

	contended []int   // by port: the last look at which it was found on a way, no root behind it, and contended for; before the first one, if never
	looking   bool    // this is a look; frames leave no traces
	serves    bool    // serving is of this instant
	serving   []uint8 // by switch port: the input whose packet it sends, plus one; 0: none

	rested bool   // the last look found the network at rest,
	hops   uint64 // after so many hops

	aside asideLook // what it knows of set-aside queues,
	net   netLook   // and of VOQnet's
}

type tracked struct {
	Tree
	score int
	last  int // port counted last
}

// NewTracker watches a fabric. On large networks it looks less often, because a look reads all ports.
func NewTracker(f *fabric.Fabric) *Tracker {
	t := &Tracker{f: f, period: 4 * f.PacketPS, known: map[int]*tracked{}}
	if f.Net.Hosts > 2000 {
		t.period *= 2
	}
	t.next = t.time(1)
	t.root = make([]int32, f.Net.SwitchPorts()*f.VCs)
	t.depth = make([]uint16, f.Net.SwitchPorts()*f.VCs)
	t.slotOf = make([]uint8, f.Net.SwitchPorts())
	t.contended, t.serving = make([]int, f.Net.SwitchPorts()), make([]uint8, f.Net.SwitchPorts())
	for p := range t.contended {
		t.contended[p] = -contendedLooks - 1
	}
	t.setAside()
	t.net.init(f)
	return t
}

// Next returns the time of the next look, ps; the caller runs the fabric up to there and calls Look.
func (t *Tracker) Next() int64 { return t.next }

// time of a look, counted from 1: one in each period, at most 0.45 of it early or late, so that traffic in step with packets is met
// in all its phases, but for those at which a window of utilisation ends (use.go). They are as irregular in every run.
func (t *Tracker) time(look int) int64 {
	at := int64(look) * t.period
	if !t.unsteady(at) {
		return at
	}
	golden := uint32(look) * 0x9e3779b9                         // spread evenly
	hi, lo := bits.Mul64(uint64(golden), uint64(t.period*9/10)) // 63 bits hold it for packets of up to 0.6 ms only
	return at + int64(hi<<32|lo>>32) - t.period*9/20
}

// Look finds the trees at a time Next named.
func (t *Tracker) Look() {
	t.next = t.time(t.looks + 2)
	t.looking = true
	defer func() { t.looking = false }()
	if t.rests() { // as the last look found it
		t.serves = false
	} else {
		t.trace()
		t.count(true)
		t.rest()
	}
	t.order = t.order[:0]
	for p := range t.known {
		t.order = append(t.order, p)
	}
	sort.Ints(t.order)
	for _, p := range t.order {
		t.moveOn(p)
	}
	for _, p := range t.order {
		k := t.known[p]
		if k == nil {
			continue // has moved
		}
		if (k.Ports >= bornPorts || k.Slot != 0 && k.Ports > 0) && k.Depth >= t.net.depth {
			k.score = min(k.score+1, scoreMax)
		} else {
			k.score--
		}
		if k.Slot == 0 && k.score > 0 {
			t.inherit(p, k)
		}
		switch {
		case k.score <= 0:
			if k.Slot != 0 {
				t.slots[k.Slot], t.slotOf[p] = false, 0
			}
			t.forget(p)
		case k.score >= scoreBorn && k.Slot == 0:
			for s := 1; s <= MaxTrees; s++ {
				if !t.slots[s] {
					t.lastID++
					k.ID, k.Slot, k.BirthPS = t.lastID, uint32(s), t.f.Now()
					t.slots[s], t.slotOf[p] = true, uint8(s)
					break
				}
			}
		}
	}
	t.looks++
}

// inherit gives a new root the identity of a tree whose root it continues: the root of a tree moves
// on along its way when the contention does, so that the buffer behind the old root waits for the
// new one, and back again. What is left at the old
// root, less than half as much, has to prove itself anew.
func (t *Tracker) inherit(port int, k *tracked) {
	n := t.f.Net
	sw := port / n.Radix
	for _, p := range t.order {
		if t.slotOf[p] == 0 { // of thousands of roots few are trees
			continue
		}
		old := t.known[p]
		if 2*old.Ports > k.Ports {
			continue
		}
		if !t.waits(int(n.Peer[p]), port) && int(n.Peer[p])/n.Radix != sw && int(n.Peer[port])/n.Radix != p/n.Radix {
			continue
		}
		t.move(p, port)
		return
	}
}

// moveOn makes the root of a living tree, for which nobody contends any more, one that is: of those before it on its ways the one that most
// buffers wait for, the first of several.
func (t *Tracker) moveOn(p int) {
	if !t.deserted(p) {
		return
	}
	best := -1
	for _, port := range t.order {
		if k := t.known[port]; k != nil && k.Slot == 0 && t.waits(int(t.f.Net.Peer[port]), p) && (best < 0 || k.Ports > t.known[best].Ports) {
			best = port
		}
	}
	if best >= 0 && t.known[best].Ports > 0 {
		t.move(p, best)
	}
}

// move gives a root the identity of another's tree.
func (t *Tracker) move(from, to int) {
	old, k := t.known[from], t.known[to]
	k.ID, k.Slot, k.BirthPS, k.score = old.ID, old.Slot, old.BirthPS, max(k.score, old.score)
	t.slotOf[from], t.slotOf[to] = 0, uint8(k.Slot)
	if old.ID, old.Slot, old.score = 0, 0, 1; old.Ports == 0 {
		t.forget(from)
	}
}

// forget drops a root that is none any more; fresh uses the record again.
func (t *Tracker) forget(root int) {
	t.free = append(t.free, t.known[root])
	delete(t.known, root)
}

func (t *Tracker) fresh() *tracked {
	n := len(t.free)
	if n == 0 {
		return new(tracked)
	}
	k := t.free[n-1]
	t.free = t.free[:n-1]
	return k
}

// waits says whether a VC of an input buffer waits for a root.
func (t *Tracker) waits(port, root int) bool {
	if t.f.Net.IsHost(port) {
		return false
	}
	for _, r := range t.root[port*t.f.VCs : (port+1)*t.f.VCs] {
		if int(r) == root {
			return true
		}
	}
	return t.waitsAside(port, root)
}

// share is the part of the packets in the network that sits in branches.
func (t *Tracker) share() float32 {
	in := t.f.InNetwork()
	if in == 0 {
		return 0
	}
	held := 0
	for c, root := range t.root {
		if root >= 0 && t.slotOf[root] != 0 {
			held += t.waiting(c)
		}
	}
	return float32(held+t.heldAside()) / float32(in)
}

// unknown marks a channel that has not been traced yet, onPath one that is being traced, noRoot one without a root.
const (
	onPath  = -3
	unknown = -2
	noRoot  = -1
)

// trace fills root and depth from the fabric's present state.
func (t *Tracker) trace() {
	t.serves = false
	if t.net.on {
		t.traceNet()
		return
	}
	f, n := t.f, t.f.Net
	t.spent = resize(t.spent, n.Ports())
	f.Spent(t.spent)
	for port, peer := range n.Peer[:n.SwitchPorts()] {
		spent := uint16(0)
		if peer != topology.NoPeer {
			spent = t.spent[peer]
		}
		of := t.root[port*f.VCs:][:f.VCs]
		for vc := range of {
			of[vc] = noRoot - int32(spent>>vc&1) // unknown where the sender has no credits
		}
	}
	if t.aside.on {
		t.traceAside()
		defer t.afterAside()
	}
	for c := range t.root {
		if t.root[c] != unknown {
			continue
		}
		t.path, t.outs = t.path[:0], t.outs[:0]
		at, root, depth := c, noRoot, 0
		port, vc := c/f.VCs, c%f.VCs
		for {
			if !t.filled(port, vc) {
				t.root[at] = noRoot
				break
			}
			var out int
			out, vc = t.waitsFor(port, vc)
			t.root[at] = onPath
			t.path, t.outs = append(t.path, at), append(t.outs, out)
			if t.spent[out]>>vc&1 == 0 {
				break
			}
			port = int(n.Peer[out])
			at = port*f.VCs + vc
			if r := t.root[at]; r == onPath {
				i := slices.Index(t.path, at)
				root, depth = t.ring(t.path[i:], t.outs[i:])
				t.path = t.path[:i]
				break
			} else if r != unknown {
				root, depth = int(r), int(t.depth[at])+1
				break
			}
		}
		for i := len(t.path) - 1; i >= 0; i-- {
			if out := t.outs[i]; out == root || t.goesTo(out, root) { // on a ring that this leads to, out may be the root
				root, depth = out, 0
			}
			t.root[t.path[i]], t.depth[t.path[i]] = int32(root), uint16(depth)
			depth++
		}
	}
}

// ring enters the root of buffers that wait for each other in a ring by these outputs, and returns it with the depth of what waits for the first
// of them. No output is the last on a ring: of those that could be the root the one of the lowest port is.
func (t *Tracker) ring(path, outs []int) (root, depth int) {
	root = noRoot
	t.sorted = append(t.sorted[:0], outs...)
	slices.Sort(t.sorted)
	for pass := 0; pass < 2 && root < 0; pass++ {
		for _, out := range t.sorted {
			if t.contends(out) || (t.aside.on || pass > 0) && t.slotOf[out] != 0 {
				root = out
				break
			}
		}
	}
	last := slices.Index(outs, root)
	for i, c := range path {
		t.root[c] = int32(root)
		if root >= 0 {
			t.depth[c] = uint16((last - i + len(path)) % len(path))
		}
	}
	return root, int(t.depth[path[0]]) + 1
}

// goesTo says whether an output is the root of a way, of which what is behind it has this one or none: if it is contended for, and if nothing
// else on the way is, as long as it is a living tree's.
func (t *Tracker) goesTo(out, root int) bool {
	if root >= 0 && !t.deserted(root) {
		return false
	}
	return t.contends(out) || root < 0 && t.slotOf[out] != 0
}

// contends says whether an output is contended for, or was at one of the last looks. A look notes it.
func (t *Tracker) contends(out int) bool {
	if !t.shared(out) {
		return t.lately(out)
	}
	if t.looking {
		t.contended[out] = t.looks
	}
	return true
}

// deserted says whether nobody contends any more for the root of a living tree. The roots that CAM lines name are these lines' affair.
func (t *Tracker) deserted(root int) bool {
	return t.slotOf[root] != 0 && !t.aside.on && !t.lately(root) && !t.shared(root)
}

// lately says whether an output was contended for at one of the last looks: then it is so still.
func (t *Tracker) lately(out int) bool {
	last := t.looks // the look that this is, or the one before
	if !t.looking {
		last--
	}
	return last-t.contended[out] < contendedLooks
}

// shared says whether two inputs contend for an output. Behind a root the links may be as busy as it, and their buffers as full, without any
// contention.
func (t *Tracker) shared(out int) bool {
	contend := t.contending(out)
	return contend&(contend-1) != 0
}

// contending returns the inputs of its switch that contend for an output, as a mask: they ask for it, or are served.
func (t *Tracker) contending(out int) uint64 {
	if !t.serves {
		t.serves = true
		clear(t.serving)
		t.f.Serving(func(port, in int) { t.serving[port] = uint8(in + 1) })
	}
	f := t.f
	sw := out / f.Net.Radix
	var inputs uint64
	if t.net.on {
		inputs = t.netAsking(out)
	} else {
		for vc := 0; vc < f.VCs; vc++ {
			inputs |= f.Requests(sw, out-sw*f.Net.Radix, vc)
		}
	}
	if in := t.serving[out]; in > 0 {
		inputs |= 1 << (in - 1)
	}
	return inputs
}

// filled says whether the sender of a channel, which has no credits, lacks them because of what waits there. Over long links credits
// are on their way for many packet times, and there may be none left where few packets wait, as the buffer is too small for the link:
// then at least half of it must be filled.
func (t *Tracker) filled(port, vc int) bool {
	f := t.f
	held := f.Occupancy(port, vc)
	return held > 0 && (f.DelayPS < f.PacketPS || 2*held >= f.Capacity)
}

// waitsFor returns the output port a congested channel waits for, and the VC there.
func (t *Tracker) waitsFor(port, vc int) (out, next int) {
	f := t.f
	sw := port / f.Net.Radix
	if t.aside.on {
		if out, next, ok := f.UncongestedHead(port, vc); ok {
			return sw*f.Net.Radix + out, next
		}
	}
	if f.Queues() == 1 {
		p, _ := f.Head(port, vc)
		return sw*f.Net.Radix + p.Out, p.Next
	}
	out, next = f.Hog(port, vc)
	return sw*f.Net.Radix + out, next
}

// count sums up the trees of the last trace, and with discover takes note of new roots.
func (t *Tracker) count(discover bool) {
	for _, k := range t.known {
		k.Ports, k.Depth, k.last = 0, 0, -1
	}
	c, lined := 0, t.lined()
	t.latest = nil
	for port := range t.f.Net.SwitchPorts() {
		for range t.f.VCs {
			if r := t.root[c]; r >= 0 {
				t.branch(port, int(r), uint32(t.depth[c])+1, discover)
			}
			if lined {
				t.branchesAside(c, discover)
			}
			c++
		}
	}
}

// rest notes whether the network is empty, and all credits are back: what has been traced is then so until something moves. A
// program that computes for a second would else be looked at some hundred thousand times, all ports each time.
func (t *Tracker) rest() {
	st := &t.f.Stats
	t.rested = !neverRests && st.Injected == st.Delivered && !t.net.on && !t.aside.on && t.f.Control == nil
	for i := 0; t.rested && i < len(t.spent); i++ {
		t.rested = t.spent[i] == 0
	}
	t.hops = st.Hops
}

// rests says whether the network is at rest as the last look found it.
func (t *Tracker) rests() bool {
	st := &t.f.Stats
	return t.rested && st.Hops == t.hops && st.Injected == st.Delivered
}

// neverRests is for a test.
var neverRests bool

// branch counts an input buffer in which a queue waits for a root so many hops away.
func (t *Tracker) branch(port, root int, hops uint32, discover bool) {
	k := t.latest // neighbours wait for the same, most often
	if k == nil || int(k.Root) != root {
		k = t.known[root]
		t.latest = k
	}
	if k == nil {
		if !discover {
			return
		}
		k = t.fresh()
		*k = tracked{Tree: Tree{Root: uint32(root)}, last: -1}
		t.known[root], t.latest = k, k
	}
	if port != k.last {
		k.Ports++
		k.last = port
	}
	k.Depth = max(k.Depth, hops)
}

// slotAt returns the slot of the tree a channel belongs to, 0 = none.
func (t *Tracker) slotAt(port, vc int) uint8 {
	if r := t.root[port*t.f.VCs+vc]; r >= 0 {
		return t.slotOf[r]
	}
	return 0
}

// step is the output by which a packet leaves a switch that it comes to: D-mod-K's, or its path's under DRB. (Under adaptive routing
// the way up may differ; roots on the way down to a host are met all the same.)
func (t *Tracker) step(sw int, p fabric.Packet) int {
	f := t.f
	if c := f.Control; c != nil && c.Spread != nil && !f.IsNotification(p) {
		if out, _, ok := c.Spread.Subnet.Hop(sw, p.Dst(), f.PathOf(p)); ok {
			return out
		}
	}
	det, _ := f.Routes.Step(sw, p.Dst())
	return int(det)
}

// crosses returns the slot of the first tree whose root a packet will pass on its way from the far end of a link on, the link's
// own port included; 0 = none.
func (t *Tracker) crosses(port int, p fabric.Packet) uint8 {
	n := t.f.Net
	for {
		if !n.IsHost(port) {
			if s := t.slotOf[port]; s != 0 {
				return s
			}
		}
		at := int(n.Peer[port])
		if n.IsHost(at) {
			return 0
		}
		sw := at / n.Radix
		port = sw*n.Radix + t.step(sw, p)
	}
}

// passes says whether a packet that leaves by a port passes another port on its way.
func (t *Tracker) passes(port int, p fabric.Packet, root int) bool {
	n := t.f.Net
	if sw := root / n.Radix; port != root && sw*n.Radix+t.step(sw, p) != root {
		return false // it would not leave the root's switch there
	}
	for port != root {
		at := int(n.Peer[port])
		if n.IsHost(at) {
			return false
		}
		sw := at / n.Radix
		port = sw*n.Radix + t.step(sw, p)
	}
	return true
}

// trees returns the living trees that hold something at the moment, the largest first.
func (t *Tracker) trees(out []Tree) []Tree {
	out = out[:0]
	for _, k := range t.known {
		if k.Slot != 0 && k.Ports > 0 {
			out = append(out, k.Tree)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Ports != out[j].Ports {
			return out[i].Ports > out[j].Ports
		}
		return out[i].ID < out[j].ID
	})
	return out
}

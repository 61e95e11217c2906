package engine

// Deadlock while it happens: buffers that wait for each other and will for ever.

import (
	"math/bits"
	"slices"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/routing"
)

// Deadlock returns channels (a transmitting port and a VC of its link) whose buffers at the other end
// wait for each other in a circle, each for the next and the last for the first, and will for ever;
// nil if packets can still move. What routing.Table.Cycle says may happen, this finds when it has. It
// reads the heads of all queues, so it takes as long as a frame.
//
// A buffer is stuck while it is full, nothing is on its way into it or out of it, and every packet at the
// head of a queue of it, or that may come there though none leaves (see fabric.Heads), wants to go on into a
// stuck one. The packets of hosts do not matter: nobody waits for them, and hosts take what they get. Of several
// circles it is the one to which the first stuck channel leads, each buffer waiting by the first of those packets.
//
// Where queues are set aside, a circle can also be closed by a Stop, behind which packets wait for a buffer that is not full: suspect
// finds those.
func (m *Sim) Deadlock() []routing.Channel {
	f := m.fabric
	n := f.Net
	vcs := f.VCs
	// wants[c] are the channels, out·vcs + VC, that buffer c waits for; only of full ones
	stuck := make([]bool, n.Ports()*vcs)
	wants := make([][]int, n.Ports()*vcs)
	for p, q := range n.Peer {
		if q < 0 || n.IsHost(int(q)) {
			continue
		}
		sw, _ := n.SwitchOf(int(q))
		for vc := 0; vc < vcs; vc++ {
			if f.Occupancy(int(q), vc) < f.Capacity {
				continue
			}
			c := p*vcs + vc
			stuck[c] = true
			f.Heads(int(q), vc, func(x fabric.Queued) {
				wants[c] = append(wants[c], (sw*n.Radix+x.Out)*vcs+x.Next)
			})
		}
	}
	for moved := true; moved; {
		moved = false
		for c, on := range stuck {
			if !on {
				continue
			}
			for _, w := range wants[c] {
				if n.IsHost(int(n.Peer[w/vcs])) || !stuck[w] || f.Credits(w/vcs, w%vcs) > 0 {
					stuck[c], moved = false, true
					break
				}
			}
		}
	}
	for c := range stuck {
		if stuck[c] {
			return circle(wants, c, vcs)
		}
	}
	return nil
}

// circle follows what stuck buffers wait for until it comes back to one.
func circle(wants [][]int, c, vcs int) (cycle []routing.Channel) {
	at := map[int]int{}
	for {
		if first, ok := at[c]; ok {
			return cycle[first:]
		}
		at[c] = len(cycle)
		cycle = append(cycle, routing.Channel{Port: c / vcs, VC: c % vcs})
		c = wants[c][0]
	}
}

// suspects returns the circles of channels as Deadlock does, each from its lowest port on, where queues are set aside and a Stop closes them: a packet
// at the head of a queue waits for a queue of the next buffer that has told it to stop, and will not say Go while its own head waits, or for a full
// buffer all of whose queues wait. What waits so does not leave its buffer before the others do; but notifications to come from buffers beside the
// circle can still move packets from one set-aside queue of a buffer to another, which says Go with the first. So a circle is a suspicion,
// and the watchdog believes it when it has stood for some looks.
func (m *Sim) suspects() [][]routing.Channel {
	each, _ := m.fabric.SetAsideQueues()
	if each == 0 {
		return nil
	}
	w := asideWaitsOf(m.fabric, each+1)
	w.release()
	return w.circles()
}

// asideWaits is who waits for whom where queues are set aside. Channels are named by the transmitting port, as everywhere: c = port·VCs + VC.
type asideWaits struct {
	f       *fabric.Fabric
	each    int         // queues of a channel: the NFQ, and those that are set aside
	waits   []asideWait // by c·each + queue
	movable []int       // by channel: queues that have packets and may not wait, or -1: it is not full
}

// asideWait is a queue.
type asideWait struct {
	on    bool // it has packets, which wait
	out   int  // channel that the first of them is for
	stops uint64
}

// asideWaitsOf takes every queue that has packets as one that waits, but in switches to which a notification is on its way.
func asideWaitsOf(f *fabric.Fabric, each int) *asideWaits {
	n := f.Net
	told := make([]bool, n.Switches)
	f.Signals(func(_, to, _ int, _ fabric.SignalKind, _ int, _ int64) {
		if !n.IsHost(to) {
			told[to/n.Radix] = true
		}
	})
	w := &asideWaits{f: f, each: each, waits: make([]asideWait, n.Ports()*f.VCs*each), movable: make([]int, n.Ports()*f.VCs)}
	for p, q := range n.Peer {
		if q < 0 || n.IsHost(int(q)) {
			continue
		}
		sw, _ := n.SwitchOf(int(q))
		for vc := range f.VCs {
			c := p*f.VCs + vc
			f.AsideHeads(int(q), vc, func(h fabric.AsideHead) {
				w.waits[c*each+h.Queue] = asideWait{!told[sw], (sw*n.Radix+h.Out)*f.VCs + h.Next, h.Stops}
				if told[sw] {
					w.movable[c]++
				}
			})
			if f.Occupancy(int(q), vc) < f.Capacity {
				w.movable[c] = -1
			}
		}
	}
	return w
}

// What a queue waits for, if it is none by its number.
const (
	anyQueue = -1 // one of those of a channel that is full
	canMove  = -2 // nothing
)

// next returns the queue of a channel for which one waits, anyQueue or canMove.
func (w *asideWaits) next(of *asideWait) (c, queue int) {
	f := w.f
	c = of.out
	port := int(f.Net.Peer[c/f.VCs])
	if of.stops == 0 {
		if f.Net.IsHost(port) || f.Credits(c/f.VCs, c%f.VCs) > 0 || w.movable[c] != 0 {
			return c, canMove
		}
		return c, anyQueue
	}
	for s := of.stops; s != 0; s &= s - 1 {
		if k := bits.TrailingZeros64(s); w.waits[c*w.each+k+1].on && f.Halts(port, c%f.VCs, k) {
			return c, k + 1
		}
	}
	return c, canMove
}

// release takes away what can move, and what waits for that, until only circles are left and what leads to them.
func (w *asideWaits) release() {
	for moved := true; moved; {
		moved = false
		for i := range w.waits {
			if x := &w.waits[i]; x.on {
				if _, queue := w.next(x); queue == canMove {
					x.on, moved = false, true
					if c := i / w.each; w.movable[c] >= 0 {
						w.movable[c]++
					}
				}
			}
		}
	}
}

// circles follows what queues wait for until that comes back to one of them.
func (w *asideWaits) circles() (all [][]routing.Channel) {
	walk := make([]int, len(w.waits)) // by queue: the one, plus one, from which a walk has come to it
	for first := range w.waits {
		var path []int
		at := first
		for ; w.waits[at].on && walk[at] == 0; at = w.follow(at) {
			walk[at], path = first+1, append(path, at)
		}
		if i := slices.Index(path, at); i >= 0 {
			all = append(all, w.channels(path[i:]))
		}
	}
	return all
}

// follow returns the queue that one waits for, of a buffer all of whose queues wait the first.
func (w *asideWaits) follow(at int) int {
	c, queue := w.next(&w.waits[at])
	if queue == anyQueue {
		queue = slices.IndexFunc(w.waits[c*w.each:(c+1)*w.each], func(x asideWait) bool { return x.on })
	}
	return c*w.each + queue
}

// channels returns those of a circle of queues, from the lowest on, each once: a circle may go round several times, by other queues.
func (w *asideWaits) channels(queues []int) (circle []routing.Channel) {
	at := slices.Index(queues, slices.Min(queues))
	for i := range queues {
		c := queues[(at+i)%len(queues)] / w.each
		if i > 0 && c == queues[at]/w.each {
			break
		}
		circle = append(circle, routing.Channel{Port: c / w.f.VCs, VC: c % w.f.VCs})
	}
	return circle
}

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
// head of a queue of it wants to go on into a stuck one. The packets of hosts do not matter: nobody
// waits for them, and hosts take what they get.
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

// suspect returns a circle of channels as Deadlock does, where queues are set aside and a Stop closes it: a packet at the head of a queue
// waits for a queue of the next buffer that has told it to stop, and will not say Go while its own head waits, or for a full buffer all
// of whose queues wait. What waits so does not leave its buffer before the others do; but notifications to come from buffers beside the
// circle can still move packets from one set-aside queue of a buffer to another, which says Go with the first. So a circle is a suspicion,
// and the watchdog believes it when it has stood for some looks.
func (m *Sim) suspect() []routing.Channel {
	f, n := m.fabric, m.fabric.Net
	each, _ := f.SetAsideQueues()
	if each == 0 {
		return nil
	}
	each++ // and the NFQ
	told := make([]bool, n.Switches)
	f.Signals(func(_, to, _ int, _ fabric.SignalKind, _ int, _ int64) {
		if !n.IsHost(to) {
			told[to/n.Radix] = true
		}
	})
	type wait struct {
		on    bool // the queue has packets, which wait
		out   int  // channel that the first of them is for
		stops uint64
	}
	// Channels are named by the transmitting port, as everywhere: c = port·VCs + VC. Queues are waits[c·each + queue].
	waits := make([]wait, n.Ports()*f.VCs*each)
	queues := make([]int, n.Ports()*f.VCs) // of a channel: those that have packets and may not wait, or -1: it is not full
	for p, q := range n.Peer {
		if q < 0 || n.IsHost(int(q)) {
			continue
		}
		sw, _ := n.SwitchOf(int(q))
		for vc := range f.VCs {
			c := p*f.VCs + vc
			f.AsideHeads(int(q), vc, func(h fabric.AsideHead) {
				waits[c*each+h.Queue] = wait{!told[sw], (sw*n.Radix+h.Out)*f.VCs + h.Next, h.Stops}
				if told[sw] {
					queues[c]++
				}
			})
			if f.Occupancy(int(q), vc) < f.Capacity {
				queues[c] = -1
			}
		}
	}
	// next returns the queue for which one waits, -1 for one of those of a channel that is full, or -2: it can move.
	next := func(w *wait) (c, queue int) {
		c = w.out
		port := int(n.Peer[c/f.VCs])
		if w.stops == 0 {
			if n.IsHost(port) || f.Credits(c/f.VCs, c%f.VCs) > 0 || queues[c] != 0 {
				return c, -2
			}
			return c, -1
		}
		for s := w.stops; s != 0; s &= s - 1 {
			if k := bits.TrailingZeros64(s); waits[c*each+k+1].on && f.Halts(port, c%f.VCs, k) {
				return c, k + 1
			}
		}
		return c, -2
	}
	for moved := true; moved; {
		moved = false
		for i := range waits {
			if w := &waits[i]; w.on {
				if _, queue := next(w); queue == -2 {
					w.on, moved = false, true
					if c := i / each; queues[c] >= 0 {
						queues[c]++
					}
				}
			}
		}
	}
	first := slices.IndexFunc(waits, func(w wait) bool { return w.on })
	if first < 0 {
		return nil
	}
	var cycle []routing.Channel
	at := map[int]int{}
	for c, queue := first/each, first%each; ; {
		if i, ok := at[c]; ok {
			return cycle[i:]
		}
		at[c] = len(cycle)
		cycle = append(cycle, routing.Channel{Port: c / f.VCs, VC: c % f.VCs})
		if queue < 0 {
			queue = slices.IndexFunc(waits[c*each:(c+1)*each], func(w wait) bool { return w.on })
		}
		c, queue = next(&waits[c*each+queue])
	}
}

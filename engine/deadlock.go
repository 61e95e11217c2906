package engine

// Deadlock while it happens: buffers that wait for each other and will for ever.

import (
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
// Where queues are set aside, a queue that has been stopped and a buffer that it waits for, which is not full, can be part of a circle
// as well. Such circles are not found.
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

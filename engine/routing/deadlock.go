package routing

// Can packets wait for each other in a circle? The channel dependency graph has the answer (Dally and
// Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", IEEE ToC 1987):
// a channel is a VC of a link, and depends on those a packet in its buffer may ask for next. Without
// a cycle there is no deadlock; with one, buffers small enough and load high enough will find it.

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/topology"
)

// Channel is a VC of the link behind a transmitting port (a global number).
type Channel struct{ Port, VC int }

// Dependencies is a channel dependency graph. It grows by paths.
type Dependencies struct {
	n   *topology.Network
	vcs int
	to  []uint64 // [(port·vcs + VC)·vcs + next VC]: the output ports of the next switch, a mask

	seen  []uint32 // of Reaches
	round uint32
	todo  []int

	// Of a graph without cycles that Sort has put in order: place by channel, channel by place. What a channel depends on has a later place.
	place, placed []int32
	moved         []int32
}

// NewDependencies returns an empty graph of a network's channels with so many VCs each.
func NewDependencies(n *topology.Network, vcs int) *Dependencies {
	return &Dependencies{n: n, vcs: vcs, to: make([]uint64, n.Ports()*vcs*vcs)}
}

// Add notes that a packet in the buffer behind channel a may ask for channel b. a's link must lead to b's switch.
func (d *Dependencies) Add(a, b Channel) {
	_, out := d.n.SwitchOf(b.Port)
	d.to[(a.Port*d.vcs+a.VC)*d.vcs+b.VC] |= 1 << out
}

// AddPath notes the dependencies along a path.
func (d *Dependencies) AddPath(path []Channel) {
	for i := 1; i < len(path); i++ {
		d.Add(path[i-1], path[i])
	}
}

// next calls visit for the channels that c depends on until it says stop, and says whether it did.
func (d *Dependencies) next(c int, visit func(int) bool) bool {
	q := int(d.n.Peer[c/d.vcs])
	if q == topology.NoPeer || d.n.IsHost(q) {
		return false
	}
	sw, _ := d.n.SwitchOf(q)
	for vc := 0; vc < d.vcs; vc++ {
		for m := d.to[c*d.vcs+vc]; m != 0; m &= m - 1 {
			if visit((sw*d.n.Radix+bits.TrailingZeros64(m))*d.vcs + vc) {
				return true
			}
		}
	}
	return false
}

// has says whether a dependency is in the graph.
func (d *Dependencies) has(a, b Channel) bool {
	_, out := d.n.SwitchOf(b.Port)
	return d.to[(a.Port*d.vcs+a.VC)*d.vcs+b.VC]>>out&1 != 0
}

// number counts the channels through.
func (d *Dependencies) number(c Channel) int { return c.Port*d.vcs + c.VC }

// Reaches says whether packets in channel a may wait, through any number of others, for channel b.
func (d *Dependencies) Reaches(a, b Channel) bool {
	if d.seen == nil {
		d.seen = make([]uint32, d.n.Ports()*d.vcs)
	}
	d.round++
	goal := d.number(b)
	last := int32(math.MaxInt32)
	if d.place != nil {
		last = d.place[goal]
	}
	from := d.number(a)
	d.seen[from] = d.round
	d.todo = append(d.todo[:0], from)
	for len(d.todo) > 0 {
		c := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if c == goal {
			return true
		}
		d.next(c, func(e int) bool {
			if d.seen[e] != d.round && (d.place == nil || d.place[e] <= last) {
				d.seen[e] = d.round
				d.todo = append(d.todo, e)
			}
			return false
		})
	}
	return false
}

// sort puts the channels in an order in which each comes before those that it depends on, and says whether there is one. From then on
// Reaches looks no further than its goal, and the graph grows by join only.
func (d *Dependencies) sort() bool {
	channels := d.n.Ports() * d.vcs
	waiting := make([]int32, channels)
	for c := range channels {
		d.next(c, func(e int) bool { waiting[e]++; return false })
	}
	placed := make([]int32, 0, channels)
	for c, n := range waiting {
		if n == 0 {
			placed = append(placed, int32(c))
		}
	}
	for i := 0; i < len(placed); i++ {
		d.next(int(placed[i]), func(e int) bool {
			if waiting[e]--; waiting[e] == 0 {
				placed = append(placed, int32(e))
			}
			return false
		})
	}
	if len(placed) < channels {
		return false
	}
	d.placed, d.place = placed, make([]int32, channels)
	for i, c := range placed {
		d.place[c] = int32(i)
	}
	return true
}

// after says whether the order alone tells that a does not reach b.
func (d *Dependencies) after(a, b Channel) bool { return d.place[d.number(a)] > d.place[d.number(b)] }

// join is Add to a sorted graph in which b does not reach a. If the order has b before a, what b reaches up to there goes behind a.
func (d *Dependencies) join(a, b Channel) {
	if d.after(b, a) {
		d.Add(a, b)
		return
	}
	if d.Reaches(b, a) {
		panic("routing: a dependency closes a cycle")
	}
	d.Add(a, b)
	from, to := d.place[d.number(b)], d.place[d.number(a)]
	d.moved = d.moved[:0]
	at := from
	for _, c := range d.placed[from : to+1] {
		if d.seen[c] == d.round {
			d.moved = append(d.moved, c)
		} else {
			d.placed[at], d.place[c] = c, at
			at++
		}
	}
	for _, c := range d.moved {
		d.placed[at], d.place[c] = c, at
		at++
	}
}

// Cycle returns the channels of a cycle, each depending on the next and the last on the first, or
// nil if there is none. The same graph gives the same cycle.
func (d *Dependencies) Cycle() []Channel {
	// Channels on which nothing depends any more are taken away until none is left, or only cycles
	// and what leads away from them.
	channels := d.n.Ports() * d.vcs
	waiting := make([]int32, channels) // dependencies on a channel
	for c := 0; c < channels; c++ {
		d.next(c, func(e int) bool { waiting[e]++; return false })
	}
	var todo []int
	left := channels
	for c := 0; c < channels; c++ {
		if waiting[c] == 0 {
			todo = append(todo, c)
		}
	}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		left--
		d.next(c, func(e int) bool {
			if waiting[e]--; waiting[e] == 0 {
				todo = append(todo, e)
			}
			return false
		})
	}
	if left == 0 {
		return nil
	}
	for c := 0; c < channels; c++ {
		if waiting[c] > 0 {
			if cycle := d.cycleAt(c); cycle != nil {
				return cycle
			}
		}
	}
	return nil
}

// cycleAt returns a shortest cycle through a channel, or nil.
func (d *Dependencies) cycleAt(start int) []Channel {
	before := map[int]int{}
	todo := []int{start}
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		if d.next(c, func(e int) bool {
			if e == start {
				return true
			}
			if _, seen := before[e]; !seen {
				before[e] = c
				todo = append(todo, e)
			}
			return false
		}) {
			var back []Channel
			for ; c != start; c = before[c] {
				back = append(back, Channel{c / d.vcs, c % d.vcs})
			}
			cycle := []Channel{{start / d.vcs, start % d.vcs}}
			for i := len(back) - 1; i >= 0; i-- {
				cycle = append(cycle, back[i])
			}
			return cycle
		}
	}
	return nil
}

// Words names the channels of a cycle, at most eight of them.
func Words(n *topology.Network, cycle []Channel) string {
	var out []string
	for i, c := range cycle {
		if i == 8 && len(cycle) > 9 {
			out = append(out, "… ("+strconv.Itoa(len(cycle)-i)+" more)")
			break
		}
		out = append(out, n.PortName(c.Port)+" VC "+strconv.Itoa(c.VC))
	}
	if len(cycle) > 0 {
		c := cycle[0]
		out = append(out, n.PortName(c.Port)+" VC "+strconv.Itoa(c.VC))
	}
	return strings.Join(out, " → ")
}

// dependencies is the graph of a table's paths, all up ports taken where there is a choice. It
// follows every destination through every switch its packets can be at.
func (r *Table) dependencies() *Dependencies {
	n := r.net
	d := NewDependencies(n, r.lanes)
	seen := make([]int, n.SwitchPorts()*r.lanes) // host + 1 that was followed through this channel last
	for dst := 0; dst < n.Hosts; dst++ {
		var todo []Channel
		for h := 0; h < n.Hosts; h++ {
			if h != dst {
				todo = append(todo, Channel{n.HostPort(h), r.FirstVC(0, uint32(h), uint32(dst))})
			}
		}
		for len(todo) > 0 {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			sw, _ := n.SwitchOf(int(n.Peer[c.Port]))
			det, up := r.Step(sw, uint32(dst))
			for outs := up | 1<<det; outs != 0; outs &= outs - 1 {
				out := bits.TrailingZeros64(outs)
				e := Channel{sw*n.Radix + out, r.NextVC(sw, uint8(out), c.VC, uint32(dst))}
				d.Add(c, e)
				if k := e.Port*r.lanes + e.VC; seen[k] != dst+1 && !n.IsHost(int(n.Peer[e.Port])) {
					seen[k] = dst + 1
					todo = append(todo, e)
				}
			}
		}
	}
	return d
}

// Cycle returns a cycle of channels in which packets that follow the table can deadlock, of the first
// queue's VCs, or nil if there is none.
//
// In fat trees and BMINs there is none, whatever up ports are taken: every packet first goes away
// from the hosts, then towards them. Dimension-order routing never turns from a column into a row, so
// that a cycle lies in a row or a column, and all rows are alike: one of each is looked at.
func (r *Table) Cycle() []Channel {
	g := r.grid
	if g == nil || !g.Torus {
		return nil
	}
	for _, side := range []struct{ x, y, step int }{{g.X, 1, 1}, {1, g.Y, g.X}} {
		if side.x*side.y == 1 {
			continue
		}
		n, err := topology.Build("torus-" + strconv.Itoa(side.x) + "x" + strconv.Itoa(side.y))
		if err != nil {
			continue // shorter than a ring
		}
		ring, _ := NewTable(n)
		ring.lanes, ring.oneWay = r.lanes, r.oneWay
		cycle := ring.dependencies().Cycle()
		for i, c := range cycle {
			sw, local := n.SwitchOf(c.Port)
			cycle[i].Port = sw*side.step*r.net.Radix + local
		}
		if cycle != nil {
			return cycle
		}
	}
	return nil
}

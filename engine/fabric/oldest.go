package fabric

// The other arbiter: "oldest-first" ([FBICM] §3.1). Of all packets that could leave now the oldest does, then
// the oldest of those that still can, and so on. (Reading: the paper does not say what age is counted from. From generation
// on it is the age that makes old packets win at every switch; but where source queues have a bound, what waits in a long one is
// older than what a short one has refused. From injection on, Config.Injected, hosts are alike: in [FBICM] §4.1 it is a message
// that waits in an admittance queue, and there is a packet when it leaves.) Which queue of an input port is in turn is as with iSLIP.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/topology"
)

// oldestFirst matches the free inputs and those outputs at which something changed.
func (f *Fabric) oldestFirst(s int, todo uint64) {
	x := &f.ports[s]
	var birth [topology.MaxRadix]int64 // by output: of the oldest packet for it
	var from [topology.MaxRadix]uint8  // and its input
	look := func(out int) (some bool) {
		ask := f.asking(f.output(s, out)) & x.freeIn
		for m := ask; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			life := &f.packets.life[f.leaving(s, in, out).id()]
			b := life.birth
			if f.Injected {
				b = life.begun
			}
			if !some || b < birth[out] {
				birth[out], from[out], some = b, uint8(in), true
			}
		}
		return
	}
	var asked uint64
	for m := todo; m != 0; m &= m - 1 {
		if out := bits.TrailingZeros64(m); look(out) {
			asked |= bit(out)
		}
	}
	for todo = asked; asked != 0; {
		best := bits.TrailingZeros64(asked)
		for m := asked; m != 0; m &= m - 1 {
			if out := bits.TrailingZeros64(m); birth[out] < birth[best] {
				best = out
			}
		}
		in := int(from[best])
		todo &^= 1 << best
		asked &^= 1 << best
		x.freeOut &^= 1 << best
		if !f.Demux {
			x.freeIn &^= 1 << in
		}
		f.forward(s, in, best, f.turnOf(s, f.output(s, best), in))
		for m := todo; m != 0; m &= m - 1 {
			// The input is busy now, or has another queue in turn, of which the head may be the oldest, or heads have moved, to ports,
			// too, for which nobody asked any more.
			if out := bits.TrailingZeros64(m); f.Demux || f.again || int(from[out]) == in {
				if asked &^= bit(out); look(out) {
					asked |= bit(out)
				}
			}
		}
	}
}

// leaving returns the packet that forward would send from an input to an output that it requests.
func (f *Fabric) leaving(s, in, out int) Packet {
	port := s*f.Net.Radix + in
	if v := f.voqnet; v != nil {
		o := s*f.Net.Radix + out
		q := port*f.Net.Hosts + nextBit(v.set(v.filled, port), v.set(v.can, s), v.set(v.via, o), v.turn[port])
		return v.node[v.queue[q].first].Packet
	}
	lane := f.turnOf(s, f.output(s, out), in)
	if a := f.aside; a != nil {
		turn := int(uint8(f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]>>ctlTurn)) % f.VCs
		for k := 0; ; k++ { // one of them has it
			u := port*f.VCs + (turn+k)%f.VCs
			if queues := f.sending(u, uint8(out), uint8(lane)); queues != 0 {
				c := f.channel(u)
				return c.packet(c.find(next(queues, a.unit[u].turn)))
			}
		}
	}
	vc := lane
	if f.MayMove(lane) {
		vc = f.holder(s, in, out, lane)
	}
	c := f.channel(port*f.VCs + vc)
	if f.VOQ {
		return c.packet(c.find(out))
	}
	return c.packet(c.start())
}

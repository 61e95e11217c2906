package fabric

// What looks at congestion trees and at links read of the whole network, many times in a run: each in one pass.

import "github.com/congestree/congestree/engine/topology"

// Spent notes, by port of a switch or host, the VCs for which it has no credits, as masks.
func (f *Fabric) Spent(by []uint16) {
	all := uint64(1)<<f.VCs - 1
	for s := range f.Net.Switches {
		of := by[s*f.Net.Radix:][:f.Net.Radix]
		for p := range of {
			of[p] = uint16(all &^ f.creditsAt(f.output(s, p)))
		}
	}
	of := by[f.Net.SwitchPorts():]
	for h := range of {
		spent := uint16(0)
		for vc, credits := range f.hostCredits[h*f.VCs:][:f.VCs] {
			if credits == 0 {
				spent |= 1 << vc
			}
		}
		of[h] = spent
	}
}

// Hog returns the output that most packets in a channel of an input buffer are for, of several the lowest, and the VC that the first of
// these takes there. There must be one.
func (f *Fabric) Hog(port, vc int) (out, next int) {
	var count [topology.MaxRadix]uint16
	if f.sorts { // the byte tells another queue
		var first [topology.MaxRadix]int
		f.Packets(port, vc, func(x Queued) {
			if count[x.Out] == 0 {
				first[x.Out] = x.Next
			}
			count[x.Out]++
		})
		for o := range count {
			if count[o] > count[out] {
				out = o
			}
		}
		return out, first[out]
	}
	c := f.channel(port*f.VCs + vc)
	most := uint16(0)
	for i := range c.used() {
		o := c.output(c.at(i))
		n := count[o%len(count)] + 1
		count[o%len(count)] = n
		if n > most || n == most && o < out {
			out, most = o, n
		}
	}
	if !f.moves {
		return out, vc
	}
	for i := range c.used() {
		if c.output(c.at(i)) == out {
			return out, f.queued(port, c, i, vc).Next
		}
	}
	return out, vc
}

// Bound calls visit for the packets in a channel of an input buffer that are not set aside, in the order of arrival, with the output that
// each is for.
func (f *Fabric) Bound(port, vc int, visit func(p Packet, out int)) {
	if f.sorts {
		f.UncongestedPackets(port, vc, func(x Queued) { visit(x.Packet, x.Out) })
		return
	}
	c := f.channel(port*f.VCs + vc)
	for i := range c.used() {
		place := c.at(i)
		visit(c.packet(place), c.output(place))
	}
}

// Lacking returns the outputs of a switch for which packets wait in a VC that they have no credits for, as a mask.
func (f *Fabric) Lacking(sw int) (outs uint64) {
	if f.voqnet != nil {
		return f.voqnet.lacking(f, sw)
	}
	if f.oReq == 1 { // as in turn
		absent := ^uint64(0) << (16 * (f.VCs + 1)) // lanes of VCs that are not there
		for p := range f.Net.Radix {
			if r := f.output(sw, p); r.lacks(r[0] | absent) {
				outs |= bit(p)
			}
		}
		return outs
	}
	for p := range f.Net.Radix {
		r := f.output(sw, p)
		asked := uint64(0)
		for vc := range f.VCs {
			if r[uint(f.oReq+vc)&recordMask] != 0 {
				asked |= 1 << vc
			}
		}
		if asked&^f.creditsAt(r) != 0 {
			outs |= bit(p)
		}
	}
	return outs
}

// lacks says whether one of up to three VCs is asked for that has no credits.
func (r *record) lacks(lanes uint64) bool {
	return lanes&(0xffff<<16) == 0 && r[1] != 0 || lanes&(0xffff<<32) == 0 && r[2] != 0 || lanes&(0xffff<<48) == 0 && r[3] != 0
}

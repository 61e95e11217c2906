package fabric

// Which output and which VC a packet takes next.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
)

// nextVC returns the VC a packet in a VC of a switch's buffer will take in the next one. Requests are
// by that VC: it is the one whose credits count.
func (f *Fabric) nextVC(s int, p Packet, vc, out int) int {
	if f.moves {
		return f.movedVC(s, p, vc, out)
	}
	return vc
}

func (f *Fabric) movedVC(s int, p Packet, vc, out int) int {
	switch {
	case p.Adapted():
		return f.VCs - 1
	case f.datelines:
		if f.spread != nil {
			return f.pathVC(s, p, vc)
		}
		return f.Routes.NextVC(s, uint8(out), vc, p.Dst())
	}
	return vc
}

// MayMove says whether packets may come into a VC from another one of the switch's input buffer.
func (f *Fabric) MayMove(vc int) bool { return f.moves && (f.datelines || vc == f.VCs-1) }

// candidates returns the up ports among which a packet may choose at a switch where D-mod-K takes det; 0 if there are none. Where
// there are stages they are kept by stage and port.
func (f *Fabric) candidates(s int, det uint8, up uint64) uint64 {
	if f.staged {
		return f.among[f.Routes.Stage(s)*topology.MaxRadix+int(det)]
	}
	return f.Routing.Candidates(f.Routes.Stage(s), det, up)
}

// initCandidates notes what candidates returns, and whether there are any.
func (f *Fabric) initCandidates() {
	f.chooses = !f.staged
	if !f.staged {
		return
	}
	f.among = make([]uint64, (topology.MaxStages+1)*topology.MaxRadix)
	for s := range f.Net.Switches {
		stage, up := f.Routes.Stage(s), f.Routes.UpPorts(s)
		for m := up; m != 0; m &= m - 1 {
			det := bits.TrailingZeros64(m)
			c := f.Routing.Candidates(stage, uint8(det), up)
			f.among[stage*topology.MaxRadix+det] = c
			f.chooses = f.chooses || c != 0
		}
	}
}

// pick lets the routing algorithm choose an output for a packet.
func (f *Fabric) pick(s int, p Packet, det, from uint8, candidates uint64, vc int) uint8 {
	c := f.choiceAt(s, det, vc)
	c.Src, c.Dst, c.Stage = p.Src(), p.Dst(), f.Routes.Stage(s)
	c.From, c.Candidates = from, candidates
	return f.Routing.Pick(c)
}

// choiceAt is what a packet's choice depends on at a switch, but for the ports it has.
func (f *Fabric) choiceAt(s int, det uint8, vc int) *routing.Choice {
	c := &f.choice
	lanes := f.record[f.recordAt(s, 0):]
	c.Det = det
	c.Credits = lanes[(vc+1)/4:]
	c.Stride, c.Shift = f.perOut, (vc+1)%4*16
	c.Capacity, c.Ports, c.Rand, c.Adapted = uint16(f.Capacity), f.Net.Radix, &f.rand[s], false
	if f.Isolate {
		c.AFC, c.AFCShift = lanes[f.VCs/4:], f.VCs%4*16
	}
	c.Congested = &f.word[s*f.perSwitch+vc]
	c.Ready = 0
	if f.again {
		c.Ready = f.ports[s].freeOut
	}
	return c
}

package routing

import (
	"math/bits"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	register(scenario.Option{Name: "afi", Label: "AFI (Adapted-Flow Isolation)", Rank: 5, Source: "[AFI] §IV", Uses: []string{"threshold"},
		Doc: "D-mod-K until the next buffer of the packet's VC on D-mod-K's port is filled up to the threshold; then the up port whose adapted-flow channel (AFC) is the " +
			"emptiest. Such a packet is marked as adapted: it moves to the AFC, stays there and follows D-mod-K to its destination. " +
			"The AFC is one VC more than the queuing scheme has; they split the buffer evenly."},
		func(s scenario.Scenario) Algorithm { return afi{uint32(s.Int("threshold"))} })
}

// afi is Adapted-Flow Isolation. "Ocupación … alcanza el 75 %" is read as: at 75 % it triggers.
type afi struct{ percent uint32 }

func (afi) Isolates() {}

func (afi) Candidates(_ int, _ uint8, up uint64) uint64 { return up }

func (a afi) Pick(c *Choice) uint8 {
	full := uint32(c.Capacity - c.Free(int(c.Det)))
	if full*100 < a.percent*uint32(c.Capacity) {
		return c.Det
	}
	best, most := c.Det, uint16(0)
	low := uint64(1)<<c.Det - 1
	for _, m := range [2]uint64{c.Candidates &^ (low<<1 | 1), c.Candidates & low} { // alternatives, from D-mod-K's port on
		for ; m != 0; m &= m - 1 {
			p := bits.TrailingZeros64(m)
			if f := uint16(c.AFC[p*c.Stride] >> c.AFCShift); f > most {
				best, most = uint8(p), f
			}
		}
	}
	c.Adapted = best != c.Det
	return best
}

func (a afi) Explain(c *Choice, _ int) explain.Decision {
	N := explain.N[int]
	copied := *c
	is, det := int(a.Pick(&copied)), int(c.Det)
	full, capacity := int(c.Capacity)-int(c.Free(det)), int(c.Capacity)
	if full*100 < int(a.percent)*capacity {
		return explain.Decision{Is: is, Why: []explain.Sentence{
			explain.Say("AFI: behind D-mod-K's port {0} the VC is filled with {1} of {2} packets, less than {3} % → port {0}", N(det), N(full), N(capacity), explain.N(a.percent))}}
	}
	why := []explain.Sentence{
		explain.Say("AFI: behind D-mod-K's port {0} the VC is filled with {1} of {2} packets, {3} % or more: the emptiest adapted-flow channel is looked for", N(det), N(full), N(capacity), explain.N(a.percent)),
		explain.Say("Credits of the AFC by port: {0}", portsOf(c.Candidates&^(1<<c.Det), func(p int) uint16 { return uint16(c.AFC[p*c.Stride] >> c.AFCShift) })),
	}
	if copied.Adapted {
		why = append(why, explain.Say("→ port {0}; the packet is adapted: it moves to the AFC, and follows D-mod-K from there", N(is)))
	} else {
		why = append(why, explain.Say("None has any → D-mod-K's port {0}", N(is)))
	}
	return explain.Decision{Is: is, Why: why}
}

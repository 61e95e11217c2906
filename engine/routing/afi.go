package routing

import (
	"math/bits"

	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	register(scenario.Option{Name: "afi", Label: "AFI (Adapted-Flow Isolation)", Rank: 5, Source: "[AFI] §IV",
		Doc: "D-mod-K until the next buffer of the packet's VC on D-mod-K's port is filled up to the threshold; then the up port whose adapted-flow channel (AFC) is the " +
			"emptiest. Such a packet is marked as adapted: it moves to the AFC, stays there and follows D-mod-K to its destination. " +
			"The AFC is one VC more than the queuing scheme has; they split the buffer evenly."},
		func(s scenario.Scenario) Algorithm { return afi{uint32(s.Int("threshold"))} })
	entries[len(entries)-1].isolates = true
}

// afi is Adapted-Flow Isolation. "Ocupación … alcanza el 75 %" is read as: at 75 % it triggers.
type afi struct{ percent uint32 }

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

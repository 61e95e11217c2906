package routing

import (
	"math/bits"

	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	register(scenario.Option{Name: "adaptive", Label: "Adaptive", Rank: 3, Source: "[RAR] §4.2 (NoTH, *S, K), [AFI] §V-A",
		Doc: "Fully adaptive: the up port whose next buffer has the most free credits for the packet's VC. Equal credits: D-mod-K's port, then the lowest (a reading)."},
		func(scenario.Scenario) Algorithm { return adaptive{} })
	register(scenario.Option{Name: "adaptive-th", Label: "Adaptive with threshold", Rank: 4, Source: "[AFI] §V-A (Adaptive-th), [RAR] §4.2.1 (TH)",
		Doc: "D-mod-K until the next buffer on its port is filled up to the threshold, then as Adaptive until it has emptied below it."},
		func(s scenario.Scenario) Algorithm { return threshold{percent: uint32(s.Int("threshold"))} })
	scenario.AddField(scenario.Field{Name: "threshold", Label: "Threshold", Group: "Routing", Unit: "% full", Kind: scenario.Int, Min: 1, Max: 100, Default: "75", When: "routing=adaptive-th", Rank: 21,
		Doc: "Filling of the next buffer from which another port is looked for."})
}

type adaptive struct{}

func (adaptive) Candidates(_ int, _ uint8, up uint64) uint64 { return up }
func (adaptive) Pick(c *Choice) uint8                        { return mostCredits(c) }
func (adaptive) Revisit() bool                               { return true }

// mostCredits returns the candidate with the most free credits; of equals D-mod-K's port, else
// the lowest. The paper sorts its list "by Port" and leaves ties open ([RAR] Algorithm 1).
func mostCredits(c *Choice) uint8 {
	best := c.Det
	if c.Candidates>>c.Det&1 == 0 {
		best = uint8(bits.TrailingZeros64(c.Candidates))
	}
	most := c.Free(int(best))
	for m := c.Candidates; m != 0; m &= m - 1 {
		p := bits.TrailingZeros64(m)
		if f := c.Free(p); f > most {
			best, most = uint8(p), f
		}
	}
	return best
}

type threshold struct {
	percent uint32 // occupancy that triggers, 1–100
}

func (threshold) Candidates(_ int, _ uint8, up uint64) uint64 { return up }
func (threshold) Revisit() bool                               { return true }
func (t threshold) Pick(c *Choice) uint8 {
	full := uint32(c.Capacity) - uint32(c.Free(int(c.Det)))
	if full*100 < t.percent*uint32(c.Capacity) {
		return c.Det
	}
	return mostCredits(c)
}

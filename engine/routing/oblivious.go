package routing

import (
	"math/bits"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	register(scenario.Option{Name: "oblivious", Label: "Oblivious (random)", Rank: 2, Source: "[RAR] §2.2",
		Doc: "Any up port with equal probability, drawn once per switch, whatever the network's state."},
		func(scenario.Scenario) Algorithm { return oblivious{} })
}

type oblivious struct{}

func (oblivious) Candidates(_ int, _ uint8, up uint64) uint64 { return up }
func (oblivious) Pick(c *Choice) uint8 {
	m := c.Candidates
	for k := c.Rand.Below(uint32(bits.OnesCount64(m))); k > 0; k-- {
		m &= m - 1
	}
	return uint8(bits.TrailingZeros64(m))
}

func (oblivious) Explain(c *Choice, _ int) explain.Decision {
	return explain.Decision{Is: -1, Why: []explain.Sentence{
		explain.Say("Oblivious: one of the up ports {0}, each with a probability of 1/{1}, whatever their credits", portsOf(c.Candidates, nil), explain.N(bits.OnesCount64(c.Candidates)))}}
}

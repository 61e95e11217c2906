package routing

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	registerOn(fatTree, scenario.Option{Name: "dmodk", Label: "D-mod-K (deterministic)", Rank: 1, Source: "[RAR] §2.2",
		Doc: "One path per destination: at stage s (1 = leaf) up port ⌊D/K^(s−1)⌋ mod K. Balanced, in order, blind to congestion."},
		func(scenario.Scenario) Algorithm { return dmodk{} })
}

type dmodk struct{}

func (dmodk) Candidates(int, uint8, uint64) uint64 { return 0 }
func (dmodk) Pick(c *Choice) uint8                 { return c.Det }

func (dmodk) Explain(c *Choice, _ int) explain.Decision {
	return explain.Decision{Is: int(c.Det)}
}

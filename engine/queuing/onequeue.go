package queuing

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	register(scenario.Option{Name: "1q", Label: "1Q (one queue)", Rank: 1, Source: "[RAR] §5.1, [AFI] §V-A",
		Doc: "A single queue per port with the whole buffer: no protection against HoL blocking at all."},
		func(scenario.Scenario, *topology.Network, int) (Scheme, int) { return oneQueue{}, 1 })
}

type oneQueue struct{}

func (oneQueue) VC(src, dst uint32) uint8 { return 0 }

func (oneQueue) Explain(_, _ uint32) explain.Decision {
	return one(0, explain.Say("1Q: one queue for all packets → VC 0"))
}

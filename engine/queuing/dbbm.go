package queuing

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	register(scenario.Option{Name: "dbbm", Label: "DBBM", Rank: 2, Source: "[RAR] §2.3, [AFI] §II-C",
		Doc: "Destination-based buffer management: VC = D mod Q, whatever the topology and the routing."},
		func(_ scenario.Scenario, _ *topology.Network, vcs int) (Scheme, int) { return dbbm(vcs), vcs })
}

type dbbm uint32

func (q dbbm) VC(src, dst uint32) uint8 { return uint8(dst % uint32(q)) }

func (q dbbm) Explain(_, dst uint32) explain.Decision {
	vc := dst % uint32(q)
	return one(int(vc), explain.Say("DBBM: {0} mod {1} = {2} → VC {2}", explain.N(dst), explain.N(uint32(q)), explain.N(vc)))
}

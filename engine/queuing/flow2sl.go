package queuing

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	register(scenario.Option{Name: "flow2sl", Label: "Flow2SL", Rank: 4, Source: "[RAR] §2.3, [AFI] §II-C",
		Doc: "Q groups of consecutive hosts; flows of one source group to different destination groups take different VCs, " +
			"(group(S) + group(D)) mod Q. The formula is a reading: the papers give it in words only."},
		func(_ scenario.Scenario, n *topology.Network, vcs int) (Scheme, int) {
			return flow2sl{hosts: uint32(n.Hosts), q: uint32(vcs)}, vcs
		})
}

// flow2sl reads "as many groups of consecutive destination end-nodes as the number of queues" and
// flows "that have the same source group but different destination groups are mapped to different
// queues" ([RAR] §2.3) as the sum of both group numbers modulo Q; the destination group alone gives 3 % where [RAR] Table 3 has 12 %.
type flow2sl struct{ hosts, q uint32 }

func (f flow2sl) VC(src, dst uint32) uint8 {
	return uint8((f.group(src) + f.group(dst)) % f.q)
}

func (f flow2sl) Explain(src, dst uint32) explain.Decision {
	N := explain.N[int]
	from, to, q := int(src)*int(f.q)/int(f.hosts), int(dst)*int(f.q)/int(f.hosts), int(f.q)
	vc := (from + to) % q
	return one(vc, explain.Say("Flow2SL: the groups of source and destination are ⌊{0}·{2}/{3}⌋ = {4} and ⌊{1}·{2}/{3}⌋ = {5}; ({4} + {5}) mod {2} = {6} → VC {6}",
		explain.N(src), explain.N(dst), N(q), explain.N(f.hosts), N(from), N(to), N(vc)))
}

func (f flow2sl) group(h uint32) uint32 { return uint32(uint64(h) * uint64(f.q) / uint64(f.hosts)) }

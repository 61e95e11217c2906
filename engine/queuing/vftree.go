package queuing

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	register(scenario.Option{Name: "vftree", Label: "vFtree", Rank: 3, Source: "[RAR] §2.3, [AFI] §II-C",
		Doc: "By leaf switches: flows from one leaf switch to Q consecutive leaf switches take different VCs, (leaf(D) − leaf(S)) mod Q. " +
			"The formula is a reading: the papers give it in words only."},
		func(_ scenario.Scenario, n *topology.Network, vcs int) (Scheme, int) {
			q := uint32(vcs)
			if n.Staged() && n.Tree == nil {
				return byLeaf{leavesOf(n), q, (uint32(n.Switches) + q) / q * q}, vcs
			}
			leaves := (uint32(n.Hosts) + leafSpan(n) - 1) / leafSpan(n)
			return vftree{span: leafSpan(n), q: q, lift: (leaves + q) / q * q}, vcs
		})
}

// byLeaf is vftree where the hosts of a leaf switch, that is one of the first stage, need not be consecutive: in BMINs.
type byLeaf struct {
	leaf []uint32 // by host
	q    uint32
	lift uint32
}

func (v byLeaf) VC(src, dst uint32) uint8 { return uint8((v.leaf[dst] + v.lift - v.leaf[src]) % v.q) }

func (v byLeaf) Explain(src, dst uint32) explain.Decision {
	N := explain.N[int]
	from, to, q := int(v.leaf[src]), int(v.leaf[dst]), int(v.q)
	vc := ((to-from)%q + q) % q
	return one(vc, explain.Say("vFtree: destination {0} is at first-stage switch {2}, source {1} at {3}; ({2} − {3}) mod {4} = {5} → VC {5}",
		explain.N(dst), explain.N(src), N(to), N(from), N(q), N(vc)))
}

// leavesOf returns the switch of each host, which are the first ones.
func leavesOf(n *topology.Network) []uint32 {
	leaf := make([]uint32, n.Hosts)
	for h := range leaf {
		sw, _ := n.SwitchOf(int(n.Peer[n.HostPort(h)]))
		leaf[h] = uint32(sw)
	}
	return leaf
}

// vftree reads the words "flows that have the same source switch but are addressed to Q
// different/consecutive destination switches are mapped to different queues" ([RAR] §2.3) as the difference of the two
// leaf numbers modulo Q; the source must enter, or the published HS10-1 and HS10-4 columns
// without VOQs are missed by 7 to 13 points.
type vftree struct {
	span, q uint32
	lift    uint32 // a multiple of q above every leaf number, so that the difference stays positive
}

func (v vftree) VC(src, dst uint32) uint8 {
	return uint8((dst/v.span + v.lift - src/v.span) % v.q)
}

func (v vftree) Explain(src, dst uint32) explain.Decision {
	N := explain.N[int]
	from, to, q := int(src/v.span), int(dst/v.span), int(v.q)
	vc := ((to-from)%q + q) % q
	return one(vc, explain.Say("vFtree: the leaf switches of destination and source are ⌊{0}/{2}⌋ = {3} and ⌊{1}/{2}⌋ = {4}; ({3} − {4}) mod {5} = {6} → VC {6}",
		explain.N(dst), explain.N(src), explain.N(v.span), N(to), N(from), N(q), N(vc)))
}

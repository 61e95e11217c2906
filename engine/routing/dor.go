package routing

// Dimension-order routing in meshes and tori.

import (
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	registerOn(grid, scenario.Option{Name: "dor", Label: "Dimension-order (X, then Y)", Rank: 1, Source: "Dally and Seitz, IEEE ToC 1987",
		Doc: "One shortest path per pair in a mesh or torus: along the row to the destination's column, then along the column. In a torus every queue has two VCs, and a packet changes " +
			"from the second to the first one behind the wrap-around link, so that it cannot deadlock."},
		func(scenario.Scenario) Algorithm { return dmodk{} })
	scenario.AddField(scenario.Field{Name: "dateline", Label: "Dateline VCs", Group: "Routing", Kind: scenario.Bool, Default: "true", When: "network=torus-* and queuing!=voqnet", Rank: 26,
		Doc: "Two VCs for every queue in a torus, the second one for packets that have still to cross a wrap-around link; without them a ring of full buffers can deadlock."})
	scenario.AddField(scenario.Field{Name: halfRing, Label: "Half a ring away", Group: "Routing", Kind: scenario.Choice, Default: "balanced", When: "network=torus-*", Rank: 27,
		Doc: "Which way packets go to the opposite place of a ring of even length, which is as far either way round.",
		Options: []scenario.Option{
			{Name: "balanced", Label: "Both ways", Rank: 1, Doc: "From even places right or up, from odd ones left or down, so that both ways carry as much (our choice)."},
			{Name: oneWay, Label: "Right or up", Rank: 2, Source: "[DRB-T] §4.3.3",
				Doc: "All the same way, as on the first shortest path that a depth-first search over the ports of switches finds: left and down carry less."},
		}})
}

// The field of ties in tori, and its value for those that are no choice by place.
const (
	halfRing = "half-ring"
	oneWay   = "first"
)

// TableOf computes the paths of a scenario's network: NewTable with the scenario's dateline VCs and ties, and with its errors.
func TableOf(s scenario.Scenario, n *topology.Network) (*Table, error) {
	r, err := NewTable(n)
	if err != nil {
		return nil, err
	}
	if !s.Bool("dateline") {
		r.lanes = 1
	}
	r.oneWay = s.Get(halfRing) == oneWay
	return r, nil
}

const gridX = 1<<16 - 1

func (r *Table) dimensionOrder(g *topology.Grid) {
	r.grid = g
	if g.Torus {
		r.lanes = 2
	}
	for sw := range r.first {
		x, y := g.XY(sw)
		r.first[sw] = uint32(y<<16 | x)
	}
}

// gridStep goes the shorter way round; where both are as long, switches in even places go right or
// up, the others left or down, which balances the two (our choice), or all right or up (field half-ring).
func (r *Table) gridStep(sw int, dst uint32) uint8 {
	at, to := r.first[sw], r.first[dst]
	if x, goal := int(at&gridX), int(to&gridX); x != goal {
		return topology.PortRight + r.turn(x, goal, r.grid.X)
	}
	if y, goal := int(at>>16), int(to>>16); y != goal {
		return topology.PortUp + r.turn(y, goal, r.grid.Y)
	}
	return topology.PortHost
}

// turn returns 0 for the way to higher numbers in a row or column, 1 for the way to lower ones.
func (r *Table) turn(at, to, side int) uint8 {
	d := to - at
	if r.grid.Torus {
		if d < 0 {
			d += side
		}
		if 2*d > side || 2*d == side && at&1 == 1 && !r.oneWay {
			return 1
		}
		return 0
	}
	if d < 0 {
		return 1
	}
	return 0
}

// Lanes returns how many VCs routing needs for every queue of the queuing scheme: 2 in tori, the
// dateline VCs of Dally and Seitz, else 1. Queue q has the VCs q·Lanes … q·Lanes + Lanes − 1.
func (r *Table) Lanes() int { return r.lanes }

// Lane returns the lane, 0 … Lanes − 1, of the link behind a port of a switch for packets to a
// host: in a torus 1 while the wrap-around link of that row or column is ahead, else 0. A lane
// depends on the place and the destination only, as a forwarding table does.
func (r *Table) Lane(sw int, out uint8, dst uint32) int {
	if r.lanes == 1 {
		return 0
	}
	at, to := r.first[sw], r.first[dst]
	ahead := false
	switch out {
	case topology.PortRight:
		ahead = to&gridX < at&gridX
	case topology.PortLeft:
		ahead = to&gridX > at&gridX
	case topology.PortUp:
		ahead = to>>16 < at>>16
	case topology.PortDown:
		ahead = to>>16 > at>>16
	}
	if ahead {
		return 1
	}
	return 0
}

// NextVC returns the VC on the link behind a port of a switch of a packet that is in a VC there.
func (r *Table) NextVC(sw int, out uint8, vc int, dst uint32) int {
	if r.lanes == 1 {
		return vc
	}
	return vc - vc%r.lanes + r.Lane(sw, out, dst)
}

// FirstVC returns the VC in which a packet enters the network, given its queue: on the link from
// its host it is in the lane of its first hop.
func (r *Table) FirstVC(queue int, src, dst uint32) int {
	if r.lanes == 1 {
		return queue
	}
	sw, _ := r.net.SwitchOf(int(r.net.Peer[r.net.HostPort(int(src))]))
	out, _ := r.Step(sw, dst)
	return queue*r.lanes + r.Lane(sw, out, dst)
}

package routing

// Self-routing in bidirectional multistage networks.

import (
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	registerOn(bmin, scenario.Option{Name: "self", Label: "Self-routing (deterministic)", Rank: 1, Source: "[FBICM] §4.1",
		Doc: "One path per destination in a BMIN: the port of each stage is a digit of the destination's number, away from the hosts up to the first stage " +
			"that leads to it, then back by the same digits."},
		func(scenario.Scenario) Algorithm { return dmodk{} })
}

// self computes "a BMIN self-routing deterministic algorithm" ([FBICM] §4.1), "calculating the output port as a
// function of the destination of the packet" (§3.1). The reading: the port of a stage is the digit
// that names the port of that stage on the way to the destination (in the Omega network the routing
// tag, the most significant digit first), on the way up as well as down. With butterfly wiring this
// is D-mod-K; with either, each link that leads down from the last stage belongs to one destination.
func (r *Table) self(b *topology.BMIN) {
	n := r.net
	if !b.Butterfly {
		r.rank = make([]uint32, n.Hosts)
		for h := range r.rank {
			rank := 0
			for s := b.N; s >= 1; s-- {
				rank = rank*b.K + b.Port(s, h)
			}
			r.rank[h] = uint32(rank)
		}
	}
	span := 1
	for s := 1; s <= b.N; s++ {
		span *= b.K
		up, down := make([]uint8, n.Hosts), make([]uint8, n.Hosts)
		for d := 0; d < n.Hosts; d++ {
			down[d] = uint8(b.Port(s, d))
			up[d] = down[d] + uint8(b.K)
		}
		ups := uint64(1)<<b.K - 1
		if s == b.N {
			ups = 0
		}
		r.up, r.down = append(r.up, up), append(r.down, down)
		r.upMask, r.span = append(r.upMask, ups<<b.K), append(r.span, uint32(span))
	}
	for h := 0; h < n.Hosts; h++ { // a switch's first host is the least of those below it
		rank := h
		if r.rank != nil {
			rank = int(r.rank[h])
		}
		for s, size := 1, 1; s <= b.N; s++ {
			at := n.First[s-1] + b.Group(s, h)*size
			size *= b.K
			if rank%size != 0 { // the group's first host says it for all
				continue
			}
			for sw := at; sw < at+size/b.K; sw++ {
				r.first[sw] = uint32(rank)
			}
		}
	}
}

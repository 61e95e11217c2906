package routing

// The deterministic routing of every family, as tables a switch looks into once per packet.

import (
	"errors"

	"github.com/congestree/congestree/engine/topology"
)

// Table holds the deterministic paths of a network: those of D-mod-K in fat trees, of self-routing
// in BMINs, by stage and destination; of dimension-order routing in meshes and tori, by coordinates.
type Table struct {
	net    *topology.Network
	up     [][]uint8 // [stage-1][dst]: the up port
	down   [][]uint8 // [stage-1][dst]: the down port; parallel links by the same formula
	upMask []uint64  // [stage-1]: all up ports
	first  []uint32  // per switch: first host below it; of a mesh or torus y<<16 | x
	span   []uint32  // [stage-1]: hosts below a switch
	stage  []uint8
	rank   []uint32 // of a BMIN whose hosts below a switch are not consecutive: their places if they were
	grid   *topology.Grid
	oneWay bool // in a torus, whose packets half a ring away all go right or up
	lanes  int

	// Of a tree, by switch, for TreeStep: one look instead of five.
	ways  []way
	steps []uint8 // down and up, one after the other
}

// way is where a switch of a tree looks for its steps: those of host d are steps[down+d] where d is below it, else steps[up+d].
type way struct {
	first, span uint32 // the hosts below it
	down, up    uint32
	ups         uint64 // all up ports
}

// NewTable computes the paths. An error says that it does not know the family of the network.
//
// Fat trees, D-mod-K: at stage s (1 = leaf) the up port is ⌊D/∏W⌋ mod K, the W up to that stage ([RAR] §2.2; for
// PGFTs Zahavi, IPDPS 2011), which is ⌊D/K^(s−1)⌋ mod K where every stage has K parents. Parallel
// links are numbered after the parents, so that the same formula chooses parent and link; on the
// way down the link is the one the formula would take upwards.
//
// BMINs: see self.go. Meshes and tori: see dor.go.
func NewTable(n *topology.Network) (*Table, error) {
	r := &Table{net: n, stage: n.Stage, first: make([]uint32, n.Switches), lanes: 1}
	switch {
	case n.Tree != nil:
		r.dmodk(n.Tree)
	case n.Multi != nil:
		r.self(n.Multi)
	case n.Grid != nil:
		r.dimensionOrder(n.Grid)
	default:
		return nil, errors.New("routing of " + n.Name + " is not implemented")
	}
	if r.IsTree() {
		r.layWays()
	}
	return r, nil
}

func (r *Table) dmodk(t *topology.PGFT) {
	n := r.net
	for s := 1; s <= t.Height(); s++ {
		up, down := make([]uint8, n.Hosts), make([]uint8, n.Hosts)
		downs, ups := t.DownPorts(s), t.UpPorts(s)
		for d := 0; d < n.Hosts; d++ {
			if ups > 0 {
				up[d] = uint8(downs + d/t.Parallel(s)%ups)
			}
			digit := d / t.Span(s-1) % t.M[s-1]
			link := d / t.Parallel(s-1) % (t.W[s-1] * t.P[s-1]) / t.W[s-1]
			down[d] = uint8(digit + t.M[s-1]*link)
		}
		r.up, r.down = append(r.up, up), append(r.down, down)
		r.upMask = append(r.upMask, (1<<ups-1)<<downs)
		r.span = append(r.span, uint32(t.Span(s)))
		for sw := n.First[s-1]; sw < n.First[s]; sw++ {
			r.first[sw] = uint32((sw - n.First[s-1]) / t.Parallel(s) * t.Span(s))
		}
	}
}

// Step returns the port by which a packet leaves a switch under deterministic routing, and on the
// way up the mask of all up ports (0 where there is no choice).
func (r *Table) Step(sw int, dst uint32) (det uint8, up uint64) {
	switch {
	case r.grid != nil:
		return r.gridStep(sw, dst), 0
	case r.rank != nil:
		s := r.stage[sw] - 1
		if r.rank[dst]-r.first[sw] < r.span[s] {
			return r.down[s][dst], 0
		}
		return r.up[s][dst], r.upMask[s]
	}
	return r.TreeStep(sw, dst)
}

// TreeStep is Step where IsTree says so: short enough to become part of its caller.
func (r *Table) TreeStep(sw int, dst uint32) (det uint8, up uint64) {
	w := &r.ways[sw]
	if dst-w.first < w.span {
		return r.steps[w.down+dst], 0
	}
	return r.steps[w.up+dst], w.ups
}

// layWays lays the steps out for TreeStep.
func (r *Table) layWays() {
	hosts := uint32(r.net.Hosts)
	for s := range r.down {
		r.steps = append(append(r.steps, r.down[s]...), r.up[s]...)
	}
	r.ways = make([]way, r.net.Switches)
	for sw := range r.ways {
		s := uint32(r.stage[sw] - 1)
		r.ways[sw] = way{r.first[sw], r.span[s], 2 * s * hosts, (2*s + 1) * hosts, r.upMask[s]}
	}
}

// IsTree says whether the hosts below every switch are consecutive, as in fat trees.
func (r *Table) IsTree() bool { return r.grid == nil && r.rank == nil }

// Stage returns the stage of a switch, 1 = leaf.
func (r *Table) Stage(sw int) int { return int(r.stage[sw]) }

// UpPorts returns the up ports of a switch of a tree, as a mask.
func (r *Table) UpPorts(sw int) uint64 { return r.upMask[r.stage[sw]-1] }

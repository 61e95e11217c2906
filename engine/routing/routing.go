// Package routing holds the routing algorithms of fat trees: up*/down* shortest paths, on which
// only the way up leaves a choice.
//
// A [Table] knows the paths. One file per algorithm says which up ports are candidates and how
// one of them is picked; it registers itself with the scenario's "routing" field and its
// constructor here.
package routing

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Choice is what a picking algorithm sees: one packet at one switch on its way up.
type Choice struct {
	Det        uint8    // port D-mod-K would take
	Candidates uint64   // ports allowed, as a bit mask over the switch's ports
	Credits    []uint64 // free packets of the next buffers: 16 bits from Shift on, every Stride words
	Stride     int
	Shift      int
	Capacity   uint16         // packets one channel's buffer holds
	Congested  *uint64        // state of the packet's VC in this switch: a bit per port, free for the algorithm to use
	Rand       *random.Source // the switch's randomness

	// For an algorithm that isolates: the credits of the adapted-flow channel, like Credits, and
	// whether the packet moves there.
	AFC      []uint64
	AFCShift int
	Adapted  bool
}

// Free returns the credits of the packet's channel at a port, in packets.
func (c *Choice) Free(port int) uint16 { return uint16(c.Credits[port*c.Stride] >> c.Shift) }

// Algorithm restricts and picks. A packet's output is chosen once at each switch, when its head
// arrives, as the credits are then (a reading, see engine/README.md).
type Algorithm interface {
	// Candidates returns the up ports a packet for host dst may take at a switch of that stage
	// (1 = leaf), given all up ports. Zero means D-mod-K's port without a choice.
	Candidates(stage int, dst uint32, up uint64) uint64
	// Pick returns one of c.Candidates, or c.Det.
	Pick(c *Choice) uint8
}

type entry struct {
	name     string
	build    func(s scenario.Scenario) Algorithm
	isolates bool
}

var entries []entry

func register(o scenario.Option, build func(s scenario.Scenario) Algorithm) {
	scenario.AddOption("routing", o)
	entries = append(entries, entry{name: o.Name, build: build})
}

// Isolates says whether a scenario's algorithm moves adapted packets to a VC of their own, the last
// one, which no queuing scheme uses ([AFI] §IV).
func Isolates(s scenario.Scenario) bool {
	for _, e := range entries {
		if e.name == s.Get("routing") {
			return e.isolates
		}
	}
	return false
}

// Build returns the algorithm of a scenario.
func Build(s scenario.Scenario) (Algorithm, error) {
	for _, e := range entries {
		if e.name == s.Get("routing") {
			return e.build(s), nil
		}
	}
	return nil, errors.New("unknown routing " + strconv.Quote(s.Get("routing")))
}

// Table holds the shortest paths of a fat tree, by stage and destination.
type Table struct {
	net    *topology.Network
	up     [][]uint8 // [stage-1][dst]: D-mod-K's up port
	down   [][]uint8 // [stage-1][dst]: the down port; parallel links by D-mod-K as well
	upMask []uint64  // [stage-1]: all up ports
	first  []uint32  // per switch: first host below it
	span   []uint32  // [stage-1]: hosts below a switch
	stage  []uint8
}

// NewTable computes D-mod-K: at stage s (0 = leaf) the up port is ⌊D/∏W⌋ mod K ([RAR] §2.2; for
// PGFTs Zahavi, IPDPS 2011), which is ⌊D/K^s⌋ mod K where every stage has K parents. Parallel
// links are numbered after the parents, so that the same formula chooses parent and link; on the
// way down the link is the one the formula would take upwards.
func NewTable(n *topology.Network) (*Table, error) {
	t := n.Tree
	if t == nil {
		return nil, errors.New("routing of " + n.Name + " is not implemented")
	}
	r := &Table{net: n, stage: n.Stage, first: make([]uint32, n.Switches)}
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
	return r, nil
}

// Step returns the port by which a packet leaves a switch under D-mod-K, and on the way up the
// mask of all up ports (0 on the way down, where there is no choice).
func (r *Table) Step(sw int, dst uint32) (det uint8, up uint64) {
	s := r.stage[sw] - 1
	if dst-r.first[sw] < r.span[s] {
		return r.down[s][dst], 0
	}
	return r.up[s][dst], r.upMask[s]
}

// Stage returns the stage of a switch, 1 = leaf.
func (r *Table) Stage(sw int) int { return int(r.stage[sw]) }

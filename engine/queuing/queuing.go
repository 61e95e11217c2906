// Package queuing holds the queuing schemes: which virtual channel a packet takes.
//
// One file per scheme; it registers itself with the scenario's "queuing" field and its
// constructor here (engine/EXTENDING.md shows one).
package queuing

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Scheme maps a flow to a virtual channel. It is static: the choice is made at the source and
// holds on the whole way ([RAR] §2.3).
type Scheme interface {
	// VC returns the channel of packets from host src to host dst.
	VC(src, dst uint32) uint8
}

type entry struct {
	name  string
	build builder
}

type builder = func(s scenario.Scenario, n *topology.Network, vcs int) (Scheme, int)

var entries []entry

// register is called by the file of each scheme. build returns the scheme and the number of
// channels it really uses, given the number wished for. The scenario has the scheme's own fields.
func register(o scenario.Option, build builder) {
	scenario.AddOption("queuing", o)
	entries = append(entries, entry{o.Name, build})
}

// Build returns the scheme of a scenario (its field queuing) on a network, and the number of channels it
// uses, 1 to vcs, the number wished for. An error says that there is no scheme of that name, which no checked scenario has.
func Build(s scenario.Scenario, n *topology.Network, vcs int) (Scheme, int, error) {
	name := s.Get("queuing")
	for _, e := range entries {
		if e.name == name {
			q, v := e.build(s, n, vcs)
			return q, v, nil
		}
	}
	return nil, 0, errors.New("unknown queuing scheme " + strconv.Quote(name))
}

// leafSpan is the number of consecutive hosts at one leaf switch.
func leafSpan(n *topology.Network) uint32 {
	if n.Tree != nil {
		return uint32(n.Tree.M[0])
	}
	return 1
}

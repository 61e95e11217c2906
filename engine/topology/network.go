// Package topology builds the networks: hosts, switches, ports, links and stages.
//
// A [Network] is plain data. Each family of networks is one file that registers its grammar
// with the scenario's "network" field and its builder here; the rest of the project only
// sees the Network. Families may share a shape; one that is none of those below needs its paths in
// package routing and its picture in package render besides.
package topology

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
)

// Limits of what is built, checked before anything is. 64 ports are what one machine word of an arbiter holds.
const (
	MaxRadix  = 64
	MaxHosts  = 65536
	MaxStages = 8
	MaxPorts  = 1 << 20 // of all switches; no real-life fat tree or k-ary n-tree within the other limits has more
)

// Network is a set of hosts and switches and the links between their ports.
//
// Ports are numbered globally: port p of switch s is s*Radix+p, and the single port of host h
// is Switches*Radix+h. A link joins two ports and carries packets both ways.
type Network struct {
	Name     string // canonical text of the "network" field
	Hosts    int
	Switches int
	Radix    int // ports per switch; unused ones have no peer
	Stages   int
	Stage    []uint8 // per switch, 1 = leaf; of a mesh or torus all are leaves
	First    []int   // First[t] is the first switch of stage t+1; First[Stages] = Switches
	Peer     []int32 // per port, the port at the other end of its link, or -1

	// The shape: one of them, the others are nil.
	Tree  *PGFT // fat tree
	Multi *BMIN // bidirectional multistage network
	Grid  *Grid // mesh or torus
}

// NoPeer marks a port without a link.
const NoPeer = -1

// Ports returns the number of global port numbers, those of the hosts included.
func (n *Network) Ports() int { return n.Switches*n.Radix + n.Hosts }

// Links returns the number of links, those of the hosts included: one cable each.
func (n *Network) Links() int {
	ends := 0
	for _, p := range n.Peer {
		if p != NoPeer {
			ends++
		}
	}
	return ends / 2
}

// SwitchPorts returns the number of global port numbers that belong to switches.
func (n *Network) SwitchPorts() int { return n.Switches * n.Radix }

// HostPort returns the global number of a host's port.
func (n *Network) HostPort(host int) int { return n.Switches*n.Radix + host }

// IsHost says whether a global port belongs to a host.
func (n *Network) IsHost(port int) bool { return port >= n.Switches*n.Radix }

// Host returns the host a port belongs to (see IsHost).
func (n *Network) Host(port int) int { return port - n.Switches*n.Radix }

// SwitchOf returns the switch and its local port number of a switch's global port.
func (n *Network) SwitchOf(port int) (sw, local int) { return port / n.Radix, port % n.Radix }

// SwitchName names a switch as stage and index within the stage, e.g. "S2.14", or, in a mesh or torus,
// as column and row, "S(3,1)".
func (n *Network) SwitchName(sw int) string {
	if g := n.Grid; g != nil {
		x, y := g.XY(sw)
		return "S(" + strconv.Itoa(x) + "," + strconv.Itoa(y) + ")"
	}
	t := int(n.Stage[sw])
	return "S" + strconv.Itoa(t) + "." + strconv.Itoa(sw-n.First[t-1])
}

// PortName names a port, e.g. "S2.14 port 20" or "host 600".
func (n *Network) PortName(port int) string {
	if n.IsHost(port) {
		return "host " + strconv.Itoa(n.Host(port))
	}
	sw, local := n.SwitchOf(port)
	return n.SwitchName(sw) + " port " + strconv.Itoa(local)
}

// Down returns how many ports of a switch of a stage lead towards hosts below it; they come first. In
// a mesh or torus that is the host's.
func (n *Network) Down(stage int) int {
	switch {
	case n.Tree != nil:
		return n.Tree.DownPorts(stage)
	case n.Multi != nil:
		return n.Multi.K
	}
	return 1
}

// Staged says whether every path first leads away from the hosts and then towards them, stage by
// stage, as in fat trees and BMINs.
func (n *Network) Staged() bool { return n.Grid == nil }

// IsUp says whether a switch's port leads away from the hosts, to the next stage.
func (n *Network) IsUp(port int) bool {
	sw, local := n.SwitchOf(port)
	return n.Staged() && local >= n.Down(int(n.Stage[sw]))
}

type builder struct {
	prefix string
	build  func(text string) (*Network, error)
}

var builders []builder

func register(f scenario.Family, build func(text string) (*Network, error)) {
	scenario.AddFamily("network", f)
	builders = append(builders, builder{f.Prefix, build})
}

// Build returns the network that the canonical text of a "network" field names. An error says that there is none of that name.
func Build(text string) (*Network, error) {
	of := scenario.Lookup("network").Family(text)
	for _, b := range builders {
		if of != nil && b.prefix == of.Prefix && len(text) > len(b.prefix) && text[:len(b.prefix)] == b.prefix {
			return b.build(text)
		}
	}
	return nil, errors.New("unknown network " + strconv.Quote(text))
}

package routing

// The subnet manager of InfiniBand: what it finds, the addresses it gives, and the forwarding tables it
// fills, so that there are several paths between two hosts ([DRB] §4, [DRB-T] §§3.7.5, 4.3.3).

import (
	"errors"
	"math/bits"
	"strconv"

	"github.com/congestree/congestree/engine/topology"
)

// Limits of a managed subnet.
const (
	MaxPaths   = 8    // of a pair of hosts
	MaxManaged = 1024 // hosts
)

const (
	maxLID = 0xbfff // the last unicast LID of InfiniBand
	maxLMC = 7

	maxManagedEntries = 1 << 21 // hosts times switches; of meshes, tori, BMINs and equal switches there are no more within MaxManaged
)

// Plan is what a subnet manager is asked for.
type Plan struct {
	Paths  int // paths per pair at most, 1–MaxPaths; [DRB-T] §7.2.3 has 4
	Detour int // hops a path may have more than the shortest one; 0–16
	VCs    int // data VLs a path may use, 1–16, and at least the lanes of the deterministic routing
}

// Subnet is a configured network: addresses, and what the switches do with them. A host's port has
// 2^LMC consecutive LIDs; a switch does not mask the lower bits, so each of them may have a path of
// its own.
type Subnet struct {
	Net    *topology.Network
	LMC    int
	Base   []uint16 // by host: its first LID, a multiple of 2^LMC
	Switch []uint16 // by switch: its LID

	count []uint8   // by src·hosts + dst: paths
	first []uint8   // the same · MaxPaths + i: LID offset of path i
	table []forward // [(sw·hosts + dst) << LMC | offset]
}

// forward is an entry of a switch's forwarding table: output port and VL; 0 = none.
type forward uint16

func entryOf(out, vl int) forward        { return forward(1<<15 | vl<<8 | out) }
func (e forward) hop() (out, vl int)     { return int(e & 0xff), int(e >> 8 & 0x7f) }
func (e forward) fits(want forward) bool { return e == 0 || e == want }

// Manage discovers the network of the deterministic routing from host 0, chooses the paths, assigns LIDs and fills the forwarding tables. An
// error says which limit the plan or the network exceeds, or that its deterministic paths can deadlock.
//
// The first path of a pair is that of the deterministic routing, at LID offset 0. The further ones are
// found by depth-first search, the shortest first, and share no link between switches with the
// earlier paths of the pair. One that would close a ring of channels with all paths so far, which could deadlock, is left out. A path found takes the first LID offset of its destination at which no
// switch has another entry: so LMC is as large as the paths ask for (our choice; the report says
// that the manager "generates multiple paths and selects the disjoint ones", not how they fit into
// tables that are looked up by destination).
func Manage(table *Table, plan Plan) (*Subnet, error) {
	n := table.net
	switch {
	case n.Hosts > MaxManaged:
		return nil, errors.New("multiple paths are managed for up to " + strconv.Itoa(MaxManaged) + " hosts; " + n.Name + " has " + strconv.Itoa(n.Hosts))
	case n.Hosts*n.Switches > maxManagedEntries:
		return nil, errors.New("forwarding tables of " + strconv.Itoa(n.Switches) + " switches for " + strconv.Itoa(n.Hosts) + " hosts are too large; the product is at most " + strconv.Itoa(maxManagedEntries))
	}
	switch {
	case plan.Paths < 1 || plan.Paths > MaxPaths:
		return nil, errors.New(strconv.Itoa(plan.Paths) + " paths per pair; allowed: 1–" + strconv.Itoa(MaxPaths))
	case plan.Detour < 0 || plan.Detour > 16:
		return nil, errors.New("detours of " + strconv.Itoa(plan.Detour) + " hops; allowed: 0–16")
	case plan.VCs < table.Lanes() || plan.VCs > 16:
		return nil, errors.New(strconv.Itoa(plan.VCs) + " data VLs; allowed on " + n.Name + ": " + strconv.Itoa(table.Lanes()) + "–16")
	}
	hosts, switches := discover(n)
	if len(hosts) != n.Hosts {
		return nil, errors.New("host 0 does not reach all hosts of " + n.Name)
	}
	m := newManager(table, plan)
	m.firstPaths()
	if !m.deps.sort() {
		return nil, errors.New("the deterministic paths of " + n.Name + " can deadlock") // without dateline VCs only: TestNothingDeadlocks
	}
	for i := 1; i < plan.Paths; i++ {
		if !m.furtherPaths(i) {
			return nil, errors.New("the search for up to " + strconv.Itoa(plan.Paths) + " paths between any two of " + strconv.Itoa(n.Hosts) + " hosts takes too long on " + n.Name +
				": choose fewer paths, a smaller detour or a smaller network")
		}
	}
	s := &Subnet{Net: n, count: m.count, first: m.offset,
		LMC: bits.Len(uint(m.offsets - 1)), Base: make([]uint16, n.Hosts), Switch: make([]uint16, n.Switches)}
	lid := 1 << s.LMC // 0 is no LID
	if last := lid*(n.Hosts+1) + len(switches) - 1; last > maxLID {
		return nil, errors.New("the subnet needs LIDs up to " + strconv.Itoa(last) + "; InfiniBand has " + strconv.Itoa(maxLID) + ": choose fewer paths or a smaller network")
	}
	for i, h := range hosts {
		s.Base[h] = uint16(lid * (i + 1))
	}
	for i, sw := range switches {
		s.Switch[sw] = uint16(lid*(n.Hosts+1) + i)
	}
	s.table = make([]forward, n.Switches*n.Hosts<<s.LMC)
	for at, entries := range m.entries {
		copy(s.table[at<<s.LMC:(at+1)<<s.LMC], entries)
	}
	return s, nil
}

// discover follows the links from host 0, port by port, and returns what it finds in that order.
func discover(n *topology.Network) (hosts, switches []int) {
	hosts = append(hosts, 0)
	seen := make([]bool, n.Switches)
	visit := func(port int) {
		switch {
		case port == topology.NoPeer:
		case n.IsHost(port):
			if h := n.Host(port); h != 0 {
				hosts = append(hosts, h)
			}
		default:
			if sw, _ := n.SwitchOf(port); !seen[sw] {
				seen[sw] = true
				switches = append(switches, sw)
			}
		}
	}
	visit(int(n.Peer[n.HostPort(0)]))
	for i := 0; i < len(switches); i++ {
		for p := switches[i] * n.Radix; p < (switches[i]+1)*n.Radix; p++ {
			visit(int(n.Peer[p]))
		}
	}
	return hosts, switches
}

// Paths returns the LID offsets of the paths from a host to another, the deterministic one first: a
// packet for offset i has the destination LID Base[dst] + i. The result is shared: read only.
func (s *Subnet) Paths(src, dst uint32) []uint8 {
	at := int(src)*s.Net.Hosts + int(dst)
	return s.first[at*MaxPaths : at*MaxPaths+int(s.count[at])]
}

// Hop returns where a switch sends packets for an LID offset of a host, and in which data VL; ok is
// false if no path of that offset leads over the switch.
func (s *Subnet) Hop(sw int, dst uint32, offset uint8) (out, vl int, ok bool) {
	e := s.table[(sw*s.Net.Hosts+int(dst))<<s.LMC|int(offset)]
	out, vl = e.hop()
	return out, vl, e != 0
}

// Walk returns the channels of a path between switches and to the host.
func (s *Subnet) Walk(src, dst uint32, offset uint8) (path []Channel) {
	n := s.Net
	at := int(n.Peer[n.HostPort(int(src))])
	for !n.IsHost(at) && len(path) <= n.Switches {
		sw, _ := n.SwitchOf(at)
		out, vl, ok := s.Hop(sw, dst, offset)
		if !ok {
			return nil
		}
		path = append(path, Channel{sw*n.Radix + out, vl})
		at = int(n.Peer[path[len(path)-1].Port])
	}
	return path
}

package routing

// The search for disjoint paths, and for places of theirs in the forwarding tables.

import "github.com/congestree/congestree/engine/topology"

// maxSteps bounds the search for one path, in links looked at: paths that are not found within it are
// long ones in a corner of the network.
const maxSteps = 600

// maxLooked bounds the search for all paths together, in the same unit: some seconds. A stranger's link is not to ask for hours.
const maxLooked = 1 << 26

// knownBits is how many pairs of channels are remembered, a power of two.
const knownBits = 16

type manager struct {
	n     *topology.Network
	table *Table
	plan  Plan

	count   []uint8
	offset  []uint8
	offsets int         // LID offsets in use
	entries [][]forward // by sw·hosts + dst, by offset

	deps      *Dependencies
	forbidden *Dependencies // dependencies that would close a cycle
	edges     uint32        // that have joined deps since the first paths
	known     []known

	leaf []int32    // by host: its switch
	away [][]uint16 // by destination's switch: hops to it, by switch

	// of the search
	usedBy []uint32 // by port: the pair whose path leads over it
	pair   uint32
	passed []bool // by switch
	path   []Channel
	steps  int
	looked int // steps of all searches
}

func newManager(table *Table, plan Plan) *manager {
	n := table.net
	m := &manager{n: n, table: table, plan: plan, offsets: 1}
	m.count = make([]uint8, n.Hosts*n.Hosts)
	m.offset = make([]uint8, n.Hosts*n.Hosts*MaxPaths)
	m.entries = make([][]forward, n.Switches*n.Hosts)
	m.deps, m.forbidden = NewDependencies(n, plan.VCs), NewDependencies(n, plan.VCs)
	m.known = make([]known, 1<<knownBits)
	m.usedBy, m.passed = make([]uint32, n.SwitchPorts()), make([]bool, n.Switches)
	m.leaf, m.away = make([]int32, n.Hosts), make([][]uint16, n.Switches)
	for h := range m.leaf {
		sw, _ := n.SwitchOf(int(n.Peer[n.HostPort(h)]))
		m.leaf[h] = int32(sw)
		if m.away[sw] == nil {
			m.away[sw] = m.hopsTo(sw)
		}
	}
	return m
}

const far = 1<<16 - 1

// hopsTo returns the hops of shortest paths to a switch.
func (m *manager) hopsTo(goal int) []uint16 {
	n := m.n
	hops := make([]uint16, n.Switches)
	for i := range hops {
		hops[i] = far
	}
	hops[goal] = 0
	for todo := []int{goal}; len(todo) > 0; todo = todo[1:] {
		for p := todo[0] * n.Radix; p < (todo[0]+1)*n.Radix; p++ {
			if q := int(n.Peer[p]); q != topology.NoPeer && !n.IsHost(q) && hops[q/n.Radix] == far {
				hops[q/n.Radix] = hops[todo[0]] + 1
				todo = append(todo, q/n.Radix)
			}
		}
	}
	return hops
}

// firstPaths enters the deterministic routing.
func (m *manager) firstPaths() {
	n := m.n
	for src := 0; src < n.Hosts; src++ {
		for dst := 0; dst < n.Hosts; dst++ {
			if src != dst {
				m.path = m.walk(m.path[:0], src, dst)
				m.deps.AddPath(m.path)
				m.enter(m.path, src, dst, 0)
			}
		}
	}
}

// walk appends the channels of the deterministic path.
func (m *manager) walk(path []Channel, src, dst int) []Channel {
	n := m.n
	vc := m.table.FirstVC(0, uint32(src), uint32(dst))
	for at := int(n.Peer[n.HostPort(src)]); !n.IsHost(at); at = int(n.Peer[path[len(path)-1].Port]) {
		sw, _ := n.SwitchOf(at)
		out, _ := m.table.Step(sw, uint32(dst))
		vc = m.table.NextVC(sw, out, vc, uint32(dst))
		path = append(path, Channel{sw*n.Radix + int(out), vc})
	}
	return path
}

// enter writes a path into the tables at an offset.
func (m *manager) enter(path []Channel, src, dst, offset int) {
	for _, c := range path {
		sw, out := m.n.SwitchOf(c.Port)
		e := &m.entries[sw*m.n.Hosts+dst]
		for len(*e) <= offset {
			*e = append(*e, 0)
		}
		(*e)[offset] = entryOf(out, c.VC)
	}
	at := src*m.n.Hosts + dst
	m.offset[at*MaxPaths+int(m.count[at])] = uint8(offset)
	m.count[at]++
	m.offsets = max(m.offsets, offset+1)
}

// room returns the first LID offset at which a path fits into the tables, or −1.
func (m *manager) room(path []Channel, dst int) int {
next:
	for offset := 1; offset < 1<<maxLMC; offset++ {
		for _, c := range path {
			sw, out := m.n.SwitchOf(c.Port)
			if e := m.entries[sw*m.n.Hosts+dst]; offset < len(e) && !e[offset].fits(entryOf(out, c.VC)) {
				continue next
			}
		}
		return offset
	}
	return -1
}

// furtherPaths looks for path number i of all pairs that have i already. It says whether it has got through them within maxLooked.
func (m *manager) furtherPaths(i int) bool {
	n := m.n
	for src := 0; src < n.Hosts; src++ {
		for dst := 0; dst < n.Hosts; dst++ {
			at := src*n.Hosts + dst
			if src == dst || int(m.count[at]) != i || m.leaf[src] == m.leaf[dst] {
				continue
			}
			m.pair++
			for k := 0; k < i; k++ {
				m.use(src, dst, int(m.offset[at*MaxPaths+k]))
			}
			least := int(m.away[m.leaf[dst]][m.leaf[src]])
			for long := least; long <= least+m.plan.Detour; long++ {
				m.path, m.steps = m.path[:0], 0
				found := m.search(int(m.leaf[src]), src, dst, long, i)
				m.looked += m.steps
				if found {
					break
				}
				if m.looked > maxLooked {
					return false
				}
			}
		}
	}
	return true
}

// use marks the links of a path that a pair has already.
func (m *manager) use(src, dst, offset int) {
	n := m.n
	for at := int(n.Peer[n.HostPort(src)]); ; {
		sw, _ := n.SwitchOf(at)
		out, _ := m.entries[sw*n.Hosts+dst][offset].hop()
		p := sw*n.Radix + out
		if at = int(n.Peer[p]); n.IsHost(at) {
			return
		}
		m.usedBy[p] = m.pair
	}
}

// search goes on from a switch, depth first, for a path with so many links left that is allowed, and
// enters it. It tries the VLs from the last one on, and the ports from another one for each path.
func (m *manager) search(sw, src, dst, left, i int) bool {
	n := m.n
	goal := int(m.leaf[dst])
	if left == 0 {
		last := int(n.Peer[n.HostPort(dst)])
		vc := 0
		if len(m.path) > 0 {
			vc = m.path[len(m.path)-1].VC
		}
		m.path = append(m.path, Channel{last, vc})
		if m.allowed() {
			if offset := m.room(m.path, dst); offset > 0 {
				m.grow(m.path)
				m.enter(m.path, src, dst, offset)
				return true
			}
		}
		m.path = m.path[:len(m.path)-1]
		return false
	}
	m.passed[sw] = true
	defer func() { m.passed[sw] = false }()
	for k := 0; k < n.Radix; k++ {
		p := sw*n.Radix + (k+i)%n.Radix
		q := int(n.Peer[p])
		if q == topology.NoPeer || n.IsHost(q) || m.usedBy[p] == m.pair || m.passed[q/n.Radix] {
			continue
		}
		if to := q / n.Radix; int(m.away[goal][to]) > left-1 || to == goal && left > 1 {
			continue
		}
		for v := 0; v < m.plan.VCs; v++ {
			if m.steps++; m.steps > maxSteps {
				return false
			}
			c := Channel{p, (v + i) % m.plan.VCs}
			if len(m.path) > 0 {
				before := m.path[len(m.path)-1]
				c.VC = (v + before.VC) % m.plan.VCs
				if m.forbidden.has(before, c) {
					continue
				}
			}
			m.path = append(m.path, c)
			if m.search(q/n.Radix, src, dst, left-1, i) {
				return true
			}
			m.path = m.path[:len(m.path)-1]
		}
	}
	return false
}

// allowed says whether the graph stays without a cycle when the path's dependencies join it: whether none of its channels leads back to
// an earlier one. A dependency that closes a cycle by itself is remembered: the graph only grows.
func (m *manager) allowed() bool {
	for k := 1; k < len(m.path); k++ {
		a, b := m.path[k-1], m.path[k]
		if m.deps.has(a, b) {
			continue
		}
		if m.reaches(b, a) {
			m.forbidden.Add(a, b)
			return false
		}
		for i := k - 2; i >= 0; i-- {
			if m.reaches(b, m.path[i]) {
				return false
			}
		}
	}
	return true
}

// known is what reaches has found last of some two channels.
type known struct {
	pair  uint64
	edges uint32 // of the graph when b was not reached, plus 1; 0: it was, and always will be
}

// reaches is deps.Reaches, which is asked of the same channels again and again.
func (m *manager) reaches(a, b Channel) bool {
	if m.deps.after(a, b) {
		return false
	}
	pair := uint64(m.deps.number(a))<<32 | uint64(m.deps.number(b)) + 1
	k := &m.known[pair*0x9e3779b97f4a7c15>>(64-knownBits)]
	if k.pair == pair && (k.edges == 0 || k.edges == m.edges+1) {
		return k.edges == 0
	}
	*k = known{pair, m.edges + 1}
	if m.deps.Reaches(a, b) {
		k.edges = 0
		return true
	}
	return false
}

// grow adds the dependencies of a path that is allowed.
func (m *manager) grow(path []Channel) {
	for k := 1; k < len(path); k++ {
		if a, b := path[k-1], path[k]; !m.deps.has(a, b) {
			m.deps.join(a, b)
			m.edges++
		}
	}
}

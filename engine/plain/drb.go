package plain

// Distributed routing balancing: sources that spread over disjoint paths (fields drb-…; [DRB] §4, [DRB-T] §§4.3.3, 4.3.4). The paths
// are input, as the topology is: those of the subnet manager's tables (TestPaths looks at them).

import (
	"slices"

	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

type spread struct {
	subnet *routing.Subnet
	vls    int
	most   int   // paths open
	notes  int   // notifications that open one more
	timer  int64 // an expiration: so long without one
	expire int   // expirations that close a path
}

// pair is what a source knows of its paths to a destination.
type pair struct {
	paths   []uint8 // LID offsets
	open    int
	count   []int // notifications, per path
	opening int   // notifications since one was opened
	expires int64 // the timer
	quiet   int   // its expirations in a row
}

func (m *Model) setSpread(s scenario.Scenario) error {
	subnet, err := routing.SubnetOf(s, m.net)
	m.spread = &spread{subnet: subnet, vls: int(s.Int("drb-vls")), most: int(s.Int("drb-paths")), notes: int(s.Int("drb-notifications")),
		timer: s.Micro("drb-timer"), expire: int(s.Int("drb-hysteresis"))}
	return err
}

// pair returns that of a host to a destination as it is now: without notifications paths have closed one by one, but for the first, and
// all is forgotten in the end (R "DRB's timer", "DRB's opening and closing of paths").
func (m *Model) pair(h, dst int) *pair {
	x := &m.hosts[h]
	if x.pairs == nil {
		x.pairs = map[int]*pair{}
	}
	f := x.pairs[dst]
	if f == nil {
		f = &pair{paths: m.spread.subnet.Paths(uint32(h), uint32(dst)), open: 1, expires: 1 << 62}
		f.count = make([]int, len(f.paths))
		x.pairs[dst] = f
	}
	for f.expires <= m.now {
		f.expires += m.spread.timer
		if f.quiet++; f.quiet == m.spread.expire {
			f.quiet, f.opening = 0, 0
			f.open--
			f.count[f.open] = 0
			if f.open == 0 { // the first one stays, with all forgotten
				f.open, f.expires = 1, 1<<62
			}
		}
	}
	return f
}

// further: a notification has come of a path.
func (m *Model) further(h, dst, offset int) {
	f, d := m.pair(h, dst), m.spread
	f.expires, f.quiet = m.now+d.timer, 0
	if k := slices.Index(f.paths, uint8(offset)); k < f.open { // else it has been closed since
		if f.count[k]++; f.count[k] == 128 {
			for i := range f.count {
				f.count[i] /= 2
			}
		}
	}
	if f.opening++; f.opening >= d.notes {
		f.opening = 0
		f.open = min(f.open+1, d.most, len(f.paths))
	}
}

// way draws an open path for a host's packet, and returns the VC that it begins in, -1 if none has credits.
func (m *Model) way(h, q int, pkt *packet) (vc int) {
	f := m.pair(h, pkt.dst)
	var can, vcs []int
	for k := range f.open {
		_, vl, _ := m.spread.subnet.Hop(m.leaf(h), uint32(pkt.dst), f.paths[k])
		if m.ports[m.net.HostPort(h)].credits[q+vl] > 0 {
			can, vcs = append(can, k), append(vcs, q+vl)
		}
	}
	if len(can) == 0 {
		return -1
	}
	i := 0
	if f.open > 1 {
		// Weights inverse to notifications; 1 is added, for there are paths without.
		weight := func(k int) uint32 { return 1 << 16 / uint32(f.count[k]+1) }
		sum := uint32(0)
		for _, k := range can {
			sum += weight(k)
		}
		for at := m.hosts[h].draws.Below(sum); at >= weight(can[i]); i++ {
			at -= weight(can[i])
		}
	}
	pkt.path = int(f.paths[can[i]])
	return vcs[i]
}

// routeSpread leads a packet by the tables; false: it is a notification in a VL of its own.
func (m *Model) routeSpread(sw, vc int, pkt *packet) bool {
	if m.apart(pkt) {
		return false
	}
	offset := pkt.path
	if pkt.note {
		offset = 0
	}
	out, vl, _ := m.spread.subnet.Hop(sw, uint32(pkt.dst), uint8(offset))
	pkt.out, pkt.outVC = out, vc-vc%m.lanes+vl
	return true
}

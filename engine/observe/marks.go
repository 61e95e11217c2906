package observe

// Instants worth seeing, found while a run goes on: trees come, reach hosts and go; the network saturates and
// recovers; and what it comes from: hot spots begin and end. Each mark holds the numbers measured then, from which a sentence is made.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/traffic"
)

// Kinds of marks.
const (
	TreeBorn    = 1 + iota // the first congestion tree, or the first after a calm; of several the oldest
	TreeAtHosts            // a tree blocks hosts of other switches than its root's, for the first time in its life; of four trees until a calm
	TreesGone              // a calm: no tree is left at sixteen looks in a row, of which this is the last
	Saturated              // over two windows in a row less than 90 % of the offered load was accepted
	Recovered              // over two windows in a row at least 97 % of it was, or no packet waits any more
	TreeSpread             // a tree blocks a quarter of all hosts, for the first time in its life
	Deadlocked             // buffers were found to wait for each other in a ring, for ever
	HotSpotOn              // the culprits turn on the hot spots, if not from the beginning
	HotSpotOff             // they do something else again
)

// Mark is one instant worth seeing.
type Mark struct {
	PS       int64
	Since    int64  // birth of the tree, beginning of what has ended, or of the first of the windows; ps
	Kind     uint32 // TreeBorn…
	Tree     uint32 // ID; 0 if the mark is about no single tree
	Root     uint32 // its root port; the port to the first hot spot
	Ports    uint32 // its branches, or those of all trees; the hot spots; the channels of the ring
	Depth    uint32 // hops
	Hosts    uint32 // blocked by it, or by all trees; the culprits
	Inputs   uint32 // of the root's switch that contend for the root: they ask for it, or are served
	Trees    uint32 // alive then
	Far      uint32 // of Hosts: of other switches than the root's
	Aside    uint32 // of a tree, or of trees that are gone, whose buffers are not full: 1 if its packets are set aside, 2 if they are in VOQnet's queues
	Accepted float32
	Offered  float32 // loads over the last window, 0–1.2; of a trace, whose messages are offered whole, any
}

// MaxMarks is how many marks a run keeps: the first ones, and a deadlock, if need be instead of the last of them.
const MaxMarks = 64

// How much of the offered load must be accepted. A window holds so many packets that chance alone does not cross
// these, and not less than windowLooks looks. (Our choice.)
const (
	saturatedBelow = 0.90
	recoveredAt    = 0.97
	windowPackets  = 2048
	windowLooks    = 8
	calmLooks      = 16 // without a tree, until the next one is worth a mark again
)

type marker struct {
	marks []Mark
	hosts []uint32 // by slot, of the last look
	far   []uint32 // of them, those of other switches than the root's
	order []int

	calm     int // looks without a tree
	hadTrees bool
	born     int64                // when trees came
	marked   [MaxTrees + 1]uint32 // by slot: the ID of the tree of which TreeAtHosts has been told last, and
	spread   [MaxTrees + 1]uint32 // TreeSpread
	atHosts  int                  // number of trees told of since the calm
	turns    []turn               // of the hot spots, that are to come

	// The window that runs, and the last one.
	looks              int
	from               int64
	generated, arrived uint64
	accepted, offered  float32
	below, above       int
	saturated          bool
	since              int64
}

// turn is a time, ps, at which hot spots begin or end.
type turn struct {
	at   int64
	kind uint32
}

func newMarker(t *Tracker) marker {
	m := marker{hosts: make([]uint32, MaxTrees+1), far: make([]uint32, MaxTrees+1)}
	if w, ok := t.f.Pattern.(traffic.Windowed); ok {
		if from, until := w.Window(); from < until {
			if from > 0 {
				m.turns = append(m.turns, turn{from, HotSpotOn})
			}
			m.turns = append(m.turns, turn{until, HotSpotOff})
		}
	}
	return m
}

// turn marks what hot spots have done since the last look.
func (m *marker) turn(t *Tracker, p *Point) {
	for len(m.turns) > 0 && m.turns[0].at <= p.PS {
		n, spots, culprits := t.f.Net, t.f.Pattern.HotSpots(), 0
		for h := range n.Hosts {
			if t.f.Pattern.Culprit(uint32(h)) {
				culprits++
			}
		}
		x := m.turns[0]
		if m.turns = m.turns[1:]; culprits > 0 {
			m.add(Mark{Kind: x.kind, PS: x.at, Since: x.at, Root: uint32(n.Peer[n.HostPort(int(spots[0]))]), Ports: uint32(len(spots)), Hosts: uint32(culprits)}, p)
		}
	}
}

func (m *marker) add(x Mark, p *Point) {
	if len(m.marks) < MaxMarks {
		if x.PS == 0 {
			x.PS = p.PS
		}
		x.Trees, x.Accepted, x.Offered = p.Trees, m.accepted, m.offered
		m.marks = append(m.marks, x)
	}
}

func (m *marker) look(t *Tracker, p *Point) {
	m.turn(t, p)
	m.window(t, p)
	if p.Trees == 0 {
		m.calm++
		if m.hadTrees && m.calm == calmLooks {
			m.hadTrees, m.atHosts = false, 0
			x := Mark{Kind: TreesGone, Since: m.born}
			x.Aside = t.beside()
			m.add(x, p)
		}
		return
	}
	m.calm = 0
	m.order = sortedRoots(t, m.order)
	if !m.hadTrees {
		m.hadTrees, m.born = true, p.PS
		first := t.known[m.order[0]]
		for _, r := range m.order {
			if k := t.known[r]; k.ID < first.ID {
				first = k
			}
		}
		m.add(m.of(t, TreeBorn, first), p)
	}
	for _, r := range m.order {
		k := t.known[r]
		if m.marked[k.Slot] != k.ID && m.far[k.Slot] > 0 {
			m.marked[k.Slot] = k.ID
			if m.atHosts++; m.atHosts <= 4 { // the others are like them
				m.add(m.of(t, TreeAtHosts, k), p)
			}
		}
		if m.spread[k.Slot] != k.ID && 4*int(m.hosts[k.Slot]) >= t.f.Net.Hosts {
			m.spread[k.Slot] = k.ID
			m.add(m.of(t, TreeSpread, k), p)
		}
	}
}

// living counts the trees that hold something, and their branches.
func (t *Tracker) living() (trees, ports uint32) {
	for _, k := range t.known {
		if k.Slot != 0 && k.Ports > 0 {
			trees++
			ports += k.Ports
		}
	}
	return
}

// beside is Mark.Aside.
func (t *Tracker) beside() uint32 {
	switch {
	case t.aside.on:
		return 1
	case t.net.on:
		return 2
	}
	return 0
}

func (m *marker) of(t *Tracker, kind uint32, k *tracked) Mark {
	x := Mark{Kind: kind, Since: k.BirthPS, Tree: k.ID, Root: k.Root, Ports: k.Ports, Depth: k.Depth, Hosts: m.hosts[k.Slot], Far: m.far[k.Slot], Inputs: uint32(bits.OnesCount64(t.contending(int(k.Root))))}
	x.Aside = t.beside()
	return x
}

// Deadlock marks the present: so many channels wait for each other in a ring, the first of them behind a port.
func (c *Course) Deadlock(port, channels int) {
	m := &c.mark
	if len(m.marks) == MaxMarks {
		m.marks = m.marks[:MaxMarks-1]
	}
	trees, _ := c.t.living()
	m.marks = append(m.marks, Mark{Kind: Deadlocked, Trees: trees, PS: c.t.f.Now(), Since: c.t.f.Now(), Root: uint32(port), Ports: uint32(channels), Accepted: m.accepted, Offered: m.offered})
}

// window compares what was accepted with what was offered.
func (m *marker) window(t *Tracker, p *Point) {
	f := t.f
	st := &f.Stats
	m.looks++
	idle := m.saturated && st.Generated == st.Refused+st.Delivered // all has been accepted, and a window that waits for packets could go on for long
	if !idle && (m.looks < windowLooks || st.Generated-m.generated < windowPackets && m.looks < 64*windowLooks) {
		return
	}
	all := float32(p.PS-m.from) / float32(f.PacketPS) * float32(f.Net.Hosts)
	m.offered, m.accepted = float32(st.Generated-m.generated)/all, float32(st.Delivered-m.arrived)/all
	before := m.from
	m.looks, m.from, m.generated, m.arrived = 0, p.PS, st.Generated, st.Delivered
	switch {
	case before < fills(f): // the network fills
	case m.accepted < saturatedBelow*m.offered:
		m.below, m.above = m.below+1, 0
		if m.below == 1 && !m.saturated {
			m.since = before
		}
	case m.accepted >= recoveredAt*m.offered:
		m.below, m.above = 0, m.above+1
	default:
		m.below, m.above = 0, 0
	}
	switch {
	case !m.saturated && m.below == 2:
		m.saturated = true
		m.add(Mark{Kind: Saturated, Since: m.since, Ports: p.Ports, Hosts: p.Hosts}, p)
	case m.saturated && (idle || m.above == 2):
		m.saturated, m.below = false, 0
		m.add(Mark{Kind: Recovered, Since: m.since, Ports: p.Ports, Hosts: p.Hosts}, p)
	}
}

// fills is how long the first packets may be on their way, ps: the longest way there is, hop by hop.
func fills(f *fabric.Fabric) int64 {
	hops := 2*f.Net.Stages + 2
	if g := f.Net.Grid; g != nil {
		hops = g.X + g.Y + 2
	}
	return int64(hops) * (f.DelayPS + f.PacketPS)
}

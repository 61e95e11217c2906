package plain

// The instants worth seeing: the doc comments of observe.Mark and its kinds, R "saturation, recovery".

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// Our choices in observe/marks.go.
const (
	windowPackets = 2048
	windowLooks   = 8
	calmLooks     = 16
	mostLooks     = 512
	atHosts       = 4
)

// Marks notes what of a model and its trees is worth seeing.
type Marks struct {
	t    *Trees
	list []observe.Mark

	last            int64 // look
	calm            int   // looks without a tree
	trees           bool  // since the last calm
	born            int64
	told            int          // trees that reach hosts, since the calm
	reached, spread map[int]bool // by ID

	window           Totals // at its beginning
	from             int64
	looks            int
	below, above     int
	since            int64
	saturated        bool
	accepted, offers float32
}

func newMarks(t *Trees) *Marks {
	return &Marks{t: t, calm: calmLooks, reached: map[int]bool{}, spread: map[int]bool{}}
}

func (x *Marks) add(k observe.Mark) {
	if len(x.list) == observe.MaxMarks {
		if k.Kind != observe.Deadlocked {
			return
		}
		x.list = x.list[:observe.MaxMarks-1]
	}
	k.Trees = uint32(len(x.t.Alive()))
	k.Accepted, k.Offered = x.accepted, x.offers
	x.list = append(x.list, k)
}

// hotSpots returns the port to the first hot spot, how many there are, and how many culprits.
func (m *Model) hotSpots() (port, spots, culprits int) {
	list := m.pattern.HotSpots()
	if len(list) > 0 {
		port = m.ports[m.net.HostPort(int(list[0]))].peer
	}
	for h := range m.hosts {
		if m.pattern.Culprit(uint32(h)) {
			culprits++
		}
	}
	return port, len(list), culprits
}

// far returns how many of the hosts that a tree blocks are of other switches than its root's.
func (t *Trees) far(k *Tree, waits ends) (n int) {
	sw, _ := t.m.net.SwitchOf(k.Root)
	for h := range t.m.hosts {
		if t.blocks(h, waits) == k && t.m.leaf(h) != sw {
			n++
		}
	}
	return n
}

// of is a mark about a tree.
func (x *Marks) of(kind uint32, k *Tree, waits ends) observe.Mark {
	return observe.Mark{PS: x.t.m.now, Aside: x.t.m.besides(), Since: k.Birth, Kind: kind, Tree: uint32(k.ID), Root: uint32(k.Root), Ports: uint32(k.Ports), Depth: uint32(k.Depth),
		Hosts: uint32(k.Hosts), Inputs: uint32(x.t.m.inputs(k.Root)), Far: uint32(x.t.far(k, waits))}
}

// besides is observe.Mark's Aside.
func (m *Model) besides() uint32 {
	switch {
	case m.aside:
		return 1
	case m.queuing == "voqnet":
		return 2
	}
	return 0
}

// look is after each look at trees.
func (x *Marks) look() {
	m := x.t.m
	now := m.now
	from, until := m.window()
	turn := func(at int64, kind uint32) {
		port, spots, culprits := m.hotSpots()
		if at > 0 && at > x.last && at <= now {
			x.add(observe.Mark{PS: at, Since: at, Kind: kind, Root: uint32(port), Ports: uint32(spots), Hosts: uint32(culprits)})
		}
	}
	turn(from, observe.HotSpotOn)
	turn(until, observe.HotSpotOff)
	x.last = now
	x.measure()

	alive := x.t.Alive()
	waits := x.t.roots(false)
	if len(alive) > 0 {
		if !x.trees && x.calm >= calmLooks {
			x.born = now
			x.add(x.of(observe.TreeBorn, slices.MinFunc(alive, func(a, b *Tree) int { return a.ID - b.ID }), waits))
		}
		x.trees, x.calm = true, 0
	}
	slices.SortFunc(alive, func(a, b *Tree) int { return a.Root - b.Root })
	for _, k := range alive {
		if !x.reached[k.ID] && x.t.far(k, waits) > 0 {
			x.reached[k.ID] = true
			if x.told++; x.told <= atHosts { // the others are like them
				x.add(x.of(observe.TreeAtHosts, k, waits))
			}
		}
		if !x.spread[k.ID] && 4*k.Hosts >= len(m.hosts) {
			x.spread[k.ID] = true
			x.add(x.of(observe.TreeSpread, k, waits))
		}
	}
	if len(alive) == 0 {
		if x.calm++; x.calm == calmLooks && x.trees {
			x.trees, x.told = false, 0
			x.add(observe.Mark{PS: now, Since: x.born, Kind: observe.TreesGone, Aside: x.t.m.besides()})
		}
	}
}

// measure looks at a window of loads, if it is full, or nothing is left to fill it. Those that begin while the network fills do not count.
func (x *Marks) measure() {
	m := x.t.m
	x.looks++
	generated, delivered := m.totals.Generated-x.window.Generated, m.totals.Delivered-x.window.Delivered
	rest := x.saturated && m.totals.Generated-m.totals.Refused == m.totals.Delivered
	if full := x.looks >= windowLooks && generated >= windowPackets || x.looks >= mostLooks; !full && !rest {
		return
	}
	load := func(n uint64) float32 {
		return float32(float64(n) * float64(m.packetPS) / float64(m.now-x.from) / float64(len(m.hosts)))
	}
	x.accepted, x.offers = load(delivered), load(generated)
	switch {
	case x.from < m.fills():
	case x.accepted < 0.9*x.offers:
		if x.below == 0 && !x.saturated {
			x.since = x.from
		}
		x.below, x.above = x.below+1, 0
	case x.accepted >= 0.97*x.offers:
		x.below, x.above = 0, x.above+1
	default:
		x.below, x.above = 0, 0
	}
	x.from, x.looks, x.window = m.now, 0, m.totals
	ports, hosts := 0, 0
	for _, k := range x.t.Alive() {
		ports, hosts = ports+k.Ports, hosts+k.Hosts
	}
	switch {
	case !x.saturated && x.below == 2:
		x.saturated = true
		x.add(observe.Mark{PS: m.now, Since: x.since, Kind: observe.Saturated, Ports: uint32(ports), Hosts: uint32(hosts)})
	case x.saturated && (x.above == 2 || rest):
		x.saturated, x.below = false, 0
		x.add(observe.Mark{PS: m.now, Since: x.since, Kind: observe.Recovered, Ports: uint32(ports), Hosts: uint32(hosts)})
	}
}

// fills is how long the first packets may be on their way: the longest way and two links more, hop by hop.
func (m *Model) fills() int64 {
	hops := 2*m.net.Stages + 2
	if g := m.net.Grid; g != nil {
		hops = g.X + g.Y + 2
	}
	return int64(hops) * (m.packetPS + m.delay)
}

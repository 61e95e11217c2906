package fabric

// Congestion control by notification: what InfiniBand's own and DRB have in common. Switches mark packets
// that leave a crowded output (FECN), the hosts that receive them send notifications back (BECN), and
// these make the source throttle (cc.go) or spread over further paths (drb.go). Without a Control none of
// it exists, and the hot path pays a comparison with nil.

import (
	"math"
	"slices"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
)

// Control configures it ([DRB-T] §§4.2, 4.3; InfiniBand Architecture 1.2.1, Annex A10).
type Control struct {
	// Detection. A port and VC is congested while Limit packets or more wait in the switch for it. Its
	// packets are marked as they leave: one, and then one after every Rate others, only if it has credits
	// left (a root of congestion) or, with Victims, if it has not.
	Limit   int
	Rate    int
	Victims bool

	// Exceptions, by channel of an output (port·VCs + VC): what Limit is there, and whether victims are marked as if
	// Victims were set; nil: there are none.
	Limits     []int
	VictimMask []bool

	// Notification packets take NotePS on a link, and the VCs from NoteVC on, or those of data if it is −1.
	// In VCs of their own they go before all data, as the packets of management have "the highest priority of
	// access to the link" ([DRB-T] §6.3.1.3; that they are such is a reading), and do not wait for an input that is sending data.
	NotePS int64
	NoteVC int

	Throttle *Throttle // InfiniBand's congestion control; nil: none
	Spread   *Spread   // DRB; nil: none
}

// ControlStats counts what congestion control did.
type ControlStats struct {
	FECN  uint64 // marked packets that reached their destination: so many notifications were made
	Sent  uint64 // notifications that entered the network
	BECN  uint64 // notifications that reached the source of the marked packet
	Marks uint64 // packets that switches marked
}

// ControlState is what sources do at this moment.
type ControlState struct {
	ControlStats
	Flows    int // flows (or hosts) with a CCTI above its minimum, or with further paths open
	Hosts    int // hosts with such a flow
	CCTISum  int // over those flows
	CCTIMax  int
	Paths    int // further paths open, over all pairs
	MostOpen int // paths of the pair that has most, the first one included
}

// control is the state.
type control struct {
	*Control
	first    int      // VC from which on packets go before all others; VCs if there is none
	tag      []uint16 // by number of a packet: tagNote, tagMark, and the LID offset of its path
	waiting  []uint16 // by channel of an output: data packets in the switch that are for it
	unmarked []uint16 // the same: candidates since the last mark, or noMark
	notes    noteRing
	agent    []agent  // by host
	scanned  []uint16 // by host*VCs + VC: first packets of a source queue that wait until a release
	met      []uint32 // of sendable, by destination: the last scan that has met it
	scans    uint32
	queues   uint16 // VCs in which source queues of data may have packets
	releases wakeHeap
	stats    ControlStats
}

const (
	tagNote   = 1 << 15 // a notification
	tagMark   = 1 << 14 // FECN
	tagOffset = 1<<8 - 1
)

// agent is a host's congestion control agent.
type agent struct {
	notes  []note // from gone on those to be sent, oldest first: see oldest
	gone   int
	flows  []flow // those that are throttled or spread, by destination; one for all if Throttle.PerHost
	wakeAt int64  // time of its entry among the releases, 0 = none
	rand   random.Source
}

// note is a notification that has not left yet.
type note struct {
	dst    uint32
	offset uint16 // path of the marked packet
	birth  int64  // when that came
}

// flow is what an agent remembers of a pair of hosts.
type flow struct {
	at    int64 // throttled: no packet before; spread: time of the last notification, or contraction
	tick  int64 // throttled: the timer's expirations that the CCTI has seen
	dst   uint32
	ccti  uint16
	news  uint16                  // spread: notifications since a path was opened
	open  uint8                   // paths open
	count [routing.MaxPaths]uint8 // notifications by path
}

// noMark stands for candidates without number before the first mark: the first one is marked, whatever the rate is by then.
const noMark = math.MaxUint16

func (f *Fabric) initControl() {
	n := f.Net
	channels := n.SwitchPorts() * f.VCs
	f.cc = &control{Control: f.Control, waiting: make([]uint16, channels), unmarked: make([]uint16, channels), agent: make([]agent, n.Hosts)}
	for i := range f.cc.unmarked {
		f.cc.unmarked[i] = noMark
	}
	for h := range f.cc.agent {
		f.cc.agent[h].rand = random.New(f.Seed, 1<<42+uint64(h))
	}
	if f.cc.first = f.VCs; f.Control.NoteVC >= 0 {
		f.cc.first = f.Control.NoteVC
	}
	f.cc.scanned, f.cc.met = make([]uint16, n.Hosts*f.VCs), make([]uint32, n.Hosts)
	every := 1
	if f.Control.Spread != nil {
		every = f.Control.Spread.VLs
	}
	for vc := 0; vc < f.cc.first; vc += every {
		f.cc.queues |= 1 << vc
	}
	f.cc.notes.init()
	if f.Control.Spread != nil {
		f.spread = f.Control.Spread
		f.datelines = f.spread.VLs > 1
		f.moves = f.datelines
	}
}

// unsent returns the notifications to be sent, the oldest first.
func (a *agent) unsent() []note { return a.notes[a.gone:] }

// oldest takes the first of them out; there must be one. There may be millions, where notifications are longer than the packets that they tell of,
// or wait for credits: none moves up before as many have gone as stay.
func (a *agent) oldest() note {
	n := a.notes[a.gone]
	if a.gone++; 2*a.gone >= len(a.notes) {
		a.notes, a.gone = a.notes[:copy(a.notes, a.notes[a.gone:])], 0
	}
	return n
}

// find returns the place of a destination's flow, and whether it is there.
func (a *agent) find(dst uint32) (int, bool) {
	i, j := 0, len(a.flows)
	for i < j {
		if k := (i + j) / 2; a.flows[k].dst < dst {
			i = k + 1
		} else {
			j = k
		}
	}
	return i, i < len(a.flows) && a.flows[i].dst == dst
}

// crowded says when an agent should forget the flows that have come back to normal, before it remembers more.
func (a *agent) crowded() bool {
	n := len(a.flows)
	return n >= 64 && n&(n-1) == 0
}

// named tags a packet that enters the network.
func (c *control) named(p Packet, tag uint16) {
	for int(p.id()) >= len(c.tag) {
		c.tag = append(c.tag, 0)
	}
	c.tag[p.id()] = tag
}

// IsNotification says whether a packet in the network is a notification.
func (f *Fabric) IsNotification(p Packet) bool {
	return f.cc != nil && f.cc.tag[p.id()]&tagNote != 0
}

// Marked says whether a packet in the network has its FECN bit set.
func (f *Fabric) Marked(p Packet) bool { return f.cc != nil && f.cc.tag[p.id()]&tagMark != 0 }

// InNetwork returns the packets in the network: those of data, and notifications.
func (f *Fabric) InNetwork() uint64 {
	in := f.Stats.Injected - f.Stats.Delivered
	if f.cc != nil {
		in += f.cc.stats.Sent - f.cc.stats.BECN
	}
	return in
}

// Controlled says whether congestion control is on.
func (f *Fabric) Controlled() bool { return f.cc != nil }

// ControlOf tells what a host does: the highest CCTI of its flows, or the paths of the pair with most.
func (f *Fabric) ControlOf(h int) (ccti, open int) {
	if f.cc == nil {
		return
	}
	for i := range f.cc.agent[h].flows {
		x := &f.cc.agent[h].flows[i]
		if f.cc.Throttle != nil {
			ccti = max(ccti, f.cc.Throttle.index(x, f.now))
		} else {
			open = max(open, f.cc.Spread.opened(x, f.now))
		}
	}
	return
}

// ControlState sums up what all sources do now.
func (f *Fabric) ControlState() (s ControlState) {
	if f.cc == nil {
		return
	}
	s.ControlStats = f.cc.stats
	for h := range f.cc.agent {
		flows := s.Flows
		for i := range f.cc.agent[h].flows {
			x := &f.cc.agent[h].flows[i]
			if t := f.cc.Throttle; t != nil {
				if ccti := t.index(x, f.now); ccti > t.Min {
					s.Flows++
					s.CCTISum += ccti
					s.CCTIMax = max(s.CCTIMax, ccti)
				}
			} else if open := f.cc.Spread.opened(x, f.now); open > 1 {
				s.Flows++
				s.Paths += open - 1
				s.MostOpen = max(s.MostOpen, open)
			}
		}
		if s.Flows > flows {
			s.Hosts++
		}
	}
	return
}

func (c *control) clone() *control {
	d := *c
	d.tag, d.waiting, d.unmarked = slices.Clone(c.tag), slices.Clone(c.waiting), slices.Clone(c.unmarked)
	d.scanned, d.met = slices.Clone(c.scanned), slices.Clone(c.met)
	d.notes.ring = slices.Clone(c.notes.ring)
	d.agent = slices.Clone(c.agent)
	for h := range d.agent {
		d.agent[h].notes, d.agent[h].flows = slices.Clone(c.agent[h].notes), slices.Clone(c.agent[h].flows)
	}
	d.releases = append(make(wakeHeap, 0, cap(c.releases)), c.releases...)
	return &d
}

// digest adds what decides about the future, but for the notifications' tags: see digest.packet.
func (c *control) digest(f *Fabric, d *digest) {
	for i := range c.waiting {
		unmarked := c.unmarked[i]
		if unmarked == noMark {
			unmarked = uint16(c.Rate)
		}
		d.add(uint64(c.waiting[i])<<16 | uint64(unmarked))
	}
	r := &c.notes
	for i := r.tail; i != r.next; i++ {
		f.digestFlight(d, &r.ring[i&r.mask])
	}
	d.add(r.next - r.left)
	d.add(r.next - r.head)
	for h := range c.agent {
		a := &c.agent[h]
		d.add(uint64(a.rand))
		d.add(uint64(a.wakeAt))
		for _, n := range a.unsent() {
			d.add(uint64(n.dst)<<16 | uint64(n.offset))
			d.add(uint64(n.birth))
		}
		for i := range a.flows {
			x := &a.flows[i]
			d.add(uint64(x.dst)<<32 | uint64(x.ccti)<<16 | uint64(x.open))
			d.add(uint64(x.at))
			d.add(uint64(x.tick)<<16 | uint64(x.news))
			for _, n := range x.count {
				d.add(uint64(n))
			}
		}
	}
	for _, x := range []uint64{c.stats.FECN, c.stats.Sent, c.stats.BECN, c.stats.Marks} {
		d.add(x)
	}
}

// digestFlight adds a packet on a link.
func (f *Fabric) digestFlight(d *digest, e *flight) {
	d.add(uint64(e.start))
	d.add(uint64(f.portOf(e.place()))<<16 | uint64(e.in())<<8 | uint64(e.was()))
	out := 0
	if e.from&atHost == 0 {
		out = int(e.from & f.portMask)
	}
	d.packet(f, e.Packet, int(e.vc()), out)
}

// Package fabric is the machine itself: event order, ports, buffers, credits, the arbiter and
// the hosts. It is the hot path, and nothing else.
//
// Input-queued switches with virtual cut-through and credits per virtual channel (MODEL §§1, 3):
// a packet that has won its input and its output occupies both for one packet time; its head
// reaches the next buffer after the link's delay, its tail one packet time later; the space it
// leaves is credited to the sender one link delay after its tail has left.
//
// Every delay is constant, so every transmission ("flight") causes its three events - the head
// arrives, the tail leaves, the tail and the credit arrive - in the order in which flights began.
// One ring of flights with a cursor for each kind of event is all the event queue there is; only
// the hosts that wait for their next packet need a heap. Events of one instant have a fixed
// order: credits and deliveries, freed ports, arriving heads, waking hosts, then arbitration of
// the switches in which something changed, in the order in which they changed.
package fabric

import (
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// Config is a fabric's immutable part.
type Config struct {
	Net        *topology.Network
	Routes     *routing.Table
	Routing    routing.Algorithm
	Scheme     queuing.Scheme
	Pattern    traffic.Pattern
	Gaps       traffic.Gaps
	VCs        int
	VOQ        bool
	Capacity   int   // packets per VC of an input buffer
	SourceCap  int   // packets per VC of a host's source queue
	PacketPS   int64 // time of a packet on a link
	DelayPS    int64 // propagation time of a link
	Seed       uint64
	WindowPS   int64 // averages begin here
	BinPS      int64 // first width of the bins of the series
	Iterations int   // iSLIP iterations in which pointers move and matches are made at once
}

// Packet is the record of a packet, as it lies in a buffer slot.
type Packet struct {
	Src, Dst uint32
	Birth    int64  // time of generation, ps
	Waited   uint32 // ns from generation to injection, saturating
	VC       uint8
	Out      uint8 // local output port it requests at the switch it is in
	Flags    uint8
	_        uint8
}

const flexible = 1 // Packet.Flags: Out may still change while the packet waits at its queue's head

// flight is a packet on a link, from the beginning of its transmission until its tail and the
// credit for its former buffer space have arrived.
type flight struct {
	start int64
	Packet
	port uint32 // transmitting port, global
	in   uint8  // local input port it came from (switches only)
	_    [3]uint8
}

// none is the null slot.
const none = 1<<16 - 1

// Fabric is the state. It is plain data: see Clone.
type Fabric struct {
	Config
	now int64

	// Flights, oldest first: tail ≤ left ≤ head ≤ next (absolute counts; index by & mask).
	ring                   []flight
	mask                   uint64
	tail, left, head, next uint64

	// Input buffers. Slots of port p are slot[p*perPort:]; VC v owns v*Capacity…; the links
	// between them are 16-bit slot numbers within the port, in book[p*perBook:]:
	// next slot [perPort] · free list [VCs] · occupancy [VCs] · queue heads [queues] · tails [queues].
	slot                                  []Packet
	book                                  []uint16
	perPort, perBook, queues              int
	atFree, atOcc, atHead, atTail, vqBase int

	// Arbitration. Masks of switch s are word[s*perSwitch:]:
	// free inputs · free outputs · outputs to look at · outputs to hosts · requests [Radix*VCs]
	// (inputs by output and VC) · wants [Radix] (outputs by input) · flexible heads [VCs].
	word                      []uint64
	perSwitch, atWant, atFlex int
	credits                   []uint16 // free packets of the next buffer, by (switch*Radix+output)*VCs + VC
	ready                     []uint16 // VCs with credits, by switch*Radix + output
	grant, accept, turn       []uint8  // round-robin pointers, by switch*Radix + port: input, output, VC
	dirty                     []int32  // switches with outputs to look at
	rand                      []random.Source
	choice                    routing.Choice

	host        []host
	source      []waiting    // source queues: rings of SourceCap, by host*VCs + VC
	rings       []sourceRing // where each ring begins, and how full it is
	hostCredits []uint16     // free packets of the leaf switch's buffer, by host*VCs + VC
	wakes       wakeHeap

	Sent  []uint32 // packets sent by each global port
	Stats Stats
}

const (
	wFreeIn = iota
	wFreeOut
	wDirty
	wSinks
	wRequests
)

// New builds a fabric at time 0.
func New(c Config) *Fabric {
	n := c.Net
	r, v, switches := n.Radix, c.VCs, n.Switches
	if c.Iterations < 1 {
		c.Iterations = 1
	}
	f := &Fabric{Config: c}
	f.perPort = v * c.Capacity
	f.queues = v
	if c.VOQ {
		f.queues = v * r
	}
	f.atFree = f.perPort
	f.atOcc = f.atFree + v
	f.atHead = f.atOcc + v
	f.atTail = f.atHead + f.queues
	f.perBook = f.atTail + f.queues
	f.slot = make([]Packet, switches*r*f.perPort)
	f.book = make([]uint16, switches*r*f.perBook)
	for p := 0; p < switches*r; p++ {
		b := f.book[p*f.perBook : (p+1)*f.perBook]
		for i := 0; i < f.perPort; i++ {
			b[i] = uint16(i + 1)
		}
		for vc := 0; vc < v; vc++ {
			b[(vc+1)*c.Capacity-1] = none
			b[f.atFree+vc] = uint16(vc * c.Capacity)
		}
		for q := f.atHead; q < f.perBook; q++ {
			b[q] = none
		}
	}

	f.atWant = wRequests + r*v
	f.atFlex = f.atWant + r
	f.perSwitch = f.atFlex + v
	f.word = make([]uint64, switches*f.perSwitch)
	f.credits = make([]uint16, switches*r*v)
	f.ready = make([]uint16, switches*r)
	f.grant = make([]uint8, switches*r)
	f.accept = make([]uint8, switches*r)
	f.turn = make([]uint8, switches*r)
	f.rand = make([]random.Source, switches)
	f.dirty = make([]int32, 0, switches)
	for s := 0; s < switches; s++ {
		w := f.word[s*f.perSwitch:]
		f.rand[s] = random.New(c.Seed, 1<<41+uint64(s))
		for p := 0; p < r; p++ {
			peer := n.Peer[s*r+p]
			if peer == topology.NoPeer {
				continue
			}
			w[wFreeIn] |= 1 << p
			w[wFreeOut] |= 1 << p
			if n.IsHost(int(peer)) {
				w[wSinks] |= 1 << p
			}
			f.ready[s*r+p] = 1<<v - 1
			for vc := 0; vc < v; vc++ {
				f.credits[(s*r+p)*v+vc] = uint16(c.Capacity)
			}
		}
	}
	f.Sent = make([]uint32, n.Ports())
	size := uint64(1)
	for size < uint64(2*n.Ports()) {
		size *= 2
	}
	f.ring, f.mask = make([]flight, size), size-1
	f.Stats.init(c.BinPS)
	f.initHosts()
	return f
}

// Now returns the simulated time, ps.
func (f *Fabric) Now() int64 { return f.now }

// Run processes every event up to and including time until, but stops after about limit events
// (at the end of an instant), and says whether it got there.
func (f *Fabric) Run(until int64, limit int) bool {
	tailDelay := f.PacketPS + f.DelayPS
	for limit > 0 {
		t := until + 1
		if f.tail != f.next {
			t = min(t, f.ring[f.tail&f.mask].start+tailDelay)
		}
		if f.left != f.next {
			t = min(t, f.ring[f.left&f.mask].start+f.PacketPS)
		}
		if f.head != f.next {
			t = min(t, f.ring[f.head&f.mask].start+f.DelayPS)
		}
		if len(f.wakes) > 0 {
			t = min(t, f.wakes[0].at)
		}
		if t > until {
			f.now = until
			return true
		}
		f.now = t
		begun := f.tail + f.left + f.head
		for f.tail != f.left {
			e := &f.ring[f.tail&f.mask]
			if e.start+tailDelay != t {
				break
			}
			f.tail++
			f.onTail(e)
		}
		for f.left != f.next {
			e := &f.ring[f.left&f.mask]
			if e.start+f.PacketPS != t {
				break
			}
			f.left++
			f.onLeft(e)
		}
		for f.head != f.next {
			e := &f.ring[f.head&f.mask]
			if e.start+f.DelayPS != t {
				break
			}
			f.head++
			f.onHead(e)
		}
		for len(f.wakes) > 0 && f.wakes[0].at == t {
			f.onWake()
			limit--
		}
		for _, s := range f.dirty {
			f.arbitrate(int(s))
		}
		f.dirty = f.dirty[:0]
		limit -= int(f.tail + f.left + f.head - begun)
	}
	return false
}

// fly begins a transmission now. The ring grows while links are long.
func (f *Fabric) fly(p *Packet, port uint32, in uint8) {
	if f.next-f.tail >= f.mask { // one slot stays spare: onTail's flight is still being read
		f.growRing()
	}
	e := &f.ring[f.next&f.mask]
	e.start, e.Packet, e.port, e.in = f.now, *p, port, in
	f.next++
	f.Sent[port]++
}

func (f *Fabric) growRing() {
	ring := make([]flight, 2*len(f.ring))
	mask := uint64(len(ring) - 1)
	for i := f.tail; i != f.next; i++ {
		ring[i&mask] = f.ring[i&f.mask]
	}
	f.ring, f.mask = ring, mask
}

// onTail: the tail has arrived at the other end, and so has the credit for the space it left.
func (f *Fabric) onTail(e *flight) {
	n := f.Net
	if int(e.port) < n.Switches*n.Radix {
		from := n.Peer[int(e.port)-int(e.Out)+int(e.in)]
		f.credit(int(from), int(e.VC))
		if to := n.Peer[e.port]; n.IsHost(int(to)) {
			f.Stats.deliver(f.now, &e.Packet, f.WindowPS)
		}
	}
	f.Stats.Hops++
}

// credit returns one packet's space to a transmitting port.
func (f *Fabric) credit(port, vc int) {
	n := f.Net
	if h := port - n.Switches*n.Radix; h >= 0 {
		f.hostCredit(h, vc)
		return
	}
	i := port*f.VCs + vc
	f.credits[i]++
	if f.credits[i] > 1 {
		return
	}
	f.ready[port] |= 1 << vc
	s := port / n.Radix
	out := port - s*n.Radix
	w := f.word[s*f.perSwitch:]
	if w[wFreeOut]>>out&1 != 0 && w[wRequests+out*f.VCs+vc]|w[f.atFlex+vc] != 0 {
		f.mark(s, w, 1<<out)
	}
}

// mark notes outputs of a switch to be looked at when the instant's events are over.
func (f *Fabric) mark(s int, w []uint64, outs uint64) {
	if w[wDirty] == 0 {
		f.dirty = append(f.dirty, int32(s))
	}
	w[wDirty] |= outs
}

// onLeft: the tail has left, the ports it occupied are free.
func (f *Fabric) onLeft(e *flight) {
	n := f.Net
	if h := int(e.port) - n.Switches*n.Radix; h >= 0 {
		f.hostFree(h)
		return
	}
	s := int(e.port) / n.Radix
	w := f.word[s*f.perSwitch:]
	w[wFreeIn] |= 1 << e.in
	w[wFreeOut] |= 1 << e.Out
	if outs := (w[f.atWant+int(e.in)] | 1<<e.Out) & w[wFreeOut]; outs != 0 {
		f.mark(s, w, outs)
	}
}

// onHead: the head has arrived; a switch routes and queues the packet.
func (f *Fabric) onHead(e *flight) {
	n := f.Net
	to := int(n.Peer[e.port])
	if n.IsHost(to) {
		return
	}
	s := to / n.Radix
	in := to - s*n.Radix
	vc := int(e.VC)
	w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
	b := f.book[to*f.perBook : (to+1)*f.perBook]

	at := b[f.atFree+vc]
	b[f.atFree+vc] = b[at]
	b[f.atOcc+vc]++
	p := &f.slot[to*f.perPort+int(at)]
	*p = e.Packet
	b[at] = none

	det, up := f.Routes.Step(s, p.Dst)
	p.Out, p.Flags = det, 0
	if up != 0 {
		if c := f.Routing.Candidates(f.Routes.Stage(s), det, up); c != 0 {
			if f.VOQ || !f.Routing.Revisit() {
				p.Out = f.pick(s, det, c, vc)
			} else {
				p.Flags = flexible
			}
		}
	}
	q := vc
	if f.VOQ {
		q = vc*n.Radix + int(p.Out)
	}
	if last := b[f.atTail+q]; last != none {
		b[last] = at
		b[f.atTail+q] = at
		return
	}
	b[f.atHead+q], b[f.atTail+q] = at, at
	f.expose(s, w, in, p)
	if w[wFreeIn]>>in&1 != 0 && w[wFreeOut]>>p.Out&1 != 0 {
		f.mark(s, w, 1<<p.Out)
	}
}

// pick lets the routing algorithm choose an output.
func (f *Fabric) pick(s int, det uint8, candidates uint64, vc int) uint8 {
	c := &f.choice
	r := f.Net.Radix * f.VCs
	c.Det, c.Candidates, c.VC, c.VCs = det, candidates, vc, f.VCs
	c.Credits, c.Capacity, c.Rand = f.credits[s*r:(s+1)*r], uint16(f.Capacity), &f.rand[s]
	return f.Routing.Pick(c)
}

// expose makes the packet at the head of a queue visible to the arbiter.
func (f *Fabric) expose(s int, w []uint64, in int, p *Packet) {
	vc := int(p.VC)
	if p.Flags&flexible != 0 {
		det, up := f.Routes.Step(s, p.Dst)
		p.Out = f.pick(s, det, f.Routing.Candidates(f.Routes.Stage(s), det, up), vc)
		w[f.atFlex+vc] |= 1 << in
	}
	w[wRequests+int(p.Out)*f.VCs+vc] |= 1 << in
	w[f.atWant+in] |= 1 << p.Out
}

// hide takes a request back: the queue's head is gone or has changed its mind.
func (f *Fabric) hide(w []uint64, in, out, vc int) {
	r := w[wRequests+out*f.VCs : wRequests+(out+1)*f.VCs]
	r[vc] &^= 1 << in
	var any uint64
	for _, m := range r {
		any |= m
	}
	if any>>in&1 == 0 {
		w[f.atWant+in] &^= 1 << out
	}
}

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
	"math"
	"math/bits"
	"unsafe"

	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// Config is a fabric's immutable part.
type Config struct {
	Net       *topology.Network
	Routes    *routing.Table
	Routing   routing.Algorithm
	Scheme    queuing.Scheme
	Pattern   traffic.Pattern
	Gaps      traffic.Gaps
	VCs       int
	Isolate   bool // the last VC is AFI's adapted-flow channel
	VOQ       bool
	Revisit   bool       // with VOQs: waiting heads choose their up port again, see revisit.go
	Demux     bool       // an input may send several packets at a time, to different outputs
	Oldest    bool       // arbiters are "oldest-first", not iSLIP
	General   bool       // switches go the general way even where there is a shorter one (direct.go), for tests
	Capacity  int        // packets per VC of an input buffer
	SourceCap int        // packets per VC of a host's source queue
	Trace     *vef.Trace // played instead of Pattern and Gaps, if there is one
	Control   *Control   // congestion control by notification; nil: none
	SetAside  *SetAside  // RECN-IQ or FBICM; nil: neither
	VOQnet    bool       // a queue per destination host; Capacity is that of all of them

	PacketBytes int64
	PacketPS    int64 // time of a packet on a link
	DelayPS     int64 // propagation time of a link
	Seed        uint64
	WindowPS    int64 // averages begin here
	BinPS       int64 // first width of the bins of the series
}

// flight is a packet on a link, from the beginning of its transmission until its tail and the
// credit for its former buffer space have arrived.
//
// Its ends are places: port p of switch s is place s<<shift + p, host h is place h with the flag
// atHost. So a place falls apart without a division.
type flight struct {
	start int64
	Packet
	from uint32 // transmitting place; of a switch also the local input and the VC it came from
	dest uint32 // receiving place; its VC from now on
}

const (
	placeBits = 22
	placeMask = 1<<placeBits - 1
	atHost    = 1 << (placeBits - 1)
	flightWas = placeBits + 6

	_ = uint(atHost - 2*topology.MaxPorts) // a radix that is no power of two wastes less than half of the places
	_ = uint(atHost - topology.MaxHosts)
)

// never is the start of the flight after the last one: later than everything, any delay included.
const never = math.MaxInt64 - 1<<52

func (e *flight) place() uint32 { return e.from & placeMask }
func (e *flight) in() uint32    { return e.from >> placeBits & 63 }
func (e *flight) was() uint32   { return e.from >> flightWas } // VC at the switch it left
func (e *flight) to() uint32    { return e.dest & placeMask }
func (e *flight) vc() uint32    { return e.dest >> placeBits }

// placeOf and portOf convert between places and the network's numbers of ports.
func (f *Fabric) placeOf(port int) uint32 {
	if f.Net.IsHost(port) {
		return uint32(f.Net.Host(port)) | atHost
	}
	s, p := f.Net.SwitchOf(port)
	return uint32(s)<<f.shift | uint32(p)
}

func (f *Fabric) portOf(place uint32) int {
	if place&atHost != 0 {
		return f.Net.HostPort(int(place &^ atHost))
	}
	return int(place>>f.shift)*f.Net.Radix + int(place&f.portMask)
}

// Fabric is the state. It is plain data: see Clone. What one event needs lies close together,
// because the cost of a hop is the cache lines it touches: see the layout below.
type Fabric struct {
	Config
	now int64

	// Flights, oldest first: tail ≤ left ≤ head ≤ next (absolute counts; index by & mask).
	ring                   []flight
	mask                   uint64
	tail, left, head, next uint64
	tailAt, leftAt, headAt int64 // when the next events of the cursors are, during Run
	tailDelay              int64

	shift    uint     // of a switch in a place
	portMask uint32   // of the port in it
	peer     []uint32 // by place of a switch's port: the place at the other end
	hostPeer []uint32 // by host

	// Input buffers. VC v of port p is channel p*VCs + v: see type channel.
	buffer     []uint64
	perChannel int
	slots      int // where the packets begin: see slotsAt

	// Arbitration. What every event asks of a switch is in ports, which stays in the caches; what it asks of an output in that
	// output's record; the rest in the switch's block.
	//
	// The record of an output is record[place*perOut:]: lanes of 16 bits, four to a word, the grant
	// pointers and the credits by VC · requesting inputs [VCs] · oServed [VCs]. Credits are the free packets of the next buffer.
	//
	// The block of switch s is word[s*perSwitch:]: the routing's state [VCs] (outputs by VC), atAway … atHot [VCs], a record per
	// input [Radix] (iWant · iCtl), atAwayIn [Radix · VCs].
	//
	// Both end with so much room that each record can be seen as an array of recordMax words, each block as one of blockMax.
	ports     []ports
	record    []uint64
	perOut    int
	oReq      int // in an output's record
	oServed   int // there too, by VC the inputs served in its round: see turn; 0: none
	word      []uint64
	perSwitch int
	atAway    int // with VOQs, outputs by VC, if waiting heads choose again: where packets may wait that D-mod-K sends elsewhere
	atAwayIn  int // (these are the inputs whose packets those are, by output and VC),
	atWaits   int // where any wait,
	atHave    int // which have credits,
	atHot     int // which have too few to keep a packet that D-mod-K sends there (see restless)
	kept      uint16
	atIn      int
	dirty     []int32 // switches with outputs to look at
	rand      []random.Source
	choice    routing.Choice
	byVC      [maxVCs]uint64            // of turn
	granted   [topology.MaxRadix]uint64 // outputs that grant to an input; zero between arbitrations
	sent      []uint32                  // packets sent, by port of a switch; nil until CountSent

	packets     register
	out         *outbox // of a trace
	host        []host
	source      []waiting    // source queues: see waitingAt
	rings       []sourceRing // where each ring begins, and how full it is
	hostCredits []uint16     // free packets of the leaf switch's buffer, by host*VCs + VC
	wakes       wakeHeap

	Stats Stats
	watch FlowCount // see WatchFlow

	datelines bool     // packets change lanes on their way (routing.Table.Lanes)
	moves     bool     // packets change VCs on their way, by AFI or between lanes
	tree      bool     // see routing.Table.TreeStep
	again     bool     // see initRevisits
	direct    bool     // see isDirect
	chooses   bool     // the routing has candidates somewhere, and not D-mod-K's port alone
	among     []uint64 // of a tree: see candidates

	cc     *control // nil without congestion control
	spread *Spread  // nil without DRB
	aside  *aside   // nil without set-aside queues
	voqnet *voqnet  // nil without VOQnet
	sorts  bool     // one of the two: queues are neither FIFOs nor by output

	far  bool   // the state is too large for the caches: look ahead
	sink uint64 // keeps the reads ahead from being optimised away
}

// ports are what a switch's ports do now, as masks.
type ports struct {
	freeIn  uint64 // inputs that send nothing
	freeOut uint64 // outputs that send nothing
	dirty   uint64 // outputs to be looked at by the arbiter
	sinks   uint64 // outputs that lead to hosts
}

// block is a switch's words and what follows, record an output's: indices below blockMax and recordMax need no check.
type (
	block  = [blockMax]uint64
	record [recordMax]uint64
)

const (
	maxVCs     = 16
	blockMax   = 2048
	blockMask  = blockMax - 1
	recordMax  = 64
	recordMask = recordMax - 1

	_ = uint(blockMax - (5*maxVCs + 1 + topology.MaxRadix*(perIn+maxVCs) + 8))
	_ = uint(recordMax - ((maxVCs+4)/4 + 2*maxVCs + 1))
)

// withRoom returns the words of all blocks or records with the room that these views need behind the last.
func withRoom(words []uint64) []uint64 {
	w := make([]uint64, len(words)+blockMax)
	copy(w, words)
	return w
}

// An input's words: the outputs its queue heads request, if it sends one packet at a time; accept pointer (8 bits), VC
// pointer (8; with oServed an output has one, next to its grant pointer).
const (
	iWant     = 0
	iCtl      = 1
	perIn     = 2
	ctlAccept = 0
	ctlTurn   = 8
)

// New builds a fabric at time 0. Only a trace can be refused: it may have more tasks than there are hosts.
func New(c Config) (*Fabric, error) {
	n := c.Net
	r, v, switches := n.Radix, c.VCs, n.Switches
	f := &Fabric{Config: c}
	f.datelines = c.Routes != nil && c.Routes.Lanes() > 1 && !c.VOQnet
	f.moves = c.Isolate || f.datelines
	f.tree = c.Routes != nil && c.Routes.IsTree()
	f.sorts = c.SetAside != nil || c.VOQnet
	f.shift = uint(bits.Len(uint(r - 1)))
	f.portMask = 1<<f.shift - 1
	f.peer, f.hostPeer = make([]uint32, switches<<f.shift), make([]uint32, n.Hosts)
	for p, peer := range n.Peer {
		switch {
		case peer == topology.NoPeer:
		case n.IsHost(p):
			f.hostPeer[n.Host(p)] = f.placeOf(int(peer))
		default:
			f.peer[f.placeOf(p)] = f.placeOf(int(peer))
		}
	}
	f.perChannel, f.slots = channelWords(c.Capacity), slotsAt(c.Capacity)
	if c.VOQnet {
		f.perChannel = 0 // its buffers are elsewhere
	}
	f.buffer = make([]uint64, switches*r*v*f.perChannel+channelMax)

	f.oReq = (v + 4) / 4
	f.perOut = f.oReq + v
	f.direct = f.isDirect()
	if f.direct && f.Demux {
		f.perOut = directServed
	}
	if f.Demux && v > 1 && !f.sorts && !f.Oldest {
		f.oServed = f.perOut
		f.perOut += v
	}
	if f.direct && f.Demux {
		f.perOut = len(direct{})
	}
	if f.perOut > 4 { // a cache line each
		f.perOut = (f.perOut + 7) &^ 7
	}
	f.record = withRoom(make([]uint64, f.recordAt(switches, 0)))
	f.atIn = (v + 1) &^ 1
	if f.VOQ {
		f.atAway, f.atWaits, f.atHave, f.atHot = v, 2*v, 3*v, 4*v
		f.atIn = (5*v + 1) &^ 1
	}
	f.atAwayIn = f.atIn + r*perIn
	f.perSwitch = (f.atAwayIn + 7) &^ 7
	if f.VOQ {
		f.perSwitch = (f.atAwayIn + r*v + 7) &^ 7
	}
	f.word = withRoom(make([]uint64, switches*f.perSwitch))
	f.ports = make([]ports, switches)
	f.rand = make([]random.Source, switches)
	f.dirty = make([]int32, 0, switches)
	for s := 0; s < switches; s++ {
		x := &f.ports[s]
		f.rand[s] = random.New(c.Seed, 1<<41+uint64(s))
		for p := 0; p < r; p++ {
			peer := n.Peer[s*r+p]
			if peer == topology.NoPeer {
				continue
			}
			x.freeIn |= 1 << p
			x.freeOut |= 1 << p
			if n.IsHost(int(peer)) {
				x.sinks |= 1 << p
			}
			for vc := 0; vc < v; vc++ {
				at, shift := lane(vc)
				f.output(s, p)[at] |= uint64(c.Capacity) << shift
			}
		}
	}
	size := uint64(1)
	for size < uint64(n.Ports())*5/4+16 {
		size *= 2
	}
	f.ring, f.mask = make([]flight, size), size-1
	f.ring[0].start = never
	f.far = 8*(len(f.buffer)+len(f.word)+len(f.record)) > farBytes && !f.sorts
	if f.Control != nil {
		f.initControl()
	}
	f.initCandidates()
	f.initRevisits()
	f.Stats.init(c.BinPS)
	f.initHosts()
	if f.SetAside != nil {
		f.initAside(f.SetAside)
	}
	if f.VOQnet {
		f.initVOQnet()
	}
	if f.Trace != nil {
		return f, f.initMessages()
	}
	return f, nil
}

// Blocks, channels and flights are found by pointer arithmetic: a slice is checked three times for what holds by
// construction (word and buffer end with room for one whole view, the mask keeps to the ring), which costs 6 % of a run as
// WebAssembly. `go test -gcflags=-d=checkptr ./engine/...` proves the views.

// block returns the words of a switch.
func (f *Fabric) block(s int) *block {
	return (*block)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.word)), s*f.perSwitch*8))
}

// output returns the record of an output of a switch.
func (f *Fabric) output(s, out int) *record {
	return f.recordOf(uint32(s<<(f.shift&31) + out))
}

// recordAt returns where it begins.
func (f *Fabric) recordAt(s, out int) int { return (s<<(f.shift&31) + out) * f.perOut }

// recordOf returns the record of an output by its place.
func (f *Fabric) recordOf(place uint32) *record {
	return (*record)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.record)), int(place)*f.perOut*8))
}

// peerOf returns the place at the other end of a switch's port.
func (f *Fabric) peerOf(place uint32) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.peer)), place*4))
}

// portsOf returns the masks of a switch's ports.
func (f *Fabric) portsOf(s int) *ports {
	return (*ports)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.ports)), s*int(unsafe.Sizeof(ports{}))))
}

// lane returns the word of an output's record with the credits for a VC, and where they begin.
func lane(vc int) (at, shift uint) { return uint(vc+1) / 4 & recordMask, uint(vc+1) % 4 * 16 }

// credits returns an output's credits for a VC.
func (r *record) credits(vc int) uint64 {
	at, shift := lane(vc)
	return r[at] >> shift & 0xffff
}

// channel returns the buffer of channel port*VCs + VC.
func (f *Fabric) channel(c int) channel {
	return channel{(*[channelMax]uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.buffer)), c*f.perChannel*8)), f.Capacity, f.slots}
}

// Now returns the simulated time, ps.
func (f *Fabric) Now() int64 { return f.now }

// Run processes every event up to and including time until, but stops after about limit events
// (at the end of an instant), and says whether it got there.
func (f *Fabric) Run(until int64, limit int) bool {
	until = min(until, never-1)
	more := f.out != nil || f.cc != nil || f.aside != nil
	f.seeCursors()
	last := f.tail + f.left + f.head + uint64(max(limit, 0))
	for f.tail+f.left+f.head < last {
		t := min(f.tailAt, f.leftAt, f.headAt)
		if len(f.wakes) > 0 {
			t = min(t, f.wakes[0].at)
		}
		if more {
			t = f.nextOther(t)
		}
		if t > until {
			f.now = until
			return true
		}
		f.now = t
		for f.tailAt == t {
			if f.far && f.tail%batch == 0 {
				f.aheadTails()
			}
			e := f.flight(f.tail)
			f.tail++
			f.tailAt = f.startOf(f.tail) + f.tailDelay
			f.onTail(e)
		}
		for f.leftAt == t {
			if f.far && f.left%batch == 0 {
				f.aheadLeft()
			}
			e := f.flight(f.left)
			f.left++
			f.leftAt = f.startOf(f.left) + f.PacketPS
			if f.direct && e.from&atHost == 0 {
				f.leftDirect(e.from)
			} else {
				f.onLeft(e)
			}
		}
		if f.DelayPS == 0 && f.headAt >= never { // a host's flight may have begun since
			f.headAt = f.startOf(f.head)
		}
		for f.headAt == t {
			if f.far && f.head%batch == 0 {
				f.aheadHeads()
			}
			e := f.flight(f.head)
			f.head++
			f.headAt = f.startOf(f.head) + f.DelayPS
			switch {
			case e.dest&atHost != 0:
			case f.direct:
				f.headDirect(e)
			default:
				f.onHead(e)
			}
		}
		if more {
			last -= uint64(f.runOther())
		}
		for len(f.wakes) > 0 && f.wakes[0].at == t {
			f.onWake()
			last--
		}
		if f.out != nil {
			f.pump()
		}
		for i := 0; i < len(f.dirty); i++ { // a queue moved up may add a switch once more
			if s := int(f.dirty[i]); f.direct {
				f.arbitrateDirect(s)
			} else {
				f.arbitrate(s)
			}
		}
		f.dirty = f.dirty[:0]
		// A cursor that had come to the last flight sees one begun in this instant.
		if f.tailAt|f.leftAt|f.headAt >= 1<<62 {
			f.seeCursors()
		}
	}
	return false
}

// seeCursors finds the times of the cursors' next events.
func (f *Fabric) seeCursors() {
	f.tailDelay = f.PacketPS + f.DelayPS
	f.tailAt = f.startOf(f.tail) + f.tailDelay
	f.leftAt = f.startOf(f.left) + f.PacketPS
	f.headAt = f.startOf(f.head) + f.DelayPS
}

// runOther processes what happens in this instant besides flights and waking hosts, and returns how many events that was.
func (f *Fabric) runOther() (events int) {
	if f.cc != nil {
		events = f.runControl()
	}
	if f.aside != nil {
		f.runSignals()
	}
	return
}

// startOf returns when the i-th flight began; never, if it has not.
func (f *Fabric) startOf(i uint64) int64 { return f.flight(i).start }

// flight returns the place of the i-th flight in the ring.
func (f *Fabric) flight(i uint64) *flight {
	return (*flight)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(f.ring)), int(i&f.mask)*int(unsafe.Sizeof(flight{}))))
}

// nextOther returns the time of what happens next besides flights and waking hosts, t if that is later.
func (f *Fabric) nextOther(t int64) int64 {
	if f.out != nil {
		t = min(t, f.out.play.NextTime())
	}
	if f.cc != nil {
		t = min(t, f.nextControl())
	}
	if f.aside != nil {
		t = min(t, f.nextSignal())
	}
	return t
}

// fly begins a transmission from one place to another, on a VC now; of a switch's packet, from also
// says the input and the VC it was in. The ring grows while links are long.
func (f *Fabric) fly(p Packet, from, to uint32, vc int) {
	f.begin(p, from, to|uint32(vc)<<placeBits)
}

// begin notes a flight.
func (f *Fabric) begin(p Packet, from, dest uint32) {
	if f.next-f.tail >= f.mask-1 { // two slots stay spare: onTail's flight is still being read, and the last starts never
		f.growRing()
	}
	*f.flight(f.next) = flight{start: f.now, Packet: p, from: from, dest: dest}
	f.next++
	f.flight(f.next).start = never
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
	f.Stats.Hops++
	from := e.from
	if from&atHost != 0 {
		return
	}
	up := *f.peerOf(from&placeMask&^f.portMask | e.in())
	if f.voqnet != nil {
		f.netCredit(up, e.Dst())
	}
	if vc := int(e.was()); up&atHost != 0 {
		f.hostCredit(int(up&^atHost), vc)
	} else {
		f.credit(up, vc)
	}
	if e.dest&atHost != 0 {
		if f.cc != nil && f.received(e.Packet) {
			return
		}
		if f.out != nil {
			f.out.arrived(e.Packet, f.now)
		}
		x := f.packets.remove(e.Packet)
		if f.watch.on {
			f.watch.deliver(e.Packet, x.birth, f.now)
		}
		f.Stats.deliver(f.now, x, f.WindowPS)
	}
}

// credit returns one packet's space to an output of a switch.
func (f *Fabric) credit(place uint32, vc int) {
	r := f.recordOf(place)
	at, shift := lane(vc)
	lanes := r[at] + 1<<(shift&63)
	r[at] = lanes
	first := lanes>>(shift&63)&0xffff == 1
	if !first && !f.again {
		return
	}
	s, out := f.switchOf(place), int(place&f.portMask)
	if f.again {
		f.creditGiven(s, out, vc)
	}
	if x := f.portsOf(s); first && r[uint(f.oReq+vc)&recordMask] != 0 && x.freeOut&bit(out) != 0 {
		f.markAt(x, s, bit(out))
	}
}

// switchOf returns the switch of a place.
func (f *Fabric) switchOf(place uint32) int { return int(place >> (f.shift & 31)) }

// mark notes outputs of a switch to be looked at when the instant's events are over.
func (f *Fabric) mark(s int, outs uint64) { f.markAt(f.portsOf(s), s, outs) }

// markAt is mark, with the switch's ports.
func (f *Fabric) markAt(x *ports, s int, outs uint64) {
	if x.dirty == 0 {
		f.dirty = append(f.dirty, int32(s))
	}
	x.dirty |= outs
}

// onLeft: the tail has left, the ports it occupied are free.
func (f *Fabric) onLeft(e *flight) {
	from := e.from
	if from&atHost != 0 {
		f.hostFree(int(from & (atHost - 1)))
		return
	}
	s, out := f.switchOf(from&placeMask), int(from&f.portMask)
	x := &f.ports[s]
	x.freeOut |= bit(out)
	if f.again {
		f.freed(s, out)
	}
	if f.Demux {
		f.mark(s, bit(out))
		return
	}
	in := int(e.in())
	if f.cc == nil || int(e.was()) < f.cc.first {
		x.freeIn |= bit(in)
	}
	if outs := (f.block(s)[uint(f.atIn+in*perIn+iWant)&blockMask] | bit(out)) & x.freeOut; outs != 0 {
		f.mark(s, outs)
	}
}

// onHead: the head has arrived; a switch routes and queues the packet.
func (f *Fabric) onHead(e *flight) {
	if e.dest&atHost != 0 {
		return
	}
	s, in := f.switchOf(e.to()), int(e.dest&f.portMask)
	vc := int(e.vc())
	p := e.Packet
	if f.sorts {
		f.sortedArrived(s, in, vc, p)
		return
	}
	var det uint8
	var up uint64
	if f.tree {
		det, up = f.Routes.TreeStep(s, p.Dst())
	} else {
		det, up = f.Routes.Step(s, p.Dst())
	}
	out := int(det)
	if up != 0 && f.chooses && !p.Adapted() {
		if m := f.candidates(s, det, up); m != 0 {
			out = int(f.pick(s, det, routing.Opposite(up, in), m, vc))
			if f.choice.Adapted {
				p = p.adapted()
			}
			if f.again && out != int(det) {
				f.sentAway(f.block(s), in, out, vc)
			}
		}
	}
	if f.cc != nil {
		out = f.entered(s, p, vc, out)
	}
	c := f.channel((s*f.Net.Radix+in)*f.VCs + vc)
	var first bool
	switch {
	case !f.VOQ:
		first = c.used() == 0
	case f.moves:
		first = c.find(out) < 0
	default:
		first = f.output(s, out)[uint(f.oReq+vc)&recordMask]&bit(in) == 0
	}
	c.push(p, out)
	if !first {
		return
	}
	f.expose(s, in, out, f.nextVC(s, p, vc, out))
	if x := &f.ports[s]; x.freeIn&bit(in) != 0 && x.freeOut&bit(out) != 0 {
		f.mark(s, bit(out))
	}
}

// nextVC returns the VC a packet in a VC of a switch's buffer will take in the next one. Requests are
// by that VC: it is the one whose credits count.
func (f *Fabric) nextVC(s int, p Packet, vc, out int) int {
	if f.moves {
		return f.movedVC(s, p, vc, out)
	}
	return vc
}

func (f *Fabric) movedVC(s int, p Packet, vc, out int) int {
	switch {
	case p.Adapted():
		return f.VCs - 1
	case f.datelines:
		if f.spread != nil {
			return f.pathVC(s, p, vc)
		}
		return f.Routes.NextVC(s, uint8(out), vc, p.Dst())
	}
	return vc
}

// MayMove says whether packets may come into a VC from another one of the switch's input buffer.
func (f *Fabric) MayMove(vc int) bool { return f.moves && (f.datelines || vc == f.VCs-1) }

// candidates returns the up ports among which a packet may choose at a switch where D-mod-K takes det; 0 if there are none. Of a tree
// they are kept by stage and port.
func (f *Fabric) candidates(s int, det uint8, up uint64) uint64 {
	if f.tree {
		return f.among[f.Routes.Stage(s)*topology.MaxRadix+int(det)]
	}
	return f.Routing.Candidates(f.Routes.Stage(s), det, up)
}

// initCandidates notes what candidates returns, and whether there are any.
func (f *Fabric) initCandidates() {
	f.chooses = !f.tree
	if !f.tree {
		return
	}
	f.among = make([]uint64, (topology.MaxStages+1)*topology.MaxRadix)
	for s := range f.Net.Switches {
		stage, up := f.Routes.Stage(s), f.Routes.UpPorts(s)
		for m := up; m != 0; m &= m - 1 {
			det := bits.TrailingZeros64(m)
			c := f.Routing.Candidates(stage, uint8(det), up)
			f.among[stage*topology.MaxRadix+det] = c
			f.chooses = f.chooses || c != 0
		}
	}
}

// pick lets the routing algorithm choose an output.
func (f *Fabric) pick(s int, det, from uint8, candidates uint64, vc int) uint8 {
	c := f.choiceAt(s, det, vc)
	c.From, c.Candidates = from, candidates
	return f.Routing.Pick(c)
}

// choiceAt is what a packet's choice depends on at a switch, but for the ports it has.
func (f *Fabric) choiceAt(s int, det uint8, vc int) *routing.Choice {
	c := &f.choice
	lanes := f.record[f.recordAt(s, 0):]
	c.Det = det
	c.Credits = lanes[(vc+1)/4:]
	c.Stride, c.Shift = f.perOut, (vc+1)%4*16
	c.Capacity, c.Ports, c.Rand, c.Adapted = uint16(f.Capacity), f.Net.Radix, &f.rand[s], false
	if f.Isolate {
		c.AFC, c.AFCShift = lanes[f.VCs/4:], f.VCs%4*16
	}
	c.Congested = &f.word[s*f.perSwitch+vc]
	c.Ready = 0
	if f.again {
		c.Ready = f.ports[s].freeOut
	}
	return c
}

// Package fabric is the machine itself: event order, ports, buffers, credits, the arbiter and
// the hosts. It is the hot path, and nothing else.
//
// Input-queued switches with virtual cut-through and credits per virtual channel:
// a packet that has won its input and its output occupies both for one packet time (with
// demultiplexed inputs, as VOQs have by default, its output alone); its head
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
	"math/bits"

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
	Injected  bool       // by the time since packets have left their host, not since generation; hosts with queues by destination send the oldest
	General   bool       // switches go the general way even where there is a shorter one (direct.go), for tests
	Capacity  int        // packets per VC of an input buffer
	SourceCap int        // packets per VC of a host's source queue
	Trace     *vef.Trace // played instead of Pattern and Gaps, if there is one
	Control   *Control   // congestion control by notification; nil: none
	SetAside  *SetAside  // RECN-IQ or FBICM; nil: neither
	VOQnet    bool       // a queue per destination host; Capacity is that of all of them

	// Hosts have a queue of SourceCap packets for each destination (admittance.go), not a FIFO for each VC. Neither with
	// Control, whose sources choose among flows themselves, nor with VOQnet, whose hosts have them anyway.
	Admittance bool

	PacketBytes int64
	PacketPS    int64 // time of a packet on a link
	DelayPS     int64 // propagation time of a link
	Seed        uint64
	WindowPS    int64 // averages begin here
	BinPS       int64 // first width of the bins of the series
}

// Fabric is the state. It is plain data: see Clone. What one event needs lies close together,
// because the cost of a hop is the cache lines it touches: see the layout below.
type Fabric struct {
	Config
	now     int64
	changed bool // by Change

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
	sentBefore  []uint32     // what hosts had sent when the averages began; nil until one sends after that
	hostCredits []uint16     // free packets of the leaf switch's buffer, by host*VCs + VC
	wakes       wakeHeap

	Stats Stats
	watch FlowCount // see WatchFlow

	datelines bool     // packets change lanes on their way (routing.Table.Lanes)
	moves     bool     // packets change VCs on their way, by AFI or between lanes
	tree      bool     // see routing.Table.TreeStep
	staged    bool     // switches have stages and up ports: trees and BMINs
	again     bool     // see initRevisits
	direct    bool     // see isDirect
	chooses   bool     // the routing has candidates somewhere, and not D-mod-K's port alone
	among     []uint64 // of a tree: see candidates

	cc     *control // nil without congestion control
	spread *Spread  // nil without DRB
	aside  *aside   // nil without set-aside queues
	voqnet *voqnet  // nil without VOQnet
	sorts  bool     // one of the two: queues are neither FIFOs nor by output

	admit       *admittance // nil without admittance queues
	sortsAtHost bool        // one of the three: source queues are sorted

	far  bool   // the state is too large for the caches: look ahead
	sink uint64 // keeps the reads ahead from being optimised away
}

// New builds a fabric at time 0. Only a trace can be refused: it may have more tasks than there are hosts.
func New(c Config) (*Fabric, error) {
	n := c.Net
	r, v, switches := n.Radix, c.VCs, n.Switches
	f := &Fabric{Config: c}
	f.datelines = c.Routes != nil && c.Routes.Lanes() > 1 && !c.VOQnet
	f.moves = c.Isolate || f.datelines
	f.tree = c.Routes != nil && c.Routes.IsTree()
	f.staged = c.Routes != nil && n.Grid == nil
	f.sorts = c.SetAside != nil || c.VOQnet
	f.sortsAtHost = f.sorts || c.Admittance
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
	data := v
	if c.Control != nil && c.Control.NoteVC >= 0 { // notifications go before, out of turn
		data = c.Control.NoteVC
	}
	if f.Demux && data > 1 && !f.sorts && !f.Oldest {
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
	if f.Admittance {
		f.initAdmittance()
	}
	if f.Trace != nil {
		return f, f.initMessages()
	}
	return f, nil
}

// Blocks, channels and flights are found by pointer arithmetic: a slice is checked three times for what holds by
// construction (word and buffer end with room for one whole view, the mask keeps to the ring), which costs 6 % of a run as
// WebAssembly. `go test -gcflags=-d=checkptr ./engine/...` proves the views.

// Now returns the simulated time, ps.
func (f *Fabric) Now() int64 { return f.now }

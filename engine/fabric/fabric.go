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
	Capacity  int        // packets per VC of an input buffer
	SourceCap int        // packets per VC of a host's source queue
	Trace     *vef.Trace // played instead of Pattern and Gaps, if there is one

	PacketBytes int64
	PacketPS    int64 // time of a packet on a link
	DelayPS     int64 // propagation time of a link
	Seed        uint64
	WindowPS    int64 // averages begin here
	BinPS       int64 // first width of the bins of the series
}

// flight is a packet on a link, from the beginning of its transmission until its tail and the
// credit for its former buffer space have arrived.
type flight struct {
	start int64
	Packet
	from uint32 // transmitting port, global; of a switch also the local input and the VC it came from
	dest uint32 // receiving port, global; the transmitting switch's local output; its VC from now on
}

const (
	flightSide = 21
	flightVC   = flightSide + 6
	_          = uint(1<<flightSide - topology.MaxPorts - topology.MaxHosts)
)

func (e *flight) port() int { return int(e.from & (1<<flightSide - 1)) }
func (e *flight) in() int   { return int(e.from >> flightSide & 63) }
func (e *flight) was() int  { return int(e.from >> flightVC) } // VC at the switch it left
func (e *flight) to() int   { return int(e.dest & (1<<flightSide - 1)) }
func (e *flight) out() int  { return int(e.dest >> flightSide & 63) }
func (e *flight) vc() int   { return int(e.dest >> flightVC) }

// Fabric is the state. It is plain data: see Clone. What one event needs lies close together,
// because the cost of a hop is the cache lines it touches: see the layout below.
type Fabric struct {
	Config
	now int64

	// Flights, oldest first: tail ≤ left ≤ head ≤ next (absolute counts; index by & mask).
	ring                   []flight
	mask                   uint64
	tail, left, head, next uint64

	// Input buffers. VC v of port p is channel p*VCs + v: see type channel.
	buffer     []uint64
	perChannel int

	// Arbitration. The block of switch s is word[s*perSwitch:]: a header (wFreeIn…), the routing's
	// state [VCs] (outputs by VC), a record per output [Radix] (requesting inputs [VCs] · lanes of 16 bits,
	// four to a word: the grant pointer and the credits by VC), a record per input [Radix] (iWant ·
	// iCtl). Credits are the free packets of the next buffer.
	word        []uint64
	perSwitch   int
	atCongested int
	atOut, atIn int
	perOut      int
	dirty       []int32 // switches with outputs to look at
	rand        []random.Source
	choice      routing.Choice
	granted     [topology.MaxRadix]uint64 // outputs that grant to an input; zero between arbitrations
	sent        []uint32                  // packets sent, by port of a switch; nil until CountSent

	packets     register
	out         *outbox // of a trace
	host        []host
	source      []waiting    // source queues: see waitingAt
	rings       []sourceRing // where each ring begins, and how full it is
	hostCredits []uint16     // free packets of the leaf switch's buffer, by host*VCs + VC
	wakes       wakeHeap

	Stats Stats

	far  bool   // the state is too large for the caches: look ahead
	sink uint64 // keeps the reads ahead from being optimised away
}

// The header of a switch's block.
const (
	wFreeIn  = iota // inputs that send nothing
	wFreeOut        // outputs that send nothing
	wDirty          // outputs to be looked at by the arbiter
	wSinks          // outputs that lead to hosts
	wHeader
)

// An input's words: the outputs its queue heads request; accept pointer (8 bits), VC pointer (8).
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
	f.perChannel = channelWords(c.Capacity)
	f.buffer = make([]uint64, switches*r*v*f.perChannel)
	for i := 0; i < switches*r*v; i++ {
		f.channel(i).init()
	}

	f.atCongested = wHeader
	f.atOut = (f.atCongested + v + 7) &^ 7 // records stay within cache lines where their size allows it
	f.perOut = v + (v+4)/4
	f.atIn = (f.atOut + r*f.perOut + 1) &^ 1
	f.perSwitch = (f.atIn + r*perIn + 7) &^ 7
	f.word = make([]uint64, switches*f.perSwitch)
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
			o := w[f.atOut+p*f.perOut:]
			for vc := 0; vc < v; vc++ {
				o[v+(vc+1)/4] |= uint64(c.Capacity) << ((vc + 1) % 4 * 16)
			}
		}
	}
	size := uint64(1)
	for size < uint64(n.Ports())*5/4+16 {
		size *= 2
	}
	f.ring, f.mask = make([]flight, size), size-1
	f.far = 8*(len(f.buffer)+len(f.word)) > farBytes
	f.Stats.init(c.BinPS)
	f.initHosts()
	if f.Trace != nil {
		return f, f.initMessages()
	}
	return f, nil
}

// channel returns the buffer of channel port*VCs + VC.
func (f *Fabric) channel(c int) channel {
	return channel{f.buffer[c*f.perChannel : (c+1)*f.perChannel], f.Capacity}
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
		if f.out != nil {
			t = min(t, f.out.play.NextTime())
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
			if f.far && f.tail%batch == 0 {
				f.aheadTails()
			}
			f.tail++
			f.onTail(e)
		}
		for f.left != f.next {
			e := &f.ring[f.left&f.mask]
			if e.start+f.PacketPS != t {
				break
			}
			if f.far && f.left%batch == 0 {
				f.aheadLeft()
			}
			f.left++
			f.onLeft(e)
		}
		for f.head != f.next {
			e := &f.ring[f.head&f.mask]
			if e.start+f.DelayPS != t {
				break
			}
			if f.far && f.head%batch == 0 {
				f.aheadHeads()
			}
			f.head++
			f.onHead(e)
		}
		for len(f.wakes) > 0 && f.wakes[0].at == t {
			f.onWake()
			limit--
		}
		if f.out != nil {
			f.pump()
		}
		for _, s := range f.dirty {
			f.arbitrate(int(s))
		}
		f.dirty = f.dirty[:0]
		limit -= int(f.tail + f.left + f.head - begun)
	}
	return false
}

// fly begins a transmission from a port, which is local output out of its switch, on a VC now; the
// packet was in VC was of the switch's input in. The ring grows while links are long.
func (f *Fabric) fly(p Packet, port, out, vc, in, was int) {
	if f.next-f.tail >= f.mask { // one slot stays spare: onTail's flight is still being read
		f.growRing()
	}
	f.ring[f.next&f.mask] = flight{start: f.now, Packet: p,
		from: uint32(port | in<<flightSide | was<<flightVC), dest: uint32(int(f.Net.Peer[port]) | out<<flightSide | vc<<flightVC)}
	f.next++
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
	f.Stats.Hops++
	if n.IsHost(e.port()) {
		return
	}
	f.credit(int(n.Peer[e.port()-e.out()+e.in()]), e.was())
	if n.IsHost(e.to()) {
		if f.out != nil {
			f.out.arrived(e.Packet, f.now)
		}
		f.Stats.deliver(f.now, f.packets.remove(e.Packet), f.WindowPS)
	}
}

// credit returns one packet's space to a transmitting port.
func (f *Fabric) credit(port, vc int) {
	n := f.Net
	if n.IsHost(port) {
		f.hostCredit(n.Host(port), vc)
		return
	}
	s := port / n.Radix
	out := port - s*n.Radix
	w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
	o := w[f.atOut+out*f.perOut : f.atOut+(out+1)*f.perOut]
	lane := &o[f.VCs+(vc+1)/4]
	shift := (vc + 1) % 4 * 16
	*lane += 1 << shift
	if *lane>>shift&0xffff > 1 {
		return
	}
	if w[wFreeOut]>>out&1 != 0 && o[vc] != 0 {
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
	if n.IsHost(e.port()) {
		f.hostFree(n.Host(e.port()))
		return
	}
	s := e.port() / n.Radix
	w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
	w[wFreeIn] |= 1 << e.in()
	w[wFreeOut] |= 1 << e.out()
	if outs := (w[f.atIn+e.in()*perIn+iWant] | 1<<e.out()) & w[wFreeOut]; outs != 0 {
		f.mark(s, w, outs)
	}
}

// onHead: the head has arrived; a switch routes and queues the packet.
func (f *Fabric) onHead(e *flight) {
	n := f.Net
	to := e.to()
	if n.IsHost(to) {
		return
	}
	s := to / n.Radix
	in := to - s*n.Radix
	vc := e.vc()
	w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
	c := f.channel(to*f.VCs + vc)
	p := e.Packet

	det, up := f.Routes.Step(s, p.Dst())
	out := int(det)
	if up != 0 && !p.Adapted() {
		if m := f.Routing.Candidates(f.Routes.Stage(s), p.Dst(), up); m != 0 {
			out = int(f.pick(s, det, m, vc))
			if f.choice.Adapted {
				p = p.adapted()
			}
		}
	}
	first := c.used() == 0
	if f.VOQ && !first {
		if f.Isolate {
			first = c.find(out, 0) < 0
		} else {
			first = w[f.atOut+out*f.perOut+vc]>>in&1 == 0
		}
	}
	c.push(p, out)
	if !first {
		return
	}
	f.expose(w, in, out, f.nextVC(p, vc))
	if w[wFreeIn]>>in&1 != 0 && w[wFreeOut]>>out&1 != 0 {
		f.mark(s, w, 1<<out)
	}
}

// nextVC returns the VC a packet in a VC of a switch's buffer will take in the next one. Requests are
// by that VC: it is the one whose credits count.
func (f *Fabric) nextVC(p Packet, vc int) int {
	if p.Adapted() {
		return f.VCs - 1
	}
	return vc
}

// pick lets the routing algorithm choose an output.
func (f *Fabric) pick(s int, det uint8, candidates uint64, vc int) uint8 {
	c := &f.choice
	c.Det, c.Candidates = det, candidates
	c.Credits = f.word[s*f.perSwitch+f.atOut+f.VCs+(vc+1)/4:]
	c.Stride, c.Shift = f.perOut, (vc+1)%4*16
	c.Capacity, c.Rand, c.Adapted = uint16(f.Capacity), &f.rand[s], false
	if f.Isolate {
		c.AFC, c.AFCShift = f.word[s*f.perSwitch+f.atOut+f.VCs+f.VCs/4:], f.VCs%4*16
	}
	c.Congested = &f.word[s*f.perSwitch+f.atCongested+vc]
	return f.Routing.Pick(c)
}

// expose makes the packet at the head of a queue visible to the arbiter: it is for an output and a VC
// there.
func (f *Fabric) expose(w []uint64, in, out, vc int) {
	w[f.atOut+out*f.perOut+vc] |= 1 << in
	w[f.atIn+in*perIn+iWant] |= 1 << out
}

// hide takes a request back: the queue's head is gone or has changed its mind.
func (f *Fabric) hide(w []uint64, in, out, vc int) {
	o := w[f.atOut+out*f.perOut : f.atOut+out*f.perOut+f.VCs]
	o[vc] &^= 1 << in
	var any uint64
	for _, m := range o {
		any |= m
	}
	if any>>in&1 == 0 {
		w[f.atIn+in*perIn+iWant] &^= 1 << out
	}
}

package fabric

// Hosts: generation, source queues and injection.

import (
	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/traffic"
)

// host is the state of one host's sending side. Its receiving side needs none: sinks drain at
// link rate.
//
// Packets are generated when somebody looks (catchUp), in the order and at the times at which
// they are born: nothing else depends on when that happens, because a source queue only shrinks
// by injections, and these look first. The same holds for what moves on to queues by
// destination (admittance.go), VOQnet's too, and to those that are set aside: to them a full source queue gives what it has, so that they
// refuse, and it does not.
type host struct {
	rand   random.Source
	birth  int64  // time of the next packet generated
	wakeAt int64  // time of its entry in the heap, 0 = none
	sent   uint32 // packets injected
	turn   uint8  // VC whose turn it is
	busy   bool   // its link is transmitting
	filled uint16 // VCs with packets in their source queue
	ready  uint16 // VCs with credits
}

// waiting is a packet in a source queue.
type waiting struct {
	birth int64
	dst   uint32
}

// sourceRing says where a source queue's ring of SourceCap packets begins and how many it holds.
type sourceRing struct{ first, count uint16 }

func (f *Fabric) initHosts() {
	n := f.Net.Hosts
	f.host = make([]host, n)
	if f.Trace == nil {
		f.source = make([]waiting, n*f.VCs*f.SourceCap)
	}
	f.rings = make([]sourceRing, n*f.VCs)
	f.hostCredits = make([]uint16, n*f.VCs)
	for i := range f.hostCredits {
		f.hostCredits[i] = uint16(f.Capacity)
	}
	f.wakes = make(wakeHeap, 0, n)
	for h := range f.host {
		s := &f.host[h]
		s.rand = random.New(f.Seed, uint64(h))
		s.birth = traffic.Never
		if f.Trace == nil {
			s.birth = f.Gaps.FirstOf(uint32(h), &s.rand)
		}
		s.ready = 1<<f.VCs - 1
		f.sleep(h, s)
	}
}

// waitingAt returns a place of the ring of a source queue; the low places of all rings lie together.
func (f *Fabric) waitingAt(h, vc, i int) *waiting {
	return &f.source[i*len(f.rings)+h*f.VCs+vc]
}

// catchUp generates what was born up to now.
func (f *Fabric) catchUp(h int, s *host) {
	for s.birth <= f.now {
		dst := f.Pattern.Dest(uint32(h), s.birth, &s.rand)
		vc := int(f.Scheme.VC(uint32(h), dst))
		q := &f.rings[h*f.VCs+vc]
		f.Stats.generate(s.birth, f.WindowPS, 1)
		if int(q.count) == f.SourceCap && !f.moveOn(h, vc) {
			f.Stats.Refused++
		} else {
			i := int(q.first) + int(q.count)
			if i >= f.SourceCap {
				i -= f.SourceCap
			}
			*f.waitingAt(h, vc, i) = waiting{s.birth, dst}
			q.count++
			s.filled |= 1 << vc
		}
		s.birth = f.Gaps.NextOf(uint32(h), s.birth, &s.rand)
	}
}

// inject sends the next packet of an idle host: of the VCs with a packet and credits, the first
// at or after its turn.
func (f *Fabric) inject(h int, s *host) {
	if f.cc != nil {
		f.injectControlled(h, s)
		return
	}
	f.catchUp(h, s)
	if f.sortsAtHost {
		f.injectSorted(h, s)
		return
	}
	can := uint64(s.filled & s.ready)
	if can == 0 {
		f.sleep(h, s)
		return
	}
	vc := next(can, s.turn)
	s.turn = uint8(vc + 1)
	var p Packet
	if f.out != nil {
		p = f.takeOfMessage(h, vc, s)
	} else {
		p = f.take(h, vc, s)
	}
	f.sendOwn(h, vc, s, p)
}

// sendOwn begins to transmit a host's packet.
func (f *Fabric) sendOwn(h, vc int, s *host, p Packet) {
	c := &f.hostCredits[h*f.VCs+vc]
	if *c--; *c == 0 {
		s.ready &^= 1 << vc
	}
	if f.sentBefore == nil && f.now >= f.WindowPS && f.WindowPS > 0 {
		f.beginShares()
	}
	s.busy = true
	f.Stats.Injected++
	s.sent++
	f.fly(p, uint32(h)|atHost, f.hostPeer[h], vc)
}

// take numbers the next packet of a source queue.
func (f *Fabric) take(h, vc int, s *host) Packet {
	x := f.takeWaiting(h, vc, s)
	return f.packets.add(uint32(h), x.dst, x.birth, f.now)
}

func (f *Fabric) takeWaiting(h, vc int, s *host) waiting {
	q := &f.rings[h*f.VCs+vc]
	x := *f.waitingAt(h, vc, int(q.first))
	if q.first++; int(q.first) == f.SourceCap {
		q.first = 0
	}
	if q.count--; q.count == 0 {
		q.first = 0 // keep to the cache lines just used
		s.filled &^= 1 << vc
	}
	return x
}

// sleep makes an idle host wake for its next packet, if that could be sent: some VC must have
// credits (a packet for it is then what is missing).
func (f *Fabric) sleep(h int, s *host) {
	if s.wakeAt == 0 && s.ready != 0 && s.birth != traffic.Never {
		s.wakeAt = max(s.birth, 1)
		f.wakes.push(wake{s.wakeAt, int32(h)})
	}
}

func (f *Fabric) hostFree(h int) {
	s := &f.host[h]
	s.busy = false
	if f.out != nil {
		f.out.hasLeft(h, f.now)
	}
	f.inject(h, s)
}

func (f *Fabric) hostCredit(h, vc int) {
	c := &f.hostCredits[h*f.VCs+vc]
	if *c++; *c > 1 {
		return
	}
	s := &f.host[h]
	s.ready |= 1 << vc
	if !s.busy {
		f.inject(h, s)
	}
}

// onWake: the host at the top of the heap has a packet to send, unless it has been sent already.
func (f *Fabric) onWake() {
	h := int(f.wakes.pop().host)
	s := &f.host[h]
	s.wakeAt = 0
	if !s.busy {
		f.inject(h, s)
	}
}

// CatchUp generates what all hosts have generated by now. It changes nothing that could be seen
// later, and is called before the state is read.
func (f *Fabric) CatchUp() {
	for h := range f.host {
		f.catchUp(h, &f.host[h])
		f.moveAll(h)
	}
	if f.now > f.WindowPS && !f.Stats.begun {
		f.Stats.begin(false)
	}
}

// SourceQueue returns the packets waiting in a host's source queues.
func (f *Fabric) SourceQueue(h int) (n int) {
	if f.out != nil {
		for _, k := range f.out.count[h*f.VCs : (h+1)*f.VCs] {
			n += int(k)
		}
		return n
	}
	for vc, q := range f.rings[h*f.VCs : (h+1)*f.VCs] {
		n += int(q.count) + f.sortedWaiting(h, vc)
	}
	return n
}

// SourceLen returns the packets waiting in a host's source queue of one VC.
func (f *Fabric) SourceLen(h, vc int) int {
	if f.out != nil {
		return int(f.out.count[h*f.VCs+vc])
	}
	return int(f.rings[h*f.VCs+vc].count) + f.sortedWaiting(h, vc)
}

// SourceHead returns the destination of the first packet in a source queue.
func (f *Fabric) SourceHead(h, vc int) (dst uint32, ok bool) {
	if f.out != nil {
		i := f.out.first[h*f.VCs+vc]
		if i < 0 {
			return 0, false
		}
		return f.out.message[i].dst, true
	}
	q := f.rings[h*f.VCs+vc]
	return f.waitingAt(h, vc, int(q.first)).dst, q.count > 0
}

// Busy says whether a host is transmitting.
func (f *Fabric) Busy(h int) bool { return f.host[h].busy }

// Starved returns the VCs for which a host has packets but no credits, as a mask; with VOQnet the only VC, if that is so for any
// destination. What is set aside or waits in admittance queues counts; with DRB it is the VCs of the open paths, none of which has credits.
func (f *Fabric) Starved(h int) (starved uint16) {
	if f.voqnet != nil && f.voqnet.starved(f, h) {
		return 1
	}
	if f.spread != nil {
		return f.spreadStarved(h)
	}
	starved = f.host[h].filled &^ f.host[h].ready
	for vc := 0; vc < f.VCs && f.sortsAtHost && f.voqnet == nil; vc++ {
		if f.host[h].ready>>vc&1 == 0 && f.sortedWaiting(h, vc) > 0 {
			starved |= 1 << vc
		}
	}
	return starved
}

// wake is an entry of the heap of sleeping hosts, the earliest first, ties by host.
type wake struct {
	at   int64
	host int32
}

type wakeHeap []wake

func (a wake) before(b wake) bool { return a.at < b.at || a.at == b.at && a.host < b.host }

func (q *wakeHeap) push(x wake) {
	*q = append(*q, x)
	h := *q
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !x.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = x
}

func (q *wakeHeap) pop() wake {
	h := *q
	top, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1].before(h[c]) {
			c++
		}
		if !h[c].before(x) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = x
	return top
}

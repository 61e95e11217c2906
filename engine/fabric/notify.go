package fabric

// Forward and backward: packets marked in switches, and notification packets, which are shorter than
// those of data and so have a ring of flights of their own.

import (
	"math"
	"math/bits"
)

// noteRing holds the notifications on links, like Fabric.ring those of data.
type noteRing struct {
	ring                         []flight
	mask, tail, left, head, next uint64
}

func (r *noteRing) init() {
	r.ring, r.mask = make([]flight, 16), 15
	r.ring[0].start = never
}

func (r *noteRing) begin(e flight) {
	oldest := min(r.tail, r.left) // where links take no time, tails arrive before the ports that they have left are freed
	if r.next-oldest >= r.mask {
		ring := make([]flight, 2*len(r.ring))
		mask := uint64(len(ring) - 1)
		for i := oldest; i != r.next; i++ {
			ring[i&mask] = r.ring[i&r.mask]
		}
		r.ring, r.mask = ring, mask
	}
	r.ring[r.next&r.mask] = e
	r.next++
	r.ring[r.next&r.mask].start = never
}

func (r *noteRing) start(i uint64) int64 { return r.ring[i&r.mask].start }

// nextControl returns the time of the next event of a notification or of a throttled host.
func (f *Fabric) nextControl() int64 {
	c := f.cc
	r := &c.notes
	t := min(r.start(r.tail)+c.NotePS+f.DelayPS, r.start(r.left)+c.NotePS, r.start(r.head)+f.DelayPS)
	if len(c.releases) > 0 {
		t = min(t, c.releases[0].at)
	}
	return t
}

// runControl processes these events of this instant, in the order of those of data, and returns how
// many there were.
func (f *Fabric) runControl() int {
	c := f.cc
	r := &c.notes
	begun := r.tail + r.left + r.head
	for r.start(r.tail)+c.NotePS+f.DelayPS == f.now {
		e := r.ring[r.tail&r.mask]
		r.tail++
		f.onTail(&e)
	}
	for r.start(r.left)+c.NotePS == f.now {
		e := r.ring[r.left&r.mask]
		r.left++
		f.onLeft(&e)
	}
	for r.start(r.head)+f.DelayPS == f.now {
		e := r.ring[r.head&r.mask]
		r.head++
		f.onHead(&e)
	}
	events := int(r.tail + r.left + r.head - begun)
	for len(c.releases) > 0 && c.releases[0].at == f.now {
		w := c.releases.pop()
		if a := &c.agent[w.host]; a.wakeAt == w.at { // not of a time since replaced by an earlier one
			a.wakeAt = 0
			clear(c.scanned[int(w.host)*f.VCs : (int(w.host)+1)*f.VCs])
			if !f.host[w.host].busy {
				f.inject(int(w.host), &f.host[w.host])
			}
		}
		events++
	}
	return events
}

// entered notes a packet that has come into a switch, and returns the output it is for: under DRB that
// of its path.
func (f *Fabric) entered(s int, p Packet, vc, out int) int {
	c := f.cc
	tag := c.tag[p.id()]
	if k := offsetOf(tag); k != 0 && c.Spread != nil { // else the first path is that of the deterministic routing
		out, _, _ = c.Spread.Subnet.Hop(s, p.Dst(), k)
	}
	if tag&tagNote == 0 {
		c.waiting[(s*f.Net.Radix+out)*f.VCs+f.nextVC(s, p, vc, out)]++
	} else if f.ports[s].freeOut&bit(out) != 0 {
		f.mark(s, bit(out))
	}
	return out
}

// offsetOf returns the LID offset a packet is routed by: notifications take the first path.
func offsetOf(tag uint16) uint8 {
	if tag&tagNote != 0 {
		return 0
	}
	return uint8(tag & tagOffset)
}

// depart begins a transmission of a switch, before the credit for it is taken, and marks the packet if
// the output is congested.
//
// What is compared with the threshold is the packets that wait for the output and VC in all input
// buffers of the switch: with buffers at inputs only, these are the queue of the "output VL" of which
// [DRB-T] §4.3.1 speaks (a reading; the meaning of the threshold is left to the switch's maker there). A
// root is told from a victim by the credits that are left behind the packet; with buffers of fewer than
// three packets in the next switch the last credit is always on its way, and every port counts as a root.
func (f *Fabric) depart(s, out, vc int, p Packet, from, to uint32) {
	c := f.cc
	id := p.id()
	if c.tag[id]&tagNote != 0 {
		c.notes.begin(flight{start: f.now, Packet: p, from: from, dest: to | uint32(vc)<<placeBits})
		return
	}
	i := (s*f.Net.Radix+out)*f.VCs + vc
	limit := c.Limit
	if c.Limits != nil {
		limit = c.Limits[i]
	}
	if c.waiting[i]--; int(c.waiting[i]) >= limit && c.tag[id]&tagMark == 0 {
		if c.Victims || c.VictimMask != nil && c.VictimMask[i] || f.Capacity < 3 || f.ports[s].sinks&bit(out) != 0 || f.output(s, out).credits(vc) > 1 {
			if int(c.unmarked[i]) >= c.Rate {
				c.tag[id] |= tagMark
				c.unmarked[i] = 0
				c.stats.Marks++
			} else if c.unmarked[i] < math.MaxUint16 {
				c.unmarked[i]++
			}
		}
	}
	f.fly(p, from, to, vc)
}

// received takes what a host has got, and says whether it was a notification.
func (f *Fabric) received(p Packet) bool {
	c := f.cc
	tag := c.tag[p.id()]
	h := p.Dst()
	if tag&tagNote != 0 {
		f.packets.remove(p)
		c.stats.BECN++
		if c.Throttle != nil {
			c.Throttle.notified(&c.agent[h], p.Src(), f.now)
		} else {
			opened := c.Spread.notified(&c.agent[h], h, p.Src(), uint8(tag&tagOffset), f.now)
			if s := &f.host[h]; opened && !s.busy { // it may have credits for that path, while it waits for those of others
				f.inject(int(h), s)
			}
		}
		return true
	}
	if tag&tagMark != 0 {
		c.stats.FECN++
		a := &c.agent[h]
		a.notes = append(a.notes, note{p.Src(), tag & tagOffset, f.now})
		if s := &f.host[h]; !s.busy {
			f.inject(int(h), s)
		}
	}
	return false
}

// forwardNotes sends the notifications that have VCs of their own and wait for some outputs, and returns
// the outputs that are left. The entry into the crossbar is not the one of data.
func (f *Fabric) forwardNotes(s int, todo uint64) uint64 {
	first := f.cc.first
	if first == f.VCs {
		return todo
	}
	for more := true; more; { // behind one there may be another
		more = false
		for m := todo; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			r := f.output(s, out)
			var notes uint64
			for vc := first; vc < f.VCs; vc++ {
				if r.credits(vc) != 0 {
					notes |= f.requests(s, out, vc)
				}
			}
			if notes == 0 {
				continue
			}
			in := next(notes, uint8(r[0]))
			f.ports[s].freeOut &^= 1 << out
			todo &^= 1 << out
			f.forward(s, in, out, f.turnOf(s, r, in))
			more = true
			if !f.VOQ { // the one behind it may be for an output at which nothing else has changed
				todo |= f.block(s)[uint(f.atIn+in*perIn+iWant)&blockMask] & f.ports[s].freeOut
			}
		}
	}
	return todo
}

// noteVC returns the VC in which a host sends a notification.
func (f *Fabric) noteVC(h, dst uint32) int {
	c := f.cc
	vc := c.NoteVC
	if vc < 0 {
		vc = int(f.Scheme.VC(h, dst))
	} else if c.Spread == nil {
		vc = f.Routes.FirstVC(0, h, dst) + vc
	}
	if c.Spread != nil {
		_, vl, _ := c.Spread.Subnet.Hop(int(f.hostPeer[h]>>f.shift), dst, 0)
		vc += vl
	}
	return vc
}

// sendNote sends a host's oldest notification, before any data (management has the highest priority,
// [DRB-T] §6.3.1.3), if its VC has credits.
func (f *Fabric) sendNote(h int, s *host) bool {
	c := f.cc
	a := &c.agent[h]
	if len(a.unsent()) == 0 {
		return false
	}
	n := a.unsent()[0]
	vc := f.noteVC(uint32(h), n.dst)
	k := &f.hostCredits[h*f.VCs+vc]
	if *k == 0 {
		return false
	}
	if *k--; *k == 0 {
		s.ready &^= 1 << vc
	}
	a.oldest()
	p := f.packets.add(uint32(h), n.dst, n.birth, f.now)
	c.named(p, tagNote|n.offset)
	c.stats.Sent++
	s.busy = true
	c.notes.begin(flight{start: f.now, Packet: p, from: uint32(h) | atHost, dest: f.hostPeer[h] | uint32(vc)<<placeBits})
	return true
}

// injectControlled is inject under congestion control.
func (f *Fabric) injectControlled(h int, s *host) {
	if f.sendNote(h, s) {
		return
	}
	if f.spread != nil {
		f.injectSpread(h, s)
	} else {
		f.injectThrottled(h, s)
	}
}

// launch sends a data packet of a host in a VC.
func (f *Fabric) launch(h int, s *host, p Packet, vc int, tag uint16) {
	f.cc.named(p, tag)
	f.sendOwn(h, vc, s, p)
}

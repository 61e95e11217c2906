package fabric

// The order of events, and what each of them does.

import "github.com/congestree/congestree/engine/routing"

// Run processes every event up to and including time until, but stops after about limit events
// (at the end of an instant), and says whether it got there.
func (f *Fabric) Run(until int64, limit int) bool {
	until = min(until, never-1)
	more := f.out != nil || f.cc != nil || f.aside != nil
	f.seeCursors()
	last, others := f.tail+f.left+f.head+uint64(max(limit, 0)), uint64(0) // others: events that are no flight's
	for f.tail+f.left+f.head+others < last {
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
			others += uint64(f.runOther())
		}
		for len(f.wakes) > 0 && f.wakes[0].at == t {
			f.onWake()
			others++
		}
		if f.out != nil && f.pump() {
			others++
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
		events += f.runSignals()
	}
	return
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
	if up != 0 && f.chooses && !p.Adapted() && !f.IsNotification(p) { // these keep to the deterministic path
		if m := f.candidates(s, det, up); m != 0 {
			out = int(f.pick(s, p, det, routing.Opposite(up, in), m, vc))
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
	c.push(p, uint64(out))
	if !first {
		return
	}
	f.expose(s, in, out, f.nextVC(s, p, vc, out))
	if x := &f.ports[s]; x.freeIn&bit(in) != 0 && x.freeOut&bit(out) != 0 {
		f.mark(s, bit(out))
	}
}

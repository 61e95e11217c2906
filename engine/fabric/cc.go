package fabric

// InfiniBand's own congestion control: sources that send less.

import "slices"

// Throttle configures it ([DRB-T] §4.2; IBA 1.2.1 §A10).
type Throttle struct {
	// Delay[i] is the time (ps) a source waits between two packets while its index is i: the congestion
	// control table (CCT).
	Delay []int64

	Increase int   // added to the index (CCTI) by a notification
	Min      int   // the index does not fall below
	Limit    int   // nor rise above; less than len(Delay)
	TimerPS  int64 // so often all indices fall by 1,
	Quiet    bool  // or only those for which no notification has come since it expired last
	PerHost  bool  // one index for all flows of a host, instead of one per flow (queue pair)
}

// index returns the CCTI of a flow now: what it was, less the timer's expirations since. As in InfiniBand and OpenSM a notification between
// two expirations does not undo the second, unless Quiet: [DRB] §3 and [DRB-T] §4.2 have the index fall after intervals without one.
func (t *Throttle) index(x *flow, now int64) int {
	fallen := now/t.TimerPS - x.tick
	if t.Quiet && fallen > 0 {
		fallen-- // the first interval began before the notification
	}
	return max(t.Min, int(x.ccti)-int(min(fallen, int64(x.ccti))))
}

func (t *Throttle) key(dst uint32) uint32 {
	if t.PerHost {
		return 0
	}
	return dst
}

// notified raises the CCTI of a flow.
func (t *Throttle) notified(a *agent, dst uint32, now int64) {
	x := t.of(a, dst, now)
	x.ccti, x.tick = uint16(min(t.index(x, now)+t.Increase, t.Limit)), now/t.TimerPS
}

// of returns the flow of a destination, a new one if need be.
func (t *Throttle) of(a *agent, dst uint32, now int64) *flow {
	dst = t.key(dst)
	i, ok := a.find(dst)
	if !ok {
		if a.crowded() {
			a.flows = slices.DeleteFunc(a.flows, func(x flow) bool { return x.at <= now && t.index(&x, now) == t.Min })
			i, _ = a.find(dst)
		}
		a.flows = slices.Insert(a.flows, i, flow{dst: dst})
	}
	return &a.flows[i]
}

// readyAt returns from when on a flow may send. It forgets flows that are back at the minimum.
func (t *Throttle) readyAt(a *agent, dst uint32, now int64) int64 {
	i, ok := a.find(t.key(dst))
	if !ok {
		return 0
	}
	x := &a.flows[i]
	if x.at <= now && t.index(x, now) == t.Min {
		a.flows = slices.Delete(a.flows, i, i+1)
		return 0
	}
	return x.at
}

// sent makes a flow wait after a packet that leaves until a time. The wait is set by the CCTI at the
// beginning of the packet; notifications that come during it do not lengthen it (a reading).
func (t *Throttle) sent(a *agent, dst uint32, now, until int64) {
	i, ok := a.find(t.key(dst))
	ccti := t.Min
	if ok {
		ccti = t.index(&a.flows[i], now)
	}
	if wait := t.Delay[ccti]; wait > 0 {
		t.of(a, dst, now).at = until + wait
	}
}

// injectThrottled sends the next packet of an idle host whose flow may send: of the VCs with credits the
// first at or after its turn, and in it the first packet. A flow that waits does not hold up the others
// in its source queue, as queue pairs do not; of a trace's messages only the first of a VC is looked at.
func (f *Fabric) injectThrottled(h int, s *host) {
	f.catchUp(h, s)
	t, a := f.cc.Throttle, &f.cc.agent[h]
	if a.wakeAt != 0 && a.wakeAt <= f.now { // flows are free again in this instant, and the release is still to come
		clear(f.cc.scanned[h*f.VCs : (h+1)*f.VCs])
	}
	room := false // for packets of other flows than those that wait
	for can := uint64(s.filled & s.ready); can != 0; {
		vc := next(can, s.turn)
		can &^= 1 << vc
		i := f.sendable(h, vc, t, a)
		if i < 0 {
			room = room || f.out == nil && int(f.rings[h*f.VCs+vc].count) < f.SourceCap
			continue
		}
		s.turn = uint8(vc + 1)
		var p Packet
		if f.out != nil {
			p = f.takeOfMessage(h, vc, s)
		} else {
			f.toFront(h, vc, i)
			p = f.take(h, vc, s)
		}
		t.sent(a, p.Dst(), f.now, f.now+f.PacketPS)
		f.launch(h, s, p, vc, 0)
		return
	}
	if room || f.cc.queues&s.ready&^s.filled != 0 {
		f.sleep(h, s)
	}
}

// sendable returns the place of the first packet of a source queue whose flow may send now, or −1. The packets
// found waiting are not looked at again before the host is woken for the first of them.
func (f *Fabric) sendable(h, vc int, t *Throttle, a *agent) int {
	if f.out != nil {
		dst, _ := f.SourceHead(h, vc)
		at := t.readyAt(a, dst, f.now)
		if at > f.now {
			f.wakeFor(h, a, at)
			return -1
		}
		return 0
	}
	q := &f.rings[h*f.VCs+vc]
	c := f.cc
	known := &c.scanned[h*f.VCs+vc]
	at := int64(never)
	found := -1
	i := int(*known)
	if c.scans++; c.scans == 0 {
		clear(c.met)
		c.scans = 1
	}
	for ; i < int(q.count); i++ {
		x := f.waitingAt(h, vc, f.place(q, i))
		flow := t.key(x.dst)
		if c.met[flow] == c.scans { // a long queue has many packets of each
			continue
		}
		c.met[flow] = c.scans
		ready := t.readyAt(a, x.dst, f.now)
		if ready <= f.now {
			found = i
			break
		}
		at = min(at, ready)
	}
	*known = uint16(i) // those before i stay where they are
	if at < never {
		f.wakeFor(h, a, at)
	}
	return found
}

// wakeFor wakes a host when a flow may send again.
func (f *Fabric) wakeFor(h int, a *agent, at int64) {
	if a.wakeAt == 0 || at < a.wakeAt {
		a.wakeAt = at
		f.cc.releases.push(wake{at, int32(h)})
	}
}

func (f *Fabric) place(q *sourceRing, i int) int {
	if i += int(q.first); i >= f.SourceCap {
		i -= f.SourceCap
	}
	return i
}

// toFront moves a packet of a source queue before the others.
func (f *Fabric) toFront(h, vc, i int) {
	if i == 0 {
		return
	}
	q := &f.rings[h*f.VCs+vc]
	x := *f.waitingAt(h, vc, f.place(q, i))
	for ; i > 0; i-- {
		*f.waitingAt(h, vc, f.place(q, i)) = *f.waitingAt(h, vc, f.place(q, i-1))
	}
	*f.waitingAt(h, vc, int(q.first)) = x
}

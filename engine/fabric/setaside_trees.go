package fabric

// What congestion trees are read from where queues are set aside.

import "math/bits"

// UncongestedHead returns the local output, and the VC there, of the first packet of the queue for the flows that are
// not congested (NFQ) of a channel of an input buffer, if there is one.
func (f *Fabric) UncongestedHead(port, vc int) (out, next int, ok bool) {
	x := &f.aside.unit[port*f.VCs+vc]
	return int(x.first.out), int(x.first.lane), x.nfq > 0
}

// StoppedHead returns the congested port, and the number of hops to it, for which the first packet of that queue
// must wait: a line downstream that matches it is stopped, and no line is left here to set it aside.
func (f *Fabric) StoppedHead(port, vc int) (root, hops int, stopped bool) {
	a := f.aside
	u := port*f.VCs + vc
	x := &a.unit[u]
	if x.nfq == 0 || x.ready&1 != 0 {
		return
	}
	return f.stopFor(port, vc, 0, int(x.first.out), int(x.first.lane), x.first.dst)
}

// stopFor returns the congested port, and the number of hops to it, of the stopped line at an output that holds up a packet of a queue: of several
// that of the nearest one.
func (f *Fabric) stopFor(port, vc, queue, out, next int, dst uint32) (root, hops int, stopped bool) {
	a := f.aside
	o := (port/f.Net.Radix*f.Net.Radix+out)*f.VCs + next
	for m := f.stops(port*f.VCs+vc, queue, out, next, dst); m != 0; m &= m - 1 {
		l := &a.copied[o*a.Queues+bits.TrailingZeros64(m)]
		if away := int(l.hops) + 1; !stopped || away < hops {
			root, hops, stopped = int(l.root), away, true
		}
	}
	return
}

// Stopped says whether a packet of a channel would have to wait for a Go at its output if it were the first of its queue.
func (f *Fabric) Stopped(port, vc int, p Queued) bool {
	return f.stops(port*f.VCs+vc, p.Queue, p.Out, p.Next, p.Dst()) != 0
}

// AsideHead is the first packet of a queue of a channel where queues are set aside.
type AsideHead struct {
	Queue     int // 0 is the NFQ, k+1 the queue of line k
	Out, Next int // local output, and the VC there
	Stops     uint64
}

// AsideHeads calls visit for the first packets of the queues of a channel of an input buffer. Stops are the lines of the next buffer for
// which a packet may not leave; none of them: it waits for nothing but credits and its turn.
func (f *Fabric) AsideHeads(port, vc int, visit func(AsideHead)) {
	a := f.aside
	u := port*f.VCs + vc
	x := &a.unit[u]
	for q := 0; q <= a.Queues; q++ {
		if q == 0 && x.nfq == 0 || q > 0 && (x.open>>(q-1)&1 == 0 || a.at(u, q-1).used == 0) {
			continue
		}
		h := a.head(u, q)
		y := AsideHead{Queue: q, Out: int(h.out), Next: int(h.lane)}
		if x.ready>>q&1 == 0 {
			y.Stops = f.stops(u, q, y.Out, y.Next, h.dst)
		}
		visit(y)
	}
}

// Halts says whether a line of a channel of an input buffer has told the port upstream to stop, and not yet to go on.
func (f *Fabric) Halts(port, vc, line int) bool {
	a := f.aside
	u := port*f.VCs + vc
	return a.unit[u].open>>line&1 != 0 && a.at(u, line).state&lineHalts != 0
}

// QueueAt returns the queue of the packet at a place, in the order of arrival, of a channel of an input buffer: 0 is the NFQ,
// k+1 that of line k. And if that queue's first packet is stopped by flow control, the congested port it is stopped for, else -1: that of its
// line, if this one is, or else of a line of the next buffer.
func (f *Fabric) QueueAt(port, vc, place int) (queue, stoppedFor int) {
	a := f.aside
	u := port*f.VCs + vc
	c := f.channel(u)
	queue, stoppedFor = c.output(c.at(place)), -1
	if a.unit[u].ready>>queue&1 != 0 {
		return
	}
	if queue > 0 {
		if l := a.at(u, queue-1); l.state&lineStopped != 0 {
			return queue, int(l.root)
		}
	}
	h := a.head(u, queue)
	if root, _, ok := f.stopFor(port, vc, queue, int(h.out), int(h.lane), h.dst); ok {
		stoppedFor = root
	}
	return
}

// UncongestedPackets calls visit for the packets of a channel of an input buffer that are not set aside, in the order of
// arrival.
func (f *Fabric) UncongestedPackets(port, vc int, visit func(Queued)) {
	if f.aside == nil {
		f.Packets(port, vc, visit)
		return
	}
	c := f.channel(port*f.VCs + vc)
	for i := 0; i < c.used(); i++ {
		if c.output(c.at(i)) == 0 {
			visit(f.queued(port, c, i, vc))
		}
	}
}

// settled says whether the packets of a full channel stay in the queues that they are in as long as none leaves it: no notification is on
// its way, and no line waits for one to be given free.
func (f *Fabric) settled(u int) bool {
	a := f.aside
	settled := a.signal.head == a.signal.next
	for m := a.unit[u].open; m != 0; m &= m - 1 {
		settled = settled && a.at(u, bits.TrailingZeros64(m)).used > 0
	}
	return settled
}

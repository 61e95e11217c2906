package fabric

// Reading single queues, packets and flows, for whoever looks closer than a frame does. Nothing here changes what
// happens; only WatchFlow notes something, which no checksum knows.

import "math/bits"

// Congested returns the state that the routing algorithm keeps of a VC in a switch: a bit per output.
func (f *Fabric) Congested(sw, vc int) uint64 { return f.word[sw*f.perSwitch+vc] }

// CreditsFor returns the packets for a host that a port may still send in a VC: Credits, but with VOQnet those of
// that host's queue.
func (f *Fabric) CreditsFor(port, vc int, dst uint32) int {
	if f.voqnet != nil && !f.sinks(port) {
		return f.netCredits(port, int(dst))
	}
	return f.Credits(port, vc)
}

// sinks says whether a switch's port leads to a host.
func (f *Fabric) sinks(port int) bool {
	return !f.Net.IsHost(port) && f.Net.IsHost(int(f.Net.Peer[port]))
}

// Sorted calls visit for the packets in a channel of an input buffer in the order of arrival (VOQnet: by
// destination), with the number of the queue each is in: 0 in a FIFO, the output with VOQs, the destination with VOQnet;
// where queues are set aside 0 is the NFQ and k+1 the queue of line k.
func (f *Fabric) Sorted(port, vc int, visit func(queue int, x Queued)) {
	switch {
	case f.aside != nil:
		c := f.channel(port*f.VCs + vc)
		for i := 0; i < c.used(); i++ {
			visit(c.output(c.at(i)), f.queued(port, c, i, vc))
		}
	case f.voqnet != nil:
		f.Packets(port, vc, func(x Queued) { visit(int(x.Dst()), x) })
	case f.VOQ:
		f.Packets(port, vc, func(x Queued) { visit(x.Out, x) })
	default:
		f.Packets(port, vc, func(x Queued) { visit(0, x) })
	}
}

// SourcePackets calls visit for what waits in a host's source queues, by VC and in each first what is sent first (by destination
// where there is a queue for each): packets, or messages of a trace with the packets left of each.
func (f *Fabric) SourcePackets(h int, visit func(vc int, dst uint32, birth int64, packets int)) {
	f.SourceSorted(h, func(vc, _ int, dst uint32, birth int64, packets int) { visit(vc, dst, birth, packets) })
}

// SourceSorted is SourcePackets which tells the queue, too: k+1 is the one set aside for line k of the host's CAM, 0 the VC's only one, the
// one for what is not set aside (NFQ), or that for the destination.
func (f *Fabric) SourceSorted(h int, visit func(vc, queue int, dst uint32, birth int64, packets int)) {
	f.catchUp(h, &f.host[h])
	f.admitAll(h)
	list := func(vc, queue int, q *hostQueues, at int) {
		for i := q.first[at]; i >= 0; i = *f.nextOf(q, i) {
			if f.out != nil {
				m := &f.out.message[i]
				visit(vc, queue, m.dst, m.birth, int(m.left))
			} else {
				visit(vc, queue, q.node[i].dst, q.node[i].birth, 1)
			}
		}
	}
	for vc := 0; vc < f.VCs; vc++ {
		if f.aside != nil && f.admit == nil {
			for k := 0; k < f.aside.Queues; k++ {
				list(vc, k+1, &f.aside.host, (h*f.VCs+vc)*f.aside.Queues+k)
			}
		}
		if q := f.byDestination(); q != nil {
			for i, some := range q.set(q.some, h*f.VCs+vc) {
				for ; some != 0; some &= some - 1 {
					list(vc, 0, &q.hostQueues, h*f.Net.Hosts+i*64+bits.TrailingZeros64(some))
				}
			}
		}
		if f.out != nil {
			for i := f.out.first[h*f.VCs+vc]; i >= 0; i = f.out.message[i].next {
				m := &f.out.message[i]
				visit(vc, 0, m.dst, m.birth, int(m.left))
			}
			continue
		}
		q := f.rings[h*f.VCs+vc]
		for i := 0; i < int(q.count); i++ {
			x := f.waitingAt(h, vc, (int(q.first)+i)%f.SourceCap)
			visit(vc, 0, x.dst, x.birth, 1)
		}
	}
}

// FlowCount is what is counted of one pair of hosts. Times are in ps.
type FlowCount struct {
	Src, Dst  uint32
	Since     int64 // from when on
	Delivered uint64
	Latency   Sum // generation → last bit
	Least     int64
	Most      int64
	Last      int64 // of the latest packet
	LastAt    int64 // when that was delivered
	on        bool
}

// WatchFlow counts what is delivered from a host to another, from now on unless it does so already, and returns
// the count. One flow is watched at a time.
func (f *Fabric) WatchFlow(src, dst uint32) FlowCount {
	if w := &f.watch; !w.on || w.Src != src || w.Dst != dst {
		*w = FlowCount{Src: src, Dst: dst, Since: f.now, on: true}
	}
	return f.watch
}

func (w *FlowCount) deliver(p Packet, birth, now int64) {
	if p.Src() != w.Src || p.Dst() != w.Dst {
		return
	}
	latency := now - birth
	if w.Delivered == 0 || latency < w.Least {
		w.Least = latency
	}
	w.Delivered++
	w.Latency.add(uint64(latency))
	w.Most, w.Last, w.LastAt = max(w.Most, latency), latency, now
}

// PathsOf returns what a source remembers of its paths to a host under DRB: the notifications that have told of
// each, and how many paths are open; nil without DRB. Packets are drawn to paths with weights inverse to
// notifications + 1 (see choose).
func (f *Fabric) PathsOf(src, dst uint32) (notes []uint8, open int) {
	if f.spread == nil || src == dst {
		return nil, 0
	}
	open = len(f.OpenPaths(src, dst))
	notes = make([]uint8, open)
	a := &f.cc.agent[src]
	if i, ok := a.find(dst); ok && !f.spread.forgotten(&a.flows[i], f.now) {
		copy(notes, a.flows[i].count[:open])
	}
	return notes, open
}

// PathOf returns the LID offset of the path that a packet of data takes under DRB, else 0.
func (f *Fabric) PathOf(p Packet) uint8 {
	if f.spread == nil {
		return 0
	}
	return offsetOf(f.cc.tag[p.id()])
}

// IndexOf returns the CCTI of a flow under InfiniBand's congestion control, and the time that it waits between two
// packets, ps; 0 without.
func (f *Fabric) IndexOf(src, dst uint32) (ccti int, delay int64) {
	if f.cc == nil || f.cc.Throttle == nil {
		return
	}
	t, a := f.cc.Throttle, &f.cc.agent[src]
	ccti = t.Min
	if i, ok := a.find(t.key(dst)); ok {
		ccti = t.index(&a.flows[i], f.now)
	}
	return ccti, t.Delay[ccti]
}

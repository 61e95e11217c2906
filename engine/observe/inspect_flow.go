package observe

// A pinned flow, or packet: where its packets are, and by which ways they can have come there.

import (
	"math/bits"
	"slices"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/routing"
)

// step is a link on which packets of a flow can be, by its transmitting port, with the step before it.
type step struct {
	port, before, hops int
}

// reach lists the links on which packets of a flow can be, from the source's own on.
func (o *Observer) reach(src, dst uint32) []step {
	f, n := o.f, o.f.Net
	steps := []step{{n.HostPort(int(src)), -1, 1}}
	if f.Control != nil && f.Control.Spread != nil {
		for _, offset := range f.Control.Spread.Subnet.Paths(src, dst) {
			before := 0
			for _, c := range f.Control.Spread.Subnet.Walk(src, dst, offset) {
				steps = append(steps, step{c.Port, before, steps[before].hops + 1})
				before = len(steps) - 1
			}
		}
		return steps
	}
	seen := map[int]bool{}
	for i := 0; i < len(steps); i++ {
		at := int(n.Peer[steps[i].port])
		if at < 0 || n.IsHost(at) {
			continue
		}
		sw := at / n.Radix
		det, up := f.Routes.Step(sw, dst)
		if up != 0 && !f.Changed() { // else some may have gone other ways, by another routing
			up = f.Routing.Candidates(f.Routes.Stage(sw), det, up)
		}
		for m := up | 1<<det; m != 0; m &= m - 1 {
			if p := sw*n.Radix + bits.TrailingZeros64(m); !seen[p] {
				seen[p] = true
				steps = append(steps, step{p, i, steps[i].hops + 1})
			}
		}
	}
	return steps
}

// flow fills in a flow and its packets, the oldest first; of a pinned packet that one alone, its way, and its next choice.
func (o *Observer) flow(fr *Frame, pin *Pin) {
	f, n, x := o.f, o.f.Net, &fr.Inspection
	src, dst := pin.A, pin.B
	row := o.flowRow(src, dst)
	steps := o.reach(src, dst)
	var list []PacketRow
	list, row.AtSource = o.packetsOf(src, dst, steps)
	for i := range list {
		if list[i].Where != AtSource {
			row.Under++
		}
	}
	x.Flows = append(x.Flows, row)
	if pin.Kind == PinFlow {
		x.Packets = append(x.Packets, list[:min(len(list), MaxPacketRows)]...)
		if len(fr.Paths) == 0 {
			o.paths(fr, &Options{Src: src, Dst: dst, At: NoPort})
		}
		return
	}
	best := -1
	for i := range list {
		d := distance(list[i].Birth, pin.Birth)
		if d <= f.PacketPS && (best < 0 || d < distance(list[best].Birth, pin.Birth)) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	p := list[best]
	pin.Birth = p.Birth
	x.Packets = append(x.Packets, p)
	x.Way = o.trail(x.Way, &p, steps)
	if len(fr.Paths) == 0 { // else the pointer is on something
		fr.Paths = append(append(fr.Paths, x.Way...), NoPort)
	}
	switch at := int(n.Peer[p.Port]); p.Where { // its next choice, or the last one
	case InBuffer:
		o.pickRow(x, int(p.Port), src, dst, int(p.VC), p.Out%uint32(n.Radix), p.Next)
	case OnLink, AtSource:
		if at >= 0 && !n.IsHost(at) {
			o.pickRow(x, at, src, dst, int(p.VC), NoPort, 0)
		}
	}
}

// flowRow is what the fabric has counted of a flow, which it watches from now on. Where its packets are is packetsOf's.
func (o *Observer) flowRow(src, dst uint32) FlowRow {
	w := o.f.WatchFlow(src, dst)
	row := FlowRow{Src: src, Dst: dst, SincePS: w.Since, Delivered: w.Delivered, LeastPS: w.Least, MostPS: w.Most, LastPS: w.Last, LastAtPS: w.LastAt,
		VC: uint32(o.f.Scheme.VC(src, dst))}
	if w.Delivered > 0 {
		row.MeanPS = int64(w.Latency.Over(w.Delivered))
	}
	ccti, delay := o.f.IndexOf(src, dst)
	notes, open := o.f.PathsOf(src, dst)
	row.CCTI, row.DelayPS, row.Open = uint32(ccti), delay, uint32(open)
	copy(row.Notes[:], notes)
	return row
}

// packetsOf returns the packets of a flow, the oldest first, and how many are still at its source, where all of a message have one row.
func (o *Observer) packetsOf(src, dst uint32, steps []step) (list []PacketRow, atSource uint32) {
	f, n := o.f, o.f.Net
	add := func(p PacketRow) {
		p.Src, p.Dst = src, dst
		list = append(list, p)
	}
	place := map[[2]int]uint32{} // by VC and queue
	f.SourceSorted(int(src), func(vc, queue int, to uint32, birth int64, packets int) {
		before := place[[2]int{vc, queue}]
		if to == dst {
			atSource += uint32(packets)
			r := PacketRow{Birth: birth, WaitedPS: f.Now() - birth, Port: uint32(n.HostPort(int(src))), Out: NoPort, Place: before, VC: uint8(vc), Where: AtSource}
			if (f.ByDestination() || queue > 0 || before == 0) && f.Halted(int(src), vc, dst) {
				r.Wait = WaitStop
			}
			add(r)
		} else if f.ByDestination() {
			return // others wait elsewhere
		}
		place[[2]int{vc, queue}] += uint32(packets)
	})
	for i := range steps {
		if at := int(n.Peer[steps[i].port]); at >= 0 && !n.IsHost(at) {
			o.ofFlow(src, dst, at, steps[i].hops, add)
		}
	}
	byPort := map[int]int{}
	for i := range steps {
		if _, ok := byPort[steps[i].port]; !ok {
			byPort[steps[i].port] = i
		}
	}
	f.Flights(func(port, vc int, p fabric.Packet, start int64) {
		if p.Src() != src || p.Dst() != dst || f.IsNotification(p) {
			return
		}
		to := int(n.Peer[port])
		if !n.IsHost(to) && start+f.DelayPS <= f.Now() {
			return // its head has arrived: it is in the buffer
		}
		r := PacketRow{Birth: f.Birth(p), Port: uint32(port), Out: NoPort, Where: OnLink, VC: uint8(vc), Flags: o.flags(p, port), Path: f.PathOf(p),
			Pos: uint16((f.Now() - start) * 65535 / (f.PacketPS + f.DelayPS))}
		if i, ok := byPort[port]; ok {
			r.Hops = uint16(steps[i].hops)
		}
		if f.Control != nil && f.Control.Spread != nil { // paths of several lengths share the last link
			r.Hops = uint16(1 + 1 + slices.IndexFunc(f.Control.Spread.Subnet.Walk(src, dst, r.Path), func(c routing.Channel) bool { return c.Port == port }))
		}
		r.WaitedPS = start - r.Birth - int64(max(0, int(r.Hops)-1))*f.DelayPS
		r.Class = o.classOnLink(port, vc, p)
		add(r)
	})
	slices.SortStableFunc(list, func(a, b PacketRow) int {
		switch {
		case a.Birth < b.Birth:
			return -1
		case a.Birth > b.Birth:
			return 1
		}
		return int(b.Hops) - int(a.Hops)
	})
	return list, atSource
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// ofFlow finds the packets of a flow in an input buffer.
func (o *Observer) ofFlow(src, dst uint32, port, hops int, add func(PacketRow)) {
	f, n := o.f, o.f.Net
	sw := port / n.Radix
	free := f.FreeOutputs(sw)
	type front struct {
		queue, count int
		p            fabric.Queued
		stop         int // the congested port that it is stopped for, or -1
	}
	for vc := 0; vc < f.VCs; vc++ {
		if f.Occupancy(port, vc) == 0 {
			continue
		}
		var fronts []front
		place := -1
		f.Sorted(port, vc, func(queue int, p fabric.Queued) {
			place++
			k := slices.IndexFunc(fronts, func(x front) bool { return x.queue == queue })
			if k < 0 {
				k = len(fronts)
				fronts = append(fronts, front{queue: queue, p: p, stop: -1})
				if f.SetAside != nil {
					_, fronts[k].stop = f.QueueAt(port, vc, place)
				}
			}
			q := &fronts[k]
			q.count++
			if p.Src() != src || p.Dst() != dst || f.IsNotification(p.Packet) {
				return
			}
			out := sw*n.Radix + p.Out
			credits := f.CreditsFor(out, p.Next, dst)
			r := PacketRow{Birth: f.Birth(p.Packet), Port: uint32(port), Out: uint32(out), Place: uint32(q.count - 1), Credits: uint32(credits), Hops: uint16(hops), Where: InBuffer,
				VC: uint8(vc), Next: uint8(p.Next), Flags: o.flags(p.Packet, out), Held: o.heldBehind(out, p.Next, dst), Path: f.PathOf(p.Packet)}
			r.WaitedPS = f.Now() - r.Birth - int64(hops)*f.DelayPS
			if q.stop >= 0 {
				r.Held = o.slotOf(q.stop)
			}
			switch {
			case q.count > 1:
				r.Wait = WaitBehind
				h := &q.p
				hout := sw*n.Radix + h.Out
				r.FrontSrc, r.FrontDst, r.FrontOut, r.FrontNext, r.FrontHeld = h.Src(), h.Dst(), uint32(hout), uint8(h.Next), o.heldBehind(hout, h.Next, h.Dst())
				switch {
				case q.stop >= 0:
					r.FrontWait, r.FrontHeld = WaitStop, r.Held
				case f.CreditsFor(hout, h.Next, h.Dst()) == 0:
					r.FrontWait = WaitCredit
				}
				first := queueFront{h.Out, h.Next, free>>h.Out&1 != 0 && r.FrontWait == WaitTurn}
				if credits > 0 && free>>p.Out&1 != 0 && o.blocks(first, port, vc, p) { // as bufferRows counts it
					r.Flags |= Idle
				}
			case q.stop >= 0:
				r.Wait = WaitStop
			case credits == 0:
				r.Wait = WaitCredit
			}
			r.Class = o.classOf(port, vc, queue, out, p.Packet)
			add(r)
		})
	}
}

// slotOf returns the slot of the tree at a congested port, 0 if there is none.
func (o *Observer) slotOf(root int) uint8 {
	if o.tracker == nil {
		return 0
	}
	return o.tracker.slotOf[root]
}

// trail appends a packet's way to none: that by which it has come, and from there on the deterministic one.
func (o *Observer) trail(way []uint32, p *PacketRow, steps []step) []uint32 {
	f, n := o.f, o.f.Net
	if f.Control != nil && f.Control.Spread != nil {
		way = append(way, uint32(n.HostPort(int(p.Src))))
		for _, c := range f.Control.Spread.Subnet.Walk(p.Src, p.Dst, p.Path) {
			way = append(way, uint32(c.Port))
		}
		return way
	}
	last := int(p.Port) // the link it is on, or has come by
	if p.Where == InBuffer {
		last = int(n.Peer[p.Port])
	}
	at := slices.IndexFunc(steps, func(s step) bool { return s.port == last })
	for ; at >= 0; at = steps[at].before {
		way = append(way, uint32(steps[at].port))
	}
	slices.Reverse(way)
	out := p.Out
	for to := int(n.Peer[last]); to >= 0 && !n.IsHost(to) && len(way) <= n.Switches; to = int(n.Peer[out]) {
		if out == NoPort || int(out)/n.Radix != to/n.Radix {
			det, _ := f.Routes.Step(to/n.Radix, p.Dst)
			out = uint32(to/n.Radix*n.Radix + int(det))
		}
		way = append(way, out)
	}
	return way
}

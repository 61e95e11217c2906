package fabric

// Reading the state: for observers, checksums, invariants and copies. Nothing here changes it.

import (
	"math/bits"
	"slices"
)

// Occupancy returns the packets in a channel of a switch port's input buffer.
func (f *Fabric) Occupancy(port, vc int) int {
	if f.voqnet != nil {
		return int(f.voqnet.held[port])
	}
	return f.channel(port*f.VCs + vc).used()
}

// CountSent begins to count the packets that switch ports send: see Sent.
func (f *Fabric) CountSent() {
	if f.sent == nil {
		f.sent = make([]uint32, f.Net.SwitchPorts())
	}
}

// Sent returns the packets a port has begun to send, a switch's port since CountSent.
func (f *Fabric) Sent(port int) uint32 {
	if h := port - f.Net.SwitchPorts(); h >= 0 {
		return f.host[h].sent
	}
	return f.sent[port]
}

// Credits returns the free packets of the next buffer, as the transmitting port of a switch or
// host sees them.
func (f *Fabric) Credits(port, vc int) int {
	if h := port - f.Net.SwitchPorts(); h >= 0 {
		return int(f.hostCredits[h*f.VCs+vc])
	}
	s, out := f.Net.SwitchOf(port)
	return int(f.output(s, out).credits(vc))
}

// Queues returns how many queues a channel of an input buffer has: 1, or one per output with VOQs.
func (f *Fabric) Queues() int {
	if f.VOQ {
		return f.Net.Radix
	}
	return 1
}

// Queued is a packet in an input buffer: the local output it is for, the VC it takes there, and where queues are set aside the one
// it is in (0: the NFQ, k+1: that of line k).
type Queued struct {
	Packet
	Out, Next, Queue int
}

func (f *Fabric) queued(port int, c channel, i, vc int) Queued {
	p := c.packet(c.at(i))
	s, _ := f.Net.SwitchOf(port)
	out, queue := c.output(c.at(i)), 0
	if f.aside != nil { // that is the number of its queue
		det, _ := f.Routes.Step(s, p.Dst())
		out, queue = int(det), out
	}
	return Queued{p, out, f.nextVC(s, p, vc, out), queue}
}

// Head returns the first packet of a channel of an input buffer, if there is one.
func (f *Fabric) Head(port, vc int) (q Queued, ok bool) {
	if f.voqnet != nil {
		f.voqnet.packets(f, port, func(x Queued) {
			if !ok {
				q, ok = x, true
			}
		})
		return
	}
	c := f.channel(port*f.VCs + vc)
	if c.used() == 0 {
		return q, false
	}
	return f.queued(port, c, 0, vc), true
}

// Packets calls visit for the packets in a channel of an input buffer, in the order of arrival.
func (f *Fabric) Packets(port, vc int, visit func(Queued)) {
	if f.voqnet != nil {
		f.voqnet.packets(f, port, visit)
		return
	}
	c := f.channel(port*f.VCs + vc)
	for i := 0; i < c.used(); i++ {
		visit(f.queued(port, c, i, vc))
	}
}

// Heads is Packets for those at the heads of the queues of a channel and those that may come there although none leaves it: where queues
// are set aside notifications can still move packets from one to another.
func (f *Fabric) Heads(port, vc int, visit func(Queued)) {
	var seen uint64 // queues, or outputs
	place, byQueue := 0, f.aside != nil && f.settled(port*f.VCs+vc)
	f.Packets(port, vc, func(x Queued) {
		queue := 0
		switch {
		case byQueue:
			queue, _ = f.QueueAt(port, vc, place)
		case f.VOQ:
			queue = x.Out
		}
		if place++; seen>>queue&1 == 0 {
			seen |= 1 << queue
			visit(x)
		}
	})
}

// Outputs adds to count, by local output port, the packets in a channel of an input buffer.
func (f *Fabric) Outputs(port, vc int, count []int) {
	if f.sorts {
		f.Packets(port, vc, func(x Queued) { count[x.Out]++ })
		return
	}
	c := f.channel(port*f.VCs + vc)
	for i := 0; i < c.used(); i++ {
		count[c.output(c.at(i))]++
	}
}

// Requests returns the inputs of a switch that request an output for a channel, as a mask: those
// with a packet for it at the head of a queue; where queues are set aside none whose packet a Stop keeps back, with VOQnet none that lacks credits
// for its destination (see NetRequests).
func (f *Fabric) Requests(sw, out, vc int) uint64 {
	return f.requests(sw, out, vc)
}

// FreeOutputs returns the outputs of a switch that transmit nothing, as a mask.
func (f *Fabric) FreeOutputs(sw int) uint64 { return f.ports[sw].freeOut }

// ReadyOutputs are FreeOutputs where a choice prefers them (routing.Choice.Ready), else 0.
func (f *Fabric) ReadyOutputs(sw int) uint64 {
	if !f.again {
		return 0
	}
	return f.ports[sw].freeOut
}

// DataVCs is how many VCs data has, from 0 on; the others carry notifications, in buffers of their own.
func (f *Fabric) DataVCs() int {
	if f.cc != nil {
		return f.cc.first
	}
	return f.VCs
}

// SourceQueues is in how many VCs a host's packets can wait.
func (f *Fabric) SourceQueues() int {
	switch {
	case f.cc != nil:
		return bits.OnesCount16(f.cc.queues)
	case f.Isolate:
		return f.VCs - 1
	}
	return f.VCs
}

// Full says whether a VC of a port's input buffer has no space left, as the sender's credits tell; of VOQnet, one of its queues. Over
// long links credits are on their way for many packet times: then it is what the buffer, or queue, holds.
func (f *Fabric) Full(port, vc int) bool {
	peer := int(f.Net.Peer[port])
	switch {
	case f.voqnet != nil:
		return f.voqnet.full(f, port)
	case f.DelayPS >= f.PacketPS:
		return f.Occupancy(port, vc) >= f.Capacity
	}
	return f.Credits(peer, vc) == 0
}

// FullQueues calls visit for VOQnet's queues whose sender has no credits for them because of what they hold, by input port and destination.
// Over long links credits are on their way for many packet times: then at least half of a queue must be filled.
func (f *Fabric) FullQueues(visit func(port int, dst uint32, packets int)) {
	if f.voqnet != nil {
		f.voqnet.fullQueues(f, visit)
	}
}

// NetRequests returns the inputs of a switch that have a packet for an output in VOQnet's queues, as a mask, whether or not there are
// credits for its destination.
func (f *Fabric) NetRequests(sw, out int) (inputs uint64) {
	v := f.voqnet
	via := v.set(v.via, sw*f.Net.Radix+out)
	for in := range f.Net.Radix {
		for i, filled := range v.set(v.filled, sw*f.Net.Radix+in) {
			if filled&via[i] != 0 {
				inputs |= bit(in)
				break
			}
		}
	}
	return
}

// StarvedFor says whether a host has packets for a destination and VOQnet no credits.
func (f *Fabric) StarvedFor(h int, dst uint32) bool {
	v := f.voqnet
	return v != nil && (v.set(v.host.some, h)[dst/64]&^v.set(v.can, f.Net.Switches+h)[dst/64])>>(dst%64)&1 != 0
}

// Ready returns the channels for which a switch's output has credits, as a mask.
func (f *Fabric) Ready(port int) (ready uint16) {
	for vc := 0; vc < f.VCs; vc++ {
		if f.Credits(port, vc) > 0 {
			ready |= 1 << vc
		}
	}
	return
}

// Flights calls visit for the packets on links: the transmitting port, the VC, the packet, and the
// time its transmission began.
func (f *Fabric) Flights(visit func(port, vc int, p Packet, start int64)) {
	for i := f.tail; i != f.next; i++ {
		e := &f.ring[i&f.mask]
		visit(f.portOf(e.place()), int(e.vc()), e.Packet, e.start)
	}
	if f.cc != nil {
		f.noteFlights(visit)
	}
}

// Serving calls visit for the outputs of switches that transmit, with the input whose packet it is. (Notifications are not told.)
func (f *Fabric) Serving(visit func(port, in int)) {
	for i := f.left; i != f.next; i++ { // the tails before have left; over long links they are nearly all
		if e := &f.ring[i&f.mask]; e.from&atHost == 0 {
			visit(f.portOf(e.place()), int(e.in()))
		}
	}
}

// OnLinks returns the number of packets whose tail is still on its way.
func (f *Fabric) OnLinks() int { return int(f.next-f.tail) + f.notesOnLinks() }

// Clone returns an independent copy of the state.
func (f *Fabric) Clone() *Fabric {
	g := f.cloneRest()
	g.word, g.record = withRoom(g.word), withRoom(g.record)
	g.ring = slices.Clone(f.ring)
	g.buffer = slices.Clone(f.buffer)
	g.source = slices.Clone(f.source)
	return g
}

// cloneRest copies what Stored does not take apart; buffers, source queues and links are nil, and the words of blocks and records are
// without room behind them.
func (f *Fabric) cloneRest() *Fabric {
	g := *f
	g.ring, g.buffer, g.source = nil, nil, nil
	g.packets = register{slices.Clone(f.packets.life), slices.Clone(f.packets.free)}
	g.word = slices.Clone(f.word[:f.Net.Switches*f.perSwitch])
	g.record = slices.Clone(f.record[:f.recordAt(f.Net.Switches, 0)])
	g.ports = slices.Clone(f.ports)
	g.sent = slices.Clone(f.sent)
	g.dirty = append(make([]int32, 0, cap(f.dirty)), f.dirty...)
	g.rand = slices.Clone(f.rand)
	if f.out != nil {
		g.out = f.out.clone()
	}
	if f.cc != nil {
		g.cc = f.cc.clone()
	}
	if f.aside != nil {
		g.aside = f.aside.clone()
	}
	if f.voqnet != nil {
		g.voqnet = f.voqnet.clone()
	}
	if f.admit != nil {
		g.admit = f.admit.clone()
	}
	g.host = slices.Clone(f.host)
	g.rings = slices.Clone(f.rings)
	g.hostCredits = slices.Clone(f.hostCredits)
	g.wakes = append(make(wakeHeap, 0, cap(f.wakes)), f.wakes...)
	g.Stats.Bin = append(make([]Bin, 0, Bins), f.Stats.Bin...)
	return &g
}

// digest is a 64-bit running hash.
type digest uint64

func (d *digest) add(x uint64) {
	*d = digest(bits.RotateLeft64((uint64(*d)^x)*0x9e3779b97f4a7c15, 29) * 0xbf58476d1ce4e5b9)
}

// packet digests a packet's fields one by one, so that the sum does not depend on how they are packed.
func (d *digest) packet(f *Fabric, p Packet, vc, out int) {
	d.add(uint64(p.Src())<<32 | uint64(p.Dst()))
	tag := uint64(vc)<<8 | uint64(out)
	if p.Adapted() {
		tag |= 1 << 16
	}
	d.add(tag)
	x := f.packets.life[p.id()]
	d.add(uint64(x.birth))
	if f.Injected {
		d.add(uint64(x.begun))
	}
	if f.cc != nil {
		d.add(uint64(f.cc.tag[p.id()]))
	}
}

// Checksum digests everything that decides about the future, and the counters: packets in queues
// and on links, credits, pointers, random states, source queues.
func (f *Fabric) Checksum() uint64 {
	f.CatchUp()
	var d digest
	d.add(uint64(f.now))
	for p := 0; p < f.Net.SwitchPorts(); p++ {
		for vc := 0; vc < f.VCs; vc++ {
			occ := f.Occupancy(p, vc)
			d.add(uint64(f.Credits(p, vc))<<16 | uint64(occ))
			if occ == 0 {
				continue
			}
			f.Packets(p, vc, func(x Queued) { d.packet(f, x.Packet, vc, x.Out) })
		}
		s, local := f.Net.SwitchOf(p)
		w, r := f.block(s), f.output(s, local)
		d.add(r[0] & 0xffff) // grant pointers
		if f.oServed != 0 {
			for _, x := range r[f.oServed:][:f.VCs] {
				d.add(x)
			}
		}
		d.add(w[f.atIn+local*perIn+iCtl] & 0xffffff) // accept and VC pointers
	}
	for i := f.tail; i != f.next; i++ {
		f.digestFlight(&d, &f.ring[i&f.mask])
	}
	d.add(f.next - f.left)
	d.add(f.next - f.head)
	for s := range f.rand {
		d.add(uint64(f.rand[s]))
		for _, congested := range f.word[s*f.perSwitch:][:f.VCs] {
			d.add(congested)
		}
	}
	for h := range f.host {
		s := &f.host[h]
		d.add(uint64(s.rand))
		d.add(uint64(s.birth))
		busy := uint64(0)
		if s.busy {
			busy = 1
		}
		d.add(uint64(s.turn)<<8 | busy)
		for vc := 0; vc < f.VCs; vc++ {
			q := f.rings[h*f.VCs+vc]
			d.add(uint64(f.hostCredits[h*f.VCs+vc])<<16 | uint64(q.count))
			for k := 0; k < int(q.count); k++ {
				x := f.waitingAt(h, vc, (int(q.first)+k)%f.SourceCap)
				d.add(uint64(x.birth))
				d.add(uint64(x.dst))
			}
		}
	}
	if f.out != nil {
		f.out.digest(f, &d)
	}
	if f.cc != nil {
		f.cc.digest(f, &d)
	}
	if f.aside != nil {
		f.aside.digest(f, &d)
	}
	if f.voqnet != nil {
		f.voqnet.digest(f, &d)
	}
	if f.admit != nil {
		f.admit.digest(f, &d)
	}
	for _, x := range []uint64{f.Stats.Generated, f.Stats.Refused, f.Stats.Injected, f.Stats.Delivered, f.Stats.Hops} {
		d.add(x)
	}
	return uint64(d)
}

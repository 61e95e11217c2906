package fabric

// VOQnet ([FBICM] §§2, 4.1): one queue per destination host at every input port, with a buffer and credits
// of its own. No packet ever waits for one to another destination, at a price in memory that
// grows with the network.
//
// Which inputs request an output is told from bit sets over the destinations: those that wait at the input,
// those the output has credits for, and those that are routed there. Routing is deterministic, so that a switch
// sends to a destination by one port alone: credits are by switch, not by port. Queues are lists, whose
// packets take the place freed last, which is still in the caches.

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/topology"
)

type voqnet struct {
	cap    int        // packets per queue
	words  int        // of a bit set
	queue  []netQueue // by input port*hosts + destination
	node   []netNode
	free   int32    // the first node that is free, −1 = none
	held   []uint16 // by input port: packets in all queues
	turn   []uint32 // by input port: the destination whose turn it is
	credit []uint16 // by sender*hosts + destination: switches, and behind them hosts
	filled []uint64 // bit sets by input port,
	can    []uint64 // by sender,
	via    []uint64 // and by output port of a switch
	host   byDest   // what waits at hosts
}

// netQueue is the list of a queue's packets, −1 = none.
type netQueue struct{ first, last int32 }

type netNode struct {
	Packet
	next int32
}

// push puts a packet behind a queue, and says whether it is the first.
func (v *voqnet) push(q int, p Packet) bool {
	i := v.free
	if i >= 0 {
		v.free = v.node[i].next
		v.node[i] = netNode{p, -1}
	} else {
		i = int32(len(v.node))
		v.node = append(v.node, netNode{p, -1})
	}
	r := &v.queue[q]
	if r.first < 0 {
		*r = netQueue{i, i}
		return true
	}
	v.node[r.last].next = i
	r.last = i
	return false
}

// pop takes the first packet of a queue, and says whether it was the last.
func (v *voqnet) pop(q int) (p Packet, last bool) {
	r := &v.queue[q]
	i := r.first
	x := &v.node[i]
	r.first = x.next
	x.next, v.free = v.free, i
	return x.Packet, r.first < 0
}

// count returns the packets in a queue.
func (v *voqnet) count(q int) (n int) {
	r := v.queue[q]
	if r.first < 0 {
		return 0
	}
	for n = 1; r.first != r.last; n++ { // most have one, which need not be read
		r.first = v.node[r.first].next
	}
	return n
}

// sender is what the credits of a place are told by.
func (f *Fabric) sender(place uint32) int {
	if place&atHost != 0 {
		return f.Net.Switches + int(place&^atHost)
	}
	return int(place >> f.shift)
}

// netCredits returns the credits of a transmitting port for a destination; of one that is not routed there, all of them.
func (f *Fabric) netCredits(port, d int) int {
	v := f.voqnet
	if !f.Net.IsHost(port) && v.via[port*v.words+d/64]>>(d%64)&1 == 0 {
		return v.cap
	}
	return int(v.credit[f.sender(f.placeOf(port))*f.Net.Hosts+d])
}

func (f *Fabric) initVOQnet() {
	n := f.Net
	v := &voqnet{cap: f.Capacity / n.Hosts, words: (n.Hosts + 63) / 64}
	ports := n.SwitchPorts()
	v.queue, v.free = make([]netQueue, ports*n.Hosts), -1
	for i := range v.queue {
		v.queue[i].first = -1
	}
	v.held, v.turn = make([]uint16, ports), make([]uint32, ports)
	v.credit = make([]uint16, (n.Switches+n.Hosts)*n.Hosts)
	for i := range v.credit {
		v.credit[i] = uint16(v.cap)
	}
	v.filled, v.via, v.can = make([]uint64, ports*v.words), make([]uint64, ports*v.words), make([]uint64, (n.Switches+n.Hosts)*v.words)
	for i := range v.can {
		v.can[i] = ^uint64(0)
	}
	for s := 0; s < n.Switches; s++ {
		for d := 0; d < n.Hosts; d++ {
			out, _ := f.Routes.Step(s, uint32(d))
			v.via[(s*n.Radix+int(out))*v.words+d/64] |= 1 << (d % 64)
		}
	}
	v.host = f.newByDest()
	f.voqnet = v
}

// set of a port: its words.
func (v *voqnet) set(sets []uint64, port int) []uint64 { return sets[port*v.words : (port+1)*v.words] }

// asks says whether an input has a packet for an output of switch s that has credits for its destination.
func (v *voqnet) asks(s, in, out int) bool {
	a, b, c := v.set(v.filled, in), v.set(v.can, s), v.set(v.via, out)
	for i := range a {
		if a[i]&b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

// lacking is Lacking: there are packets for destinations that the output has no credits for.
func (v *voqnet) lacking(f *Fabric, s int) (outs uint64) {
	radix := f.Net.Radix
	for i := range v.words {
		waits := uint64(0)
		for p := s * radix; p < (s+1)*radix; p++ {
			waits |= v.filled[p*v.words+i]
		}
		if waits &^= v.can[s*v.words+i]; waits == 0 {
			continue
		}
		for out := range radix {
			if v.via[(s*radix+out)*v.words+i]&waits != 0 {
				outs |= bit(out)
			}
		}
	}
	return outs
}

// full says whether a queue of an input buffer holds all that it may, over short links whether the sender at the other end has no credits for it.
func (v *voqnet) full(f *Fabric, in int) bool {
	if f.DelayPS >= f.PacketPS {
		for i, filled := range v.set(v.filled, in) {
			for m := filled; m != 0; m &= m - 1 {
				if v.count(in*f.Net.Hosts+i*64+bits.TrailingZeros64(m)) >= v.cap {
					return true
				}
			}
		}
		return false
	}
	return v.lacks(f, int(f.Net.Peer[in]))
}

// lacks says whether a sender has no credits for a destination that it reaches by this port.
func (v *voqnet) lacks(f *Fabric, port int) bool {
	can := v.set(v.can, f.sender(f.placeOf(port)))
	host := f.Net.IsHost(port)
	for i := range can {
		reaches := ^uint64(0)
		if !host {
			reaches = v.via[port*v.words+i]
		}
		if reaches&^can[i] != 0 {
			return true
		}
	}
	return false
}

// fullQueues is FullQueues. A queue gets packets from one port alone, so that its sender's credits are those of this port.
func (v *voqnet) fullQueues(f *Fabric, visit func(port int, dst uint32, packets int)) {
	for port := range f.Net.SwitchPorts() {
		peer := int(f.Net.Peer[port])
		if peer == topology.NoPeer {
			continue
		}
		can := v.set(v.can, f.sender(f.placeOf(peer)))
		for i, filled := range v.set(v.filled, port) {
			for m := filled &^ can[i]; m != 0; m &= m - 1 {
				d := i*64 + bits.TrailingZeros64(m)
				if packets := v.count(port*f.Net.Hosts + d); f.DelayPS < f.PacketPS || 2*packets >= v.cap {
					visit(port, uint32(d), packets)
				}
			}
		}
	}
}

// nextBit returns the first member of a∧b∧c at or after a position, cyclically, or -1.
func nextBit(a, b, c []uint64, from uint32) int {
	return firstFrom(from, len(a), func(i int) uint64 { return a[i] & b[i] & c[i] })
}

// firstFrom returns the first member at or after a position, cyclically, of a bit set of so many words, or -1.
func firstFrom(from uint32, words int, word func(i int) uint64) int {
	first := int(from / 64)
	if m := word(first) >> (from % 64) << (from % 64); m != 0 {
		return first*64 + bits.TrailingZeros64(m)
	}
	for i := first + 1; i < words; i++ {
		if m := word(i); m != 0 {
			return i*64 + bits.TrailingZeros64(m)
		}
	}
	for i := 0; i <= first; i++ {
		if m := word(i); m != 0 {
			return i*64 + bits.TrailingZeros64(m)
		}
	}
	return -1
}

// netArrived queues a packet whose head has arrived.
func (f *Fabric) netArrived(s, in int, p Packet) {
	v := f.voqnet
	port, d := s*f.Net.Radix+in, int(p.Dst())
	q := port*f.Net.Hosts + d
	v.held[port]++
	if !v.push(q, p) {
		return
	}
	v.filled[port*v.words+d/64] |= 1 << (d % 64)
	det, _ := f.Routes.Step(s, p.Dst())
	if out := int(det); v.can[s*v.words+d/64]>>(d%64)&1 != 0 {
		f.show(s, in, out, 0)
	}
}

// netForward sends the packet of an accepted match.
func (f *Fabric) netForward(s, in, out int) {
	v, n := f.voqnet, f.Net
	port, o := s*n.Radix+in, s*n.Radix+out
	d := nextBit(v.set(v.filled, port), v.set(v.can, s), v.set(v.via, o), v.turn[port])
	v.turn[port] = uint32(d+1) % uint32(n.Hosts)
	q := port*n.Hosts + d
	p, last := v.pop(q)
	from := uint32(s)<<f.shift | uint32(out)
	f.fly(p, from|uint32(in)<<placeBits, f.peer[from], 0)
	if f.sent != nil {
		f.sent[o]++
	}
	v.held[port]--
	if last {
		v.filled[port*v.words+d/64] &^= 1 << (d % 64)
	}
	if f.ports[s].sinks&bit(out) == 0 {
		at, shift := lane(0)
		f.output(s, out)[at] -= 1 << shift
		c := &v.credit[s*n.Hosts+d]
		if *c--; *c == 0 {
			v.can[s*v.words+d/64] &^= 1 << (d % 64)
			for m := f.requests(s, out, 0); m != 0; m &= m - 1 {
				if other := bits.TrailingZeros64(m); other != in && !v.asks(s, s*n.Radix+other, o) {
					f.withdraw(s, other, out, 0)
				}
			}
		}
	}
	if !v.asks(s, port, o) {
		f.withdraw(s, in, out, 0)
	}
}

// netCredit returns a queue's space to a transmitting place.
func (f *Fabric) netCredit(up uint32, d uint32) {
	v, n := f.voqnet, f.Net
	from := f.sender(up)
	c := &v.credit[from*n.Hosts+int(d)]
	*c++
	if *c > 1 {
		return
	}
	v.can[from*v.words+int(d/64)] |= 1 << (d % 64)
	if up&atHost != 0 {
		h := int(up &^ atHost)
		if s := &f.host[h]; !s.busy && s.ready != 0 {
			f.inject(h, s)
		}
		return
	}
	s, out := from, int(up&f.portMask)
	for in := 0; in < n.Radix; in++ {
		if v.filled[(s*n.Radix+in)*v.words+int(d/64)]>>(d%64)&1 != 0 {
			f.show(s, in, out, 0)
		}
	}
}

// injectNet sends the next packet of an idle host: destinations take turns; with Config.Injected the oldest that has credits.
func (f *Fabric) injectNet(h int, s *host) {
	v, n := f.voqnet, f.Net
	f.admitAll(h)
	from := n.Switches + h
	d := -1
	if s.ready&1 != 0 {
		some, can := v.set(v.host.some, h), v.set(v.can, from)
		d = f.nextDest(h, &v.host, func(i int) uint64 { return some[i] & can[i] })
	}
	if d < 0 {
		f.sleep(h, s)
		return
	}
	p := f.takeFor(h, 0, d, &v.host)
	c := &v.credit[from*n.Hosts+d]
	if *c--; *c == 0 {
		v.can[from*v.words+d/64] &^= 1 << (d % 64)
	}
	f.sendOwn(h, 0, s, p)
}

// starved says whether a host has packets for a destination without credits.
func (v *voqnet) starved(f *Fabric, h int) bool {
	can := v.set(v.can, f.Net.Switches+h)
	for i, some := range v.set(v.host.some, h) {
		if some&^can[i] != 0 {
			return true
		}
	}
	return false
}

// packets calls visit for the packets of an input port, by destination.
func (v *voqnet) packets(f *Fabric, port int, visit func(Queued)) {
	s, _ := f.Net.SwitchOf(port)
	for d := 0; d < f.Net.Hosts; d++ {
		q := port*f.Net.Hosts + d
		if v.queue[q].first < 0 {
			continue
		}
		out, _ := f.Routes.Step(s, uint32(d))
		for i := v.queue[q].first; i >= 0; i = v.node[i].next {
			visit(Queued{Packet: v.node[i].Packet, Out: int(out)})
		}
	}
}

// NetQueue returns the packets in a queue of VOQnet, those it may hold, and the credits the port upstream has.
func (f *Fabric) NetQueue(port int, dst uint32) (packets, capacity, credits int) {
	v := f.voqnet
	if v == nil {
		return
	}
	q := port*f.Net.Hosts + int(dst)
	return v.count(q), v.cap, f.netCredits(int(f.Net.Peer[port]), int(dst))
}

func (v *voqnet) clone() *voqnet {
	c := *v
	c.queue, c.node, c.held, c.turn, c.credit = slices.Clone(v.queue), slices.Clone(v.node), slices.Clone(v.held), slices.Clone(v.turn), slices.Clone(v.credit)
	c.filled, c.can = slices.Clone(v.filled), slices.Clone(v.can)
	c.host = v.host.clone()
	return &c
}

func (v *voqnet) digest(f *Fabric, d *digest) {
	for _, t := range v.turn {
		d.add(uint64(t))
	}
	for p := range f.Net.Ports() {
		for dst := range f.Net.Hosts {
			d.add(uint64(f.netCredits(p, dst)))
		}
	}
	for _, t := range v.host.turn {
		d.add(uint64(t))
	}
	f.digestQueues(d, &v.host.hostQueues)
}

// checkVOQnet proves queues, bit sets, credits and requests sound.
func (f *Fabric) checkVOQnet() error {
	v, n := f.voqnet, f.Net
	fail := func(port, d int, what string) error {
		return f.broken(n.PortName(port)+", queue of host "+strconv.Itoa(d), what)
	}
	coming, owed := make([]int, n.Ports()*n.Hosts), make([]int, n.Ports()*n.Hosts)
	for i := f.tail; i != f.next; i++ {
		e := &f.ring[i&f.mask]
		if i >= f.head {
			coming[f.portOf(e.place())*n.Hosts+int(e.Dst())]++
		}
		if e.from&atHost == 0 {
			owed[f.portOf(f.peer[e.place()&^f.portMask|e.in()])*n.Hosts+int(e.Dst())]++
		}
	}
	for p := range n.SwitchPorts() {
		peer := int(n.Peer[p])
		if peer == topology.NoPeer {
			continue
		}
		by := f.sender(f.placeOf(peer))
		for d := range n.Hosts {
			c := v.count(p*n.Hosts + d)
			if sum := f.netCredits(peer, d) + coming[peer*n.Hosts+d] + c + owed[peer*n.Hosts+d]; sum != v.cap {
				return fail(p, d, "credits, packets and credits on their way sum up to "+strconv.Itoa(sum)+", not "+strconv.Itoa(v.cap))
			}
			if (v.filled[p*v.words+d/64]>>(d%64)&1 != 0) != (c > 0) || (v.can[by*v.words+d/64]>>(d%64)&1 != 0) != (v.credit[by*n.Hosts+d] > 0) {
				return fail(p, d, "its bits are not those of its packets and credits")
			}
		}
	}
	return f.checkByDest(&v.host, func(h, d int, what string) error { return fail(n.HostPort(h), d, what) })
}

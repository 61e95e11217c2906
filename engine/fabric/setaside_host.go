package fabric

// Hosts whose source queue is sorted: by lines of set-aside queues, or by destination with VOQnet and with admittance
// queues (admittance.go). By lines they stand for the admittance queues of [FBICM] §4.1, of which hosts have one for each
// destination: packets that may not enter the network do not keep the others from it. Of a trace whole messages wait there.

// hostNode is a packet in a sorted queue.
type hostNode struct {
	waiting
	next int32
}

// hostQueues are the sorted queues of all hosts: linked lists of packets, or of messages of a trace.
type hostQueues struct {
	first, last []int32
	count       []uint32
	node        []hostNode
	free        int32
	cap         int // packets in a queue; what comes beyond is refused
}

func (q *hostQueues) init(queues, capacity int) {
	q.first, q.last, q.count = make([]int32, queues), make([]int32, queues), make([]uint32, queues)
	for i := range q.first {
		q.first[i], q.last[i] = -1, -1
	}
	q.free, q.cap = -1, capacity
}

// nextOf returns where the list of a node or message goes on.
func (f *Fabric) nextOf(q *hostQueues, i int32) *int32 {
	if f.out != nil {
		return &f.out.message[i].next
	}
	return &q.node[i].next
}

// birthOf returns when the packet of a node, or a message, was generated.
func (f *Fabric) birthOf(q *hostQueues, i int32) int64 {
	if f.out != nil {
		return f.out.message[i].birth
	}
	return q.node[i].birth
}

// append puts a node or message behind a queue.
func (f *Fabric) append(q *hostQueues, list int, i int32) {
	*f.nextOf(q, i) = -1
	if q.last[list] >= 0 {
		*f.nextOf(q, q.last[list]) = i
	} else {
		q.first[list] = i
	}
	q.last[list] = i
	q.count[list]++
}

// drop takes the first node or message out of a queue.
func (f *Fabric) drop(q *hostQueues, list int) int32 {
	i := q.first[list]
	if q.first[list] = *f.nextOf(q, i); q.first[list] < 0 {
		q.last[list] = -1
	}
	q.count[list]--
	return i
}

// dstOf returns the destination of the first packet in a queue.
func (f *Fabric) dstOf(q *hostQueues, list int) (uint32, bool) {
	i := q.first[list]
	switch {
	case i < 0:
		return 0, false
	case f.out != nil:
		return f.out.message[i].dst, true
	}
	return q.node[i].dst, true
}

// fromSource moves the first packet or message of a host's source queue to a sorted queue. Where
// that is full, the packet is refused.
func (f *Fabric) fromSource(h, vc int, q *hostQueues, list int) bool {
	s := &f.host[h]
	if o := f.out; o != nil {
		i := o.first[h*f.VCs+vc]
		if o.first[h*f.VCs+vc] = o.message[i].next; o.message[i].next < 0 {
			o.last[h*f.VCs+vc] = -1
			s.filled &^= 1 << vc
		}
		f.append(q, list, i)
		return true
	}
	x := f.takeWaiting(h, vc, s)
	if int(q.count[list]) >= q.cap {
		f.Stats.Refused++
		return false
	}
	i := q.free
	if i >= 0 {
		q.free = q.node[i].next
	} else {
		i = int32(len(q.node))
		q.node = append(q.node, hostNode{})
	}
	q.node[i].waiting = x
	f.append(q, list, i)
	return true
}

// takeSorted numbers the next packet of a sorted queue.
func (f *Fabric) takeSorted(h, vc int, q *hostQueues, list int) Packet {
	i := q.first[list]
	if o := f.out; o != nil {
		m := &o.message[i]
		p := f.packets.add(uint32(h), m.dst, m.birth, f.now)
		o.begins(p, i)
		o.count[h*f.VCs+vc]--
		if m.left--; m.left == 0 {
			o.leaving[h] = i
			f.drop(q, list)
		}
		return p
	}
	f.drop(q, list)
	x := q.node[i].waiting
	q.node[i].next, q.free = q.free, i
	return f.packets.add(uint32(h), x.dst, x.birth, f.now)
}

// waits returns how many packets wait in some sorted queues. Those of a trace are counted elsewhere.
func (q *hostQueues) waits(from, to int) (n int) {
	for _, k := range q.count[from:to] {
		n += int(k)
	}
	return
}

func (q *hostQueues) clone() hostQueues {
	c := *q
	c.first = append([]int32(nil), q.first...)
	c.last = append([]int32(nil), q.last...)
	c.count = append([]uint32(nil), q.count...)
	c.node = append([]hostNode(nil), q.node...)
	return c
}

func (f *Fabric) digestQueues(d *digest, q *hostQueues) {
	for list, i := range q.first {
		if i < 0 {
			continue
		}
		d.add(uint64(list)<<16 | uint64(q.count[list]))
		for ; i >= 0; i = *f.nextOf(q, i) {
			if f.out != nil {
				f.digestMessage(d, &f.out.message[i])
				continue
			}
			d.add(uint64(q.node[i].birth))
			d.add(uint64(q.node[i].dst))
		}
	}
}

// hostHead returns the destination of the first packet of a queue of a host's unit.
func (f *Fabric) hostHead(u, q int) (uint32, bool) {
	a := f.aside
	h := f.Net.Host(u / f.VCs)
	vc := u % f.VCs
	if q == 0 {
		if f.host[h].filled>>vc&1 == 0 {
			return 0, false
		}
		return f.SourceHead(h, vc)
	}
	return f.dstOf(&a.host, (h*f.VCs+vc)*a.Queues+q-1)
}

// hostMove sets a host's packet aside.
func (f *Fabric) hostMove(u, q, k int) bool {
	a := f.aside
	h := f.Net.Host(u / f.VCs)
	vc := u % f.VCs
	base := (h*f.VCs + vc) * a.Queues
	if q == 0 {
		return f.fromSource(h, vc, &a.host, base+k)
	}
	f.append(&a.host, base+k, f.drop(&a.host, base+q-1))
	return true
}

// fifoAside says whether hosts set packets aside from the heads of FIFOs.
func (f *Fabric) fifoAside() bool { return f.aside != nil && f.admit == nil && f.out == nil }

// moveAll moves what a host has generated on to its other queues.
func (f *Fabric) moveAll(h int) {
	if !f.fifoAside() {
		f.admitAll(h)
		return
	}
	for vc := range f.VCs {
		f.moveOn(h, vc)
	}
}

// moveOn is moveAll for one source queue, and says whether that has space now. A packet whose flow is
// set aside moves when it is at the head of the source queue: nothing tells whether it did so then or does so before its line changes,
// a packet leaves, or the source queue would refuse one.
func (f *Fabric) moveOn(h, vc int) bool {
	if !f.fifoAside() {
		return f.admitAll(h)
	}
	f.sortOut(f.Net.HostPort(h)*f.VCs+vc, 1)
	return int(f.rings[h*f.VCs+vc].count) < f.SourceCap
}

// injectAside sends the next packet of an idle host with set-aside queues: VCs take turns, and so do the
// queues of a VC.
func (f *Fabric) injectAside(h int, s *host) {
	a := f.aside
	can := uint64(0)
	port := f.Net.HostPort(h)
	for vc := 0; vc < f.VCs; vc++ {
		u := port*f.VCs + vc
		f.sortOut(u, 1)
		if a.unit[u].ready != 0 && s.ready>>vc&1 != 0 {
			can |= 1 << vc
		}
	}
	if can == 0 {
		f.sleep(h, s)
		return
	}
	vc := next(can, s.turn)
	s.turn = uint8(vc + 1)
	u := port*f.VCs + vc
	x := &a.unit[u]
	q := next(x.ready, x.turn)
	x.turn = uint8(q + 1)
	var p Packet
	switch {
	case q > 0:
		list := (h*f.VCs+vc)*a.Queues + q - 1
		was := a.host.count[list]
		p = f.takeSorted(h, vc, &a.host, list)
		if a.host.count[list] < was {
			f.taken(u, q)
		}
		f.sortOut(u, 1<<q)
	case f.out != nil:
		p = f.takeOfMessage(h, vc, s)
	default:
		p = f.take(h, vc, s)
	}
	f.sendOwn(h, vc, s, p)
}

// What sorted queues do instead of FIFOs: with set-aside queues, or with VOQnet; at hosts also with admittance queues.

func (f *Fabric) sortedArrived(s, in, vc int, p Packet) {
	if f.aside != nil {
		f.asideArrived(s, in, vc, p)
		return
	}
	f.netArrived(s, in, p)
}

func (f *Fabric) sortedForward(s, in, out int) {
	if f.aside != nil {
		f.asideForward(s, in, out)
		return
	}
	f.netForward(s, in, out)
}

func (f *Fabric) injectSorted(h int, s *host) {
	switch {
	case f.admit != nil:
		f.injectAdmitted(h, s)
	case f.aside != nil:
		f.injectAside(h, s)
	default:
		f.injectNet(h, s)
	}
}

// sortedWaiting returns the packets in a host's sorted queues of a VC; of a trace, messages.
func (f *Fabric) sortedWaiting(h, vc int) int {
	if q := f.byDestination(); q != nil {
		return int(q.held[h*f.VCs+vc])
	}
	if f.aside != nil {
		n := f.aside.Queues
		return f.aside.host.waits((h*f.VCs+vc)*n, (h*f.VCs+vc+1)*n)
	}
	return 0
}

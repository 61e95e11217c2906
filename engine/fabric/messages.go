package fabric

// Messages of a trace: instead of generating packets at a rate, hosts send what the trace's player
// hands out, cut into packets, and tell it when the last one has left and has arrived.

import "github.com/congestree/congestree/engine/traffic/vef"

// message is one of the trace's on its way.
type message struct {
	id        uint32 // the player's number
	dst       uint32
	birth     int64
	left      uint64 // packets still to be injected: 64 GiB in packets of 16 B are more than 32 bits hold
	undeliver uint64 // packets still to arrive
	next      int32  // of its source queue, or of the free ones; -1 = none
}

// outbox is the state of playing a trace.
type outbox struct {
	play    *vef.Player
	message []message
	free    int32
	first   []int32  // by host*VCs + VC: the message whose turn it is
	last    []int32  // and the one to queue behind
	count   []uint64 // and the packets of all of them
	leaving []int32  // by host: the message whose last packet is being sent, or -1
	of      []int32  // by number of a packet: its message
}

func (f *Fabric) initMessages() error {
	play, err := vef.New(f.Trace, f.Net.Hosts, nil)
	if err != nil {
		return err
	}
	n := f.Net.Hosts
	none := func(k int) []int32 {
		s := make([]int32, k)
		for i := range s {
			s[i] = -1
		}
		return s
	}
	f.out = &outbox{play: play, free: -1, first: none(n * f.VCs), last: none(n * f.VCs), count: make([]uint64, n*f.VCs), leaving: none(n)}
	return nil
}

// Playing returns the player of the trace, nil if there is none. Read it only.
func (f *Fabric) Playing() *vef.Player {
	if f.out == nil {
		return nil
	}
	return f.out.play
}

// pump queues the messages that are ready now; hosts that are idle begin to send. It says whether a task was ready for anything.
func (f *Fabric) pump() (any bool) {
	o := f.out
	for o.play.NextTime() <= f.now {
		any = true
		x, ok := o.play.Pop(f.now)
		if !ok {
			break
		}
		packets := uint64(max(1, (x.Bytes+f.PacketBytes-1)/f.PacketBytes))
		i := o.free
		if i >= 0 {
			o.free = o.message[i].next
		} else {
			i = int32(len(o.message))
			o.message = append(o.message, message{})
		}
		o.message[i] = message{id: x.ID, dst: x.Dst, birth: f.now, left: packets, undeliver: packets, next: -1}
		h := int(x.Src)
		vc := int(f.Scheme.VC(x.Src, x.Dst))
		q := h*f.VCs + vc
		if o.last[q] >= 0 {
			o.message[o.last[q]].next = i
		} else {
			o.first[q] = i
		}
		o.last[q] = i
		o.count[q] += packets
		f.Stats.generate(f.now, f.WindowPS, packets)
		s := &f.host[h]
		s.filled |= 1 << vc
		if !s.busy {
			f.inject(h, s)
		}
	}
	return any
}

// begins notes of which message a packet is. Notifications have numbers, too, which are skipped here.
func (o *outbox) begins(p Packet, i int32) {
	for int(p.id()) >= len(o.of) {
		o.of = append(o.of, -1)
	}
	o.of[p.id()] = i
}

// takeOfMessage numbers the next packet of a host's messages in a VC.
func (f *Fabric) takeOfMessage(h, vc int, s *host) Packet {
	o := f.out
	q := h*f.VCs + vc
	i := o.first[q]
	m := &o.message[i]
	p := f.packets.add(uint32(h), m.dst, m.birth, f.now)
	o.begins(p, i)
	o.count[q]--
	if m.left--; m.left == 0 {
		o.leaving[h] = i
		if o.first[q] = m.next; m.next < 0 {
			o.last[q] = -1
			s.filled &^= 1 << vc
		}
	}
	return p
}

// hasLeft tells the player when the last packet of a message has left its host.
func (o *outbox) hasLeft(h int, now int64) {
	if i := o.leaving[h]; i >= 0 {
		o.leaving[h] = -1
		o.play.Sent(o.message[i].id, now)
	}
}

// arrived tells the player when the last packet of a message has arrived.
func (o *outbox) arrived(p Packet, now int64) {
	i := o.of[p.id()]
	m := &o.message[i]
	if m.undeliver--; m.undeliver == 0 {
		id := m.id
		if h := p.Src(); o.leaving[h] == i {
			o.leaving[h] = -1
		}
		*m = message{next: o.free}
		o.free = i
		o.play.Delivered(id, now)
	}
}

func (o *outbox) clone() *outbox {
	c := *o
	c.play = o.play.Clone()
	c.message = append([]message(nil), o.message...)
	c.first = append([]int32(nil), o.first...)
	c.last = append([]int32(nil), o.last...)
	c.count = append([]uint64(nil), o.count...)
	c.leaving = append([]int32(nil), o.leaving...)
	c.of = append([]int32(nil), o.of...)
	return &c
}

// digest adds what decides about the future: the player, and the messages in the order of their
// queues.
func (o *outbox) digest(f *Fabric, d *digest) {
	o.play.Digest(d.add)
	for q, i := range o.first {
		d.add(o.count[q])
		for ; i >= 0; i = o.message[i].next {
			f.digestMessage(d, &o.message[i])
		}
	}
	for _, i := range o.leaving {
		busy := uint64(0)
		if i >= 0 {
			busy = 1
		}
		d.add(busy)
	}
}

// digestMessage adds a message that waits. When it was generated decides only where arbiters ask that of its packets, or its host
// sends the oldest.
func (f *Fabric) digestMessage(d *digest, m *message) {
	d.add(uint64(m.dst)<<32 ^ m.left)
	d.add(m.undeliver)
	if f.Oldest && (!f.Injected || f.ByDestination()) {
		d.add(uint64(m.birth))
	}
}

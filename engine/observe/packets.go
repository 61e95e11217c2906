package observe

// Single packets: those on links, evenly thinned; those in the buffers of the switches a person looks
// into, with what each of them waits for; and the way of one packet from source to destination.

import (
	"slices"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/topology"
)

// Flags of Dot and SlotState.
const (
	Adapted = 1 << iota // is off the deterministic way, or in AFI's adapted-flow channel
	Marked              // carries a mark of congestion (FECN)
	Idle                // SlotState: waits, although its output is free and has credits for it: HoL blocking
)

// What a packet in a buffer waits for: SlotState.Wait.
const (
	WaitTurn   = iota // for nothing but the arbiter: its output has credits for it
	WaitCredit        // for credits of the next buffer
	WaitBehind        // for the packets before it in its queue
	WaitStop          // a Stop has reached its queue: for a Go
)

// SlotState is a packet in an input buffer of a switch that Options.Switches names.
type SlotState struct {
	Birth int64  // when it was generated, ps; of notifications 0
	Port  uint32 // of the input buffer
	Src   uint32
	Dst   uint32
	Age   uint16 // packet times since it was generated; 65535 = that or more; of notifications 0
	Place uint16 // in its VC, in the order of arrival, from 0; with VOQnet by destination
	Out   uint8  // local output port it is for
	Next  uint8  // VC it takes there
	VC    uint8
	Class uint8 // as Dot.Class
	Flags uint8 // Adapted…
	Wait  uint8 // WaitTurn…
	Held  uint8 // slot of the tree that the next buffer's VC belongs to, or that its queue is stopped for
	Queue uint8 // that it is in: with VOQs the output's, where queues are set aside 0 for the NFQ and k+1 for that of line k; else 0
}

// MaxSlots is how many packets in buffers a frame has at most.
const MaxSlots = 1 << 14

// Ahead returns which of the slots holds the packet that a waiting one stands behind: the first of its queue, with VOQnet the first to
// its destination; -1 if there is none.
func (f *Frame) Ahead(q *SlotState) (first int) {
	if q.Wait != WaitBehind {
		return -1
	}
	return slices.IndexFunc(f.Slots, func(x SlotState) bool {
		return x.Port == q.Port && x.VC == q.VC && x.Queue == q.Queue && x.Wait != WaitBehind && (f.Sorted != ByHost || x.Dst == q.Dst)
	})
}

// age of a packet in packet times.
func (o *Observer) age(p fabric.Packet) uint16 {
	return uint16(min((o.f.Now()-o.f.Birth(p))/o.f.PacketPS, 1<<16-1))
}

// spread turns a flight into an even number, the same for all its life.
func spread(port, vc int, start int64) uint32 {
	x := (uint64(port)<<4|uint64(vc))*0x9e3779b97f4a7c15 ^ uint64(start)*0xbf58476d1ce4e5b9
	x ^= x >> 29
	x *= 0x94d049bb133111eb
	return uint32(x >> 32)
}

// dots lists packets on links, thinned to about the number wished for, and never more. Which ones
// are left out depends on the packet's transmission only, so that those shown are shown until they arrive.
func (o *Observer) dots(fr *Frame, limit int) {
	fr.Dots = fr.Dots[:0]
	if limit <= 0 {
		return
	}
	f := o.f
	total := f.PacketPS + f.DelayPS
	share := uint64(1) << 32
	if on := uint64(f.OnLinks()); on > uint64(limit) {
		share = share * uint64(limit) / on
	}
	f.Flights(func(port, vc int, p fabric.Packet, start int64) {
		if uint64(spread(port, vc, start)) >= share || len(fr.Dots) >= limit {
			return
		}
		d := Dot{Link: uint32(port), Src: p.Src(), Dst: p.Dst(), VC: uint8(vc), Pos: uint16((f.Now() - start) * 65535 / total)}
		if f.IsNotification(p) {
			d.Class = Notice
		} else {
			d.Age = o.age(p)
			d.Flags = o.flags(p, port)
			d.Class = o.classOnLink(port, vc, p)
		}
		fr.Dots = append(fr.Dots, d)
	})
}

// classOnLink says what a packet of data on a link is to the trees.
func (o *Observer) classOnLink(port, vc int, p fabric.Packet) uint8 {
	n, t := o.f.Net, o.tracker
	if t == nil {
		return Innocent
	}
	if slot := t.crosses(port, p); slot != 0 {
		return Contributor | slot
	}
	if to := int(n.Peer[port]); !n.IsHost(to) {
		if slot := t.slotAt(to, vc); slot != 0 {
			return Victim | slot
		}
	}
	return Innocent
}

// flags of a packet that leaves, or will leave, by a port.
func (o *Observer) flags(p fabric.Packet, port int) (flags uint8) {
	f := o.f
	n := f.Net
	strays := n.Staged() || f.Control != nil && f.Control.Spread != nil // elsewhere none does
	if p.Adapted() || strays && !n.IsHost(port) && !f.IsNotification(p) && !o.onWay(p.Src(), p.Dst(), port) {
		flags |= Adapted
	}
	if f.Marked(p) {
		flags |= Marked
	}
	return
}

// onWay says whether a port lies on the deterministic way of a pair of hosts.
func (o *Observer) onWay(src, dst uint32, port int) bool {
	n := o.f.Net
	stage := n.Stage[port/n.Radix]
	up := n.IsUp(port)
	for at := int(n.Peer[n.HostPort(int(src))]); !n.IsHost(at); {
		sw := at / n.Radix
		det, _ := o.f.Routes.Step(sw, dst)
		out := sw*n.Radix + int(det)
		if out == port {
			return true
		}
		if n.Staged() && n.Stage[sw] == stage && n.IsUp(out) == up {
			return false
		}
		at = int(n.Peer[out])
	}
	return false
}

// queueFront is the output of the first packet of a queue, the VC there, and whether that packet may go there now.
type queueFront struct {
	out, next int
	moves     bool
}

// blocks says whether a packet behind it that could go suffers HoL blocking: this one cannot, and is not for the same output and VC.
func (q queueFront) blocks(p fabric.Queued) bool {
	return !q.moves && (p.Out != q.out || p.Next != q.next)
}

// blocks says the same of a packet of a channel; where queues are set aside a Stop is for some of the packets for an output, and what would have
// to wait for a Go itself does not suffer.
func (o *Observer) blocks(q queueFront, port, vc int, p fabric.Queued) bool {
	if o.f.SetAside != nil {
		return !q.moves && !o.f.Stopped(port, vc, p)
	}
	return q.blocks(p)
}

// slots lists the packets in the buffers of some switches.
func (o *Observer) slots(fr *Frame, switches []uint32) {
	fr.Slots = fr.Slots[:0]
	f, n := o.f, o.f.Net
	for _, sw := range switches {
		if int(sw) >= n.Switches {
			continue
		}
		free := f.FreeOutputs(int(sw))
		for port := int(sw) * n.Radix; port < int(sw+1)*n.Radix; port++ {
			for vc := 0; vc < f.VCs && n.Peer[port] != topology.NoPeer; vc++ {
				o.slotsOf(fr, port, vc, free)
			}
		}
	}
}

// slotsOf lists the packets in a VC of an input buffer, in order; free are the outputs of the switch.
func (o *Observer) slotsOf(fr *Frame, port, vc int, free uint64) {
	f, n := o.f, o.f.Net
	aside := f.SetAside != nil
	var before uint64                        // queues that packets before it in the VC are in
	var seen []uint32                        // the same with VOQnet: destinations
	var fronts [topology.MaxRadix]queueFront // of the FIFO, of VOQs, or of the queues that are set aside
	place := 0
	f.Packets(port, vc, func(p fabric.Queued) {
		if len(fr.Slots) >= MaxSlots {
			return
		}
		out := port/n.Radix*n.Radix + p.Out
		x := SlotState{Port: uint32(port), Src: p.Src(), Dst: p.Dst(), Place: uint16(place), Out: uint8(p.Out), Next: uint8(p.Next), VC: uint8(vc)}
		ready := f.CreditsFor(out, p.Next, p.Dst()) > 0
		queue, stop := 0, -1
		switch {
		case aside:
			queue, stop = f.QueueAt(port, vc, place)
		case f.VOQ:
			queue = p.Out
		}
		x.Queue = uint8(queue)
		first := before>>queue&1 == 0
		if f.VOQnet {
			first = !slices.Contains(seen, p.Dst())
			seen = append(seen, p.Dst())
		}
		if first {
			fronts[queue] = queueFront{p.Out, p.Next, ready && free>>p.Out&1 != 0 && stop < 0}
		}
		switch {
		case !first:
			x.Wait = WaitBehind
			if ready && free>>p.Out&1 != 0 && !f.VOQnet && o.blocks(fronts[queue], port, vc, p) { // as bufferRows counts it
				x.Flags |= Idle
			}
		case stop >= 0:
			x.Wait = WaitStop
		case !ready:
			x.Wait = WaitCredit
		}
		before |= 1 << queue
		place++
		o.colour(&x, p, out, queue, stop)
		fr.Slots = append(fr.Slots, x)
	})
}

// colour says which trees a packet of a queue that leaves by out has to do with: its own, and that of what it waits for; stop is the root for which
// its queue is stopped, or -1.
func (o *Observer) colour(x *SlotState, p fabric.Queued, out, queue, stop int) {
	f, t := o.f, o.tracker
	if to := int(f.Net.Peer[out]); t != nil && !f.Net.IsHost(to) {
		x.Held = t.slotFor(to, p.Next, p.Dst())
	}
	if stop >= 0 {
		x.Held = o.slotOf(stop)
	}
	if f.IsNotification(p.Packet) {
		x.Class = Notice
		return
	}
	x.Birth, x.Age = f.Birth(p.Packet), o.age(p.Packet)
	x.Flags |= o.flags(p.Packet, out)
	x.Class = o.classOf(int(x.Port), int(x.VC), queue, out, p.Packet)
}

// classOf says what a packet of data that leaves a queue of an input buffer by out is to the trees. What is set aside is no victim of what its
// NFQ waits for.
func (o *Observer) classOf(port, vc, queue, out int, p fabric.Packet) uint8 {
	t := o.tracker
	if t == nil {
		return Innocent
	}
	if slot := t.crosses(out, p); slot != 0 {
		return Contributor | slot
	}
	if slot := t.slotAt(port, vc); slot != 0 && (queue == 0 || !t.aside.on) {
		return Victim | slot
	}
	return Innocent
}

// paths lists the ports by which packets from a host to another travel: the deterministic way, or with
// DRB all the ways that are open. If a packet has been seen at a port off all of them, the rest of its way from there is
// the only one. Each way ends with NoPort.
func (o *Observer) paths(fr *Frame, opt *Options) {
	fr.Paths = fr.Paths[:0]
	f, n := o.f, o.f.Net
	src, dst := opt.Src, opt.Dst
	if dst == NoPort && int(src) < n.Hosts { // the pair with most paths
		most := 1
		for d := range uint32(n.Hosts) {
			if k := len(f.OpenPaths(src, d)); k > most {
				most, dst = k, d
			}
		}
	}
	if int(src) >= n.Hosts || int(dst) >= n.Hosts || src == dst {
		return
	}
	met := opt.At == NoPort
	add := func(port int) {
		met = met || uint32(port) == opt.At
		fr.Paths = append(fr.Paths, uint32(port))
	}
	walk := func(port int) {
		for steps := 0; steps < len(n.Peer); steps++ {
			add(port)
			at := int(n.Peer[port])
			if at < 0 || n.IsHost(at) {
				break
			}
			det, _ := f.Routes.Step(at/n.Radix, dst)
			port = at/n.Radix*n.Radix + int(det)
		}
		fr.Paths = append(fr.Paths, NoPort)
	}
	if f.Control != nil && f.Control.Spread != nil {
		for _, offset := range f.OpenPaths(src, dst) {
			add(n.HostPort(int(src)))
			for _, c := range f.Control.Spread.Subnet.Walk(src, dst, offset) {
				add(c.Port)
			}
			fr.Paths = append(fr.Paths, NoPort)
		}
	} else {
		walk(n.HostPort(int(src)))
	}
	if !met && int(opt.At) < n.Ports() && n.Peer[opt.At] >= 0 {
		fr.Paths = fr.Paths[:0]
		walk(int(opt.At))
	}
}

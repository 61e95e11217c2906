package observe

// One thing looked at closely: a port, switch, host, flow or packet that a person has pinned, with its queues, what
// their first packets wait for, and the numbers that routing decides by. What is read is the state of the frame.

import (
	"math/bits"
	"slices"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/topology"
)

// Kinds of Pin.
const (
	PinNothing = iota
	PinPort    // A: a switch's port
	PinSwitch  // A
	PinHost    // A
	PinFlow    // A: source, B: destination
	PinPacket  // the same, and Birth
)

// Pin says what to look at.
type Pin struct {
	Kind, A, B uint32
	_          uint32
	Birth      int64 // of a packet, ps: the one of its flow that was generated then, or nearest to it within a packet time
}

// Bounds of what an inspection lists.
const (
	MaxQueueRows  = 256
	MaxPacketRows = 64
	MaxPickRows   = 16
)

// Kinds of QueueRow.
const (
	QueueVC     = iota // a VC that is one FIFO
	QueueOutput        // a VOQ: Index is the local output
	QueueNFQ           // the queue of flows that are not congested, also of a host
	QueueLine          // a CFQ or SAQ, also of a host: Index is the number of its CAM line
	QueueHost          // VOQnet's, or a host's admittance queue: Index is the destination
	QueueSource        // a host's source queue, of a VC
)

// QueueRow is a queue of the pinned port's input buffer, or of the pinned host. VOQs and queues for a destination are listed
// if they hold packets.
type QueueRow struct {
	Port     uint32
	Index    uint32
	Packets  uint32
	Capacity uint32 // packets of its buffer space, which queues of one VC share; 0: has none of its own
	HeadSrc  uint32 // the first packet; HeadOut is NoPort if there is none
	HeadDst  uint32
	HeadOut  uint32 // global
	Credits  uint32 // that the head's output has for it; of a host those of the VC, a head or none
	Low      uint32 // packets that suffer low-order HoL blocking, in a FIFO
	High     uint32 // high-order
	Most     uint32 // the destination with most packets in it, of several the lowest; NoPort if it is empty
	MostHas  uint32 // and their number: who hogs it; not told of queues for one destination
	VC       uint8
	Next     uint8 // VC that the head takes there
	Kind     uint8
	Wait     uint8 // of the head: WaitTurn or WaitCredit
	Held     uint8 // slot of the tree that the next buffer's VC belongs to
	Tree     uint8 // slot of the tree that this VC belongs to, of a line its own
	Stopped  uint8 // 1: where queues are set aside, its first packet may not leave before a Go; so of a host
	_        [5]uint8
}

// OutRow is a VC of an output: of the pinned port, or of every port of the pinned switch.
type OutRow struct {
	Port     uint32
	Credits  uint32
	Capacity uint32
	Waiting  uint32 // packets in this switch that are for it
	Asking   uint64 // inputs whose queue heads request it, a mask
	VC       uint8
	Held     uint8 // slot of the tree that the next buffer's VC belongs to; 0 with VOQnet, where each destination has a queue
	_        [6]uint8
}

// PickRow is the choice of an output, as it would be made now: for the head of a queue of the pinned port, or the
// pinned packet.
type PickRow struct {
	Candidates uint64
	Up         uint64 // all up ports; 0: no choice
	Congested  uint64 // of the VC: see routing.Choice
	Ready      uint64 // the same
	Switch     uint32
	Src, Dst   uint32
	Out        uint32 // local output that the packet has taken; NoPort if it is still to come
	Credits    [topology.MaxRadix]uint16
	AFC        [topology.MaxRadix]uint16
	Det        uint8
	From       uint8 // see routing.Choice
	VC         uint8 // it is in
	Next       uint8 // it takes behind Out
	Adapted    uint8 // 1: it is in the adapted-flow channel
	_          [3]uint8
}

// Where a PacketRow is.
const (
	AtSource = iota // Port is its host's
	InBuffer        // Port is the input port
	OnLink          // Port transmits
)

// PacketRow is the pinned packet, or one of the pinned flow's.
type PacketRow struct {
	Birth    int64
	WaitedPS int64 // of its age it has stood still, at the source and in buffers
	Port     uint32
	Out      uint32 // global port it leaves by next; NoPort at the source or on a link
	Src, Dst uint32
	Place    uint32 // packets before it in its queue, or at the source
	Credits  uint32 // that Out has for it
	Pos      uint16 // on a link: share of the transmission that is over
	Hops     uint16 // links it has entered
	Where    uint8
	VC, Next uint8
	Wait     uint8
	Flags    uint8 // Adapted, Marked, Idle
	Class    uint8
	Held     uint8 // slot of the tree that the next buffer's VC belongs to, or that its queue is stopped for
	Path     uint8 // LID offset under DRB

	// The packet it waits behind, if Wait is WaitBehind: the first of its queue.
	FrontSrc, FrontDst, FrontOut uint32
	FrontNext, FrontWait         uint8
	FrontHeld                    uint8
	_                            [5]uint8
}

// FlowRow is the pinned flow, or that of the pinned packet.
type FlowRow struct {
	Src, Dst  uint32
	SincePS   int64 // deliveries are counted from then on
	Delivered uint64
	MeanPS    int64 // latency, from generation to the last bit
	LeastPS   int64
	MostPS    int64
	LastPS    int64 // of the latest
	LastAtPS  int64
	DelayPS   int64  // between two packets, under congestion control
	AtSource  uint32 // packets, of this flow
	Under     uint32 // in the network
	CCTI      uint32
	Open      uint32 // DRB: paths open
	Notes     [8]uint8
	VC        uint32 // it enters the network in
	_         uint32
}

// Inspection is what a frame holds of the pinned thing.
type Inspection struct {
	Pins    []Pin // the one, if it exists in the network
	Queues  []QueueRow
	Outs    []OutRow
	Picks   []PickRow
	Packets []PacketRow // of a packet: none if it is not in the network (any more)
	Flows   []FlowRow
	Way     []uint32 // of a packet: the ports that have sent it, and those that will as far as it is decided where it goes
}

func (x *Inspection) append(buf []byte) []byte {
	buf = appendSection(buf, x.Pins)
	buf = appendSection(buf, x.Queues)
	buf = appendSection(buf, x.Outs)
	buf = appendSection(buf, x.Picks)
	buf = appendSection(buf, x.Packets)
	buf = appendSection(buf, x.Flows)
	return appendSection(buf, x.Way)
}

func (x *Inspection) read(buf []byte) (rest []byte, ok bool) {
	if buf, ok = readSection(buf, &x.Pins); ok {
		if buf, ok = readSection(buf, &x.Queues); ok {
			if buf, ok = readSection(buf, &x.Outs); ok {
				if buf, ok = readSection(buf, &x.Picks); ok {
					if buf, ok = readSection(buf, &x.Packets); ok {
						if buf, ok = readSection(buf, &x.Flows); ok {
							buf, ok = readSection(buf, &x.Way)
						}
					}
				}
			}
		}
	}
	return buf, ok
}

// inspect fills in what is pinned.
func (o *Observer) inspect(fr *Frame, pin *Pin) {
	x, n := &fr.Inspection, o.f.Net
	x.Pins, x.Queues, x.Outs, x.Picks, x.Packets, x.Flows, x.Way = x.Pins[:0], x.Queues[:0], x.Outs[:0], x.Picks[:0], x.Packets[:0], x.Flows[:0], x.Way[:0]
	a, b := int(pin.A), int(pin.B)
	switch pin.Kind {
	case PinPort:
		if a >= n.SwitchPorts() || n.Peer[a] == topology.NoPeer {
			return
		}
		o.queueRows(x, a)
		o.outRows(x, a, o.waitingIn(a/n.Radix))
		for i := range x.Queues {
			if q := &x.Queues[i]; q.HeadOut != NoPort && len(x.Picks) < MaxPickRows {
				o.pickRow(x, a, q.HeadSrc, q.HeadDst, int(q.VC), q.HeadOut%uint32(n.Radix), q.Next)
			}
		}
	case PinSwitch:
		if a >= n.Switches {
			return
		}
		waiting := o.waitingIn(a)
		for p := a * n.Radix; p < (a+1)*n.Radix; p++ {
			if n.Peer[p] != topology.NoPeer {
				o.outRows(x, p, waiting)
			}
		}
	case PinHost:
		if a >= n.Hosts {
			return
		}
		o.sourceRows(x, a)
		o.outRows(x, n.HostPort(a), nil)
	case PinFlow, PinPacket:
		if a >= n.Hosts || b >= n.Hosts || a == b {
			return
		}
		o.flow(fr, pin)
	default:
		return
	}
	x.Pins = append(x.Pins, *pin)
}

// heldBehind returns the slot of the tree that the next buffer's queue for a host belongs to. NoPort is no host: VOQnet
// has no queue for all of them.
func (o *Observer) heldBehind(out, vc int, dst uint32) uint8 {
	if to := int(o.f.Net.Peer[out]); o.tracker != nil && to >= 0 && !o.f.Net.IsHost(to) {
		return o.tracker.slotFor(to, vc, dst)
	}
	return 0
}

// waitingIn counts the packets in the input buffers of a switch by the output they are for, and the VC there.
func (o *Observer) waitingIn(sw int) []uint32 {
	f, n := o.f, o.f.Net
	count := make([]uint32, n.Radix*f.VCs)
	for in := sw * n.Radix; in < (sw+1)*n.Radix; in++ {
		for vc := 0; vc < f.VCs && n.Peer[in] != topology.NoPeer; vc++ {
			f.Packets(in, vc, func(p fabric.Queued) { count[p.Out*f.VCs+p.Next]++ })
		}
	}
	return count
}

// outRows lists the VCs of an output of a switch, given waitingIn, or of a host.
func (o *Observer) outRows(x *Inspection, port int, waiting []uint32) {
	f, n := o.f, o.f.Net
	for vc := 0; vc < f.VCs; vc++ {
		r := OutRow{Port: uint32(port), VC: uint8(vc), Credits: uint32(f.Credits(port, vc)), Capacity: uint32(f.Capacity), Held: o.heldBehind(port, vc, NoPort)}
		if n.IsHost(port) {
			r.Waiting = uint32(f.SourceLen(n.Host(port), vc))
		} else {
			sw, local := n.SwitchOf(port)
			r.Asking = o.asking(sw, local, vc)
			r.Waiting = waiting[local*f.VCs+vc]
		}
		x.Outs = append(x.Outs, r)
	}
}

// sourceRows lists the source queues of a host.
func (o *Observer) sourceRows(x *Inspection, h int) {
	f, port := o.f, o.f.Net.HostPort(h)
	if f.ByDestination() {
		o.destinationRows(x, h)
		return
	}
	kind, capacity := QueueSource, uint32(f.SourceCap)
	if f.SetAside != nil {
		kind = QueueNFQ
	}
	if f.Trace != nil {
		capacity = 0
	}
	for vc := 0; vc < f.VCs; vc++ {
		row := func(kind, index int) {
			if len(x.Queues) == MaxQueueRows {
				return
			}
			r := QueueRow{Port: uint32(port), Index: uint32(index), VC: uint8(vc), Next: uint8(vc), Kind: uint8(kind), HeadOut: NoPort, Most: NoPort, Capacity: capacity,
				Credits: uint32(f.Credits(port, vc)), Held: o.heldBehind(port, vc, NoPort)}
			if r.Credits == 0 {
				r.Wait = WaitCredit
			}
			x.Queues = append(x.Queues, r)
		}
		row(kind, 0)
		f.SetAsideLines(port, vc, func(l fabric.CAMLine) { row(QueueLine, l.Line) })
	}
	who := make([]tally, len(x.Queues))
	f.SourceSorted(h, func(vc, queue int, dst uint32, _ int64, packets int) {
		i := slices.IndexFunc(x.Queues, func(r QueueRow) bool {
			return int(r.VC) == vc && (queue == 0 && r.Kind != QueueLine || queue > 0 && r.Kind == QueueLine && int(r.Index) == queue-1)
		})
		if i < 0 {
			return
		}
		r := &x.Queues[i]
		if r.HeadOut == NoPort {
			r.HeadSrc, r.HeadDst, r.HeadOut = uint32(h), dst, uint32(port)
			if f.Halted(h, vc, dst) {
				r.Stopped = 1
			}
		}
		r.Packets += uint32(packets)
		who[i].add(dst, uint32(packets))
	})
	for i := range who {
		r := &x.Queues[i]
		r.Most, r.MostHas = who[i].most()
		if c := f.Control; c != nil && c.Spread != nil && r.Packets > 0 { // it may enter in the VLs of all open paths
			r.Wait = WaitTurn
			if f.Starved(h)>>r.VC&(1<<c.Spread.VLs-1) != 0 {
				r.Wait = WaitCredit
			}
		}
	}
}

// destinationRows lists the queues of a host that has one for each destination.
func (o *Observer) destinationRows(x *Inspection, h int) {
	f, port := o.f, o.f.Net.HostPort(h)
	row := make([]int, f.Net.Hosts) // by destination: that of its queue, from 1 on
	f.SourcePackets(h, func(vc int, dst uint32, _ int64, packets int) {
		if row[dst] == 0 {
			if len(x.Queues) == MaxQueueRows {
				return
			}
			r := QueueRow{Port: uint32(port), Index: dst, Capacity: uint32(f.SourceCap), HeadSrc: uint32(h), HeadDst: dst, HeadOut: uint32(port), Credits: uint32(f.CreditsFor(port, vc, dst)),
				Most: NoPort, VC: uint8(vc), Next: uint8(vc), Kind: QueueHost, Held: o.heldBehind(port, vc, dst)}
			if f.Trace != nil {
				r.Capacity = 0
			}
			if r.Credits == 0 {
				r.Wait = WaitCredit
			}
			if f.Halted(h, vc, dst) {
				r.Stopped = 1
			}
			x.Queues = append(x.Queues, r)
			row[dst] = len(x.Queues)
		}
		x.Queues[row[dst]-1].Packets += uint32(packets)
	})
	slices.SortStableFunc(x.Queues, func(a, b QueueRow) int { return int(a.Index) - int(b.Index) })
}

// pickRow notes the numbers of a choice at an input of a switch.
func (o *Observer) pickRow(x *Inspection, in int, src, dst uint32, vc int, out uint32, next uint8) {
	f, n := o.f, o.f.Net
	sw := in / n.Radix
	r := PickRow{Switch: uint32(sw), Src: src, Dst: dst, VC: uint8(vc), Out: out, Next: next}
	r.Det, r.Up = f.Routes.Step(sw, dst)
	if f.Isolate && vc == f.VCs-1 {
		r.Adapted, r.Up = 1, 0
	}
	if r.Up != 0 {
		r.From = routing.Opposite(r.Up, in%n.Radix)
		r.Candidates = f.Routing.Candidates(f.Routes.Stage(sw), r.Det, r.Up)
		r.Congested, r.Ready = f.Congested(sw, vc), f.ReadyOutputs(sw)
		for m := r.Up | 1<<r.Det; m != 0; m &= m - 1 {
			p := bits.TrailingZeros64(m)
			r.Credits[p] = uint16(f.Credits(sw*n.Radix+p, vc))
			if f.Isolate {
				r.AFC[p] = uint16(f.Credits(sw*n.Radix+p, f.VCs-1))
			}
		}
	}
	x.Picks = append(x.Picks, r)
}

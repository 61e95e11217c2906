package observe

// The queues of an input buffer as rows for the inspector: what waits in each, for what, and who hogs it.

import (
	"slices"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/topology"
)

// queueRows lists the queues of an input buffer.
func (o *Observer) queueRows(x *Inspection, port int) {
	free := o.f.FreeOutputs(port / o.f.Net.Radix)
	for vc := 0; vc < o.f.VCs; vc++ {
		b := bufferRows{o: o, x: x, port: port, vc: vc, first: len(x.Queues), free: free}
		b.standing()
		place := -1
		o.f.Sorted(port, vc, func(queue int, p fabric.Queued) {
			place++
			if at := b.rowOf(queue, p); at >= 0 {
				b.count(at, place, p)
			}
		})
		b.finish()
	}
}

// bufferRows makes the rows of one VC of an input buffer.
type bufferRows struct {
	o        *Observer
	x        *Inspection
	port, vc int
	first    int     // row
	who      []tally // by row from first on
	free     uint64  // outputs of the switch
}

// add appends a row; nil if there are too many.
func (b *bufferRows) add(kind, index, capacity int) *QueueRow {
	x := b.x
	if len(x.Queues) == MaxQueueRows {
		return nil
	}
	tree := uint8(0)
	if t := b.o.tracker; t != nil {
		tree = t.slotAt(b.port, b.vc)
	}
	x.Queues = append(x.Queues, QueueRow{Port: uint32(b.port), VC: uint8(b.vc), Kind: uint8(kind), Index: uint32(index), Capacity: uint32(capacity), HeadOut: NoPort, Most: NoPort, Tree: tree})
	return &x.Queues[len(x.Queues)-1]
}

// standing adds the queues that are there without packets, too.
func (b *bufferRows) standing() {
	switch f := b.o.f; {
	case f.SetAside != nil:
		b.add(QueueNFQ, 0, f.Capacity)
		f.SetAsideLines(b.port, b.vc, func(l fabric.CAMLine) {
			if r := b.add(QueueLine, l.Line, f.Capacity); r != nil {
				r.Tree = b.o.slotOf(l.Root)
			}
		})
	case !f.VOQ:
		b.add(QueueVC, 0, f.Capacity)
	}
}

// rowOf returns the row of a packet's queue, a new one for a VOQ that has not got one; -1 if there are too many.
func (b *bufferRows) rowOf(queue int, p fabric.Queued) int {
	f, x := b.o.f, b.x
	aside := f.SetAside != nil
	for i := b.first; i < len(x.Queues); i++ {
		switch r := &x.Queues[i]; {
		case r.Kind == QueueVC, r.Kind == QueueNFQ && queue == 0, r.Kind == QueueLine && int(r.Index) == queue-1, !aside && int(r.Index) == queue:
			return i
		}
	}
	if aside {
		return -1
	}
	kind, capacity := QueueOutput, f.Capacity
	if f.VOQnet {
		kind = QueueHost
		_, capacity, _ = f.NetQueue(b.port, p.Dst())
	}
	r := b.add(kind, queue, capacity)
	if r == nil {
		return -1
	}
	if f.VOQnet && b.o.tracker != nil {
		r.Tree = b.o.tracker.slotFor(b.port, b.vc, p.Dst())
	}
	return len(x.Queues) - 1
}

// count adds a packet, at a place in the buffer, to its row.
func (b *bufferRows) count(at, place int, p fabric.Queued) {
	r := &b.x.Queues[at]
	out := b.port/b.o.f.Net.Radix*b.o.f.Net.Radix + p.Out
	credits := b.o.f.CreditsFor(out, p.Next, p.Dst())
	if r.Packets == 0 {
		b.head(r, place, p, out, credits)
	} else if b.blocked(r, p, credits) {
		if t := b.o.tracker; t == nil || t.near(b.port, b.vc, int(r.HeadOut), int(r.Next)) { // as the course counts it
			r.Low++
		} else {
			r.High++
		}
	}
	r.Packets++
	for len(b.who) <= at-b.first {
		b.who = append(b.who, tally{})
	}
	b.who[at-b.first].add(p.Dst(), 1)
}

// head notes what a queue's first packet waits for.
func (b *bufferRows) head(r *QueueRow, place int, p fabric.Queued, out, credits int) {
	r.HeadSrc, r.HeadDst, r.HeadOut, r.Next = p.Src(), p.Dst(), uint32(out), uint8(p.Next)
	r.Credits, r.Held = uint32(credits), b.o.heldBehind(out, p.Next, p.Dst())
	if credits == 0 {
		r.Wait = WaitCredit
	}
	if b.o.f.SetAside != nil { // also the NFQ, and a queue whose own line has no Stop bit, if a line of the next buffer matches its head
		if _, stop := b.o.f.QueueAt(b.port, b.vc, place); stop >= 0 {
			r.Stopped = 1
		}
	}
}

// blocked says whether a packet behind the head of a FIFO or a VOQ suffers HoL blocking: it could go, and the head cannot.
func (b *bufferRows) blocked(r *QueueRow, p fabric.Queued, credits int) bool {
	out := int(r.HeadOut) % b.o.f.Net.Radix
	head := queueFront{out, int(r.Next), b.free>>out&1 != 0 && r.Credits > 0}
	return (r.Kind == QueueVC || r.Kind == QueueOutput) && b.free>>p.Out&1 != 0 && credits > 0 && head.blocks(p)
}

// finish says who hogs each queue, and puts them in order.
func (b *bufferRows) finish() {
	rows := b.x.Queues[b.first:]
	for i := range b.who {
		rows[i].Most, rows[i].MostHas = b.who[i].most()
	}
	slices.SortStableFunc(rows, func(a, b QueueRow) int {
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return int(a.Index) - int(b.Index)
	})
}

// tally counts packets by destination.
type tally struct {
	dst   []uint32
	count []uint32
}

func (t *tally) add(dst, packets uint32) {
	if i := slices.Index(t.dst, dst); i >= 0 {
		t.count[i] += packets
		return
	}
	t.dst, t.count = append(t.dst, dst), append(t.count, packets)
}

func (t *tally) most() (dst, packets uint32) {
	dst = NoPort
	for i, k := range t.count {
		if k > packets || k == packets && t.dst[i] < dst {
			dst, packets = t.dst[i], k
		}
	}
	return
}

// asking returns the inputs with a queue whose first packet is for an output and a VC there, as a mask. With VOQnet requests are of those that
// have credits only.
func (o *Observer) asking(sw, out, vc int) (asks uint64) {
	f, radix := o.f, o.f.Net.Radix
	if !f.VOQnet {
		return f.Requests(sw, out, vc)
	}
	for in := range radix {
		if f.Net.Peer[sw*radix+in] == topology.NoPeer {
			continue
		}
		f.Heads(sw*radix+in, vc, func(p fabric.Queued) {
			if p.Out == out {
				asks |= 1 << in
			}
		})
	}
	return asks
}

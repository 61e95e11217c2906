package observe

// What frames tell of set-aside queues (RECN-IQ, FBICM): each of them with its CAM line, the copies of lines at
// output ports, and the notifications on their way. Empty without such a scheme.

import "github.com/congestree/congestree/engine/fabric"

// LineState is a line of a CAM: at an input port or host with its queue, at an output port a copy of one downstream.
type LineState struct {
	Port    uint32 // a global port; hosts too
	Root    uint32 // the congested port
	Packets uint32 // in the queue; a copy has none
	Dests   uint32 // destinations in its list; with routes (RECN-IQ) 1
	Dst     uint32 // the first of them
	Out     uint32 // global port on the way to the root, NoPort for a copy
	VC      uint8
	Line    uint8  // its number at the port: the slot in which it is drawn
	Hops    uint16 // to the root, 1 = it is a port of this switch
	Next    uint8  // NextCFQ: the line of the copies at Out that it follows, NoLine if none. With one it is Receiving Control
	Flags   uint8  // LineCopy…
	Fresh   uint8  // how much of a packet time is left since an internal notification from Out allocated the queue, 255 = all of it, 1 the least; of hosts, and without Next, 0
	_       uint8
	More    [MoreDests]uint32 // the destinations after the first, as many as there are
}

// MoreDests is how many destinations of a line are told beside the first.
const MoreDests = 5

// NoLine stands for "no line" in LineState.Next.
const NoLine = 255

// Flags of LineState.
const (
	LineCopy    = 1 << iota // at an output port, or for what a host sends
	LineStopped             // its flow control forbids its packets to leave
	LineTold                // the port upstream has a copy of it
	LineHalting             // and has been told to stop
)

// SignalState is a notification on its way upstream, from an input port to the port it receives from.
type SignalState struct {
	From uint32 // input port
	To   uint32 // transmitting port at the other end, or host
	Pos  uint16 // share of the way that is over, 65535 = arrived
	VC   uint8
	Line uint8
	Kind uint8 // a fabric.SignalKind: Stop, Add, Go, Free
	_    [3]uint8
}

// MaxLines is how many lines, and how many notifications, a frame has at most, those of the lowest ports first.
const MaxLines = 1 << 14

func (h *Header) setAside(f *fabric.Fabric) {
	active, peak, total := f.SetAsideCount()
	h.SetAside, h.SetAsidePeak, h.SetAsideTotal = uint64(active), uint64(peak), total
}

// setAside notes how many queues are set aside, and how they are spread over the ports.
func (p *Point) setAside(f *fabric.Fabric) {
	p.Aside = NotMeasured
	if q, _ := f.SetAsideQueues(); q == 0 {
		return
	}
	active, _, _ := f.SetAsideCount()
	ports, most := f.SetAsideSpread()
	p.Aside, p.AsidePorts, p.AsideMost = int32(active), uint32(ports), uint32(most)
}

// lines fills a frame's sections about set-aside queues.
func (o *Observer) lines(fr *Frame) {
	fr.Lines, fr.Signals = fr.Lines[:0], fr.Signals[:0]
	f, n := o.f, o.f.Net
	if q, _ := f.SetAsideQueues(); q == 0 {
		return
	}
	for p := 0; p < n.Ports() && len(fr.Lines) < MaxLines; p++ {
		if n.Peer[p] < 0 {
			continue
		}
		base := p
		if !n.IsHost(p) {
			_, local := n.SwitchOf(p)
			base = p - local
		}
		for vc := 0; vc < f.VCs; vc++ {
			add := func(l fabric.CAMLine, flags uint8, out uint32) {
				x := LineState{Port: uint32(p), Root: uint32(l.Root), Packets: uint32(l.Packets), Dests: uint32(len(l.Dests)), Dst: l.Dests[0], Out: out,
					VC: uint8(vc), Line: uint8(l.Line), Hops: uint16(l.Hops), Next: NoLine, Flags: flags}
				copy(x.More[:], l.Dests[1:])
				if l.Next >= 0 {
					x.Next = uint8(l.Next)
					if age := f.Now() - l.Since; flags&LineCopy == 0 && !n.IsHost(p) && age < f.PacketPS { // a host looks at its queue when it is asked for
						x.Fresh = uint8(255 - 254*age/f.PacketPS)
					}
				}
				for _, on := range []struct {
					is   bool
					flag uint8
				}{{l.Stopped, LineStopped}, {l.Told, LineTold}, {l.Halting, LineHalting}} {
					if on.is {
						x.Flags |= on.flag
					}
				}
				fr.Lines = append(fr.Lines, x)
			}
			f.SetAsideLines(p, vc, func(l fabric.CAMLine) { add(l, 0, uint32(base+l.Out)) })
			f.OutputLines(p, vc, func(l fabric.CAMLine) { add(l, LineCopy, NoPort) })
		}
	}
	f.Signals(func(from, to, vc int, kind fabric.SignalKind, line int, start int64) {
		if len(fr.Signals) < MaxLines {
			x := SignalState{From: uint32(from), To: uint32(to), VC: uint8(vc), Line: uint8(line), Kind: uint8(kind)}
			if f.DelayPS > 0 {
				x.Pos = uint16((f.Now() - start) * 65535 / f.DelayPS)
			}
			fr.Signals = append(fr.Signals, x)
		}
	})
}

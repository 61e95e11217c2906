package fabric

// Notifications of set-aside queues (setaside.go): from an input port to the output port or host upstream,
// one link delay later, in order. They carry one destination each ([FBICM] §3.3: the "Notification Sent bit" is
// by destination), so a line with several is copied by several of them.

import "math/bits"

// Kinds of notifications.
const (
	signalStop = iota // makes a copy of the line, or stops the one there is
	signalAdd         // another destination for the copy
	signalGo
	signalFree // the line has been given free
)

// signal is a notification on its way.
type signal struct {
	at   int64  // when it arrives
	to   uint32 // transmitting port*VCs + VC upstream
	dst  uint32
	root int32
	hops uint16
	line uint8
	kind uint8
}

// signalRing holds the notifications on their way, oldest first. All take the same time.
type signalRing struct {
	ring       []signal
	head, next uint64
}

func (r *signalRing) push(x signal) {
	if int(r.next-r.head) == len(r.ring) {
		ring := make([]signal, max(2*len(r.ring), 64))
		for i := r.head; i != r.next; i++ {
			ring[i&uint64(len(ring)-1)] = r.ring[i&uint64(len(r.ring)-1)]
		}
		r.ring = ring
	}
	r.ring[r.next&uint64(len(r.ring)-1)] = x
	r.next++
}

// nextSignal returns when the next notification arrives.
func (f *Fabric) nextSignal() int64 {
	r := &f.aside.signal
	if r.head == r.next {
		return never
	}
	return r.ring[r.head&uint64(len(r.ring)-1)].at
}

// tell sends a notification about a line of an input port upstream.
func (f *Fabric) tell(u, k, kind int, d uint32) {
	port := u / f.VCs
	l := f.aside.at(u, k)
	f.aside.signal.push(signal{at: f.now + f.DelayPS, to: uint32(int(f.Net.Peer[port])*f.VCs + u - port*f.VCs), dst: d,
		root: l.root, line: uint8(k), hops: l.hops, kind: uint8(kind)})
}

// halt stops the port upstream, which learns the whole line with the first Stop.
func (f *Fabric) halt(u, k int) {
	l := f.aside.at(u, k)
	f.tell(u, k, signalStop, l.dests[0])
	if l.state&lineTold == 0 {
		for _, d := range l.dests[1:] {
			f.tell(u, k, signalAdd, d)
		}
	}
	l.state |= lineTold | lineHalts
}

// runSignals lets the notifications of this instant arrive, and returns how many these are.
func (f *Fabric) runSignals() (events int) {
	r := &f.aside.signal
	for ; r.head != r.next; events++ {
		x := r.ring[r.head&uint64(len(r.ring)-1)]
		if x.at != f.now {
			break
		}
		r.head++
		f.onSignal(&x)
	}
	return events
}

// onSignal renews a line of an output's CAM, and what waits for it.
func (f *Fabric) onSignal(x *signal) {
	a := f.aside
	o := int(x.to)
	port := o / f.VCs
	isHost := f.Net.IsHost(port)
	if h := f.Net.Host(port); isHost { // what has been generated before goes by the lines as they were
		f.catchUp(h, &f.host[h])
		f.moveOn(h, o-port*f.VCs)
	}
	bit := uint64(1) << x.line
	l := &a.copied[o*a.Queues+int(x.line)]
	isNew := l.state&lineActive == 0
	switch x.kind {
	case signalStop:
		if isNew {
			*l = camLine{dests: append(l.dests[:0], x.dst), root: x.root, hops: x.hops, next: noLine}
			a.unit[o].known |= bit
		}
		l.state = lineActive | lineStopped
		a.unit[o].stopped |= bit
	case signalAdd:
		l.add(x.dst)
	case signalGo:
		l.state &^= lineStopped
		a.unit[o].stopped &^= bit
	case signalFree:
		*l = camLine{dests: l.dests[:0]}
		a.unit[o].stopped &^= bit
		a.unit[o].known &^= bit
	}
	lane := o - port*f.VCs
	if isHost {
		if f.admit != nil {
			f.admit.heard(f, o, x, isNew)
		} else {
			f.heed(o, 0, lane, x)
		}
		if h := f.Net.Host(port); !f.host[h].busy {
			f.inject(h, &f.host[h])
		}
		return
	}
	s, out := f.Net.SwitchOf(port)
	for u := s * f.Net.Radix * f.VCs; u < (s+1)*f.Net.Radix*f.VCs; u++ {
		f.heed(u, out, lane, x)
	}
}

// heed passes a notification about a line of an output's CAM on to a unit that sends there. While that line is stopped, those that follow
// it know all its destinations: an internal Stop contains "all the CAM line information" (§3.5).
func (f *Fabric) heed(u, out, lane int, x *signal) {
	a := f.aside
	unit := &a.unit[u]
	of := &a.copied[int(x.to)*a.Queues+int(x.line)]
	var todo uint64
	told := false // a line of the unit is told of destinations, which may come there in other VCs, too
	for m := unit.open; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		l := a.at(u, j)
		if !l.follows(out, lane, int(x.line)) {
			continue
		}
		switch x.kind {
		case signalStop:
			l.state |= lineStopped
			told = f.learn(u, j, of.dests...) || told
		case signalAdd:
			if of.state&lineStopped != 0 {
				told = f.learn(u, j, x.dst) || told
			}
		case signalFree:
			l.next = noLine
			fallthrough
		case signalGo:
			l.state &^= lineStopped
		}
		if l.used == 0 && l.state&lineStopped == 0 {
			todo |= 1 << (j + 1) // nothing waits in it any more
		}
	}
	filled := unit.open<<1 | 1
	if x.kind == signalGo || x.kind == signalFree {
		filled &^= unit.ready
	} // else also those that wait already, and pass on to the queue for a port farther away
	for ; filled != 0; filled &= filled - 1 {
		q := bits.TrailingZeros64(filled)
		if h := a.head(u, q); int(h.out) == out && (int(h.lane) == lane || told) && (x.kind != signalAdd || h.dst == x.dst) {
			todo |= 1 << q
		}
	}
	if todo != 0 {
		f.sortOut(u, todo)
	}
}

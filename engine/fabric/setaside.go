package fabric

// Set-aside queues, RECN-IQ and FBICM ([FBICM] §3): every channel of an input buffer is one queue for
// the flows that are not congested (NFQ) and a few queues (CFQ in FBICM, SAQ in RECN) that are
// allocated to congested flows while there are any. All of them share the channel's space and credits.
//
// Every packet enters the NFQ. Post-processing (§3.4) looks at the head of each queue: if a CAM line
// knows its flow, the packet is moved to that line's queue, which takes no time (a pointer changes). As
// a channel's packets lie in the order of their arrival (buffer.go), with the number of their queue in
// place of their output, moving is writing another number, and order within a queue is kept.
//
// Readings, where [FBICM] is silent, or our way is another:
//   - A flow may be in several lines, for congested ports at different distances on its way: it passes their
//     queues in the order of hops-to-reach, the nearest first (§3.4 has packets moved from the NFQ alone). A pipeline of FIFOs keeps the order of
//     every flow, whichever lines come and go (a line goes only when its queue is empty).
//   - All queues whose head may leave take part in the arbitration; of those with the same output the next
//     one in turn sends (§3.4 has "a round robin policy among all the queues" of an input port, whatever their outputs). Between inputs and outputs the
//     arbiter is by default the one of all other schemes (arbiter.go), so that schemes differ in their queues alone; §3.1's
//     "oldest-first" (oldest.go) is a choice, for all of them alike.
//   - A queue is given free when it is empty and not stopped; the upstream line, if one was made, hears of it and
//     goes too (the paper announces a "deallocation policy" and does not describe it).
//   - A notification takes the link's delay and no bandwidth.
//   - At hosts the admittance queues of §4.1 are one FIFO and a queue per line, like the ports' (setaside_host.go); with
//     Config.Admittance one for each destination, as there, and no queue is set aside (admittance.go).

import (
	"math"
	"math/bits"
	"slices"
)

// SetAside says how queues are set aside.
type SetAside struct {
	Queues  int  // CFQs or SAQs per channel of an input port, 1–MaxSetAside
	Detect  int  // more packets than this in the NFQ are congestion
	Stop    int  // more packets than this in a CFQ stop the upstream port
	Go      int  // so few packets in a CFQ let it go on
	ByRoute bool // RECN: a line stands for a route to the congested port; FBICM: for a list of destinations
}

// MaxSetAside is the largest number of set-aside queues of a channel.
const MaxSetAside = 32

// camLine is a line of a CAM. Those of an input port belong to a queue each. Those of an output port (or
// host) are copies of the lines downstream that have sent a Stop, under the same numbers.
type camLine struct {
	dests []uint32 // list of destinations, ascending; with routes: one, whose way is the route
	since int64    // time of its allocation, for the picture
	root  int32    // congested port, a global number
	used  uint32   // packets in the queue; of a host's, with a trace: messages
	hops  uint16   // hops-to-reach: 1 = the congested port is one of this switch
	out   uint8    // the port of this switch on the way to it
	lane  uint8    // the VC there
	next  uint8    // NextCFQ: the line of that output's CAM it follows; noLine
	state uint8
}

const noLine = 255

// States of a line.
const (
	lineActive  = 1 << iota
	lineStopped // Stop bit: its flow control forbids it to send
	lineTold    // "Sent Stop": the port upstream has a copy
	lineHalts   // and was told Stop last, not Go
)

// queueHead is the first packet of a queue: destination, output and VC there.
type queueHead struct {
	dst       uint32
	out, lane uint8
}

// asideUnit is the state of a channel's queues. Queue 0 is the NFQ, queue k+1 that of line k.
type asideUnit struct {
	open  uint64    // lines in use
	ready uint64    // queues whose head may leave
	first queueHead // that of the NFQ
	nfq   uint16    // packets in the NFQ; of hosts: unused
	turn  uint8     // queue whose turn it is

	// Of the channel's port as a transmitting one, and this VC on its link:
	stopped uint64 // lines of the output's CAM that are stopped
	known   uint64 // and those in use
}

// aside is the state of all set-aside queues. Units are by port*VCs + VC, those of the hosts last.
type aside struct {
	SetAside
	unit   []asideUnit
	heads  []queueHead // by unit*Queues + line
	line   []camLine   // input CAMs: by unit*Queues + line
	copied []camLine   // output CAMs, by port*VCs + VC of the transmitting port
	signal signalRing
	host   hostQueues
	series asideSeries
}

func (f *Fabric) initAside(c *SetAside) {
	units := f.Net.Ports() * f.VCs
	a := &aside{SetAside: *c}
	a.unit = make([]asideUnit, units)
	a.heads = make([]queueHead, units*c.Queues)
	a.line, a.copied = make([]camLine, units*c.Queues), make([]camLine, units*c.Queues)
	if !f.Admittance {
		a.host.init(f.Net.Hosts*f.VCs*c.Queues, f.SourceCap)
	}
	a.series.init(f.BinPS)
	f.aside = a
}

func (a *aside) at(u, k int) *camLine { return &a.line[u*a.Queues+k] }

// head returns what is noted of the head of a queue.
func (a *aside) head(u, q int) *queueHead {
	if q == 0 {
		return &a.unit[u].first
	}
	return &a.heads[u*a.Queues+q-1]
}

// asideArrived queues a packet whose head has arrived.
func (f *Fabric) asideArrived(s, in, vc int, p Packet) {
	a := f.aside
	u := (s*f.Net.Radix+in)*f.VCs + vc
	f.channel(u).push(p, 0)
	x := &a.unit[u]
	x.nfq++
	if x.nfq == 1 || int(x.nfq) > a.Detect {
		f.sortOut(u, 1)
	}
}

// sortOut is the post-processing: it looks at the heads of some queues of a unit, moves them to other
// queues as long as a line asks for it, and shows the arbiter which of the heads may leave.
func (f *Fabric) sortOut(u int, todo uint64) {
	a := f.aside
	x := &a.unit[u]
	port := u / f.VCs
	isHost := f.Net.IsHost(port)
	var s, in int
	var c channel
	if !isHost {
		s, in = f.Net.SwitchOf(port)
		c = f.channel(u)
	}
	vc := u - port*f.VCs
	for todo != 0 {
		q := bits.TrailingZeros64(todo)
		bit := uint64(1) << q
		todo &^= bit
		var d uint32
		i := -1
		if isHost {
			if dst, ok := f.hostHead(u, q); ok {
				i, d = 0, dst
			}
		} else if i = c.find(q); i >= 0 {
			d = c.packet(i).Dst()
		}
		if i < 0 {
			if !isHost {
				f.hide(s, u, in, q)
			}
			x.ready &^= bit
			if q > 0 && f.freeLine(u, q-1) {
				todo |= ^x.ready & (x.open<<1 | 1) // heads that found no line
				if int(x.nfq) > a.Detect {
					todo |= 1 // nor did this one
				}
			}
			continue
		}
		out, lane := 0, vc
		if !isHost {
			det, _ := f.Routes.Step(s, d)
			out = int(det)
			if f.datelines {
				lane = f.Routes.NextVC(s, det, vc, d)
			}
		}
		hops := uint16(0)
		if q > 0 {
			hops = a.at(u, q-1).hops
		}
		k, blocked := -1, false
		if x.open != 0 {
			k = f.further(u, d, out, hops)
		}
		if k < 0 {
			o := u // a host's own port transmits
			if !isHost {
				o = (s*f.Net.Radix+out)*f.VCs + lane
			}
			if a.unit[o].stopped != 0 {
				var news bool
				if k, blocked, news = f.refer(u, o, q, d, out, lane); news {
					todo |= x.open<<1 | 1 // other heads may belong to that line, too
				}
			}
		}
		if k < 0 && !blocked && q == 0 && !isHost && int(x.nfq) > a.Detect {
			k = f.detect(u, d, s*f.Net.Radix+out, out, lane)
		}
		if k >= 0 {
			l := a.at(u, k)
			first := l.used == 0
			if isHost {
				if !f.hostMove(u, q, k) {
					todo |= bit // refused; the next one
					continue
				}
			} else {
				c.set(i, k+1)
			}
			l.used++
			if !isHost || q > 0 {
				f.taken(u, q)
			}
			if int(l.used) > a.Stop && l.state&lineHalts == 0 && !isHost {
				f.halt(u, k)
			}
			if todo |= bit; first || q > 0 {
				todo |= 1 << (k + 1)
			}
			continue
		}
		h := a.head(u, q)
		if now := (queueHead{d, uint8(out), uint8(lane)}); isHost {
			*h = now
			x.ready &^= bit
			if !blocked {
				x.ready |= bit
			}
		} else {
			if x.ready&bit != 0 && (blocked || h.out != now.out || h.lane != now.lane) {
				f.hide(s, u, in, q)
			}
			was := x.ready & bit
			*h = now
			if !blocked && was == 0 {
				x.ready |= bit
				f.show(s, in, out, lane)
			}
		}
	}
}

// show lets an input request an output, if it does not yet.
func (f *Fabric) show(s, in, out, lane int) {
	if f.requests(s, out, lane)&bit(in) != 0 {
		return
	}
	f.expose(s, in, out, lane)
	if x := &f.ports[s]; x.freeIn&bit(in) != 0 && x.freeOut&bit(out) != 0 {
		f.mark(s, bit(out))
	}
}

// hide takes the request of a queue's head back, unless another queue of the port has the same one.
func (f *Fabric) hide(s, u, in, q int) {
	a := f.aside
	x := &a.unit[u]
	if x.ready>>q&1 == 0 {
		return
	}
	x.ready &^= 1 << q
	h := a.head(u, q)
	first := u / f.VCs * f.VCs
	for v := first; v < first+f.VCs; v++ {
		if f.sending(v, h.out, h.lane) != 0 {
			return
		}
	}
	f.withdraw(s, in, int(h.out), int(h.lane))
}

// sending returns the queues of a unit with a head that may leave by an output on a VC.
func (f *Fabric) sending(u int, out, lane uint8) (queues uint64) {
	a := f.aside
	for m := a.unit[u].ready; m != 0; m &= m - 1 {
		q := bits.TrailingZeros64(m)
		if h := a.head(u, q); h.out == out && h.lane == lane {
			queues |= 1 << q
		}
	}
	return
}

// asideForward sends the packet of an accepted match.
func (f *Fabric) asideForward(s, in, out int) {
	a := f.aside
	to := f.turnOf(s, f.output(s, out), in)
	i := &f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]
	turn := int(uint8(*i>>ctlTurn)) % f.VCs
	var vc int
	var queues uint64
	for k := 0; k < f.VCs && queues == 0; k++ {
		vc = (turn + k) % f.VCs
		queues = f.sending((s*f.Net.Radix+in)*f.VCs+vc, uint8(out), uint8(to))
	}
	*i = *i&^(0xff<<ctlTurn) | uint64(vc+1)<<ctlTurn
	u := (s*f.Net.Radix+in)*f.VCs + vc
	x := &a.unit[u]
	q := next(queues, x.turn)
	x.turn = uint8(q + 1)

	c := f.channel(u)
	k := c.find(q)
	from := uint32(s)<<f.shift | uint32(out)
	f.fly(c.packet(k), from|uint32(in)<<placeBits|uint32(vc)<<flightWas, f.peer[from], to)
	if f.sent != nil {
		f.sent[s*f.Net.Radix+out]++
	}
	c.remove(k)
	f.taken(u, q)
	f.sortOut(u, 1<<q)
	if f.ports[s].sinks&bit(out) == 0 {
		at, shift := lane(to)
		f.output(s, out)[at] -= 1 << shift
	}
}

// taken counts a packet out of a queue. Few enough of them let the port upstream go on.
func (f *Fabric) taken(u, q int) {
	a := f.aside
	if q == 0 {
		a.unit[u].nfq--
		return
	}
	l := a.at(u, q-1)
	if l.used--; l.state&lineHalts != 0 && int(l.used) <= a.Go {
		l.state &^= lineHalts
		f.tell(u, q-1, signalGo, 0)
	}
}

// further returns the line of a unit whose queue a packet passes next: the nearest of those it matches
// beyond so many hops; -1 if there is none. A packet that requests the congested port itself is
// congested, whether or not its destination has been seen there (§3.3).
func (f *Fabric) further(u int, d uint32, out int, hops uint16) int {
	a := f.aside
	best, least := -1, uint16(math.MaxUint16)
	for m := a.unit[u].open; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		l := a.at(u, k)
		if int(l.out) != out || l.hops <= hops || l.hops >= least {
			continue
		}
		if l.hops == 1 || f.matches(l, u, d, int(l.hops)) {
			best, least = k, l.hops
		}
	}
	if best >= 0 && least == 1 {
		f.learn(u, best, d)
	}
	return best
}

// matches says whether a destination belongs to a line: it is in its list or, with routes, its way from
// a port's switch on is the line's for so many hops. The first hop of a host leads to its switch.
func (f *Fabric) matches(l *camLine, u int, d uint32, hops int) bool {
	if !f.aside.ByRoute {
		_, ok := slices.BinarySearch(l.dests, d)
		return ok
	}
	port, to := u/f.VCs, l.dests[0]
	if d == to {
		return true
	}
	if f.Net.IsHost(port) {
		return f.sameWay(int(f.hostPeer[f.Net.Host(port)]>>f.shift), d, to, hops-1)
	}
	s, _ := f.Net.SwitchOf(port)
	return f.sameWay(s, d, to, hops)
}

// sameWay says whether two destinations have the same next hops from a switch on.
func (f *Fabric) sameWay(s int, d, to uint32, hops int) bool {
	for ; hops > 0; hops-- {
		a, _ := f.Routes.Step(s, d)
		b, _ := f.Routes.Step(s, to)
		if a != b {
			return false
		}
		peer := f.peer[uint32(s)<<f.shift|uint32(a)]
		if peer&atHost != 0 {
			return true
		}
		s = int(peer >> f.shift)
	}
	return true
}

// stops returns the stopped lines of an output for the head of a queue: those that know it, and the one that its own line follows, whose Stop bit
// holds all of the queue.
func (f *Fabric) stops(u, q, out, lane int, d uint32) (lines uint64) {
	a := f.aside
	o := u // a host's own port transmits
	if port := u / f.VCs; !f.Net.IsHost(port) {
		o = (port-port%f.Net.Radix+out)*f.VCs + lane
	}
	for m := a.unit[o].stopped; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		l := &a.copied[o*a.Queues+k]
		if q > 0 && a.at(u, q-1).follows(out, lane, k) || f.matches(l, u, d, int(l.hops)+1) {
			lines |= 1 << k
		}
	}
	return lines
}

// learn adds destinations to a line's list, tells the port upstream of those that are new if that has a copy, and says
// whether there are any.
func (f *Fabric) learn(u, k int, dests ...uint32) (news bool) {
	if f.aside.ByRoute {
		return
	}
	l := f.aside.at(u, k)
	for _, d := range dests {
		if l.add(d) {
			news = true
			if l.state&lineTold != 0 {
				f.tell(u, k, signalAdd, d)
			}
		}
	}
	return
}

// add puts a destination into a list, and says whether it is new.
func (l *camLine) add(d uint32) bool {
	i, ok := slices.BinarySearch(l.dests, d)
	if !ok {
		l.dests = slices.Insert(l.dests, i, d)
	}
	return !ok
}

// openLine takes a free line of a unit into use, for some destinations, -1 if there is none.
func (f *Fabric) openLine(u int, l camLine, dests ...uint32) int {
	a := f.aside
	k := bits.TrailingZeros64(^a.unit[u].open)
	if k >= a.Queues {
		return -1
	}
	a.unit[u].open |= 1 << k
	to := a.at(u, k)
	l.dests = append(to.dests[:0], dests...)
	l.state |= lineActive
	l.since = f.now
	*to = l
	if !f.Net.IsHost(u / f.VCs) {
		a.series.change(f.now, 1)
	}
	return k
}

// detect makes the output that the NFQ's head requests a congested port (§3.2), and returns its line.
func (f *Fabric) detect(u int, d uint32, root, out, lane int) int {
	return f.openLine(u, camLine{root: int32(root), hops: 1, out: uint8(out), lane: uint8(lane), next: noLine}, d)
}

// refer is the internal notification (§3.5): the head of a queue requests an output that a line of its CAM
// stops. It returns the unit's line, an old or a new one, that the packet has to pass, or -1, whether it is
// stopped where it is (its own line is the one, or no line is free), and whether a line has learnt of destinations.
func (f *Fabric) refer(u, o, q int, d uint32, out, lane int) (line int, blocked, news bool) {
	a := f.aside
	hops := uint16(0)
	if q > 0 {
		hops = a.at(u, q-1).hops
	}
	var near [MaxSetAside]int // those that stop it, the nearest congested port first
	n := 0
	for m := f.stops(u, q, out, lane, d); m != 0; m &= m - 1 {
		k, i := bits.TrailingZeros64(m), n
		for ; i > 0 && a.copied[o*a.Queues+near[i-1]].hops > a.copied[o*a.Queues+k].hops; i-- {
			near[i] = near[i-1]
		}
		near[i] = k
		n++
	}
	for _, k := range near[:n] {
		l := &a.copied[o*a.Queues+k]
		blocked = true
		if l.hops+1 <= hops {
			if l.hops+1 == hops { // it had lost the line it followed
				own := a.at(u, q-1)
				own.next, own.lane = uint8(k), uint8(lane)
				own.state |= lineStopped
				news = f.learn(u, q-1, l.dests...)
			}
			continue
		}
		j := a.follower(u, out, lane, k)
		if j < 0 {
			j = a.lost(u, l, out, lane)
			if j >= 0 {
				own := a.at(u, j)
				own.next = uint8(k)
				own.state |= lineStopped
				news = true
			}
		}
		if j < 0 {
			all := l.dests
			if a.ByRoute {
				all = []uint32{d}
			}
			j = f.openLine(u, camLine{root: l.root, hops: l.hops + 1, out: uint8(out), lane: uint8(lane), next: uint8(k), state: lineStopped}, all...)
			news = news || j >= 0
		} else if f.learn(u, j, l.dests...) {
			news = true
		}
		if j >= 0 {
			return j, false, news
		}
	}
	return -1, blocked, news
}

// follows says whether a line follows a line of an output's CAM. There may be several that do: one that had lost
// its own may have taken to another.
func (l *camLine) follows(out, lane, k int) bool {
	return int(l.next) == k && int(l.out) == out && int(l.lane) == lane
}

// lost returns a line of a unit for the congested port of an output's line that has lost the one it followed; -1: none. (With routes there
// is none for a packet that asks: it would be in that line's queue.)
func (a *aside) lost(u int, l *camLine, out, lane int) int {
	for m := a.unit[u].open; m != 0 && !a.ByRoute; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		if own := a.at(u, j); own.next == noLine && own.root == l.root && own.hops == l.hops+1 && int(own.out) == out && int(own.lane) == lane {
			return j
		}
	}
	return -1
}

// follower returns a line of a unit that follows a line of an output's CAM, or -1.
func (a *aside) follower(u, out, lane, k int) int {
	for m := a.unit[u].open; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		if a.at(u, j).follows(out, lane, k) {
			return j
		}
	}
	return -1
}

// freeLine gives a line free whose queue is empty and may send.
func (f *Fabric) freeLine(u, k int) bool {
	a := f.aside
	l := a.at(u, k)
	if l.state&lineActive == 0 || l.used > 0 || l.state&lineStopped != 0 {
		return false
	}
	if l.state&lineTold != 0 {
		f.tell(u, k, signalFree, 0)
	}
	*l = camLine{dests: l.dests[:0]}
	a.unit[u].open &^= 1 << k
	if !f.Net.IsHost(u / f.VCs) {
		a.series.change(f.now, -1)
	}
	return true
}

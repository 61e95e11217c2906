package fabric

// Reading set-aside queues: for the picture, measures, checksums, invariants and copies.

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// CAMLine is a line of a CAM ([FBICM] Fig. 3), as others see it. Its slices are shared: read only.
type CAMLine struct {
	Line    int      // its number; an input port's is the number of its queue too
	Root    int      // Congested-Port: a global output port
	Hops    int      // hops-to-reach: 1 = Root is a port of this switch
	Dests   []uint32 // FBICM: list-of-destinations; RECN: one destination whose way is the route
	Out     int      // local output on the way to Root (input ports)
	Next    int      // NextCFQ: the line of that output's CAM it follows, -1 = none (input ports); if there is one, it is "Receiving Control"
	Stopped bool     // Stop bit
	Told    bool     // "Sent Stop": the CAM upstream has a copy (input ports)
	Halting bool     // and the last it was told is Stop (input ports)
	Since   int64    // when the queue was allocated, ps; 0 of copies
	Packets int      // in the queue (input ports; of a host's: packets, or messages of a trace)
}

// SetAsideQueues returns how many queues a channel may set aside, 0 if the scheme sets none aside, and
// whether lines stand for routes (RECN) or for destinations (FBICM).
func (f *Fabric) SetAsideQueues() (queues int, byRoute bool) {
	if f.aside == nil {
		return 0, false
	}
	return f.aside.Queues, f.aside.ByRoute
}

// Uncongested returns the packets in the queue for the flows that are not congested (NFQ) of a channel.
func (f *Fabric) Uncongested(port, vc int) int {
	if f.aside == nil {
		return 0
	}
	if f.Net.IsHost(port) {
		h := f.Net.Host(port)
		return f.SourceLen(h, vc) - f.sortedWaiting(h, vc)
	}
	return int(f.aside.unit[port*f.VCs+vc].nfq)
}

// SetAsideLines calls visit for the lines in use at a channel of an input port, or at a host, each with
// its queue.
func (f *Fabric) SetAsideLines(port, vc int, visit func(CAMLine)) {
	if f.aside == nil {
		return
	}
	u := port*f.VCs + vc
	for m := f.aside.unit[u].open; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		visit(f.aside.at(u, k).seen(k))
	}
}

// OutputLines calls visit for the lines in the CAM of an output port or host: copies of those downstream.
func (f *Fabric) OutputLines(port, vc int, visit func(CAMLine)) {
	if f.aside == nil {
		return
	}
	o := port*f.VCs + vc
	for m := f.aside.unit[o].known; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		visit(f.aside.copied[o*f.aside.Queues+k].seen(k))
	}
}

func (l *camLine) seen(k int) CAMLine {
	x := CAMLine{Line: k, Root: int(l.root), Hops: int(l.hops), Dests: l.dests, Out: int(l.out), Next: int(l.next),
		Stopped: l.state&lineStopped != 0, Told: l.state&lineTold != 0, Halting: l.state&lineHalts != 0, Since: l.since, Packets: int(l.used)}
	if l.next == noLine {
		x.Next = -1
	}
	return x
}

// SignalKind says what a notification tells.
type SignalKind uint8

// The kinds of notifications.
const (
	SignalStop SignalKind = iota
	SignalAdd             // a destination is added to the line
	SignalGo
	SignalFree
)

func (k SignalKind) String() string { return [...]string{"Stop", "Add", "Go", "Free"}[k] }

// Signals calls visit for the external notifications on their way: the input port they come from, the
// port upstream they go to, when they were sent (ps), and the line they are about.
func (f *Fabric) Signals(visit func(from, to, vc int, kind SignalKind, line int, start int64)) {
	if f.aside == nil {
		return
	}
	r := &f.aside.signal
	for i := r.head; i != r.next; i++ {
		x := &r.ring[i&uint64(len(r.ring)-1)]
		to := int(x.to) / f.VCs
		visit(int(f.Net.Peer[to]), to, int(x.to)-to*f.VCs, SignalKind(x.kind), int(x.line), x.at-f.DelayPS)
	}
}

// SetAsideCount returns the queues that are set aside in all switches at present, the most there have been,
// and how often one has been allocated.
func (f *Fabric) SetAsideCount() (active, peak int, allocated uint64) {
	if f.aside == nil {
		return
	}
	s := &f.aside.series
	return s.active, s.peak, s.opened
}

// SetAsideMean returns how many queues were set aside on average from one time to another, ps.
func (f *Fabric) SetAsideMean(from, to int64) float64 {
	if f.aside == nil {
		return 0
	}
	f.aside.series.fill(f.now)
	return f.aside.series.between(from, to)
}

// Birth returns when a packet in the network was generated, ps.
func (f *Fabric) Birth(p Packet) int64 { return f.packets.life[p.id()].birth }

func (a *aside) clone() *aside {
	c := *a
	c.unit, c.heads = slices.Clone(a.unit), slices.Clone(a.heads)
	c.line, c.copied = cloneLines(a.line), cloneLines(a.copied)
	c.signal.ring = slices.Clone(a.signal.ring)
	c.host = a.host.clone()
	c.series.bin = append(make([]uint64, 0, Bins), a.series.bin...)
	return &c
}

func cloneLines(lines []camLine) []camLine {
	out := slices.Clone(lines)
	for i := range out {
		out[i].dests = slices.Clone(out[i].dests)
	}
	return out
}

func (l *camLine) digest(d *digest) {
	d.add(uint64(uint32(l.root))<<32 | uint64(l.used)<<16 | uint64(l.hops)<<8 | uint64(l.state))
	d.add(uint64(l.out)<<16 | uint64(l.lane)<<8 | uint64(l.next))
	for _, x := range l.dests {
		d.add(uint64(x))
	}
}

// digest adds what decides about the future.
func (a *aside) digest(f *Fabric, d *digest) {
	for u := range a.unit {
		x := &a.unit[u]
		d.add(x.open)
		d.add(x.ready<<8 | uint64(x.turn))
		for m := x.open; m != 0; m &= m - 1 {
			a.at(u, bits.TrailingZeros64(m)).digest(d)
		}
		d.add(a.unit[u].known)
		for m := a.unit[u].known; m != 0; m &= m - 1 {
			a.copied[u*a.Queues+bits.TrailingZeros64(m)].digest(d)
		}
		if port := u / f.VCs; !f.Net.IsHost(port) && x.open != 0 {
			c := f.channel(u)
			for i := 0; i < c.used(); i++ {
				d.add(uint64(c.output(i)))
			}
		}
	}
	r := &a.signal
	for i := r.head; i != r.next; i++ {
		x := &r.ring[i&uint64(len(r.ring)-1)]
		d.add(uint64(x.at))
		d.add(uint64(x.to)<<32 | uint64(x.dst))
		d.add(uint64(uint32(x.root))<<32 | uint64(x.line)<<16 | uint64(x.hops)<<8 | uint64(x.kind))
	}
	f.digestQueues(d, &a.host)
}

// checkAside proves the set-aside queues sound: every packet is in a queue in use, those of a queue are as many
// as its line counts, lines in use are needed, copies upstream are those of lines that have told of
// themselves, and the arbiter sees the heads that may leave.
func (f *Fabric) checkAside() error {
	a, n := f.aside, f.Net
	fail := func(u int, what ...string) error {
		return f.brokenAt(u/f.VCs, u%f.VCs, strings.Join(what, " "))
	}
	told := map[[2]int]int{} // notifications on their way that make or end copies
	r := &a.signal
	for i := r.head; i != r.next; i++ {
		x := &r.ring[i&uint64(len(r.ring)-1)]
		told[[2]int{int(x.to), int(x.line)}]++
	}
	active := 0
	for u := range a.unit {
		x := &a.unit[u]
		port := u / f.VCs
		if n.Peer[port] < 0 {
			continue
		}
		counts := make([]int, a.Queues+1)
		first := make([]int, a.Queues+1)
		if n.IsHost(port) {
			h := n.Host(port)
			for k := 0; k < a.Queues && f.admit == nil; k++ {
				counts[k+1] = int(a.host.count[(h*f.VCs+u%f.VCs)*a.Queues+k])
			}
		} else {
			active += bits.OnesCount64(x.open)
			c := f.channel(u)
			for i := c.used() - 1; i >= 0; i-- {
				q := c.output(i)
				if q > a.Queues || q > 0 && x.open>>(q-1)&1 == 0 {
					return fail(u, "a packet is in queue", strconv.Itoa(q), "which is not in use")
				}
				counts[q]++
				first[q] = i
			}
			if counts[0] != int(x.nfq) {
				return fail(u, strconv.Itoa(counts[0]), "packets in the NFQ,", strconv.Itoa(int(x.nfq)), "counted")
			}
			for q := 0; q <= a.Queues; q++ {
				if counts[q] == 0 {
					if x.ready>>q&1 != 0 {
						return fail(u, "queue", strconv.Itoa(q), "is ready and empty")
					}
					continue
				}
				s, _ := n.SwitchOf(port)
				d := c.packet(first[q]).Dst()
				det, _ := f.Routes.Step(s, d)
				head := a.head(u, q)
				if head.dst != d || head.out != det {
					return fail(u, "the head of queue", strconv.Itoa(q), "is not the one noted")
				}
				stopped := f.stops(u, q, int(det), int(head.lane), d) != 0
				if stopped == (x.ready>>q&1 != 0) {
					return fail(u, "queue", strconv.Itoa(q), "is ready and stopped, or neither")
				}
			}
		}
		for k := 0; k < a.Queues; k++ {
			l := a.at(u, k)
			inUse := x.open>>k&1 != 0
			switch {
			case inUse != (l.state&lineActive != 0):
				return fail(u, "line", strconv.Itoa(k), "is in use, or is not, against its state")
			case int(l.used) != counts[k+1]:
				return fail(u, strconv.Itoa(counts[k+1]), "packets in queue", strconv.Itoa(k+1)+",", strconv.Itoa(int(l.used)), "counted")
			case inUse && l.used == 0 && l.state&lineStopped == 0:
				return fail(u, "line", strconv.Itoa(k), "is in use for nothing")
			case inUse && !f.listed(l):
				return fail(u, "line", strconv.Itoa(k), "has an unsorted list")
			case inUse && l.next == noLine && l.state&lineStopped != 0:
				return fail(u, "line", strconv.Itoa(k), "is stopped by no other")
			case inUse && l.next != noLine:
				o := u // that it follows a line of
				if !n.IsHost(port) {
					s, _ := n.SwitchOf(port)
					o = (s*n.Radix+int(l.out))*f.VCs + int(l.lane)
				}
				if m := &a.copied[o*a.Queues+int(l.next)]; m.state&lineActive == 0 || m.hops+1 != l.hops || m.root != l.root || (m.state^l.state)&lineStopped != 0 {
					return fail(u, "line", strconv.Itoa(k), "follows another that is not like it")
				} else if l.state&lineStopped != 0 && !a.ByRoute && slices.ContainsFunc(m.dests, func(d uint32) bool { return !slices.Contains(l.dests, d) }) {
					return fail(u, "line", strconv.Itoa(k), "does not know all destinations of the stopped one that it follows")
				}
			}
			if n.IsHost(port) {
				continue
			}
			o := int(n.Peer[port])*f.VCs + u%f.VCs
			copied := a.unit[o].known>>k&1 != 0
			if told[[2]int{o, k}] > 0 {
				continue
			}
			m := &a.copied[o*a.Queues+k]
			if copied != (l.state&lineTold != 0) || copied && (m.root != l.root || m.hops != l.hops || !slices.Equal(m.dests, l.dests) && !a.ByRoute) ||
				copied && (m.state&lineStopped != 0) != (l.state&lineHalts != 0) || (a.unit[o].stopped>>k&1 != 0) != (m.state&lineStopped != 0) {
				return fail(u, "the copy of line", strconv.Itoa(k), "upstream is not what it was told")
			}
		}
	}
	if active != a.series.active {
		return f.broken("", strconv.Itoa(active)+" queues are set aside, "+strconv.Itoa(a.series.active)+" counted")
	}
	return nil
}

func (f *Fabric) listed(l *camLine) bool {
	return len(l.dests) > 0 && slices.IsSorted(l.dests) && (!f.aside.ByRoute || len(l.dests) == 1)
}

// sortedAsks returns which outputs and VCs an input port requests, by out*VCs + VC.
func (f *Fabric) sortedAsks(port int) []bool {
	asks := make([]bool, f.Net.Radix*f.VCs)
	s, _ := f.Net.SwitchOf(port)
	if v := f.voqnet; v != nil {
		for out := range asks {
			asks[out] = v.asks(s, port, s*f.Net.Radix+out)
		}
		return asks
	}
	for u := port * f.VCs; u < (port+1)*f.VCs; u++ {
		for m := f.aside.unit[u].ready; m != 0; m &= m - 1 {
			h := f.aside.head(u, bits.TrailingZeros64(m))
			asks[int(h.out)*f.VCs+int(h.lane)] = true
		}
	}
	return asks
}

func (f *Fabric) checkSorted() error {
	if f.admit != nil {
		if err := f.checkAdmittance(); err != nil {
			return err
		}
	}
	switch {
	case f.aside != nil:
		return f.checkAside()
	case f.voqnet != nil:
		return f.checkVOQnet()
	}
	return nil
}

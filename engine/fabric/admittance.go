package fabric

// Hosts with a queue for each destination, the admittance queues of [FBICM] §4.1: "Every IA is modeled with a fixed number
// of N admittance queues (where N is the total number of endnodes)". A packet that may not enter the network holds up none
// to another destination. Under VOQnet hosts have them always (voqnet.go), under the other schemes with Config.Admittance.
//
// Which packets may enter follows "a scheme similar to that of the output ports of a switch": the packet's VC needs
// credits, and where queues are set aside no stopped line of the CAM, whose lines are copies of the leaf switch's, may know
// its flow. (Reading: as every flow has a queue already, the injection queues need no place of their own, and the host
// sets nothing aside. Destinations that may be sent to take turns, packet by packet; with Config.Injected, whose arbiters serve
// the oldest packet, hosts send the oldest, too.)

import (
	"math/bits"
	"slices"
	"strconv"
)

// byDest are the queues by destination of all hosts, by host*hosts + destination.
type byDest struct {
	hostQueues
	words int      // of a bit set
	some  []uint64 // bit sets by host*VCs + VC: destinations with packets
	held  []uint32 // by host*VCs + VC: packets in all queues; messages of a trace
	turn  []uint32 // by host: the destination whose turn it is
}

// admittance are those of hosts that are not VOQnet's.
type admittance struct {
	byDest
	halted []uint64 // bit sets by host*VCs + VC: destinations that a stopped line stands for; nil if none are set aside
	behind []uint64 // by (host*VCs + VC)*Queues + line of the host's CAM: destinations that the line stands for
}

func (f *Fabric) newByDest() (q byDest) {
	n := f.Net.Hosts
	q.init(n*n, f.SourceCap)
	q.words = (n + 63) / 64
	q.some, q.held, q.turn = make([]uint64, n*f.VCs*q.words), make([]uint32, n*f.VCs), make([]uint32, n)
	return q
}

func (f *Fabric) initAdmittance() {
	a := &admittance{byDest: f.newByDest()}
	if c := f.SetAside; c != nil {
		a.halted, a.behind = make([]uint64, len(a.some)), make([]uint64, len(a.some)*c.Queues)
	}
	f.admit = a
}

// set is the one of a host's VC among bit sets by host*VCs + VC.
func (q *byDest) set(sets []uint64, k int) []uint64 { return sets[k*q.words : (k+1)*q.words] }

// sortIn moves what waits in a host's source queues to those by destination.
func (f *Fabric) sortIn(h int, q *byDest) {
	for m := f.host[h].filled; m != 0; m &= m - 1 {
		vc := bits.TrailingZeros16(m)
		k := h*f.VCs + vc
		for f.host[h].filled>>vc&1 != 0 {
			d, _ := f.SourceHead(h, vc)
			if f.fromSource(h, vc, &q.hostQueues, h*f.Net.Hosts+int(d)) {
				q.some[k*q.words+int(d/64)] |= 1 << (d % 64)
				q.held[k]++
			}
		}
	}
}

// takeFor numbers the next packet of a host to a destination, whose turn it was.
func (f *Fabric) takeFor(h, vc, d int, q *byDest) Packet {
	list, k := h*f.Net.Hosts+d, h*f.VCs+vc
	was := q.count[list]
	p := f.takeSorted(h, vc, &q.hostQueues, list)
	q.held[k] -= was - q.count[list]
	if q.first[list] < 0 {
		q.some[k*q.words+d/64] &^= 1 << (d % 64)
	}
	q.turn[h] = uint32(d+1) % uint32(f.Net.Hosts)
	return p
}

// admitAll moves what a host has generated to its queues by destination, and says whether it has any.
func (f *Fabric) admitAll(h int) bool {
	q := f.byDestination()
	if q == nil {
		return false
	}
	f.sortIn(h, q)
	return true
}

// injectAdmitted sends the next packet of an idle host with admittance queues.
func (f *Fabric) injectAdmitted(h int, s *host) {
	f.admitAll(h)
	d := f.admissible(h, s.ready)
	if d < 0 {
		f.sleep(h, s)
		return
	}
	vc := int(f.Scheme.VC(uint32(h), uint32(d)))
	f.sendOwn(h, vc, s, f.takeFor(h, vc, d, &f.admit.byDest))
}

// admissible returns the destination that a host sends to next, of those whose VC is among some: of what has packets and is not
// halted the first at or after its turn, or the one whose packet is the oldest; −1 if there is none.
func (f *Fabric) admissible(h int, ready uint16) int {
	a, vcs := f.admit, f.VCs
	for m := ready; m != 0; m &= m - 1 {
		if vc := bits.TrailingZeros16(m); vc >= vcs || a.held[h*vcs+vc] == 0 {
			ready &^= 1 << vc
		}
	}
	if ready == 0 {
		return -1
	}
	word := func(i int) (w uint64) {
		for m := ready; m != 0; m &= m - 1 {
			at := (h*vcs+bits.TrailingZeros16(m))*a.words + i
			if a.halted != nil {
				w |= a.some[at] &^ a.halted[at]
			} else {
				w |= a.some[at]
			}
		}
		return
	}
	return f.nextDest(h, &a.byDest, word)
}

// nextDest returns the destination that a host sends to next, of those in a bit set with packets, of which word returns the words: the
// first at or after its turn or, with Config.Injected, the one whose packet is the oldest; −1 if the set is empty.
func (f *Fabric) nextDest(h int, q *byDest, word func(i int) uint64) int {
	if f.Injected {
		return f.oldestOf(h, q, word)
	}
	return firstFrom(q.turn[h], q.words, word)
}

// oldestOf returns the destination of a host's oldest packet, by when it was generated, of those in a bit set with packets, of which
// word returns the words; of equals the lowest; −1 if it is empty.
func (f *Fabric) oldestOf(h int, q *byDest, word func(i int) uint64) int {
	best, birth := -1, int64(0)
	for i := range q.words {
		for w := word(i); w != 0; w &= w - 1 {
			d := i*64 + bits.TrailingZeros64(w)
			if b := f.birthOf(&q.hostQueues, q.first[h*f.Net.Hosts+d]); best < 0 || b < birth {
				best, birth = d, b
			}
		}
	}
	return best
}

// heard notes which destinations a host may not send to, after a notification has renewed a line of its CAM: of unit o,
// and new if it was not in use.
func (a *admittance) heard(f *Fabric, o int, x *signal, isNew bool) {
	unit, queues := o-f.Net.SwitchPorts()*f.VCs, f.aside.Queues
	set := a.set(a.behind, unit*queues+int(x.line))
	switch {
	case x.kind == signalStop && isNew:
		clear(set)
		if f.aside.ByRoute {
			f.onRoute(&f.aside.copied[o*queues+int(x.line)], unit/f.VCs, set)
		}
		fallthrough
	case x.kind == signalAdd:
		set[x.dst/64] |= 1 << (x.dst % 64)
	}
	halted := a.set(a.halted, unit)
	clear(halted)
	for m := f.aside.unit[o].stopped; m != 0; m &= m - 1 {
		for i, w := range a.set(a.behind, unit*queues+bits.TrailingZeros64(m)) {
			halted[i] |= w
		}
	}
}

// onRoute enters the destinations that a host reaches by a line's route, as matches would find them one by one.
func (f *Fabric) onRoute(l *camLine, h int, set []uint64) {
	for d := range f.Net.Hosts {
		set[d/64] |= 1 << (d % 64)
	}
	s := int(f.hostPeer[h] >> f.shift)
	for hops := l.hops; hops > 0; hops-- {
		out, _ := f.Routes.Step(s, l.dests[0])
		for i := range set {
			for m := set[i]; m != 0; m &= m - 1 {
				d := bits.TrailingZeros64(m)
				if other, _ := f.Routes.Step(s, uint32(i*64+d)); other != out {
					set[i] &^= 1 << d
				}
			}
		}
		peer := f.peer[uint32(s)<<f.shift|uint32(out)]
		if peer&atHost != 0 {
			return
		}
		s = int(peer >> f.shift)
	}
}

func (q *byDest) clone() byDest {
	c := *q
	c.hostQueues = q.hostQueues.clone()
	c.some, c.held, c.turn = slices.Clone(q.some), slices.Clone(q.held), slices.Clone(q.turn)
	return c
}

func (a *admittance) clone() *admittance {
	return &admittance{byDest: a.byDest.clone(), halted: slices.Clone(a.halted), behind: slices.Clone(a.behind)}
}

// digest adds what decides about the future; what is halted follows from the CAM.
func (a *admittance) digest(f *Fabric, d *digest) {
	for _, t := range a.turn {
		d.add(uint64(t))
	}
	f.digestQueues(d, &a.hostQueues)
}

// byDestination returns the queues by destination that hosts have, or nil.
func (f *Fabric) byDestination() *byDest {
	switch {
	case f.admit != nil:
		return &f.admit.byDest
	case f.voqnet != nil:
		return &f.voqnet.host
	}
	return nil
}

// ByDestination says whether hosts have a queue for each destination.
func (f *Fabric) ByDestination() bool { return f.byDestination() != nil }

// Fullest returns the packets in the fullest of a host's sorted queues: by destination, at most SourceCap, or those that it has set
// aside. What it has not sorted counts as one more.
func (f *Fabric) Fullest(h int) (most int) {
	q := f.byDestination()
	for vc := range f.VCs {
		most = max(most, int(f.rings[h*f.VCs+vc].count))
		if q == nil {
			n := f.aside.Queues
			most = max(most, int(slices.Max(f.aside.host.count[(h*f.VCs+vc)*n:(h*f.VCs+vc+1)*n])))
			continue
		}
		for i, some := range q.set(q.some, h*f.VCs+vc) {
			for ; some != 0 && most < f.SourceCap; some &= some - 1 {
				most = max(most, int(q.count[h*f.Net.Hosts+i*64+bits.TrailingZeros64(some)]))
			}
		}
	}
	return
}

// SourceFront returns the destination that a host sends to next in a VC, or would if it were allowed to.
func (f *Fabric) SourceFront(h, vc int) (dst uint32, ok bool) {
	q := f.byDestination()
	if q == nil {
		return f.SourceHead(h, vc)
	}
	some := q.set(q.some, h*f.VCs+vc)
	if d := f.nextDest(h, q, func(i int) uint64 { return some[i] }); d >= 0 {
		return uint32(d), true
	}
	return f.SourceHead(h, vc)
}

// Halted says whether the switch has told a host that sorts its packets to send nothing to a destination.
func (f *Fabric) Halted(h, vc int, dst uint32) bool {
	a := f.admit
	if a == nil && f.aside != nil {
		u := f.Net.HostPort(h)*f.VCs + vc
		for m := f.aside.unit[u].stopped; m != 0; m &= m - 1 {
			if l := &f.aside.copied[u*f.aside.Queues+bits.TrailingZeros64(m)]; f.matches(l, u, dst, int(l.hops)+1) {
				return true
			}
		}
		return false
	}
	return a != nil && a.halted != nil && a.set(a.halted, h*f.VCs+vc)[dst/64]>>(dst%64)&1 != 0
}

// HeldBack calls visit for the lines of a host's CAM that keep packets in its admittance queues.
func (f *Fabric) HeldBack(h, vc int, visit func(CAMLine)) {
	a := f.admit
	if a == nil || a.halted == nil {
		return
	}
	k := h*f.VCs + vc
	o := f.Net.HostPort(h)*f.VCs + vc
	for m := f.aside.unit[o].stopped; m != 0; m &= m - 1 {
		line := bits.TrailingZeros64(m)
		some := a.set(a.some, k)
		for i, w := range a.set(a.behind, k*f.aside.Queues+line) {
			if w&some[i] != 0 {
				visit(f.aside.copied[o*f.aside.Queues+line].seen(line))
				break
			}
		}
	}
}

// checkByDest proves queues by destination sound: bit sets and counts are those of the lists.
func (f *Fabric) checkByDest(q *byDest, fail func(h, d int, what string) error) error {
	held := make([]uint32, len(q.held))
	for h := range f.host {
		for d := range f.Net.Hosts {
			list, k := h*f.Net.Hosts+d, h*f.VCs+int(f.Scheme.VC(uint32(h), uint32(d)))
			n := uint32(0)
			for i := q.first[list]; i >= 0; i = *f.nextOf(&q.hostQueues, i) {
				n++
			}
			held[k] += n
			if n != q.count[list] || f.out == nil && int(n) > q.cap {
				return fail(h, d, strconv.Itoa(int(n))+" wait, "+strconv.Itoa(int(q.count[list]))+" counted")
			}
			for vc := range f.VCs {
				if q.set(q.some, h*f.VCs+vc)[d/64]>>(d%64)&1 != 0 != (n > 0 && h*f.VCs+vc == k) {
					return fail(h, d, "its bits are not those of its packets")
				}
			}
		}
	}
	for k := range held {
		if held[k] != q.held[k] {
			return fail(k/f.VCs, 0, strconv.Itoa(int(held[k]))+" wait in all queues, "+strconv.Itoa(int(q.held[k]))+" counted")
		}
	}
	return nil
}

// checkAdmittance proves the admittance queues sound: besides what they hold, what is halted is what the CAM stops, and no
// idle host keeps a packet that may be sent.
func (f *Fabric) checkAdmittance() error {
	a := f.admit
	fail := func(h, d int, what string) error {
		return f.broken("host "+strconv.Itoa(h)+", admittance queue of host "+strconv.Itoa(d), what)
	}
	if err := f.checkByDest(&a.byDest, fail); err != nil {
		return err
	}
	for h := range f.host {
		s := &f.host[h]
		if d := f.admissible(h, s.ready); d >= 0 && !s.busy && f.now > 0 {
			return fail(h, d, "its packet may be sent, and the host is idle")
		}
		for vc := 0; vc < f.VCs && a.halted != nil; vc++ {
			o := f.Net.HostPort(h)*f.VCs + vc
			for d := range uint32(f.Net.Hosts) {
				stopped := false
				for m := f.aside.unit[o].stopped; m != 0; m &= m - 1 {
					l := &f.aside.copied[o*f.aside.Queues+bits.TrailingZeros64(m)]
					stopped = stopped || f.matches(l, o, d, int(l.hops)+1)
				}
				if stopped != f.Halted(h, vc, d) {
					return fail(h, int(d), "it is halted, or is not, against the lines of the CAM")
				}
			}
		}
	}
	return nil
}

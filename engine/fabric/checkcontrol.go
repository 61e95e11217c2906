package fabric

// Reading and proving the state of congestion control.

import (
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/topology"
)

// noteFlights calls visit for the notifications on links. Their time on a link is shorter than that
// of data: the start given is the one a packet of data as far on its way would have.
func (f *Fabric) noteFlights(visit func(port, vc int, p Packet, start int64)) {
	r := &f.cc.notes
	for i := r.tail; i != r.next; i++ {
		e := &r.ring[i&r.mask]
		start := f.now - (f.now-e.start)*(f.PacketPS+f.DelayPS)/(f.cc.NotePS+f.DelayPS)
		visit(f.portOf(e.place()), int(e.vc()), e.Packet, start)
	}
}

func (f *Fabric) notesOnLinks() int {
	if f.cc == nil {
		return 0
	}
	return int(f.cc.notes.next - f.cc.notes.tail)
}

func (f *Fabric) notesFlying(visit func(e *flight, head bool)) {
	r := &f.cc.notes
	for i := r.tail; i != r.next; i++ {
		visit(&r.ring[i&r.mask], i < r.head)
	}
}

// mayBeIn says whether congestion control put a packet into a VC of the link behind a port.
func (f *Fabric) mayBeIn(port, vc int, p Packet) bool {
	if f.cc == nil {
		return false
	}
	first, lanes := int(f.Scheme.VC(p.Src(), p.Dst())), f.Routes.Lanes()
	if f.spread != nil {
		lanes = f.spread.VLs
	}
	if f.IsNotification(p) && f.cc.NoteVC >= 0 {
		first = f.cc.NoteVC
	}
	first -= first % lanes
	if f.Net.IsHost(port) {
		return vc >= first && vc < first+lanes
	}
	s, out := f.Net.SwitchOf(port)
	return vc == f.nextVC(s, p, first, out)
}

// checkControl proves congestion control sound: every marked packet has led to one notification, which
// waits, travels or has arrived; what waits for each output is counted; indices and paths are within
// their limits.
func (f *Fabric) checkControl() error {
	c := f.cc
	fail := func(what string) error { return f.broken("", what) }
	n := f.Net
	notes, marked := 0, uint64(0)
	count := make([]uint16, len(c.waiting))
	for p := 0; p < n.SwitchPorts(); p++ {
		if n.Peer[p] == topology.NoPeer {
			continue
		}
		s, _ := n.SwitchOf(p)
		for vc := 0; vc < f.VCs; vc++ {
			f.Packets(p, vc, func(x Queued) {
				if f.IsNotification(x.Packet) {
					notes++
					return
				}
				if f.Marked(x.Packet) {
					marked++
				}
				count[(s*n.Radix+x.Out)*f.VCs+x.Next]++
			})
		}
	}
	for i := range count {
		if count[i] != c.waiting[i] {
			return f.brokenAt(i/f.VCs, i%f.VCs, strconv.Itoa(int(count[i]))+" packets wait for it, "+strconv.Itoa(int(c.waiting[i]))+" are counted")
		}
	}
	flying := func(e *flight, head bool) {
		if head && e.dest&atHost == 0 {
			return
		}
		switch {
		case f.IsNotification(e.Packet):
			notes++
		case f.Marked(e.Packet):
			marked++
		}
	}
	for i := f.tail; i != f.next; i++ {
		flying(&f.ring[i&f.mask], i < f.head)
	}
	f.notesFlying(flying)
	waiting := uint64(0)
	for h := range c.agent {
		a := &c.agent[h]
		waiting += uint64(len(a.unsent()))
		if !slices.IsSortedFunc(a.flows, func(x, y flow) int { return int(x.dst) - int(y.dst) }) {
			return fail("the flows of host " + strconv.Itoa(h) + " are not sorted")
		}
		for i := range a.flows {
			x := &a.flows[i]
			if t := c.Throttle; t != nil && (t.index(x, f.now) < t.Min || t.index(x, f.now) > t.Limit) {
				return fail("a CCTI of host " + strconv.Itoa(h) + " is " + strconv.Itoa(t.index(x, f.now)))
			}
			if d := c.Spread; d != nil && (x.open < 1 || int(x.open) > min(d.Most, len(d.Subnet.Paths(uint32(h), x.dst)))) {
				return fail("host " + strconv.Itoa(h) + " has " + strconv.Itoa(int(x.open)) + " paths open to host " + strconv.Itoa(int(x.dst)))
			}
		}
	}
	st := &c.stats
	if st.Sent != st.BECN+uint64(notes) || st.FECN != st.Sent+waiting || st.Marks != st.FECN+marked {
		return fail("of " + strconv.FormatUint(st.Marks, 10) + " packets marked " + strconv.FormatUint(marked, 10) + " are on their way, " + strconv.FormatUint(st.FECN, 10) +
			" have arrived; of their notifications " + strconv.FormatUint(waiting, 10) + " wait, " + strconv.FormatUint(st.Sent, 10) + " were sent, " +
			strconv.Itoa(notes) + " are on their way, " + strconv.FormatUint(st.BECN, 10) + " have arrived")
	}
	return nil
}

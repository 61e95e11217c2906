package fabric

// The proof that a state is sound.

import (
	"errors"
	"math/bits"
	"strconv"

	"github.com/congestree/congestree/engine/topology"
)

// check is what a proof has found so far, as it goes over the flights and the input buffers of all ports.
type check struct {
	*Fabric
	coming   []int  // by port·VCs + VC, packets that have left the port but not reached its peer
	owed     []int  // likewise, credits on their way back to the port
	used     []bool // by a packet's number
	asks     []bool // by output and next VC, of a port
	onLinks  uint64 // packets that are in no buffer
	buffered uint64 // packets that are in one
}

// CheckInvariants proves the present state sound: nothing lost or duplicated, credits conserved on
// every link and channel, no buffer overrun, queues and the arbiter's masks in agreement, no output
// and no host idle that could send. It returns the first contradiction.
func (f *Fabric) CheckInvariants() error {
	f.CatchUp()
	n := f.Net
	c := check{Fabric: f, coming: make([]int, n.Ports()*f.VCs), owed: make([]int, n.Ports()*f.VCs), used: make([]bool, len(f.packets.life)),
		asks: make([]bool, n.Radix*f.VCs)}
	for i := f.tail; i != f.next; i++ {
		c.flying(&f.ring[i&f.mask], i < f.head)
	}
	if f.cc != nil {
		f.notesFlying(c.flying)
	}
	for p := range n.SwitchPorts() {
		if n.Peer[p] == topology.NoPeer {
			continue
		}
		if err := c.provePort(p); err != nil {
			return err
		}
	}
	if err := f.checkSenders(); err != nil {
		return err
	}
	if err := f.checkIdle(); err != nil {
		return err
	}
	if err := f.checkHosts(); err != nil {
		return err
	}
	if err := f.checkSorted(); err != nil {
		return err
	}
	if f.cc != nil {
		if err := f.checkControl(); err != nil {
			return err
		}
	}
	return c.conserved()
}

// flying counts a flight whose head has not arrived, or has.
func (c *check) flying(e *flight, head bool) {
	if !head || e.dest&atHost != 0 {
		c.onLinks++
	}
	if !head {
		c.coming[c.portOf(e.place())*c.VCs+int(e.vc())]++
	}
	if e.from&atHost == 0 {
		c.owed[c.portOf(c.peer[e.place()&^c.portMask|e.in()])*c.VCs+int(e.was())]++
	}
}

// provePort proves the input buffers of a switch's port, and what the arbiter knows of it.
func (c *check) provePort(p int) error {
	s, in := c.Net.SwitchOf(p)
	asks := c.asks
	clear(asks)
	for vc := range c.VCs {
		if err := c.proveVC(p, vc); err != nil {
			return err
		}
	}
	if c.sorts {
		asks = c.sortedAsks(p)
	}
	for i, ask := range asks {
		if out, vc := i/c.VCs, i%c.VCs; c.Requests(s, out, vc)>>in&1 != 0 != ask {
			return c.brokenAt(p, vc, "its requests are not those of its queue heads")
		}
	}
	w := c.block(s)
	for vc := 0; vc < c.VCs && c.again; vc++ {
		credits, masks := c.Credits(p, vc), w[vc:]
		if waits := c.Requests(s, in, vc) != 0; masks[c.atWaits]>>in&1 != 0 != waits || masks[c.atHave]>>in&1 != 0 != (credits > 0) ||
			masks[c.atHot]>>in&1 != 0 != (credits < int(c.kept)) {
			return c.brokenAt(p, vc, "what waiting heads see of it is not its requests and credits")
		}
	}
	return nil
}

// proveVC proves the buffer of one VC of a switch's port, and notes what its queue heads ask for.
func (c *check) proveVC(p, vc int) error {
	occ := c.Occupancy(p, vc)
	if occ > c.Capacity {
		return c.brokenAt(p, vc, strconv.Itoa(occ)+" packets in a buffer of "+strconv.Itoa(c.Capacity))
	}
	held, heads := 0, uint64(0)
	var bad error
	c.Packets(p, vc, func(x Queued) {
		if held++; (held == 1 || c.VOQ) && heads>>x.Out&1 == 0 {
			heads |= 1 << x.Out
			c.asks[x.Out*c.VCs+x.Next] = true
		}
		if what := c.wrong(p, vc, x); what != "" {
			bad = c.brokenAt(p, vc, what)
		}
	})
	if bad != nil {
		return bad
	}
	if held != occ {
		return c.brokenAt(p, vc, strconv.Itoa(held)+" packets queued, "+strconv.Itoa(occ)+" counted")
	}
	c.buffered += uint64(held)
	peer := int(c.Net.Peer[p])
	at := peer*c.VCs + vc
	if sum := c.Credits(peer, vc) + c.coming[at] + occ + c.owed[at]; sum != c.Capacity {
		return c.brokenAt(p, vc, "credits, packets and credits on their way sum up to "+strconv.Itoa(sum)+", not "+strconv.Itoa(c.Capacity))
	}
	return nil
}

// wrong says what is wrong with a packet in a buffer, "" if nothing is.
func (c *check) wrong(p, vc int, x Queued) (what string) {
	peer := int(c.Net.Peer[p])
	if x.Adapted() && !c.Isolate || !x.Adapted() && vc != c.ownVC(peer, x.Packet) && !c.mayBeIn(peer, vc, x.Packet) {
		what = "a packet is in a VC that is not its own"
	}
	if c.used[x.id()] {
		what = "two packets have one number"
	}
	c.used[x.id()] = true
	if !c.again || c.IsNotification(x.Packet) {
		return what
	}
	s, in := c.Net.SwitchOf(p)
	if *c.awayAt(c.block(s), x.Out, vc)>>in&1 == 0 {
		if det, _ := c.Routes.Step(s, x.Dst()); int(det) != x.Out {
			what = "a packet D-mod-K sends elsewhere is not known to be one"
		}
	}
	return what
}

// checkSenders proves that the ports that send something are those that are not free.
func (f *Fabric) checkSenders() error {
	n := f.Net
	sends := make([]bool, n.Ports())
	for i := f.left; i != f.next; i++ {
		sends[f.portOf(f.flight(i).place())] = true
	}
	if f.cc != nil {
		for r, i := &f.cc.notes, f.cc.notes.left; i != r.next; i++ {
			sends[f.portOf(r.ring[i&r.mask].place())] = true
		}
	}
	for p, peer := range n.Peer {
		if peer == topology.NoPeer {
			continue
		}
		busy := false
		if n.IsHost(p) {
			busy = f.host[n.Host(p)].busy
		} else {
			s, out := n.SwitchOf(p)
			busy = f.ports[s].freeOut&bit(out) == 0
		}
		if busy != sends[p] {
			return f.broken(n.PortName(p), "it is busy and sends nothing, or it is free and sends")
		}
	}
	return nil
}

// checkIdle proves that no output is idle for which a packet waits that could leave: it has a credit, and its input sends nothing, or may
// send several packets at a time.
func (f *Fabric) checkIdle() error {
	for s := range f.ports {
		x := &f.ports[s]
		for m := x.freeOut; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			for vc := range f.VCs {
				ask := f.requests(s, out, vc)
				if f.cc == nil || vc < f.cc.first {
					ask &= x.freeIn
				}
				if ask != 0 && f.output(s, out).credits(vc) != 0 {
					return f.brokenAt(s*f.Net.Radix+out, vc, "it is idle, though packets wait for it and it has credits")
				}
			}
		}
	}
	return nil
}

// checkHosts proves that hosts know which of their source queues have packets and credits, and that none is idle that could send.
func (f *Fabric) checkHosts() error {
	for h := range f.host {
		s := &f.host[h]
		for vc := range f.VCs {
			if !f.sortsAtHost && s.filled>>vc&1 != 0 != (f.SourceLen(h, vc) > 0) || f.voqnet == nil && s.ready>>vc&1 != 0 != (f.hostCredits[h*f.VCs+vc] > 0) {
				return f.brokenAt(f.Net.HostPort(h), vc, "its bits are not those of its source queue and credits")
			}
		}
		if !s.busy && f.now > 0 && f.couldSend(h) {
			return f.broken("host "+strconv.Itoa(h), "it is idle, though it has packets and credits for them")
		}
	}
	return nil
}

// couldSend says whether a host has data in a FIFO and credits for it, if nothing but these decides.
func (f *Fabric) couldSend(h int) bool {
	s := &f.host[h]
	switch {
	case f.sortsAtHost || f.cc != nil && f.spread == nil: // its queues are others (checkSorted), or it throttles
		return false
	case f.spread == nil:
		return s.filled&s.ready != 0
	}
	for filled := s.filled; filled != 0; filled &= filled - 1 {
		if f.ways(h, bits.TrailingZeros16(filled))&s.ready != 0 {
			return true
		}
	}
	return false
}

// conserved proves that each packet generated is somewhere.
func (c *check) conserved() error {
	queued, buffered := uint64(0), c.buffered
	for h := range c.host {
		queued += uint64(c.SourceQueue(h))
	}
	if c.cc != nil {
		buffered -= c.cc.stats.Sent - c.cc.stats.BECN // notifications, wherever they are
	}
	st := &c.Stats
	if st.Generated == st.Refused+queued+st.Injected && st.Injected == st.Delivered+buffered+c.onLinks {
		return nil
	}
	return c.broken("", "of "+strconv.FormatUint(st.Generated, 10)+" packets generated, "+
		strconv.FormatUint(st.Refused, 10)+" were refused, "+strconv.FormatUint(queued, 10)+" wait at the source, "+strconv.FormatUint(st.Injected, 10)+" were injected, "+
		strconv.FormatUint(buffered, 10)+" are in buffers, "+strconv.FormatUint(c.onLinks, 10)+" on links, "+strconv.FormatUint(st.Delivered, 10)+" delivered")
}

// brokenAt is a contradiction at a channel.
func (f *Fabric) brokenAt(port, vc int, what string) error {
	return f.broken(f.Net.PortName(port)+", VC "+strconv.Itoa(vc), what)
}

// broken is a contradiction found now, at some place or, if that is empty, in all.
func (f *Fabric) broken(where, what string) error {
	if where != "" {
		where = ", " + where
	}
	return errors.New("invariant broken at " + strconv.FormatInt(f.now, 10) + " ps" + where + ": " + what)
}

// ownVC returns the VC a packet takes on the link behind a port, unless it is adapted.
func (f *Fabric) ownVC(port int, p Packet) int {
	vc := int(f.Scheme.VC(p.Src(), p.Dst()))
	if f.datelines && !f.Net.IsHost(port) {
		s, out := f.Net.SwitchOf(port)
		vc = f.Routes.NextVC(s, uint8(out), vc, p.Dst())
	}
	return vc
}

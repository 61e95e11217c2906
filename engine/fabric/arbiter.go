package fabric

// The arbiter: iSLIP (McKeown 1999, [34] of [RAR] §5.1) among the free inputs and outputs of one
// switch, run when something in it has changed.

import "math/bits"

// arbitrate matches the free inputs and those outputs at which something changed. Each round is
// one iSLIP iteration: every free output with credits grants the first requesting input at or
// after its pointer, every input accepts the first granting output at or after its own; pointers
// move past an accepted match of the first round only. Rounds go on until no match can be added.
// (Reading: [RAR] §5.1 has "the 3-stage iSlip algorithm", its three steps or three iterations, and
// does not say when the next arbitration comes; a pair left over would be matched then, long before
// a packet time is over.)
//
// Outputs that are not marked need no look: their requests, their credits and the inputs that
// request them are what they were when the last arbitration left them unmatched.
func (f *Fabric) arbitrate(s int) {
	x := &f.ports[s]
	todo := x.dirty & x.freeOut
	x.dirty = 0
	if f.cc != nil || f.sorts || f.again && todo&(todo-1) != 0 {
		todo = f.asked(s, todo)
	}
	if f.cc != nil {
		todo = f.forwardNotes(s, todo)
	}
	if f.Oldest {
		f.oldestFirst(s, todo)
		return
	}
	if f.Demux {
		f.serve(s, todo)
		return
	}
	for round := 0; todo != 0; round++ {
		granted := &f.granted
		var inputs uint64
		for m := todo; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			r := f.output(s, out)
			ask := f.asking(r) & x.freeIn
			if ask == 0 {
				todo &^= 1 << out
				continue
			}
			in := next(ask, uint8(r[0]))
			granted[in] |= 1 << out
			inputs |= 1 << in
		}
		for m := inputs; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			i := &f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]
			out := next(granted[in], uint8(*i>>ctlAccept))
			granted[in] = 0
			r := f.output(s, out)
			if round == 0 {
				r[0] = r[0]&^0xff | uint64(in+1)
				*i = *i&^(0xff<<ctlAccept) | uint64(out+1)<<ctlAccept
			}
			todo &^= 1 << out
			x.freeIn &^= bit(in)
			x.freeOut &^= bit(out)
			f.forward(s, in, out, f.turnOf(s, r, in))
		}
	}
}

// asked returns those of some outputs of a switch for which somebody asks: what comes to an output while others are served waits
// for the next look at it.
func (f *Fabric) asked(s int, todo uint64) uint64 {
	for m := todo; m != 0; m &= m - 1 {
		if out := bits.TrailingZeros64(m); f.asking(f.output(s, out)) == 0 {
			todo &^= 1 << out
		}
	}
	return todo
}

// serve lets each output take what is in turn there. With demultiplexed inputs no grant excludes another, so that every
// grant is accepted and one round of iSLIP is all.
func (f *Fabric) serve(s int, todo uint64) {
	for ; todo != 0; todo &= todo - 1 {
		out := bits.TrailingZeros64(todo)
		r := f.output(s, out)
		in, vc := f.turn(s, r)
		if in < 0 {
			continue
		}
		r[0] = r[0]&^0xff | uint64(in+1)
		if f.oServed != 0 {
			r[0] = r[0]&^0xff00 | uint64(vc+1)<<8
		}
		f.ports[s].freeOut &^= bit(out)
		f.forward(s, in, out, vc)
	}
}

// turn returns the input an output takes a packet from, the first in turn at or after its pointer, and the VC. Somebody must
// request it for a VC with credits.
//
// With several VCs the inputs that ask for one of them are served in rounds: an input that has been served waits until none
// is left that asks for this VC and has not. A pointer alone is not fair where an output gets its credits one VC at a time, and
// each VC's requests come from other inputs: it comes to these from outside and finds the first of them. Flow2SL's VCs
// come from blocks of neighbouring pods, and under IHS the first pods of each block took what the others lost. Nor is a
// round for all VCs: it lets those that send in one VC only have the credits of this VC while the turns of the others go to
// VCs that have plenty. Of an input's VCs in turn the output takes the first at or after a second pointer (engine/READINGS.md,
// "Readings").
func (f *Fabric) turn(s int, r *record) (in, vc int) {
	if f.oServed == 0 {
		ask := f.asking(r)
		if ask == 0 {
			return -1, 0
		}
		in = next(ask, uint8(r[0]))
		return in, f.turnOf(s, r, in)
	}
	if f.oReq == 1 { // three VCs at most, all credits in one word; what is read for a VC that is not there has none
		lanes, k := r[0], uint(f.oServed)
		m0, m1, m2 := withCredits(lanes, unserved(r[1], r[k&recordMask]), unserved(r[2], r[(k+1)&recordMask]), unserved(r[3], r[(k+2)&recordMask]))
		inputs := m0 | m1 | m2
		if inputs == 0 {
			return -1, 0
		}
		in = next(inputs, uint8(lanes))
		i := uint(in) & 63
		return in, f.vcInTurn(m0>>i&1|m1>>i&1<<1|m2>>i&1<<2, uint8(lanes>>8))
	}
	have, by := f.creditsAt(r), &f.byVC
	req, served := uint(f.oReq), uint(f.oServed)
	var inputs uint64
	for v := range uint(f.VCs) {
		m := unserved(r[(req+v)&recordMask], r[(served+v)&recordMask]) & -(have >> (v & 63) & 1)
		by[v%maxVCs] = m
		inputs |= m
	}
	if inputs == 0 {
		return -1, 0
	}
	in = next(inputs, uint8(r[0]))
	var vcs uint64
	for v := range uint(f.VCs) {
		vcs |= by[v%maxVCs] >> (in & 63) & 1 << (v & 63)
	}
	return in, f.vcInTurn(vcs, uint8(r[0]>>8))
}

// vcInTurn returns the first of some VCs at or after a pointer to them; those of notifications come first.
func (f *Fabric) vcInTurn(vcs uint64, from uint8) int {
	if f.cc != nil && vcs>>f.cc.first != 0 {
		vcs &^= 1<<f.cc.first - 1
	}
	return next(vcs, from)
}

// notServed returns those of some inputs that an output has not served in a VC's round; all if it has served them all, or
// without rounds.
func (f *Fabric) notServed(r *record, vc int, inputs uint64) uint64 {
	if f.oServed == 0 {
		return inputs
	}
	return unserved(inputs, r[uint(f.oServed+vc)&recordMask])
}

// unserved returns those of some inputs that are not among the served; all if none is left.
func unserved(inputs, served uint64) uint64 {
	if left := inputs &^ served; left != 0 { // compiled without a branch
		inputs = left
	}
	return inputs
}

// served takes note of an input that leaves by an output from a VC. The next round is one for all that ask for it, and for those
// whose heads wait for another output and may come to this one (revisit.go).
func (f *Fabric) served(s int, r *record, in, out, vc int) {
	served := &r[uint(f.oServed+vc)&recordMask]
	if ask := r[uint(f.oReq+vc)&recordMask]; ask&^*served == 0 {
		*served &^= ask
		if f.again {
			*served &^= f.mayCome(s, out, vc)
		}
	}
	*served |= bit(in)
}

// next returns the first member of m at or after position from (0–64), cyclically. m must not be empty.
func next(m uint64, from uint8) int {
	if high := m & (^uint64(0) << from); high != 0 { // compiled without a branch
		m = high
	}
	return bits.TrailingZeros64(m)
}

// turnOf returns the VC an input sends from to an output without rounds: the first at or after the input's pointer
// of those with a request and credits. There must be one.
func (f *Fabric) turnOf(s int, r *record, in int) int {
	if f.VCs == 1 {
		return 0
	}
	vcs := f.vcsOf(r, in) & f.creditsAt(r)
	return f.vcInTurn(vcs, uint8(f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]>>f.turnFor(bits.Len64(vcs)-1)))
}

// turnFor returns where an input's word has its VC pointer: for the VCs of notifications another one, so that the turn of those
// of data does not begin anew with each notification.
func (f *Fabric) turnFor(vc int) uint {
	if f.cc != nil && vc >= f.cc.first {
		return ctlNotes
	}
	return ctlTurn
}

// forward sends the packet of an accepted match; all VCs of the input have equal priority, also those whose packets go on in the same VC.
func (f *Fabric) forward(s, in, out, vc int) {
	if f.sorts {
		f.sortedForward(s, in, out)
		return
	}
	if f.oServed != 0 {
		f.served(s, f.output(s, out), in, out, vc)
	}
	was := vc
	if f.MayMove(vc) {
		was = f.holder(s, in, out, vc) // in turn, which moves on then
	}
	if f.oServed == 0 || f.moves {
		i := &f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]
		turn := f.turnFor(was)
		*i = *i&^(0xff<<turn) | uint64(was+1)<<turn
	}
	c := f.channel((s*f.Net.Radix+in)*f.VCs + was)
	k := 0
	if f.VOQ {
		k = c.find(out)
	} else {
		k = c.start()
	}
	p := c.packet(k)
	from := uint32(s)<<f.shift | uint32(out)
	flags := uint32(in)<<placeBits | uint32(was)<<flightWas
	if f.cc == nil {
		f.fly(p, from|flags, f.peer[from], vc)
	} else {
		f.depart(s, out, vc, p, from|flags, f.peer[from])
	}
	if f.sent != nil && !f.IsNotification(p) {
		f.sent[s*f.Net.Radix+out]++
	}
	if f.ports[s].sinks&bit(out) == 0 {
		at, shift := lane(vc)
		f.output(s, out)[at] -= 1 << (shift & 63)
	}

	next := -1
	if f.VOQ {
		next = c.remove(k)
	} else if c.pop(); c.used() > 0 {
		next = c.start()
	}
	if f.VOQ && !f.moves {
		if next < 0 {
			f.withdraw(s, in, out, vc)
		}
	} else {
		if !f.MayMove(vc) || f.holder(s, in, out, vc) < 0 {
			f.withdraw(s, in, out, vc)
		}
		if next >= 0 {
			to := c.output(next)
			f.expose(s, in, to, f.nextVC(s, c.packet(next), was, to))
		}
	}
	if f.again {
		f.creditTaken(s, out, vc)
	}
}

// holder returns the VC of an input with the head of a queue that wants to leave by an output for a
// VC there, the first at or after the input's pointer; -1 if there is none.
func (f *Fabric) holder(s, in, out, to int) int {
	var vcs uint64
	for vc := 0; vc < f.VCs; vc++ {
		c := f.channel((s*f.Net.Radix+in)*f.VCs + vc)
		if c.used() == 0 {
			continue
		}
		k := c.start()
		if f.VOQ {
			k = c.find(out)
		}
		if k >= 0 && c.output(k) == out && f.nextVC(s, c.packet(k), vc, out) == to {
			vcs |= 1 << vc
		}
	}
	if vcs == 0 {
		return -1
	}
	return next(vcs, uint8(f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]>>f.turnFor(to)))
}

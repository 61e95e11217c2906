package fabric

// The arbiter: iSLIP (McKeown 1999, [34] of [RAR] §5.1) among the free inputs and outputs of one
// switch, run when something in it has changed.

import "math/bits"

// arbitrate matches the free inputs and those outputs at which something changed. Each round is
// one iSLIP iteration: every free output with credits grants the first requesting input at or
// after its pointer, every input accepts the first granting output at or after its own; pointers
// move past an accepted match of the first round only. Rounds go on until no match can be added.
// (Reading: the papers run three iterations per arbitration and do not say when the next one
// comes; a pair left over after three would be matched then, long before a packet time is over.)
//
// Outputs that are not marked need no look: their requests, their credits and the inputs that
// request them are what they were when the last arbitration left them unmatched.
func (f *Fabric) arbitrate(s int) {
	w := f.block(s)
	todo := w[wDirty] & w[wFreeOut] & w[wLive]
	w[wDirty] = 0
	if f.cc != nil {
		todo = f.forwardNotes(s, w, todo)
	}
	if f.Oldest {
		f.oldestFirst(s, w, todo)
		return
	}
	if f.Demux {
		f.serve(s, w, todo)
		return
	}
	for round := 0; todo != 0; round++ {
		granted := &f.granted
		var inputs uint64
		for m := todo; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			at := uint(f.atOut + out*f.perOut)
			ask := w[(at+oAsk)&blockMask] & w[wFreeIn]
			if ask == 0 {
				todo &^= 1 << out
				continue
			}
			in := next(ask, uint8(w[(at+oLanes)&blockMask]))
			granted[in] |= 1 << out
			inputs |= 1 << in
		}
		for m := inputs; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			i := uint(f.atIn+in*perIn+iCtl) & blockMask
			out := next(granted[in], uint8(w[i]>>ctlAccept))
			granted[in] = 0
			if round == 0 {
				o := uint(f.atOut+out*f.perOut+oLanes) & blockMask
				w[o] = w[o]&^0xff | uint64(in+1)
				w[i] = w[i]&^(0xff<<ctlAccept) | uint64(out+1)<<ctlAccept
			}
			todo &^= 1 << out
			w[wFreeIn] &^= bit(in)
			w[wFreeOut] &^= bit(out)
			f.forward(s, w, in, out, f.turnOf(w, in, out))
		}
		todo &= w[wLive]
	}
}

// serve lets each output take what is in turn there. With demultiplexed inputs no grant excludes another, so that every
// grant is accepted and one round of iSLIP is all.
func (f *Fabric) serve(s int, w *block, todo uint64) {
	for ; todo != 0; todo &= todo - 1 {
		out := bits.TrailingZeros64(todo)
		in, vc := f.turn(w, out)
		o := uint(f.atOut+out*f.perOut+oLanes) & blockMask
		w[o] = w[o]&^0xffff | uint64(in+1)
		if f.oServed != 0 {
			w[o] |= uint64(vc+1) << 8
		}
		w[wFreeOut] &^= bit(out)
		f.forward(s, w, in, out, vc)
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
// VCs that have plenty. Of an input's VCs in turn the output takes the first at or after a second pointer (engine/README.md,
// "Readings").
func (f *Fabric) turn(w *block, out int) (in, vc int) {
	at := uint(f.atOut + out*f.perOut)
	lanes := w[(at+oLanes)&blockMask]
	if f.oServed == 0 {
		in = next(w[(at+oAsk)&blockMask], uint8(lanes))
		return in, f.turnOf(w, in, out)
	}
	have := f.creditsAt(w, at)
	req := at + uint(f.oReq)
	if ask := w[(at+oAsk)&blockMask]; ask&(ask-1) == 0 { // alone, it is in turn in every round
		in = bits.TrailingZeros64(ask)
		return in, f.vcInTurn(f.vcsOf(w, req, in)&have, uint8(lanes>>8))
	}
	served, by := at+uint(f.oServed), &f.byVC
	var inputs uint64
	for v := range uint(f.VCs) {
		m := unserved(w[(req+v)&blockMask], w[(served+v)&blockMask]) & -(have >> (v & 63) & 1)
		by[v%maxVCs] = m
		inputs |= m
	}
	in = next(inputs, uint8(lanes))
	var vcs uint64
	for v := range uint(f.VCs) {
		vcs |= by[v%maxVCs] >> (in & 63) & 1 << (v & 63)
	}
	return in, f.vcInTurn(vcs, uint8(lanes>>8))
}

// vcInTurn returns the first of some VCs at or after a pointer to them; those of notifications come first.
func (f *Fabric) vcInTurn(vcs uint64, from uint8) int {
	if f.cc != nil && vcs>>f.cc.first != 0 {
		vcs &^= 1<<f.cc.first - 1
	}
	return next(vcs, from)
}

// vcsOf returns the VCs for which an input requests the output whose requests begin at a word, as a mask.
func (f *Fabric) vcsOf(w *block, req uint, in int) (vcs uint64) {
	for vc := range uint(f.VCs) {
		vcs |= w[(req+vc)&blockMask] >> (in & 63) & 1 << (vc & 63)
	}
	return
}

// notServed returns those of some inputs that an output has not served in a VC's round; all if it has served them all, or
// without rounds.
func (f *Fabric) notServed(w *block, out, vc int, inputs uint64) uint64 {
	if f.oServed == 0 {
		return inputs
	}
	return unserved(inputs, w[uint(f.atOut+out*f.perOut+f.oServed+vc)&blockMask])
}

// unserved returns those of some inputs that are not among the served; all if none is left.
func unserved(inputs, served uint64) uint64 {
	if left := inputs &^ served; left != 0 {
		return left
	}
	return inputs
}

// served takes note of an input that leaves by an output from a VC. The next round is one for all that ask for it, and for those
// whose heads wait for another output and may come to this one (revisit.go).
func (f *Fabric) served(s int, w *block, in, out, vc int) {
	served := &w[uint(f.atOut+out*f.perOut+f.oServed+vc)&blockMask]
	if ask := f.requests(w, out, vc); ask&^*served == 0 {
		*served &^= ask
		if f.again {
			*served &^= f.mayCome(s, w, out, vc)
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
func (f *Fabric) turnOf(w *block, in, out int) int {
	if f.VCs == 1 {
		return 0
	}
	at := uint(f.atOut + out*f.perOut)
	req := at + uint(f.oReq)
	return f.vcInTurn(f.vcsOf(w, req, in)&f.creditsAt(w, at), uint8(w[uint(f.atIn+in*perIn+iCtl)&blockMask]>>ctlTurn))
}

// creditsAt returns the VCs for which an output has credits, as a mask.
func (f *Fabric) creditsAt(w *block, at uint) uint64 {
	have := gather(w[(at+oLanes)&blockMask]&^0xffff) >> 1 // the first lane is the pointers
	for k := uint(1); k <= uint(f.VCs)/4; k++ {
		have |= gather(w[(at+oLanes+k)&blockMask]) << (k*4 - 1)
	}
	return have
}

// gather returns which of a word's four lanes are not 0, as the four lowest bits.
func gather(x uint64) uint64 {
	x = (x&^high + ^uint64(high) | x) & high
	return x >> 15 * 0x0001000200040008 >> 48
}

// forward sends the packet of an accepted match; all VCs have equal priority (MODEL §3).
func (f *Fabric) forward(s int, w *block, in, out, vc int) {
	if f.sorts {
		f.sortedForward(s, w, in, out)
		return
	}
	v := f.VCs
	if f.oServed != 0 {
		f.served(s, w, in, out, vc)
	}
	if f.oServed == 0 || f.moves {
		i := uint(f.atIn+in*perIn+iCtl) & blockMask
		w[i] = w[i]&^(0xff<<ctlTurn) | uint64(vc+1)<<ctlTurn
	}

	was := vc
	if f.MayMove(vc) {
		was = f.holder(s, in, out, vc)
	}
	c := f.channel((s*f.Net.Radix+in)*v + was)
	k := 0
	if f.VOQ {
		k = c.find(out)
	}
	from := uint32(s)<<f.shift | uint32(out)
	p := c.packet(c.entry(c.at(k)))
	if f.cc == nil {
		f.fly(p, from|uint32(in)<<placeBits|uint32(was)<<flightWas, f.peer[from], vc)
	} else {
		f.depart(s, out, vc, p, from|uint32(in)<<placeBits|uint32(was)<<flightWas, f.peer[from])
	}
	if f.sent != nil && !f.IsNotification(p) {
		f.sent[s*f.Net.Radix+out]++
	}
	used := false // whether these were the last credits
	if w[wSinks]&bit(out) == 0 {
		at, shift := f.lane(out, vc)
		w[at] -= 1 << (shift & 63)
		used = w[at]>>(shift&63)&0xffff == 0
	}

	next := -1
	if f.VOQ {
		if next = c.remove(k); next >= 0 && !f.moves {
			if used {
				f.settle(w, out)
			}
			if f.again {
				f.creditTaken(s, w, out, vc)
			}
			return
		}
	} else if c.pop(); c.used() > 0 {
		next = 0
	}
	if !f.MayMove(vc) || f.holder(s, in, out, vc) < 0 {
		f.withdraw(w, in, out, vc)
	}
	if used {
		f.settle(w, out)
	}
	if next >= 0 {
		e := c.entry(c.at(next))
		f.expose(w, in, output(e), f.nextVC(s, c.packet(e), was, output(e)))
	}
	if f.again {
		f.creditTaken(s, w, out, vc)
	}
}

// holder returns the VC of an input with the head of a queue that wants to leave by an output for a
// VC there, the first at or after the input's pointer; -1 if there is none.
func (f *Fabric) holder(s, in, out, to int) int {
	var vcs uint64
	for vc := 0; vc < f.VCs; vc++ {
		c := f.channel((s*f.Net.Radix+in)*f.VCs + vc)
		k := 0
		if f.VOQ {
			k = c.find(out)
		}
		if k < 0 || c.used() == 0 {
			continue
		}
		if e := c.entry(c.at(k)); output(e) == out && f.nextVC(s, c.packet(e), vc, out) == to {
			vcs |= 1 << vc
		}
	}
	if vcs == 0 {
		return -1
	}
	return next(vcs, uint8(f.word[s*f.perSwitch+f.atIn+in*perIn+iCtl]>>ctlTurn))
}

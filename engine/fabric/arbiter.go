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
	w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
	todo := w[wDirty] & w[wFreeOut]
	w[wDirty] = 0
	granted := &f.granted
	for round := 0; todo != 0; round++ {
		var inputs uint64
		for m := todo; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			ask := f.ask(w, out) & w[wFreeIn]
			if ask == 0 {
				todo &^= 1 << out
				continue
			}
			in := next(ask, uint8(w[f.atOut+out*f.perOut+f.VCs]))
			granted[in] |= 1 << out
			inputs |= 1 << in
		}
		for m := inputs; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			i := &w[f.atIn+in*perIn+iCtl]
			out := next(granted[in], uint8(*i>>ctlAccept))
			granted[in] = 0
			if round == 0 {
				o := &w[f.atOut+out*f.perOut+f.VCs]
				*o = *o&^0xffff | uint64(in+1)
				*i = *i&^(0xff<<ctlAccept) | uint64(out+1)<<ctlAccept
			}
			todo &^= 1 << out
			w[wFreeIn] &^= 1 << in
			w[wFreeOut] &^= 1 << out
			f.forward(s, w, in, out)
		}
	}
}

// next returns the first member of m at or after position from, cyclically.
func next(m uint64, from uint8) int {
	if high := m >> from << from; from < 64 && high != 0 {
		return bits.TrailingZeros64(high)
	}
	return bits.TrailingZeros64(m)
}

// ask returns the inputs that request an output for a VC with credits.
func (f *Fabric) ask(w []uint64, out int) (ask uint64) {
	o := w[f.atOut+out*f.perOut : f.atOut+(out+1)*f.perOut]
	v := f.VCs
	lanes := o[v]
	for vc := 0; vc < v; vc++ {
		if lane := (vc + 1) & 3; lane == 0 {
			lanes = o[v+(vc+1)/4]
		} else {
			lanes >>= 16
		}
		ask |= o[vc] & -((lanes&0xffff + 0xffff) >> 16) // all or nothing
	}
	return
}

// turnOf returns the VC an input sends from to an output: the first at or after the input's pointer
// of those with a request and credits. There must be one.
func (f *Fabric) turnOf(w []uint64, in, out int) int {
	o := w[f.atOut+out*f.perOut : f.atOut+(out+1)*f.perOut]
	var vcs uint64
	for vc := 0; vc < f.VCs; vc++ {
		vcs |= o[vc] >> in & 1 << vc
	}
	return next(vcs&uint64(f.readyOf(o)), uint8(w[f.atIn+in*perIn+iCtl]>>ctlTurn))
}

// readyOf returns the VCs with credits of an output's record.
func (f *Fabric) readyOf(o []uint64) (ready uint16) {
	for vc := 0; vc < f.VCs; vc++ {
		if o[f.VCs+(vc+1)/4]>>((vc+1)%4*16)&0xffff != 0 {
			ready |= 1 << vc
		}
	}
	return
}

// forward sends the packet of an accepted match; all VCs have equal priority (MODEL §3).
func (f *Fabric) forward(s int, w []uint64, in, out int) {
	r, v := f.Net.Radix, f.VCs
	o := w[f.atOut+out*f.perOut : f.atOut+(out+1)*f.perOut]
	vc := f.turnOf(w, in, out)
	i := &w[f.atIn+in*perIn+iCtl]
	*i = *i&^(0xff<<ctlTurn) | uint64(vc+1)<<ctlTurn

	was := vc
	if f.Isolate && vc == v-1 {
		was = f.holder(s, in, out)
	}
	c := f.channel((s*r+in)*v + was)
	k := 0
	if f.VOQ {
		k = c.find(out, 0)
	}
	f.fly(c.packet(c.entry(c.at(k))), s*r+out, out, vc, in, was)
	if f.sent != nil {
		f.sent[s*r+out]++
	}
	if w[wSinks]>>out&1 == 0 {
		o[v+(vc+1)/4] -= 1 << ((vc + 1) % 4 * 16)
	}

	next := -1
	if f.VOQ {
		c.remove(k)
		if next = c.find(out, k); next >= 0 && !f.Isolate {
			return
		}
	} else if c.pop(); c.used() > 0 {
		next = 0
	}
	if !f.Isolate || vc != v-1 || f.holder(s, in, out) < 0 {
		f.hide(w, in, out, vc)
	}
	if next >= 0 {
		e := c.entry(c.at(next))
		f.expose(w, in, output(e), f.nextVC(c.packet(e), was))
	}
}

// holder returns the VC of an input with the head of a queue that wants to leave by an output for
// the adapted-flow channel, the first at or after the input's pointer; -1 if there is none.
func (f *Fabric) holder(s, in, out int) int {
	var vcs uint64
	for vc := 0; vc < f.VCs; vc++ {
		c := f.channel((s*f.Net.Radix+in)*f.VCs + vc)
		k := 0
		if f.VOQ {
			k = c.find(out, 0)
		}
		if k < 0 || c.used() == 0 {
			continue
		}
		if e := c.entry(c.at(k)); output(e) == out && f.nextVC(c.packet(e), vc) == f.VCs-1 {
			vcs |= 1 << vc
		}
	}
	if vcs == 0 {
		return -1
	}
	return next(vcs, uint8(f.word[s*f.perSwitch+f.atIn+in*perIn+iCtl]>>ctlTurn))
}

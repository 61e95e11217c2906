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
	r, v := f.Net.Radix, f.VCs
	w := f.word[s*f.perSwitch : (s+1)*f.perSwitch]
	base := s * r
	if !f.VOQ && f.Routing.Revisit() {
		f.revisit(s, w)
	}
	todo := w[wDirty] & w[wFreeOut]
	w[wDirty] = 0
	var granted [64]uint64
	for round := 0; todo != 0; round++ {
		var inputs uint64
		for m := todo; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			var ask uint64
			req := w[wRequests+out*v : wRequests+out*v+v]
			ready := f.ready[base+out]
			for vc, q := range req {
				ask |= q & -uint64(ready>>vc&1)
			}
			ask &= w[wFreeIn]
			if ask == 0 {
				todo &^= 1 << out
				continue
			}
			in := next(ask, f.grant[base+out])
			granted[in] |= 1 << out
			inputs |= 1 << in
		}
		for m := inputs; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			out := next(granted[in], f.accept[base+in])
			granted[in] = 0
			if round == 0 {
				f.grant[base+out] = uint8(in + 1)
				f.accept[base+in] = uint8(out + 1)
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

// forward sends the packet of an accepted match: of the VCs with a request and credits the first
// at or after the input's pointer (all VCs have equal priority, MODEL §3).
func (f *Fabric) forward(s int, w []uint64, in, out int) {
	r, v := f.Net.Radix, f.VCs
	base := s * r
	var vcs uint64
	for vc := 0; vc < v; vc++ {
		vcs |= w[wRequests+out*v+vc] >> in & 1 << vc
	}
	vcs &= uint64(f.ready[base+out])
	vc := next(vcs, f.turn[base+in])
	f.turn[base+in] = uint8(vc + 1)

	port := base + in
	b := f.book[port*f.perBook : (port+1)*f.perBook]
	q := vc
	if f.VOQ {
		q = vc*r + out
	}
	at := b[f.atHead+q]
	p := &f.slot[port*f.perPort+int(at)]
	f.fly(p, uint32(base+out), uint8(in))
	if w[wSinks]>>out&1 == 0 {
		c := &f.credits[(base+out)*v+vc]
		if *c--; *c == 0 {
			f.ready[base+out] &^= 1 << vc
		}
	}

	follower := b[at]
	b[f.atHead+q] = follower
	b[at] = b[f.atFree+vc]
	b[f.atFree+vc] = at
	b[f.atOcc+vc]--
	if follower == none {
		b[f.atTail+q] = none
	}
	if !f.VOQ {
		w[f.atFlex+vc] &^= 1 << in
		f.hide(w, in, out, vc)
		if follower != none {
			f.expose(s, w, in, &f.slot[port*f.perPort+int(follower)])
		}
	} else if follower == none {
		f.hide(w, in, out, vc)
	}
}

// revisit lets waiting packets at the heads of free inputs choose their output anew.
func (f *Fabric) revisit(s int, w []uint64) {
	r := f.Net.Radix
	for vc := 0; vc < f.VCs; vc++ {
		for m := w[f.atFlex+vc] & w[wFreeIn]; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			port := s*r + in
			p := &f.slot[port*f.perPort+int(f.book[port*f.perBook+f.atHead+vc])]
			det, up := f.Routes.Step(s, p.Dst)
			out := f.pick(s, det, f.Routing.Candidates(f.Routes.Stage(s), det, up), vc)
			if out == p.Out {
				continue
			}
			f.hide(w, in, int(p.Out), vc)
			p.Out = out
			w[wRequests+int(out)*f.VCs+vc] |= 1 << in
			w[f.atWant+in] |= 1 << out
			w[wDirty] |= 1 << out
		}
	}
}

package fabric

// Requests: what the arbiter sees of the queues, kept by output as packets come to their heads and leave.

// expose makes the packet at the head of a queue visible to the arbiter: it is for an output and a VC
// there.
func (f *Fabric) expose(s, in, out, vc int) {
	f.output(s, out)[uint(f.oReq+vc)&recordMask] |= bit(in)
	if f.again {
		f.block(s)[uint(f.atWaits+vc)&blockMask] |= bit(out)
	}
	if !f.Demux {
		f.block(s)[uint(f.atIn+in*perIn+iWant)&blockMask] |= bit(out)
	}
}

// bit is the mask of one port, 0–63.
func bit(port int) uint64 { return 1 << (uint(port) & 63) }

// withdraw takes back an input's request of an output for a VC.
func (f *Fabric) withdraw(s, in, out, vc int) {
	r := f.output(s, out)
	r[uint(f.oReq+vc)&recordMask] &^= bit(in)
	if f.again {
		f.emptied(s, in, out, vc)
	}
	if !f.Demux && f.vcsOf(r, in) == 0 { // else it still does for another VC
		f.block(s)[uint(f.atIn+in*perIn+iWant)&blockMask] &^= bit(out)
	}
}

// requests returns the inputs that request an output for a VC.
func (f *Fabric) requests(s, out, vc int) uint64 {
	return f.output(s, out)[uint(f.oReq+vc)&recordMask]
}

// asking returns the inputs that request an output for a VC with credits.
func (f *Fabric) asking(r *record) (ask uint64) {
	if f.oReq == 1 { // as in turn
		return r.asking3()
	}
	have := f.creditsAt(r)
	for vc := range uint(f.VCs) {
		ask |= r[(uint(f.oReq)+vc)&recordMask] & -(have >> (vc & 63) & 1) // all or nothing
	}
	return
}

// asking3 is asking, of three VCs at most.
func (r *record) asking3() uint64 {
	m0, m1, m2 := withCredits(r[0], r[1], r[2], r[3])
	return m0 | m1 | m2
}

// withCredits keeps of masks for the first three VCs those for which there are credits in a record's first word.
func withCredits(lanes, m0, m1, m2 uint64) (uint64, uint64, uint64) {
	if lanes&(0xffff<<16) == 0 {
		m0 = 0
	}
	if lanes&(0xffff<<32) == 0 {
		m1 = 0
	}
	if lanes&(0xffff<<48) == 0 {
		m2 = 0
	}
	return m0, m1, m2
}

// creditsAt returns the VCs for which an output has credits, as a mask.
func (f *Fabric) creditsAt(r *record) uint64 {
	have := gather(r[0]&^0xffff) >> 1 // the first lane is the pointers
	for k := uint(1); k <= uint(f.VCs)/4; k++ {
		have |= gather(r[k&recordMask]) << (k*4 - 1)
	}
	return have
}

// gather returns which of a word's four lanes of 16 bits are not 0, as the four lowest bits.
func gather(x uint64) uint64 {
	const top = 0x8000800080008000
	x = (x&^top + ^uint64(top) | x) & top
	return x >> 15 * 0x0001000200040008 >> 48
}

// vcsOf returns the VCs for which an input requests an output, as a mask.
func (f *Fabric) vcsOf(r *record, in int) (vcs uint64) {
	if f.oReq == 1 {
		i := uint(in) & 63
		return (r[1]>>i&1 | r[2]>>i&1<<1 | r[3]>>i&1<<2) & (1<<(uint(f.VCs)&63) - 1)
	}
	for vc := range uint(f.VCs) {
		vcs |= r[(uint(f.oReq)+vc)&recordMask] >> (in & 63) & 1 << (vc & 63)
	}
	return
}

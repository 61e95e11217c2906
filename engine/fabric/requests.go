package fabric

// Requests: what the arbiter sees of the queues, kept by output as packets come to their heads and leave.

// expose makes the packet at the head of a queue visible to the arbiter: it is for an output and a VC
// there.
func (f *Fabric) expose(w *block, in, out, vc int) {
	at := uint(f.atOut + out*f.perOut)
	w[(at+uint(f.oReq+vc))&blockMask] |= bit(in)
	if f.again {
		w[uint(f.atWaits+vc)&blockMask] |= bit(out)
	}
	if !f.Demux {
		w[uint(f.atIn+in*perIn+iWant)&blockMask] |= bit(out)
	}
	if l, shift := f.lane(out, vc); w[l]>>(shift&63)&0xffff != 0 {
		w[(at+oAsk)&blockMask] |= bit(in)
		w[wLive] |= bit(out)
	}
}

// bit is the mask of one port, 0–63.
func bit(port int) uint64 { return 1 << (uint(port) & 63) }

// withdraw takes back an input's request of an output for a VC.
func (f *Fabric) withdraw(w *block, in, out, vc int) {
	at := uint(f.atOut + out*f.perOut)
	w[(at+uint(f.oReq+vc))&blockMask] &^= bit(in)
	if f.again {
		f.emptied(w, in, out, vc)
	}
	var any uint64
	for vc := range uint(f.VCs) {
		any |= w[(at+uint(f.oReq)+vc)&blockMask]
	}
	if any&bit(in) != 0 { // for another VC it still does
		f.settle(w, out)
		return
	}
	ask := w[(at+oAsk)&blockMask] &^ bit(in)
	w[(at+oAsk)&blockMask] = ask
	if ask == 0 {
		w[wLive] &^= bit(out)
	}
	if !f.Demux {
		w[uint(f.atIn+in*perIn+iWant)&blockMask] &^= bit(out)
	}
}

// settle renews which inputs request an output for a VC with credits, after a VC's have been used up.
func (f *Fabric) settle(w *block, out int) {
	at := uint(f.atOut + out*f.perOut)
	have := f.creditsAt(w, at)
	req := at + uint(f.oReq)
	var ask uint64
	for vc := range uint(f.VCs) {
		ask |= w[(req+vc)&blockMask] & -(have >> (vc & 63) & 1) // all or nothing
	}
	w[(at+oAsk)&blockMask] = ask
	if ask == 0 {
		w[wLive] &^= bit(out)
	}
}

// requests returns the inputs that request an output for a VC.
func (f *Fabric) requests(w *block, out, vc int) uint64 {
	return w[uint(f.atOut+out*f.perOut+f.oReq+vc)&blockMask]
}

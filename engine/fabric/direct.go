package fabric

// The shortest way through a switch, where nothing special is asked of it: what onHead, onLeft, arbitrate and the functions these
// call do, to the bit (TestDirect), in a quarter fewer instructions. It goes in steps that call nothing and have few variables
// each, so that these stay in registers.

import (
	"math/bits"
	"unsafe"

	"github.com/congestree/congestree/engine/routing"
)

// direct is an output's record with VOQs, a cache line with places for three VCs: as type record.
type direct [8]uint64

const directServed = 4 // where oServed is

// isDirect says whether that holds: a tree, at most three VCs that packets keep to, VOQs of which an input may send several packets
// at a time or FIFOs of which it sends one, no queues set aside, no congestion control.
func (f *Fabric) isDirect() bool {
	return !f.General && f.tree && f.Demux == f.VOQ && f.VCs <= 3 && !f.sorts && !f.moves && !f.Oldest && f.Control == nil
}

// headDirect is onHead.
func (f *Fabric) headDirect(e *flight) {
	place := e.dest & placeMask
	s, in, vc := f.switchOf(place), uint(place&f.portMask), uint(e.vc())
	p := e.Packet
	det, up := f.Routes.TreeStep(s, p.Dst())
	out := uint(det)
	if up != 0 && f.chooses {
		if m := f.candidates(s, det, up); m != 0 {
			out = uint(f.pick(s, p, det, routing.Opposite(up, int(in)), m, int(vc)))
			if f.again && out != uint(det) {
				f.sentAway(f.block(s), int(in), int(out), int(vc))
			}
		}
	}
	c := f.channel((s*f.Net.Radix+int(in))*f.VCs + int(vc))
	if !f.VOQ {
		if c.push(p, uint64(out)) {
			f.expose(s, int(in), int(out), int(vc))
			if x := f.portsOf(s); x.freeIn>>(in&63)&1 != 0 && x.freeOut>>(out&63)&1 != 0 {
				f.markAt(x, s, 1<<(out&63))
			}
		}
		return
	}
	c.add(p, uint64(out))
	ask := &f.recordOf(place - uint32(in) + uint32(out))[(1+vc)&recordMask]
	if *ask>>(in&63)&1 != 0 {
		return
	}
	*ask |= 1 << (in & 63)
	if f.again {
		f.block(s)[(uint(f.atWaits)+vc)&blockMask] |= bit(int(out))
	}
	if x := f.portsOf(s); x.freeOut>>(out&63)&1 != 0 {
		f.markAt(x, s, 1<<(out&63))
	}
}

// leftDirect is onLeft, of a switch's port.
func (f *Fabric) leftDirect(from uint32) {
	s, out := f.switchOf(from&placeMask), uint(from&f.portMask)
	x := f.portsOf(s)
	x.freeOut |= 1 << (out & 63)
	if !f.Demux {
		in := uint(from>>placeBits) & 63
		x.freeIn |= 1 << in
		f.markAt(x, s, (f.block(s)[(uint(f.atIn)+in*perIn+iWant)&blockMask]|1<<(out&63))&x.freeOut)
		return
	}
	if f.again {
		f.freed(s, int(out))
	}
	f.markAt(x, s, 1<<(out&63))
}

// arbitrateDirect is arbitrate: each output takes what is in turn there.
func (f *Fabric) arbitrateDirect(s int) {
	x := f.portsOf(s)
	todo := x.dirty & x.freeOut
	x.dirty = 0
	if !f.VOQ {
		f.matchDirect(s, x, todo)
		return
	}
	if f.again && todo&(todo-1) != 0 {
		todo = f.asked(s, todo)
	}
	first := uint32(s) << (f.shift & 31)
	channels := s * f.Net.Radix
	for ; todo != 0; todo &= todo - 1 {
		out := uint32(bits.TrailingZeros64(todo))
		r := (*direct)(unsafe.Pointer(f.recordOf(first | out)))
		in, vc, begun := r.turn(x.sinks >> out & 1)
		if in >= 64 {
			continue
		}
		if f.oServed == 0 { // one VC has no rounds, and no turns
			r[directServed] = 0
			r[0] &^= 0xff00
			i := &f.block(s)[(uint(f.atIn)+in*perIn+iCtl)&blockMask]
			*i = *i&^(0xff<<ctlTurn) | 1<<ctlTurn
		}
		if begun && f.again {
			served := &r[(directServed+vc)&7]
			*served &^= f.mayCome(s, int(out), int(vc)) &^ (1 << in)
		}
		x.freeOut &^= 1 << out
		p, more := f.channel((channels+int(in))*f.VCs + int(vc)).takeFor(uint64(out))
		f.begin(p, first|out|uint32(in)<<placeBits|uint32(vc)<<flightWas, *f.peerOf(first | out)|uint32(vc)<<placeBits)
		if !more {
			r[(1+vc)&7] &^= 1 << in
		}
		if f.sent != nil {
			f.sent[channels+int(out)]++
		}
		if f.again {
			if !more {
				f.emptied(s, int(in), int(out), int(vc))
			}
			f.creditTaken(s, int(out), int(vc))
		}
	}
}

// matchDirect is arbitrate without VOQs: an input asks for one output at a time for each of its VCs, and sends one packet.
func (f *Fabric) matchDirect(s int, x *ports, todo uint64) {
	if todo&(todo-1) == 0 { // one output at most, as nearly always
		if todo == 0 {
			return
		}
		out := uint(bits.TrailingZeros64(todo))
		r := f.output(s, int(out))
		if ask := r.asking3() & x.freeIn; ask != 0 {
			f.sendFirst(s, x, r, uint(next(ask, uint8(r[0])&63)), out, true)
		}
		return
	}
	granted := &f.granted
	for first := true; todo != 0; first = false {
		var inputs uint64
		for m := todo; m != 0; m &= m - 1 {
			out := bits.TrailingZeros64(m)
			r := f.output(s, out)
			ask := r.asking3() & x.freeIn
			if ask == 0 {
				todo &^= 1 << out
				continue
			}
			in := next(ask, uint8(r[0])&63)
			granted[in] |= 1 << out
			inputs |= 1 << in
		}
		for m := inputs; m != 0; m &= m - 1 {
			in := bits.TrailingZeros64(m)
			out := next(granted[in], uint8(f.block(s)[uint(f.atIn+in*perIn+iCtl)&blockMask]>>ctlAccept)&63)
			granted[in] = 0
			todo &^= 1 << out
			f.sendFirst(s, x, f.output(s, out), uint(in), uint(out), first)
		}
	}
}

// sendFirst sends the packet of an accepted match, and moves the pointers if they are to be.
func (f *Fabric) sendFirst(s int, x *ports, r *record, in, out uint, pointers bool) {
	in, out = in&63, out&63
	x.freeIn &^= 1 << in
	x.freeOut &^= 1 << out
	i := (*[perIn]uint64)(unsafe.Pointer(&f.block(s)[(uint(f.atIn)+in*perIn)&blockMask]))
	lanes, ctl := r[0], i[iCtl]
	vc := uint(0)
	if f.VCs > 1 {
		m0, m1, m2 := withCredits(lanes, r[1], r[2], r[3])
		vc = uint(vcTurn[(uint(ctl>>ctlTurn)&3<<3|uint(m0>>in&1|m1>>in&1<<1|m2>>in&1<<2))&31])
	}
	ctl = ctl&^(0xff<<ctlTurn) | uint64(vc+1)<<ctlTurn
	if pointers {
		lanes = lanes&^0xff | uint64(in+1)
		ctl = ctl&^(0xff<<ctlAccept) | uint64(out+1)<<ctlAccept
	}
	r[0] = lanes - (x.sinks>>out&1^1)<<((vc+1)*16&63)
	p, to := f.channel((s*f.Net.Radix+int(in))*f.VCs + int(vc)).takeFirst()
	from := uint32(s)<<(f.shift&31) | uint32(out)
	f.begin(p, from|uint32(in)<<placeBits|uint32(vc)<<flightWas, *f.peerOf(from)|uint32(vc)<<placeBits)
	if f.sent != nil {
		f.sent[s*f.Net.Radix+int(out)]++
	}
	i[iCtl] = ctl
	if to != out { // else it asks on
		r[(1+vc)&3] &^= 1 << in
		if f.VCs == 1 || f.vcsOf(r, int(in)) == 0 {
			i[iWant] &^= 1 << out
		}
		if to < 64 {
			f.output(s, int(to))[(1+vc)&3] |= 1 << in
			i[iWant] |= 1 << to
		}
	}
}

// turn takes the input that is in turn, and its VC, and a credit if the output is no sink (0 or 1). It says whether a round of the
// VC has begun. Nobody is in turn if it returns 64.
func (r *direct) turn(sink uint64) (in, vc uint, begun bool) {
	lanes := r[0]
	m0, m1, m2 := withCredits(lanes, unserved(r[1], r[directServed]), unserved(r[2], r[directServed+1]), unserved(r[3], r[directServed+2]))
	inputs := m0 | m1 | m2
	if inputs == 0 {
		return 64, 0, false
	}
	in = uint(next(inputs, uint8(lanes)&63)) & 63
	vc = uint(vcTurn[(uint(lanes>>5)&0x18|uint(m0>>in&1|m1>>in&1<<1|m2>>in&1<<2))&31])
	r[0] = lanes&^0xffff | uint64(in+1) | uint64(vc+1)<<8 - (sink^1)<<((vc+1)*16&63)
	ask, served := r[(1+vc)&7], r[(directServed+vc)&7]
	if ask&^served == 0 {
		served &^= ask
		begun = true
	}
	r[(directServed+vc)&7] = served | 1<<in
	return in, vc, begun
}

// vcTurn is next of a mask of three VCs: by the pointer · 8 + mask.
var vcTurn = func() (t [32]uint8) {
	for i := range t {
		if i%8 != 0 {
			t[i] = uint8(next(uint64(i%8), uint8(i/8)))
		}
	}
	return
}()

// add stores a packet for an output behind the others. Only for channels that begin at 0, and have space.
func (c channel) add(p Packet, out uint64) {
	n := uint(c.w[0])
	c.w[0]++
	w, shift := &c.w[(1+n/8)%channelMax], n%8*8
	*w = *w&^(0xff<<shift) | out<<shift
	c.w[(uint(c.slots)+n)%channelMax] = uint64(p)
}

// takeFirst takes the first packet out of a ring, and returns the output of the one behind it, 64 if there is none.
func (c channel) takeFirst() (p Packet, next uint) {
	n, place := uint(c.w[0]&0xffff)-1, uint(c.w[0]>>16)
	p = Packet(c.w[(uint(c.slots)+place)%channelMax])
	if place++; place == uint(c.capacity) {
		place = 0
	}
	c.w[0] = uint64(n | place<<16)
	if n == 0 {
		return p, 64
	}
	return p, uint(c.w[(1+place/8)%channelMax] >> (place % 8 * 8) & 0xff)
}

// takeFor takes out the first packet for an output, and says whether there is another. Only for channels that begin at 0 and have one.
func (c channel) takeFor(out uint64) (Packet, bool) {
	out *= ones
	n := uint(c.w[0]) - 1
	c.w[0] = uint64(n)
	if n == 0 {
		return Packet(c.w[uint(c.slots)%channelMax]), false
	}
	k := uint(1)
	x := c.w[1] ^ out
	m := (x - ones) &^ x & high
	for m == 0 {
		k++
		x = c.w[k%channelMax] ^ out
		m = (x - ones) &^ x & high
	}
	first := uint(bits.TrailingZeros64(m)) &^ 7 // bit of its place in this word of the order
	slot := uint(c.slots) + k*8 - 8 + first/8
	p := c.w[slot%channelMax]
	for end := uint(c.slots) + n; slot < end; slot++ {
		c.w[slot%channelMax] = c.w[(slot+1)%channelMax]
	}
	before := uint64(1)<<first - 1
	more := uint64(0)
	for last := 1 + n/8; ; k++ {
		w := c.w[k%channelMax]
		w = w&before | w>>8&^before
		if k == last {
			c.w[k%channelMax] = w
			x = (w | before | ^uint64(0)<<(n%8*8)) ^ out
			return Packet(p), more|(x-ones)&^x&high != 0
		}
		w |= c.w[(k+1)%channelMax] << 56
		c.w[k%channelMax] = w
		x = (w | before) ^ out
		more |= (x - ones) &^ x & high
		before = 0
	}
}

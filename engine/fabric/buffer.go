package fabric

// The buffer of one channel (one VC of an input port): its packets, and which slots hold them in
// the order of their arrival.
//
// The order is a ring that holds a permutation of the slot numbers: first the used slots, oldest
// first, each with the output its packet is for; then the free ones, the last freed first, so that
// a buffer that is nearly empty keeps to the cache line it has just used. A VOQ is not a list of
// its own: its head is the first used slot with its output. That needs 2 bytes a packet, no state
// per VOQ, and order and first packet of a nearly empty buffer share a cache line.
//
// Layout, in 64-bit words: number used + start of the used part<<16 · order, four 16-bit entries
// (slot + output<<slotBits) to a word · slots, a word each; rounded up to cache lines.

import "math/bits"

const (
	slotBits = 10
	slotMask = 1<<slotBits - 1

	// MaxCapacity is the largest number of packets a VC of an input buffer may hold.
	MaxCapacity = 1 << slotBits
)

// channelWords returns the words of a channel of so many packets.
func channelWords(capacity int) int { return (1 + (capacity+3)/4 + capacity + 7) &^ 7 }

type channel struct {
	w        []uint64
	capacity int
}

func (c channel) init() {
	for i := 0; i < c.capacity; i++ {
		c.set(i, uint64(i))
	}
}

func (c channel) used() int  { return int(c.w[0] & 0xffff) }
func (c channel) start() int { return int(c.w[0] >> 16) }

// at returns the place in the ring of the i-th used entry.
func (c channel) at(i int) int {
	if i += c.start(); i >= c.capacity {
		i -= c.capacity
	}
	return i
}

func (c channel) entry(place int) uint64 { return c.w[1+place/4] >> (place % 4 * 16) & 0xffff }

func (c channel) set(place int, entry uint64) {
	w := &c.w[1+place/4]
	*w = *w&^(0xffff<<(place%4*16)) | entry<<(place%4*16)
}

// slotAt returns the index in w of the slot of an entry.
func (c channel) slotAt(entry uint64) int {
	return 1 + (c.capacity+3)/4 + int(entry&slotMask)
}

// packet returns the packet of an entry.
func (c channel) packet(entry uint64) Packet { return Packet(c.w[c.slotAt(entry)]) }

// output returns the output the packet of an entry is for.
func output(entry uint64) int { return int(entry >> slotBits) }

// push stores a packet for an output behind the others. There must be space.
func (c channel) push(p Packet, out int) {
	place := c.at(c.used())
	slot := c.entry(place) & slotMask
	c.set(place, slot|uint64(out)<<slotBits)
	c.w[c.slotAt(slot)] = uint64(p)
	c.w[0]++
}

// find returns the index of the first used entry from index i on that is for an output, or -1.
// Only for channels with VOQs, whose ring always starts at 0 (see remove).
func (c channel) find(out, i int) int {
	const ones, high = 0x0001000100010001, 0x8000800080008000
	n := c.used()
	for k := i / 4; k*4 < n; k++ {
		x := (c.w[1+k] ^ uint64(out)*(ones<<slotBits)) & (ones * (0xffff &^ slotMask))
		match := ^(x&^high + ^uint64(high) | x) & high // the lanes of x that are zero
		if k == i/4 {
			match &= ^uint64(0) << (i % 4 * 16)
		}
		if match != 0 {
			if j := k*4 + bits.TrailingZeros64(match)/16; j < n {
				return j
			}
			return -1
		}
	}
	return -1
}

// remove frees the slot of the i-th used entry (with VOQs).
func (c channel) remove(i int) {
	n := c.used() - 1
	slot := c.entry(i) & slotMask
	k, last := 1+i/4, 1+n/4
	keep := uint64(1)<<(i%4*16) - 1
	for ; k < last; k++ {
		c.w[k] = c.w[k]&keep | c.w[k]>>16&^keep | c.w[k+1]<<48
		keep = 0
	}
	top := ^uint64(0) << (n % 4 * 16) // from the last used entry on
	c.w[k] = c.w[k]&keep | c.w[k]>>16&^keep&^top | c.w[k]&top
	c.set(n, slot)
	c.w[0]--
}

// pop frees the slot of the first used entry (without VOQs): the ring's start moves on, and the
// place it leaves is the last of the free part.
func (c channel) pop() {
	was, n := c.start(), c.used()-1
	slot := c.entry(was) & slotMask
	next := was + 1
	if next == c.capacity {
		next = 0
	}
	c.w[0] = uint64(n) | uint64(next)<<16
	free := c.at(n)
	c.set(was, c.entry(free)&slotMask)
	c.set(free, slot)
}

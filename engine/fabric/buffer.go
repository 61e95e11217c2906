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
// (slot + output<<slotBits) to a word · slots, a word each; rounded up to cache lines. All words of all
// channels are one array, which ends with so much room that each channel can be seen as an array of
// channelMax words: indices below that need no check.

import "math/bits"

const (
	slotBits = 10
	slotMask = 1<<slotBits - 1

	// MaxCapacity is the largest number of packets a VC of an input buffer may hold.
	MaxCapacity = 1 << slotBits
)

// channelMax is above the words of the largest channel, a power of two.
const channelMax = 2048

const _ = uint(channelMax - (1 + MaxCapacity/4 + MaxCapacity))

// channelWords returns the words of a channel of so many packets.
func channelWords(capacity int) int { return (slotsAt(capacity) + capacity + 7) &^ 7 }

// slotsAt returns where the slots begin.
func slotsAt(capacity int) int { return 1 + (capacity+3)/4 }

type channel struct {
	w        *[channelMax]uint64
	capacity int
	slots    int // where they begin
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

// lane returns the word of a place in the ring and where its 16 bits begin.
func lane(place int) (word, shift uint) {
	return (1 + uint(place)/4) % channelMax, uint(place) % 4 * 16
}

func (c channel) entry(place int) uint64 {
	i, shift := lane(place)
	return c.w[i] >> (shift & 63) & 0xffff
}

func (c channel) set(place int, entry uint64) {
	i, shift := lane(place)
	c.w[i] = c.w[i]&^(0xffff<<(shift&63)) | entry<<(shift&63)
}

// slotAt returns the index in w of the slot of an entry.
func (c channel) slotAt(entry uint64) uint {
	return (uint(c.slots) + uint(entry&slotMask)) % channelMax
}

// packet returns the packet of an entry.
func (c channel) packet(entry uint64) Packet { return Packet(c.w[c.slotAt(entry)]) }

// output returns the output the packet of an entry is for.
func output(entry uint64) int { return int(entry >> slotBits) }

// push stores a packet for an output behind the others. There must be space.
func (c channel) push(p Packet, out int) {
	i, shift := lane(c.at(c.used()))
	x := c.w[i]
	c.w[i] = x&^(0xffff&^slotMask<<(shift&63)) | uint64(out)<<slotBits<<(shift&63)
	c.w[c.slotAt(x>>(shift&63))] = uint64(p)
	c.w[0]++
}

const (
	ones = 0x0001000100010001
	high = ones << 15
)

// lanesOf returns the top bits of those lanes of a word of the order that are for an output.
func lanesOf(x uint64, out int) uint64 {
	x = (x ^ uint64(out)*(ones<<slotBits)) & (ones * (0xffff &^ slotMask))
	return ^(x&^high + ^uint64(high) | x) & high
}

// find returns the index of the first used entry that is for an output, or -1.
// Only for channels with VOQs, whose ring always starts at 0 (see remove).
func (c channel) find(out int) int { return c.findFrom(0, out, ^uint64(0)) }

// findFrom looks from word k of the order on, in that one only at some lanes.
func (c channel) findFrom(k uint, out int, lanes uint64) int {
	n := uint(c.used())
	for ; k*4 < n; k++ {
		if match := lanesOf(c.w[(1+k)%channelMax], out) & lanes; match != 0 {
			if j := k*4 + uint(bits.TrailingZeros64(match))/16; j < n {
				return int(j)
			}
			return -1
		}
		lanes = ^uint64(0)
	}
	return -1
}

// remove frees the slot of the i-th used entry (with VOQs) and returns the index of the next one that
// is for the same output, or -1.
func (c channel) remove(i int) int {
	k, shift := lane(i)
	e := c.w[k] >> (shift & 63) & 0xffff
	out, slot := output(e), e&slotMask
	n := uint(c.used() - 1)
	if n < 4 { // all of it is one word
		x, keep, top := c.w[1], uint64(1)<<(shift&63)-1, ^uint64(0)<<(n*16&63)
		x = x&keep | x>>16&^keep&^top | x&(top<<16) | slot<<(n*16&63)
		c.w[1] = x
		c.w[0]--
		if match := lanesOf(x, out) &^ keep &^ top; match != 0 {
			return bits.TrailingZeros64(match) / 16
		}
		return -1
	}
	first := k - 1
	keep := uint64(1)<<(shift&63) - 1
	lanes := ^keep
	for last := (1 + n/4) % channelMax; k < last; k++ {
		c.w[k] = c.w[k]&keep | c.w[k]>>16&^keep | c.w[(k+1)%channelMax]<<48
		keep = 0
	}
	top := ^uint64(0) << (n % 4 * 16 & 63) // from the last used entry on
	c.w[k] = c.w[k]&keep | c.w[k]>>16&^keep&^top | c.w[k]&top
	c.set(int(n), slot)
	c.w[0]--
	return c.findFrom(first, out, lanes)
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

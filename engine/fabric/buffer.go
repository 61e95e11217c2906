package fabric

// The buffer of one channel (one VC of an input port): its packets in the order of their arrival, and what each is for.
//
// Without VOQs it is a ring: who leaves is the first, and the start moves on. With VOQs (or queues set aside) it begins at 0:
// a VOQ is not a list of its own, its head is the first packet with its output, and when that leaves, those that came later
// move up. These are few: packets that wait are the older ones, and others pass behind them. So a buffer that is nearly empty
// keeps to its first cache line, there is no state per VOQ, and the order of arrival needs none.
//
// Layout, in 64-bit words: number used + start of the used part<<16 · outputs, a byte each · packets, a word each; rounded up to
// cache lines. All words of all channels are one array, which ends with so much room that each channel can be seen as an array of
// channelMax words: indices below that need no check.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/topology"
)

// MaxCapacity is the largest number of packets a VC of an input buffer may hold.
const MaxCapacity = 1 << 10

// channelMax is above the words of the largest channel, a power of two.
const channelMax = 2048

const (
	_ = uint(channelMax - (1 + MaxCapacity/8 + MaxCapacity))
	_ = uint(0xff - topology.MaxRadix) // outputs are a byte, 0xff none of them
)

// channelWords returns the words of a channel of so many packets.
func channelWords(capacity int) int { return (slotsAt(capacity) + capacity + 7) &^ 7 }

// slotsAt returns where the packets begin.
func slotsAt(capacity int) int { return 1 + (capacity+7)/8 }

type channel struct {
	w        *[channelMax]uint64
	capacity int
	slots    int // where the packets begin
}

func (c channel) used() int  { return int(c.w[0] & 0xffff) }
func (c channel) start() int { return int(c.w[0] >> 16) }

// at returns the place of the i-th packet.
func (c channel) at(i int) int {
	if i += c.start(); i >= c.capacity {
		i -= c.capacity
	}
	return i
}

// packet returns the packet at a place.
func (c channel) packet(place int) Packet { return Packet(c.w[uint(c.slots+place)%channelMax]) }

// output returns what the packet at a place is for: an output, or where queues are set aside its queue.
func (c channel) output(place int) int {
	return int(c.w[(1+uint(place)/8)%channelMax] >> (uint(place) % 8 * 8) & 0xff)
}

// set says what the packet at a place is for.
func (c channel) set(place, out int) {
	w, shift := &c.w[(1+uint(place)/8)%channelMax], uint(place)%8*8
	*w = *w&^(0xff<<shift) | uint64(out)<<shift
}

// push stores a packet for an output behind the others, and says whether there were none. There must be space.
func (c channel) push(p Packet, out uint64) bool {
	n, place := uint(c.w[0]&0xffff), uint(c.w[0]>>16)
	c.w[0]++
	if place += n; place >= uint(c.capacity) {
		place -= uint(c.capacity)
	}
	w, shift := &c.w[(1+place/8)%channelMax], place%8*8
	*w = *w&^(0xff<<shift) | out<<shift
	c.w[(uint(c.slots)+place)%channelMax] = uint64(p)
	return n == 0
}

const (
	ones = 0x0101010101010101
	high = ones << 7
)

// bytesOf returns a word whose lowest bit set is the top bit of the first byte of x that is b; 0 if there is none.
func bytesOf(x uint64, b int) uint64 {
	x ^= uint64(b) * ones
	return (x - ones) &^ x & high
}

// find returns the place of the first packet that is for an output, or -1. Only for channels that begin at 0.
func (c channel) find(out int) int { return c.findFrom(0, out) }

// findFrom looks from a place on.
func (c channel) findFrom(place uint, out int) int {
	n := uint(c.used())
	before := uint64(1)<<(place%8*8) - 1 // these bytes are made ones that no output has
	for k := place / 8; k*8 < n; k++ {
		if match := bytesOf(c.w[(1+k)%channelMax]|before, out); match != 0 {
			if j := k*8 + uint(bits.TrailingZeros64(match))/8; j < n {
				return int(j)
			}
			return -1
		}
		before = 0
	}
	return -1
}

// remove takes out the packet at a place and returns that of the next one for the same output, or -1. Only for channels that
// begin at 0.
func (c channel) remove(place int) int {
	out := c.output(place)
	c.w[0]--
	n := uint(c.used())
	for i := uint(c.slots + place); i < uint(c.slots)+n; i++ {
		c.w[i%channelMax] = c.w[(i+1)%channelMax]
	}
	k := uint(place) / 8
	keep := uint64(1)<<(uint(place)%8*8) - 1
	for ; k < n/8; k++ {
		c.w[(1+k)%channelMax] = c.w[(1+k)%channelMax]&keep | c.w[(1+k)%channelMax]>>8&^keep | c.w[(2+k)%channelMax]<<56
		keep = 0
	}
	c.w[(1+k)%channelMax] = c.w[(1+k)%channelMax]&keep | c.w[(1+k)%channelMax]>>8&^keep
	return c.findFrom(uint(place), out)
}

// pop takes out the first packet (without VOQs).
func (c channel) pop() {
	next := c.start() + 1
	if next == c.capacity {
		next = 0
	}
	c.w[0] = uint64(c.used()-1) | uint64(next)<<16
}

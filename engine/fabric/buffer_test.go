package fabric

import (
	"testing"

	"github.com/congestree/congestree/engine/random"
)

// Channels against a plain slice, over random sequences of operations.
func TestChannelIsAQueue(t *testing.T) {
	for _, capacity := range []int{1, 2, 3, 4, 5, 8, 16, 48, 1024} {
		for _, voq := range []bool{false, true} {
			c := channel{make([]uint64, channelWords(capacity)), capacity}
			c.init()
			r := random.New(uint64(capacity), 1)
			type queued struct {
				Packet
				out int
			}
			var want []queued
			for step := 0; step < 5000; step++ {
				if len(want) < capacity && (len(want) == 0 || r.Below(2) == 0) {
					p := queued{Packet(r.Uint64()), int(r.Below(5) * 12)}
					c.push(p.Packet, p.out)
					want = append(want, p)
				} else if voq {
					out := int(r.Below(5) * 12)
					from := int(r.Below(uint32(len(want))))
					i := -1
					for k := len(want) - 1; k >= from; k-- {
						if want[k].out == out {
							i = k
						}
					}
					if got := c.find(out, from); got != i {
						t.Fatalf("capacity %d, step %d: find(%d, %d) = %d, want %d", capacity, step, out, from, got, i)
					}
					if i >= 0 {
						c.remove(i)
						want = append(want[:i:i], want[i+1:]...)
					}
				} else {
					if c.packet(c.entry(c.start())) != want[0].Packet {
						t.Fatalf("capacity %d, step %d: wrong head", capacity, step)
					}
					c.pop()
					want = want[1:]
				}
				if c.used() != len(want) {
					t.Fatalf("capacity %d, step %d: %d used, want %d", capacity, step, c.used(), len(want))
				}
				seen := make([]bool, capacity)
				for i := 0; i < capacity; i++ {
					e := c.entry(c.at(i))
					if i < len(want) && (c.packet(e) != want[i].Packet || output(e) != want[i].out) {
						t.Fatalf("capacity %d, voq %v, step %d: wrong packet %d of %d", capacity, voq, step, i, len(want))
					}
					if seen[e&slotMask] {
						t.Fatalf("capacity %d, step %d: slot %d twice", capacity, step, e&slotMask)
					}
					seen[e&slotMask] = true
				}
			}
		}
	}
}

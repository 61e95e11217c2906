package fabric

import (
	"testing"

	"github.com/congestree/congestree/engine/random"
)

// Channels against a plain slice, over random sequences of operations.
func TestChannelIsAQueue(t *testing.T) {
	for _, capacity := range []int{1, 2, 3, 4, 5, 8, 16, 17, 48, 60, 61, 64, 1024} {
		for _, voq := range []bool{false, true} {
			c := channel{new([channelMax]uint64), capacity, slotsAt(capacity)}
			r := random.New(uint64(capacity), 1)
			type queued struct {
				Packet
				out int
			}
			var want []queued
			for step := 0; step < 5000; step++ {
				if len(want) < capacity && (len(want) == 0 || r.Below(2) == 0) {
					p := queued{Packet(r.Uint64()), int(r.Below(5) * 12)}
					c.push(p.Packet, uint64(p.out))
					want = append(want, p)
				} else if voq {
					out := int(r.Below(5) * 12)
					i, after := -1, -1 // the first two for this output
					for k := len(want) - 1; k >= 0; k-- {
						if want[k].out == out {
							i, after = k, i
						}
					}
					if got := c.find(out); got != i {
						t.Fatalf("capacity %d, step %d: find(%d) = %d, want %d", capacity, step, out, got, i)
					}
					if i >= 0 {
						if after >= 0 {
							after-- // one fewer before it
						}
						if got := c.remove(i); got != after {
							t.Fatalf("capacity %d, step %d: remove(%d) = %d, want %d", capacity, step, i, got, after)
						}
						want = append(want[:i:i], want[i+1:]...)
					}
				} else {
					if c.packet(c.start()) != want[0].Packet {
						t.Fatalf("capacity %d, step %d: wrong head", capacity, step)
					}
					c.pop()
					want = want[1:]
				}
				if c.used() != len(want) {
					t.Fatalf("capacity %d, step %d: %d used, want %d", capacity, step, c.used(), len(want))
				}
				for i, x := range want {
					if at := c.at(i); c.packet(at) != x.Packet || c.output(at) != x.out {
						t.Fatalf("capacity %d, voq %v, step %d: wrong packet %d of %d", capacity, voq, step, i, len(want))
					}
				}
			}
		}
	}
}

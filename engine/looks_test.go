package engine

import (
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/scenario"
)

// What looks read in one pass (fabric/looks.go) is what single ports and packets tell.
func TestLooksReadWhatPortsTell(t *testing.T) {
	for _, set := range []string{
		"network=rlft-8x3&traffic=HS25-1&queuing=1q",
		"network=rlft-8x3&traffic=HS25-1&queuing=vftree&routing=adaptive",
		"network=rlft-8x3&traffic=HS10-4&queuing=dbbm&voq=true",
		"network=rlft-8x3&traffic=IHS&queuing=dbbm&vcs=2&voq=true&routing=adaptive",
		"network=rlft-8x3&traffic=HS25-1&queuing=dbbm&vcs=7&voq=true",
		"network=rlft-8x3&traffic=HS25-1&queuing=dbbm&voq=true&routing=afi",
		"network=rlft-8x3&traffic=HS25-1&delay=2000",
		"network=bmin-4x3&routing=self&traffic=HS25-1&queuing=fbicm&voq=true",
		"network=torus-8x8&routing=dor&traffic=HS25-1&voq=true",
		"network=torus-8x8&routing=dor&traffic=HS25-1&congestion-control=iba-cc&voq=true",
	} {
		t.Run(set, func(t *testing.T) {
			s, err := scenario.ParseQuery(set + "&load=1")
			if err != nil {
				t.Fatal(err)
			}
			c, err := config(s)
			if err != nil {
				t.Fatal(err)
			}
			f, err := fabric.New(c)
			if err != nil {
				t.Fatal(err)
			}
			n, spent := f.Net, make([]uint16, f.Net.Ports())
			full, lacks := 0, 0
			for at := int64(1); at <= 8; at++ {
				f.Run(at*5300*Nanosecond, NoLimit)
				f.Spent(spent)
				for port, got := range spent {
					want := uint16(0)
					for vc := range f.VCs {
						if f.Credits(port, vc) == 0 {
							want |= 1 << vc
							full++
						}
					}
					if got != want {
						t.Fatalf("Spent of port %d is %b, its credits tell %b", port, got, want)
					}
				}
				for sw := range n.Switches {
					want := uint64(0)
					for out := range n.Radix {
						for vc := range f.VCs {
							if f.Requests(sw, out, vc) != 0 && f.Credits(sw*n.Radix+out, vc) == 0 {
								want |= 1 << out
								lacks++
							}
						}
					}
					if got := f.Lacking(sw); got != want {
						t.Fatalf("Lacking of switch %d is %b, its ports tell %b", sw, got, want)
					}
				}
				for port := range n.SwitchPorts() {
					for vc := range f.VCs {
						var outs [64]int
						first, best := map[int]int{}, 0
						f.Packets(port, vc, func(q fabric.Queued) {
							if _, ok := first[q.Out]; !ok {
								first[q.Out] = q.Next
							}
							outs[q.Out]++
						})
						for out, packets := range outs {
							if packets > outs[best] {
								best = out
							}
						}
						if len(first) == 0 {
							continue
						}
						if out, next := f.Hog(port, vc); out != best || next != first[best] {
							t.Fatalf("Hog of port %d, VC %d is output %d, VC %d; its packets tell %d, %d", port, vc, out, next, best, first[best])
						}
					}
				}
			}
			if aside, _ := f.SetAsideQueues(); full == 0 || lacks == 0 && aside == 0 { // which keeps buffers from filling
				t.Errorf("nothing was full (%d) or lacked credits (%d): it tests nothing", full, lacks)
			}
		})
	}
}

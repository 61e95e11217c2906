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

// Over long links nearly all flights have left their port. Looks read those that have not, and find the outputs that transmit.
func TestServingReadsWhatTransmits(t *testing.T) {
	for _, set := range []string{"delay=0", "delay=6", "delay=3000&packet=64", "delay=3000&packet=64&voq=true&crossbar=demultiplexed", "delay=700&packet=64&congestion-control=iba-cc"} {
		s, err := scenario.ParseQuery("network=rlft-4x2&traffic=HS25-1&load=1&buffer=48&" + set)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Open(s)
		if err != nil {
			t.Fatal(set, err)
		}
		f, n := m.fabric, m.Network()
		all := 0
		for i := range int64(60) {
			m.Advance(i*171_717+i*i*1_003, NoLimit)
			if i == 40 {
				m = m.Store().Restore(nil)
				f = m.fabric
			}
			want := make([]bool, n.SwitchPorts())
			for p := range want {
				want[p] = n.Peer[p] >= 0 && f.FreeOutputs(p/n.Radix)>>(p%n.Radix)&1 == 0
			}
			f.Serving(func(port, in int) {
				if !want[port] {
					t.Fatalf("%s: at %d ps port %d is told to transmit, and does not, or is told twice", set, f.Now(), port)
				}
				want[port] = false
				all++
			})
			notes := s.Get("congestion-control") != "none" // what these occupy is not told
			for p, on := range want {
				if on && !notes {
					t.Fatalf("%s: at %d ps port %d transmits, and is not told", set, f.Now(), p)
				}
			}
		}
		if all < 100 {
			t.Errorf("%s: only %d outputs transmitted: it tests little", set, all)
		}
	}
}

// A look counts as what it reads: where links hold thousands of packets and a few ports buffer as many, a slice has few looks.
func TestSlicesCountWhatLooksRead(t *testing.T) {
	s, err := scenario.ParseQuery("network=rlft-4x2&packet=16&bandwidth=1600&delay=300&buffer=128&vcs=8&voq=true&queuing=dbbm&traffic=HS25-1&load=1")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	m.Advance(2*Microsecond, NoLimit)
	const events = 8192
	for range 20 {
		from := m.Now()
		m.Advance(1<<50, events)
		if in, looks := int64(m.fabric.InNetwork()), (m.Now()-from)/m.LookPS(); in < 20_000 || looks*in > 40*events {
			t.Fatalf("a slice of %d events at %d ps has %d looks at %d packets", events, from, looks, in)
		}
	}
}

package observe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// What a frame tells of HoL blocking by port is what the course counts there, as a share of the buffer's packets; only where
// it is asked for and measured; the same instant twice is the same; and it comes over the wire.
func TestHoLBlockingByPort(t *testing.T) {
	for _, c := range []struct {
		name      string
		set       []string
		us        int64
		measured  bool
		low, high int // packets that suffer it at least; 0: none does
	}{
		{"one queue", []string{"network", "rlft-8x3", "traffic", "HS25-1"}, 60, true, 20, 20},
		{"three VCs", []string{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "dbbm"}, 60, true, 1, 1},
		{"parts", []string{"network", "rlft-24x3", "traffic", "HS25-1"}, 15, true, 20, 0},
		{"VOQs", []string{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "voqsw"}, 60, true, 0, 0},
		{"set aside", []string{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "fbicm"}, 60, false, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := open(t, c.set...)
			m.Advance(c.us*engine.Microsecond, engine.NoLimit)
			var f observe.Frame
			m.Frame(&f, observe.Options{Detail: -1})
			if len(f.Blocking) != 0 {
				t.Fatal("not asked for, but told")
			}
			look := func() *observe.Frame {
				m.Frame(&f, observe.Options{Detail: -1, HoL: true})
				return &f
			}
			if look(); !c.measured {
				if len(f.Blocking) != 0 {
					t.Error("not measured, but told")
				}
				return
			}
			n := m.Network()
			low, high, sampled := 0, 0, 0
			for p, b := range f.Blocking {
				l, h := 0, 0
				if n.Peer[p] != topology.NoPeer {
					l, h = m.Course().HoL(p)
				}
				if n.Hosts < 2000 && c.high > 0 { // the inspector reads the queues packet by packet
					var pinned observe.Frame
					m.Frame(&pinned, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(p)}})
					il, ih := 0, 0
					for _, q := range pinned.Queues {
						il, ih = il+int(q.Low), ih+int(q.High)
					}
					if il != l || ih != h {
						t.Fatalf("port %d: the course counts %d and %d, the inspector %d and %d", p, l, h, il, ih)
					}
				}
				low, high = low+l, high+h
				if (l > 0) != (b.Low > 0) || (h > 0) != (b.High > 0) {
					t.Fatalf("port %d: %+v, the course counts %d and %d", p, b, l, h)
				}
				if sampled++; l+h == 0 || sampled%(1+len(f.Blocking)/300) != 0 {
					continue
				}
				var one observe.Frame
				m.Frame(&one, observe.Options{Detail: p, HoL: true})
				held := 0
				for _, q := range one.Detail {
					held += int(q.Packets)
				}
				if int(b.Low) != l*255/held || int(b.High) != h*255/held {
					t.Fatalf("port %d: %+v, the course counts %d and %d of %d", p, b, l, h, held)
				}
			}
			if low < c.low || high < c.high || c.low == 0 && low+high > 0 {
				t.Errorf("%d packets with low-order HoL blocking, %d with high-order", low, high)
			}
			before := append([]observe.HoLState(nil), f.Blocking...)
			for p, b := range look().Blocking {
				if b != before[p] {
					t.Fatalf("port %d: a second look changes %+v to %+v", p, before[p], b)
				}
			}
			var back observe.Frame
			if err := back.Decode(f.Append(nil)); err != nil || len(back.Blocking) != len(before) {
				t.Fatalf("decoded: %v", err)
			}
			changed := 0
			for p, b := range back.Blocking {
				if b != before[p] {
					t.Fatalf("port %d: decoded as %+v, was %+v", p, b, before[p])
				}
			}
			m.Advance((c.us+2)*engine.Microsecond, engine.NoLimit)
			for p, b := range look().Blocking {
				if b != before[p] {
					changed++
				}
			}
			if c.low > 0 && changed == 0 {
				t.Error("nothing changes")
			}
		})
	}
}

// The mean of a window is of its looks alone, whatever was counted before.
func TestHoLBlockingOfAWindowAlone(t *testing.T) {
	long, late := open(t, "network", "rlft-8x3", "traffic", "HS25-1"), open(t, "network", "rlft-8x3", "traffic", "HS25-1")
	window := 16 * long.PacketPS()
	long.CountHoL()
	long.Advance(12*window, engine.NoLimit)
	late.Advance(11*window, engine.NoLimit)
	late.CountHoL()
	late.Advance(12*window, engine.NoLimit)
	var a, b observe.Frame
	long.Frame(&a, observe.Options{Detail: -1, HoL: true})
	late.Frame(&b, observe.Options{Detail: -1, HoL: true})
	low, high := 0, 0
	for p := range a.Blocking {
		if a.Blocking[p] != b.Blocking[p] {
			t.Fatalf("port %d: %+v if counted from the beginning, %+v if in this window only", p, a.Blocking[p], b.Blocking[p])
		}
		low, high = low+int(a.Blocking[p].Low), high+int(a.Blocking[p].High)
	}
	if low == 0 || high == 0 {
		t.Errorf("low-order %d, high-order %d", low, high)
	}
}

// Averages over packet times move on as well when frames follow each other so closely that none of them has a weight of its own.
func TestAveragesOfCloseFrames(t *testing.T) {
	m := open(t, "network", "rlft-4x3", "traffic", "HS25-1", "buffer", "8")
	m.Advance(3*engine.Microsecond, engine.NoLimit)
	var f, before observe.Frame
	m.Frame(&before, observe.Options{Detail: -1, HoL: true})
	for i := range int64(1800) { // 5 ns is a 65th of a packet time
		m.Advance(3*engine.Microsecond+i*5*engine.Nanosecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1, HoL: true})
	}
	hol, starved := 0, 0
	for p := range f.Ports {
		if f.Blocking[p] != before.Blocking[p] {
			hol++
		}
		if f.Ports[p].Starved != before.Ports[p].Starved {
			starved++
		}
	}
	if hol == 0 || starved == 0 {
		t.Errorf("after 9 µs HoL blocking is another at %d ports, the share of time without credits at %d", hol, starved)
	}
}

// The course's shares are of the last eight looks, each of which reads an eighth of the ports: they change with every look but those
// in step with packets, and are none before every port has been read.
func TestHoLBlockingFollowsTheLooks(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1")
	m.Advance(60*engine.Microsecond, engine.NoLimit)
	points, still := m.Course().Points(), 0
	if len(points) < 32 {
		t.Fatalf("%d points", len(points))
	}
	for i := 9; i < len(points); i++ {
		if points[i].PS%(16*m.PacketPS()) != 0 && points[i].Low+points[i].High == points[i-1].Low+points[i-1].High && points[i].High > 0 {
			still++
		}
	}
	if still > len(points)/8 {
		t.Errorf("at %d of %d looks the shares stay as they were", still, len(points))
	}
	if p := points[6]; p.Low != 0 || p.High != 0 {
		t.Errorf("before all ports have been read: %+v", p)
	}
}

// By hand: four inputs of a switch are served in turn by one output, so that in a period of four packet times one of them sends
// such a packet and one for an output of its own, and waits for as long. Then the other half of its full buffer suffers HoL blocking:
// a quarter, in the mean over time, whichever port it is and whenever the period begins. Three buffers more are full, and nobody
// suffers there: a sixteenth of all packets.
func TestHoLBlockingInStepWithLooks(t *testing.T) {
	const each = 700
	inputs := []int{1, 2, 3, 7}
	for _, mixed := range inputs {
		for begin := range 4 {
			var text strings.Builder
			fmt.Fprintf(&text, "VEF3 8 %d 1 0 0 TRUE\nC0 0 1 2 3 4 5 6 7\n", 2*each+len(inputs)-1)
			id := 0
			send := func(src, dst, packets int) {
				fmt.Fprintf(&text, "%d %d %d %d 0 %.2f -1\n", id, src, dst, packets*4096, float64(begin)*327.68)
				id++
			}
			for range each {
				send(mixed, 0, 1)
				send(mixed, 4, 1)
			}
			for _, h := range inputs {
				if h != mixed {
					send(h, 0, each)
				}
			}
			trace, err := vef.Read(strings.NewReader(text.String()), vef.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			m := open(t, "network", "knary-8x1", "queuing", "1q", "traffic", vef.Keep(trace))
			m.CountHoL()
			window, sum, n := 16*m.PacketPS(), 0.0, 0
			var f observe.Frame
			for w := int64(30); w < 150; w++ {
				m.Advance(w*window, engine.NoLimit)
				m.Frame(&f, observe.Options{Detail: -1, HoL: true})
				sum, n = sum+float64(f.Blocking[mixed].Low)/255, n+1
			}
			if share := sum / float64(n); share < .21 || share > .29 {
				t.Errorf("port %d, from packet time %d on: %.3f of the buffer", mixed, begin, share)
			}
			sum, n = 0, 0
			for _, p := range m.Course().Points() {
				if p.PS > 30*window {
					sum, n = sum+float64(p.Low), n+1
				}
			}
			if share := sum / float64(n); share < .045 || share > .08 {
				t.Errorf("port %d, from packet time %d on: %.4f of all packets", mixed, begin, share)
			}
		}
	}
}

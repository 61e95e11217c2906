package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Where packets change their VC (at datelines, into AFI's channel), one may stand behind another for the same output: the first has no
// credits for the VC that it takes there, the other has for its own. That is HoL blocking, too, with VOQs as well, for the course, in a
// close-up and for the inspector. Without VOQs 11→0 waits in the buffer of port 2 of S(0,2) for VC 1 of port 3, and behind it 10→12 for VC 0.
func TestHoLBlockingBehindAnotherVC(t *testing.T) {
	for _, c := range []struct {
		voq string
		ps  int64
	}{{"false", 95107487}, {"true", 91000000}} {
		m := open(t, "network", "torus-4x4", "traffic", "UT", "buffer", "48", "routing", "dor", "voq", c.voq)
		m.Advance(c.ps, engine.NoLimit)
		n := m.Network()
		port := 8*n.Radix + 2 // S(0,2) port 2
		pins := []observe.Pin{{}, {Kind: observe.PinPort, A: uint32(port)}, {Kind: observe.PinFlow, A: 10, B: 12}}
		var slots, rows, packets int
		for _, pin := range pins {
			var f observe.Frame
			m.Frame(&f, observe.Options{Detail: -1, Switches: []uint32{8}, Pin: pin})
			for _, x := range f.Slots {
				if pin == pins[0] && x.Port == uint32(port) && x.Flags&observe.Idle != 0 {
					slots++
				}
			}
			for _, q := range f.Queues {
				rows += int(q.Low + q.High)
			}
			for _, p := range f.Packets {
				if p.Port == uint32(port) && p.Flags&observe.Idle != 0 {
					packets++
				}
			}
		}
		if low, high := m.Course().HoL(port); low+high != 1 || slots != 1 || rows != 1 || packets != 1 {
			t.Errorf("VOQs %s: the course counts %d packets, the close-up shows %d, the inspector counts %d and shows %d; 1 it is", c.voq, low+high, slots, rows, packets)
		}
	}
}

// The root of a wait is known before the buffer is full: what lacks credits for a buffer that waits for a root in another switch waits for
// it, too. At this instant the head of port 0 of S1.6 lacks credits for the full buffer behind port 5, which waits for a root elsewhere.
func TestHoLBlockingBeforeTheBufferIsFull(t *testing.T) {
	m := open(t, "network", "rlft-8x2", "traffic", "HS25-1", "buffer", "48")
	m.Advance(5901875, engine.NoLimit)
	port := 6 * m.Network().Radix // S1.6 port 0
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(port)}})
	if q := f.Queues[0]; q.Low != 0 || q.High != 2 || f.Ports[port].Flags&observe.Full != 0 {
		t.Errorf("the inspector counts %d low-order and %d high-order; flags %b", q.Low, q.High, f.Ports[port].Flags)
	}
	if low, high := m.Course().HoL(port); low != 0 || high != 2 {
		t.Errorf("the course counts %d low-order and %d high-order", low, high)
	}
}

package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// A network that has been marked as saturated is told to be strained before any tree has formed, with the output that
// most packets wait for; one that keeps up is not, and neither is one that has run empty.
func TestStrainWithoutTrees(t *testing.T) {
	for _, c := range []struct {
		set      []string
		us       int64
		strained bool
	}{
		{[]string{"traffic", "HS25-1", "hotspot-from", "40", "warmup", "60"}, 58, true},
		{[]string{"traffic", "HS25-1", "hotspot-from", "40", "warmup", "60"}, 8, false}, // it fills
		{[]string{"network", "rlft-8x3", "traffic", "UT", "load", "0.3"}, 58, false},
		{[]string{"network", "rlft-12x3", "traffic", "PTRANS-18x24-1024-4"}, 2000, false}, // it has ended
	} {
		m := open(t, c.set...)
		m.Advance(c.us*engine.Microsecond, engine.NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) > 0 {
			t.Errorf("%v: %d trees at %d µs", c.set, len(f.Trees), c.us)
		}
		n := m.Network()
		if f.Strained(n.Hosts) != c.strained {
			t.Errorf("%v: strained %v at %d µs: %+v", c.set, !c.strained, c.us, f.Strain)
		}
		if !c.strained {
			if f.Most != 0 {
				t.Errorf("%v: counted all the same: %+v", c.set, f.Strain)
			}
			continue
		}
		if f.Behind != 1 || f.Took >= .9*f.Asked || f.Asked < .9 || f.HoL < .05 || f.HoL > .6 {
			t.Errorf("%v: %+v", c.set, f.Strain)
		}
		// The inspector counts the same, and finds no output with more.
		most := uint64(0)
		for sw := range n.Switches {
			var x observe.Frame
			m.Frame(&x, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinSwitch, A: uint32(sw)}})
			by := map[uint32]uint64{}
			for _, o := range x.Outs {
				by[o.Port] += uint64(o.Waiting)
			}
			for port, packets := range by {
				most = max(most, packets)
				if int64(port) == f.MostPort && packets != f.Most {
					t.Errorf("%d packets wait for port %d, the frame says %d", packets, port, f.Most)
				}
			}
		}
		if f.Most != most || most < 50 {
			t.Errorf("%d packets wait for one output, the frame says %d for port %d", most, f.Most, f.MostPort)
		}
	}
}

// That nothing is congested is not said of an incast whose packets fill the buffers, though the marks' last window is from before it;
// it is said of a network that keeps up.
func TestNothingIsCalmBeforeTheNextWindow(t *testing.T) {
	for _, c := range []struct {
		set  []string
		calm bool
	}{
		{[]string{"traffic", "HS100-1", "load", "0.5", "hotspot-from", "20", "warmup", "0"}, false},
		{[]string{"network", "rlft-8x3", "traffic", "UT", "load", "0.3"}, true},
	} {
		m := open(t, c.set...)
		for us := int64(25); us <= 32; us++ {
			m.Advance(us*engine.Microsecond, engine.NoLimit)
			var f observe.Frame
			m.Frame(&f, observe.Options{Detail: -1})
			if f.Injected-f.Delivered < uint64(m.Network().Hosts)/2 || len(f.Trees) > 0 || f.Calm(m.Network().Hosts) != c.calm {
				t.Errorf("%v at %d µs: calm %v, %d trees, accepted %.3f, %+v", c.set, us, !c.calm, len(f.Trees), f.AcceptedNow, f.Strain)
			}
		}
	}
}

// A network whose first packets are still on long ways is not saturated.
func TestLongWaysAreNotSaturated(t *testing.T) {
	for _, network := range [][]string{{"network", "rlft-8x3"}, {"network", "torus-8x8", "routing", "dor"}} {
		m := open(t, append(network, "traffic", "UT", "load", "0.05", "delay", "100000")...)
		m.Advance(2*engine.Millisecond, engine.NoLimit)
		for _, mark := range m.Course().Marks() {
			if mark.Kind == observe.Saturated {
				t.Errorf("%v: saturated at %d µs: %.3f of %.3f", network, mark.PS/engine.Microsecond, mark.Accepted, mark.Offered)
			}
		}
	}
}

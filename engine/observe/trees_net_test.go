package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// With VOQnet the queues for the hot spot fill up to the hosts that send to it, and nobody suffers: a tree without victims, before
// and long after which there is none, even under load.
func TestTreesOfNetQueues(t *testing.T) {
	for _, c := range []struct {
		set          []string
		us           [3]int64 // before, while, after the hot spot
		hot          int
		ports, depth uint32 // at least
		hosts        uint32
	}{
		{[]string{"network", "bmin-8x3", "routing", "self", "packet", "64", "buffer", "16", "bandwidth", "8", "crossbar", "multiplexed", "queuing", "voqnet",
			"traffic", "HS25-1", "hotspots", "32", "load", "0.7", "hotspot-from", "20", "hotspot-until", "60", "warmup", "0"}, [3]int64{20, 59, 200}, 32, 20, 4, 16},
		{[]string{"network", "rlft-8x3", "buffer", "2048", "queuing", "voqnet", "traffic", "HS25-1", "hotspots", "70", "load", "0.7", "hotspot-from", "40",
			"hotspot-until", "300", "warmup", "0"}, [3]int64{40, 299, 2500}, 70, 20, 4, 16},
		{[]string{"network", "torus-4x4", "routing", "dor", "buffer", "256", "queuing", "voqnet", "traffic", "HS50-1", "hotspots", "5", "load", "0.6", "hotspot-from", "40",
			"hotspot-until", "200", "warmup", "0"}, [3]int64{40, 199, 1200}, 5, 4, 2, 4},
	} {
		m := open(t, c.set...)
		n := m.Network()
		all := make([]uint32, n.Switches)
		for i := range all {
			all[i] = uint32(i)
		}
		var f observe.Frame
		m.Advance(c.us[0]*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) > 0 {
			t.Errorf("%v: a tree before the hot spot: %+v", c.set, f.Trees[0])
		}
		m.Advance(c.us[1]*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1, Dots: 1000, Switches: all})
		if len(f.Trees) != 1 {
			t.Errorf("%v: %d trees", c.set, len(f.Trees))
			continue
		}
		x := f.Trees[0]
		if n.Tree != nil && !leadsTo(n, int(x.Root), c.hot) || x.Ports < c.ports || x.Depth < c.depth || x.Hosts < c.hosts || x.Packets < x.Ports || x.Victims != 0 || f.Ports[x.Root].Flags&observe.Root == 0 {
			t.Errorf("%v: %+v, root %s", c.set, x, n.PortName(int(x.Root)))
		}
		culprits, told := uint32(0), uint32(0)
		for _, s := range f.Hosts {
			if s.Tree == 0 {
				continue
			}
			if told++; s.Flags&observe.Culprit != 0 {
				culprits++
			}
		}
		if told != x.Hosts || culprits < c.hosts*3/4 {
			t.Errorf("%v: %d hosts are told as blocked, %d of them send to the hot spot; the tree has %d", c.set, told, culprits, x.Hosts)
		}
		// What waits for credits of a branch is for the hot spot, and so are the tree's packets.
		held, mine := 0, uint32(0)
		for _, q := range f.Slots {
			if q.Held != 0 {
				if held++; int(q.Dst) != c.hot {
					t.Errorf("%v: a packet for host %d is held up by the tree", c.set, q.Dst)
				}
			}
			if int(q.Dst) == c.hot && f.Ports[q.Port].Tree != 0 {
				mine++
			}
			if q.Class&observe.ClassMask == observe.Victim {
				t.Errorf("%v: a packet to host %d is called a victim", c.set, q.Dst)
			}
		}
		if held < int(c.ports) || mine < x.Packets {
			t.Errorf("%v: %d packets are held up, %d in branches are for the hot spot, the tree has %d", c.set, held, mine, x.Packets)
		}
		// The queue that belongs to the tree is told apart from the others of its buffer.
		at := -1
		for p, s := range f.Ports {
			if s.Tree != 0 && at < 0 {
				at = p
			}
		}
		m.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(at)}})
		rows := 0
		for _, q := range f.Inspection.Queues {
			if q.Kind == observe.QueueHost && int(q.Port) == at {
				if rows++; (q.Tree != 0) != (int(q.Index) == c.hot) {
					t.Errorf("%v: the queue of host %d belongs to tree %d", c.set, q.Index, q.Tree)
				}
			}
		}
		if rows == 0 {
			t.Errorf("%v: no queues at %s", c.set, n.PortName(at))
		}
		m.Advance(c.us[2]*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) > 0 {
			t.Errorf("%v: a tree is left long after: %+v", c.set, f.Trees[0])
		}
	}
}

package observe_test

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Set-aside queues do not fill buffers, but the tree is there: its root on the way down to the hot spot, its branches the
// buffers that set packets aside, no victims, and none of it before and long after.
func TestTreesOfSetAsideQueues(t *testing.T) {
	bmin := []string{"network", "bmin-8x3", "routing", "self", "packet", "64", "buffer", "8", "bandwidth", "8", "crossbar", "multiplexed",
		"traffic", "HS25-1", "hotspots", "32", "load", "0.7", "hotspot-from", "20", "hotspot-until", "60", "warmup", "0"}
	tree := []string{"network", "rlft-8x3", "traffic", "HS25-1", "hotspots", "70", "load", "0.6", "hotspot-from", "40", "hotspot-until", "140"}
	for _, c := range []struct {
		set          []string
		us           [3]int64 // before, while, after the hot spot
		hot          int
		ports, depth uint32 // at least
		hosts        uint32
	}{
		{append([]string{"queuing", "fbicm"}, bmin...), [3]int64{20, 59, 200}, 32, 8, 3, 8},
		{append([]string{"queuing", "recn-iq"}, bmin...), [3]int64{20, 59, 200}, 32, 8, 3, 8},
		{append([]string{"queuing", "fbicm"}, tree...), [3]int64{40, 139, 1200}, 70, 8, 3, 8},
		{append([]string{"queuing", "recn-iq"}, tree...), [3]int64{40, 139, 1200}, 70, 8, 3, 8},
	} {
		m := open(t, c.set...)
		n := m.Network()
		var f observe.Frame
		m.Advance(c.us[0]*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) > 0 {
			t.Errorf("%v: a tree before the hot spot: %+v", c.set, f.Trees[0])
		}
		m.Advance(c.us[1]*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1, Dots: 1000})
		if len(f.Trees) == 0 {
			t.Errorf("%v: no tree", c.set)
			continue
		}
		x := f.Trees[0]
		crossed := 0
		for h := range f.Hosts {
			var g observe.Frame
			if m.Frame(&g, observe.Options{Detail: -1, Src: uint32(h), Dst: uint32(c.hot), At: observe.NoPort}); slices.Contains(g.Paths, x.Root) {
				crossed++
			}
		}
		if crossed < 2 {
			t.Errorf("%v: the root %s does not lead to host %d", c.set, n.PortName(int(x.Root)), c.hot)
		}
		aside, ports, hosts := uint32(0), map[uint32]bool{}, map[uint32]bool{}
		for _, l := range f.Lines {
			if l.Root != x.Root || l.Packets == 0 || l.Flags&observe.LineCopy != 0 {
				continue
			}
			if n.IsHost(int(l.Port)) {
				if l.Flags&observe.LineStopped != 0 {
					hosts[l.Port] = true
				}
				continue
			}
			if l.Flags&(observe.LineStopped|observe.LineHalting) != 0 {
				ports[l.Port] = true
			}
			aside += l.Packets
			if f.Ports[l.Port].Tree == 0 {
				t.Errorf("%v: %s sets packets aside, and belongs to no tree", c.set, n.PortName(int(l.Port)))
			}
		}
		if x.Packets < aside || int(x.Ports) != len(ports) || x.Ports < c.ports || x.Depth < c.depth || x.Hosts < c.hosts || int(x.Hosts) != len(hosts) || x.Packets < 30 {
			t.Errorf("%v: %+v; the lines name %d packets, %d buffers, %d hosts", c.set, x, aside, len(ports), len(hosts))
		}
		if x.Victims != 0 || f.Ports[x.Root].Flags&observe.Root == 0 {
			t.Errorf("%v: %d victims; flags of the root %b", c.set, x.Victims, f.Ports[x.Root].Flags)
		}
		for _, d := range f.Dots {
			if d.Class&observe.ClassMask == observe.Victim {
				t.Errorf("%v: a packet to host %d is called a victim", c.set, d.Dst)
				break
			}
		}
		m.Advance(c.us[2]*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) > 0 {
			t.Errorf("%v: a tree is left long after: %+v", c.set, f.Trees[0])
		}
	}
}

// With one line for four hot spots what is left over stays among the others, and these are its victims.
func TestTreesWithTooFewQueues(t *testing.T) {
	m := open(t, "network", "bmin-8x3", "routing", "self", "packet", "64", "buffer", "8", "bandwidth", "8", "traffic", "HS50-4", "load", "0.9",
		"queuing", "fbicm", "cfqs", "1", "warmup", "0")
	var f observe.Frame
	most := uint32(0)
	for us := int64(20); us <= 60; us += 10 {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		for _, x := range f.Trees {
			most = max(most, x.Victims)
		}
	}
	if most < 10 {
		t.Errorf("at most %d victims, though there is one queue for four hot spots", most)
	}
}

// Packets in the buffers say what they wait for: with set-aside queues a Stop, too, and nobody stands behind a packet of
// another queue.
func TestPacketsWaitForAStop(t *testing.T) {
	m := open(t, "network", "bmin-8x3", "routing", "self", "packet", "64", "buffer", "8", "bandwidth", "8", "traffic", "HS25-1", "hotspots", "32",
		"load", "0.7", "queuing", "fbicm", "warmup", "0")
	m.Advance(40*engine.Microsecond, engine.NoLimit)
	var f observe.Frame
	all := make([]uint32, m.Network().Switches)
	for i := range all {
		all[i] = uint32(i)
	}
	m.Frame(&f, observe.Options{Detail: -1, Switches: all})
	stopped, wrong := 0, 0
	for _, x := range f.Slots {
		if x.Wait == observe.WaitStop {
			stopped++
			if x.Held == 0 || x.Dst != 32 {
				wrong++
			}
		}
		if x.Wait == observe.WaitBehind && x.Place == 0 {
			t.Errorf("the first packet of a buffer waits behind another: %+v", x)
		}
	}
	lines := 0
	for _, l := range f.Lines {
		if !m.Network().IsHost(int(l.Port)) && l.Flags&(observe.LineStopped|observe.LineCopy) == observe.LineStopped && l.Packets > 0 {
			lines++
		}
	}
	if stopped != lines || stopped < 5 || wrong > stopped/10 {
		t.Errorf("%d packets wait for a Go, in %d stopped queues; %d of them for no tree or another host", stopped, lines, wrong)
	}
}

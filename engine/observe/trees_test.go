package observe_test

import (
	"strconv"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func open(t testing.TB, set ...string) *engine.Sim {
	t.Helper()
	s := scenario.Default()
	for i := 0; i < len(set); i += 2 {
		s = s.Must(set[i], set[i+1])
	}
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// leadsTo says whether an output port is on a way down to a host.
func leadsTo(n *topology.Network, port, host int) bool {
	to := int(n.Peer[port])
	if n.IsHost(to) {
		return n.Host(to) == host
	}
	if n.IsUp(port) {
		return false
	}
	sw, _ := n.SwitchOf(to)
	stage := int(n.Stage[sw])
	return (sw-n.First[stage-1])/n.Tree.Parallel(stage) == host/n.Tree.Span(stage)
}

// Under a hot spot the root is the first port on the way down to it where more flows meet than a
// link carries: with D-mod-K above the leaf, with adaptive routing or local culprits the host's own.
// It keeps one identity for all its life, and its branches reach the culprits.
func TestTreesOfHotSpots(t *testing.T) {
	for _, c := range []struct {
		set   []string
		roots []int // hosts the roots lead to
	}{
		{[]string{"network", "rlft-8x3", "traffic", "HS25-1", "hotspots", "70"}, []int{70}},
		{[]string{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "dbbm", "voq", "true"}, []int{6}},
		{[]string{"network", "rlft-8x3", "traffic", "HS25-2", "hotspots", "10,90", "queuing", "vftree", "voq", "true"}, []int{10, 90}},
		{[]string{"network", "rlft-12x3", "traffic", "HS10-4", "routing", "adaptive", "queuing", "dbbm", "voq", "true"}, []int{22, 125, 192, 351}},
	} {
		m := open(t, c.set...)
		n := m.Network()
		last := map[int]uint32{}
		changes := 0
		var f observe.Frame
		for us := int64(70); us <= 150; us += 5 {
			m.Advance(us*engine.Microsecond, engine.NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			for _, host := range c.roots {
				var main observe.Tree // the largest that leads there
				for _, x := range f.Trees {
					if leadsTo(n, int(x.Root), host) && x.Ports > main.Ports {
						main = x
					}
				}
				if main.Ports == 0 {
					t.Errorf("%v: no tree at host %d at %d µs among %+v", c.set, host, us, f.Trees)
					continue
				}
				if last[host] != 0 && last[host] != main.ID {
					changes++
				}
				last[host] = main.ID
				if f.Ports[main.Root].Flags&observe.Root == 0 {
					t.Errorf("%v: the root's port is not marked", c.set)
				}
				if us == 150 && (main.Ports < 8 || main.Depth < 2 || main.Hosts < 4 || main.Packets < 50 || main.BirthPS <= 0) {
					t.Errorf("%v: a small tree: %+v", c.set, main)
				}
			}
		}
		if changes > 1 {
			t.Errorf("%v: the main tree changed %d times", c.set, changes)
		}
		culprits, blocked := 0, 0
		for _, h := range f.Hosts {
			if h.Flags&observe.Culprit != 0 {
				culprits++
				if h.Tree != 0 {
					blocked++
				}
			}
		}
		if blocked*2 < culprits {
			t.Errorf("%v: %d of %d culprits are reached", c.set, blocked, culprits)
		}
	}
}

// No hot spot, low load: no tree, and none after a burst has drained.
func TestTreesVanish(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1", "load", "0.3", "hotspot-from", "20", "hotspot-until", "60")
	var f observe.Frame
	most := 0
	for us := int64(2); us <= 1500; us += 2 {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		switch {
		case us <= 20 && len(f.Trees) > 0:
			t.Fatalf("a tree at %d µs, before the hot spot", us)
		case us <= 100:
			most = max(most, len(f.Trees))
		}
	}
	if most == 0 {
		t.Error("no tree while the hot spot was on")
	}
	if len(f.Trees) > 0 {
		t.Errorf("%d trees are left long after: %+v", len(f.Trees), f.Trees[0])
	}
	for p, s := range f.Ports {
		if s.Tree != 0 || s.Flags&observe.Root != 0 {
			t.Fatalf("port %d still belongs to a tree", p)
		}
	}
}

// When a hot spot is over its tree goes on, but not at the hot spot: up there buffers are full, and what leaves them goes the same way. The
// root goes where contention still is, one switch after the other, and the tree remains the one that it was.
func TestRootFollowsContention(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1", "buffer", "48", "hotspot-until", "40")
	var f observe.Frame
	var last []int // roots of the first tree, without repetitions
	for us := int64(30); us <= 200; us += 2 {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) == 0 || f.Trees[0].ID != 1 || f.Trees[0].Ports < 60 {
			t.Fatalf("at %d µs: %+v", us, f.Trees)
		}
		if root := int(f.Trees[0].Root); len(last) == 0 || last[len(last)-1] != root {
			last = append(last, root)
		}
	}
	n := m.Network()
	if len(last) != 3 || !n.IsHost(int(n.Peer[last[0]])) {
		t.Fatalf("roots %v", last)
	}
	for i := range last[1:] {
		if next, _ := n.SwitchOf(int(n.Peer[last[i+1]])); last[i]/n.Radix != next {
			t.Errorf("from %s to %s", n.PortName(last[i]), n.PortName(last[i+1]))
		}
	}
}

// An input buffer of which several VCs wait for one root is one buffer of its tree.
func TestPortsOfATreeAreCountedOnce(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1", "queuing", "vftree")
	var f, g observe.Frame
	apart := 0 // buffers with a VC outside the tree between two inside
	for us := int64(20); us <= 100; us += 20 {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		count := map[uint32]uint32{}
		for p := range f.Ports {
			m.Frame(&g, observe.Options{Detail: p})
			in := map[uint32]bool{}
			for vc, q := range g.Detail {
				if q.Tree != 0 && !in[q.Tree] {
					in[q.Tree] = true
					count[q.Tree]++
				} else if q.Tree != 0 && g.Detail[vc-1].Tree != q.Tree {
					apart++
				}
			}
		}
		for _, x := range f.Trees {
			if x.Ports != count[x.Slot] {
				t.Errorf("at %d µs tree %d counts %d input buffers, %d have a VC in it", us, x.ID, x.Ports, count[x.Slot])
			}
		}
	}
	if apart == 0 {
		t.Error("the scenario has no buffer with a VC outside the tree between two inside")
	}
}

// The series stays short even if nothing ever happens, or nothing any more.
func TestSeriesStaysShort(t *testing.T) {
	for _, load := range []string{"0", "0.000001", "0.01"} {
		m := open(t, "network", "knary-2x1", "traffic", "UT", "load", load, "packet", "16", "bandwidth", "1600", "buffer", "1")
		m.TrackTrees(false)
		var f observe.Frame
		for _, us := range []int64{1, 3, 100} {
			m.Advance(us*engine.Microsecond, engine.NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			if n := len(f.Series); n < 250 || n > 512 || int64(n)*f.BinPS < f.TimePS || int64(n-1)*f.BinPS >= f.TimePS {
				t.Errorf("load %s at %d µs: %d bins of %d ps", load, us, n, f.BinPS)
			}
			sum := 0.0
			for i, s := range f.Series {
				sum += float64(s.Offered) * float64(min(f.BinPS, f.TimePS-int64(i)*f.BinPS))
			}
			if got := sum * 2 / float64(m.PacketPS()); got < float64(f.Generated)*0.999 || got > float64(f.Generated)*1.001 {
				t.Errorf("load %s at %d µs: the series holds %.1f generated packets of %d", load, us, got, f.Generated)
			}
		}
	}
}

func TestFramesSurviveTheWire(t *testing.T) {
	m := open(t, "network", "rlft-8x3")
	m.Advance(100*engine.Microsecond, engine.NoLimit)
	var f, g observe.Frame
	m.Frame(&f, observe.Options{Dots: 50, Detail: 5, Checksum: true})
	buf := f.Append(nil)
	if err := g.Decode(buf); err != nil {
		t.Fatal(err)
	}
	if len(g.Ports) != m.Network().SwitchPorts() || len(g.Hosts) != 128 || len(g.Dots) == 0 || len(g.Dots) > 50 || len(g.Trees) == 0 || len(g.Series) == 0 || len(g.Detail) != 1 {
		t.Errorf("sections of %d, %d, %d, %d, %d, %d records", len(g.Ports), len(g.Hosts), len(g.Dots), len(g.Trees), len(g.Series), len(g.Detail))
	}
	if string(g.Append(nil)) != string(buf) || g.Checksum != m.Checksum() {
		t.Error("decoding and encoding again gives something else")
	}
	for cut := 0; cut < len(buf); cut += 1 + len(buf)/500 {
		if g.Decode(buf[:cut]) == nil {
			t.Fatalf("a frame cut to %d of %d bytes was read", cut, len(buf))
		}
	}
}

// Links so long that a buffer's packets are on their way leave no credits where hardly anything waits: that is no tree. A hot spot is.
func TestTreesOverLongLinks(t *testing.T) {
	for traffic, trees := range map[string]bool{"UT": false, "HS25-1": true} {
		m := open(t, "network", "rlft-8x2", "delay", "5000", "buffer", "64", "traffic", traffic, "load", "0.5")
		var f observe.Frame
		seen, looks := 0, 0
		for us := int64(200); us <= 1000; us += 50 {
			m.Advance(us*engine.Microsecond, engine.NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			if looks++; len(f.Trees) > 0 {
				seen++
			}
		}
		if trees && (seen < looks || f.Trees[0].Hosts < 5) || !trees && seen > looks/4 {
			t.Errorf("%s: trees in %d of %d looks", traffic, seen, looks)
		}
	}
}

// Traffic in step with the looks hides no root: three flows of half a link's rate share a link of the torus, and whoever waits there does
// so in turns.
func TestTreesOfPeriodicTraffic(t *testing.T) {
	for seed := 1; seed <= 6; seed++ {
		m := open(t, "network", "torus-8x8", "routing", "dor", "traffic", "LHS", "load", "0.5", "generation", "constant", "seed", strconv.Itoa(seed))
		var f observe.Frame
		for us := int64(200); us <= 1000; us += 100 {
			m.Advance(us*engine.Microsecond, engine.NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			if len(f.Trees) != 1 || m.Network().PortName(int(f.Trees[0].Root)) != "S(3,4) port 1" {
				t.Errorf("seed %d at %d µs: %d trees %+v", seed, us, len(f.Trees), f.Trees)
			}
		}
	}
}

// A chain of buffers that wait for each other may be longer than any packet's way: with detours it winds through the torus.
func TestTreesOfWindingChains(t *testing.T) {
	m := open(t, "network", "torus-8x8", "routing", "dor", "traffic", "bit-reversal", "congestion-control", "drb", "drb-detour", "8", "buffer", "8", "warmup", "20")
	var f observe.Frame
	var longest observe.Tree
	for us := int64(100); us <= 180; us += 20 {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		for _, x := range f.Trees {
			if x.Depth > longest.Depth {
				longest = x
			}
		}
	}
	if longest.Depth < 20 || longest.Ports < 100 {
		t.Errorf("the deepest tree is %+v", longest)
	}
}

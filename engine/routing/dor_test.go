package routing

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// distances returns the switches on a shortest path from every host to one.
func distances(n *topology.Network, dst int) []int {
	at := make([]int, n.Switches)
	start, _ := n.SwitchOf(int(n.Peer[n.HostPort(dst)]))
	at[start] = 1
	out := make([]int, n.Hosts)
	for todo := []int{start}; len(todo) > 0; todo = todo[1:] {
		for p := todo[0] * n.Radix; p < (todo[0]+1)*n.Radix; p++ {
			switch q := int(n.Peer[p]); {
			case q == topology.NoPeer:
			case n.IsHost(q):
				out[n.Host(q)] = at[todo[0]]
			case at[q/n.Radix] == 0:
				at[q/n.Radix] = at[todo[0]] + 1
				todo = append(todo, q/n.Radix)
			}
		}
	}
	return out
}

// In meshes, tori and BMINs every host reaches every host over a shortest path, whatever up ports
// are taken.
func TestShortestPathsBeyondTrees(t *testing.T) {
	rnd := random.New(3, 1)
	for _, net := range []string{"mesh-4x4", "mesh-8x4", "mesh-1x6", "torus-4x4", "torus-8x8", "torus-8x8 one way", "torus-5x3", "torus-7x1", "torus-1x8",
		"bmin-8x3", "bmin-8x3-butterfly", "bmin-4x4", "bmin-6x3", "bmin-8x4"} {
		n, r := table(t, net)
		for d := 0; d < n.Hosts; d += 1 + n.Hosts/65 {
			for s, want := range distances(n, d) {
				if s == d {
					continue
				}
				for _, choose := range []func(uint8, uint64) uint8{
					func(det uint8, up uint64) uint8 { return det },
					func(det uint8, up uint64) uint8 {
						return oblivious{}.Pick(&Choice{Det: det, Candidates: up, Rand: &rnd})
					},
				} {
					at, crossed := int(n.Peer[n.HostPort(s)]), 0
					for !n.IsHost(at) && crossed <= want {
						crossed++
						sw, _ := n.SwitchOf(at)
						out, up := r.Step(sw, uint32(d))
						if up != 0 {
							if up>>out&1 == 0 {
								t.Fatalf("%s: port %d is no up port of %b", net, out, up)
							}
							out = choose(out, up)
						}
						if at = int(n.Peer[sw*n.Radix+int(out)]); at < 0 {
							t.Fatalf("%s: %d→%d leaves by a port without a link", net, s, d)
						}
					}
					if crossed != want || n.Host(at) != d {
						t.Fatalf("%s: %d→%d crosses %d switches, want %d", net, s, d, crossed, want)
					}
				}
			}
		}
	}
}

// Self-routing is balanced: a link that leads down from the last stage carries one destination, one
// that leads up from a switch of stage 1 a K-th of those that are not below it.
func TestSelfRoutingIsBalanced(t *testing.T) {
	for _, net := range []string{"bmin-8x3", "bmin-8x3-butterfly", "bmin-8x4"} {
		n, r := table(t, net)
		count := make([]int, n.SwitchPorts())
		for d := 0; d < n.Hosts; d++ {
			used := map[int]bool{}
			for s := 0; s < n.Hosts; s++ {
				for at := int(n.Peer[n.HostPort(s)]); s != d && !n.IsHost(at); {
					sw, _ := n.SwitchOf(at)
					det, _ := r.Step(sw, uint32(d))
					p := sw*n.Radix + int(det)
					used[p], at = true, int(n.Peer[p])
				}
			}
			for p := range used {
				count[p]++
			}
		}
		k := n.Multi.K
		for p, got := range count {
			sw, local := n.SwitchOf(p)
			switch stage := int(n.Stage[sw]); {
			case stage == n.Stages && local < k && got != 1:
				t.Errorf("%s: %s leads down for %d destinations", net, n.PortName(p), got)
			case stage == 1 && local >= k && got != (n.Hosts-k)/k:
				t.Errorf("%s: %s leads up for %d destinations, want %d", net, n.PortName(p), got, (n.Hosts-k)/k)
			}
		}
	}
	// with butterfly wiring it is D-mod-K
	_, a := table(t, "bmin-8x3-butterfly")
	n, b := table(t, "knary-4x3")
	for sw := 0; sw < n.Switches; sw++ {
		for d := uint32(0); d < uint32(n.Hosts); d++ {
			p, up := a.Step(sw, d)
			if q, down := b.Step(sw, d); p != q || up != down {
				t.Fatalf("switch %d towards %d: port %d, D-mod-K says %d", sw, d, p, q)
			}
		}
	}
}

// Both ways round a ring carry as much, although the farthest host of an even ring is as far either way; or the one that is first takes
// all of them.
func TestTorusIsBalanced(t *testing.T) {
	for net, want := range map[string][2]int{ // pairs by link right or up, left or down
		"torus-8x8":                {64, 64}, // 64 hosts · 63 · mean distance 4·64/63 / 256 links
		"torus-8x8" + oneWaySuffix: {80, 48}, // 8 · (1 + 2 + 3 + 4), 8 · (1 + 2 + 3)
	} {
		n, r := table(t, net)
		count := make([]int, n.SwitchPorts())
		for d := 0; d < n.Hosts; d++ {
			for s := 0; s < n.Hosts; s++ {
				for at := int(n.Peer[n.HostPort(s)]); s != d && !n.IsHost(at); {
					sw, _ := n.SwitchOf(at)
					det, _ := r.Step(sw, uint32(d))
					p := sw*n.Radix + int(det)
					count[p]++
					at = int(n.Peer[p])
				}
			}
		}
		for p, got := range count {
			_, local := n.SwitchOf(p)
			switch local {
			case topology.PortRight, topology.PortUp:
				local = 0
			case topology.PortLeft, topology.PortDown:
				local = 1
			default:
				continue
			}
			if got != want[local] {
				t.Errorf("%s: %s carries %d pairs, want %d", net, n.PortName(p), got, want[local])
			}
		}
	}
}

func TestFits(t *testing.T) {
	for _, c := range []struct{ net, fits string }{
		{"rlft-4x3", "dmodk oblivious adaptive adaptive-th afi"},
		{"bmin-8x3", "self oblivious adaptive adaptive-th afi"},
		{"torus-4x4", "dor"},
	} {
		n, _ := table(t, c.net)
		all := []string{"dmodk", "self", "dor", "oblivious", "adaptive", "adaptive-th", "afi"} // others may come to them, behind the first
		got := strings.Join(slices.DeleteFunc(For(n), func(name string) bool { return !slices.Contains(all, name) }), " ")
		if first, _, _ := strings.Cut(c.fits, " "); got != c.fits || For(n)[0] != first {
			t.Errorf("%s: %v, want %s, and %s as the first, which stands for deterministic routing: others have a higher Rank", c.net, For(n), c.fits, first)
		}
		for _, o := range scenario.Lookup("routing").Options {
			want := slices.Contains(For(n), o.Name)
			err := Fits(o.Name, n)
			if (err == nil) != want || err != nil && !strings.Contains(err.Error(), For(n)[0]) {
				t.Errorf("%s on %s: %v", o.Name, c.net, err)
			}
		}
	}
}

// Every routing that is offered is free of deadlock, with the VCs it asks for. What is looked at is the
// full graph, all up ports included: Cycle takes short cuts, and must not differ.
func TestNothingDeadlocks(t *testing.T) {
	for _, net := range append([]string{"mesh-4x4", "mesh-5x2", "mesh-8x8", "torus-4x4", "torus-5x3", "torus-8x8", "torus-9x4", "torus-12x1", "torus-8x8 one way", "torus-4x6 one way",
		"bmin-8x3", "bmin-8x3-butterfly", "bmin-4x4"}, networks[:len(networks)-5]...) {
		_, r := table(t, net)
		if c := r.dependencies().Cycle(); c != nil {
			t.Errorf("%s can deadlock: %s", net, Words(r.net, c))
		}
		if c := r.Cycle(); c != nil {
			t.Errorf("%s: Cycle names %s", net, Words(r.net, c))
		}
	}
}

// Without dateline VCs a torus can deadlock, in a row or a column, unless its rings are too short. The
// cycle named is one: every channel leads to the switch of the next, and some packet asks for it.
func TestCycleOfATorus(t *testing.T) {
	for _, c := range []struct {
		net    string
		cycles bool
	}{
		{"torus-3x3", false}, // one hop each: nobody waits
		{"torus-4x4", false}, // two hops start in even places only
		{"torus-4x4 one way", true}, {"torus-6x1 one way", true},
		{"torus-5x5", true}, {"torus-8x8", true}, {"torus-4x6", true}, {"torus-3x5", true}, {"torus-6x1", true}, {"mesh-8x8", false},
	} {
		n, r := table(t, c.net)
		r.lanes = 1
		full, cycle := r.dependencies(), r.Cycle()
		if (cycle != nil) != c.cycles || (full.Cycle() != nil) != c.cycles {
			t.Errorf("%s: Cycle names %v, the full graph %v", c.net, cycle, full.Cycle())
			continue
		}
		for i, a := range cycle {
			b := cycle[(i+1)%len(cycle)]
			if n.Peer[a.Port] < 0 || int(n.Peer[a.Port])/n.Radix != b.Port/n.Radix || !full.Reaches(a, b) {
				t.Errorf("%s: nobody in %v waits for %v", c.net, a, b)
			}
		}
		if c.cycles && !strings.Contains(Words(n, cycle), n.PortName(cycle[0].Port)+" VC 0 → ") {
			t.Errorf("%s: %q", c.net, Words(n, cycle))
		}
	}
}

// A lane belongs to the place and the destination, and is 1 exactly while a wrap-around link is ahead in
// that row or column.
func TestLanes(t *testing.T) {
	n, r := table(t, "torus-8x4")
	for s := 0; s < n.Hosts; s++ {
		for d := 0; d < n.Hosts; d++ {
			var ports, lanes []int
			vc := r.FirstVC(3, uint32(s), uint32(d))
			first := vc
			for at := int(n.Peer[n.HostPort(s)]); s != d && !n.IsHost(at); {
				sw, _ := n.SwitchOf(at)
				out, _ := r.Step(sw, uint32(d))
				if vc = r.NextVC(sw, out, vc, uint32(d)); vc/2 != 3 {
					t.Fatalf("%d→%d left its queue for VC %d", s, d, vc)
				}
				ports, lanes = append(ports, sw*n.Radix+int(out)), append(lanes, vc%2)
				at = int(n.Peer[ports[len(ports)-1]])
			}
			if len(lanes) > 0 && first%2 != lanes[0] {
				t.Fatalf("%d→%d enters in VC %d, first hop in lane %d", s, d, first, lanes[0])
			}
			for i, p := range ports {
				_, local := n.SwitchOf(p)
				ahead := 0
				for _, q := range ports[i:] {
					if sw, l := n.SwitchOf(q); l == local && n.Grid.Wraps(sw, l) {
						ahead = 1
					}
				}
				if lanes[i] != ahead {
					t.Fatalf("%d→%d is in lane %d at %s, want %d", s, d, lanes[i], n.PortName(p), ahead)
				}
			}
		}
	}
}

// A mesh in which half of the packets go Y first can deadlock with one VC: the smallest cycle is four
// turns around a square, and it is found.
func TestCycleOfMixedOrders(t *testing.T) {
	n, _ := table(t, "mesh-2x2")
	for _, vcs := range []int{1, 2} {
		d := NewDependencies(n, vcs)
		for s := 0; s < 4; s++ {
			for dst := 0; dst < 4; dst++ {
				if s == dst {
					continue
				}
				for order := 0; order < 2; order++ {
					var path []Channel
					x, y := n.Grid.XY(s)
					gx, gy := n.Grid.XY(dst)
					for x != gx || y != gy {
						sw := n.Grid.At(x, y)
						if x != gx && (order == 0 || y == gy) {
							path = append(path, Channel{sw*n.Radix + topology.PortRight + b2i(gx < x), order % vcs})
							x = gx
						} else {
							path = append(path, Channel{sw*n.Radix + topology.PortUp + b2i(gy < y), order % vcs})
							y = gy
						}
					}
					d.AddPath(path)
				}
			}
		}
		cycle := d.Cycle()
		if want := 4 * (2 - vcs); len(cycle) != want {
			t.Errorf("%d VCs: a cycle of %d channels, want %d: %s", vcs, len(cycle), want, Words(n, cycle))
		}
	}
}

func BenchmarkCycle(b *testing.B) {
	n, _ := topology.Build("torus-64x64")
	r, _ := NewTable(n)
	for i := 0; i < b.N; i++ {
		if r.Cycle() != nil {
			b.Fatal("cycle")
		}
	}
}

package topology

import "testing"

// The wiring of eight hosts and 2×2 switches in three stages, by hand: with shuffles it is the Omega
// network, with butterflies the 2-ary 3-tree of [RAR] Fig. 2.
func TestBMINWiring(t *testing.T) {
	for _, c := range []struct {
		text  string
		hosts [8]int // the switch of each host
		up    [8]int // where the upper wires of stage 1 end in stage 2, by switch and port: a wire number
	}{
		{"bmin-4x3", [8]int{0, 1, 2, 3, 0, 1, 2, 3}, [8]int{0, 2, 4, 6, 1, 3, 5, 7}},
		{"bmin-4x3-butterfly", [8]int{0, 0, 1, 1, 2, 2, 3, 3}, [8]int{0, 2, 1, 3, 4, 6, 5, 7}},
	} {
		n := mustBuild(t, c.text)
		for h, want := range c.hosts {
			if sw, port := n.SwitchOf(int(n.Peer[n.HostPort(h)])); sw != want || port != n.Multi.Port(1, h) {
				t.Errorf("%s: host %d is at port %d of switch %d, want %d", c.text, h, port, sw, want)
			}
		}
		for w, want := range c.up {
			q := int(n.Peer[w/2*n.Radix+2+w%2])
			if sw, port := n.SwitchOf(q); (sw-n.First[1])*2+port != want {
				t.Errorf("%s: wire %d of stage 1 leads to switch %d port %d, want wire %d", c.text, w, sw, port, want)
			}
		}
		for p := n.First[2] * n.Radix; p < n.SwitchPorts(); p++ {
			if _, local := n.SwitchOf(p); (n.Peer[p] == NoPeer) != (local >= 2) {
				t.Errorf("%s: port %d of the last stage", c.text, local)
			}
		}
	}
}

// With butterfly wiring a BMIN is the k-ary n-tree, link by link.
func TestButterflyBMINIsTheTree(t *testing.T) {
	for bmin, tree := range map[string]string{"bmin-8x3-butterfly": "knary-4x3", "bmin-6x4-butterfly": "knary-3x4"} {
		a, b := mustBuild(t, bmin), mustBuild(t, tree)
		if a.Radix != b.Radix || len(a.Peer) != len(b.Peer) {
			t.Fatalf("%s and %s differ in size", bmin, tree)
		}
		for p := range a.Peer {
			if a.Peer[p] != b.Peer[p] {
				t.Fatalf("%s and %s differ at %s", bmin, tree, a.PortName(p))
			}
		}
	}
}

// Group and Port say the truth: the hosts reached downwards from a switch are those of its group, each
// through the port named.
func TestBMINGroups(t *testing.T) {
	for _, text := range []string{"bmin-8x3", "bmin-8x3-butterfly", "bmin-4x4", "bmin-6x3"} {
		n := mustBuild(t, text)
		b := n.Multi
		per := power(b.K, b.N-1)
		var below func(sw int) map[int]bool
		below = func(sw int) map[int]bool {
			out := map[int]bool{}
			for p := 0; p < b.K; p++ {
				q := int(n.Peer[sw*n.Radix+p])
				if n.IsHost(q) {
					out[n.Host(q)] = true
					continue
				}
				for h := range below(q / n.Radix) {
					if b.Port(int(n.Stage[sw]), h) != p {
						t.Fatalf("%s: %s leads to host %d by port %d, Port says %d", text, n.SwitchName(sw), h, p, b.Port(int(n.Stage[sw]), h))
					}
					out[h] = true
				}
			}
			return out
		}
		for sw := 0; sw < n.Switches; sw++ {
			stage := int(n.Stage[sw])
			group := sw % per / power(b.K, stage-1)
			hosts := below(sw)
			if len(hosts) != power(b.K, stage) {
				t.Fatalf("%s: %d hosts below %s", text, len(hosts), n.SwitchName(sw))
			}
			for h := range hosts {
				if b.Group(stage, h) != group {
					t.Fatalf("%s: host %d is below %s, of group %d; Group says %d", text, h, n.SwitchName(sw), group, b.Group(stage, h))
				}
			}
		}
	}
}

func TestBMINNames(t *testing.T) {
	for text, want := range map[string]string{"bmin-64": "bmin-8x3", "bmin-256": "bmin-8x4", "bmin-64-butterfly": "bmin-8x3-butterfly", "bmin-8x3-shuffle": "bmin-8x3", "bmin-16x2": "bmin-16x2"} {
		if n := mustBuild(t, text); n.Name != want {
			t.Errorf("%s is called %s, want %s", text, n.Name, want)
		}
	}
}

package topology

import "testing"

func mustBuild(t *testing.T, text string) *Network {
	t.Helper()
	n, err := Build(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.check(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// hops returns the switches on a shortest path from a host to every host; −1 where there is none.
func hops(n *Network, from int) []int {
	at := make([]int, n.Switches)
	start, _ := n.SwitchOf(int(n.Peer[n.HostPort(from)]))
	at[start] = 1
	out := make([]int, n.Hosts)
	for i := range out {
		out[i] = -1
	}
	for todo := []int{start}; len(todo) > 0; todo = todo[1:] {
		sw := todo[0]
		for p := sw * n.Radix; p < (sw+1)*n.Radix; p++ {
			switch q := int(n.Peer[p]); {
			case q == NoPeer:
			case n.IsHost(q):
				out[n.Host(q)] = at[sw]
			case at[q/n.Radix] == 0:
				at[q/n.Radix] = at[sw] + 1
				todo = append(todo, q/n.Radix)
			}
		}
	}
	return out
}

func TestGridsAndBMINsCountAndReach(t *testing.T) {
	for _, c := range []struct {
		text                                    string
		hosts, switches, radix, links, diameter int // links between switches; diameter in switches crossed
	}{
		{"mesh-4x4", 16, 16, 5, 24, 7}, // [DRB-T] Fig. 7-4
		{"mesh-8x4", 32, 32, 5, 52, 11},
		{"mesh-8x8", 64, 64, 5, 112, 15},
		{"mesh-1x5", 5, 5, 5, 4, 5},
		{"torus-4x4", 16, 16, 5, 32, 5},
		{"torus-8x8", 64, 64, 5, 128, 9},
		{"torus-5x3", 15, 15, 5, 30, 4},
		{"torus-7x1", 7, 7, 5, 7, 4}, // a ring
		{"bmin-8x3", 64, 48, 8, 128, 5},
		{"bmin-8x4", 256, 256, 8, 768, 7},
		{"bmin-8x3-butterfly", 64, 48, 8, 128, 5},
		{"bmin-4x2", 4, 4, 4, 4, 3},
		{"bmin-6x1", 3, 1, 6, 0, 1},
	} {
		n := mustBuild(t, c.text)
		if n.Name != c.text || n.Hosts != c.hosts || n.Switches != c.switches || n.Radix != c.radix {
			t.Errorf("%s: %d hosts, %d switches of %d ports", n.Name, n.Hosts, n.Switches, n.Radix)
		}
		links := 0
		for p := 0; p < n.SwitchPorts(); p++ {
			if q := int(n.Peer[p]); q > p && !n.IsHost(q) {
				links++
			}
		}
		if links != c.links {
			t.Errorf("%s: %d links, want %d", c.text, links, c.links)
		}
		if n.Links() != c.links+c.hosts {
			t.Errorf("%s: %d links with those of the hosts, want %d", c.text, n.Links(), c.links+c.hosts)
		}
		most := 0
		for h := 0; h < n.Hosts; h++ {
			for d, k := range hops(n, h) {
				if k < 0 {
					t.Fatalf("%s: host %d does not reach %d", c.text, h, d)
				}
				most = max(most, k)
			}
		}
		if most != c.diameter {
			t.Errorf("%s: a diameter of %d switches, want %d", c.text, most, c.diameter)
		}
	}
}

// The wiring of a torus of 3 × 3, by hand: row 0 is 0 1 2, row 1 is 3 4 5, row 2 is 6 7 8.
func TestGridWiring(t *testing.T) {
	n := mustBuild(t, "torus-3x3")
	for sw, want := range [][4]int{ // right, left, up, down
		{1, 2, 3, 6}, {2, 0, 4, 7}, {0, 1, 5, 8},
		{4, 5, 6, 0}, {5, 3, 7, 1}, {3, 4, 8, 2},
		{7, 8, 0, 3}, {8, 6, 1, 4}, {6, 7, 2, 5},
	} {
		for i, to := range want {
			p := sw*n.Radix + PortRight + i
			if got, _ := n.SwitchOf(int(n.Peer[p])); got != to {
				t.Errorf("port %d of switch %d leads to switch %d, want %d", PortRight+i, sw, got, to)
			}
		}
		if n.Host(int(n.Peer[sw*n.Radix+PortHost])) != sw {
			t.Errorf("switch %d has another host", sw)
		}
	}
	m := mustBuild(t, "mesh-3x2")
	for p, want := range map[int]bool{PortRight: true, PortLeft: false, PortUp: true, PortDown: false} {
		if got := m.Peer[p] != NoPeer; got != want {
			t.Errorf("mesh: port %d of the corner has a link: %v", p, got)
		}
	}
	wraps := 0
	for p := 0; p < n.SwitchPorts(); p++ {
		sw, local := n.SwitchOf(p)
		if n.Grid.Wraps(sw, local) {
			wraps++
		}
	}
	if wraps != 12 || n.SwitchName(5) != "S(2,1)" || n.PortName(5*n.Radix+PortUp) != "S(2,1) port 3" {
		t.Errorf("%d ends of wrap-around links; %s", wraps, n.PortName(5*n.Radix+PortUp))
	}
}

func TestBadGridsAndBMINsAreRefused(t *testing.T) {
	for _, text := range []string{"mesh-1x1", "mesh-0x4", "mesh-257x2", "mesh-4", "mesh-4x4x4", "torus-2x4", "torus-4x2", "torus-1x1", "torus--4x4",
		"bmin-7x3", "bmin-2x3", "bmin-66x2", "bmin-8x9", "bmin-64x4", "bmin-63", "bmin-64x64", "bmin-8x3-omega", "bmin-", "bmin-1", "bmin-0", "bmin-99999999999999"} {
		if n, err := Build(text); err == nil {
			t.Errorf("%q was built with %d hosts", text, n.Hosts)
		} else if err.Error() == "" {
			t.Errorf("%q is refused without a word", text)
		}
	}
}

package routing

import (
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func table(t *testing.T, net string) (*topology.Network, *Table) {
	t.Helper()
	n, err := topology.Build(net)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewTable(n)
	if err != nil {
		t.Fatal(err)
	}
	return n, r
}

// walk follows a packet and returns the number of switches it crosses; choose picks the up port.
func walk(t *testing.T, n *topology.Network, r *Table, src, dst int, choose func(det uint8, up uint64) uint8) int {
	t.Helper()
	at, crossed := int(n.Peer[n.HostPort(src)]), 0
	for !n.IsHost(at) {
		if crossed++; crossed > 2*n.Stages {
			t.Fatalf("%s: %d→%d does not arrive", n.Name, src, dst)
		}
		sw, _ := n.SwitchOf(at)
		det, up := r.Step(sw, uint32(dst))
		if up != 0 {
			det = choose(det, up)
		}
		if at = int(n.Peer[sw*n.Radix+int(det)]); at < 0 {
			t.Fatalf("%s: %d→%d leaves by a port without a link", n.Name, src, dst)
		}
	}
	if n.Host(at) != dst {
		t.Fatalf("%s: %d→%d arrives at %d", n.Name, src, dst, n.Host(at))
	}
	return crossed
}

var networks = []string{"rlft-4x3", "rlft-8x1", "rlft-8x2", "rlft-8x3", "rlft-12x3", "rlft-4x4", "knary-2x3", "knary-3x3",
	"pgft-4.4-1.2-1.1", "pgft-4.4-1.2-1.2", "pgft-3.2.4-1.2.3-1.2.1"}

// Every host reaches every host over a shortest path: never more than 2T−1 switches ([RAR] §2.1),
// whatever up ports are taken.
func TestEveryHostReachesEveryHost(t *testing.T) {
	rnd := random.New(1, 1)
	for _, net := range networks {
		n, r := table(t, net)
		for s := 0; s < n.Hosts; s += 1 + n.Hosts/40 {
			for d := 0; d < n.Hosts; d++ {
				if s == d {
					continue
				}
				want := 1 // switches of the lowest common stage
				for stage := 1; s/n.Tree.Span(stage) != d/n.Tree.Span(stage); stage++ {
					want += 2
				}
				if got := walk(t, n, r, s, d, func(det uint8, up uint64) uint8 { return det }); got != want {
					t.Fatalf("%s: %d→%d crosses %d switches, want %d", net, s, d, got, want)
				}
				if got := walk(t, n, r, s, d, func(det uint8, up uint64) uint8 {
					return oblivious{}.Pick(&Choice{Det: det, Candidates: up, Rand: &rnd})
				}); got != want {
					t.Fatalf("%s: %d→%d crosses %d switches on a random way, want %d", net, s, d, got, want)
				}
			}
		}
	}
}

// D-mod-K balances: the row "Deterministic" of [RAR] Table 1, counted on real paths.
func TestDestinationsPerPortUnderDModK(t *testing.T) {
	for _, c := range []struct {
		ports int
		net   string
	}{{4, "rlft-4x3"}, {8, "rlft-8x3"}} {
		n, r := table(t, c.net)
		k := c.ports / 2
		used := make([]map[int]bool, n.SwitchPorts())
		for s := 0; s < n.Hosts; s++ {
			for d := 0; d < n.Hosts; d++ {
				if s == d {
					continue
				}
				for at := int(n.Peer[n.HostPort(s)]); !n.IsHost(at); {
					sw, _ := n.SwitchOf(at)
					det, _ := r.Step(sw, uint32(d))
					out := sw*n.Radix + int(det)
					if used[out] == nil {
						used[out] = map[int]bool{}
					}
					used[out][d] = true
					at = int(n.Peer[out])
				}
			}
		}
		want := map[[2]int]int{ // stage, up(1)/down(0) → most destinations of a port
			{1, 1}: (n.Hosts - k) / k, {2, 1}: (n.Hosts - k*k) / (k * k), {3, 0}: 1, {2, 0}: 1, {1, 0}: 1,
		}
		got := map[[2]int]int{}
		for p, set := range used {
			sw, _ := n.SwitchOf(p)
			key := [2]int{r.Stage(sw), 0}
			if n.IsUp(p) {
				key[1] = 1
			}
			got[key] = max(got[key], len(set))
		}
		for key, w := range want {
			if g := got[key]; g < w || g > w+1 { // the paper's N−K over K counts a port's own share evenly
				t.Errorf("%s: stage %d up %d: %d destinations per port, want %d", c.net, key[0], key[1], g, w)
			}
		}
	}
}

func TestPicks(t *testing.T) {
	rnd := random.New(5, 5)
	// Four up ports 4–7 of two VCs, capacity 8; VC 1 is what counts.
	credits := []uint64{0, 0, 0, 0, 2<<16 | 9, 8<<16 | 9, 8<<16 | 9, 1<<16 | 9}
	choice := func(det uint8) *Choice {
		return &Choice{Det: det, Candidates: 0xf0, Credits: credits, Stride: 1, Shift: 16, Capacity: 8, Rand: &rnd}
	}
	for _, c := range []struct {
		routing, th string
		det, want   uint8
	}{
		{"dmodk", "75", 7, 7},
		{"adaptive", "75", 4, 5},    // most credits, lowest of equals
		{"adaptive", "75", 6, 6},    // D-mod-K's port of equals
		{"adaptive-th", "75", 6, 6}, // empty: stay
		{"adaptive-th", "76", 4, 4}, // 6 of 8 = 75 % full: below 76
		{"adaptive-th", "75", 4, 5}, // at the threshold: away
		{"adaptive-th", "75", 7, 5},
	} {
		a, err := Build(scenario.Default().Must("routing", c.routing).Must("threshold", c.th))
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Pick(choice(c.det)); got != c.want {
			t.Errorf("%s at %s %% with D-mod-K's port %d takes %d, want %d", c.routing, c.th, c.det, got, c.want)
		}
	}
	full := &Choice{Det: 4, Candidates: 1<<6 | 1<<7, Credits: make([]uint64, 8), Stride: 1, Capacity: 8}
	if got := mostCredits(full); got != 6 {
		t.Errorf("without any credits and without D-mod-K's port among the candidates, port %d was taken, not a candidate's lowest", got)
	}
	var seen [8]int
	for i := 0; i < 4000; i++ {
		seen[oblivious{}.Pick(choice(4))]++
	}
	for p, n := range seen {
		if p < 4 && n > 0 || p >= 4 && (n < 850 || n > 1150) {
			t.Errorf("oblivious took port %d %d times of 4000", p, n)
		}
	}
}

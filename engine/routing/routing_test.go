package routing

import (
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// oneWaySuffix behind a torus' name stands for half-ring=first.
const oneWaySuffix = " one way"

func table(t testing.TB, net string) (*topology.Network, *Table) {
	t.Helper()
	net, one := strings.CutSuffix(net, oneWaySuffix)
	n, err := topology.Build(net)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewTable(n)
	if err != nil {
		t.Fatal(err)
	}
	r.oneWay = one
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

// [RAR] §2.1, [AFI] §II-A: "the maximum path diversity between any pair of end-nodes in a RLFT is K^(T−1)", which two of different subtrees of the root have.
func TestPathDiversity(t *testing.T) {
	for _, x := range []struct {
		net   string
		paths int
	}{{"rlft-8x1", 1}, {"rlft-8x2", 4}, {"rlft-4x3", 4}, {"rlft-12x3", 36}, {"rlft-36x3", 324}, {"rlft-4x4", 8}, {"knary-2x3", 4}} {
		n, table := table(t, x.net)
		most := 0
		for dst := uint32(1); dst < uint32(n.Hosts); dst++ {
			var paths func(port int) int // from there on
			paths = func(port int) (all int) {
				at := int(n.Peer[port])
				if n.IsHost(at) {
					if n.Host(at) != int(dst) {
						t.Fatalf("%s: %d→%d arrives at %d", x.net, 0, dst, n.Host(at))
					}
					return 1
				}
				sw, _ := n.SwitchOf(at)
				det, up := table.Step(sw, dst)
				if up == 0 {
					up = 1 << det
				}
				for ; up != 0; up &= up - 1 {
					all += paths(sw*n.Radix + bits.TrailingZeros64(up))
				}
				return
			}
			most = max(most, paths(n.HostPort(0)))
			if n.Hosts > 1000 {
				dst += 96
			}
		}
		if most != x.paths {
			t.Errorf("%s: up to %d paths between two hosts, want %d", x.net, most, x.paths)
		}
	}
}

// build returns the algorithm of "field=value …".
func build(t *testing.T, text string) Algorithm {
	t.Helper()
	s := scenario.Default()
	for _, set := range strings.Fields(text) {
		field, value, _ := strings.Cut(set, "=")
		s = s.Must(field, value)
	}
	a, err := Build(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Algorithm 1 of [RAR], line by line.
func TestPicks(t *testing.T) {
	rnd := random.New(5, 5)
	const th, twoTH, voq = "routing=adaptive trigger=TH", "routing=adaptive trigger=2TH", " voq=true threshold-of=voq"
	for _, c := range []struct {
		routing   string
		det       uint8
		from      uint8  // 0 = det
		credits   string // of ports 4–7, capacity 8
		only      uint64 // candidates, 0 = 4–7
		congested uint64
		want      uint8
		then      uint64 // congested afterwards
		ready     uint64
	}{
		{routing: "routing=dmodk", det: 7, credits: "8881", want: 7},
		{routing: "routing=adaptive", det: 4, credits: "2881", want: 5},                // most credits, the first of equals
		{routing: "routing=adaptive", det: 4, from: 6, credits: "2881", want: 6},       // from the port opposite the input on
		{routing: "routing=adaptive", det: 5, from: 7, credits: "2881", want: 5},       // cyclically
		{routing: "routing=adaptive", det: 6, credits: "2881", want: 6},                // its own
		{routing: "routing=adaptive", det: 7, credits: "3331", want: 4},                // cyclically
		{routing: "routing=adaptive", det: 4, credits: "0000", want: 4},                // no credits: stay
		{routing: "routing=adaptive", det: 4, credits: "5555", only: 3 << 6, want: 6},  // D-mod-K's is not a candidate
		{routing: "routing=adaptive", det: 4, credits: "5000", only: 3 << 6, want: 4},  // no candidate has any
		{routing: "routing=adaptive", det: 4, credits: "8283", ready: 5 << 5, want: 7}, // the ready ports alone
		{routing: "routing=adaptive", det: 4, credits: "3080", ready: 5 << 5, want: 6}, // of which none has credits
		{routing: th, det: 4, credits: "1828", ready: 1 << 6, want: 4},                 // or none enough: it waits
		{routing: th, det: 4, credits: "2888", want: 4},                                // LTTh: 25 % of 8
		{routing: th, det: 4, credits: "1888", want: 5},                                // below
		{routing: th, det: 4, credits: "1222", want: 4},                                // nobody above LTTh
		{routing: th, det: 4, credits: "1232", want: 6},
		{routing: th + " threshold=50", det: 4, credits: "3555", want: 5},
		{routing: th, det: 4, credits: "2888", congested: 1 << 4, want: 4, then: 1 << 4}, // no memory
		{routing: "routing=adaptive-th", det: 4, credits: "1232", want: 6},
		{routing: th + voq, det: 4, credits: "1888", want: 4}, // an eighth of the buffer is a VOQ's: any credit is more than its quarter
		{routing: th + voq, det: 4, credits: "0118", want: 7},
		{routing: th + voq, det: 4, credits: "0100", want: 5},
		{routing: th + voq, det: 4, credits: "0000", want: 4},
		{routing: twoTH + voq, det: 4, credits: "0111", want: 5, then: 1 << 4},
		{routing: twoTH + voq, det: 4, credits: "1888", congested: 1 << 4, want: 4},
		{routing: "routing=adaptive-th" + voq, det: 4, credits: "0001", want: 7},
		{routing: twoTH, det: 4, credits: "2888", want: 4},
		{routing: twoTH, det: 4, credits: "1888", want: 5, then: 1 << 4},
		{routing: twoTH, det: 4, credits: "1222", want: 4, then: 1 << 4},
		{routing: twoTH, det: 4, credits: "3388", congested: 1 << 4, want: 6, then: 1 << 4}, // not yet at HTTh
		{routing: twoTH, det: 4, credits: "4388", congested: 1 << 4, want: 4},               // at HTTh: released
		{routing: twoTH, det: 4, credits: "3388", congested: 1 << 5, want: 4, then: 1 << 5}, // another port's memory
		{routing: twoTH + " release=25", det: 4, credits: "5888", congested: 1 << 4, want: 5, then: 1 << 4},
	} {
		credits := make([]uint64, 8)
		for i, digit := range c.credits {
			credits[4+i] = uint64(digit-'0')<<16 | 9
		}
		if c.only == 0 {
			c.only = 0xf0
		}
		if c.from == 0 {
			c.from = c.det
		}
		congested := c.congested
		got := build(t, c.routing).Pick(&Choice{Det: c.det, From: c.from, Candidates: c.only, Credits: credits, Stride: 1, Shift: 16, Capacity: 8, Ports: 8, Ready: c.ready, Congested: &congested, Rand: &rnd})
		if got != c.want || congested != c.then {
			t.Errorf("%s with credits %s, D-mod-K's port %d, congested %b: port %d, then %b; want %d, %b", c.routing, c.credits, c.det, c.congested, got, congested, c.want, c.then)
		}
	}
}

// [RAR] Table 1: destinations routed through an output port, by stage and direction, every
// port of the stage, every row, exactly. Its upward columns count K/(K/Δ) = Δ candidates where
// the algorithm and the downward columns count K/Δ: both are the same for Δ² = K, and for other
// sizes the upward columns are compared with what K/Δ candidates give, a share of 1/Δ.
func TestDestinationsPerPort(t *testing.T) {
	type counts struct{ s1u, s2u, s3d, s2d, s1d int }
	rows := []struct {
		routing string
		spread  bool // K/Δ
		want    func(n, k, d int) counts
		printed func(n, k, d int) (s1u, s2u int) // where Δ² = K
	}{
		{"routing=dmodk", false, func(n, k, d int) counts { return counts{(n - k) / k, (n - k*k) / (k * k), 1, 1, 1} }, nil},
		{"routing=adaptive", false, func(n, k, d int) counts { return counts{n - k, n - k*k, k * k, k, 1} }, nil},
		{"routing=oblivious", false, func(n, k, d int) counts { return counts{n - k, n - k*k, k * k, k, 1} }, nil},
		{"routing=adaptive stages=FS", false, func(n, k, d int) counts { return counts{n - k, (n - k*k) / k, k, k, 1} }, nil},
		{"routing=adaptive stages=SS", false, func(n, k, d int) counts { return counts{(n - k) / k, (n - k*k) / k, k, 1, 1} }, nil},
		{"routing=adaptive", true, func(n, k, d int) counts { return counts{(n - k) / d, (n - k*k) / (d * d), k * k / (d * d), k / d, 1} },
			func(n, k, d int) (int, int) { return (n - k) / (k / d), (n - k*k) / (k / d * (k / d)) }},
		{"routing=adaptive stages=FS", true, func(n, k, d int) counts { return counts{(n - k) / d, (n - k*k) / (k * d), k / d, k / d, 1} },
			func(n, k, d int) (int, int) { return (n - k) / (k / d), (n - k*k) / (k * k / d) }},
		{"routing=adaptive stages=SS", true, func(n, k, d int) counts { return counts{(n - k) / k, (n - k*k) / (k * d), k / d, 1, 1} },
			func(n, k, d int) (int, int) { return (n - k) / k, (n - k*k) / (k * k / d) }},
	}
	for _, size := range []struct{ k, delta int }{{2, 2}, {4, 2}, {6, 3}, {9, 3}} {
		n, table := table(t, "rlft-"+strconv.Itoa(2*size.k)+"x3")
		for _, row := range rows {
			set := row.routing
			if row.spread {
				set += " delta=" + strconv.Itoa(size.delta)
			}
			a := build(t, set)
			through := make([]int, n.SwitchPorts())
			seen := make([]int, n.Switches) // destination+1 that has reached the switch last
			for d := 0; d < n.Hosts; d++ {
				var todo []int
				for leaf := 0; leaf < n.First[1]; leaf++ {
					todo, seen[leaf] = append(todo, leaf), d+1
				}
				used := map[int]bool{}
				for len(todo) > 0 {
					sw := todo[len(todo)-1]
					todo = todo[:len(todo)-1]
					det, up := table.Step(sw, uint32(d))
					outs := uint64(0)
					if up != 0 {
						outs = a.Candidates(table.Stage(sw), det, up)
					}
					if outs == 0 {
						outs = 1 << det
					}
					for ; outs != 0; outs &= outs - 1 {
						out := sw*n.Radix + bits.TrailingZeros64(outs)
						if used[out] {
							continue
						}
						used[out] = true
						through[out]++
						if peer := int(n.Peer[out]); !n.IsHost(peer) {
							if next, _ := n.SwitchOf(peer); seen[next] != d+1 {
								seen[next] = d + 1
								todo = append(todo, next)
							}
						}
					}
				}
			}
			want := row.want(n.Hosts, size.k, size.delta)
			for out, destinations := range through {
				sw, _ := n.SwitchOf(out)
				want := map[[2]int]int{{1, 1}: want.s1u, {2, 1}: want.s2u, {3, 0}: want.s3d, {2, 0}: want.s2d, {1, 0}: want.s1d}[[2]int{table.Stage(sw), b2i(n.IsUp(out))}]
				if destinations != want {
					t.Errorf("K = %d, %s: %d destinations through port %d of switch %d at stage %d (up: %v), want %d", size.k, set, destinations, out%n.Radix, sw, table.Stage(sw), n.IsUp(out), want)
					break
				}
			}
			if row.printed != nil {
				s1u, s2u := row.printed(n.Hosts, size.k, size.delta)
				if same := s1u == want.s1u && s2u == want.s2u; same != (size.delta*size.delta == size.k) {
					t.Errorf("K = %d, %s: Table 1 prints %d and %d upwards, want %d and %d", size.k, set, s1u, s2u, want.s1u, want.s2u)
				}
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestObliviousIsEven(t *testing.T) {
	rnd := random.New(5, 5)
	var seen [8]int
	for i := 0; i < 4000; i++ {
		seen[oblivious{}.Pick(&Choice{Det: 4, Candidates: 0xf0, Rand: &rnd})]++
	}
	for p, n := range seen {
		if p < 4 && n > 0 || p >= 4 && (n < 850 || n > 1150) {
			t.Errorf("oblivious took port %d %d times of 4000", p, n)
		}
	}
}

// The release must not lie above the threshold, where there is a hysteresis.
func TestReleaseIsBelowThreshold(t *testing.T) {
	for query, refused := range map[string]bool{
		"routing=adaptive&trigger=2TH&threshold=60&release=61": true,
		"routing=adaptive&trigger=2TH&threshold=60&release=60": false,
		"routing=adaptive&trigger=TH&threshold=40":             false, // below the default release
		"routing=dmodk&trigger=2TH&threshold=40":               false,
	} {
		_, err := scenario.ParseQuery(query)
		if text := "release: the release must not lie above the threshold, 60 % full"; refused != (err != nil) || refused && !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", query, err)
		}
	}
}

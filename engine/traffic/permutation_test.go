package traffic

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// pattern builds "field=value" settings on a network.
func pattern(t *testing.T, network string, set ...string) (Pattern, *topology.Network) {
	t.Helper()
	n, err := topology.Build(network)
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Default()
	for i := 0; i < len(set); i += 2 {
		s = s.Must(set[i], set[i+1])
	}
	p, err := Build(s, n)
	if err != nil {
		t.Fatal(err)
	}
	return p, n
}

// The examples of [DRB-T] §7.2.2, and sizes of an odd number of bits.
func TestPermutations(t *testing.T) {
	for _, c := range []struct {
		name, network string
		from, to      uint32
	}{
		{"butterfly", "mesh-4x4", 0b1100, 0b0101},
		{"bit-reversal", "mesh-4x4", 0b1100, 0b0011},
		{"perfect-shuffle", "mesh-4x4", 0b1100, 0b1001},
		{"complement", "mesh-4x4", 0b1110, 0b0001},
		{"transpose", "mesh-4x4", 0b1001, 0b0110},
		{"butterfly", "mesh-8x4", 0b10010, 0b00011},
		{"butterfly", "mesh-8x4", 0b10011, 0b10011},
		{"bit-reversal", "mesh-8x4", 0b10010, 0b01001},
		{"perfect-shuffle", "torus-8x8", 0b101000, 0b010001},
		{"complement", "torus-8x8", 0, 63},
		{"transpose", "torus-8x8", 0b110001, 0b001110},
		{"transpose", "mesh-8x4", 0b10110, 0b10101}, // {a1 a0 a4 a3 a2}
		{"butterfly", "mesh-2x1", 1, 1},
		{"transpose", "mesh-2x1", 1, 1},
	} {
		p, _ := pattern(t, c.network, "traffic", c.name)
		if got := p.Dest(c.from, 0, nil); got != c.to {
			t.Errorf("%s on %s: %b sends to %b, want %b", c.name, c.network, c.from, got, c.to)
		}
	}
	for _, m := range bitMaps {
		for _, network := range []string{"mesh-4x4", "mesh-8x4", "torus-8x8", "rlft-8x3", "bmin-8x4"} {
			p, n := pattern(t, network, "traffic", m.name)
			seen := make([]bool, n.Hosts)
			for h := uint32(0); h < uint32(n.Hosts); h++ {
				d := p.Dest(h, 0, nil)
				rate, until := p.(Timed).Rate(h, 0)
				if seen[d] || (d == h) != (rate == 0) || until != Never {
					t.Fatalf("%s on %s: host %d sends to %d at rate %d", m.name, network, h, d, rate)
				}
				seen[d] = true
			}
		}
		n, _ := topology.Build("rlft-12x3")
		if _, err := Build(scenario.Default().Must("traffic", m.name), n); err == nil {
			t.Errorf("%s was built on 432 hosts", m.name)
		}
	}
}

// All flows of a hot link cross the middle link of their row, and no host gets two of them.
func TestHotLinks(t *testing.T) {
	for _, c := range []struct {
		network, traffic string
		flows, shared    int
	}{
		{"torus-8x8", "LHS", 3, 3}, {"torus-8x8", "LHS4", 12, 3}, {"torus-5x5", "LHS", 2, 2}, {"mesh-8x4", "LHS2", 8, 4}, {"mesh-4x4", "LHS2", 4, 2}, {"mesh-6x1", "LHS", 3, 3},
	} {
		p, n := pattern(t, c.network, "traffic", c.traffic)
		r, err := routing.NewTable(n)
		if err != nil {
			t.Fatal(err)
		}
		flows, gets, use := 0, map[uint32]int{}, make([]int, n.SwitchPorts())
		for h := uint32(0); h < uint32(n.Hosts); h++ {
			if rate, _ := p.(Timed).Rate(h, 0); (rate > 0) != p.Culprit(h) {
				t.Fatalf("%s: host %d", c.traffic, h)
			}
			if !p.Culprit(h) {
				continue
			}
			flows++
			d := p.Dest(h, 0, nil)
			gets[d]++
			_, row := n.Grid.XY(int(h))
			_, to := n.Grid.XY(int(d))
			if off, edge := (to-row+n.Grid.Y)%n.Grid.Y, !n.Grid.Torus && (row == 0 || row == n.Grid.Y-1); off != 1 && off != n.Grid.Y-1 && !(edge && off == 0) {
				t.Errorf("%s %s: host %d sends to row %d, want one beside its own, %d", c.network, c.traffic, h, to, row)
			}
			for at := int(n.Peer[n.HostPort(int(h))]); !n.IsHost(at); {
				sw, _ := n.SwitchOf(at)
				out, _ := r.Step(sw, d)
				use[sw*n.Radix+int(out)]++
				at = int(n.Peer[sw*n.Radix+int(out)])
			}
		}
		for h, k := range gets {
			if k > 1 {
				t.Errorf("%s %s: %d flows to host %d", c.network, c.traffic, k, h)
			}
		}
		most, hot := 0, 0
		for p, k := range use {
			if most = max(most, k); k == c.shared {
				if _, local := n.SwitchOf(p); local == topology.PortRight {
					hot++
				}
			}
		}
		if flows != c.flows || most != c.shared || hot != c.flows/c.shared {
			t.Errorf("%s %s: %d flows, %d links with as many as %d, the most is %d", c.network, c.traffic, flows, hot, c.shared, most)
		}
	}
	for network, traffic := range map[string]string{"rlft-4x3": "LHS", "torus-4x4": "LHS", "mesh-3x8": "LHS", "torus-8x8": "LHS5"} {
		n, _ := topology.Build(network)
		if _, err := Build(scenario.Default().Must("traffic", traffic), n); err == nil {
			t.Errorf("%s was built on %s", traffic, network)
		}
	}
}

// rateOf counts what some hosts generate in a window, as a share of the offered load.
func rateOf(p Pattern, hosts []uint32, from, until int64, poisson bool) float64 {
	const packet = 256_000 // ps
	g := Gaps{MeanPS: packet, Poisson: poisson}
	g.Timed, _ = p.(Timed)
	count := 0
	for _, h := range hosts {
		r := random.New(7, uint64(h))
		for at := g.FirstOf(h, &r); at < until; at = g.NextOf(h, at, &r) {
			if at >= from {
				count++
			}
		}
	}
	return float64(count) * packet / float64(until-from) / float64(len(hosts))
}

// [FBICM] Table 1, line by line: who generates how much for whom, and when.
func TestFBICMCases(t *testing.T) {
	const us = 1_000_000
	for _, c := range []struct {
		number, network string
		spot, culprits  int
		random, hot     [6]float64 // rates in 0–500, 500–1000, 1000–1300, 1300–2000, 2000–3000, 3000–3500 µs
	}{
		{"1", "bmin-64", -1, 0, [6]float64{1, 1, 1, 1, 1, 1}, [6]float64{}},
		{"2", "bmin-64", -1, 0, [6]float64{.088, .255, .388, .555, .838, 1}, [6]float64{}},
		{"3", "bmin-64", 32, 16, [6]float64{1, 1, 1, 1, 1, 1}, [6]float64{0, 0, 1, 0, 0, 0}},
		{"4", "bmin-64", 32, 16, [6]float64{.088, .255, .388, .555, .838, 1}, [6]float64{.088, .255, .388, .555, .838, 0}},
		{"5", "bmin-256", -1, 0, [6]float64{1, 1, 1, 1, 1, 1}, [6]float64{}},
		{"6", "bmin-256", 123, 64, [6]float64{1, 1, 1, 1, 1, 1}, [6]float64{0, 0, 1, 0, 0, 0}},
	} {
		p, n := pattern(t, c.network, "traffic", "FBICM-"+c.number)
		if spots := p.HotSpots(); c.spot < 0 && len(spots) > 0 || c.spot >= 0 && (len(spots) != 1 || int(spots[0]) != c.spot) {
			t.Errorf("case %s: hot spots %v", c.number, spots)
		}
		var culprits, others []uint32
		r := random.New(1, 1)
		for h := uint32(0); h < uint32(n.Hosts); h++ {
			if !p.Culprit(h) {
				others = append(others, h)
				if d := p.Dest(h, 1100*us, &r); d == h {
					t.Fatalf("case %s: host %d sends to itself", c.number, h)
				}
				continue
			}
			culprits = append(culprits, h)
			if d := p.Dest(h, 1100*us, &r); int(d) != c.spot {
				t.Errorf("case %s: culprit %d sends to %d", c.number, h, d)
			}
		}
		if len(culprits) != c.culprits {
			t.Errorf("case %s: %d culprits", c.number, len(culprits))
		}
		if c.spot >= 0 {
			hits := 0
			for i := 0; i < 200*n.Hosts; i++ {
				if p.Dest(others[i%len(others)], 1100*us, &r) == uint32(c.spot) {
					hits++
				}
			}
			if hits < 150 || hits > 260 {
				t.Errorf("case %s: %d of %d random packets go to the hot spot, want about 200", c.number, hits, 200*n.Hosts)
			}
		}
		times := [7]int64{0, 500, 1000, 1300, 2000, 3000, 3500}
		for _, poisson := range []bool{false, true} {
			for i := range c.random {
				if got, want := rateOf(p, others, times[i]*us, times[i+1]*us, poisson), c.random[i]; got < want*.98-.004 || got > want*1.02+.004 {
					t.Errorf("case %s: random traffic of %.3f from %d µs, want %.3f", c.number, got, times[i], want)
				}
				if len(culprits) == 0 {
					continue
				}
				if got, want := rateOf(p, culprits, times[i]*us, times[i+1]*us, poisson), c.hot[i]; got < want*.98-.01 || got > want*1.02+.01 {
					t.Errorf("case %s: hot-spot traffic of %.3f from %d µs, want %.3f", c.number, got, times[i], want)
				}
			}
		}
	}
	n, _ := topology.Build("rlft-8x3")
	if _, err := Build(scenario.Default().Must("traffic", "FBICM-1"), n); err == nil {
		t.Error("a case for 64 hosts was built on 128")
	}
}

// The same with the parts the cases are made of.
func TestBurstsAndRamps(t *testing.T) {
	const us = 1_000_000
	p, _ := pattern(t, "rlft-8x3", "traffic", "HS25-1", "hotspot-from", "100", "hotspot-until", "200", "hotspot-else", "silent", "ramp", "400")
	var culprits, others []uint32
	for h := uint32(0); h < 128; h++ {
		if p.Culprit(h) {
			culprits = append(culprits, h)
		} else {
			others = append(others, h)
		}
	}
	for _, c := range []struct {
		from, until int64
		hot, rest   float64
	}{{0, 100, 0, .13}, {100, 200, .38, .38}, {200, 300, 0, .63}, {300, 400, 0, .88}, {400, 500, 0, 1}} {
		if got := rateOf(p, culprits, c.from*us, c.until*us, false); got < c.hot-.02 || got > c.hot+.02 {
			t.Errorf("culprits generate %.3f from %d µs, want %.3f", got, c.from, c.hot)
		}
		if got := rateOf(p, others, c.from*us, c.until*us, false); got < c.rest-.02 || got > c.rest+.02 {
			t.Errorf("the others generate %.3f from %d µs, want %.3f", got, c.from, c.rest)
		}
	}
	// without them nothing is drawn anew
	uniform, _ := pattern(t, "rlft-8x3", "traffic", "UT")
	if _, ok := uniform.(Timed); ok {
		t.Error("uniform traffic changes its rate")
	}
	a, b := random.New(1, 1), random.New(1, 1)
	g := Gaps{MeanPS: 1000, Poisson: true}
	for i := 0; i < 100; i++ {
		if g.NextOf(3, 77, &a) != g.Next(77, &b) {
			t.Fatal("NextOf differs from Next")
		}
	}
}

// Who sends uniformly sends to the hot spots, too, only where the scenario says so.
func TestOthersOfHotSpots(t *testing.T) {
	for set, hit := range map[string]bool{"elsewhere": false, "anywhere": true} {
		p, _ := pattern(t, "rlft-8x3", "traffic", "HS25-4", "hotspot-others", set)
		spots, r := p.HotSpots(), random.New(1, 1)
		seen := map[uint32]int{}
		for h := uint32(0); h < 128; h++ {
			for i := 0; i < 1000 && !p.Culprit(h); i++ {
				seen[p.Dest(h, 0, &r)]++
			}
		}
		for _, s := range spots {
			if n := seen[s]; hit != (n > 0) || hit && (n < 600 || n > 900) { // of 96 000 packets to 128 hosts, none to oneself
				t.Errorf("%s: hot spot %d receives %d packets of the others", set, s, n)
			}
		}
	}
}

func TestRefusedPatterns(t *testing.T) {
	for _, v := range []string{"butterfly2", "transposed", "complement-", "LHS0", "LHSx", "LHS-1", "FBICM-0", "FBICM-7", "FBICM-", "FBICM-x"} {
		if _, err := scenario.Default().With("traffic", v); err == nil {
			t.Errorf("traffic=%q was accepted", v)
		}
	}
	if _, err := scenario.Default().With("traffic", "LHS257"); err == nil || !strings.Contains(err.Error(), "1–256 rows") {
		t.Errorf("LHS257: %v, want the numbers of rows that are allowed", err)
	}
}

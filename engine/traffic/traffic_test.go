package traffic

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func TestHotSpotPatterns(t *testing.T) {
	for _, c := range []struct {
		traffic, hotspots string
		hosts, senders    int
		spots             []uint32
	}{
		{"HS10-4", "auto", 11664, 1166, []uint32{600, 3400, 5200, 9500}}, // [RAR] §5.1
		{"HS25-1", "auto", 11664, 2916, []uint32{600}},
		{"HS25-1", "7", 128, 32, []uint32{7}},
		{"HS10-2", "5,3", 432, 43, []uint32{5, 3}},
		{"HS100-1", "auto", 16, 15, []uint32{0}},
		{"HS0-1", "auto", 16, 0, []uint32{0}},
		{"HS25-3", "auto", 4, 1, []uint32{0, 1, 2}}, // the published ones would be 0, 1, 1
		{"HS50-8", "auto", 64, 32, []uint32{4, 12, 20, 28, 36, 44, 52, 60}},
	} {
		s := scenario.Default().Must("traffic", c.traffic).Must("hotspots", c.hotspots)
		p, err := Build(s, &topology.Network{Hosts: c.hosts})
		if err != nil {
			t.Fatal(err)
		}
		senders := 0
		r := random.New(1, 1)
		per := map[uint32]int{}
		for h := uint32(0); h < uint32(c.hosts); h++ {
			d := p.Dest(h, 1e6, &r)
			if d == h || d >= uint32(c.hosts) {
				t.Fatalf("%s: host %d sends to %d", c.traffic, h, d)
			}
			if p.Culprit(h) {
				senders++
				per[d]++
			}
		}
		if senders != c.senders {
			t.Errorf("%s: %d senders, want %d", c.traffic, senders, c.senders)
		}
		if len(p.HotSpots()) != len(c.spots) {
			t.Fatalf("%s: hot spots %v", c.traffic, p.HotSpots())
		}
		for i, h := range p.HotSpots() {
			if h != c.spots[i] {
				t.Errorf("%s: hot spots %v, want %v", c.traffic, p.HotSpots(), c.spots)
			}
			if n := per[h]; n < c.senders/len(c.spots) || n > c.senders/len(c.spots)+1 {
				t.Errorf("%s: %d senders to hot spot %d", c.traffic, n, h)
			}
		}
	}
}

func TestRefusedTraffic(t *testing.T) {
	for _, c := range []struct{ field, value string }{
		{"traffic", "HS"}, {"traffic", "HS10"}, {"traffic", "HS101-1"}, {"traffic", "HS10-0"}, {"traffic", "UTx"}, {"traffic", "none"},
		{"traffic", "IO-4x2-x"}, {"traffic", "IO-4x2-10-x"}, {"traffic", "IO-4x2-10-0"}, {"traffic", "IO-+4x2"}, {"traffic", "IO-4"}, {"traffic", "IO-4x2-10-1-1"},
		{"traffic", "PTRANS-2"}, {"traffic", "PTRANS-2x0"}, {"traffic", "PTRANS-2x2-x"}, {"traffic", "PTRANS-2x2-64-+8"}, {"traffic", "PTRANS-2x2-64-8-1"},
		{"traffic", "IHS-1"}, {"traffic", "IHS101"}, {"traffic", "IHSx"},
		{"hotspots", "1,1"}, {"hotspots", "-1"}, {"hotspots", "a"}, {"hotspots", ""},
	} {
		if _, err := scenario.Default().With(c.field, c.value); err == nil {
			t.Errorf("%s=%q was accepted", c.field, c.value)
		}
	}
	for _, c := range []struct{ traffic, hotspots string }{{"HS10-16", "auto"}, {"HS10-1", "16"}, {"HS10-3", "1,2"}} {
		s := scenario.Default().Must("traffic", c.traffic).Must("hotspots", c.hotspots)
		if _, err := Build(s, &topology.Network{Hosts: 16}); err == nil {
			t.Errorf("%v was built on 16 hosts", c)
		}
	}
}

func TestUniformReachesEveryOtherHostAlike(t *testing.T) {
	r := random.New(3, 4)
	var seen [10]int
	for i := 0; i < 90000; i++ {
		seen[uniform(10).Dest(3, 0, &r)]++
	}
	for h, n := range seen {
		if want := 10000; h == 3 && n != 0 || h != 3 && math.Abs(float64(n-want)) > 450 {
			t.Errorf("host %d drawn %d times", h, n)
		}
	}
}

func TestGapsGiveTheLoad(t *testing.T) {
	for _, c := range []struct{ load, generation string }{{"0.3", "poisson"}, {"1", "poisson"}, {"1.2", "constant"}, {"0.000001", "constant"}} {
		g := GapsOf(scenario.Default().Must("load", c.load).Must("generation", c.generation), 327680)
		r := random.New(1, 9)
		at, n := g.First(&r), 200000
		for i := 0; i < n; i++ {
			at = g.Next(at, &r)
		}
		want := 327680 * scenario.Micro / float64(scenario.Default().Must("load", c.load).Micro("load"))
		if got := float64(at) / float64(n); math.Abs(got/want-1) > 0.01 {
			t.Errorf("%v: mean gap %.0f ps, want %.0f", c, got, want)
		}
	}
	if GapsOf(scenario.Default().Must("load", "0"), 327680).First(new(random.Source)) != Never {
		t.Error("a load of 0 generates packets")
	}
}

// Under IHS the destinations of a pod's culprits are in other pods and share the second-stage up
// port of their D-mod-K paths; another one in each pod, as long as there are enough.
func TestIntermediateHotSpots(t *testing.T) {
	for _, c := range []struct {
		traffic, network  string
		culprits, perPort int // destinations that share a port: one in each K²-block of hosts but the own
	}{{"IHS", "rlft-12x3", 86, 11}, {"IHS50", "rlft-8x3", 64, 7}, {"IHS0", "rlft-4x3", 0, 3}, {"IHS", "rlft-36x3", 2333, 35}} {
		n, err := topology.Build(c.network)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Build(scenario.Default().Must("traffic", c.traffic), n)
		if err != nil {
			t.Fatal(err)
		}
		k := n.Radix / 2
		r := random.New(1, 1)
		culprits, ports, seen := 0, map[int]int{}, map[[2]uint32]bool{}
		for h := uint32(0); h < uint32(n.Hosts); h++ {
			if !p.Culprit(h) {
				continue
			}
			culprits++
			pod := int(h) / (k * k)
			for i := 0; i < 400; i++ {
				d := int(p.Dest(h, 0, &r))
				port := d%k*k + d/k%k
				if d/(k*k) == pod {
					t.Fatalf("%s: host %d sends to %d in its own pod", c.network, h, d)
				}
				if was, ok := ports[pod]; ok && was != port {
					t.Fatalf("%s: pod %d sends over ports %d and %d", c.network, pod, was, port)
				}
				ports[pod] = port
				seen[[2]uint32{uint32(pod), uint32(d)}] = true
			}
		}
		if culprits != c.culprits || len(seen) != len(ports)*c.perPort {
			t.Errorf("%s %s: %d culprits, %d destinations in %d pods", c.network, c.traffic, culprits, len(seen), len(ports))
		}
		distinct := map[int]bool{}
		for _, port := range ports {
			distinct[port] = true
		}
		if len(distinct) != min(len(ports), k*k) {
			t.Errorf("%s: %d pods share %d ports", c.network, len(ports), len(distinct))
		}
	}
	// With parallel links, of which D-mod-K uses only some for the destinations of a port, none of the senders is left without.
	for network, culprits := range map[string]int{"pgft-4.4.4-1.2.2-1.2.1": 13, "pgft-4.4.4-1.1.4-1.4.1": 13} {
		n, err := topology.Build(network)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Build(scenario.Default().Must("traffic", "IHS"), n)
		if err != nil {
			t.Fatal(err)
		}
		some := 0
		for h := range n.Hosts {
			if p.Culprit(uint32(h)) {
				some++
			}
		}
		if some != culprits {
			t.Errorf("%s: %d culprits, want %d", network, some, culprits)
		}
	}
	for network, says := range map[string]string{"rlft-8x2": "rlft-8x2 has no up ports at a second stage", "bmin-8x3": "bmin-8x3 is no fat tree", "torus-8x8": "torus-8x8 is no fat tree",
		"pgft-4.4.1-1.4.4-1.1.1": "pgft-4.4.1-1.4.4-1.1.1 has one pod alone"} {
		n, err := topology.Build(network)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Build(scenario.Default().Must("traffic", "IHS"), n); err == nil || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("intermediate hot spots on %s: %v", network, err)
		}
	}
}

// Traffic of hot spots that no host would send to is refused, as it would be uniform, under another name; 0 % say so themselves.
func TestHotSpotsHaveASender(t *testing.T) {
	n, err := topology.Build("rlft-4x3")
	if err != nil {
		t.Fatal(err)
	}
	for traffic, refused := range map[string]bool{"HS3-1": true, "HS4-1": false, "HS0-1": false, "IHS3": true, "IHS4": false, "IHS0": false} {
		_, err := Build(scenario.Default().Must("traffic", traffic), n)
		if refused != (err != nil) || refused && !strings.HasSuffix(err.Error(), "3 % of 16 hosts are none that would send to a hot spot; at least 4 % are one") {
			t.Errorf("%s on 16 hosts: %v", traffic, err)
		}
	}
}

// Of more hot spots than a list may have no longer list is asked for.
func TestMoreHotSpotsThanAListHas(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	for traffic, says := range map[string]string{"HS50-3": "HS50-3 needs 3 hosts, 2 are listed; list more or write auto", "HS50-65": "HS50-65 needs 65 hosts, and a list has up to 64; write auto"} {
		if _, err := Build(scenario.Default().Must("traffic", traffic).Must("hotspots", "3,5"), n); err == nil || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("%s: %v", traffic, err)
		}
	}
}

// A hot spot does not end before it begins.
func TestHotSpotsInTheirOrder(t *testing.T) {
	for query, refused := range map[string]bool{
		"traffic=HS25-1&hotspot-from=100&hotspot-until=99.999999": true,
		"traffic=HS25-1&hotspot-from=100&hotspot-until=100":       false,
	} {
		_, err := scenario.ParseQuery(query)
		if text := "hotspot-until: the hot spot would end before it begins, at 100 µs"; refused != (err != nil) || refused && !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", query, err)
		}
	}
}

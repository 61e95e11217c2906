package topology

import (
	"strings"
	"testing"
)

func TestCountsMatchTheFormulas(t *testing.T) {
	for _, c := range []struct {
		text                          string
		hosts, switches, radix, links int // links: those of the hosts, too; with full bisection hosts · stages
	}{
		{"rlft-4x3", 16, 20, 4, 48},
		{"rlft-8x3", 128, 80, 8, 384},
		{"rlft-12x3", 432, 180, 12, 1296},           // [AFI] Table I, #1
		{"rlft-36x3", 11664, 1620, 36, 34992},       // [AFI] Table I, #2
		{"rlft-64x3", 65536, 5120, 64, 196608},      //
		{"rlft-8x1", 8, 1, 8, 8},                    // a single switch
		{"rlft-6x2", 18, 9, 6, 36},                  //
		{"rlft-4x4", 32, 56, 4, 128},                //
		{"knary-2x3", 8, 12, 4, 24},                 // [RAR] Fig. 2
		{"knary-4x2", 16, 8, 8, 32},                 //
		{"pgft-4.4-1.2-1.1", 16, 6, 6, 24},          // tapered 2:1
		{"pgft-32.32-1.16-1.1", 1024, 48, 48, 1536}, // the example of the field
		{"pgft-4.4-1.2-1.2", 16, 6, 8, 32},          // parallel links
		{"pgft-18.36-1.9-1.2", 648, 45, 0, 0},       // radix checked below
	} {
		n, err := Build(c.text)
		if c.radix == 0 {
			if err == nil {
				t.Errorf("%s: a switch with 72 ports was built", c.text)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if n.Hosts != c.hosts || n.Switches != c.switches || n.Radix != c.radix || n.Name != c.text {
			t.Errorf("%s: %d hosts, %d switches, radix %d; want %d, %d, %d", c.text, n.Hosts, n.Switches, n.Radix, c.hosts, c.switches, c.radix)
		}
		if err := n.check(); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if n.Links() != c.links {
			t.Errorf("%s: %d links, want %d", c.text, n.Links(), c.links)
		}
	}
}

// [RAR] §2.1: N = 2·K^T and S = N(2T−1)/2K, for every shape that can be built.
func TestRLFTFormulas(t *testing.T) {
	for ports := 2; ports <= MaxRadix; ports += 2 {
		for stages := 1; stages <= 4; stages++ {
			shape, err := rlft(ports, stages)
			if err != nil {
				continue
			}
			k, pow, switches := ports/2, 1, 0
			for i := 0; i < stages; i++ {
				pow *= k
			}
			for s := 1; s <= stages; s++ {
				switches += shape.SwitchesAt(s)
			}
			if n := shape.Hosts(); n != 2*pow || switches != n*(2*stages-1)/(2*k) {
				t.Errorf("rlft-%dx%d: %d hosts, %d switches", ports, stages, n, switches)
			}
		}
	}
}

func TestBadShapesAreRefused(t *testing.T) {
	for _, text := range []string{"rlft-7x3", "rlft-66x3", "rlft-64x4", "rlft-8x9", "rlft-8", "rlft-x", "rlft--8x3", "rlft-8x0",
		"knary-1x3", "knary-40x2", "pgft-4.4", "pgft-4-2-1", "pgft-4.4-1.2-1", "pgft-99999999999.9-1.1-1.1", "pgft-0-1-1", "cube-8x8", "",
		// a short text, hundreds of megabytes of ports
		"pgft-1.1.1.1.1.32.32.64-1.2.1.1.1.1.1.1-1.1.1.1.1.1.1.1"} {
		if n, err := Build(text); err == nil {
			t.Errorf("%q was built with %d hosts", text, n.Hosts)
		}
	}
}

// No real-life fat tree or k-ary n-tree is refused for its ports alone.
func TestRegularTreesAreBelowTheLimitOfPorts(t *testing.T) {
	built := 0
	for a := 1; a <= MaxRadix; a++ {
		for stages := 1; stages <= MaxStages; stages++ {
			for _, shape := range []func(int, int) (*PGFT, error){rlft, kary} {
				_, err := shape(a, stages)
				if err == nil {
					built++
				} else if strings.Contains(err.Error(), "switch ports") {
					t.Errorf("%d × %d: %v", a, stages, err)
				}
			}
		}
	}
	if built < 100 {
		t.Errorf("only %d shapes were built", built)
	}
}

package queuing

import (
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func scheme(t *testing.T, name, net string, vcs int) (Scheme, int) {
	t.Helper()
	n, err := topology.Build(net)
	if err != nil {
		t.Fatal(err)
	}
	s, v, err := Build(scenario.Default().Must("queuing", name), n, vcs)
	if err != nil {
		t.Fatal(err)
	}
	return s, v
}

// Channels of hosts 0–3 towards hosts 0–7 in the 8-host tree of [RAR] Figs. 2–3, two VCs.
func TestMapsOfTheEightHostTree(t *testing.T) {
	for _, c := range []struct {
		name string
		src  uint32
		want [8]uint8
	}{
		{"1q", 0, [8]uint8{}},
		{"dbbm", 0, [8]uint8{0, 1, 0, 1, 0, 1, 0, 1}},
		{"dbbm", 3, [8]uint8{0, 1, 0, 1, 0, 1, 0, 1}},
		{"vftree", 0, [8]uint8{0, 0, 1, 1, 0, 0, 1, 1}},
		{"vftree", 2, [8]uint8{1, 1, 0, 0, 1, 1, 0, 0}},
		{"flow2sl", 0, [8]uint8{0, 0, 0, 0, 1, 1, 1, 1}},
		{"flow2sl", 5, [8]uint8{1, 1, 1, 1, 0, 0, 0, 0}},
	} {
		s, _ := scheme(t, c.name, "knary-2x3", 2)
		for d, want := range c.want {
			if got := s.VC(c.src, uint32(d)); got != want {
				t.Errorf("%s: %d→%d takes VC %d, want %d", c.name, c.src, d, got, want)
			}
		}
	}
}

// Every scheme stays within the channels it says it uses, and uses all of them.
func TestEverySchemeUsesItsChannels(t *testing.T) {
	for _, e := range entries {
		for _, vcs := range []int{1, 2, 3, 5, 16} {
			s, v := scheme(t, e.name, "rlft-12x3", vcs)
			used := make([]int, v)
			for a := uint32(0); a < 432; a += 5 {
				for b := uint32(0); b < 432; b++ {
					vc := int(s.VC(a, b))
					if vc >= v {
						t.Fatalf("%s with %d VCs: %d→%d takes VC %d, and build has said that it uses %d, from 0 on", e.name, vcs, a, b, vc, v)
					}
					used[vc]++
				}
			}
			for vc, n := range used {
				if n == 0 {
					t.Errorf("%s with %d VCs never uses VC %d of the %d that build has said; if it cannot use as many as are wished for, let build return fewer", e.name, vcs, vc, v)
					break
				}
			}
		}
	}
}

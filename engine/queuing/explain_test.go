package queuing

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/explain"
)

// Every scheme explains itself, with the number that it maps to.
func TestExplanationsSayWhatSchemesDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, e := range entries {
		for _, net := range []string{"rlft-8x3", "rlft-36x3", "mesh-8x8", "bmin-8x3", "bmin-8x3-butterfly"} {
			for _, vcs := range []int{1, 2, 3, 7} {
				s, _ := scheme(t, e.name, net, vcs)
				x, ok := s.(Explainer)
				if !ok {
					t.Fatalf("%s does not explain itself: %T needs a method Explain(src, dst uint32) explain.Decision, as in dbbm.go", e.name, s)
				}
				for range 50 {
					src, dst := r.Uint32N(64), r.Uint32N(64)
					if net == "rlft-36x3" {
						src, dst = r.Uint32N(11664), r.Uint32N(11664)
					}
					d := x.Explain(src, dst)
					vc := int(s.VC(src, dst))
					if d.Is != vc || len(d.Why) != 1 {
						t.Fatalf("%s on %s with %d VCs: %d→%d is explained as VC %d, and takes VC %d", e.name, net, vcs, src, dst, d.Is, vc)
					}
					if text := d.Why[0].String(); strings.Contains(text, "→ VC") && !strings.HasSuffix(text, "→ VC "+explain.N(vc)) || strings.Contains(text, "{") {
						t.Fatalf("%s: %d→%d takes VC %d: %s", e.name, src, dst, vc, text)
					}
				}
			}
		}
	}
}

func TestExplanationsByHand(t *testing.T) {
	for _, c := range []struct {
		name     string
		src, dst uint32
		want     string
	}{
		{"dbbm", 3, 9500, "DBBM: 9500 mod 3 = 2 → VC 2"},
		{"vftree", 9500, 600, "vFtree: the leaf switches of destination and source are ⌊600/18⌋ = 33 and ⌊9500/18⌋ = 527; (33 − 527) mod 3 = 1 → VC 1"},
		{"flow2sl", 3, 9500, "Flow2SL: the groups of source and destination are ⌊3·3/11664⌋ = 0 and ⌊9500·3/11664⌋ = 2; (0 + 2) mod 3 = 2 → VC 2"},
	} {
		s, _ := scheme(t, c.name, "rlft-36x3", 3)
		if got := s.(Explainer).Explain(c.src, c.dst).Why[0].String(); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

package queuing

import "testing"

// In a BMIN, too, vFtree goes by leaf switches, those of the first stage: with butterfly wiring their hosts are consecutive,
// with the perfect shuffle host h is at switch h mod 16 of the 64 × 64 network.
func TestVFtreeOnBMINs(t *testing.T) {
	for _, c := range []struct {
		net  string
		leaf func(h uint32) uint32
	}{
		{"bmin-8x3", func(h uint32) uint32 { return h % 16 }},
		{"bmin-8x3-butterfly", func(h uint32) uint32 { return h / 4 }},
		{"knary-4x3", func(h uint32) uint32 { return h / 4 }},
		{"mesh-8x8", func(h uint32) uint32 { return h }}, // a switch for each host
	} {
		s, vcs := scheme(t, "vftree", c.net, 3)
		for src := uint32(0); src < 64; src++ {
			for dst := uint32(0); dst < 64; dst++ {
				if got, want := s.VC(src, dst), uint8((c.leaf(dst)+3*64-c.leaf(src))%3); got != want || vcs != 3 {
					t.Fatalf("%s: %d→%d takes VC %d of %d, want %d of 3", c.net, src, dst, got, vcs, want)
				}
			}
		}
	}
}

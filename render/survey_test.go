package render

import "testing"

// Pods are as warm as that of their stages in which trees fill most; what fills at the top stage is nobody's.
func TestPodsAreWarm(t *testing.T) {
	s := scene(t, "rlft-4x3", 800, 600, 1, Insets{})
	n := s.net
	f := congested(n, 0)
	fill := func(sw int, tree uint8) {
		for p := sw * n.Radix; p < (sw+1)*n.Radix; p++ {
			f.Ports[p].Fill, f.Ports[p].Tree = 255, tree
		}
	}
	per := (n.First[2] - n.First[1]) / len(s.lay.pods)
	fill(n.First[2], 3)     // the top stage
	fill(n.First[1]+per, 2) // one of pod 1's of the second stage
	fill(n.First[1]+3*per, 1)
	fill(3*per, 4)
	fill(3*per+1, 4) // all leaves of pod 3
	s.SetFrame(f)
	for i, got := range s.surveyed().pods {
		want := map[int]load{1: {heat: 1 / float32(per), slot: 2}, 3: {heat: 1, slot: 4}}[i]
		if got.slot != want.slot || got.heat < want.heat-.01 || got.heat > want.heat+.01 {
			t.Errorf("pod %d: %+v, want %+v", i, got, want)
		}
	}
}

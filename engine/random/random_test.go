package random

import (
	"math"
	"testing"
)

func TestExpIsExponential(t *testing.T) {
	s := New(7, 3)
	const n = 1_000_000
	var sum, sq float64
	var tail [6]int
	for i := 0; i < n; i++ {
		x := float64(s.Exp()) / (1 << 32)
		sum += x
		sq += x * x
		for k := range tail {
			if x > float64(k) {
				tail[k]++
			}
		}
	}
	if m := sum / n; math.Abs(m-1) > 0.005 {
		t.Errorf("mean %.4f", m)
	}
	if v := sq/n - 1; math.Abs(v-1) > 0.02 {
		t.Errorf("variance %.4f", v)
	}
	for k, c := range tail {
		if p, want := float64(c)/n, math.Exp(-float64(k)); math.Abs(p-want) > 4*math.Sqrt(want/n)+1e-4 {
			t.Errorf("P(x>%d) = %.5f, want %.5f", k, p, want)
		}
	}
}

func TestTableMatchesTheLogarithm(t *testing.T) {
	for k, l := range log2 {
		if want := math.Log2(1+float64(k)/2048) * (1 << 32); math.Abs(float64(l)-want) > 1 {
			t.Fatalf("log2[%d] = %d, want %.1f", k, l, want)
		}
	}
}

// The sequence is part of every link ever made.
func TestTheSequenceNeverChanges(t *testing.T) {
	s := New(1, 2)
	got := []uint64{s.Uint64(), uint64(s.Below(1000)), s.Exp(), uint64(s.ExpOf(327680))}
	want := []uint64{0xfd5184d8ad1b7c9, 0x108, 0x4c7899c4, 0x32417}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%d: got %#v", i, got)
		}
	}
}

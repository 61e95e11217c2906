package main

import (
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

// The largest number of arenas that there is is found, whatever it is.
func TestLargest(t *testing.T) {
	for have := range int64(20) {
		for most := range int64(20) {
			asked := 0
			got := largest(most*arena, func(bytes int64) bool { asked++; return bytes <= have*arena+arena/2 })
			if got != min(have, most)*arena || asked > 6 {
				t.Errorf("of %d arenas up to %d: %d bytes, asked %d times", have, most, got, asked)
			}
		}
	}
	if got := largest(arena+1, func(int64) bool { return true }); got != arena+1 {
		t.Errorf("%d bytes of as many as there are", got)
	}
}

// What is not short of address space runs, as many at a time as were asked for.
func TestThereIsSpace(t *testing.T) {
	for _, set := range []string{"rlft-8x3", "rlft-24x3"} {
		s := scenario.Default().Must("network", set)
		if n, err := together(3, s); n != 3 || err != nil {
			t.Errorf("%s: %d, %v", set, n, err)
		}
	}
	small := scenario.Default()
	if large := small.Must("network", "rlft-24x3"); !greatest([]scenario.Scenario{small, large, small}).Equal(large) {
		t.Error("the largest network takes less than another")
	}
}

package main

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever is done, an undo shows what was shown before, a redo what it took back, and a change that is refused leaves all as it was.
func TestHistory(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		var h history[int]
		line, at, made := []int{0}, 0, 0 // all that was shown, in order; the one shown now
		same := func(what string, got int, ok, want bool) {
			t.Helper()
			if ok != want || ok && got != line[at] || len(h.past) != at || len(h.future) != len(line)-1-at {
				t.Fatalf("seed %d, %s: %d, %t with %d before and %d after; the history is %v at %d", seed, what, got, ok, len(h.past), len(h.future), line, at)
			}
		}
		for range 100 {
			switch now := line[at]; r.IntN(5) {
			case 0, 1: // a change
				h.add(now)
				made++
				line, at = append(slices.Clone(line[:at+1]), made), at+1
				same("change", made, true, true)
			case 2:
				got, ok := h.undo(now)
				can := at > 0
				if can {
					at--
				}
				same("undo", got, ok, can)
			case 3:
				got, ok := h.redo(now)
				can := at+1 < len(line)
				if can {
					at++
				}
				same("redo", got, ok, can)
			case 4: // a change that is refused
				before := h.clone()
				h.add(now)
				got, ok := h.forget()
				same("refusal", got, ok, true)
				if !slices.Equal(h.past, before.past) || !slices.Equal(h.future, before.future) {
					t.Fatalf("seed %d: a refusal leaves %v and %v of %v and %v", seed, h.past, h.future, before.past, before.future)
				}
			}
		}
		now, back, n := line[at], h.clone(), at
		for range n {
			now, _ = back.undo(now)
		}
		if now != line[0] {
			t.Fatalf("seed %d: %d undos lead to %d", seed, n, now)
		}
		for range n {
			now, _ = back.redo(now)
		}
		if now != line[at] || !slices.Equal(back.past, h.past) || !slices.Equal(back.future, h.future) {
			t.Fatalf("seed %d: as many redos lead to %d, not %d", seed, now, line[at])
		}
	}
	var h history[int]
	for i := range 2 * maxUndo {
		h.add(i)
	}
	if len(h.past) != maxUndo || h.past[0] != maxUndo {
		t.Errorf("%d changes can be taken back, from %d on", len(h.past), h.past[0])
	}
}

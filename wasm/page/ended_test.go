package main

import (
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

// A change in mid-run that comes after the end of the program is said to come to nothing.
func TestProgramEnds(t *testing.T) {
	trace := scenario.Default().Must("network", "rlft-4x3").Must("traffic", "PTRANS-4x4-256-16")
	changed := trace.Must("at", "5_routing_adaptive*20_routing_oblivious")
	for at, want := range map[int64]string{21_800_000: "The program of the trace has ended", 19_900_000: "The program of the trace has ended at 19.9 µs, before changes in mid-run that were to come"} {
		if got := programEnds([]scenario.Scenario{trace, changed}, at); got != want {
			t.Errorf("at %d ps: %q, want %q", at, got, want)
		}
	}
}

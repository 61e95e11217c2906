package main

import (
	"testing"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// Queuing schemes go to a torus together; a comparison of routings of fat trees does not.
func TestComparisonFollowsItsNetwork(t *testing.T) {
	for address, want := range map[string]bool{"?preset=hot-spot&compare=queuing:dbbm": true, "?preset=hot-spot&compare=routing:adaptive": false} {
		before, err := link.ParseAll(address)
		if err != nil {
			t.Fatal(err)
		}
		all := make([]scenario.Scenario, len(before))
		for i, s := range before {
			all[i] = s.Must("network", "torus-8x8")
		}
		if all[0], _, err = simulator.Fit(all[0], "network"); err != nil {
			t.Fatal(err)
		}
		fitOthers(all, before, 0)
		if err := simulator.Check(all[1]); (err == nil) != want {
			t.Errorf("%s on a torus: %v", address, err)
		}
		for _, field := range before[1].Diff(before[0]) {
			if all[1].Get(field) != before[1].Get(field) {
				t.Errorf("%s on a torus has %s=%s", address, field, all[1].Get(field))
			}
		}
		if want && all[1].Get("routing") != all[0].Get("routing") {
			t.Errorf("%s on a torus: routing %s beside %s", address, all[1].Get("routing"), all[0].Get("routing"))
		}
	}
}

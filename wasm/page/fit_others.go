package main

// Changing the network of a comparison: what is not possible on the new one follows it in every scheme.

import (
	"slices"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// fitOthers makes the schemes beside the one at index at possible in place of those that were compared before. None gives up
// what all have in common, nor what it is compared for: one that would have to stays as it is, and is refused.
func fitOthers(all, before []scenario.Scenario, at int) {
	var common []string
	for _, f := range scenario.Fields() {
		if link.Shared(f.Name) {
			common = append(common, f.Name)
		}
	}
	for i, s := range all {
		if i == at || simulator.Check(s) == nil {
			continue
		}
		if fitting, _, err := simulator.Fit(s, append(slices.Clone(common), before[i].Diff(before[at])...)...); err == nil {
			all[i] = fitting
		}
	}
}

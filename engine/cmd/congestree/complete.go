package main

// What the shell completes: names that would have to be looked up by congestree fields and presets. The scripts are cobra's,
// congestree completion.

import (
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
)

// completes says what the values of flags may be, in all commands below one.
func completes(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		completes(c)
	}
	if cmd.ValidArgsFunction == nil && cmd.Name() != "check" && cmd.Name() != "merge" { // which take files
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	complete := func(flag string, values cobra.CompletionFunc) {
		if cmd.Flags().Lookup(flag) != nil {
			cmd.RegisterFlagCompletionFunc(flag, values) // fails only where it is done twice
		}
	}
	for _, flag := range []string{"set", "with"} {
		complete(flag, fieldNames)
	}
	complete("over", axisNames)
	for _, flag := range []string{"link", "until", "shard", "jobs", "time", "cell", "filter"} {
		complete(flag, cobra.NoFileCompletions)
	}
	var presets []string
	for _, p := range scenario.Presets() {
		presets = append(presets, p.Name+"\t"+p.Label)
	}
	complete("preset", cobra.FixedCompletions(presets, cobra.ShellCompDirectiveNoFileComp))
	var papers []string
	for _, p := range paper.Papers {
		papers = append(papers, p.ID)
	}
	complete("paper", cobra.FixedCompletions(papers, cobra.ShellCompDirectiveNoFileComp))
	if f := cmd.Flags().Lookup("format"); f != nil {
		complete("format", cobra.FixedCompletions(f.Value.(*formatFlag).allowed, cobra.ShellCompDirectiveNoFileComp))
	}
}

// fieldNames completes field=. Behind the = nothing is: bash would begin there, and write the field a second time.
func fieldNames(_ *cobra.Command, _ []string, begun string) (names []string, _ cobra.ShellCompDirective) {
	for _, f := range scenario.Fields() {
		if strings.HasPrefix(f.Name, begun) {
			names = append(names, f.Name+"=\t"+f.Label)
		}
	}
	return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// axisNames completes scheme= beside the fields. The link that compares some may stand behind it.
func axisNames(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	names, how := fieldNames(cmd, args, begun)
	if strings.HasPrefix(sweep.Scheme, begun) {
		names = append(names, sweep.Scheme+"=\tSchemes that the link compares, by their numbers")
	}
	return names, how
}

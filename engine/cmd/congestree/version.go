package main

// congestree version: what to cite beside a link.

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program, and the number of its results",
		Long:  "Print the version of this program, and the number of its results: programs of the same number give the same results, to the bit, and a link names it (v=…).",
		Args:  noArguments,
	}
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if format.value == "json" {
			text, err := json.Marshal(map[string]any{"version": sweep.Version(), "results": engine.Results})
			if err != nil {
				return failure{err}
			}
			return write(cmd, append(text, '\n'))
		}
		return write(cmd, []byte(versionLine()))
	}
	return cmd
}

// versionLine is also what --version prints.
func versionLine() string {
	return fmt.Sprintf("congestree %s, results %d\n", sweep.Version(), engine.Results)
}

// noteSweep says on standard error that a link holds a sweep, of which run and compare take the scenario alone.
func noteSweep(cmd *cobra.Command, link string) {
	for _, set := range scenario.PageSettings(link) {
		if set.Field == "sweep" {
			note(cmd, "sweep=%s of the link is left out; congestree sweep --link runs it", scenario.Clip(set.Value))
		}
	}
}

// noteResults says on standard error that a link was made with an engine of other results.
func noteResults(cmd *cobra.Command, link string) {
	for _, set := range scenario.PageSettings(link) {
		if n, err := strconv.Atoi(set.Value); set.Field == "v" && err == nil && n != engine.Results {
			note(cmd, "the link was made with results %d of the engine; this program has %d, so the run may differ", n, engine.Results)
		}
	}
}

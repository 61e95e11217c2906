package main

// congestree link: from a scenario to its link, and back.

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/spf13/cobra"
)

func linkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "link [LINK]",
		Short: "Print the link of a scenario, or what a link holds",
		Long: "With flags, print the link of the scenario they choose.\n" +
			"With a link (a whole address, or its part from ? or # on), print its readable form and the fields that differ from the defaults.\n" +
			"In JSON, scenario is what --scenario of all commands reads.",
		Args: oneLink,
	}
	chosen := addChoice(cmd)
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			for _, name := range []string{"preset", "link", "scenario", "set", "trace"} {
				if cmd.Flags().Changed(name) {
					return fmt.Errorf("give either a link to read, or --%s to make one (or both as run --link … --set …)", name)
				}
			}
		}
		var s scenario.Scenario
		var err error
		if len(args) == 1 {
			if err = ofThePage(args[0]); err == nil {
				s, err = link.Parse(args[0])
			}
			if err == nil {
				noteResults(cmd, args[0])
			}
		} else {
			s, err = chosen.scenario(cmd)
		}
		if err != nil {
			return err
		}
		if format.value == "json" {
			return writeJSON(cmd, struct {
				Link     string          `json:"link"`
				Query    string          `json:"query"`
				Scenario json.RawMessage `json:"scenario"`
			}{link.Of(s), s.Query(), jsonio.Append(nil, s)})
		}
		if len(args) == 0 {
			return write(cmd, []byte(link.Of(s)+"\n"))
		}
		var b bytes.Buffer
		fmt.Fprintln(&b, "query "+s.Query())
		for _, name := range s.Diff(scenario.Default()) {
			fmt.Fprintf(&b, "%s=%s (default %s)\n", name, s.Get(name), scenario.Default().Get(name))
		}
		return write(cmd, b.Bytes())
	}
	return cmd
}

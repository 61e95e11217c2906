package engine

// The arbiter of the switches.

import "github.com/congestree/congestree/engine/scenario"

const (
	oldestFirst    = "oldest-first"
	oldestInjected = "oldest-injected"
)

func init() {
	scenario.AddField(scenario.Field{Name: "arbiter", Label: "Arbiter", Group: "Switch", Kind: scenario.Choice, Default: "islip", Rank: 34,
		Doc: "Which of the input ports that want an output is served.",
		Options: []scenario.Option{
			{Name: "islip", Label: "iSLIP", Rank: 1, Source: "McKeown 1999; [RAR] §5.1", Doc: "Request, grant, accept with rotating pointers: inputs take turns at an output."},
			{Name: oldestFirst, Label: "Oldest first", Rank: 2, Source: "[FBICM] §3.1", Doc: "The packet that was generated first, of all that could leave the switch; then the next one. What the age is counted from is a reading."},
			{Name: oldestInjected, Label: "Oldest injected first", Rank: 3, Source: "[FBICM] §§3.1, 4.1", Doc: "The packet that left its host first, of all that could leave the switch. Hosts with a queue for each destination send what was generated first."},
		}})
}

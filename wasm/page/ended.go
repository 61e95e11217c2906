package main

// The end of a trace's program, where a run that plays comes to rest.

import (
	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
)

// programEnds says that the programs of the scenarios compared have ended, the last one at a time (ps), and that of a change in mid-run that
// was to come later nothing is to be seen.
func programEnds(all []scenario.Scenario, at int64) string {
	for _, s := range all {
		if !simulator.At(s, at).Equal(simulator.At(s, play.Furthest)) {
			return lang.T("The program of the trace has ended at {0}, before changes in mid-run that were to come", lang.Time(at))
		}
	}
	return lang.T("The program of the trace has ended")
}

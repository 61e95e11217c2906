package main

// What of a comparison fits into this device's memory, asked before any worker is started.

import (
	"strconv"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui/lang"
)

// beside says how many of the scenarios compared, from the first on, fit into so many bytes of memory together, and, unless all do, what they
// would take. In English, as programs get it.
func beside(all []scenario.Scenario, room int64) (n int, err error) {
	if len(all) == 1 { // which Check has bounded: nothing to be found out before the first frame
		return 1, nil
	}
	n, needs := simulator.Together(all, room)
	if n < len(all) {
		err = &scenario.Error{Field: link.CompareKey, Reason: strconv.Itoa(len(all)) + " schemes side by side would take " + mib(needs) + " MiB of memory; at most " + mib(room) +
			" MiB are used on this device: compare fewer of them, or choose a smaller network or buffer"}
	}
	return n, err
}

// fitting are those of a link's scenarios that fit, and what is said of the others; nil if there are none.
func fitting(all []scenario.Scenario, room int64) (fit []scenario.Scenario, said func() string) {
	n, err := beside(all, room)
	switch {
	case err == nil:
		return all, nil
	case n == 1:
		said = func() string {
			return lang.T("This link cannot be opened as a whole: {0}. Only the first one runs.", lang.Refusal(because(err)))
		}
	default:
		said = func() string {
			return lang.T("This link cannot be opened as a whole: {0}. The first {1} of {2} run.", lang.Refusal(because(err)), strconv.Itoa(n), strconv.Itoa(len(all)))
		}
	}
	return all[:n], said
}

func mib(bytes int64) string { return strconv.FormatInt((bytes+1<<20-1)>>20, 10) }

// because is an error without the name of its field.
func because(err error) string {
	if e, ok := err.(*scenario.Error); ok {
		return e.Reason
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

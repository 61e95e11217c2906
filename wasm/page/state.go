package main

import "github.com/congestree/congestree/ui"

// stateOf is the page's state: whether there is no run, since its engine is gone or has opened no scenario at all, whether a picture has been
// shown, and whether time goes on.
func stateOf(none, shown, goes bool) ui.State {
	switch {
	case none:
		return ui.Failed
	case !shown:
		return ui.Loading
	case goes:
		return ui.Running
	}
	return ui.Paused
}

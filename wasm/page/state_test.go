package main

import (
	"testing"

	"github.com/congestree/congestree/ui"
)

// A page whose first scenario is refused does not load for ever: it has stopped, and can be restarted.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		none, shown, goes bool
		want              ui.State
	}{
		{false, false, true, ui.Loading}, {false, true, true, ui.Running}, {false, true, false, ui.Paused}, {true, true, true, ui.Failed}, {true, false, true, ui.Failed}, {true, false, false, ui.Failed},
	} {
		if got := stateOf(c.none, c.shown, c.goes); got != c.want {
			t.Errorf("none %v, shown %v, goes on %v: %s, want %s", c.none, c.shown, c.goes, got, c.want)
		}
	}
}

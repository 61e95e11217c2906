package ui

import (
	"testing"
	"testing/synctest"
	"time"
)

// A start from time 0 is said once it has lasted, each time anew, for a while, and not of what has been paused.
func TestBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &Model{State: Running}
		say := begun(m)
		if got := say(); got != "" {
			t.Errorf("of the page's beginning it says %q", got)
		}
		for _, c := range []struct {
			state State
			want  string
		}{{Running, "running from time 0"}, {Paused, ""}, {Running, "running from time 0"}} {
			m.State = c.state
			m.Begun++
			if got := say(); got != "" {
				t.Errorf("%s: at once it says %q", c.state, got)
			}
			time.Sleep(movingAfter)
			if got := say(); got != c.want {
				t.Errorf("%s: it says %q, not %q", c.state, got, c.want)
			}
			time.Sleep(spokenFor)
			if got := say(); got != "" {
				t.Errorf("%s: still it says %q", c.state, got)
			}
		}
	})
}

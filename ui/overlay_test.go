package ui

import (
	"testing"
	"testing/synctest"
	"time"
)

// Whether the run goes on is said once that has lasted; a start from time 0 each time anew.
func TestMoving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &Model{State: Loading}
		say := moving(m)
		for _, c := range []struct {
			state           State
			begun           int
			soon, late, end string
		}{
			{Loading, 0, "", "", ""},
			{Running, 0, "", "running", "running"},
			{Running, 1, "", "running from time 0", "running from time 0"},
			{Running, 2, "", "running from time 0", "running from time 0"},
			{Paused, 2, "running from time 0", "paused", "paused"},
			{Running, 2, "paused", "running", "running"},
			{Paused, 2, "running", "paused", "paused"},
			{Running, 3, "", "running from time 0", "running from time 0"},
		} {
			m.State, m.Begun = c.state, c.begun
			soon := say()
			time.Sleep(movingAfter + time.Millisecond)
			late := say()
			time.Sleep(time.Minute)
			if end := say(); soon != c.soon || late != c.late || end != c.end {
				t.Errorf("%s, begun %d: it says %q, then %q, then %q, not %q, %q, %q", c.state, c.begun, soon, late, end, c.soon, c.late, c.end)
			}
		}
	})
}

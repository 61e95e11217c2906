package main

import "testing"

// What a link leaves out is said beside a deadlock, and goes on being said when somebody goes back behind that.
func TestBannerOfADeadlock(t *testing.T) {
	say := func(s string) func() string { return func() string { return s } }
	left := banner{until: replaced, says: say("Left out.")}
	for _, c := range []struct {
		before      banner
		with, after string
	}{
		{banner{}, "Deadlock.", ""},
		{left, "Left out. Deadlock.", "Left out."},
		{banner{says: say("Wrong: t.")}, "Wrong: t. Deadlock.", "Wrong: t."},
		{banner{until: undone, says: say("Deadlock of before.")}, "Deadlock.", ""},
		{banner{says: say("Stopped."), action: say("Start again")}, "Deadlock.", ""},
		{left.over(say("Deadlock of before."), undone).without(undone), "Left out. Deadlock.", "Left out."},
	} {
		b := c.before.over(say("Deadlock."), undone)
		if got := b.text(); got != c.with || b.until != undone || b.without(replaced).text() != got {
			t.Errorf("%q over %q: %q, until %d", "Deadlock.", c.before.text(), got, b.until)
		}
		if after := b.without(undone); after.text() != c.after || c.after != "" && after.until != c.before.until {
			t.Errorf("%q after it: %q, until %d", c.before.text(), after.text(), after.until)
		}
	}
}

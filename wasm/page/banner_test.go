package main

import "testing"

// What a link leaves out is said beside a deadlock, and goes on being said when somebody goes back behind that.
func TestBannerOfADeadlock(t *testing.T) {
	say := func(s string) func() string { return func() string { return s } }
	left := saying(say("Left out."), replaced)
	stopped := saying(say("Stopped."), dismissed)
	stopped.action = say("Start again")
	for _, c := range []struct {
		before            banner
		with, after, then string // with a deadlock said; gone back behind it; and with another scenario
	}{
		{banner{}, "Deadlock.", "", ""},
		{left, "Left out. Deadlock.", "Left out.", ""},
		{saying(say("Wrong: t."), dismissed), "Wrong: t. Deadlock.", "Wrong: t.", "Wrong: t."},
		{saying(say("Deadlock of before."), undone), "Deadlock.", "", ""},
		{stopped, "Deadlock.", "", ""},
		{left.over(say("Deadlock of before."), undone).without(undone), "Left out. Deadlock.", "Left out.", ""},
		{left.over(say("Deadlock of before."), undone), "Left out. Deadlock.", "Left out.", ""},
	} {
		before := c.before.text()
		b := c.before.over(say("Deadlock."), undone)
		if got := b.text(); got != c.with || c.before.text() != before || b.action != nil {
			t.Errorf("a deadlock over %q: %q", before, got)
		}
		if after, other := b.without(undone).text(), b.without(replaced).without(undone).text(); after != c.after || other != c.then {
			t.Errorf("%q after its end: %q, and with another scenario: %q", c.with, after, other)
		}
	}
}

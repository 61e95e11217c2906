package ui

import (
	"reflect"
	"testing"
)

func TestTime(t *testing.T) {
	p := newPage(t)
	c := p.root.time.b.(*Time)
	e := p.on()
	c.OnUnit(p.on("value", ByMicro))
	c.OnStep(e)
	c.OnBack(e)
	c.OnGo(e)
	c.OnGoal(p.on("value", UntilBelow))
	c.OnValue(p.on("value", "40"))
	c.OnGo(e)
	c.OnKey(p.on("key", "Enter", "value", "soon"))
	if c.Error() == "" || c.Invalid() != "true" {
		t.Error("nothing says what is wrong with the value")
	}
	c.OnGoal(p.on("value", UntilTime)) // whose value is none of that
	if c.Error() != "" || c.Invalid() != "false" {
		t.Errorf("beside another goal it says %q", c.Error())
	}
	c.OnGoal(p.on("value", UntilBelow))
	if c.Error() == "" {
		t.Error("what is wrong is not said any more beside what is wrong")
	}
	c.OnKey(p.on("key", "5", "value", "45"))
	c.from, c.to = "10", "5"
	c.OnLoop(p.on("checked", true)) // which is said to be none, and stays to be mended
	if !c.Refused() || c.LoopInvalid() != "true" || c.From() != "10" || c.To() != "5" || !*c.touched() {
		t.Errorf("no window: %v, %s–%s", c.Refused(), c.From(), c.To())
	}
	c.OnTo(p.on("value", ""))
	if c.Refused() {
		t.Error("it is still refused while it is being mended")
	}
	c.OnFrom(p.on("value", ""))
	c.OnLoop(p.on("checked", true)) // a window of the page's choice
	p.LoopFrom, p.LoopTo = 10e6, 12.5e6
	if c.From() != "10" || c.To() != "12.5" || !c.Looping() {
		t.Errorf("the loop shows %s–%s", c.From(), c.To())
	}
	c.OnFrom(p.on("value", "11"))
	c.OnTo(p.on("value", "9")) // empty: waits
	c.OnTo(p.on("value", "20"))
	c.OnLoop(p.on("checked", false))
	c.OnLoop(p.on("checked", true))
	c.OnProof(p.on("checked", true))
	want := []string{"step by us", "step", "back", "until tree ", "until below 40", "until below soon",
		"loop 0 0", "loop 11 12.5", "loop 11 20", "loop 0 0", "loop 11 20", "prove true"}
	if !reflect.DeepEqual(p.calls, want) {
		t.Errorf("calls:\n%q\nwant\n%q", p.calls, want)
	}
	doc := p.html(t)
	if got := selected(t, one(t, doc, "step-unit")); got != ByMicro {
		t.Errorf("the unit shows %q", got)
	}
	if got := selected(t, one(t, doc, "until")); got != UntilBelow {
		t.Errorf("the goal shows %q", got)
	}
	if !visible(one(t, doc, "until-value")) {
		t.Error("the value has no field")
	}
}

func TestMicroseconds(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "12.5": 12_500_000, " 3 ": 3_000_000, "": -1, "-1": -1, "x": -1, "NaN": -1, "1e12": -1} {
		if got := ps(text); got != want {
			t.Errorf("%q is %d ps, want %d", text, got, want)
		}
	}
	if got := micros(327_680); got != "0.32768" {
		t.Error(got)
	}
}

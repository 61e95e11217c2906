package main

import (
	"maps"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
)

func TestSweepFollowsTheComparison(t *testing.T) {
	a := scenario.Default()
	one := []scenario.Scenario{a}
	two := []scenario.Scenario{a, a.Must("queuing", "vftree")}
	three := append(two[:2:2], a.Must("queuing", "dbbm"))
	c, f := schemeCurves{}, sweep.DefaultForm
	step := func(what string, all []scenario.Scenario, by, values string) {
		t.Helper()
		before := f
		if changed := c.follow(&f, all); f.By != by || f.ByValues != values || changed != (f != before) {
			t.Errorf("%s: %+v, changed %v", what, f, changed)
		}
	}
	step("one scenario", one, "", "")
	step("a comparison begins", two, sweep.Scheme, "1,2")
	f.ByValues = "2"
	c.leave(two)
	step("a choice stays", two, sweep.Scheme, "2")
	step("a point is opened by itself", one, "", "")
	step("and undone", two, sweep.Scheme, "2")
	step("another scheme comes", three, sweep.Scheme, "1,2,3")
	f.By, f.ByValues = "", ""
	c.leave(three)
	step("one curve only stays", three, "", "")
	f.By, f.ByValues = "vcs", "2,4"
	c.leave(three)
	step("a field's curves stay", two, "vcs", "2,4")
	step("alone, too", one, "vcs", "2,4")
	f.By, f.ByValues = sweep.Scheme, "1,2"
	step("the comparison ends", one, "", "")
	f.By, f.ByValues = "", ""
	c.leave(one)
	step("and what was chosen meanwhile stays", two, "", "")
	f.X, f.XValues = "queuing", "1q,dbbm"
	c.leave(two)
	step("what they differ in is swept already", three, "", "")
	f.By, f.ByValues = sweep.Scheme, "1,2"
	c.leave(three)
	step("what a person or a link wants stays, though it is refused", three, sweep.Scheme, "1,2")
	step("of what differs in another comparison there is one curve", two, "", "")
}

// A field beside curves has its unit, and says nothing twice.
func TestSweptFieldsHaveTheirUnits(t *testing.T) {
	for name, want := range map[string]string{"buffer": "Buffer, KiB", "vcs": "VCs", "seed": "Seed", "queuing": "Queuing scheme"} {
		if got := withUnit(scenario.Lookup(name)); got != want {
			t.Errorf("%s is called %q, not %q", name, got, want)
		}
	}
}

// Values of menus and switches have names; numbers are what they are.
func TestSweptValuesHaveNames(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"voq":     {"false": "off", "true": "on"},
		"vcs":     {},
		"routing": {"dmodk": "D-mod-K (deterministic)", "adaptive": "Adaptive"},
	} {
		if got := shownValues(scenario.Lookup(name), []string{"dmodk", "adaptive", "2"}); !maps.Equal(got, want) {
			t.Errorf("values of %s are called %v, not %v", name, got, want)
		}
	}
}

package main

// Curves for the schemes compared: a sweep's form follows the comparison on the screen. And what fields are called beside curves.

import (
	"slices"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// schemeCurves is what is known of the comparison from the last time.
type schemeCurves struct {
	compared []scenario.Scenario
	aside    string // which of its schemes had curves when it was left, to have them again when it is back; "" if none has to
}

// follow has a form's curves follow what runs, and says whether it has changed it: all schemes of a comparison that is new
// have curves, unless a field's values have or what they differ in is swept; without a comparison none has, until it is back, as undo brings it.
func (c *schemeCurves) follow(f *sweep.Form, all []scenario.Scenario) (changed bool) {
	before := *f
	same := slices.EqualFunc(c.compared, all, scenario.Scenario.Equal)
	switch {
	case len(all) < 2:
		if f.By == sweep.Scheme {
			c.aside, f.By, f.ByValues = f.ByValues, "", ""
		}
		return *f != before
	case f.By != "" && f.By != sweep.Scheme:
	case (f.By == "" || !same) && slices.Contains(link.Differing(all), f.X): // which goes along the axis
		f.By, f.ByValues = "", ""
	case !same:
		f.By, f.ByValues = sweep.Scheme, ui.AllSchemes(len(all))
	case f.By == "" && c.aside != "":
		f.By, f.ByValues = sweep.Scheme, c.aside
	}
	c.compared, c.aside = all, ""
	return *f != before
}

// leave takes it that the form says what a person or a link wants beside what runs.
func (c *schemeCurves) leave(all []scenario.Scenario) {
	if c.aside = ""; len(all) > 1 {
		c.compared = all
	}
}

// unitOf is a field's unit beside its name, if that does not say it already, as "VCs" does.
func unitOf(f *scenario.Field) string {
	if f.Unit == f.Label {
		return ""
	}
	return lang.D(f.Unit)
}

// withUnit is a field's name, and its unit if it has one.
func withUnit(f *scenario.Field) string {
	if unit := unitOf(f); unit != "" {
		return lang.D(f.Label) + ", " + unit
	}
	return lang.D(f.Label)
}

// shownValues are what values of menus and switches are called.
func shownValues(f *scenario.Field, values []string) map[string]string {
	shown := map[string]string{}
	if f.Kind == scenario.Bool {
		shown["false"], shown["true"] = lang.T("off"), lang.T("on")
	}
	for _, o := range f.Options {
		if slices.Contains(values, o.Name) {
			shown[o.Name] = lang.D(o.Label)
		}
	}
	return shown
}

package main

import (
	"strconv"
	"strings"
	"testing"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/sweep"
)

// What is kept of a sweep comes back; of an engine with another number of results it is known at once to be another's.
func TestKeptSweep(t *testing.T) {
	const form, lines = "load=0.1..1:0.1;queuing=1q,dbbm;until=500us", "{}\n{}\n"
	n := strconv.Itoa(simulator.Results)
	for _, c := range []struct {
		text, form, lines string
		other, ok         bool
	}{
		{keptSweepText(form, []byte(lines)), form, lines, false, true},
		{n + " " + form + "\n" + lines, form, lines, false, true},
		{strconv.Itoa(simulator.Results-1) + " " + form + "\n" + lines, form, lines, true, true},
		{"-1 " + form + "\n", form, "", true, true},
		{form + "\n" + lines, form, lines, false, true}, // without a number
		{"x " + form + "\n" + lines, "x " + form, lines, false, true},
		{"", "", "", false, true},
		{n + " " + strings.Repeat("x", sweep.MaxSpec) + "\n", strings.Repeat("x", sweep.MaxSpec), "", false, true},
		{n + " " + strings.Repeat("x", sweep.MaxSpec+1) + "\n", strings.Repeat("x", sweep.MaxSpec+1), "", false, false},
		{strings.Repeat("9", maxKeptSweep+1), "", "", false, false},
	} {
		form, lines, other, ok := cutKeptSweep(c.text)
		if form != c.form || string(lines) != c.lines || other != c.other || ok != c.ok {
			t.Errorf("%.60q: %.60q, %q, of another engine %v, ok %v", c.text, form, lines, other, ok)
		}
	}
}

// A sweep's results are written some seconds after they come, and seldom where that takes long.
func TestKeptSweepIsWrittenInTime(t *testing.T) {
	for _, c := range []struct {
		now, wrote, took float64
		due              bool
	}{{2999, 0, 0, false}, {3000, 0, 1, true}, {9000, 5000, 80, true}, {9000, 5000, 81, false}} {
		if got := keptDue(c.now, c.wrote, c.took); got != c.due {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

package main

// The text of a sweep's results in sessionStorage (sweep_keep.go), and how often it is written.

import (
	"strconv"
	"strings"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/sweep"
)

// maxKeptSweep bounds it, in characters; a browser gives five million or so to all pages of an origin in a tab.
const maxKeptSweep = 2 << 20

// keptSweepText is the number of the engine's results and the form in a first line, and the lines of a file after it.
func keptSweepText(form string, lines []byte) string {
	return strconv.Itoa(simulator.Results) + " " + form + "\n" + string(lines)
}

// cutKeptSweep takes what keptSweepText has written apart. Results of another number are not of this engine, which takes it no time to
// see; whether the others are, and those without one, their fingerprints tell. It is not ok if it is too long to have been written.
func cutKeptSweep(text string) (form string, lines []byte, other, ok bool) {
	if len(text) > maxKeptSweep {
		return "", nil, false, false
	}
	form, rest, _ := strings.Cut(text, "\n")
	if number, after, found := strings.Cut(form, " "); found {
		if n, err := strconv.Atoi(number); err == nil {
			form, other = after, n != simulator.Results
		}
	}
	return form, []byte(rest), other, len(form) <= sweep.MaxSpec
}

// While a sweep runs its results are written after keptEvery ms, and no more than a fiftieth of the time goes into it: a tab that dies
// tells nobody before.
const (
	keptEvery = 3000
	keptCost  = 50
)

// keptDue says whether they are to be written at a wall time, ms: the last time was at wrote, and took so long.
func keptDue(now, wrote, took float64) bool {
	return now-wrote >= max(keptEvery, keptCost*took)
}

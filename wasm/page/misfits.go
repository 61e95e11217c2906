package main

// Schemes of a link's comparison that cannot run, as one whose routing is for other networks: the others open, and what is left out is said.
// What the link says by numbers of schemes, it says of those that it has.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/ui/lang"
)

// withoutThem says which schemes are left out and why, nil if none is.
func withoutThem(misfits []link.Misfit) func() string {
	if len(misfits) == 0 {
		return nil
	}
	return func() string {
		var all []string
		for _, m := range misfits {
			reason := m.Err.Error()
			if e, ok := m.Err.(*scenario.Error); ok && e.Field == link.CompareKey { // which is said already
				reason = e.Reason
			}
			all = append(all, lang.T("{0} is left out of the comparison: {1}.", m.Text, lang.Refusal(reason)))
		}
		return strings.Join(all, " ")
	}
}

// and says one after the other; nil is nothing.
func and(first, second func() string) func() string {
	if first == nil || second == nil {
		if first == nil {
			return second
		}
		return first
	}
	return func() string { return first() + " " + second() }
}

// renumbered is a parameter of a link whose comparison has lost schemes, given their numbers in it from 0: lane and the schemes that a sweep
// has curves for are those that they were there, of so many. ok says whether anything of it is left.
func renumbered(set scenario.Setting, misfits []int, of int) (now scenario.Setting, ok bool) {
	place := func(n int) (string, bool) { // from 1
		before, lost := slices.BinarySearch(misfits, n)
		return strconv.Itoa(n - before + 1), !lost
	}
	switch set.Field {
	case "lane":
		n, err := strconv.Atoi(set.Value)
		if err != nil || n < 1 || n > of { // which is said
			return set, true
		}
		set.Value, ok = place(n - 1)
		return set, ok && of-len(misfits) > 1
	case "sweep":
		f, err := sweep.ParseForm(set.Value)
		if err != nil || f.By != sweep.Scheme {
			return set, true
		}
		numbers, err := sweep.SchemeNumbers(of, f.ByValues)
		if err != nil {
			return set, true
		}
		var rest []string
		for _, n := range numbers {
			if p, ok := place(n); ok {
				rest = append(rest, p)
			}
		}
		if f.ByValues = strings.Join(rest, ","); len(rest) == 0 || of-len(misfits) == 1 {
			f.By, f.ByValues = "", ""
		}
		set.Value = f.Spec()
	}
	return set, true
}

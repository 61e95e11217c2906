package engine

// Another network asks for other settings: a mesh knows no D-mod-K, a permutation needs 2ⁿ hosts.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

// mostFits bounds how many settings Fit changes.
const mostFits = 12

// Fit changes settings of a scenario until it can be opened, each to the nearest that is possible, and returns the fields it
// has changed, in schema order. It leaves alone the fields in keep. If there is no way, it returns the scenario as it was, with
// what Check says when all that can be changed has been.
func Fit(s scenario.Scenario, keep ...string) (fitting scenario.Scenario, changed []string, err error) {
	was, now := s, s
	err = Check(now)
	for range mostFits {
		e, ok := err.(*scenario.Error)
		if !ok || slices.Contains(keep, e.Field) {
			break
		}
		next, reason := nearest(now, e.Field)
		if next == nil {
			break
		}
		now, err = *next, reason
	}
	if err != nil {
		return was, nil, err
	}
	for _, f := range scenario.Fields() {
		if now.Get(f.Name) != was.Get(f.Name) {
			changed = append(changed, f.Name)
		}
	}
	return now, changed, nil
}

// nearest gives a field the first value with which Check has nothing against that field any more, and returns what else
// it has.
func nearest(s scenario.Scenario, field string) (*scenario.Scenario, error) {
	for _, value := range values(s, field) {
		t, err := s.With(field, value)
		if err != nil {
			continue
		}
		err = Check(t)
		if e, ok := err.(*scenario.Error); err == nil || ok && e.Field != field {
			return &t, err
		}
	}
	return nil, nil
}

// alike are the cases of [FBICM] for other numbers of hosts.
var alike = map[string][]string{
	"FBICM-1": {"FBICM-5"}, "FBICM-2": {"FBICM-5"}, "FBICM-5": {"FBICM-1"},
	"FBICM-3": {"FBICM-6"}, "FBICM-4": {"FBICM-6"}, "FBICM-6": {"FBICM-3"},
}

// hasHotSpot says whether traffic concentrates on hosts.
func hasHotSpot(traffic string) bool {
	return strings.HasPrefix(traffic, "HS") || slices.Contains([]string{"FBICM-3", "FBICM-4", "FBICM-6"}, traffic)
}

// values are what a field may be changed to, the best first.
func values(s scenario.Scenario, field string) (out []string) {
	f := scenario.Lookup(field)
	if f == nil {
		return nil
	}
	switch field {
	case "routing":
		if n, err := network(s.Get("network")); err == nil {
			return routing.For(n)
		}
		return nil
	case "traffic":
		out = append(out, alike[s.Get(field)]...)
		if hasHotSpot(s.Get(field)) {
			out = append(out, "HS25-1")
		}
		return append(out, "UT")
	case "buffer": // what grows with the number of hosts or VCs
		for kib := max(1, s.Micro(field)/scenario.Micro); kib < f.Max/scenario.Micro; {
			kib *= 2
			out = append(out, strconv.FormatInt(kib, 10))
		}
		return
	}
	switch f.Kind {
	case scenario.Int:
		for v := s.Int(field) - 1; v >= f.Min && v >= s.Int(field)-64; v-- {
			out = append(out, strconv.FormatInt(v, 10))
		}
		for v := s.Int(field) + 1; v <= f.Max && v <= s.Int(field)+64; v++ {
			out = append(out, strconv.FormatInt(v, 10))
		}
	case scenario.Bool:
		out = append(out, strconv.FormatBool(!s.Bool(field)))
	case scenario.Choice:
		out = append(out, f.Default)
		for _, o := range f.Options {
			if o.Name != f.Default {
				out = append(out, o.Name)
			}
		}
	default:
		out = append(out, f.Default)
	}
	return
}

package ui

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// The section is there where it applies, with the numbers of the present cure alone.
func TestCures(t *testing.T) {
	for _, c := range []struct{ preset, title, ids, sign string }{
		{"hot-spot", "", "", ""},
		{"fbicm-fat-tree", "Set-aside queues (CFQs)", "set-aside set-aside-peak set-aside-total", "queue set aside"},
		{"fbicm-64-saqs", "Set-aside queues (SAQs)", "set-aside set-aside-peak set-aside-total", "queue set aside"},
		{"iba-cc-hot-spot", "InfiniBand congestion control", "fecn becn reacting ccti", "throttles"},
		{"drb-drb-torus-8x8", "DRB", "fecn becn reacting open-paths most-paths", "spreads"},
	} {
		p, ok := scenario.PresetByName(c.preset)
		if !ok {
			t.Fatal(c.preset)
		}
		x := &Cures{m: &Model{Scenario: p.Scenario(), Frame: observe.Header{SetAside: 1234, BECN: 77, CCTIMean: 2.25, CCTIMax: 9}}}
		if x.On() != (c.title != "") {
			t.Errorf("%s: shown: %v", c.preset, x.On())
		}
		if !x.On() {
			continue
		}
		var ids, signs, values []string
		for _, r := range x.Rows() {
			ids, values = append(ids, r.ID), append(values, r.Value)
			if r.Title == "" || r.Name == "" || strings.Contains(r.Name, "hold") { // as a tree has hosts do: Header.HoldsBack
				t.Errorf("%s: %+v", c.preset, r)
			}
		}
		for _, s := range x.Signs() {
			signs = append(signs, s.Name)
			if !strings.Contains(string(s.Drawing()), "<path") && !strings.Contains(string(s.Drawing()), "<circle") {
				t.Errorf("%s: no drawing %s", c.preset, s.Icon)
			}
		}
		if got := strings.Join(ids, " "); !strings.Contains(x.Title(), c.title) || got != c.ids || !strings.Contains(strings.Join(signs, "; "), c.sign) {
			t.Errorf("%s: %q, %s, %v", c.preset, x.Title(), got, signs)
		}
		if v := strings.Join(values, " "); x.aside() && !strings.Contains(v, count(1234)) || x.throttles() && !strings.Contains(v, "2.2 / 9") {
			t.Errorf("%s: %s", c.preset, v)
		}
	}
}

package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

// What registers itself is checked where it does, and said so that its author knows what to do.
func TestRegistryRefuses(t *testing.T) {
	for _, c := range []struct {
		what string
		add  func()
		want string
	}{
		{"an option twice", func() { scenario.AddOption("queuing", scenario.Option{Name: "DBBM"}) }, "registered twice: queuing=DBBM"},
		{"an option without a name", func() { scenario.AddOption("queuing", scenario.Option{}) }, "names are letters"},
		{"a name that sweeps would split", func() { scenario.AddOption("queuing", scenario.Option{Name: "a,b"}) }, `named "a,b"`},
		{"a name that forks would split", func() { scenario.AddOption("routing", scenario.Option{Name: "a*b"}) }, "names are letters"},
		{"a name in Greek", func() { scenario.AddOption("routing", scenario.Option{Name: "Δ"}) }, "names are letters"},
		{"a family twice", func() { scenario.AddFamily("traffic", scenario.Family{Prefix: "ut"}) }, "registered twice: traffic=ut"},
		{"a field twice", func() { scenario.AddField(scenario.Field{Name: "load"}) }, "registered twice: load"},
		{"an option of no field", func() { scenario.AddOption("colour", scenario.Option{Name: "a"}) }, "no field colour"},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, c.want) {
					t.Errorf("%s: %q, want %q", c.what, got, c.want)
				}
			}()
			c.add()
		}()
	}
}

// What a person reads of every value is there.
func TestEveryOptionIsExplained(t *testing.T) {
	for _, f := range scenario.Fields() {
		for _, o := range f.Options {
			if o.Label == "" || o.Doc == "" && (f.Name == "routing" || f.Name == "queuing") {
				t.Errorf("%s=%s needs a Label and a Doc", f.Name, o.Name)
			}
			for _, name := range o.Uses {
				if used := scenario.Lookup(name); used == nil || !slices.Contains(strings.FieldsFunc(used.When, func(r rune) bool { return r == ' ' || r == '|' || r == '=' }), o.Name) {
					t.Errorf("%s=%s uses %s, which is no field, or has no effect with it", f.Name, o.Name, name)
				}
			}
		}
		for _, m := range f.Families {
			if m.Pattern == "" || m.Doc == "" || m.Parse == nil {
				t.Errorf("%s=%s… needs a Pattern, a Doc and a Parse", f.Name, m.Prefix)
			}
			for _, o := range m.Suggestions {
				if of := f.Family(o.Name); o.Label == "" || of == nil || of.Prefix != m.Prefix {
					t.Errorf("%s=%s, suggested by %s…, needs a Label, and to be one of that family", f.Name, o.Name, m.Prefix)
				}
			}
		}
	}
}

// Of families that begin alike the one with the longest prefix is meant.
func TestFamilyWithTheLongestPrefix(t *testing.T) {
	f := scenario.Field{Families: []scenario.Family{{Prefix: "UT"}, {Prefix: ""}, {Prefix: "UT-local"}}}
	for value, want := range map[string]int{"UT": 0, "ut-x": 0, "ut-LOCAL3": 2, "U": 1, "": 1} {
		if got := f.Family(value); got != &f.Families[want] {
			t.Errorf("%q is of %+v, want %q", value, got, f.Families[want].Prefix)
		}
	}
	if f := (&scenario.Field{Families: f.Families[:1]}); f.Family("mesh") != nil {
		t.Error("mesh is UT")
	}
}

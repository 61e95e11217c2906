package scenario_test

import (
	"os"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

func TestPresetsAreSoundAndSaySomething(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range scenario.Presets() {
		if seen[p.Name] {
			t.Errorf("%s: named twice", p.Name)
		}
		seen[p.Name] = true
		if p.Label == "" || !strings.HasSuffix(p.Doc, ".") || strings.Count(p.Doc, ". ") > 0 {
			t.Errorf("%s: needs a label and one sentence, has %q and %q", p.Name, p.Label, p.Doc)
		}
		s := scenario.Default()
		given := map[string]bool{}
		for _, set := range p.Set {
			var err error
			if s, err = s.With(set.Field, set.Value); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
			if s.Get(set.Field) != set.Value {
				t.Errorf("%s: %s is written %q, its canonical text is %q", p.Name, set.Field, set.Value, s.Get(set.Field))
			}
			if given[set.Field] {
				t.Errorf("%s: %s is given twice", p.Name, set.Field)
			}
			given[set.Field] = true
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if !s.Equal(p.Scenario()) {
			t.Errorf("%s: Scenario differs from its settings in %v", p.Name, s.Diff(p.Scenario()))
		}
		for name := range given {
			if f := scenario.Lookup(name); f != nil && !f.Active(s) {

				t.Errorf("%s: %s has no effect under %q", p.Name, name, f.When)
			}
		}
		if got, ok := scenario.PresetByName(p.Name); !ok || got.Label != p.Label {
			t.Errorf("%s: not found by name", p.Name)
		}
	}
	if !seen[scenario.DefaultPreset] {
		t.Errorf("the default preset %q does not exist", scenario.DefaultPreset)
	}
	if _, ok := scenario.PresetByName("nobody"); ok {
		t.Error("an unknown preset was found")
	}
}

// Published links rest on the defaults and on the presets. The golden file holds both, in full;
// a change of a line means that somebody's link now opens something else. New lines are fine.
func TestPublishedDefaultsAndPresetsStay(t *testing.T) {
	const file = "testdata/presets.golden"
	var now strings.Builder
	for _, f := range scenario.Fields() {
		now.WriteString("default " + f.Name + "=" + f.Default + "\n")
	}
	for _, p := range scenario.Presets() {
		now.WriteString("preset " + p.Name)
		s := p.Scenario()
		for _, name := range s.Diff(scenario.Default()) {
			now.WriteString(" " + name + "=" + s.Get(name))
		}
		now.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for line := range strings.Lines(now.String()) {
		have[line] = true
	}
	for line := range strings.Lines(string(golden)) {
		if !have[line] {
			t.Errorf("published, but changed since: %s", line)
		}
		delete(have, line)
	}
	for line := range have {
		t.Errorf("not in %s yet (run the test with -update to add it): %s", file, line)
	}
}

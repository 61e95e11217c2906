package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

func TestFields(t *testing.T) {
	text := "\n" + good(t, "fields")
	var all []fieldJSON
	if err := json.Unmarshal([]byte(good(t, "fields", "--format", "json")), &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != len(scenario.Fields()) {
		t.Errorf("%d fields of %d", len(all), len(scenario.Fields()))
	}
	byName := map[string]fieldJSON{}
	for _, f := range all {
		byName[f.Name] = f
		if f.Doc == "" || f.Range == "" || f.Default == "" || f.Kind == "" || f.Label == "" {
			t.Errorf("%s: incomplete: %+v", f.Name, f)
		}
		if !strings.Contains(text, "\n"+f.Name+"\n") || !strings.Contains(text, "range "+f.Range+"; default "+f.Default+"\n") {
			t.Errorf("%s: not in the text", f.Name)
		}
		if _, err := scenario.Default().With(f.Name, f.Default); err != nil {
			t.Errorf("%s: its default is refused: %v", f.Name, err)
		}
	}
	for _, f := range byName["traffic"].Forms {
		for _, o := range f.Suggestions {
			width := 0
			for _, other := range f.Suggestions {
				width = max(width, len(other.Name))
			}
			if line := "\n        " + o.Name + strings.Repeat(" ", width+1-len(o.Name)) + o.Label + "\n"; !strings.Contains(text, line) {
				t.Errorf("%s: the text lacks %q", f.Pattern, line)
			}
		}
	}
	if load := byName["load"]; load.Min == nil || *load.Min != 0 || *load.Max != 1.2 || load.Unit != "of link bandwidth" {
		t.Errorf("load: %+v", load)
	}
	for field, names := range map[string][]string{
		"routing": {"dmodk", "oblivious", "adaptive", "adaptive-th"},
		"queuing": {"1q", "dbbm", "vftree", "flow2sl"},
	} {
		have := map[string]optionJSON{}
		for _, o := range byName[field].Values {
			have[o.Name] = o
		}
		for _, name := range names {
			if o := have[name]; o.Doc == "" || o.Source == "" {
				t.Errorf("%s=%s: missing, or without explanation and source: %+v", field, name, o)
			}
		}
	}
	for _, word := range []string{"rlft-<ports>x<stages>", "HS<percent>-<hot spots>", "[RAR]", "unit Gb/s"} {
		if !strings.Contains(text, word) {
			t.Errorf("the text lacks %q", word)
		}
	}
}

func TestPresets(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(good(t, "presets")), "\n")
	if len(lines) != len(scenario.Presets()) {
		t.Fatalf("%d lines for %d presets", len(lines), len(scenario.Presets()))
	}
	for i, p := range scenario.Presets() {
		if strings.Fields(lines[i])[0] != p.Name || !strings.Contains(lines[i], p.Doc) {
			t.Errorf("line %d is %q", i, lines[i])
		}
		if n, first := strings.Index(lines[i], p.Label+": "), strings.Index(lines[0], scenario.Presets()[0].Label+": "); n != first {
			t.Errorf("the label of %q begins in column %d, others in %d", lines[i], n, first)
		}
		if link := good(t, "link", "--preset", p.Name); strings.TrimSpace(link) != "?preset="+p.Name {
			t.Errorf("%s: link %q", p.Name, link)
		}
	}
	var all []struct{ Name, Link string }
	if err := json.Unmarshal([]byte(good(t, "presets", "--format", "json")), &all); err != nil || len(all) != len(lines) {
		t.Errorf("%d presets in JSON, %v", len(all), err)
	}
}

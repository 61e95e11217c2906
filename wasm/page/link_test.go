package main

// Links of common scenarios fit wherever links are put, the view and a real address included.

import (
	"strconv"
	"testing"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/share"
)

func TestLinksAreShort(t *testing.T) {
	const home = "https://congestree.github.io/congestree/"
	view := func(s scenario.Scenario) []scenario.Setting { // as it is written when everything is shared, but for what is pinned
		n, err := topology.Build(s.Get("network"))
		if err != nil {
			t.Fatal(err)
		}
		return []scenario.Setting{{Field: "v", Value: strconv.Itoa(simulator.Results)}, {Field: "t", Value: formatMoment(123_456_789)}, {Field: "loop", Value: "100us-123.456us"},
			{Field: "camera", Value: "0.1234,0.5678,12.345"}, {Field: "tree", Value: formatRoot(n, n.SwitchPorts()-1)}, {Field: "packets", Value: "2"}, {Field: "links", Value: "3"},
			{Field: "layout", Value: "circles"}, {Field: "chart", Value: "distribution"}, {Field: "theme", Value: "light"}}
	}
	longest, of := 0, ""
	for _, p := range scenario.Presets() {
		text := home + withParams(link.Of(p.Scenario()), view(p.Scenario()))
		if len(text) >= share.Short {
			t.Errorf("%s: %d characters: %s", p.Name, len(text), text)
		}
		if len(text) > longest {
			longest, of = len(text), text
		}
		t.Logf("%3d, with version, time, loop, camera, tree, colours, layout, chart and theme %3d: %s", len(home+link.Of(p.Scenario())), len(text), p.Name)
	}
	t.Log("the longest:", longest, of)
	// Every field away from its default: packed, and far from where chats cut.
	s := scenario.Default()
	for _, f := range scenario.Fields() {
		for _, o := range f.Options {
			if with, err := s.With(f.Name, o.Name); err == nil {
				s = with
			}
		}
		for _, v := range []string{"true", "3", "0.7", "200", "1234567"} {
			if with, err := s.With(f.Name, v); err == nil && !with.Equal(s) {
				s = with
			}
		}
	}
	if text := home + withParams(link.Of(s), view(s)); len(text) > share.Long/2 {
		t.Errorf("a scenario of %d bytes gives a link of %d characters", len(s.Query()), len(text))
	} else {
		t.Logf("everything changed, %d bytes of settings: %d characters", len(s.Query()), len(text))
	}
}

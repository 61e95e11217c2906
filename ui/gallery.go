package ui

// The gallery of presets.

import (
	"github.com/congestree/congestree/engine/scenario"
	"github.com/vugu/vugu"
)

// Gallery chooses a preset. Its template is gallery.vugu.
type Gallery struct {
	m     *Model
	a     Actions
	seen  scenario.Scenario // scenario for which name was found
	name  string
	found bool
	built scenario.Scenario // of the last build
	once  bool
}

func (c *Gallery) rests() bool {
	same := c.once && c.built.Equal(c.m.Scenario)
	c.built, c.once = c.m.Scenario, true
	return same
}

// Current names the preset that the scenario equals, "" if none does.
func (c *Gallery) Current() string {
	if c.found && c.seen.Equal(c.m.Scenario) {
		return c.name
	}
	c.seen, c.name, c.found = c.m.Scenario, "", true
	for _, p := range scenario.Presets() {
		if p.Scenario().Equal(c.m.Scenario) {
			c.name = p.Name
			break
		}
	}
	return c.name
}

// Doc is what a person will see.
func (c *Gallery) Doc() string {
	if p, ok := scenario.PresetByName(c.Current()); ok {
		return D(p.Doc)
	}
	return T("Your own scenario. “Copy link” keeps it.")
}

func (c *Gallery) OnChoose(e vugu.DOMEvent) {
	guard(c.m, func() {
		if v := value(e); v != "" {
			c.a.LoadPreset(v)
		}
	})
}

// OnTours opens the gallery of guided tours.
func (c *Gallery) OnTours(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowTours(true) }) }

// OnPapers opens the papers' tables and figures.
func (c *Gallery) OnPapers(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowPapers(true) }) }

func (c *Gallery) OnCopy(vugu.DOMEvent) { guard(c.m, c.a.CopyLink) }

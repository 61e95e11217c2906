package ui

// The gallery of presets.

import (
	"strconv"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/vugu/vugu"
)

// Gallery chooses a preset. Its template is gallery.vugu.
type Gallery struct {
	m     *Model
	a     Actions
	seen  scenario.Scenario // scenario for which name was found
	name  string
	cell  paper.Cell // of a paper's table, that the scenario is, if of
	of    bool
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
	c.seen, c.name, c.of, c.found = c.m.Scenario, "", false, true
	for _, p := range scenario.Presets() {
		if p.Scenario().Equal(c.m.Scenario) {
			c.name = p.Name
			return c.name
		}
	}
	c.cell, c.of = paper.TableOf(c.m.Scenario) // not before the first picture, which is most often a preset's
	return c.name
}

// Doc is what a person will see.
func (c *Gallery) Doc() string {
	if p, ok := scenario.PresetByName(c.Current()); ok {
		return D(p.Doc)
	}
	if c.of {
		return c.beside()
	}
	return T("Your own scenario. “Copy link” keeps it.")
}

// beside says what the cell of a table that runs has, ours and published, so that the run can be held against it.
func (c *Gallery) beside() string {
	table := ""
	for _, e := range paper.Experiments() {
		if e.Kind == paper.Numbers && e.Cells()[0].VOQ == c.cell.VOQ {
			table = "[" + e.Paper + "] " + numbered(e.Name)
		}
	}
	ours, published := percentages(c.cell)
	return T("{0}, {1}, {2}, {3}: ours {4}, published {5}, averages from {6} to {7} µs.", table, c.cell.Routing, c.cell.Scheme, c.cell.Traffic,
		ours, published, strconv.Itoa(c.cell.FromUS()), strconv.Itoa(c.cell.EndUS()))
}

// percentages are our and the published value of a table's cell, in words.
func percentages(c paper.Cell) (ours, published string) {
	ours, published = T("not yet run"), T("unknown")
	if v, ok := paper.OurValue(c); ok {
		ours = strconv.FormatFloat(v, 'f', 1, 64) + " %"
	}
	if v, ok := paper.Published(c); ok {
		published = strconv.FormatFloat(v, 'f', 0, 64) + " %"
	}
	return ours, published
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

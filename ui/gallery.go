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
	exp   paper.Experiment // of a paper, of which the scenario is cell, if of
	cell  paper.Cell
	of    bool
	found bool
	built scenario.Scenario // of the last build
	ended [3]string         // then what stands of a cell's end
	once  bool
}

func (c *Gallery) rests() bool {
	ended := c.ending()
	same := c.once && c.built.Equal(c.m.Scenario) && c.ended == ended
	c.built, c.ended, c.once = c.m.Scenario, ended, true
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
	c.exp, c.cell, c.of = paper.CellOf(c.m.Scenario) // not before the first picture, which is most often a preset's
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

// beside says what the cell of a table or figure that runs has, ours and, of a table, published, so that the run can be held against it.
func (c *Gallery) beside() string {
	name, cell := "["+c.exp.Source()+"] "+numbered(c.exp.Name), c.cell
	from, until := strconv.Itoa(cell.FromUS()), strconv.Itoa(cell.EndUS())
	if c.exp.Kind == paper.Numbers {
		ours, published := percentages(cell)
		return T("{0}, {1}, {2}, {3}: ours {4}, published {5}, averages from {6} to {7} µs.", name, cell.Routing, cell.Scheme, cell.Traffic, ours, published, from, until)
	}
	for _, part := range cellParts(cell) {
		name += ", " + part
	}
	r, ok := paper.Ours(cell)
	switch {
	case !ok: // the page has the results of tables, traces, windows and claims
		return T("{0}: ours is on the repository's validation page (engine/paper), averages from {1} to {2} µs.", name, from, until)
	case cell.IsTrace():
		return T("{0}: ours {1}, the execution time.", name, outcome(cell, r)+aged(cell))
	}
	ours := outcome(cell, r)
	if aside, counted := paper.Ours(cell.Queues()); counted && cell.IsCase() {
		ours = T("{0} and {1} set-aside queues", ours, strconv.FormatFloat(aside.Queues, 'f', 1, 64))
	}
	return T("{0}: ours {1}, averages from {2} to {3} µs.", name, ours+aged(cell), from, until)
}

// kept writes a latency of a result as exactly as results are kept: to a tenth of a µs.
func kept(us float64) string {
	if us < 99.95 {
		return fixed(us, 1) + space + "µs"
	}
	return duration(us * 1e3)
}

// cellParts are what tells a cell of a figure from the others.
func cellParts(c paper.Cell) (parts []string) {
	switch {
	case c.IsCase():
		return []string{c.Scheme}
	case c.Paper == paper.DRB:
		if parts = []string{c.Routing, c.Traffic}; c.Bytes != 4096 {
			parts = append(parts, strconv.Itoa(c.Bytes)+space+"B")
		}
	default:
		parts = []string{c.Routing, c.Scheme, c.Traffic}
	}
	if c.IsTrace() && c.VOQ {
		parts = append(parts, "VOQs")
	}
	if c.Load != 100 {
		parts = append(parts, strconv.Itoa(c.Load)+space+"%")
	}
	return parts
}

// aged says of our value that today's engine gives another one.
func aged(c paper.Cell) string {
	if paper.Stale(c) {
		return T(", run by an earlier engine")
	}
	return ""
}

// percentages are our and the published value of a table's cell, in words.
func percentages(c paper.Cell) (ours, published string) {
	ours, published = T("not yet run"), T("unknown")
	if v, ok := paper.OurValue(c); ok {
		ours = strconv.FormatFloat(v, 'f', 1, 64) + " %" + aged(c)
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

package ui

// A section of the panel: the fields of one group of the schema, which can be folded away.

import (
	"maps"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/vugu/vugu"
)

// Group shows the fields of one group. Its template is group.vugu.
type Group struct {
	m      *Model
	Name   string
	Fields []*Field
	Stills []*still
	open   bool

	// of the last build: a run that only goes on changes none of it
	was struct {
		trace         string
		built         bool
		open          bool
		scenario      scenario.Scenario
		errors, texts map[string]string
	}
}

func (c *Group) rests() bool {
	w, m := &c.was, c.m
	same := w.built && w.open == c.open && w.scenario.Equal(m.Scenario) && maps.Equal(w.errors, m.FieldErrors) && maps.Equal(w.texts, m.FieldTexts) && w.trace == m.Trace
	for _, f := range c.Fields {
		same = same && !f.dirty
	}
	w.trace = m.Trace
	w.built, w.open, w.scenario, w.errors, w.texts = true, c.open, m.Scenario, maps.Clone(m.FieldErrors), maps.Clone(m.FieldTexts)
	return same
}

// closed names the groups that are folded at first: most people leave them alone.
var closed = map[string]bool{"Changes in mid-run": true, "Hardware": true, "Measuring": true}

// newGroups builds the panel's sections from the schema.
func newGroups(m *Model, a Actions) []*Group {
	var groups []*Group
	byName := map[string]*Group{}
	for _, f := range scenario.Fields() {
		g := byName[f.Group]
		if g == nil {
			g = &Group{m: m, Name: f.Group, open: !closed[f.Group]}
			byName[f.Group] = g
			groups = append(groups, g)
		}
		c := &Field{m: m, a: a, f: f}
		g.Fields = append(g.Fields, c)
		g.Stills = append(g.Stills, &still{b: c})
		if f.Name == "traffic" {
			g.Stills = append(g.Stills, &still{b: &Trace{m: m, a: a}})
		}
	}
	return groups
}

func (c *Group) children() []*still { return c.Stills }

// Empty says that none of the fields has an effect at present.
func (c *Group) Empty() bool {
	for _, f := range c.Fields {
		if f.Active() {
			return false
		}
	}
	return true
}

// Hint says what a folded group hides.
func (c *Group) Hint() string {
	n := 0
	for _, f := range c.Fields {
		if f.Active() && f.Changed() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return T("{0} changed", count(uint64(n)))
}

// OnToggle folds or unfolds. The browser's own doing is prevented, because the next render
// would otherwise race with it for the open attribute.
func (c *Group) OnToggle(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.open = !c.open
	})
}

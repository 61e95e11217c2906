package ui

// The inspector: what is known of the port, switch, host, flow or packet that a person has pinned, and the form that
// pins one by its name. The page says it (package words); here it is laid out. Its numbers live, so nothing of it is a
// live region: a screen reader reads it when it is asked to. Lists begin with a hidden element, because Vugu leaves the
// children of an element that has come to have none as they are.

import (
	"github.com/vugu/vugu"

	"github.com/congestree/congestree/ui/lang"
)

// Inspection is what is known of the pinned thing, in the reader's language.
type Inspection struct {
	Name   string // as in links, "port:S2.14:20"; "" = nothing is pinned
	Title  string
	Lines  []string // sentences: what it waits for, whom it blocks
	Facts  []Fact
	Tables []InspectTable
	Why    []Reasons // decisions with their numbers
	Early  bool      // they come before the tables

	CanFollow bool // the camera can go along with it
	Following bool
}

// Fact is a name and a value.
type Fact struct{ Name, Value string }

// InspectTable is a table with a caption. Rows may name what a click on them pins.
type InspectTable struct {
	ID      string
	Caption string
	Head    []string
	Rows    []InspectRow
	Note    string
}

// InspectRow is a row: a header, and a cell per further column.
type InspectRow struct {
	Name  string
	Pin   string // name of what the header pins, "" if nothing
	Cells []InspectCell
}

// InspectCell is a text, and a class for its colour ("", "bad", "tree-1" …).
type InspectCell struct{ Text, Class string }

// Reasons are the sentences about one decision.
type Reasons struct {
	Title string
	Lines []string
}

// Inspector shows it. Its template is inspector.vugu.
type Inspector struct {
	m *Model
	a Actions

	transport *Transport // where it is a sheet over the panel, it has buttons of the transport that it covers
}

func (c *Inspector) Open() bool { return c.m.Inspection.Name != "" }

func (c *Inspector) FollowLabel() string {
	if c.m.Inspection.Following {
		return lang.T("Following")
	}
	return lang.T("Follow")
}

func (c *Inspector) Pressed() string {
	if c.m.Inspection.Following {
		return "true"
	}
	return "false"
}

// First and Then are the decisions before and after the tables.
func (c *Inspector) First() []Reasons {
	if c.m.Inspection.Early {
		return c.m.Inspection.Why
	}
	return nil
}

func (c *Inspector) Then() []Reasons {
	if c.m.Inspection.Early {
		return nil
	}
	return c.m.Inspection.Why
}

// Region names a part of the drawer that scrolls on its own.
func (c *Inspector) Region(t InspectTable) string { return t.Caption }

func (c *Inspector) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.Pin("") }) }
func (c *Inspector) OnFollow(vugu.DOMEvent) {
	guard(c.m, func() { c.a.Follow(!c.m.Inspection.Following) })
}
func (c *Inspector) OnPin(name string) { guard(c.m, func() { c.a.Pin(name) }) }

// Finder pins by name. Its template is finder.vugu.
type Finder struct {
	m *Model
	a Actions

	what, src, dst string // as typed
	dirty          bool
	open           bool
}

func (c *Finder) OnToggle(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.open = !c.open
	})
}

func (c *Finder) touched() *bool { return &c.dirty }

func (c *Finder) OnWhat(e vugu.DOMEvent) { c.what = value(e) }
func (c *Finder) OnSrc(e vugu.DOMEvent)  { c.src = value(e) }
func (c *Finder) OnDst(e vugu.DOMEvent)  { c.dst = value(e) }

// Example is a port, a switch and a host of the network.
func (c *Finder) Example() string {
	if c.m.Net == nil {
		return ""
	}
	return c.m.Net.SwitchName(0) + ":0"
}

// Hosts is the range of hosts.
func (c *Finder) Hosts() string {
	if c.m.Net == nil {
		return ""
	}
	return "0–" + count(uint64(c.m.Net.Hosts-1))
}

func (c *Finder) Invalid() string {
	if c.m.PinError != "" {
		return "true"
	}
	return "false"
}

func (c *Finder) OnShow(vugu.DOMEvent) { guard(c.m, func() { c.a.Pin(c.what) }) }
func (c *Finder) OnFlow(vugu.DOMEvent) { guard(c.m, func() { c.a.Pin("flow:" + c.src + "-" + c.dst) }) }

// OnWhatKey and OnFlowKey let Enter do what the button beside does.
func (c *Finder) OnWhatKey(e vugu.DOMEvent) {
	if e.PropString("key") == "Enter" {
		c.what = value(e)
		c.OnShow(e)
	}
}

func (c *Finder) OnFlowKey(e vugu.DOMEvent) {
	if e.PropString("key") == "Enter" {
		c.OnFlow(e)
	}
}

package ui

// What lies over the canvas: the buttons of the view, what the pointer is on, the summary in
// words, the banner and the note.

import (
	"strings"

	"github.com/vugu/vugu"
)

// View holds the buttons of the canvas. Its template is view.vugu.
type View struct {
	m *Model
	a Actions
}

func (c *View) OnFit(vugu.DOMEvent)   { guard(c.m, c.a.FitView) }
func (c *View) OnIn(vugu.DOMEvent)    { guard(c.m, func() { c.a.ZoomView(1.5) }) }
func (c *View) OnOut(vugu.DOMEvent)   { guard(c.m, func() { c.a.ZoomView(1 / 1.5) }) }
func (c *View) OnHelp(vugu.DOMEvent)  { guard(c.m, func() { c.a.ShowHelp(true) }) }
func (c *View) OnShare(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowShare(true) }) }
func (c *View) OnAll(vugu.DOMEvent)   { guard(c.m, func() { c.a.Isolate(0) }) }

// Hover shows what the pointer is on. Its template is hover.vugu.
type Hover struct{ m *Model }

func (c *Hover) Title() string {
	if len(c.m.Hover) == 0 {
		return ""
	}
	return c.m.Hover[0]
}

func (c *Hover) Lines() string {
	if len(c.m.Hover) == 0 {
		return ""
	}
	return strings.Join(c.m.Hover[1:], "\n")
}

// Summary is the canvas in words. Its template is summary.vugu.
type Summary struct{ m *Model }

// Spoken is a text for those who listen. It is a component of its own: what stands in one with something that changes is written again
// with it, and read out again. Its template is spoken.vugu.
type Spoken struct {
	name string
	text func() string
}

// Banner is a message about a link or the worker. Its template is banner.vugu.
type Banner struct {
	m *Model
	a Actions
}

func (c *Banner) Open() bool { return c.m.Banner != "" }

// TestID marks the banner as an error only while it says something.
func (c *Banner) TestID() any {
	if c.Open() {
		return "error"
	}
	return nil
}

func (c *Banner) OnAction(vugu.DOMEvent)  { guard(c.m, c.a.DoBannerAction) }
func (c *Banner) OnDismiss(vugu.DOMEvent) { guard(c.m, c.a.DismissBanner) }

// Note is a short confirmation. Its template is note.vugu.
type Note struct{ m *Model }

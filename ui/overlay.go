package ui

// What lies over the canvas: the buttons of the view, what the pointer is on, the summary in
// words, the banner and the note.

import (
	"strings"
	"time"

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

func (c *View) OnFill(vugu.DOMEvent) { guard(c.m, c.a.FillScreen) }

// Class tells a small frame, which has no room for the buttons, when one of them is needed.
func (c *View) Class() string {
	if c.m.Moved {
		return "view moved"
	}
	return "view"
}

// Fill names the button that fills the screen, or leaves it.
func (c *View) Fill() string {
	if c.m.Fills {
		return T("Leave the full screen")
	}
	return T("Fill the screen")
}

func (c *View) FillIcon() string {
	if c.m.Fills {
		return "shrink"
	}
	return "grow"
}

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
	last string
	at   time.Time // since when it is the last
}

// spokenFor is how long a spoken text stays: who reads the page from top to bottom shall not come upon what has been said.
const spokenFor = 5 * time.Second

// Text is what is to be said, until it has been.
func (c *Spoken) Text() string {
	if s := c.text(); s != c.last {
		c.last, c.at = s, time.Now()
	}
	if time.Since(c.at) > spokenFor {
		return ""
	}
	return c.last
}

// movingAfter is how long a state must last to be said: a step runs too, for a moment.
const movingAfter = 600 * time.Millisecond

// moving says whether the run goes on or rests: nobody hears the button's icon change. It also says that the run starts from time 0:
// who changes a field while it plays hears of no other state.
func moving(m *Model) func() string {
	var was, said State
	var since time.Time
	begun, fresh := m.Begun, false
	return func() string {
		if m.Begun != begun { // said anew, if it is what was said last
			begun, fresh, was, said = m.Begun, true, "", ""
		}
		if m.State != was {
			was, since = m.State, time.Now()
		}
		if time.Since(since) > movingAfter {
			said, fresh = was, fresh && was == Running
		}
		switch {
		case said == Running && fresh:
			return T("running from time 0")
		case said == Running:
			return T("running")
		case said == Paused:
			return T("paused")
		}
		return ""
	}
}

// pinned says what the inspector shows.
func pinned(m *Model) func() string {
	return func() string {
		if m.Inspection.Name == "" {
			return ""
		}
		return T("The inspector shows {0}", m.Inspection.Title)
	}
}

// compared says which schemes are compared, when one comes or goes.
func compared(m *Model) func() string {
	return func() string {
		if !m.Compare.Comparing() {
			return ""
		}
		var titles []string
		for _, l := range m.Compare.Lanes {
			titles = append(titles, l.Title)
		}
		return T("Schemes compared") + ": " + strings.Join(titles, ", ")
	}
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

package ui

// The bar of an embedded page: play, the time, the title that the page around gave, and the way to the whole page.

import (
	"github.com/vugu/vugu"

	"github.com/congestree/congestree/ui/lang"
)

// EmbedDoc is what the bar shows (Model.Embed).
type EmbedDoc struct {
	On    bool   // the page is inside another one
	Title string // plain text
	Whole string // address of the page by itself, with what is shown
}

// Embed is the bar. Its template is embed.vugu.
type Embed struct {
	m *Model
	a Actions
}

func (c *Embed) Off() bool { return c.m.State == Loading || c.m.State == Failed }

func (c *Embed) Label() string {
	if c.m.State == Running {
		return lang.T("Pause")
	}
	return lang.T("Play")
}

func (c *Embed) Icon() vugu.HTML {
	if c.m.State == Running {
		return icon("pause")
	}
	return icon("play")
}

// Time is the simulated time in the form of the readouts.
func (c *Embed) Time() string {
	if !c.m.Embed.On { // nothing to build anew with every frame
		return ""
	}
	return simTime(c.m.Frame.TimePS)
}

func (c *Embed) OnPlay(vugu.DOMEvent) {
	guard(c.m, func() {
		if c.m.State == Running {
			c.a.Pause()
		} else {
			c.a.Play()
		}
	})
}

func (c *Embed) OnRestart(vugu.DOMEvent) { guard(c.m, c.a.Restart) }

package ui

// How the picture is drawn: what its colours tell, the layout, and colours for print.

import (
	"github.com/vugu/vugu"

	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/lang"
)

// What Actions.SetLook changes, and values of it beside render.PacketQuestions and render.LinkQuestions.
const (
	LookPackets = "packets"
	LookLinks   = "links"
	LookLayout  = "layout"
	LookPaper   = "paper"

	Stages   = "stages"
	Radial   = "circles"
	OnScreen = "screen"
	ForPrint = "print"
)

var _ = []string{lang.Say("stages"), lang.Say("circles"), lang.Say("screen"), lang.Say("print")}

// Look is how the picture is drawn.
type Look struct {
	Packets, Links string // the questions that colours answer
	CanBeRadial    bool
	Radial         bool
	Print          bool
	Key            []render.KeyEntry // what the colours mean, if it is not the usual
}

// Picture lets a person choose. Its template is picture.vugu.
type Picture struct {
	m    *Model
	a    Actions
	open bool
}

// Hint says what the folded section hides.
func (c *Picture) Hint() string {
	s := D(c.m.Look.Packets)
	switch asked := c.m.Look.Links; {
	case asked == "" || asked == render.LinkQuestions[0]:
	case c.m.Look.Packets == render.PacketQuestions[0]: // both have no room
		s = D(asked)
	default:
		s += ", " + D(asked)
	}
	if c.m.Look.Radial {
		s += ", " + D(Radial)
	}
	if c.m.Look.Print {
		s += ", " + D(ForPrint)
	}
	return s
}

// Class and Sign are how the key shows a colour: a link's as a line, on the canvas's ground.
func (c *Picture) Class(k render.KeyEntry) string {
	if k.Link {
		return "wire " + k.Class
	}
	return k.Class
}

func (c *Picture) Sign(k render.KeyEntry) vugu.HTML {
	if k.Link {
		return icon("wire")
	}
	return icon("innocent")
}

func (c *Picture) OnToggle(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.open = !c.open
	})
}

func (c *Picture) Packets() []string { return render.PacketQuestions[:] }
func (c *Picture) Links() []string   { return render.LinkQuestions[:] }
func (c *Picture) Layouts() []string { return []string{Stages, Radial} }
func (c *Picture) Papers() []string  { return []string{OnScreen, ForPrint} }

func (c *Picture) Layout() string {
	if c.m.Look.Radial {
		return Radial
	}
	return Stages
}

func (c *Picture) Paper() string {
	if c.m.Look.Print {
		return ForPrint
	}
	return OnScreen
}

func (c *Picture) set(what string, e vugu.DOMEvent) {
	guard(c.m, func() { c.a.SetLook(what, value(e)) })
}

func (c *Picture) OnPackets(e vugu.DOMEvent) { c.set(LookPackets, e) }
func (c *Picture) OnLinks(e vugu.DOMEvent)   { c.set(LookLinks, e) }
func (c *Picture) OnLayout(e vugu.DOMEvent)  { c.set(LookLayout, e) }
func (c *Picture) OnPaper(e vugu.DOMEvent)   { c.set(LookPaper, e) }

package ui

// The list of keys: a modal dialog, so that the browser keeps the focus inside, gives it back
// at the end, and closes it on Escape.

import (
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"
)

// Help is the dialog. Its template is help.vugu.
type Help struct {
	m     *Model
	a     Actions
	shown bool // the browser shows it
}

// key is a line of the dialog.
type key struct{ Keys, Does string }

var keys = []key{
	{lang.Say("Space"), lang.Say("play or pause")},
	{lang.Say("→ and ←"), lang.Say("step on and back, by the unit that “Time” names")},
	{lang.Say("Home or R"), lang.Say("restart from time 0")},
	{lang.Say("[ and ]"), lang.Say("slower, faster")},
	{lang.Say("+ and −"), lang.Say("zoom")},
	{lang.Say("Shift + arrows"), lang.Say("move the picture")},
	{"F", lang.Say("show the whole network")},
	{lang.Say("C and L"), lang.Say("the next question that the colours of packets and of links answer")},
	{"V", lang.Say("a fat tree as circles, or as stages")},
	{lang.Say("Enter"), lang.Say("inspect what is under the pointer, or in the middle of the picture; Esc unpins it")},
	{lang.Say("Esc"), lang.Say("show all trees again, close what is open")},
	{lang.Say("Ctrl + Z"), lang.Say("take the last change back; with Shift, make it again")},
	{"S", lang.Say("share what you see")},
	{"E", lang.Say("save what you see: picture, drawing, video")},
	{"?", lang.Say("this list")},
}

// sync brings the browser's dialog in line with the model, after each render.
func (c *Help) sync(el js.Value) {
	guard(c.m, func() {
		switch {
		case c.m.Help && !c.shown:
			el.Call("showModal")
			c.shown = true
		case !c.m.Help && c.shown:
			el.Call("close")
			c.shown = false
		}
	})
}

// OnCancel is Escape, or the browser's own way to close.
func (c *Help) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowHelp(false)
	})
}

func (c *Help) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowHelp(false) }) }

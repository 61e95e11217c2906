package ui

// The list of keys, in a dialog.

import (
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"
)

// Help is the dialog. Its template is help.vugu.
type Help struct {
	dialog
	m *Model
	a Actions
}

// key is a line of the dialog.
type key struct {
	Keys, Does string
	alone      bool // letters and signs by themselves, which act unless Model.KeysOff
	whole      bool // of the whole page: a frame in another one shares nothing
	edits      bool // not of frames whose readers cannot change the scenario
}

var keys = []key{
	{lang.Say("Space"), lang.Say("play or pause"), false, false, false},
	{lang.Say("→ and ←"), lang.Say("step on and back, by the unit that “Time” names"), false, false, false},
	{lang.Say("PgDn and PgUp"), lang.Say("the next and the previous step of a tour, as → and ← there"), false, false, false},
	{lang.Say("Home"), lang.Say("restart from time 0"), false, false, false},
	{"R", lang.Say("restart from time 0"), true, false, false},
	{lang.Say("[ and ]"), lang.Say("slower, faster"), true, false, false},
	{lang.Say("+ and −"), lang.Say("zoom"), true, false, false},
	{lang.Say("Shift + arrows"), lang.Say("move the picture"), false, false, false},
	{"F", lang.Say("show the whole network"), true, false, false},
	{lang.Say("C and L"), lang.Say("the next question that the colours of packets and of links answer"), true, false, false},
	{"V", lang.Say("a fat tree as circles, or as stages"), true, false, false},
	{lang.Say("Enter"), lang.Say("inspect what is under the pointer, or in the middle of the picture; Esc unpins it"), false, false, false},
	{lang.Say("Esc"), lang.Say("show all trees again, close what is open"), false, false, false},
	{lang.Say("Ctrl + Z"), lang.Say("take the last change back; with Shift, make it again"), false, false, true},
	{"S", lang.Say("share what you see"), true, true, false},
	{"E", lang.Say("save what you see: picture, drawing, video"), true, false, false},
	{"?", lang.Say("this list"), true, false, false},
}

// Keys are the lines that hold.
func (c *Help) Keys() (list []key) {
	for _, k := range keys {
		if (!c.m.KeysOff || !k.alone) && (!c.m.Embed.On || !k.whole) && (!c.m.Embed.Fixed || !k.edits) {
			list = append(list, k)
		}
	}
	return
}

// Key is what is said of the letter or sign that does what a button does; nothing if it does not.
func (m *Model) Key(sign string) string {
	if m.KeysOff {
		return ""
	}
	return sign
}

// Hint is a button's text with its letter or sign, if that acts.
func (m *Model) Hint(text, sign string) string {
	if m.KeysOff {
		return text
	}
	return text + " (" + sign + ")"
}

func (c *Help) sync(el js.Value) { guard(c.m, func() { c.follow(el, c.m.Help) }) }

// OnCancel is Escape, or the browser's own way to close.
func (c *Help) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowHelp(false)
	})
}

func (c *Help) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowHelp(false) }) }

// OnKeys is the switch of letters and signs.
func (c *Help) OnKeys(e vugu.DOMEvent) {
	guard(c.m, func() { c.a.SetKeys(e.PropBool("target", "checked")) })
}

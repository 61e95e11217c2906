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
	needs      uint8
}

// What keys need.
const (
	needsLetters uint8 = 1 << iota // letters and signs that act by themselves, without Model.KeysOff
	needsPage                      // a page of its own: a frame in another one shares nothing
	needsEditing                   // a scenario that readers can change, which those of some frames cannot
)

var keys = []key{
	{lang.Say("Space"), lang.Say("play or pause"), 0},
	{lang.Say("→ and ←"), lang.Say("step on and back, by the unit that “Time” names"), 0},
	{lang.Say("PgDn and PgUp"), lang.Say("the next and the previous step of a tour, as → and ← there"), 0},
	{lang.Say("Home"), lang.Say("restart from time 0"), 0},
	{"R", lang.Say("restart from time 0"), needsLetters},
	{lang.Say("[ and ]"), lang.Say("slower, faster"), needsLetters},
	{lang.Say("+ and −"), lang.Say("zoom"), needsLetters},
	{lang.Say("Shift + arrows"), lang.Say("move the picture"), 0},
	{"F", lang.Say("show the whole network"), needsLetters},
	{lang.Say("C and L"), lang.Say("the next question that the colours of packets and of links answer"), needsLetters},
	{"V", lang.Say("a fat tree as circles, or as stages"), needsLetters},
	{lang.Say("Enter"), lang.Say("inspect what is under the pointer, or in the middle of the picture; Esc unpins it"), 0},
	{lang.Say("Esc"), lang.Say("show all trees again, close what is open"), 0},
	{lang.Say("Ctrl + Z"), lang.Say("take the last change back; with Shift, make it again"), needsEditing},
	{"S", lang.Say("share what you see"), needsLetters | needsPage},
	{"E", lang.Say("save what you see: picture, drawing, video"), needsLetters},
	{"?", lang.Say("this list"), needsLetters},
}

// Keys are the lines that hold.
func (c *Help) Keys() (list []key) {
	missing := uint8(0)
	for need, misses := range map[uint8]bool{needsLetters: c.m.KeysOff, needsPage: c.m.Embed.On, needsEditing: c.m.Embed.Fixed} {
		if misses {
			missing |= need
		}
	}
	for _, k := range keys {
		if k.needs&missing == 0 {
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

// Said is what is said meanwhile.
func (c *Help) Said() string { return c.said(c.m, c.m.Help) }

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

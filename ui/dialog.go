package ui

// The dialogs are elements of the browser's own: modal, so that it keeps the focus inside, gives it back at the end, and closes
// them on Escape. Here they follow the model.

import "github.com/vugu/vugu/js"

// dialog is the part that all of them have.
type dialog struct {
	shown bool // the browser shows it
	noted int  // notes there were before it opened
}

// said is the note, if it came while the dialog was open, as what has just been copied in it: nobody hears or sees it behind the dialog.
func (d *dialog) said(m *Model, open bool) string {
	if !open {
		d.noted = m.Noted
	}
	if m.Noted == d.noted {
		return ""
	}
	return m.Note
}

// follow opens or closes the browser's dialog as the model says, after each render. It returns whether it has opened it.
func (d *dialog) follow(el js.Value, open bool) bool {
	if open == d.shown {
		return false
	}
	if open {
		el.Call("showModal")
	} else {
		el.Call("close")
	}
	d.shown = open
	return open
}

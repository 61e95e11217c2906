package ui

// The page beyond this visit: as a file, as an installed program, and what it offers (a new version, where somebody
// left off, the release that a link was made with).

import (
	"strconv"

	"github.com/vugu/vugu"

	"github.com/congestree/congestree/ui/lang"
)

// Asset is the address of a picture of the page, given its name in the folder: the name, but in a page that is one file.
var Asset = func(name string) string { return name }

// Offline is what the panel shows of it.
type Offline struct {
	Offer, Action string // an offer in words, and the name of the button that takes it ("" = nothing to take)
	Undo, Redo    bool   // there is a change to take back, or to make again
	Installable   bool   // the browser would install the page
	File          bool   // the page is one file already
	Saving        bool   // such a file is being made
	Release       string // version of the release, "" for a page that is none
	Results       int    // engine.Results
}

// OfflineActions are those of Offline.
type OfflineActions interface {
	TakeOffer(yes bool)
	Undo() // the last change of what runs
	Redo()
	SaveFile()
	Install()
}

// Beyond holds the buttons. Its template is beyond.vugu.
type Beyond struct {
	m *Model
	a Actions
}

func (c *Beyond) OnUndo(vugu.DOMEvent)    { guard(c.m, c.a.Undo) }
func (c *Beyond) OnRedo(vugu.DOMEvent)    { guard(c.m, c.a.Redo) }
func (c *Beyond) OnSave(vugu.DOMEvent)    { guard(c.m, c.a.SaveFile) }
func (c *Beyond) OnInstall(vugu.DOMEvent) { guard(c.m, c.a.Install) }

// OnLanguage is a language chosen by hand.
func (c *Beyond) OnLanguage(e vugu.DOMEvent) { guard(c.m, func() { c.a.SetLanguage(value(e)) }) }

// SaveText names the button.
func (c *Beyond) SaveText() string {
	if c.m.Offline.Saving {
		return lang.T("Making the file…")
	}
	return lang.T("Save as one file")
}

// About is the version, to cite beside a link.
func (c *Beyond) About() string {
	results := strconv.Itoa(c.m.Offline.Results)
	if c.m.Offline.Release == "" {
		return lang.T("Results {0}", results)
	}
	return lang.T("Congestree {0}, results {1}", c.m.Offline.Release, results)
}

// Offer is an offer. Its template is offer.vugu.
type Offer struct {
	m *Model
	a Actions
}

func (c *Offer) Open() bool { return c.m.Offline.Offer != "" }

// ActionText names the button that takes it. One that is hidden has a name, too.
func (c *Offer) ActionText() string {
	if c.m.Offline.Action == "" {
		return lang.T("Continue")
	}
	return c.m.Offline.Action
}

func (c *Offer) OnTake(vugu.DOMEvent)  { guard(c.m, func() { c.a.TakeOffer(true) }) }
func (c *Offer) OnLeave(vugu.DOMEvent) { guard(c.m, func() { c.a.TakeOffer(false) }) }

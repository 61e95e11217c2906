//go:build js

package main

// The page inside somebody else's page (embed.html): it takes no keys and no fingers that are meant for the page
// around, tells when it plays, and shows the way to the whole page.

import (
	"syscall/js"

	"github.com/congestree/congestree/ui"
)

// embedding is the script's side of it (embed.js), undefined in a page by itself.
var embedding = window.Get("congestreeEmbed")

func embedded() bool { return embedding.Truthy() }

// editable says whether an embedded page has the panel's fields.
func editable() bool {
	return document.Get("documentElement").Get("classList").Call("contains", "with-editable").Bool()
}

// startEmbedded makes the run begin as the frame was asked to: by a person or an address that wants it to play, or by
// a message, which says by itself what it wants.
func (p *page) startEmbedded(canvas js.Value) {
	if !embedded() {
		return
	}
	p.rest(!embedding.Get("seen").Bool())
	embedding.Set("rest", callback(func(_ js.Value, args []js.Value) any {
		p.enter(func() { p.rest(args[0].Bool()) })
		return nil
	}))
	if embedding.Get("touched").Truthy() { // the person has clicked in the frame, so that its keys are meant
		canvas.Call("focus", map[string]any{"preventScroll": true})
	}
}

// rest has a run that plays wait while the frame is out of sight, where nothing may be drawn: promises are kept without.
func (p *page) rest(on bool) {
	p.framing.unseen = on
	p.run.Rest(on)
}

// framing is what the page remembers of it.
type framing struct {
	unseen  bool   // the frame is out of sight
	playing bool   // what embed.js was told
	sweep   string // what the address sweeps, where readers cannot
	papers  string // which place in the papers it shows, where readers cannot
}

// embedPlays says whether an embedded page plays when it opens.
func embedPlays() bool { return embedded() && embedding.Get("plays").Truthy() }

// tellEmbedding keeps embed.js up to date, and returns what the bar shows.
func (p *page) tellEmbedding() (doc ui.EmbedDoc) {
	if !embedded() {
		return doc
	}
	playing := p.run.Playing() || p.run.Aiming()
	if playing != p.framing.playing {
		p.framing.playing = playing
		embedding.Call("playing", playing)
	}
	return ui.EmbedDoc{On: true, Fixed: !editable(), Title: embedding.Get("title").String(), Whole: "./" + p.wholeQuery()}
}

// wholeQuery is the page by itself with what is shown.
func (p *page) wholeQuery() string {
	without := embedKeys
	if p.framing.playing {
		without = append([]string{"t"}, embedKeys...)
	}
	return withParams(p.named().query, p.view(false, without...))
}

// leaveFrame gives the keys back to the page around.
func leaveFrame() {
	if active := document.Get("activeElement"); active.Truthy() {
		active.Call("blur")
	}
	window.Get("parent").Call("focus")
}

//go:build js

package main

// The language of the page. public/texts.js has decided it before the program comes; here it is followed, changed by a
// person or a link, and remembered if a person has chosen it.

import (
	"maps"

	"github.com/congestree/congestree/ui/lang"
)

// tongue is what the page remembers of it.
type tongue struct {
	chosen string // by a person, now or in an earlier visit; "" = by nobody
	linked string // in links: by the one that was opened, or by a person in this visit; "" = whoever opens them reads their own
}

func init() {
	addView(viewParam[*page]{name: "lang", stays: true,
		read: func(p *page, text string) error {
			if !lang.Set(text) {
				return lang.Error("write en or es")
			}
			p.tongue.linked = lang.Tag()
			p.spoken()
			return nil
		},
		write: func(p *page) string { return p.tongue.linked }})
}

// startLanguage speaks as public/texts.js does.
func startLanguage() {
	if t := window.Get("congestreeTexts"); t.Truthy() {
		lang.Set(t.Get("tag").String())
	}
}

// recallLanguage takes in what a person has chosen in an earlier visit, so that it is not forgotten.
func (p *page) recallLanguage() {
	if k, ok := kept(); ok {
		p.tongue.chosen = k.Lang
	}
}

// kept is what stands in the browser's storage.
func kept() (k keepsake, ok bool) {
	s := storage()
	if !s.Truthy() {
		return k, false
	}
	try(func() { k, ok = readKeepsake(s.Call("getItem", keepKey).String()) }) // a null is written "<null>", which is refused
	return k, ok
}

// SetLanguage is a person's choice: it goes into links and is remembered.
func (p *page) SetLanguage(tag string) {
	p.do(func() {
		if !lang.Set(tag) {
			return
		}
		p.tongue = tongue{chosen: lang.Tag(), linked: lang.Tag()}
		p.spoken()
		p.address()
		k, _ := kept()
		k.Lang = p.tongue.chosen
		if s, text := storage(), k.text(); s.Truthy() && text != "" {
			try(func() { s.Call("setItem", keepKey, text) }) // it may be full
		}
	})
}

// spoken says everything once more that is not said at every turn.
func (p *page) spoken() {
	if t := window.Get("congestreeTexts"); t.Truthy() {
		t.Call("set", lang.Tag())
	}
	describeCanvas()
	for _, l := range p.lanes {
		l.scene.Damage()
	}
	p.nextSum, p.charted = 0, moment{}
	switch t := p.tour.tour; {
	case t == nil:
	case p.tour.ends():
		p.tour.said = t.Try.In(lang.Tag())
	case p.tour.leg == arrived && p.there():
		p.tellStep(p.facts())
	default:
		p.tour.said, p.tour.decided = "", false // until its instant is shown
	}
	p.note = ""
	p.sweep.drawn = false
}

// describeCanvas names the canvas, whose contents the summary tells.
func describeCanvas() {
	document.Call("querySelector", "#stage canvas").Call("setAttribute", "aria-label", lang.T("The network: switches, links, packets and congestion trees"))
}

// refusal is an error of the engine's in the reader's language.
func refusal(err error) string { return lang.Refusal(err.Error()) }

// refusals are those beside fields, by field.
func refusals(of map[string]string) map[string]string {
	out := maps.Clone(of)
	for field, text := range out {
		out[field] = lang.Refusal(text)
	}
	return out
}

//go:build js

package main

// Going on after a misfortune, and from where somebody left off: a dead engine is replaced, a lost picture comes
// back, the last scenario is offered again, and a link of other results is led to its release.

import (
	"cmp"
	"strconv"
	"strings"
	"syscall/js"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// rescue is the page's memory for this.
type rescue struct {
	at     float64 // wall time of the last restart that nobody asked for, ms
	lost   bool    // the restart after it did not get to where it was: not there again
	offers []offer // the first one is shown
	bare   bool    // the address said nothing, and nothing has been changed since
	kept   string  // the link that was stored from here last
	saving bool    // a file is being made
	newer  string  // release that was offered, "" = none
	doomed float64 // when the picture was lost before this page was loaded, Date.now(); 0 = it was not
}

// offer is something a person may take or leave.
type offer struct {
	kind         string
	text, action func() string // action is what the button says, nil = it has none
	take         func()        // runs with the page to itself
}

const (
	offerRelease = "release" // a new version of the page is ready
	offerResume  = "resume"  // where somebody left off
	offerResults = "results" // a link of other results
)

// again is how long after a restart, in ms, another crash is not answered by a restart of its own accord.
const again = 60_000

// recovers replaces a dead engine, or says that the person must decide.
func (p *page) recovers(reason string) bool {
	r := &p.rescue
	r.lost = r.at > 0 && now()-r.at < again && (p.want.at >= 0 || p.run.Seeking())
	if r.at > 0 && now()-r.at < again || !p.has {
		return false
	}
	r.at = now()
	p.reject("the engine has stopped: " + reason)
	p.revive()
	p.say(lang.T("The engine had stopped ({0}) and was started again; it goes on where it was", lang.Refusal(reason)))
	return true
}

// revive has a new engine take the scenario to where it was, or to the beginning if that killed the one before.
func (p *page) revive() {
	at, tree := p.instant(), p.isolatedRoot()
	from, to := p.run.Window()
	p.spawn()
	p.run.Loop(from, to)
	p.want.tree = tree
	if !p.rescue.lost {
		p.want.at = at // and plays on if it played
	}
	p.rescue.lost = false
}

// asShown is the part of a link that brings back what is on screen, playing if it plays.
func (p *page) asShown() string {
	view := p.view(false, "autoplay")
	if p.run.Playing() {
		view = append(view, scenario.Setting{Field: "autoplay", Value: "1"})
	}
	return withParams(p.query(), view)
}

// listenLost reloads the page with what it showed when the browser takes its WebGL context away, which Ebitengine
// cannot replace; not twice within half a minute, when a driver is to blame.
func (p *page) listenLost() {
	history, date := window.Get("history"), window.Get("Date")
	const mark = "congestreeLost"
	try(func() {
		if s := history.Get("state"); s.Truthy() && s.Get(mark).Type() == js.TypeNumber {
			p.rescue.doomed = s.Get(mark).Float()
			clear(p.views.held)
			p.address() // without the instant
		}
	})
	listen(window, "webglcontextlost", func(e js.Value) {
		if !e.Get("target").Equal(document.Call("querySelector", "#stage canvas")) {
			return
		}
		e.Call("stopImmediatePropagation")
		e.Call("preventDefault")
		t := date.Call("now").Float()
		if p.rescue.doomed > 0 && t-p.rescue.doomed < 30_000 {
			boot.Call("fail", lang.T("The graphics driver has dropped the picture twice. Other programs or windows may need its memory."))
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		try(func() {
			history.Call("replaceState", map[string]any{mark: t}, "", window.Get("location").Get("pathname").String()+p.asShown())
		})
		window.Get("location").Call("reload")
	})
}

// Offers.

func (p *page) offer(o offer) {
	p.withdraw(o.kind)
	p.rescue.offers = append(p.rescue.offers, o)
}

func (p *page) withdraw(kind string) {
	rest := p.rescue.offers[:0]
	for _, o := range p.rescue.offers {
		if o.kind != kind {
			rest = append(rest, o)
		}
	}
	p.rescue.offers = rest
}

func (p *page) offered(kind string) bool {
	for _, o := range p.rescue.offers {
		if o.kind == kind {
			return true
		}
	}
	return false
}

// TakeOffer takes or leaves the offer shown.
func (p *page) TakeOffer(yes bool) {
	p.do(func() {
		if len(p.rescue.offers) == 0 {
			return
		}
		o := p.rescue.offers[0]
		p.rescue.offers = p.rescue.offers[1:]
		if yes && o.take != nil {
			o.take()
		}
	})
}

// Where somebody left off.

func storage() js.Value { return browserStorage("localStorage") }

// browserStorage is localStorage or sessionStorage, or undefined where a browser refuses it and in frames of other people's pages.
func browserStorage(name string) (s js.Value) {
	if !window.Get("self").Equal(window.Get("top")) || inFile() {
		return js.Undefined()
	}
	try(func() { s = window.Get("Reflect").Call("get", window, name) }) // it throws, which only a call survives
	return s
}

// recall offers what was kept, if the address says nothing else.
func (p *page) recall() {
	search, hash := opening()
	p.rescue.bare = saysNothing(search + hash)
	s := storage()
	if !p.rescue.bare || !s.Truthy() {
		return
	}
	text := ""
	try(func() {
		if v := s.Call("getItem", keepKey); v.Type() == js.TypeString {
			text = v.String()
		}
	})
	k, ok := readKeepsake(text)
	if !ok || k.Link == "" {
		return
	}
	all, err := link.ParseAll(k.Link)
	if err != nil || simulator.Check(all[0]) != nil { // a trace is missing, which they have in common
		return
	}
	what := func() string { return lang.T("Continue where you left off: {0}?", describe(all)) }
	for _, set := range scenario.PageSettings(k.Link) {
		if ps, err := parseMoment(set.Value); set.Field == "t" && err == nil {
			what = func() string {
				return lang.T("Continue where you left off: {0} at {1}?", describe(all), lang.Time(ps))
			}
		}
	}
	p.offer(offer{offerResume, what, func() string { return lang.T("Continue") }, func() { p.openLink(k.Link) }})
}

// describe names a scenario, or the first of several that are compared, in few words.
func describe(all []scenario.Scenario) string {
	if n := len(all); n > 1 {
		return describe(all[:1]) + ", " + lang.N(n, "{0} scheme", "{0} schemes")
	}
	s := all[0]
	for i, set := range s.Settings() {
		if i == 0 && set.Field == scenario.PresetKey {
			if preset, ok := scenario.PresetByName(set.Value); ok {
				if n := len(s.Settings()) - 1; n > 0 {
					return lang.N(n, "“{1}” with {0} change", "“{1}” with {0} changes", lang.D(preset.Label))
				}
				return "“" + lang.D(preset.Label) + "”"
			}
		}
	}
	return s.Get("network") + " · " + s.Get("routing") + " · " + s.Get("queuing") + " · " + s.Get("traffic")
}

// keep stores what is on screen, unless it is only what every visitor sees first, or has not changed: of several tabs the one that
// something has happened in last is gone on with, not the one that was looked at or closed last.
func (p *page) keep() {
	if len(p.history.past)+len(p.history.future) > 0 {
		p.rescue.bare = false
		p.withdraw(offerResume)
	}
	s := storage()
	if p.rescue.bare || !s.Truthy() || !p.has || p.failed != "" {
		return
	}
	shown := p.asShown()
	if shown == p.rescue.kept {
		return
	}
	k, _ := kept() // with what has been chosen in another tab since
	try(func() {   // it may be full
		s.Call("setItem", keepKey, keepsake{Link: shown, Lang: cmp.Or(k.Lang, p.tongue.chosen)}.text()) // also without the link: another one would lead elsewhere
		p.rescue.kept = shown
	})
}

// listenRescue follows what concerns the page as a whole.
func (p *page) listenRescue() {
	p.listenLost()
	p.recallLanguage()
	p.enter(p.recall)
	for _, event := range []string{"pagehide", "visibilitychange"} {
		listen(window, event, func(js.Value) { p.quick(func() { p.keep(); p.storeSweep() }) })
	}
	offline := func(js.Value) { p.enter(p.offlineChanged) }
	listen(window, "congestree-offline", offline)
	p.enter(p.offlineChanged)
}

// Releases.

func init() {
	addView(viewParam[*page]{name: "v", most: 9,
		read: func(p *page, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > 1e6 {
				return lang.Error("write the number of the engine’s results, from 1 on")
			}
			if n != simulator.Results {
				p.otherResults(n)
			}
			return nil
		},
		write: func(*page) string { return strconv.Itoa(simulator.Results) }})
}

// cited is the part of a link that holds the scenario and the number of the results that it has here.
func (p *page) cited() string { return cited(p.query()) }

func cited(query string) string {
	return withParams(query, []scenario.Setting{{Field: "v", Value: strconv.Itoa(simulator.Results)}})
}

// otherResults says that a link was made with an engine of other results, and offers the release that had them.
func (p *page) otherResults(n int) {
	text := func() string {
		return lang.T("This link was made with results {0} of the engine; this release has {1}, so the run may differ.", strconv.Itoa(n), strconv.Itoa(simulator.Results))
	}
	here := window.Get("location")
	top, tail, page := toTop(here.Get("pathname").String()), p.views.address, ""
	if embedded() {
		page = "embed.html"
	}
	p.offer(offer{kind: offerResults, text: text})
	if metaText("release") == "" { // nothing is kept beside a page that is no release
		return
	}
	go func() {
		list, err := fetchFile(top + "versions.json")
		r, ok := findRelease(list, n)
		p.enter(func() {
			if !p.offered(offerResults) || p.views.address != tail { // left, or another link has been opened meanwhile
				return
			}
			if err != nil || !ok {
				p.offer(offer{kind: offerResults, text: func() string { return text() + " " + lang.T("No release with those results is kept here.") }})
				return
			}
			p.offer(offer{offerResults, text, func() string { return lang.T("Open it in {0}", r.Version) }, func() {
				here.Set("href", top+r.Path+page+tail)
			}})
		})
	}()
}

// offlineChanged takes in what offline.js knows.
func (p *page) offlineChanged() {
	o := window.Get("congestreeOffline")
	if !o.Truthy() {
		return
	}
	if newer := o.Get("ready").String(); newer != "" && newer != p.rescue.newer {
		p.rescue.newer = newer
		p.offer(offer{offerRelease, func() string { return lang.T("A new version is ready.") }, func() string { return lang.T("Reload") }, func() {
			try(func() {
				window.Get("history").Call("replaceState", js.Null(), "", window.Get("location").Get("pathname").String()+p.asShown())
			})
			o.Call("update")
		}})
	}
}

func (p *page) Undo() { p.do(p.undo) }
func (p *page) Redo() { p.do(p.redo) }

func (p *page) Install() {
	p.do(func() {
		if o := window.Get("congestreeOffline"); o.Truthy() {
			o.Call("install")
		}
	})
}

// offline is what the panel shows of all this.
func (p *page) offline() (o ui.Offline) {
	if len(p.rescue.offers) > 0 {
		first := p.rescue.offers[0]
		if o.Offer = first.text(); first.action != nil {
			o.Action = first.action()
		}
	}
	o.Undo, o.Redo = len(p.history.past) > 0, len(p.history.future) > 0
	state := window.Get("congestreeOffline")
	o.Installable = state.Truthy() && state.Get("installable").Truthy()
	o.Release, _, _ = strings.Cut(metaText("release"), " ")
	o.File, o.Saving, o.Results = inFile(), p.rescue.saving, simulator.Results
	return o
}

//go:build js

package main

// The results of the last sweep outlive a reload, the way back to the page, and a tab that the browser has put to sleep: this tab's
// sessionStorage has them (sweep_kept.go), from a few seconds after they have come. Where there is none, or no room in it, they are lost as ever.

import (
	"context"
	"errors"
	"syscall/js"

	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/ui/lang"
)

const sweepKey = "congestree.sweep"

// keptSweep is what is known of it.
type keptSweep struct {
	asked  bool
	form   string // from before this page was loaded, and with lines while no sweep has been found to be that
	lines  []byte
	before int  // how many of the present results are from there
	stale  bool // there are results that are not stored
	other  bool // what was stored was of another engine, and it has not been said yet

	wrote, took float64 // when something was stored, and how long that took, ms
}

// storeSweep stores what is done.
func (p *page) storeSweep() {
	w, s := &p.sweep, browserStorage("sessionStorage")
	if !w.kept.stale || !s.Truthy() {
		return
	}
	w.kept.wrote = now()
	text := keptSweepText(w.curves.Form.Spec(), sweep.Lines(w.known()))
	try(func() { // it may be full
		if len(text) > maxKeptSweep {
			s.Call("removeItem", sweepKey)
		} else {
			s.Call("setItem", sweepKey, text)
		}
		w.kept.stale = false
	})
	w.kept.took = now() - w.kept.wrote
}

// storeSweepInTime does so every few seconds; it is called some times a second.
func (p *page) storeSweepInTime() {
	if k := &p.sweep.kept; k.stale && keptDue(now(), k.wrote, k.took) {
		p.storeSweep()
	}
}

// read has what was stored, once.
func (k *keptSweep) read() {
	if k.asked {
		return
	}
	k.asked = true
	try(func() {
		s := browserStorage("sessionStorage")
		v := s.Call("getItem", sweepKey)
		if v.Type() != js.TypeString {
			return
		}
		ok := false
		if k.form, k.lines, k.other, ok = cutKeptSweep(v.String()); k.other || !ok {
			k.drop()
		}
	})
}

// drop forgets it: it is of another engine, or not what this page has stored.
func (k *keptSweep) drop() {
	k.lines = nil
	try(func() { browserStorage("sessionStorage").Call("removeItem", sweepKey) })
}

// firstForm is what a dialog has that no link has filled in: that of the results from before the reload, if they are of what runs.
func (p *page) firstForm() sweep.Form {
	w := &p.sweep
	if w.kept.read(); w.kept.lines != nil {
		if f, err := sweep.ParseForm(w.kept.form); err == nil {
			all := p.arrangement().all
			if c, err := f.Plan(p.sc, all...); err == nil {
				if _, err := c.Kept(w.kept.lines); err == nil {
					w.schemes.leave(all)
					return f
				}
			}
		}
	}
	return sweep.DefaultForm
}

// recallSweep takes up the results that were stored, if they are of the form.
func (p *page) recallSweep() {
	w := &p.sweep
	k := &w.kept
	k.read()
	if k.other {
		k.other = false
		p.sayOthers()
	}
	if k.lines == nil || w.checked == nil {
		return
	}
	records, err := w.checked.Kept(k.lines)
	switch {
	case errors.Is(err, sweep.ErrOther):
		return
	case err != nil:
		k.drop()
		return
	}
	k.lines = nil
	w.curves, w.records, w.drawn = w.checked, records, false
	k.before = w.done()
	for _, r := range w.known() {
		w.found.results.Add(w.curves.Plan, r)
	}
	go p.tellEngines()
}

// tellEngines sees whether results from before the reload are of the engine that is here now, as a newer one may have been loaded with the page.
func (p *page) tellEngines() {
	pool := &pool{files: func() []keptTrace { return nil }}
	fingerprint, err := pool.fingerprint(context.Background())
	pool.close()
	if err == nil { // otherwise the next sweep tells
		p.enter(func() {
			if p.sweep.kept.before > 0 {
				p.dropOthers(fingerprint)
			} else { // what was brought is drawn all the same, and it is said
				p.sweep.found.results.Own = fingerprint
			}
		})
	}
}

// dropOthers leaves out results of another engine than the one with this fingerprint.
func (p *page) dropOthers(fingerprint string) {
	w := &p.sweep
	w.found.results.Own = fingerprint
	if w.leaveOutStrange() {
		w.kept.drop()
		w.kept.before, w.kept.stale, w.drawn = 0, w.done() > 0, false
		if w.done() == 0 && w.stop == nil {
			w.curves, w.records = nil, nil
		}
		p.sayOthers()
	}
}

func (p *page) sayOthers() {
	p.say(lang.T("Results of another engine, whose numbers differ, are left out"))
}

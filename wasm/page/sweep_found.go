//go:build js

package main

// Results that are brought: files of congestree sweep, dropped on the page or chosen in the dialog. What was swept is opened, and its
// curves are drawn; whatever else of them a form asks for is there, too, and so is what has been measured here before.

import (
	"math"
	"strconv"
	"syscall/js"
	"time"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/ui/lang"
)

// maxResults bounds files of results, in bytes together.
const maxResults = 16 << 20

// foundSweep is what is known of such results.
type foundSweep struct {
	results sweep.Found
	refused func() string // why the last files were not read, nil if they were
	reading int           // counts what was brought: the last counts
	asked   bool          // for the fingerprint of the engine that is here
}

// takeResults reads files of results, a little at a time, and draws them; or says what is wrong with them and leaves everything as it is.
func (p *page) takeResults(files []js.Value) {
	k := &p.sweep.found
	k.reading++
	id, name, size := k.reading, scenario.Clip(files[0].Get("name").String()), 0.0
	if len(files) > 1 {
		name = lang.T("{0} files", itoa(len(files)))
	}
	k.refused = nil
	refuse := func(reason string) {
		k.refused = func() string { return sentence(lang.T("{0} cannot be opened: {1}.", name, lang.Refusal(reason))) }
		p.decline(k.refused)
	}
	for _, f := range files {
		size += f.Get("size").Float()
	}
	if size > maxResults {
		refuse(lang.T("{0} MiB of results; allowed: up to {1} MiB in the page", strconv.FormatFloat(math.Ceil(size/(1<<20)), 'f', 0, 64), itoa(maxResults>>20)))
		return
	}
	if p.sweep.stop != nil {
		refuse(sweepRuns().Error())
		return
	}
	list := js.Global().Get("Array").New()
	for _, f := range files {
		list.Call("push", f.Call("arrayBuffer"))
	}
	p.say(lang.T("Reading {0}…", name))
	settled(js.Global().Get("Promise").Call("all", list), func(texts js.Value) {
		go func() {
			var r sweep.Reading
			for i := range texts.Length() {
				bytes := js.Global().Get("Uint8Array").New(texts.Index(i))
				text := make([]byte, bytes.Length())
				js.CopyBytesToGo(text, bytes)
				r.Add(text)
			}
			var err error
			for all := false; !all && err == nil; time.Sleep(time.Millisecond) { // the page goes on meanwhile
				all, err = r.Some(40)
			}
			_ = try(func() {
				p.enter(func() {
					if id != k.reading {
						return
					}
					if err == nil {
						err = p.openResults(&r)
					}
					if err != nil {
						refuse(err.Error())
					}
				})
			})
		}()
	}, func(js.Value) { p.enter(func() { refuse(lang.T("it cannot be read")) }) })
}

// sweepRuns refuses results while others come.
func sweepRuns() error {
	return lang.Error("a sweep is running; stop it first, which keeps what it has")
}

// openResults runs what was swept, and draws the results.
func (p *page) openResults(r *sweep.Reading) error {
	form, all := r.Form()
	if missing := traffic.Missing(all[0]); missing != nil {
		return missingTrace{all[0].Get("traffic")}
	}
	c, err := form.Plan(all[0], all...)
	if err != nil {
		return err
	}
	var brought sweep.Found
	if brought.Take(r); brought.Fill(c.Plan, make([]*sweep.Record, c.Len())) == 0 {
		return lang.Error("its times are those of no run that its links open")
	}
	w := &p.sweep
	if w.stop != nil {
		return sweepRuns()
	}
	if now := p.arrangement(); !now.equal(arrangement{all: all}) {
		if err := p.leads(func() error { return p.begin(all) }); err != nil {
			return err
		}
	}
	if p.failed == "" {
		p.banner = banner{}
	}
	w.found.results.Take(r)
	if w.kept.read(); w.kept.lines != nil { // from before the reload, and of a form that nobody has asked for
		w.found.results.Recall(w.kept.lines)
	}
	w.form, w.open, w.pause = form, true, true
	w.rev++
	w.schemes.leave(all)
	w.curves, w.records, w.kept = nil, nil, keptSweep{asked: true}
	p.checkSweep()
	w.kept.stale = true
	p.storeSweep()
	p.hold("sweep")
	said := lang.N(r.Len(), "1 result read", "{0} results read")
	if r.Torn {
		said += lang.T("; a torn line is left out")
	}
	p.say(said)
	return nil
}

// findResults gives the form those results that are known of its runs. While a sweep runs, its results stay.
func (p *page) findResults() {
	w := &p.sweep
	if w.checked == nil || w.stop != nil || w.found.results.Len() == 0 {
		return
	}
	records := make([]*sweep.Record, w.checked.Len())
	if w.curves != nil && w.curves.ID() == w.checked.ID() {
		copy(records, w.records)
	}
	n := w.found.results.Fill(w.checked.Plan, records)
	if n == 0 {
		return
	}
	if w.curves == nil || w.curves.ID() != w.checked.ID() {
		w.kept.before, w.failed = 0, nil // what is stored stays: a form that is only looked at costs nothing
	}
	w.curves, w.records, w.drawn = w.checked, records, false
	if !w.found.asked {
		w.found.asked = true
		go p.tellEngines()
	}
}

// strange tells the present results of another engine than the one that is here, as far as that is known, and that engine's version.
func (w *sweeps) strange() (points []int, version string) {
	for i, r := range w.records {
		if w.found.results.Own != "" && r != nil && r.Fingerprint != w.found.results.Own {
			points, version = append(points, i), r.Engine
		}
	}
	return points, version
}

// leaveOutStrange takes these out.
func (w *sweeps) leaveOutStrange() (some bool) {
	points, _ := w.strange()
	for _, i := range points {
		w.records[i] = nil
	}
	w.found.results.Drop()
	return len(points) > 0
}

// OpenResults lets the person choose files of results.
func (p *page) OpenResults() {
	p.do(func() {
		p.chooseFile(".jsonl", true)
	})
}

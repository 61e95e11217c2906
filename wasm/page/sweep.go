//go:build js

package main

// Sweeps: what is swept, its runs in workers of their own (sweep_pool.go), and what has come of them. Results
// stay until another sweep is started, whether the dialog is open or not, and outlive a reload (sweep_keep.go).

import (
	"context"
	"strings"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	runs "github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// sweeps is the state; the page's mutex guards it.
type sweeps struct {
	open    bool
	form    sweep.Form
	rev     int           // of the form, when it did not come from the panel
	checked *sweep.Curves // of the form and of what runs, nil if refused
	refusal *sweep.PartError
	of      arrangement // what ran then

	schemes schemeCurves
	kept    keptSweep
	found   foundSweep

	curves  *sweep.Curves // what the results are of
	records []*sweep.Record
	failed  map[int]string // why points have no result
	stop    context.CancelFunc
	runner  *sweep.Runner
	todo    int     // points of the present runner
	begun   float64 // ms of wall time
	pause   bool    // the picture rests meanwhile
	resume  bool    // and goes on afterwards

	mounted bool
	drawn   bool // what is known has been drawn
	redrawn float64
}

// ShowSweep opens or closes the dialog. A closed one goes on running.
func (p *page) ShowSweep(on bool) {
	p.do(func() {
		w := &p.sweep
		w.found.refused = nil // it has been said
		if w.open = on; !on {
			return
		}
		if w.form.X == "" {
			w.form, w.pause = p.firstForm(), true
			w.rev++
		}
		p.renewSweep()
	})
}

// hold has the address bar name what an open dialog shows, as if a link had, so that a reload, or the way back from the run of a sweep's
// point or a table's cell, has it again; not in a frame in somebody else's page, nor during a tour, whose address is its own.
func (p *page) hold(name string) {
	if embedded() || p.tour.tour != nil {
		return
	}
	if text := findView(name).write(p); text != "" {
		p.views.held[name] = text
	} else { // closed, or a form that is refused, as while it is written
		delete(p.views.held, name)
	}
	if text := p.here(); text != p.shownAs {
		p.setAddress(text)
	}
}

// renewSweep fits the form to what runs, and looks at it anew.
func (p *page) renewSweep() {
	if w := &p.sweep; w.schemes.follow(&w.form, p.arrangement().all) {
		w.rev++
	}
	p.checkSweep()
	p.hold("sweep")
}

// followSweep does so where something else runs, or another scheme is chosen, than when an open dialog's form was looked at: a program
// may change what is compared behind it.
func (p *page) followSweep() {
	w := &p.sweep
	if !w.open {
		return
	}
	if a := p.arrangement(); !w.of.equal(a) || w.of.at != a.at {
		p.renewSweep()
	}
}

func init() {
	addView(viewParam[*page]{name: "sweep", most: sweep.MaxSpec,
		read: func(p *page, text string) error { // filled in, not started
			f, err := sweep.ParseForm(text)
			if err != nil {
				return err
			}
			if embedded() && !editable() { // readers change nothing; the whole page opens it
				p.framing.sweep = text
				return lang.Error("a frame shows load sweeps only where its readers can change the scenario; the whole page shows them")
			}
			w := &p.sweep
			w.form, w.open, w.pause = f, true, true
			w.rev++
			w.schemes.leave(p.arrangement().all)
			p.checkSweep()
			return nil
		},
		write: func(p *page) string {
			if p.sweep.open && p.sweep.checked != nil {
				return p.sweep.form.Spec()
			}
			return p.framing.sweep
		}})
}

// SetSweep takes over what was typed.
func (p *page) SetSweep(f sweep.Form) {
	p.do(func() {
		p.sweep.form, p.sweep.found.refused = f, nil
		p.sweep.schemes.leave(p.arrangement().all)
		p.checkSweep()
		p.hold("sweep")
	})
}

// checkSweep looks at the form anew, because it or the scenario has changed.
func (p *page) checkSweep() {
	w := &p.sweep
	w.checked, w.refusal, w.of = nil, nil, p.arrangement()
	c, err := w.form.Plan(p.sc, w.of.all...)
	if err == nil {
		w.checked = c
		if w.curves != nil && w.curves.ID() == c.ID() { // the same runs, but another comparison gives schemes other names and looks
			w.curves, w.drawn = c, false
		}
		p.recallSweep()
		p.findResults()
	} else if e, ok := err.(*sweep.PartError); ok {
		w.refusal = e
	} else {
		w.refusal = &sweep.PartError{Part: sweep.PartAll, Err: err}
	}
}

func (p *page) PauseForSweep(on bool) { p.do(func() { p.sweep.pause = on }) }

// StopSweep ends the runs that are under way. What has been measured stays.
func (p *page) StopSweep() {
	p.do(func() {
		if p.sweep.stop != nil {
			p.sweep.stop()
		}
	})
}

// StartSweep runs what the form says, as far as there is no result of it yet.
func (p *page) StartSweep() {
	p.do(func() {
		w := &p.sweep
		p.checkSweep()
		if w.checked == nil || w.stop != nil {
			return
		}
		if w.curves == nil || w.curves.ID() != w.checked.ID() {
			w.curves, w.records, w.kept = w.checked, make([]*sweep.Record, w.checked.Len()), keptSweep{asked: true}
		}
		w.failed, w.found.refused = map[int]string{}, nil
		w.leaveOutStrange()
		todo := w.missing()
		if len(todo) == 0 {
			return
		}
		if w.pause && p.run.Playing() {
			p.pause()
			w.resume = true // unless somebody takes it elsewhere meanwhile: giveUp
		}
		ctx, stop := context.WithCancel(context.Background())
		w.stop, w.todo, w.begun, w.drawn = stop, len(todo), now(), false
		w.kept.wrote = 0 // the first result is stored at once, in place of another sweep's
		pool := &pool{files: p.traceFiles}
		w.runner = &sweep.Runner{
			Jobs: cores(), Memory: room(), Version: boot.Get("version").String(), Do: pool.run,
			Done: func(r *sweep.Record) error {
				p.mu.Lock()
				defer p.mu.Unlock()
				w.records[r.Point], w.drawn, w.kept.stale = r, false, true
				w.found.results.Add(w.curves.Plan, r)
				return nil
			},
			Failed: func(i int, err error) {
				p.mu.Lock()
				defer p.mu.Unlock()
				w.failed[i] = err.Error()
			},
		}
		go p.sweepOn(ctx, pool, w.curves.Plan)
	})
}

// missing are the points without a result, in the order in which they run.
func (w *sweeps) missing() (todo []int) {
	for _, i := range w.curves.Shard(0, 1) {
		if w.records[i] == nil {
			todo = append(todo, i)
		}
	}
	return todo
}

// sweepOn runs points until all are done, or the context ends.
func (p *page) sweepOn(ctx context.Context, pool *pool, plan *sweep.Plan) {
	w := &p.sweep
	err := try(func() {
		var err error
		if w.runner.Fingerprint, err = pool.fingerprint(ctx); err == nil {
			var todo []int
			p.enter(func() {
				p.dropOthers(w.runner.Fingerprint)
				todo = w.missing()
				w.todo = len(todo)
			})
			_ = w.runner.Run(ctx, plan, todo) // Failed has heard of what could not be run
		} else if ctx.Err() == nil {
			panic(err)
		}
	})
	pool.close()
	p.enter(func() {
		w.stop()
		w.stop, w.drawn = nil, false
		p.storeSweep()
		if err != nil {
			w.failed[-1] = err.Error()
		}
		if w.resume && p.failed == "" {
			p.play()
		}
		w.resume = false
		if !w.open {
			p.say(lang.T("The sweep has ended: {0} of {1} runs are done", itoa(w.done()), itoa(plan.Len())))
		}
	})
}

func (w *sweeps) done() (n int) {
	for _, r := range w.records {
		if r != nil {
			n++
		}
	}
	return n
}

// CopySweep copies a link to the form, or its command.
func (p *page) CopySweep(what string) {
	p.do(func() {
		c := p.sweep.checked
		if c == nil {
			return
		}
		text, said := c.Command(), lang.T("Command copied")
		if what == ui.SweepLink {
			text, said = p.sweepLink(), lang.T("Link copied")
		}
		p.copyText(text, said, func() { p.say(lang.T("This browser does not let the page copy")) })
	})
}

// sweepLink opens the page with the form filled in.
func (p *page) sweepLink() string {
	what := link.Of(p.sc)
	if p.sweep.form.By == sweep.Scheme {
		what = link.OfAll(p.arrangement().all)
	}
	return base() + withParams(what, []scenario.Setting{{Field: "sweep", Value: p.sweep.form.Spec()}})
}

// unfit says which combinations do not run, of some values; what has curves is called as they are.
func unfit(c *sweep.Curves) (says []string) {
	const most = 4
	names := c.Named(lang.T)
	for i, u := range c.Unfit() {
		if i == most-1 && len(c.Unfit()) > most {
			return append(says, lang.T("{0} more are left out of some of their runs, or of all.", itoa(len(c.Unfit())-i)))
		}
		if u.Axis == c.By() {
			u.Name = names[u.Value]
		}
		switch why := lang.Refusal(u.Err.Error()); u.Values {
		case "":
			says = append(says, lang.T("{0} is left out: {1}", u.Name, why))
		default:
			says = append(says, lang.T("{0} is left out of {1} of its {2} runs, such as {3}: {4}", u.Name, itoa(u.Points), itoa(u.Of), u.Values, why))
		}
	}
	return says
}

// sweepDoc is what the panel shows.
func (p *page) sweepDoc() ui.Sweep {
	w := &p.sweep
	d := ui.Sweep{Open: w.open, Form: w.form, Rev: w.rev, Workers: cores(), Pause: w.pause, Running: w.stop != nil, RestS: -1}
	if w.refusal != nil {
		d.Part, d.Refusal = w.refusal.Part, refusal(w.refusal)
	}
	if c := w.checked; c != nil {
		d.Runs, d.FromUS, d.UntilUS = c.Len(), -1, float64(c.UntilPS())/float64(simulator.Microsecond)
		if w.form.X != "warmup" && w.form.By != "warmup" {
			from, _ := runs.Window(c.Base, c.UntilPS())
			d.FromUS = float64(from) / float64(simulator.Microsecond)
		}
		if c.UntilPS() == runs.Longest {
			d.UntilUS = -1
		}
	}
	if c := w.checked; c != nil {
		d.Unfit = unfit(c)
	}
	if w.found.refused != nil {
		d.NotRead = w.found.refused()
	}
	if w.curves == nil {
		return d
	}
	d.Done, d.Of, d.Before = w.done(), w.curves.Len(), w.kept.before
	for _, r := range w.records {
		if r == nil {
			continue
		}
		if r.DeadlockNS != nil {
			d.Deadlocks++
		}
		if r.Brought() {
			d.Brought++
		}
	}
	if d.Brought > 0 {
		d.Others = max(w.found.results.Len()-d.Done, 0)
	}
	strange, version := w.strange()
	d.Strange, d.Version = len(strange), version
	d.Same = w.checked != nil && w.checked.ID() == w.curves.ID()
	for i := -1; i < d.Of; i++ {
		why, ok := w.failed[i]
		switch {
		case !ok:
		case len(d.Failures) == maxFailures:
			d.More++
		default:
			d.Failures = append(d.Failures, w.name(i)+lang.Refusal(why))
		}
	}
	if d.Running {
		_, parts := w.runner.Progress()
		all := float64(w.todo) * sweep.Parts
		d.Percent = int(100 * (float64(d.Of-w.todo)*sweep.Parts + float64(parts)) / (float64(d.Of) * sweep.Parts))
		if took := now() - w.begun; parts > 0 && (took > 3000 || float64(parts) > all/50) {
			d.RestS = took / 1000 * (all - float64(parts)) / float64(parts)
		}
	}
	return d
}

// maxFailures are listed.
const maxFailures = 5

// name says which point is meant.
func (w *sweeps) name(i int) string {
	if i < 0 {
		return ""
	}
	_, settings := w.curves.Point(i)
	var words []string
	for _, s := range settings {
		words = append(words, s.Field+"="+s.Value)
	}
	return strings.Join(words, " ") + ": "
}

// traceFiles are the files of traces that workers have to read before they can play them.
func (p *page) traceFiles() []keptTrace {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]keptTrace(nil), p.traces.kept...)
}

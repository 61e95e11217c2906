//go:build js

package main

// The results of a sweep: curves and table, which stand in an element of their own (public/sweep.js), and files.

import (
	"encoding/json"
	"strconv"
	"syscall/js"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/ui/lang"
)

// sweepEvery is how often curves follow the results, in ms.
const sweepEvery = 400

// showSweep brings curves and table up to date; it is called some times a second.
func (p *page) showSweep() {
	w := &p.sweep
	if !w.open || w.curves == nil || w.drawn && w.mounted || now()-w.redrawn < sweepEvery {
		return
	}
	charts, el := window.Get("congestreeSweep"), document.Call("getElementById", "sweep-results")
	if !charts.Truthy() || !el.Truthy() {
		return
	}
	if !w.mounted {
		charts.Call("mount", el, map[string]any{
			"open":   callback(func(_ js.Value, args []js.Value) any { p.openPoint(args[0].String()); return nil }),
			"file":   callback(func(_ js.Value, args []js.Value) any { return p.sweepFile(args[0].String()) }),
			"figure": p.figureCall(true),
			"say": callback(func(_ js.Value, args []js.Value) any {
				p.enter(func() { p.say(args[0].String()) })
				return nil
			}),
		})
		w.mounted = true
	}
	text, err := json.Marshal(p.sweepView())
	if err != nil {
		warn("sweep: " + err.Error())
		return
	}
	w.drawn, w.redrawn = true, now()
	charts.Call("update", window.Get("JSON").Call("parse", string(text)))
}

// sweepView is what public/sweep.js draws: links are those of the page.
type sweepView struct {
	sweep.Drawing
	Label, Unit string
	ByLabel     string            // of the curves' field, with its unit
	Named       []string          // the curves where that does not stand beside them
	Signs       []int             // how the curves look
	Shown       map[string]string // values of choices and switches along the axis as they are shown
	Of          string            // the scenario in words
	Name        string            // of files
	Words       map[string]string
}

func (p *page) sweepView() sweepView {
	c := p.sweep.curves
	v := sweepView{Drawing: c.Draw(p.sweep.records), Name: p.sweepName(), Words: sweepWords()}
	f := scenario.Lookup(v.Field)
	v.Shown = shownValues(f, v.Values)
	v.Label, v.Unit = lang.D(f.Label), unitOf(f)
	switch f := scenario.Lookup(v.By); {
	case f != nil:
		v.ByLabel = withUnit(f)
	case v.By == sweep.Scheme:
		v.ByLabel = lang.T("Scheme")
	}
	for i, label := range c.Labels(lang.T) {
		v.Curves[i].Name = label
		for _, x := range v.Curves[i].Points {
			if x != nil {
				x.Link = base() + x.Link
			}
		}
	}
	v.Of, v.Signs, v.Named = c.Of(), c.Signs(), c.Named(lang.T)
	return v
}

// sweepWords are what public/sweep.js says.
func sweepWords() map[string]string {
	return map[string]string{
		"throughput": lang.T("Throughput (accepted load)"),
		"latency":    lang.T("Latency"),
		"fairness":   lang.T("Fairness (Jain’s index)"),
		"execution":  lang.T("Execution time"),
		"fair":       lang.T("Fairness"),
		"quantity":   lang.T("What is drawn beside the latency"),
		"offered":    lang.T("offered"),
		"mean":       lang.T("mean"),
		"p50":        lang.T("median"),
		"p99":        lang.T("99th percentile"),
		"statistic":  lang.T("Statistic of the latency"),
		"log":        lang.T("logarithmic"),
		"table":      lang.T("The sweep as a table"),
		"runs":       lang.T("runs"),
		"open":       lang.T("Open this run"),
		"click":      lang.T("click: open this run"),
		"csv":        lang.T("Save all runs as CSV"),
		"json":       lang.T("Save all runs as JSON lines, as the command line does (congestree sweep goes on with them)"),
		"svg":        lang.T("Save the curves as SVG"),
		"png":        lang.T("Save the curves as PNG"),
		"saved":      lang.T("Saved {0}"),
		"chart":      lang.T("{0} over {1}. The table below has the numbers."),
		"charts":     lang.T("{0} over {1}, a curve for each of these: {2}. The table below has the numbers."),
		"none":       lang.T("nothing was delivered"),
		"deadlock":   lang.T("ended by a deadlock, measured until then"),
		"deadlocks":  lang.T("{0} ended by a deadlock, measured until then"),
		"early":      lang.T("ended by a deadlock before averages began, nothing measured"),
		"earlys":     lang.T("{0} ended by a deadlock before averages began, nothing measured"),
	}
}

// openPoint opens the run of a point in the page. Ending it in the dialog keeps the results.
func (p *page) openPoint(link string) {
	p.enter(func() {
		if p.leads(func() error { return p.openRun(link) }) == nil {
			p.sweep.open = false
		}
	})
}

// sweepName is what files of the sweep are called, without an ending.
func (p *page) sweepName() string {
	c := p.sweep.curves
	return "congestree-sweep-" + c.Axes[0].Field + "-" + c.ID()
}

// sweepFile is a file of the results, in the order of the product: "csv", or JSON lines as congestree sweep writes them.
func (p *page) sweepFile(kind string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.sweep.known()
	if kind != "csv" {
		return string(sweep.Lines(known))
	}
	text, err := sweep.CSV(known)
	if err != nil {
		warn("sweep: " + err.Error())
	}
	return string(text)
}

// known are the results that there are, which call schemes as the page does now.
func (w *sweeps) known() (out []*sweep.Record) {
	for i, r := range w.records {
		if r != nil {
			_, r.Fields = w.curves.Point(i)
			out = append(out, r)
		}
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }

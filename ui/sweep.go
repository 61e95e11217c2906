package ui

// The dialog of sweeps: one field along the axis, curves over a second, all cores. It is filled in here;
// curves and table stand in an element of their own (public/sweep.js). A modal dialog, for the reasons of Help.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"
)

// Sweep is what the page knows of sweeps.
type Sweep struct {
	Open bool
	Form sweep.Form // to be shown whenever Rev changes
	Rev  int
	// Part of the form that is refused (sweep.PartX…), and why; both "" if it can be run.
	Part, Refusal string
	Unfit         []string // which values of the form are left out of some runs, or of all, and why
	Runs          int      // of the form, 0 while it is refused
	FromUS        float64  // of the form: where its averages begin; −1 if the scenarios differ in it
	UntilUS       float64  // of the form: where its runs end; −1 for traces, which end by themselves
	Workers       int
	Pause         bool // the picture rests meanwhile
	Running       bool
	Same          bool // the results are of this form
	Done, Of      int  // runs of the results
	Before        int  // of those done: they are from before the page was loaded anew
	Brought       int  // of those done: they are from files
	Others        int  // results that are known, too, of other runs
	Strange       int  // of those done: they are of another engine, of this Version
	Version       string
	NotRead       string  // why files of results were not read
	Percent       int     // of the runs under way or finished
	RestS         float64 // s until the end, -1 = unknown
	Failures      []string
	More          int // failures that are not listed
	Deadlocks     int // runs that a deadlock has ended
}

// SweepActions is what a person can do with sweeps. Every method returns at once.
type SweepActions interface {
	ShowSweep(bool)
	SetSweep(sweep.Form) // what was typed; refused or not
	StartSweep()         // or go on
	StopSweep()
	PauseForSweep(bool)
	CopySweep(what string) // SweepLink or SweepCommand
	OpenResults()          // of files that the person chooses
}

// What CopySweep copies.
const (
	SweepLink    = "link"
	SweepCommand = "command"
)

// Sweeps is the dialog. Its template is sweeps.vugu.
type Sweeps struct {
	dialog
	m     *Model
	a     Actions
	form  sweep.Form
	rev   int
	dirty bool
	wait  later
	found [2]sweepOptions // of the axis and of the curves
	heard *still          // what is said of the progress
}

func newSweeps(m *Model, a Actions) *Sweeps {
	c := &Sweeps{m: m, a: a}
	c.heard = &still{b: &Spoken{name: "sweep-heard", text: c.Told}}
	return c
}

func (c *Sweeps) children() []*still { return []*still{c.heard} }

func (c *Sweeps) touched() *bool { return &c.dirty }

// doc is the model's, with the form brought up to date.
func (c *Sweeps) doc() *Sweep {
	d := &c.m.Sweep
	if d.Rev != c.rev {
		c.rev, c.form, c.dirty = d.Rev, d.Form, true
	}
	return d
}

// Form is what is being written.
func (c *Sweeps) Form() sweep.Form { c.doc(); return c.form }

// written is that, with points in times that have a comma.
func (c *Sweeps) written() sweep.Form {
	f := c.form
	f.Warmup, f.Until = Pointed(f.Warmup), Pointed(f.Until)
	return f
}

// AllSchemes are the numbers of so many schemes compared, as a form has them.
func AllSchemes(n int) string {
	var list []string
	for i := range n {
		list = append(list, strconv.Itoa(i+1))
	}
	return strings.Join(list, ",")
}

// sweepField is an entry of the two menus of fields.
type sweepField struct{ Name, Label string }

// Fields are those that can be swept: all but those without an effect in the scenario and, where schemes have the curves, those in
// which they differ, unless they are chosen.
func (c *Sweeps) Fields(by bool) (out []sweepField) {
	if !c.doc().Open {
		return nil
	}
	all := c.swept()
	var differing []string
	if !by && c.form.By == sweep.Scheme {
		differing = link.Differing(all)
	}
	if by && (c.m.Compare.Comparing() || c.form.By == sweep.Scheme) {
		out = append(out, sweepField{sweep.Scheme, T("Scheme")})
	}
	for _, f := range scenario.Fields() {
		active := slices.ContainsFunc(all, f.Active) && !slices.Contains(differing, f.Name)
		if active || f.Name == c.form.X || f.Name == c.form.By {
			out = append(out, sweepField{f.Name, D(f.Label)})
		}
	}
	return out
}

// swept are the scenarios that are swept, but for the values written: the one that is chosen, or all that are compared.
func (c *Sweeps) swept() (all []scenario.Scenario) {
	if c.form.By == sweep.Scheme {
		for _, l := range c.m.Compare.Lanes {
			all = append(all, l.Scenario)
		}
	}
	if all == nil {
		all = []scenario.Scenario{c.m.Scenario}
	}
	return all
}

// others are the scenarios in which a value of the axis or of the curves has to run: with those of the other part, of a network as
// much as of any menu.
func (c *Sweeps) others(by bool) []scenario.Scenario {
	all := c.swept()
	name, values := c.part(!by)
	f := scenario.Lookup(name)
	if f == nil || f.IsNumber() {
		return all
	}
	a, err := sweep.ParseAxis(name + "=" + strings.TrimSpace(values))
	if err != nil || len(a.Values) > sweep.MaxCurves {
		return all
	}
	var out []scenario.Scenario
	for _, s := range all {
		for _, v := range a.Values {
			out = append(out, s.Must(name, v))
		}
	}
	return out
}

// sweepChip is a value that can be chosen by a click.
type sweepChip struct{ Value, Text, Title string }

// Chips are the values of a field that can be chosen by a click: those that can run, and those that are written.
func (c *Sweeps) Chips(by bool) (out []sweepChip) {
	name, _ := c.part(by)
	if !c.doc().Open {
		return nil
	}
	if name == sweep.Scheme {
		for i, l := range c.m.Compare.Lanes {
			out = append(out, sweepChip{strconv.Itoa(i + 1), l.Title, l.Title})
		}
		return out
	}
	f := scenario.Lookup(name)
	if f == nil {
		return nil
	}
	list := f.Suggestions()
	if f.Kind == scenario.Text && len(list) < 2 { // nothing to choose from
		return nil
	}
	if f.Kind == scenario.Bool {
		list = []scenario.Option{{Name: "false", Label: T("off")}, {Name: "true", Label: T("on")}}
	}
	can := c.options(by, name)
	for _, o := range list {
		if slices.ContainsFunc(can, func(x scenario.Option) bool { return x.Name == o.Name }) || slices.Contains(c.list(by), o.Name) {
			out = append(out, sweepChip{o.Name, o.Name, D(o.Label)})
		}
	}
	return out
}

// sweepOptions are what options has found, and for what.
type sweepOptions struct {
	name string
	in   []scenario.Scenario
	list []scenario.Option
}

// options are the values of a menu that can run. They are kept, as to find whether a value can may take a while.
func (c *Sweeps) options(by bool, name string) []scenario.Option {
	k := &c.found[0]
	if by {
		k = &c.found[1]
	}
	if in := c.others(by); k.name != name || !slices.EqualFunc(k.in, in, scenario.Scenario.Equal) {
		*k = sweepOptions{name, in, sweep.Options(in, name)}
	}
	return k.list
}

// part is the field and the values of the axis or of the curves.
func (c *Sweeps) part(by bool) (name, values string) {
	c.doc()
	if by {
		return c.form.By, c.form.ByValues
	}
	return c.form.X, c.form.XValues
}

// list are the values that are written.
func (c *Sweeps) list(by bool) (out []string) {
	name, values := c.part(by)
	if name == sweep.Scheme { // a link may have written 1..3; what is no number of one is left out, as nobody could take it out
		chosen, _ := sweep.SchemeNumbers(len(c.m.Compare.Lanes), values)
		for _, i := range chosen {
			out = append(out, strconv.Itoa(i+1))
		}
		return out
	}
	for v := range strings.SplitSeq(values, ",") {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// On says whether a value is among those written.
func (c *Sweeps) On(by bool, value string) string {
	return strconv.FormatBool(slices.Contains(c.list(by), value))
}

// Hint says what the values of a field may be.
func (c *Sweeps) Hint(by bool) string {
	name, _ := c.part(by)
	f := scenario.Lookup(name)
	switch {
	case name == sweep.Scheme:
		return T("The schemes of the comparison, each with its own settings.")
	case f == nil:
		return ""
	}
	text := D(f.Doc)
	switch f.Kind {
	case scenario.Int, scenario.Decimal:
		text = T("{0}; a list, or first..last:step", rangeOf(f))
	}
	return text
}

// Refused says whether a part of the form is refused.
func (c *Sweeps) Refused(part string) bool { return c.doc().Part == part }

// Invalid is that for aria-invalid.
func (c *Sweeps) Invalid(part string) string { return strconv.FormatBool(c.Refused(part)) }

// Own is what the scenario has, shown where nothing is written.
func (c *Sweeps) Own(name string) string { return c.m.Scenario.Get(name) }

// CurvesAre names what the buttons of the curves choose.
func (c *Sweeps) CurvesAre() string {
	if c.Form().By == sweep.Scheme {
		return T("Schemes compared")
	}
	return T("Values of the curves")
}

// Written says whether the curves' values are written, and not chosen only.
func (c *Sweeps) Written() bool { f := c.Form(); return f.By != "" && f.By != sweep.Scheme }

// Held says whether a field is set by the axis or the curves already.
func (c *Sweeps) Held(name string) bool { f := c.Form(); return f.X == name || f.By == name }

// Outline says what will be run.
func (c *Sweeps) Outline() string {
	d := c.doc()
	if d.Part != "" {
		return ""
	}
	workers := nCores(min(d.Workers, max(d.Runs, 1)))
	runs := nRuns(d.Runs)
	of := ""
	if x := &c.m.Compare; d.Form.By != sweep.Scheme && x.Comparing() && x.Selected < len(x.Lanes) {
		of = " " + T("Of the schemes compared, {0} is swept; another one once it is chosen.", x.Lanes[x.Selected].Title)
	}
	switch {
	case d.UntilUS < 0:
		return T("{0}, each until its program has ended, on {1}.", runs, workers) + of
	case d.FromUS < 0:
		return T("{0} of {1} µs, on {2}.", runs, plainNumber(d.UntilUS), workers) + of
	}
	return T("{0} of {1} µs, measured from {2} µs on, on {3}.", runs, plainNumber(d.UntilUS), plainNumber(d.FromUS), workers) + of
}

// Go is what the button that starts says.
func (c *Sweeps) Go() string {
	d := c.doc()
	switch {
	case d.Running:
		return T("Stop")
	case d.Same && d.Strange > 0:
		return T("Start")
	case d.Same && d.Done == d.Of && d.Of > 0:
		return T("All done")
	case d.Same && d.Done > 0:
		return T("Go on")
	}
	return T("Start")
}

// Off says whether there is nothing to start.
func (c *Sweeps) Off() bool {
	d := c.doc()
	return !d.Running && (d.Part != "" || d.Runs == 0 || d.Same && d.Done == d.Of && d.Strange == 0)
}

// Said is what has just been copied, saved or read.
func (c *Sweeps) Said() string { return c.said(c.m, c.doc().Open) }

// Some says whether there are results, or will be.
func (c *Sweeps) Some() bool { d := c.doc(); return d.Of > 0 }

// Told is the progress for those who listen: its beginning, its quarters and its end. Of runs several may end in a second.
func (c *Sweeps) Told() string {
	d := c.doc()
	if !d.Running || d.Of == 0 {
		return c.Progress()
	}
	quarters := 4 * d.Done / d.Of
	return T("{0} of {1} runs done", strconv.Itoa((quarters*d.Of+3)/4), strconv.Itoa(d.Of)) + "."
}

// Progress is the state of the results in words.
func (c *Sweeps) Progress() string {
	d := c.doc()
	if d.Of == 0 {
		return ""
	}
	text := T("{0} of {1} runs done", strconv.Itoa(d.Done), strconv.Itoa(d.Of))
	if n := len(d.Failures) + d.More; n > 0 {
		text += ", " + lang.N(n, "1 failed", "{0} failed")
	}
	if n := d.Deadlocks; n > 0 {
		text += ", " + lang.N(n, "1 ended by a deadlock", "{0} ended by a deadlock")
	}
	switch {
	case d.Running && d.RestS >= 0:
		text += ", " + T("about {0} left", roughTime(d.RestS))
	case !d.Running && d.Done < d.Of:
		text += ", " + T("stopped")
	}
	if d.Before > 0 {
		text += ". " + lang.N(d.Before, "1 of {1} runs is from before the reload", "{0} of {1} runs are from before the reload", strconv.Itoa(d.Of))
	}
	if d.Brought > 0 {
		text += ". " + lang.N(d.Brought, "1 of {1} runs is from files", "{0} of {1} runs are from files", strconv.Itoa(d.Of))
		if d.Others > 0 {
			text += ", " + lang.N(d.Others, "1 more is known, for other values in the form or the panel", "{0} more are known, for other values in the form or the panel")
		}
	}
	if d.Strange > 0 {
		text += ". " + lang.N(d.Strange, "1 of {1} runs is of another engine ({2}), whose numbers differ; Start runs it anew", "{0} of {1} runs are of another engine ({2}), whose numbers differ; Start runs them anew", strconv.Itoa(d.Of), d.Version)
	}
	if !d.Same && !d.Running {
		text += ". " + T("These are the results of the sweep before; Start replaces them")
	}
	return text + "."
}

// MoreFailures tells of those that are not listed.
func (c *Sweeps) MoreFailures() string {
	if n := c.doc().More; n > 0 {
		return T("and {0} more", strconv.Itoa(n))
	}
	return ""
}

// SweepOpener is the button that opens the dialog, and tells how far a sweep is while it is closed. Its
// template is sweep-opener.vugu.
type SweepOpener struct {
	m *Model
	a Actions
}

// Text is what it says.
func (c *SweepOpener) Text() string {
	if d := &c.m.Sweep; d.Running {
		return T("Sweep: {0} of {1} runs", strconv.Itoa(d.Done), strconv.Itoa(d.Of))
	}
	return T("Load sweep…")
}

func (c *SweepOpener) OnSweep(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowSweep(true) }) }

func nRuns(n int) string {
	if n == 1 {
		return T("1 run")
	}
	return T("{0} runs", strconv.Itoa(n))
}

func nCores(n int) string {
	if n == 1 {
		return T("one core")
	}
	return T("{0} cores", strconv.Itoa(n))
}

func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// roughTime is a wall time in words, roughly.
func roughTime(s float64) string {
	switch n := int(s + .5); {
	case n < 90:
		return T("{0} s", strconv.Itoa(max(n, 1)))
	case n < 90*60:
		return T("{0} min", strconv.Itoa((n+30)/60))
	default:
		return T("{0} h", strconv.FormatFloat(s/3600, 'f', 1, 64))
	}
}

func (c *Sweeps) sync(el js.Value) { guard(c.m, func() { c.follow(el, c.doc().Open) }) }

// set takes a changed form over, and has the page look at it: at once, or when a person has stopped typing.
func (c *Sweeps) set(e vugu.DOMEvent, typed bool, change func(*sweep.Form)) {
	guard(c.m, func() {
		c.doc()
		change(&c.form)
		c.wait.stop()
		if typed {
			c.wait.start(e.EventEnv(), waitValid, func() { c.a.SetSweep(c.written()) })
			return
		}
		c.a.SetSweep(c.written())
	})
}

func (c *Sweeps) OnX(e vugu.DOMEvent) {
	name := value(e)
	c.set(e, false, func(f *sweep.Form) {
		if f.X = name; f.By == name {
			f.By, f.ByValues = "", ""
		}
		f.XValues = sweep.Suggest(c.m.Scenario, name, sweep.MaxRuns)
	})
}

func (c *Sweeps) OnBy(e vugu.DOMEvent) {
	name := value(e)
	c.set(e, false, func(f *sweep.Form) {
		if f.By, f.ByValues = name, sweep.Suggest(c.m.Scenario, name, sweep.MaxCurves); name == sweep.Scheme {
			f.ByValues = AllSchemes(len(c.m.Compare.Lanes))
		}
	})
}

func (c *Sweeps) OnXValues(e vugu.DOMEvent) {
	text := value(e)
	c.set(e, true, func(f *sweep.Form) { f.XValues = text })
}

func (c *Sweeps) OnByValues(e vugu.DOMEvent) {
	text := value(e)
	c.set(e, true, func(f *sweep.Form) { f.ByValues = text })
}

func (c *Sweeps) OnSeeds(e vugu.DOMEvent) {
	text := value(e)
	c.set(e, true, func(f *sweep.Form) { f.Seeds = text })
}

func (c *Sweeps) OnWarmup(e vugu.DOMEvent) {
	text := value(e)
	c.set(e, true, func(f *sweep.Form) { f.Warmup = text })
}

func (c *Sweeps) OnUntil(e vugu.DOMEvent) {
	text := value(e)
	c.set(e, true, func(f *sweep.Form) { f.Until = text })
}

// OnChip adds a value, or takes it out. Schemes stay in the comparison's order.
func (c *Sweeps) OnChip(e vugu.DOMEvent, by bool, value string) {
	list := c.list(by)
	if i := slices.Index(list, value); i >= 0 {
		list = slices.Delete(list, i, i+1)
	} else {
		list = append(list, value)
	}
	if name, _ := c.part(by); name == sweep.Scheme {
		slices.Sort(list)
	}
	c.set(e, false, func(f *sweep.Form) {
		if by {
			f.ByValues = strings.Join(list, ",")
		} else {
			f.XValues = strings.Join(list, ",")
		}
	})
}

// OnGo starts, goes on or stops. What has just been typed counts.
func (c *Sweeps) OnGo(vugu.DOMEvent) {
	guard(c.m, func() {
		if c.doc().Running {
			c.a.StopSweep()
			return
		}
		c.wait.stop()
		c.a.SetSweep(c.written())
		c.a.StartSweep()
	})
}

func (c *Sweeps) OnPause(e vugu.DOMEvent) {
	guard(c.m, func() { c.a.PauseForSweep(e.PropBool("target", "checked")) })
}

func (c *Sweeps) OnOpen(vugu.DOMEvent) { guard(c.m, func() { c.a.OpenResults() }) }

func (c *Sweeps) OnCopy(what string) { guard(c.m, func() { c.a.CopySweep(what) }) }

// OnCancel is Escape, or the browser's own way to close.
func (c *Sweeps) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowSweep(false)
	})
}

func (c *Sweeps) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowSweep(false) }) }

// Default is the time at which runs end if nothing is written.
func (c *Sweeps) Default() string {
	if c.doc().UntilUS < 0 {
		return T("as long as they take")
	}
	return strconv.FormatInt(point.Default/engine.Microsecond, 10)
}

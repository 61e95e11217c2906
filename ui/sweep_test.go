package ui

// The dialog of sweeps in words.

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/html"
)

func (p *fakePage) ShowSweep(on bool) {
	p.note("sweep")
	p.Sweep.Open = on
}
func (p *fakePage) SetSweep(f sweep.Form) { p.note("form", f.Spec()) }
func (p *fakePage) StartSweep()           { p.note("start") }
func (p *fakePage) StopSweep()            { p.note("stop") }
func (p *fakePage) OpenResults()          { p.note("open") }
func (p *fakePage) PauseForSweep(bool)    { p.note("rest") }
func (p *fakePage) CopySweep(what string) { p.note("copy", what) }

// The dialog says what will be run, how far it is, and what its button does.
func TestSweepWords(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	for _, x := range []struct {
		d                     Sweep
		button, outline, says string
		off                   bool
	}{
		{Sweep{Runs: 10, FromUS: 20, UntilUS: 1500, Workers: 2}, "Start", "10 runs of 1500 µs, measured from 20 µs on, on 2 cores.", "", false},
		{Sweep{Runs: 1, FromUS: -1, UntilUS: 0.5, Workers: 8}, "Start", "1 run of 0.5 µs, on one core.", "", false},
		{Sweep{Runs: 2, UntilUS: -1, Workers: 1}, "Start", "2 runs, each until its program has ended, on one core.", "", false},
		{Sweep{Part: sweep.PartX, Refusal: "no"}, "Start", "", "", true},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Running: true, Done: 3, Of: 9, RestS: 200}, "Stop", "9 runs of 1 µs", "3 of 9 runs done, about 3 min left.", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Done: 3, Of: 9, RestS: -1, Failures: []string{"x"}, More: 2}, "Go on", "", "3 of 9 runs done, 3 failed, stopped.", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Done: 9, Of: 9}, "All done", "", "9 of 9 runs done.", true},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Done: 9, Of: 9, Deadlocks: 2}, "All done", "", "9 of 9 runs done, 2 ended by a deadlock.", true},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Running: true, Done: 3, Of: 9, RestS: -1}, "Stop", "", "3 of 9 runs done.", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Running: true, Done: 3, Of: 9, RestS: .2}, "Stop", "", ", about 1 s left.", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Running: true, Done: 3, Of: 9, RestS: 89.4}, "Stop", "", ", about 89 s left.", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Running: true, Done: 3, Of: 9, RestS: 89.6}, "Stop", "", ", about 2 min left.", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Running: true, Done: 3, Of: 9, RestS: 2.5 * 3600}, "Stop", "", ", about 2.5 h left.", false},
		{Sweep{Runs: 8, UntilUS: 1, Done: 9, Of: 9}, "Start", "", "Start replaces them", false},
		{Sweep{Runs: 9, UntilUS: 1, Same: true, Done: 3, Of: 9, RestS: -1, Before: 3}, "Go on", "", "3 of 9 runs done, stopped. 3 of 9 runs are from before the reload.", false},
	} {
		p.Sweep = x.d
		if got := c.Go(); got != x.button || c.Off() != x.off {
			t.Errorf("%+v: the button says %q, off %v", x.d, got, c.Off())
		}
		if got := c.Outline(); !strings.HasPrefix(got, x.outline) {
			t.Errorf("%+v: %q", x.d, got)
		}
		if got := c.Progress(); !strings.Contains(got, x.says) || (x.d.Of == 0) != (got == "") {
			t.Errorf("%+v: %q", x.d, got)
		}
	}
}

// One of something is told as one.
func TestSweepTellsOfOne(t *testing.T) {
	defer lang.Set("en")
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	for n, want := range map[int][2]string{
		1: {"2 of 4 runs done, 1 failed, 1 ended by a deadlock, stopped. 1 of 4 runs is from before the reload. 1 of 4 runs is from files, 1 more is known, for other values in the form or the panel. 1 of 4 runs is of another engine (v1), whose numbers differ; Start runs it anew.",
			"2 de 4 ejecuciones hechas, 1 fallida, 1 terminada por un interbloqueo, detenido. 1 de 4 ejecuciones es de antes de recargar. 1 de 4 ejecuciones es de archivos, se conoce 1 más, para otros valores del formulario o del panel. 1 de 4 ejecuciones es de otro motor (v1), cuyos números difieren; Empezar la ejecuta de nuevo."},
		2: {"2 of 4 runs done, 2 failed, 2 ended by a deadlock, stopped. 2 of 4 runs are from before the reload. 2 of 4 runs are from files, 2 more are known, for other values in the form or the panel. 2 of 4 runs are of another engine (v1), whose numbers differ; Start runs them anew.",
			"2 de 4 ejecuciones hechas, 2 fallidas, 2 terminadas por un interbloqueo, detenido. 2 de 4 ejecuciones son de antes de recargar. 2 de 4 ejecuciones son de archivos, se conocen 2 más, para otros valores del formulario o del panel. 2 de 4 ejecuciones son de otro motor (v1), cuyos números difieren; Empezar las ejecuta de nuevo."},
	} {
		p.Sweep = Sweep{Same: true, Done: 2, Of: 4, More: n, Deadlocks: n, Before: n, Brought: n, Others: n, Strange: n, Version: "v1"}
		for i, tag := range []string{"en", "es"} {
			lang.Set(tag)
			if got := c.Progress(); got != want[i] {
				t.Errorf("%d, %s:\n got %s\nwant %s", n, tag, got, want[i])
			}
		}
	}
}

// Buttons and the dialogs that they open have one name.
func TestDialogsAreCalledAsTheirButtons(t *testing.T) {
	p := newPage(t)
	doc := p.html(t)
	for _, of := range []string{"sweep", "export"} {
		if title, opener := text(find(doc, func(n *html.Node) bool { return attr(n, "id") == of+"-title" })[0]), text(one(t, doc, "open-"+of)); title+"…" != opener {
			t.Errorf("%q opens %q", opener, title)
		}
	}
}

// Dialogs show the notes that come while they are open, the same one once more, too, and none from before, which is not about them.
func TestDialogsShowTheirNotes(t *testing.T) {
	p := newPage(t)
	dialogs := []interface{ Said() string }{newSweeps(&p.Model, p), newPapers(&p.Model, p), &Help{m: &p.Model, a: p}, &TourHall{m: &p.Model, a: p}, &Share{m: &p.Model, a: p}, newExporter(&p.Model, p)}
	open := func(on bool) {
		p.Sweep.Open, p.Papers, p.Help, p.Tour.Hall, p.Share.Open, p.Model.Export.Open = on, on, on, on, on, on
	}
	say := func(text string) { p.Note, p.Noted = text, p.Noted+1 }
	tell := func(when, want string) {
		t.Helper()
		for _, d := range dialogs {
			if got := d.Said(); got != want {
				t.Errorf("%s: %T says %q, want %q", when, d, got, want)
			}
		}
	}
	say("Link copied")
	tell("closed", "")
	open(true)
	tell("opened", "")
	say("Link copied")
	tell("copied", "Link copied")
	p.Note = ""
	tell("later", "")
	say("4 results read")
	open(false)
	tell("closed again", "")
	say("5 results read") // opened by what is said
	open(true)
	tell("opened by it", "5 results read")
	open(false)
	p.html(t)
	open(true)
	say("6 results read")
	doc := p.html(t)
	for _, id := range []string{"sweep-said", "papers-said", "help-said", "tours-said", "share-done", "export-saved"} {
		if got := text(one(t, doc, id)); got != "6 results read" {
			t.Errorf("%s shows %q", id, got)
		}
	}
}

// Who listens to a sweep hears of its quarters, however many runs it has, and then how it has ended.
func TestSweepIsHeardByQuarters(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	var said []string
	for done := 0; done <= 162; done++ {
		p.Sweep = Sweep{Runs: 162, UntilUS: 1, Same: true, Running: done < 162, Done: done, Of: 162, RestS: float64(162 - done)}
		if s := c.Told(); len(said) == 0 || said[len(said)-1] != s {
			said = append(said, s)
		}
	}
	if got := strings.Join(said, " "); got != "0 of 162 runs done. 41 of 162 runs done. 81 of 162 runs done. 122 of 162 runs done. 162 of 162 runs done." {
		t.Error(got)
	}
}

// Times take a decimal comma, as the panel's do: a telephone may have no other key. What stands in the field stays as it is typed.
func TestSweepTakesACommaInTimes(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	p.Sweep.Rev, p.Sweep.Form = 1, sweep.DefaultForm
	c.doc()
	c.form.Warmup, c.form.Until = "2,5", "20,25"
	c.OnChip(nil, false, "0.15")
	if got := p.calls[len(p.calls)-1]; !strings.Contains(got, "warmup=2.5;until=20.25") || c.Form().Until != "20,25" {
		t.Errorf("%s; the field has %s", got, c.Form().Until)
	}
}

// Beside others the scheme that is chosen is swept, and the dialog names it.
func TestSweepNamesTheScheme(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	p.Sweep = Sweep{Runs: 2, FromUS: 1, UntilUS: 2, Workers: 1}
	if got := c.Outline(); strings.Contains(got, "scheme") {
		t.Errorf("alone: %q", got)
	}
	p.Compare.Lanes, p.Compare.Selected = lanes(), 1
	if got := c.Outline(); !strings.HasSuffix(got, "Of the schemes compared, "+lanes()[1].Title+" is swept; another one once it is chosen.") {
		t.Errorf("compared: %q", got)
	}
	p.Sweep.Rev, p.Sweep.Form = 1, sweep.Form{X: "load", XValues: "1", By: sweep.Scheme, ByValues: "1,2"}
	if got := c.Outline(); strings.Contains(got, "scheme") {
		t.Errorf("with a curve for each: %q", got)
	}
}

// Beside others each scheme can have a curve, under its name in the comparison; what they differ in is not swept then.
func TestSweepOffersSchemes(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	p.Sweep = Sweep{Open: true, Rev: 1, Form: sweep.Form{X: "load", XValues: "0.1..1:0.1"}}
	names := func(by bool) (out []string) {
		for _, f := range c.Fields(by) {
			out = append(out, f.Name)
		}
		return out
	}
	if slices.Contains(names(true), sweep.Scheme) {
		t.Error("schemes are offered where none are compared")
	}
	p.Compare.Lanes = lanes()
	if slices.Contains(names(false), sweep.Scheme) || names(true)[0] != sweep.Scheme || !slices.Contains(names(false), "queuing") {
		t.Errorf("offered are %q and %q", names(false), names(true))
	}
	p.Sweep.Rev, p.Sweep.Form.By, p.Sweep.Form.ByValues = 2, sweep.Scheme, AllSchemes(len(lanes()))
	if got := names(false); slices.Contains(got, "queuing") || !slices.Contains(got, "load") || c.Written() {
		t.Errorf("along the axis goes one of %q", got)
	}
	chips := c.Chips(true)
	if len(chips) != len(lanes()) || chips[1].Value != "2" || chips[1].Text != lanes()[1].Title || c.On(true, "2") != "true" || c.CurvesAre() != "Schemes compared" {
		t.Errorf("%+v", chips)
	}
	// However a link writes them, a click takes one out or puts it in: there is nothing else to change them by.
	for i, x := range []struct{ written, click, want string }{
		{"1..2", "1", "2"}, {"2", "1", "1,2"}, {"2,1", "2", "1"}, {"2;1", "1", "2"}, {" 1", "1", ""}, {"1,9", "1", "1"}, {"1,1", "2", "2"}, {"", "2", "2"},
	} {
		p.Sweep.Rev, p.Sweep.Form.ByValues = 3+i, x.written
		if c.OnChip(nil, true, x.click); c.Form().ByValues != x.want {
			t.Errorf("scheme=%s, a click on %s: %q, want %q", x.written, x.click, c.Form().ByValues, x.want)
		}
	}
}

// The values offered are those that can run with what is on the screen, or with what the other part says, and those written.
func TestSweepOffersWhatCanRun(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	p.Model.Scenario = scenario.Default() // a fat tree
	for i, x := range []struct{ x, values, has, hasNot string }{
		{"load", "1", "dmodk", "dor"},
		{"network", "rlft-8x3,torus-4x4", "dor", "self"},
		{"network", "rlft-8x3,nowhere", "dmodk", "dor"},
	} {
		p.Sweep = Sweep{Open: true, Rev: i + 1, Form: sweep.Form{X: x.x, XValues: x.values, By: "routing", ByValues: "dmodk,adaptive"}}
		var got []string
		for _, o := range c.Chips(true) {
			got = append(got, o.Value)
		}
		if !slices.Contains(got, x.has) || slices.Contains(got, x.hasNot) {
			t.Errorf("%s=%s: routings %q", x.x, x.values, got)
		}
	}
	p.Sweep = Sweep{Open: true, Rev: 8, Form: sweep.Form{X: "network", XValues: "rlft-8x3", By: "hotspots", ByValues: "auto"}}
	var networks []string
	for _, o := range c.Chips(false) {
		networks = append(networks, o.Value)
	}
	if !slices.Contains(networks, "rlft-12x3") || slices.Contains(networks, "torus-4x4") { // which has no D-mod-K
		t.Errorf("networks %q", networks)
	}
	if got := c.Chips(true); got != nil {
		t.Errorf("a text with one common value has a button for it: %+v", got)
	}
	p.Sweep.Rev, p.Sweep.Form.By, p.Sweep.Form.ByValues = 9, "routing", "dmodk,self"
	if got := c.Chips(true); !slices.ContainsFunc(got, func(o sweepChip) bool { return o.Value == "self" }) {
		t.Errorf("what is written cannot be taken out: %+v", got)
	}
}

// What the page says of the form replaces what is written only when it changes it itself.
func TestSweepForm(t *testing.T) {
	p := newPage(t)
	c := newSweeps(&p.Model, p)
	p.Sweep = Sweep{Open: true, Rev: 1, Form: sweep.Form{X: "load", XValues: "0.1..1:0.1"}}
	if c.Form().XValues != "0.1..1:0.1" {
		t.Fatalf("%+v", c.Form())
	}
	c.form.XValues = "0.5"
	if p.Sweep.Done = 1; c.Form().XValues != "0.5" {
		t.Errorf("what is being written was overwritten: %+v", c.Form())
	}
	c.form.By, c.form.ByValues = "queuing", "1q,dbbm"
	chips := c.Chips(true)
	if len(chips) < 4 || c.On(true, "dbbm") != "true" || c.On(true, chips[len(chips)-1].Value) != "false" || c.Chips(false) != nil {
		t.Errorf("%+v", chips)
	}
	names := map[string]bool{}
	for _, f := range c.Fields(true) {
		names[f.Name] = true
	}
	if !names["load"] || !names["queuing"] || !names["network"] {
		t.Errorf("fields %v", names)
	}
}

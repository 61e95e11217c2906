package ui

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestButtons(t *testing.T) {
	p := newPage(t)
	p.BannerAction, p.Banner = "Restart engine", "x"
	tr, view := p.root.transport.b.(*Transport), p.root.view.b.(*View)
	banner, gallery := p.root.banner.b.(*Banner), p.root.gallery.b.(*Gallery)
	trees, help := p.root.trees.b.(*Trees), p.root.help.b.(*Help)
	e := p.on()
	tr.OnPlay(e) // it runs
	tr.OnPlay(e)
	tr.OnStep(e)
	tr.OnRestart(e)
	tr.OnFaster(e)
	tr.OnSlower(e)
	tr.OnSpeed(p.on("value", "1000000"))
	tr.OnSpeed(p.on("value", "fast"))
	view.OnFit(e)
	view.OnIn(e)
	view.OnOut(e)
	view.OnHelp(e)
	help.OnClose(e)
	help.OnKeys(p.on("checked", false))
	trees.OnTree(3)
	trees.OnTree(3)
	banner.OnAction(e)
	banner.OnDismiss(e)
	gallery.OnCopy(e)
	gallery.OnChoose(p.on("value", "uniform"))
	gallery.OnChoose(p.on("value", ""))
	look := p.root.picture.b.(*Picture)
	look.OnPackets(p.on("value", "age"))
	look.OnLinks(p.on("value", "utilisation"))
	look.OnLayout(p.on("value", Radial))
	look.OnPaper(p.on("value", ForPrint))
	want := []string{"pause", "play", "step", "restart", "speed 20000", "speed 10000", "speed 1000000", "fit", "zoom in", "zoom out",
		"help", "help", "keys false", "isolate 3", "isolate 0", "action", "dismiss", "copy", "preset uniform",
		"look packets age", "look links utilisation", "look layout circles", "look paper print"}
	if !reflect.DeepEqual(p.calls, want) {
		t.Errorf("calls:\n%q\nwant\n%q", p.calls, want)
	}
	doc := p.fresh(t)
	if got := selected(t, one(t, doc, "preset")); got != "uniform" {
		t.Errorf("the gallery shows %q", got)
	}
	if got := selected(t, one(t, doc, "speed")); got != "1000000" {
		t.Errorf("the speed menu shows %q", got)
	}
}

func TestControlsSetTheirFields(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(p *fakePage, f *Field)
		fld  string
		want []string
	}{
		{"choose", func(p *fakePage, f *Field) { f.OnSelect(p.on("value", "adaptive")) }, "routing", []string{"set routing adaptive"}},
		{"choose Other", func(p *fakePage, f *Field) { f.OnSelect(p.on("value", other)) }, "network", nil},
		{"tick", func(p *fakePage, f *Field) { f.OnCheck(p.on("checked", true)) }, "voq", []string{"set voq true"}},
		{"untick", func(p *fakePage, f *Field) { f.OnCheck(p.on("checked", false)) }, "voq", []string{"set voq false"}},
		{"type and leave", func(p *fakePage, f *Field) { f.OnInput(p.on("value", "0.5")); f.OnChange(p.on("value", "0.5")) }, "load", []string{"set load 0.5"}},
		{"Enter", func(p *fakePage, f *Field) { f.OnKey(p.on("key", "Enter", "value", "7")) }, "seed", []string{"set seed 7"}},
		{"Enter on the same value", func(p *fakePage, f *Field) { f.OnKey(p.on("key", "Enter", "value", "1")) }, "seed", nil},
		{"refused", func(p *fakePage, f *Field) { f.OnChange(p.on("value", "2")) }, "load", []string{"set load 2"}},
		{"refused, then Escape", func(p *fakePage, f *Field) {
			f.OnChange(p.on("value", "2"))
			f.OnKey(p.on("key", "Escape", "value", "2"))
		}, "load", []string{"set load 2", "set load 1"}},
		{"reset", func(p *fakePage, f *Field) { f.OnReset(p.on()) }, "seed", []string{"set seed 1"}},
		{"another key", func(p *fakePage, f *Field) { f.OnKey(p.on("key", "5", "value", "15")) }, "seed", nil},
	} {
		p := newPage(t)
		c.do(p, p.field(t, c.fld))
		if !reflect.DeepEqual(p.calls, c.want) {
			t.Errorf("%s: %q, want %q", c.name, p.calls, c.want)
		}
	}
}

func TestOtherOpensTheInput(t *testing.T) {
	p := newPage(t)
	p.field(t, "network").OnSelect(p.on("value", other))
	doc := p.html(t)
	if !visible(one(t, doc, "network-custom")) || selected(t, one(t, doc, "network")) != other {
		t.Error("“Other…” does not open the input")
	}
	p.field(t, "network").OnSelect(p.on("value", "rlft-4x3"))
	doc = p.fresh(t)
	if visible(one(t, doc, "network-custom")) || selected(t, one(t, doc, "network")) != "rlft-4x3" {
		t.Error("choosing an entry does not close the input")
	}
}

func TestTypingIsTriedAfterAWhile(t *testing.T) {
	p := newPage(t)
	f := p.field(t, "load")
	p.ee.Lock() // handlers run under the lock
	f.OnInput(p.on("value", "0."))
	f.OnInput(p.on("value", "0.5"))
	if f.Text() != "0.5" || len(p.calls) != 0 {
		t.Errorf("while typing the input shows %q, calls %q", f.Text(), p.calls)
	}
	p.ee.Unlock()
	for i := 0; i < 200; i++ {
		time.Sleep(10 * time.Millisecond)
		p.ee.RLock()
		n := len(p.calls)
		p.ee.RUnlock()
		if n > 0 {
			break
		}
	}
	p.ee.Lock()
	defer p.ee.Unlock()
	if !reflect.DeepEqual(p.calls, []string{"set load 0.5"}) {
		t.Errorf("calls %q", p.calls)
	}
	if f.Text() != "0.5" {
		t.Errorf("the input shows %q", f.Text())
	}
	// A text that means the value stays as it is typed, until the value comes from elsewhere.
	f.write("0.50")
	p.load(p.Scenario.Must("load", "0.50"))
	if f.Text() != "0.50" {
		t.Errorf("typed 0.50 turns into %q under the cursor", f.Text())
	}
	p.load(p.Scenario.Must("load", "0.9"))
	if f.Text() != "0.9" {
		t.Errorf("after an undo the input shows %q", f.Text())
	}
}

// A decimal comma is a point; what may be a thousand is refused as it was typed.
func TestDecimalComma(t *testing.T) {
	for text, want := range map[string]string{"0,5": "0.5", " 0,125": "0.125", "1,5": "1.5", "12,": "12.", "1,000": "1,000", "1,5,5": "1,5,5", "1,000.5": "1,000.5", "0.5": "0.5", "": ""} {
		if got := Pointed(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	p := newPage(t)
	p.field(t, "load").try("0,5")
	p.field(t, "vcs").try("1,5")
	if got, want := p.calls, []string{"set load 0.5", "set vcs 1,5"}; !reflect.DeepEqual(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
	f := p.field(t, "load")
	f.write("0,50")
	if p.load(p.Scenario.Must("load", "0.5")); f.Text() != "0,50" {
		t.Errorf("typed 0,50 turns into %q under the cursor", f.Text())
	}
}

// What was being typed is not tried on a value that has come from elsewhere meanwhile, as by an undo or a link.
func TestTypingEndsWhereTheValueChanges(t *testing.T) {
	for _, typed := range []func(p *fakePage, f *Field){
		func(p *fakePage, f *Field) { f.OnInput(p.on("value", "0.5")) },
		func(p *fakePage, f *Field) { f.OnKey(p.on("key", "ArrowDown", "value", "0.55")) },
	} {
		p := newPage(t)
		f := p.field(t, "load")
		p.ee.Lock()
		typed(p, f)
		p.load(p.Scenario.Must("load", "0.9"))
		p.ee.Unlock()
		time.Sleep(waitValid + 200*time.Millisecond)
		p.ee.Lock()
		if len(p.calls) != 0 || f.Text() != "0.9" {
			t.Errorf("calls %q, and the input shows %q", p.calls, f.Text())
		}
		p.ee.Unlock()
	}
}

func TestArrowKeysStep(t *testing.T) {
	for _, c := range []struct {
		field, text, want string
		n                 float64
	}{
		{"load", "1", "1.05", 1},
		{"load", "1", "0.5", -10},
		{"load", "1.2", "1.2", 1},
		{"load", "", "1.05", 1},
		{"load", "0.1", "0.15", 1},
		{"seed", "7", "8", 1},
		{"seed", "0", "0", -1},
		{"vcs", "9", "16", 10},
		{"buffer", "192", "191", -1},
		{"buffer", "0.5", "0.0625", -1},
		{"delay", "6.5", "7.5", 1},
	} {
		p := newPage(t)
		if got := step(p.field(t, c.field).f, c.text, c.n); got != c.want {
			t.Errorf("%s %q by %v: %s, want %s", c.field, c.text, c.n, got, c.want)
		}
	}
	p := newPage(t)
	f, e := p.field(t, "seed"), p.on("key", "ArrowUp", "shiftKey", true, "value", "7")
	f.OnKey(e)
	f.wait.stop()
	if !e.prevented || f.Text() != "17" {
		t.Errorf("Shift and arrow up: %q, prevented %v", f.Text(), e.prevented)
	}
}

func TestAPanicInAHandlerBecomesABanner(t *testing.T) {
	p := newPage(t)
	guard(&p.Model, func() { panic("boom") })
	if !strings.Contains(p.Banner, "boom") {
		t.Errorf("banner %q", p.Banner)
	}
	p.Banner = ""
	guard(&p.Model, func() { var m map[string]int; m["x"] = 1 })
	if !strings.Contains(p.Banner, "nil map") {
		t.Errorf("banner %q", p.Banner)
	}
}

func TestGroupsFold(t *testing.T) {
	p := newPage(t)
	if len(p.root.groups) == 0 {
		t.Fatal("no groups")
	}
	for _, g := range p.root.groups {
		if g.open == closed[g.Name] {
			t.Errorf("%s: open %v at first", g.Name, g.open)
		}
		was, e := g.open, p.on()
		g.OnToggle(e)
		if g.open == was || !e.prevented {
			t.Errorf("%s does not fold", g.Name)
		}
	}
}

// What rests is not rendered again; what has changed, or has been touched, is.
func TestOnlyChangesAreRendered(t *testing.T) {
	p := newPage(t)
	p.html(t)
	again := p.html(t)
	for _, id := range []string{"load", "network", "play", "sim-time", "preset"} {
		if len(byTestID(again, id)) != 0 {
			t.Errorf("%s is rendered again", id)
		}
	}
	p.SetField("load", "0.5")
	if got := attr(one(t, p.html(t), "load"), "value"); got != "0.5" {
		t.Errorf("a change is not rendered: %q", got)
	}
	p.html(t)
	p.Frame.TimePS = 5_000_000
	doc := p.html(t)
	if len(byTestID(doc, "sim-time")) != 1 || len(byTestID(doc, "load")) != 0 {
		t.Error("a new time renders the readouts, and only these")
	}
	p.field(t, "routing").OnSelect(p.on("value", "dmodk")) // no change in the model
	if len(byTestID(p.html(t), "routing")) != 1 {
		t.Error("a touched control is not set again")
	}
}

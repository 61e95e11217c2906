package ui

import (
	"reflect"
	"strings"
	"testing"

	"github.com/vugu/html"
)

func (p *fakePage) Pin(name string)        { p.note("pin", name) }
func (p *fakePage) Follow(on bool)         { p.note("follow") }
func (p *fakePage) LookAtTree(tree uint32) { p.note("look at", count(uint64(tree))) }

// Nothing pinned: no inspector. Something pinned: a labelled region with tables that have headers, and no live region.
func TestInspectorShowsWhatIsPinned(t *testing.T) {
	p := newPage(t)
	if visible(one(t, p.html(t), "inspector")) {
		t.Error("an inspector of nothing")
	}
	p.Inspection = Inspection{Name: "port:S1.0:3", Title: "S1.0 port 3", Lines: []string{"Blocked."}, Facts: []Fact{{"output busy", "43 %"}},
		Tables: []InspectTable{{ID: "input", Caption: "Input buffer", Head: []string{"Queue", "Packets"}, Rows: []InspectRow{{Name: "VC 0", Cells: []InspectCell{{"3 of 8", "bad"}}}, {Name: "4", Pin: "port:S1.0:4", Cells: []InspectCell{{"x", ""}}}}}},
		Why:    []Reasons{{"Why", []string{"DBBM: 5 mod 2 = 1 → VC 1"}}}}
	p.PinError = "“x” is no host"
	doc := p.html(t)
	box := one(t, doc, "inspector")
	if !visible(box) || attr(box, "aria-labelledby") != "inspector-title" || text(one(t, doc, "inspector-title")) != "S1.0 port 3" || attr(box, "data-pin") != "port:S1.0:3" {
		t.Error("the inspector is not shown, or has no name")
	}
	for _, want := range []string{"Blocked.", "output busy", "43 %", "Input buffer", "3 of 8", "DBBM: 5 mod 2 = 1 → VC 1"} {
		if !strings.Contains(text(box), want) {
			t.Errorf("it does not say %q: %s", want, text(box))
		}
	}
	scopes := all(box, func(n *html.Node) bool { return n.Data == "th" })
	for _, th := range scopes {
		if attr(th, "scope") == "" {
			t.Error("a header without a scope")
		}
	}
	if len(scopes) != 4 {
		t.Errorf("%d headers", len(scopes))
	}
	if live := all(box, func(n *html.Node) bool {
		return has(n, "aria-live") || attr(n, "role") == "status" || attr(n, "role") == "alert"
	}); len(live) > 0 {
		t.Error("numbers that run are announced")
	}
	if visible(one(t, doc, "inspector-follow")) {
		t.Error("the camera offers to follow a port")
	}
	if e := one(t, doc, "pin-error"); !visible(e) || text(e) != p.PinError || attr(one(t, doc, "pin-what"), "aria-invalid") != "true" {
		t.Error("the refusal is not shown")
	}
}

func TestFinderPins(t *testing.T) {
	p := newPage(t)
	f, in, trees := p.root.finder.b.(*Finder), p.root.inspector.b.(*Inspector), p.root.trees.b.(*Trees)
	f.OnWhat(p.on("value", "S2.14:2"))
	f.OnShow(p.on())
	f.OnWhatKey(p.on("key", "a", "value", "7"))
	f.OnWhatKey(p.on("key", "Enter", "value", "7"))
	f.OnSrc(p.on("value", "3"))
	f.OnDst(p.on("value", "60"))
	f.OnFlow(p.on())
	f.OnFlowKey(p.on("key", "Enter"))
	in.OnPin("host:4")
	in.OnFollow(p.on())
	in.OnClose(p.on())
	trees.OnLook(5)
	trees.OnLook(0)
	want := []string{"pin S2.14:2", "pin 7", "pin flow:3-60", "pin flow:3-60", "pin host:4", "follow", "pin ", "look at 5", "look at 0"}
	if !reflect.DeepEqual(p.calls, want) {
		t.Errorf("calls:\n%q\nwant\n%q", p.calls, want)
	}
}

package ui

import (
	"reflect"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// While a trace plays, what says how much is generated is out of sight, and progress is among the readouts.
func TestTraceInThePanel(t *testing.T) {
	p := newPage(t)
	doc := p.html(t)
	for _, id := range []string{"load", "generation", "source-queue", "warmup"} {
		if !visible(one(t, doc, id)) {
			t.Errorf("%s is hidden without a trace", id)
		}
	}
	for _, id := range []string{"records", "execution"} {
		if visible(one(t, doc, id)) {
			t.Errorf("%s shows without a trace", id)
		}
	}
	if s := text(one(t, doc, "trace")); !strings.Contains(s, "drop it anywhere") {
		t.Errorf("the panel says %q", s)
	}
	trace, err := vef.Ptrans(vef.Grid{P: 2, Q: 2, N: 64, NB: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, traffic := range []string{"PTRANS-8x16-5120-80", vef.Keep(trace)} {
		p := newPage(t)
		p.load(scenario.Default().Must("traffic", traffic))
		p.Frame.Records, p.Frame.RecordsDone, p.Frame.FinishPS = 9432, 1234, -1
		doc := p.html(t)
		for _, id := range []string{"load", "generation", "source-queue", "warmup", "hotspots"} {
			if visible(one(t, doc, id)) {
				t.Errorf("%s: %s shows", traffic, id)
			}
		}
		for id, want := range map[string]string{"records": "1234 of 9432 records", "execution": "running"} {
			if e := one(t, doc, id); !visible(e) || text(e) != want || has(e, "data-ns") {
				t.Errorf("%s: %s says %q, not %q", traffic, id, text(e), want)
			}
		}
		p.Frame.RecordsDone, p.Frame.FinishPS = 9432, 13_468_556_800
		if e := one(t, p.html(t), "execution"); text(e) != "13 468.557 µs" || attr(e, "data-ns") != "13468556.8" {
			t.Errorf("%s: the execution time is %q, %q", traffic, text(e), attr(e, "data-ns"))
		}
	}
	p.Trace = "Reading a.vef…"
	if s := text(one(t, p.html(t), "trace")); s != "Reading a.vef…" {
		t.Errorf("the panel says %q", s)
	}
	p.calls = nil
	for _, g := range p.root.groups {
		for _, s := range g.Stills {
			if c, ok := s.b.(*Trace); ok {
				c.OnChoose(p.on())
			}
		}
	}
	if want := []string{"trace"}; !reflect.DeepEqual(p.calls, want) {
		t.Errorf("calls %q", p.calls)
	}
}

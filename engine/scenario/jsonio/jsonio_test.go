package jsonio_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	_ "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/jsonio"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ in, query string }{
		{`{}`, ""},
		{"\ufeff" + `{"seed": 7}`, "seed=7"},
		{` { "seed" : 7 } ` + "\n", "seed=7"},
		{`{"seed": "7", "load": 0.50, "voq": true}`, "voq=true&load=0.5&seed=7"},
		{`{"queuing": "vftree", "preset": "hs10-1"}`, "preset=hs10-1&queuing=vftree"},
		{`{"load": 5e-1}`, "load=0.5"},
		{`{"load": 1e-06, "buffer": 1.28E+2}`, "load=0.000001&buffer=128"},
		{`{"seed": 1e3}`, "seed=1000"},
		{`{"seed": 7.0, "buffer": 64.00, "load": 0.5000000, "warmup": 10.0}`, "load=0.5&seed=7&buffer=64&warmup=10"},
		{`{"seed": 100, "load": 0.0, "buffer": 100}`, "load=0&seed=100&buffer=100"},
		{`{"seed": ` + "7" + strings.Repeat("0", 20) + `e-20}`, "seed=7"},
		{`{"seed": 0.` + strings.Repeat("0", 19) + `9e20}`, "seed=9"},
		{`{"seed": 9007199254740991}`, "seed=9007199254740991"},
		{`{"hotspots": "3,5", "traffic": "HS10-2"}`, "traffic=HS10-2&hotspots=3,5"},
	} {
		s, err := jsonio.Read(strings.NewReader(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
		} else if s.Query() != c.query {
			t.Errorf("%s: read as %q, want %q", c.in, s.Query(), c.query)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ in, field, says string }{
		{``, "", "not one whole JSON object"},
		{`[]`, "", "not one whole JSON object"},
		{`"seed"`, "", "not one whole JSON object"},
		{`{"seed": 7`, "", "not one whole JSON object"},
		{`{"seed": 7} {}`, "", "not one whole JSON object"},
		{`{"seed": 7} x`, "", "not JSON"},
		{`{"seed" 7}`, "", "not JSON"},
		{`{seed: 7}`, "", "not JSON"},
		{`{"sede": 7}`, "sede", "not a field"},
		{`{"ui.t": 7}`, "ui.t", "not a field"},
		{`{"seed": 7, "seed": 8}`, "seed", "twice"},
		{`{"seed": 7.5}`, "seed", "whole number"},
		{`{"seed": 7.50}`, "seed", "7.5"},
		{`{"seed": 1e99}`, "seed", "whole number"},
		{`{"load": 1e-999999999}`, "load", "number"},
		{`{"load": 1e999999999}`, "load", "number"},
		{`{"load": 1e9999999999999999999}`, "load", "number"},
		{`{"load": ` + strings.Repeat("1", 41) + `e0}`, "load", "number"},
		{`{"seed": null}`, "seed", "must be a text"},
		{`{"hotspots": [1, 2]}`, "hotspots", "must be a text"},
		{`{"load": 2}`, "load", "0–1.2"},
		{`{"preset": "none"}`, "preset", "hs10-1"},
		{`{"seed": ` + strings.Repeat(" ", jsonio.MaxBytes) + `7}`, "", "65536"},
		{strings.Repeat(`{"seed":`, 5000), "seed", "must be a text"},
	} {
		s, err := jsonio.Read(strings.NewReader(c.in))
		in := c.in[:min(len(c.in), 60)]
		var e *scenario.Error
		if !errors.As(err, &e) || e.Field != c.field || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: want a refusal of %q that says %q, got %v", in, c.field, c.says, err)
		}
		if !s.Equal(scenario.Default()) {
			t.Errorf("%s: left %q behind", in, s.Query())
		}
	}
	broken := errors.New("the disk is gone")
	if _, err := jsonio.Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a reader's failure became %v", err)
	}
}

func TestAppendIsReadBack(t *testing.T) {
	all := []scenario.Scenario{scenario.Default(),
		scenario.Default().Must("seed", "7").Must("load", "0.000001").Must("voq", "true").Must("hotspots", "1,2")}
	for _, p := range scenario.Presets() {
		all = append(all, p.Scenario(), p.Scenario().Must("source-queue", "9"))
	}
	for _, s := range all {
		text := jsonio.Append(nil, s)
		if !json.Valid(text) {
			t.Errorf("%q: not JSON: %s", s.Query(), text)
		}
		back, err := jsonio.Read(strings.NewReader(string(text)))
		if err != nil || !back.Equal(s) {
			t.Errorf("%q: written as %s, read as %q, %v", s.Query(), text, back.Query(), err)
		}
	}
	want := "{\n  \"preset\": \"hs10-1\",\n  \"voq\": false,\n  \"load\": 0.5,\n  \"seed\": 7\n}\n"
	hs, _ := scenario.PresetByName("hs10-1")
	if got := string(jsonio.Append(nil, hs.Scenario().Must("seed", "7").Must("load", "0.5").Must("voq", "false"))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

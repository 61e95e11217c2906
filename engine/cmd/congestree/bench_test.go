package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

func TestBench(t *testing.T) {
	saved := benchPresets
	defer func() { benchPresets = saved }()
	for _, name := range benchPresets {
		if _, ok := scenario.PresetByName(name); !ok {
			t.Errorf("no preset %s", name)
		}
	}
	benchPresets = []string{"hs10-1"} // the large network takes too long here
	var all []benchResult
	if err := json.Unmarshal([]byte(good(t, "bench", "--time", "10us", "--format", "json")), &all); err != nil {
		t.Fatal(err)
	}
	if r := all[0]; r.Hosts != 432 || r.Hops < 1000 || r.HopsPerS <= 0 || r.NSPerHop <= 0 || r.StateBytes < 100_000 || r.SimulatedNS != 10000 {
		t.Errorf("%+v", r)
	}
	want := runJSON(t, "--preset", "hs10-1", "--set", "warmup=5", "--until", "10us").Hops
	if all[0].Hops != want {
		t.Errorf("bench counts %d hops, run %d", all[0].Hops, want)
	}
	if out := good(t, "bench", "--time", "10us"); !strings.Contains(out, "M hops/s") || !strings.Contains(out, "432 hosts") {
		t.Errorf("text %q", out)
	}
	if code, out, errs := command("bench", "--time", "1ns"); code != 2 || out != "" || !strings.Contains(errs, "no packet of hs10-1 has crossed a link") {
		t.Errorf("a time in which nothing happens: exit code %d, %q, %q", code, out, errs)
	}
}

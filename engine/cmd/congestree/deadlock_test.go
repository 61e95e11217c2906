package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run that deadlocks ends there with its measures, the ring and status 1; one that could is refused unless it is watched.
func TestRunEndsInDeadlock(t *testing.T) {
	run := func(args ...string) (string, string, int) {
		var out, errs bytes.Buffer
		status := execute(append([]string{"run"}, args...), &out, &errs)
		return out.String(), errs.String(), status
	}
	out, errs, status := run("--preset", "torus-deadlock", "--until", "1ms", "--format", "json", "--check")
	var r struct {
		At        *float64 `json:"deadlock_ns"`
		Ring      []string `json:"deadlock_ring"`
		Simulated float64  `json:"simulated_ns"`
		Delivered uint64
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err, out)
	}
	if status != 1 || r.At == nil || len(r.Ring) != 8 || r.Simulated != *r.At || r.Delivered == 0 {
		t.Errorf("status %d, %+v", status, r)
	}
	if !strings.Contains(errs, "8 buffers wait for each other") || !strings.Contains(errs, " → ") {
		t.Errorf("it says %q", errs)
	}
	if out, errs, status := run("--preset", "torus-deadlock", "--set", "deadlock=refuse"); status != 2 || out != "" || !strings.Contains(errs, "ring of 8 buffers") {
		t.Errorf("unwatched: status %d, %q", status, errs)
	}
	if out, errs, status := run("--preset", "torus-deadlock", "--set", "dateline=true", "--until", "60us"); status != 0 || !tells(out, "deadlock_ns", "none") {
		t.Errorf("with dateline VCs: status %d, %q, %s", status, errs, out)
	}
}

// A deadlock before averages begin leaves nothing measured, and every output says so: no zeros, and no window that ends before it begins.
func TestDeadlockBeforeTheWindow(t *testing.T) {
	dir := t.TempDir()
	lines, merged, table := filepath.Join(dir, "out.jsonl"), filepath.Join(dir, "merged.jsonl"), filepath.Join(dir, "out.csv")
	run, latencies := []string{"run", "--preset", "torus-deadlock", "--set", "warmup=900", "--until", "1ms"}, filepath.Join(dir, "latencies.csv")
	for _, c := range []struct {
		name   string
		args   []string
		status int
		file   string // instead of the output
		says   string // among the errors
		has    []string
	}{
		{"run, JSON", append(run, "--format", "json"), 1, "", "averages would have begun at 900000 ns: nothing was measured",
			[]string{`"throughput": null`, `"offered": null`, `"window_start_ns": null`, `"window_end_ns": null`, `"latency_ns_mean": null`}},
		{"run with set-aside queues", []string{"run", "--preset", "torus-deadlock", "--set", "queuing=fbicm", "--set", "warmup=1000", "--until", "2ms", "--format", "json"}, 1, "", "nothing was measured",
			[]string{`"throughput": null`, `"set_aside_queues_mean": null`}},
		{"run, text", run, 1, "", "nothing was measured", []string{"throughput              none", "offered                 none", "window_start_ns         none"}},
		{"run, CSV", append(run, "--format", "csv"), 1, "", "nothing was measured", []string{"\n,,,,,,,,,,0.2", ",5588,"}},
		{"run with latencies", append(run, "--latencies", latencies), 1, latencies, "nothing was measured", []string{"below_ns,"}},
		{"run that ends before its warm-up", []string{"run", "--preset", "torus-deadlock", "--set", "warmup=900", "--until", "100us", "--format", "json"}, 1, "",
			"nothing was measured", []string{`"throughput": null`, `"window_start_ns": null`}},
		{"run that ends before its warm-up and a deadlock", []string{"run", "--preset", "torus-deadlock", "--set", "warmup=900", "--until", "20us", "--format", "json"}, 0, "",
			"averages are those so far", []string{`"throughput": 0.`}},
		{"compare, text", []string{"compare", "--preset", "torus-deadlock", "--set", "warmup=40", "--with", "dateline=true", "--until", "60us"}, 1, "",
			"averages would have begun at 40000 ns", []string{"accepted                none ", "offered                 none "}},
		{"compare, JSON", []string{"compare", "--preset", "torus-deadlock", "--set", "warmup=40", "--with", "dateline=true", "--until", "60us", "--format", "json"}, 1, "",
			"nothing was measured", []string{`"throughput": null`, `"window_start_ns": 40000`}},
		{"sweep", []string{"sweep", "--preset", "torus-deadlock", "--over", "load=0.1,1", "--set", "warmup=40", "--until", "60us", "--out", lines}, 0, lines,
			"1 of them measured nothing: the deadlock came before averages began", []string{`"throughput":null,"offered":null`, `"window_start_ns":null,"window_end_ns":null`, `"window_start_ns":40000,`}},
		{"merge", []string{"merge", merged, lines, "--csv", table}, 0, table, "2 of 2", []string{`load=1&warmup=40,1,,,,`}},
	} {
		status, out, errs := command(c.args...)
		if c.file != "" {
			text, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(c.name, err, errs)
			}
			out = string(text)
		}
		if status != c.status || !strings.Contains(errs, c.says) {
			t.Errorf("%s: status %d, %q", c.name, status, errs)
		}
		for _, want := range c.has {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, out)
			}
		}
		if n := strings.Count(out, "\n"); c.file == latencies && n != 1 {
			t.Errorf("%s: %d lines", c.name, n)
		}
	}
	text, err := os.ReadFile(lines)
	if err == nil { // as of two copies of a file that were put together
		err = os.WriteFile(lines, append(text, text...), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	status, _, errs := command("sweep", "--preset", "torus-deadlock", "--over", "load=0.1,1", "--set", "warmup=40", "--until", "60us", "--out", lines)
	if status != 0 || !strings.Contains(errs, "has 2 of 2 points already") || !strings.Contains(errs, ": 1 run ended in a deadlock") || !strings.Contains(errs, ": 1 of them measured nothing") {
		t.Errorf("of points that are there twice: status %d, %q", status, errs)
	}
}

package main

import (
	"bytes"
	"encoding/json"
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
	if out, errs, status := run("--preset", "torus-deadlock", "--set", "dateline=true", "--until", "60us"); status != 0 || !strings.Contains(out, "deadlock_ns      none") {
		t.Errorf("with dateline VCs: status %d, %q, %s", status, errs, out)
	}
}

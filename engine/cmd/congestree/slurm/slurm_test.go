package slurm

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine/sweep"
)

// sweepFlags are 24 points, long enough for a task to be requeued amid its eight.
var sweepFlags = []string{"--set", "warmup=100", "--until", "4ms", "--over", "queuing=1q,dbbm,vftree", "--over", "seed=1..8"}

// A sweep as a job array of three tasks, one of which is requeued in the middle, and the merge that
// waits for it give what one sweep gives.
func TestArray(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a cluster")
	}
	c := newCluster(t)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program := c.path("congestree")
	if out, err := exec.Command("go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	c.env = append(c.env, "CONGESTREE="+program)
	script := func(name string) string { return filepath.Join(here, name) }

	array := c.run(t, "sbatch", append([]string{"--parsable", "--array=0-2", script("sweep.sbatch"), "results"}, sweepFlags...)...)
	merge := c.run(t, "sbatch", "--parsable", "--dependency=afterok:"+array, "--kill-on-invalid-dep=yes", script("merge.sbatch"), "results")

	shard := func(i int) string { return c.path(fmt.Sprintf("results/shard-%d.jsonl", i)) }
	if !c.wait(time.Minute, func() bool { return lines(shard(1)) >= 2 }) {
		t.Fatalf("task 1 does not begin: %s", c.logs())
	}
	c.run(t, "scontrol", "requeue", array+"_1")
	if n := lines(shard(1)); n >= 8 {
		t.Fatalf("task 1 was requeued too late, after %d points", n)
	}
	// Slurm lets a requeued task wait for two minutes, unless it is told not to.
	if !c.wait(time.Minute, func() bool {
		out, _ := c.command("squeue", "-h", "-o", "%T", "-j", array+"_1").Output()
		return strings.TrimSpace(string(out)) == "PENDING"
	}) {
		t.Fatalf("task 1 is not requeued: %s", c.logs())
	}
	if _, err := os.Stat(c.path("results/all.jsonl")); err == nil {
		t.Error("the merge did not wait")
	}
	// What was cancelled and what is started again within one second slurmd takes for the same, and refuses it.
	time.Sleep(1100 * time.Millisecond)
	c.run(t, "scontrol", "update", "JobId="+array+"_1", "StartTime=now")

	if !c.wait(2*time.Minute, func() bool { return state(c, merge) == "COMPLETED" }) {
		log, _ := os.ReadFile(c.path("congestree-sweep-" + array + "_1.log"))
		t.Fatalf("the merge is %s; task 1 says %s; %s", state(c, merge), log, c.logs())
	}
	log, err := os.ReadFile(c.path("congestree-sweep-" + array + "_1.log"))
	if err != nil || !strings.Contains(string(log), " of 8 points already") || !strings.Contains(string(log), "8 of 8 points are in") {
		t.Errorf("task 1 did not go on where it was: %s, %v", log, err)
	}

	c.run(t, program, append([]string{"sweep", "--out", "whole.jsonl"}, sweepFlags...)...)
	whole, merged := measures(t, c.path("whole.jsonl")), measures(t, c.path("results/all.jsonl"))
	if len(whole) != 24 || !slices.Equal(whole, merged) {
		t.Errorf("%d results of one sweep differ from %d of the array", len(whole), len(merged))
	}
	for i := range 3 {
		if n := lines(shard(i)); n != 8 {
			t.Errorf("shard %d has %d points", i, n)
		}
	}
	if n := lines(c.path("results/all.csv")); n != 25 {
		t.Errorf("the table has %d lines", n)
	}

	// Cells of the papers, by the same script.
	cells := c.run(t, "sbatch", "--parsable", "--array=0-1", script("sweep.sbatch"), "cells", "validate", "--filter", "drb-torus-4x4/*/butterfly@50")
	if !c.wait(time.Minute, func() bool { return state(c, cells+"_0") == "COMPLETED" && state(c, cells+"_1") == "COMPLETED" }) {
		log, _ := os.ReadFile(c.path("congestree-sweep-" + cells + "_0.log"))
		t.Fatalf("the cells are %s and %s; task 0 says %s; %s", state(c, cells+"_0"), state(c, cells+"_1"), log, c.logs())
	}
	if a, b := lines(c.path("cells/shard-0.jsonl")), lines(c.path("cells/shard-1.jsonl")); a == 0 || b == 0 || a+b != 3 {
		t.Errorf("the tasks have %d and %d cells", a, b)
	}
}

// A Slurm that is installed and does not start fails the test: only where there is none it is skipped.
func TestASlurmThatDoesNotStart(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo", "scancel"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho no room for $0\nexit 1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^TestArray$", "-test.v")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "munged does not start here") || !strings.Contains(string(out), "no room for "+dir+"/munged") {
		t.Errorf("%v, %s", err, out)
	}
}

// Outside of a sound array the script refuses, and says how to submit it.
func TestScriptRefuses(t *testing.T) {
	for _, c := range []struct {
		env  string
		args []string
		says string
	}{
		{"", []string{"results"}, "--array=0-7"},
		{"ID=0 MIN=0 MAX=2 COUNT=3 STEP=1", nil, "name the folder"},
		{"ID=0 MIN=0 MAX=2 COUNT=3 STEP=1", []string{"--preset", "hs10-1"}, "name the folder"},
		{"ID=0 MIN=0 MAX=2 COUNT=3 STEP=1", []string{"", "--preset", "hs10-1"}, "name the folder"},
		{"ID=3 MIN=1 MAX=7 COUNT=3 STEP=1", []string{"results"}, "gaps"},
		{"ID=3 MIN=3 MAX=3 COUNT=1", []string{"results"}, "begins with task 3 and has 1 would"}, // one that failed, again, would be the whole sweep
		{"ID=1 MIN=1 MAX=1 COUNT=1", []string{"results"}, "begins with task 1 and has 1 would"},
		{"ID=4 MIN=3 MAX=4 COUNT=2", []string{"results"}, "submit it whole"},
	} {
		cmd := exec.Command("bash", append([]string{"sweep.sbatch"}, c.args...)...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
		for set := range strings.FieldsSeq(c.env) {
			cmd.Env = append(cmd.Env, "SLURM_ARRAY_TASK_"+set)
		}
		out, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), c.says) {
			t.Errorf("%q %q: %v, %s", c.env, c.args, err, out)
		}
	}
	if left, err := filepath.Glob("results*"); len(left) > 0 || err != nil {
		t.Errorf("a refused task has made %v, %v", left, err)
	}
	if out, err := exec.Command("bash", "merge.sbatch", "none").CombinedOutput(); err == nil || !strings.Contains(string(out), "name the folder") {
		t.Errorf("%v, %s", err, out)
	}
}

// The script's arithmetic, with a program that tells how it is called.
func TestScriptShards(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "congestree")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$*, $GOMEMLIMIT\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	const array = "ARRAY_TASK_ID=0 ARRAY_TASK_MIN=0 ARRAY_TASK_MAX=1 ARRAY_TASK_COUNT=2"
	for _, c := range []struct {
		env, want string
		args      []string
	}{
		{array, "validate --paper DRB --jobs 1 --shard 0/2 --out DIR/shard-0.jsonl,", []string{"validate", "--paper", "DRB"}},
		{array, "validate --jobs 1 --shard 0/2 --out DIR/shard-0.jsonl,", []string{"validate"}},
		{array, "sweep --preset validate --jobs 1 --shard 0/2 --out DIR/shard-0.jsonl,", []string{"--preset", "validate"}},
		{"ARRAY_TASK_ID=2 ARRAY_TASK_MIN=0 ARRAY_TASK_MAX=7 ARRAY_TASK_COUNT=8 ARRAY_TASK_STEP=1 CPUS_PER_TASK=16 MEM_PER_NODE=1000", "sweep --over seed=1 2 --jobs 16 --shard 2/8 --out DIR/shard-2.jsonl, 900MiB", []string{"--over", "seed=1 2"}},
		{"ARRAY_TASK_ID=3 ARRAY_TASK_MIN=1 ARRAY_TASK_MAX=5 ARRAY_TASK_COUNT=3 ARRAY_TASK_STEP=2 CPUS_ON_NODE=4 MEM_PER_CPU=500", "sweep --over seed=1 2 --jobs 4 --shard 1/3 --out DIR/shard-1.jsonl, 1800MiB", []string{"--over", "seed=1 2"}},
		{"ARRAY_TASK_ID=0 ARRAY_TASK_MIN=0 ARRAY_TASK_MAX=0 ARRAY_TASK_COUNT=1", "sweep --over seed=1 2 --jobs 1 --shard 0/1 --out DIR/shard-0.jsonl,", []string{"--over", "seed=1 2"}},
	} {
		cmd := exec.Command("bash", append([]string{"sweep.sbatch", dir}, c.args...)...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "CONGESTREE=" + program}
		for set := range strings.FieldsSeq(c.env) {
			cmd.Env = append(cmd.Env, "SLURM_"+set)
		}
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != strings.ReplaceAll(c.want, "DIR", dir) {
			t.Errorf("%s: %v, %s", c.env, err, got)
		}
	}
}

func state(c *cluster, job string) string {
	out, _ := c.command("scontrol", "show", "job", job).Output()
	_, rest, _ := strings.Cut(string(out), "JobState=")
	word, _, _ := strings.Cut(rest, " ")
	return word
}

func lines(name string) int {
	text, _ := os.ReadFile(name)
	return strings.Count(string(text), "\n")
}

// measures are all of a file but how long the runs took.
func measures(t *testing.T, name string) []string {
	t.Helper()
	m, err := sweep.Merge([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range m.Records {
		r.WallS, r.HopsPerS = 0, 0
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(line))
	}
	return out
}

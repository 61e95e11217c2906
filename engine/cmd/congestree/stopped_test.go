package main

// Sweeps that are stopped: killed, interrupted, without room, or without their file.

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Killed at any instant, a sweep goes on where it was, and its results are those of one that was left alone.
func TestKilledSweepGoesOn(t *testing.T) {
	dir := t.TempDir()
	whole, out := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
	args := []string{"sweep", "--set", "warmup=20", "--until", "150us", "--over", "seed=1..40", "--jobs", "2", "--out"}
	swept(t, append(args, whole)...)
	want := measuresOf(t, whole)
	kills, at := 0, 0
	for {
		cmd, errs := process(t.Context(), "", append(args, out)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		killed := false
		for err := error(nil); ; {
			select {
			case err = <-ended:
			case <-time.After(time.Millisecond):
				text, _ := os.ReadFile(out)
				if n := bytes.Count(text, []byte("\n")); n >= at+7 && !killed {
					killed = true
					at = n
					cmd.Process.Kill()
				}
				continue
			}
			if err != nil && !killed {
				t.Fatalf("%v: %s", err, errs)
			}
			break
		}
		text := contents(t, out)
		if lines := strings.Count(text, "\n"); lines < at {
			t.Fatalf("%d lines are left of %d", lines, at)
		}
		if !killed {
			break
		}
		if kills++; kills == 2 { // as if in the middle of a write
			text = text[:strings.LastIndexByte(text, '\n')+1]
			if err := os.WriteFile(out, []byte(text+text[:100]), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at = strings.Count(text, "\n")
	}
	if got := measuresOf(t, out); !slices.Equal(got, want) || strings.Count(contents(t, out), "\n") != len(want) {
		t.Errorf("%d results in %d lines differ from %d of a sweep that was not killed", len(got), strings.Count(contents(t, out), "\n"), len(want))
	}
	if kills < 3 {
		t.Errorf("killed %d times only", kills)
	}
}

// The middle of a write of the last test, by name: what is cut off is said.
func TestSweepSaysWhatItRepairs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	swept(t, sweepArgs("--out", out)...)
	text := contents(t, out)
	if err := os.WriteFile(out, []byte(text[:len(text)-10]), 0o600); err != nil {
		t.Fatal(err)
	}
	says := swept(t, sweepArgs("--out", out)...)
	for _, word := range []string{"middle of a line", "11 of 12 points already", "12 of 12 points are in"} {
		if !strings.Contains(says, word) {
			t.Errorf("%q is not in %q", word, says)
		}
	}
	if says := swept(t, sweepArgs("--out", out)...); !strings.Contains(says, "12 of 12 points already") {
		t.Errorf("a finished sweep says %q", says)
	}
}

// A full disk, here the limit of file sizes and where possible a small file system.
func TestFullDisk(t *testing.T) {
	refused := func(name, out, limit string, before int, args ...string) {
		t.Helper()
		cmd, errs := process(t.Context(), limit, args...)
		err := cmd.Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(errs.String(), "cannot write") || strings.Count(errs.String(), "\n") > 2 {
			t.Errorf("%s: %v, %s", name, err, errs)
		}
		if text, err := os.ReadFile(out); before >= 0 && (err != nil || len(measuresOf(t, out)) < before || !strings.HasSuffix(string(text), "}\n")) {
			t.Errorf("%s: %v, left %q", name, err, text)
		}
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out.jsonl")
	const limit = "ulimit -f 4;" // blocks of 512 bytes or 1 KiB
	refused("sweep", out, limit, 2, sweepArgs("--out", out)...)
	swept(t, sweepArgs("--out", out)...) // now there is room
	if n := len(measuresOf(t, out)); n != 12 {
		t.Errorf("%d points after a full disk", n)
	}
	refused("merge", out, limit, 12, "merge", filepath.Join(dir, "merged.jsonl"), out)
	refused("merge into itself", out, limit, 12, "merge", out, out)
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	small := t.TempDir()
	if exec.Command("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", small).Run() != nil {
		return // not everybody may
	}
	defer exec.Command("umount", small).Run()
	out = filepath.Join(small, "out.jsonl")
	refused("sweep on a small disk", out, "", 2, sweepArgs("--out", out)...)
}

func TestInterruptedSweep(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	cmd, errs := process(t.Context(), "", "sweep", "--preset", "hs10-1", "--until", "100us", "--over", "seed=1..1000", "--out", out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	firstResult(t, out)
	cmd.Process.Signal(os.Interrupt)
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(errs.String(), "of 1000 points are in "+out+", and the same command goes on") {
		t.Errorf("%v: %s", err, errs)
	}
}

// A file of results that was removed meanwhile is said to be lost, not to be complete.
func TestResultsRemoved(t *testing.T) {
	for _, args := range [][]string{{"sweep", "--preset", "hs10-1", "--until", "100us", "--over", "seed=1..1000"}, {"validate", "--miniature"}} {
		out := filepath.Join(t.TempDir(), "out.jsonl")
		cmd, errs := process(t.Context(), "", append(args, "--out", out)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		firstResult(t, out)
		if err := os.Remove(out); err != nil {
			t.Fatal(err)
		}
		cmd.Process.Signal(os.Interrupt)
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(errs.String(), out+" was removed or renamed") || strings.Contains(errs.String(), " are in "+out) {
			t.Errorf("%q: %v: %s", args, err, errs)
		}
	}
}

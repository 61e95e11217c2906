package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
)

// Off a terminal a sweep tells in lines how far it is; a bar shows parts of points too.
func TestProgress(t *testing.T) {
	axis, err := sweep.ParseAxis("seed=1..4")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := sweep.NewPlan(scenario.Default().Must("network", "rlft-4x3"), []sweep.Axis{axis}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	runner := &sweep.Runner{Jobs: 1, Memory: 1 << 40, Done: func(*sweep.Record) error { return nil }}
	var b bytes.Buffer
	line, draw := lines(&b, "cells", runner, 6, 10), bar(&b, "points", runner, 6, 10)
	if line(false); b.Len() > 0 {
		t.Errorf("says %q before anything is known", &b)
	}
	if err := runner.Run(t.Context(), plan, []int{0, 1, 2}); err != nil {
		t.Fatal(err)
	}
	if line(false); b.String() != "congestree: 9 of 10 cells, 0s left\n" {
		t.Errorf("says %q", &b)
	}
	b.Reset()
	if draw(true); !strings.Contains(b.String(), "9 of 10 points") || !strings.Contains(b.String(), "75%") {
		t.Errorf("draws %q", &b)
	}
}

// What takes long is said, and nothing once it is done.
func TestSayLater(t *testing.T) {
	cmd := &cobra.Command{}
	read, write := io.Pipe()
	cmd.SetErr(write)
	done := sayLater(cmd, 0, "checking")
	const want = "congestree: checking\n"
	said := make([]byte, len(want))
	if _, err := io.ReadFull(read, said); err != nil || string(said) != want {
		t.Errorf("says %q, %v", said, err)
	}
	done()
	var b bytes.Buffer
	cmd.SetErr(&b)
	sayLater(cmd, time.Hour, "checking")()
	if b.Len() > 0 {
		t.Errorf("says %q", &b)
	}
}

package main

// The program as a process of its own, which can be killed, limited and signalled.

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestAsCommand is no test: where the environment holds arguments, this program is congestree, so
// that others can be killed, limited and signalled.
func TestAsCommand(t *testing.T) {
	text := os.Getenv("CONGESTREE_TEST_ARGS")
	if text == "" {
		t.Skip("runs only as a part of other tests")
	}
	var args []string
	if err := json.Unmarshal([]byte(text), &args); err != nil {
		t.Fatal(err)
	}
	os.Exit(execute(args, os.Stdout, os.Stderr))
}

// process is congestree as a process of its own, by way of a shell command that may limit it.
func process(ctx context.Context, limit string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	text, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", limit+` exec "$0" -test.run='^TestAsCommand$'`, os.Args[0])
	cmd.Env = append(os.Environ(), "CONGESTREE_TEST_ARGS="+string(text))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	return cmd, &errs
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// firstResult waits for the first result in a file that a process writes.
func firstResult(t *testing.T, name string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(name); err == nil && len(text) > 0 {
			return
		} else if time.Now().After(end) {
			t.Fatalf("no result in %s after two minutes: %v", name, err)
		}
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// given runs a command whose standard input is a text.
func given(t *testing.T, text string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func(was *os.File) { os.Stdin = was }(os.Stdin)
	defer f.Close()
	os.Stdin = f
	return command(args...)
}

// Where a file to read is named, - is the standard input: a scenario or a trace that another program has written.
func TestStandardInput(t *testing.T) {
	scenario := `{"network": "rlft-4x3", "warmup": 5, "seed": 7}`
	want := strings.TrimSpace(good(t, "link", "--set", "network=rlft-4x3", "--set", "warmup=5", "--set", "seed=7"))
	if code, out, errs := given(t, scenario, "link", "--scenario", "-"); code != 0 || strings.TrimSpace(out) != want || errs != "" {
		t.Errorf("exit code %d, %q, %s; want %s", code, out, errs, want)
	}
	var linked struct{ Scenario json.RawMessage }
	if err := json.Unmarshal([]byte(good(t, "link", want, "--format", "json")), &linked); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := given(t, string(linked.Scenario), "link", "--scenario", "-"); code != 0 || strings.TrimSpace(out) != want {
		t.Errorf("what congestree link has for a scenario: exit code %d, %q, %s; want %s", code, out, errs, want)
	}
	name := filepath.Join(t.TempDir(), "p.vef")
	said := good(t, "trace", "ptrans", "--tasks", "4", "--n", "240", "-o", name)
	trace, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if code, out, errs := given(t, string(trace), "trace", "check", "-"); code != 0 || out != said || errs != "" {
		t.Errorf("exit code %d, %q, %s; want %s", code, out, errs, said)
	}
	// Both schemes play the one trace that is read.
	if code, out, errs := given(t, string(trace), "compare", "--trace", "-", "--set", "network=rlft-4x3", "--with", "routing=adaptive"); code != 0 || errs != "" {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
	_, played, _ := given(t, string(trace), "link", "--trace", "-", "--set", "network=rlft-4x3")
	if code, out, errs := given(t, string(trace), "compare", strings.TrimSpace(played)+"&compare=routing:adaptive", "--trace", "-"); code != 0 || errs != "" {
		t.Errorf("exit code %d, %q, %s", code, out, errs)
	}
	for _, c := range []struct {
		text, want string
		args       []string
	}{
		{`{"sede": 7}`, "the standard input: sede", []string{"run", "--scenario", "-"}},
		{"", "the standard input: ", []string{"run", "--scenario", "-"}},
		{"VEF3 2 1", "--trace: the standard input: line 1", []string{"run", "--trace", "-"}},
		{"", "the standard input: line 1: no VEF trace: it is empty", []string{"trace", "check", "-"}},
		{scenario, "--scenario - and --trace -", []string{"run", "--scenario", "-", "--trace", "-"}},
	} {
		if code, out, errs := given(t, c.text, c.args...); code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit code %d, %q, %s, want %q", c.args, code, out, errs, c.want)
		}
	}
}

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// The shell completes presets, fields and what else has names.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		args, want string
	}{
		{"run --preset hs10", "hs10-1 hs10-4"},
		{"sweep --over admit", "admittance="},
		{"sweep --over sche", "scheme="},
		{"sweep --over see", "seed="},
		{"run --set sche", ""},
		{"compare --with cfq-", "cfq-detect= cfq-stop= cfq-go="},
		{"run --set admittance=", ""},
		{"fields --format ", "text json"},
		{"run --format ", "text json csv"},
		{"validate --paper ", "RAR AFI FBICM DRB"},
		{"val", "validate"},
		{"trace ", "check io ptrans"},
		{"run ", ""}, // a link
	} {
		code, out, _ := command(append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Split(c.args, " ")...)...)
		begun := c.args[strings.LastIndex(c.args, " ")+1:] // of the answer, the scripts take what begins so
		got := strings.Split(strings.TrimSpace(out), "\n")
		if got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, ":") || !strings.HasPrefix(s, begun) }); code != 0 || strings.Join(got, " ") != c.want {
			t.Errorf("%s: exit code %d, %q; want %s", c.args, code, got, c.want)
		}
	}
	for _, name := range []string{"run", "compare", "sweep", "link"} { // whose links are no files
		if _, out, _ := command(cobra.ShellCompNoDescRequestCmd, name, ""); out != ":4\n" {
			t.Errorf("%s: %q", name, out)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if out := good(t, "completion", shell); !strings.Contains(out, cobra.ShellCompRequestCmd) {
			t.Errorf("the script of %s: %.200s", shell, out)
		}
	}
	if code, _, errs := command("completion", "csh"); code != 2 || !strings.Contains(errs, "allowed: bash") {
		t.Errorf("completion csh: exit code %d, %s", code, errs)
	}
}

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// command runs the whole command tree in this process.
func command(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = execute(args, &out, &errs)
	return code, out.String(), errs.String()
}

// good runs a command that must succeed and say nothing on stderr.
func good(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := command(args...)
	if code != 0 || errs != "" {
		t.Fatalf("%q: exit code %d, %s", args, code, errs)
	}
	return out
}

var small = []string{"--set", "network=rlft-4x3", "--set", "warmup=5", "--until", "30us"}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte(`{"sede": 7}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"fly"}, []string{"fly"}},
		{[]string{"rum"}, []string{`unknown command "rum" for "congestree"; perhaps you mean run`}},
		{[]string{"run", "?preset=hs10-1", "--link", "?seed=7"}, []string{"either a link as the argument or --link"}},
		{[]string{"run", "?preset=hs10-1", "--preset", "hs10-1"}, []string{"either a link as the argument or --preset"}},
		{[]string{"sweep", "?seed=7", "--scenario", bad, "--over", "load=1"}, []string{"either a link as the argument or --scenario"}},
		{[]string{"run", "?seed=7", "?seed=8"}, []string{"one link"}},
		{[]string{"run", "rubbish"}, []string{"this is no link", "such as ?preset=hs10-1&load=0.5\n"}},
		{[]string{"sweep", "#1.abc", "--over", "load=1"}, []string{"damaged"}},
		{[]string{"run", "--set", "admitance=fifo"}, []string{"perhaps you mean admittance"}},
		{[]string{"compare", "--with", "queueing=dbbm"}, []string{"perhaps you mean queuing"}},
		{[]string{"run", "--set", "c=1"}, []string{"is not a field of a scenario; congestree fields lists them\n"}}, // which begins many
		{[]string{"run", "--link", "?laod=1"}, []string{"laod: is not a field of a scenario; perhaps you mean load\n"}},
		{[]string{"run", "--link", "rubbish"}, []string{"this is no link", "such as ?preset=hs10-1&load=0.5\n"}},
		{[]string{"sweep", "--over", "=1"}, []string{"--over =1: write field=value,value,…"}},
		{[]string{"sweep", "--over", "laod=1"}, []string{"laod: is not a field of a scenario; perhaps you mean load\n"}},
		{[]string{"help", "fly"}, []string{"fly"}},
		{[]string{"help", "run", "fly"}, []string{`unknown command "fly" for "congestree run"`}},
		{[]string{"help", "trace", "fly"}, []string{`unknown command "fly" for "congestree trace"`}},
		{[]string{"trace", "ptrans", "x"}, []string{"congestree trace ptrans --help"}},
		{[]string{"run", "hs10-1"}, []string{"hs10-1 is a preset; write --preset hs10-1"}},
		{[]string{"fields", "load"}, []string{"load"}},
		{[]string{"presets", "x"}, []string{"x"}},
		{[]string{"bench", "x"}, []string{"x"}},
		{[]string{"run", "--sed", "7"}, []string{"unknown flag: --sed; perhaps you mean --set\n"}},
		{[]string{"sweep", "--untill", "5us"}, []string{"unknown flag: --untill; perhaps you mean --until\n"}},
		{[]string{"run", "--with", "queuing=dbbm"}, []string{"unknown flag: --with; see congestree run --help\n"}},
		{[]string{"validate", "--miniatur"}, []string{"unknown flag: --miniatur; see congestree validate --help\n"}}, // which is hidden
		{[]string{"trace", "io", "-x"}, []string{"unknown shorthand flag: 'x' in -x; see congestree trace io --help\n"}},
		{[]string{"--vresion"}, []string{"unknown flag: --vresion; perhaps you mean --version\n"}},
		{[]string{"--frobnicate"}, []string{"unknown flag: --frobnicate; see congestree --help\n"}},
		{[]string{"run", "--set", "seed"}, []string{"field=value"}},
		{[]string{"run", "--set", "load=7", "--set", "seed=1", "--set", "vioq=true", "--set", "seed=2"}, []string{"load", "; also refused: vioq=true, seed=2\n"}},
		{[]string{"run", "--set", "seed=1", "--set", "seed=1"}, []string{"seed", "twice"}},
		{[]string{"run", "--set", "sede=7"}, []string{"--set sede=7: \"sede\" is not a field", "congestree fields"}},
		{[]string{"compare", "--with", "Queuing=dbbm"}, []string{"--with Queuing=dbbm: \"Queuing\" is not a field", "congestree fields"}},
		{[]string{"run", "--set", "preset=hs10-1"}, []string{"--preset"}},
		{[]string{"run", "--set", "load=1.3"}, []string{"load", "0–1.2 of link bandwidth"}},
		{[]string{"run", "--set", "network=rlft-8x3", "--set", "traffic=HS10-200"}, []string{"traffic", "128 hosts"}},
		{[]string{"run", "--set", "network=rlft-4x1", "--set", "traffic=HS10-1"}, []string{"traffic: 10 % of 4 hosts are none", "at least 13 %"}},
		{[]string{"run", "--set", "network=torus-3x3", "--set", "traffic=transpose"}, []string{"transpose is defined for 2, 4, 8"}},
		{[]string{"trace", "io", "--seed", "9223372036854775807", "-o", filepath.Join(dir, "x.io")}, []string{"the seed is 9223372036854775807; allowed: 1–1000000000"}},
		{[]string{"run", "--set", "buffer=1"}, []string{"buffer", "no packet"}},
		{[]string{"run", "--preset", "hs11-1"}, []string{"preset", "hs11-1", "hs10-1"}},
		{[]string{"run", "--preset", ""}, []string{"--preset is empty; allowed: a preset's name (see congestree presets)"}},
		{[]string{"run", "--set", ""}, []string{"--set is empty; allowed: field=value"}},
		{[]string{"run", "--set", "seed=7", "--set", ""}, []string{"--set is empty; allowed: field=value"}},
		{[]string{"sweep", "--over", ""}, []string{"--over is empty; allowed: field=value,value"}},
		{[]string{"compare", "--with", ""}, []string{"--with is empty; allowed: field=value"}},
		{[]string{"run", "--until", ""}, []string{"--until", "such as 1.5ms"}},
		{[]string{"run", "--check="}, []string{"--check", "allowed: true, false"}},
		{[]string{"sweep", "--jobs", ""}, []string{`invalid argument "" for "--jobs" flag: allowed: whole numbers`}},
		{[]string{"sweep", "--jobs", "99999999999999999999"}, []string{"--jobs", "allowed: whole numbers of at most 18 digits"}},
		{[]string{"trace", "io", "--seed", "one"}, []string{"--seed", "allowed: whole numbers"}},
		{[]string{"run", "--link", "", "--until", "1us"}, []string{"--link is empty; allowed: a link of the page"}},
		{[]string{"run", "--until", "1us", "--cpuprofile="}, []string{"--cpuprofile is empty"}},
		{[]string{"run", "--until", "1us", "--latencies="}, []string{"--latencies is empty"}},
		{[]string{"run", "--until", "1us", "--lives="}, []string{"--lives is empty", "the name of a file to write"}},
		{[]string{"run", "--until", "1us", "--latencies", filepath.Join(dir, "no", "table")}, []string{"--latencies", "cannot write", "no such file"}},
		{[]string{"run", "--until", "1us", "--latencies", "-"}, []string{"--latencies -: this goes into a file; name one"}},
		{[]string{"run", "--until", "1us", "--cpuprofile", "-"}, []string{"--cpuprofile -: this goes into a file; name one"}},
		{[]string{"merge", filepath.Join(dir, "out"), bad, "-"}, []string{"-: the results of a shard are read from a file; name one"}},
		{[]string{"merge", "-", bad}, []string{"-: results and table go into files; name one"}},
		{[]string{"merge", filepath.Join(dir, "out.csv"), bad}, []string{"out.csv: results are lines of JSON; name a file that ends in .jsonl, and the table with --csv "}},
		{[]string{"merge", "--csv", "-", filepath.Join(dir, "out"), bad}, []string{"-: results and table go into files; name one"}},
		{[]string{"sweep", "--over", "seed=1", "--link", "", "--list"}, []string{"--link is empty"}},
		{[]string{"merge", "--csv", "", "out", "shard"}, []string{"--csv is empty"}},
		{[]string{"link", ""}, []string{"empty argument", "congestree link [LINK]"}},
		{[]string{"run", "", "--until", "1us"}, []string{"empty argument", "congestree run [LINK]"}},
		{[]string{"compare", "", "--with", "queuing=dbbm", "--until", "1us"}, []string{"empty argument", "congestree compare [LINK]"}},
		{[]string{"merge", filepath.Join(dir, "out"), ""}, []string{"empty argument", "congestree merge out.jsonl"}},
		{[]string{"trace", "check", ""}, []string{"empty argument", "congestree trace check <file>"}},
		{[]string{"trace", "ptrans", "--grid", "", "-o", filepath.Join(dir, "x.vef")}, []string{"--grid is empty"}},
		{[]string{"validate", "--pictures=", "--miniature", "--list"}, []string{"--pictures is empty"}},
		{[]string{"run", "--preset", "hs10-1", "--link", "?seed=7"}, []string{"--link and --preset exclude each other"}},
		{[]string{"run", "--link", "#2.abc"}, []string{"version 2", "newer"}},
		{[]string{"run", "--link", "#1.abc"}, []string{"damaged"}},
		{[]string{"run", "--scenario", filepath.Join(dir, "none.json")}, []string{"cannot read", "none.json"}},
		{[]string{"run", "--scenario", dir}, []string{dir}},
		{[]string{"run", "--scenario", bad}, []string{"bad.json", "sede"}},
		{[]string{"run", "--until", "1.5"}, []string{"--until", "1.5ms"}},
		{[]string{"run", "--until", "-1us"}, []string{"--until", "1ns"}},
		{[]string{"run", "--until", "0s"}, []string{"--until", "1ns"}},
		{[]string{"run", "--until", "2000s"}, []string{"--until", "1000s"}},
		{[]string{"run", "--set", "network=torus-257x4"}, []string{"a torus has sides of 1, 3–256 switches"}},
		{[]string{"run", "--format", "xml"}, []string{"--format", "text, json, csv"}},
		{[]string{"fields", "--format", "csv"}, []string{"text, json"}},
		{[]string{"run", "--cpuprofile", filepath.Join(dir, "no", "cpu")}, []string{"--cpuprofile", "cannot write", "no such file"}},
		{[]string{"link", "?seed=7", "?seed=8"}, []string{"one link"}},
		{[]string{"link", "?seed=7", "--set", "seed=8"}, []string{"--set"}},
		{[]string{"link", "#999.x"}, []string{"newer"}},
		{[]string{"link", "?tour=hol&step=3"}, []string{"the guided tour hol", "Copy link"}}, // and not the default preset
		{[]string{"run", "--link", "http://localhost:8080/?tour=hol&step=3", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"run", "http://localhost:8080/#tour=hol&step=3", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"run", "tour=hol&step=3", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"run", "?tour=hol&step=3&utm_source=mail&fbclid=x", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"run", "https://example.org/?utm_source=mail#papers=rar-table-2", "--until", "1us"}, []string{"rar-table-2 of “Papers, reproduced”"}},
		{[]string{"sweep", "--link", "?tour=hol&step=3", "--over", "seed=1,2", "--list"}, []string{"the guided tour hol"}},
		{[]string{"compare", "?tour=hol&step=3", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"compare", "--link", "?tour=hol", "--with", "queuing=dbbm", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"run", "--link", "?papers=rar-table-2", "--until", "1us"}, []string{"rar-table-2 of “Papers, reproduced”", "congestree validate"}},
		{[]string{"bench", "--time", "soon"}, []string{"--time"}},
	} {
		code, out, errs := command(c.args...)
		if code != 2 || out != "" {
			t.Errorf("%q: exit code %d, output %q", c.args, code, out)
		}
		if strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "congestree: ") {
			t.Errorf("%q: not one clear line: %q", c.args, errs)
		}
		for _, word := range c.says {
			if !strings.Contains(errs, word) {
				t.Errorf("%q: %q is not in %q", c.args, word, errs)
			}
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Whatever is written, a full disk is said and ends with 2.
func TestNoRoomForTheResult(t *testing.T) {
	for _, args := range [][]string{append([]string{"run"}, small...), {"fields"}, {"validate", "--list", "--cell", aCell}, {}, {"--help"}, {"sweep", "--help"}, {"help", "sweep"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}} {
		var errs bytes.Buffer
		if code := execute(args, fullDisk{}, &errs); code != 2 || !strings.Contains(errs.String(), "cannot write the result: no space left") {
			t.Errorf("%q: exit code %d, %s", args, code, errs.String())
		}
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		return
	}
	if code, _, errs := command(append([]string{"run", "--cpuprofile", "/dev/full"}, small...)...); code != 2 || !strings.Contains(errs, "--cpuprofile: cannot use /dev/full: it is not a regular file") {
		t.Errorf("a profile: exit code %d, %s", code, errs)
	}
	for _, flag := range []string{"--cpuprofile", "--latencies", "--links", "--lives"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "file")
		cmd, errs := process(t.Context(), "ulimit -f 0;", append([]string{"run", flag, file}, small...)...)
		var out bytes.Buffer
		cmd.Stdout = &out
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(errs.String(), "cannot write "+file+": ") {
			t.Errorf("%s: %v: %s", flag, err, errs)
		}
		if !strings.Contains(out.String(), "\nchecksum ") {
			t.Errorf("%s: the run has ended, and its measures are lost: %q", flag, out.String())
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%s has left behind: %v", flag, left)
		}
	}
}

// A link may come from a stranger: what a message quotes of it does not command the terminal.
func TestMessagesShowWhatCommandsATerminal(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"run --link ?network=rlft-4x3&t=%1b[31mred --set load=0", `t=\x1b[31mred of the link is left out`},
		{"run --link ?tour=%1b]0;title%07", `the guided tour \x1b]0;title\a, whose`},
		{"run --link ?%1b[31mred=5", `congestree: \x1b[31mred: is not a field`},
		{"run --link ?%c2%9b31m=5", `congestree: \u009b31m: is not a field`},
		{"run --link ?%9b31m=5", `congestree: \x9b31m: is not a field`},
		{"run --link ?%e2%80%aeder=5", `congestree: \u202eder: is not a field`},
		{"sweep --list --link ?network=rlft-4x3&sweep=seed=1&t=%0d%1b[2K", `t=\r\x1b[2K of the link is left out`},
	} {
		_, _, errs := command(strings.Fields(c.args)...)
		if !strings.Contains(errs, c.says) {
			t.Errorf("%s: %q, want %s", c.args, errs, c.says)
		}
		for line := range strings.Lines(errs) {
			if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unicode.IsControl) {
				t.Errorf("%s: %q", c.args, line)
			}
		}
	}
	if text := "µs – “é” 10 % ★…"; visible(text) != text {
		t.Errorf("%q is %q", text, visible(text))
	}
}

// Whoever leaves a text empty hears what may stand there.
func TestEmptyTextsSayWhatIsAllowed(t *testing.T) {
	seen := 0
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "string" || f.Value.Type() == "stringArray" {
				if seen++; texts[f.Name] == "" {
					t.Errorf("%s --%s does not say what is allowed", cmd.CommandPath(), f.Name)
				}
			}
		})
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	for _, c := range []*cobra.Command{runCommand(), compareCommand(), sweepCommand(), mergeCommand(), fieldsCommand(), presetsCommand(), linkCommand(), benchCommand(), traceCommand(), validateCommand(), versionCommand()} {
		look(c)
	}
	if seen < len(texts) {
		t.Errorf("%d flags, %d texts", seen, len(texts))
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	out := good(t, "--help")
	if !strings.Contains(out, "with 1 if a run failed") || !strings.Contains(out, "with 2") {
		t.Errorf("the help does not tell the exit codes: %s", out)
	}
	for _, name := range []string{"run", "fields", "presets", "link", "bench"} {
		if !strings.Contains(out, "\n  "+name+" ") {
			t.Errorf("the help does not name %s: %s", name, out)
		}
		if help := good(t, name, "--help"); !strings.Contains(help, "--format") {
			t.Errorf("%s --help: %s", name, help)
		}
	}
}

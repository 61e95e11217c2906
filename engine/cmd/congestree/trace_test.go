package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What ptrans writes, check reads, in all three forms, with the same summary.
func TestTraceRoundTrip(t *testing.T) {
	dir := t.TempDir()
	var first string
	for _, name := range []string{"a.vef", "a.vef.gz", "a.vef.zst"} {
		path := filepath.Join(dir, name)
		out := good(t, "trace", "ptrans", "--tasks", "24", "--n", "960", "--nb", "16", "-o", path)
		if first == "" {
			first = out
		}
		if out != first || good(t, "trace", "check", path) != first {
			t.Errorf("%s: other summaries", name)
		}
	}
	// 4×6: 6 steps, but 12 processes hold one of their own blocks; 10 collectives of 24.
	for _, want := range []string{"tasks            24\n", "messages         132 point", "allreduce        7\n", "barrier          1\n", "reduce           2\n"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in\n%s", want, first)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 3 {
		t.Errorf("%d files are left, want 3: %v", len(left), err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "a.vef"))
	if err != nil || !strings.HasPrefix(string(text), "VEF3 24 132 1 10 240 TRUE\n") {
		t.Errorf("the text begins with %.40q: %v", text, err)
	}
	again := filepath.Join(dir, "b.vef")
	good(t, "trace", "ptrans", "--grid", "4x6", "--n", "960", "--nb", "16", "-o", again)
	if same, err := os.ReadFile(again); err != nil || string(same) != string(text) {
		t.Error("--grid 4x6 and --tasks 24 differ")
	}
}

// The same for traces of input and output, which are also the traffic of their numbers.
func TestIOTraceRoundTrip(t *testing.T) {
	dir := t.TempDir()
	var first string
	for _, name := range []string{"a.io", "a.io.gz", "a.io.zst"} {
		path := filepath.Join(dir, name)
		out := good(t, "trace", "io", "--clients", "12", "--disks", "4", "--ms", "400", "-o", path)
		if first == "" {
			first = out
		}
		if out != first || good(t, "trace", "check", path) != first || !strings.HasPrefix(out, "tasks            16\n") {
			t.Errorf("%s: other summaries: %s", name, out)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.io")); err != nil || !strings.HasPrefix(string(text), "IO1 16 us\n# 12 clients and behind them 4 disks, 400 ms, seed 1\n") {
		t.Errorf("the text begins with %.80q: %v", text, err)
	}
	on := []string{"--set", "network=bmin-8x3", "--set", "routing=self", "--set", "compression=1000", "--format", "json"}
	number := func(args ...string) string {
		_, rest, _ := strings.Cut(good(t, append(append([]string{"run"}, args...), on...)...), `"execution_ns": `)
		n, _, _ := strings.Cut(rest, ",")
		return n
	}
	file, made := number("--trace", filepath.Join(dir, "a.io.zst")), number("--set", "traffic=IO-12x4-400-1")
	if file != made || len(file) < 6 {
		t.Errorf("the file ends after %q ns, the traffic of its name after %q", file, made)
	}
}

func TestTraceRefuses(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.vef")
	if err := os.WriteFile(bad, []byte("VEF3 2 1 0 0 0 TRUE\n0 0 2 10 0 0 -1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.vef")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"trace"}, "trace ptrans and trace io write one, trace check reads one"},
		{[]string{"trace", "io"}, "-o is missing; allowed: a file that ends in .io, .io.gz or .io.zst"},
		{[]string{"trace", "io", "-o", out}, "ends in .io, .io.gz or .io.zst"},
		{[]string{"trace", "io", "-o", filepath.Join(dir, "out.io"), "--disks", "0"}, "the number of disks is 0; allowed: 1–5000"},
		{[]string{"trace", "io", "-o", filepath.Join(dir, "out.io"), "--seed", "-1"}, "--seed is -1; allowed: 1–1000000000"},
		{[]string{"trace", "io", "-o", filepath.Join(dir, "out.io"), "--clients", "60000", "--ms", "100000"}, "choose fewer clients"},
		{[]string{"trace", "paint"}, "\"paint\" is none of trace's commands: trace ptrans"},
		{[]string{"trace", "chekc", bad}, "trace check reads one; perhaps you mean check"},
		{[]string{"trace", "check"}, "0 files"},
		{[]string{"trace", "check", bad, bad}, "2 files"},
		{[]string{"trace", "check", bad}, bad + ": line 2: the destination is \"2\"; allowed: whole numbers from 0 to 1"},
		{[]string{"trace", "check", filepath.Join(dir, "none.vef")}, "cannot read the trace"},
		{[]string{"trace", "check", dir}, "is a directory"},
		{[]string{"trace", "ptrans"}, "-o is missing"},
		{[]string{"trace", "ptrans", "-o", filepath.Join(dir, "out.txt")}, "ends in .vef, .vef.gz or .vef.zst"},
		{[]string{"trace", "ptrans", "-o", filepath.Join(dir, "no", "out.vef")}, "cannot write " + filepath.Join(dir, "no", "out.vef") + ": no such file"},
		{[]string{"trace", "ptrans", "-o", out, "--tasks", "0"}, "--tasks is 0"},
		{[]string{"trace", "ptrans", "-o", out, "--tasks", "99999999"}, "allowed: 1–65536"},
		{[]string{"trace", "ptrans", "-o", out, "--n", "99999999"}, "N, the order of the matrix, is 99999999; allowed: 1–1048576"},
		{[]string{"trace", "ptrans", "-o", out, "--nb", "many"}, "invalid argument"},
		{[]string{"trace", "ptrans", "-o", out, "--grid", "4by6"}, "allowed: rows and columns as 18x24"},
		{[]string{"trace", "ptrans", "-o", out, "--grid", "4x6", "--tasks", "24"}, "exclude each other"},
		{[]string{"trace", "ptrans", "-o", out, "--tasks", "65521"}, "records; allowed: up to"},
		{[]string{"trace", "ptrans", "-o", out, "extra"}, "\"extra\" is no flag"},
	} {
		code, stdout, errs := command(c.args...)
		if code != 2 || stdout != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit code %d, %q, %s, want %q", c.args, code, stdout, errs, c.want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%d files are left, want bad.vef alone: %v", len(left), err)
	}
}

// What cannot be put in its place leaves nothing behind, and is told by the name it was given. Of a symbolic link, the file
// it names is written, whose rights stay.
func TestTraceInPlace(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	folder, there, link := file("folder.vef"), file("there.vef"), file("link.vef")
	if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(there, []byte("before"), 0o600), os.Symlink(there, link)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says string
	}{
		{folder, "cannot use " + folder + ": it is not a regular file"},
		{file("none") + "/x.vef", "cannot write " + file("none") + "/x.vef: no such file"},
		{there, ""},
		{link, ""},
	} {
		code, _, errs := command("trace", "ptrans", "--tasks", "4", "--n", "64", "--nb", "8", "-o", c.name)
		if c.says == "" && (code != 0 || errs != "") || c.says != "" && (code != 2 || !strings.Contains(errs, c.says)) {
			t.Errorf("%s: exit code %d, %q", c.name, code, errs)
		}
		text, err := os.ReadFile(there)
		info, err2 := os.Lstat(there)
		if errors.Join(err, err2) != nil || strings.HasPrefix(string(text), "VEF3 ") != (c.says == "") || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v, left %.10q", c.name, errors.Join(err, err2), info.Mode(), text)
		}
		if err := os.WriteFile(there, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link was replaced: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 3 {
		t.Errorf("left behind: %v", left)
	}
}

// Numbers are read as people count them: a zero before one does not make it octal.
func TestNumbersOfTracesAreDecimal(t *testing.T) {
	dir := t.TempDir()
	tasks := func(args ...string) string {
		out := good(t, append([]string{"trace"}, args...)...)
		return strings.Join(strings.Fields(strings.SplitN(out, "\n", 2)[0]), " ")
	}
	if got := tasks("ptrans", "--tasks", "012", "--n", "064", "--nb", "08", "--runs", "01", "--copy", "00", "-o", filepath.Join(dir, "x.vef")); got != "tasks 12" {
		t.Error(got)
	}
	if got := tasks("io", "--clients", "010", "--disks", "011", "--ms", "0500", "--seed", "010", "-o", filepath.Join(dir, "x.io")); got != "tasks 21" {
		t.Error(got)
	}
	if text := contents(t, filepath.Join(dir, "x.io")); !strings.Contains(text, "# 10 clients and behind them 11 disks, 500 ms, seed 10\n") {
		t.Errorf("%.80s", text)
	}
	for _, args := range [][]string{{"trace", "ptrans", "--tasks", "0x10"}, {"trace", "ptrans", "--tasks", "1_6"}, {"sweep", "--jobs", "0b1"}, {"validate", "--jobs", "0o2"}, {"trace", "io", "--seed", "\""}} {
		if code, _, errs := command(args...); code != 2 || !strings.Contains(errs, "flag: allowed: whole numbers of at most 18 digits\n") {
			t.Errorf("%q: exit code %d, %s", args, code, errs)
		}
	}
	if code, _, errs := command("run", "--check=\""); code != 2 || !strings.Contains(errs, "flag: allowed: true, false\n") {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

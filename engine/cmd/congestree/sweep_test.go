package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
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

// sweepArgs are a sweep of 12 points, each of a moment.
func sweepArgs(more ...string) []string {
	return append([]string{"sweep", "--set", "network=rlft-4x3", "--set", "warmup=5", "--until", "30us", "--over", "queuing=1q,vftree", "--over", "load=0.5..1:0.1"}, more...)
}

// swept runs a command that must succeed and print nothing, and returns what it says on stderr.
func swept(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := command(args...)
	if code != 0 || out != "" {
		t.Fatalf("%q: exit code %d, %s%s", args, code, out, errs)
	}
	return errs
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

// measuresOf merges a file of results and leaves out how long the runs took.
func measuresOf(t *testing.T, names ...string) []string {
	t.Helper()
	m, err := sweep.Merge(names)
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

func TestSweepAgreesWithRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	if says := swept(t, sweepArgs("--out", out)...); says != "congestree: 12 of 12 points are in "+out+"\n" {
		t.Errorf("says %q", says)
	}
	m, err := sweep.Merge([]string{out})
	if err != nil || len(m.Records) != 12 {
		t.Fatal(err)
	}
	for i, r := range m.Records {
		queuing, load := []string{"1q", "vftree"}[i/6], fmt.Sprintf("%.1f", 0.5+float64(i%6)/10)
		one := runJSON(t, append(small, "--set", "queuing="+queuing, "--set", "load="+load)...)
		if r.Checksum != one.Checksum || *r.Throughput != *one.Throughput || r.Hops != one.Hops || *r.LatencyP50 != *one.LatencyP50 || r.Link != one.Link ||
			*r.WindowStartNS != *one.WindowStartNS || r.SimulatedNS != one.SimulatedNS {
			t.Errorf("point %d, %v: %+v; run gives %+v", i, r.Fields, r, one)
		}
	}
}

// A deadlock ends a point as it ends a run: its averages are not of a network that stands still.
func TestSweepTellsDeadlocks(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	if says := swept(t, "sweep", "--preset", "torus-deadlock", "--over", "seed=1", "--until", "500us", "--out", out); !strings.Contains(says, "1 run ended in a deadlock") {
		t.Errorf("says %q", says)
	}
	if says := swept(t, "sweep", "--preset", "torus-deadlock", "--over", "seed=1", "--until", "500us", "--out", out); !strings.Contains(says, "1 of 1 points already") || !strings.Contains(says, "1 run ended in a deadlock") {
		t.Errorf("again it says %q", says)
	}
	m, err := sweep.Merge([]string{out})
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := command("run", "--preset", "torus-deadlock", "--until", "500us", "--format", "json")
	var one result
	if err := json.Unmarshal([]byte(text), &one); err != nil {
		t.Fatal(err)
	}
	if r := m.Records[0]; r.DeadlockNS == nil || *r.DeadlockNS != *one.At || *r.Throughput != *one.Throughput || r.Checksum != one.Checksum {
		t.Errorf("%+v; run gives %s", r, text)
	}
}

func TestShardsMergeToTheWhole(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	swept(t, sweepArgs("--out", file("whole"), "--jobs", " 2 ", "--shard", " 0 / 1 ", "--until", " 30 us ")...) // blanks around values as around those of fields
	var shards []string
	for i := range 3 {
		shards = append(shards, file(fmt.Sprintf("shard-%d", i)))
	}
	all := append([]string{"merge", file("merged")}, shards...)
	for i, name := range shards[:2] {
		swept(t, sweepArgs("--out", name, "--shard", fmt.Sprintf("%d/3", i))...)
	}
	if code, _, errs := command(all...); code != 2 || !strings.Contains(errs, "shard-2") {
		t.Errorf("a missing file: exit code %d, %s", code, errs)
	}
	code, _, errs := command(all[:4]...)
	if code != 2 || !strings.Contains(errs, "4 of 12 points are missing: ") {
		t.Errorf("a missing shard: exit code %d, %s", code, errs)
	}
	if code, _, errs := command("merge", "--partial", "--csv", file("no/table.csv"), file("merged"), shards[0]); code != 2 || !strings.Contains(errs, "table.csv") {
		t.Errorf("a table that cannot be written: exit code %d, %s", code, errs)
	}
	if _, err := os.Stat(file("merged")); err == nil {
		t.Error("a refused merge has written")
	}
	if says := swept(t, append(all[:4:4], "--partial")...); !strings.Contains(says, "8 of 12 points are in") || len(measuresOf(t, file("merged"))) != 8 {
		t.Errorf("a partial merge says %s", says)
	}
	swept(t, sweepArgs("--out", shards[2], "--shard", "2/3")...)
	swept(t, append(all, "--csv", file("table.csv"))...)
	if whole, merged := measuresOf(t, file("whole")), measuresOf(t, file("merged")); !slices.Equal(whole, merged) || len(whole) != 12 {
		t.Errorf("whole %q\nmerged %q", whole, merged)
	}
	for i, line := range slices.Collect(strings.Lines(contents(t, file("merged")))) {
		if !strings.Contains(line, fmt.Sprintf(`"point":%d,"of":12`, i)) {
			t.Errorf("line %d of the merged file is %s", i, line)
		}
	}
	if table := contents(t, file("table.csv")); strings.Count(table, "\n") != 13 || !strings.HasPrefix(table, "sweep,point,of,link,queuing,load,throughput,") {
		t.Errorf("table %s", table)
	}
	lines := contents(t, file("merged"))
	free, _, err := sweep.Lock(file("merged")) // as while a sweep adds to it
	if err != nil {
		t.Fatal(err)
	}
	if swept(t, "merge", "--csv", file("again.csv"), file("merged")); contents(t, file("again.csv")) != contents(t, file("table.csv")) || contents(t, file("merged")) != lines {
		t.Error("a file by itself becomes another table, or has changed")
	}
	free()
	// What the merged file holds is never lost, not even where it is taken for the first shard.
	before := contents(t, shards[0])
	if err := os.Symlink(file("nowhere"), file("linked")); err == nil { // what a failed merge has made goes, and the link stays
		command("merge", file("linked"), shards[0])
		_, linked := os.Lstat(file("linked"))
		if _, err := os.Stat(file("nowhere")); linked != nil || err == nil {
			t.Errorf("a failed merge leaves %v of a link, and %v of the file it names", linked, err)
		}
	}
	if _, err := os.Stat("/dev/stdout"); err == nil {
		if err := os.WriteFile(file("stream"), []byte("before\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"merge", "--csv", "/dev/stdout", file("merged")}, {"merge", "/dev/stdout", file("merged")}} { // a file, which others write into, too
			stream, err := os.OpenFile(file("stream"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			cmd, errs := process(context.Background(), "", args...)
			cmd.Stdout = stream
			if err := cmd.Run(); err != nil {
				t.Errorf("%q: %v, %s", args, err, errs)
			}
			stream.Close()
		}
		if contents(t, file("stream")) != "before\n"+contents(t, file("table.csv"))+lines {
			t.Errorf("through the standard output:\n%s", contents(t, file("stream")))
		}
	}
	if code, _, errs := command("merge", shards[0], shards[1]); code != 2 || contents(t, shards[0]) != before {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if swept(t, append(all, "--partial")...); contents(t, file("merged")) == "" || len(measuresOf(t, file("merged"))) != 12 {
		t.Error("a second merge has lost something")
	}
}

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

func TestSweepList(t *testing.T) {
	out := good(t, "sweep", "--preset", "hs10-1", "--over", "queuing=1q,vftree", "--over", "seed=7,8", "--list")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 || !slices.IsSorted(lines) || lines[2] != "2\tqueuing=vftree\tseed=7\t?preset=hs10-1&queuing=vftree&seed=7" {
		t.Errorf("list %q", lines)
	}
}

// A link of the page brings its sweep: the same runs in the same order as by flags, so that each goes on with the other's file.
func TestSweepOfALink(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.jsonl")
	link := "https://example.org/?network=rlft-4x3&traffic=UT&camera=0.5,0.5,2&sweep=load%3D0.5,1;queuing=1q,vftree;seed=1..2;warmup=5;until=30us#theme=dark"
	swept(t, "sweep", "--link", link, "--out", out)
	before := contents(t, out)
	if n := strings.Count(before, "\n"); n != 8 {
		t.Errorf("%d points", n)
	}
	flags := []string{"sweep", "--set", "network=rlft-4x3", "--set", "traffic=UT", "--set", "warmup=5", "--over", "load=0.5,1", "--over", "queuing=1q,vftree", "--over", "seed=1..2", "--out", out}
	swept(t, append(flags, "--until", "30us")...)
	if after := contents(t, out); after != before {
		t.Errorf("flags ran it again:\n%s", after)
	}
	for args, says := range map[string][]string{
		"--until 20us":        {"\t"}, // what is said beside the link holds
		"--over load=0.5":     {"0\tload=0.5\t"},
		"--set load=0.3":      {"--set load=0.3: the link's sweep says load", "--over"},
		"--set warmup=7":      {"--set warmup=7: the link's sweep says warmup"},
		"--set queuing=wrong": {"queuing", "wrong"},
	} {
		code, list, errs := command(append(strings.Fields("sweep --list "+args), "--link", link)...)
		for _, word := range says {
			if !strings.Contains(list+errs, word) || (code == 0) != (list != "") {
				t.Errorf("%s: %d %s%s, want %q", args, code, list, errs, word)
			}
		}
	}
	for _, two := range []string{"sweep=load=0.1&sweep=seed=1..3", "ui.sweep=load=0.1&sweep=load=0.1"} {
		if code, list, errs := command("sweep", "--list", "--link", "?network=rlft-4x3&"+two); code != 2 || list != "" || !strings.Contains(errs, "the link holds two sweeps, load=0.1 and ") {
			t.Errorf("%s: %d %s%s", two, code, list, errs)
		}
	}
	if code, list, errs := command("sweep", "--list", "--over", "seed=1", "--link", "?network=rlft-4x3&sweep=load=0.1&sweep=load=0.2"); code != 0 || strings.Count(list, "\n") != 1 {
		t.Errorf("with --over: %d %s%s", code, list, errs)
	}
	if list, _ := lists(t, 0, 600, "--link", "?network=rlft-4x3&sweep=seed=1..600"); !strings.Contains(list, "\n599\tseed=600\t") { // more than the page runs
		t.Errorf("%.200s", list)
	}
	for _, wrong := range []string{"sweep=load=2..3:1", "sweep=sede=1", "sweep=load=0.1;until=x", "sweep=load=1;queuing=1q;traffic=UT"} {
		if code, _, errs := command("sweep", "--list", "--link", "?network=rlft-4x3&"+wrong); code != 2 || !strings.Contains(errs, "the link's "+wrong) {
			t.Errorf("%s: %d %s", wrong, code, errs)
		}
	}
}

// lists runs sweep --list, and holds its exit code and how many points it prints.
func lists(t *testing.T, wantCode, points int, args ...string) (list, errs string) {
	t.Helper()
	code, list, errs := command(append([]string{"sweep", "--list"}, args...)...)
	if code != wantCode || strings.Count(list, "\n") != points {
		t.Errorf("sweep --list %q: exit code %d, want %d, and %d points: %s%s", args, code, wantCode, points, list, errs)
	}
	return list, errs
}

// Of a link that compares schemes all are swept, or those named; its own sweep makes the same runs, and what a scheme cannot run is said.
func TestSweepOfAComparison(t *testing.T) {
	const compared = "?network=rlft-4x3&traffic=UT&warmup=2&compare=queuing:vftree~queuing:dbbm,vcs:4"
	out := filepath.Join(t.TempDir(), "out.jsonl")
	swept(t, "sweep", "--link", compared+"&sweep=load=0.5,1;scheme=1,2,3;until=10us", "--out", out)
	before := contents(t, out)
	if n := strings.Count(before, "\n"); n != 6 || strings.Count(before, `"fields":{"load":0.5,"scheme":"DBBM · 4 VCs"}`) != 1 {
		t.Errorf("%d points:\n%s", n, before)
	}
	swept(t, "sweep", "--link", compared, "--over", "load=0.5,1", "--until", "10us", "--out", out)
	if after := contents(t, out); after != before {
		t.Errorf("flags ran it again:\n%s", after)
	}
	for args, want := range map[string]struct {
		code, points int
		says         string
	}{
		"--over load=0.5,1 --over scheme=2..3": {0, 4, "1\tload=0.5\tscheme=DBBM · 4 VCs\t?network=rlft-4x3&queuing=dbbm&vcs=4"},
		"--over scheme=3,1 --over seed=1..3":   {0, 6, "5\tscheme=1Q\tseed=3\t"},
		"--over buffer=12,64":                  {0, 5, "DBBM · 4 VCs is left out of 1 of its 2 runs, such as buffer=12: buffer: "},
		"--over buffer=1":                      {2, 0, "3 of 3 combinations cannot be run"},
		"--over load=1 --over scheme=4":        {2, 0, "--over scheme: 4 is out of range; allowed: 1–3"},
		"--over scheme=1 --over scheme=2":      {2, 0, "scheme is swept twice"},
		"--over vcs=2,3":                       {2, 0, "the schemes compared differ in vcs"},
		"--over load=1 --set seed=3":           {2, 0, "give either a link of several schemes or --set"},
	} {
		list, errs := lists(t, want.code, want.points, append(strings.Fields(args), "--link", compared)...)
		if !strings.Contains(list+errs, want.says) {
			t.Errorf("%s: %s%s, want %q", args, list, errs, want.says)
		}
	}
	if code, _, errs := command("sweep", "--list", "--preset", "hot-spot", "--over", "scheme=1"); code != 2 || !strings.Contains(errs, "no schemes are compared here") {
		t.Errorf("without a comparison: %d %s", code, errs)
	}
}

// What cannot be run is left out and said, be it the first value; many such are not all named.
func TestSweepLeavesOut(t *testing.T) {
	for args, want := range map[string]struct {
		points, lines int
		says          string
	}{
		"--over routing=dor,dmodk --over load=0.5,1":                 {2, 1, "congestree: routing=dor is left out: routing: dor is for meshes and tori"},
		"--over network=torus-4x4,rlft-4x3 --over routing=dmodk,dor": {2, 2, "network=rlft-4x3 is left out of 1 of its 2 runs, such as routing=dor: routing: "},
		"--over network=torus-4x4,rlft-4x3":                          {1, 1, "network=torus-4x4 is left out: routing: dmodk is for fat trees"}, // whichever is the first
		"--over network=rlft-4x3,torus-4x4":                          {1, 1, "network=torus-4x4 is left out: routing: dmodk is for fat trees"},
		"--over network=torus-4x4,mesh-4x4":                          {2, 1, "torus-4x4 needs another routing: it is dor now"},
		"--set queuing=dbbm --set vcs=3 --over buffer=1..20:1":       {9, 8, "congestree: 4 more values like these are left out of some of their runs, or of all\n"},
		"--set queuing=dbbm --set vcs=3 --over buffer=4..20:1":       {9, 8, "congestree: buffer=11 is left out: buffer: "},
		// What follows a network does so whichever of the values that can be run comes first.
		"--link ?network=rlft-8x3&traffic=HS25-2&hotspots=30,40 --set network=torus-4x4 --over routing=dmodk,dor":           {1, 2, "congestree: torus-4x4 needs another hotspots: it is auto now\n"},
		"--link ?network=rlft-8x3&traffic=HS25-2&hotspots=30,40 --over routing=dmodk,dor --over network=torus-4x4,rlft-4x3": {2, 3, "congestree: torus-4x4 needs another hotspots: it is auto now\n"},
	} {
		_, errs := lists(t, 0, want.points, append(strings.Fields(args), "--set", "packet=4096")...)
		if strings.Count(errs, "\n") != want.lines || !strings.Contains(errs, want.says) {
			t.Errorf("%s: %s, want %d lines with %q", args, errs, want.lines, want.says)
		}
	}
}

// The command that the page copies is the sweep that the page runs, where combinations are left out, too: the scenario follows no network
// as long as one of those swept can be run without.
func TestCommandOfTheForm(t *testing.T) {
	for _, of := range [][2]string{
		{"?network=rlft-4x3", "load=0.5,1;routing=dor,dmodk;seed=1..2;until=5us"},
		{"?network=rlft-4x3&traffic=HS25-2", "hotspots=3,5;2,6;network=rlft-4x3,rlft-8x3;warmup=2;until=5us"},
		{"?network=rlft-8x3&traffic=HS25-2&hotspots=30,40", "load=0.5;network=rlft-4x3,rlft-8x3;until=5us"},
		{"?network=rlft-8x3&traffic=HS25-2&hotspots=30,40", "network=rlft-4x3,rlft-8x3;seed=1..2;until=5us"},
		{"?network=rlft-4x3", "network=torus-4x4,rlft-4x3;routing=dor,dmodk;until=5us"},
		{"?network=rlft-4x3&compare=queuing:vftree,vcs:2", "network=torus-4x4,rlft-4x3;scheme=1,2;until=5us"},
	} {
		form, err := sweep.ParseForm(of[1])
		if err != nil {
			t.Fatal(err)
		}
		all, err := link.ParseAll(of[0])
		if err != nil {
			t.Fatal(err)
		}
		curves, err := form.Plan(all[0], all...)
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "sweep.jsonl")
		var args []string
		for i, part := range strings.Split(strings.Replace(curves.Command(), "sweep.jsonl", out, 1), "'") { // what is quoted, and what is not
			if i%2 == 1 {
				args = append(args, part)
			} else {
				args = append(args, strings.Fields(part)...)
			}
		}
		swept(t, args[1:]...)
		if m, err := sweep.Merge([]string{out}); err != nil || m.Records[0].Sweep != curves.ID() || m.Of != curves.Len() {
			t.Errorf("%s runs another sweep than the form: %v", curves.Command(), err)
		}
	}
}

// The instant that a link shows is the end of a sweep's runs, as it is of a run, unless the link brings a sweep, which has an end of its own.
func TestSweepEndsAtTheLinksInstant(t *testing.T) {
	const link = "?network=rlft-4x3&traffic=UT&warmup=5&t=30us"
	dir := t.TempDir()
	for i, c := range []struct {
		link, flags, says string
		ns                string
	}{
		{link, "--over seed=1", "the end is 30000 ns, the instant that the link shows; --until names another", "30000"},
		{link, "--over seed=1 --until 20us", "", "20000"},
		{link + "&sweep=seed=1;until=25us", "", "t=30us of the link is left out: the link's sweep ends its runs at 25000 ns", "25000"},
		{link + "&sweep=seed=1;until=25us", "--until 20us", "", "20000"},
		{strings.Replace(link, "30us", "soon", 1), "--over seed=1 --until 20us", "", "20000"},
	} {
		out := filepath.Join(dir, strconv.Itoa(i))
		code, _, errs := command(append(strings.Fields("sweep "+c.flags), "--link", c.link, "--out", out)...)
		if code != 0 || !strings.Contains(errs, c.says) || c.says == "" && strings.Contains(errs, "instant") {
			t.Errorf("%s %s: exit code %d, %s", c.link, c.flags, code, errs)
			continue
		}
		if text := contents(t, out); !strings.Contains(text, `"simulated_ns":`+c.ns+`,`) {
			t.Errorf("%s %s: not until %s ns: %s", c.link, c.flags, c.ns, text)
		}
	}
	alone := runJSON(t, "--link", link, "--until", "30us")
	if text := contents(t, filepath.Join(dir, "0")); !strings.Contains(text, alone.Checksum) {
		t.Errorf("not the run of the link, %s: %s", alone.Checksum, text)
	}
}

func TestSweepRefusals(t *testing.T) {
	dir := t.TempDir()
	out, other := filepath.Join(dir, "out.jsonl"), filepath.Join(dir, "other.jsonl")
	swept(t, sweepArgs("--out", other)...)
	before := contents(t, other)
	text := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(text, []byte("Dear reader,"), 0o600); err != nil {
		t.Fatal(err)
	}
	shard, many := filepath.Join(dir, "shard.jsonl"), filepath.Join(dir, "many.jsonl")
	line, _, _ := strings.Cut(before, "\n")
	numbering := regexp.MustCompile(`"point":\d+,"of":\d+,`)
	scattered := "" // results of every twentieth of 2000 points
	for i := range 100 {
		scattered += strings.Replace(line, numbering.FindString(line), fmt.Sprintf(`"point":%d,"of":2000,`, 20*i), 1) + "\n"
	}
	if err := errors.Join(os.WriteFile(shard, []byte(before), 0o600), os.WriteFile(many, []byte(scattered), 0o600)); err != nil {
		t.Fatal(err)
	}
	two := func(more ...string) []string { return append([]string{"sweep", "--over", "seed=1,2"}, more...) }
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"sweep", "--out", out}, []string{"--over", "field=value"}},
		{two(), []string{"--out is missing"}},
		{two("--out", out, "hs10-1"), []string{"hs10-1 is a preset; write --preset hs10-1"}},
		{two("--out", out, "--over", "sede=1"), []string{"sede", "not a field", "seed"}},
		{two("--out", out, "--over", "load=0.1..2:0.1"), []string{"load", "0–1.2"}},
		{two("--out", out, "--over", "seed=3"), []string{"seed is set or swept already"}},
		{two("--out", out, "--set", "seed=3"), []string{"seed is set or swept already"}},
		{two("--out", out, "--preset", "nope"), []string{"preset", "nope", "hs10-1"}},
		{two("--out", out, "--over", "vcs=4", "--over", "queuing=vftree,dbbm", "--over", "buffer=12"), []string{"4 of 4 combinations", "vcs=4 queuing=vftree buffer=12", "buffer: "}},
		{two("--out", out, "--over", "load=0..1:0.00001"), []string{"100000"}},
		{two("--out", out, "--shard", "2/2"), []string{"--shard", "i/n"}},
		{two("--out", out, "--shard", "1"), []string{"--shard", "i/n"}},
		{two("--out", out, "--shard", "-1/2"), []string{"--shard", "i/n"}},
		{two("--out", out, "--jobs", "0"), []string{"--jobs 0", "1–"}},
		{two("--list", "--jobs", "0"), []string{"--jobs 0", "1–"}},
		{two("--out", "-"), []string{"--out -: results go into a file"}},
		{two("--out", out, "--until", "soon"), []string{"--until"}},
		{two("--out", filepath.Join(dir, "no", "out")), []string{"cannot write", "no such file"}},
		{two("--out", dir), []string{dir, "not a regular file"}},
		{two("--out", "/dev/full"), []string{"/dev/full", "not a regular file"}},
		{two("--out", text), []string{"letter.txt", "no result"}},
		{two("--out", other), []string{"other.jsonl", "another sweep", "12 points over queuing, load"}},
		{[]string{"merge"}, []string{"name the file to write"}},
		{[]string{"merge", other}, []string{"name the file to write"}},
		{two("--out", filepath.Join(dir, "load.CSV")), []string{"lines of JSON", "merge --csv"}},
		{[]string{"merge", "--csv", filepath.Join(dir, "t.csv"), filepath.Join(dir, "none")}, []string{"none", "no such file"}},
		{[]string{"merge", out, filepath.Join(dir, "none")}, []string{"none", "no such file"}},
		{[]string{"merge", out, text}, []string{"letter.txt", "no result"}},
		{[]string{"merge", text, other}, []string{"letter.txt", "no result"}},
		{[]string{"merge", "/dev/full", other}, []string{"/dev/full", "not a regular file"}},
		{[]string{"merge", out, dir}, []string{"not a regular file"}},
		{[]string{"merge", out, other, "--csv", other}, []string{"--csv", "another"}},
		{[]string{"merge", out, other, "--csv", filepath.Dir(other) + "/./other.jsonl"}, []string{"--csv", "another"}},
		{[]string{"merge", out, other, "--csv", filepath.Dir(out) + "/./out.jsonl"}, []string{"--csv", "another"}},
		{[]string{"merge", "--partial", "--csv", other, out, shard}, []string{"--csv", "holds results of a sweep"}}, // --csv shard-*.jsonl
		{[]string{"merge", out, many}, []string{"1900 of 2000 points are missing: 1-19, 21-39, ", "381-399 and 1520 more; run"}},
	} {
		code, stdout, errs := command(c.args...)
		if code != 2 || stdout != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "congestree: ") {
			t.Errorf("%q: exit code %d, output %q, %q", c.args, code, stdout, errs)
		}
		for _, word := range c.says {
			if !strings.Contains(errs, word) {
				t.Errorf("%q: %q is not in %q", c.args, word, errs)
			}
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused command has made its file")
	}
	if contents(t, other) != before || contents(t, text) != "Dear reader," {
		t.Error("a refused command has changed a file")
	}
	if left, _ := os.ReadDir(dir); len(left) != 4 {
		t.Errorf("left behind: %v", left)
	}
}

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

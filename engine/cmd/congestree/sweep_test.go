package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/sweep"
)

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

func TestSweepList(t *testing.T) {
	out := good(t, "sweep", "--preset", "hs10-1", "--over", "queuing=1q,vftree", "--over", "seed=7,8", "--list")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 || !slices.IsSorted(lines) || lines[2] != "2\tqueuing=vftree\tseed=7\t?preset=hs10-1&queuing=vftree&seed=7" {
		t.Errorf("list %q", lines)
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

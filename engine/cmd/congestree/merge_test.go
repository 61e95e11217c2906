package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/sweep"
)

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

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/paper/reproduce"
	"github.com/congestree/congestree/engine/scenario/link"
)

const aCell = "voq/2TH-AS-K/3/vFtree/HS10-4"

func lastLine(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return lines[len(lines)-1]
}

func TestValidateList(t *testing.T) {
	code, out, errs := command("validate", "--list", "--filter", "*@time", "--out", filepath.Join(t.TempDir(), "none"))
	if code != 0 || strings.Count(out, "\n") != 704 || strings.Count(errs, "\n") != 11 || !strings.Contains(errs, "[RAR] Fig. 8: Throughput over time under HS10-1 (136 cells)\n") || strings.Contains(errs, "[AFI]") {
		t.Errorf("exit code %d, %d cells, %s", code, strings.Count(out, "\n"), errs)
	}
	if code, out, errs := command("validate", "--list", "--filter", "iq/*/1Q/IHS,iq/*/1Q/IHS#2"); code != 0 || strings.Count(out, "\n") != 34 ||
		errs != "[RAR] Table 2: Throughput at full load, switches without VOQs (17 of 340 cells)\n[RAR] Fig. A.5: Throughput over load under IHS (17 of 1360 cells)\n" {
		t.Errorf("of cells of one table: exit code %d, %d cells, %s", code, strings.Count(out, "\n"), errs)
	}
	_, out, errs = command("validate", "--list", "--paper", "rar", "--out", filepath.Join(t.TempDir(), "none"))
	if strings.Count(errs, "\n") != 15 || !strings.Contains(errs, "[RAR] Fig. 2: ") || strings.Contains(errs, " 0 of ") || strings.Contains(errs, "(0 cells") {
		t.Errorf("experiments: %s", errs)
	}
	if !strings.Contains(out, "\niq/2TH-AS-K/3/vFtree/HS10-1\tRAR\tTable 2\tpublished 65.0\tours ") || strings.Contains(out, "afi-") {
		t.Errorf("listed: %.300s", out)
	}
	if _, both, _ := command("validate", "--list", "--filter", "iq/*/1Q/IHS,iq/*/1Q/IHS@time"); strings.Count(both, "\n") != 34 {
		t.Errorf("of two patterns: %d cells", strings.Count(both, "\n"))
	}
	if _, one, _ := command("validate", "--list", "--cell", aCell); !strings.HasPrefix(one, aCell+"\tRAR\tTable 3\tpublished -\t") || strings.Count(one, "\n") != 1 {
		t.Errorf("one cell: %q", one)
	}
	if _, one, _ := command("validate", "--list", "--cell", "drb-torus-8x8/DRB/butterfly/256B@80#latency"); !strings.HasPrefix(one, "drb-torus-8x8/DRB/butterfly/256B@80#latency\tDRB\tFig. 7-8a\tpublished -\t") {
		t.Errorf("of a figure, by another measure: %q", one)
	}
}

func TestValidateCell(t *testing.T) {
	out := filepath.Join(t.TempDir(), "cell.jsonl")
	code, text, errs := command("validate", "--cell", aCell, "--miniature", "--out", out)
	if code != 0 || !regexp.MustCompile(`^\d+\.\d$`).MatchString(lastLine(text)) {
		t.Errorf("exit code %d, %q, %s", code, text, errs)
	}
	_, again, _ := command("validate", "--cell", aCell, "--miniature")
	if lastLine(again) != lastLine(text) {
		t.Errorf("%q, then %q", text, again)
	}
	line, err := os.ReadFile(out)
	var r struct {
		Cell, Checksum, Commit string
		Percent                float64
		Seed                   int
	}
	if err != nil || json.Unmarshal(line, &r) != nil || r.Cell != aCell || r.Checksum == "" || r.Commit == "" || r.Seed != 1 || percent(r.Percent) != lastLine(text) {
		t.Errorf("%v, %s", err, line)
	}
}

// The last line of a trace's cell is its execution time in µs.
func TestValidateExecution(t *testing.T) {
	cell := "afi-voq/AFI/1Q/PTRANS"
	code, text, errs := command("validate", "--cell", cell, "--miniature")
	if code != 0 || !regexp.MustCompile(`^\d+\.\d$`).MatchString(lastLine(text)) || !strings.HasPrefix(text, "execution time of the trace in µs") {
		t.Errorf("exit code %d, %q, %s", code, text, errs)
	}
	c, err := paper.Parse(cell)
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.Miniature()
	if err != nil {
		t.Fatal(err)
	}
	if r := runJSON(t, "--link", link.Of(s)); r.ExecutionNS == nil || percent(*r.ExecutionNS/1000) != lastLine(text) {
		t.Errorf("run says %v ns", r.ExecutionNS)
	}
	if _, list, _ := command("validate", "--list", "--filter", "*/PTRANS*", "--out", filepath.Join(t.TempDir(), "none")); strings.Count(list, "\n") != 64 || !strings.Contains(list, cell+"\tAFI\tFig. 7\tpublished -\tours ") {
		t.Errorf("listed: %s", list)
	}
}

func TestValidateGoesOn(t *testing.T) {
	out := filepath.Join(t.TempDir(), "v.jsonl")
	args := []string{"validate", "--miniature", "--filter", "iq/*/1Q/IHS", "--out", out}
	if code, _, errs := command(args...); code != 0 || !strings.Contains(errs, "17 of 17 cells are in") {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	whole, _ := os.ReadFile(out)
	if n := strings.Count(string(whole), "\n"); n != 17 {
		t.Fatalf("%d lines", n)
	}
	if err := os.WriteFile(out, whole[:len(whole)-20], 0o666); err != nil { // killed while it wrote
		t.Fatal(err)
	}
	if code, _, errs := command(args...); code != 0 || !strings.Contains(errs, "middle of a line") || !strings.Contains(errs, "has 16 of 17 cells already") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if text, _ := os.ReadFile(out); strings.Count(string(text), "\n") != 17 {
		t.Errorf("%d lines after going on", strings.Count(string(text), "\n"))
	}
	stale := regexp.MustCompile(`"fingerprint":"[0-9a-f]{16}"`).ReplaceAllString(string(whole), `"fingerprint":"0000000000000000"`)
	if err := os.WriteFile(out, []byte(stale), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := command(args...); code != 0 || !strings.Contains(errs, "17 results in") {
		t.Errorf("results of another engine: exit code %d, %s", code, errs)
	}
	if code, _, errs := command("merge", out+".all", out); code != 2 || !strings.Contains(errs, "line 1 is a result of a validation") || !strings.Contains(errs, "put together by cat") {
		t.Errorf("merged as a sweep: exit code %d, %s", code, errs)
	}
	of := filepath.Join(t.TempDir(), "sweep.jsonl")
	if err := os.WriteFile(of, []byte(`{"sweep":"0123456789abcdef","point":0}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := command(append(args[:len(args):len(args)], "--out", of)...); code != 2 || !strings.Contains(errs, "line 1 is a result of a sweep") || !strings.Contains(errs, "congestree merge") {
		t.Errorf("into a sweep's: exit code %d, %s", code, errs)
	}
	if code, _, errs := command(append(args, "--shard", "1/4")...); code != 0 || !strings.Contains(errs, "4 of 4 cells are in") {
		t.Errorf("a shard: exit code %d, %s", code, errs)
	}
}

// The help tells what stands for something in a cell's name from what is written as it is, as the refusal of a wrong end does.
func TestValidateHelpNamesCells(t *testing.T) {
	_, help, _ := command("validate", "--help")
	_, _, errs := command("validate", "--cell", "fbicm/3/FBICM@x")
	ends := regexp.MustCompile(`@[<a-z][^, ]*`).FindAllString(errs[strings.Index(errs, "allowed"):], -1)
	for _, end := range append(ends, "@<load>", "#<seed>") {
		if !strings.Contains(help, end) {
			t.Errorf("the help has no %s", end)
		}
	}
	if len(ends) != 4 {
		t.Errorf("the ends of a case are %q", ends)
	}
}

// Shards of a validation are put together by cat, as the help says.
func TestValidateShards(t *testing.T) {
	dir := t.TempDir()
	args := []string{"validate", "--miniature", "--filter", "iq/NoTH-?S-K/1Q/IHS", "--out"}
	var all []byte
	for _, shard := range []string{"0/2", "1/2"} {
		out := filepath.Join(dir, shard[:1])
		if code, _, errs := command(append(args, out, "--shard", shard)...); code != 0 {
			t.Fatalf("shard %s: exit code %d, %s", shard, code, errs)
		}
		text, err := os.ReadFile(out)
		if err != nil || len(text) == 0 {
			t.Fatalf("shard %s: %d bytes, %v", shard, len(text), err)
		}
		all = append(all, text...)
	}
	out := filepath.Join(dir, "all")
	if err := os.WriteFile(out, all, 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := command(append(args, out)...); code != 0 || !strings.Contains(errs, "has 3 of 3 cells already") {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

// --due leaves out the cells whose committed result is of this engine, and says so if that is all of them.
func TestValidateDue(t *testing.T) {
	ours, err := reproduce.Committed()
	if err != nil {
		t.Fatal(err)
	}
	cells := slices.DeleteFunc(paper.All("RAR"), func(c paper.Cell) bool { // of all of them: reproduce's TestPageIsCurrent
		return !strings.HasPrefix(c.ID(), "voq/") || !strings.HasSuffix(c.ID(), "/vFtree/HS10-1")
	})
	due := map[string]bool{}
	for _, c := range ours.Due(cells) {
		due[c.ID()] = true
	}
	listed := func(args ...string) (ids []string) {
		code, out, errs := command(append([]string{"validate", "--list", "--filter", "voq/*/vFtree/HS10-1"}, args...)...)
		if code != 0 {
			t.Fatalf("exit code %d, %s", code, errs)
		}
		for _, line := range strings.Split(out, "\n") {
			if id, _, ok := strings.Cut(line, "\t"); ok {
				ids = append(ids, id)
			}
		}
		return
	}
	want := slices.DeleteFunc(listed("--paper", "RAR"), func(id string) bool { return !due[id] })
	if got := listed("--paper", "RAR", "--due"); !slices.Equal(got, want) {
		t.Errorf("due: %v, want %v", got, want)
	}
	for _, c := range cells {
		if _, ok := ours.Results[c.ID()]; ok && !due[c.ID()] {
			if code, out, errs := command("validate", "--list", "--due", "--filter", c.ID()); code != 0 || out != "" || !strings.Contains(errs, "none of these cells is due") {
				t.Errorf("%s: exit code %d, %q, %s", c.ID(), code, out, errs)
			}
			break
		}
	}
}

func TestValidateReports(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old.jsonl")
	if err := os.WriteFile(old, []byte(`{"cell":"`+aCell+`","percent":99,"checksum":"c","fingerprint":"of another engine"}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, ours, _ := command("validate", "--list", "--cell", aCell)
	if code, out, errs := command("validate", "--list", "--cell", aCell, "--out", old); code != 0 || out != ours || !strings.Contains(errs, "1 results in "+old+" are of another engine") {
		t.Errorf("a result of another engine: exit code %d, %s%s, want %s", code, out, errs, ours)
	}
	none := filepath.Join(t.TempDir(), "none")
	code, out, errs := command("validate", "--summary", "--claims", "--paper", "AFI", "--out", none)
	if code != 0 || !strings.Contains(errs, "there is no "+none) || !strings.Contains(out, "afi-hs25-gain: ") || strings.Contains(out, "rar-") || !strings.Contains(out, "mean difference") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a report has made the file of results")
	}
}

// The repository keeps what tables, figures and claims are made of, and the rest is said to stay where it is.
func TestValidateKeepSaysWhatItLeaves(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	for _, dir := range []string{"data", "reproduce/data"} {
		if err := os.MkdirAll(filepath.Join(reproduce.PaperDir, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	tables := filepath.Join(reproduce.PaperDir, "data", "ours-tables.tsv")
	var lines string
	for _, cell := range []string{"iq/TH-FS-K/1Q/HS10-1#57", "voq/D-mod-K/1Q/IHS@5"} {
		lines += `{"cell":"` + cell + `","percent":50,"checksum":"c","fingerprint":"f"}` + "\n"
	}
	for name, text := range map[string]string{tables: "", "v.jsonl": lines} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := command("validate", "--keep", "--out", "v.jsonl")
	if code != 0 || out != "" || !strings.Contains(errs, "2 results in v.jsonl are of cells of which no table, figure or claim is made, such as iq/TH-FS-K/1Q/HS10-1#57: ") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if text, err := os.ReadFile(tables); err != nil || string(text) != paper.TableResults() {
		t.Errorf("%v: the committed results have changed", err)
	}
	if code, out, errs := command("validate", "--keep", "--out", "none"); code != 0 || out != "" || strings.Contains(errs, "no table") {
		t.Errorf("of the committed results alone: exit code %d, %s%s", code, out, errs)
	}
}

// A full disk is said once, and a cell whose line did not get into the file has failed; the number of the one of --cell is printed.
func TestValidateOnAFullDisk(t *testing.T) {
	for _, args := range [][]string{{"--cell", aCell}, {"--filter", "voq/*/1Q/IHS"}} {
		out := filepath.Join(t.TempDir(), "v.jsonl")
		cmd, errs := process(t.Context(), "ulimit -f 0;", append([]string{"validate", "--miniature", "--out", out}, args...)...)
		var printed bytes.Buffer
		cmd.Stdout = &printed
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 || strings.Count(errs.String(), "cannot write") != 1 || strings.Count(errs.String(), "goes on from there") != 1 {
			t.Errorf("%q: %v, %s", args, err, errs)
		}
		if number := lastLine(printed.String()); args[0] == "--cell" && !regexp.MustCompile(`^[0-9]+\.[0-9]$`).MatchString(number) {
			t.Errorf("%q printed %q", args, number)
		}
		if text, err := os.ReadFile(out); err != nil || len(text) > 0 {
			t.Errorf("%q: %v, left %q", args, err, text)
		}
	}
}

func TestValidateRefuses(t *testing.T) {
	broken, table := filepath.Join(t.TempDir(), "broken.jsonl"), filepath.Join(t.TempDir(), "v.Csv")
	if err := os.WriteFile(broken, []byte("no result\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--cell", "voq/vFtree"}, "voq/2TH-AS-K/3/vFtree/HS10-4"}, {[]string{"--cell", "voq/D-mod-K/vFtree/UT"}, "allowed: HS10-1"},
		{[]string{"--paper", "XYZ"}, "allowed: RAR, AFI"}, {[]string{"--filter", "nothing"}, "matches no cell"}, {[]string{"--filter", "\xff*"}, "matches no cell"},
		{[]string{"--list", "--filter", "iq/*/1Q/IHS,iq/*/1Q/IHS@tiem"}, "--filter \"iq/*/1Q/IHS@tiem\" matches no cell"}, {[]string{"--list", "--filter", "iq/*/1Q/IHS,"}, "--filter \"\" matches no cell"},
		{[]string{"--keep", "--filter", "iq/*"}, "--filter and --keep exclude each other"}, {[]string{"--claims", "--due"}, "--claims and --due exclude each other"}, {[]string{"--docs", "--paper", "RAR"}, "--docs and --paper exclude each other"},
		{[]string{"--cell", ""}, "--cell is empty"}, {[]string{"--filter", ""}, "--filter is empty"}, {[]string{"--paper", ""}, "--paper is empty"},
		{[]string{"--cell", aCell, "--shard", "0/2"}, "shard"}, {[]string{"--jobs", "0"}, "allowed: 1"}, {[]string{"--cell", aCell, "--miniature", "--out", "-"}, "--out -: results go into a file"},
		{[]string{"--shard", "3/2"}, "write i/n"}, {[]string{"--pictures=gif"}, "allowed: png, svg"}, {[]string{"--out", broken, "--summary"}, "no result of a validation"},
		{[]string{"--out", broken, "--filter", aCell, "--miniature"}, "name another file"}, {[]string{"--out", t.TempDir(), "--filter", aCell, "--miniature"}, "not a regular file"},
		{[]string{"--out", table, "--filter", aCell, "--miniature"}, "v.Csv: results are lines of JSON; name a file that ends in .jsonl"}, {[]string{"--out", table, "--cell", aCell, "--miniature"}, "lines of JSON"},
		{[]string{"--docs", "--out", filepath.Join(t.TempDir(), "x")}, "repository's top"}, {[]string{"--cell", aCell, "--list", "--claims"}, "claims"}, {[]string{"extra"}, "no flag"},
	} {
		code, out, errs := command(append([]string{"validate"}, c.args...)...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit code %d, %q, %q; want %q", c.args, code, out, errs, c.want)
		}
	}
	if text, _ := os.ReadFile(broken); string(text) != "no result\n" {
		t.Error("a refused file was changed")
	}
	if _, err := os.Stat(table); err == nil {
		t.Error("a refused file was made")
	}
}

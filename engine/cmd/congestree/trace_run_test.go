package main

// congestree run with the trace of a program.

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const pingPong = "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 5 0\n"

func traceFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A run ends when its program does: two packets of 327.68 ns over two links of 6 ns, and 5 ns between.
func TestRunTrace(t *testing.T) {
	path := traceFile(t, "ping.vef", pingPong)
	r := runJSON(t, "--trace", path, "--set", "network=rlft-4x3", "--check")
	if r.ExecutionNS == nil || *r.ExecutionNS != 684.36 || *r.ExecutionS != 684.36e-9 || *r.Records != 2 || *r.RecordsDone != 2 || *r.Messages != 2 {
		t.Errorf("%+v", r)
	}
	if r.Delivered != 2 || r.Generated != 2 || r.Hops != 4 || *r.WindowStartNS != 0 || r.SimulatedNS != 3*327.68 || *r.WindowEndNS != r.SimulatedNS {
		t.Errorf("%+v", r)
	}
	if !strings.HasPrefix(r.Link, "?network=rlft-4x3&traffic=VEF-") {
		t.Errorf("link %s", r.Link)
	}
	if again := runJSON(t, "--link", r.Link, "--trace", path); again.Checksum != r.Checksum || *again.ExecutionNS != *r.ExecutionNS {
		t.Errorf("by its link: %+v", again)
	}
	if without := runJSON(t, "--set", "network=rlft-4x3", "--set", "warmup=0", "--until", "1us"); without.ExecutionNS != nil || without.Records != nil {
		t.Errorf("a run without a trace has an execution: %+v", without)
	}
}

// Whatever the file's form and however the trace came to be, the run is the same; all formats tell of it.
func TestRunTraceForms(t *testing.T) {
	dir := t.TempDir()
	var first result
	for _, name := range []string{"a.vef", "a.vef.gz", "a.vef.zst"} {
		path := filepath.Join(dir, name)
		good(t, "trace", "ptrans", "--grid", "4x4", "--n", "512", "--nb", "16", "-o", path)
		r := runJSON(t, "--trace", path, "--set", "network=rlft-4x3", "--set", "routing=adaptive")
		if first.Link == "" {
			first = r
		}
		if r.ExecutionNS == nil || *r.ExecutionNS != *first.ExecutionNS || r.Checksum != first.Checksum || r.Link != first.Link {
			t.Errorf("%s: %+v, not %+v", name, r, first)
		}
	}
	made := runJSON(t, "--set", "traffic=PTRANS-4x4-512-16", "--set", "network=rlft-4x3", "--set", "routing=adaptive")
	if *made.ExecutionNS != *first.ExecutionNS || made.Hops != first.Hops || made.Checksum != first.Checksum {
		t.Errorf("made on the spot: %+v, not %+v", made, first)
	}
	args := []string{"run", "--trace", filepath.Join(dir, "a.vef.gz"), "--set", "network=rlft-4x3", "--set", "routing=adaptive"}
	rows, err := csv.NewReader(strings.NewReader(good(t, append(args, "--format", "csv")...))).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	text := good(t, args...)
	// 16 messages but for the 4 to oneself, and 10 collectives of 16.
	for name, want := range map[string]string{"execution_ns": number(*first.ExecutionNS), "execution_s": number(*first.ExecutionS), "checksum": first.Checksum,
		"records": "172", "records_done": "172", "link": first.Link} {
		at := -1
		for i := range rows[0] {
			if rows[0][i] == name {
				at = i
			}
		}
		if at < 0 || rows[1][at] != want {
			t.Errorf("CSV: %s is not %s in %q", name, want, rows)
		}
		if !tells(text, name, want) {
			t.Errorf("text: %s is not %s in\n%s", name, want, text)
		}
	}
}

// A program that has not ended is told, and is no error.
func TestRunTraceNotEnded(t *testing.T) {
	path := traceFile(t, "ping.vef", pingPong)
	args := []string{"run", "--trace", path, "--set", "network=rlft-4x3", "--until", "400ns", "--format"}
	code, out, errs := command(append(args, "json")...)
	var r result
	if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil || r.ExecutionNS != nil || r.ExecutionS != nil || *r.RecordsDone != 1 || r.SimulatedNS != 400 {
		t.Errorf("exit code %d, %v, %s", code, err, out)
	}
	if errs != "congestree: the trace has not ended after 400 ns: 1 of 2 records are done\n" {
		t.Errorf("the note is %q", errs)
	}
	if _, text, _ := command(append(args, "text")...); !tells(text, "execution_ns", "none") {
		t.Errorf("the text is\n%s", text)
	}
}

// One that was to be run to its end, and has none within 1000 s, has failed; its measures are printed.
func TestRunTraceWithoutAnEnd(t *testing.T) {
	path := traceFile(t, "long.vef", "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 2000000000000 0\n")
	scenario := []string{"--trace", path, "--set", "network=rlft-4x3", "--set", "bandwidth=0.1"}
	const says = "the trace has not ended after 1000000000000 ns: 1 of 2 records are done\n"
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"run", "congestree: " + says, 1},
		{"run --until 1000s", "congestree: " + says, 0},
		{"compare --with routing=adaptive", "congestree: D-mod-K: " + says + "congestree: Adaptive: " + says, 1},
		{"compare --with routing=adaptive --until 1000s", "congestree: D-mod-K: " + says + "congestree: Adaptive: " + says, 0},
	} {
		if code, out, errs := command(append(strings.Fields(c.args), scenario...)...); code != c.code || errs != c.says || !strings.Contains(out, "1000000000000") && !strings.Contains(out, "execution time") {
			t.Errorf("%s: exit code %d, %q, %s", c.args, code, errs, out)
		}
	}
}

func TestRunTraceRefuses(t *testing.T) {
	path := traceFile(t, "ping.vef", pingPong)
	dir := filepath.Dir(path)
	zst := filepath.Join(dir, "a.vef.zst")
	good(t, "trace", "ptrans", "--tasks", "24", "--n", "960", "--nb", "16", "-o", zst)
	packed, err := os.ReadFile(zst)
	if err != nil {
		t.Fatal(err)
	}
	torn := traceFile(t, "torn.vef.zst", string(packed[:len(packed)/2]))
	badGzip := traceFile(t, "bad.vef.gz", "\x1f\x8bnot gzip at all")
	badLine := traceFile(t, "bad.vef", "# a comment\n"+strings.Replace(pingPong, "1 1 0 10", "1 1 0 ten", 1))
	stuck := traceFile(t, "stuck.vef", "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 2 0 1\n1 1 0 10 2 5 0\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--trace", filepath.Join(dir, "none.vef")}, "cannot read the trace"},
		{[]string{"--trace", dir}, "is a directory"},
		{[]string{"--trace", ""}, "--trace is empty"},
		{[]string{"--trace", badLine}, badLine + `: line 4: the length is "ten"; allowed: whole numbers from 0 to`},
		{[]string{"--trace", stuck}, stuck + ": line "},
		{[]string{"--trace", badGzip}, "the gzip file is damaged or cut off"},
		{[]string{"--trace", torn}, "the zstd file is damaged or cut off"},
		{[]string{"--trace", zst, "--set", "network=rlft-4x3"}, "24 tasks, but rlft-4x3 has 16 hosts"},
		{[]string{"--trace", path, "--set", "traffic=UT"}, "--set traffic=UT: the traffic is the trace of --trace already; leave one of them out"},
		{[]string{"--trace", path, "--link", "?traffic=VEF-0000000000000001"}, "the scenario plays VEF-0000000000000001: another trace"},
		{[]string{"--link", "?traffic=VEF-0000000000000001"}, "name it with --trace"},
		{[]string{"--link", "?traffic=VEF-0000000000000001", "--set", "network=rlft-4x3"}, "name it with --trace"}, // no other network lets another traffic be it
		{[]string{"--set", "traffic=PTRANS-0x4"}, "PTRANS-"},
		{[]string{"--trace", path, "--until", "never"}, "--until"},
	} {
		code, out, errs := command(append([]string{"run"}, c.args...)...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit code %d, %q, %q; want %q", c.args, code, out, errs, c.want)
		}
	}
}

// A sweep over a trace runs each point until its program has ended.
func TestSweepTrace(t *testing.T) {
	dir := t.TempDir()
	trace := filepath.Join(dir, "a.vef.zst")
	good(t, "trace", "ptrans", "--grid", "4x4", "--n", "512", "--nb", "16", "-o", trace)
	out := filepath.Join(dir, "out.jsonl")
	if code, _, errs := command("sweep", "--trace", trace, "--set", "network=rlft-4x3", "--over", "routing=dmodk,adaptive", "--out", out); code != 0 || strings.Contains(errs, "warm-up") {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	if code, _, errs := command("sweep", "--trace", trace, "--set", "network=rlft-4x3", "--over", "routing=dmodk,adaptive", "--until", "1us", "--out", filepath.Join(dir, "short")); code != 0 || !strings.Contains(errs, "2 runs ended before the program had") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, routing := range []string{"dmodk", "adaptive"} {
		one := runJSON(t, "--trace", trace, "--set", "network=rlft-4x3", "--set", "routing="+routing)
		found := false
		for _, line := range lines {
			var r struct {
				Point         int
				Throughput    float64
				Execution     *float64 `json:"execution_ns"`
				Checksum      string
				WindowStartNS float64 `json:"window_start_ns"`
			}
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if r.Point == i {
				found = true
				if r.Execution == nil || *r.Execution != *one.ExecutionNS || r.Checksum != one.Checksum || r.Throughput != *one.Throughput || r.WindowStartNS != 0 {
					t.Errorf("%s: the sweep says %s, run %+v", routing, line, one)
				}
			}
		}
		if !found {
			t.Errorf("point %d is missing in %s", i, text)
		}
	}
	if code, _, errs := command("sweep", "--set", "network=rlft-4x3", "--over", "traffic=UT,PTRANS-4x4-512-16", "--list"); code != 2 || !strings.Contains(errs, "give --until") {
		t.Errorf("traces among others: exit code %d, %s", code, errs)
	}
	for _, values := range []string{"UT,HS25-1", "PTRANS-4x4-512-16", "UT"} {
		code, _, errs := command("sweep", "--trace", trace, "--set", "network=rlft-4x3", "--over", "traffic="+values, "--list")
		if code != 2 || !strings.Contains(errs, "--over traffic="+values+": the traffic is the trace of --trace already; sweep other fields with it, or leave --trace out") {
			t.Errorf("a trace, and traffic swept: exit code %d, %s", code, errs)
		}
	}
	if code, list, errs := command("sweep", "--set", "network=rlft-4x3", "--over", "traffic=UT,PTRANS-4x4-512-16", "--until", "2ms", "--list"); code != 0 || strings.Count(list, "\n") != 2 {
		t.Errorf("with --until: exit code %d, %s", code, errs)
	}
}

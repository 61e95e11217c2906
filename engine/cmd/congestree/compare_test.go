package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
)

// TestCompare has every run of a comparison be the one that run gives by itself, and the best marked.
func TestCompare(t *testing.T) {
	address := "?preset=hot-spot&compare=queuing:dbbm~at:52_routing_adaptive"
	code, out, errs := command("compare", address, "--until", "60us", "--format", "json")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	var got struct {
		Link   string
		Fields []string
		Runs   []struct {
			Title, Checksum string
			HoL             *float64
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || got.Link != address || strings.Join(got.Fields, " ") != "queuing at" || len(got.Runs) != 3 {
		t.Fatalf("%v: %+v", err, got)
	}
	for i, set := range []string{"queuing=1q", "queuing=dbbm", "at=52_routing_adaptive"} {
		_, alone, _ := command("run", "--preset", "hot-spot", "--set", set, "--until", "60us", "--format", "json")
		if got.Runs[i].Checksum == "" || !strings.Contains(alone, got.Runs[i].Checksum) {
			t.Errorf("%s: checksum %s, but alone %s", got.Runs[i].Title, got.Runs[i].Checksum, alone)
		}
		if got.Runs[i].HoL == nil || *got.Runs[i].HoL < 0 || *got.Runs[i].HoL > 1 {
			t.Errorf("%s: HoL %v", got.Runs[i].Title, got.Runs[i].HoL)
		}
	}
	code, out, errs = command("compare", "--preset", "hot-spot", "--with", "queuing=dbbm", "--until", "60us")
	if code != 0 || strings.Count(out, " *") < 2 || !strings.Contains(out, "DBBM") || !strings.Contains(out, "?preset=hot-spot&compare=queuing:dbbm\n") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}

// Averages begin where those of a run by itself do, and a trace runs to its end, whose time is the measure.
func TestCompareMeasuresAsRunDoes(t *testing.T) {
	for _, set := range []string{"load=0.9", "traffic=PTRANS-4x4-512-16"} {
		_, alone, _ := command("run", "--set", "network=rlft-4x3", "--set", set, "--format", "json")
		code, out, errs := command("compare", "--set", "network=rlft-4x3", "--set", set, "--with", "queuing=dbbm,vcs=3", "--format", "json")
		var got struct{ Runs []map[string]any }
		var want map[string]any
		if err := errors.Join(json.Unmarshal([]byte(alone), &want), json.Unmarshal([]byte(out), &got)); err != nil || len(got.Runs) != 2 {
			t.Fatalf("%s: %v, exit code %d: %s", set, err, code, errs)
		}
		for _, name := range []string{"throughput", "offered", "window_start_ns", "window_end_ns", "checksum", "execution_ns"} {
			if got.Runs[0][name] != want[name] {
				t.Errorf("%s: %s is %v, by itself %v", set, name, got.Runs[0][name], want[name])
			}
		}
	}
	_, out, _ := command("compare", "--set", "network=rlft-4x3", "--set", "traffic=PTRANS-4x4-512-16", "--with", "queuing=dbbm,vcs=3")
	if !strings.Contains(out, "\nexecution time ") {
		t.Errorf("a trace's table is\n%s", out)
	}
	if _, _, errs := command("compare", "?preset=hot-spot&compare=queuing:dbbm&v=1", "--until", "60us"); !strings.Contains(errs, "results 1") {
		t.Errorf("a link of another engine: %q", errs)
	}
	if _, _, errs := command("compare", "--set", "network=rlft-4x3", "--set", "traffic=PTRANS-4x4-512-16", "--with", "queuing=dbbm,vcs=3", "--until", "5us"); !strings.Contains(errs, "DBBM: the trace has not ended") {
		t.Errorf("a program that is cut: %q", errs)
	}
}

// A link of a comparison of traces asks for the file, and plays it.
func TestCompareLinkOfATrace(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "ping.vef"), filepath.Join(dir, "other.vef")
	for name, text := range map[string]string{path: "VEF3 2 2 0 0 0 TRUE\n0 0 1 4000 0 0 -1\n1 1 0 4000 2 5 0\n", other: "VEF3 2 1 0 0 0 TRUE\n0 0 1 10 0 0 -1\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, out, errs := command("compare", "--set", "network=rlft-4x3", "--trace", path, "--with", "routing=adaptive", "--format", "json")
	type result struct {
		Link string
		Runs []struct{ Checksum string }
	}
	var first, again result
	if err := json.Unmarshal([]byte(out), &first); err != nil {
		t.Fatal(err, errs)
	}
	_, out, errs = command("compare", first.Link, "--trace", path, "--format", "json")
	if err := json.Unmarshal([]byte(out), &again); err != nil || len(first.Runs) != 2 || !reflect.DeepEqual(again, first) {
		t.Errorf("by its link it is %+v, was %+v: %v%s", again, first, err, errs)
	}
	if code, _, errs := command("compare", first.Link, "--trace", other); code != 2 || !strings.Contains(errs, "another trace") {
		t.Errorf("with another trace: exit code %d, %s", code, errs)
	}
}

// A link may be given as the argument or by --link, and is the same to all commands: the scenario that --set changes, too.
func TestLinkAsArgument(t *testing.T) {
	for _, c := range [][]string{
		{"run", "?preset=hot-spot&seed=7", "--set", "load=0.5", "--until", "1us", "--format", "json", "--trees=false"},
		{"run", "https://congestree.github.io/?preset=hs10-1&load=0.5", "--set", "network=rlft-4x3", "--until", "1us"},
		{"run", "#seed=7", "--until", "1us"},
		{"run", "?preset=hot-spot&t=2us&v=1&sweep=load=0.1,0.2"}, // with what links say beside the scenario
		{"compare", "?preset=hot-spot", "--set", "seed=2", "--with", "queuing=dbbm", "--until", "1us"},
		{"sweep", "?preset=hot-spot&sweep=load=0.1,0.2", "--list"},
		{"sweep", "?preset=hot-spot", "--over", "load=0.1,0.2", "--set", "seed=3", "--list"},
	} {
		code, out, errs := command(c...)
		args := slices.Insert(slices.Clone(c), 1, "--link")
		want, wanted, wants := command(args...)
		for _, text := range []*string{&out, &wanted} {
			*text = regexp.MustCompile(`(?m)^.*(wall_s|hops_per_s).*$`).ReplaceAllString(*text, "")
		}
		if code != want || code != 0 || out != wanted || errs != wants {
			t.Errorf("%q: exit code %d, %s%s\nwant %d, %s%s", c, code, out, errs, want, wanted, wants)
		}
	}
}

// Schemes that differ in nothing differ in no fields, which is a list of none.
func TestCompareTheSame(t *testing.T) {
	_, out, errs := command("compare", "--set", "network=rlft-4x3", "--set", "warmup=0", "--with", "queuing=1q", "--until", "1us", "--format", "json")
	if !strings.Contains(out, `"fields": [],`) {
		t.Errorf("%s%s", out, errs)
	}
}

// A comparison's link may be given as any link.
func TestCompareByTheLinkFlag(t *testing.T) {
	const text = "?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm"
	_, a, _ := command("compare", text, "--until", "20us")
	if _, b, _ := command("compare", "--link", text, "--until", "20us"); a != b || !strings.Contains(a, "fbicm") {
		t.Errorf("%s\n%s", a, b)
	}
}

func TestCompareRefuses(t *testing.T) {
	for _, c := range [][]string{
		{"nothing to compare", "compare", "--preset", "hot-spot"},
		{"must be the same", "compare", "--preset", "hot-spot", "--with", "seed=2"},
		{"write field=value", "compare", "--preset", "hot-spot", "--with", "queuing"},
		{"queuing is given twice; every scenario has a --with of its own", "compare", "--preset", "hot-spot", "--with", "queuing=dbbm,queuing=vftree", "--until", "1us"},
		{"1–4", "compare", "--with", "voq=true", "--with", "voq=true", "--with", "voq=true", "--with", "voq=true"},
		{"either a link as the argument or --preset", "compare", "?seed=2", "--preset", "hot-spot"},
		{"sorted by it", "compare", "--with", "at=5_queuing_dbbm"},
		{"congestree compare", "run", "--link", "?compare=queuing:dbbm"},
		{"congestree compare", "run", "?compare=queuing:dbbm"},
		{"either a link of several schemes or --set", "compare", "--link", "?compare=queuing:dbbm", "--set", "seed=2"},
		{"either a link of several schemes or --set", "compare", "?compare=queuing:dbbm", "--set", "seed=2"},
		{`queuing: "nosuch" is unknown`, "compare", "--link", "?compare=queuing:nosuch"}, // not that compare reads such a link
		{`queuing: "nosuch" is unknown`, "compare", "?compare=queuing:nosuch"},
	} {
		if code, _, errs := command(c[1:]...); code != 2 || !strings.Contains(errs, c[0]) {
			t.Errorf("%q: exit code %d, %s", c[1:], code, errs)
		}
	}
}

// A scheme that deadlocks is in the table, up to then, and ends the program as a run of it does.
func TestCompareTellsDeadlocks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one after the other
	code, out, errs := command("compare", "--preset", "torus-deadlock", "--with", "dateline=true", "--until", "60us")
	if code != 1 || !strings.Contains(out, "accepted") || !strings.Contains(errs, "no Dateline VCs: deadlock: at ") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if !strings.HasPrefix(errs, "congestree: no Dateline VCs: deadlock at ") || !strings.Contains(errs, " ns; the other schemes go on\n") {
		t.Errorf("not said at once: %s", errs)
	}
	code, _, errs = command("compare", "--preset", "torus-deadlock", "--with", "dateline=true", "--with", "queuing=dbbm", "--until", "60us")
	for _, title := range []string{"no Dateline VCs · 1Q", "no Dateline VCs · DBBM"} {
		if code != 1 || strings.Count(errs, title+": deadlock: at ") != 1 {
			t.Errorf("of two deadlocks, that of %s: exit code %d, %s", title, code, errs)
		}
	}
	if _, _, errs = command("compare", "--preset", "torus-deadlock", "--set", "dateline=true", "--with", "dateline=false", "--until", "60us"); strings.Contains(errs, "go on") || !strings.Contains(errs, ": deadlock: at ") {
		t.Errorf("after the last one: %s", errs)
	}
}

// A scheme that breaks down ends the others, which may have days to go.
func TestCompareEndsWithABreakdown(t *testing.T) {
	good := scenario.Default().Must("network", "rlft-4x3")
	cmd := compareCommand()
	cmd.SetContext(t.Context())
	_, err := compare(cmd, []scenario.Scenario{good, good.Must("buffer", "1")}, point.Longest, 2)
	if err == nil || !strings.Contains(err.Error(), "no packet") {
		t.Error(err)
	}
}

// Nothing of a scheme that stands still is marked as best.
func TestCompareMarksNoDeadlockAsBest(t *testing.T) {
	s := scenario.Default()
	lane := func(accepted float64, at *float64) compared {
		r := compared{result: &result{}}
		r.Throughput, r.deadlock.At = &accepted, at
		return r
	}
	at := 1.0
	for _, c := range []struct {
		lanes []compared
		stars int
	}{
		{[]compared{lane(.4, nil), lane(.5, nil)}, 1},
		{[]compared{lane(.4, nil), lane(.5, &at)}, 0},
		{[]compared{lane(.4, nil), lane(.5, &at), lane(.3, nil)}, 1},
		{[]compared{lane(.4, &at), lane(.5, &at)}, 0},
	} {
		all := make([]scenario.Scenario, len(c.lanes))
		for i := range all {
			all[i] = s
		}
		if out := string(tableOf(all, c.lanes)); strings.Count(out, "*") != c.stars {
			t.Errorf("%d marks instead of %d:\n%s", strings.Count(out, "*"), c.stars, out)
		}
	}
}

// A mark says what is better: not how many trees there are, nor what differs by less than is read, nor what is measured of some only. A
// program that ends is faster than one that does not.
func TestCompareMarksWhatIsBetter(t *testing.T) {
	const none = -1
	value := func(v float64) *float64 {
		if v == none {
			return nil
		}
		return &v
	}
	of := func(set func(r *compared)) compared {
		r := compared{result: &result{}}
		set(&r)
		return r
	}
	latency := func(v float64) compared { return of(func(r *compared) { r.LatencyMean = value(v) }) }
	accepted := func(v float64) compared { return of(func(r *compared) { r.Throughput = value(v) }) }
	hol := func(v float64) compared { return of(func(r *compared) { r.HoL = value(v) }) }
	trees := func(hosts ...uint32) compared {
		return of(func(r *compared) {
			for _, n := range hosts {
				r.Trees = append(r.Trees, tree{Hosts: n})
			}
		})
	}
	holding := func(hosts uint32) compared {
		return of(func(r *compared) { r.holdsBack, r.Trees = true, []tree{{Hosts: hosts}} })
	}
	trace := func(v float64) compared {
		return of(func(r *compared) { r.Records, r.ExecutionNS = new(int64), value(v) })
	}
	for _, c := range []struct {
		row   string
		lanes []compared
		want  string // the row's cells
	}{
		{"trees", []compared{trees(121), trees(40, 40, 34)}, "1 3"},
		{"hosts blocked", []compared{trees(121), trees(40, 40, 34)}, "121 114 *"},
		{"hosts that hold back", []compared{holding(121), holding(40)}, "121 40 *"},
		{"hosts reached", []compared{trees(121), holding(40)}, "121 40 *"},
		{"latency mean", []compared{latency(900), latency(700), latency(800)}, "900 ns 700 ns * 800 ns"},
		{"latency mean", []compared{latency(900), latency(700.1), latency(700.2)}, "900 ns 700 ns * 700 ns *"},
		{"latency mean", []compared{latency(700.1), latency(700.2)}, "700 ns 700 ns"},
		{"accepted", []compared{accepted(.341), accepted(.34104)}, "34.1 % 34.1 %"},
		{"accepted", []compared{accepted(.341), accepted(.618)}, "34.1 % 61.8 % *"},
		{"HoL blocked", []compared{hol(.5), hol(.2), hol(none)}, "50.0 % 20.0 % none"},
		{"execution time", []compared{trace(500), trace(none), trace(400)}, "500 ns none 400 ns *"},
		{"execution time", []compared{trace(500), trace(none)}, "500 ns * none"},
		{"execution time", []compared{trace(none), trace(none)}, "none none"},
	} {
		all := make([]scenario.Scenario, len(c.lanes))
		for i := range all {
			all[i] = scenario.Default()
		}
		out := string(tableOf(all, c.lanes))
		found := false
		for line := range strings.Lines(out) {
			if cells, ok := strings.CutPrefix(line, c.row+" "); ok {
				found = found || strings.Join(strings.Fields(cells), " ") == c.want
			}
		}
		if !found {
			t.Errorf("%s is not %s in\n%s", c.row, c.want, out)
		}
	}
}

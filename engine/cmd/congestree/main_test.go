package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
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

func runJSON(t *testing.T, args ...string) (r result) {
	t.Helper()
	out := good(t, append([]string{"run", "--format", "json"}, args...)...)
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return r
}

var small = []string{"--set", "network=rlft-4x3", "--set", "warmup=5", "--until", "30us"}

func TestRunMeasures(t *testing.T) {
	r := runJSON(t, append(small, "--set", "traffic=UT", "--set", "load=0.3", "--check")...)
	if *r.Throughput < 0.25 || *r.Throughput > 0.35 || *r.Offered < 0.25 || *r.Offered > 0.35 {
		t.Errorf("a load of 0.3 gave throughput %v, offered %v", *r.Throughput, *r.Offered)
	}
	if r.SimulatedNS != 30000 || *r.WindowStartNS != 5000 || *r.WindowEndNS != 30000 {
		t.Errorf("simulated %v ns, window %v–%v ns", r.SimulatedNS, *r.WindowStartNS, *r.WindowEndNS)
	}
	if r.Delivered == 0 || r.Delivered > r.Injected || r.Injected > r.Generated || r.Hops < 2*r.Delivered || r.Hops > 6*r.Injected {
		t.Errorf("generated %d, injected %d, delivered %d, hops %d", r.Generated, r.Injected, r.Delivered, r.Hops)
	}
	// 4096 B at 100 Gb/s and at least two links of 6 ns.
	if r.LatencyMean == nil || *r.LatencyMean < 320+12 || *r.LatencyP50 > *r.LatencyP99 {
		t.Errorf("latency %v, %v, %v", r.LatencyMean, r.LatencyP50, r.LatencyP99)
	}
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(r.Checksum) || r.WallS <= 0 || r.HopsPerS <= 0 {
		t.Errorf("checksum %q, wall %v s, %v hops/s", r.Checksum, r.WallS, r.HopsPerS)
	}
}

func TestSameScenarioSameBits(t *testing.T) {
	base := runJSON(t, append(small, "--set", "seed=7")...)
	file := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(file, []byte(`{"network": "rlft-4x3", "warmup": 5, "seed": 7}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"by link":          {"--link", base.Link, "--until", "30000ns"},
		"by address":       {"--link", "https://example.org/" + base.Link + "&ui.t=5", "--until", "0.03ms"},
		"by file":          {"--scenario", file, "--until", "30us"},
		"by preset":        {"--preset", "vftree", "--set", "queuing=1q", "--set", "hotspot-from=0", "--set", "network=rlft-4x3", "--set", "warmup=5", "--set", "seed=7", "--until", "30us"},
		"with checks":      append(small, "--set", "seed=7", "--check"),
		"without trees":    append(small, "--set", "seed=7", "--trees=false"),
		"with other order": append([]string{"--set", "seed=7"}, small...),
	} {
		r := runJSON(t, args...)
		if r.Checksum != base.Checksum || r.Delivered != base.Delivered || *r.Throughput != *base.Throughput || r.Link != base.Link {
			t.Errorf("%s: %+v differs from %+v", name, r, base)
		}
	}
	if r := runJSON(t, append(small, "--set", "seed=8")...); r.Checksum == base.Checksum {
		t.Error("another seed has the same checksum")
	}
}

// A link that shows an instant ends there, unless the end is given.
func TestRunOfALinkWithAnInstant(t *testing.T) {
	const link = "?network=rlft-4x3&traffic=UT&warmup=5&camera=.5,.5,2&t="
	for _, c := range []struct {
		args []string
		ns   float64
		says string
	}{
		{[]string{"--link", link + "20.0005us"}, 20000.5, "the end is 20000.5 ns, the instant that the link shows"},
		{[]string{"--link", link + "20us", "--until", "30us"}, 30000, ""},
		{[]string{"--link", link + "soon"}, 1500000, "t=soon of the link is left out"},
	} {
		code, out, errs := command(append(append([]string{"run"}, c.args...), "--format", "json")...)
		var r result
		if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil {
			t.Fatal(code, err, errs)
		}
		if r.SimulatedNS != c.ns || !strings.Contains(errs, c.says) || c.says == "" && errs != "" {
			t.Errorf("%q ends at %v ns: %s", c.args, r.SimulatedNS, errs)
		}
	}
	var compared struct{ Runs []result }
	code, out, errs := command("compare", link+"20us&compare=queuing:dbbm", "--format", "json")
	if err := json.Unmarshal([]byte(out), &compared); code != 0 || err != nil || compared.Runs[1].SimulatedNS != 20000 || !strings.Contains(errs, "the instant that the link shows") {
		t.Error(code, err, errs)
	}
}

// Averages are those that the page shows under the same link: before the warm-up is over those of all so far, and it is said; then those
// since.
func TestAveragesAreThoseOfThePage(t *testing.T) {
	const small = "?network=rlft-4x3&traffic=UT&load=0.9&warmup=20"
	for _, c := range []struct {
		link string
		ns   float64 // where they begin
	}{
		{small + "&t=10us", 0}, {small + "&t=20us", 0}, {small + "&t=21us", 20000}, {small + "&t=40us", 20000},
		{"?preset=hs25-4&routing=adaptive&trigger=2TH&delta=3&t=20us", 0},
		{"?preset=fbicm-64-cfqs&traffic=HS25-1&t=100us", 0},
		{"?network=rlft-4x3&traffic=UT&warmup=0&t=10us", 0},
	} {
		u, _ := url.Parse(c.link)
		at, err := time.ParseDuration(u.Query().Get("t"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := link.Parse(c.link)
		if err != nil {
			t.Fatal(err)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.Advance(at.Nanoseconds()*engine.Nanosecond, engine.NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		want, from := f.Shown()
		aside, _ := m.SetAsideMean(from, m.Now())

		latencies := filepath.Join(t.TempDir(), "latencies.csv")
		code, out, errs := command("run", "--link", c.link, "--latencies", latencies, "--format", "json")
		var r result
		if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil {
			t.Fatal(c.link, code, err, errs)
		}
		if got := (observe.Averages{Accepted: *r.Throughput, Offered: *r.Offered, LatencyNS: *r.LatencyMean, LatencyP50: *r.LatencyP50, LatencyP99: *r.LatencyP99,
			NetworkNS: *r.NetworkMean, NetworkP50: *r.NetworkP50, NetworkP99: *r.NetworkP99}); got != want || want.Accepted <= 0 {
			t.Errorf("%s: %+v, in the page %+v", c.link, got, want)
		}
		if *r.WindowStartNS != c.ns || from != int64(c.ns)*engine.Nanosecond || *r.WindowEndNS != float64(at.Nanoseconds()) {
			t.Errorf("%s: from %v to %v ns, in the page from %d ps", c.link, *r.WindowStartNS, *r.WindowEndNS, from)
		}
		if r.setAside.Mean != nil && (*r.setAside.Mean != aside || aside == 0) {
			t.Errorf("%s: %v queues set aside, since 0 %v", c.link, *r.setAside.Mean, aside)
		}
		if text, err := os.ReadFile(latencies); err != nil || string(text) != string(distribution(m.Latencies())) {
			t.Errorf("%s: %v, the latencies are others", c.link, err)
		}
		if said := strings.Contains(errs, "averages are those so far, from time 0, as in the page"); said != (from == 0 && s.Get("warmup") != "0") {
			t.Errorf("%s: it says %q", c.link, errs)
		}

		var two struct{ Runs []result }
		code, out, errs = command("compare", c.link+"&compare=arbiter:oldest-first", "--format", "json")
		if err := json.Unmarshal([]byte(out), &two); code != 0 || err != nil || len(two.Runs) != 2 {
			t.Fatal(c.link, code, err, errs)
		}
		if x := &two.Runs[0]; *x.Throughput != want.Accepted || *x.LatencyMean != want.LatencyNS || *x.WindowStartNS != c.ns {
			t.Errorf("%s: compared %v, %v ns since %v ns", c.link, *x.Throughput, *x.LatencyMean, *x.WindowStartNS)
		}
	}
}

func TestRunReportsTrees(t *testing.T) {
	base := []string{"--set", "network=rlft-8x3", "--set", "warmup=10", "--until", "100us"}
	args := append(base[:len(base):len(base)], "--set", "traffic=HS25-1")
	r := runJSON(t, args...)
	if len(r.Trees) == 0 || r.Trees[0].Hosts == 0 || r.Trees[0].Ports < 10 || !strings.HasPrefix(r.Trees[0].Root, "S") {
		t.Errorf("a hot spot grew the trees %+v", r.Trees)
	}
	if r := runJSON(t, append(base, "--set", "traffic=UT", "--set", "load=0.1")...); len(r.Trees) != 0 {
		t.Errorf("a calm network has the trees %+v", r.Trees)
	}
	if r := runJSON(t, append(args[:len(args):len(args)], "--trees=false")...); r.Trees != nil {
		t.Errorf("nobody follows the trees, and they are %+v", r.Trees)
	}
	if out := good(t, append([]string{"run"}, args...)...); !strings.Contains(out, "\ntree ") || !strings.Contains(out, "root "+r.Trees[0].Root) {
		t.Errorf("the text does not tell of the trees: %s", out)
	} else {
		aligned(t, out)
	}
}

// tells says whether a text has a line of a measure and its value.
func tells(text, name, value string) bool {
	return regexp.MustCompile(`(?m)^` + name + ` +` + regexp.QuoteMeta(value) + `$`).MatchString(text)
}

// aligned proves that all values of a text begin in one column.
func aligned(t *testing.T, text string) {
	t.Helper()
	line := regexp.MustCompile(`^(tree \d+|\S+) +`)
	first := len(line.FindString(text))
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if n := len(line.FindString(l)); n != first {
			t.Errorf("the value of %q begins in column %d, others in %d", l, n, first)
		}
	}
}

func TestRunFormatsAgree(t *testing.T) {
	args := append([]string{"run", "--set", "load=0", "--set", "traffic=UT"}, small...)
	var object map[string]any
	if err := json.Unmarshal([]byte(good(t, append(args, "--format", "json")...)), &object); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"throughput", "delivered", "hops", "simulated_ns", "wall_s", "hops_per_s", "checksum", "link", "offered",
		"latency_ns_mean", "latency_ns_p50", "latency_ns_p99", "network_latency_ns_mean", "network_latency_ns_p50", "network_latency_ns_p99", "refused", "generated", "window_start_ns", "window_end_ns", "trees", "hosts", "switches", "links"} {
		if _, ok := object[name]; !ok {
			t.Errorf("the JSON lacks %s", name)
		}
	}
	if object["results"] != float64(engine.Results) || object["engine"] != sweep.Version() {
		t.Errorf("made with results %v of engine %v; these are %d of %s", object["results"], object["engine"], engine.Results, sweep.Version())
	}
	if object["latency_ns_mean"] != nil {
		t.Errorf("nothing was delivered, but the latency is %v", object["latency_ns_mean"])
	}
	rows, err := csv.NewReader(strings.NewReader(good(t, append(args, "--format", "csv")...))).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	text := good(t, append(args, "--format", "text")...)
	for i, name := range rows[0] {
		if _, ok := object[name]; !ok {
			t.Errorf("column %s is not in the JSON", name)
		}
		if name == "checksum" && rows[1][i] != object[name] {
			t.Errorf("checksum %s in CSV, %v in JSON", rows[1][i], object[name])
		}
		if !strings.Contains("\n"+text, "\n"+name+" ") {
			t.Errorf("the text lacks %s", name)
		}
	}
}

func TestProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpu")
	good(t, append([]string{"run", "--cpuprofile", file}, small...)...)
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("no profile: %v", err)
	}
}

// A run that is stopped writes no profile, and an older one of that name stays.
func TestStoppedProfile(t *testing.T) {
	for _, older := range []string{"", "older"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "cpu")
		if older != "" {
			if err := os.WriteFile(file, []byte(older), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd, errs := process(t.Context(), "", "run", "--preset", "hs10-1", "--until", "1000s", "--cpuprofile", file)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // to begin
		cmd.Process.Signal(os.Interrupt)
		if cmd.Wait() == nil || errs.Len() > 0 {
			t.Errorf("not stopped: %s", errs)
		}
		text, err := os.ReadFile(file)
		left, _ := os.ReadDir(dir)
		if string(text) != older || older == "" && !errors.Is(err, fs.ErrNotExist) || len(left) > 1 {
			t.Errorf("an older profile %q is %q now, %v, of %d files", older, text, err, len(left))
		}
	}
}

func TestFields(t *testing.T) {
	text := "\n" + good(t, "fields")
	var all []fieldJSON
	if err := json.Unmarshal([]byte(good(t, "fields", "--format", "json")), &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != len(scenario.Fields()) {
		t.Errorf("%d fields of %d", len(all), len(scenario.Fields()))
	}
	byName := map[string]fieldJSON{}
	for _, f := range all {
		byName[f.Name] = f
		if f.Doc == "" || f.Range == "" || f.Default == "" || f.Kind == "" || f.Label == "" {
			t.Errorf("%s: incomplete: %+v", f.Name, f)
		}
		if !strings.Contains(text, "\n"+f.Name+"\n") || !strings.Contains(text, "range "+f.Range+"; default "+f.Default+"\n") {
			t.Errorf("%s: not in the text", f.Name)
		}
		if _, err := scenario.Default().With(f.Name, f.Default); err != nil {
			t.Errorf("%s: its default is refused: %v", f.Name, err)
		}
	}
	for _, f := range byName["traffic"].Forms {
		for _, o := range f.Suggestions {
			width := 0
			for _, other := range f.Suggestions {
				width = max(width, len(other.Name))
			}
			if line := "\n        " + o.Name + strings.Repeat(" ", width+1-len(o.Name)) + o.Label + "\n"; !strings.Contains(text, line) {
				t.Errorf("%s: the text lacks %q", f.Pattern, line)
			}
		}
	}
	if load := byName["load"]; load.Min == nil || *load.Min != 0 || *load.Max != 1.2 || load.Unit != "of link bandwidth" {
		t.Errorf("load: %+v", load)
	}
	for field, names := range map[string][]string{
		"routing": {"dmodk", "oblivious", "adaptive", "adaptive-th"},
		"queuing": {"1q", "dbbm", "vftree", "flow2sl"},
	} {
		have := map[string]optionJSON{}
		for _, o := range byName[field].Values {
			have[o.Name] = o
		}
		for _, name := range names {
			if o := have[name]; o.Doc == "" || o.Source == "" {
				t.Errorf("%s=%s: missing, or without explanation and source: %+v", field, name, o)
			}
		}
	}
	for _, word := range []string{"rlft-<ports>x<stages>", "HS<percent>-<hot spots>", "[RAR]", "unit Gb/s"} {
		if !strings.Contains(text, word) {
			t.Errorf("the text lacks %q", word)
		}
	}
}

func TestPresets(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(good(t, "presets")), "\n")
	if len(lines) != len(scenario.Presets()) {
		t.Fatalf("%d lines for %d presets", len(lines), len(scenario.Presets()))
	}
	for i, p := range scenario.Presets() {
		if strings.Fields(lines[i])[0] != p.Name || !strings.Contains(lines[i], p.Doc) {
			t.Errorf("line %d is %q", i, lines[i])
		}
		if n, first := strings.Index(lines[i], p.Label+": "), strings.Index(lines[0], scenario.Presets()[0].Label+": "); n != first {
			t.Errorf("the label of %q begins in column %d, others in %d", lines[i], n, first)
		}
		if link := good(t, "link", "--preset", p.Name); strings.TrimSpace(link) != "?preset="+p.Name {
			t.Errorf("%s: link %q", p.Name, link)
		}
	}
	var all []struct{ Name, Link string }
	if err := json.Unmarshal([]byte(good(t, "presets", "--format", "json")), &all); err != nil || len(all) != len(lines) {
		t.Errorf("%d presets in JSON, %v", len(all), err)
	}
}

func TestLinkBothWays(t *testing.T) {
	if out := good(t, "link", "http://localhost:8080/?preset=hs10-1&tour=hol&step=3&select=host:5"); !strings.HasPrefix(out, "query preset=hs10-1\n") {
		t.Errorf("a pin during a tour: %s", out)
	}
	if got := good(t, "link", "--preset", "hs10-1", "--set", "queuing=vftree", "--set", "seed=7"); got != "?preset=hs10-1&queuing=vftree&seed=7\n" {
		t.Errorf("link %q", got)
	}
	want := "query preset=hs10-1&seed=7\nnetwork=rlft-12x3 (default rlft-8x3)\nqueuing=dbbm (default 1q)\nvoq=true (default false)\n" +
		"traffic=HS10-1 (default HS25-1)\nseed=7 (default 1)\n"
	if got := good(t, "link", "https://example.org/?preset=hs10-1&seed=7"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	long := []string{"link", "--preset", "afi-config-1", "--set", "traffic=HS33-3", "--set", "hotspots=10,20,300", "--set", "seed=90210", "--set", "load=0.85",
		"--set", "hotspot-from=12.5", "--set", "hotspot-until=80", "--set", "packet=2048", "--set", "buffer=96", "--set", "source-queue=100", "--set", "bandwidth=56", "--set", "delay=11"}
	link := strings.TrimSpace(good(t, long...))
	if !strings.HasPrefix(link, "#1.") {
		t.Errorf("link %q is not packed", link)
	}
	var made, read struct {
		Link, Query string
		Scenario    map[string]any
	}
	if err := json.Unmarshal([]byte(good(t, append(long, "--format", "json")...)), &made); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(good(t, "link", "--format", "json", link)), &read); err != nil {
		t.Fatal(err)
	}
	if made.Link != link || read.Link != link || read.Query != made.Query || read.Scenario["seed"] != 90210.0 || read.Scenario["preset"] != "afi-config-1" {
		t.Errorf("made %+v, read %+v", made, read)
	}
}

func TestBench(t *testing.T) {
	saved := benchPresets
	defer func() { benchPresets = saved }()
	for _, name := range benchPresets {
		if _, ok := scenario.PresetByName(name); !ok {
			t.Errorf("no preset %s", name)
		}
	}
	benchPresets = []string{"hs10-1"} // the large network takes too long here
	var all []benchResult
	if err := json.Unmarshal([]byte(good(t, "bench", "--time", "10us", "--format", "json")), &all); err != nil {
		t.Fatal(err)
	}
	if r := all[0]; r.Hosts != 432 || r.Hops < 1000 || r.HopsPerS <= 0 || r.NSPerHop <= 0 || r.StateBytes < 100_000 || r.SimulatedNS != 10000 {
		t.Errorf("%+v", r)
	}
	want := runJSON(t, "--preset", "hs10-1", "--set", "warmup=5", "--until", "10us").Hops
	if all[0].Hops != want {
		t.Errorf("bench counts %d hops, run %d", all[0].Hops, want)
	}
	if out := good(t, "bench", "--time", "10us"); !strings.Contains(out, "M hops/s") || !strings.Contains(out, "432 hosts") {
		t.Errorf("text %q", out)
	}
}

// What a run writes never takes the place of results, or of what it reads.
func TestRunSparesFiles(t *testing.T) {
	dir := t.TempDir()
	results, trace, fields := filepath.Join(dir, "all.jsonl"), filepath.Join(dir, "two.vef"), filepath.Join(dir, "fields.json")
	if code, _, errs := command("sweep", "--set", "network=rlft-4x3", "--over", "seed=1..2", "--until", "2us", "--out", results); code != 0 {
		t.Fatal(errs)
	}
	for name, text := range map[string]string{trace: "VEF3 2 1 0 0 0 TRUE\n0 0 1 8 0 0 -1\n", fields: `{"network": "rlft-4x3"}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link.csv")
	if err := os.Symlink(trace, link); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--latencies", "--cpuprofile"} {
		for _, c := range []struct {
			name string
			from []string
			want string
		}{
			{results, nil, " is a file of results; name another"},
			{trace, []string{"--trace", trace}, " is the file of --trace; name another"},
			{link, []string{"--trace", trace}, " is the file of --trace; name another"},
			{fields, []string{"--scenario", fields}, " is the file of --scenario; name another"},
		} {
			before, err := os.ReadFile(c.name)
			if err != nil {
				t.Fatal(err)
			}
			code, out, errText := command(append([]string{"run", "--until", "1us", flag, c.name}, c.from...)...)
			if code != 2 || out != "" || !strings.Contains(errText, flag+" "+c.name+c.want) {
				t.Errorf("%s %s: %d, %q, %q", flag, c.name, code, out, errText)
			}
			if after, err := os.ReadFile(c.name); err != nil || string(after) != string(before) {
				t.Errorf("%s: %s was written to: %v", flag, c.name, err)
			}
		}
	}
}

// Two of a run's files in one would leave the last that is written.
func TestRunWritesFilesApart(t *testing.T) {
	one := filepath.Join(t.TempDir(), "one")
	for range 2 { // whether it is there or not
		code, out, errs := command("run", "--until", "1us", "--latencies", one, "--cpuprofile", filepath.Dir(one)+"/./one")
		if code != 2 || out != "" || !strings.Contains(errs, "one is the file of --latencies; name another") {
			t.Errorf("exit code %d, %q", code, errs)
		}
		if err := os.WriteFile(one, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

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
		{[]string{"--vresion"}, []string{"unknown flag: --vresion; see congestree --help\n"}},
		{[]string{"run", "--set", "seed"}, []string{"field=value"}},
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
		{[]string{"run", "--until", "1us", "--latencies", filepath.Join(dir, "no", "table")}, []string{"--latencies", "cannot write", "no such file"}},
		{[]string{"run", "--until", "1us", "--latencies", "-"}, []string{"--latencies -: this goes into a file; name one"}},
		{[]string{"run", "--until", "1us", "--cpuprofile", "-"}, []string{"--cpuprofile -: this goes into a file; name one"}},
		{[]string{"merge", "-", bad}, []string{"-: results and table go into files; name one"}},
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
		{[]string{"sweep", "--link", "?tour=hol&step=3", "--over", "seed=1,2", "--list"}, []string{"the guided tour hol"}},
		{[]string{"compare", "?tour=hol&step=3", "--until", "1us"}, []string{"the guided tour hol"}},
		{[]string{"compare", "--link", "?tour=hol", "--with", "queuing=dbbm", "--until", "1us"}, []string{"the guided tour hol"}},
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
	dir := t.TempDir()
	profile := filepath.Join(dir, "cpu")
	cmd, errs := process(t.Context(), "ulimit -f 0;", append([]string{"run", "--cpuprofile", profile}, small...)...)
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(errs.String(), "cannot write "+profile+": ") {
		t.Errorf("%v: %s", err, errs)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
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

// Every preset opens and moves: the large networks a little, the small ones longer.
func TestPresetsRun(t *testing.T) {
	for _, p := range scenario.Presets() {
		until := "20us"
		if p.Scenario().Get("network") == "rlft-36x3" {
			until = "1us"
		}
		code, out, errs := command("run", "--preset", p.Name, "--until", until, "--format", "json", "--check")
		var r result
		if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil || r.Hops == 0 {
			t.Errorf("%s: exit code %d, %v, %d hops, %s", p.Name, code, err, r.Hops, errs)
		}
	}
}

// The table of latencies holds every packet that the averages do, and the percentiles.
func TestLatencies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "latencies.csv")
	out := good(t, "run", "--preset", "hot-spot", "--until", "120us", "--format", "json", "--latencies", file)
	var r struct {
		P50        float64 `json:"latency_ns_p50"`
		P99        float64 `json:"latency_ns_p99"`
		NetworkP99 float64 `json:"network_latency_ns_p99"`
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := func(column int, share float64) float64 { // the first edge below which so many are
		for _, row := range rows[1:] {
			if x, err := strconv.ParseFloat(row[column], 64); err != nil {
				t.Fatal(err)
			} else if x >= share {
				edge, _ := strconv.ParseFloat(row[0], 64)
				return edge
			}
		}
		return -1
	}
	if strings.Join(rows[0], ",") != "below_ns,packets,share,packets_in_network,share_in_network" || len(rows) < 50 {
		t.Errorf("%d rows below %v", len(rows), rows[0])
	}
	if last := rows[len(rows)-1]; last[2] != "1.000000" || last[4] != "1.000000" {
		t.Errorf("the last row is %v", last)
	}
	const packet = 0.0001 // a share may lack one
	if r.P50 <= 0 || at(2, .5-packet) != r.P50 || at(2, .99-packet) != r.P99 || at(4, .99-packet) != r.NetworkP99 {
		t.Errorf("%+v; in the table %v, %v, %v", r, at(2, .5-packet), at(2, .99-packet), at(4, .99-packet))
	}
}

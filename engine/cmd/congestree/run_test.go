package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
)

func runJSON(t *testing.T, args ...string) (r result) {
	t.Helper()
	code, out, errs := command(append([]string{"run", "--format", "json"}, args...)...)
	want := "^$"
	if slices.Contains(args, "--check") {
		want = `^congestree: the invariants were proved [1-9][0-9]* times?, the last time at [0-9.]+ ns: they hold\n$`
	}
	if code != 0 || !regexp.MustCompile(want).MatchString(errs) {
		t.Fatalf("%q: exit code %d, %s", args, code, errs)
	}
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return r
}

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
	blocked := 0.
	for _, c := range []struct {
		link string
		ns   float64 // where they begin
	}{
		{small + "&t=10us", 0}, {small + "&t=20us", 0}, {small + "&t=21us", 20000}, {small + "&t=40us", 20000},
		{"?preset=hs25-4&routing=adaptive&trigger=2TH&delta=3&t=20us", 0},
		{"?preset=fbicm-64-cfqs&traffic=HS25-1&t=100us", 0},
		{"?network=rlft-4x3&traffic=UT&warmup=0&t=10us", 0}, {"?preset=hot-spot&t=100us", 60000},
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
			NetworkNS: *r.NetworkMean, NetworkP50: *r.NetworkP50, NetworkP99: *r.NetworkP99, Fairness: *r.Fairness, LeastHost: *r.LeastHost}); got != want || want.Accepted <= 0 {
			t.Errorf("%s: %+v, in the page %+v", c.link, got, want)
		}
		if *r.WindowStartNS != c.ns || from != int64(c.ns)*engine.Nanosecond || *r.WindowEndNS != float64(at.Nanoseconds()) {
			t.Errorf("%s: from %v to %v ns, in the page from %d ps", c.link, *r.WindowStartNS, *r.WindowEndNS, from)
		}
		if points := m.Course().Points(); r.HoL != nil {
			x := points[len(points)-1]
			if *r.HoLLow != float64(x.Low) || *r.HoLHigh != float64(x.High) || *r.HoL != *r.HoLLow+*r.HoLHigh {
				t.Errorf("%s: %v HoL blocked, %v and %v, in the page %v and %v", c.link, *r.HoL, *r.HoLLow, *r.HoLHigh, x.Low, x.High)
			}
			blocked = max(blocked, *r.HoL)
		} else if r.setAside.Active == nil {
			t.Errorf("%s: no HoL blocking is told", c.link)
		}
		if r.setAside.Mean != nil && (*r.setAside.Mean != aside || aside == 0) {
			t.Errorf("%s: %v queues set aside, since 0 %v", c.link, *r.setAside.Mean, aside)
		}
		if text, err := os.ReadFile(latencies); err != nil || string(text) != string(distribution(f.Latencies)) || len(f.Latencies) == 0 {
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
	if blocked < .1 {
		t.Errorf("at most %v are HoL blocked", blocked)
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
	if out := good(t, append([]string{"run"}, args...)...); !strings.Contains(out, "\ntree ") || !strings.Contains(out, "root "+r.Trees[0].Root) || !strings.Contains(out, " hosts blocked\n") {
		t.Errorf("the text does not tell of the trees: %s", out)
	} else {
		aligned(t, out)
	}
	one := result{Trees: []tree{{ID: 1, Root: "S1.0:2", Ports: 1, Packets: 1, Victims: 1, Hosts: 1}}}
	if b, err := one.encode("text"); err != nil || !strings.HasSuffix(string(b), "1 input buffer, 1 packet for the root, 1 victim, 1 host blocked\n") {
		t.Errorf("one of each: %s, %v", b, err)
	}
	// Where packets have queues of their own the hosts go on with others, as the page says.
	if out := good(t, append([]string{"run", "--set", "queuing=fbicm"}, args...)...); !strings.Contains(out, " hosts hold back\n") || strings.Contains(out, "blocked") {
		t.Errorf("under FBICM the text tells of the trees: %s", out)
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
		"latency_ns_mean", "latency_ns_p50", "latency_ns_p99", "network_latency_ns_mean", "network_latency_ns_p50", "network_latency_ns_p99", "fairness_jain", "least_host", "refused", "generated", "window_start_ns", "window_end_ns", "trees", "hosts", "switches", "links"} {
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
	for _, flag := range []string{"--latencies", "--links", "--lives", "--cpuprofile"} {
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
		for _, pair := range [][2]string{{"--latencies", "--cpuprofile"}, {"--latencies", "--links"}, {"--links", "--cpuprofile"}, {"--links", "--lives"}} {
			code, out, errs := command("run", "--until", "1us", pair[0], one, pair[1], filepath.Dir(one)+"/./one")
			if code != 2 || out != "" || !strings.Contains(errs, "one is the file of "+pair[0]+"; name another") {
				t.Errorf("%v: exit code %d, %q", pair, code, errs)
			}
		}
		if err := os.WriteFile(one, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
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

// The table of congestion trees has those at the end, as the measures have them, and those that are gone.
func TestTreeLives(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lives.csv")
	var r result
	if err := json.Unmarshal([]byte(good(t, "run", "?preset=hot-spot", "--until", "120us", "--format", "json", "--lives", file)), &r); err != nil {
		t.Fatal(err)
	}
	plain := good(t, "run", "?preset=hot-spot", "--until", "120us", "--format", "json")
	if !strings.Contains(plain, `"checksum": "`+r.Checksum) {
		t.Errorf("the run is another one without a table: %s", plain)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != "id,root,birth_ns,death_ns,depth,hosts,ports,largest_ns,branches" {
		t.Fatal(err, rows[0])
	}
	dead := 0
	for i, row := range rows[1:] {
		if row[0] != strconv.Itoa(i+1) {
			t.Fatalf("row %d is of tree %s", i+1, row[0])
		}
		birth, _ := strconv.ParseFloat(row[2], 64)
		if death, err := strconv.ParseFloat(row[3], 64); err == nil && birth < death {
			dead++
		} else if row[3] != "" {
			t.Errorf("%v", row)
		}
		ports, branches := map[string]bool{}, strings.Split(row[8], "; ")
		for _, b := range branches {
			port, vc, _ := strings.Cut(b, " VC ")
			if ports[port] = true; vc != "0" || !strings.HasPrefix(port, "S") || !strings.Contains(port, " port ") {
				t.Errorf("tree %s has the branch %q", row[0], b)
			}
		}
		if row[6] != strconv.Itoa(len(ports)) {
			t.Errorf("tree %s has %s input buffers, %v", row[0], row[6], branches)
		}
	}
	for _, x := range r.Trees {
		row := rows[x.ID]
		if row[1] != x.Root || row[2] != number(x.BirthNS) || row[3] != "" {
			t.Errorf("%+v is %v in the table", x, row)
		}
	}
	if dead < 10 || len(r.Trees) == 0 {
		t.Errorf("%d trees are gone, %d are there", dead, len(r.Trees))
	}
	if code, out, errs := command("run", "--until", "1us", "--trees=false", "--lives", file); code != 2 || out != "" || !strings.Contains(errs, "--lives is the record of the congestion trees, which --trees=false leaves out") {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(text) {
		t.Errorf("the table of another run was written to: %v", err)
	}
}

// A packet that a host begins to send at the very instant at which averages begin counts in the table of links as it does in the fairness: two hosts
// that send without a pause, whose averages begin at each of the instants of a packet.
func TestLinkLoadsBeginWithTheAverages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "links.csv")
	for ps := 2000; ps < 2080; ps++ {
		out := good(t, "run", "--set", "network=rlft-4x1", "--set", "traffic=complement", "--set", "delay=0", "--set", "generation=constant", "--set", "load=1.2", "--set", "packet=16", "--set", "bandwidth=1600", "--set", "buffer=1",
			"--set", "warmup="+strconv.FormatFloat(float64(ps)/1e6, 'f', 6, 64), "--until", "3ns", "--format", "json", "--links", file)
		var r result
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum, squares, hosts := 0., 0., 0.
		for row := range strings.Lines(string(text)) {
			if strings.HasPrefix(row, "host") {
				n, _ := strconv.ParseFloat(strings.Split(row, ",")[2], 64)
				sum, squares, hosts = sum+n, squares+n*n, hosts+1
			}
		}
		if jain := sum * sum / (hosts * squares); math.Abs(jain-*r.Fairness) > 1e-12 {
			t.Fatalf("from %d ps on Jain's index of what hosts' links carried is %v, in the measures %v", ps, jain, *r.Fairness)
		}
	}
}

// The table of links counts each packet on each of its links, in the time that the averages count.
func TestLinkLoads(t *testing.T) {
	for _, c := range []struct {
		link   string
		window float64 // ns
	}{
		{"?preset=hot-spot&t=120us", 60e3},
		{"?preset=hot-spot&t=50us", 50e3},
		{"?preset=hot-spot&traffic=PTRANS-4x4-8192-10", 0},
		{"?preset=torus-deadlock&warmup=900&t=1000us", -1},
	} {
		file := filepath.Join(t.TempDir(), "links.csv")
		code, out, errs := command("run", c.link, "--format", "json", "--links", file)
		var r result
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 && c.window >= 0 {
			t.Fatal(c.link, code, err, errs)
		}
		plain := good(t, "run", "?preset=hot-spot", "--until", "120us", "--format", "json")
		if c.link == "?preset=hot-spot&t=120us" && !strings.Contains(plain, `"checksum": "`+r.Checksum) {
			t.Errorf("the run is another one without a table: %s", plain)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil || strings.Join(rows[0], ",") != "from,to,packets,load" || len(rows) != 1+2*r.Links {
			t.Fatalf("%s: %v, %d rows below %v, of %d links", c.link, err, len(rows)-1, rows[0], r.Links)
		}
		if c.window == 0 {
			c.window = r.SimulatedNS
		}
		s, err := scenario.ParseQuery(c.link[1:])
		if err != nil {
			t.Fatal(err)
		}
		packet := float64(engine.PacketTime(s)) / 1e3
		toHosts, all := 0., 0
		for _, row := range rows[1:] {
			n, _ := strconv.Atoi(row[2])
			load, err := strconv.ParseFloat(row[3], 64)
			switch {
			case c.window < 0:
				if row[3] != "" || n != 0 {
					t.Fatalf("%s: %v, though nothing was measured", c.link, row)
				}
				continue
			case err != nil || load > 1 || math.Abs(load-float64(n)*packet/c.window) > packet/c.window:
				t.Fatalf("%s: %v over %v ns", c.link, row, c.window)
			}
			all += n
			if strings.HasPrefix(row[1], "host ") {
				toHosts += load
			}
		}
		if c.window < 0 {
			continue
		}
		// What is begun and not delivered yet, or was begun before and is delivered: a packet at each host.
		if mean := toHosts / float64(r.Hosts); math.Abs(mean-*r.Throughput) > packet/c.window {
			t.Errorf("%s: links to hosts are used %v, accepted are %v", c.link, mean, *r.Throughput)
		}
		if c.window == r.SimulatedNS && (uint64(all) < r.Hops || uint64(all) > r.Hops+uint64(2*r.Links)) {
			t.Errorf("%s: %d packets on links, %d hops", c.link, all, r.Hops)
		}
	}
}

package main

// Sweeps that links bring, and the commands that the page copies.

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
)

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

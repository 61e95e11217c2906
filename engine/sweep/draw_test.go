package sweep

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep/point"
)

func TestDraw(t *testing.T) {
	f, err := ParseForm("load=1,0,0.5;queuing=1q,dbbm;seed=1..3;warmup=1;until=10us")
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Plan(tinyScenario())
	if err != nil {
		t.Fatal(err)
	}
	all := results(t, c.Plan)
	part := append([]*Record(nil), all...)
	for i, r := range all {
		s, _ := c.Point(i)
		if s.Get("seed") == "2" || s.Get("load") == "0.5" && s.Get("queuing") == "dbbm" { // not run yet
			part[i] = nil
		} else if r == nil {
			t.Fatal("no record of", i)
		}
	}
	d := c.Draw(part)
	if d.Field != "load" || d.By != "queuing" || !d.Numbers || len(d.Curves) != 2 || d.X[0] != 0 || d.X[1] != .5 || d.X[2] != 1 || d.Values[1] != "0.5" {
		t.Fatalf("%+v", d)
	}
	if d.Curves[1].Name != "dbbm" || d.Curves[1].Points[1] != nil {
		t.Errorf("a point that has not been run is drawn: %+v", d.Curves[1])
	}
	p := d.Curves[0].Points[2]
	var want []*Record
	for i, r := range part {
		if s, _ := c.Point(i); r != nil && s.Get("load") == "1" && s.Get("queuing") == "1q" {
			want = append(want, r)
		}
	}
	mean := (*want[0].Throughput + *want[1].Throughput) / 2
	if len(want) != 2 || p.Runs != 2 || p.Throughput[0]-mean > 1e-12 || mean-p.Throughput[0] > 1e-12 || p.Throughput[1] != min(*want[0].Throughput, *want[1].Throughput) ||
		p.P99[2] != max(*want[0].LatencyP99, *want[1].LatencyP99) || p.Fairness[1] != min(*want[0].Fairness, *want[1].Fairness) || p.Link != want[0].Link {
		t.Errorf("%+v of %+v", p, want)
	}
	if idle := d.Curves[0].Points[0]; idle == nil || idle.Mean != nil || idle.Fairness != nil || idle.Throughput[2] != 0 {
		t.Errorf("at load 0: %+v", idle)
	}
	if d.Traced || p.Execution != nil {
		t.Error("runs without a trace have an execution time")
	}
	// Programs of traces that have ended are drawn, on average over the seeds that have.
	took := []float64{46_687.52, 11_923_000}
	want[0].ExecutionNS, want[1].ExecutionNS = &took[0], &took[1]
	if d := c.Draw(part); !d.Traced || *d.Curves[0].Points[2].Execution != (Spread{(took[0] + took[1]) / 2, took[0], took[1]}) || d.Curves[0].Points[1].Execution != nil {
		t.Errorf("execution times: %+v", d.Curves[0].Points[2].Execution)
	}
	want[0].ExecutionNS, want[1].ExecutionNS = nil, nil
	// A run that a deadlock has ended is counted as one.
	at := 1e3
	for _, r := range part {
		if r != nil && r.Link == p.Link {
			r.DeadlockNS = &at
		}
	}
	if d = c.Draw(part); d.Curves[0].Points[2].Deadlocks != 1 || d.Curves[1].Points[2].Deadlocks != 0 {
		t.Errorf("deadlocks: %+v and %+v", d.Curves[0].Points[2], d.Curves[1].Points[2])
	}
	// One that it has ended before averages began has no loads, and does not count where others have.
	for _, r := range part {
		if r != nil && r.Link == p.Link {
			r.Throughput, r.Offered = nil, nil
		}
	}
	if p := c.Draw(part).Curves[0].Points[2]; p.Unmeasured != 1 || p.Runs != 2 || *p.Throughput != (Spread{*want[1].Throughput, *want[1].Throughput, *want[1].Throughput}) {
		t.Errorf("one of two measured nothing: %+v", p)
	}
	for _, r := range part {
		if r != nil {
			r.Throughput, r.Offered = nil, nil
		}
	}
	if p := c.Draw(part).Curves[0].Points[2]; p.Throughput != nil || p.Offered != nil {
		t.Errorf("none has measured anything: %+v", p)
	}
	// Fields without numbers stand side by side in the order they were given.
	f, _ = ParseForm("queuing=dbbm,1q;until=1us")
	if c, err = f.Plan(tinyScenario()); err != nil {
		t.Fatal(err)
	}
	if d = c.Draw(nil); d.Numbers || d.Values[0] != "dbbm" || d.X[1] != 1 || d.By != "" || len(d.Curves) != 1 {
		t.Errorf("%+v", d)
	}
}

// Curves that are offered different loads have no line of offered load in common, which would be that of none of them.
func TestCurvesOfOtherLoadsAreApart(t *testing.T) {
	load := map[string]float64{"0.2": .2, "0.8": .8, "1": .5, "2": .6, "1q": .5, "dbbm": .5}
	for text, want := range map[string]bool{
		"vcs=2,3;load=0.2,0.8":            true,
		"load=0.2,0.8;queuing=1q,dbbm":    false,
		"vcs=2,3;load=0.8":                false,
		"load=0.2,0.8;by.seed=1,2":        false,
		"load=0.2,0.8":                    false,
		"queuing=1q,dbbm;packet=256,2048": false, // the same load in other packets
	} {
		f, err := ParseForm(text + ";until=10us")
		if err != nil {
			t.Fatal(text, err)
		}
		s := tinyScenario()
		if f.X == "vcs" {
			s = s.Must("queuing", "dbbm")
		}
		c, err := f.Plan(s)
		if err != nil {
			t.Fatal(text, err)
		}
		records := make([]*Record, c.Len())
		if c.Draw(records).Apart {
			t.Errorf("%s: apart before anything is known", text)
		}
		for i := range records {
			s, _ := c.Point(i)
			offered := load[s.Get("load")]
			if f.By == "seed" {
				offered = load[s.Get("seed")] // as if one were far from the other
			}
			records[i] = &Record{Measures: Measures{Offered: &offered}}
		}
		if got := c.Draw(records).Apart; got != want {
			t.Errorf("%s: apart is %v", text, got)
		}
	}
}

// Whoever opens a point sees the averages that are drawn, of runs that end before the warm-up is over, too; the records keep the scenario's link.
func TestDrawnLinkHasTheAverages(t *testing.T) {
	for _, c := range []struct{ spec, warmup string }{
		{"load=0.5,1;warmup=9;until=6us", "3"},
		{"load=0.5,1;warmup=9;until=5.001us", "2.5005"},
		{"load=0.5,1;warmup=2;until=6us", "2"},
	} {
		curves := planned(t, c.spec, tinyScenario())
		records := results(t, curves.Plan)
		for i, p := range curves.Draw(records).Curves[0].Points {
			all, err := link.ParseAll(p.Link)
			if err != nil || len(all) != 1 || all[0].Get("warmup") != c.warmup {
				t.Fatalf("%s: %s opens with %v, %v", c.spec, p.Link, all, err)
			}
			m, _, err := point.Open(all[0])
			if err != nil {
				t.Fatal(err)
			}
			m.Advance(curves.UntilPS(), engine.NoLimit)
			a, from := point.Shown(m), records[i].WindowStartNS
			if a.Accepted != p.Throughput[0] || a.LatencyMean != p.Mean[0] || a.LatencyP99 != p.P99[0] || ns(a.WindowPS) != *from || hex16(a.Checksum) != records[i].Checksum {
				t.Errorf("%s: opened, %s has %+v; drawn is %+v", c.spec, p.Link, a, p)
			}
			if s, _ := curves.Point(i); records[i].Link != linkOf(s) {
				t.Errorf("%s: the record's link is %s", c.spec, records[i].Link)
			}
		}
	}
}

// What the page saves, the command line goes on with.
func TestSpreadOfSeeds(t *testing.T) {
	var s spread
	for _, v := range []float64{2, 6, 1} {
		s.take(&v)
	}
	s.take(nil)
	if got := s.known(); *got != (Spread{3, 1, 6}) {
		t.Errorf("2, 6 and 1: mean, least and most %v", *got)
	}
}

func TestLinesAreAFileOfTheSweep(t *testing.T) {
	p := plan(t, "seed=1..3")
	name := filepath.Join(t.TempDir(), "page.jsonl")
	if err := os.WriteFile(name, Lines(results(t, p)[:2]), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := OpenFile(name, p, print1)
	if err != nil || len(f.Records) != 2 || f.Repaired != 0 {
		t.Errorf("%v", err)
	}
	f.Close()
}

// Files of before hold zeros for what a deadlock left unmeasured, and a window that ends before it begins.
func TestOldRecordsOfEarlyDeadlocks(t *testing.T) {
	zero, start, end := 0.0, 900e3, 30e3
	old := &Record{Sweep: "1", Of: 1, Checksum: "0", Measures: Measures{Throughput: &zero, Offered: &zero, WindowStartNS: &start, WindowEndNS: &end}, DeadlockNS: &end}
	now := &Record{Sweep: "1", Of: 1, Checksum: "0", DeadlockNS: &end}
	if r, err := parseLine(old.line()); err != nil || !sameResult(r, now) {
		t.Errorf("%v: %+v", err, r)
	}
}

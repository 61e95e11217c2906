package reproduce

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
)

func cellsOf(t *testing.T, ids ...string) (out []paper.Cell) {
	t.Helper()
	for _, id := range ids {
		c, err := paper.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return
}

// A record of a trace is what the engine gives for it: it ends by itself.
func TestRunExecutesTraces(t *testing.T) {
	cells := cellsOf(t, "afi-iq/D-mod-K/1Q/PTRANS", "afi-voq/AFI/vFtree/PTRANS", "afi-voq/Adaptive/DBBM/PTRANS-18x24")
	got := miniatures(t, cells)
	for _, c := range cells {
		s, err := c.Miniature()
		if err != nil {
			t.Fatal(err)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.Play(engine.Millisecond, engine.NoLimit)
		e, ok := m.Execution()
		r := got[c.ID()]
		if !ok || e.FinishPS < 0 || r == nil || r.Execution == nil || *r.Execution != us(e.FinishPS) || r.FromUS != 0 || r.UntilUS != us(m.Now()) || r.Checksum != hex16(m.Checksum()) || r.Fingerprint != r.Checksum {
			t.Errorf("%s: %+v, but the engine gives %+v", c.ID(), r, e)
			continue
		}
		if !r.Current(c, true) || r.Current(c, false) || r.Result().Value() != *r.Execution {
			t.Errorf("%s: %+v", c.ID(), r)
		}
		if back, err := parseLine(r.line()); err != nil || *back.Execution != *r.Execution {
			t.Errorf("read back as %+v, %v", back, err)
		}
	}
}

var three = []string{"voq/2TH-AS-K/3/vFtree/HS10-4", "iq/D-mod-K/1Q/IHS@30", "iq/NoTH-SS-K/DBBM/HS25-1@time"}

// miniatures runs cells small.
func miniatures(t *testing.T, cells []paper.Cell) map[string]*Record {
	t.Helper()
	out := map[string]*Record{}
	r := Runner{Jobs: 2, Miniature: true, Commit: "abc", Done: func(r *Record) error { out[r.Cell] = r; return nil }}
	if err := r.Run(context.Background(), cells); err != nil {
		t.Fatal(err)
	}
	if n, p := r.Progress(); n != len(cells) || p != int64(len(cells))*parts {
		t.Errorf("progress %d, %d of %d cells", n, p, len(cells))
	}
	return out
}

// A record is what the engine gives for the cell's scenario in the window.
func TestRunGivesWhatTheEngineGives(t *testing.T) {
	cells := cellsOf(t, three...)
	got := miniatures(t, cells)
	for _, c := range cells {
		s, err := c.Miniature()
		if err != nil {
			t.Fatal(err)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.SetWindow(miniatureWarmup)
		m.Advance(miniatureEnd, engine.NoLimit)
		fingerprint, until := hex16(m.Checksum()), 20.0
		if c.Series {
			until = 40
			m.Advance(miniatureSeries, engine.NoLimit)
		}
		var h observe.Header
		m.Measures(&h)
		r := got[c.ID()]
		if r == nil || r.Percent != 100*h.Accepted || r.Checksum != hex16(m.Checksum()) || r.Fingerprint != fingerprint || r.Delivered != h.Delivered ||
			r.FromUS != 4 || r.UntilUS != until || r.Seed != paper.Seed || r.Commit != "abc" || r.WallS <= 0 || !r.Miniature {
			t.Errorf("%s: %+v, but the engine gives %+v", c.ID(), r, h)
			continue
		}
		if !r.Current(c, true) || r.Current(c, false) || r.Current(c.At(50), true) {
			t.Errorf("%s: a record is current where it is not, or is not where it is", c.ID())
		}
		if c.Series != (len(r.Series) > 0) {
			t.Errorf("%s: %d points over time", c.ID(), len(r.Series))
		}
	}
	// What was delivered over time is what was delivered.
	r := got[three[2]]
	sum := 0.0
	for _, p := range r.Series {
		sum += p / 100 * r.BinUS * 1e3 / 327.68 * 54 // packets of 327.68 ns, 54 hosts
	}
	if math.Abs(sum-float64(r.Delivered)) > 1 || r.BinUS != 10 {
		t.Errorf("%v packets over time, %d delivered, bins of %v µs", sum, r.Delivered, r.BinUS)
	}
}

func TestRunStopsAndSaysWhatBroke(t *testing.T) {
	cells := cellsOf(t, three...)
	full := errors.New("full")
	r := Runner{Jobs: 1, Miniature: true, Done: func(*Record) error { return full }}
	if err := r.Run(context.Background(), cells); !errors.Is(err, full) {
		t.Errorf("a failed write: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Run(ctx, cells); !errors.Is(err, context.Canceled) {
		t.Errorf("a signal: %v", err)
	}
	done := 0
	r = Runner{Jobs: 1, Miniature: true, Done: func(*Record) error { done++; return nil }}
	bad := append([]paper.Cell{{Paper: paper.RAR, Routing: "D-mod-K", Scheme: "9Q", Traffic: "IHS", Load: 100}}, cells...)
	var broken *Broken
	if err := r.Run(context.Background(), bad); !errors.As(err, &broken) || !strings.Contains(err.Error(), "9Q") || done != 3 {
		t.Errorf("%v, and %d others done", err, done)
	}
}

func TestFileSurvives(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	var lines []byte
	records := miniatures(t, cellsOf(t, three...))
	f, err := OpenFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range three {
		if err := f.Append(records[id]); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, records[id].line()...)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(name); !bytes.Equal(text, lines) {
		t.Fatalf("the file holds %q", text)
	}
	two := len(lines) - len(records[three[2]].line())
	for _, cut := range []int{two, two + 1, two + 30, len(lines) - 2, len(lines) - 1, len(lines)} { // killed while it wrote, or without the end of a line alone
		if err := os.WriteFile(name, lines[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFile(name)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		want := 2
		if cut >= len(lines)-1 {
			want = 3
		}
		if len(f.Records) != want || f.Repaired != cut-len(bytes.Join([][]byte{lines[:two]}, nil)) && want == 2 || f.Repaired != 0 && want == 3 {
			t.Errorf("cut at %d: %d records, %d bytes repaired", cut, len(f.Records), f.Repaired)
		}
		if want == 2 {
			f.Append(records[three[2]])
		}
		f.Close()
		if text, _ := os.ReadFile(name); !bytes.Equal(text, lines) {
			t.Errorf("cut at %d: the file is not whole again", cut)
		}
	}
	if records, torn, err := parse("marked", append([]byte("\ufeff"), lines[:two-2]...)); err != nil || len(records) != 1 || torn != two-2-len(lines[:bytes.IndexByte(lines, '\n')+1]) {
		t.Errorf("with the mark that editors of Windows put before a text: %d records, %d bytes torn, %v", len(records), torn, err)
	}
	for _, cut := range []int{1, 5, 30, two - 1} { // a torn shard, and another behind it by cat
		text := string(lines[:cut]) + string(lines[two:])
		if strings.Contains(text[:cut], "\n") { // the first line is whole
			text = string(lines[:cut]) + "\x00\x00" + string(lines[two:])
		}
		records, torn, err := parse("all", []byte(text))
		if want := 1 + strings.Count(string(lines[:cut]), "\n"); err != nil || torn != 0 || len(records) != want || records[want-1].Cell != three[2] {
			t.Errorf("cut at %d, and another file behind: %d records, %d bytes torn, %v", cut, len(records), torn, err)
		}
	}
	for text, want := range map[string]int{ // blank lines, blanks, and shards without the end of their last line put together by cat
		string(lines) + "\n": 3, "\n \t\r\n" + string(lines[:two]) + " ": 2, "\n": 0, strings.ReplaceAll(string(lines), "\n", " \r\n"): 3,
		string(lines[:two-1]) + string(lines[two:]): 3, strings.ReplaceAll(string(lines), "\n", "") + string(lines): 6, string(lines[:two-1]) + string(lines[:30]) + string(lines[two:]): 3,
	} {
		if records, torn, err := parse("edited", []byte(text)); err != nil || torn != 0 || len(records) != want {
			t.Errorf("%.40q: %d records of %d, %d bytes torn, %v", text, len(records), want, torn, err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Append(records[three[0]])
		f.Close()
		if records, err := Read(name); err != nil || len(records) != want+1 {
			t.Errorf("%.40q: %d records with one more, %v", text, len(records), err)
		}
	}
	for _, bad := range []string{"{}" + string(lines), "hello\n", "hello", string(lines[:two]) + "x", "\x00\x00\x00", strings.Replace(string(lines), `"commit":"`, `"commit":"a\tb`, 1), string(lines[:two-1]) + "{}\n", `{"cell":"iq/D-mod-K/1Q/IHS"}` + "\n", strings.Replace(string(lines), "2TH-AS-K/3", "2TH-AS-K/4", 1)} {
		if err := os.WriteFile(name, []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFile(name); err == nil || !strings.Contains(err.Error(), "name another file") {
			t.Errorf("%.40q: error %v", bad, err)
		}
		if text, _ := os.ReadFile(name); string(text) != bad {
			t.Errorf("%.40q was changed", bad)
		}
	}
	if records, err := Read(filepath.Join(t.TempDir(), "missing")); err != nil || len(records) != 0 {
		t.Errorf("a missing file: %v, %v", records, err)
	}
}

// ideal is data that agrees with the paper but for two cells.
func ideal() *Data {
	d := &Data{Results: map[string]paper.Result{}, Curves: map[string]Curve{}, Links: map[string][]float64{}}
	for _, c := range paper.Tables() {
		if p, ok := paper.Published(c); ok {
			switch c.ID() {
			case "iq/D-mod-K/1Q/IHS":
				p += 10
			case "voq/D-mod-K/DBBM/IHS":
				p -= 3
			}
			d.Results[c.ID()] = paper.Result{ID: c.ID(), Percent: p, FromUS: 1000, UntilUS: 1100, Seed: 1, Checksum: "c", Fingerprint: "f", Commit: "abc", WallS: 10}
		}
	}
	return d
}

func TestSummary(t *testing.T) {
	all := Scored("all", paper.Tables(), ideal().Value)
	if all.Published != 340 || all.Both != 340 || math.Abs(all.Mean-13.0/340) > 1e-9 || all.Worst != 10 ||
		math.Abs(all.Within2-100*338.0/340) > 1e-9 || math.Abs(all.Within5-100*339.0/340) > 1e-9 {
		t.Errorf("%+v", all)
	}
	var b bytes.Buffer
	if err := Summary(&b, paper.Tables(), ideal().Value); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"IQ 1Q 85 85 99 % 99 % 0.1 10.0", "the 10 worst", "26.0 16 +10.0 iq/D-mod-K/1Q/IHS 58.0 61 -3.0 voq/D-mod-K/DBBM/IHS"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	b.Reset()
	if err := Summary(&b, []paper.Cell{paper.Table(false, "D-mod-K", "1Q", "IHS")}, ideal().Value); err != nil || !strings.Contains(b.String(), "\nthe worst:\n") {
		t.Errorf("of one cell: %v %s", err, b.String())
	}
}

func TestKeepAndDocs(t *testing.T) {
	top := repo(t)
	d := ideal()
	d.Add([]*Record{
		{Cell: "iq/D-mod-K/1Q/IHS@time", BinUS: 8, Series: []float64{1, 2, 4.41, 3, 4, 5.05, 7}, Checksum: "c", Fingerprint: "f"}, // bins of 24 µs, the last unfinished
		{Cell: "fbicm/1/FBICM@time", BinUS: 6.4, Series: []float64{50, 51.25}, Checksum: "c", Fingerprint: "f"},
		{Cell: "iq/NoTH-AS-K/1Q/HS10-1", Percent: 7.004, Checksum: "c", Fingerprint: "f"}, {Cell: "iq/NoTH-AS-K/1Q/HS25-1", Percent: 99, Miniature: true}})
	if err := d.Keep(top); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(top, PaperDir, files[0].path))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := paper.ParseResults(string(text))
	if err != nil || len(kept) != 340 || kept["iq/NoTH-AS-K/1Q/HS10-1"].Percent != 7 || kept["iq/NoTH-AS-K/1Q/HS25-1"].Percent != 0 {
		t.Errorf("%d kept, %v: %+v", len(kept), err, kept["iq/NoTH-AS-K/1Q/HS10-1"])
	}
	for i, want := range []string{"fbicm/1/FBICM@time\t6.4\t50 51.25", "iq/D-mod-K/1Q/IHS@time\t24\t2.5 4"} {
		series, _ := os.ReadFile(filepath.Join(top, PaperDir, curveFiles[i].path))
		if got := strings.TrimSpace(strings.TrimPrefix(string(series), seriesHead)); got != want {
			t.Errorf("%s holds %q, want %q", curveFiles[i].path, got, want)
		}
	}
	if err := d.WriteDocs(top); err != nil {
		t.Fatal(err)
	}
	page, _ := os.ReadFile(filepath.Join(top, PageFile))
	for _, want := range []string{"340 of the 680 cells", "We miss 2 of 340 cells by more than 5 points", "**[26.0](http://localhost:8080/?", ")°** / 16", "340 of them (°) were run by an earlier engine", "*[58.0](", "**holds**", "**not yet measured**"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	for _, err := range []error{d.Keep(t.TempDir()), d.WriteDocs(t.TempDir())} {
		if err == nil || !strings.Contains(err.Error(), "repository's top") {
			t.Errorf("outside the repository: %v", err)
		}
	}
}

// The committed page is what the committed data make of it.
func TestPageIsCurrent(t *testing.T) {
	d, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != d.Docs("..") {
		t.Error("engine/paper/README.md is not current: go run ./engine/cmd/congestree validate --docs")
	}
	if text, err = os.ReadFile(filepath.Join("..", stalePath)); err != nil {
		t.Fatal(err)
	}
	if string(text) != d.staleCells() {
		t.Errorf("engine/paper/%s is not current: the same command writes it", stalePath)
	}
}

func TestClaimsInWords(t *testing.T) {
	var b bytes.Buffer
	if err := Claims(&b, ideal().Value, paper.RAR); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"rar-vftree-best: holds", "rar-dbbm-best: not yet measured", " hold, 0 fail, "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in the words", want)
		}
	}
	if strings.Contains(b.String(), "afi-") {
		t.Error("another paper's claims are told too")
	}
}

// Due are the cells without a result of this engine, and no others.
func TestDue(t *testing.T) {
	cells := cellsOf(t, "iq/D-mod-K/1Q/HS10-1", "iq/D-mod-K/1Q/HS25-1", "iq/D-mod-K/1Q/IHS")
	current, missing, old := cells[0], cells[1], cells[2]
	f, err := Fingerprint(current)
	if err != nil {
		t.Fatal(err)
	}
	d := &Data{Results: map[string]paper.Result{current.ID(): {Fingerprint: f}, old.ID(): {Fingerprint: "another"}}}
	if due := d.Due(cells); !slices.Equal(due, []paper.Cell{missing, old}) {
		t.Errorf("due: %v", due)
	}
	if stale, all := d.Stale(cells); stale != 1 || all != 2 {
		t.Errorf("%d of %d are of another engine", stale, all)
	}
}

// A file of results may be from long ago: what it has of another engine takes no place of what this one gave. Whatever else there was gives way.
func TestOldResultsTakeNoPlace(t *testing.T) {
	c := cellsOf(t, "iq/D-mod-K/1Q/HS10-1")[0]
	now, err := Fingerprint(c)
	if err != nil {
		t.Fatal(err)
	}
	record := func(fingerprint string, percent float64) *Record {
		return &Record{Cell: c.ID(), Percent: percent, Checksum: "c", Fingerprint: fingerprint}
	}
	for _, x := range []struct {
		committed string // fingerprint
		add       []*Record
		percent   float64
		passed    int
	}{
		{now, []*Record{record("another", 2)}, 1, 1},
		{now, []*Record{record(now, 2)}, 2, 0},
		{"another", []*Record{record("a third", 2)}, 2, 0},
		{"another", []*Record{record("a third", 2), record(now, 3), record("a third", 4)}, 3, 1},
	} {
		d := &Data{Results: map[string]paper.Result{c.ID(): {ID: c.ID(), Percent: 1, Fingerprint: x.committed}}}
		if passed := d.Add(x.add); passed != x.passed || d.Results[c.ID()].Percent != x.percent {
			t.Errorf("over %q: %v, %d passed over, want %v and %d", x.committed, d.Results[c.ID()], passed, x.percent, x.passed)
		}
	}
}

// A fingerprint is found again by what the miniature is: the same for a cell and its course over time, another for whatever has another link.
func TestFingerprintsAreKept(t *testing.T) {
	of := func(c paper.Cell) string {
		s, err := c.Miniature()
		if err != nil {
			t.Fatal(err)
		}
		return valuesOf(s)
	}
	same := cellsOf(t, "iq/D-mod-K/1Q/IHS", "iq/D-mod-K/1Q/IHS@time", "iq/D-mod-K/1Q/IHS@80")
	if of(same[0]) != of(same[1]) || of(same[0]) == of(same[2]) {
		t.Errorf("%q\n%q\n%q", of(same[0]), of(same[1]), of(same[2]))
	}
	byLink, byValues := map[string]string{}, map[string]string{}
	for i, c := range paper.All() {
		if i%5 != 0 {
			continue
		}
		s, err := c.Miniature()
		if err != nil {
			t.Fatal(err)
		}
		address, values := link.Of(s), valuesOf(s)
		if was, ok := byLink[address]; ok && was != values {
			t.Errorf("%s: %q and %q", address, was, values)
		}
		if was, ok := byValues[values]; ok && was != address {
			t.Errorf("%q: %s and %s", values, was, address)
		}
		byLink[address], byValues[values] = values, address
	}
	if len(byLink) < 1000 {
		t.Errorf("%d miniatures", len(byLink))
	}
}

// Thresholds are passed in the miniatures of traces, too: no two bars of [AFI] Fig. 7 have the same fingerprint. With whole buffers those of
// Adaptive-th were D-mod-K's, and 14 execution times of an engine whose ties went elsewhere were not called stale.
func TestFingerprintsOfTraces(t *testing.T) {
	of := map[string]string{}
	for _, c := range paper.All(paper.AFI) {
		if !c.IsTrace() {
			continue
		}
		f, err := Fingerprint(c)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := of[f]; ok {
			t.Errorf("%s and %s have the same fingerprint", other, c.ID())
		}
		of[f] = c.ID()
	}
	if len(of) != 64 {
		t.Errorf("%d fingerprints", len(of))
	}
}

// What only the cells of a paper have shows in their fingerprints: timers expire in the miniature, half a ring is there to go
// round, and hosts have queues that some packets wait in.
func TestFingerprintsTellMechanisms(t *testing.T) {
	for _, x := range []struct{ cell, field, value string }{
		{"drb-torus-4x4/none/butterfly", "half-ring", "balanced"},
		{"drb-torus-8x8/DRB/butterfly", "half-ring", "balanced"},
		{"drb-mesh-4x4/IBA-CC/bit-reversal", "ccti-falls", "each"},
		{"drb-mesh-4x4/IBA-CC/bit-reversal", "ccti-timer", "1.024"},
		{"drb-mesh-8x4/DRB/transpose", "drb-timer", "5"},
		{"drb-mesh-8x4/DRB/transpose", "drb-hysteresis", "1"},
		{"fbicm/1/VOQsw@1000-2000", "admittance", "fifo"},
		{"fbicm/3/RECN-IQ@1100-1300", "admittance", "fifo"},
		{"fbicm/6/FBICM@1100-1300", "admittance", "fifo"},
		{"fbicm/6/FBICM@1100-1300", "arbiter", "islip"},
	} {
		s, err := cellsOf(t, x.cell)[0].Miniature()
		if err != nil {
			t.Fatal(err)
		}
		other, err := s.With(x.field, x.value)
		if err != nil {
			t.Fatal(err)
		}
		var sums [2]uint64
		for i, s := range []scenario.Scenario{s, other} {
			m, _, err := open(func() (scenario.Scenario, error) { return s, nil })
			if err != nil {
				t.Fatal(err)
			}
			m.Play(miniatureEnd, engine.NoLimit)
			sums[i] = m.Checksum()
		}
		if sums[0] == sums[1] {
			t.Errorf("%s: nobody would see that %s=%s is another cell", x.cell, x.field, x.value)
		}
	}
}

// What routings do shows in the fingerprints: with any scheme, under any traffic and with either switch no two routings have the
// same. But 1Q under hot spots collapses in so small a network before the second stage adapts with K/Δ.
func TestFingerprintsTellRoutingsApart(t *testing.T) {
	for _, voq := range []bool{false, true} {
		for _, q := range paper.Schemes {
			for _, x := range paper.Traffics {
				seen := map[string]string{}
				for _, r := range paper.Rows {
					print, err := Fingerprint(paper.Table(voq, r, q, x))
					if err != nil {
						t.Fatal(err)
					}
					if was := seen[print]; was != "" && (q != "1Q" || x == "IHS" || was != "TH-AS-K/3" || r != "TH-FS-K/3") {
						t.Errorf("VOQs %v, %s, %s: %s is the same as %s", voq, q, x, r, was)
					}
					seen[print] = r
				}
			}
		}
	}
}

// congestree merge --csv knows our files of results, and does not write over them.
func TestFilesAreKnown(t *testing.T) {
	name := filepath.Join(t.TempDir(), "v.jsonl")
	if err := os.WriteFile(name, (&Record{Cell: "iq/D-mod-K/1Q/IHS", Checksum: "1", Fingerprint: "1"}).line(), 0o666); err != nil {
		t.Fatal(err)
	}
	if !sweep.HoldsResults(name) {
		t.Error("a file of results is not known")
	}
}

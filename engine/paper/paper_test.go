package paper_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	. "github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
)

func TestNamesAreReadBack(t *testing.T) {
	all := All()
	seen := map[string]bool{}
	for _, c := range all {
		id := c.ID()
		if seen[id] {
			t.Fatalf("%s is listed twice", id)
		}
		seen[id] = true
		if got, err := Parse(id); err != nil || got != c {
			t.Fatalf("%s is read as %+v, %v", id, got, err)
		}
	}
	for _, id := range []string{"voq/2TH-AS-K/3/vFtree/HS10-4", "iq/D-mod-K/1Q/IHS", "iq/D-mod-K/1Q/IHS@time", "voq/Oblivious/DBBM/HS25-1@30", "afi-voq/AFI/1Q/UT", "afi-iq/Adaptive-th/DBBM/PTRANS", "iq/D-mod-K/1Q/IHS#2"} {
		if !seen[id] {
			t.Errorf("%s is missing", id)
		}
	}
	if n := len(Experiments()[3].Cells()) + len(Experiments()[4].Cells()); n != 680 {
		t.Errorf("Tables 2 and 3 have %d cells, not 680", n)
	}
	if c := all[679]; c.Load != 100 || c.Series || !c.VOQ {
		t.Errorf("the tables do not come first: %+v", c)
	}
}

func TestBadNamesAreRefused(t *testing.T) {
	for id, want := range map[string]string{
		"": "not written", "voq/vFtree/HS10-4": "not written", "out/D-mod-K/1Q/IHS": "allowed: iq, voq",
		"iq/2TH-AS-K/4/1Q/IHS": "2TH-AS-K/4", "iq/D-mod-K/2Q/IHS": "allowed: 1Q", "iq/D-mod-K/1Q/HS10": "allowed: HS10-1",
		"iq/D-mod-K/1Q/IHS@0": "@0", "iq/D-mod-K/1Q/IHS@101": "@101", "iq/D-mod-K/1Q/IHS@050": "@050", "iq/D-mod-K/1Q/IHS@": "allowed",
		"afi-iq/D-mod-K/1Q/IHS": "allowed: UT", "afi-iq/Oblivious/1Q/UT": "allowed: D-mod-K", "afi-iq/D-mod-K/1Q/UT@time": "@time", "iq/D-mod-K/1Q/PTRANS": "allowed: HS10-1", "afi-iq/D-mod-K/1Q/PTRANS@50": "no load", "afi-iq/D-mod-K/1Q/PTRANS@time": "no load",
		"iq/D-mod-K/1Q/IHS#": "#2 to #99", "iq/D-mod-K/1Q/IHS#1": "#1", "iq/D-mod-K/1Q/IHS#02": "#02", "iq/D-mod-K/1Q/IHS#100": "#100", "iq/D-mod-K/1Q/IHS@50#2": "Tables 2 and 3", "afi-iq/D-mod-K/1Q/UT#2": "#2",
	} {
		if _, err := Parse(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v does not say %q", id, err, want)
		}
	}
}

// A cell is what the paper describes, field by field.
func TestScenarios(t *testing.T) {
	for id, want := range map[string]string{
		"voq/2TH-AS-K/3/vFtree/HS10-4": "network=rlft-36x3 routing=adaptive trigger=2TH stages=AS delta=3 queuing=vftree vcs=3 voq=true traffic=HS10-4 " +
			"hotspots=600,3400,5200,9500 load=1 generation=constant bandwidth=100 delay=6 packet=4096 buffer=192 warmup=1000 threshold=75 release=50 threshold-of=vc",
		"voq/2TH-AS-K/vFtree/HS10-4":         "delta=1 threshold-of=voq",
		"voq/NoTH-AS-K/vFtree/HS10-4":        "threshold-of=vc",
		"iq/TH-AS-K/vFtree/HS10-4":           "threshold-of=vc",
		"iq/NoTH-SS-K/1Q/IHS@5":              "routing=adaptive trigger=NoTH stages=SS delta=1 queuing=1q voq=false traffic=IHS load=0.05",
		"iq/Oblivious/Flow2SL/HS25-1@time":   "routing=oblivious queuing=flow2sl vcs=3 traffic=HS25-1 hotspots=600 load=1",
		"iq/TH-AS-K/vFtree/HS10-1":           "seed=1",
		"iq/TH-AS-K/vFtree/HS10-1#5":         "seed=5 routing=adaptive trigger=TH queuing=vftree traffic=HS10-1 hotspots=600 load=1",
		"iq/D-mod-K/DBBM/HS25-4@70":          "routing=dmodk queuing=dbbm traffic=HS25-4 load=0.7",
		"afi-voq/Adaptive-th/DBBM/HS10-1@40": "routing=adaptive-th threshold-of=voq queuing=dbbm vcs=3 voq=true generation=constant bandwidth=40 buffer=128 delay=6 packet=4096 load=0.4",
		"afi-iq/Adaptive/1Q/UT":              "routing=adaptive trigger=NoTH stages=AS delta=1 queuing=1q voq=false traffic=UT bandwidth=40",
		"afi-voq/AFI/vFtree/PTRANS":          "network=rlft-12x3 routing=afi queuing=vftree vcs=3 voq=true traffic=PTRANS-16x27-23040-80 bandwidth=40 buffer=128 delay=6 packet=4096 threshold=75",
		"fbicm/3/FBICM@1100-1300":            "network=bmin-8x3 routing=self queuing=fbicm crossbar=multiplexed traffic=FBICM-3 load=1 generation=constant bandwidth=8 packet=64 buffer=8 warmup=1100",
		"fbicm/4/VOQnet@time":                "network=bmin-8x3 queuing=voqnet buffer=16 warmup=1000",
		"fbicm/5/RECN-IQ@time":               "network=bmin-8x4 queuing=recn-iq buffer=8",
		"fbicm/6/VOQnet@time":                "network=bmin-8x4 queuing=voqnet buffer=64",
		"drb-torus-8x8/DRB/butterfly@80": "network=torus-8x8 routing=dor congestion-control=drb drb-paths=4 drb-detour=0 drb-vls=2 queuing=1q voq=true traffic=butterfly load=0.8 " +
			"generation=poisson bandwidth=2 delay=0 cable=10 buffer=32 packet=4096 warmup=5000",
		"drb-mesh-8x4/IBA-CC/transpose/256B": "network=mesh-8x4 congestion-control=iba-cc queuing=dbbm vcs=2 voq=true packet=256 source-queue=1024 load=1",
		"drb-mesh-4x4/DRB/transpose":         "congestion-control=drb queuing=1q",
		"drb-torus-8x8/none/LHS@33":          "congestion-control=none queuing=1q traffic=LHS load=0.33",
	} {
		c, err := Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		s, err := c.Scenario()
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		for _, set := range strings.Fields(want) {
			field, value, _ := strings.Cut(set, "=")
			if got := s.Get(field); got != value {
				t.Errorf("%s: %s is %s, not %s", id, field, got, value)
			}
		}
	}
}

// Every cell of the tables differs from the others where the paper's do, and can be opened small.
func TestEveryCellIsAScenarioOfItsOwn(t *testing.T) {
	seen := map[string]string{}
	for _, voq := range []bool{false, true} {
		for _, r := range Rows {
			for _, q := range Schemes {
				for _, x := range Traffics {
					c := Table(voq, r, q, x)
					s, err := c.Miniature()
					if err != nil {
						t.Fatalf("%s: %v", c.ID(), err)
					}
					key := s.Query()
					if seen[key] != "" {
						t.Errorf("%s is the same as %s", c.ID(), seen[key])
					}
					seen[key] = c.ID()
				}
			}
		}
	}
}

// The scenario of every cell that a person can open by itself leads back to it, or to one of the same run, and one that differs in a field to none.
func TestCellsAreFound(t *testing.T) {
	kinds, found := map[string]int{}, map[string]int{}
	for _, e := range Experiments() {
		if e.Paper == RAR && e.Kind != Numbers {
			continue
		}
		for i, c := range e.Cells() {
			if c.Series || i%37 != 0 && e.Paper != FBICM { // all take seconds
				continue
			}
			s, err := c.Scenario()
			if err != nil {
				t.Fatal(c.ID(), err)
			}
			kinds[e.Paper]++
			_, got, ok := CellOf(s)
			if c.Aside {
				c.Aside = false // its run is that of the throughput's cell
			}
			if !ok || got != c {
				t.Errorf("%s: found %s, %v", c.ID(), got.ID(), ok)
			} else {
				found[e.Paper]++
			}
			for field, value := range map[string]string{"seed": "2", "delay": "7", "load": "0.95", "cable": "11"} {
				if _, got, ok := CellOf(s.Must(field, value)); ok {
					t.Errorf("%s with %s=%s is taken for %s", c.ID(), field, value, got.ID())
				}
			}
		}
	}
	if len(found) != len(Papers) {
		t.Errorf("of %v cells %v are found", kinds, found)
	}
	s, err := DRBCell("torus-8x8", "DRB", LHS, 33).Scenario()
	if err != nil {
		t.Fatal(err)
	}
	if e, _, _ := CellOf(s); e.Name != "Fig. 7-7" {
		t.Errorf("the link hot spot with DRB is of %q", e.Name)
	}
}

// A mean covers just the stretch that is asked for, and there is none where the curve does not reach.
func TestMeanOfACurve(t *testing.T) {
	c := Curve{BinUS: 10, Percent: []float64{10, 20, 60}}
	for _, x := range []struct {
		from, until, want float64
		ok                bool
	}{{0, 10, 10, true}, {0, 30, 30, true}, {5, 20, 50. / 3, true}, {18, 22, 40, true}, {20, 40, 30, false}, {30, 40, 0, false}} {
		if got, ok := c.Mean(x.from, x.until); ok != x.ok || got < x.want-1e-9 || got > x.want+1e-9 {
			t.Errorf("%v–%v µs: %v, %v, want %v, %v", x.from, x.until, got, ok, x.want, x.ok)
		}
	}
}

func TestPublished(t *testing.T) {
	n := 0
	for _, c := range All() {
		if p, ok := Published(c); ok {
			n++
			if p < 0 || p > 100 || c.Load != 100 || c.Series || c.Paper != RAR {
				t.Errorf("%s: published %v", c.ID(), p)
			}
		}
	}
	if n != 340 {
		t.Errorf("%d published numbers are found among the cells, not 340", n)
	}
	for id, want := range map[string]float64{"iq/2TH-AS-K/3/vFtree/HS10-1": 65, "voq/NoTH-SS-K/Flow2SL/IHS": 81, "iq/D-mod-K/1Q/IHS": 16} {
		c, _ := Parse(id)
		if got, _ := Published(c); got != want {
			t.Errorf("%s: published %v, not %v", id, got, want)
		}
	}
}

func TestResultsAreReadBack(t *testing.T) {
	a := Result{ID: "iq/D-mod-K/1Q/IHS", Percent: 16.25, FromUS: 1000, UntilUS: 1100, Seed: 1, Checksum: "00ff", Fingerprint: "ab", Commit: "c-dirty", WallS: 12.5}
	b := Result{ID: "afi-iq/AFI/1Q/PTRANS", Percent: 12, ExecutionUS: 13468.5568, UntilUS: 13500, Seed: 1, Checksum: "00ff", Fingerprint: "ab", Commit: "c"}
	if a.Value() != 16.25 || b.Value() != 13468.5568 {
		t.Errorf("values %v, %v", a.Value(), b.Value())
	}
	none := Result{ID: Case(1, "FBICM", Window{0, 1}).Queues().ID(), Percent: 50, UntilUS: 1, Seed: 1, Checksum: "00ff", Fingerprint: "ab", Commit: "c"}
	if read, err := ParseResults(FormatResults("ours", []string{none.ID}, map[string]Result{none.ID: none})); err != nil || none.Value() != 0 || read[none.ID].Value() != 0 {
		t.Errorf("no queues in use: %v, and %v read back, %v", none.Value(), read, err)
	}
	if traces, err := ParseResults(FormatResults("ours", []string{b.ID}, map[string]Result{b.ID: b})); err != nil || len(traces) != 1 || traces[b.ID] != b {
		t.Errorf("traces: %v, %v", traces, err)
	}
	text := FormatResults("ours", []string{"missing", a.ID}, map[string]Result{a.ID: a, "other": {}})
	all, err := ParseResults(text)
	if err != nil || len(all) != 1 || all[a.ID] != a {
		t.Errorf("%v, %v from %q", all, err, text)
	}
	for _, bad := range []string{strings.Replace(text, "16.25", "x", 1), strings.Replace(text, "\tab", "", 1)} {
		if _, err := ParseResults(bad); err == nil {
			t.Errorf("accepted: %q", bad)
		}
	}
}

// The committed results are of the cells and the window they claim to be.
func TestCommittedResults(t *testing.T) {
	n := 0
	for _, c := range All(RAR) {
		r, ok := Ours(c)
		if ok {
			n++
		}
		if ok && (r.FromUS != WarmupUS || r.UntilUS != UntilUS || r.Seed != int64(c.TheSeed()) || len(r.Checksum) != 16 || r.Percent < 0 || r.Percent > 101) {
			t.Errorf("%s: %+v", c.ID(), r)
		}
	}
	if n < 680 {
		t.Errorf("%d results are committed, less than Tables 2 and 3 have cells", n)
	}
}

// Fig. 7 is there as a whole, of runs that can be told from each other by what they gave.
func TestCommittedExecutions(t *testing.T) {
	seen := map[string]string{}
	n := 0
	for _, c := range All(AFI) {
		if !c.IsTrace() {
			continue
		}
		n++
		// Each task sends 12 messages of 200 packets of 819.2 ns, or 431 of 13: no network is faster.
		least := 12 * 200 * 0.8192
		if c.Traffic == PTRANS {
			least = 431 * 13 * 0.8192
		}
		r, ok := Ours(c)
		if !ok || r.ExecutionUS < least || r.ExecutionUS > r.UntilUS || r.UntilUS-r.ExecutionUS > 0.8193 || r.FromUS != 0 || r.Seed != Seed || len(r.Checksum) != 16 {
			t.Errorf("%s: %+v", c.ID(), r)
		}
		if was := seen[r.Checksum]; was != "" && c.Traffic == PTRANS {
			t.Errorf("%s and %s are one run", c.ID(), was)
		}
		seen[r.Checksum] = c.ID()
	}
	if n != 64 {
		t.Errorf("Fig. 7 has %d bars on two grids, not 64", n)
	}
}

// The defaults are the hardware of [RAR] §5.1, to which cells add nothing.
func TestDefaultsAreTheHardwareOfRAR(t *testing.T) {
	for field, want := range map[string]string{"bandwidth": "100", "delay": "6", "packet": "4096", "buffer": "192", "load": "1"} {
		if got := scenario.Default().Get(field); got != want {
			t.Errorf("the default of %s is %s, not %s", field, got, want)
		}
	}
	_ = engine.Nanosecond // every mechanism registers itself
}

// The tests that the page names are there.
func TestExactExperimentsAreTested(t *testing.T) {
	n := 0
	for _, e := range Experiments() {
		if e.Kind != Exact {
			continue
		}
		n++
		dir, name, _ := strings.Cut(e.Tests, " ")
		found := false
		files, _ := filepath.Glob("../../" + dir + "/*_test.go")
		for _, f := range files {
			text, err := os.ReadFile(f)
			found = found || err == nil && strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)")
		}
		if !found {
			t.Errorf("%s: %s has no test %s", e.ID(), dir, name)
		}
	}
	if n != 4 {
		t.Errorf("%d exact experiments", n)
	}
}

// What is kept comes back as AsKept says.
func TestResultsComeBackAsKept(t *testing.T) {
	for _, id := range []string{"iq/D-mod-K/1Q/UT", "drb-torus-8x8/DRB/LHS"} {
		r := Result{ID: id, Percent: 12.3456, FromUS: 1000, UntilUS: 1100, Seed: 1, Checksum: "0123456789abcdef", Fingerprint: "fedcba9876543210", Commit: "abc", WallS: 1.26}
		if strings.HasPrefix(id, "drb-") {
			r.LatencyUS, r.NetworkUS, r.PeakLoad, r.PeakQueue = 7.77, 1.23, 98.76, 3.456
		}
		all, err := ParseResults(FormatResults("# test", []string{id}, map[string]Result{id: r}))
		if err != nil {
			t.Fatal(err)
		}
		if got := all[id]; got != r.AsKept() || got == r {
			t.Errorf("%s: %+v came back as %+v, AsKept says %+v", id, r, got, r.AsKept())
		}
	}
}

// [DRB-T] is called what its title page says that it is, and no thesis.
func TestReportIsNoThesis(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Papers {
		if p.ID == DRB && !strings.Contains(p.Cite, "memoria del trabajo experimental") {
			t.Errorf("%s: %s", p.ID, p.Cite)
		}
	}
	for _, c := range Claims() {
		text = append(text, c.Text...)
	}
	if strings.Contains(string(text), "thesis") {
		t.Error("something is called a thesis")
	}
}

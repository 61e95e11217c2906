package ui

import (
	"cmp"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/html"
)

// find returns the elements for which is says so.
func find(n *html.Node, is func(*html.Node) bool) (out []*html.Node) {
	if n.Type == html.ElementNode && is(n) {
		out = append(out, n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out = append(out, find(c, is)...)
	}
	return
}

func cellsOf(n *html.Node) (ids []string, texts map[string]string) {
	texts = map[string]string{}
	for _, b := range find(n, func(n *html.Node) bool { return attr(n, "data-cell") != "" }) {
		ids = append(ids, attr(b, "data-cell"))
		texts[attr(b, "data-cell")] = attr(b, "aria-label")
	}
	return
}

func TestPapersShowTablesAndRunCells(t *testing.T) {
	p := newPage(t)
	doc := p.html(t)
	if ids, _ := cellsOf(doc); len(ids) != 0 {
		t.Errorf("the closed dialog holds %d cells", len(ids))
	}
	dialog := p.root.papers.b.(*Papers)
	p.root.gallery.b.(*Gallery).OnPapers(p.on())
	if !p.Papers {
		t.Fatal("the button does not open the dialog")
	}
	ids, labels := cellsOf(p.html(t))
	if len(ids) != 17*5 {
		t.Errorf("Table 2 shows %d cells of a scheme, not 85", len(ids))
	}
	if l := labels["iq/TH-AS-K/1Q/HS25-1"]; !strings.Contains(l, "published 32 %") || !strings.Contains(l, "ours") {
		t.Errorf("a cell says %q", l)
	}
	dialog.OnScheme(p.on("value", "vFtree"))
	if _, labels = cellsOf(p.html(t)); !strings.Contains(labels["iq/2TH-AS-K/3/vFtree/HS10-1"], "published 65 %") {
		t.Errorf("vFtree's cells: %q", labels)
	}
	for _, b := range find(p.html(t), func(n *html.Node) bool { return attr(n, "data-cell") != "" }) {
		seen := strings.TrimSpace(text(b))
		if !strings.HasPrefix(attr(b, "aria-label"), seen) {
			t.Errorf("a cell shows %q and is named %q", seen, attr(b, "aria-label"))
		}
		c, _ := paper.Parse(attr(b, "data-cell"))
		if s, ok := paper.SpreadOf(c, paper.OurValue); ok && s.Max-s.Min > 2 && !strings.Contains(seen, "–") {
			t.Errorf("%s does not show what other seeds give: %q", c.ID(), seen)
		}
	}
	dialog.OnChoose(p.on("value", "drb-fig-7-2"))
	for _, x := range find(p.html(t), func(n *html.Node) bool { return attr(n, "data-cell") == "drb-torus-4x4/none/complement" }) {
		if label := attr(x, "aria-label"); !strings.Contains(label, "validation page") { // where it is
			t.Errorf("a run whose result only the repository has is called %q", label)
		}
	}
	for id, label := range labels {
		c, _ := paper.Parse(id)
		if says := strings.Contains(label, "earlier engine"); says != paper.Stale(c) || says != strings.Contains(label, "°") {
			t.Errorf("%s is of an earlier engine: %v, and says %q", id, paper.Stale(c), label)
		}
	}
	for _, c := range []struct {
		choose string
		cells  int
		want   string
	}{
		{"rar-table-3", 85, "voq/2TH-AS-K/3/vFtree/HS10-4"}, {"rar-fig-10", 34, ""}, {"rar-fig-a5", 34, "voq/Oblivious/vFtree/IHS"}, {"afi-fig-6", 12, "afi-voq/AFI/vFtree/UT"},
		{"rar-table-1", 0, ""}, {"afi-fig-7", 64, "afi-voq/Adaptive-th/Flow2SL/PTRANS"}, {"claims-RAR", 0, ""}, {"claims-AFI", 0, ""},
		{"fbicm-fig-6a", 12, "fbicm/3/VOQsw@1100-1300"}, {"fbicm-fig-6c", 6, "fbicm/3/FBICM@queues-1100-1300"}, {"claims-FBICM", 0, ""},
		{"drb-fig-7-3", 15, "drb-torus-8x8/IBA-CC/transpose"}, {"drb-fig-7-7", 8, "drb-torus-8x8/DRB/LHS@33"}, {"drb-fig-7-8a", 9, "drb-torus-8x8/DRB/butterfly/256B"}, {"claims-DRB", 0, ""},
	} {
		dialog.OnChoose(p.on("value", c.choose))
		doc := p.html(t)
		for _, x := range paper.Papers { // whose it is
			own := strings.HasPrefix(c.choose, strings.ToLower(x.ID)+"-") || c.choose == claimsOf+x.ID
			if got := text(one(t, doc, "papers-cited")); strings.Contains(got, x.Title) != own || strings.Contains(got, x.Cite) != own {
				t.Errorf("%s is said to be of %q", c.choose, got)
			}
		}
		ids, texts := cellsOf(doc)
		side := map[string]string{"fbicm": "Queuing scheme", "drb": "Traffic"}[strings.Split(c.choose, "-")[0]]
		if got := text(one(t, doc, "papers-side")); c.cells > 0 && got != cmp.Or(side, "Routing") {
			t.Errorf("%s: its rows are called %q", c.choose, got)
		}
		if len(ids) != c.cells || c.want != "" && texts[c.want] == "" {
			t.Errorf("%s shows %d cells: %q", c.choose, len(ids), ids)
		}
		for _, id := range ids {
			if _, err := paper.Parse(id); err != nil && c.cells != 34 {
				t.Errorf("%s: %v", c.choose, err)
			}
		}
		if of, ok := strings.CutPrefix(c.choose, claimsOf); ok {
			n := 0
			for _, x := range paper.Claims() {
				if x.Paper == of {
					n++
				}
			}
			if got := len(dialog.View().Claims); got != n || n == 0 {
				t.Errorf("%s shows %d claims of %d", c.choose, got, n)
			}
		}
	}
	p.calls = nil
	dialog.OnCell("voq/2TH-AS-K/3/vFtree/HS10-4")
	p.Papers = true
	dialog.OnClose(p.on())
	if want := []string{"cell voq/2TH-AS-K/3/vFtree/HS10-4", "papers", "papers"}; !reflect.DeepEqual(p.calls, want) || p.Papers {
		t.Errorf("calls %q", p.calls)
	}
}

// Who runs a cell reads beside it what it is to be held against, until a field is changed, and again when that is undone.
func TestACellSaysWhatWasPublished(t *testing.T) {
	p := newPage(t)
	says := func() string {
		return text(find(p.html(t), func(n *html.Node) bool { return attr(n, "id") == "doc-preset" })[0])
	}
	cell, err := paper.Parse("iq/2TH-AS-K/3/vFtree/HS10-1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := cell.Scenario()
	if err != nil {
		t.Fatal(err)
	}
	ours, published := percentages(cell)
	want := "[RAR] Table 2, 2TH-AS-K/3, vFtree, HS10-1: ours " + ours + ", published " + published + ", averages from 1000 to 1100 µs."
	own := "Your own scenario."
	p.load(s)
	if got := says(); got != want || !strings.Contains(ours, " %") || !strings.Contains(published, " %") {
		t.Errorf("the cell says %q, not %q", got, want)
	}
	p.load(s.Must("delta", "1")) // which is another cell
	if got := says(); !strings.HasPrefix(got, "[RAR] Table 2, 2TH-AS-K, vFtree, HS10-1: ") {
		t.Errorf("of all up ports: %q", got)
	}
	p.load(s.Must("delta", "2"))
	if got := says(); !strings.HasPrefix(got, own) {
		t.Errorf("with another field: %q", got)
	}
	p.load(s)
	if got := says(); got != want {
		t.Errorf("undone: %q", got)
	}
	for id, want := range map[string]string{
		"drb-torus-4x4/DRB/butterfly":            "[DRB-T] Fig. 7-2, DRB, butterfly: ours 48.9 % accepted, latency 526.5 µs, in network 89.2 µs, averages from 5000 to 25000 µs.",
		"drb-torus-8x8/IBA-CC/butterfly/256B@60": "[DRB-T] Fig. 7-8a, IBA-CC, butterfly, 256 B, 60 %: ours 10.1 % accepted, ",
		"drb-torus-4x4/none/complement":          "[DRB-T] Fig. 7-2, none, complement: ours is on the repository's validation page (engine/paper), averages from 5000 to 25000 µs.",
		"fbicm/3/FBICM@queues-1100-1300":         "[FBICM] Fig. 6(a), FBICM: ours ",
		"fbicm/3/VOQsw@700-1000":                 "[FBICM] Fig. 6(a), VOQsw: ours ",
		"afi-voq/AFI/DBBM/PTRANS":                "[AFI] Fig. 7, AFI, DBBM, PTRANS, VOQs: ours ",
		"afi-iq/AFI/Flow2SL/HS10-1@60":           "[AFI] Fig. 5, AFI, Flow2SL, HS10-1, 60 %: ours is on the repository's validation page (engine/paper), averages from 1000 to 1100 µs.",
	} {
		cell, err := paper.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = cell.Scenario(); err != nil {
			t.Fatal(err)
		}
		p.load(s)
		got := says()
		if !strings.HasPrefix(got, want) || strings.Contains(got, "–") {
			t.Errorf("%s says %q, not %q", id, got, want)
		}
		if aside := strings.Contains(got, " set-aside queues, averages from 1100 to 1300 µs."); aside != strings.Contains(id, "queues") {
			t.Errorf("%s says %q", id, got)
		}
	}
}

// Where a cell's run ends the panel says what has come of it, beside ours, and a button leads there from anywhere else.
func TestACellSaysWhatHasComeOfIt(t *testing.T) {
	p := newPage(t)
	var here, button string
	says := func() (string, string) {
		page := p.html(t)
		by := func(id string) []*html.Node {
			return find(page, func(n *html.Node) bool { return attr(n, "data-testid") == id })
		}
		if b := by("run-cell"); len(b) == 1 { // what has not changed is left out
			if here, button = text(by("here")[0]), text(b[0]); has(b[0], "hidden") {
				button = ""
			}
		}
		return here, button
	}
	run := func(id string) paper.Result {
		t.Helper()
		cell, err := paper.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		s, err := cell.Scenario()
		if err != nil {
			t.Fatal(err)
		}
		p.load(s)
		r, _ := paper.Ours(cell)
		return r
	}
	table := run("iq/2TH-AS-K/3/vFtree/HS10-1")
	sum, err := strconv.ParseUint(table.Checksum, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	ours := strings.ReplaceAll(percent(table.Percent/100), space, " ")
	const end = 1_100_000_000
	for _, x := range []struct {
		name         string
		state        State
		at, summed   int64
		accepted     float64
		sum          uint64
		here, button string
	}{
		{"while it loads", Loading, 0, -1, -1, 0, "", ""},
		{"of a page that has failed", Failed, 0, -1, -1, 0, "", ""},
		{"at first", Running, 0, -1, -1, 0, "", "Run to 1100 µs"},
		{"on its way, paused", Paused, end - 1, end - 1, .5, sum, "", "Run to 1100 µs"},
		{"as it gets there", Running, end, -1, .5, 0, "", ""},
		{"another frame's checksum", Paused, end, end - 1, .5, 1, "", ""},
		{"there", Paused, end, end, table.Percent / 100, sum, "Here: " + ours + ", as ours, and the network's state is the same to the bit.", ""},
		{"there, with another checksum", Paused, end, end, table.Percent/100 + .00004, sum + 1, "Here: " + ours + ", as ours.", ""},
		{"there, otherwise", Paused, end, end, .5, sum + 1, "Here: 50.0 %, where ours is " + ours + ".", ""},
		{"beyond", Paused, end + 1, end + 1, table.Percent / 100, sum, "", "Go back to 1100 µs"},
	} {
		p.State, p.Frame.TimePS, p.Frame.ChecksumPS, p.Frame.Accepted, p.Frame.Checksum = x.state, x.at, x.summed, x.accepted, x.sum
		if here, button := says(); here != x.here || button != x.button {
			t.Errorf("%s: %q and the button %q, not %q and %q", x.name, here, button, x.here, x.button)
		}
	}
	p.calls = nil
	p.root.gallery.b.(*Gallery).OnEnd(p.on())
	if want := []string{"until time 1100"}; !reflect.DeepEqual(p.calls, want) {
		t.Errorf("calls %q", p.calls)
	}

	drb := run("drb-torus-4x4/DRB/butterfly")
	p.Frame.TimePS, p.Frame.ChecksumPS, p.Frame.Accepted, p.Frame.LatencyNS, p.Frame.NetworkNS = 25e9, 25e9, drb.Percent/100, drb.LatencyUS*1e3, drb.NetworkUS*1e3
	if here, _ := says(); here != "Here: 48.9 % accepted, latency 526.5 µs, in network 89.2 µs, as ours." {
		t.Errorf("[DRB]: %q", here)
	}
	p.Frame.NetworkNS += 100
	if here, _ := says(); !strings.Contains(here, "89.3 µs, where ours is ") {
		t.Errorf("[DRB] with another latency: %q", here)
	}
	run("drb-torus-4x4/none/complement")
	if here, _ := says(); !strings.HasPrefix(here, "Here: 48.9 % accepted, ") || strings.Contains(here, "ours") {
		t.Errorf("of what the page has no result: %q", here)
	}

	trace := run("afi-voq/AFI/DBBM/PTRANS")
	p.Frame.FinishPS = -1
	if here, button := says(); here != "" || button != "" {
		t.Errorf("a trace that runs: %q, %q", here, button)
	}
	p.Frame.FinishPS = int64(math.Round(trace.ExecutionUS * 1e6))
	if here, button := says(); here != "Here: "+strings.ReplaceAll(duration(trace.ExecutionUS*1e3), space, " ")+", as ours." || button != "" {
		t.Errorf("a trace: %q, %q", here, button)
	}

	p.load(scenario.Default())
	if here, button := says(); here != "" || button != "" {
		t.Errorf("a preset: %q, %q", here, button)
	}
}

// What this page lacks numbers for is decided elsewhere: it is not called unmeasured, nor are others said to be missing.
func TestClaimsSayWhereTheyAreDecided(t *testing.T) {
	for _, x := range paper.Papers {
		v := claimsView(x.ID)
		elsewhere := 0
		for _, c := range v.Claims {
			if c.Class == "" {
				elsewhere++
			}
			if c.Verdict == "not yet measured" {
				t.Errorf("[%s] %s is called unmeasured", x.ID, c.Where)
			}
		}
		if says := strings.Contains(v.Text, "validation page"); says != (elsewhere > 0) {
			t.Errorf("[%s] %d sentences are decided elsewhere: %s", x.ID, elsewhere, v.Text)
		}
	}
}

// A claim that fails says by what, in the reader's language, and has cells to run.
func TestClaimsSayWhatTheyMiss(t *testing.T) {
	defer lang.Set("en")
	for tag, want := range map[string][2]string{"en": {"comparison(s hold| holds| does not hold)\\.", " Farthest off: "}, "es": {"[Ss]e cumplen? .*compara(ciones|ción)\\.", " La más alejada: "}} {
		lang.Set(tag)
		fails := 0
		for _, p := range paper.Papers {
			for _, c := range claimsView(p.ID).Claims {
				if decided := c.Class != ""; decided != regexp.MustCompile(want[0]).MatchString(c.Why) || strings.HasPrefix(c.Why, "1 of 1 ") {
					t.Errorf("%s, [%s] %s: %q", tag, p.ID, c.Where, c.Why)
				}
				if c.Class != "fails" {
					continue
				}
				fails++
				if !strings.Contains(c.Why, want[1]) || len(c.Off) == 0 || tag == "es" && regexp.MustCompile(` (is|of|the|than) `).MatchString(c.Why) {
					t.Errorf("%s, [%s] %s fails: %q, %v", tag, p.ID, c.Where, c.Why, c.Off)
				}
				for _, o := range c.Off {
					if _, err := paper.Parse(o.ID); err != nil || !strings.Contains(c.Why, o.ID) {
						t.Errorf("[%s] %s: %s is not to be run, or not what is said: %v", p.ID, c.Where, o.ID, err)
					}
				}
			}
		}
		if fails < 20 {
			t.Errorf("%d claims fail", fails)
		}
	}
}

// A cell says how far off we are, and more loudly the farther.
func TestPapersSayMisses(t *testing.T) {
	for _, c := range []struct {
		ours, published float64
		run, known      bool
		text, class     string
	}{
		{60.04, 60, true, true, "60.0 / 60", "cell"}, {62.4, 60, true, true, "62.4 / 60", "cell near"}, {54, 60, true, true, "54.0 / 60", "cell far"},
		{59.96, 60, true, true, "60.0 / 60", "cell"}, {0, 60, false, true, "– / 60", "cell"}, {12, 0, true, false, "12.0 / ·", "cell"},
	} {
		got := showNumbers(paper.Table(false, "D-mod-K", "1Q", "IHS"), c.ours, c.run, c.published, c.known, paper.Spread{})
		if got.Text != c.text || got.Class != c.class || got.ID != "iq/D-mod-K/1Q/IHS" || strings.Contains(got.Label, "-0.0") {
			t.Errorf("%+v gives %+v", c, got)
		}
	}
	for _, c := range []struct {
		s             paper.Spread
		between, says string
	}{
		{paper.Spread{Seeds: 1, Min: 50, Max: 60, Mean: 55}, "", "difference 0.0 points. Run"},
		{paper.Spread{Seeds: 2, Min: 59, Max: 61, Mean: 60}, "", "; 2 seeds: 59–61 %, mean 60 %"},
		{paper.Spread{Seeds: 3, Min: 57.6, Max: 61, Mean: 60}, "58–61", "; 3 seeds: 58–61 %, mean 60 %"},
	} {
		got := showNumbers(paper.Table(false, "D-mod-K", "1Q", "IHS"), 60, true, 60, true, c.s)
		if got.Range != c.between || !strings.Contains(got.Label, c.says) {
			t.Errorf("%+v gives %+v", c.s, got)
		}
	}
}

// The surfaces of [DRB-T] Figs. 7-6 and 7-7 stand beside each other as maps that say their numbers; the curves of [FBICM]
// are drawn from what is kept.
func TestPapersDrawMapsAndCurves(t *testing.T) {
	p := newPage(t)
	dialog := p.root.papers.b.(*Papers)
	p.Papers = true
	for _, chosen := range []string{"drb-fig-7-6", "drb-fig-7-7"} {
		dialog.OnChoose(p.on("value", chosen))
		doc := p.html(t)
		maps := find(doc, func(n *html.Node) bool { return attr(n, "data-testid") == "papers-map" })
		if len(maps) != 4 {
			t.Fatalf("%s shows %d maps", chosen, len(maps))
		}
		for i, want := range []struct{ hottest, class, title string }{{"80", "heat-8", "Switch (3, 4): right 80"}, {"37", "heat-4", "Switch (3, 4): right 37"},
			{"91", "heat-9", "Switch (3, 4): right 91"}, {"100", "heat-10", "Switch (3, 4): right 100"}} {
			cells := find(maps[i], func(n *html.Node) bool { return n.Data == "td" })
			if len(cells) != 64 {
				t.Fatalf("map %d has %d places", i, len(cells))
			}
			x := cells[(7-4)*8+3] // the row of y = 7 is the first
			if text := x.FirstChild.Data; text != want.hottest || attr(x, "class") != want.class || !strings.HasPrefix(attr(x, "title"), want.title) {
				t.Errorf("map %d says %q, %q, %q", i, text, attr(x, "class"), attr(x, "title"))
			}
			if cold := cells[0]; cold.FirstChild.Data != "0" || attr(cold, "class") != "heat-0" {
				t.Errorf("map %d: an idle corner is %q", i, attr(cold, "class"))
			}
		}
	}
	for _, c := range []struct {
		chosen, says string
		curves       int
	}{{"fbicm-fig-6c", "FBICM: 79", 2}, {"fbicm-fig-5a", "VOQsw: 82", 4}, {"rar-table-3", "", 0}} {
		dialog.OnChoose(p.on("value", c.chosen))
		drawn := string(dialog.View().Curves)
		if n := strings.Count(drawn, "<polyline"); n != c.curves || !strings.Contains(drawn, c.says) {
			t.Errorf("%s: %d curves: %.300s", c.chosen, n, drawn)
		}
		if strings.Contains(drawn, "NaN") || strings.Contains(drawn, "Inf") || strings.Contains(drawn, "style=") {
			t.Errorf("%s: %.300s", c.chosen, drawn)
		}
	}
}

// The browser closes the dialog after a render that still called it open; the next must not open it again.
func TestPapersStayClosed(t *testing.T) {
	p := newPage(t)
	dialog := p.root.papers.b.(*Papers)
	isOpen := func() bool {
		return len(find(p.html(t), func(n *html.Node) bool { return attr(n, "data-testid") == "papers" && has(n, "open") })) > 0
	}
	p.Papers, dialog.shown = true, true
	if !isOpen() {
		t.Fatal("the open dialog is not")
	}
	p.Papers = false
	isOpen()
	dialog.shown = false // as sync does
	for range 2 {
		if isOpen() {
			t.Error("the closed dialog opens again")
		}
	}
}

// Numbers of an earlier engine are marked in every table and figure, and the mark is explained.
func TestPapersMarkWhatIsOld(t *testing.T) {
	defer func(is func(paper.Cell) bool) { stale = is }(stale)
	for _, old := range []bool{false, true} {
		stale = func(paper.Cell) bool { return old }
		for _, x := range []string{"rar-table-3", "afi-fig-7", "fbicm-fig-6a", "fbicm-fig-6c", "drb-fig-7-2", "drb-fig-7-7"} {
			c := newPapers(&Model{Papers: true, PapersAt: PapersAt{Chosen: x}}, nil)
			v := c.View()
			for _, r := range v.Rows {
				for _, cell := range r.Cells {
					ours := strings.Contains(cell.Label, "ours ") && strings.ContainsAny(cell.Text, "0123456789")
					if marked := strings.Contains(cell.Text, "°"); marked != (old && ours) || marked != strings.Contains(cell.Label, "earlier engine") {
						t.Errorf("%s, old: %v: %q, %q", x, old, cell.Text, cell.Label)
					}
				}
			}
			if strings.Contains(v.Text, "°") != old {
				t.Errorf("%s, old: %v: %q", x, old, v.Text)
			}
		}
	}
}

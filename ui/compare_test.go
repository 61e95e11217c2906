package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
)

func (p *fakePage) AddLane(field, value string, fork bool) {
	from := "zero"
	if fork {
		from = "fork"
	}
	p.note("add", field, value, from)
}
func (p *fakePage) RemoveLane(i int) { p.note("remove", string(rune('0'+i))) }
func (p *fakePage) ChooseLane(i int) { p.note("choose", string(rune('0'+i))) }
func (p *fakePage) LeadLane(i int)   { p.note("lead", string(rune('0'+i))) }

func lanes() []Lane {
	s := scenario.Default()
	lane := func(s scenario.Scenario, title string) Lane {
		return Lane{Scenario: s, Title: title, Known: true, Accepted: .5, AcceptedNow: .4, LatencyNS: 900, NetworkNS: 300, P99NS: 4000, HoL: .1, Trees: 1, Hosts: 3, Victims: 7}
	}
	a, b, c := lane(s, "1Q"), lane(s.Must("queuing", "dbbm"), "DBBM"), lane(s.Must("queuing", "fbicm"), "FBICM")
	b.Accepted, b.LatencyNS, b.NetworkNS, b.Victims = .8, 700, 400, 0
	c.Known, c.Behind = false, "catching up"
	return []Lane{a, b, c}
}

// Of a scheme that is still catching up, chosen or changed, the panel shows no number: what there is is another run's.
func TestNothingIsKnownOfASchemeThatCatchesUp(t *testing.T) {
	p := newPage(t)
	congested(p)
	p.Frame.Records, p.Frame.RecordsDone, p.Frame.FinishPS, p.Frame.SetAside = 100, 40, 90e6, 77
	p.load(p.Scenario.Must("queuing", "fbicm"))
	p.Compare.Lanes = lanes()
	known := []string{"throughput", "accepted", "offered", "latency", "latency-p99", "network-latency", "network-p99", "fairness", "least-host", "delivered", "refused", "records", "execution", "engine-speed", "set-aside"}
	p.Compare.Selected = 1
	doc := p.html(t)
	for _, id := range known {
		if got := text(one(t, doc, id)); got == none && id != "fairness" && id != "least-host" {
			t.Errorf("%s of a scheme that is there: %q", id, got)
		}
	}
	p.Compare.Selected = 2
	doc = p.html(t)
	for _, id := range known {
		if got := text(one(t, doc, id)); got != none {
			t.Errorf("%s of a scheme that catches up: %q", id, got)
		}
	}
	if title, list := text(one(t, doc, "tree-count")), one(t, doc, "trees"); title != "Congestion trees" || visible(list) || !strings.Contains(text(doc), "catching up") {
		t.Errorf("its trees: %q", title)
	}
}

// Nor does it show, while a run on another network opens, what the run before has come to, whose ports it would call by other names.
func TestNothingIsKnownOfAnotherNetworkThatOpens(t *testing.T) {
	p := newPage(t)
	congested(p)
	p.Of = p.Net
	if got := text(one(t, p.html(t), "tree-count")); got != "5 congestion trees" {
		t.Fatal(got)
	}
	p.load(p.Scenario.Must("network", "rlft-8x2"))
	doc := p.html(t)
	for id, want := range map[string]string{"sim-time": "0.000 µs", "throughput": none, "latency": none, "delivered": none, "tree-count": "Congestion trees"} {
		if got := text(one(t, doc, id)); got != strings.ReplaceAll(want, " ", space) && got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	if visible(one(t, doc, "trees")) || !strings.Contains(text(doc), "starting…") {
		t.Error("the trees of the network before are listed")
	}
	p.Of, p.Frame.TimePS = p.Net, 10_000_000
	if got := text(one(t, p.html(t), "tree-count")); got != "5 congestion trees" {
		t.Errorf("once it has come: %q", got)
	}
}

// TestCompareMarksTheBest has the best of each measure marked, and none where there is no difference or nothing known.
func TestCompareMarksTheBest(t *testing.T) {
	m := &Model{Scenario: scenario.Default(), Compare: Comparison{Lanes: lanes()}}
	want := map[string]int{"Accepted": 1, "Latency": 1, "In the network": 0, "Victims": 1, "Accepted now": -1, "Trees": -1, "HoL blocked": -1}
	seen := 0
	for _, r := range (&CompareTable{m: m}).Rows() {
		if len(r.Cells) != 3 {
			t.Fatalf("%s has %d cells", r.Name, len(r.Cells))
		}
		best, ok := want[r.Name]
		if r.Name == "Queuing scheme" && (r.Cells[0].Text != "1Q" || r.Cells[2].Text != "FBICM") {
			t.Errorf("%+v", r)
		}
		if !ok {
			continue
		}
		seen++
		for i, c := range r.Cells {
			if c.Best != (i == best) || i == 2 && c.Text != none {
				t.Errorf("%s of lane %d: %+v", r.Name, i, c)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d measures", seen, len(want))
	}
	m.Compare.Lanes = lanes()
	m.Compare.Lanes[1].Deadlock = true // nothing of it is best, nor is the other for being better than it
	for _, r := range (&CompareTable{m: m}).Rows() {
		for i, c := range r.Cells {
			if c.Best {
				t.Errorf("%s of lane %d, beside a deadlock: %+v", r.Name, i, c)
			}
		}
	}
	m.Compare.Lanes = lanes()
	m.Compare.Lanes[1].Trees, m.Compare.Lanes[1].Hosts = 11, 2 // more trees that block fewer hosts are no worse
	for _, r := range (&CompareTable{m: m}).Rows() {
		if r.Name == "Trees" && (r.Cells[0].Best || r.Cells[1].Best) || r.Name == "Hosts blocked" && !r.Cells[1].Best {
			t.Errorf("%s: %+v", r.Name, r.Cells)
		}
	}
	for _, c := range []struct {
		back [2]bool
		row  string
	}{{[2]bool{false, false}, "Hosts blocked"}, {[2]bool{true, true}, "Hosts that hold back"}, {[2]bool{false, true}, "Hosts reached"}} {
		m.Compare.Lanes = lanes() // the third is not known yet
		m.Compare.Lanes[0].HoldsBack, m.Compare.Lanes[1].HoldsBack = c.back[0], c.back[1]
		if rows := (&CompareTable{m: m}).Rows(); !slices.ContainsFunc(rows, func(r CompareRow) bool { return r.Name == c.row }) {
			t.Errorf("%v: no row %s in %+v", c.back, c.row, rows)
		}
	}
	m.Compare.Lanes[1].Scenario = m.Compare.Lanes[0].Scenario.Must("voq", "true")
	if r := (&CompareTable{m: m}).Rows()[1]; r.Name != "VOQs" || r.Cells[0].Text != "off" || r.Cells[1].Text != "on" {
		t.Errorf("a switch: %+v", r)
	}
	// Traces are compared by how long their programs take: the others have no such row.
	isExecution := func(r CompareRow) bool { return r.Name == "Execution time" }
	if slices.ContainsFunc((&CompareTable{m: m}).Rows(), isExecution) {
		t.Error("runs without a trace have an execution time")
	}
	if note := (&CompareTable{m: m}).Note(); note != "" {
		t.Errorf("runs without a trace: %q", note)
	}
	for i, ns := range []float64{11_923_000, -1, 46_687.52} {
		m.Compare.Lanes[i].Known, m.Compare.Lanes[i].Traced, m.Compare.Lanes[i].ExecutionNS = true, true, ns
	}
	rows := (&CompareTable{m: m}).Rows()
	if i := slices.IndexFunc(rows, isExecution); i < 0 {
		t.Errorf("traces have no execution time: %+v", rows)
	} else if c := rows[i].Cells; c[0] != (CompareCell{"11.92" + space + "ms", false}) || c[1] != (CompareCell{"running", false}) || c[2] != (CompareCell{"46.69" + space + "µs", true}) {
		t.Errorf("execution times: %+v", c)
	}
	if note := (&CompareTable{m: m}).Note(); !strings.Contains(note, "of the instant shown") {
		t.Errorf("of traces is said when they are measured: %q", note)
	}
	m.Compare.Lanes = m.Compare.Lanes[:1]
	if rows := (&CompareTable{m: m}).Rows(); rows != nil {
		t.Errorf("a single run is compared: %+v", rows)
	}
}

// TestCompareOffersWhatIsNew has a value offered that no lane has, and only fields that may differ.
func TestCompareOffersWhatIsNew(t *testing.T) {
	p := &fakePage{}
	m := &Model{Scenario: scenario.Default(), State: Paused, Compare: Comparison{Lanes: lanes()}}
	c := newCompareForm(m, p)
	if v := c.Value(); v == "1q" || v == "dbbm" || v == "fbicm" || v == "" {
		t.Errorf("%q is offered", v)
	}
	for _, g := range c.FieldGroups() {
		for _, f := range g.Fields {
			if f.Name == "seed" || f.Name == "network" || f.Name == "trigger" || f.Name == "at" {
				t.Errorf("%s is offered", f.Name)
			}
		}
	}
	c.OnAdd(nil)
	c.fork = true
	c.field = "routing"
	c.OnAdd(nil)
	if got := strings.Join(p.calls, "; "); !strings.HasPrefix(got, "add queuing ") || !strings.HasSuffix(got, " zero; add routing oblivious fork") {
		t.Error(got)
	}
	// What is typed stays where it is refused, and goes once it has come.
	c.OnField(p.on("value", "buffer"))
	for _, typed := range []string{"many", "96"} {
		c.OnKey(p.on("key", "Enter", "value", typed))
		m.Compare.Error = "no number"
		if v := c.Value(); v != typed || c.Error() != "no number" {
			t.Errorf("refused, %q has become %q, with %q", typed, v, c.Error())
		}
	}
	// A number takes a comma, as the field itself does: a telephone may have no other key.
	c.OnKey(p.on("key", "Enter", "value", "12,5"))
	if got := p.calls[len(p.calls)-1]; got != "add buffer 12.5 fork" || c.Value() != "12,5" {
		t.Errorf("12,5: %s; the form has %s", got, c.Value())
	}
	// What is wrong stands there as long as the form says that.
	for what, change := range map[string]func(){
		"field": func() { c.OnField(p.on("value", "buffer")) },
		"value": func() { c.OnValue(p.on("value", "96")) },
		"from":  func() { c.OnFrom(p.on("value", "fork")) },
	} {
		change()
		if said := c.Error(); said != "" {
			t.Errorf("another %s, and still %q", what, said)
		}
		if c.OnAdd(nil); c.Error() != "no number" {
			t.Errorf("refused again after another %s, it says %q", what, c.Error())
		}
	}
	m.Compare.Lanes = append(m.Compare.Lanes, lanes()[0])
	if v := c.Value(); v != "" {
		t.Errorf("%q is still there beside its lane", v)
	}
	if !c.Off() || !c.Full() {
		t.Error("a fifth scheme can be added")
	}
}

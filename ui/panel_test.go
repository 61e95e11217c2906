package ui

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/html"
)

// What a field goes back to is called as in its menu.
func TestResetsByTheMenusNames(t *testing.T) {
	p := newPage(t)
	for name, want := range map[string]string{"hotspots": "Reset Hot spots to automatic", "routing": "Reset Routing to D-mod-K (deterministic)", "load": "Reset Offered load to 1", "voq": "Reset VOQs to off"} {
		c := &Field{m: &p.Model, a: p, f: scenario.Lookup(name)}
		if got := c.ResetLabel(); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestEveryFieldHasAControlWithLabelUnitAndExplanation(t *testing.T) {
	p := newPage(t)
	doc := p.html(t)
	ids := map[string]*html.Node{}
	for _, e := range all(doc, func(e *html.Node) bool { return has(e, "id") }) {
		if ids[attr(e, "id")] != nil {
			t.Errorf("id %q is there twice", attr(e, "id"))
		}
		ids[attr(e, "id")] = e
	}
	for _, f := range scenario.Fields() {
		e := one(t, doc, f.Name)
		labels := all(doc, func(l *html.Node) bool { return l.Data == "label" && attr(l, "for") == attr(e, "id") })
		if len(labels) != 1 || text(labels[0]) != f.Label {
			t.Errorf("%s: no label %q for its control", f.Name, f.Label)
		}
		said := ""
		for _, id := range strings.Fields(attr(e, "aria-describedby")) {
			if ids[id] == nil {
				t.Errorf("%s: described by %q, which is not there", f.Name, id)
				continue
			}
			said += text(ids[id]) + " "
		}
		for _, want := range []string{f.Doc, f.Unit, "Default"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: its description %q lacks %q", f.Name, said, want)
			}
		}
		if f.Kind == scenario.Int || f.Kind == scenario.Decimal {
			if !strings.Contains(said, f.Range()) {
				t.Errorf("%s: its description lacks the range %s", f.Name, f.Range())
			}
			if attr(e, "value") != f.Default || attr(e, "aria-valuenow") != f.Default {
				t.Errorf("%s shows %q, not its default %q", f.Name, attr(e, "value"), f.Default)
			}
		}
		if got, want := visible(e), f.Active(p.Scenario); got != want {
			t.Errorf("%s: visible %v, active %v", f.Name, got, want)
		}
	}
}

// The value of a menu is that of its selected option, and exactly one is selected.
func selected(t *testing.T, sel *html.Node) string {
	t.Helper()
	list := all(sel, func(o *html.Node) bool { return o.Data == "option" && has(o, "selected") })
	if len(list) != 1 {
		t.Fatalf("%s has %d selected options", attr(sel, "data-testid"), len(list))
	}
	return attr(list[0], "value")
}

func TestMenusShowTheValue(t *testing.T) {
	for _, c := range []struct {
		field, value string
		custom       bool
	}{
		{"network", "rlft-8x3", false},
		{"network", "rlft-36x3", false},
		{"network", "rlft-6x2", true},
		{"traffic", "UT", false},
		{"traffic", "HS33-2", true},
		{"hotspots", "auto", false},
		{"hotspots", "1,5,9", true},
		{"routing", "adaptive", false},
		{"queuing", "flow2sl", false},
	} {
		p := newPage(t)
		p.load(p.Scenario.Must(c.field, c.value))
		doc := p.html(t)
		if got := selected(t, one(t, doc, c.field)); got != c.value {
			t.Errorf("%s shows %q, is %q", c.field, got, c.value)
		}
		in := byTestID(doc, c.field+"-custom")
		if len(in) == 0 {
			if c.custom {
				t.Errorf("%s has no input for own values", c.field)
			}
			continue
		}
		if visible(in[0]) != c.custom {
			t.Errorf("%s=%s: own input visible %v, want %v", c.field, c.value, visible(in[0]), c.custom)
		}
		if attr(in[0], "value") != c.value {
			t.Errorf("%s: own input shows %q", c.field, attr(in[0], "value"))
		}
	}
}

func TestFieldsWithoutEffectAreHidden(t *testing.T) {
	for _, c := range []struct {
		set, value, field string
		want              bool
	}{
		{"queuing", "1q", "vcs", false},
		{"queuing", "vftree", "vcs", true},
		{"routing", "dmodk", "threshold", false},
		{"routing", "adaptive-th", "threshold", true},
		{"traffic", "UT", "hotspots", false},
		{"traffic", "HS10-4", "hotspots", true},
	} {
		p := newPage(t)
		p.load(p.Scenario.Must(c.set, c.value))
		if got := visible(one(t, p.html(t), c.field)); got != c.want {
			t.Errorf("%s=%s: %s visible %v", c.set, c.value, c.field, got)
		}
	}
}

// What a value is stands in its field's description: of a menu's option, and of the grammar of what is written.
func TestTheValueIsExplained(t *testing.T) {
	for field, values := range map[string]map[string]string{
		"queuing": {"dbbm": "VC = D mod Q"},
		"network": {"rlft-12x3": "full bisection bandwidth", "pgft-4.4-1.2-1.1": "children m, parents w and parallel links p"},
		"traffic": {"UT": "every host sends each packet to a random other host", "IHS": "Intermediate hot spots", "HS30-2": "send all they generate to the hot spots"},
	} {
		for v, want := range values {
			p := newPage(t)
			p.load(p.Scenario.Must(field, v))
			said := all(p.html(t), func(e *html.Node) bool { return attr(e, "id") == "doc-"+field })
			if len(said) != 1 || !strings.Contains(text(said[0]), want) {
				t.Errorf("%s=%s: %d explanations, none that says %q", field, v, len(said), want)
			}
		}
	}
}

// Of what a network is built stands below its name, and describes it.
func TestNetworksAreCounted(t *testing.T) {
	for network, want := range map[string]string{
		"rlft-36x3":                "1620 switches of 36 ports, 34 992 links",
		"pgft-12.12.8-1.6.4-1.2.1": "1152 hosts, 168 switches of 28 ports, 2496 links",
		"rlft-8x1":                 "8 hosts, 1 switch of 8 ports, 8 links",
		"torus-8x8":                "64 switches of 5 ports, 192 links",
	} {
		p := newPage(t)
		p.load(p.Scenario.Must("network", network))
		doc := p.html(t)
		menu := one(t, doc, "network")
		id := "facts-network"
		if !slices.Contains(strings.Fields(attr(menu, "aria-describedby")), id) {
			t.Errorf("%s: the menu is described by %q", network, attr(menu, "aria-describedby"))
		}
		facts := all(doc, func(e *html.Node) bool { return attr(e, "id") == id })
		if len(facts) != 1 || strings.ReplaceAll(text(facts[0]), "\u202f", " ") != want {
			t.Errorf("%s: %d of them, want %q", network, len(facts), want)
		}
	}
}

// A routing that the network cannot have is told apart in the menu, with the reason, and can be chosen all the same: then this stands beside it.
func TestRoutingsOfOtherNetworksAreMarked(t *testing.T) {
	const mark = " — not on this network"
	for _, network := range []string{"rlft-4x3", "bmin-8x3", "mesh-4x4", "torus-4x4"} {
		p := newPage(t)
		n, err := topology.Build(network)
		if err != nil {
			t.Fatal(err)
		}
		fits := routing.For(n)
		s, _, err := engine.Fit(p.Scenario.Must("network", network), "network")
		if err != nil {
			t.Fatal(err)
		}
		p.load(s)
		marked := 0
		for _, o := range all(one(t, p.html(t), "routing"), func(o *html.Node) bool { return o.Data == "option" }) {
			fit, is, why := slices.Contains(fits, attr(o, "value")), strings.HasSuffix(text(o), mark), attr(o, "title")
			if is == fit || fit != (why == "") || !fit && !strings.Contains(why, "allowed on "+network) || has(o, "disabled") {
				t.Errorf("%s: %s is offered as %q, because %q", network, attr(o, "value"), text(o), why)
			}
			if is {
				marked++
			}
		}
		if marked == 0 {
			t.Errorf("%s has every routing", network)
		}
	}
}

// A restriction that leaves adaptive routing nothing to choose from says so.
func TestRestrictionsWithoutACandidateAreTold(t *testing.T) {
	for _, c := range []struct {
		query string
		field string // "" where there is a choice
		said  string
	}{
		{"network=rlft-8x3&routing=adaptive&delta=4", "delta", "Switches have 4 up ports here"},
		{"network=rlft-8x3&routing=adaptive&delta=3", "", ""},
		{"network=rlft-8x3&routing=adaptive", "", ""},
		{"network=bmin-8x3&routing=adaptive&delta=32", "delta", "Switches have 4 up ports here"},
		{"network=pgft-4.4.4-1.2.8-1.1.1&routing=adaptive&delta=7", "", ""},
		{"network=pgft-4.4.4-1.2.8-1.1.1&routing=adaptive&delta=8", "delta", "Switches have 8 up ports here"},
		{"network=pgft-4.4.4-1.2.8-1.1.1&routing=adaptive&delta=2&stages=FS", "delta", "Switches have 2 up ports here"},
		{"network=rlft-8x2&routing=adaptive&stages=SS", "stages", "No switch there has up ports"},
		{"network=rlft-8x2&routing=adaptive&stages=SS&delta=9", "stages", "No switch there has up ports"},
		{"network=rlft-8x1&routing=adaptive", "stages", "No switch there has up ports"},
		{"network=rlft-8x2&routing=adaptive&stages=FS", "", ""},
	} {
		p := newPage(t)
		s, err := scenario.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		p.load(s)
		doc := p.html(t)
		for _, field := range []string{"stages", "delta"} {
			facts := all(doc, func(e *html.Node) bool { return attr(e, "id") == "facts-"+field })
			described := slices.Contains(strings.Fields(attr(one(t, doc, field), "aria-describedby")), "facts-"+field)
			if told := len(facts) == 1; told != (c.field == field) || described != told || told && !strings.HasPrefix(text(facts[0]), c.said) {
				t.Errorf("%s, %s: told %v, described %v, want %q", c.query, field, told, described, c.said)
			}
		}
		// It is as it says: there is no other candidate.
		if sim, err := engine.Open(s); err != nil {
			t.Error(err)
		} else if det, err := engine.Open(s.Must("routing", routing.For(p.Net)[0])); err != nil {
			t.Error(err)
		} else {
			sim.Advance(5*engine.Microsecond, engine.NoLimit)
			det.Advance(5*engine.Microsecond, engine.NoLimit)
			var a, b observe.Header
			sim.Measures(&a)
			det.Measures(&b)
			if same := a.Delivered == b.Delivered && a.Hops == b.Hops; same != (c.field != "") {
				t.Errorf("%s: as D-mod-K: %v", c.query, same)
			}
		}
	}
}

func TestARefusalStandsBesideItsField(t *testing.T) {
	for _, c := range []struct{ field, text, control string }{
		{"load", "1.7", "load"},
		{"load", "much", "load"},
		{"seed", "-1", "seed"},
		{"network", "rlft-7x3", "network-custom"},
		{"traffic", "HS200-1", "traffic-custom"},
	} {
		p := newPage(t)
		before := p.Scenario
		p.SetField(c.field, c.text)
		doc := p.html(t)
		e := one(t, doc, "error")
		if attr(e, "role") != "alert" || text(e) == "" || text(e) != p.FieldErrors[c.field] {
			t.Errorf("%s: refusal %q, want %q", c.field, text(e), p.FieldErrors[c.field])
		}
		in := one(t, doc, c.control)
		if attr(in, "value") != c.text || attr(in, "aria-invalid") != "true" {
			t.Errorf("%s: shows %q, invalid %q; the typed text must stay", c.field, attr(in, "value"), attr(in, "aria-invalid"))
		}
		if !strings.Contains(attr(in, "aria-describedby"), attr(e, "id")) {
			t.Errorf("%s: the refusal does not describe its control", c.field)
		}
		if c.control != c.field && selected(t, one(t, doc, c.field)) != before.Get(c.field) {
			t.Errorf("%s: the menu lost the value", c.field)
		}
		p.SetField(c.field, before.Get(c.field))
		if n := len(byTestID(p.fresh(t), "error")); n != 0 {
			t.Errorf("%s: %d refusals are left", c.field, n)
		}
	}
}

func TestReadouts(t *testing.T) {
	p := newPage(t)
	doc := p.html(t)
	for id, want := range map[string]string{"checksum": none, "accepted": none, "latency": none, "network-latency": none, "network-p99": none, "sim-time": "0.000 µs"} {
		if got := text(one(t, doc, id)); got != want {
			t.Errorf("before the first frame %s is %q, want %q", id, got, want)
		}
	}
	congested(p)
	p.Frame.BinPS = 500_000
	doc = p.fresh(t)
	for _, c := range []struct{ id, want, key, value string }{
		{"sim-time", "123.456 µs", "data-ns", "123456"},
		{"throughput", "64.3 %", "data-value", "0.643000"},
		{"now-of", "last 1–1.5 µs", "", ""},
		{"accepted", "58.1 %", "", ""},
		{"offered", "99.8 %", "", ""},
		{"latency", "18.42 µs", "", ""},
		{"latency-p99", "97.30 µs", "", ""},
		{"network-latency", "2.42 µs", "", ""},
		{"network-p99", "6.10 µs", "", ""},
		{"delivered", "41 873", "", ""},
		{"refused", "1204", "", ""},
		{"engine-speed", "3.42 M hops/s", "", ""},
		{"checksum", "0123456789abcdef", "data-ns", "120000"},
	} {
		e := one(t, doc, c.id)
		if text(e) != c.want || attr(e, c.key) != c.value {
			t.Errorf("%s: %q, %s=%q; want %q, %q", c.id, text(e), c.key, attr(e, c.key), c.want, c.value)
		}
	}
	for _, c := range []struct {
		now, packet int64 // ps
		want        string
	}{
		{1_400_000, 327_680, "since the beginning"}, {1_500_000, 327_680, "last 1–1.5 µs"},
		{39_700_000, 13_107_200, "since the beginning"}, {50_000_000, 13_107_200, "last 39.3–39.8 µs"}, // three packet times
	} {
		q := newPage(t)
		congested(q)
		q.Frame.TimePS, q.Frame.PacketPS, q.Frame.BinPS = c.now, c.packet, 500_000
		if got := text(one(t, q.html(t), "now-of")); got != c.want {
			t.Errorf("at %d ps, packets of %d ps: %q, want %q", c.now, c.packet, got, c.want)
		}
	}
	if visible(one(t, doc, "proved")) {
		t.Error("proofs are told that nobody has asked for")
	}
	p.Proves, p.Proved = true, -1
	if e := one(t, p.fresh(t), "proved"); text(e) != "not proved yet" || !visible(e) {
		t.Errorf("before the first proof: %q", text(e))
	}
	p.Proved = 120_000_000
	if e := one(t, p.fresh(t), "proved"); text(e) != "hold at 120.000 µs" || attr(e, "data-ns") != "120000" {
		t.Errorf("after one: %q", text(e))
	}
	p.Frame.WindowPS, p.Frame.DeadlockPS = 2*p.Frame.TimePS, p.Frame.TimePS
	doc = p.fresh(t)
	for id, want := range map[string]string{"since": "none: deadlock in the warm-up", "accepted": none, "latency-p99": none} {
		if got := text(one(t, doc, id)); got != want {
			t.Errorf("after a deadlock in the warm-up %s is %q, want %q", id, got, want)
		}
	}
}

// The legend says of branches, and of the hosts that they reach, what sentences say of them, which depends on how packets are queued.
func TestLegendOfBranches(t *testing.T) {
	p := newPage(t)
	congested(p)
	for sorted, want := range []string{observe.InOrder: "branch, buffers full", observe.ByOutput: "branch, buffers full", observe.ByHost: "branch, queues full", observe.ByRoot: "branch, packets set aside"} {
		p.Frame.Sorted = int64(sorted)
		legend := one(t, p.html(t), "legend-again").Parent
		if got := text(legend); got != want {
			t.Errorf("packets queued as %d: %q, want %q", sorted, got, want)
		}
		doc := text(legend.Parent)
		if back := sorted == observe.ByRoot || sorted == observe.ByHost; strings.Contains(doc, "host holds back") != back || strings.Contains(doc, "blocked host") == back {
			t.Errorf("packets queued as %d: the legend's hosts", sorted)
		} else if list := text(one(t, p.fresh(t), "trees")); strings.Contains(list, "hold back,") != back || strings.Contains(list, "blocked,") == back {
			t.Errorf("packets queued as %d: the list's hosts: %q", sorted, list)
		}
	}
	// Of schemes side by side that differ in it, the legend says what holds of all, whichever is selected.
	p.Compare.Lanes = []Lane{{Known: true}, {Known: true, HoldsBack: true}}
	legend := func() string { return text(one(t, p.fresh(t), "legend-again").Parent.Parent) }
	for _, sorted := range []int64{observe.InOrder, observe.ByRoot} {
		p.Frame.Sorted = sorted
		if got := legend(); !strings.Contains(got, "host reached") || strings.Contains(got, "blocked host") || strings.Contains(got, "full") || strings.Contains(got, "set aside") {
			t.Errorf("of two schemes the legend says %q", got)
		}
	}
	p.Compare.Lanes[1].Again = true
	if got := legend(); !strings.Contains(got, "broken") {
		t.Errorf("of a scheme beside with a colour twice the legend says %q", got)
	}
	p.Compare.Lanes[1] = Lane{Known: true}
	p.Frame.Sorted = observe.InOrder
	if got := legend(); !strings.Contains(got, "blocked host") || !strings.Contains(got, "buffers full") {
		t.Errorf("of two schemes alike the legend says %q", got)
	}
}

// Branches are explained where they are drawn: not where the colours of links tell something else, but of a tree that is alone.
func TestLegendWithoutBranches(t *testing.T) {
	p := newPage(t)
	for _, links := range []render.LinkQuestion{render.ByUse, render.ByStarved, render.ByHoL, render.ByUse} {
		for _, alone := range []uint32{0, 2, 0} {
			p.Look.Links, p.Isolated = render.LinkQuestions[links], alone
			if told := strings.Contains(text(find(p.fresh(t), func(n *html.Node) bool { return attr(n, "class") == "legend" })[0]), "branch"); told != (links == render.ByUse || alone != 0) {
				t.Errorf("links by %s, tree %d alone: branches are explained: %v", p.Look.Links, alone, told)
			}
		}
	}
}

// Where there is no HoL blocking to tell, or none is measured, the legend names no colours of it. With VOQs there is some where packets
// take another VC.
func TestLegendOfHoLBlocking(t *testing.T) {
	for _, c := range []struct {
		sorted int64
		hol    float64
		want   string
	}{{observe.InOrder, 0, ""}, {observe.ByOutput, 0, "no HoL blocking"}, {observe.ByOutput, .15, ""}, {observe.ByHost, 0, "no HoL blocking"}, {observe.ByRoot, 0, "HoL blocking not measured"}} {
		p := newPage(t)
		p.Look.Links = render.LinkQuestions[render.ByHoL]
		p.Frame.Sorted, p.Frame.HoL = c.sorted, c.hol
		doc, got := p.html(t), ""
		for _, e := range byTestID(doc, "legend-no-hol") {
			got = text(e)
		}
		if colours := strings.Contains(text(doc), "low-order HoL"); got != c.want || colours != (c.want == "") {
			t.Errorf("packets queued as %d, HoL blocking %v: %q, colours %v; want %q", c.sorted, c.hol, got, colours, c.want)
		}
	}
}

func TestTreesAreListed(t *testing.T) {
	p := newPage(t)
	congested(p)
	p.Isolated = 2
	for i := uint32(6); i <= 12; i++ {
		tr := p.Trees[4]
		tr.ID, tr.Slot, tr.Ports = i, i, 1
		p.Trees = append(p.Trees, tr)
	}
	doc := p.html(t)
	rows := all(one(t, doc, "trees"), func(e *html.Node) bool { return e.Data == "button" })
	if len(rows) != shownTrees {
		t.Fatalf("%d rows", len(rows))
	}
	p.Trees[2].Ports = 500 // in view, whatever its number
	rows = all(one(t, p.fresh(t), "trees"), func(e *html.Node) bool { return e.Data == "button" })
	for i, want := range []string{"3", "1", "2", "4", "5"} {
		if got := attr(rows[i], "data-tree"); got != want {
			t.Errorf("row %d is of tree %s, not of %s", i, got, want)
		}
	}
	p.Trees[2].Ports = 35
	rows = all(one(t, p.fresh(t), "trees"), func(e *html.Node) bool { return e.Data == "button" })
	for i, want := range []string{"S1.4 port 5", "S1.13 port 0", "S1.21 port 3", "S1.29 port 6", "S2.6 port 1"} {
		if want = strconv.Itoa(i+1) + want; !strings.HasPrefix(text(rows[i]), want) {
			t.Errorf("row %d is %q, not of root %s", i, text(rows[i]), want)
		}
		if got := attr(rows[i], "aria-pressed") == "true"; got != (i == 1) {
			t.Errorf("row %d pressed: %v", i, got)
		}
	}
	if got := text(one(t, doc, "tree-count")); got != "12 congestion trees" {
		t.Errorf("title %q", got)
	}
	if !strings.Contains(text(doc), "and 4 smaller ones") {
		t.Error("the rest is not counted")
	}
	// A colour that comes again is marked, and the legend says how.
	last := all(doc, func(e *html.Node) bool { return strings.Contains(attr(e, "class"), "again-") })
	if len(last) != 0 || visible(one(t, doc, "legend-again")) != true {
		t.Errorf("%d of the largest trees marked as of the second round", len(last))
	}
	// The others are shown on demand.
	c := p.root.trees.b.(*Trees)
	c.OnRest(nil)
	doc = p.html(t)
	rows = all(one(t, doc, "trees"), func(e *html.Node) bool { return e.Data == "button" })
	if len(rows) != 12 || !strings.Contains(attr(rows[8], "class"), "tree-1 again-1") || strings.Contains(attr(rows[7], "class"), "again") {
		t.Errorf("%d rows, the ninth is %q", len(rows), attr(rows[8], "class"))
	}
	c.OnRest(nil)
	// The isolated tree stays in the list, however small it is.
	p.Isolated = 12
	rows = all(one(t, p.fresh(t), "trees"), func(e *html.Node) bool { return attr(e, "data-tree") == "12" })
	if len(rows) != 1 {
		t.Error("the isolated tree is not listed")
	}
}

func TestTreeColoursRepeat(t *testing.T) {
	for slot, want := range map[uint32]string{0: "tree-0", 1: "tree-1", 8: "tree-8", 9: "tree-1", 63: "tree-7"} {
		if got := treeClass(slot); got != want {
			t.Errorf("slot %d: %s, want %s", slot, got, want)
		}
	}
}

func TestBannerIsAnErrorOnlyWhileItSpeaks(t *testing.T) {
	p := newPage(t)
	if n := len(byTestID(p.html(t), "error")); n != 0 {
		t.Fatalf("%d errors in a calm page", n)
	}
	p.Banner = "This link is damaged."
	doc := p.fresh(t)
	e := one(t, doc, "error")
	if !strings.Contains(text(e), p.Banner) || attr(e, "role") != "alert" || !visible(e) {
		t.Errorf("banner: %q", text(e))
	}
	if visible(one(t, doc, "banner-action")) {
		t.Error("a button without a name")
	}
	p.BannerAction = "Restart engine"
	if e := one(t, p.fresh(t), "banner-action"); !visible(e) || text(e) != "Restart engine" {
		t.Error("the banner's button is missing")
	}
}

// What a strict Content-Security-Policy would refuse, and what a keyboard or a screen reader
// could not use.
func TestMarkupIsStrict(t *testing.T) {
	p := newPage(t)
	congested(p)
	p.SetField("load", "x")
	p.SetField("network", "rlft-6x2")
	p.Banner, p.BannerAction, p.Note = "b", "a", "n"
	doc := p.html(t)
	for _, e := range all(doc, func(*html.Node) bool { return true }) {
		if e.Data == "style" || e.Data == "script" {
			t.Errorf("a %s element", e.Data)
		}
		for _, a := range e.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s has an attribute %s", e.Data, a.Key)
			}
		}
		switch e.Data {
		case "button":
			if text(e) == "" && attr(e, "aria-label") == "" {
				t.Errorf("a button without a name: %v", e.Attr)
			}
			if attr(e, "type") != "button" {
				t.Errorf("button %q has no type", attr(e, "data-testid"))
			}
		case "select", "input":
			id := attr(e, "id")
			labels := all(doc, func(l *html.Node) bool { return l.Data == "label" && attr(l, "for") == id && id != "" })
			within := e.Parent != nil && e.Parent.Data == "label"
			if len(labels) == 0 && !within && attr(e, "aria-label") == "" {
				t.Errorf("a %s without a label: %v", e.Data, e.Attr)
			}
			if attr(e, "data-testid") == "" {
				t.Errorf("%s has no data-testid", id)
			}
		case "svg":
			if attr(e, "aria-hidden") != "true" {
				t.Error("a drawing that screen readers would read")
			}
		}
	}
	name := regexp.MustCompile(`^[0-9a-z-]+$`)
	for _, f := range scenario.Fields() {
		if !name.MatchString(f.Name) {
			t.Errorf("field name %q does not fit an id", f.Name)
		}
	}
}

// How a field's values are written is said in the reader's language, beside the field for one's own value and in its description.
func TestGrammarsAreInTheReadersLanguage(t *testing.T) {
	defer lang.Set("en")
	lang.Set("es")
	p := newPage(t)
	said := text(p.html(t))
	for _, want := range []string{"rlft-<puertos>x<etapas> knary", "rlft-<puertos>x<etapas>, ", "HS<porcentaje>-<puntos calientes>", "S<etapa>.<conmutador>:<puerto>:<VL>-<umbral>"} {
		if !strings.Contains(said, want) {
			t.Errorf("the Spanish page lacks %q", want)
		}
	}
	for _, f := range scenario.Fields() {
		for _, m := range f.Families {
			if m.Pattern != lang.D(m.Pattern) && strings.Contains(said, m.Pattern) {
				t.Errorf("%s: the Spanish page has %q", f.Name, m.Pattern)
			}
		}
	}
}

package sweep

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

// bring reads files of results a few at a time.
func bring(t testing.TB, files ...[]byte) *Reading {
	t.Helper()
	r := &Reading{}
	for _, text := range files {
		r.Add(text)
	}
	for {
		switch all, err := r.Some(3); {
		case err != nil:
			t.Fatal(err)
		case all:
			return r
		}
	}
}

// Results of any sweep come back as curves: the form that draws them says what was run, and each of its runs that was measured is found.
func TestFound(t *testing.T) {
	for _, c := range []struct {
		axes        []string
		spec        string
		drawn, runs int
	}{
		{[]string{"load=0.25,0.5,0.75,1"}, "load=0.25..1:0.25;until=20us", 4, 4},
		{[]string{"load=0.5,0.9,1", "queuing=1q,vftree", "seed=1..3"}, "load=0.5,0.9,1;queuing=1q,vftree;seed=1..3;until=20us", 18, 18},
		{[]string{"queuing=1q,vftree", "load=0.5,1", "routing=dmodk,oblivious"}, "load=0.5,1;queuing=1q,vftree;until=20us", 4, 8},
		{[]string{"seed=1,2"}, "seed=1,2;until=20us", 2, 2},
		{[]string{"load=1", "queuing=1q,vftree"}, "queuing=1q,vftree;until=20us", 2, 2},
		{[]string{"load=1"}, "load=1;until=20us", 1, 1},
		{[]string{"vcs=1,2,4,8", "load=0.5,1", "queuing=dbbm"}, "load=0.5,1;vcs=1,2,4,8;until=20us", 8, 8},
		{[]string{"buffer=64,96,128,160,192", "queuing=1q,vftree"}, "buffer=64..192:32;queuing=1q,vftree;until=20us", 10, 10},
	} {
		p := plan(t, c.axes...)
		all := results(t, p)
		lines := Lines(all)
		half := bytes.Index(lines[len(lines)/2:], []byte("\n")) + len(lines)/2 + 1
		r := bring(t, append([]byte("\xef\xbb\xbf"), lines[half:]...), lines[:half]) // shards, in any order
		if r.Len() != len(all) || r.Torn {
			t.Fatalf("%v: %d of %d results, torn %v", c.axes, r.Len(), len(all), r.Torn)
		}
		f, base := r.Form()
		if f.Spec() != c.spec || len(base) != 1 {
			t.Errorf("%v: drawn as %s of %d scenarios, not as %s", c.axes, f.Spec(), len(base), c.spec)
		}
		var found Found
		found.Take(r)
		curves := planned(t, f.Spec(), base[0])
		got := make([]*Record, curves.Len())
		if n := found.Fill(curves.Plan, got); n != c.drawn || n != len(got) || found.Len() != c.runs {
			t.Fatalf("%v: %d of %d runs found, of %d", c.axes, n, len(got), found.Len())
		}
		for i, g := range got {
			s, _ := curves.Point(i)
			k := slices.IndexFunc(all, func(o *Record) bool { return o.Link == linkOf(s) })
			if k < 0 || g.Checksum != all[k].Checksum || g.Point != i {
				t.Fatalf("%v: point %d has another run's result", c.axes, i)
			}
		}
		if back, err := curves.Kept(Lines(got)); err != nil || !slices.EqualFunc(back, got, sameResult) { // what the page keeps of them
			t.Errorf("%v: %v", c.axes, err)
		}
		if curves.ID() == p.ID() && !bytes.Equal(Lines(got), lines) {
			t.Errorf("%v: the same sweep, but other lines", c.axes)
		}
	}
}

// Another slice of a product is drawn as soon as a form asks for it, runs that are missing are missing, and other times are other runs.
func TestFoundBySlice(t *testing.T) {
	all := results(t, plan(t, "queuing=1q,vftree", "load=0.5,1", "routing=dmodk,oblivious"))
	var found Found
	found.Take(bring(t, Lines(all)))
	for spec, want := range map[string]int{
		"load=0.5,1;routing=dmodk,oblivious;until=20us": 4, "load=0.5,0.7,1;until=20us": 2, "load=0.5,1;until=19us": 0, "load=0.5,1;until=21us": 0, "load=0.5,1;seed=2;until=20us": 0,
		"load=0.5,1;warmup=1;until=20us": 0,
	} {
		c := planned(t, spec, tiny.Must("queuing", "vftree"))
		records := make([]*Record, c.Len())
		if n := found.Fill(c.Plan, records); n != want {
			t.Errorf("%s: %d runs found, want %d", spec, n, want)
		}
		if again := found.Fill(c.Plan, records); again != 0 {
			t.Errorf("%s: %d of them found twice", spec, again)
		}
	}
	other := *all[0]
	other.Fingerprint = strings.Repeat("f", 16)
	p := plan(t, "queuing=1q,vftree", "load=0.5,1", "routing=dmodk,oblivious")
	found.Add(p, &other)
	found.Own = other.Fingerprint
	again := *all[0]
	found.Add(p, &again) // of another engine, which changes nothing
	if found.Drop(); found.Len() != 1 {
		t.Errorf("%d results of an engine that has given one", found.Len())
	}
}

// What a page has kept is known beside what is brought, and is not taken for that.
func TestFoundRecalls(t *testing.T) {
	own, p := results(t, plan(t, "load=0.5,1")), plan(t, "load=0.5,0.7,1")
	var found Found
	found.Take(bring(t, Lines(results(t, plan(t, "load=0.7")))))
	found.Recall(append(Lines(own), "x\n"...))
	records := make([]*Record, 3)
	if n := found.Fill(p, records); n != 3 || records[0].Brought() || !records[1].Brought() || records[2].Brought() {
		t.Errorf("%d of 3 runs found", n)
	}
}

// Schemes that were compared are compared again.
func TestFoundSchemes(t *testing.T) {
	c := schemes(t, "load=0.5,1;scheme=2,3;until=5us")
	r := bring(t, Lines(results(t, c.Plan)))
	f, all := r.Form()
	if f.Spec() != "load=0.5,1;scheme=1..2;until=5us" || len(all) != 2 || !slices.EqualFunc(all, threeSchemes()[1:], func(a, b scenario.Scenario) bool { return a.Must("load", "0.5").Equal(b.Must("load", "0.5")) }) {
		t.Fatalf("%s of %v", f.Spec(), all)
	}
	var found Found
	found.Take(r)
	back := planned(t, f.Spec(), tiny, all...)
	if n := found.Fill(back.Plan, make([]*Record, back.Len())); n != 4 {
		t.Errorf("%d of 4 runs found", n)
	}
}

// Runs that end by themselves are those of any later end, unless averages begin elsewhere.
func TestFoundEarlyEnds(t *testing.T) {
	for query, early := range map[string]bool{"preset=torus-deadlock": true, "network=rlft-4x3&traffic=PTRANS-4x4-256-16": true, "network=rlft-4x3&warmup=2": false} {
		s, err := scenario.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		at := func(us int64) *Plan {
			p, err := NewPlan(s, axes(t, "seed=1"), us*engine.Microsecond)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		all := results(t, at(300))
		var found Found
		found.Take(bring(t, Lines(all)))
		if n := found.Fill(at(400), make([]*Record, 1)); (n == 1) != early {
			t.Errorf("%s: of a later end %d runs found", query, n)
		}
		if n := found.Fill(at(1), make([]*Record, 1)); n != 0 {
			t.Errorf("%s: of an end long before %d runs found", query, n)
		}
		if r := all[0]; r.DeadlockNS != nil { // averages begin at half of such a run
			s = s.Must("warmup", "1000")
			if !r.ends(s.Must("warmup", s.Get("warmup")), ps(r.SimulatedNS)) || r.ends(s, 500*engine.Microsecond) {
				t.Errorf("%s: where averages begin does not count", query)
			}
		}
	}
}

// Of a sweep that has been stopped, or of a shard, numbers are in their order, and a form that would be too long has as many as it can.
func TestFoundSome(t *testing.T) {
	for _, c := range []struct {
		axes []string
		has  func(point int) bool
		spec string
	}{
		{[]string{"queuing=1q,vftree", "load=0.2..1:0.2"}, func(i int) bool { return i != 1 }, "load=0.2..1:0.2;queuing=1q,vftree;until=20us"},
		{[]string{"queuing=1q", "load=0.1..1:0.1"}, func(i int) bool { return i != 4 }, "load=0.1..0.4:0.1,0.6..1:0.1;until=20us"},
		{[]string{"load=0.2..1:0.2", "seed=1,2"}, func(i int) bool { return i%3 == 1 }, "load=0.2,0.6,0.8;seed=1,2;until=20us"},
		{[]string{"load=0.002..1:0.002"}, func(i int) bool { return i%7 != 5 && i%11 != 3 }, ""},
		{[]string{"load=0.5,0.1,0.7"}, func(int) bool { return true }, "load=0.5,0.1,0.7;until=20us"}, // whole: as it was
	} {
		all := slices.DeleteFunc(results(t, plan(t, c.axes...)), func(r *Record) bool { return !c.has(r.Point) })
		r := bring(t, Lines(all))
		f, base := r.Form()
		if f.Spec() != c.spec && c.spec != "" {
			t.Errorf("%v: drawn as %s, not as %s", c.axes, f.Spec(), c.spec)
		}
		var found Found
		found.Take(r)
		p, err := f.Plan(base[0])
		if err != nil {
			t.Fatalf("%v: %v", c.axes, err)
		}
		if n := found.Fill(p.Plan, make([]*Record, p.Len())); n < min(len(all), 60) {
			t.Errorf("%v: %d of %d results are drawn", c.axes, n, len(all))
		}
	}
}

// The form says a time of which the results are, also where all runs have ended before, or were told to end when others do unasked.
func TestFoundEnds(t *testing.T) {
	for _, c := range []struct {
		query   string
		untilUS int64
		says    string
	}{
		{"preset=torus-deadlock", 300, ""},
		{"preset=torus-deadlock&warmup=40", 40, "40"}, // averages begin at the half
		{"preset=torus-deadlock&warmup=1000", 300, ""},
		{"preset=torus-deadlock&load=0.7&seed=1", 10_000, ""},
		{"network=rlft-4x3&traffic=PTRANS-4x4-256-16", 1500, ""},
		{"network=rlft-4x3&traffic=PTRANS-4x4-4096-16", 1500, "1500"},
		{"network=rlft-4x3&traffic=PTRANS-4x4-4096-16", 20, "20"},
	} {
		s, err := scenario.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPlan(s, axes(t, "queuing=1q"), c.untilUS*engine.Microsecond)
		if err != nil {
			t.Fatal(err)
		}
		r := bring(t, Lines(results(t, p)))
		f, all := r.Form()
		var found Found
		found.Take(r)
		back, err := f.Plan(all[0])
		if err != nil {
			t.Fatal(err)
		}
		if n := found.Fill(back.Plan, make([]*Record, 1)); n != 1 || f.Until != c.says {
			t.Errorf("%s until %d µs: of a form that ends at %q %d of 1 runs found", c.query, c.untilUS, f.Until, n)
		}
	}
	mixed, err := NewPlan(tiny, axes(t, "traffic=UT,PTRANS-4x4-256-16"), 1500*engine.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	r := bring(t, Lines(results(t, mixed)))
	if f, all := r.Form(); f.Until != "1500" {
		t.Errorf("of traces and of what never ends the form ends at %q of %v", f.Until, all)
	}
	late := bring(t, []byte(`{"sweep":"x","point":0,"of":1,"link":"?preset=torus-deadlock","fields":{"seed":1},"simulated_ns":2000000.5,"window_start_ns":10000,"window_end_ns":2000000.5,"deadlock_ns":2000000.5,"checksum":"0123456789abcdef","fingerprint":"0123456789abcdef"}`))
	if f, _ := late.Form(); f.Until != "2001" {
		t.Errorf("of a deadlock at 2000.0005 µs the form ends at %q", f.Until)
	}
}

// What is no result is refused by line, and what is wrong with it is said.
func TestFoundRefuses(t *testing.T) {
	lines := Lines(results(t, plan(t, "load=0.5,1", "queuing=1q,vftree")))
	first, rest, _ := strings.Cut(string(lines), "\n")
	for text, says := range map[string]string{
		"":                           "there is no result",
		"x":                          "line 1: it is no result",
		first + "\n\nx":              "line 3: it is no result",
		"\n \r\n":                    "there is no result",
		"{}\n":                       "line 1: it is no result",
		`{"cell":"voq/x"}`:           "result of a validation",
		first + "\n" + first[:40]:    "", // torn
		first + "\n" + first[40:]:    "line 2: it is no result",
		`{"sweep":"x","y":1}` + "\n": `unknown field "y"`,
		strings.Replace(first, `"load":0.5`, `"load":0.7`, 1):                       "not those of the link",
		strings.Replace(first, `"load":0.5`, `"load":0.5,"load":0.5`, 1):            "not those of the link",
		strings.Replace(first, `"load":0.5`, `"colour":0.5`, 1):                     "not those of the link",
		strings.Replace(first, `{"load":0.5,"queuing":"1q"}`, `{}`, 1):              "there are none",
		strings.Replace(first, `"link":"?`, `"link":"?load=9&`, 1):                  "link: ",
		strings.Replace(first, `"simulated_ns":20000`, `"simulated_ns":2e300`, 1):   "no run is so long",
		strings.Replace(first, `"wall_s":`, `"wall_s":-`, 1):                        "negative",
		strings.Replace(first, `"engine":"v1"`, `"engine":"<\u0000>"`, 1):           "no version",
		strings.Replace(first, `"checksum":"`, `"checksum":"0x`, 1):                 "hexadecimal",
		strings.Replace(first, `"window_end_ns":20000`, `"window_end_ns":2e300`, 1): "after the run's end",
		strings.Replace(first, `"deadlock_ns":null`, `"deadlock_ns":20000.001`, 1):  "after the run's end",
		first + "\r\n" + rest: "",
		first + "\n" + first[:strings.IndexByte(first, '}')+1]: "", // torn behind its fields
	} {
		r := &Reading{}
		r.Add([]byte(text))
		_, err := r.Some(MaxFound)
		if says == "" && (err != nil || r.Len() == 0) || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
	many := &Reading{results: make([]found, MaxFound)}
	many.Add(lines)
	if _, err := many.Some(1); err == nil || !strings.Contains(err.Error(), "more than 10000") {
		t.Errorf("too many: %v", err)
	}
}

// Whatever is brought is refused, or is drawn by a form that can be said and run, with links that lead into the page.
func FuzzFound(f *testing.F) {
	lines := Lines(results(f, plan(f, "load=0.5,1", "queuing=1q,vftree", "seed=1,2")))
	f.Add(lines)
	f.Add(lines[:len(lines)-7])
	f.Add(bytes.ReplaceAll(lines, []byte("20000"), []byte("1e12")))
	f.Add(bytes.Replace(lines, []byte("null"), []byte("-1"), 3))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := &Reading{}
		r.Add(text)
		if all, err := r.Some(MaxFound); err != nil || !all {
			return
		}
		var found Found
		found.Take(r)
		form, all := r.Form()
		if back, err := ParseForm(form.Spec()); len(form.Spec()) <= MaxSpec && (err != nil || back != form) {
			t.Fatalf("%+v is said as %s, which is %+v, %v", form, form.Spec(), back, err)
		}
		c, err := form.Plan(all[0], all...)
		if err != nil {
			return
		}
		records := make([]*Record, c.Len())
		found.Fill(c.Plan, records)
		for _, curve := range c.Draw(records).Curves {
			for _, p := range curve.Points {
				if p != nil && p.Link != "" && p.Link[0] != '?' && p.Link[0] != '#' {
					t.Fatalf("the link %q", p.Link)
				}
			}
		}
		if _, err := c.Kept(Lines(slices.DeleteFunc(records, func(r *Record) bool { return r == nil }))); err != nil && found.Fill(c.Plan, make([]*Record, c.Len())) > 0 {
			t.Fatal(err)
		}
	})
}

package link_test

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// TestComparisonLinks opens published links of comparisons, and writes them again.
func TestComparisonLinks(t *testing.T) {
	text, err := os.ReadFile("testdata/comparisons.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "//") {
			continue
		}
		parts := strings.Split(line, " ")
		all, err := link.ParseAll(parts[0])
		if err != nil || len(all) != len(parts)-1 {
			t.Errorf("%s: %d scenarios, %v", parts[0], len(all), err)
			continue
		}
		for i, s := range all {
			if want, err := scenario.ParseQuery(parts[i+1]); err != nil || !s.Equal(want) {
				t.Errorf("%s: scenario %d is %q, want %q (%v)", parts[0], i, s.Query(), parts[i+1], err)
			}
		}
		again, err := link.ParseAll(link.OfAll(all))
		if err != nil || !equal(all, again) {
			t.Errorf("%s became %s: %v", parts[0], link.OfAll(all), err)
		}
		if _, err := link.Parse(parts[0]); err == nil {
			t.Errorf("%s was taken for one scenario", parts[0])
		}
	}
	base := scenario.Default().Must("seed", "7")
	if got, want := link.OfAll([]scenario.Scenario{base, base.Must("queuing", "vftree"), base.Must("vcs", "4").Must("queuing", "dbbm")}), "?seed=7&compare=queuing:vftree~queuing:dbbm,vcs:4"; got != want {
		t.Errorf("link %s, want %s", got, want)
	}
	if got := link.OfAll([]scenario.Scenario{base}); got != link.Of(base) {
		t.Errorf("one scenario is %s, but by itself %s", got, link.Of(base))
	}
}

func TestComparisonLinksRefused(t *testing.T) {
	for address, want := range map[string]string{
		"?compare=queuing:dbbm~queuing:vftree~queuing:voqsw~voq:true": "more than 4",
		"?compare=queuing":                         "write field:value",
		"?compare=queuing:dbbm,":                   "write field:value",
		"?compare=colour:red":                      "colour: is not a field of a scenario; the fields are network, ",
		"?compare=queuing:blue":                    "is unknown",
		"?compare=seed:2":                          "must be the same",
		"?compare=network:rlft-12x3":               "must be the same",
		"?compare=warmup:20":                       "must be the same",
		"?preset=hs10-1" + link.Of(long(t)):        "two scenarios",
		"?compare=queuing:dbbm,queuing:1q":         "given twice",
		"?compare=queuing:dbbm&compare=queuing:1q": "given twice",
		"?compare=routing:adaptive,trigger:2TH,release:99,threshold:10": "release",
		"?compare=queuing:vftree~routing:dor,voq:on":                    "compare: in the comparison, routing:dor,voq:on does not fit: routing: dor is for meshes and tori; ",
		"?compare=queuing:dbbm" + link.Of(long(t)):                      "two scenarios",
		"?colour=red&compare=queuing:dbbm":                              "not a field",
		"?compare=" + strings.Repeat("~", 5000):                         "bytes long",
		"?compare=%zz":                                                  "%",
	} {
		if all, err := link.ParseAll(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %q", address, all, err, want)
		}
	}
	a := scenario.Default()
	for _, all := range [][]scenario.Scenario{nil, {a, a, a, a, a}, {a, a.Must("seed", "2")}} {
		if link.Fits(all) == nil {
			t.Errorf("%d scenarios fit together", len(all))
		}
	}
}

// TestComparisonLinksKeepAll makes links of random comparisons, short and long.
func TestComparisonLinksKeepAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := scenario.Default().Must("seed", rapid.SampledFrom([]string{"1", "7", "9007199254740991"}).Draw(t, "seed"))
		all := []scenario.Scenario{first}
		for range rapid.IntRange(0, 3).Draw(t, "others") {
			s := first
			for range rapid.IntRange(0, 6).Draw(t, "fields") {
				f := rapid.SampledFrom(scenario.Fields()).Draw(t, "field")
				if link.Shared(f.Name) {
					continue
				}
				value := rapid.SampledFrom([]string{"1", "2", "true", "0.5", "linear-1-1", "entries-0.1.2"}).Draw(t, "value")
				if o := f.Suggestions(); len(o) > 0 {
					value = rapid.SampledFrom(o).Draw(t, "option").Name
				}
				if next, err := s.With(f.Name, value); err == nil && next.Validate() == nil {
					s = next
				}
			}
			all = append(all, s)
		}
		if got, err := link.ParseAll("https://example.org/congestree/" + link.OfAll(all)); err != nil || !equal(all, got) {
			t.Fatalf("%s: %v", link.OfAll(all), err)
		}
	})
}

func FuzzParseAll(f *testing.F) {
	f.Add("?seed=7&compare=queuing:vftree~queuing:dbbm,vcs:4")
	f.Add("?compare=%257E:%252C")
	f.Add("?preset=hot-spot&compare=queuing:place~~at:60_routing_adaptive*70_load_0.5,voq:1")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := link.ParseAll(text)
		fit, misfits, none := link.ParseFitting(text)
		if (err == nil) != (none == nil && len(misfits) == 0) || err == nil && !equal(all, fit) {
			t.Fatalf("%q: %v, but %d schemes fit and %d do not: %v", text, err, len(fit), len(misfits), none)
		}
		if none == nil {
			for _, s := range fit {
				if err := s.Validate(); err != nil {
					t.Fatalf("%q was taken for one that fits, but %v", s.Query(), err)
				}
			}
		}
		if err != nil {
			if e, ok := err.(*scenario.Error); !ok || e.Reason == "" || len(e.Error()) > 4000 {
				t.Fatalf("a poor refusal: %v", err)
			}
			return
		}
		if len(all) == 0 || len(all) > link.MaxCompared || len(link.OfAll(all)) > link.Max+link.MaxReadable {
			t.Fatalf("%q holds %d scenarios, and their link %d characters", text, len(all), len(link.OfAll(all)))
		}
		for i, s := range all {
			if err := s.Validate(); err != nil {
				t.Fatalf("%q was accepted, but %v", s.Query(), err)
			}
			if title := link.Title(all, i); title == "" || len(title) > 16<<10 {
				t.Fatalf("%q has a title of %d bytes", s.Query(), len(title))
			}
		}
		if again, err := link.ParseAll(link.OfAll(all)); err != nil || !equal(all, again) {
			t.Fatalf("%q became %q: %v", text, link.OfAll(all), err)
		}
	})
}

func equal(a, b []scenario.Scenario) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}

func TestTitle(t *testing.T) {
	s := scenario.Default()
	all := []scenario.Scenario{s, s.Must("queuing", "dbbm").Must("vcs", "4"), s.Must("routing", "adaptive").Must("at", "60.5_load_0.5*70_routing_dmodk"), s.Must("voq", "true")}
	for i, want := range []string{"D-mod-K · 1Q · no VOQs", "D-mod-K · DBBM · 4 VCs · no VOQs", "Adaptive · 1Q · no VOQs · Offered load 0.5 of link bandwidth from 60.5 µs · D-mod-K from 70 µs", "D-mod-K · 1Q · VOQs"} {
		if got := link.Title(all, i); got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
	all = []scenario.Scenario{s, s.Must("congestion-control", "iba-cc")}
	if a := link.Title(all, 0); a != "no congestion control" {
		t.Errorf("without congestion control: %q", a)
	}
	if a, b := link.Title([]scenario.Scenario{s, s}, 0), link.Title([]scenario.Scenario{s, s}, 1); a != "1" || b != "2" {
		t.Errorf("the same scenario twice is %q and %q", a, b)
	}
	if a, b := link.Title([]scenario.Scenario{s, s.Must("at", "60_routing_adaptive")}, 0), link.Title([]scenario.Scenario{s, s.Must("at", "60_routing_adaptive")}, 1); a != "unchanged" || b != "Adaptive from 60 µs" {
		t.Errorf("a fork is %q beside %q", b, a)
	}
	// What all of them change says nothing of one.
	s = s.Must("at", "20_load_0.6")
	all = []scenario.Scenario{s, s.Must("queuing", "vftree"), s.Must("at", "20_load_0.6*30_routing_adaptive"), s.Must("at", "20_load_0.5")}
	for i, want := range []string{"1Q · Offered load 0.6 of link bandwidth from 20 µs", "vFtree · Offered load 0.6 of link bandwidth from 20 µs", "1Q · Offered load 0.6 of link bandwidth from 20 µs · Adaptive from 30 µs", "1Q · Offered load 0.5 of link bandwidth from 20 µs"} {
		if got := link.Title(all, i); got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
	for i, want := range []string{"1Q", "vFtree", "1Q · Adaptive from 30 µs"} {
		if got := link.Title(all[:3], i); got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
}

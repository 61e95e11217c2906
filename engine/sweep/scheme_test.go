package sweep

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// threeSchemes are compared in the tests.
func threeSchemes() []scenario.Scenario {
	return []scenario.Scenario{tiny, tiny.Must("queuing", "vftree"), tiny.Must("queuing", "dbbm").Must("vcs", "4")}
}

func schemes(t *testing.T, spec string) *Curves {
	t.Helper()
	c := planned(t, spec, tiny.Must("queuing", "fbicm"), threeSchemes()...) // which of them is on the panel does not matter
	if c.Form.Spec() != spec {
		t.Fatalf("%s came back as %s", spec, c.Form.Spec())
	}
	return c
}

// Every point runs its scheme with all that it has, under the values swept, and no scheme has anything of another.
func TestSchemesHaveCurves(t *testing.T) {
	if scenario.Lookup(Scheme) != nil {
		t.Fatal("a field is called as the axis of schemes")
	}
	for spec, chosen := range map[string][]int{"load=0.5,1;scheme=1,2,3;seed=1..2;until=20us": {0, 1, 2}, "load=0.5;scheme=3,1": {2, 0}, "seed=1..3;scheme=2..3": {1, 2}, "buffer=64,128;scheme=3;warmup=1": {2}} {
		c, all := schemes(t, spec), threeSchemes()
		if len(c.Names()) != len(chosen) || c.Len() != len(c.Axes[0].Values)*len(chosen)*max(1, len(strings.Split(c.Form.Seeds, ".."))) {
			t.Errorf("%s: %d points, curves %q", spec, c.Len(), c.Names())
		}
		for i := range c.Len() {
			x, curve := c.Place(i)
			got, settings := c.Point(i)
			want := all[chosen[curve]]
			for _, s := range settings {
				if s.Field != Scheme {
					want = want.Must(s.Field, s.Value)
				} else if s.Value != link.Title(all, chosen[curve]) {
					t.Errorf("%s: point %d is of %s", spec, i, s.Value)
				}
			}
			if c.Form.Warmup != "" {
				want = want.Must("warmup", c.Form.Warmup)
			}
			if !got.Equal(want) || got.Get(c.Axes[0].Field) != c.Axes[0].Values[x] {
				t.Errorf("%s: point %d is %s, want %s", spec, i, got.Query(), want.Query())
			}
		}
		if !slices.Equal(c.Signs(), chosen) {
			t.Errorf("%s: the signs %v", spec, c.Signs())
		}
		if got := c.Labels(plainly); !slices.Equal(got, c.Names()) {
			t.Errorf("%s: the labels %q of %q", spec, got, c.Names())
		}
		// The link of the curves and their form make the same sweep.
		compared, err := link.ParseAll(c.Link())
		if err != nil {
			t.Fatal(err)
		}
		if again, err := c.Form.Plan(compared[0], compared...); err != nil || again.ID() != c.ID() {
			t.Errorf("%s: its link %s is another sweep: %v", spec, c.Link(), err)
		}
	}
	if got := schemes(t, "load=0.5;scheme=1,2").Of(); got != "rlft-4x3 · dmodk · HS25-1" {
		t.Errorf("the title is %q", got)
	}
	if got := schemes(t, "load=0.5;scheme=1").Of(); got != "rlft-4x3 · dmodk · HS25-1" {
		t.Errorf("of one of them it is %q", got)
	}
	// No scheme's name tells of what they have in common, though it matters to one of them only: the title does.
	common := []scenario.Scenario{tiny.Must("trigger", "TH"), tiny.Must("trigger", "TH").Must("routing", "adaptive")}
	form := Form{X: "load", XValues: "0.5", By: Scheme, ByValues: "1,2", Seeds: "7", Warmup: "3"}
	c, err := form.Plan(tiny, common...)
	if err != nil || c.Of() != "rlft-4x3 · 1q · HS25-1 · trigger=TH" {
		t.Errorf("of schemes with the same trigger: %v, %v", c, err)
	}
	// The link holds what the form sets in all of them; those on the screen stay as they are.
	linked, err := link.ParseAll(c.Link())
	if err != nil || len(linked) != 2 {
		t.Fatal(c.Link(), err)
	}
	for i, s := range linked {
		if want := common[i].Must("seed", "7").Must("warmup", "3"); !s.Equal(want) || common[i].Get("seed") == "7" {
			t.Errorf("the link has %s, want %s; on the screen is %s", s.Query(), want.Query(), common[i].Query())
		}
	}
	spanish := func(s string, args ...string) string { return "¡" + plainly(s, args...) + "!" }
	if got := schemes(t, "load=0.5;scheme=3").Labels(spanish); got[0] != "¡DBBM! · 4 VCs" {
		t.Errorf("in another language the labels are %q", got)
	}
}

// Another scheme, or another order, is another sweep; what a scheme is called is not.
func TestSchemesID(t *testing.T) {
	seen := map[string]string{}
	for _, spec := range []string{"load=0.5;scheme=1,2", "load=0.5;scheme=2,1", "load=0.5;scheme=1,3", "load=0.5;scheme=1", "load=0.5;scheme=1,2,3"} {
		id := schemes(t, spec).ID()
		if before, ok := seen[id]; ok {
			t.Errorf("%s has the ID of %s", spec, before)
		}
		seen[id] = spec
	}
	a, base, err := SchemeAxis(threeSchemes(), "1,2")
	if err != nil {
		t.Fatal(err)
	}
	load := axes(t, "load=0.5")[0]
	b := a
	b.Values = []string{"one", "two"}
	x, err1 := NewPlan(base, []Axis{load, a}, tinyUntil)
	y, err2 := NewPlan(base, []Axis{load, b}, tinyUntil)
	if err1 != nil || err2 != nil || x.ID() != y.ID() {
		t.Errorf("other names, another ID: %v, %v", err1, err2)
	}
}

// What a scheme cannot run is left out and said; the others run, are numbered without gaps, and drawn where they belong.
func TestSchemesThatCannotRunAreLeftOut(t *testing.T) {
	c := schemes(t, "buffer=8,64;scheme=1,2,3;until=5us")
	unfit := c.Unfit()
	if c.Len() != 4 || len(unfit) != 2 || unfit[0].Value != 1 || unfit[1].Value != 2 || unfit[1].Name != "DBBM · 4 VCs" {
		t.Fatalf("%d points, left out: %+v", c.Len(), unfit)
	}
	if all := *c.Plan; all.digest() != c.ID() {
		t.Error("another ID of the same plan")
	} else if all.runs = all.runs[1:]; all.digest() == c.ID() {
		t.Error("what is left out is not in the ID")
	}
	if u := unfit[1]; u.Points != 1 || u.Of != 2 || u.Values != "buffer=8" || !strings.Contains(u.Err.Error(), "at least 16 KiB") {
		t.Errorf("of DBBM: %+v", u)
	}
	if all := c.Shard(0, 1); len(all) != 4 || !slices.Equal(slices.Sorted(slices.Values(all)), []int{0, 1, 2, 3}) {
		t.Errorf("the points %v", all)
	}
	records := make([]*Record, c.Len())
	r := &Runner{Jobs: 1, Memory: engine.MaxMemory, Done: func(r *Record) error { records[r.Point] = r; return nil }}
	if err := r.Run(context.Background(), c.Plan, c.Shard(0, 1)); err != nil {
		t.Fatal(err)
	}
	d := c.Draw(records)
	var there []string
	for _, curve := range d.Curves {
		for i, p := range curve.Points {
			if p != nil {
				there = append(there, curve.Name+" "+d.Values[i])
			}
		}
	}
	if want := []string{"1Q 8", "1Q 64", "vFtree · 3 VCs 64", "DBBM · 4 VCs 64"}; d.By != Scheme || !slices.Equal(there, want) {
		t.Errorf("drawn are %q by %s, want %q", there, d.By, want)
	}
	text, err := CSV(records)
	if lines := strings.Split(string(text), "\n"); err != nil || !strings.HasPrefix(lines[0], "sweep,point,of,link,buffer,scheme,throughput") || !strings.Contains(lines[2], ",8,1Q,") && !strings.Contains(lines[2], ",64,1Q,") {
		t.Errorf("%v: %s", err, text)
	}
	if back, err := parseLine(Line(records[1])); err != nil || !sameResult(records[1], back) || back.Fields[1].Value != "1Q" {
		t.Errorf("a record came back as %+v, %v", back, err)
	}
	again := *records[1]
	again.Fields = slices.Clone(again.Fields)
	if again.Fields[1].Value = "1Q · 1 VC"; !sameResult(records[1], &again) || records[1].Fields[1].Value != "1Q" {
		t.Error("another name of the scheme is another result")
	}
	if again.Fields[0].Value = "65"; sameResult(records[1], &again) {
		t.Error("another value is the same result")
	}
	if all, other := schemes(t, "buffer=64,128;scheme=1,2,3;until=5us"), schemes(t, "buffer=8,64;scheme=1;until=5us"); all.Unfit() != nil || other.Unfit() != nil {
		t.Errorf("nothing is left out, but %v, %v", all.Unfit(), other.Unfit())
	}
}

func TestSchemesRefused(t *testing.T) {
	for _, c := range []struct {
		spec, part, says string
		compared         []scenario.Scenario
	}{
		{"load=0.5;scheme=1,4", PartBy, "4 is out of range; allowed: 1–3", threeSchemes()},
		{"load=0.5;scheme=1,1", PartBy, "given twice", threeSchemes()},
		{"load=0.5;scheme=", PartBy, "choose the schemes", threeSchemes()},
		{"load=0.5;scheme=one", PartBy, "not a whole number", threeSchemes()},
		{"load=0.5;scheme=1", PartBy, "no schemes are compared", nil},
		{"load=0.5;scheme=1", PartBy, "no schemes are compared", threeSchemes()[:1]},
		{"vcs=2,3;scheme=1,3", PartX, "differ in vcs", threeSchemes()},
		{"vcs=2,4;scheme=1,2", PartX, "differ in vcs", threeSchemes()}, // the third does, so that vFtree is "vFtree · 3 VCs"
		{"queuing=1q,dbbm;scheme=3", PartX, "differ in queuing", threeSchemes()},
		{"queuing=1q,dbbm;scheme=1,3", PartX, "differ in queuing", threeSchemes()},
		{"buffer=4;scheme=2,3", PartAll, "2 of 2 combinations cannot be run", threeSchemes()},
		{"seed=1..200;scheme=1,2,3", PartAll, "600 runs", threeSchemes()},
	} {
		f, err := ParseForm(c.spec)
		if err != nil {
			t.Fatal(c.spec, err)
		}
		_, err = f.Plan(tiny, c.compared...)
		var part *PartError
		if !errors.As(err, &part) || part.Part != c.part || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v", c.spec, err)
		}
	}
	// What only left-out runs would heed has no effect.
	compared := []scenario.Scenario{tiny, tiny.Must("routing", "adaptive").Must("queuing", "dbbm")}
	form := Form{X: "trigger", XValues: "TH,2TH", By: Scheme, ByValues: "1,2"}
	if _, err := form.Plan(tiny, compared...); err != nil {
		t.Error(err)
	}
	for i := range compared {
		compared[i] = compared[i].Must("buffer", "4")
	}
	if _, err := form.Plan(tiny, compared...); err == nil || !strings.Contains(err.Error(), "trigger has no effect") {
		t.Errorf("with adaptive routing left out: %v", err)
	}
	for spec, want := range map[string]string{"scheme=1,2": "along the axis goes a field", "load=1;scheme=1;vcs=2": "one field of curves", "load=1;vcs=2;scheme=1": "one field of curves"} {
		if _, err := ParseForm(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// A sweep that another comparison goes on with, and shards of several, call each scheme by one name, and no two by the same.
func TestSchemesHaveOneName(t *testing.T) {
	const spec = "load=0.5,1;scheme=1,2;until=5us"
	narrow := threeSchemes()[:2]
	c, again := schemes(t, spec), planned(t, spec, tiny, narrow...)
	if c.ID() != again.ID() || c.Names()[1] != "vFtree · 3 VCs" || again.Names()[1] != "vFtree" {
		t.Fatalf("%q of %s, %q of %s", c.Names(), c.ID(), again.Names(), again.ID())
	}
	one, two := results(t, c.Plan), results(t, again.Plan)
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "a"), one[3].line())
	f, err := OpenFile(name, again.Plan, print1)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 2} {
		if err := f.Append(two[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if text := read(t, name); strings.Count(text, `"scheme":"vFtree · 3 VCs"`) != 2 || strings.Count(text, `"scheme":"1Q"`) != 2 {
		t.Errorf("the file has\n%s", text)
	}
	schemesOf := func(lines ...[]byte) (names []string) {
		t.Helper()
		m, err := Merge([]string{write(t, filepath.Join(dir, "b"), lines...)})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range m.Records {
			names = append(names, r.Fields[1].Value)
		}
		return names
	}
	two = results(t, again.Plan)
	if got := schemesOf(two[0].line(), one[3].line(), one[2].line(), two[1].line()); !slices.Equal(got, []string{"1Q", "vFtree", "1Q", "vFtree"}) {
		t.Errorf("merged they are %q", got)
	}
	two[1].Fields[1].Value = "1Q" // as positions in a comparison are names, too
	if got := schemesOf(one[0].line(), two[1].line(), one[3].line()); !slices.Equal(got, []string{"1Q", "1Q 2", "1Q 2"}) {
		t.Errorf("with one name for two they are %q", got)
	}
	one[0].Link, two[1].Fields[1].Value = "?network=none", "vFtree"
	if got := schemesOf(one[0].line(), two[1].line(), one[2].line()); !slices.Equal(got, []string{"1Q", "vFtree", "1Q"}) {
		t.Errorf("with a link of another version they are %q", got)
	}
}

package sweep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

func TestParseAxis(t *testing.T) {
	for _, c := range []struct{ in, values string }{
		{"load=0.5", "0.5"},
		{"load=.50,1", "0.5 1"},
		{"load=0.1..0.5:0.1", "0.1 0.2 0.3 0.4 0.5"}, // which binary fractions would miss
		{"load=0..1:0.3", "0 0.3 0.6 0.9"},
		{"load=0.1..0.3:0.1,0.9,1..1.2:0.2", "0.1 0.2 0.3 0.9 1 1.2"},
		{"load=1..1:0.1", "1"},
		{"load= 0.1 .. 0.3 : 0.1 , 1", "0.1 0.2 0.3 1"},
		{"seed=1..5,9", "1 2 3 4 5 9"},
		{"seed=0..20:5", "0 5 10 15 20"},
		{"queuing=1Q,vftree", "1q vftree"},
		{"voq=on,off", "true false"},
		{"network=rlft-4x3, rlft-8x3", "rlft-4x3 rlft-8x3"},
		{"hotspots=3,5;600", "3,5 600"},
		{"hotspots=3,5;", "3,5"},
		{"load=0.5,0.9..1:0.1;", "0.5 0.9 1"}, // as at the end of a line
		{"queuing=1q,vftree;", "1q vftree"},
		{"traffic=UT;HS10-4", "UT HS10-4"},
	} {
		axis, err := ParseAxis(c.in)
		name, _, _ := strings.Cut(c.in, "=")
		if got := strings.Join(axis.Values, " "); err != nil || got != c.values || axis.Field != name {
			t.Errorf("%s: %s %q, %v; want %q", c.in, axis.Field, got, err, c.values)
		}
	}
}

func TestParseAxisRefuses(t *testing.T) {
	for in, says := range map[string][]string{
		"load":                      {"field=value"},
		"sede=1,2":                  {"sede", "not a field", "seed"},
		"preset=hs10-1":             {"preset", "one sweep for each"},
		"load=":                     {"load", "0–1.2"},
		"load=0.1,":                 {"load", "0–1.2"},
		"load=0.1,1.3":              {"1.3", "0–1.2"},
		"load=0.1..1.3:0.1":         {"1.3", "0–1.2"},
		"load=0.1..1":               {"no step"},
		"load=0.1..1:0":             {"step"},
		"load=0.1..1:-0.1":          {"step"},
		"load=0.1..1:1/3":           {"step"},
		"load=0.1..1:1/10":          {"\"1/10\" is no step"},
		"load=0.1..1:1e-1":          {"\"1e-1\" is no step"},
		"load=0.1..1:0.0000001":     {"step"},
		"load=0.1..1:1e-99999999":   {"step"},
		"load=1..0.1:0.1":           {"ends before it begins"},
		"load=0.5,.5":               {"0.5 is given twice"},
		"load=0.1..0.5:0.1,0.3":     {"0.3 is given twice"},
		"seed=1..9:0.5":             {"step"},
		"seed=1..9007199254740991":  {"more than 100000 values"},
		"load=0..1.2:0.000001":      {"more than 100000 values"},
		"seed=1..99999,100000..1e3": {"seed", "whole number"},
		"queuing=1q..vftree":        {"queuing", "1q, "},
		"routing=dmodk,fast":        {"fast", "dmodk"},
	} {
		_, err := ParseAxis(in)
		if err == nil {
			t.Errorf("%s is accepted", in)
			continue
		}
		for _, word := range says {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %q is not in %q", in, word, err)
			}
		}
	}
}

// tiny is a base of short runs.
var tiny = scenario.Default().Must("network", "rlft-4x3").Must("warmup", "2")

const tinyUntil = 20 * engine.Microsecond

func axes(t testing.TB, texts ...string) []Axis {
	t.Helper()
	var out []Axis
	for _, text := range texts {
		a, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
	return out
}

func plan(t testing.TB, texts ...string) *Plan {
	t.Helper()
	p, err := NewPlan(tiny, axes(t, texts...), tinyUntil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlanIsTheProduct(t *testing.T) {
	p := plan(t, "queuing=1q,vftree", "load=0.5,1", "seed=1..3")
	var got []string
	for i := range p.Len() {
		s, settings := p.Point(i)
		got = append(got, describe(settings))
		for _, set := range settings {
			if s.Get(set.Field) != set.Value {
				t.Errorf("point %d: %s is %s, not %s", i, set.Field, s.Get(set.Field), set.Value)
			}
		}
		if s.Get("warmup") != "2" || s.Get("network") != "rlft-4x3" {
			t.Errorf("point %d has lost its base: %s", i, s.Query())
		}
	}
	var want []string
	for _, queuing := range []string{"1q", "vftree"} {
		for _, load := range []string{"0.5", "1"} {
			for seed := 1; seed <= 3; seed++ {
				want = append(want, fmt.Sprintf("queuing=%s load=%s seed=%d", queuing, load, seed))
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("points %q, want %q", got, want)
	}
}

func TestPlanID(t *testing.T) {
	a := axes(t, "load=0.5,1", "seed=1..3")
	base := plan(t, "load=0.5,1", "seed=1..3").ID()
	same, _ := NewPlan(tiny.Must("load", "0.7").Must("seed", "9"), a, tinyUntil) // the axes say what they are
	if same.ID() != base || len(base) != 16 {
		t.Errorf("the same sweep has the IDs %s and %s", base, same.ID())
	}
	seen := map[string]string{base: "the first"}
	for name, other := range map[string]func() (*Plan, error){
		"another time":  func() (*Plan, error) { return NewPlan(tiny, a, tinyUntil+1) },
		"another base":  func() (*Plan, error) { return NewPlan(tiny.Must("voq", "true"), a, tinyUntil) },
		"other order":   func() (*Plan, error) { return NewPlan(tiny, []Axis{a[1], a[0]}, tinyUntil) },
		"more values":   func() (*Plan, error) { return NewPlan(tiny, axes(t, "load=0.5,1", "seed=1..4"), tinyUntil) },
		"values turned": func() (*Plan, error) { return NewPlan(tiny, axes(t, "load=1,0.5", "seed=1..3"), tinyUntil) },
	} {
		p, err := other()
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[p.ID()]; ok {
			t.Errorf("%s has the ID of %s", name, before)
		}
		seen[p.ID()] = name
	}
}

// What cannot be run is left out and told by the values of the axis of which the fewest are concerned; the others are the points.
func TestPlanLeavesOut(t *testing.T) {
	for _, c := range []struct {
		axes   []string
		points int
		first  string // the first point's values
		says   []string
	}{
		{[]string{"queuing=1q,vftree", "vcs=2,3", "buffer=8,12"}, 7, "queuing=1q vcs=2 buffer=8",
			[]string{"queuing=vftree is left out of 1 of its 4 runs, such as vcs=3 buffer=8: buffer: 8 KiB"}},
		{[]string{"network=rlft-4x3,rlft-8x3", "traffic=UT;HS10-20"}, 3, "network=rlft-4x3 traffic=UT", []string{"network=rlft-4x3 is left out of 1 of its 2 runs, such as traffic=HS10-20: traffic: "}},
		{[]string{"load=0.5,1", "routing=dor,dmodk"}, 2, "load=0.5 routing=dmodk", []string{"routing=dor is left out: routing: "}},
		{[]string{"routing=dor,dmodk"}, 1, "routing=dmodk", []string{"routing=dor is left out: routing: "}},
		{[]string{"load=0.5", "routing=dor,self,dmodk"}, 1, "load=0.5 routing=dmodk", []string{"routing=dor is left out: routing: ", "routing=self is left out: routing: "}}, // not the only load
		{[]string{"buffer=4,1,2"}, 1, "buffer=4", []string{"buffer=1 is left out: buffer: ", "buffer=2 is left out: buffer: "}},
		{[]string{"network=rlft-4x3,torus-4x4", "routing=dmodk,dor"}, 2, "network=rlft-4x3 routing=dmodk",
			[]string{"network=rlft-4x3 is left out of 1 of its 2 runs, such as routing=dor: routing: ", "network=torus-4x4 is left out of 1 of its 2 runs, such as routing=dmodk: routing: "}},
		{[]string{"queuing=vftree", "buffer=4,12", "vcs=2,3"}, 2, "queuing=vftree buffer=12 vcs=2", // another reason for each
			[]string{"buffer=4 is left out of 2 of its 2 runs, such as queuing=vftree vcs=2: buffer: 4 KiB split among 2 VCs"}},
		{[]string{"load=0.5,1"}, 2, "load=0.5", nil},
	} {
		p, err := NewPlan(tiny, axes(t, c.axes...), tinyUntil)
		if err != nil {
			t.Errorf("%q: %v", c.axes, err)
			continue
		}
		for i := range p.Len() {
			if s, _ := p.Point(i); engine.Check(s) != nil {
				t.Errorf("%q: point %d: %v", c.axes, i, engine.Check(s))
			}
		}
		if _, first := p.Point(0); p.Len() != c.points || describe(first) != c.first || len(p.Unfit()) != len(c.says) {
			t.Errorf("%q: %d points from %s on, left out %v", c.axes, p.Len(), describe(first), p.Unfit())
			continue
		}
		for i, u := range p.Unfit() {
			if !strings.HasPrefix(u.String(), c.says[i]) {
				t.Errorf("%q: %q, want %q", c.axes, u, c.says[i])
			}
		}
	}
}

func TestPlanRefuses(t *testing.T) {
	for _, c := range []struct {
		axes []string
		says []string
	}{
		{nil, []string{"no field"}},
		{[]string{"load=0.5", "load=1"}, []string{"load is swept twice"}},
		{[]string{"seed=1..1000", "load=0..1:0.01"}, []string{"at most 100000 points"}},
		{[]string{"queuing=vftree,dbbm", "vcs=3", "buffer=4,8"}, []string{"4 of 4", "queuing=vftree vcs=3 buffer=4", "buffer: ", "12 KiB"}},
		{[]string{"network=rlft-4x3", "traffic=HS10-20"}, []string{"1 of 1", "network=rlft-4x3 traffic=HS10-20", "traffic: ", "16 hosts"}},
	} {
		_, err := NewPlan(tiny, axes(t, c.axes...), tinyUntil)
		if err == nil {
			t.Errorf("%q is accepted", c.axes)
			continue
		}
		for _, word := range c.says {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%q: %q is not in %q", c.axes, word, err)
			}
		}
	}
}

func TestShards(t *testing.T) {
	for _, c := range []struct {
		axes []string
		n    int
	}{
		{[]string{"seed=1..7"}, 1}, {[]string{"seed=1"}, 1}, {[]string{"seed=1..2"}, 5}, {[]string{"seed=1..100"}, 7},
		{[]string{"load=0.1..0.8:0.1", "queuing=1q,dbbm,vftree"}, 3}, {[]string{"seed=1..32", "voq=true,false"}, 8},
	} {
		p := plan(t, c.axes...)
		seen := map[int]int{}
		for i := range c.n {
			shard := p.Shard(i, c.n)
			if d := len(shard) - p.Len()/c.n; d < 0 || d > 1 {
				t.Errorf("%q: shard %d/%d has %d of %d points", c.axes, i, c.n, len(shard), p.Len())
			}
			values := map[string]int{} // an axis shorter than the shard is there with all its values, evenly
			for _, point := range shard {
				seen[point]++
				_, settings := p.Point(point)
				for _, s := range settings {
					values[s.Field+"="+s.Value]++
				}
			}
			for _, a := range p.axes {
				for _, v := range a.Values {
					want := float64(len(shard)) / float64(len(a.Values))
					if got := float64(values[a.Field+"="+v]); got < want-1.5 || got > want+1.5 {
						t.Errorf("%q: shard %d/%d has %s=%s %v times, want about %v", c.axes, i, c.n, a.Field, v, got, want)
					}
				}
			}
		}
		for i := range p.Len() {
			if seen[i] != 1 {
				t.Errorf("%q: point %d is in %d of %d shards", c.axes, i, seen[i], c.n)
			}
		}
	}
}

package engine

// Fields without effect, which no panel shows: whatever they say, a scenario is not refused for them, and its run is the same.

import (
	"strconv"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// idleValues are values of a field, those at its edges among them.
func idleValues(f *scenario.Field) (values []string) {
	switch f.Kind {
	case scenario.Int:
		return []string{strconv.FormatInt(f.Min, 10), strconv.FormatInt(f.Max, 10)}
	case scenario.Decimal:
		return []string{strconv.FormatInt((f.Min+scenario.Micro-1)/scenario.Micro, 10), strconv.FormatInt(f.Max/scenario.Micro, 10)}
	case scenario.Bool:
		return []string{"false", "true"}
	}
	for _, o := range f.Suggestions() {
		values = append(values, o.Name)
	}
	return append(values, map[string][]string{"hotspots": {"127,3"}, "cc-thresholds": {"S9-8"}, "cc-victim-ports": {"S9"}}[f.Name]...)
}

func TestFieldsWithoutEffect(t *testing.T) {
	run := func(s scenario.Scenario) (h observe.Header) {
		m, err := Open(s)
		if err != nil {
			t.Fatal(err)
		}
		m.TrackTrees(false)
		m.Advance(15*Microsecond, NoLimit)
		m.Measures(&h)
		h.Checksum = m.Checksum()
		if s.Get("deadlock") == "watch" && m.watch.next > 0 {
			t.Errorf("?%s is watched, though it cannot deadlock", s.Query())
		}
		return
	}
	for _, query := range []string{
		"network=rlft-4x3 traffic=UT warmup=5", "network=rlft-4x3 traffic=HS25-1 routing=adaptive voq=true", "network=rlft-4x3 traffic=PTRANS-2x8-1024-32",
		"network=mesh-4x4 routing=dor traffic=UT queuing=fbicm", "network=torus-5x5 routing=dor traffic=LHS queuing=voqnet", "network=bmin-4x3 routing=self traffic=complement",
		"network=rlft-4x3 traffic=UT congestion-control=iba-cc cc-victims=true", "network=mesh-4x4 routing=dor traffic=UT congestion-control=drb cc-victims=true",
	} {
		s := scenarioOf(t, query)
		want := run(s)
		low, high := s, s
		for _, f := range scenario.Fields() {
			if f.Name == "network" || f.Active(s) {
				continue
			}
			values := idleValues(f)
			for i, value := range values {
				with, err := s.With(f.Name, value)
				if err == nil {
					err = Check(with)
				}
				if err != nil {
					t.Errorf("%s: %s=%s has no effect, and is refused: %v", query, f.Name, value, err)
				} else if i == 0 {
					low = low.Must(f.Name, value)
				} else if i == len(values)-1 {
					high = high.Must(f.Name, value)
				}
			}
		}
		for _, idle := range []scenario.Scenario{low, high, high.Must("hotspot-until", low.Get("hotspot-until"))} {
			if err := Check(idle); err != nil && !scenario.Lookup("hotspot-until").Active(s) {
				t.Errorf("%s: fields without effect are refused together: %v", query, err)
			} else if err == nil && run(idle) != want {
				t.Errorf("?%s: another run than that of %s", idle.Query(), query)
			}
		}
	}
}

package engine_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

func open(t testing.TB, set ...string) *engine.Sim {
	t.Helper()
	s := scenario.Default()
	for i := 0; i < len(set); i += 2 {
		s = s.Must(set[i], set[i+1])
	}
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// accepted runs to the end and returns the accepted load from the middle on.
func accepted(t testing.TB, us int64, set ...string) float64 {
	t.Helper()
	m := open(t, set...)
	m.TrackTrees(false)
	m.SetWindow(us * engine.Microsecond / 2)
	m.Advance(us*engine.Microsecond, engine.NoLimit)
	if err := m.CheckInvariants(); err != nil {
		t.Fatal(err)
	}
	var h observe.Header
	m.Measures(&h)
	return h.Accepted
}

// One blocked VC of three leaves 2/3 of what the innocent hosts offer, and on a network this small a little
// of the third.
func TestOneBlockedVCOfThree(t *testing.T) {
	for _, c := range []struct {
		traffic string
		want    float64
	}{{"HS10-1", 0.60}, {"HS25-1", 0.50}} {
		got := accepted(t, 1000, "network", "rlft-12x3", "queuing", "dbbm", "voq", "true", "traffic", c.traffic)
		if got < c.want || got > c.want+0.035 {
			t.Errorf("%s: accepted load %.3f, want %.2f to %.3f", c.traffic, got, c.want, c.want+0.035)
		}
	}
}

// The hot path allocates nothing in steady state, and looking at trees next to nothing.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, c := range []struct {
		trees bool
		most  float64 // allocations in 2 µs, some 2500 events
	}{{false, 0}, {true, 3}} {
		m := open(t, "network", "rlft-8x3", "traffic", "HS25-1", "routing", "adaptive", "queuing", "vftree")
		m.TrackTrees(c.trees)
		m.Advance(100*engine.Microsecond, engine.NoLimit)
		if n := testing.AllocsPerRun(50, func() { m.Advance(m.Now()+2*engine.Microsecond, engine.NoLimit) }); n > c.most {
			t.Errorf("trees %v: %.1f allocations in 2 µs", c.trees, n)
		}
	}
}

package engine

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// A step by event passes over no notification of set-aside queues, also where nothing else happens in the instant in which it arrives.
func TestStepsStopAtNotifications(t *testing.T) {
	m := opened(t, "network=rlft-8x2 packet=64 bandwidth=8 buffer=4 traffic=HS25-1 queuing=fbicm")
	arrived := 0
	next := int64(math.MaxInt64) // arrival of a notification
	for m.StepEvent(10 * Microsecond) {
		if m.Now() > next {
			t.Fatalf("a step leads to %d ps, beyond the notification that arrives at %d ps", m.Now(), next)
		}
		if m.Now() == next {
			arrived++
		}
		next = math.MaxInt64
		m.fabric.Signals(func(_, _, _ int, _ fabric.SignalKind, _ int, start int64) { next = min(next, start+m.fabric.DelayPS) })
	}
	if arrived < 50 {
		t.Errorf("only %d notifications have arrived", arrived)
	}
}

// Nor over a task of a trace that is ready for a record: it sends a message, or one to itself, or enters a collective.
func TestStepsStopAtTasks(t *testing.T) {
	trace, err := vef.Read(strings.NewReader("VEF3 4 3 1 1 2 TRUE\nC0 2 3\n0 0 1 64 0 0 -1\n1 1 0 64 0 100.5 -1\n2 2 2 64 0 200 -1\nG0 0 6 2 0 0 0 300 -1\nG0 0 6 3 0 0 0 900 -1\n"), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	m := opened(t, "network=rlft-8x2 traffic="+vef.Keep(trace))
	at := map[int64]bool{}
	for m.StepEvent(Microsecond) {
		at[m.Now()] = true
	}
	for _, ps := range []int64{0, 100_500, 200_000, 300_000, 900_000} {
		if !at[ps] {
			t.Errorf("no step leads to %d ps", ps)
		}
	}
}

// Nor over an instant at which a field changes, too.
func TestStepsStopAtChanges(t *testing.T) {
	const text = "network=rlft-4x2 traffic=UT"
	m := opened(t, text)
	for range 40 {
		m.StepEvent(Microsecond)
	}
	at := m.Now()
	changed, err := Fork(m.Scenario(), at, "load", "0.5")
	if err != nil {
		t.Fatal(err)
	}
	c := opened(t, text+" at="+changed.Get(AtField))
	for range 40 {
		if !c.StepEvent(Microsecond) {
			t.Fatal("no step")
		}
	}
	if c.Now() != at {
		t.Errorf("the step that leads to %d ps without a change leads to %d ps", at, c.Now())
	}
}

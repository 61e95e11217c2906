package engine

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
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

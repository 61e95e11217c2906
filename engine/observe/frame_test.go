package observe

import "testing"

// A buffer tells of the two trees that hold most of it, the larger one first.
func TestBuffersTellOfTwoTrees(t *testing.T) {
	for _, c := range []struct {
		all                      []holding
		of                       int
		tree, held, tree2, held2 uint8
	}{
		{nil, 1, 0, 0, 0, 0},
		{[]holding{{5, 30}}, 255, 5, 30, 0, 0},
		{[]holding{{5, 20}, {7, 10}}, 255, 5, 20, 7, 10},
		{[]holding{{5, 10}, {7, 20}}, 255, 7, 20, 5, 10},
		{[]holding{{5, 20}, {7, 10}, {9, 10}}, 255, 5, 20, 7, 10},
		{[]holding{{5, 20}, {7, 10}, {9, 11}}, 255, 5, 20, 9, 11},
		{[]holding{{5, 20}, {7, 10}, {9, 30}}, 255, 9, 30, 5, 20},
		{[]holding{{5, 16}}, 16, 5, 255, 0, 0},
		{[]holding{{5, 1000}}, 16, 5, 255, 0, 0},
	} {
		var s PortState
		s.hold(c.all, c.of)
		if s.Tree != c.tree || s.Held != c.held || s.Tree2 != c.tree2 || s.Held2 != c.held2 {
			t.Errorf("%v: %+v", c.all, s)
		}
	}
}

// Averages are those so far as long as nothing is in the window: at its first instant, too. A deadlock before leaves none.
func TestShownAverages(t *testing.T) {
	h := Header{WindowPS: 50, Accepted: .1, Offered: .2, LatencyNS: 3, LatencyP50: 4, LatencyP99: 5, NetworkNS: 6, NetworkP50: 7, NetworkP99: 8, Fairness: .9, LeastHost: .05, SoFar: Averages{Accepted: .9}}
	for at, want := range map[int64]Averages{0: h.SoFar, 50: h.SoFar, 51: {.1, .2, 3, 4, 5, 6, 7, 8, .9, .05}} {
		h.TimePS = at
		if got, from := h.Shown(); got != want || (from == 50) != (at > 50) || from != 0 && from != 50 {
			t.Errorf("at %d: %+v from %d", at, got, from)
		}
	}
	h.TimePS, h.DeadlockPS = 40, 40
	if got, _ := h.Shown(); got != NoAverages {
		t.Errorf("of a deadlock before the window: %+v", got)
	}
	h.TimePS, h.DeadlockPS = 60, 60
	if got, from := h.Shown(); got.Accepted != .1 || from != 50 {
		t.Errorf("of a deadlock in the window: %+v from %d", got, from)
	}
}

package vef

import (
	"strings"
	"testing"
)

// The schedule moves what a transposition must move: each process gets data from exactly those
// that hold blocks of its part of A', derived here from the block-cyclic distribution itself.
func TestPtransTransposes(t *testing.T) {
	for _, g := range []Grid{{P: 1, Q: 1}, {P: 2, Q: 2}, {P: 2, Q: 3}, {P: 4, Q: 6}, {P: 3, Q: 9}, {P: 6, Q: 4}, {P: 5, Q: 5}, {P: 6, Q: 9}, {P: 1, Q: 7}, {P: 18, Q: 24}} {
		trace, err := Ptrans(g)
		if err != nil {
			t.Fatal(err)
		}
		lcm := g.P / gcd(g.P, g.Q) * g.Q
		type pair struct{ from, to int }
		need := map[pair]bool{}
		for i := range lcm { // block (i, j) of A becomes block (j, i) of A'
			for j := range lcm {
				from, to := i%g.P*g.Q+j%g.Q, j%g.P*g.Q+i%g.Q
				if from != to {
					need[pair{from, to}] = true
				}
			}
		}
		got := map[pair]int{}
		for _, m := range trace.Messages {
			got[pair{int(m.Src), int(m.Dst)}]++
		}
		for p := range need {
			if got[p] != 1 {
				t.Errorf("%d×%d: %d messages from %d to %d, want 1", g.P, g.Q, got[p], p.from, p.to)
			}
		}
		if len(got) != len(need) {
			t.Errorf("%d×%d: %d pairs exchange data, want %d", g.P, g.Q, len(got), len(need))
		}
	}
}

// In each step every process sends at most one message and receives at most one.
func TestPtransSteps(t *testing.T) {
	trace, err := Ptrans(Grid{P: 18, Q: 24})
	if err != nil {
		t.Fatal(err)
	}
	step := make([]int, len(trace.Messages))
	type at struct{ step, task int }
	sends, receives := map[at]int{}, map[at]int{}
	steps := 0
	for i, m := range trace.Messages {
		if m.On == Received {
			step[i] = step[m.ID] + 1
		}
		steps = max(steps, step[i]+1)
		sends[at{step[i], int(m.Src)}]++
		receives[at{step[i], int(m.Dst)}]++
	}
	if steps != 12 { // 18/6 · 24/6
		t.Errorf("%d steps, want 12", steps)
	}
	for _, n := range sends {
		if n > 1 {
			t.Fatal("a process sends twice in a step")
		}
	}
	// 72 processes keep their first block and are one step ahead of the others, so two messages
	// may meet.
	for _, n := range receives {
		if n > 2 {
			t.Fatal("a process receives three messages in a step")
		}
	}
	// 4 blocks of 80 a side, of 8 bytes: 200 packets of 4 KiB, from all but the 72.
	if s := trace.Summary(); s.Messages != 432*12-72 || trace.Messages[0].Bytes != 200*4096 {
		t.Errorf("%d messages of %d bytes", s.Messages, trace.Messages[0].Bytes)
	}
	roundTrip(t, trace)
}

// Two processes in a row exchange half a matrix each; every collective is one message each way.
func TestPtransTime(t *testing.T) {
	const latency, perByte, size = 1_000_000, 80, 8 * 160 * 160
	trace, err := Ptrans(Grid{P: 1, Q: 2, N: 320, NB: 10, Copy: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Messages) != 2 || trace.Messages[0].Bytes != size {
		t.Fatalf("%d messages of %d bytes, want 2 of %d", len(trace.Messages), trace.Messages[0].Bytes, size)
	}
	way := func(bytes int64) int64 { return bytes*perByte + latency }
	// The second reduce's message leaves right after the first one's.
	want := 4*way(4) + way(0) + way(size) + size*3 + way(16) + 2*way(8) + way(2*4)
	if p := play(t, trace, newIdeal(latency, perByte), 2, nil); p.Finish() != want {
		t.Errorf("%d ps, want %d", p.Finish(), want)
	}
	if c := trace.Summary().ComputePS; c != size*3 {
		t.Errorf("at least %d ps of computing, want %d", c, size*3)
	}
}

func TestPtransRefuses(t *testing.T) {
	for _, c := range []struct {
		g    Grid
		want string
	}{
		{Grid{P: 0, Q: 4}, "P, the rows of the process grid, is 0; allowed: 1–65536"},
		{Grid{P: -1, Q: 4}, "is -1"},
		{Grid{P: 1 << 16, Q: 2}, "the number of tasks is 131072; allowed: 1–65536"},
		{Grid{P: 1 << 62, Q: 4}, "allowed: 1–65536"},
		{Grid{P: 2, Q: 2, N: -1}, "N, the order of the matrix, is -1"},
		{Grid{P: 2, Q: 2, N: 1<<20 + 1}, "allowed: 1–1048576"},
		{Grid{P: 2, Q: 2, NB: 4097}, "NB, the order of a block, is 4097; allowed: 1–4096"},
		{Grid{P: 2, Q: 2, Runs: 1001}, "the number of runs"},
		{Grid{P: 2, Q: 2, Copy: -1}, "the time to copy a byte"},
		{Grid{P: 255, Q: 257}, "records; allowed: up to 8388608"},
		{Grid{P: 1, Q: 1, N: 1 << 20, NB: 4096}, "a message would hold 8796093022208 bytes"},
	} {
		if _, err := Ptrans(c.g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.g, err, c.want)
		}
	}
}

func TestSquarishGrid(t *testing.T) {
	for tasks, want := range map[int][2]int{1: {1, 1}, 2: {1, 2}, 12: {3, 4}, 16: {4, 4}, 17: {1, 17}, 432: {18, 24}, 65536: {256, 256}} {
		if p, q := SquarishGrid(tasks); p != want[0] || q != want[1] {
			t.Errorf("%d tasks: %d×%d, want %d×%d", tasks, p, q, want[0], want[1])
		}
	}
}

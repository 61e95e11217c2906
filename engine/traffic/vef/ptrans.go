package vef

// PTRANS, the parallel matrix transposition of the HPC Challenge benchmark, as a trace: the
// messages of its schedule and the collectives around it. The schedule is the one of PUMMA
// (Choi, Dongarra, Walker: "Parallel matrix transpose algorithms on distributed memory
// concurrent computers", 1995), as HPCC runs it: C := A' + C for a square matrix in block-cyclic
// distribution over a P×Q grid, rank = row·Q + column.
//
// With g = gcd(P, Q) and L = lcm(P, Q), a process exchanges data with (P/g)·(Q/g) others, one
// after the other: it sends to one, receives from another, and goes on when both are done. Every
// message holds ⌈⌈N/NB⌉/L⌉² blocks, also where the matrix does not fill them.

import (
	"errors"
	"strconv"
)

// Grid says what PTRANS runs. The zero value of a field stands for its default.
type Grid struct {
	P, Q int   // processes
	N    int   // order of the matrix, DefaultN
	NB   int   // order of a block, DefaultNB
	Runs int   // repetitions, 1
	Copy int64 // computing between two messages, ps per byte of a message: packing and adding; 0
}

// With 18×24 processes the default makes 1.02 million packets of 4 KiB.
const (
	DefaultN  = 23040
	DefaultNB = 80
	maxN      = 1 << 20
	maxNB     = 1 << 12
	maxRuns   = 1000
	maxCopy   = 1_000_000
)

// SquarishGrid splits tasks into the P×Q grid with P ≤ Q that is nearest to a square, as HPCC does.
func SquarishGrid(tasks int) (p, q int) {
	for p = 1; (p+1)*(p+1) <= tasks; p++ {
	}
	for ; p > 1 && tasks%p != 0; p-- {
	}
	return p, tasks / max(p, 1)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// plan is a Grid with its defaults and what follows from it.
type plan struct {
	Grid
	tasks, common, rows, cols int
	size                      int64 // bytes of a message
	messages, parts           int64
}

func (g Grid) plan() (p plan, err error) {
	standard := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	standard(&g.N, DefaultN)
	standard(&g.NB, DefaultNB)
	standard(&g.Runs, 1)
	for _, f := range []struct {
		what        string
		v, min, max int64
	}{
		{"P, the rows of the process grid,", int64(g.P), 1, MaxTasks},
		{"Q, the columns of the process grid,", int64(g.Q), 1, MaxTasks},
		{"the number of tasks", int64(g.P) * int64(g.Q), 1, MaxTasks},
		{"N, the order of the matrix,", int64(g.N), 1, maxN},
		{"NB, the order of a block,", int64(g.NB), 1, maxNB},
		{"the number of runs", int64(g.Runs), 1, maxRuns},
		{"the time to copy a byte", g.Copy, 0, maxCopy},
	} {
		if f.v < f.min || f.v > f.max {
			return p, errors.New(f.what + " is " + strconv.FormatInt(f.v, 10) + "; allowed: " + strconv.FormatInt(f.min, 10) + "–" + strconv.FormatInt(f.max, 10))
		}
	}
	p.Grid = g
	p.tasks = g.P * g.Q
	p.common = gcd(g.P, g.Q)
	p.rows, p.cols = g.P/p.common, g.Q/p.common
	lcm := p.rows * g.Q
	blocks := (g.N + g.NB - 1) / g.NB
	side := int64((blocks+lcm-1)/lcm) * int64(g.NB)
	p.size = 8 * side * side
	p.messages = int64(g.Runs) * int64(p.tasks) * int64(p.rows) * int64(p.cols)
	p.parts = (7*int64(g.Runs) + 3) * int64(p.tasks)
	if p.messages+p.parts > MaxRecords {
		return p, errors.New("this takes " + strconv.FormatInt(p.messages+p.parts, 10) + " records; allowed: up to " + strconv.Itoa(MaxRecords) + ": choose P and Q with a greater common divisor, or fewer runs")
	}
	if p.size > MaxSize {
		return p, errors.New("a message would hold " + strconv.FormatInt(p.size, 10) + " bytes; allowed: up to " + strconv.Itoa(MaxSize))
	}
	return p, nil
}

// Records is how many messages and parts of collectives the trace will have at most, or what is
// wrong with the grid.
func (g Grid) Records() (messages, parts int64, err error) {
	p, err := g.plan()
	return p.messages, p.parts, err
}

// Ptrans makes the trace.
func Ptrans(g Grid) (*Trace, error) {
	plan, err := g.plan()
	if err != nil {
		return nil, err
	}
	g = plan.Grid
	tasks, common, rows, cols, size := plan.tasks, plan.common, plan.rows, plan.cols, plan.size
	messages, parts := plan.messages, plan.parts
	t := &Trace{Tasks: tasks, Comms: [][]uint32{make([]uint32, tasks)}}
	t.Messages = make([]Message, 0, messages)
	t.Parts = make([]Part, 0, parts)
	last := make([]Dep, tasks) // what each process did last
	for i := range last {
		t.Comms[0][i] = uint32(i)
	}
	// Parts are numbered before the number of messages is known: negative until the end.
	collective := func(op Op, send, recv func(task int) int64) {
		first := int32(len(t.Parts))
		for i := range last {
			t.Parts = append(t.Parts, Part{Send: send(i), Recv: recv(i), Dep: last[i], coll: int32(len(t.Collectives))})
			t.order = append(t.order, ^(first + int32(i)))
			last[i] = Dep{On: Done, ID: first + int32(i)}
		}
		t.Collectives = append(t.Collectives, Collective{Op: op, First: first})
	}
	bytes := func(n int64) func(int) int64 { return func(int) int64 { return n } }
	allreduce := func(n int64) { collective(Allreduce, bytes(n), bytes(n)) }

	allreduce(4) // is there enough memory?
	received := make([]int32, tasks)
	for range g.Runs {
		for range 3 { // are matrix, block and memory legal?
			allreduce(4)
		}
		collective(Barrier, bytes(0), bytes(0))
		for k2 := range cols {
			for j1 := range rows {
				for i := range received {
					received[i] = -1
				}
				for i := range tasks {
					row, col := i/g.Q, i%g.Q
					shift := (g.P + col%common - row%common) % common
					to := (row+common*j1+shift)%g.P*g.Q + (2*g.Q+col-(k2*common+shift)%g.Q)%g.Q
					if to == i {
						continue
					}
					id := int32(len(t.Messages))
					received[to] = id
					t.order = append(t.order, id)
					t.Messages = append(t.Messages, Message{uint32(i), uint32(to), size, last[i]})
				}
				for i, id := range received {
					if id >= 0 {
						last[i] = Dep{size * g.Copy, id, Received}
					}
				}
			}
		}
		allreduce(16) // norms of error and matrix
		allreduce(8)  // wall clock
		allreduce(8)  // processor time
	}
	for range 2 { // tests failed, tests skipped
		collective(Reduce, bytes(4), func(task int) int64 {
			if task == 0 {
				return 4
			}
			return 0
		})
	}
	for i, r := range t.order {
		if r < 0 {
			t.order[i] = int32(len(t.Messages)) + ^r
		}
	}
	t.link()
	if reason := t.total(); reason != "" {
		return nil, errors.New(reason)
	}
	if _, reason := t.check(); reason != "" {
		return nil, errors.New(reason)
	}
	t.digest = digestOf(t)
	return t, nil
}

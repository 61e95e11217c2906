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

// Ptrans makes the trace, or says what is wrong with the grid, or that the trace would be too large.
func Ptrans(g Grid) (*Trace, error) {
	plan, err := g.plan()
	if err != nil {
		return nil, err
	}
	t := newTranspose(plan).trace()
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

// transpose is a trace being made.
type transpose struct {
	plan
	t        *Trace
	last     []Dep   // what each process did last
	received []int32 // message that each process gets in a step, or -1
}

func newTranspose(p plan) *transpose {
	m := &transpose{plan: p, last: make([]Dep, p.tasks), received: make([]int32, p.tasks)}
	m.t = &Trace{Tasks: p.tasks, Comms: [][]uint32{make([]uint32, p.tasks)}, Messages: make([]Message, 0, p.messages), Parts: make([]Part, 0, p.parts)}
	for i := range m.last {
		m.t.Comms[0][i] = uint32(i)
	}
	return m
}

// trace is what the program does, in its order.
func (m *transpose) trace() *Trace {
	m.allreduce(4) // is there enough memory?
	for range m.Runs {
		for range 3 { // are matrix, block and memory legal?
			m.allreduce(4)
		}
		m.collective(Barrier, same(0), same(0))
		for k2 := range m.cols {
			for j1 := range m.rows {
				m.exchange(j1, k2)
			}
		}
		m.allreduce(16) // norms of error and matrix
		m.allreduce(8)  // wall clock
		m.allreduce(8)  // processor time
	}
	for range 2 { // tests failed, tests skipped
		m.collective(Reduce, same(4), func(task int) int64 {
			if task == 0 {
				return 4
			}
			return 0
		})
	}
	for i, r := range m.t.order {
		if r < 0 {
			m.t.order[i] = int32(len(m.t.Messages)) + ^r
		}
	}
	return m.t
}

// same is the bytes of a collective whose tasks all send or get as much.
func same(bytes int64) func(task int) int64 { return func(int) int64 { return bytes } }

func (m *transpose) allreduce(bytes int64) { m.collective(Allreduce, same(bytes), same(bytes)) }

// collective adds one of all tasks. Its parts are numbered before the number of messages is known: negative until the end.
func (m *transpose) collective(op Op, send, recv func(task int) int64) {
	t := m.t
	first := int32(len(t.Parts))
	for i := range m.last {
		t.Parts = append(t.Parts, Part{Send: send(i), Recv: recv(i), Dep: m.last[i], coll: int32(len(t.Collectives))})
		t.order = append(t.order, ^(first + int32(i)))
		m.last[i] = Dep{On: Done, ID: first + int32(i)}
	}
	t.Collectives = append(t.Collectives, Collective{Op: op, First: first})
}

// exchange adds a step, in which each process sends one message at most and then copies the one it gets.
func (m *transpose) exchange(j1, k2 int) {
	for i := range m.received {
		m.received[i] = -1
	}
	for i := range m.tasks {
		row, col := i/m.Q, i%m.Q
		shift := (m.P + col%m.common - row%m.common) % m.common
		to := (row+m.common*j1+shift)%m.P*m.Q + (2*m.Q+col-(k2*m.common+shift)%m.Q)%m.Q
		if to == i {
			continue
		}
		id := int32(len(m.t.Messages))
		m.received[to] = id
		m.t.order = append(m.t.order, id)
		m.t.Messages = append(m.t.Messages, Message{uint32(i), uint32(to), m.size, m.last[i]})
	}
	for i, id := range m.received {
		if id >= 0 {
			m.last[i] = Dep{m.size * m.Copy, id, Received}
		}
	}
}

package engine

// Runs that end by themselves: the execution of a trace.

import "math"

// Execution is how far the program of a trace has come.
type Execution struct {
	Done, Total int64 // records: messages, and tasks' parts in collectives
	FinishPS    int64 // the execution time; -1 while the program runs
}

// Execution tells how far the program has come; false if the traffic is no trace.
func (m *Sim) Execution() (e Execution, ok bool) {
	p := m.fabric.Playing()
	if p == nil {
		return e, false
	}
	e.FinishPS = -1
	e.Done, e.Total = p.Progress()
	if p.Done() {
		e.FinishPS = p.Finish()
	}
	return e, true
}

// Play advances until the program of a trace has ended, to a packet time, or to time limit (ps), but
// by at most about maxEvents events, and says whether it is there. Like Advance it has no influence on
// the states it passes.
func (m *Sim) Play(limit int64, maxEvents int) bool {
	p, st := m.fabric.Playing(), &m.fabric.Stats
	if p == nil {
		return m.Advance(limit, maxEvents)
	}
	for !p.Done() && m.Now() < limit {
		to := m.Now() + min(m.PacketPS(), math.MaxInt64-m.Now())
		if st.Generated == st.Delivered { // all tasks compute
			to = max(to, p.NextTime())
		}
		before := st.Hops
		if !m.Advance(min(to, limit), maxEvents) {
			return false
		}
		if maxEvents -= int(st.Hops-before)*3 + 1; maxEvents <= 0 {
			return p.Done()
		}
	}
	return true
}

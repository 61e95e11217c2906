package engine

import "github.com/congestree/congestree/engine/observe"

// Runs that end by themselves: the execution of a trace.

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

// Play advances until the program of a trace has ended, to the next whole number of packet times, or
// to time limit (ps), but by at most about maxEvents events, and says whether it is there. Like that
// of Advance, the state depends on the time reached only, and the time at which Play is there does not
// depend on how it was sliced. Without a trace it is Advance.
func (m *Sim) Play(limit int64, maxEvents int) bool {
	if m.fabric.Playing() == nil {
		return m.Advance(limit, maxEvents)
	}
	for m.Now() < m.stop(limit) && !m.over() {
		before := m.fabric.Stats.Hops
		if maxEvents <= 0 || !m.Advance(m.stop(limit), maxEvents) {
			return false
		}
		maxEvents -= int(m.fabric.Stats.Hops-before)*3 + 1 // three events a hop
	}
	return m.over() || m.Advance(m.Now(), max(1, maxEvents)) // a slice may have ended amid what happens now, if links take no time
}

// stop is a time to which a trace can be played without missing its end: one of the whole numbers of
// packet times, or the limit.
func (m *Sim) stop(limit int64) int64 {
	p, st, packet := m.fabric.Playing(), &m.fabric.Stats, m.PacketPS()
	at := m.Now() + 1
	switch {
	case p.Done():
		done, _ := p.Progress()
		at = observe.PlayedTo(p.Finish(), done > 0, packet)
	case st.Generated == st.Delivered: // all tasks compute
		at = max(at, p.NextTime())
	}
	at = min(at, limit)
	return at + min((packet-at%packet)%packet, limit-at)
}

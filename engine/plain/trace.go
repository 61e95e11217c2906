package plain

// The program of a trace (traffic/vef/README.md, "What is played"; R "when a trace's message is sent and received"): what a task is ready
// for, what it waits for, and when it is through.

import (
	"container/heap"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// A record of a program is numbered: messages first, then parts of collectives.
type program struct {
	trace *vef.Trace
	after map[happening][]int // records that wait for it
	due   agenda
	parts []*member // of collectives
	done  int       // records
	ended int64     // the latest of them

	seq int
}

// A happening is what a record can wait for.
type happening struct {
	on vef.On
	id int
}

// A task is ready, from a time on, for a record, or if it is in a collective for a message of its step.
type ready struct {
	at          int64
	record, seq int
	mail        *mail
}

// A mail is a message on its way.
type mail struct {
	src, dst      int // hosts, which are tasks
	leave, arrive int // packets that still have to
	record        int // of its own, or of the sender's part
	to, nth       int // part that receives it, -1: a message by itself; number among those to it
	bytes         int64
}

// A member is a task's part in a collective.
type member struct {
	coll         *vef.Collective
	rank         int
	steps        []step
	at           int  // step
	in           bool // has begun
	sent         bool // what this step sends is sent
	given, taken map[int]int
	have         map[[2]int]bool // received: from whom, number
}

type agenda []ready

func (q agenda) Len() int      { return len(q) }
func (q agenda) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *agenda) Push(x any)   { *q = append(*q, x.(ready)) }
func (q *agenda) Pop() any     { x := (*q)[len(*q)-1]; *q = (*q)[:len(*q)-1]; return x }
func (q agenda) Less(i, j int) bool { // vef.Player.Pop: by time, then by record
	a, b := q[i], q[j]
	if a.at != b.at {
		return a.at < b.at
	}
	if a.record != b.record {
		return a.record < b.record
	}
	return a.seq < b.seq
}

// setProgram reads the trace of a scenario, if it plays one.
func (m *Model) setProgram(s scenario.Scenario) error {
	t, err := traffic.TraceOf(s)
	if t == nil || err != nil {
		return err
	}
	t = traffic.Compressed(s, t)
	g := &program{trace: t, after: map[happening][]int{}}
	m.program, m.gaps, m.mtu, m.sourceCap = g, traffic.Gaps{}, s.Int("packet"), 1<<62
	for i := range t.Messages {
		g.wait(i, t.Messages[i].Dep)
	}
	g.parts = make([]*member, len(t.Parts))
	for i := range t.Collectives {
		c := &t.Collectives[i]
		first, n := int(c.First), len(t.Comms[c.Comm])
		for r := range n {
			g.parts[first+r] = &member{coll: c, rank: r, steps: steps(c.Op, t.Parts[first:first+n], r, int(c.Root)), given: map[int]int{}, taken: map[int]int{}, have: map[[2]int]bool{}}
		}
	}
	for i := range t.Parts {
		g.wait(len(t.Messages)+i, t.Parts[i].Dep)
	}
	return nil
}

// wait notes what a record waits for.
func (g *program) wait(record int, d vef.Dep) {
	if d.On == vef.Start {
		g.plan(d.TimePS, record, nil)
		return
	}
	h := happening{d.On, int(d.ID)}
	g.after[h] = append(g.after[h], record)
}

func (g *program) plan(at int64, record int, l *mail) {
	g.seq++
	heap.Push(&g.due, ready{at, record, g.seq, l})
}

// next is when a task is ready next.
func (g *program) next() int64 {
	if len(g.due) == 0 {
		return traffic.Never
	}
	return g.due[0].at
}

// happens: what records wait for.
func (g *program) happens(on vef.On, id int, now int64) {
	for _, r := range g.after[happening{on, id}] {
		d := &g.trace.Messages
		if r < len(*d) {
			g.plan(now+(*d)[r].TimePS, r, nil)
		} else {
			g.plan(now+g.trace.Parts[r-len(*d)].TimePS, r, nil)
		}
	}
	delete(g.after, happening{on, id})
}

// completed: a record is.
func (g *program) completed(now int64) {
	g.done++
	g.ended = max(g.ended, now)
}

// play lets tasks do what they are ready for now; messages wait in their hosts' queues.
func (m *Model) play() {
	g := m.program
	for g.next() <= m.now {
		x := heap.Pop(&g.due).(ready)
		l := x.mail
		switch {
		case l != nil: // of a step
		case x.record >= len(g.trace.Messages):
			p := x.record - len(g.trace.Messages)
			g.parts[p].in = true
			m.begin(p, x.at)
			continue
		default:
			r := g.trace.Messages[x.record]
			l = &mail{src: int(r.Src), dst: int(r.Dst), record: x.record, to: -1, bytes: r.Bytes}
		}
		if l.src == l.dst { // it takes no time
			m.messageSent(l, x.at)
			m.messageReceived(l, x.at)
			continue
		}
		m.post(l, x.at)
		m.inject(l.src)
	}
}

// post puts a message's packets into its source queue, which has no bound: whole ones, one at least.
func (m *Model) post(l *mail, at int64) {
	n := int(max(1, (l.bytes+m.mtu-1)/m.mtu))
	l.leave, l.arrive = n, n
	for range n {
		m.totals.Generated++
		m.admit(l.src, packet{src: l.src, dst: l.dst, outVC: m.vcOf(l.src, l.dst), born: at, mail: l})
	}
}

// packetLeft: the tail of a packet has left its host.
func (m *Model) packetLeft(l *mail) {
	if l.leave--; l.leave == 0 {
		m.messageSent(l, m.now)
	}
}

// packetCame: it has arrived.
func (m *Model) packetCame(l *mail) {
	if l.arrive--; l.arrive == 0 {
		m.messageReceived(l, m.now)
	}
}

// messageSent: a message is sent.
func (m *Model) messageSent(l *mail, now int64) {
	if l.to < 0 {
		m.program.happens(vef.Sent, l.record, now)
		return
	}
	p := l.record - len(m.program.trace.Messages)
	m.program.parts[p].sent = true
	m.proceed(p, now)
}

// messageReceived: it is received.
func (m *Model) messageReceived(l *mail, now int64) {
	if l.to < 0 {
		m.program.completed(now)
		m.program.happens(vef.Received, l.record, now)
		return
	}
	from := m.program.parts[l.record-len(m.program.trace.Messages)].rank
	m.program.parts[l.to].have[[2]int{from, l.nth}] = true
	m.proceed(l.to, now)
}

// begin lets a task begin a step of a collective, or be through with it.
func (m *Model) begin(p int, now int64) {
	g := m.program
	x := g.parts[p]
	if x.at == len(x.steps) {
		x.in = false
		g.completed(now)
		g.happens(vef.Done, p, now)
		return
	}
	s := x.steps[x.at]
	if x.sent = s.to < 0; !x.sent {
		tasks := g.trace.Comms[x.coll.Comm]
		record := len(g.trace.Messages) + p
		g.plan(now, record, &mail{src: int(tasks[x.rank]), dst: int(tasks[s.to]), record: record, to: int(x.coll.First) + s.to, nth: x.given[s.to], bytes: s.bytes})
		x.given[s.to]++
	}
	m.proceed(p, now)
}

// proceed goes on to the next step, if this one is through. Of two messages from the same task the first is received first, as MPI has it.
func (m *Model) proceed(p int, now int64) {
	x := m.program.parts[p]
	if !x.in || !x.sent {
		return
	}
	if from := x.steps[x.at].from; from >= 0 {
		if !x.have[[2]int{from, x.taken[from]}] {
			return
		}
		x.taken[from]++
	}
	x.at++
	m.begin(p, now)
}

// ended returns the execution time, -1 while the program runs.
func (m *Model) ended() int64 {
	if g := m.program; g.done == len(g.trace.Messages)+len(g.trace.Parts) {
		return g.ended
	}
	return -1
}

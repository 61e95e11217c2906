package plain

// What happens when: the order of an instant, and of what happens in it.

import (
	"container/heap"

	"github.com/congestree/congestree/engine/traffic"
)

// What happens, in the order of an instant: R "the order of an instant".
const (
	credit = iota // a credit arrives at the sending port of a link, or a tail in its destination, where that matters
	free          // a packet's tail has left by an output port
	freeIn        // and from an input port
	head          // a packet's head arrives in a switch
	kinds         // the same of notifications come after those of data

	wake      = 2 * kinds // a flow of a host need not wait any more
	signalled = wake + 1  // a notification of set-aside queues arrives at the sending port of a link
)

type event struct {
	at        int64
	kind, seq int
	port, vc  int
	p         *packet
	s         signal
}

type events []event

func (q events) Len() int      { return len(q) }
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }
func (q *events) Pop() any     { e := (*q)[len(*q)-1]; *q = (*q)[:len(*q)-1]; return e }
func (q events) Less(i, j int) bool {
	if q[i].at != q[j].at {
		return q[i].at < q[j].at
	}
	if q[i].kind != q[j].kind {
		return q[i].kind < q[j].kind
	}
	if q[i].kind == wake && q[i].port != q[j].port {
		return q[i].port < q[j].port
	}
	return q[i].seq < q[j].seq
}

// Next returns the next time at which something happens.
func (m *Model) Next() int64 {
	next := int64(traffic.Never)
	if len(m.events) > 0 {
		next = m.events[0].at
	}
	for h := range m.hosts {
		next = min(next, max(m.hosts[h].birth, 1)) // nothing happens at 0
	}
	if m.program != nil {
		next = min(next, max(m.program.next(), m.now))
	}
	return next
}

// Advance lets everything happen up to a time, that instant included.
func (m *Model) Advance(to int64) {
	for m.Next() <= to {
		m.Instant()
	}
	m.land(to)
}

// AdvanceTo is Advance to a time at which somebody looks, whether or not something happens then.
func (m *Model) AdvanceTo(now int64) {
	m.Advance(now)
	m.now = now
	m.change(now + 1) // all that happens until now has happened
	if m.throttle != nil {
		m.fall()
	}
}

// Instant lets all happen that happens next: events, then hosts, then arbitration in the switches that something has changed in
// (R "when switches arbitrate").
func (m *Model) Instant() {
	m.now = m.Next()
	m.change(m.now)
	if m.throttle != nil {
		m.fall()
	}
	var late []event // what only now is to happen in this instant, but would have come before: without a delay, in one more
	for last := 0; len(m.events) > 0 && m.events[0].at == m.now; {
		e := heap.Pop(&m.events).(event)
		if e.kind < last {
			late = append(late, e)
			continue
		}
		last = e.kind
		if e.kind == wake {
			m.inject(m.net.Host(e.port))
			continue
		}
		if e.kind == signalled {
			m.hear(e.port, e.vc, e.s)
			continue
		}
		switch e.kind % kinds {
		case credit:
			if e.p != nil {
				m.tail(e.port, e.p)
			} else if e.vc >= m.vcs {
				m.noteCredited(e.port, e.vc-m.vcs)
			} else {
				m.credited(e.port, e.vc)
			}
		case free:
			m.freed(e.port)
			if m.net.IsHost(e.port) && e.p != nil {
				m.packetLeft(e.p.mail)
			}
		case freeIn:
			m.ports[e.port].in.busy = false
			m.touch(e.port)
		case head:
			m.arrive(e.port, e.vc, e.p)
		}
	}
	for _, e := range late {
		heap.Push(&m.events, e)
	}
	for h := range m.hosts {
		if m.hosts[h].birth <= m.now {
			m.inject(h)
		}
	}
	if m.program != nil {
		m.play()
	}
	for i := 0; i < len(m.look); i++ { // no range: a head that moves to another port in a look adds its switch once more
		m.marked[m.look[i]] = false
		m.arbitrate(m.look[i])
	}
	m.look = m.look[:0]
}

// credited: a port has got a credit for a VC. A host that had none of it looks at once for something to send (R "the order of an
// instant"). With VOQs, heads that wait for other ports may choose this one now (R "when a packet's output is chosen").
func (m *Model) credited(p, vc int) {
	x := &m.ports[p]
	x.credits[vc]++
	first := x.credits[vc] == 1
	if m.net.IsHost(p) {
		if first {
			m.inject(m.net.Host(p))
		}
		return
	}
	sw, out := m.net.SwitchOf(p)
	if m.again && !x.busy {
		m.canTake(sw, out, vc)
	}
	if first && !x.busy && len(m.inputsAt(sw, out, vc)) > 0 {
		m.touch(p)
	}
}

// freed: a packet's tail has left, the port sends nothing. Of hosts and waiting heads the same holds as when it gets a credit.
func (m *Model) freed(p int) {
	m.ports[p].busy = false
	if m.net.IsHost(p) {
		m.inject(m.net.Host(p))
		return
	}
	if sw, out := m.net.SwitchOf(p); m.again {
		for vc := range m.vcs {
			if m.room(p, vc) {
				m.canTake(sw, out, vc)
			}
		}
	}
	m.touch(p)
}

// touch notes that a switch has to arbitrate.
func (m *Model) touch(p int) {
	if sw, _ := m.net.SwitchOf(p); !m.marked[sw] {
		m.marked[sw] = true
		m.look = append(m.look, sw)
	}
}

func (m *Model) after(d int64, kind, port, vc int, p *packet) {
	m.seq++
	heap.Push(&m.events, event{at: m.now + d, kind: kind, seq: m.seq, port: port, vc: vc, p: p})
}

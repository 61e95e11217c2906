package plain

// Notifications between the CAMs of RECN-IQ and FBICM ([FBICM] §3.5).

import (
	"container/heap"
	"slices"
)

// What a notification says (R "notifications of set-aside queues"): each is of one destination, and takes a link's delay.
const (
	stop   = iota
	addOne // destination
	goOn
	forget // the line
)

type signal struct {
	kind, line, root, hops, dst int
}

// notify sends a Stop or a Go if an input's queue has passed a threshold (fields cfq-stop, cfq-go). The first Stop of a line is followed
// by its other destinations.
func (m *Model) notify(p, vc, k int) {
	in := &m.ports[p].in
	l, n := in.lines[vc][k], len(in.queue[vc][k+1])
	if l == nil {
		return
	}
	if n > m.stopAt && !l.halting && !m.net.IsHost(p) {
		m.signal(p, vc, k, stop, l.dests[0])
		for _, d := range l.dests[1:] {
			if !l.told {
				m.signal(p, vc, k, addOne, d)
			}
		}
		l.told, l.halting = true, true
	}
	if n <= m.goAt && l.halting {
		m.signal(p, vc, k, goOn, 0)
		l.halting = false
	}
}

// signal sends a notification of an input's line to the port upstream.
func (m *Model) signal(p, vc, k, kind, dst int) {
	l := m.ports[p].in.lines[vc][k]
	m.seq++
	heap.Push(&m.events, event{at: m.now + m.delay, kind: signalled, seq: m.seq, port: m.ports[p].peer, vc: vc, s: signal{kind, k, l.root, l.hops, dst}})
}

// hear: a notification has come to an output, or to a host. The lines of its inputs that follow that line hear of it by internal ones, in
// no time.
func (m *Model) hear(p, vc int, s signal) {
	first, inputs := p-p%m.net.Radix, m.net.Radix
	if m.net.IsHost(p) {
		m.born(m.net.Host(p))
		first, inputs = p, 1
	}
	cam := m.ports[p].cam[vc]
	if s.kind == stop && cam[s.line] == nil {
		cam[s.line] = &line{root: s.root, hops: s.hops}
	}
	l := cam[s.line]
	switch s.kind {
	case stop, addOne:
		l.stopped = l.stopped || s.kind == stop
		if len(l.dests) == 0 || m.queuing == "fbicm" && !slices.Contains(l.dests, s.dst) {
			l.dests = append(l.dests, s.dst)
			slices.Sort(l.dests)
		}
	case goOn:
		l.stopped = false
	case forget:
		l.stopped = false
		cam[s.line] = nil // whatever of its packets waits further up goes on as it is
	}
	for in := first; in < first+inputs; in++ {
		for v := range m.vcs {
			for i, own := range m.ports[in].in.lines[v] {
				if own != nil && own.out == p && own.outVC == vc && own.next == s.line { // internal Go, or Stop
					if own.stopped = l.stopped; l.stopped {
						m.extend(in, v, i, l.dests...)
					}
					if s.kind == forget {
						own.next = -1
					}
				}
			}
			m.process(in, v)
		}
	}
	if m.net.IsHost(p) {
		m.inject(m.net.Host(p))
	} else {
		m.touch(p)
	}
}

package plain

// Queues that are set aside for congested flows, RECN-IQ and FBICM ([FBICM] §3): how packets come into them and leave. Hosts have
// them, too (R "hosts under VOQnet, RECN-IQ, FBICM"): their source queue is as an input's queues, at the host's port.

import "slices"

// A line of a CAM ([FBICM] Fig. 3), with its queue: queue[vc][i+1] is that of line i, queue[vc][0] the one for flows that are not
// congested (NFQ). Of an output, a copy of one downstream, without a queue.
type line struct {
	root  int   // Congested-Port
	hops  int   // hops-to-reach: 1 is a port of this switch
	dests []int // list-of-destinations, ascending; of RECN one, whose way is the route

	out, outVC int  // the output on the way to the root
	next       int  // NextCFQ: the line of that output that it follows, -1: none
	stopped    bool // Stop
	told       bool // Sent Stop: the output upstream has a copy
	halting    bool // and that is stopped

	heard int64 // since when there is this queue, if an internal Stop was for it, else -1
}

// A use is how many queues are set aside in switches, as it is told.
type use struct {
	now, peak int
	total     uint64
	since     int64 // changed last
	area      int64 // queues × ps up to then
}

// setAside counts a queue that is taken, or given free.
func (m *Model) setAside(p, by int) {
	if m.net.IsHost(p) {
		return
	}
	u := &m.use
	u.area += int64(u.now) * (m.now - u.since)
	u.since = m.now
	u.now += by
	u.peak = max(u.peak, u.now)
	if by > 0 {
		u.total++
	}
}

// process is the post-processing of an input's or host's queues ([FBICM] §3.4), and what follows from how full they are, queue by queue.
func (m *Model) process(p, vc int) {
	for m.move(p, vc) {
	}
}

// move moves the head of a queue to that of the next line that knows its flow, the nearest congested port first, and says whether it has
// found one, or given a line free (R "what is set aside"). Where no line here does, the packet asks for its output, where a Stop may hold it up: an internal one
// then tells of that line, if it is not one for a nearer port than the queue that the packet is in.
func (m *Model) move(p, vc int) bool {
	in := &m.ports[p].in
	for q := range in.queue[vc] {
		if len(in.queue[vc][q]) == 0 {
			if q > 0 && m.giveFree(p, vc, q-1) {
				return true
			}
			continue
		}
		head, hops := in.queue[vc][q][0], 0
		if q > 0 {
			hops = in.lines[vc][q-1].hops
		}
		best := -1
		for k, l := range in.lines[vc] {
			if l == nil || l.hops <= hops {
				continue
			}
			if l.root == m.outOf(p, head) { // it requests the congested port: one destination more, if it is none yet
				m.extend(p, vc, k, head.dst)
			}
			if l.out == m.outOf(p, head) && m.knows(l, p, vc, head.dst) && (best < 0 || l.hops < in.lines[vc][best].hops) {
				best = k
			}
		}
		if best >= 0 {
			in.queue[vc][q] = in.queue[vc][q][1:]
			if q == 0 && m.net.IsHost(p) && len(in.queue[vc][best+1]) >= m.sourceCap {
				m.totals.Refused++
				return true
			}
			if to := &in.queue[vc][best+1]; m.net.IsHost(p) {
				*to = append(*to, head)
			} else {
				insert(to, head)
			}
			if q > 0 {
				m.notify(p, vc, q-1)
			}
			m.notify(p, vc, best)
			return true
		}
		halts := m.halts(p, head)
		if q == 0 && len(halts) == 0 && m.detect(p, vc) {
			return true // a line for it
		}
		for _, k := range halts {
			if m.ports[m.outOf(p, head)].cam[head.outVC][k].hops+1 >= hops && m.internal(p, vc, head, k) {
				return true
			}
		}
	}
	return false
}

// giveFree gives a line free, if it is in use and not stopped; it has no packets (R "when a line is given free").
func (m *Model) giveFree(p, vc, k int) bool {
	l := m.ports[p].in.lines[vc][k]
	if l == nil || l.stopped {
		return false
	}
	if l.told {
		m.signal(p, vc, k, forget, 0)
	}
	m.ports[p].in.lines[vc][k] = nil
	m.setAside(p, -1)
	return true
}

// outOf returns the port that a packet at an input, or in a host, leaves by.
func (m *Model) outOf(p int, pkt *packet) int {
	if m.net.IsHost(p) {
		return p
	}
	return p - p%m.net.Radix + pkt.out
}

// knows says whether a line of an input or host is for packets to a destination. FBICM: it is in the list; RECN: their route leads to
// the congested port by the ports that the line's does.
func (m *Model) knows(l *line, p, vc, dst int) bool {
	hops := l.hops
	if m.net.IsHost(p) {
		p, hops = m.ports[p].peer, hops-1
	}
	if m.queuing == "fbicm" {
		return slices.Contains(l.dests, dst)
	}
	return slices.Equal(m.onward(p, vc, dst, hops), m.onward(p, vc, l.dests[0], hops))
}

// onward returns the next outputs on the route to a destination, from an input on.
func (m *Model) onward(p, vc, dst, hops int) (list []int) {
	for ; hops > 0 && !m.net.IsHost(p); hops-- {
		x := packet{dst: dst}
		m.route(p, vc, &x)
		out := m.outOf(p, &x)
		list = append(list, out)
		p, vc = m.ports[out].peer, x.outVC
	}
	return list
}

// halts returns the stopped lines of its output for a packet, the nearest congested port first: those that know it, and the one that its
// queue's line follows ([FBICM] §3.3, "Stop bit").
func (m *Model) halts(p int, pkt *packet) (list []int) {
	out, follows := m.outOf(p, pkt), -1
	in := &m.ports[p].in
	for vc := range in.lines {
		for i, own := range in.lines[vc] {
			if own != nil && own.out == out && own.outVC == pkt.outVC && slices.Contains(in.queue[vc][i+1], pkt) {
				follows = own.next
			}
		}
	}
	cam := m.ports[out].cam[pkt.outVC]
	for k, l := range cam {
		if l != nil && l.stopped && (k == follows || m.knows(l, m.ports[out].peer, pkt.outVC, pkt.dst)) {
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cam[a].hops - cam[b].hops })
	return list
}

// internal: a packet asks for an output of which a line for it is stopped. The input hears of it, and of all its destinations, by an internal
// Stop ([FBICM] §3.5), for a line that it has for that congested port, or for a new one. It says whether there is news in it.
func (m *Model) internal(p, vc int, pkt *packet, k int) bool {
	out := m.outOf(p, pkt)
	l := m.ports[out].cam[pkt.outVC][k]
	for i, own := range m.ports[p].in.lines[vc] {
		if own != nil && own.root == l.root && own.out == out && own.outVC == pkt.outVC && own.hops == l.hops+1 &&
			(m.queuing == "fbicm" || m.knows(own, p, vc, pkt.dst)) {
			if own.next == k && m.knows(own, p, vc, pkt.dst) {
				return false
			}
			own.next, own.stopped = k, true
			m.extend(p, vc, i, l.dests...)
			return true
		}
	}
	dests := []int{pkt.dst}
	if m.queuing == "fbicm" {
		dests = slices.Clone(l.dests)
	}
	return m.allocate(p, vc, line{root: l.root, hops: l.hops + 1, dests: dests, out: out, outVC: pkt.outVC, next: k, stopped: true, heard: m.now})
}

// detect: more packets in the NFQ than the threshold make the output of its head a congested port ([FBICM] §3.2), unless it waits
// already for one farther away (R "when congestion is detected").
func (m *Model) detect(p, vc int) bool {
	nfq := m.ports[p].in.queue[vc][0]
	if m.net.IsHost(p) || len(nfq) <= m.detectAt {
		return false
	}
	out := m.outOf(p, nfq[0])
	return m.allocate(p, vc, line{root: out, hops: 1, dests: []int{nfq[0].dst}, out: out, outVC: nfq[0].outVC, next: -1, heard: -1})
}

// allocate takes the first free line, if there is one.
func (m *Model) allocate(p, vc int, l line) bool {
	lines := m.ports[p].in.lines[vc]
	for i := range lines {
		if lines[i] == nil {
			lines[i] = &l
			m.setAside(p, 1)
			return true
		}
	}
	return false
}

// extend adds destinations to a line of FBICM, and tells upstream of those that it did not have (R "notifications of set-aside queues").
func (m *Model) extend(p, vc, k int, dests ...int) {
	l := m.ports[p].in.lines[vc][k]
	for _, d := range dests {
		if m.queuing != "fbicm" || slices.Contains(l.dests, d) {
			continue
		}
		l.dests = append(l.dests, d)
		slices.Sort(l.dests)
		if l.told {
			m.signal(p, vc, k, addOne, d)
		}
	}
}

// mayLeave says whether a queue has a packet for an output and a VC behind it that no stopped line there keeps back.
func (m *Model) mayLeave(p, vc, queue, out, outVC int) bool {
	in := &m.ports[p].in
	if len(in.queue[vc][queue]) == 0 {
		return false
	}
	pkt := in.queue[vc][queue][0]
	return m.outOf(p, pkt) == out && pkt.outVC == outVC && len(m.halts(p, pkt)) == 0
}

package plain

// Congestion trees where queues are set aside: R "trees where queues are set aside", and the header of observe/trees_aside.go.

import "slices"

// named returns what a CAM line says that the packets of a channel wait for. Where the first of its NFQ must wait for a Stop, that
// is the root of the nearest such line. Where its sender has no credits, and one of its lines has more packets than the NFQ, that is
// to blame, and what waits for the channel waits for that line's root; the NFQ itself does not.
func (m *Model) named(c channel) (w wait, aside, ok bool) {
	in := &m.ports[c.port].in
	nfq := in.queue[c.vc][0]
	if len(nfq) > 0 {
		if halts := m.halts(c.port, nfq[0]); len(halts) > 0 {
			l := m.ports[m.outOf(c.port, nfq[0])].cam[nfq[0].outVC][halts[0]]
			return wait{l.root, l.hops + 1}, false, true
		}
	}
	if m.fits(m.ports[c.port].peer, c.vc) {
		return wait{}, false, false
	}
	most := len(nfq)
	for k, l := range in.lines[c.vc] {
		if n := len(in.queue[c.vc][k+1]); l != nil && n > most {
			w, most, ok = wait{l.root, l.hops}, n, true
		}
	}
	return w, ok, ok
}

// found returns what those wait for that wait for a channel: what a line names, there or on the way of the NFQs' heads, or else the root of that way.
func (t *Trees) found(c channel, look bool) (wait, bool) {
	m := t.m
	var outs []int
	var seen []channel
	for {
		if w, _, ok := m.named(c); ok {
			return wait{w.root, w.depth + len(outs)}, true
		}
		if k := slices.Index(seen, c); k >= 0 {
			return t.rootOf(outs, k, look)
		}
		if !m.spent(c) {
			break
		}
		seen = append(seen, c)
		head := m.ports[c.port].in.queue[c.vc][0][0]
		out := m.outOf(c.port, head)
		outs = append(outs, out)
		if m.fits(out, head.outVC) {
			break
		}
		c = channel{m.ports[out].peer, head.outVC}
	}
	return t.rootOf(outs, len(outs), look)
}

// rootsAside returns what the NFQs of all channels wait for, and what those wait for that wait for a channel. Where lines fill a channel,
// its NFQ waits for credits of the next buffer, if its head does.
func (t *Trees) rootsAside(look bool) ends {
	m := t.m
	own, seen := map[channel]wait{}, map[channel]wait{}
	for _, c := range m.channels() {
		w, ok := t.found(c, look)
		if ok {
			seen[c] = w
		}
		if _, aside, _ := m.named(c); aside {
			ok = false
			if nfq := m.ports[c.port].in.queue[c.vc][0]; len(nfq) > 0 && !m.fits(m.outOf(c.port, nfq[0]), nfq[0].outVC) {
				w, ok = t.found(channel{m.ports[m.outOf(c.port, nfq[0])].peer, nfq[0].outVC}, look)
				w.depth++
			}
		}
		if ok {
			own[c] = w
		}
	}
	return ends{own, seen}
}

// A branch is a queue that is set aside and has packets.
type branch struct {
	*line
	packets int
}

// branches returns those of a channel, or of a host, at its port.
func (m *Model) branches(c channel) (list []branch) {
	if !m.aside || c.vc >= m.vcs {
		return nil
	}
	in := &m.ports[c.port].in
	for k, l := range in.lines[c.vc] {
		if n := len(in.queue[c.vc][k+1]); l != nil && n > 0 {
			list = append(list, branch{l, n})
		}
	}
	return list
}

// standsForFull says whether a Stop has reached a queue, or it has sent one and no Go since.
func (b branch) standsForFull() bool { return b.stopped || b.halting }

// heldBack returns the roots of the lines that keep packets in a host: those of a Stop that has reached one of its queues, or of
// which packets wait in queues by destination.
func (m *Model) heldBack(h, vc int) (roots []int) {
	p := m.net.HostPort(h)
	for _, b := range m.branches(channel{p, vc}) {
		if b.stopped {
			roots = append(roots, b.root)
		}
	}
	if !m.byDest {
		return roots
	}
	for _, l := range m.ports[p].cam[vc] {
		if l == nil || !l.stopped {
			continue
		}
		for _, q := range m.hosts[h].queue {
			if len(q) > 0 && q[0].outVC == vc && m.knows(l, m.ports[p].peer, vc, q[0].dst) {
				roots = append(roots, l.root)
				break
			}
		}
	}
	return roots
}

package plain

// Hosts: what they generate, the VC that the queuing scheme gives it, and when they send it.

import "slices"

// born generates a host's packets up to now. A full source queue refuses (field source-queue: so many per VC).
func (m *Model) born(h int) {
	x := &m.hosts[h]
	for x.birth <= m.now {
		d := int(m.pattern.Dest(uint32(h), x.birth, &x.rand))
		if v := m.vcOf(h, d); len(x.queue[v]) < m.sourceCap {
			x.queue[v] = append(x.queue[v], packet{src: h, dst: d, born: x.birth})
		} else {
			m.totals.Refused++
		}
		m.totals.Generated++
		x.birth = m.gaps.NextOf(uint32(h), x.birth, &x.rand)
	}
}

// vcOf returns the VC in which a packet leaves its host: of its queue, in a torus that of its first hop.
func (m *Model) vcOf(src, dst int) int {
	q := m.queueOf(src, dst)
	if m.lanes == 1 {
		return q
	}
	if m.spread != nil { // R "DRB's paths": it waits in the first VC of its queue
		return q * m.lanes
	}
	_, lane := m.hop(m.leaf(src), dst)
	return q*m.lanes + lane
}

// queueOf is the queuing scheme (fields queuing and vcs; R "vFtree", "Flow2SL").
func (m *Model) queueOf(src, dst int) int {
	q := m.schemeVCs
	switch m.queuing {
	case "dbbm":
		return dst % q
	case "vftree":
		return ((m.leaf(dst)-m.leaf(src))%q + q) % q
	case "flow2sl":
		n := m.net.Hosts
		return (src*q/n + dst*q/n) % q
	}
	return 0
}

func (m *Model) leaf(h int) int {
	sw, _ := m.net.SwitchOf(m.ports[m.net.HostPort(h)].peer)
	return sw
}

// inject lets a host that sends nothing begin to: the VCs that have a packet and a credit take turns (R "the order of an instant").
func (m *Model) inject(h int) {
	m.born(h)
	x, p := &m.hosts[h], m.net.HostPort(h)
	if m.ports[p].busy || m.notice != nil && m.sendNote(h) {
		return
	}
	for i := range m.vcs {
		v := (x.turn + i) % m.vcs
		if len(x.queue[v]) == 0 {
			continue
		}
		k, vc := 0, v // place in the queue, VC on the link
		if m.throttle != nil {
			k = m.firstReady(h, v)
		}
		if m.spread != nil {
			vc = m.way(h, v, &x.queue[v][0])
		}
		if k < 0 || vc < 0 || m.ports[p].credits[vc] == 0 {
			continue
		}
		pkt := x.queue[v][k]
		x.queue[v] = slices.Concat(x.queue[v][:k], x.queue[v][k+1:])
		x.turn = (v + 1) % m.vcs
		pkt.begun = m.now
		m.totals.Injected++
		m.send(p, vc, &pkt)
		if m.throttle != nil {
			m.pause(h, pkt.dst)
		}
		return
	}
}

package plain

// Hosts: what they generate, the VC that the queuing scheme gives it, and when they send it.

import "slices"

// born generates a host's packets up to now. A full source queue refuses (field source-queue: so many per VC, or per destination).
func (m *Model) born(h int) {
	x := &m.hosts[h]
	for x.birth <= m.now {
		d := int(m.pattern.Dest(uint32(h), x.birth, &x.rand))
		if pkt := (packet{src: h, dst: d, outVC: m.vcOf(h, d), born: x.birth}); !m.admit(h, pkt) {
			m.totals.Refused++
		}
		m.totals.Generated++
		x.birth = m.gaps.NextOf(uint32(h), x.birth, &x.rand)
	}
}

// admit puts a packet into its source queue, unless that is full.
func (m *Model) admit(h int, pkt packet) bool {
	if m.sorts() { // into the NFQ
		nfq := &m.ports[m.net.HostPort(h)].in.queue[pkt.outVC][0]
		if len(*nfq) == m.sourceCap {
			return false
		}
		*nfq = append(*nfq, &pkt)
		m.process(m.net.HostPort(h), pkt.outVC)
		return true
	}
	q := pkt.outVC
	if m.byDest {
		q = pkt.dst
	}
	if len(m.hosts[h].queue[q]) == m.sourceCap {
		return false
	}
	m.hosts[h].queue[q] = append(m.hosts[h].queue[q], pkt)
	return true
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
	case "voqnet":
		return dst
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

// inject lets a host that sends nothing begin to: the queues, of VCs or destinations, that have a packet with a credit take turns, or
// if they are of destinations, the oldest packet goes where arbiters serve what was injected first (R "the order of an instant", "hosts").
func (m *Model) inject(h int) {
	m.born(h)
	x, p := &m.hosts[h], m.net.HostPort(h)
	if m.ports[p].busy || m.notice != nil && m.sendNote(h) {
		return
	}
	if m.sorts() {
		m.injectSorted(h)
		return
	}
	best, place := -1, 0 // of the queues, and in it
	oldest := m.byDest && m.arbiter == "oldest-injected"
	for i := 0; i < len(x.queue) && (best < 0 || oldest); i++ {
		q := (x.turn + i) % len(x.queue)
		if oldest { // of equally old messages that to the lowest destination (R "hosts")
			q = i
		}
		if len(x.queue[q]) == 0 {
			continue
		}
		k := 0
		if m.throttle != nil {
			if k = m.firstReady(h, q); k < 0 {
				continue
			}
		}
		pkt := &x.queue[q][k]
		if m.spread != nil {
			if pkt.outVC = m.way(h, q, pkt); pkt.outVC < 0 {
				continue
			}
		}
		if m.ports[p].credits[pkt.outVC] == 0 || len(m.halts(p, pkt)) > 0 {
			continue
		}
		if best < 0 || pkt.born < x.queue[best][place].born {
			best, place = q, k
		}
	}
	if best < 0 {
		return
	}
	pkt := x.queue[best][place]
	x.queue[best] = slices.Concat(x.queue[best][:place], x.queue[best][place+1:])
	x.turn = (best + 1) % len(x.queue)
	m.leave(p, &pkt)
	if m.throttle != nil {
		m.pause(h, pkt.dst)
	}
}

// leave sends a packet into the network.
func (m *Model) leave(p int, pkt *packet) {
	pkt.begun = m.now
	m.totals.Injected++
	m.send(p, pkt.outVC, pkt)
}

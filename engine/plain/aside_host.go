package plain

// Hosts of RECN-IQ and FBICM (R "hosts under VOQnet, RECN-IQ, FBICM"): their queues are those of an input, at the host's port.

// sorts says whether hosts set queues aside.
func (m *Model) sorts() bool { return m.aside && !m.byDest }

// injectSorted lets the next packet enter: VCs take turns, and the queues of each.
func (m *Model) injectSorted(h int) {
	p := m.net.HostPort(h)
	in := &m.ports[p].in
	for i := range m.vcs {
		vc := (m.hosts[h].turn + i) % m.vcs
		if m.ports[p].credits[vc] == 0 {
			continue
		}
		for j := range in.queue[vc] {
			q := (in.turn[vc] + j) % len(in.queue[vc])
			if !m.mayLeave(p, vc, q, p, vc) {
				continue
			}
			pkt := in.queue[vc][q][0]
			in.queue[vc][q] = in.queue[vc][q][1:]
			m.hosts[h].turn, in.turn[vc] = (vc+1)%m.vcs, (q+1)%len(in.queue[vc])
			m.leave(p, pkt)
			m.process(p, vc)
			return
		}
	}
}

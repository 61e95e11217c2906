package plain

// Channels, as observers see them: those of data, and behind them those of notifications in a VL of their own (observe.Header.DataVCs).

import "slices"

// A channel is a VC of the input buffer behind a switch's port.
type channel struct{ port, vc int }

// allVCs returns how many an input buffer has.
func (m *Model) allVCs() int {
	if m.notice != nil && m.notice.own {
		return m.vcs + m.notice.lanes
	}
	return m.vcs
}

// queues returns a channel's.
func (m *Model) queues(c channel) [][]*packet {
	if c.vc >= m.vcs {
		return m.ports[c.port].notes.queue[c.vc-m.vcs]
	}
	return m.ports[c.port].in.queue[c.vc]
}

// nextVC returns the VC that a packet takes behind its output.
func (m *Model) nextVC(p *packet) int {
	if m.apart(p) {
		return m.vcs + p.outVC
	}
	return p.outVC
}

// outputOf returns the port that a packet in a channel leaves by.
func (m *Model) outputOf(c channel, p *packet) int { return c.port - c.port%m.net.Radix + p.out }

// fits says whether a port has a credit for a VC.
func (m *Model) fits(p, vc int) bool {
	if vc >= m.vcs {
		return m.net.IsHost(m.ports[p].peer) || m.ports[p].notes.credits[vc-m.vcs] > 0
	}
	return m.room(p, vc)
}

// asking returns the inputs that ask a switch's output for a VC behind it.
func (m *Model) asking(out, vc int) (list []int) {
	sw, o := m.net.SwitchOf(out)
	if vc < m.vcs {
		return m.inputsAt(sw, o, vc)
	}
	for in := range m.net.Radix {
		if m.noteHolder(&m.ports[sw*m.net.Radix+in], o, vc-m.vcs) >= 0 {
			list = append(list, in)
		}
	}
	return list
}

// held returns the packets of a channel, in the order of arrival.
func (m *Model) held(c channel) (list []*packet) {
	for _, q := range m.queues(c) {
		list = append(list, q...)
	}
	slices.SortFunc(list, func(a, b *packet) int { return a.came - b.came })
	return list
}

// waiting returns those of them that are not set aside.
func (m *Model) waiting(c channel) []*packet {
	if m.aside && c.vc < m.vcs {
		return m.queues(c)[0]
	}
	return m.held(c)
}

// spent says whether a channel is: its sender has no credit, and at least half of its places hold packets.
func (m *Model) spent(c channel) bool {
	if m.fits(m.ports[c.port].peer, c.vc) {
		return false
	}
	held := len(m.held(c))
	return held > 0 && (m.delay < m.packetPS || 2*held >= m.capacity)
}

// waitsFor returns the output that a channel waits for, that of its first packet or with VOQs the one that most are for, and the VC behind
// it that the first of these takes.
func (m *Model) waitsFor(c channel) (out, vc int, ok bool) {
	list := m.held(c)
	if len(list) == 0 {
		return 0, 0, false
	}
	first := list[0]
	if m.voq {
		most := 0
		for _, q := range m.queues(c) {
			if len(q) > most {
				most, first = len(q), q[0]
			}
		}
	}
	return m.outputOf(c, first), m.nextVC(first), true
}

// chain returns the outputs that a congested channel waits for, one behind the other, up to one that has credits, and from which of them on
// the way is a ring, as it comes back to a channel; else all of them.
func (m *Model) chain(c channel) (outs []int, ring int) {
	var seen []channel
	for m.spent(c) {
		seen = append(seen, c)
		out, vc, ok := m.waitsFor(c)
		if !ok {
			break
		}
		outs = append(outs, out)
		if m.fits(out, vc) {
			break
		}
		c = channel{m.ports[out].peer, vc}
		if k := slices.Index(seen, c); k >= 0 {
			return outs, k
		}
	}
	return outs, len(outs)
}

// inputs returns how many inputs contend for an output now: they ask, or are served with data.
func (m *Model) inputs(out int) int {
	inputs := map[int]bool{}
	if m.ports[out].busy && m.ports[out].serves >= 0 {
		inputs[m.ports[out].serves] = true
	}
	for vc := range m.allVCs() {
		for _, in := range m.asking(out, vc) {
			inputs[in] = true
		}
	}
	return len(inputs)
}

// channels returns those of all switches' input ports that have a link.
func (m *Model) channels() (list []channel) {
	for p := range m.ports {
		if !m.net.IsHost(p) && m.ports[p].peer >= 0 {
			for vc := range m.allVCs() {
				list = append(list, channel{p, vc})
			}
		}
	}
	return list
}

package plain

// HoL blocking, and what packets in buffers wait for: R "HoL blocking", and the doc comments of observe.SlotState.

import "slices"

// What a packet waits for, as observe.WaitTurn and so on.
const (
	waitsTurn = iota
	waitsCredit
	waitsBehind
	waitsStop
)

// waitOf says what the packet at a place of a channel waits for.
func (m *Model) waitOf(c channel, p *packet) int {
	switch {
	case m.headOf(c, p) != p:
		return waitsBehind
	case m.isStopped(c, p):
		return waitsStop
	case !m.fits(m.outputOf(c, p), m.nextVC(p)):
		return waitsCredit
	}
	return waitsTurn
}

// isStopped says whether a packet of a channel would have to wait for a Go at its output.
func (m *Model) isStopped(c channel, p *packet) bool { return m.aside && len(m.halts(c.port, p)) > 0 }

// headOf returns the first packet of the queue that a packet of a channel is in.
func (m *Model) headOf(c channel, p *packet) *packet {
	if m.aside {
		for _, q := range m.queues(c) {
			if slices.Contains(q, p) {
				return q[0]
			}
		}
	}
	if m.voq {
		return m.queues(c)[p.out][0]
	}
	return m.queues(c)[0][0]
}

// goes says whether the output of a packet in a channel is free and has credits for it, and no Stop for it.
func (m *Model) goes(c channel, p *packet) bool {
	out := m.outputOf(c, p)
	return !m.ports[out].busy && m.fits(out, m.nextVC(p)) && !m.isStopped(c, p)
}

// blocked says whether a packet of a channel suffers HoL blocking, and whether that is low-order; waits are those of all channels.
func (m *Model) blocked(c channel, p *packet, waits ends) (is, low bool) {
	head := m.headOf(c, p)
	if head == p || m.goes(c, head) || !m.goes(c, p) {
		return false, false
	}
	out := m.outputOf(c, head)
	if m.fits(out, m.nextVC(head)) {
		return true, true
	}
	w, ok := waits.own[c]
	if !ok || m.voq { // it is not full, or not for this queue: what its head waits for is
		w, ok = waits.own[channel{m.ports[out].peer, m.nextVC(head)}]
	}
	if !ok {
		return true, true
	}
	here, _ := m.net.SwitchOf(c.port)
	at, _ := m.net.SwitchOf(w.root)
	return true, at == here
}

// lacks says whether packets at the heads of queues wait for a switch's output in a VC that it has no credits for (observe.Blocked).
func (m *Model) lacks(out int) bool {
	for vc := range m.allVCs() {
		if m.ports[out].peer >= 0 && !m.fits(out, vc) && len(m.asking(out, vc)) > 0 {
			return true
		}
	}
	return false
}

// full says whether a channel is full: its sender has no credit, or over a link of a packet time or longer it holds what it may.
func (m *Model) full(c channel) bool {
	if m.delay >= m.packetPS {
		return len(m.held(c)) >= m.capacity
	}
	return !m.fits(m.ports[c.port].peer, c.vc)
}

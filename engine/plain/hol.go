package plain

// HoL blocking, and what packets in buffers wait for: R "HoL blocking", MODEL §8, and the doc comments of observe.SlotState.

// What a packet waits for, as observe.WaitTurn and so on.
const (
	waitsTurn = iota
	waitsCredit
	waitsBehind
)

// waitOf says what the packet at a place of a channel waits for.
func (m *Model) waitOf(c channel, p *packet) int {
	sw, _ := m.net.SwitchOf(c.port)
	q := m.ports[c.port].in.queue[c.vc][0]
	if m.voq {
		q = m.ports[c.port].in.queue[c.vc][p.out]
	}
	switch {
	case q[0] != p:
		return waitsBehind
	case !m.room(sw*m.net.Radix+p.out, p.outVC):
		return waitsCredit
	}
	return waitsTurn
}

// goes says whether the output of a packet in a switch is free and has credits for it.
func (m *Model) goes(sw int, p *packet) bool {
	out := sw*m.net.Radix + p.out
	return !m.ports[out].busy && m.room(out, p.outVC)
}

// blocked says whether a packet of a channel suffers HoL blocking, and whether that is low-order; waits are those of all channels.
func (m *Model) blocked(c channel, p *packet, waits map[channel]wait) (is, low bool) {
	sw, _ := m.net.SwitchOf(c.port)
	q := m.ports[c.port].in.queue[c.vc][0]
	if m.voq {
		q = m.ports[c.port].in.queue[c.vc][p.out]
	}
	head := q[0]
	if head == p || m.goes(sw, head) || !m.goes(sw, p) {
		return false, false
	}
	out := sw*m.net.Radix + head.out
	if m.room(out, head.outVC) {
		return true, true
	}
	w, ok := waits[c]
	if !ok || m.voq { // it is not full, or not for this queue: what its head waits for is
		w, ok = waits[channel{m.ports[out].peer, head.outVC}]
	}
	if !ok {
		return true, true
	}
	at, _ := m.net.SwitchOf(w.root)
	return true, at == sw
}

// lacks says whether packets at the heads of queues wait for a switch's output in a VC that it has no credits for (observe.Blocked).
func (m *Model) lacks(out int) bool {
	sw, o := m.net.SwitchOf(out)
	for vc := range m.vcs {
		if m.ports[out].peer >= 0 && !m.room(out, vc) && len(m.inputsAt(sw, o, vc)) > 0 {
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
	return m.ports[m.ports[c.port].peer].credits[c.vc] == 0
}

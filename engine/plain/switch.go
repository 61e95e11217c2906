package plain

// A packet's way through links and buffers.

import "slices"

// send begins to send a packet over a port's link: its head is at the other end after the delay (virtual cut-through), and the
// port is free when its tail has left. Hosts take all that comes (R "input buffers of hosts").
func (m *Model) send(p, vc int, pkt *packet) {
	x := &m.ports[p]
	x.busy = true
	to := m.net.IsHost(x.peer)
	m.fly(p, vc, pkt)
	if pkt.mail != nil {
		m.after(m.time(pkt), free, p, 0, pkt)
	} else {
		m.after(m.time(pkt), m.kind(free, pkt), p, 0, nil)
	}
	if pkt.note || to && (pkt.marked || pkt.mail != nil) {
		m.after(m.time(pkt)+m.delay, m.kind(credit, pkt), x.peer, 0, pkt)
	}
	if !pkt.note {
		x.sent++
	}
	if !to {
		if m.apart(pkt) {
			x.notes.credits[vc]--
		} else {
			x.credits[vc]--
		}
		m.after(m.delay, m.kind(head, pkt), x.peer, vc, pkt)
	}
}

// room says whether a packet could enter the buffer behind a port.
func (m *Model) room(p, vc int) bool {
	return m.net.IsHost(m.ports[p].peer) || m.ports[p].credits[vc] > 0
}

// arrive routes a packet whose head has come by a port, and puts it into its queue.
func (m *Model) arrive(p, vc int, pkt *packet) {
	m.seq++
	pkt.came = m.seq
	m.ports[p].in.waiting++
	m.route(p, vc, pkt)
	if m.apart(pkt) {
		m.noteArrived(p, vc, pkt)
		return
	}
	sw, in := m.net.SwitchOf(p)
	first := m.put(sw, in, vc, pkt)
	if m.aside {
		m.process(p, vc)
	}
	if m.aside || first && !m.ports[p].in.busy && !m.ports[sw*m.net.Radix+pkt.out].busy {
		m.touch(p)
	}
}

// put puts a packet into the queue for its output, and says whether it is at the head. All are in the order of their arrivals,
// those, too, that had first waited for another output.
func (m *Model) put(sw, in, vc int, pkt *packet) (first bool) {
	queue := 0 // where queues are set aside, too: the NFQ
	if m.voq && !m.aside {
		queue = pkt.out
	}
	return insert(&m.ports[sw*m.net.Radix+in].in.queue[vc][queue], pkt)
}

// insert puts a packet into a queue, in the order of arrivals.
func insert(q *[]*packet, pkt *packet) (first bool) {
	i := len(*q)
	for i > 0 && (*q)[i-1].came > pkt.came {
		i--
	}
	*q = slices.Insert(*q, i, pkt)
	return i == 0
}

// holder returns the VC and queue of an input at the head of which a packet waits for an output and a VC behind it; -1: none.
// Several may only for AFI's channel, into which packets come from all VCs, and for a torus' lanes: then it is the one in turn (R "AFI's
// adapted-flow channel").
func (m *Model) holder(sw, in, outVC, out int) (vc, queue int) {
	i := &m.ports[sw*m.net.Radix+in].in
	if i.waiting == 0 { // saves time
		return -1, -1
	}
	for k := range m.vcs {
		vc := (i.turnVC + k) % m.vcs
		if vc != outVC && m.queuing == "voqnet" { // saves time: there is a VC for each destination
			continue
		}
		if m.aside { // the queue in turn, of those that may send ([FBICM] §3.4)
			for j := range i.queue[vc] {
				p, q := sw*m.net.Radix, (i.turn[vc]+j)%len(i.queue[vc])
				if m.mayLeave(p+in, vc, q, p+out, outVC) {
					return vc, q
				}
			}
			continue
		}
		queue := 0
		if m.voq {
			queue = out
		}
		if q := i.queue[vc][queue]; len(q) > 0 && q[0].out == out && q[0].outVC == outVC {
			return vc, queue
		}
	}
	return -1, -1
}

// waits says whether such a packet waits.
func (m *Model) waits(sw, in, outVC, out int) bool {
	vc, _ := m.holder(sw, in, outVC, out)
	return vc >= 0
}

// asks says whether an input has a packet that could leave by an output into a VC behind it.
func (m *Model) asks(sw, in, outVC, out int) bool {
	return m.room(sw*m.net.Radix+out, outVC) && m.waits(sw, in, outVC, out)
}

// forward sends a packet of an input by an output into a VC behind it. Its place is free when its tail has left, and the credit
// for it takes the link's delay (R "a packet's place").
func (m *Model) forward(sw, in, outVC, out int) {
	vc, queue := m.holder(sw, in, outVC, out)
	p := sw*m.net.Radix + in
	m.ports[p].in.turnVC = (vc + 1) % m.vcs
	m.ports[p].in.turn[vc] = (queue + 1) % len(m.ports[p].in.queue[vc])
	q := &m.ports[p].in.queue[vc][queue]
	pkt := (*q)[0]
	*q = (*q)[1:]
	m.mark(sw, pkt)
	m.ports[p].in.waiting--
	m.ports[sw*m.net.Radix+out].serves = in
	if pkt.note {
		m.ports[sw*m.net.Radix+out].serves = -1
	}
	m.send(sw*m.net.Radix+out, pkt.outVC, pkt)
	m.after(m.time(pkt)+m.delay, m.kind(credit, pkt), m.ports[p].peer, vc, nil)
	if !m.demux {
		m.ports[p].in.busy = true
		m.after(m.time(pkt), m.kind(freeIn, pkt), p, 0, nil)
	}
	if m.aside { // what comes to the head may ask for an output for which nobody asked in this look
		if queue > 0 {
			m.notify(p, vc, queue-1)
		}
		m.process(p, vc)
		m.touch(p)
	}
	if !m.again {
		return
	}
	if to := m.others(sw, out); to != nil { // the port has used a credit: those that wait for it choose again
		for _, in := range m.inputsAt(sw, out, outVC) {
			m.chooseAgain(sw, in, out, outVC, to)
		}
	}
}

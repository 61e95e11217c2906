package plain

// Packets on links, as pictures have them: the doc comments of observe.Dot.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// A flight is a packet on a link: when it is cut through, on several at a time.
type flight struct {
	port, vc     int // transmitting port
	p            *packet
	start, until int64 // first bit sent, last bit received
}

// fly notes a packet that begins to be sent.
func (m *Model) fly(port, vc int, p *packet) {
	p.hops++
	if m.apart(p) {
		vc += m.vcs
	}
	f := flight{port, vc, p, m.now, m.now + m.time(p) + m.delay}
	if p.note {
		m.noteFlights = append(m.noteFlights, f)
	} else {
		m.flights = append(m.flights, f)
	}
}

// land counts what has come to the other end of a link, and to its destination.
func (m *Model) land(now int64) {
	m.noteFlights = slices.DeleteFunc(m.noteFlights, func(f flight) bool { return f.until <= now })
	for len(m.flights) > 0 && m.flights[0].until <= now { // all links are alike, so that who set out first is first across
		f := m.flights[0]
		m.flights = m.flights[1:]
		m.totals.Hops++
		if m.net.IsHost(m.ports[f.port].peer) {
			m.totals.Delivered++
			m.totals.Latency += f.until - f.p.born
			m.totals.InNetwork += f.until - f.p.begun
			m.arrivals = append(m.arrivals, arrival{f.until, f.until - f.p.born, f.until - f.p.begun, f.p.src, f.p.dst})
		}
	}
}

// ageOf a packet in packet times, of notifications 0.
func (m *Model) ageOf(p *packet) int {
	if p.note {
		return 0
	}
	return int(min(65535, (m.now-p.born)/m.packetPS))
}

// place is the share of a transmission that is over. Of notifications, whose time is another, it is as far as a packet of data would be
// after so much of its own.
func (m *Model) place(f *flight) int64 {
	over, all := m.now-f.start, m.packetPS+m.delay
	if f.p.note {
		over = over * all / (m.notice.timed + m.delay)
	}
	return over * 65535 / all
}

// flags of a packet that leaves, or will leave, by a port, for a VC behind it.
func (m *Model) flagsOf(port, vc int, p *packet) (flags int) {
	if !p.note && (!slices.Contains(m.deterministicWay(p), port) || m.routing == "afi" && vc == m.vcs-1) {
		flags |= observe.Adapted
	}
	if p.marked {
		flags |= observe.Marked
	}
	return flags
}

// deterministicWay returns the ports that lie on the deterministic way of a packet's source to its destination, the host's first.
func (m *Model) deterministicWay(p *packet) (list []int) {
	x := packet{src: p.src, dst: p.dst}
	for port := m.net.HostPort(p.src); ; {
		list = append(list, port)
		at := m.ports[port].peer
		if m.net.IsHost(at) {
			return list
		}
		sw, _ := m.net.SwitchOf(at)
		port = sw*m.net.Radix + m.deterministic(at, &x)
	}
}

// classOfFlight says what a packet on a link is to the trees: it crosses the root by it, or will, or goes into a buffer of a tree.
func (t *Trees) classOfFlight(f *flight, waits ends) int {
	if f.p.note {
		return observe.Notice
	}
	return t.classOf(f.port, f.p, t.treeOf(channel{t.m.ports[f.port].peer, f.vc}, waits))
}

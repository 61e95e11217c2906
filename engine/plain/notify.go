package plain

// Notifications, BECN (fields cn-…; [DRB-T] §§4.2, 4.3.2, R "notifications"): the destination of a marked packet sends one back.

import (
	"fmt"
	"slices"

	"github.com/congestree/congestree/engine/scenario"
)

type notice struct {
	own   bool  // they have a VL of their own
	lanes int   // of that: two in tori, as data has
	timed int64 // time of one on a link
	came  uint64
}

// A link's port has for notifications in a VL of their own:
type noteBuffer struct {
	credits []int         // of the output, per lane
	queue   [][][]*packet // of the input, per lane and output port (one for all, without VOQs)
	turn    int           // of the input: the lane that is first asked
}

// setControl sets up congestion control, if there is any.
func (m *Model) setControl(s scenario.Scenario) {
	control := s.Get("congestion-control")
	if control == "none" {
		return
	}
	m.notice = &notice{own: s.Get("cn-vl") == "own", lanes: 1, timed: linkTime(s, "cn-packet")}
	if m.net.Grid != nil && m.net.Grid.Torus && s.Bool("dateline") {
		m.notice.lanes = 2
	}
	if control == "iba-cc" {
		m.setThrottle(s)
	}
	for i := range m.ports {
		p := &m.ports[i]
		p.passed = slices.Repeat([]int{1 << 30}, m.vcs) // the first is marked
		p.notes.credits = make([]int, m.notice.lanes)
		p.notes.queue = make([][][]*packet, m.notice.lanes)
		for v := range m.notice.lanes {
			p.notes.credits[v] = m.capacity
			p.notes.queue[v] = make([][]*packet, max(1, len(p.in.queue[0])))
		}
	}
}

// apart says whether a packet is a notification in a VL of its own.
func (m *Model) apart(p *packet) bool { return p.note && m.notice.own }

// time is that of a packet on a link.
func (m *Model) time(p *packet) int64 {
	if p.note {
		return m.notice.timed
	}
	return m.packetPS
}

// kind is that of what happens to a packet: to notifications after what happens to data (R "the order of an instant").
func (m *Model) kind(kind int, p *packet) int {
	if p.note {
		return kinds + kind
	}
	return kind
}

// tail: the tail of a notification, or of a marked packet, has come to the other end of a link.
func (m *Model) tail(p int, pkt *packet) {
	if pkt.note {
		m.totals.Hops++
	}
	if !m.net.IsHost(p) {
		return
	}
	h := m.net.Host(p)
	if pkt.mail != nil {
		m.packetCame(pkt.mail)
		if !pkt.marked {
			return
		}
	}
	if pkt.note {
		m.notice.came++
		if m.told(h, pkt); m.spread == nil {
			return // no flow goes on sooner for it
		}
	} else {
		m.hosts[h].notes = append(m.hosts[h].notes, &packet{src: h, dst: pkt.src, note: true, path: pkt.path, born: m.now})
	}
	m.inject(h)
}

// told lets a source do what its congestion control has it do.
func (m *Model) told(h int, note *packet) {
	if m.throttle != nil {
		m.slower(h, note.src)
	}
	if m.spread != nil {
		m.further(h, note.src, note.path)
	}
}

// sendNote lets a host send its first notification, before all data.
func (m *Model) sendNote(h int) bool {
	x, p := &m.hosts[h], m.net.HostPort(h)
	if len(x.notes) == 0 {
		return false
	}
	pkt := x.notes[0]
	vc := m.noteVC(h, pkt.dst)
	credits := m.ports[p].credits
	if m.notice.own {
		credits = m.ports[p].notes.credits
	}
	if credits[vc] == 0 {
		return false
	}
	x.notes = x.notes[1:]
	pkt.begun = m.now
	m.send(p, vc, pkt)
	return true
}

// noteVC returns the VC in which a notification leaves its host: that of a packet of data, or a lane of its own VL.
func (m *Model) noteVC(src, dst int) int {
	switch {
	case !m.notice.own && m.spread != nil:
		_, vl, _ := m.spread.subnet.Hop(m.leaf(src), uint32(dst), 0)
		return m.vcOf(src, dst) + vl
	case !m.notice.own:
		return m.vcOf(src, dst)
	case m.notice.lanes == 1:
		return 0
	}
	_, lane := m.hop(m.leaf(src), dst)
	return lane
}

// forwardNotes lets a switch's outputs that send nothing send notifications in a VL of their own: before all data, without
// waiting for an input that sends data.
func (m *Model) forwardNotes(sw int) {
	if m.notice == nil || !m.notice.own {
		return
	}
	for again := true; again; { // behind a notification there may be one for an output that has been looked at
		again = false
		for out := range m.net.Radix {
			if o := &m.ports[sw*m.net.Radix+out]; o.peer >= 0 && !o.busy && m.forwardNote(sw, out) {
				again = true
			}
		}
	}
}

// forwardNote sends one by an output: of the first input at or after its pointer, which stays where it is.
func (m *Model) forwardNote(sw, out int) bool {
	n := m.net.Radix
	o := &m.ports[sw*n+out]
	for k := range n {
		i := &m.ports[sw*n+(o.grant+k)%n]
		for j := range m.notice.lanes {
			outVC := (i.notes.turn + j) % m.notice.lanes
			vc := m.noteHolder(i, out, outVC)
			if vc < 0 || !m.net.IsHost(o.peer) && o.notes.credits[outVC] == 0 {
				continue
			}
			i.notes.turn = (vc + 1) % m.notice.lanes
			q := m.notesFor(i, vc, out)
			pkt := (*q)[0]
			*q = (*q)[1:]
			i.in.waiting--
			o.serves = -1
			m.send(sw*n+out, outVC, pkt)
			m.after(m.time(pkt)+m.delay, m.kind(credit, pkt), i.peer, m.vcs+vc, nil)
			return true
		}
	}
	return false
}

// notesFor returns the queue of an input's lane with the notifications for an output.
func (m *Model) notesFor(i *port, vc, out int) *[]*packet {
	if m.voq {
		return &i.notes.queue[vc][out]
	}
	return &i.notes.queue[vc][0]
}

// noteHolder is holder, for notifications.
func (m *Model) noteHolder(i *port, out, outVC int) int {
	for k := range m.notice.lanes {
		vc := (i.notes.turn + k) % m.notice.lanes
		if q := *m.notesFor(i, vc, out); len(q) > 0 && q[0].out == out && q[0].outVC == outVC {
			return vc
		}
	}
	return -1
}

// noteArrived puts a notification in a VL of its own into its queue.
func (m *Model) noteArrived(p, vc int, pkt *packet) {
	q := m.notesFor(&m.ports[p], vc, pkt.out)
	*q = append(*q, pkt)
	m.touch(p)
}

// noteCredited: a port has got a credit of the notifications' VL.
func (m *Model) noteCredited(p, vc int) {
	m.ports[p].notes.credits[vc]++
	if m.net.IsHost(p) {
		m.inject(m.net.Host(p))
		return
	}
	m.touch(p)
}

// controlWords says what congestion control has done, and what sources do now: hosts with flows that are throttled or spread,
// the mean and the highest CCTI of the throttled, further paths that are open, and the paths of the pair with most.
func (m *Model) controlWords() string {
	hosts, flows, ccti, highest, open, most := 0, 0, 0, 0, 0, 0
	for h := range m.hosts {
		reacts := false
		for _, f := range m.hosts[h].flows {
			if f.ccti > m.throttle.min {
				reacts = true
				flows, ccti, highest = flows+1, ccti+f.ccti, max(highest, f.ccti)
			}
		}
		for dst := range m.hosts[h].pairs {
			if f := m.pair(h, dst); f.open > 1 {
				reacts = true
				open, most = open+f.open-1, max(most, f.open)
			}
		}
		if reacts {
			hosts++
		}
	}
	return fmt.Sprintf("; marked, notified, reacting: %d %d %d, CCTI %.6f %d, paths %d %d", m.marking.marked, m.notice.came, hosts, float64(ccti)/max(float64(flows), 1), highest, open, most)
}

package plain

// What is told of a port, host or flow that somebody looks at closely: the doc comments of observe.QueueRow, OutRow, PacketRow and FlowRow.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// hog returns the destination with most packets in a queue, of several the lowest, and their number: who hogs it.
func hog(queue []*packet) (dst, most int) {
	count := map[int]int{}
	for _, p := range queue {
		count[p.dst]++
	}
	for d, n := range count {
		if n > most || n == most && d < dst {
			dst, most = d, n
		}
	}
	return dst, most
}

// heldBy returns the slot of the tree that those wait for that wait for a VC behind an output.
func (t *Trees) heldBy(out, vc int, waits ends) int {
	if k := t.treeBehind(channel{t.m.ports[out].peer, vc}, waits); k != nil {
		return k.Slot
	}
	return 0
}

// stoppedFor returns the root for which a queue of a channel is stopped: its line's, or else that of a Stop for its first packet.
func (m *Model) stoppedFor(c channel, queue int) (root int, ok bool) {
	if !m.aside || queue < 0 || len(m.queues(c)[queue]) == 0 {
		return 0, false
	}
	head := m.queues(c)[queue][0]
	halts := m.halts(c.port, head)
	if len(halts) == 0 {
		return 0, false
	}
	if queue > 0 && m.ports[c.port].in.lines[c.vc][queue-1].stopped {
		return m.ports[c.port].in.lines[c.vc][queue-1].root, true
	}
	return m.ports[m.outputOf(c, head)].cam[head.outVC][halts[0]].root, true
}

// heldUp returns the slot of the tree that a packet's queue is stopped for, or else heldBy.
func (t *Trees) heldUp(c channel, p *packet, waits ends) int {
	if root, ok := t.m.stoppedFor(c, t.m.queueIn(c, p)); ok {
		if k := t.living(root, true); k != nil {
			return k.Slot
		}
		return 0
	}
	return t.heldBy(t.m.outputOf(c, p), t.m.nextVC(p), waits)
}

// creditsFor are those of an output for a VC; hosts have room for a whole buffer.
func (m *Model) creditsFor(out, vc int) int {
	switch {
	case m.net.IsHost(m.ports[out].peer) && m.queuing == "voqnet": // of all destinations
		return m.capacity * m.vcs
	case m.net.IsHost(m.ports[out].peer):
		return m.capacity
	case vc >= m.vcs:
		return m.ports[out].notes.credits[vc-m.vcs]
	}
	return m.ports[out].credits[vc]
}

// rowsOf returns the queues of an input buffer.
func (t *Trees) rowsOf(p int, waits ends) (rows []observe.QueueRow) {
	m := t.m
	for vc := range m.allVCs() {
		c := channel{p, vc}
		for q, queue := range m.queues(c) {
			x := observe.QueueRow{Port: uint32(p), Kind: observe.QueueVC, VC: uint8(vc), Packets: uint32(len(queue)), Capacity: uint32(m.capacity), HeadOut: observe.NoPort, Most: observe.NoPort}
			switch {
			case m.aside && q == 0:
				x.Kind = observe.QueueNFQ
			case m.aside && m.ports[p].in.lines[vc][q-1] == nil:
				continue
			case m.aside:
				x.Kind, x.Index = observe.QueueLine, uint32(q-1)
			case m.queuing == "voqnet" && len(queue) > 0:
				x.Kind, x.Index, x.VC = observe.QueueHost, uint32(vc), 0
			case m.voq && len(queue) > 0:
				x.Kind, x.Index = observe.QueueOutput, uint32(q)
			case m.voq:
				continue
			}
			if len(queue) > 0 {
				head := queue[0]
				out, next := m.outputOf(c, head), m.nextVC(head)
				x.HeadSrc, x.HeadDst, x.HeadOut, x.Next = uint32(head.src), uint32(head.dst), uint32(out), m.toldVC(next)
				x.Credits, x.Wait, x.Held = uint32(m.creditsFor(out, next)), uint8(m.waitOf(c, head)), uint8(t.heldBy(out, next, waits))
				if m.isStopped(c, head) {
					x.Stopped, x.Wait = 1, observe.WaitTurn
					if !m.fits(out, next) {
						x.Wait = observe.WaitCredit
					}
				}
				dst, most := hog(queue)
				x.Most, x.MostHas = uint32(dst), uint32(most)
				for _, y := range queue {
					if x.Kind != observe.QueueVC && x.Kind != observe.QueueOutput {
						break // not told
					}
					switch is, low := m.blocked(c, y, waits); {
					case is && low:
						x.Low++
					case is:
						x.High++
					}
				}
			}
			if k := t.treeAt(c, q, waits); k != nil {
				x.Tree = uint8(k.Slot)
			}
			rows = append(rows, x)
		}
	}
	return rows
}

// outsOf returns the VCs of an output.
func (t *Trees) outsOf(out int, waits ends) (rows []observe.OutRow) {
	m := t.m
	if m.ports[out].peer < 0 {
		return nil
	}
	sw, _ := m.net.SwitchOf(out)
	for vc := range m.allVCs() {
		x := observe.OutRow{Port: uint32(out), VC: uint8(vc), Credits: uint32(m.creditsFor(out, vc)), Capacity: uint32(m.capacity), Held: uint8(t.heldBy(out, vc, waits))}
		if m.queuing == "voqnet" { // each destination has its own
			x.Held = 0
		}
		for _, in := range m.asking(out, vc) {
			x.Asking |= 1 << in
		}
		for in := sw * m.net.Radix; in < (sw+1)*m.net.Radix; in++ {
			for v := range m.allVCs() {
				c := channel{in, v}
				for _, p := range m.held(c) {
					if m.outputOf(c, p) == out && m.nextVC(p) == vc {
						x.Waiting++
					}
				}
			}
		}
		if m.queuing == "voqnet" && vc > 0 { // all destinations together
			sum := &rows[0]
			if m.net.IsHost(m.ports[out].peer) {
				x.Credits = 0
			}
			sum.Credits, sum.Capacity, sum.Waiting, sum.Asking = sum.Credits+x.Credits, sum.Capacity+x.Capacity, sum.Waiting+x.Waiting, sum.Asking|x.Asking
			continue
		}
		rows = append(rows, x)
	}
	return rows
}

// toldVC is a VC as it is told: VOQnet, whose queues are VCs here, has one.
func (m *Model) toldVC(vc int) uint8 {
	if m.queuing == "voqnet" {
		return 0
	}
	return uint8(vc)
}

// flowAt returns the packets of a flow in the network, in no order.
func (t *Trees) flowAt(src, dst int, waits ends) (rows []observe.PacketRow) {
	m := t.m
	seen := map[*packet]bool{}
	for p := range m.net.SwitchPorts() {
		for vc := range m.allVCs() {
			c := channel{p, vc}
			if m.ports[p].peer < 0 {
				continue
			}
			for _, queue := range m.queues(c) {
				for i, x := range queue {
					if x.note || x.src != src || x.dst != dst {
						continue
					}
					seen[x] = true
					rows = append(rows, t.rowAt(c, queue, i, waits))
				}
			}
		}
	}
	for i := range m.flights {
		f := &m.flights[i]
		if f.p.note || f.p.src != src || f.p.dst != dst || seen[f.p] || slices.ContainsFunc(m.flights[i+1:], func(g flight) bool { return g.p == f.p }) {
			continue // it is in a buffer, or its head farther on
		}
		rows = append(rows, observe.PacketRow{Birth: f.p.born, Src: uint32(src), Dst: uint32(dst), Port: uint32(f.port), Out: observe.NoPort, Where: observe.OnLink, Pos: uint16(m.place(f)), VC: m.toldVC(f.vc), Hops: uint16(f.p.hops),
			Flags: uint8(m.flagsOf(f.port, f.vc, f.p)), Class: uint8(t.classOfFlight(f, waits)), Path: uint8(f.p.path),
			WaitedPS: m.now - f.p.born - int64(f.p.hops-1)*m.delay - (m.now - f.start)})
	}
	return rows
}

// rowAt is a packet at a place in a queue.
func (t *Trees) rowAt(c channel, queue []*packet, place int, waits ends) observe.PacketRow {
	m := t.m
	p, head := queue[place], queue[0]
	out, next := m.outputOf(c, p), m.nextVC(p)
	x := observe.PacketRow{Birth: p.born, Src: uint32(p.src), Dst: uint32(p.dst), Port: uint32(c.port), Out: uint32(out), Place: uint32(place), Credits: uint32(m.creditsFor(out, next)), Hops: uint16(p.hops), Where: observe.InBuffer,
		VC: m.toldVC(c.vc), Next: m.toldVC(next), Wait: uint8(m.waitOf(c, p)), Flags: uint8(m.flagsOf(out, next, p)), Held: uint8(t.heldUp(c, p, waits)), Path: uint8(p.path),
		WaitedPS: m.now - p.born - int64(p.hops)*m.delay}
	if is, _ := m.blocked(c, p, waits); is {
		x.Flags |= observe.Idle
	}
	x.Class = uint8(t.classOf(out, p, t.treeAt(c, m.queueIn(c, p), waits)))
	if place > 0 {
		out, next := m.outputOf(c, head), m.nextVC(head)
		x.FrontSrc, x.FrontDst, x.FrontOut, x.FrontNext = uint32(head.src), uint32(head.dst), uint32(out), m.toldVC(next)
		x.FrontWait, x.FrontHeld = uint8(m.waitOf(c, head)), uint8(t.heldUp(c, head, waits))
	}
	return x
}

// flowOf is what is known of a flow: how many packets have arrived since a time, how late, and what its source does.
func (m *Model) flowOf(src, dst int, since int64) observe.FlowRow {
	x := observe.FlowRow{Src: uint32(src), Dst: uint32(dst), SincePS: since}
	for _, a := range m.arrivals {
		if a.src != src || a.dst != dst || a.at <= since {
			continue
		}
		if x.Delivered++; x.Delivered == 1 || a.latency < x.LeastPS {
			x.LeastPS = a.latency
		}
		x.MeanPS += a.latency
		x.MostPS, x.LastPS, x.LastAtPS = max(x.MostPS, a.latency), a.latency, a.at
	}
	if x.Delivered > 0 {
		x.MeanPS /= int64(x.Delivered)
	}
	for _, q := range m.hosts[src].queue {
		for i := range q {
			if q[i].dst == dst {
				x.AtSource++
			}
		}
	}
	for _, queues := range m.ports[m.net.HostPort(src)].in.queue {
		for _, q := range queues {
			for _, p := range q {
				if p.dst == dst {
					x.AtSource++
				}
			}
		}
	}
	if m.throttle != nil && src != dst {
		f := m.flow(src, dst)
		x.CCTI, x.DelayPS = uint32(f.ccti), m.throttle.wait(f.ccti)
	}
	if m.spread != nil && src != dst {
		f := m.pair(src, dst)
		x.Open = uint32(f.open)
		for k := range f.paths {
			x.Notes[k] = uint8(f.count[k])
		}
	}
	if src != dst {
		x.VC = uint32(m.toldVC(m.vcOf(src, dst)))
	}
	return x
}

// pickAt is the choice of an output for the first packet of a queue, as it would be made now.
func (m *Model) pickAt(c channel, p *packet) observe.PickRow {
	sw, local := m.net.SwitchOf(c.port)
	x := observe.PickRow{Switch: uint32(sw), Src: uint32(p.src), Dst: uint32(p.dst), Out: uint32(p.out), VC: m.toldVC(c.vc), Next: m.toldVC(m.nextVC(p)), Det: uint8(m.deterministic(c.port, &packet{src: p.src, dst: p.dst}))}
	if m.routing == "afi" && c.vc == m.vcs-1 {
		x.Adapted = 1
	}
	if m.net.Grid != nil || m.below[sw][p.dst] || x.Adapted == 1 {
		return x
	}
	stage, ups := int(m.net.Stage[sw]), m.ups(sw)
	down := m.net.Down(stage)
	var list []int
	switch m.routing {
	case "oblivious", "afi":
		for i := range ups {
			list = append(list, i)
		}
	case "adaptive":
		list = m.candidates(stage, int(x.Det)-down, ups)
	}
	for _, i := range list {
		x.Candidates |= 1 << (down + i)
	}
	x.From = uint8(down + local%ups)
	for i := range ups {
		q := &m.ports[sw*m.net.Radix+down+i]
		x.Up |= 1 << (down + i)
		for vc, n := range q.credits { // VOQnet: of all destinations
			if vc == c.vc || m.queuing == "voqnet" {
				x.Credits[down+i] += uint16(n)
			}
		}
		if m.routing == "afi" {
			x.AFC[down+i] = uint16(q.credits[m.vcs-1])
		}
		if c.vc < m.vcs && q.hot[c.vc] {
			x.Congested |= 1 << (down + i)
		}
		if m.again && !q.busy {
			x.Ready |= 1 << (down + i)
		}
	}
	return x
}

// detailOf are the VCs of a switch's port, its input buffer and its output (observe.QueueState). Packets request an output at the head of their queue;
// with VOQs all that are for it do.
func (t *Trees) detailOf(p int, waits ends) (list []observe.QueueState) {
	m := t.m
	for _, out := range t.outsOf(p, waits) {
		c := channel{p, int(out.VC)}
		x := observe.QueueState{Capacity: uint32(m.capacity), Credits: out.Credits, Waiting: out.Waiting, HeadOut: observe.NoPort}
		if !m.voq {
			x.Waiting = uint32(len(m.asking(p, c.vc)))
		}
		if held := m.held(c); len(held) > 0 {
			x.Packets, x.HeadSrc, x.HeadDst, x.HeadOut = uint32(len(held)), uint32(held[0].src), uint32(held[0].dst), uint32(m.outputOf(c, held[0]))
		}
		if k := t.treeOf(c, waits); k != nil {
			x.Tree = uint32(k.Slot)
		}
		if m.aside { // of several that which holds most of it
			first, _ := t.holds(p, waits, c.vc)
			x.Tree = uint32(first.slot)
		}
		list = append(list, x)
	}
	return list
}

package plain

// What pictures tell of ports and hosts: the doc comments of observe.PortState, HostState and Header.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/traffic"
)

// A hold is what a tree holds of an input buffer: packets in the VCs that belong to it.
type hold struct{ slot, packets int }

// holds returns how the packets of a port's input buffer, or of some VCs of it, belong to trees, the one that holds most first.
func (t *Trees) holds(p int, waits ends, vcs ...int) (first, second hold) {
	var list []hold
	add := func(k *Tree, n int) {
		if k == nil || n == 0 {
			return
		}
		for i := range list {
			if list[i].slot == k.Slot {
				list[i].packets += n
				return
			}
		}
		list = append(list, hold{k.Slot, n})
	}
	for vc := range t.m.vcs {
		c := channel{p, vc}
		if len(vcs) > 0 && !slices.Contains(vcs, vc) {
			continue
		}
		add(t.treeOf(c, waits), len(t.m.waiting(c)))
		for _, b := range t.m.branches(c) {
			add(t.living(b.root, true), b.packets)
		}
	}
	for _, x := range list {
		switch {
		case x.packets > first.packets:
			first, second = x, first
		case x.packets > second.packets:
			second = x
		}
	}
	return first, second
}

// share255 is a part of something, 255 = all.
func share255(part, all int) int { return min(255, part*255/max(1, all)) }

// inBuffer returns the packets of data in a port's input buffer.
func (m *Model) inBuffer(p int) (n int) {
	for vc := range m.vcs {
		n += len(m.held(channel{p, vc}))
	}
	return n
}

// hostQueue says how full a host's source queues are, 255 = all.
func (m *Model) hostQueue(h int) int {
	if m.program != nil { // messages have no bound: all that wait, by the field's
		vcs := m.sourceQueues()
		if m.queuing == "voqnet" {
			vcs = 1
		}
		return share255(m.atSource(h), m.sourceField*vcs)
	}
	if m.byDest { // the fullest of them
		most := 0
		for _, q := range m.hosts[h].queue {
			most = max(most, len(q))
		}
		return share255(most, m.sourceCap)
	}
	if m.aside {
		most := 0
		for _, queues := range m.ports[m.net.HostPort(h)].in.queue {
			for _, q := range queues {
				most = max(most, len(q))
			}
		}
		return share255(most, m.sourceCap)
	}
	return share255(m.atSource(h), m.sourceCap*m.sourceQueues())
}

// sourceQueues returns in how many VCs packets wait in a host: AFI's channel is none of them, and of DRB's VLs the first one.
func (m *Model) sourceQueues() int {
	if m.spread != nil {
		return m.schemeVCs
	}
	return m.schemeVCs * m.lanes
}

// atSource returns the packets that wait in a host.
func (m *Model) atSource(h int) (n int) {
	for _, q := range m.hosts[h].queue {
		n += len(q)
	}
	for _, queues := range m.ports[m.net.HostPort(h)].in.queue {
		for _, q := range queues {
			n += len(q)
		}
	}
	return n
}

// hostFlags are those of observe.HostState.
func (m *Model) hostFlags(h int) (flags int) {
	p := m.net.HostPort(h)
	if m.ports[p].busy {
		flags |= observe.Busy
	}
	if len(m.starves(h)) > 0 {
		flags |= observe.Blocked
	}
	if m.pattern.Culprit(uint32(h)) {
		flags |= observe.Culprit
	}
	for _, d := range m.pattern.HotSpots() {
		if int(d) == h {
			flags |= observe.HotSpot
		}
	}
	if m.reacts(h) {
		flags |= observe.Reacting
	}
	return flags
}

// starves returns the VCs for which a host has packets but no credits, in ascending order; under DRB those of the open paths, if none has any.
func (m *Model) starves(h int) (vcs []int) {
	p := m.net.HostPort(h)
	credits := m.ports[p].credits
	for vc, queues := range m.ports[p].in.queue { // set aside
		for _, q := range queues {
			if len(q) > 0 && credits[vc] == 0 {
				vcs = append(vcs, vc)
			}
		}
	}
	for q, list := range m.hosts[h].queue {
		switch {
		case len(list) == 0:
		case m.spread != nil:
			open := m.waysOf(h, q, &list[0])
			if !slices.ContainsFunc(open, func(vc int) bool { return credits[vc] > 0 }) {
				vcs = append(vcs, open...)
			}
		case credits[list[0].outVC] == 0:
			vcs = append(vcs, list[0].outVC)
		}
	}
	slices.Sort(vcs)
	return slices.Compact(vcs)
}

// reacts says whether a host throttles a flow now, or spreads one over further paths.
func (m *Model) reacts(h int) bool {
	for _, f := range m.hosts[h].flows {
		if f.ccti > m.throttle.min {
			return true
		}
	}
	for dst := range m.hosts[h].pairs {
		if m.pair(h, dst).open > 1 {
			return true
		}
	}
	return false
}

// jain is R "fairness" of what hosts have begun to send, and the least of it; hosts that have sent nothing and have nothing to send do not count.
func (m *Model) jain(sent []int) (index float64, least int) {
	n, sum, squares := 0, 0.0, 0.0
	least = -1
	for h, x := range sent {
		if x == 0 && m.atSource(h) == 0 {
			continue
		}
		n, sum, squares = n+1, sum+float64(x), squares+float64(x)*float64(x)
		if least < 0 || x < least {
			least = x
		}
	}
	if sum == 0 {
		return -1, least
	}
	return sum * sum / (float64(n) * squares), least
}

// window returns when the hot spots are on, ps.
func (m *Model) window() (from, until int64) {
	if w, ok := m.pattern.(traffic.Windowed); ok {
		return w.Window()
	}
	return 0, traffic.Never
}

package plain

// What is told of a host that somebody looks at closely: the doc comments of observe.QueueRow and OutRow.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// rowsOfHost returns a host's queues: of a VC, or those that it sets aside, or of a destination.
func (t *Trees) rowsOfHost(h int, waits ends) (rows []observe.QueueRow) {
	m, p := t.m, t.m.net.HostPort(h)
	row := func(kind, index, vc int, list []*packet) {
		x := observe.QueueRow{Port: uint32(p), Kind: uint8(kind), Index: uint32(index), VC: m.toldVC(vc), Next: m.toldVC(vc), Packets: uint32(len(list)), Capacity: uint32(m.sourceCap), HeadOut: observe.NoPort, Most: observe.NoPort}
		if m.program != nil {
			x.Capacity = 0
		}
		credits := m.creditsFor(p, vc)
		x.Credits, x.Held = uint32(credits), uint8(t.heldBy(p, vc, waits))
		if len(list) > 0 {
			x.HeadSrc, x.HeadDst, x.HeadOut = uint32(list[0].src), uint32(list[0].dst), uint32(p)
			credits = 0
			for _, other := range m.waysOf(h, vc, list[0]) {
				credits = max(credits, m.ports[p].credits[other])
			}
			if m.aside && len(m.halts(p, list[0])) > 0 {
				x.Stopped = 1
			}
			if dst, most := hog(list); kind != observe.QueueHost {
				x.Most, x.MostHas = uint32(dst), uint32(most)
			}
		}
		if credits == 0 {
			x.Wait = observe.WaitCredit
		}
		rows = append(rows, x)
	}
	switch {
	case m.byDest:
		for d, q := range m.hosts[h].queue {
			if len(q) > 0 {
				row(observe.QueueHost, d, q[0].outVC, pointers(q))
			}
		}
	case m.aside:
		for vc, queues := range m.ports[p].in.queue {
			for k, q := range queues {
				if k == 0 {
					row(observe.QueueNFQ, 0, vc, q)
				} else if m.ports[p].in.lines[vc][k-1] != nil {
					row(observe.QueueLine, k-1, vc, q)
				}
			}
		}
	default:
		for vc := range m.allVCs() {
			var list []*packet
			if vc < m.vcs {
				list = pointers(m.hosts[h].queue[vc])
			}
			row(observe.QueueSource, 0, vc, list)
		}
	}
	return rows
}

// starvesFor returns the slot of the tree that a host's VC without credits waits for (observe.QueueState), with VOQnet that which blocks the host.
func (t *Trees) starvesFor(h, vc int, waits ends) int {
	starves := t.m.starves(h)
	k := t.treeBehind(channel{t.m.ports[t.m.net.HostPort(h)].peer, vc}, waits)
	if t.m.queuing == "voqnet" && len(starves) > 0 {
		k = t.blocks(h, waits)
	} else if !slices.Contains(starves, vc) {
		k = nil
	}
	if k == nil {
		return 0
	}
	return k.Slot
}

// waysOf returns the VCs that a host's packet may enter the network in: one, or under DRB those of its open paths.
func (m *Model) waysOf(h, queue int, p *packet) (vcs []int) {
	if m.spread == nil {
		return []int{p.outVC}
	}
	f := m.pair(h, p.dst)
	for k := range f.open {
		_, vl, _ := m.spread.subnet.Hop(m.leaf(h), uint32(p.dst), f.paths[k])
		vcs = append(vcs, queue+vl)
	}
	return vcs
}

func pointers(list []packet) (all []*packet) {
	for i := range list {
		all = append(all, &list[i])
	}
	return all
}

package plain

// Where a packet goes on to: the routing algorithms.

import (
	"slices"

	"github.com/congestree/congestree/engine/topology"
)

// route chooses the output: down, the port that leads to the destination; up, D-mod-K's or what the routing chooses by the
// credits as they are now (R "when a packet's output is chosen").
func (m *Model) route(p, vc int, pkt *packet) {
	n := m.net
	sw, local := n.SwitchOf(p)
	if m.spread != nil && m.routeSpread(sw, vc, pkt) {
		return
	}
	if n.Grid != nil {
		out, lane := m.hop(sw, pkt.dst)
		pkt.out, pkt.outVC = out, vc-vc%m.lanes+lane
		if m.apart(pkt) {
			pkt.outVC = lane
		}
		return
	}
	stage := int(n.Stage[sw]) // 1 = leaf
	down := n.Down(stage)
	pkt.outVC = vc
	if m.below[sw][pkt.dst] {
		var links []int // one, or several parallel ones
		for o := range down {
			peer := m.ports[sw*n.Radix+o].peer
			if n.IsHost(peer) {
				if n.Host(peer) == pkt.dst {
					links = append(links, o)
				}
			} else if child, _ := n.SwitchOf(peer); m.below[child][pkt.dst] {
				links = append(links, o)
			}
		}
		if n.Tree == nil {
			pkt.out = links[0]
			return
		}
		// Parallel links by the formula of the way up, seen from the child (routing.Table).
		w := n.Tree.W[stage-1]
		pkt.out = links[pkt.dst/parents(n.Tree, stage-1)%(w*len(links))/w]
		return
	}
	// Field routing, dmodk: at stage s (1 = leaf) up port ⌊D/K^(s−1)⌋ mod K; where stages have other numbers of parents than K, with
	// their product instead of the power (routing.Table, after Zahavi, IPDPS 2011).
	ups := m.ups(sw)
	// Self-routing: by the digit that names the port of this stage on the way back.
	det := 0
	if n.Multi != nil {
		det = n.Multi.Port(stage, pkt.dst)
	} else {
		det = pkt.dst / parents(n.Tree, stage) % ups
	}
	pkt.out = down + det
	if pkt.note { // R "notifications": on the deterministic path
		return
	}
	free := func(i, vc int) int { return m.ports[sw*n.Radix+down+i].credits[vc] }
	switch m.routing {
	case "oblivious":
		pkt.out = down + int(m.rand[sw].Below(uint32(ups)))
	case "adaptive":
		pkt.out = down + m.adaptive(sw, stage, local%ups, det, ups, vc)
	case "afi":
		// [AFI] §IV, R "AFI's adapted-flow channel".
		afc := m.vcs - 1
		if vc == afc || (m.capacity-free(det, vc))*100 < m.threshold*m.capacity {
			return
		}
		best, most := -1, 0
		for k := 1; k < ups; k++ { // the next one above D-mod-K's port, cyclically
			if i := (det + k) % ups; free(i, afc) > most {
				best, most = i, free(i, afc)
			}
		}
		if best >= 0 {
			pkt.out, pkt.outVC = down+best, afc
		}
	}
}

// hop is dimension-order routing (fields routing=dor, half-ring): along the row to the destination's column, then along the column; in
// a torus the shorter way round. It returns the output, and the lane of its link: 1 while the wrap-around link of that row or column is
// still ahead (field dateline).
func (m *Model) hop(sw, dst int) (out, lane int) {
	g := m.net.Grid
	x, y, toX, toY := sw%g.X, sw/g.X, dst%g.X, dst/g.X // R "numbers of hosts in meshes and tori"
	way := func(at, to, side, higher, lower int) (int, int) {
		there := (to - at + side) % side // links on the way to higher numbers, round the ring
		up := to > at
		if g.Torus {
			up = 2*there < side || 2*there == side && (m.oneWay || at%2 == 0)
		}
		wraps := 0
		if g.Torus && m.lanes > 1 && up != (to > at) {
			wraps = 1
		}
		if up {
			return higher, wraps
		}
		return lower, wraps
	}
	switch {
	case x != toX:
		return way(x, toX, g.X, topology.PortRight, topology.PortLeft)
	case y != toY:
		return way(y, toY, g.Y, topology.PortUp, topology.PortDown)
	}
	return topology.PortHost, 0
}

// parents returns the product of the numbers of parents up to a stage.
func parents(t *topology.PGFT, stage int) int {
	product := 1
	for _, w := range t.W[:stage] {
		product *= w
	}
	return product
}

// ups returns how many up ports a switch has.
func (m *Model) ups(sw int) (n int) {
	for p := sw * m.net.Radix; p < (sw+1)*m.net.Radix; p++ {
		if m.ports[p].peer >= 0 && m.net.IsUp(p) {
			n++
		}
	}
	return n
}

// candidates returns the up ports, counted from 0, that packets may take instead of one of them, itself among them; none where
// they keep to D-mod-K's ([RAR] §§4.2.2, 4.2.3, R "K/Δ candidates").
func (m *Model) candidates(stage, det, ups int) (list []int) {
	if m.stages == "FS" && stage != 1 || m.stages == "SS" && stage != 2 {
		return nil
	}
	for i := range ups {
		if (i-det)%m.delta == 0 {
			list = append(list, i)
		}
	}
	return list
}

// adaptive is Algorithm 1 of [RAR], with the readings "equal credits" and "thresholds", for a packet that has come by the input
// opposite up port from. It returns an up port, counted from 0.
func (m *Model) adaptive(sw, stage, from, det, ups, vc int) int {
	port := func(i int) *port { return &m.ports[sw*m.net.Radix+m.net.Down(stage)+i] }
	// Shares of a buffer are compared as whole numbers, in hundredths of a packet and of a VOQ's part.
	scaled := func(i int) int { return port(i).credits[vc] * 100 * m.perPart }
	list := m.candidates(stage, det, ups)
	if list == nil {
		return det
	}
	low, high := (100-m.threshold)*m.capacity, (100-m.release)*m.capacity
	most, hot := 0, &port(det).hot[vc]
	switch m.trigger {
	case "TH":
		if scaled(det) >= low {
			return det
		}
		most = low
	case "2TH":
		if scaled(det) >= low && !*hot {
			return det
		}
		if scaled(det) >= high {
			*hot = false
			return det
		}
		*hot = true
		most = low
	}
	slices.SortFunc(list, func(a, b int) int { return (a-from+ups)%ups - (b-from+ups)%ups })
	if m.again { // R "when a packet's output is chosen": while one with credits sends nothing, a busy one is none
		idle := slices.DeleteFunc(slices.Clone(list), func(i int) bool { return port(i).busy })
		if slices.ContainsFunc(idle, func(i int) bool { return port(i).credits[vc] > 0 }) {
			list = idle
		}
	}
	best := det
	for _, i := range list {
		if scaled(i) > most {
			best, most = i, scaled(i)
			if port(i).credits[vc] == m.capacity {
				break
			}
		}
	}
	return best
}

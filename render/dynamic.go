package render

// The dynamic picture: what a frame of the simulation says. Layers from below: heat of pods,
// busy links, links of congestion trees, packets, switches, hosts, marks, names.

import (
	"math"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

func hypot(x, y float32) float32 { return float32(math.Sqrt(float64(x*x + y*y))) }

func (s *Scene) buildDynamic() {
	m := &s.dynamic
	m.reset()
	s.lit, s.labels = 0, s.labels[:0]
	f := s.frame
	seen := s.viewRect()
	isFar := s.level == far && s.net.Tree != nil
	m.layer("busy links")
	if f != nil {
		switch {
		case s.holTold() && isFar:
			s.holBundles(m, seen)
		case s.holTold():
			s.holLinks(m, seen)
		case s.asksLinks == ByHoL: // there is none to be told
		case isFar:
			s.podHeat(m)
			s.busyBundles(m, f, seen)
		default:
			s.busyLinks(m, f, seen)
		}
		m.layer("congestion trees")
		if s.drawsBranches() {
			s.treeLinks(m, f, seen)
		}
		m.layer("packets")
		if !s.calm() {
			s.packets(m, f, seen)
		}
		m.layer("paths")
		s.ways(m, f)
	}
	s.cycleLinks(m)
	m.layer("switches and buffers")
	s.switches(m, f)
	if f != nil {
		s.lines(m, f, seen)
	}
	m.layer("hosts")
	if isFar {
		if f != nil && s.asksLinks != ByHoL {
			s.hostBlocks(m)
		}
	} else {
		s.hosts(m, f)
	}
	s.hovered(m)
	s.pinned(m)
	s.blocker(m)
	if f != nil {
		s.hostMarks(m, isFar)
		s.reacting(m)
	}
	m.layer("names")
	s.names(m)
	m.layer("congestion roots")
	if f != nil {
		s.roots(m, f)
	}
	m.layer("minimap")
	s.drawMinimap(m)
}

// light is how strongly a tree's slot is shown.
func (s *Scene) light(slot uint8) float32 { return s.lights[slot&observe.MaxTrees] }

func (s *Scene) treeInk(slot uint8) ink {
	return s.inks.tree[slot&observe.MaxTrees].times(s.light(slot))
}

// busyLinks brightens links by their utilisation; with reduced motion that replaces packets.
func (s *Scene) busyLinks(m *Mesh, f *observe.Frame, seen rect) {
	n, l := s.net, s.lay
	w := max(s.px(1), min(s.units(.08), s.px(2.2)))
	strength := float32(.45)
	if s.linksIn > 1000 {
		strength = .26 // many lines: a calm network stays quiet
	}
	if s.calm() {
		strength = .95
	}
	base := s.inks.use.times(strength * s.dimming / 255)
	starved := s.asksLinks == ByStarved
	of := func(p int) (use uint8) {
		if h := p - n.SwitchPorts(); h >= 0 {
			if use = f.Hosts[h].Use; starved {
				use = f.Hosts[h].Flags & observe.Blocked / observe.Blocked * 255
			}
		} else if use = f.Ports[p].Use; starved {
			use = f.Ports[p].Starved
		}
		return
	}
	list := s.chosen[:0]
	for p, q := range n.Peer {
		if q == topology.NoPeer || of(p) < 20 || !l.sees(&seen, p, int(q)) {
			continue
		}
		if !starved && int(q) < n.SwitchPorts() && f.Ports[q].Tree != 0 {
			continue // drawn as the tree's
		}
		list = append(list, int32(p))
	}
	s.chosen = list
	crowded := s.crowded()
	thin := thinned(len(list), s.most(w)) // the first so many would not do: the network would look idle from some switch on
	for _, p := range list {
		use, q := of(int(p)), int(n.Peer[p])
		id := p
		if crowded {
			id = min(p, int32(q)) // both directions, of links which the static picture shows, too
		}
		if thin.drops(id) {
			continue
		}
		if starved {
			s.link(m, int(p), q, w*(1+float32(use)/160), s.inks.ramp[use].times(s.dimming))
			continue
		}
		s.link(m, int(p), q, w, base.times(float32(use)))
	}
}

// busyBundles brightens the bundles of the far view by their links' mean utilisation.
func (s *Scene) busyBundles(m *Mesh, f *observe.Frame, seen rect) {
	n := s.net
	if n.Stages < 2 {
		return
	}
	t := n.Stages - 1
	down := n.Tree.DownPorts(t)
	up := n.Tree.UpPorts(t)
	w := max(s.px(1), min(s.units(.15), s.px(3)))
	base := s.inks.use.times(.5 * s.dimming / 255)
	first := n.First[t-1]
	s.sums = sized(s.sums, n.First[t]-first)
	clear(s.sums)
	starved := s.asksLinks == ByStarved
	of := func(p int) uint32 {
		if starved {
			return uint32(f.Ports[p].Starved)
		}
		return uint32(f.Ports[p].Use)
	}
	for i := range s.sums {
		for p := (first+i)*n.Radix + down; p < (first+i)*n.Radix+down+up; p++ {
			s.sums[i] += of(p)
		}
	}
	for p := n.First[t] * n.Radix; p < n.First[t+1]*n.Radix; p++ { // the other ends, in the order in which they lie
		if q := int(n.Peer[p]); q >= 0 {
			s.sums[q/n.Radix-first] += of(p)
		}
	}
	for i, sum := range s.sums {
		sw := first + i
		mean := float32(sum) / float32(2*up)
		if mean < 12 {
			continue
		}
		if x0, y0, x1, y1 := s.bundle(sw); seen.crosses(x0, y0, x1, y1) {
			c := base.times(mean)
			if s.asksLinks == ByStarved {
				c = s.inks.ramp[min(255, int(mean))].times(s.dimming)
			}
			m.line(s.x(x0), s.y(y0), s.x(x1), s.y(y1), w, c)
		}
	}
}

// drawsBranches says whether branches are drawn.
func (s *Scene) drawsBranches() bool { return s.asksLinks.Branches(s.alone) }

// treeLinks draws every link whose downstream input buffer belongs to a tree, the thicker the
// more packets that buffer holds for it, and the links that leave the roots. Where two trees hold packets in one
// buffer, their lines run side by side.
func (s *Scene) treeLinks(m *Mesh, f *observe.Frame, seen rect) {
	n, l := s.net, s.lay
	budget := maxLines
	base, more := s.px(1.4), s.px(3.2)
	alpha := float32(1)
	switch s.level {
	case far:
		base, more, alpha, budget = s.px(.8), s.px(1), .8, maxTreeLinks
	case near:
		base = s.px(2)
		more = min(s.units(l.portPitch(1))*.5, s.px(9))
	}
	branches := s.surveyed().branches
	lines := len(branches)
	if farTree := s.level == far && n.Tree != nil; farTree && lines > budget {
		lines = 0
		for _, p := range branches {
			if !n.IsHost(int(n.Peer[p])) {
				lines++
			}
		}
	}
	thin := thinned(lines, budget)
	var of [topology.MaxStages + 1]int // branches, by the lower stage of their links
	if s.crowded() {
		for _, p := range branches {
			of[s.lower(int(p), int(n.Peer[p]))]++
		}
	}
	for _, port := range branches {
		p := int(port)
		st := &f.Ports[p]
		q := n.Peer[p]
		if s.crowded() { // each stage by itself, so that all of the few near a root are drawn
			thin = thinned(of[s.lower(p, int(q))], 2*s.most(base+more)/n.Stages)
		}
		if thin.drops(port) && !(n.Staged() && !n.IsHost(int(q)) && !n.IsUp(int(q))) { // those that lead down to a root are few
			continue
		}
		if budget == 0 || !l.sees(&seen, int(p), int(q)) {
			continue
		}
		if s.level == far && n.Tree != nil && n.IsHost(int(q)) {
			continue // the block of hosts shows it
		}
		budget--
		width := base + more*thickness(st.Held)
		if s.level == far && n.Staged() && !n.IsHost(int(q)) && !n.IsUp(int(q)) {
			width *= 2.2 // the few that lead down to the root
		}
		s.lit++
		if st.Tree2 == 0 || s.level == far {
			slot := st.Tree
			if st.Tree2 != 0 && s.light(st.Tree2) > s.light(slot) {
				slot = st.Tree2
			}
			s.branch(m, int(q), p, width, 0, slot, s.branchInk(slot).times(alpha))
			continue
		}
		second := base + more*thickness(st.Held2)
		s.branch(m, int(q), p, width, -second/2, st.Tree, s.branchInk(st.Tree))
		s.branch(m, int(q), p, second, width/2, st.Tree2, s.branchInk(st.Tree2))
		s.lit++
	}
	for slot, p := range s.rootOf {
		if p < 0 {
			continue
		}
		q := n.Peer[p]
		if q < 0 || !l.sees(&seen, int(p), int(q)) {
			continue
		}
		s.branch(m, int(p), int(q), base+more, 0, uint8(slot), s.branchInk(uint8(slot)))
		s.lit++
	}
}

// thinning leaves some of many lines out, evenly spread, and the same ones from picture to picture.
type thinning uint64

// thinned is the thinning of so many to about the number wished for.
func thinned(of, to int) thinning {
	if of <= to {
		return 1 << 32
	}
	return thinning(uint64(to) << 32 / uint64(of))
}

func (t thinning) drops(port int32) bool { return uint64(uint32(port)*0x9e3779b1) >= uint64(t) }

// thickness grows with the packets held, from 0 to 1, fast at first: VCs share the buffer.
func thickness(held uint8) float32 { return float32(math.Sqrt(float64(held) / 255)) }

// branchInk is the colour of a tree's branches: its own, but grey if packets answer another question.
func (s *Scene) branchInk(slot uint8) ink {
	if s.asks != ByClass && s.alone == 0 {
		return s.inks.dim.times(.55 * s.light(slot))
	}
	return s.treeInk(slot)
}

// bodyInk is the colour of what a tree fills or blocks, before it is dimmed.
func (s *Scene) bodyInk(slot uint8) ink {
	if s.asks != ByClass && s.alone == 0 {
		return s.inks.dim
	}
	return s.inks.tree[slot&observe.MaxTrees]
}

// packets draws the packets on links: discs for innocent ones, darts for those on their way to a
// root, and a light disc with a rim in the tree's colour for victims; small rings are notifications.
func (s *Scene) packets(m *Mesh, f *observe.Frame, seen rect) {
	if s.level == far {
		return
	}
	d := s.dotSize()
	for i := range f.Dots {
		s.dot(m, &f.Dots[i], s.motion.place(&f.Dots[i], f), d, seen)
	}
	for i := range s.motion.past {
		s.dot(m, &s.motion.past[i], s.motion.before(&s.motion.past[i], f), d, seen)
	}
}

func (s *Scene) dotSize() float32 { return max(s.px(2.6), min(s.units(.34), s.px(8))) }

// dotAt finds where a packet is that has a share of its link behind it.
func (s *Scene) dotAt(dot *observe.Dot, share float32, seen *rect) (x, y, dx, dy float32, ok bool) {
	n, p := s.net, int(dot.Link)
	if share < 0 || share > 1 || p >= n.Ports() || n.Peer[p] < 0 || !s.lay.sees(seen, p, int(n.Peer[p])) {
		return
	}
	w := s.way(p, int(n.Peer[p]))
	x, y, dx, dy = w.at(share)
	return x, y, dx, dy, true
}

func (s *Scene) dot(m *Mesh, dot *observe.Dot, share, d float32, seen rect) {
	x, y, dx, dy, ok := s.dotAt(dot, share, &seen)
	if !ok || x < -d || y < -d || x > float32(s.width)+d || y > float32(s.height)+d {
		return
	}
	s.lit++
	slot := dot.Class & observe.SlotMask
	class := dot.Class & observe.ClassMask
	c := s.ink(traits{dot.Dst, dot.Age, dot.VC, dot.Class, dot.Flags})
	if s.asks != ByClass && class != observe.Notice {
		b := s.dimming
		if slot != 0 {
			b = s.light(slot)
		}
		if class == observe.Contributor {
			m.packet(dart, x, y, d*2.1, dx, dy, s.inks.ground.times(b))
			m.packet(dart, x, y, d*1.6, dx, dy, c.times(b))
			return
		}
		m.packet(disc, x, y, d*1.7, 1, 0, s.inks.ground.times(b))
		m.packet(disc, x, y, d*1.3, 1, 0, c.times(b))
		return
	}
	switch class {
	case observe.Contributor:
		b := s.light(slot)
		m.packet(dart, x, y, d*2.1, dx, dy, s.inks.ground.times(b))
		m.packet(dart, x, y, d*1.45, dx, dy, mix(c, s.inks.text, .3).times(b))
	case observe.Victim:
		m.packet(disc, x, y, d*1.9, 1, 0, s.inks.ground.times(s.light(slot)))
		m.packet(disc, x, y, d*1.6, 1, 0, s.treeInk(slot))
		m.packet(disc, x, y, d*.95, 1, 0, s.inks.text.times(max(.25, s.light(slot))))
	case observe.Notice:
		s.pulse(m, x, y, d, s.inks.text)
	default:
		m.packet(disc, x, y, d, 1, 0, c.times(s.dimming))
	}
}

// mix is a colour between two.
func mix(a, b ink, f float32) ink {
	g := 1 - f
	return ink{a.r*g + b.r*f, a.g*g + b.g*f, a.b*g + b.b*f, a.a*g + b.a*f}
}

// switches draws every switch in view: a cell as warm as its buffers are full, near by with
// its ports.
func (s *Scene) switches(m *Mesh, f *observe.Frame) {
	n, l, v := s.net, s.lay, s.surveyed()
	var shares []hol
	if s.holTold() {
		shares = s.holShares()
	}
	for i, in := range s.visible {
		if !in {
			continue
		}
		t := int(n.Stage[i])
		w, h := s.units(l.cardW[t-1]), s.units(l.cardH[t-1])
		x0, y0 := s.x(l.sx[i])-w/2, s.y(l.sy[i])-h/2
		body, edge := s.inks.card, s.inks.edge
		var r load
		if f != nil {
			r = v.loads[i]
			switch {
			case s.asksLinks == ByHoL:
				r = load{}
				if shares != nil && shares[i].seen() {
					c, tint := s.holInk(shares[i]), shares[i].strength()
					edge = mix(edge, c, tint)
					if s.level == near {
						tint *= .45 // numbers stand on it
					}
					body = mix(body, c, .75*tint)
				}
			case r.slot != 0:
				c := s.bodyInk(r.slot)
				b := s.light(r.slot)
				body = mix(body, c, b*(.18+.5*float32(math.Sqrt(float64(r.heat)))))
				edge = mix(edge, c, b)
			default:
				body = mix(body, s.inks.use, .5*r.fill)
			}
		}
		rim := max(1, min(s.px(1.25), h/8))
		if h > s.px(5) {
			radius := min(s.units(.22), s.px(7))
			m.cell(x0, y0, x0+w, y0+h, radius, edge)
			m.cell(x0+rim, y0+rim, x0+w-rim, y0+h-rim, radius-rim, body)
		} else {
			if r.slot == 0 {
				body = mix(body, edge, .5)
			} else {
				body = mix(body, edge, .4)
			}
			m.cell(x0, y0, x0+w, y0+h, 0, body)
		}
		bars := s.level == near
		if bars {
			s.ports(m, f, i, t, h)
		}
		s.switchName(m, i, x0+w/2, y0+h/2, w, h, bars, body)
	}
}

// ports draws the buffers of a switch's ports as bars that fill inwards from the edge.
func (s *Scene) ports(m *Mesh, f *observe.Frame, sw, stage int, h float32) {
	n, l := s.net, s.lay
	pitch := s.units(l.portPitch(stage))
	half, long := s.buffer(stage)
	slot := s.inks.ground
	num := fontFor(9 * s.scale)
	for p := sw * n.Radix; p < (sw+1)*n.Radix; p++ {
		if n.Peer[p] < 0 {
			continue
		}
		x, y, out := s.x(l.px[p]), s.y(l.py[p]), outward[l.side[p]]
		// bar fills the slot inwards from one share of its length to another
		bar := func(from, to float32, c ink) {
			x0, y0, x1, y1 := x-out.x*long*from, y-out.y*long*from, x-out.x*long*to, y-out.y*long*to
			if out.x == 0 {
				x0, x1 = x0-half, x1+half
			} else {
				y0, y1 = y0-half, y1+half
			}
			m.rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), c)
		}
		bar(0, 1, slot)
		if f == nil {
			continue
		}
		number := func() {
			if pitch > s.px(19) && h > s.px(90) {
				s.scratch = appendInt(s.scratch[:0], p%n.Radix)
				away := long + float32(num.height)*.55
				m.text(num, s.scratch, x-out.x*away, y-out.y*away, .5, s.inks.dim)
			}
		}
		if s.queues(m, f, p, x, y, half, long) {
			if f.Sorted != observe.ByRoot { // else set-aside queues are there
				number()
			}
			continue
		}
		st := &f.Ports[p]
		if st.Fill > 0 {
			c := s.inks.dim
			if st.Tree != 0 {
				c = mix(s.inks.dim.times(.5), s.bodyInk(st.Tree), s.light(st.Tree))
			}
			bar(0, float32(st.Fill)/255, c)
		}
		if st.Flags&observe.Full != 0 { // a VC has no space left: a cap at the inner end
			bar(1-s.px(1)/long, 1+s.px(1)/long, s.inks.text)
		}
		number()
	}
}

package render

import "slices"

// A deadlock: the links whose buffers wait for each other in a circle.

// SetCycle marks the links behind the transmitting ports of a deadlock, in the order in which they wait for
// each other, with arrows from each to the next; nil marks none. Ports that do not exist are left out.
func (s *Scene) SetCycle(ports []int) {
	ports = slices.DeleteFunc(slices.Clone(ports), func(p int) bool { return p < 0 || p >= s.net.Ports() || s.net.Peer[p] < 0 })
	if !slices.Equal(ports, s.cycle) {
		s.cycle, s.dirty = ports, true
	}
}

// cycleLinks draws them in the colour of text, which no tree has, on a seam of the ground's.
func (s *Scene) cycleLinks(m *Mesh) {
	w := max(s.px(3), min(s.units(.3), s.px(6)))
	for _, p := range s.cycle {
		q := int(s.net.Peer[p])
		s.link(m, p, q, w+s.px(4), s.inks.ground)
		s.link(m, p, q, w, s.inks.text)
	}
	for _, p := range s.cycle {
		way := s.way(p, int(s.net.Peer[p]))
		x, y, dx, dy := way.at(.5)
		m.packet(dart, x, y, w*5, dx, dy, s.inks.ground)
		m.packet(dart, x, y, w*3.6, dx, dy, s.inks.text)
	}
}

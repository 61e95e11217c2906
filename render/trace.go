package render

// A packet under the pointer, or a pair of hosts: its way, what of it lies ahead, and what is in the way.

import "github.com/congestree/congestree/engine/observe"

// ways draws the ways of the pair that was asked for, with arrows. What a packet looked at has behind it is drawn thin, so
// that its way is seen to go on from where it is.
func (s *Scene) ways(m *Mesh, f *observe.Frame) {
	n := s.net
	w := max(s.px(2.2), min(s.units(.16), s.px(4)))
	for pass, k := range [...]ink{s.inks.ground, s.inks.text} {
		for from := 0; from < len(f.Paths); {
			to, at := from, from // the end of a way, and where the packet is on it
			for ; to < len(f.Paths) && f.Paths[to] != observe.NoPort; to++ {
				if s.packet.Is && f.Paths[to] == s.packet.Out {
					at = to
				}
			}
			for i, port := range f.Paths[from:to] {
				p := int(port)
				if p >= n.Ports() || n.Peer[p] < 0 {
					continue
				}
				q := int(n.Peer[p])
				switch past := from+i < at; {
				case past && pass == 0:
					s.link(m, p, q, w*.4+s.px(2), k)
				case past:
					s.link(m, p, q, w*.4, mix(s.inks.dim, k, .35))
				case pass == 0:
					s.link(m, p, q, w+s.px(3), k)
				default:
					s.link(m, p, q, w, k)
					way := s.way(p, q)
					x, y, dx, dy := way.at(.5)
					m.packet(dart, x, y, w*4.4, dx, dy, s.inks.ground)
					m.packet(dart, x, y, w*3.2, dx, dy, k)
				}
			}
			from = to + 1
		}
	}
}

// blocker marks what keeps a packet that is looked at from going on: the buffer that it waits for, or that the packet waits
// for behind which it stands, with the link there.
func (s *Scene) blocker(m *Mesh) {
	if s.frame == nil {
		return
	}
	_, flying := s.Look(s.packet)
	if flying != nil && s.level != far && !s.calm() { // where it is, among others
		if x, y, _, _, ok := s.dotAt(flying, s.motion.place(flying, s.frame), &rect{-1e9, -1e9, 1e9, 1e9}); ok {
			m.symbol(ring, x, y, s.dotSize()*2.6, s.inks.text)
		}
	}
	i := s.findSlot(s.packet)
	if i < 0 {
		return
	}
	out := int(s.packet.Out)
	if first := s.frame.Ahead(&s.frame.Slots[i]); first >= 0 {
		i = first
		out = int(s.packet.Port)/s.net.Radix*s.net.Radix + int(s.frame.Slots[i].Out)
	}
	if s.frame.Slots[i].Wait != observe.WaitCredit {
		return
	}
	n, l := s.net, s.lay
	p := int(n.Peer[out])
	if p < 0 {
		return
	}
	if out != int(s.packet.Out) { // beside the packet's own way
		s.link(m, out, p, s.px(1.5), mix(s.inks.dim, s.inks.text, .5))
	}
	if n.IsHost(p) || s.level != near {
		m.symbol(ring, s.x(l.px[p]), s.y(l.py[p]), s.px(18), s.inks.text)
		return
	}
	half, deep := s.buffer(int(n.Stage[p/n.Radix]))
	r := turn(s.x(l.px[p]), s.y(l.py[p]), l.side[p], -half, half, 0, deep)
	w := s.px(2)
	s.outline(m, rect{r.x0 - w, r.y0 - w, r.x1 + w, r.y1 + w})
	s.outline(m, rect{r.x0 - 2*w, r.y0 - 2*w, r.x1 + 2*w, r.y1 + 2*w})
}

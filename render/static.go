package render

// The static picture: what changes with the camera only. Quiet links and the ground everything
// stands on; in the far view pods and bundles in place of 35 000 cables.

import "github.com/congestree/congestree/engine/topology"

// maxLines caps the lines of the static picture; beyond it every k-th is drawn.
const maxLines = 50000

// maxInk caps what the lines of links cover in the far view of a BMIN, as a share of the area that they cross: beyond it they grow
// together to one block.
const maxInk = .5

// x and y map world units to pixels.
func (s *Scene) x(w float32) float32 { return float32(float64(w)*s.cam.now.z + s.cam.now.x) }
func (s *Scene) y(w float32) float32 { return float32(float64(w)*s.cam.now.z + s.cam.now.y) }

// px is a length in CSS pixels as device pixels; units one in world units.
func (s *Scene) px(css float32) float32    { return css * float32(s.scale) }
func (s *Scene) units(len float32) float32 { return len * float32(s.cam.now.z) }

// crosses says whether a line between two world points may be seen.
func (r rect) crosses(ax, ay, bx, by float32) bool {
	if max(ax, bx) < r.x0 || min(ax, bx) > r.x1 || max(ay, by) < r.y0 || min(ay, by) > r.y1 {
		return false
	}
	dx, dy := bx-ax, by-ay
	a := dx*(r.y0-ay) - dy*(r.x0-ax)
	b := dx*(r.y0-ay) - dy*(r.x1-ax)
	c := dx*(r.y1-ay) - dy*(r.x0-ax)
	d := dx*(r.y1-ay) - dy*(r.x1-ax)
	return !(a > 0 && b > 0 && c > 0 && d > 0 || a < 0 && b < 0 && c < 0 && d < 0)
}

func (s *Scene) viewRect() rect {
	x0, y0, x1, y1 := s.worldView()
	return rect{x0, y0, x1, y1}
}

// lower is the stage of the lower end of a port's link, 0 = host.
func (s *Scene) lower(p, q int) int {
	n := s.net
	if n.IsHost(p) || n.IsHost(q) {
		return 0
	}
	return int(min(n.Stage[p/n.Radix], n.Stage[q/n.Radix]))
}

// setOffsets finds by how much the two directions of a link stand apart, in px, by the stage of
// its lower end; 0 while that would be less than a pixel.
func (s *Scene) setOffsets() {
	n := s.net
	for t := 0; t < n.Stages; t++ {
		pitch := s.lay.portPitch(t + 1)
		if t > 0 {
			pitch = min(pitch, s.lay.portPitch(t))
		}
		o := min(s.units(pitch)*.2, s.px(3.4))
		if o < s.px(.7) {
			o = 0
		}
		s.offset[t] = o
	}
	s.offset[n.Stages] = s.offset[n.Stages-1] // links within a stage (mesh, torus)
}

func (s *Scene) buildStatic() {
	s.setOffsets()
	m := &s.static
	m.reset()
	k, l, n := &s.inks, s.lay, s.net
	seen := s.viewRect()
	m.layer("pods")
	if n.Stages > 1 {
		for i := range l.pods {
			p := &l.pods[i]
			if p.meets(&seen) {
				m.cell(s.x(p.x0), s.y(p.y0), s.x(p.x1), s.y(p.y1), min(s.units(.5), s.px(8)), k.pod)
			}
		}
	}
	m.layer("links")
	if s.level == far && n.Tree != nil {
		s.staticBundles(m)
		for i := range l.blocks {
			if b := &l.blocks[i]; b.meets(&seen) {
				m.cell(s.x(b.x0), s.y(b.y0), s.x(b.x1), s.y(b.y1), 0, k.host.times(.55))
			}
		}
		return
	}
	s.staticLinks(m, seen)
}

// staticBundles draws one line for all the links of a switch of the last stage but one to the
// plane of the top stage that they lead to.
func (s *Scene) staticBundles(m *Mesh) {
	if s.net.Stages < 2 {
		return
	}
	w := max(s.px(.8), min(s.units(.12), s.px(3)))
	c := s.inks.link
	if !s.bold {
		c = c.times(.6)
	}
	seen := s.viewRect()
	for sw := s.net.First[s.net.Stages-2]; sw < s.net.First[s.net.Stages-1]; sw++ {
		x0, y0, x1, y1 := s.bundle(sw)
		if seen.crosses(x0, y0, x1, y1) {
			m.line(s.x(x0), s.y(y0), s.x(x1), s.y(y1), w, c)
		}
	}
}

// bundle gives the world ends of a bundle.
func (s *Scene) bundle(sw int) (x0, y0, x1, y1 float32) {
	n, l := s.net, s.lay
	t := n.Stages - 1
	i := sw - n.First[t-1]
	plane := &l.planes[order(n.Tree, t, i%n.Tree.Parallel(t))]
	if l.radial {
		return l.sx[sw], l.sy[sw], (plane.x0 + plane.x1) / 2, (plane.y0 + plane.y1) / 2
	}
	return l.sx[sw], l.sy[sw] - l.cardH[t-1]/2, (plane.x0 + plane.x1) / 2, plane.y1
}

func (s *Scene) staticLinks(m *Mesh, seen rect) {
	n, l := s.net, s.lay
	count, length := 0, float32(0)
	for p, q := range n.Peer[:n.SwitchPorts()] {
		if int(q) > p && q != topology.NoPeer && l.sees(&seen, p, int(q)) {
			count++
			if s.crowded() {
				length += seen.within(l.px[p], l.py[p], l.px[q], l.py[q])
			}
		}
	}
	every, at := count/maxLines+1, 0
	s.room = 0
	if length > 0 {
		w, h := min(seen.x1, l.w)-max(seen.x0, 0), min(seen.y1, l.h)-max(seen.y0, 0)
		s.room = s.units(w) * h / (length / float32(count))
	}
	c := s.inks.link
	switch {
	case s.bold:
	case count > 3000:
		c = c.times(.6)
	case count > 1000:
		c = c.times(.8)
	}
	w := max(s.px(.9), min(s.units(.06), s.px(1.6)))
	thin := thinned(count, count)
	if s.crowded() {
		thin, every = thinned(count, s.most(w)), 1
	}
	for p, q := range n.Peer[:n.SwitchPorts()] {
		if int(q) <= p || q == topology.NoPeer || !l.sees(&seen, p, int(q)) {
			continue
		}
		if at++; at%every != 0 || thin.drops(int32(p)) {
			continue
		}
		s.link(m, p, int(q), w, c)
		if s.offset[s.lower(p, int(q))] > 0 && 2*count < maxLines {
			s.link(m, int(q), p, w, c)
		}
	}
}

// crowded says whether many long links cross each other in a far view: those of fat trees make bundles there, those of grids are short.
func (s *Scene) crowded() bool { return s.level == far && s.net.Multi != nil }

// most is how many of the links in view are drawn with lines of a width.
func (s *Scene) most(width float32) int {
	if !s.crowded() {
		return maxLines
	}
	return int(min(maxLines, maxInk*s.room/width))
}

// within is at most how much of a line between two world points lies in the rectangle.
func (r *rect) within(ax, ay, bx, by float32) float32 {
	dx, dy := max(ax, bx)-min(ax, bx), max(ay, by)-min(ay, by)
	share := float32(1)
	if dx > 0 {
		share = min(share, (min(r.x1, max(ax, bx))-max(r.x0, min(ax, bx)))/dx)
	}
	if dy > 0 {
		share = min(share, (min(r.y1, max(ay, by))-max(r.y0, min(ay, by)))/dy)
	}
	return hypot(dx, dy) * max(0, share)
}

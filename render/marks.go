package render

// Hosts, marks and names: the part of the dynamic picture that tells who does it and who suffers.

import (
	"math"
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// hosts draws the hosts in view: a cell as bright as their source queues are full, with a ring in
// the colour of the tree that blocks them.
func (s *Scene) hosts(m *Mesh, f *observe.Frame) {
	l := s.lay
	seen := s.viewRect()
	size := s.units(hostSize)
	font := fontFor(10 * s.scale)
	for h := range l.hx {
		if !seen.hasNear(l.hx[h], l.hy[h], 1) {
			continue
		}
		x, y := s.x(l.hx[h]), s.y(l.hy[h])
		half := size / 2
		radius := min(size*.25, s.px(5))
		body := s.inks.host
		plain := true
		if f != nil {
			st := &f.Hosts[h]
			body = mix(body, s.inks.dim, .7*float32(st.Queue)/255)
			plain = st.Flags&(observe.Culprit|observe.HotSpot) == 0
			if st.Tree != 0 {
				c := mix(body, s.bodyInk(st.Tree), s.light(st.Tree))
				rim := max(s.px(1.2), size*.16)
				m.cell(x-half, y-half, x+half, y+half, radius, c)
				m.cell(x-half+rim, y-half+rim, x+half-rim, y+half-rim, radius-rim, mix(s.inks.ground, body, .4))
			} else {
				m.cell(x-half, y-half, x+half, y+half, radius, body)
			}
		} else {
			m.cell(x-half, y-half, x+half, y+half, radius, body)
		}
		if size > s.px(26) {
			s.scratch = appendInt(s.scratch[:0], h)
			if font.width(s.scratch) < size*.9 {
				if free := true; !plain { // a mark stands on it
					x, y, free = s.besideHost(h, half, font.width(s.scratch), float32(font.height))
					if !free {
						continue
					}
				}
				m.text(font, s.scratch, x, y, .5, s.inks.text)
			}
		}
	}
}

// besideHost is the middle of a word of w × h below a host or, where the next host of its switch stands there, at its side.
func (s *Scene) besideHost(host int, half, w, h float32) (x, y float32, free bool) {
	l := s.lay
	x, y = s.x(l.hx[host]), s.y(l.hy[host])
	for _, at := range [...][2]float32{{0, half + h/2}, {half + s.px(2) + w/2, 0}, {-half - s.px(2) - w/2, 0}, {0, -half - h/2}} {
		word := rect{x + at[0] - w/2, y + at[1] - h/2, x + at[0] + w/2, y + at[1] + h/2}
		free = true
		for _, step := range [...]int{-1, 1} { // the hosts of a switch have numbers in a row
			for o := host + step; free && o >= 0 && o < len(l.hx) && l.leafOf[o] == l.leafOf[host]; o += step {
				ox, oy := s.x(l.hx[o]), s.y(l.hy[o])
				free = !word.meets(&rect{ox - half, oy - half, ox + half, oy + half})
			}
		}
		if free {
			return x + at[0], y + at[1], true
		}
	}
	return
}

func (r rect) hasNear(x, y, d float32) bool {
	return x >= r.x0-d && x <= r.x1+d && y >= r.y0-d && y <= r.y1+d
}

// hostMarks draws culprits and hot spots, from any distance; names keep off hot spots.
func (s *Scene) hostMarks(m *Mesh, isFar bool) {
	l := s.lay
	seen := s.viewRect()
	size := s.units(hostSize)
	small := min(max(size*.72, s.px(3)), s.px(30))
	faint := s.inks.text.times(max(.3, s.dimming))
	if isFar {
		faint = faint.times(.75)
	}
	culprits := s.surveyed().culprits
	if isFar && size < s.px(2) {
		culprits = nil
		s.blockMarks(m, faint)
	}
	for _, h := range culprits {
		if seen.hasNear(l.hx[h], l.hy[h], 1) {
			m.symbol(triangle, s.x(l.hx[h]), s.y(l.hy[h]), small, faint)
		}
	}
	big := s.hotMark()
	hot := s.surveyed().hot
	for _, h := range hot {
		if !seen.hasNear(l.hx[h], l.hy[h], 2) {
			continue
		}
		c := s.inks.text
		if slot := s.treeHost[h]; slot != 0 {
			c = mix(s.inks.dim.times(.4), s.inks.tree[slot], s.light(slot))
		}
		x, y := s.x(l.hx[h]), s.y(l.hy[h])
		m.symbol(disc, x, y, big*1.12, s.inks.ground)
		m.symbol(target, x, y, big, c)
		if len(hot) <= 16 { // of more, names of roots would find no room
			s.labels = append(s.labels, rect{x - big*.5, y - big*.5, x + big*.5, y + big*.5})
		}
	}
}

// hotMark is the diameter of a hot spot's mark.
func (s *Scene) hotMark() float32 { return min(max(s.units(hostSize)*1.15, s.px(13)), s.px(34)) }

// blockMarks draws one mark for the culprits of a block, the larger the more they are: hosts are smaller than marks.
func (s *Scene) blockMarks(m *Mesh, c ink) {
	seen := s.viewRect()
	for i, r := range s.surveyed().blocked {
		b := &s.lay.blocks[i]
		if r.culprits == 0 || !b.meets(&seen) {
			continue
		}
		x0, y0, x1, y1 := s.x(b.x0), s.y(b.y0), s.x(b.x1), s.y(b.y1)
		d := max(s.px(3), min(x1-x0, y1-y0)*float32(math.Sqrt(float64(r.culprits))))
		m.symbol(triangle, (x0+x1)/2, (y0+y1)/2, d, c)
	}
}

// rootSize is the diameter of a root's diamond by level of detail, CSS pixels, and rootRing how much larger the ring around it is.
var rootSize = [...]float32{far: 12, middle: 13, near: 17}

const rootRing = 1.55

// roots marks the root of each tree at its output port, and names the largest ones.
func (s *Scene) roots(m *Mesh, f *observe.Frame) {
	n, l := s.net, s.lay
	d := s.px(rootSize[s.level])
	small := fontFor(10 * s.scale)
	seen := s.viewRect()
	for i := len(f.Trees) - 1; i >= 0; i-- { // the largest on top
		t := &f.Trees[i]
		p := int(t.Root)
		if t.Slot > observe.MaxTrees || p >= n.SwitchPorts() || !seen.hasNear(l.px[p], l.py[p], 2) {
			continue
		}
		b := s.lights[t.Slot]
		c := mix(s.inks.dim.times(.3), s.inks.tree[t.Slot], b)
		x, y := s.rootAt(p, d)
		m.symbol(disc, x, y, d*1.75, s.inks.ground.times(max(b, .3)))
		m.symbol(ring, x, y, d*rootRing, c)
		m.symbol(diamond, x, y, d*.95, c)
		s.labels = append(s.labels, rect{x - d*.8, y - d*.8, x + d*.8, y + d*.8})
	}
	s.nameRoots(m, f, 0, 1, d, seen) // before the others have their numbers
	s.numbers(m, f, small, d, seen)
	s.nameRoots(m, f, 1, 6, d, seen)
}

// nameRoots writes the names of some of the trees, from the largest on.
func (s *Scene) nameRoots(m *Mesh, f *observe.Frame, from, to int, d float32, seen rect) {
	n, l, font := s.net, s.lay, fontFor(11*s.scale)
	for i := from; i < min(len(f.Trees), to); i++ {
		t := &f.Trees[i]
		p := int(t.Root)
		if t.Slot > observe.MaxTrees || s.lights[t.Slot] < .5 || p >= n.SwitchPorts() || !seen.has(l.px[p], l.py[p]) {
			continue
		}
		x, y := s.rootAt(p, d)
		var box rect
		ok, away := false, d
		for farthest := d * float32(1+3*boolean64(i == 0)); !ok && away <= farthest; away += d { // the largest is named in any case
			for long := 1; long >= 0 && !ok; long-- { // with size and age, if there is room
				s.scratch = s.appendRoot(s.scratch[:0], t, long > 0)
				box, ok = s.place(x, y, away, font.width(s.scratch)+s.px(10), float32(font.height)+s.px(4))
			}
		}
		if !ok {
			continue
		}
		if away > 2*d { // it stood away from its root
			m.line(x, y, min(max(x, box.x0), box.x1), min(max(y, box.y0), box.y1), s.px(1.5), s.inks.tree[t.Slot])
		}
		s.labels = append(s.labels, box)
		m.cell(box.x0-s.px(1), box.y0-s.px(1), box.x1+s.px(1), box.y1+s.px(1), s.px(4), s.inks.tree[t.Slot])
		m.cell(box.x0, box.y0, box.x1, box.y1, s.px(3), s.inks.ground)
		m.text(font, s.scratch, box.x0+s.px(5), (box.y0+box.y1)/2, 0, s.inks.text)
	}
}

// appendRoot names a tree by its root, and tells its size and age.
func (s *Scene) appendRoot(b []byte, t *observe.Tree, long bool) []byte {
	sw, local := s.net.SwitchOf(int(t.Root))
	b = append(append(b, lang.T("root")...), ' ')
	b = append(append(s.appendSwitch(b, sw), ' '), lang.T("port")...)
	b = appendInt(append(b, ' '), local)
	if !long {
		return b
	}
	b = append(b, "  "...)
	b = appendInt(b, int(t.Ports))
	word := lang.T("buffers")
	if t.Ports == 1 {
		word = lang.T("buffer")
	}
	b = append(append(append(b, ' '), word...), ", "...)
	return lang.AppendTime(b, max(0, s.frame.TimePS-t.BirthPS))
}

// place finds room for a label of w × h beside, below or above a mark.
func (s *Scene) place(x, y, d, w, h float32) (box rect, ok bool) {
	x0, y0, x1, y1 := s.free()
	for _, at := range [...][2]float32{{x + d, y - h/2}, {x - d - w, y - h/2}, {x - w/2, y + d}, {x - w/2, y - d - h}, {x + d, y + d*.6}, {x - d - w, y + d*.6}, {x + d, y - d*.6 - h}, {x - d - w, y - d*.6 - h}} {
		box = rect{at[0], at[1], at[0] + w, at[1] + h}
		apart := rect{box.x0 - s.px(2), box.y0, box.x1 + s.px(2), box.y1} // boxes that touch look as if one were cut off
		ok = float64(box.x0) > x0 && float64(box.y0) > y0 && float64(box.x1) < x1 && float64(box.y1) < y1
		for i := 0; ok && i < len(s.labels); i++ {
			ok = !apart.meets(&s.labels[i])
		}
		if ok {
			return
		}
	}
	return
}

// rootAt is where the mark of a root stands: just outside its port or, where the mark of the hot spot that it leads to would be
// covered, as far from that on their link's line as both need.
func (s *Scene) rootAt(p int, d float32) (x, y float32) {
	l := s.lay
	px, py := s.x(l.px[p]), s.y(l.py[p])
	out := outward[l.side[p]]
	x, y = px+out.x*d*.5, py+out.y*d*.5
	q := int(s.net.Peer[p])
	if q < 0 || !s.net.IsHost(q) || s.frame == nil || s.frame.Hosts[s.net.Host(q)].Flags&observe.HotSpot == 0 {
		return
	}
	h := s.net.Host(q)
	hx, hy := s.x(l.hx[h]), s.y(l.hy[h])
	if apart := d*1.75/2 + s.hotMark()/2; hypot(x-hx, y-hy) < apart {
		dx, dy := px-hx, py-hy
		r := hypot(dx, dy)
		if r < 1e-3 {
			dx, dy, r = -out.x, -out.y, 1
		}
		return hx + dx/r*apart, hy + dy/r*apart
	}
	return
}

// hovered outlines the port under the pointer, its link and what they belong to.
func (s *Scene) hovered(m *Mesh) {
	n, l := s.net, s.lay
	p := s.hover
	if p < 0 {
		return
	}
	w := s.px(2)
	c := s.inks.text
	if q := n.Peer[p]; q >= 0 {
		x0, y0, x1, y1 := s.x(l.px[p]), s.y(l.py[p]), s.x(l.px[q]), s.y(l.py[q])
		s.link(m, p, int(q), w, c)
		m.symbol(disc, x0, y0, s.px(7), c)
		m.symbol(disc, x1, y1, s.px(5), c)
	}
	var x, y, hw, hh float32
	if n.IsHost(p) {
		h := n.Host(p)
		x, y, hw = s.x(l.hx[h]), s.y(l.hy[h]), max(s.units(hostSize)/2, s.px(3))
		hh = hw
	} else {
		sw, _ := n.SwitchOf(p)
		t := n.Stage[sw] - 1
		x, y, hw, hh = s.x(l.sx[sw]), s.y(l.sy[sw]), s.units(l.cardW[t])/2, s.units(l.cardH[t])/2
	}
	hw, hh = hw+w, hh+w
	m.line(x-hw, y-hh, x+hw, y-hh, w, c)
	m.line(x-hw, y+hh, x+hw, y+hh, w, c)
	m.line(x-hw, y-hh, x-hw, y+hh, w, c)
	m.line(x+hw, y-hh, x+hw, y+hh, w, c)
}

func (s *Scene) appendSwitch(b []byte, sw int) []byte {
	if g := s.net.Grid; g != nil { // as Network.SwitchName
		x, y := g.XY(sw)
		b = appendInt(append(b, "S("...), x)
		b = appendInt(append(b, ','), y)
		return append(b, ')')
	}
	t := int(s.net.Stage[sw])
	b = append(b, 'S')
	b = appendInt(b, t)
	b = append(b, '.')
	return appendInt(b, sw-s.net.First[t-1])
}

// switchName writes the name of a switch where there is room.
func (s *Scene) switchName(m *Mesh, sw int, x, y, w, h float32, bars bool, body ink) {
	room := h * .9
	if bars {
		room = h * .4
		if s.lay.square {
			w *= 1 - 2*gridSlot
		}
	}
	if w < s.px(24) || room < s.px(10) {
		return
	}
	font := fontFor(min(float64(room)*.8, 15*s.scale))
	s.scratch = s.appendSwitch(s.scratch[:0], sw)
	name := s.scratch
	if s.net.Grid != nil {
		name = name[2 : len(name)-1] // the numbers alone
	}
	if float32(font.height) > room*1.2 || font.width(name) > w*.94 {
		return
	}
	c := s.inks.text
	if contrast(body, s.inks.ground) > contrast(body, c) {
		c = s.inks.ground
	}
	m.text(font, name, x, y, .5, c)
}

// names writes the stages at the left, and the pods below where there is room.
func (s *Scene) names(m *Mesh) {
	l := s.lay
	font := fontFor(11 * s.scale)
	fx0, fy0, fx1, fy1 := s.free()
	if (fx1-fx0)/s.scale >= 600 {
		l.speak()
		for i, b := range l.bands {
			y := s.y(b.y)
			if b.stage == 0 && i+1 < len(l.bands) { // the hosts' name keeps off that of the switches just above them
				y = max(y, s.y(l.bands[i+1].y)+float32(font.height)+s.px(4))
			}
			if float64(y) < fy0 || float64(y) > fy1 || s.level == near && s.x(0) < float32(fx0)+s.px(10) {
				continue
			}
			s.scratch = append(s.scratch[:0], b.name...)
			x := float32(fx0) + s.px(10)
			w, h := font.width(s.scratch), float32(font.height)
			m.cell(x-s.px(4), y-h/2-s.px(2), x+w+s.px(4), y+h/2+s.px(2), s.px(3), s.inks.ground.times(.85))
			s.write(m, font, s.scratch, x, y, 0)
		}
	}
	if len(l.podName) > 0 {
		s.roundNames(m, font)
	}
	if s.net.Stages < 3 || len(l.pods) == 0 {
		return
	}
	s.scratch = appendInt(append(s.scratch[:0], "pod "...), len(l.pods)-1)
	room, skip := s.x(l.pods[0].x1)-s.x(l.pods[0].x0), 4
	if font.width(s.scratch) < room {
		skip = 0
	}
	every := 1
	for ; font.width(s.scratch[skip:])+s.px(4) > room*float32(every) && every < 64; every *= 2 {
	}
	for i := 0; i < len(l.pods); i += every {
		p := &l.pods[i]
		x, y := (s.x(p.x0)+s.x(p.x1))/2, s.y(p.y1)+float32(font.height)*.6
		if x < float32(fx0) || x > float32(fx1) {
			continue
		}
		s.scratch = appendInt(append(s.scratch[:0], "pod "...), i)
		s.write(m, font, s.scratch[skip:], x, y, .5)
	}
}

// write writes a quiet word, and keeps labels away from it.
func (s *Scene) write(m *Mesh, font *fontSize, word []byte, x, y, align float32) {
	w, h := font.width(word), float32(font.height)
	s.labels = append(s.labels, rect{x - align*w, y - h/2, x + (1-align)*w, y + h/2})
	m.text(font, word, x, y, align, s.inks.dim)
}

// roundNames writes the pods' names round a radial layout: in full where there is room, else every so many numbers.
func (s *Scene) roundNames(m *Mesh, font *fontSize) {
	l := s.lay
	narrow := s.freeWidth() < s.px(600)
	r := s.units(l.w / 2)
	apart := 2 * math.Pi * r / float32(len(l.podName))
	skip := 0
	s.scratch = appendInt(append(s.scratch[:0], "pod "...), len(l.podName)-1)
	if apart < font.width(s.scratch)*1.3 || narrow {
		skip = 4
	}
	every := 1
	for ; font.width(s.scratch[skip:])*1.3 > apart*float32(every) && every < 64; every *= 2 {
	}
	x, y := s.x(l.w/2), s.y(l.h/2)
	for i := 0; i < len(l.podName); i += every {
		s.scratch = appendInt(append(s.scratch[:0], "pod "...), i)
		name := s.scratch[skip:]
		dx, dy := l.podName[i][0], l.podName[i][1]
		// as far outside as the word needs in this direction
		away := r + s.px(3) + max(dx, -dx)*font.width(name)/2 + max(dy, -dy)*float32(font.height)/2
		s.write(m, font, name, x+dx*away, y+dy*away, .5)
	}
}

// freeWidth is the width of the free part of the canvas, px.
func (s *Scene) freeWidth() float32 {
	x0, _, x1, _ := s.free()
	return float32(x1 - x0)
}

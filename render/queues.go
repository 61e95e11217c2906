package render

// Buffers seen from so near that their packets can be told apart: a column per VC, a cell per packet, the next
// to leave at the inner end; voq.go has what VOQs change. And what congestion control adds: set-aside queues, the notifications
// between them, throttled hosts, and the ways of a pair.

import (
	"math"
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// maxSwitches is how many switches' packets are worth asking for at once.
const maxSwitches = 40

// WantSwitches lists the switches whose packets are worth asking of the engine at the present zoom. The list is
// valid until the next call.
func (s *Scene) WantSwitches() []uint32 {
	s.wanted = s.wanted[:0]
	if s.lay == nil || s.level != near || s.units(s.lay.portPitch(1)) < s.px(11) {
		return nil
	}
	for i, in := range s.visible {
		if !in {
			continue
		}
		if len(s.wanted) == maxSwitches {
			return s.wanted
		}
		s.wanted = append(s.wanted, uint32(i))
	}
	return s.wanted
}

// readSlots finds the packets of each port.
func (s *Scene) readSlots() {
	clear(s.slots)
	if s.frame == nil {
		return
	}
	list := s.frame.Slots
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].Port == list[i].Port {
			j++
		}
		s.slots[list[i].Port] = [2]int{i, j}
		i = j
	}
}

// cells is how the packets of a port's buffer are arranged: VCs side by side, each with so many columns.
type cells struct {
	vcs, cols int
	w, h      float32 // of a cell, px: along the side of the switch, and into it
	gap       float32 // between VCs
	gutter    float32 // before the cells of a VC with VOQs
}

// arrange makes cells as square as they can be; ok says whether they are large enough to be told apart.
func (s *Scene) arrange(across, deep float32) (c cells, ok bool) {
	if s.frame == nil || s.frame.VCs < 1 || s.frame.Capacity < 1 {
		return c, false
	}
	c.vcs = int(s.frame.VCs)
	capacity := int(s.frame.Capacity)
	if c.vcs > 1 {
		c.gap = min(s.px(2), across*.06)
	}
	room := (across+c.gap)/float32(c.vcs) - c.gap
	if s.sortedByOutput() {
		c.gutter = s.gutter(room)
		room -= c.gutter
	}
	best := float32(0)
	for cols := 1; cols <= 16 && cols <= capacity; cols++ {
		rows := (capacity + cols - 1) / cols
		w, h := room/float32(cols), deep/float32(rows)
		if side := min(w, h); side > best {
			best = side
			c.cols, c.w, c.h = cols, w, h
		}
	}
	c.h = min(c.h, c.w*1.6)
	return c, best >= s.px(2.2)
}

// pitch is from one VC to the next.
func (c *cells) pitch() float32 { return c.gutter + float32(c.cols)*c.w + c.gap }

// at gives the corners of a cell, as distances along the side of the switch from the middle of the port, and
// inwards from the port.
func (c *cells) at(vc int, p seat, half, deep float32) (a0, a1, d0, d1 float32) {
	a0 = -half + float32(vc)*c.pitch() + c.gutter + float32(p.col)*c.w
	d1 = deep - float32(p.row)*p.h
	return a0, a0 + c.w, d1 - p.h, d1
}

// turn makes pixels of such distances.
func turn(x, y float32, side uint8, a0, a1, d0, d1 float32) rect {
	out := outward[side]
	if out.x == 0 {
		y0, y1 := y-out.y*d0, y-out.y*d1
		return rect{x + a0, min(y0, y1), x + a1, max(y0, y1)}
	}
	x0, x1 := x-out.x*d0, x-out.x*d1
	return rect{min(x0, x1), y + a0, max(x0, x1), y + a1}
}

// queues draws a port's buffer packet by packet; it says whether that was possible.
func (s *Scene) queues(m *Mesh, f *observe.Frame, p int, x, y, half, deep float32) bool {
	if len(f.Slots) == 0 {
		return false
	}
	list, any := s.slots[uint32(p)]
	if !any && f.Ports[p].Fill > 0 {
		return false // not asked for
	}
	c, ok := s.arrange(2*half, deep)
	if !ok {
		return false
	}
	side := s.lay.side[p]
	for vc := 1; vc < c.vcs; vc++ { // lines between the VCs
		a := -half + float32(vc)*c.pitch() - c.gap
		r := turn(x, y, side, a, a+c.gap, 0, deep)
		m.rect(r.x0, r.y0, r.x1, r.y1, s.inks.edge.times(.6))
	}
	inset := min(s.px(.75), min(c.w, c.h)*.12)
	seats, blocks := s.sit(list, &c, deep)
	s.fences(m, blocks, &c, x, y, side, half, deep)
	for i := list[0]; i < list[1]; i++ {
		q := &f.Slots[i]
		a0, a1, d0, d1 := c.at(int(q.VC), seats[i-list[0]], half, deep)
		r := turn(x, y, side, a0+inset, a1-inset, d0+inset, d1-inset)
		slot := q.Class & observe.SlotMask
		k := s.ink(traits{q.Dst, q.Age, q.VC, q.Class, q.Flags})
		b := s.dimming
		if slot != 0 {
			b = s.light(slot)
		}
		m.rect(r.x0, r.y0, r.x1, r.y1, k.times(b))
		w, h := r.x1-r.x0, r.y1-r.y0
		in := min(w, h) * .28
		switch {
		case s.asks == ByClass && q.Class&observe.ClassMask == observe.Victim: // a light heart in the tree's rim
			m.rect(r.x0, r.y0, r.x1, r.y1, s.treeInk(slot))
			m.rect(r.x0+in, r.y0+in, r.x1-in, r.y1-in, s.inks.text.times(max(.25, b)))
		case q.Class&observe.ClassMask == observe.Notice:
			s.pulse(m, (r.x0+r.x1)/2, (r.y0+r.y1)/2, min(w, h), s.inks.text)
		}
		if q.Wait == observe.WaitCredit && min(w, h) > s.px(7) { // a hole: no room for it ahead
			m.symbol(disc, (r.x0+r.x1)/2, (r.y0+r.y1)/2, min(w, h)*.4, s.inks.ground)
		}
		if q.Flags&observe.Idle != 0 && min(w, h) > s.px(4) { // HoL blocking
			m.symbol(triangle, (r.x0+r.x1)/2, (r.y0+r.y1)/2, min(w, h)*.62, s.inks.ground)
		}
		s.lit++
	}
	if hit := s.packet; hit.Queued && int(hit.Port) == p {
		if i := s.findSlot(hit); i >= 0 {
			a0, a1, d0, d1 := c.at(int(f.Slots[i].VC), seats[i-list[0]], half, deep)
			s.outline(m, turn(x, y, side, a0, a1, d0, d1))
			if first := f.Ahead(&f.Slots[i]); first >= list[0] && first < list[1] { // which it stands behind
				a0, a1, d0, d1 = c.at(int(f.Slots[first].VC), seats[first-list[0]], half, deep)
				s.outline(m, turn(x, y, side, a0, a1, d0, d1))
			}
		}
	}
	return true
}

func (s *Scene) outline(m *Mesh, r rect) {
	w := s.px(1.5)
	m.rect(r.x0-w, r.y0-w, r.x1+w, r.y0, s.inks.text)
	m.rect(r.x0-w, r.y1, r.x1+w, r.y1+w, s.inks.text)
	m.rect(r.x0-w, r.y0, r.x0, r.y1, s.inks.text)
	m.rect(r.x1, r.y0, r.x1+w, r.y1, s.inks.text)
}

// pulse is a notification: a ring with a heart.
func (s *Scene) pulse(m *Mesh, x, y, d float32, k ink) {
	m.symbol(disc, x, y, d*2, s.inks.ground)
	m.symbol(ring, x, y, d*1.7, k)
	m.symbol(disc, x, y, d*.7, k)
}

// lines draws the set-aside queues of the ports in view, as slots at the inner end of the buffer that fill in the colour
// of the tree they set aside, and the notifications on their way upstream.
func (s *Scene) lines(m *Mesh, f *observe.Frame, seen rect) {
	n, l := s.net, s.lay
	if s.level == near {
		rows := 1 // of a VC's queues: eight stand side by side
		for i := range f.Lines {
			rows = max(rows, int(f.Lines[i].Line)/8+1)
		}
		for i := range f.Lines {
			q := &f.Lines[i]
			p := int(q.Port)
			if q.Flags&observe.LineCopy != 0 || p >= n.SwitchPorts() || !s.visible[p/n.Radix] {
				continue
			}
			stage := int(n.Stage[p/n.Radix])
			half, deep := s.buffer(stage)
			side := half / 4 // eight of them
			if side < s.px(1.4) {
				continue
			}
			at, in := float32(q.Line%8)*side-half, deep+side*(.2+1.15*float32(int(q.VC)*rows+int(q.Line)/8))
			r := turn(s.x(l.px[p]), s.y(l.py[p]), l.side[p], at+side*.08, at+side*.92, in, in+side)
			c := s.rootInk(q.Root)
			m.rect(r.x0, r.y0, r.x1, r.y1, c)
			rim := min(s.px(1.2), side*.15)
			m.rect(r.x0+rim, r.y0+rim, r.x1-rim, r.y1-rim, s.inks.ground)
			if f.Capacity > 0 {
				fill := min(1, float32(q.Packets)/float32(f.Capacity))
				m.rect(r.x0+rim, r.y1-rim-(r.y1-r.y0-2*rim)*fill, r.x1-rim, r.y1-rim, c)
			}
			if q.Flags&observe.LineStopped != 0 {
				m.rect(r.x0, (r.y0+r.y1)/2-rim, r.x1, (r.y0+r.y1)/2+rim, s.inks.text)
			}
		}
	}
	if s.calm() || s.level == far {
		return
	}
	d := max(s.px(4), min(s.units(.2), s.px(6)))
	if s.level == near {
		s.internal(m, f, d)
	}
	for i := range f.Signals {
		x := &f.Signals[i]
		if int(x.To) >= n.Ports() || int(n.Peer[x.To]) != int(x.From) || !l.sees(&seen, int(x.To), int(x.From)) {
			continue
		}
		w := s.way(int(x.To), int(x.From))
		px, py, _, _ := w.at(1 - float32(x.Pos)/65535)
		s.pulse(m, px, py, d, s.inks.text)
		s.lit++
	}
}

// internal draws the internal notifications as pulses from the output whose CAM has told of the congestion to the input that
// has set a queue aside for it. In the model they take no time, in the picture a packet time.
func (s *Scene) internal(m *Mesh, f *observe.Frame, d float32) {
	n, l := s.net, s.lay
	for i := range f.Lines {
		q := &f.Lines[i]
		in, out := int(q.Port), int(q.Out)
		if q.Fresh == 0 || in >= n.SwitchPorts() || out >= n.SwitchPorts() || in/n.Radix != out/n.Radix || !s.visible[in/n.Radix] {
			continue
		}
		way := float32(255-q.Fresh) / 255
		s.pulse(m, s.x(l.px[out])*(1-way)+s.x(l.px[in])*way, s.y(l.py[out])*(1-way)+s.y(l.py[in])*way, d*.8, s.rootInk(q.Root))
		s.lit++
	}
}

// buffer gives half the width and the depth of a port's buffer, px.
func (s *Scene) buffer(stage int) (half, deep float32) {
	half, deep = s.units(s.lay.portPitch(stage))*.34, s.units(s.lay.cardH[stage-1])*.3
	if s.lay.square {
		deep = s.units(s.lay.cardH[stage-1]) * gridSlot
	}
	return
}

// rootInk is the colour of the tree with a root; of one that has no tree (since its packets are set aside), a colour that
// goes with the port.
func (s *Scene) rootInk(root uint32) ink {
	for slot, p := range s.rootOf {
		if p >= 0 && uint32(p) == root {
			return s.treeInk(uint8(slot))
		}
	}
	return s.inks.tree[1+root*0x9e3779b1>>29]
}

// reacting marks hosts that throttle a flow, or spread one, by two bars at their upper right: a pause.
func (s *Scene) reacting(m *Mesh) {
	l, seen := s.lay, s.viewRect()
	size := s.units(hostSize)
	u := max(min(size*.1, s.px(3.5)), s.px(1))
	for _, h := range s.surveyed().reacting {
		if !seen.hasNear(l.hx[h], l.hy[h], 1) {
			continue
		}
		x, y := s.x(l.hx[h])+size/2, s.y(l.hy[h])-size/2
		m.rect(x-3*u, y-2.5*u, x+4*u, y+2.5*u, s.inks.ground)
		m.rect(x-2*u, y-2*u, x-.2*u, y+2*u, s.inks.text)
		m.rect(x+1.2*u, y-2*u, x+3*u, y+2*u, s.inks.text)
	}
}

// Packet is a packet that can be looked at: in a buffer, or on a link. The zero value is none.
type Packet struct {
	Src, Dst uint32
	Port     uint32 // input port of the buffer, or transmitting port of the link
	Out      uint32 // the port by which it leaves next, or has left
	VC       uint8
	Queued   bool
	Is       bool

	Place uint16 // in its VC, when it was picked
	Born  int64  // when it was generated, ps; on a link as far as its age tells, up to a packet time later; 0 of notifications
}

// queued is a packet in a buffer that is picked, flying one on a link.
func (s *Scene) queued(q *observe.SlotState) Packet {
	r := uint32(s.net.Radix)
	return Packet{q.Src, q.Dst, q.Port, q.Port/r*r + uint32(q.Out), q.VC, true, true, q.Place, q.Birth}
}

func (s *Scene) flying(d *observe.Dot) Packet {
	return Packet{Src: d.Src, Dst: d.Dst, Port: d.Link, Out: d.Link, VC: d.VC, Is: true, Born: s.born(d)}
}

// born is Packet.Born of one on a link.
func (s *Scene) born(d *observe.Dot) int64 {
	if d.Class&observe.ClassMask == observe.Notice {
		return 0
	}
	return s.frame.TimePS - int64(d.Age)*s.frame.PacketPS
}

// SetPacket marks a packet as looked at.
func (s *Scene) SetPacket(p Packet) {
	if p != s.packet {
		s.packet, s.dirty = p, true
	}
}

// find returns the packet in a buffer that was picked, nil if it has left.
func (s *Scene) find(p Packet) *observe.SlotState {
	if i := s.findSlot(p); i >= 0 {
		return &s.frame.Slots[i]
	}
	return nil
}

// findSlot returns where it is in frame.Slots, or -1.
func (s *Scene) findSlot(p Packet) int {
	if s.frame == nil || !p.Queued {
		return -1
	}
	list := s.slots[p.Port]
	best, least := -1, 0
	for i := list[0]; i < list[1]; i++ {
		q := &s.frame.Slots[i]
		if q.Src != p.Src || q.Dst != p.Dst || q.VC != p.VC || q.Birth != p.Born {
			continue
		}
		away := int(q.Place) - int(p.Place) // the packets of a message were generated together
		if away = max(away, -away); best < 0 || away < least {
			best, least = i, away
		}
	}
	return best
}

// Look returns what the frame says of a packet: as one in a buffer, or as one on a link, or neither if it has gone.
func (s *Scene) Look(p Packet) (queued *observe.SlotState, flying *observe.Dot) {
	if !p.Is || s.frame == nil {
		return
	}
	if q := s.find(p); q != nil {
		return q, nil
	}
	if p.Queued {
		return
	}
	least := max(1, s.frame.PacketPS) // what ages tell of one packet differs by less
	for i := range s.frame.Dots {
		d := &s.frame.Dots[i]
		if d.Link != p.Port || d.Src != p.Src || d.Dst != p.Dst {
			continue
		}
		off := s.born(d) - p.Born
		if off = max(off, -off); off < least {
			flying, least = d, off
		}
	}
	return
}

// pickPacket finds the packet at a pixel.
func (s *Scene) pickPacket(x, y float32) (Pick, bool) {
	f, n := s.frame, s.net
	if f == nil || s.level == far {
		return Pick{}, false
	}
	if s.level == near && len(f.Slots) > 0 {
		for port, list := range s.slots {
			p := int(port)
			if p >= n.SwitchPorts() || !s.visible[p/n.Radix] {
				continue
			}
			half, deep := s.buffer(int(n.Stage[p/n.Radix]))
			at := turn(s.x(s.lay.px[p]), s.y(s.lay.py[p]), s.lay.side[p], -half, half, 0, deep)
			if !at.has(x, y) {
				continue
			}
			c, ok := s.arrange(2*half, deep)
			if !ok {
				continue
			}
			seats, _ := s.sit(list, &c, deep)
			for i := list[0]; i < list[1]; i++ {
				q := &f.Slots[i]
				a0, a1, d0, d1 := c.at(int(q.VC), seats[i-list[0]], half, deep)
				if r := turn(s.x(s.lay.px[p]), s.y(s.lay.py[p]), s.lay.side[p], a0, a1, d0, d1); r.has(x, y) {
					return Pick{Kind: InBuffer, Port: p, Switch: p / n.Radix, Group: int(s.lay.podOf[p/n.Radix]), Tree: s.treeID(q.Class & observe.SlotMask),
						Packet: s.queued(q)}, true
				}
			}
		}
	}
	if s.calm() {
		return Pick{}, false
	}
	best, found := max(s.px(5), s.dotSize()), -1
	around := float32(math.Ceil(float64(best))) + slices.Max(s.offset[:]) // packets fly beside the line between two ports
	seen := rect{(x - around - float32(s.cam.now.x)) / float32(s.cam.now.z), (y - around - float32(s.cam.now.y)) / float32(s.cam.now.z),
		(x + around - float32(s.cam.now.x)) / float32(s.cam.now.z), (y + around - float32(s.cam.now.y)) / float32(s.cam.now.z)}
	for i := range f.Dots {
		dx, dy, _, _, ok := s.dotAt(&f.Dots[i], s.motion.place(&f.Dots[i], f), &seen)
		if d := hypot(dx-x, dy-y); ok && d < best {
			best, found = d, i
		}
	}
	if found < 0 {
		return Pick{}, false
	}
	d := &f.Dots[found]
	p := Pick{Kind: OnLink, Port: int(d.Link), Switch: -1, Group: -1, Tree: s.treeID(d.Class & observe.SlotMask),
		Packet: s.flying(d)}
	return p, true
}

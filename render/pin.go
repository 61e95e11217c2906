package render

// What a person has pinned, marked in the picture, and a camera that follows it.

import (
	"math"

	"github.com/congestree/congestree/engine/observe"
)

// Pinned is a port, a switch, or a packet. Port and Switch are -1 where there is none.
type Pinned struct {
	Port   int // the port; of a packet: the one of its buffer, or the one that sends it
	Switch int
	Packet bool
	Src    uint32 // of a packet
	Dst    uint32
	Born   int64 // when it was generated, ps
	OnLink bool
	Share  float32 // of its link that is behind it
}

// SetPinned marks what is pinned.
func (s *Scene) SetPinned(p Pinned) {
	if p.Port >= s.net.Ports() || p.Switch >= s.net.Switches {
		p = Pinned{Port: -1, Switch: -1}
	}
	if p != s.pin {
		s.pin, s.dirty = p, true
	}
}

// pinAt is where the pinned packet or port is, in pixels.
func (s *Scene) pinAt() (x, y float32, ok bool) {
	p := &s.pin
	if p.Port < 0 || s.lay == nil {
		return
	}
	if q := int(s.net.Peer[p.Port]); p.Packet && p.OnLink && q >= 0 {
		share := p.Share
		if s.frame != nil {
			for i := range s.frame.Dots { // as it is drawn, between two frames
				if d := &s.frame.Dots[i]; int(d.Link) == p.Port && d.Src == p.Src && d.Dst == p.Dst && s.pinnedFlies(d) {
					share = s.motion.place(d, s.frame)
					break
				}
			}
		}
		w := s.way(p.Port, q)
		x, y, _, _ = w.at(min(max(share, 0), 1))
		return x, y, true
	}
	x, y = s.x(s.lay.px[p.Port]), s.y(s.lay.py[p.Port])
	if s.net.IsHost(p.Port) {
		h := s.net.Host(p.Port)
		x, y = s.x(s.lay.hx[h]), s.y(s.lay.hy[h])
	}
	return x, y, true
}

// pinnedFlies says whether a packet of the pinned one's flow on a link may be that one, by its age.
func (s *Scene) pinnedFlies(d *observe.Dot) bool {
	late := s.born(d) - s.pin.Born
	return d.Class&observe.ClassMask != observe.Notice && late >= 0 && late < max(1, s.frame.PacketPS)
}

// pinnedCell is the buffer of the pinned port or, where single packets are drawn, the place of the pinned one in it.
func (s *Scene) pinnedCell() rect {
	p := &s.pin
	half, deep := s.buffer(int(s.net.Stage[p.Port/s.net.Radix]))
	x, y, side := s.x(s.lay.px[p.Port]), s.y(s.lay.py[p.Port]), s.lay.side[p.Port]
	if c, ok := s.arrange(2*half, deep); ok && p.Packet && s.frame != nil {
		list := s.slots[uint32(p.Port)]
		for i := list[0]; i < list[1]; i++ {
			if q := &s.frame.Slots[i]; q.Src == p.Src && q.Dst == p.Dst && q.Birth == p.Born {
				seats, _ := s.sit(list, &c, deep)
				a0, a1, d0, d1 := c.at(int(q.VC), seats[i-list[0]], half, deep)
				return turn(x, y, side, a0, a1, d0, d1)
			}
		}
	}
	return turn(x, y, side, -half, half, 0, deep)
}

// pinned draws four corners round what is pinned.
func (s *Scene) pinned(m *Mesh) {
	l, p := s.lay, &s.pin
	var x, y, hw, hh float32
	switch {
	case p.Switch >= 0:
		t := s.net.Stage[p.Switch] - 1
		x, y, hw, hh = s.x(l.sx[p.Switch]), s.y(l.sy[p.Switch]), s.units(l.cardW[t])/2, s.units(l.cardH[t])/2
	case p.Port >= 0:
		x, y, _ = s.pinAt()
		hw = s.px(5)
		if s.net.IsHost(p.Port) && !p.OnLink {
			hw = max(s.units(hostSize)/2, s.px(4))
		} else if p.Packet && p.OnLink {
			hw = max(s.dotSize(), s.px(6))
		} else if s.level == near {
			r := s.pinnedCell()
			x, y, hw, hh = (r.x0+r.x1)/2, (r.y0+r.y1)/2, (r.x1-r.x0)/2, (r.y1-r.y0)/2
		}
		if hh == 0 {
			hh = hw
		}
	default:
		return
	}
	gap := s.px(3)
	hw, hh = hw+gap, hh+gap
	for pass, k := range [...]ink{s.inks.ground, s.inks.text} {
		w := s.px(2.5)
		if pass == 0 {
			w = s.px(5)
		}
		arm := max(s.px(5), min(hw, hh)*.5)
		for _, c := range [...][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			cx, cy := x+c[0]*hw, y+c[1]*hh
			m.line(cx+c[0]*w/2, cy, cx-c[0]*arm, cy, w, k)
			m.line(cx, cy+c[1]*w/2, cx, cy-c[1]*arm, w, k)
		}
	}
}

// followZoom is how large a packet is to be shown when the camera begins to follow it: a switch of the leaf stage
// is so many CSS pixels wide at least.
const followZoom = 150

// readable is the zoom from which on packets can be told apart.
func (s *Scene) readable() float64 { return followZoom * s.scale / float64(s.lay.cardW[0]) }

// Follow moves the camera towards what is pinned; call it before every Tick. With closer it also comes as near as
// packets can be told apart.
func (s *Scene) Follow(closer bool) {
	px, py, ok := s.pinAt()
	if !ok {
		return
	}
	c := &s.cam
	z := c.now.z
	if c.moving {
		z = c.goal.z
	}
	if closer {
		z = math.Max(z, math.Min(c.maxZ, s.readable()))
	}
	wx, wy := (float64(px)-c.now.x)/c.now.z, (float64(py)-c.now.y)/c.now.z
	cx, cy := s.freeCentre()
	goal := view{cx - wx*z, cy - wy*z, z}
	if math.Abs(goal.x-c.now.x) < 1 && math.Abs(goal.y-c.now.y) < 1 && math.Abs(z/c.now.z-1) < .002 {
		return
	}
	c.goal, c.moving, c.touched = goal, true, true
}

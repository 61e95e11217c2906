package render

// Looking at something by its number.

import "math"

// LookAt glides to a port's switch (a host's, if it is a host's port), so many times nearer than the whole network; to
// the whole network if there is no such port, or nothing to come nearer. With reduced motion it jumps.
func (s *Scene) LookAt(port int, zoom float64) { s.lookAt(port, zoom, false) }

// LookClosely is LookAt for what is read from packets: it comes as near as they can be told apart at least, however small the picture, and has
// the port in the middle, not its switch.
func (s *Scene) LookClosely(port int, zoom float64) { s.lookAt(port, zoom, true) }

func (s *Scene) lookAt(port int, zoom float64, closely bool) {
	if s.lay == nil || port < 0 || port >= s.net.Ports() || !(zoom > 1) {
		s.Fit()
		return
	}
	if s.net.IsHost(port) {
		port = int(s.net.Peer[port])
	}
	sw, _ := s.net.SwitchOf(port)
	cx, cy := s.freeCentre()
	z, x, y := s.fitView().z*zoom, s.lay.sx[sw], s.lay.sy[sw]
	if closely {
		z, x, y = math.Max(z, s.readable()), s.lay.px[port], s.lay.py[port]
	}
	s.glide(cx, cy, float64(x), float64(y), z)
}

// Show glides to a port, a host, a switch or a packet that is pinned, if it cannot be seen: where switches are too small for ports, or when somebody
// has moved the picture so that it is not in the middle half of what nothing covers, some of which the inspector may cover soon. It comes
// as near as packets can be told apart, never goes farther away, and does nothing of what has no place.
func (s *Scene) Show(p Pinned) {
	if s.lay == nil || p.Port >= s.net.Ports() || p.Switch >= s.net.Switches || p.Port < 0 && p.Switch < 0 {
		return
	}
	x, y := s.spot(p)
	v := s.cam.now
	if s.cam.moving {
		v = s.cam.goal
	}
	x0, y0, x1, y1 := s.free()
	cx, cy := s.freeCentre()
	amid := math.Abs(float64(x)*v.z+v.x-cx) <= (x1-x0)/4 && math.Abs(float64(y)*v.z+v.y-cy) <= (y1-y0)/4
	if s.level != far && (amid || !s.cam.touched) {
		return
	}
	s.glide(cx, cy, float64(x), float64(y), math.Max(v.z, s.legible(p)))
	s.aim, s.aimed = p, s.cam.goal
}

// legible is the zoom from which on the queues of a port or switch can be told apart, or a host is seen as one: upper stages may have
// smaller switches than the leaf stage, and hosts of BMINs are small.
func (s *Scene) legible(p Pinned) float64 {
	sw := p.Switch
	switch {
	case sw < 0 && s.net.IsHost(p.Port):
		return math.Max(s.readable(), legibleHost*s.scale/hostSize)
	case sw < 0:
		sw = p.Port / s.net.Radix
	}
	return math.Max(s.readable(), followZoom*s.scale/float64(s.lay.cardW[s.net.Stage[sw]-1]))
}

// legibleHost is how large a host is then, CSS pixels.
const legibleHost = 24

// spot is where a port, a host, a switch or a packet is in the layout.
func (s *Scene) spot(p Pinned) (x, y float32) {
	switch {
	case p.Packet && p.OnLink && s.net.Peer[p.Port] >= 0:
		w := s.way(p.Port, int(s.net.Peer[p.Port]))
		px, py, _, _ := w.at(min(max(p.Share, 0), 1))
		return float32((float64(px) - s.cam.now.x) / s.cam.now.z), float32((float64(py) - s.cam.now.y) / s.cam.now.z)
	case p.Switch >= 0:
		return s.lay.sx[p.Switch], s.lay.sy[p.Switch]
	case s.net.IsHost(p.Port):
		h := s.net.Host(p.Port)
		return s.lay.hx[h], s.lay.hy[h]
	}
	return s.lay.px[p.Port], s.lay.py[p.Port]
}

// glide brings a place of the layout to a place on the canvas, in pixels.
func (s *Scene) glide(cx, cy, x, y, z float64) {
	z = math.Max(s.cam.minZ, math.Min(s.cam.maxZ, z))
	s.wish = nil
	s.cam.goal = view{cx - x*z, cy - y*z, z}
	s.cam.moving, s.cam.touched = true, true
	if s.still {
		s.cam.jump()
	}
	s.moved()
}

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
	z = math.Max(s.cam.minZ, math.Min(s.cam.maxZ, z))
	s.wish = nil
	s.cam.goal = view{cx - float64(x)*z, cy - float64(y)*z, z}
	s.cam.moving, s.cam.touched = true, true
	if s.still {
		s.cam.jump()
	}
	s.moved()
}

package render

// Looking at something by its number.

import "math"

// LookAt glides to a port's switch (a host's, if it is a host's port), so many times nearer than the whole network; to
// the whole network if there is no such port, or nothing to come nearer. With reduced motion it jumps.
func (s *Scene) LookAt(port int, zoom float64) {
	if s.lay == nil || port < 0 || port >= s.net.Ports() || !(zoom > 1) {
		s.Fit()
		return
	}
	if s.net.IsHost(port) {
		port = int(s.net.Peer[port])
	}
	sw, _ := s.net.SwitchOf(port)
	cx, cy := s.freeCentre()
	z := math.Max(s.cam.minZ, math.Min(s.cam.maxZ, s.fitView().z*zoom))
	s.wish = nil
	s.cam.goal = view{cx - float64(s.lay.sx[sw])*z, cy - float64(s.lay.sy[sw])*z, z}
	s.cam.moving, s.cam.touched = true, true
	if s.still {
		s.cam.jump()
	}
	s.moved()
}

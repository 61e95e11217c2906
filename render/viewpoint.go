package render

// Where the camera looks, told so that it means the same on another screen: what links hold, and what
// pictures side by side share.

import "math"

// Viewpoint is the point of the network in the middle of the free part of the canvas, as fractions of the
// network's width and height, and the zoom relative to that at which the whole network is seen.
type Viewpoint struct{ X, Y, Zoom float64 }

// Middle is the pixel in the middle of the free part of the canvas.
func (s *Scene) Middle() (x, y float64) { return s.freeCentre() }

// MaxViewZoom is the largest zoom of a Viewpoint; the camera itself may stop before.
const MaxViewZoom = 10000

// Viewpoint returns where the camera looks, or is about to; whole says that this is the whole network, as Fit shows it.
func (s *Scene) Viewpoint() (v Viewpoint, whole bool) {
	if s.wish != nil {
		return *s.wish, false
	}
	if s.lay == nil || !s.cam.touched {
		return Viewpoint{.5, .5, 1}, true
	}
	x, y := s.freeCentre()
	g := s.cam.goal
	return Viewpoint{(x - g.x) / g.z / float64(s.lay.w), (y - g.y) / g.z / float64(s.lay.h), g.z / s.fitView().z}, false
}

// SetViewpoint moves the camera at once. It may be called before Resize, and holds on every size until somebody
// moves the camera. What is no number, or lies outside [-1,2] or ]0,MaxViewZoom], changes nothing.
func (s *Scene) SetViewpoint(v Viewpoint) {
	in := func(x, low, high float64) bool { return x >= low && x <= high }
	if !in(v.X, -1, 2) || !in(v.Y, -1, 2) || !in(v.Zoom, 0, MaxViewZoom) || v.Zoom == 0 {
		return
	}
	s.wish = &v
	s.grant()
}

// grant puts the camera where SetViewpoint wants it.
func (s *Scene) grant() {
	if s.wish == nil || s.lay == nil {
		return
	}
	z := math.Max(s.cam.minZ, math.Min(s.cam.maxZ, s.fitView().z*s.wish.Zoom))
	x, y := s.freeCentre()
	s.cam.now = view{x - s.wish.X*float64(s.lay.w)*z, y - s.wish.Y*float64(s.lay.h)*z, z}
	s.keep()
	s.cam.moving, s.cam.touched = false, true
	s.moved()
}

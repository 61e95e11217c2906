package render

// Scenes side by side on one canvas: each keeps to a part of it, and they share what they look at.

import "math"

// Viewport is a part of the canvas, in device pixels. The zero value is all of it.
type Viewport struct{ X0, Y0, X1, Y1 int }

// Damage has the whole picture drawn again, after something else was drawn over it.
func (s *Scene) Damage() { s.dirty = true }

// bounds is the part of the canvas that the picture covers.
func (s *Scene) bounds() (x0, y0, x1, y1 float64) {
	if v := s.viewport; v != (Viewport{}) {
		return float64(v.X0), float64(v.Y0), float64(v.X1), float64(v.Y1)
	}
	return 0, 0, s.width, s.height
}

// Camera is what a scene looks at: the point of its world in the middle of the free part, and device pixels per
// unit. Whole says that it shows all of the network, however large that part is.
type Camera struct {
	X, Y, Z float64
	Whole   bool
	glides  bool       // it is on its way there
	class   int        // of the layout, whose world it is
	wish    *Viewpoint // see SetViewpoint
}

// Camera returns where the camera is now.
func (s *Scene) Camera() Camera {
	x, y := s.freeCentre()
	v := s.cam.now
	return Camera{(x - v.x) / v.z, (y - v.y) / v.z, v.z, !s.cam.touched, s.cam.moving, s.class, s.wish}
}

// SetCamera looks at what another scene of the same network looks at, laid out as that one is: a part of the canvas of another shape would have
// another layout. What shows all of the network does so in each part as large as there is room.
func (s *Scene) SetCamera(c Camera) {
	if s.lay == nil || !(c.Z > 0) || math.IsInf(c.Z, 0) {
		return
	}
	s.wish = c.wish
	if c.class != s.class {
		s.class = c.class
		s.relayout()
		s.limits()
		s.moved()
	}
	x, y := s.freeCentre()
	v := view{x - c.X*c.Z, y - c.Y*c.Z, c.Z}
	if c.Whole && !c.glides {
		v = s.fitView()
	}
	if v == s.cam.now && !s.cam.moving {
		return
	}
	s.cam.now, s.cam.goal, s.cam.moving, s.cam.touched = v, v, false, !c.Whole
	s.moved()
}

// Covers says whether a pixel of the canvas belongs to the picture.
func (s *Scene) Covers(x, y float64) bool {
	x0, y0, x1, y1 := s.bounds()
	return x >= x0 && x < x1 && y >= y0 && y < y1
}

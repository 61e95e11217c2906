package render

// A scene of its own for a picture that leaves the page: it looks the same and shows the same part of the network, at
// another size and perhaps in another theme, and does not touch what is on the screen.

import "math"

// Twin returns a scene of w × h CSS pixels of which in is covered. One that shows the whole network is laid out anew for
// that shape; one that a person has moved keeps its layout and what is in its middle, and shows at least all that was to be seen.
func (s *Scene) Twin(w, h float64, in Insets, theme Theme) *Scene {
	t := NewScene(s.net)
	t.radial, t.still, t.plays, t.asks, t.asksLinks, t.isolated = s.radial, s.still, s.plays, s.asks, s.asksLinks, s.isolated
	t.SetTheme(theme)
	t.SetCycle(s.cycle)
	if !s.pin.Packet { // which moves on, in a video
		t.pin = s.pin
	}
	part := Viewport{int(in.Left), int(in.Top), int(math.Ceil(w - in.Right)), int(math.Ceil(h - in.Bottom))}
	if s.lay == nil || !s.cam.touched {
		t.Place(w, h, 1, in, part)
	} else {
		t.width, t.height, t.insets, t.viewport = w, h, in, part
		t.class, t.lay = s.class, s.lay
		t.limits()
		cx, cy := s.freeCentre()
		wx, wy := (cx-s.cam.now.x)/s.cam.now.z, (cy-s.cam.now.y)/s.cam.now.z
		x0, y0, x1, y1 := s.free()
		u0, v0, u1, v1 := t.free()
		z := s.cam.now.z * min((u1-u0)/(x1-x0), (v1-v0)/(y1-y0))
		cx, cy = t.freeCentre()
		t.cam.now = view{cx - wx*z, cy - wy*z, z}
		t.cam.goal, t.cam.touched = t.cam.now, true
		t.moved()
	}
	t.SetFrame(s.frame)
	return t
}

// FreeSize is the size of the part of the canvas that nothing covers, CSS pixels; 0 before Resize.
func (s *Scene) FreeSize() (w, h float64) {
	if s.lay == nil {
		return 0, 0
	}
	x0, y0, x1, y1 := s.free()
	return (x1 - x0) / s.scale, (y1 - y0) / s.scale
}

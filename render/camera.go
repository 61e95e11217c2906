package render

// The camera: world units to device pixels, with a short glide to its target.

import "math"

// Insets are the parts of the canvas that something covers, in device pixels.
type Insets struct{ Top, Right, Bottom, Left float64 }

type view struct{ x, y, z float64 } // pixel = world·z + (x, y)

type camera struct {
	now, goal view
	moving    bool
	touched   bool // a person has moved it: resizing keeps what is in the middle
	minZ      float64
	maxZ      float64
}

func (c *camera) jump() { c.now, c.moving = c.goal, false }

// tick moves the view towards its goal by a share of what is left, the larger the longer (s) since the last one, and says whether it moved;
// at once if the picture is to be still.
func (c *camera) tick(dt float64, still bool) bool {
	if !c.moving {
		return false
	}
	if still {
		c.jump()
		return true
	}
	f := 1 - math.Exp(-dt*9)
	c.now.x += (c.goal.x - c.now.x) * f
	c.now.y += (c.goal.y - c.now.y) * f
	c.now.z += (c.goal.z - c.now.z) * f
	if math.Abs(c.goal.x-c.now.x) < .5 && math.Abs(c.goal.y-c.now.y) < .5 && math.Abs(c.goal.z/c.now.z-1) < .002 {
		c.jump()
	}
	return true
}

// zoomAt keeps the world point under (x, y) where it is.
func (c *camera) zoomAt(x, y, factor float64) {
	if factor <= 0 || math.IsNaN(factor) || math.IsInf(factor, 0) {
		return
	}
	z := math.Max(c.minZ, math.Min(c.maxZ, c.now.z*factor))
	f := z / c.now.z
	c.now = view{x - (x-c.now.x)*f, y - (y-c.now.y)*f, z}
	c.goal, c.moving, c.touched = c.now, false, true
}

func (c *camera) panBy(dx, dy float64) {
	c.now.x += dx
	c.now.y += dy
	c.goal, c.moving, c.touched = c.now, false, true
}

// Resize tells the scene the canvas' size in device pixels, the device pixels per CSS pixel,
// and what the panel covers.
func (s *Scene) Resize(w, h, scale float64, in Insets) { s.Place(w, h, scale, in, Viewport{}) }

// Place is Resize for a picture on a part of the canvas. The insets count from the canvas's edges as well.
func (s *Scene) Place(w, h, scale float64, in Insets, v Viewport) {
	w, h = math.Max(1, w), math.Max(1, h)
	if scale <= 0 || math.IsNaN(scale) {
		scale = 1
	}
	if w == s.width && h == s.height && scale == s.scale && in == s.insets && v == s.viewport {
		return
	}
	cx, cy := s.freeCentre()
	had := s.width > 0
	old, aimed := s.cam.now, s.cam.goal == s.aimed
	if s.cam.moving && s.cam.touched {
		old = s.cam.goal
	}
	wx, wy := (cx-old.x)/old.z, (cy-old.y)/old.z
	s.width, s.height, s.scale, s.insets, s.viewport = w, h, scale, in, v
	if class := s.aspectClass(); class != s.class || s.lay == nil {
		s.class = class
		near, was := -1, s.lay
		if had && s.cam.touched && was != nil {
			near = was.nearest(wx, wy)
		}
		s.relayout()
		if s.cam.touched = near >= 0; near >= 0 { // who has come near a switch keeps it, as large and where it was, though a panel opens beside it
			t := s.net.Stage[near] - 1
			z := old.z * float64(was.cardW[t]/s.lay.cardW[t])
			wx = float64(s.lay.sx[near]) + (wx-float64(was.sx[near]))*old.z/z
			wy = float64(s.lay.sy[near]) + (wy-float64(was.sy[near]))*old.z/z
			old.z = z
		}
	}
	s.limits()
	if !had || !s.cam.touched {
		s.cam.goal = s.fitView()
		s.cam.jump()
	} else {
		cx, cy = s.freeCentre()
		if aimed { // for the inspector of what is shown: in another layout hosts may be far from where they were to their switch
			x, y := s.spot(s.aim)
			wx, wy, old.z = float64(x), float64(y), math.Max(old.z, s.legible(s.aim))
		}
		z := math.Max(s.cam.minZ, math.Min(s.cam.maxZ, old.z))
		s.cam.goal = view{cx - wx*z, cy - wy*z, z}
		s.cam.jump()
		if aimed {
			s.aimed = s.cam.goal
		}
	}
	s.grant()
	s.moved()
}

// nearest returns the switch nearest a place.
func (l *layout) nearest(x, y float64) (sw int) {
	least := math.Inf(1)
	for i := range l.sx {
		if d := math.Hypot(float64(l.sx[i])-x, float64(l.sy[i])-y); d < least {
			sw, least = i, d
		}
	}
	return
}

// leastFree is how wide and high the free part must be, CSS pixels, or a fifth of the picture; what is smaller is no room for a network, and
// it is drawn below what covers it.
const leastFree = 40

// free is the part of the canvas nothing covers.
func (s *Scene) free() (x0, y0, x1, y1 float64) {
	bx0, by0, bx1, by1 := s.bounds()
	x0, y0 = math.Max(s.insets.Left, bx0), math.Max(s.insets.Top, by0)
	x1, y1 = math.Min(s.width-s.insets.Right, bx1), math.Min(s.height-s.insets.Bottom, by1)
	if x1-x0 < math.Min((bx1-bx0)/5, leastFree*s.scale) {
		x0, x1 = bx0, bx1
	}
	if y1-y0 < math.Min((by1-by0)/5, leastFree*s.scale) {
		y0, y1 = by0, by1
	}
	return
}

func (s *Scene) freeCentre() (x, y float64) {
	x0, y0, x1, y1 := s.free()
	return (x0 + x1) / 2, (y0 + y1) / 2
}

// margins around the network when it is fitted, CSS pixels: room for the names of the stages.
func (s *Scene) margins() (left, other float64) {
	x0, _, x1, _ := s.free()
	if (x1-x0)/s.scale < 600 {
		if s.radial {
			return 24, 24
		}
		return 12, 12
	}
	if s.radial {
		return 46, 30 // names of pods
	}
	if s.net.Grid != nil {
		return 28, 28 // no stages
	}
	for _, b := range s.lay.bands {
		if b.hosts && b.stage > 0 { // "Stage 1 and hosts"
			return 112, 28
		}
	}
	return 74, 28
}

func (s *Scene) fitView() view {
	x0, y0, x1, y1 := s.free()
	left, other := s.margins()
	x0, x1 = x0+left*s.scale, x1-other*s.scale
	const name = 16
	below, reach := other*s.scale, 0.
	named := s.net.Stages > 2 && len(s.lay.pods) > 0
	if named { // the names of the pods stand below them, and pods reach farther down than their hosts
		below, reach = math.Max(other, 18)*s.scale, float64(s.lay.pods[0].y1-s.lay.h)
	}
	y0 += other * s.scale
	widest, h := (x1-x0)/float64(s.lay.w), float64(s.lay.h)
	z := math.Min(widest, (y1-below-y0)/h)
	if named && reach*z+name*s.scale > below { // large pods: the margin is not enough
		z = math.Min(widest, (y1-name*s.scale-y0)/(h+reach))
		below = math.Max(below, reach*z+name*s.scale)
	}
	y1 -= below
	z = math.Max(1e-3, z)
	return view{(x0+x1)/2 - float64(s.lay.w)/2*z, (y0+y1)/2 - float64(s.lay.h)/2*z, z}
}

func (s *Scene) limits() {
	fit := s.fitView().z
	s.cam.minZ = fit * .4
	s.cam.maxZ = math.Max(fit*2, 260*s.scale)
}

// keep holds a part of the network in the free area, whatever a person does.
func (s *Scene) keep() {
	x0, y0, x1, y1 := s.free()
	const rim = 60
	v := &s.cam.now
	w, h := float64(s.lay.w)*v.z, float64(s.lay.h)*v.z
	v.x = math.Max(x0+rim-w, math.Min(x1-rim, v.x))
	v.y = math.Max(y0+rim-h, math.Min(y1-rim, v.y))
	s.cam.goal = *v
}

// Fit glides to where the whole network fills the free area.
func (s *Scene) Fit() {
	if s.lay == nil {
		return
	}
	s.cam.touched, s.wish = false, nil
	s.cam.goal, s.cam.moving = s.fitView(), true
	if s.still {
		s.cam.jump()
	}
	s.moved()
}

// PanBy moves the picture by device pixels.
func (s *Scene) PanBy(dx, dy float64) {
	if s.lay == nil || dx == 0 && dy == 0 {
		return
	}
	s.wish = nil
	s.cam.panBy(dx, dy)
	s.keep()
	s.moved()
}

// ZoomAt enlarges the picture by factor around a point in device pixels.
func (s *Scene) ZoomAt(x, y, factor float64) {
	if s.lay == nil {
		return
	}
	s.wish = nil
	s.cam.zoomAt(x, y, factor)
	s.keep()
	s.moved()
}

// Tick advances the camera's glide and the packets between two frames; it says whether something moved.
func (s *Scene) Tick(dtSeconds float64) bool {
	dt := math.Max(dtSeconds, 0)
	flown := s.motion.tick(dt, s.frame) && s.level != far && !s.calm() // else no packets are drawn
	s.dirty = s.dirty || flown
	if s.lay == nil || !s.cam.tick(math.Min(dt, .1), s.still) {
		return flown
	}
	s.moved()
	return true
}

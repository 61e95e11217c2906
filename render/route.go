package render

// The way of a link on the picture. Most are straight; where the leaf switches of a pod stand in
// several rows, the links from the stage above come down a tray beside each column, one lane per
// parent, so that they do not hide the hosts in between.

// tray is what the bent links of a layout have in common.
type tray struct {
	x    []float32 // lane of each port of the leaf switches; nil if all links are straight
	top  float32   // where the lanes begin
	lane float32   // distance of lanes
}

// trayGap is the room for the lanes beside a column, and lift how far above its leaf a link leaves them.
const (
	trayGap = 1.8
	lift    = .3
)

func (l *layout) placeTrays(top float32) {
	n := l.n
	leaves := n.First[1]
	down, up := n.Tree.DownPorts(1), n.Tree.UpPorts(1)
	l.tray = tray{make([]float32, leaves*n.Radix), top, .8 * trayGap / float32(up)}
	for p := range l.tray.x {
		if k := p%n.Radix - down; k >= 0 && k < up {
			w := n.Tree.W[1]
			at := k%w*n.Tree.P[1] + k/w
			l.tray.x[p] = l.blocks[p/n.Radix].x0 - .9*trayGap + l.tray.lane*(float32(at)+.5)
		}
	}
}

// bent returns the leaf's port of a bent link, or -1 for a straight one.
func (l *layout) bent(p, q int) int {
	switch {
	case p < len(l.tray.x) && !l.n.IsHost(q):
		return p
	case q < len(l.tray.x) && !l.n.IsHost(p):
		return q
	}
	return -1
}

// way is a line of up to six points.
type way struct {
	x, y [6]float32
	n    int
}

// world is the way from port p to port q in world units.
func (l *layout) world(p, q int) (w way) {
	if l.wraps(p) {
		return l.wrapWay(p, q)
	}
	w.x[0], w.y[0], w.x[1], w.y[1], w.n = l.px[p], l.py[p], l.px[q], l.py[q], 2
	b := l.bent(p, q)
	if b < 0 {
		return
	}
	gx, low := l.tray.x[b], l.py[b]-lift
	w.x[3], w.y[3], w.n = w.x[1], w.y[1], 4
	w.x[1], w.y[1], w.x[2], w.y[2] = gx, low, gx, l.tray.top
	if b == q {
		w.y[1], w.y[2] = w.y[2], w.y[1]
	}
	return
}

// sees says whether a part of the link may be in r.
func (l *layout) sees(r *rect, p, q int) bool {
	if r.x0 <= -laneFar && r.y0 <= -laneFar && r.x1 >= l.w+laneFar && r.y1 >= l.h+laneFar {
		return true // all is in view
	}
	if l.bent(p, q) < 0 && !l.wraps(p) {
		return r.crosses(l.px[p], l.py[p], l.px[q], l.py[q])
	}
	w := l.world(p, q)
	for i := 1; i < w.n; i++ {
		if r.crosses(w.x[i-1], w.y[i-1], w.x[i], w.y[i]) {
			return true
		}
	}
	return false
}

// way is the way from port p to port q in pixels, on the right-hand side of its direction.
func (s *Scene) way(p, q int) way {
	w := s.lay.world(p, q)
	for i := 0; i < w.n; i++ {
		w.x[i], w.y[i] = s.x(w.x[i]), s.y(w.y[i])
	}
	o := s.offset[s.lower(p, q)]
	if o == 0 {
		return w
	}
	if w.n == len(w.x) {
		w.beside(min(o, s.units(laneNear)*.4))
		return w
	}
	ox, oy := o, float32(0)
	if w.n == 2 {
		dx, dy := w.x[1]-w.x[0], w.y[1]-w.y[0]
		d := hypot(dx, dy)
		if d == 0 {
			return w
		}
		ox, oy = -dy/d*o, dx/d*o
	} else if ox = min(o, s.units(s.lay.tray.lane)*.25); w.y[2] > w.y[1] {
		ox = -ox
	}
	for i := 0; i < w.n; i++ {
		w.x[i] += ox
		w.y[i] += oy
	}
	return w
}

// beside moves a way of right angles to the right of its direction.
func (w *way) beside(o float32) {
	var nx, ny float32 // of the part before
	var moved way
	for i := 0; i < w.n; i++ {
		mx, my := nx, ny
		if i+1 < w.n {
			dx, dy := w.x[i+1]-w.x[i], w.y[i+1]-w.y[i]
			if d := hypot(dx, dy); d > 0 {
				mx, my = -dy/d*o, dx/d*o
			}
		}
		x, y := mx, my
		if i > 0 && (mx*nx+my*ny) < o*o/2 && w.n > 4 { // a corner: to the side of both parts
			x, y = mx+nx, my+ny
		}
		moved.x[i], moved.y[i] = w.x[i]+x, w.y[i]+y
		nx, ny = mx, my
	}
	w.x, w.y = moved.x, moved.y
}

// link draws the way from p to q.
func (s *Scene) link(m *Mesh, p, q int, width float32, k ink) {
	w := s.way(p, q)
	for i := 1; i < w.n; i++ {
		m.line(w.x[i-1], w.y[i-1], w.x[i], w.y[i], width, k)
	}
}

// strand draws one of several lines that share the way from p to q, shift px to the right of its middle.
func (s *Scene) strand(m *Mesh, p, q int, width, shift float32, k ink) {
	w := s.way(p, q)
	if shift != 0 {
		w.beside(shift)
	}
	for i := 1; i < w.n; i++ {
		m.line(w.x[i-1], w.y[i-1], w.x[i], w.y[i], width, k)
	}
}

// at is the point after a share of the way, and the direction there.
func (w *way) at(share float32) (x, y, dx, dy float32) {
	total := float32(0)
	for i := 1; i < w.n; i++ {
		total += hypot(w.x[i]-w.x[i-1], w.y[i]-w.y[i-1])
	}
	left := share * total
	for i := 1; i < w.n; i++ {
		dx, dy = w.x[i]-w.x[i-1], w.y[i]-w.y[i-1]
		d := hypot(dx, dy)
		if left <= d || i == w.n-1 {
			if d == 0 {
				return w.x[i], w.y[i], 1, 0
			}
			f := min(1, left/d)
			return w.x[i-1] + dx*f, w.y[i-1] + dy*f, dx / d, dy / d
		}
		left -= d
	}
	return w.x[0], w.y[0], 1, 0
}

// distance of a point from the way.
func (w *way) distance(x, y float32) float32 {
	best := float32(1e9)
	for i := 1; i < w.n; i++ {
		dx, dy := w.x[i]-w.x[i-1], w.y[i]-w.y[i-1]
		t := float32(0)
		if d := dx*dx + dy*dy; d > 0 {
			t = max(0, min(1, ((x-w.x[i-1])*dx+(y-w.y[i-1])*dy)/d))
		}
		best = min(best, hypot(w.x[i-1]+dx*t-x, w.y[i-1]+dy*t-y))
	}
	return best
}

package render

// Meshes and tori: switches as they are numbered, row 0 at the bottom, each with its host at its lower
// right. Wrap-around links run beside their row or column.

import (
	"math"

	"github.com/congestree/congestree/engine/topology"
)

// The sides of a switch at which a port may be.
const (
	bottom = iota
	top
	left
	right
)

// outward points away from a side.
var outward = [...]struct{ x, y float32 }{bottom: {0, 1}, top: {0, -1}, left: {-1, 0}, right: {1, 0}}

const (
	gridSlot  = .2   // length of a port's buffer as a share of the switch
	gridCard  = 2.4  // side of a switch
	gridLead  = 1.6  // room before a switch, for the lanes
	gridTrail = 1.9  // room behind it, for the host
	laneNear  = .5   // from a switch to the lane of its column or row
	laneFar   = 1.05 // to where wrap-around links leave their row or column
	maxPull   = 1.7  // by how much a pitch may be more than it must, to fill the picture
)

// placeMesh draws the grid as large as the aspect (width/height) allows.
func (l *layout) placeMesh(aspect float64) {
	n, g := l.n, l.n.Grid
	const pitch = gridLead + gridCard + gridTrail
	px, py := 1., 1.
	if pull := aspect * float64(g.Y) / float64(g.X); pull > 1 {
		px = math.Min(pull, maxPull)
	} else {
		py = math.Min(1/pull, maxPull)
	}
	dx, dy := float32(px*pitch), float32(py*pitch)
	l.w, l.h = dx*float32(g.X-1)+pitch, dy*float32(g.Y-1)+pitch
	l.cardW[0], l.cardH[0], l.square = gridCard, gridCard, true
	l.blocks = make([]rect, n.Switches)
	l.side = make([]uint8, n.Ports())
	for sw := range l.sx {
		x, y := g.XY(sw)
		l.sx[sw], l.sy[sw] = gridLead+gridCard/2+dx*float32(x), gridLead+gridCard/2+dy*float32(g.Y-1-y)
		hx, hy := l.sx[sw]+gridCard/2+.75, l.sy[sw]+gridCard/2+1.05
		l.hx[sw], l.hy[sw], l.leafOf[sw] = hx, hy, int32(sw)
		l.blocks[sw] = rect{hx - .5, hy - .5, hx + .5, hy + .5}
	}
}

// meshPorts puts each port at the side its link leads to.
func (l *layout) meshPorts() {
	n := l.n
	const c = gridCard / 2
	for sw := range l.sx {
		for port, at := range [...]struct {
			dx, dy float32
			side   uint8
		}{topology.PortHost: {c * .72, c, bottom}, topology.PortRight: {c, 0, right}, topology.PortLeft: {-c, 0, left}, topology.PortUp: {0, -c, top}, topology.PortDown: {0, c, bottom}} {
			g := sw*n.Radix + port
			l.px[g], l.py[g], l.side[g] = l.sx[sw]+at.dx, l.sy[sw]+at.dy, at.side
		}
	}
	for h := range l.hx {
		l.px[n.HostPort(h)], l.py[n.HostPort(h)] = l.hx[h]-hostSize/2, l.hy[h]-hostSize/2
	}
}

// wraps says whether a port has a wrap-around link.
func (l *layout) wraps(p int) bool {
	if l.n.Grid == nil || l.n.IsHost(p) {
		return false
	}
	return l.n.Grid.Wraps(l.n.SwitchOf(p))
}

// wrapWay is the way of a wrap-around link: out of the switch, over to the lane, back along the row or
// column, and into the switch at the other end.
func (l *layout) wrapWay(p, q int) (w way) {
	const c = gridCard / 2
	w.n = len(w.x)
	w.x[0], w.y[0], w.x[5], w.y[5] = l.px[p], l.py[p], l.px[q], l.py[q]
	for _, end := range [...]struct{ port, at, step int }{{p, 0, 1}, {q, 5, -1}} {
		out := outward[l.side[end.port]]
		x, y := l.px[end.port]+out.x*laneFar, l.py[end.port]+out.y*laneFar
		w.x[end.at+end.step], w.y[end.at+end.step] = x, y
		if out.x != 0 {
			y -= c + laneNear
		} else {
			x -= c + laneNear
		}
		w.x[end.at+2*end.step], w.y[end.at+2*end.step] = x, y
	}
	return w
}

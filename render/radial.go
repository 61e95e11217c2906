package render

// Fat trees as circles: the top stage innermost, the hosts outside, each pod a sector. No link crosses the whole
// picture, and the way to a root is a way round the middle.

import (
	"math"

	"github.com/congestree/congestree/engine/topology"
)

const (
	radialCard = 2.4  // side of a switch
	diagonal   = 1.42 // what axis-parallel squares on a circle need of their side
)

// spot is a place on a circle.
type spot struct{ angle, radius float64 }

func (a spot) xy() (x, y float64) { return a.radius * math.Cos(a.angle), a.radius * math.Sin(a.angle) }

// circles are the measures of a fat tree as circles.
type circles struct {
	pods           int
	cols, rows     int       // of the hosts of a leaf
	radius         []float64 // by stage; 0 = hosts
	sector, margin float64   // angles: of a pod, and of it what stays free at both sides
	outer          float64   // radius of all
}

// circlesOf measures a fat tree of two stages or more.
func circlesOf(t *topology.PGFT) (c circles) {
	h := t.Height()
	leaves := t.SwitchesAt(1)
	c.pods = t.M[h-1]
	c.cols = int(math.Ceil(math.Sqrt(float64(t.M[0]))))
	c.rows = (t.M[0] + c.cols - 1) / c.cols
	side := float64(max(c.cols, c.rows))
	pitch := math.Max(side, radialCard)*diagonal + .4
	const gap = 2 // between pods, along the circle of the leaves
	ring := math.Max((float64(leaves)*pitch+float64(c.pods)*gap)/2/math.Pi, pitch+2)
	radius := make([]float64, h+1)
	radius[1] = ring
	radius[0] = ring + (radialCard+side)/2*diagonal + 1
	top := float64(t.SwitchesAt(h)) * (radialCard*diagonal + .4) / 2 / math.Pi
	radius[h] = math.Max(top, radialCard)
	// the other stages in between, not closer than squares need
	room := float64(h-1) * (radialCard*diagonal + 1.2)
	if least := radius[h] + room; radius[1] < least {
		radius[0] += least - radius[1]
		radius[1] = least
	}
	for s := 2; s < h; s++ {
		radius[s] = radius[1] + (radius[h]-radius[1])*float64(s-1)/float64(h-1)
	}
	c.radius = radius
	c.sector = 2 * math.Pi / float64(c.pods)
	c.margin = gap / radius[1] / 2
	c.outer = radius[0] + side/2*diagonal + .4
	return
}

// angle is that of the place at among per in a pod.
func (c *circles) angle(pod, at, per int) float64 {
	return -math.Pi/2 + float64(pod)*c.sector + c.margin + (c.sector-2*c.margin)*(float64(at)+.5)/float64(per)
}

// put is a spot in world coordinates.
func (c *circles) put(a spot) (x, y float32) {
	fx, fy := a.xy()
	return float32(fx + c.outer), float32(fy + c.outer)
}

// placeRadial places a fat tree of two stages or more.
func (l *layout) placeRadial() {
	t := l.n.Tree
	h := t.Height()
	c := circlesOf(t)
	l.square, l.radial = true, true
	l.w, l.h = float32(2*c.outer), float32(2*c.outer)
	turn := make([]float64, l.n.Switches)
	for s := 1; s <= h; s++ {
		l.placeCircle(&c, s, turn)
	}
	l.placeRound(&c, turn)
	for p := 0; p < c.pods; p++ {
		sin, cos := math.Sincos(c.angle(p, 0, 1))
		l.podName = append(l.podName, [2]float32{float32(cos), float32(sin)})
	}
	l.groupTop(t.W[h-1])
	l.radialPorts(turn)
}

// placeCircle places the switches of a stage, and notes the angle of each.
func (l *layout) placeCircle(c *circles, s int, turn []float64) {
	n, t := l.n, l.n.Tree
	h, count, parallel := t.Height(), t.SwitchesAt(s), t.Parallel(s)
	groups := c.pods
	if s == h {
		groups = 1
	}
	per := count / groups
	card := radialCard
	if arc := 2 * math.Pi * c.radius[s] / float64(count); arc < card*diagonal+.2 {
		card = arc / (diagonal + .1)
	}
	l.cardW[s-1], l.cardH[s-1] = float32(card), float32(card)
	for i := 0; i < count; i++ {
		g, at := i/per, i%per
		if s > 1 {
			at = at/parallel*parallel + order(t, s, at%parallel)
		}
		a := c.angle(g, at, per)
		if s == h {
			a = -math.Pi/2 + 2*math.Pi*(float64(at)+.5)/float64(per)
		} else {
			l.podOf[n.First[s-1]+i] = int32(g)
		}
		turn[n.First[s-1]+i] = a
		l.sx[n.First[s-1]+i], l.sy[n.First[s-1]+i] = c.put(spot{a, c.radius[s]})
	}
}

// placeRound places the hosts, those of a leaf switch in a block outside it.
func (l *layout) placeRound(c *circles, turn []float64) {
	each := l.n.Tree.M[0]
	l.blocks = make([]rect, l.n.Tree.SwitchesAt(1))
	for i := range l.blocks {
		x, y := c.put(spot{turn[i], c.radius[0]})
		x0, y0 := x-float32(c.cols)/2, y-float32(c.rows)/2
		l.blocks[i] = rect{x0, y0, x0 + float32(c.cols), y0 + float32(c.rows)}
		for k := 0; k < each; k++ {
			host := i*each + k
			l.leafOf[host] = int32(i)
			l.hx[host], l.hy[host] = x0+float32(k%c.cols)+.5, y0+float32(k/c.cols)+.5
		}
	}
}

// radialPorts puts the up ports at the side that faces the middle, the others at the opposite one.
func (l *layout) radialPorts(turn []float64) {
	n, t := l.n, l.n.Tree
	l.side = make([]uint8, n.Ports())
	for sw := range l.sx {
		s := int(n.Stage[sw])
		down, up := t.DownPorts(s), t.UpPorts(s)
		sin, cos := math.Sincos(turn[sw])
		away, tangent := uint8(bottom), -sin // along x
		if math.Abs(cos) > math.Abs(sin) {
			away, tangent = right, cos // along y
			if cos < 0 {
				away = left
			}
		} else if sin < 0 {
			away = top
		}
		opposite := [...]uint8{bottom: top, top: bottom, left: right, right: left}
		card := l.cardW[s-1]
		for i := 0; i < n.Radix; i++ {
			g := sw*n.Radix + i
			at, of := 0, down
			l.side[g] = away
			if i < down {
				at = i%t.M[s-1]*t.P[s-1] + i/t.M[s-1]
			} else {
				l.side[g] = opposite[away]
				if k := i - down; k < up {
					at = k%t.W[s]*t.P[s] + k/t.W[s]
				}
				of = max(1, up)
			}
			along := card * ((float32(at)+.5)/float32(of) - .5)
			if tangent < 0 {
				along = -along
			}
			out := outward[l.side[g]]
			l.px[g], l.py[g] = l.sx[sw]+out.x*card/2, l.sy[sw]+out.y*card/2
			if out.x == 0 {
				l.px[g] += along
			} else {
				l.py[g] += along
			}
		}
	}
	for h := range l.hx {
		g := n.HostPort(h)
		dx, dy := l.sx[l.leafOf[h]]-l.hx[h], l.sy[l.leafOf[h]]-l.hy[h]
		d := hypot(dx, dy)
		l.px[g], l.py[g] = l.hx[h]+dx/d*hostSize/2, l.hy[h]+dy/d*hostSize/2
	}
}

// CanBeRadial says whether there is a radial layout of the network.
func (s *Scene) CanBeRadial() bool { return s.net.Tree != nil && s.net.Stages > 1 }

// SetRadial chooses between stages above each other and circles, for fat trees.
func (s *Scene) SetRadial(on bool) {
	if on = on && s.CanBeRadial(); on == s.radial {
		return
	}
	s.radial = on
	if s.lay == nil {
		return
	}
	s.relayout()
	s.limits()
	s.cam.goal, s.cam.touched, s.wish = s.fitView(), false, nil
	s.cam.jump()
	s.moved()
}

// Radial says whether the layout is radial.
func (s *Scene) Radial() bool { return s.radial }

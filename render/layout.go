package render

// Where everything stands, in world units: one unit is the pitch of hosts. y points down; hosts
// are at the bottom, the top stage at the top. Here fat trees; stages.go has multistage networks, grid.go
// meshes and tori.

import (
	"math"
	"strconv"

	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

type rect struct{ x0, y0, x1, y1 float32 }

func (r *rect) meets(o *rect) bool {
	return r.x1 > o.x0 && r.x0 < o.x1 && r.y1 > o.y0 && r.y0 < o.y1
}

func (r rect) has(x, y float32) bool { return x >= r.x0 && x <= r.x1 && y >= r.y0 && y <= r.y1 }

// band is a line of switches, of hosts (stage 0), or of both.
type band struct {
	stage int
	hosts bool
	y     float32 // middle
	name  string  // in the language of layout.spoken
}

// speak names the bands in the reader's language.
func (l *layout) speak() {
	if l.spoken == lang.Tag() {
		return
	}
	l.spoken = lang.Tag()
	for i := range l.bands {
		switch b := &l.bands[i]; {
		case b.stage == 0:
			b.name = lang.T("Hosts")
		case b.hosts:
			b.name = lang.T("Stage 1 and hosts")
		default:
			b.name = lang.T("Stage {0}", strconv.Itoa(b.stage))
		}
	}
}

// layout is plain data: world coordinates of all hosts, switches and ports.
type layout struct {
	n            *topology.Network
	w, h         float32 // everything lies in 0..w, 0..h
	hx, hy       []float32
	sx, sy       []float32
	px, py       []float32 // where the link of a port ends
	side         []uint8   // at which side of its switch a port is
	cardW, cardH []float32 // of the switches of stage t+1
	pods         []rect    // subtrees below the top stage
	podOf        []int32   // per switch, -1 for the top stage
	leafOf       []int32   // per host, its switch
	blocks       []rect    // per leaf switch, the area of its hosts
	planes       []rect    // groups of top switches that the same switch of each pod reaches
	planeOf      []int32   // per switch of the top stage, by index in the stage
	tray         tray
	square       bool // ports may be at all four sides of a switch
	radial       bool
	podName      [][2]float32 // from the middle of a radial layout to the names of the pods: directions
	bands        []band
	spoken       string // the language of the bands' names
}

const hostSize = .78 // of the pitch

// order is where a switch of a stage stands among those that share its hosts: the digits of its
// number reversed, so that the parents of one switch are neighbours.
func order(t *topology.PGFT, stage, low int) int {
	if stage <= 1 {
		return 0
	}
	below := t.Parallel(stage - 1)
	return order(t, stage-1, low%below)*t.W[stage-1] + low/below
}

// plan is the shape of the picture of a fat tree, before any switch is placed.
type plan struct {
	hostCols, hostRows int
	podCols, podRows   int // leaf blocks of a pod
	pods               int
	blockW, blockH     float64 // one leaf with its hosts
	hostGap            float64 // between leaf and hosts
	gapX, gapY         float64 // between leaf blocks; gapX is before each column
	podW, width        float64 // pitch of the pods, width of the picture
	stageCols          []int   // columns of switches in a pod, by stage-1; of the top stage in all
	stageRows          []int
	stageH             []float64
	gap                float64 // between stages
	height             float64
}

const (
	leafGap = .7
	podGap  = 1.3
	cardUp  = 1.2 // height of a leaf's card
)

func planTree(t *topology.PGFT, hostCols, podRows int, aspect float64) plan {
	h := t.Height()
	p := plan{hostCols: hostCols, podRows: podRows, pods: t.M[h-1]}
	leaves := t.SwitchesAt(1) / p.pods
	if h == 1 {
		p.pods, leaves = 1, 1
	}
	p.hostRows = (t.M[0] + hostCols - 1) / hostCols
	p.podCols = (leaves + podRows - 1) / podRows
	p.hostGap = .8
	switch {
	case h == 1:
		p.hostGap = math.Max(3, float64(hostCols)/3)
	case podRows == 1:
		p.hostGap = 2.4
	}
	p.blockW = math.Max(float64(hostCols), 2)
	p.blockH = cardUp + p.hostGap + float64(p.hostRows)
	p.gapX, p.gapY = leafGap, leafGap
	if podRows > 1 {
		p.gapX, p.gapY = trayGap, 1
	}
	p.podW = float64(p.podCols)*(p.blockW+p.gapX) + podGap
	p.width = float64(p.pods) * p.podW
	p.stageCols, p.stageRows, p.stageH = make([]int, h), make([]int, h), make([]float64, h)
	p.height = float64(podRows)*(p.blockH+p.gapY) - p.gapY
	for s := 2; s <= h; s++ {
		count, room := t.SwitchesAt(s)/p.pods, p.podW-podGap
		if s == h {
			count, room = t.SwitchesAt(s), p.width
		}
		rows := max(1, int(math.Ceil(float64(count)*2/room)))
		cols := (count + rows - 1) / rows
		if s == h {
			// whole planes side by side
			planes := count / t.W[h-1]
			cols = (t.W[h-1] + rows - 1) / rows * planes
		}
		p.stageCols[s-1], p.stageRows[s-1] = cols, (count+cols-1)/cols
		p.stageH[s-1] = float64(p.stageRows[s-1]) * 2
		p.height += p.stageH[s-1]
	}
	if h > 1 {
		want := p.width / aspect
		p.gap = math.Max((want-p.height)/float64(h-1), math.Min(.14, .5/float64(h-1))*want)
		p.height += p.gap * float64(h-1)
	}
	return p
}

// bestPlan draws the network as large as the aspect (width/height) allows. One row of leaf
// switches is kept as long as it stays readable at width px.
func bestPlan(t *topology.PGFT, aspect, px float64) plan {
	var best plan
	score := -1.0
	leaves := max(1, t.SwitchesAt(1)/t.M[t.Height()-1])
	m := t.M[0]
	for cols := 1; cols <= min(m, 16); cols++ {
		rows := (m + cols - 1) / cols
		if t.Height() == 1 && cols < min(m, 16) || t.Height() > 1 && (rows > 2*cols+1 || cols > 2*rows+1) {
			continue
		}
		for r := 1; r <= leaves; r++ {
			if c := (leaves + r - 1) / r; r > 1 && (c == (leaves+r-2)/(r-1) || c*r-leaves > leaves/8) {
				continue // as wide as with fewer rows, or much of the last row empty
			}
			p := planTree(t, cols, r, aspect)
			scale := math.Min(1/p.width, 1/(aspect*p.height))
			if r == 1 && p.blockW*scale*px >= 5 {
				scale += 1e3
			}
			if scale > score {
				best, score = p, scale
			}
		}
	}
	return best
}

func newLayout(n *topology.Network, aspect, px float64, radial bool) *layout {
	l := &layout{n: n,
		hx: make([]float32, n.Hosts), hy: make([]float32, n.Hosts), leafOf: make([]int32, n.Hosts),
		sx: make([]float32, n.Switches), sy: make([]float32, n.Switches), podOf: make([]int32, n.Switches),
		px: make([]float32, n.Ports()), py: make([]float32, n.Ports()),
		cardW: make([]float32, n.Stages), cardH: make([]float32, n.Stages),
	}
	for i := range l.podOf {
		l.podOf[i] = -1
	}
	switch {
	case n.Grid != nil:
		l.placeMesh(aspect)
		l.meshPorts()
		return l
	case n.Multi != nil:
		l.placeStages(aspect)
	case radial:
		l.placeRadial()
		return l
	default:
		l.placeTree(bestPlan(n.Tree, aspect, px))
	}
	l.placePorts()
	return l
}

// placeTree places a fat tree in rows, the hosts at the bottom.
func (l *layout) placeTree(p plan) {
	t := l.n.Tree
	h := t.Height()
	l.w, l.h = float32(p.width), float32(p.height)
	for i := 0; i < p.pods; i++ {
		l.pods = append(l.pods, rect{float32(float64(i)*p.podW + podGap/2 - .45), float32(math.MaxFloat32), float32(float64(i+1)*p.podW - podGap/2 + .45), 0})
	}
	top := l.placeLeaves(&p)
	y := top
	for s := 2; s <= h; s++ {
		y -= p.gap + p.stageH[s-1]
		l.placeStage(&p, s, y)
		l.bands = append(l.bands, band{stage: s, y: float32(y + p.stageH[s-1]/2)})
	}
	if p.podRows > 1 {
		l.placeTrays(float32(top - .5))
	}
	l.closePods()
	if h > 1 {
		l.groupTop(t.W[h-1])
	}
}

// placeLeaves places the leaf switches, each with its hosts below it, and returns where they begin.
func (l *layout) placeLeaves(p *plan) (top float64) {
	t := l.n.Tree
	leaves := t.SwitchesAt(1) / p.pods
	l.cardW[0], l.cardH[0] = float32(p.blockW*.94), cardUp
	l.blocks = make([]rect, t.SwitchesAt(1))
	top = p.height - (float64(p.podRows)*(p.blockH+p.gapY) - p.gapY)
	lead := p.gapX / 2
	if p.podRows > 1 {
		lead = p.gapX
	}
	for i := 0; i < t.SwitchesAt(1); i++ {
		pod, at := i/leaves, i%leaves
		col, row := at%p.podCols, at/p.podCols
		x0 := float64(pod)*p.podW + podGap/2 + float64(col)*(p.blockW+p.gapX) + lead
		y0 := top + float64(row)*(p.blockH+p.gapY)
		l.sx[i], l.sy[i] = float32(x0+p.blockW/2), float32(y0+cardUp/2)
		l.podOf[i] = int32(pod)
		l.placeHosts(p, i, x0, y0+cardUp+p.hostGap)
	}
	if p.podRows > 1 {
		l.bands = []band{{stage: 1, hosts: true, y: float32((top + p.height) / 2)}}
		return
	}
	l.bands = append(l.bands, band{hosts: true, y: float32(p.height - p.blockH + cardUp + p.hostGap + float64(p.hostRows)/2)}, band{stage: 1, y: float32(top + cardUp/2)})
	return
}

// placeHosts places the hosts of a leaf switch in a block whose upper left corner is given.
func (l *layout) placeHosts(p *plan, leaf int, x, y float64) {
	l.blocks[leaf] = rect{float32(x), float32(y), float32(x + p.blockW), float32(y + float64(p.hostRows))}
	margin := (p.blockW - float64(p.hostCols)) / 2
	each := l.n.Tree.M[0]
	for k := 0; k < each; k++ {
		host := leaf*each + k
		l.leafOf[host] = int32(leaf)
		l.hx[host] = float32(x + margin + float64(k%p.hostCols) + .5)
		l.hy[host] = float32(y + float64(k/p.hostCols) + .5)
	}
}

// placeStage places the switches of a stage above the leaves, from y on.
func (l *layout) placeStage(p *plan, s int, y float64) {
	n, t := l.n, l.n.Tree
	h, count := t.Height(), t.SwitchesAt(s)
	groups, room, pitch := p.pods, p.podW-podGap, p.podW
	if s == h {
		groups, room, pitch = 1, p.width, p.width
	}
	per := count / groups
	cols, rows := p.stageCols[s-1], p.stageRows[s-1]
	colW := room / float64(cols)
	l.cardW[s-1] = float32(math.Min(colW*.84, math.Max(p.blockW, 2.4)*1.6))
	l.cardH[s-1] = float32(math.Max(.7, math.Min(cardUp, float64(l.cardW[s-1])*.5)))
	parallel := t.Parallel(s)
	for i := 0; i < count; i++ {
		g, at := i/per, i%per
		at = at/parallel*parallel + order(t, s, at%parallel)
		col, row := at%cols, at/cols
		if s == h && rows > 1 { // planes side by side, each in rows
			w := t.W[h-1]
			c := cols / (count / w)
			col, row = at/w*c+at%w%c, at%w/c
		}
		x0 := float64(g)*pitch + (pitch-room)/2
		l.sx[n.First[s-1]+i] = float32(x0 + (float64(col)+.5)*colW)
		l.sy[n.First[s-1]+i] = float32(y + (float64(row)+.5)*2)
		if s < h {
			l.podOf[n.First[s-1]+i] = int32(g)
		}
	}
}

// closePods fits the pods around what stands in them.
func (l *layout) closePods() {
	for i, p := range l.podOf {
		if p < 0 {
			continue
		}
		r, t := &l.pods[p], l.n.Stage[i]-1
		r.y0 = min(r.y0, l.sy[i]-l.cardH[t]/2-.5)
		r.y1 = max(r.y1, l.sy[i]+l.cardH[t]/2+.5)
		if t == 0 {
			r.y1 = max(r.y1, l.blocks[i].y1+.4)
		}
	}
}

// groupTop finds the planes: w neighbours of the top stage each.
func (l *layout) groupTop(w int) {
	n, t := l.n, l.n.Tree
	first := n.First[n.Stages-1]
	count := n.Switches - first
	l.planes = make([]rect, count/w)
	l.planeOf = make([]int32, count)
	for i := range l.planes {
		l.planes[i] = rect{math.MaxFloat32, math.MaxFloat32, 0, 0}
	}
	cw, ch := l.cardW[n.Stages-1]/2, l.cardH[n.Stages-1]/2
	for i := 0; i < count; i++ {
		k := order(t, n.Stages, i) / w
		l.planeOf[i] = int32(k)
		r, x, y := &l.planes[k], l.sx[first+i], l.sy[first+i]
		*r = rect{min(r.x0, x-cw), min(r.y0, y-ch), max(r.x1, x+cw), max(r.y1, y+ch)}
	}
}

// placePorts puts the down ports along the bottom of a switch and the up ports along its top, in
// the order of what they lead to; parallel links side by side.
func (l *layout) placePorts() {
	n := l.n
	l.side = make([]uint8, n.Ports())
	for sw := 0; sw < n.Switches; sw++ {
		s := int(n.Stage[sw])
		down, up, m, w, pd, pu := (n.Radix+1)/2, n.Radix/2, (n.Radix+1)/2, n.Radix/2, 1, 1
		if t := n.Tree; t != nil {
			down, up, m, pd = t.DownPorts(s), t.UpPorts(s), t.M[s-1], t.P[s-1]
			if up > 0 {
				w, pu = t.W[s], t.P[s]
			}
		}
		cw, ch := l.cardW[s-1], l.cardH[s-1]
		for i := 0; i < n.Radix; i++ {
			g := sw*n.Radix + i
			y, at, of := l.sy[sw]+ch/2, 0, down
			if i < down {
				at = i%m*pd + i/m
			} else {
				k := i - down
				if k >= up {
					k = 0
				}
				if up > 0 {
					at = k%w*pu + k/w
				}
				y, of = l.sy[sw]-ch/2, max(1, up)
			}
			if y < l.sy[sw] {
				l.side[g] = top
			}
			l.px[g] = l.sx[sw] - cw/2 + cw*(float32(at)+.5)/float32(of)
			l.py[g] = y
		}
	}
	for h := range l.hx {
		g := n.HostPort(h)
		l.px[g], l.py[g] = l.hx[h], l.hy[h]-hostSize/2
	}
}

// portPitch is the distance of neighbouring ports of a stage's switches, in units.
func (l *layout) portPitch(stage int) float32 {
	of := (l.n.Radix + 1) / 2
	if l.n.Grid != nil {
		return gridCard / 4
	}
	if t := l.n.Tree; t != nil {
		of = max(t.DownPorts(stage), t.UpPorts(stage))
	}
	return l.cardW[stage-1] / float32(of)
}

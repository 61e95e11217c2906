package render

// Vertex lists. A mesh grows to the largest frame seen and is reused: no allocation per frame
// in the steady state.

import "math"

// Vertex has the memory layout of ebiten.Vertex (draw_js.go checks it), so that the lists built
// here go to the screen without a copy.
type Vertex struct {
	DstX, DstY, SrcX, SrcY float32
	R, G, B, A             float32 // premultiplied
	_                      [4]float32
}

// Mesh is a list of textured triangles; or, with a sketch, it passes what is drawn on to that.
type Mesh struct {
	V []Vertex
	I []uint32

	sketch *Sketch
}

// layer names what is drawn from here on, where pictures have layers.
func (m *Mesh) layer(name string) {
	if m.sketch != nil {
		m.sketch.layer(name)
	}
}

func (m *Mesh) reset() { m.V, m.I = m.V[:0], m.I[:0] }

// quad makes room for four vertices and their two triangles (0 1 2, 1 2 3) in one colour.
func (m *Mesh) quad(k ink) []Vertex {
	n := len(m.V)
	if n+4 > cap(m.V) {
		m.V = append(make([]Vertex, 0, 2*n+4096), m.V...)
	}
	m.V = m.V[:n+4]
	b := uint32(n)
	m.I = append(m.I, b, b+1, b+2, b+1, b+2, b+3)
	v := m.V[n : n+4 : n+4]
	for i := range v {
		p := &v[i]
		p.R, p.G, p.B, p.A = k.r, k.g, k.b, k.a
	}
	return v
}

// tri makes room for one triangle.
func (m *Mesh) tri(k ink) []Vertex {
	n := len(m.V)
	if n+3 > cap(m.V) {
		m.V = append(make([]Vertex, 0, 2*n+4096), m.V...)
	}
	m.V = m.V[:n+3]
	b := uint32(n)
	m.I = append(m.I, b, b+1, b+2)
	v := m.V[n : n+3 : n+3]
	for i := range v {
		p := &v[i]
		p.R, p.G, p.B, p.A = k.r, k.g, k.b, k.a
	}
	return v
}

// line draws from (x0,y0) to (x1,y1), w px wide, with soft edges.
func (m *Mesh) line(x0, y0, x1, y1, w float32, k ink) {
	dx, dy := x1-x0, y1-y0
	d := float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if d == 0 {
		return
	}
	if m.sketch != nil {
		m.sketch.add(opLine, k, x0, y0, x1, y1, w)
		return
	}
	if w < 1 {
		k = k.times(w)
		w = 1
	}
	n := min(int(w+.999), maxStrip)
	h := (w + w/float32(n)) / 2 / d
	nx, ny := -dy*h, dx*h
	s := &theAtlas.strips[n]
	u0, u1 := s.x, s.x+float32(n)+1
	v := m.quad(k)
	v[0].DstX, v[0].DstY, v[0].SrcX, v[0].SrcY = x0+nx, y0+ny, u0, s.y
	v[1].DstX, v[1].DstY, v[1].SrcX, v[1].SrcY = x0-nx, y0-ny, u1, s.y
	v[2].DstX, v[2].DstY, v[2].SrcX, v[2].SrcY = x1+nx, y1+ny, u0, s.y
	v[3].DstX, v[3].DstY, v[3].SrcX, v[3].SrcY = x1-nx, y1-ny, u1, s.y
}

func (m *Mesh) textured(x0, y0, x1, y1, u0, v0, u1, v1 float32, k ink) {
	v := m.quad(k)
	v[0].DstX, v[0].DstY, v[0].SrcX, v[0].SrcY = x0, y0, u0, v0
	v[1].DstX, v[1].DstY, v[1].SrcX, v[1].SrcY = x1, y0, u1, v0
	v[2].DstX, v[2].DstY, v[2].SrcX, v[2].SrcY = x0, y1, u0, v1
	v[3].DstX, v[3].DstY, v[3].SrcX, v[3].SrcY = x1, y1, u1, v1
}

// rect fills a rectangle with hard edges.
func (m *Mesh) rect(x0, y0, x1, y1 float32, k ink) {
	if m.sketch != nil {
		m.sketch.add(opBox, k, x0, y0, x1, y1, 0)
		return
	}
	w := theAtlas.white
	m.textured(x0, y0, x1, y1, w[0], w[1], w[0], w[1], k)
}

// cell fills a rectangle: soft-edged while small (a grid of three-pixel cells would flicker
// otherwise), with rounded corners of radius r when there is room for them.
func (m *Mesh) cell(x0, y0, x1, y1, r float32, k ink) {
	w, h := x1-x0, y1-y0
	if m.sketch != nil {
		m.sketch.add(opBox, k, x0, y0, x1, y1, max(0, min(r, w/2, h/2)))
		return
	}
	if r < 1.5 || min(w, h) < 3*r {
		if max(w, h) > 64 {
			m.rect(x0, y0, x1, y1, k)
			return
		}
		s := theAtlas.sprite(square, max(w, h))
		m.textured(x0-.5, y0-.5, x1+.5, y1+.5, s.x, s.y, s.x+s.size, s.y+s.size, k)
		return
	}
	s := theAtlas.sprite(disc, 2*r)
	c := s.size / 2
	xs, ys := [4]float32{x0, x0 + r, x1 - r, x1}, [4]float32{y0, y0 + r, y1 - r, y1}
	us, vs := [4]float32{s.x, s.x + c, s.x + c, s.x + s.size}, [4]float32{s.y, s.y + c, s.y + c, s.y + s.size}
	for j := 0; j < 3; j++ {
		for i := 0; i < 3; i++ {
			m.textured(xs[i], ys[j], xs[i+1], ys[j+1], us[i], vs[j], us[i+1], vs[j+1], k)
		}
	}
}

// symbol draws a shape of diameter d around (x, y).
func (m *Mesh) symbol(s shape, x, y, d float32, k ink) {
	if m.sketch != nil {
		m.sketch.symbol(s, x, y, d, 1, 0, k)
		return
	}
	p := theAtlas.sprite(s, d)
	h := d / 2
	m.textured(x-h, y-h, x+h, y+h, p.x, p.y, p.x+p.size, p.y+p.size, k)
}

// packet draws a shape of diameter d around (x, y), turned to the direction (dx, dy) of length
// one, as a single triangle.
func (m *Mesh) packet(s shape, x, y, d, dx, dy float32, k ink) {
	if m.sketch != nil {
		m.sketch.symbol(s, x, y, d, dx, dy, k)
		return
	}
	p := theAtlas.sprite(s, d)
	h := d / 2
	ax, ay := dx*h, dy*h // along the sprite's x axis
	bx, by := -dy*h, dx*h
	v := m.tri(k)
	v[0].DstX, v[0].DstY, v[0].SrcX, v[0].SrcY = x-ax-bx, y-ay-by, p.x, p.y
	v[1].DstX, v[1].DstY, v[1].SrcX, v[1].SrcY = x+3*ax-bx, y+3*ay-by, p.x+2*p.size, p.y
	v[2].DstX, v[2].DstY, v[2].SrcX, v[2].SrcY = x-ax+3*bx, y-ay+3*by, p.x, p.y+2*p.size
}

// text writes one line; align 0 = x is the left end, .5 the middle, 1 the right end; y is the middle of the line.
func (m *Mesh) text(f *fontSize, text []byte, x, y, align float32, k ink) {
	if m.sketch != nil {
		m.sketch.text(string(text), x, y-float32(f.height)/2+float32(f.ascent), align, float32(f.size), f.width(text), false, k)
		return
	}
	x = float32(math.Round(float64(x - align*f.width(text))))
	y = float32(math.Round(float64(y - float32(f.height)/2)))
	h := float32(f.height)
	for _, c := range text {
		g := glyph(c)
		w := float32(f.w[g])
		if c != ' ' && w > 0 {
			u, v := float32(f.x[g]), float32(f.y[g])
			m.textured(x, y, x+w, y+h, u, v, u+w, v+h, k)
		}
		x += w
	}
}

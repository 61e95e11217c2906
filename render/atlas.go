package render

// The one texture: baked letters, soft-edged line profiles, and the shapes of the legend. Soft
// edges in the texture are what gives smooth lines without a multisampled canvas.

import (
	_ "embed"
	"math"
	"strings"
)

//go:embed glyphs.bin
var glyphBits []byte

type fontSize struct {
	size, ascent, height int16
	x, y                 [letters]int16 // ASCII, those beyond it, and nothing
	w                    [letters]uint8
}

const (
	atlasWidth  = glyphWidth
	atlasHeight = glyphHeight + 480
	maxStrip    = 16 // widest line profile, px
)

// shape is a symbol of the atlas.
type shape uint8

const (
	disc     shape = iota
	square         // soft-edged cell
	ring           // circle
	triangle       // culprit host
	diamond        // congestion root
	target         // hot spot host
	dart           // packet, flying to +x
	shapes
)

// Shapes are baked at these sizes; each stands at the corner of a free area twice as wide, so
// that a single triangle can carry it.
var shapeSizes = [...]int{8, 16, 32, 64}

// sprite is the place of one shape in the atlas, texels.
type sprite struct{ x, y, size float32 }

// Atlas is the texture's coverage, 0–255, and where things are in it.
type Atlas struct {
	Width, Height int
	Alpha         []byte

	white  [2]float32
	strips [maxStrip + 1]sprite // x, y of the first (empty) texel's centre
	shapes [shapes][len(shapeSizes)]sprite
}

// inside says whether a point of [-1,1]² belongs to a shape; y points down.
func (s shape) inside(x, y float64) bool {
	rr := x*x + y*y
	switch s {
	case disc:
		return rr <= 1
	case square:
		return true
	case ring:
		return rr <= 1 && rr >= .74*.74
	case triangle:
		return y <= .85 && y >= -.95 && math.Abs(x) <= (y+.95)/1.8
	case diamond:
		return math.Abs(x)+math.Abs(y) <= 1
	case target:
		return rr <= 1 && rr >= .72*.72 || rr <= .38*.38
	case dart:
		return x <= 1 && math.Abs(y) <= .8*(1-x)/2 && x >= -1+.5*(.8-math.Abs(y))
	}
	return false
}

var theAtlas = buildAtlas()

func buildAtlas() *Atlas {
	a := &Atlas{Width: atlasWidth, Height: atlasHeight, Alpha: make([]byte, atlasWidth*atlasHeight)}
	for i, b := range glyphBits {
		a.Alpha[2*i], a.Alpha[2*i+1] = b&15*17, b>>4*17
	}
	fill := func(x, y, w, h int) {
		for j := y; j < y+h; j++ {
			for i := x; i < x+w; i++ {
				a.Alpha[j*atlasWidth+i] = 255
			}
		}
	}
	y := glyphHeight + 2
	fill(1, y, 6, 6)
	a.white = [2]float32{4, float32(y) + 3}
	x := 10
	for k := 1; k <= maxStrip; k++ {
		fill(x+1, y, k, 6)
		a.strips[k] = sprite{float32(x) + .5, float32(y) + 3, float32(k)}
		x += k + 3
	}
	x, y = 1, y+8
	row := 0 // height of the present row
	for i := len(shapeSizes) - 1; i >= 0; i-- {
		size := shapeSizes[i]
		for s := shape(0); s < shapes; s++ {
			if x+2*size+2 > atlasWidth {
				x, y, row = 1, y+row, 0
			}
			row = max(row, 2*size+2)
			a.shapes[s][i] = sprite{float32(x), float32(y), float32(size)}
			s.bake(a.Alpha[y*atlasWidth+x:], size)
			x += 2*size + 2
		}
	}
	return a
}

// bake draws a shape into the texels from a corner on. A texel is sampled 6×6 times, unless its corners agree (four texels at
// the dart's tips lose by it): the program begins with this. The shape ends half a texel inside.
func (s shape) bake(alpha []byte, size int) {
	const n = 6
	at := make([]float64, n*size) // where the samples are, along either side
	for i := range at {
		at[i] = ((2*float64(i)+1)/float64(n*size) - 1) * float64(size) / float64(size-1)
	}
	for j := range size {
		for i := range size {
			xs, ys := at[n*i:n*i+n], at[n*j:n*j+n]
			hits := s.hits(xs, ys, n-1) * n * n / 4
			if hits%(n*n) != 0 {
				hits = s.hits(xs, ys, 1)
			}
			alpha[j*atlasWidth+i] = byte(hits * 255 / (n * n))
		}
	}
}

// hits counts the samples inside a shape, each step-th in both directions.
func (s shape) hits(xs, ys []float64, step int) (n int) {
	for j := 0; j < len(ys); j += step {
		for i := 0; i < len(xs); i += step {
			if math.Abs(xs[i]) <= 1 && math.Abs(ys[j]) <= 1 && s.inside(xs[i], ys[j]) {
				n++
			}
		}
	}
	return
}

// sprite returns the baked shape that serves a diameter in px best.
func (a *Atlas) sprite(s shape, px float32) *sprite {
	for i, size := range shapeSizes {
		if px <= float32(size) {
			return &a.shapes[s][i]
		}
	}
	return &a.shapes[s][len(shapeSizes)-1]
}

// fontFor returns the largest baked letters not above px per em, or the smallest.
func fontFor(px float64) *fontSize {
	f := &fonts[0]
	for i := range fonts {
		if float64(fonts[i].size) <= px*1.02 {
			f = &fonts[i]
		}
	}
	return f
}

// beyond are the letters beyond ASCII, µáéíóúñ (atlasgen), by the second of their two bytes in UTF-8.
const (
	beyond  = "\xb5\xa1\xa9\xad\xb3\xba\xb1"
	letters = '~' - ' ' + 1 + len(beyond) + 1
)

// glyph returns the place of a byte of a text in a font.
func glyph(c byte) int {
	switch {
	case c >= ' ' && c <= '~':
		return int(c - ' ')
	case c == 0xc2 || c == 0xc3:
		return letters - 1
	}
	if i := strings.IndexByte(beyond, c); i >= 0 {
		return '~' - ' ' + 1 + i
	}
	return '?' - ' '
}

// width of a line of text, px.
func (f *fontSize) width(text []byte) float32 {
	w := 0
	for _, c := range text {
		w += int(f.w[glyph(c)])
	}
	return float32(w)
}

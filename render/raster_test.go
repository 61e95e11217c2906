package render

// A small rasteriser of meshes, so that pictures can be tested (and, with RENDER_PNG=folder,
// looked at) without a screen. It samples the atlas as the GPU does.

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

type canvas struct {
	w, h int
	pix  []float32 // rgb
}

func newCanvas(w, h int, ground color.RGBA) *canvas {
	c := &canvas{w, h, make([]float32, 3*w*h)}
	for i := 0; i < w*h; i++ {
		c.pix[3*i], c.pix[3*i+1], c.pix[3*i+2] = float32(ground.R)/255, float32(ground.G)/255, float32(ground.B)/255
	}
	return c
}

func sample(u, v float64) float32 {
	a := theAtlas
	u, v = u-.5, v-.5
	x, y := int(math.Floor(u)), int(math.Floor(v))
	fx, fy := u-float64(x), v-float64(y)
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= a.Width || y >= a.Height {
			return 0
		}
		return float64(a.Alpha[y*a.Width+x]) / 255
	}
	return float32((at(x, y)*(1-fx)+at(x+1, y)*fx)*(1-fy) + (at(x, y+1)*(1-fx)+at(x+1, y+1)*fx)*fy)
}

func (c *canvas) draw(m *Mesh) {
	for i := 0; i < len(m.I); i += 3 {
		a, b, d := &m.V[m.I[i]], &m.V[m.I[i+1]], &m.V[m.I[i+2]]
		ax, ay := float64(a.DstX), float64(a.DstY)
		bx, by := float64(b.DstX)-ax, float64(b.DstY)-ay
		dx, dy := float64(d.DstX)-ax, float64(d.DstY)-ay
		det := bx*dy - by*dx
		if det == 0 {
			continue
		}
		x0 := max(0, int(math.Floor(ax+min(0, bx, dx))))
		x1 := min(c.w-1, int(math.Ceil(ax+max(0, bx, dx))))
		y0 := max(0, int(math.Floor(ay+min(0, by, dy))))
		y1 := min(c.h-1, int(math.Ceil(ay+max(0, by, dy))))
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				px, py := float64(x)+.5-ax, float64(y)+.5-ay
				s, t := (px*dy-py*dx)/det, (bx*py-by*px)/det
				if s < 0 || t < 0 || s+t >= 1 {
					continue
				}
				u := float64(a.SrcX) + s*float64(b.SrcX-a.SrcX) + t*float64(d.SrcX-a.SrcX)
				v := float64(a.SrcY) + s*float64(b.SrcY-a.SrcY) + t*float64(d.SrcY-a.SrcY)
				k := sample(u, v)
				if k == 0 {
					continue
				}
				o, rest := 3*(y*c.w+x), 1-k*a.A
				c.pix[o] = c.pix[o]*rest + k*a.R
				c.pix[o+1] = c.pix[o+1]*rest + k*a.G
				c.pix[o+2] = c.pix[o+2]*rest + k*a.B
			}
		}
	}
}

func (c *canvas) at(x, y int) color.RGBA {
	o := 3 * (y*c.w + x)
	to := func(v float32) uint8 { return uint8(min(1, max(0, v))*255 + .5) }
	return color.RGBA{to(c.pix[o]), to(c.pix[o+1]), to(c.pix[o+2]), 255}
}

func (s *Scene) picture() *canvas {
	s.staticDirty = true
	static, dynamic, _ := s.Meshes()
	c := newCanvas(int(s.width), int(s.height), palettes[s.theme].ground)
	c.draw(static)
	c.draw(dynamic)
	return c
}

// show writes the picture where a person can look at it, if RENDER_PNG names a folder.
func (c *canvas) show(t testing.TB, name string) {
	dir := os.Getenv("RENDER_PNG")
	if dir == "" {
		return
	}
	img := image.NewRGBA(image.Rect(0, 0, c.w, c.h))
	for y := 0; y < c.h; y++ {
		for x := 0; x < c.w; x++ {
			img.SetRGBA(x, y, c.at(x, y))
		}
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// What the page does before its first picture: `go test ./render -run '^$' -bench Atlas`.
func BenchmarkAtlas(b *testing.B) {
	for b.Loop() {
		buildAtlas()
	}
}

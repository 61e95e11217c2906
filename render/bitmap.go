package render

// Pictures without a screen: a small rasteriser of the scene's triangles, sampling the atlas as the GPU does. It makes
// the thumbnails of the gallery.

import (
	"image"
	"math"
)

// Bitmap draws the present picture, of the size that Resize was told.
func (s *Scene) Bitmap() *image.RGBA {
	w, h := int(s.width), int(s.height)
	s.staticDirty = true
	static, dynamic, _ := s.Meshes()
	ground := palettes[s.theme].ground
	pix := make([]float32, 3*w*h)
	for i := 0; i < len(pix); i += 3 {
		pix[i], pix[i+1], pix[i+2] = float32(ground.R)/255, float32(ground.G)/255, float32(ground.B)/255
	}
	for _, m := range []*Mesh{static, dynamic} {
		for i := 0; i+2 < len(m.I); i += 3 {
			fillTriangle(pix, w, h, &m.V[m.I[i]], &m.V[m.I[i+1]], &m.V[m.I[i+2]])
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		for c := range 3 {
			img.Pix[4*i+c] = uint8(min(1, max(0, pix[3*i+c]))*255 + .5)
		}
		img.Pix[4*i+3] = 255
	}
	return img
}

// fillTriangle blends a triangle over opaque pixels.
func fillTriangle(pix []float32, w, h int, a, b, d *Vertex) {
	ax, ay := float64(a.DstX), float64(a.DstY)
	bx, by := float64(b.DstX)-ax, float64(b.DstY)-ay
	dx, dy := float64(d.DstX)-ax, float64(d.DstY)-ay
	det := bx*dy - by*dx
	if det == 0 {
		return
	}
	x0, x1 := max(0, int(math.Floor(ax+min(0, bx, dx)))), min(w-1, int(math.Ceil(ax+max(0, bx, dx))))
	y0, y1 := max(0, int(math.Floor(ay+min(0, by, dy)))), min(h-1, int(math.Ceil(ay+max(0, by, dy))))
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			px, py := float64(x)+.5-ax, float64(y)+.5-ay
			s, t := (px*dy-py*dx)/det, (bx*py-by*px)/det
			if s < 0 || t < 0 || s+t >= 1 {
				continue
			}
			k := theAtlas.coverage(float64(a.SrcX)+s*float64(b.SrcX-a.SrcX)+t*float64(d.SrcX-a.SrcX), float64(a.SrcY)+s*float64(b.SrcY-a.SrcY)+t*float64(d.SrcY-a.SrcY))
			if k == 0 {
				continue
			}
			o, rest := 3*(y*w+x), 1-k*a.A
			pix[o] = pix[o]*rest + k*a.R
			pix[o+1] = pix[o+1]*rest + k*a.G
			pix[o+2] = pix[o+2]*rest + k*a.B
		}
	}
}

// coverage samples the atlas between texels, 0–1.
func (a *Atlas) coverage(u, v float64) float32 {
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

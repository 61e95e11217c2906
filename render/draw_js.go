//go:build js

package render

// The only file that knows Ebitengine.

import (
	"image"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"
)

var _ [0]byte = [unsafe.Sizeof(Vertex{}) - unsafe.Sizeof(ebiten.Vertex{})]byte{}

// gpu is what lives on the graphics card.
type gpu struct {
	static *ebiten.Image
	w, h   int
	tri    ebiten.DrawTrianglesOptions
	copy   ebiten.DrawImageOptions
}

// atlasImage is shared by all scenes; made at the first Draw.
var atlasImage *ebiten.Image

func newAtlasImage() *ebiten.Image {
	a := theAtlas
	img := ebiten.NewImageWithOptions(image.Rect(0, 0, a.Width, a.Height), &ebiten.NewImageOptions{Unmanaged: true})
	pix := make([]byte, 4*len(a.Alpha))
	for i, v := range a.Alpha {
		pix[4*i], pix[4*i+1], pix[4*i+2], pix[4*i+3] = v, v, v, v
	}
	img.WritePixels(pix)
	return img
}

// Draw covers dst with the present picture.
func (s *Scene) Draw(dst *ebiten.Image) {
	g := &s.gpu
	b := dst.Bounds()
	if atlasImage == nil {
		atlasImage = newAtlasImage()
	}
	if g.static == nil {
		// Without DisableMipmaps, Ebitengine takes three logarithms per triangle to find that none is needed.
		g.tri = ebiten.DrawTrianglesOptions{Filter: ebiten.FilterLinear, ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha, DisableMipmaps: true}
		g.copy = ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
	}
	if s.lay == nil {
		s.Resize(float64(b.Dx()), float64(b.Dy()), s.scale, s.insets)
	}
	if g.static == nil || g.w != b.Dx() || g.h != b.Dy() {
		if g.static != nil {
			g.static.Deallocate()
		}
		g.w, g.h = b.Dx(), b.Dy()
		g.static = ebiten.NewImageWithOptions(image.Rect(0, 0, g.w, g.h), &ebiten.NewImageOptions{Unmanaged: true})
		s.staticDirty = true
	}
	static, dynamic, redraw := s.Meshes()
	if redraw {
		ground := s.clip(g.static)
		ground.Fill(palettes[s.theme].ground)
		s.triangles(ground, static)
	}
	dst = s.clip(dst)
	dst.DrawImage(g.static, &g.copy)
	s.triangles(dst, dynamic)
}

// clip returns the part of an image that is the scene's.
func (s *Scene) clip(img *ebiten.Image) *ebiten.Image {
	if v := s.viewport; v != (Viewport{}) {
		return img.SubImage(image.Rect(v.X0, v.Y0, v.X1, v.Y1)).(*ebiten.Image)
	}
	return img
}

func (s *Scene) triangles(dst *ebiten.Image, m *Mesh) {
	if len(m.I) == 0 {
		return
	}
	v := unsafe.Slice((*ebiten.Vertex)(unsafe.Pointer(&m.V[0])), len(m.V))
	dst.DrawTriangles32(v, m.I, atlasImage, &s.gpu.tri)
}

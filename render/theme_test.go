package render

import (
	"image/color"
	"math"
	"testing"
)

func distance(a, b color.RGBA) float64 {
	d := func(x, y uint8) float64 { return float64(x) - float64(y) }
	return math.Sqrt(d(a.R, b.R)*d(a.R, b.R) + d(a.G, b.G)*d(a.G, b.G) + d(a.B, b.B)*d(a.B, b.B))
}

func TestColoursAreReadable(t *testing.T) {
	for th := range palettes {
		p := &palettes[th]
		ground := inkOf(p.ground, 1)
		for name, c := range map[string]struct {
			c    color.RGBA
			need float64
		}{"text": {p.text, 7}, "dim": {p.dim, 4.5}, "packet": {p.packet, 3}, "use": {p.use, 3}, "edge": {p.edge, 2}} {
			if got := contrast(inkOf(c.c, 1), ground); got < c.need {
				t.Errorf("theme %d: %s has contrast %.2f with the ground, want %.1f", th, name, got, c.need)
			}
		}
		for slot := uint32(1); slot <= 8; slot++ {
			if got := contrast(inkOf(TreeColor(slot, Theme(th)), 1), ground); got < 4.5 {
				t.Errorf("theme %d: tree %d has contrast %.2f with the ground, want 4.5", th, slot, got)
			}
		}
	}
}

// Viénot, Brettel and Mollon 1999, in linear RGB: what protanopes and deuteranopes see.
func TestTreesDifferForColourBlindEyes(t *testing.T) {
	lin := func(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
	eyes := map[string][3][3]float64{
		"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{.11238, .88762, 0}, {.11238, .88762, 0}, {.00401, -.00401, 1}},
		"deuteranopia": {{.29275, .70725, 0}, {.29275, .70725, 0}, {-.02234, .02234, 1}},
	}
	for th := range palettes {
		for name, m := range eyes {
			see := func(c color.RGBA) (out [3]float64) {
				in := [3]float64{lin(c.R), lin(c.G), lin(c.B)}
				for i := range m {
					for j := range in {
						out[i] += m[i][j] * in[j]
					}
				}
				return lab(out)
			}
			// the first four hues are the ones most pictures need; the rest only has to differ
			for i := uint32(1); i <= 8; i++ {
				for j := i + 1; j <= 8; j++ {
					a, b := see(TreeColor(i, Theme(th))), see(TreeColor(j, Theme(th)))
					d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
					need := 6.
					switch {
					case name == "normal":
						need = 18
					case j <= 4:
						need = 14
					}
					if d < need {
						t.Errorf("theme %d, %s: trees %d and %d differ by ΔE %.1f, want %.0f", th, name, i, j, d, need)
					}
				}
			}
		}
	}
}

// lab converts linear RGB to CIE L*a*b*.
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > .008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16./116
	}
	x := f((.4124*c[0] + .3576*c[1] + .1805*c[2]) / .9505)
	y := f(.2126*c[0] + .7152*c[1] + .0722*c[2])
	z := f((.0193*c[0] + .1192*c[1] + .9505*c[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func TestLegendUsesTheTheme(t *testing.T) {
	s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
	dark := s.Legend()
	s.SetTheme(Light)
	light := s.Legend()
	for i := range dark {
		if dark[i].Name != light[i].Name || dark[i].Shape != light[i].Shape {
			t.Errorf("entry %d changes its meaning with the theme", i)
		}
		if dark[i].Color == light[i].Color {
			t.Errorf("%s has the same colour on dark and light", dark[i].Name)
		}
	}
}

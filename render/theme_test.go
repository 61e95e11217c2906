package render

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/topology"
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
			need := 4.5
			if Theme(th) == Print {
				need = 3 // lines and marks; words are black there
			}
			if got := contrast(inkOf(TreeColor(slot, Theme(th)), 1), ground); got < need {
				t.Errorf("theme %d: tree %d has contrast %.2f with the ground, want %.1f", th, slot, got, need)
			}
		}
		for i, c := range p.ramp {
			if got := contrast(inkOf(c, 1), ground); got < 3 {
				t.Errorf("theme %d: shade %d has contrast %.2f with the ground, want 3", th, i, got)
			}
		}
	}
}

// Who asks for more contrast has it in what lies still, too.
func TestMoreContrast(t *testing.T) {
	for _, th := range []Theme{Dark, Light, Print} {
		k := makeInks(th)
		k.strengthen()
		for name, c := range map[string]ink{"link": k.link, "edge": k.edge, "host": k.host} {
			if got := contrast(c, k.ground); got < 3 {
				t.Errorf("theme %d: %s has contrast %.2f with the ground, want 3", th, name, got)
			}
		}
	}
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	s := NewScene(n)
	usual := s.inks
	s.SetContrast(true)
	s.SetTheme(Light)
	if k := makeInks(Light); s.inks.link == k.link || !s.staticDirty {
		t.Error("another theme takes the contrast back")
	}
	s.SetTheme(Dark)
	s.SetContrast(false)
	if s.inks != usual {
		t.Error("the contrast stays")
	}
}

// What eyes without one kind of cones see, in linear RGB: protanopia and deuteranopia by Viénot, Brettel and
// Mollon 1999, tritanopia by Machado, Oliveira and Fernandes 2009.
var eyes = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{.11238, .88762, 0}, {.11238, .88762, 0}, {.00401, -.00401, 1}},
	"deuteranopia": {{.29275, .70725, 0}, {.29275, .70725, 0}, {-.02234, .02234, 1}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

// seen is a colour as such an eye sees it, in CIE L*a*b*.
func seen(c color.RGBA, m [3][3]float64) [3]float64 {
	lin := func(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
	in := [3]float64{lin(c.R), lin(c.G), lin(c.B)}
	var out [3]float64
	for i := range m {
		for j := range in {
			out[i] += m[i][j] * in[j]
		}
		out[i] = min(1, max(0, out[i]))
	}
	return lab(out)
}

func deltaE(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func TestColoursDifferForColourBlindEyes(t *testing.T) {
	for th := range palettes {
		for name, m := range eyes {
			// the first four hues are the ones most pictures need; the rest only has to differ
			for i := uint32(1); i <= 8; i++ {
				for j := i + 1; j <= 8; j++ {
					d, need := deltaE(seen(TreeColor(i, Theme(th)), m), seen(TreeColor(j, Theme(th)), m)), 7.9
					switch {
					case name == "normal":
						need = 18
					case j <= 4:
						need = 14
					}
					if d < need {
						t.Errorf("theme %d, %s: trees %d and %d differ by ΔE %.1f, want %.1f", th, name, i, j, d, need)
					}
				}
			}
			p := &palettes[th]
			for i := 1; i < len(p.ramp); i++ {
				a, b := seen(p.ramp[i-1], m), seen(p.ramp[i], m)
				if deltaE(a, b) < 10 || (a[0]-b[0])*(seen(p.ramp[0], m)[0]-seen(p.ramp[4], m)[0]) <= 0 {
					t.Errorf("theme %d, %s: shades %d and %d differ by ΔE %.1f, lightness %.0f and %.0f", th, name, i-1, i, deltaE(a, b), a[0], b[0])
				}
			}
			if d := deltaE(seen(TreeColor(1, Theme(th)), m), seen(p.packet, m)); d < 12 {
				t.Errorf("theme %d, %s: adapted packets and others differ by ΔE %.1f", th, name, d)
			}
		}
	}
}

// On a printer without colours the first four trees, and the shades, still differ.
func TestPrintsInGrey(t *testing.T) {
	p := &palettes[Print]
	grey := func(c color.RGBA) float64 {
		y := inkOf(c, 1).luminance()
		return lab([3]float64{y, y, y})[0]
	}
	if p.ground != hex(0xffffff) {
		t.Error("print is not on white")
	}
	for i := 0; i < 4; i++ {
		for j := 0; j < i; j++ {
			if d := math.Abs(grey(p.tree[i]) - grey(p.tree[j])); d < 12 {
				t.Errorf("trees %d and %d differ by %.1f in lightness", i+1, j+1, d)
			}
		}
	}
	for i := 1; i < len(p.ramp); i++ {
		if d := grey(p.ramp[i-1]) - grey(p.ramp[i]); d < 10 {
			t.Errorf("shades %d and %d differ by %.1f in lightness", i-1, i, d)
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
	if len(dark) == 0 || len(dark) != len(light) {
		t.Fatalf("%d entries on dark, %d on light", len(dark), len(light))
	}
	for i := range dark {
		if said := strings.Replace(light[i].Name, "darker", "brighter", 1); dark[i].Name != said || dark[i].Shape != light[i].Shape {
			t.Errorf("entry %d changes its meaning with the theme", i)
		}
		if dark[i].Color == light[i].Color {
			t.Errorf("%s has the same colour on dark and light", dark[i].Name)
		}
	}
}

// The legend says of busy links what their colour does on its ground.
func TestLegendSaysWhatUseDoes(t *testing.T) {
	s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
	for _, theme := range []Theme{Dark, Light, Print} {
		s.SetTheme(theme)
		want := "Link, darker the busier"
		if p := palettes[theme]; inkOf(p.use, 1).luminance() > inkOf(p.link, 1).luminance() {
			want = "Link, brighter the busier"
		}
		if !slices.ContainsFunc(s.Legend(), func(e LegendEntry) bool { return e.Name == want }) {
			t.Errorf("theme %d: %q is not in %v", theme, want, s.Legend())
		}
	}
}

// Branches, and the hosts that trees block, have the colour in the legend that they are drawn in.
func TestLegendFollowsTheTrees(t *testing.T) {
	for _, c := range []struct {
		asks     PacketQuestion
		isolated uint32
		colour   color.RGBA
	}{{ByClass, 0, TreeColor(1, Dark)}, {ByVC, 0, palettes[Dark].dim}, {ByVC, 7, TreeColor(1, Dark)}} {
		s := scene(t, "rlft-4x2", 800, 600, 1, Insets{})
		s.asks, s.alone = c.asks, c.isolated
		if got := s.bodyInk(1); got != inkOf(c.colour, 1) {
			t.Errorf("%+v: hosts are drawn in %v", c, got)
		}
		for _, e := range s.Legend() {
			if (e.Shape == "ring" || strings.HasPrefix(e.Name, "Branch")) && e.Color != c.colour {
				t.Errorf("%+v: %s is %v", c, e.Name, e.Color)
			}
		}
	}
}

package render

// Colours. Every picture uses this table only, and so does the panel's legend. The hues of the
// trees follow Okabe and Ito's palette, made lighter or darker until each has a contrast of at least 4.5
// with the theme's background (theme_test.go), so that they serve as text too.

import (
	"image/color"
	"math"
)

// Theme is a table of colours.
type Theme uint8

const (
	Dark Theme = iota
	Light
	Print // on white; the first four trees differ as greys too
)

type palette struct {
	ground, pod, link, card, edge, host, text, dim, packet, use color.RGBA
	tree                                                        [8]color.RGBA
	ramp                                                        [5]color.RGBA // from little to much
	low, high                                                   color.RGBA    // orders of HoL blocking: the charts' colours
}

func hex(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

var palettes = [...]palette{
	Dark: {
		ground: hex(0x0b1016), pod: hex(0x10171f), link: hex(0x2a3848), card: hex(0x1a2531), edge: hex(0x44576b),
		host: hex(0x2c3b4b), text: hex(0xe8eef4), dim: hex(0x93a5b7), packet: hex(0xa9bdd0), use: hex(0x7f9ab5),
		tree: [8]color.RGBA{hex(0xf4742d), hex(0x5fa4f8), hex(0xf0e442), hex(0xe07fb8), hex(0x14b583), hex(0xcdaa18), hex(0x9a7bff), hex(0xe8c8b0)},
		ramp: [5]color.RGBA{hex(0x4a74b4), hex(0x5f9fb4), hex(0x9cbc8c), hex(0xdcd468), hex(0xfff6c8)},
		low:  hex(0x62a8ff), high: hex(0xf0d442),
	},
	Light: {
		ground: hex(0xf5f7f9), pod: hex(0xeaeef2), link: hex(0xc3ced8), card: hex(0xffffff), edge: hex(0x8fa0b0),
		host: hex(0xcbd5de), text: hex(0x14202b), dim: hex(0x54667a), packet: hex(0x6a7f94), use: hex(0x5f7891),
		tree: [8]color.RGBA{hex(0xe00022), hex(0x0a6ea8), hex(0x667529), hex(0xa1286e), hex(0x007350), hex(0xaa4a02), hex(0x4030d0), hex(0x5b4a43)},
		ramp: [5]color.RGBA{hex(0x6492c8), hex(0x646ca6), hex(0x785a86), hex(0x74344c), hex(0x3c0812)},
		low:  hex(0x0a5ea8), high: hex(0x806400),
	},
	Print: {
		ground: hex(0xffffff), pod: hex(0xf4f4f4), link: hex(0xcfcfcf), card: hex(0xffffff), edge: hex(0x8a8a8a),
		host: hex(0xdcdcdc), text: hex(0x000000), dim: hex(0x555555), packet: hex(0x8a8a8a), use: hex(0x6a6a6a),
		tree: [8]color.RGBA{hex(0x940b00), hex(0x1463e0), hex(0x66a35b), hex(0x171b63), hex(0xf94f40), hex(0x498f85), hex(0x8134a3), hex(0xa15000)},
		ramp: [5]color.RGBA{hex(0x919191), hex(0x737373), hex(0x545454), hex(0x303030), hex(0x000000)},
		low:  hex(0x4a90d0), high: hex(0x5a3c00),
	},
}

// TreeColor is the colour of a congestion tree, by the slot it has in the frame (1–63).
func TreeColor(slot uint32, t Theme) color.RGBA {
	if slot == 0 {
		return palettes[t].packet
	}
	p := &palettes[t].tree
	return p[(slot-1)%uint32(len(p))]
}

// RampColor is one of the five colours from little (1) to much (5).
func RampColor(step int, t Theme) color.RGBA { return palettes[t].ramp[min(max(step, 1), 5)-1] }

// LinkColor is that of a link of which there is nothing to tell.
func LinkColor(t Theme) color.RGBA { return palettes[t].link }

// ink is a premultiplied colour of a vertex.
type ink struct{ r, g, b, a float32 }

func inkOf(c color.RGBA, alpha float32) ink {
	return ink{float32(c.R) / 255 * alpha, float32(c.G) / 255 * alpha, float32(c.B) / 255 * alpha, alpha}
}

func (k ink) times(f float32) ink { return ink{k.r * f, k.g * f, k.b * f, k.a * f} }

// inks is a palette as vertex colours.
type inks struct {
	ground, pod, link, card, edge, host, text, dim, packet, use ink
	tree                                                        [64]ink
	ramp                                                        [256]ink
	low, high                                                   ink
}

func makeInks(t Theme) (k inks) {
	p := &palettes[t]
	k = inks{ground: inkOf(p.ground, 1), pod: inkOf(p.pod, 1), link: inkOf(p.link, 1), card: inkOf(p.card, 1), edge: inkOf(p.edge, 1),
		host: inkOf(p.host, 1), text: inkOf(p.text, 1), dim: inkOf(p.dim, 1), packet: inkOf(p.packet, 1), use: inkOf(p.use, 1), low: inkOf(p.low, 1), high: inkOf(p.high, 1)}
	for i := range k.tree {
		k.tree[i] = inkOf(TreeColor(uint32(i), t), 1)
	}
	for i := range k.ramp {
		at := float32(i) / 255 * float32(len(p.ramp)-1)
		j := min(int(at), len(p.ramp)-2)
		k.ramp[i] = mix(inkOf(p.ramp[j], 1), inkOf(p.ramp[j+1], 1), at-float32(j))
	}
	return k
}

// strengthen gives what lies still (links, switches, hosts) WCAG's contrast of graphics with the ground, for who asks for more.
func (k *inks) strengthen() {
	for _, c := range []*ink{&k.link, &k.edge, &k.host} {
		for was, part := *c, float32(0); contrast(*c, k.ground) < 3 && part < 1; part += .05 {
			*c = mix(was, k.text, part)
		}
	}
}

// luminance is WCAG's relative luminance of an opaque colour.
func (k ink) luminance() float64 {
	lin := func(c float32) float64 {
		v := float64(c)
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*lin(k.r) + .7152*lin(k.g) + .0722*lin(k.b)
}

// contrast is WCAG's contrast ratio, 1–21.
func contrast(a, b ink) float64 {
	x, y := a.luminance(), b.luminance()
	if x < y {
		x, y = y, x
	}
	return (x + .05) / (y + .05)
}

package render

// A picture as shapes instead of triangles, for what leaves the page: a vector file, or a raster of any size. What
// draws is the same code: a Mesh with a Sketch behind it passes every line, cell, symbol and word on to that
// instead of making vertices. Coordinates are CSS pixels; nothing depends on the size at which it is shown in the end.

import "math"

// Kinds of shapes, and what their numbers are. public/export.js draws them too.
const (
	opLine  = iota // x0, y0, x1, y1, width
	opBox          // x0, y0, x1, y1, radius of the corners
	opDisc         // x, y, radius
	opRing         // x, y, radius of the middle of its line, width
	opPath         // three or four points, the third one twice if there are three
	opText         // left, middle or right end, baseline, share of the width that is before x, size, width or 0, index of the text, 1 if bold
	opCurve        // index of its points, width, 1 if it is filled instead, and up to four lengths of dashes and gaps
)

// op is one shape in one colour.
type op struct {
	kind   uint8
	colour uint16 // index of Sketch.inks
	n      [8]float32
}

// layer is a part of the picture with a name of its own.
type layer struct {
	name string
	from int // index of its first shape
}

// cut is a run of shapes of which only what lies in a rectangle is seen.
type cut struct {
	at       rect
	from, to int // to is the first one after it
}

// Sketch is a picture as shapes, from below to above.
type Sketch struct {
	Width, Height float64 // CSS pixels

	ops    []op
	inks   []uint32 // 0xRRGGBBAA, not premultiplied
	index  map[uint32]uint16
	words  []string
	curves [][]float32 // x, y in turns
	layers []layer
	cuts   []cut
}

func newSketch(w, h float64) *Sketch {
	return &Sketch{Width: w, Height: h, index: map[uint32]uint16{}}
}

// straight turns a premultiplied colour into 0xRRGGBBAA.
func straight(c ink) uint32 {
	a := min(1, c.a)
	if a <= 0 {
		return 0
	}
	to := func(v float32) uint32 { return uint32(max(0, min(1, v/c.a))*255 + .5) }
	return to(c.r)<<24 | to(c.g)<<16 | to(c.b)<<8 | uint32(a*255+.5)
}

// add appends a shape; one that cannot be seen is left out.
func (k *Sketch) add(kind uint8, c ink, n ...float32) {
	v := straight(c)
	if v&255 == 0 || kind == opBox && (n[2] < n[0] || n[3] < n[1]) {
		return
	}
	i, ok := k.index[v]
	if !ok {
		if len(k.inks) > math.MaxUint16-1 { // more than a picture has: the nearest in alpha would do, the last one does
			i = uint16(len(k.inks) - 1)
		} else {
			i = uint16(len(k.inks))
			k.inks = append(k.inks, v)
		}
		k.index[v] = i
	}
	o := op{kind: kind, colour: i}
	copy(o.n[:], n)
	k.ops = append(k.ops, o)
}

// layer begins a part with a name.
func (k *Sketch) layer(name string) {
	if n := len(k.layers); n > 0 && k.layers[n-1].from == len(k.ops) {
		k.layers[n-1].name = name // the one before is empty
		return
	}
	k.layers = append(k.layers, layer{name, len(k.ops)})
}

// symbol draws a shape of diameter d around (x, y), turned to the direction (dx, dy) of length one.
func (k *Sketch) symbol(s shape, x, y, d, dx, dy float32, c ink) {
	h := d / 2
	switch s {
	case disc:
		k.add(opDisc, c, x, y, h)
	case ring:
		k.add(opRing, c, x, y, h*.87, h*.26)
	case target:
		k.add(opRing, c, x, y, h*.86, h*.28)
		k.add(opDisc, c, x, y, h*.38)
	default:
		var n [8]float32
		for i, p := range outlines[s] {
			n[2*i], n[2*i+1] = x+h*(p[0]*dx-p[1]*dy), y+h*(p[0]*dy+p[1]*dx)
		}
		k.add(opPath, c, n[:]...)
	}
}

// outlines are the corners of the shapes that have corners, in [-1,1]²; see shape.inside.
var outlines = [shapes][4][2]float32{
	square:   {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
	triangle: {{0, -.95}, {1, .85}, {-1, .85}, {-1, .85}},
	diamond:  {{0, -1}, {1, 0}, {0, 1}, {-1, 0}},
	dart:     {{1, 0}, {-1, .8}, {-.6, 0}, {-1, -.8}},
}

// text writes one line; y is its baseline. A width greater than 0 is what it is fitted to.
func (k *Sketch) text(text string, x, y, align, size, width float32, bold bool, c ink) {
	n := len(k.words)
	k.words = append(k.words, text)
	b := float32(0)
	if bold {
		b = 1
	}
	k.add(opText, c, x, y, align, size, width, float32(n), b)
}

// curve draws a line through points, x and y in turns, or fills what it encloses.
func (k *Sketch) curve(points []float32, c ink, width float64, dash []float64, fill bool) {
	n := []float32{float32(len(k.curves)), float32(width), 0}
	if fill {
		n[2] = 1
	}
	for _, d := range dash[:min(len(dash), 4)] {
		n = append(n, float32(d))
	}
	k.curves = append(k.curves, points)
	k.add(opCurve, c, n...)
}

// Numbers are the shapes as a flat list: the kind, the colour's index, and eight numbers each.
func (k *Sketch) Numbers() []float32 {
	out := make([]float32, 0, 10*len(k.ops))
	for i := range k.ops {
		o := &k.ops[i]
		out = append(append(out, float32(o.kind), float32(o.colour)), o.n[:]...)
	}
	return out
}

// Colours are the colours that Numbers refers to, as in style sheets.
func (k *Sketch) Colours() []string {
	out := make([]string, len(k.inks))
	for i, v := range k.inks {
		out[i] = string(appendHex(nil, v>>8, 6))
		if v&255 != 255 {
			out[i] = string(appendHex(nil, v, 8))
		}
	}
	return out
}

// Curves are the points that Numbers refers to.
func (k *Sketch) Curves() [][]float32 { return k.curves }

// Words are the texts that Numbers refers to.
func (k *Sketch) Words() []string { return k.words }

// Cuts are six numbers for each run of shapes that is cut off: left, top, right, bottom, the first shape, and the first one
// after it.
func (k *Sketch) Cuts() (out []float64) {
	for _, c := range k.cuts {
		out = append(out, float64(c.at.x0), float64(c.at.y0), float64(c.at.x1), float64(c.at.y1), float64(c.from), float64(c.to))
	}
	return
}

// appendHex appends "#" and so many hexadecimal digits.
func appendHex(b []byte, v uint32, digits int) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '#')
	for i := digits - 1; i >= 0; i-- {
		b = append(b, hex[v>>(4*i)&15])
	}
	return b
}

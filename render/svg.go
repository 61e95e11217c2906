package render

// A sketch as SVG, for papers: shapes as shapes, words as words, in named layers, with the link that reproduces it.

import (
	"math"
	"strconv"
)

// About is what a file says of itself: in its metadata, and to whoever cannot see it.
type About struct {
	Title    string
	Text     string // what is to be seen
	Link     string // of the scenario
	TimeNS   float64
	Checksum string // of the engine's state at that time, "" if it is not known
	Version  string
	Language string // BCP 47; of the texts
}

// Pairs are the same as names and values, as they stand in PNG files and videos. The names are those of the PNG
// standard (W3C, 11.3.3.2) where it has one.
func (a *About) Pairs() (list [][2]string) {
	add := func(name, value string) {
		if value != "" {
			list = append(list, [2]string{name, value})
		}
	}
	add("Title", a.Title)
	add("Description", a.Text)
	add("Source", a.Link)
	add("Software", "Congestree "+a.Version)
	add("Simulated time", strconv.FormatFloat(a.TimeNS, 'f', -1, 64)+" ns")
	add("State checksum", a.Checksum)
	return
}

// perPath is how many lines of one colour and width share a path element.
const perPath = 400

// fontStack is what words are set in.
const fontStack = "Helvetica, Arial, 'Liberation Sans', sans-serif"

type svg struct {
	b []byte
	k *Sketch
}

// SVG writes the sketch as an SVG 1.1 file, width × height being its nominal size.
func (k *Sketch) SVG(width, height float64, a About) []byte {
	w := &svg{k: k, b: make([]byte, 0, 60*len(k.ops)+4096)}
	w.text(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<svg xmlns="http://www.w3.org/2000/svg" width="`)
	w.number(width)
	w.text(`" height="`)
	w.number(height)
	w.text(`" viewBox="0 0 `)
	w.number(k.Width)
	w.text(" ")
	w.number(k.Height)
	w.text(`" role="img" aria-labelledby="congestree-title congestree-desc" xml:space="preserve" xml:lang="`)
	w.escaped(a.Language)
	w.text(`" font-family="` + fontStack + `">` + "\n")
	w.text(`<title id="congestree-title">`)
	w.escaped(a.Title)
	w.text("</title>\n" + `<desc id="congestree-desc">`)
	w.escaped(a.Text)
	w.text("</desc>\n")
	w.metadata(&a)
	for i, c := range k.cuts {
		w.text(`<clipPath id="congestree-clip-` + strconv.Itoa(i) + `"><rect`)
		w.corners(c.at.x0, c.at.y0, c.at.x1, c.at.y1)
		w.text("/></clipPath>\n")
	}
	w.layers()
	w.text("</svg>\n")
	return w.b
}

func (w *svg) metadata(a *About) {
	w.text(`<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="">` + "\n")
	add := func(name, value string) {
		if value != "" {
			w.text("<dc:" + name + ">")
			w.escaped(value)
			w.text("</dc:" + name + ">\n")
		}
	}
	add("title", a.Title)
	add("source", a.Link)
	add("creator", "Congestree "+a.Version)
	about := "simulated time " + strconv.FormatFloat(a.TimeNS, 'f', -1, 64) + " ns"
	if a.Checksum != "" {
		about += ", state checksum " + a.Checksum
	}
	add("description", about)
	add("format", "image/svg+xml")
	w.text("</rdf:Description></rdf:RDF></metadata>\n")
}

// layers writes the shapes, a group for each layer.
func (w *svg) layers() {
	k := w.k
	list := k.layers
	if len(list) == 0 || list[0].from > 0 {
		list = append([]layer{{"picture", 0}}, list...)
	}
	open := -1 // the cut whose group is open
	for i, l := range list {
		end := len(k.ops)
		if i+1 < len(list) {
			end = list[i+1].from
		}
		if l.from == end {
			continue
		}
		in := -1
		for j, c := range k.cuts {
			if l.from >= c.from && l.from < c.to {
				in = j
			}
		}
		if in != open {
			if open >= 0 {
				w.text("</g>\n")
			}
			if open = in; in >= 0 {
				w.text(`<g clip-path="url(#congestree-clip-` + strconv.Itoa(in) + `)">` + "\n")
			}
		}
		w.text(`<g data-layer="`)
		w.escaped(l.name)
		w.text(`">` + "\n")
		w.shapes(k.ops[l.from:end])
		w.text("</g>\n")
	}
	if open >= 0 {
		w.text("</g>\n")
	}
}

// shapes writes them in order; lines of one colour and width that follow each other become one path, and so do
// rectangles and polygons of one colour.
func (w *svg) shapes(ops []op) {
	for i := 0; i < len(ops); {
		o := &ops[i]
		n := &o.n
		j := i + 1
		same := func(q *op) bool {
			return q.kind == o.kind && q.colour == o.colour && j-i < perPath &&
				(o.kind == opPath || o.kind == opLine && q.n[4] == n[4] || o.kind == opBox && n[4] == 0 && q.n[4] == 0)
		}
		for j < len(ops) && same(&ops[j]) {
			j++
		}
		switch o.kind {
		case opLine:
			w.text(`<path fill="none"`)
			w.stroke(o.colour, n[4])
			w.text(` d="`)
			for _, q := range ops[i:j] {
				w.points("M", q.n[0], q.n[1])
				w.points("L", q.n[2], q.n[3])
			}
			w.text(`"/>` + "\n")
		case opPath:
			w.text("<path")
			w.fill(o.colour)
			w.text(` d="`)
			for _, q := range ops[i:j] {
				w.points("M", q.n[0], q.n[1])
				for c := 2; c < 8; c += 2 {
					if c < 6 || q.n[6] != q.n[4] || q.n[7] != q.n[5] {
						w.points("L", q.n[c], q.n[c+1])
					}
				}
				w.text("z")
			}
			w.text(`"/>` + "\n")
		case opBox:
			w.box(ops[i:j])
		case opDisc:
			w.text("<circle")
			w.fill(o.colour)
			w.attribute("cx", n[0])
			w.attribute("cy", n[1])
			w.attribute("r", n[2])
			w.text("/>\n")
		case opRing:
			w.text(`<circle fill="none"`)
			w.stroke(o.colour, n[3])
			w.attribute("cx", n[0])
			w.attribute("cy", n[1])
			w.attribute("r", n[2])
			w.text("/>\n")
		case opText:
			w.word(o)
		case opCurve:
			w.curve(o)
		}
		i = j
	}
}

func (w *svg) box(ops []op) {
	o := &ops[0]
	if len(ops) == 1 {
		w.text("<rect")
		w.fill(o.colour)
		w.corners(o.n[0], o.n[1], o.n[2], o.n[3])
		if o.n[4] > 0 {
			w.attribute("rx", o.n[4])
		}
		w.text("/>\n")
		return
	}
	w.text("<path")
	w.fill(o.colour)
	w.text(` d="`)
	for _, q := range ops {
		w.points("M", q.n[0], q.n[1])
		w.text("H")
		w.number(float64(q.n[2]))
		w.text("V")
		w.number(float64(q.n[3]))
		w.text("H")
		w.number(float64(q.n[0]))
		w.text("z")
	}
	w.text(`"/>` + "\n")
}

func (w *svg) curve(o *op) {
	n := &o.n
	w.text("<path")
	if n[2] > 0 {
		w.fill(o.colour)
	} else {
		w.text(` fill="none" stroke-linejoin="round"`)
		w.stroke(o.colour, n[1])
	}
	for i, d := range n[3:7] {
		switch {
		case d <= 0:
		case i == 0:
			w.text(` stroke-dasharray="`)
			w.number(float64(d))
		default:
			w.text(" ")
			w.number(float64(d))
		}
	}
	if n[3] > 0 {
		w.text(`"`)
	}
	w.text(` d="`)
	points := w.k.curves[int(n[0])]
	for i := 0; i+1 < len(points); i += 2 {
		command := "L"
		if i == 0 {
			command = "M"
		}
		w.points(command, points[i], points[i+1])
	}
	if n[2] > 0 {
		w.text("z")
	}
	w.text(`"/>` + "\n")
}

func (w *svg) word(o *op) {
	n := &o.n
	w.text("<text")
	w.fill(o.colour)
	w.attribute("x", n[0])
	w.attribute("y", n[1])
	w.attribute("font-size", n[3])
	switch {
	case n[2] > .75:
		w.text(` text-anchor="end"`)
	case n[2] > .25:
		w.text(` text-anchor="middle"`)
	}
	if n[4] > 0 {
		w.attribute("textLength", n[4])
		w.text(` lengthAdjust="spacingAndGlyphs"`)
	}
	if n[6] > 0 {
		w.text(` font-weight="bold"`)
	}
	w.text(">")
	w.escaped(w.k.words[int(n[5])])
	w.text("</text>\n")
}

func (w *svg) text(s string) { w.b = append(w.b, s...) }

// number writes hundredths of a pixel.
func (w *svg) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	from := len(w.b)
	w.b = strconv.AppendFloat(w.b, v, 'f', 2, 64)
	for w.b[len(w.b)-1] == '0' {
		w.b = w.b[:len(w.b)-1]
	}
	if w.b[len(w.b)-1] == '.' {
		w.b = w.b[:len(w.b)-1]
	}
	if string(w.b[from:]) == "-0" || len(w.b) == from {
		w.b = append(w.b[:from], '0')
	}
}

func (w *svg) points(command string, x, y float32) {
	w.text(command)
	w.number(float64(x))
	w.text(" ")
	w.number(float64(y))
}

func (w *svg) attribute(name string, v float32) {
	w.text(" " + name + `="`)
	w.number(float64(v))
	w.text(`"`)
}

func (w *svg) corners(x0, y0, x1, y1 float32) {
	w.attribute("x", x0)
	w.attribute("y", y0)
	w.attribute("width", x1-x0)
	w.attribute("height", y1-y0)
}

func (w *svg) colour(name string, i uint16) {
	v := w.k.inks[i]
	w.text(" " + name + `="`)
	w.b = appendHex(w.b, v>>8, 6)
	w.text(`"`)
	if a := v & 255; a != 255 {
		w.attribute(name+"-opacity", float32(a)/255)
	}
}

func (w *svg) fill(i uint16) { w.colour("fill", i) }

func (w *svg) stroke(i uint16, width float32) {
	w.colour("stroke", i)
	w.attribute("stroke-width", width)
}

// escaped writes text as XML's; what XML cannot hold becomes a question mark.
func (w *svg) escaped(s string) {
	for _, r := range s {
		switch {
		case r == '&':
			w.text("&amp;")
		case r == '<':
			w.text("&lt;")
		case r == '>':
			w.text("&gt;")
		case r == '"':
			w.text("&quot;")
		case r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff:
			w.text("?")
		default:
			w.b = append(w.b, string(r)...)
		}
	}
}

package render

// Plates: the present picture with what a reader needs beside it when it has left the page: title, legend, the list
// of trees. A plate is composed once, as shapes; the vector file and the raster of any size are drawn from it.

import (
	"image/color"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/observe"
)

// PlateTree is a line of the list of trees.
type PlateTree struct {
	Slot uint32 // of the frame, for its colour
	Text string
}

// Plate is what stands around a picture. Texts are in the reader's language; empty parts take no room.
type Plate struct {
	Title       string
	Text        string // below the title; up to three lines
	Foot        string // small, at the bottom
	Legend      []LegendEntry
	TreesTitle  string
	Trees       []PlateTree
	Rows, Lines int // room for so many trees and lines of text, where their number changes: videos
	Transparent bool
	Theme       Theme
	Say         func(string) string // the legend's words in the reader's language; nil = as they are

	below bool // legend and trees are below the picture instead of beside it
}

// Measures of a plate, CSS pixels.
const (
	plateRim    = 16
	plateColumn = 268 // legend and trees
	plateSign   = 26  // from a sign to its words
	plateLine   = 15
	plateText   = 11.5
	plateTitle  = 16
)

// Side chooses where legend and trees go, so that a picture of w × h CSS pixels keeps its size, and returns the size
// of the whole.
func (p *Plate) Side(w, h float64) (width, height float64) {
	p.below = w < 1.1*h
	if list := p.list(plateColumn - plateSign - plateRim); !p.below && total(list) > h {
		p.below = true
	}
	in := p.insets(w)
	return w + in.Left + in.Right, h + in.Top + in.Bottom
}

// insets is what the plate's parts take of a picture as wide as w.
func (p *Plate) insets(w float64) (in Insets) {
	if p.Title != "" {
		in.Top = plateRim + plateTitle + 6
	}
	if p.Text != "" || p.Lines > 0 {
		in.Top = max(in.Top, plateRim-4) + float64(max(p.Lines, len(p.text(w))))*plateLine + 6
	}
	if p.Foot != "" {
		in.Bottom = 24
	}
	list := p.list(plateColumn - plateSign - plateRim)
	switch {
	case len(list) == 0:
	case p.below:
		high := columns(list, w)
		in.Bottom += high + plateRim
	default:
		in.Right = plateColumn
	}
	return
}

// text is the words below the title as lines.
func (p *Plate) text(w float64) []string {
	lines := wrap(p.Text, w-2*plateRim, 12)
	if len(lines) > 3 {
		lines = append(lines[:2:2], lines[2]+" …")
	}
	return lines
}

// item is an entry of the legend, a heading, or a tree.
type item struct {
	lines []string
	entry *LegendEntry
	tree  *PlateTree
	space float64 // above
}

func (i *item) high() float64 { return i.space + max(18, float64(len(i.lines))*plateLine+3) }

func total(list []item) (h float64) {
	for i := range list {
		h += list[i].high()
	}
	return
}

func (p *Plate) list(w float64) (list []item) {
	for i := range p.Legend {
		list = append(list, item{lines: wrap(p.Legend[i].Name, w, plateText), entry: &p.Legend[i]})
	}
	if p.TreesTitle == "" {
		return
	}
	list = append(list, item{lines: []string{p.TreesTitle}, space: 8})
	rows := max(len(p.Trees), p.Rows)
	if p.Rows > 0 {
		rows = p.Rows
	}
	for i := range rows {
		it := item{lines: []string{""}}
		if i < len(p.Trees) {
			it.tree, it.lines = &p.Trees[i], wrap(p.Trees[i].Text, w, plateText)
		} else {
			it.tree = &PlateTree{}
		}
		list = append(list, it)
	}
	return
}

// breaks says whether a column ends before an entry of a list, which has no room there, or is a heading that would stand alone at its foot.
func breaks(list []item, i int, at, high float64) bool { return at > 0 && at+together(list, i) > high }

// together is how high an entry is, or a heading and what it is the heading of.
func together(list []item, i int) (h float64) {
	h = list[i].high()
	if list[i].entry == nil && list[i].tree == nil && i+1 < len(list) {
		h += list[i+1].high()
	}
	return
}

// columns divides a list among columns that fit into a width, and says how high they get.
func columns(list []item, w float64) (high float64) {
	n := max(1, int((w-plateRim)/plateColumn))
	high = total(list) / float64(n)
	for i := range list {
		high = max(high, together(list, i))
	}
	for ; ; high += 4 {
		used, at := 1, 0.0
		for i := range list {
			if breaks(list, i, at, high) {
				used, at = used+1, 0
			}
			at += list[i].high()
		}
		if used <= n {
			return high
		}
	}
}

// Part is a picture of a plate: one, or several of a comparison side by side, each with its title.
type Part struct {
	Scene       *Scene
	Title, Text string
}

// What a title and a line of text take of a part, and what is left for the names of pods, CSS pixels.
const (
	partHead = 44
	partFoot = 12
)

// Easel holds a picture that leaves the page, or several of one run: scenes of their own, at the size of the plate.
type Easel struct {
	Plate
	Parts []Part // their scenes are the easel's own

	width, height float64
	in            Insets
	boxes         []rect
}

// NewEasel puts a plate around what scenes show, in the plate's theme, so many in a row. The size is that of the whole in
// CSS pixels, within which the pictures take the room that is left; Side says how much is needed.
func NewEasel(parts []Part, columns int, p Plate, width, height float64) *Easel {
	e := &Easel{Plate: p, width: width, height: height, in: p.insets(width - boolean64(!p.below && len(p.list(1)) > 0)*plateColumn)}
	columns = max(1, min(columns, len(parts)))
	rows := (len(parts) + columns - 1) / columns
	w, h := width-e.in.Left-e.in.Right, height-e.in.Top-e.in.Bottom
	for i, part := range parts {
		across := columns
		if i/columns == rows-1 { // the last row may hold fewer
			across = len(parts) - columns*(rows-1)
		}
		x, y := float64(i%columns), float64(i/columns)
		in := Insets{Left: e.in.Left + w*x/float64(across), Top: e.in.Top + h*y/float64(rows)}
		in.Right, in.Bottom = width-in.Left-w/float64(across), height-in.Top-h/float64(rows)
		e.boxes = append(e.boxes, rect{float32(in.Left), float32(in.Top), float32(width - in.Right), float32(height - in.Bottom)})
		if len(parts) > 1 {
			in.Top += partHead
			in.Bottom += partFoot
		}
		part.Scene = part.Scene.Twin(width, height, in, p.Theme)
		e.Parts = append(e.Parts, part)
	}
	e.explain()
	return e
}

// explain makes the legend that of all scenes, in the colours of the first.
func (e *Easel) explain() {
	if len(e.Legend) == 0 {
		return
	}
	scenes := make([]*Scene, len(e.Parts))
	for i := range e.Parts {
		scenes[i] = e.Parts[i].Scene
	}
	e.Legend = Legends(scenes)
	s := scenes[0]
	example := TreeColor(1, s.theme)
	if len(e.Trees) > 0 && s.asks == ByClass {
		example = TreeColor(e.Trees[0].Slot, s.theme) // the largest tree's
	}
	for i := range e.Legend {
		if s.asks == ByClass && e.Legend[i].Color == TreeColor(1, s.theme) {
			e.Legend[i].Color = example
		}
		if e.Say != nil {
			e.Legend[i].Name = e.Say(e.Legend[i].Name)
		}
	}
}

// Legends explains the marks of several scenes, each once, in the order in which the scenes have them: those of one scheme may be
// set aside, or hold back, where another's are blocked.
func Legends(of []*Scene) (list []LegendEntry) {
	for _, s := range of {
		at := 0
		for _, entry := range s.Legend() {
			i := slices.IndexFunc(list, func(e LegendEntry) bool { return e.Name == entry.Name && e.Shape == entry.Shape })
			if i < 0 {
				i, list = at, slices.Insert(list, at, entry)
			}
			at = i + 1
		}
	}
	return list
}

// SetFrame goes on to another frame of a part. What stands around the pictures keeps its room.
func (e *Easel) SetFrame(i int, f *observe.Frame) {
	e.Parts[i].Scene.SetFrame(f)
	if !e.below { // else its lines have no room to become more
		e.explain()
	}
}

// Sketch draws the plate.
func (e *Easel) Sketch() *Sketch {
	k := newSketch(e.width, e.height)
	first := e.Parts[0].Scene
	if !e.Transparent {
		k.layer("ground")
		k.add(opBox, first.inks.ground, 0, 0, float32(e.width), float32(e.height), 0)
	}
	for i := range e.Parts {
		s, from := e.Parts[i].Scene, len(k.ops)
		s.setOffsets()
		s.static, s.dynamic = Mesh{sketch: k}, Mesh{sketch: k}
		s.buildStatic()
		s.buildDynamic()
		box := e.boxes[i]
		if len(e.Parts) > 1 {
			box.y0 += partHead
		}
		k.cuts = append(k.cuts, cut{box, from, len(k.ops)})
	}
	k.layer("words")
	for i := range e.Parts {
		if box := e.boxes[i]; len(e.Parts) > 1 {
			for j, line := range [...]struct {
				text string
				size float64
				c    ink
			}{{e.Parts[i].Title, 14, first.inks.text}, {e.Parts[i].Text, plateText, first.inks.dim}} {
				w := min(textWidth(line.text, line.size)*1.08, float64(box.x1-box.x0)-2*plateRim)
				if line.text != "" {
					k.text(line.text, box.x0+plateRim, box.y0+18+18*float32(j), 0, float32(line.size), float32(w), j == 0, line.c)
				}
			}
		}
	}
	e.words(&Mesh{sketch: k}, first, e.in)
	return k
}

func boolean64(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// words draws what stands around the picture.
func (p *Plate) words(m *Mesh, s *Scene, in Insets) {
	k := m.sketch
	k.layer("words")
	y := float64(plateRim)
	if p.Title != "" {
		k.text(p.Title, plateRim, float32(y+plateTitle-3), 0, plateTitle, 0, true, s.inks.text)
		y += plateTitle + 6
	} else {
		y -= 4
	}
	if p.Text != "" {
		lines := p.text(s.width - in.Left - in.Right)
		if p.Lines > 0 {
			lines = lines[:min(len(lines), p.Lines)]
		}
		for _, line := range lines {
			k.text(line, plateRim, float32(y+11), 0, 12, 0, false, s.inks.dim)
			y += plateLine
		}
	}
	if p.Foot != "" {
		width := float32(0)
		if w := textWidth(p.Foot, 10); w > s.width-2*plateRim {
			width = float32(s.width - 2*plateRim)
		}
		k.text(p.Foot, plateRim, float32(s.height-9), 0, 10, width, false, s.inks.dim)
	}
	list := p.list(plateColumn - plateSign - plateRim)
	if len(list) == 0 {
		return
	}
	k.layer("legend")
	x, top, high := s.width-in.Right+4, in.Top+4, s.height
	if p.below {
		x, top = plateRim, s.height-in.Bottom+8
		high = columns(list, s.width)
	}
	if in.Top == 0 && !p.below {
		top = plateRim
	}
	at := 0.0
	for i := range list {
		it := &list[i]
		if p.below && breaks(list, i, at, high) {
			at, x = 0, x+plateColumn
		}
		at += it.space
		y := top + at
		switch {
		case it.entry != nil:
			sign(m, s, it.entry.Shape, it.entry.Color, float32(x+8), float32(y+9))
		case it.tree != nil && it.tree.Slot > 0:
			sign(m, s, "diamond", TreeColor(it.tree.Slot, s.theme), float32(x+8), float32(y+9))
		}
		left, c, bold := x+plateSign, s.inks.text, false
		if it.entry == nil && it.tree == nil {
			left, bold = x, true
		}
		for j, line := range it.lines {
			if line != "" {
				k.text(line, float32(left), float32(y+13+float64(j)*plateLine), 0, plateText, 0, bold, c)
			}
		}
		at += it.high() - it.space
	}
}

// sign draws the mark of a legend's entry as the picture has it, 16 px wide around (x, y).
func sign(m *Mesh, s *Scene, shape string, colour color.RGBA, x, y float32) {
	c := inkOf(colour, 1)
	switch shape {
	case "line":
		m.line(x-8, y, x+8, y, 3, c)
	case "dashes":
		m.line(x-8, y, x-1, y, 3, c)
		m.line(x+2, y, x+8, y, 3, c)
	case "disc":
		m.symbol(disc, x, y, 7, c)
	case "dart":
		m.packet(dart, x, y, 12, 1, 0, c)
	case "ring", "slot":
		side := float32(6)
		m.cell(x-side, y-side, x+side, y+side, 3, c)
		m.cell(x-side+2, y-side+2, x+side-2, y+side-2, 2, s.inks.ground)
		if shape == "slot" {
			m.rect(x-side+2, y, x+side-2, y+side-2, c)
		}
	case "ring-disc":
		m.symbol(disc, x, y, 11, c)
		m.symbol(disc, x, y, 6.5, s.inks.text)
	case "triangle":
		m.symbol(triangle, x, y, 11, c)
	case "target":
		m.symbol(target, x, y, 13, c)
	case "diamond":
		m.symbol(ring, x, y, 14, c)
		m.symbol(diamond, x, y, 9, c)
	case "bar":
		m.rect(x-4, y-7, x+4, y+7, s.inks.edge)
		m.rect(x-3, y-6, x+3, y+6, s.inks.ground)
		m.rect(x-3, y-1, x+3, y+6, c)
	case "cell", "cell-hole", "cell-triangle":
		m.rect(x-6, y-6, x+6, y+6, c)
		switch shape {
		case "cell-hole":
			m.symbol(disc, x, y, 5, s.inks.ground)
		case "cell-triangle":
			m.symbol(triangle, x, y, 7.5, s.inks.ground)
		}
	case "voq": // two queues, each with its rail
		m.rect(x-7, y-7, x-5.5, y+1, c)
		m.rect(x-7, y+3, x-5.5, y+7, c)
		m.rect(x-7, y+1.5, x+7, y+2.5, s.inks.dim)
		for i := range 6 {
			cx, cy := x-4+float32(i%3)*4, y-7+float32(i/3)*4.2
			if i < 5 {
				m.rect(cx, cy, cx+3.2, cy+3.4, s.inks.packet)
			}
		}
		m.rect(x-4, y+3.6, x-.8, y+7, s.inks.packet)
	case "pause":
		m.rect(x-4, y-5, x-1, y+5, c)
		m.rect(x+1, y-5, x+4, y+5, c)
	case "corners":
		for _, d := range [...][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			cx, cy := x+d[0]*6, y+d[1]*6
			m.line(cx+d[0], cy, cx-d[0]*3, cy, 2, c)
			m.line(cx, cy+d[1], cx, cy-d[1]*3, 2, c)
		}
	case "pulse":
		m.symbol(ring, x, y, 12, c)
		m.symbol(disc, x, y, 5, c)
	}
}

// textWidth estimates the width of a text, CSS pixels; letters with accents are as wide as without.
func textWidth(text string, size float64) float64 {
	f := &fonts[len(fonts)-1]
	w := 0
	for _, r := range text {
		if i := strings.IndexRune(accented, r); r > '~' && i >= 0 {
			r = rune(plain[len([]rune(accented[:i]))])
		}
		if r < ' ' || r > '~' {
			r = 'n'
		}
		w += int(f.w[r-' '])
	}
	return float64(w) / float64(f.size) * size
}

const (
	accented = "áéíóúüñÁÉÍÓÚÜÑ¿¡µ·"
	plain    = "aeiouunAEIOUUN?!u."
)

// wrap breaks a text into lines of a width.
func wrap(text string, w, size float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case textWidth(line+" "+word, size) <= w:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return
}

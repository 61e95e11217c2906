package render

// Figures: the charts of a run and the curves of a load sweep as they stand in papers, on white: axes with units, a
// legend, a title, and the link that makes them again. Drawn as shapes, as plates are, so that the same goes into a
// vector file, with curves as curves and words as words, and into a raster of any size.

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/congestree/congestree/ui/lang"
)

// Figure is one or several panels.
type Figure struct {
	Title  string
	Text   string // below the title
	Foot   string // small, at the bottom
	Across int    // panels in a row; 0 = 1
	Panels []Panel
}

// Panel is a pair of axes with curves. Its y axis begins at 0 unless it is logarithmic.
type Panel struct {
	Title  string // what is shown over what
	X, Y   Axis
	Right  *Axis // of the curves that say so; nil if none does
	Curves []Curve
}

// Axis is an axis. X has Min and Max; Y reaches from 0 to what the curves need, Least at least and Most at most, if that is not 0:
// where curves leave the picture they are marked, the highest with its value.
type Axis struct {
	Label    string // with the unit
	Min, Max float64
	Least    float64
	Most     float64
	Log      bool
	Places   []float64 // where names stand instead of numbers
	Names    []string
}

// Curve is one of a panel. NaN is a value that is not known: the curve breaks there, unless it spans such gaps.
type Curve struct {
	Name              string
	Ink               string // see figureInks
	Width             float64
	Dash              []float64 // at most four; in widths of a CSS pixel
	Fill, Right, Span bool
	Signs, Bare       bool // a sign at each point, by Sign; no line
	Sign              int
	X, Y              []float64
	Low, High         []float64 // of bars from the least to the most, as long as X; nil = none
}

// figureInks are the colours of curves on white: those of the light page, by their names in the style sheets.
var figureInks = map[string]color.RGBA{
	"--accepted": hex(0x17202c), "--offered": hex(0x66717f), "--trapped": hex(0xb8501a), "--low": hex(0x0a5ea8), "--high": hex(0x806400), "--good": hex(0x0b6b4a),
	"--sweep-1": hex(0x0a5ea8), "--sweep-2": hex(0xb8501a), "--sweep-3": hex(0x00735c), "--sweep-4": hex(0xa1286e),
}

// Measures of a figure, CSS pixels.
const (
	figureWidth  = 720
	figureHigh   = 230 // of a panel's axes
	figureHead   = 24  // title of a panel
	figureBelow  = 34  // numbers and label of the x axis
	figureGap    = 26  // between panels of a row
	figureText   = 11.5
	figureTick   = 11
	figureRight  = 14
	legendSample = 26
	figureNames  = 13 // from a line of names to the next one
	mostNames    = 6  // lines of them
)

// Size is the size of the figure in CSS pixels.
func (f *Figure) Size() (w, h float64) {
	across := max(1, f.Across)
	w = figureWidth
	if across > 1 {
		w = 430*float64(across) + figureGap
	}
	h = f.head(w)
	for i := 0; i < len(f.Panels); i += across {
		h += f.row(i, w)
	}
	if f.Foot != "" {
		h += 18
	}
	return w, h + 8
}

// head is the height of title and text.
func (f *Figure) head(w float64) float64 {
	h := 12.0
	if f.Title != "" {
		h += 20
	}
	return h + 15*float64(len(wrap(f.Text, w-2*plateRim, 12)))
}

// panelWidth is that of a panel with the numbers of its axes.
func (f *Figure) panelWidth(w float64) float64 {
	across := float64(max(1, f.Across))
	return (w - 2*plateRim - figureGap*(across-1)) / across
}

// legends is the height of the highest legend in the row of a panel: its axes stand on one line.
func (f *Figure) legends(panel int, w float64) float64 {
	lines, across := 0, max(1, f.Across)
	first := panel / across * across
	for i := first; i < min(len(f.Panels), first+across); i++ {
		lines = max(lines, f.Panels[i].legendLines(f.panelWidth(w)))
	}
	return 16 * float64(lines)
}

// row is the height of the row of a panel.
func (f *Figure) row(panel int, w float64) float64 {
	lines, across, wide := 1, max(1, f.Across), f.panelWidth(w)
	first := panel / across * across
	for i := first; i < min(len(f.Panels), first+across); i++ {
		_, _, x0, x1 := f.Panels[i].sides(0, wide)
		_, n := f.Panels[i].X.words(x0, x1, 0, wide)
		lines = max(lines, n)
	}
	return figureHead + f.legends(panel, w) + figureHigh + figureBelow + figureNames*float64(lines-1) + 14
}

// sides are the numbers of the axes of values, and where the curves stand between them, in a panel from x on.
func (p *Panel) sides(x, w float64) (left, right []tick, x0, x1 float64) {
	room := func(list []tick) (most float64) {
		for _, t := range list {
			most = max(most, textWidth(t.name, figureTick)*1.06)
		}
		return most + 6
	}
	left, x1 = p.scale(&p.Y, false), x+w-figureRight
	if p.Right != nil {
		right = p.scale(p.Right, true)
		x1 = x + w - room(right)
	}
	return left, right, x + room(left), x1
}

// word is a number or name below an axis.
type word struct {
	name string
	at   float64 // its middle
	line int     // below the axis, from 0
}

// words are those of an axis from x0 to x1 in a panel from left to right, and the lines that they take: names that would touch others stand
// on a line of their own. Numbers that would are left out, and so are names that find no line.
func (a *Axis) words(x0, x1, left, right float64) (list []word, lines int) {
	ends := []float64{math.Inf(-1)}
	if a.Names != nil {
		ends = slices.Repeat(ends, mostNames)
	}
	lines = 1
	for _, t := range a.ticks((x1 - x0) / 64) {
		v, half := x0+(t.at-a.Min)/(a.Max-a.Min)*(x1-x0), textWidth(t.name, figureTick)*1.06/2
		if a.Names != nil {
			v = max(min(v, right-half), left+half)
		}
		if i := slices.IndexFunc(ends, func(end float64) bool { return v-half > end+4 }); i >= 0 {
			list, lines, ends[i] = append(list, word{t.name, v, i}), max(lines, i+1), v+half
		}
	}
	return list, lines
}

// legendLines is how many lines the legend takes.
func (p *Panel) legendLines(w float64) int {
	lines, x := 1, 0.0
	for i := range p.Curves {
		need := p.Curves[i].legendWidth()
		if x > 0 && x+need > w {
			lines, x = lines+1, 0
		}
		x += need
	}
	return lines
}

func (c *Curve) legendWidth() float64 {
	return legendSample + 6 + textWidth(c.Name, figureText)*1.06 + 16
}

// Sketch draws the figure.
func (f *Figure) Sketch() *Sketch {
	w, h := f.Size()
	k := newSketch(w, h)
	p := &palettes[Light]
	text, dim := inkOf(p.text, 1), inkOf(p.dim, 1)
	k.layer("ground")
	k.add(opBox, inkOf(palettes[Print].ground, 1), 0, 0, float32(w), float32(h), 0)
	k.layer("words")
	y := 12.0
	if f.Title != "" {
		fit := float32(0)
		if textWidth(f.Title, 15)*1.1 > w-2*plateRim {
			fit = float32(w - 2*plateRim)
		}
		k.text(f.Title, plateRim, float32(y+13), 0, 15, fit, true, text)
		y += 20
	}
	for _, line := range wrap(f.Text, w-2*plateRim, 12) {
		k.text(line, plateRim, float32(y+11), 0, 12, 0, false, dim)
		y += 15
	}
	wide := f.panelWidth(w)
	across := max(1, f.Across)
	for i := range f.Panels {
		if i > 0 && i%across == 0 {
			y += f.row(i-across, w)
		}
		f.Panels[i].draw(k, plateRim+float64(i%across)*(wide+figureGap), y, wide, f.legends(i, w), text, dim)
	}
	if f.Foot != "" {
		k.layer("words")
		fit := float32(0)
		if textWidth(f.Foot, 10)*1.05 > w-2*plateRim {
			fit = float32(w - 2*plateRim)
		}
		k.text(f.Foot, plateRim, float32(h-10), 0, 10, fit, false, dim)
	}
	return k
}

// draw draws a panel whose upper left corner is given, with so much room for the legend.
func (p *Panel) draw(k *Sketch, x, y, w, legend float64, text, dim ink) {
	grid, frame := inkOf(hex(0xdde2e9), 1), inkOf(hex(0x8a939d), 1)
	k.layer("words")
	k.text(p.Title, float32(x), float32(y+17), 0, 12.5, 0, true, text)
	p.legend(k, x, y+figureHead, w, text)
	y += figureHead + legend
	left, right, x0, x1 := p.sides(x, w)
	box := rect{float32(x0), float32(y + 6), float32(x1), float32(y + 6 + figureHigh)}
	atX := func(v float64) float32 { return box.x0 + float32((v-p.X.Min)/(p.X.Max-p.X.Min))*(box.x1-box.x0) }
	atY := func(a *Axis, v float64) float32 {
		share := (v - a.Min) / (a.Max - a.Min)
		if a.Log {
			share = math.Log(v/a.Min) / math.Log(a.Max/a.Min)
		}
		return box.y1 - float32(share)*(box.y1-box.y0)
	}
	k.layer("axes")
	for _, t := range left {
		v := atY(&p.Y, t.at)
		k.add(opLine, grid, box.x0, v, box.x1, v, 1)
	}
	bottom := p.X.ticks(float64(box.x1-box.x0) / 64)
	for _, t := range bottom {
		v := atX(t.at)
		k.add(opLine, frame, v, box.y1, v, box.y1+4, 1)
	}
	k.add(opLine, frame, box.x0, box.y1, box.x1, box.y1, 1)
	k.add(opLine, frame, box.x0, box.y0, box.x0, box.y1, 1)
	if p.Right != nil {
		k.add(opLine, frame, box.x1, box.y0, box.x1, box.y1, 1)
	}
	for _, t := range left {
		k.text(t.name, box.x0-6, atY(&p.Y, t.at)+4, 1, figureTick, 0, false, dim)
	}
	for _, t := range right {
		k.text(t.name, box.x1+6, atY(p.Right, t.at)+4, 0, figureTick, 0, false, dim)
	}
	words, lines := p.X.words(x0, x1, x, x+w)
	for _, t := range words {
		k.text(t.name, float32(t.at), box.y1+17+float32(figureNames*t.line), .5, figureTick, 0, false, dim)
	}
	k.text(p.X.Label, (box.x0+box.x1)/2, box.y1+33+float32(figureNames*(lines-1)), .5, figureText, 0, false, text)
	k.layer("curves")
	from := len(k.ops)
	for i := range p.Curves {
		c := &p.Curves[i]
		a := &p.Y
		if c.Right && p.Right != nil {
			a = p.Right
		}
		c.draw(k, atX, func(v float64) float32 { return atY(a, v) }, a, box.y1)
	}
	k.cuts = append(k.cuts, cut{rect{box.x0, box.y0 - 6, box.x1 + 6, box.y1 + 6}, from, len(k.ops)})
	p.beyond(k, box, atX)
}

// beyond marks the peaks of curves that leave the picture at its top, and tells the highest of them.
func (p *Panel) beyond(k *Sketch, box rect, atX func(float64) float32) {
	if p.Y.Most <= 0 {
		return
	}
	var highest float64
	var of ink
	at := float32(0)
	for i := range p.Curves {
		c := &p.Curves[i]
		if c.Right && p.Right != nil {
			continue
		}
		last := float32(math.Inf(-1))
		for j := range min(len(c.X), len(c.Y)) {
			v, x := c.Y[j], atX(c.X[j])
			if !(v > p.Y.Max) || c.X[j] < p.X.Min || c.X[j] > p.X.Max {
				continue
			}
			if v > highest {
				highest, of, at = v, c.ink(), x
			}
			if j > 0 && c.Y[j-1] > v || j+1 < len(c.Y) && c.Y[j+1] >= v || x-last < 9 {
				continue
			}
			last = x
			k.symbol(triangle, x, box.y0+3, 8, 1, 0, c.ink())
		}
	}
	if highest == 0 {
		return
	}
	name := number(math.Round(highest))
	if half := float32(textWidth(name, figureTick) * 1.06); at+7+half < box.x1 {
		k.text(name, at+7, box.y0+8, 0, figureTick, 0, false, of)
	} else {
		k.text(name, at-7, box.y0+8, 1, figureTick, 0, false, of)
	}
}

// legend explains the curves.
func (p *Panel) legend(k *Sketch, x, y, w float64, text ink) {
	at := x
	for i := range p.Curves {
		c := &p.Curves[i]
		need := c.legendWidth()
		if at > x && at+need > x+w {
			at, y = x, y+16
		}
		ink, a, b, v := c.ink(), float32(at), float32(at+legendSample), float32(y+7)
		switch {
		case c.Fill:
			k.add(opBox, ink.times(.22), a, v-5, b, v+5, 0)
			k.add(opLine, ink, a, v-5, b, v-5, float32(c.Width))
		case !c.Bare:
			k.curve([]float32{a, v, b, v}, ink, c.Width, c.Dash, false)
		}
		if c.Signs {
			c.sign(k, (a+b)/2, v, ink)
		}
		k.text(c.Name, float32(at+legendSample+6), v+4, 0, figureText, 0, false, text)
		at += need
	}
}

func (c *Curve) ink() ink {
	v, ok := figureInks[c.Ink]
	if !ok {
		v = figureInks["--accepted"]
	}
	return inkOf(v, 1)
}

// sign draws the sign of a point: the charts of sweeps on the page have the same.
func (c *Curve) sign(k *Sketch, x, y float32, ink ink) {
	switch c.Sign % 5 {
	case 0:
		k.symbol(disc, x, y, 7.2, 1, 0, ink)
	case 1:
		k.symbol(square, x, y, 6.5, 1, 0, ink)
	case 2:
		k.symbol(triangle, x, y-.5, 8.2, 1, 0, ink)
	case 3:
		k.symbol(diamond, x, y, 9.4, 1, 0, ink)
	case 4: // over another's: a run that did not come to its end
		k.add(opLine, ink, x-5.5, y-5.5, x+5.5, y+5.5, 1.5)
		k.add(opLine, ink, x-5.5, y+5.5, x+5.5, y-5.5, 1.5)
	}
}

// draw draws the curve between breaks.
func (c *Curve) draw(k *Sketch, atX, atY func(float64) float32, a *Axis, floor float32) {
	ink := c.ink()
	var run []float32
	flush := func() {
		if n := len(run); n >= 4 && c.Fill {
			k.curve(append(append([]float32{run[0], floor}, run...), run[n-2], floor), ink.times(.22), 0, nil, true)
		}
		if len(run) >= 4 && !c.Bare {
			k.curve(run, ink, c.Width, c.Dash, false)
		}
		run = nil
	}
	shown := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) && !(a.Log && v <= 0) }
	known, last := 0, 0
	for i := range min(len(c.X), len(c.Y)) {
		switch {
		case shown(c.Y[i]):
			run, known, last = append(run, atX(c.X[i]), atY(c.Y[i])), known+1, i
		case !c.Span:
			flush()
		}
	}
	flush()
	if !c.Signs {
		if known == 1 { // which makes no line
			k.symbol(disc, atX(c.X[last]), atY(c.Y[last]), 5, 1, 0, ink)
		}
		return
	}
	for i := range min(len(c.X), len(c.Y)) {
		if !shown(c.Y[i]) {
			continue
		}
		x := atX(c.X[i])
		if i < len(c.Low) && i < len(c.High) && shown(c.Low[i]) && shown(c.High[i]) && c.High[i] > c.Low[i] {
			lo, hi := atY(c.Low[i]), atY(c.High[i])
			k.add(opLine, ink, x, lo, x, hi, 1.25)
			k.add(opLine, ink, x-3, lo, x+3, lo, 1.25)
			k.add(opLine, ink, x-3, hi, x+3, hi, 1.25)
		}
		c.sign(k, x, atY(c.Y[i]), ink)
	}
}

// tick is a number on an axis.
type tick struct {
	at   float64
	name string
}

// scale lets an axis of values reach as far as its curves do, and returns its numbers.
func (p *Panel) scale(a *Axis, right bool) []tick {
	least, most := math.Inf(1), 0.0
	for i := range p.Curves {
		c := &p.Curves[i]
		if (c.Right && p.Right != nil) != right {
			continue
		}
		for j, x := range c.X {
			for _, list := range [][]float64{c.Y, c.Low, c.High} {
				if j < len(list) && x >= p.X.Min && x <= p.X.Max && list[j] > 0 && !math.IsInf(list[j], 0) {
					least, most = min(least, list[j]), max(most, list[j])
				}
			}
		}
	}
	if a.Log && most > 0 {
		a.Min, a.Max = math.Pow(10, math.Floor(math.Log10(least))), math.Pow(10, math.Ceil(math.Log10(most)))
		if a.Max <= a.Min {
			a.Max = 10 * a.Min
		}
	} else {
		a.Log, a.Min, a.Max = false, 0, max(a.Least, most*1.04, 1e-9)
		if a.Most > 0 {
			a.Max = min(a.Max, a.Most)
		}
	}
	return a.ticks(6)
}

// ticks are numbers on an axis, about so many: multiples of 1, 2 or 5, or names.
func (a *Axis) ticks(about float64) (list []tick) {
	if a.Names != nil {
		for i, name := range a.Names[:min(len(a.Names), len(a.Places))] {
			list = append(list, tick{a.Places[i], name})
		}
		return
	}
	if !(a.Max > a.Min) {
		return
	}
	if a.Log {
		steps := []float64{1}
		if a.Max/a.Min < 1e3 {
			steps = []float64{1, 2, 5}
		}
		for decade := a.Min; decade < a.Max*1.001; decade *= 10 {
			for _, s := range steps {
				if v := decade * s; v <= a.Max*1.001 {
					list = append(list, tick{v, number(v)})
				}
			}
		}
		return
	}
	step := math.Pow(10, math.Floor(math.Log10((a.Max-a.Min)/max(1, about))))
	for _, k := range []float64{1, 2, 5, 10} {
		if (a.Max-a.Min)/(step*k) <= max(1, about) {
			step *= k
			break
		}
	}
	for i := math.Ceil(a.Min/step - 1e-9); i*step <= a.Max+step*1e-9; i++ {
		list = append(list, tick{i * step, number(i * step)})
	}
	return
}

// number writes whole numbers as they are and of others at most twelve digits, which leaves out what binary ones add.
func number(v float64) string {
	if v == 0 {
		v = 0 // not -0
	}
	if v != math.Trunc(v) {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	}
	return lang.Grouped(strconv.FormatFloat(v, 'f', -1, 64))
}

package ui

// Our curves for the figures of [FBICM], drawn in the dialog of papers from the kept data: a small SVG, whose
// numbers the table below it says as averages.

import (
	"html"
	"math"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/vugu/vugu"
)

// The drawing's size, and that of its frame, in its own units.
const (
	curvesWidth, curvesHeight = 460, 196
	curvesLeft, curvesRight   = 34, 6
	curvesTop, curvesBottom   = 18, 24
)

// curves draws what an experiment's runs gave over 3 ms, a line per scheme, "" if none is kept.
func (c *Papers) curves(e paper.Experiment) vugu.HTML {
	type line struct {
		name  string
		curve paper.Curve
	}
	var lines []line
	top, aside := 100.0, false
	for _, cell := range e.Cells() {
		if curve, ok := paper.OurCurve(cell); ok && cell.Series {
			lines, aside = append(lines, line{cell.Scheme, curve}), cell.Aside
		}
	}
	if len(lines) == 0 {
		return ""
	}
	step, unit := 25.0, space+"%"
	if aside {
		top, unit = 0, ""
		for _, l := range lines {
			for _, v := range l.curve.Percent {
				top = max(top, v)
			}
		}
		step = math.Pow(10, math.Floor(math.Log10(max(1, top))))
		if top/step < 3 {
			step /= 2
		}
		top = math.Ceil(top/step) * step
	}
	x := func(us float64) float64 {
		return curvesLeft + (curvesWidth-curvesLeft-curvesRight)*us/paper.SeriesUS
	}
	y := func(v float64) float64 {
		return curvesTop + (curvesHeight-curvesTop-curvesBottom)*(1-v/top)
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	at := func(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
	what := T("Throughput, % of the hosts' bandwidth")
	if aside {
		what = T("Set-aside queues in use in all switches")
	}
	label := T("{0}, over 3 ms of simulated time, ours", what)

	var b strings.Builder
	b.WriteString(`<svg class="papers-curves" viewBox="0 0 ` + strconv.Itoa(curvesWidth) + " " + strconv.Itoa(curvesHeight) + `" role="img" focusable="false" aria-label="`)
	said := label
	for _, l := range lines {
		low, high := l.curve.Percent[0], l.curve.Percent[0]
		for _, v := range l.curve.Percent {
			low, high = min(low, v), max(high, v)
		}
		said += ". " + T("{0}: {1} to {2}", l.name, at(low)+unit, at(high)+unit)
	}
	b.WriteString(html.EscapeString(said) + `">`)
	for v := 0.0; v <= top; v += step {
		b.WriteString(`<path class="rule" d="M` + at(x(0)) + " " + at(y(v)) + "H" + at(x(paper.SeriesUS)) + `"/><text text-anchor="end" x="` + at(x(0)-4) + `" y="` + at(y(v)+3.5) + `">` + number(v) + `</text>`)
	}
	for us := 0.0; us <= paper.SeriesUS; us += 500 {
		b.WriteString(`<text text-anchor="middle" x="` + at(min(x(us), curvesWidth-18)) + `" y="` + strconv.Itoa(curvesHeight-10) + `">` + number(us/1000) + space + `ms</text>`)
	}
	for i, l := range lines {
		class := ` class="curve-` + strconv.Itoa(i%4+1) + `"`
		b.WriteString("<g" + class + "><polyline points=\"")
		for k, v := range l.curve.Percent {
			b.WriteString(at(x((float64(k)+.5)*l.curve.BinUS)) + "," + at(y(v)) + " ")
		}
		from := curvesLeft + 100*i
		b.WriteString(`"/><path d="M` + strconv.Itoa(from) + " 8h22\"/><text x=\"" + strconv.Itoa(from+27) + `" y="11.5">` + html.EscapeString(l.name) + "</text></g>")
	}
	return vugu.HTML(b.String() + "</svg>")
}

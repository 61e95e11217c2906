package reproduce

// The figures of [FBICM]: one diagram each, over time, and the averages on which its claims are decided.

import (
	"bytes"
	"fmt"

	"github.com/congestree/congestree/engine/paper"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// bursts collects the curves of an experiment, one per scheme.
func (ours *Data) bursts(e paper.Experiment) (f figure, any bool) {
	f = figure{columns: 1, x: "Time (ms)", y: "Norm. throughput (%)", maxX: paper.SeriesUS / 1000, maxY: 100, cell: [2]vg.Length{14 * vg.Centimeter, 7 * vg.Centimeter}}
	d := diagram{e.Title, map[string]plotter.XYs{}}
	for _, c := range e.Cells() {
		if !c.Series {
			continue
		}
		if c.Aside {
			f.y, f.maxY = "Set-aside queues in use", 0
		}
		points := ours.points(c)
		any = any || len(points) > 0
		f.names, d.curves[c.Scheme] = append(f.names, c.Scheme), points
	}
	f.diagrams = []diagram{d}
	return f, any
}

// windows writes the averages of an experiment, a scheme a line.
func windows(b *bytes.Buffer, e paper.Experiment, ours *Data) {
	var schemes, columns []string
	cells := map[[2]string]paper.Cell{}
	for _, c := range e.Cells() {
		name := "the whole run"
		if !c.Series {
			name = fmt.Sprintf("%d–%d µs", c.From, c.Until)
		}
		if len(cells) == 0 || c.Scheme == e.Cells()[0].Scheme {
			columns = append(columns, name)
		}
		if _, ok := cells[[2]string{c.Scheme, columns[0]}]; !ok {
			schemes = append(schemes, c.Scheme)
		}
		cells[[2]string{c.Scheme, name}] = c
	}
	what := "Throughput in %"
	if e.Cells()[0].Aside {
		what = "Set-aside queues in use"
	}
	fmt.Fprintf(b, "The paper prints curves, not numbers. Ours, on average; a click runs it live.\n\n| %s |", what)
	for _, name := range columns[1:] {
		fmt.Fprintf(b, " %s |", name)
	}
	fmt.Fprint(b, "\n|---|")
	for range columns[1:] {
		fmt.Fprint(b, "---|")
	}
	for _, s := range schemes {
		fmt.Fprintf(b, "\n| %s |", linked(cells[[2]string{s, columns[0]}], s))
		for _, name := range columns[1:] {
			text := "–"
			if v, ok := ours.Value(cells[[2]string{s, name}]); ok {
				text = fmt.Sprintf("%.1f", v)
			}
			fmt.Fprintf(b, " %s |", text)
		}
	}
	fmt.Fprintln(b)
}

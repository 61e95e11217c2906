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
		column := "the whole run"
		if !c.Series {
			column = stretchName(paper.Window{From: c.From, Until: c.Until})
		}
		if len(cells) == 0 || c.Scheme == e.Cells()[0].Scheme {
			columns = append(columns, column)
		}
		if _, ok := cells[[2]string{c.Scheme, columns[0]}]; !ok {
			schemes = append(schemes, c.Scheme)
		}
		cells[[2]string{c.Scheme, column}] = c
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
	if before, ok := cells[[2]string{schemes[0], stretchName(paper.Before)}]; ok && !before.Aside {
		recoveries(b, schemes, cells, ours)
	}
}

// recoveries says of the schemes that fall during the burst from when on they are what they were before it.
func recoveries(b *bytes.Buffer, schemes []string, cells map[[2]string]paper.Cell, ours *Data) {
	const near = 2 // points
	for _, s := range schemes {
		before, ok1 := ours.Value(cells[[2]string{s, stretchName(paper.Before)}])
		burst, ok2 := ours.Value(cells[[2]string{s, stretchName(paper.Burst)}])
		curve, ok3 := ours.Curves[cells[[2]string{s, stretchName(paper.Before)}].OverTime().ID()]
		if !ok1 || !ok2 || !ok3 || burst >= before-near {
			continue
		}
		last := len(curve.Percent)
		for last > 0 && curve.Percent[last-1] >= before-near {
			last--
		}
		if last == len(curve.Percent) {
			fmt.Fprintf(b, "\n%s is still more than %d points below what it was before the burst when the run ends.\n", s, near)
			continue
		}
		fmt.Fprintf(b, "\n%s is within %d points of what it was before the burst from %.0f µs on: until then what the burst has left in buffers leaves over the hot spot's one link.\n", s, near, float64(last)*curve.BinUS)
	}
}

func stretchName(w paper.Window) string { return fmt.Sprintf("%d–%d µs", w.From, w.Until) }

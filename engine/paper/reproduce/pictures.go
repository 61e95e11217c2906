package reproduce

// The papers' diagrams, drawn from our numbers.

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/sweep"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// PictureFormats are the forms pictures can have.
var PictureFormats = []string{"png", "svg"}

// diagram is one of the small diagrams of a figure: its curves by name.
type diagram struct {
	title  string
	curves map[string]plotter.XYs
}

// figure is a grid of diagrams, as on the paper's page.
type figure struct {
	columns  int
	diagrams []diagram
	names    []string // of the curves, in the order of the legend
	x, y     string
	maxX     float64
	maxY     float64 // 0: as high as the curves
	warmup   bool    // show its end
	cell     [2]vg.Length
}

// PictureDir is where pictures are, seen from the repository's top.
const PictureDir = "engine/paper/pictures"

// Pictures draws every figure of which there are numbers into the repository at top, and removes
// those of which there are none. It returns the names of the files written.
func (ours *Data) Pictures(top, format string) (written []string, err error) {
	if err := repository(top); err != nil {
		return nil, err
	}
	dir := filepath.Join(top, PictureDir)
	for _, e := range paper.Experiments() {
		if e.Kind == paper.Numbers || e.Kind == paper.Exact || e.Kind == paper.Links {
			continue
		}
		name := filepath.Join(dir, e.ID()+"."+format)
		var f interface {
			draw(format string) ([]byte, error)
		}
		var any bool
		if e.Kind == paper.Trace {
			f, any = ours.bars(e)
		} else {
			f, any = ours.figure(e)
		}
		if !any {
			if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
				return written, fmt.Errorf("cannot remove the outdated %s: %w", name, sweep.Bare(err))
			}
			continue
		}
		text, err := f.draw(format)
		if err != nil {
			return written, fmt.Errorf("cannot draw %s: %w", e.Name, err)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return written, fmt.Errorf("cannot make %s: %w", dir, sweep.Bare(err))
		}
		if err := sweep.Replace(name, text); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// figure collects the curves of an experiment: a diagram per scheme and switch with a curve per
// routing in [RAR], per traffic and routing with a curve per scheme in [AFI].
func (ours *Data) figure(e paper.Experiment) (f figure, any bool) {
	if e.Kind == paper.Bursts {
		return ours.bursts(e)
	}
	f = figure{columns: 2, names: paper.Rows, x: "Generated traffic (%)", y: "Norm. throughput (%)", maxX: 100, maxY: 100, cell: [2]vg.Length{10 * vg.Centimeter, 5 * vg.Centimeter}}
	if e.Kind == paper.OverTime {
		f.x, f.maxX, f.warmup = "Time (ms)", paper.SeriesUS/1000, true
	}
	if e.Paper == paper.AFI {
		f.columns, f.names, f.cell = len(paper.AFIRoutings), paper.Schemes, [2]vg.Length{6 * vg.Centimeter, 4.6 * vg.Centimeter}
	}
	if e.Paper == paper.DRB {
		f.columns, f.names, f.maxX = 3, paper.DRBControls, 120
	}
	index := map[string]int{}
	for _, c := range e.Cells() {
		title, curve := c.Scheme, c.Routing
		if c.VOQ {
			title += " and VOQs"
		}
		if c.Paper == paper.AFI {
			title, curve = c.Traffic+" + "+c.Routing, c.Scheme
		}
		if c.Paper == paper.DRB {
			title, curve = fmt.Sprintf("%s, %d B", c.Traffic, c.Bytes), c.Routing
		}
		i, known := index[title]
		if !known {
			i = len(f.diagrams)
			index[title] = i
			f.diagrams = append(f.diagrams, diagram{fmt.Sprintf("(%c) %s", 'a'+i, title), map[string]plotter.XYs{}})
		}
		points := ours.points(c)
		any = any || len(points) > 0
		f.diagrams[i].curves[curve] = append(f.diagrams[i].curves[curve], points...)
	}
	return f, any
}

// points are what a cell adds to its curve.
func (ours *Data) points(c paper.Cell) (out plotter.XYs) {
	if !c.Series {
		if p, ok := ours.Value(c); ok {
			out = append(out, plotter.XY{X: float64(c.Load), Y: p})
		}
		return
	}
	curve := ours.Curves[c.ID()]
	curve = joined(curve, 44) // µs: what a line on paper resolves; 48 of bins of 24
	for i, p := range curve.Percent {
		out = append(out, plotter.XY{X: (float64(i) + 0.5) * curve.BinUS / 1000, Y: p})
	}
	return
}

// style tells curves apart, in print too: colour by stages or scheme, dashes by trigger, and thin lines for K/3.
func style(name string) draw.LineStyle {
	s := draw.LineStyle{Width: vg.Points(1.1), Color: color.Gray{0}}
	switch {
	case strings.Contains(name, "-AS-") || name == "DBBM" || name == "RECN-IQ" || name == "DRB":
		s.Color = color.RGBA{R: 0, G: 114, B: 178, A: 255}
	case strings.Contains(name, "-FS-") || name == "vFtree" || name == "FBICM" || name == "IBA-CC":
		s.Color = color.RGBA{R: 213, G: 94, B: 0, A: 255}
	case strings.Contains(name, "-SS-") || name == "Flow2SL" || name == "VOQnet":
		s.Color = color.RGBA{R: 0, G: 158, B: 115, A: 255}
	case name == "Oblivious" || name == "none":
		s.Color = color.Gray{130}
	}
	switch {
	case name == "VOQnet": // the schemes of [FBICM] lie on each other
		s.Width = vg.Points(2.5)
	case name == "FBICM":
		s.Dashes = []vg.Length{vg.Points(4), vg.Points(4)}
	case strings.HasPrefix(name, "TH-"):
		s.Dashes = []vg.Length{vg.Points(4), vg.Points(1.5)}
	case strings.HasPrefix(name, "NoTH-") || name == "Oblivious":
		s.Dashes = []vg.Length{vg.Points(1), vg.Points(1.5)}
	}
	if strings.HasSuffix(name, "/3") {
		s.Width = vg.Points(0.5)
	}
	return s
}

const legendRow = 0.45 * vg.Centimeter

func (f figure) draw(format string) ([]byte, error) {
	rows := (len(f.diagrams) + f.columns - 1) / f.columns
	perRow := min(6, len(f.names))
	legend := legendRow * vg.Length((len(f.names)+perRow-1)/perRow+1)
	width, height := f.cell[0]*vg.Length(f.columns), f.cell[1]*vg.Length(rows)+legend
	canvas, encode := newCanvas(format, width, height)
	grid := make([][]*plot.Plot, rows)
	for r := range grid {
		grid[r] = make([]*plot.Plot, f.columns)
		for c := range grid[r] {
			if r*f.columns+c == len(f.diagrams) {
				break // the last row may be shorter
			}
			p, err := f.plot(f.diagrams[r*f.columns+c])
			if err != nil {
				return nil, err
			}
			grid[r][c] = p
		}
	}
	page := draw.New(canvas)
	tiles := draw.Tiles{Rows: rows, Cols: f.columns, PadX: vg.Points(6), PadY: vg.Points(4), PadRight: vg.Points(6), PadTop: vg.Points(4)}
	for r, line := range plot.Align(grid, tiles, draw.Crop(page, 0, 0, legend, 0)) {
		for c, at := range line {
			if grid[r][c] != nil {
				grid[r][c].Draw(at)
			}
		}
	}
	f.legend(page, legend, perRow)
	return encode()
}

// newCanvas returns a white canvas, and what makes a file of it.
func newCanvas(format string, width, height vg.Length) (canvas vg.CanvasSizer, encode func() ([]byte, error)) {
	var b bytes.Buffer
	if format == "png" {
		bitmap := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(110), vgimg.UseBackgroundColor(color.White))
		return bitmap, func() ([]byte, error) {
			_, err := vgimg.PngCanvas{Canvas: bitmap}.WriteTo(&b)
			return b.Bytes(), err
		}
	}
	drawing := vgsvg.New(width, height)
	return drawing, func() ([]byte, error) {
		_, err := drawing.WriteTo(&b)
		return b.Bytes(), err
	}
}

func (f figure) plot(d diagram) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = d.title, f.x, f.y
	p.Title.TextStyle.Font.Size = vg.Points(9)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Size, a.Tick.Label.Font.Size = vg.Points(7), vg.Points(7)
	}
	p.Add(plotter.NewGrid())
	if f.warmup {
		end, err := plotter.NewLine(plotter.XYs{{X: paper.WarmupUS / 1000, Y: 0}, {X: paper.WarmupUS / 1000, Y: 100}})
		if err != nil {
			return nil, err
		}
		end.LineStyle = draw.LineStyle{Color: color.Gray{160}, Width: vg.Points(0.8)}
		p.Add(end)
	}
	empty := true
	for _, name := range f.names {
		points := d.curves[name]
		if len(points) == 0 {
			continue
		}
		empty = false
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.LineStyle = style(name)
		p.Add(line)
		if len(points) == 1 {
			dot, err := plotter.NewScatter(points)
			if err != nil {
				return nil, err
			}
			dot.GlyphStyle.Color, dot.GlyphStyle.Radius = style(name).Color, vg.Points(1.5)
			p.Add(dot)
		}
	}
	p.X.Min, p.X.Max, p.Y.Min = 0, f.maxX, 0
	if f.maxY > 0 {
		p.Y.Max = f.maxY
	}
	if empty {
		label, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: f.maxX / 2, Y: p.Y.Max / 2}}, Labels: []string{"not run yet"}})
		if err != nil {
			return nil, err
		}
		style := &label.TextStyle[0]
		style.Font.Size, style.Color, style.XAlign, style.YAlign = vg.Points(9), color.Gray{90}, draw.XCenter, draw.YCenter
		p.Add(label)
	}
	return p, nil
}

// legend is one for all diagrams, below them.
func (f figure) legend(page draw.Canvas, height vg.Length, perRow int) {
	text := plot.New().Legend.TextStyle
	text.Font.Size = vg.Points(8)
	step := (page.Max.X - page.Min.X) / vg.Length(perRow)
	for i, name := range f.names {
		x := page.Min.X + step*vg.Length(i%perRow) + vg.Points(8)
		y := page.Min.Y + height - legendRow*vg.Length(i/perRow+1)
		page.StrokeLine2(style(name), x, y, x+vg.Points(22), y)
		page.FillText(text, vg.Point{X: x + vg.Points(26), Y: y - vg.Points(3)}, name)
	}
}

package reproduce

// Execution times of a trace as groups of bars, as [AFI] Fig. 7 has them.

import (
	"image/color"

	"github.com/congestree/congestree/engine/paper"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// bars are a value (ms) per routing, in groups by scheme and switch.
type bars struct {
	groups []string
	values map[string]plotter.Values // by routing
}

// bars collects the execution times of an experiment, a missing one as 0.
func (ours *Data) bars(e paper.Experiment) (f bars, any bool) {
	f.values = map[string]plotter.Values{}
	for _, c := range e.Cells() {
		if c.Traffic != paper.PTRANS {
			continue
		}
		name := c.Scheme
		if c.VOQ {
			name += "\nVOQs"
		}
		if c.Routing == paper.AFIRoutings[0] {
			f.groups = append(f.groups, name)
		}
		v, ok := ours.Value(c)
		any = any || ok
		f.values[c.Routing] = append(f.values[c.Routing], v/1000)
	}
	return f, any
}

// barColors tell the routings apart, in print too.
var barColors = []color.Color{color.Gray{60}, color.RGBA{R: 213, G: 94, B: 0, A: 255}, color.RGBA{R: 86, G: 180, B: 233, A: 255}, color.RGBA{R: 0, G: 114, B: 178, A: 255}}

func (f bars) draw(format string) ([]byte, error) {
	p := plot.New()
	p.Y.Label.Text, p.Y.Min = "Execution time (ms)", 0
	p.NominalX(f.groups...)
	p.Legend.Top, p.Legend.Left = true, false
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	p.Add(grid)
	width := vg.Points(11)
	for i, name := range paper.AFIRoutings {
		b, err := plotter.NewBarChart(f.values[name], width)
		if err != nil {
			return nil, err
		}
		b.Color, b.Offset, b.LineStyle.Width = barColors[i], width*vg.Length(float64(i)-float64(len(paper.AFIRoutings)-1)/2), 0
		p.Add(b)
		p.Legend.Add(name, b)
	}
	p.Y.Max *= 1.35 // room for the legend
	canvas, encode := newCanvas(format, 18*vg.Centimeter, 8*vg.Centimeter)
	p.Draw(draw.New(canvas))
	return encode()
}

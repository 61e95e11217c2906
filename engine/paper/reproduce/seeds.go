package reproduce

// Cells of the tables with other seeds, as the validation page has it.

import (
	"bytes"
	"fmt"
	"math"

	"github.com/congestree/congestree/engine/paper"
)

// wide is from which range on, in points, the page shows a cell's spread.
const wide = 5

// spreads are the published cells with results of so many seeds at least, in the order of the tables.
func (ours *Data) spreads(least int) (cells []paper.Cell, of []paper.Spread) {
	for _, c := range paper.Tables() {
		if _, known := paper.Published(c); !known {
			continue
		}
		if s, ok := paper.SpreadOf(c, ours.Value); ok && s.Seeds >= least {
			cells, of = append(cells, c), append(of, s)
		}
	}
	return
}

// seeds writes how much the seed decides, and how near our means over seeds are.
func (ours *Data) seeds(b *bytes.Buffer) {
	const least = 3
	cells, of := ours.spreads(least)
	if len(cells) == 0 {
		return
	}
	within, near := 0, 0
	mean := map[string]float64{}
	for i, c := range cells {
		p, _ := paper.Published(c)
		within += count(of[i].Off(p) <= 2)
		near += count(of[i].Max-of[i].Min <= 2)
		mean[c.ID()] = of[i].Mean
	}
	one := Scored("seed 1", cells, ours.Value)
	all := Scored("mean over seeds", cells, func(c paper.Cell) (float64, bool) { v, ok := mean[c.ID()]; return v, ok })
	fmt.Fprintf(b, `
## With other seeds

A seed draws which hosts send to the hot spots and when each host begins. [RAR] publishes one draw of its own. %d of the published cells
are run with %d seeds or more (`+"`congestree validate --due --filter '*#?'`"+` runs the rest): %d of them give the same within 2 points whatever the seed, and
in %d the published number lies between our lowest and our highest, or at most 2 points outside.

| these cells | within 2 | within 5 | mean difference | worst |
|---|---|---|---|---|
`, len(cells), least, near, within)
	for _, s := range []Score{one, all} {
		fmt.Fprintf(b, "| %s | %.0f %% | %.0f %% | %.1f | %.1f |\n", s.Name, s.Within2, s.Within5, s.Mean, s.Worst)
	}
	fmt.Fprintf(b, "\nThose that spread over more than %d points; **bold** where the published number lies more than 5 points outside, *italic* more than 2:\n\n| cell | seeds | ours, lowest–highest | mean | published |\n|---|---|---|---|---|\n", wide)
	for i, c := range cells {
		s := of[i]
		if s.Max-s.Min <= wide {
			continue
		}
		p, _ := paper.Published(c)
		text := fmt.Sprintf("%.0f–%.0f", s.Min, s.Max)
		switch off := s.Off(p); {
		case off > 5:
			text = "**" + text + "**"
		case off > 2:
			text = "*" + text + "*"
		}
		fmt.Fprintf(b, "| %s | %d | %s | %.0f | %.0f |\n", linked(c, "`"+c.ID()+"`"), s.Seeds, text, math.Round(s.Mean), p)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

package ui

// The figures of [FBICM] in the dialog of papers: averages over parts of a run.

import (
	"strconv"

	"github.com/congestree/congestree/engine/paper"
)

// bursts shows the averages of an experiment, a scheme a line.
func (c *Papers) bursts(e paper.Experiment) papersView {
	v := papersView{Whole: true, Side: T("Queuing scheme"), Text: T("The paper prints curves, not numbers. Ours over time and, in the table, on average over parts of it, in % of the hosts' bandwidth. A click runs a scheme live.")}
	unit := " %"
	if e.Cells()[0].Aside {
		v.Text = T("The paper prints curves, not numbers. Ours: set-aside queues in use in all switches over time and, in the table, on average over parts of it. A click runs a scheme live.")
		unit = " " + T("queues")
	}
	for _, cell := range e.Cells() {
		if cell.Series {
			v.Rows = append(v.Rows, papersRow{Name: cell.Scheme})
			continue
		}
		window := strconv.Itoa(cell.From) + "–" + strconv.Itoa(cell.Until) + " µs"
		if cell.Scheme == e.Cells()[0].Scheme {
			v.Head = append(v.Head, window)
		}
		text, label := "–", T("not yet run")
		if x, ok := paper.OurValue(cell); ok {
			text = strconv.FormatFloat(x, 'f', 1, 64)
			text, label = dated(cell, text, T("ours {0}", text+unit))
			v.old += tally(stale(cell))
		}
		for i := range v.Rows {
			if v.Rows[i].Name == cell.Scheme {
				v.Rows[i].Cells = append(v.Rows[i].Cells, numbersCell(cell, text, "cell", cell.Scheme+", "+window+": "+label))
			}
		}
	}
	v.Curves = c.curves(e)
	return v
}

package ui

// The experiments of [DRB]: accepted load and latency of the congestion controls side by side.

import (
	"strconv"

	"github.com/congestree/congestree/engine/paper"
)

// controls shows a figure at full load, that of the link hot spot at all its loads, a row per pattern, packet size and load and a column per
// congestion control.
func (c *Papers) controls(e paper.Experiment) papersView {
	v := papersView{Whole: true, Side: T("Traffic"), Text: T("Ours at full load: accepted load in %, mean latency in ms from injection on, and from generation on. The paper prints curves, not numbers; our curves " +
		"are on the repository's validation page (engine/paper). A click runs a cell live.")}
	for _, cell := range e.Cells() {
		if cell.Load != 100 && e.Kind != paper.Links {
			continue
		}
		name := cell.Traffic
		if cell.Bytes != 4096 {
			name += ", " + strconv.Itoa(cell.Bytes) + " B"
		}
		if cell.Load != 100 {
			name += ", " + strconv.Itoa(cell.Load) + " %"
		}
		column := 0
		for column < len(v.Head) && v.Head[column] != cell.Routing {
			column++
		}
		if column == len(v.Head) {
			v.Head = append(v.Head, cell.Routing)
		}
		at := 0
		for at < len(v.Rows) && v.Rows[at].Name != name {
			at++
		}
		if at == len(v.Rows) {
			v.Rows = append(v.Rows, papersRow{Name: name})
		}
		text, label := T("run"), T("ours is on the repository's validation page (engine/paper)")
		if r, ok := paper.Ours(cell); ok {
			text = strconv.FormatFloat(r.Percent, 'f', 1, 64) + " % / " + strconv.FormatFloat(r.NetworkUS/1000, 'f', 2, 64) + " / " + strconv.FormatFloat(r.LatencyUS/1000, 'f', 2, 64)
			text, label = dated(cell, text, T("ours {0}", text+" ms"))
			v.old += tally(stale(cell))
		}
		v.Rows[at].Cells = append(v.Rows[at].Cells, numbersCell(cell, text, "cell", name+", "+cell.Routing+": "+label))
	}
	return v
}

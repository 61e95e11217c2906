package ui

// What the run of a paper's cell comes to in this page, beside what we have for it.

import (
	"math"
	"strconv"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/vugu"
)

// ofPaper says whether the scenario is a paper's cell, and of no preset.
func (c *Gallery) ofPaper() bool {
	c.Current()
	return c.of
}

// ending is all that stands of a cell's end.
func (c *Gallery) ending() [3]string {
	if !c.ofPaper() {
		return [3]string{}
	}
	return [3]string{strconv.FormatBool(c.There()), c.EndLabel(), c.Here()}
}

// endPS is where the cell's run ends, in ps; 0 if none runs, or a trace, which ends by itself.
func (c *Gallery) endPS() int64 {
	if !c.ofPaper() || c.cell.IsTrace() {
		return 0
	}
	return int64(c.cell.EndUS()) * 1e6
}

// There says whether there is no way to go: the run stands at its end, or there is none.
func (c *Gallery) There() bool {
	end := c.endPS()
	return end == 0 || c.m.Frame.TimePS == end || c.m.State == Loading || c.m.State == Failed
}

// EndLabel names the button that leads to where the cell's averages are those of the table or figure.
func (c *Gallery) EndLabel() string {
	end := lang.Grouped(micros(c.endPS())) + space + "µs"
	if c.m.Frame.TimePS > c.endPS() {
		return T("Go back to {0}", end)
	}
	return T("Run to {0}", end)
}

func (c *Gallery) OnEnd(vugu.DOMEvent) {
	guard(c.m, func() { c.a.RunUntil(UntilTime, strconv.Itoa(c.cell.EndUS())) })
}

// Here holds the run against ours, once it stands where ours ended. The checksum there is of this scenario: another's frame has none.
func (c *Gallery) Here() string {
	f := &c.m.Frame
	if !c.ofPaper() || f.ChecksumPS != f.TimePS || c.cell.IsTrace() && f.FinishPS < 0 || !c.cell.IsTrace() && f.TimePS != c.endPS() {
		return ""
	}
	got := paper.Result{ExecutionUS: float64(f.FinishPS) / 1e6, Percent: 100 * f.Accepted, LatencyUS: f.LatencyNS / 1e3, NetworkUS: f.NetworkNS / 1e3}.AsKept()
	said := outcome(c.cell, got)
	r, ok := paper.Ours(c.cell)
	switch {
	case !ok:
		return T("Here: {0}.", said)
	case hex16(f.Checksum) == r.Checksum:
		return T("Here: {0}, as ours, and the network's state is the same to the bit.", said)
	case same(c.cell, got, r):
		return T("Here: {0}, as ours.", said)
	}
	return T("Here: {0}, where ours is {1}.", said, outcome(c.cell, r))
}

// same says whether a cell's run has come to the same, of what outcome tells.
func same(c paper.Cell, a, b paper.Result) bool {
	switch {
	case c.IsTrace():
		return math.Round(a.ExecutionUS*1e6) == math.Round(b.ExecutionUS*1e6) // whole ps
	case c.Paper == paper.DRB:
		return a.Percent == b.Percent && a.LatencyUS == b.LatencyUS && a.NetworkUS == b.NetworkUS
	}
	return a.Percent == b.Percent
}

// outcome is what a cell's run has come to, in words.
func outcome(c paper.Cell, r paper.Result) string {
	switch {
	case c.IsTrace():
		return duration(r.ExecutionUS * 1e3)
	case c.Paper == paper.DRB:
		return T("{0} accepted, latency {1}, in network {2}", percent(r.Percent/100), kept(r.LatencyUS), kept(r.NetworkUS))
	}
	return percent(r.Percent / 100)
}

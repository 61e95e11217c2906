package ui

// What the run of a paper's cell comes to in this page, beside what we have for it.

import (
	"math"
	"strconv"

	"github.com/congestree/congestree/engine/paper"
	"github.com/vugu/vugu"
)

// endPS is where the cell's run ends, in ps; 0 if none runs, or a trace, which ends by itself.
func (c *Gallery) endPS() int64 {
	if c.Current() != "" || !c.of || c.cell.IsTrace() {
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
	end := group(micros(c.endPS())) + space + "µs"
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
	if c.Current() != "" || !c.of || f.ChecksumPS != f.TimePS || c.cell.IsTrace() && f.FinishPS < 0 || !c.cell.IsTrace() && f.TimePS != c.endPS() {
		return ""
	}
	got := paper.Result{ExecutionUS: float64(f.FinishPS) / 1e6, Percent: 100 * f.Accepted, LatencyUS: f.LatencyNS / 1e3, NetworkUS: f.NetworkNS / 1e3}
	said := outcome(c.cell, got)
	r, ok := paper.Ours(c.cell)
	switch {
	case !ok:
		return T("Here: {0}.", said)
	case hex16(f.Checksum) == r.Checksum:
		return T("Here: {0}, as ours, and the network's state is the same to the bit.", outcome(c.cell, r))
	case same(c.cell, got, r):
		return T("Here: {0}, as ours.", outcome(c.cell, r))
	}
	return T("Here: {0}, where ours is {1}.", said, outcome(c.cell, r))
}

// same says whether a result is the kept one, as exactly as results are kept.
func same(c paper.Cell, got, kept paper.Result) bool {
	near := func(a, b, unit float64) bool { return math.Abs(a-b) < 0.51*unit }
	if c.IsTrace() {
		return near(got.ExecutionUS, kept.ExecutionUS, 1e-6)
	}
	return near(got.Percent, kept.Percent, .01) && (c.Paper != paper.DRB || near(got.LatencyUS, kept.LatencyUS, .1) && near(got.NetworkUS, kept.NetworkUS, .1))
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

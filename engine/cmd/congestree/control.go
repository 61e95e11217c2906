package main

// What a run with congestion control gives beside the other measures.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// control is the state of sources at the end of a run. Names are an interface: other programs read them.
type control struct {
	Marked    uint64  `json:"fecn"`
	BECN      uint64  `json:"becn"`
	Hosts     uint64  `json:"hosts_reacting"` // that throttle a flow, or spread one
	CCTIMean  float64 `json:"ccti_mean"`      // over the flows that are throttled
	CCTIMax   uint64  `json:"ccti_max"`
	OpenPaths uint64  `json:"open_paths"` // beside the first ones
	MostPaths uint64  `json:"most_paths"` // of a pair
}

// controlOf returns nil if the scenario has no congestion control.
func controlOf(s scenario.Scenario, h *observe.Header) *control {
	if s.Get("congestion-control") == "none" {
		return nil
	}
	return &control{h.Marked, h.BECN, h.Reacting, h.CCTIMean, h.CCTIMax, h.OpenPaths, h.MostPaths}
}

// columns are empty without congestion control.
func (c *control) columns() (out [][2]string) {
	for _, x := range []struct {
		name  string
		value func() float64
	}{
		{"fecn", func() float64 { return float64(c.Marked) }},
		{"becn", func() float64 { return float64(c.BECN) }},
		{"hosts_reacting", func() float64 { return float64(c.Hosts) }},
		{"ccti_mean", func() float64 { return c.CCTIMean }},
		{"ccti_max", func() float64 { return float64(c.CCTIMax) }},
		{"open_paths", func() float64 { return float64(c.OpenPaths) }},
		{"most_paths", func() float64 { return float64(c.MostPaths) }},
	} {
		value := ""
		if c != nil {
			value = strconv.FormatFloat(x.value(), 'f', -1, 64)
		}
		out = append(out, [2]string{x.name, value})
	}
	return
}

package main

// What a run with congestion control gives beside the other measures.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// control is the state of sources at the end of a run, null without congestion control. Names are an
// interface: other programs read them.
type control struct {
	Marked    *uint64  `json:"fecn"`           // packets marked
	BECN      *uint64  `json:"becn"`           // notifications that have reached a source
	Reacting  *uint64  `json:"hosts_reacting"` // hosts that throttle a flow, or spread one
	CCTIMean  *float64 `json:"ccti_mean"`      // over the flows that are throttled, null if none is, and with DRB
	CCTIMax   *uint64  `json:"ccti_max"`
	OpenPaths *uint64  `json:"open_paths"` // beside the first ones; null but with DRB
	MostPaths *uint64  `json:"most_paths"` // of a pair
}

// controlOf keeps a header's part of it.
func controlOf(s scenario.Scenario, h observe.Header) (c control) {
	scheme := s.Get("congestion-control")
	if scheme != "none" {
		c = control{Marked: &h.Marked, BECN: &h.BECN, Reacting: &h.Reacting}
	}
	switch {
	case scheme == "drb":
		c.OpenPaths, c.MostPaths = &h.OpenPaths, &h.MostPaths
	case scheme != "none" && h.Reacting > 0:
		c.CCTIMean, c.CCTIMax = &h.CCTIMean, &h.CCTIMax
	}
	return
}

func (c control) columns() [][2]string {
	count := func(n *uint64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatUint(*n, 10)
	}
	mean := ""
	if c.CCTIMean != nil {
		mean = number(*c.CCTIMean)
	}
	return [][2]string{{"fecn", count(c.Marked)}, {"becn", count(c.BECN)}, {"hosts_reacting", count(c.Reacting)}, {"ccti_mean", mean},
		{"ccti_max", count(c.CCTIMax)}, {"open_paths", count(c.OpenPaths)}, {"most_paths", count(c.MostPaths)}}
}

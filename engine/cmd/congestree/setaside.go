package main

// What a run with set-aside queues gives beside the other measures.

import (
	"strconv"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// setAside counts the set-aside queues (CFQs, SAQs) of all switches, null under other queuing schemes. Names are an interface:
// other programs read them.
type setAside struct {
	Active *uint64  `json:"set_aside_queues"`      // in use at the end
	Mean   *float64 `json:"set_aside_queues_mean"` // over the time of the averages; null, too, if a deadlock came before
	Peak   *uint64  `json:"set_aside_queues_peak"`
	Total  *uint64  `json:"set_aside_queues_total"` // allocations
}

// setAsideOf keeps a header's part of it.
func setAsideOf(m *engine.Sim, h observe.Header) (a setAside) {
	_, from := h.Shown()
	if mean, ok := m.SetAsideMean(from, h.TimePS); ok {
		a = setAside{&h.SetAside, &mean, &h.SetAsidePeak, &h.SetAsideTotal}
		if h.Early() {
			a.Mean = nil
		}
	}
	return
}

func (a setAside) columns() [][2]string {
	count := func(n *uint64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatUint(*n, 10)
	}
	mean := ""
	if a.Mean != nil {
		mean = number(*a.Mean)
	}
	return [][2]string{{"set_aside_queues", count(a.Active)}, {"set_aside_queues_mean", mean}, {"set_aside_queues_peak", count(a.Peak)}, {"set_aside_queues_total", count(a.Total)}}
}

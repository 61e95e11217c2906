package reproduce

// The load of links, which some experiments show one by one.

import (
	"math"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/paper"
)

// looks is how often a run's queues are looked at in its window.
const looks = 200

// linkWatch follows a run's links between switches from the window's start on; it does nothing for cells
// that ask for no such measure.
type linkWatch struct {
	m           *engine.Sim
	on, all     bool
	from, until int64
	next        int64
	sent        []uint32 // at the window's start
	queue       []uint64 // summed over the looks
	seen        int
}

func watchLinks(c paper.Cell, m *engine.Sim, from, until int64) *linkWatch {
	return &linkWatch{m: m, on: c.Paper == paper.DRB, all: c.Traffic == paper.LHS, from: from, until: until, next: from}
}

// play goes on with a run, by about a slice of events, and says whether it is over.
func (w *linkWatch) play(until int64) bool {
	if !w.on {
		return w.m.Play(until, slice)
	}
	if !w.m.Play(w.next, slice) {
		return false
	}
	n := w.m.Network()
	if w.sent == nil {
		w.m.CountLinks()
		w.sent, w.queue = make([]uint32, n.SwitchPorts()), make([]uint64, n.SwitchPorts())
		for p := range w.sent {
			w.sent[p] = w.m.Sent(p)
		}
	} else {
		w.seen++
		for p := range w.queue {
			w.queue[p] += uint64(w.m.Waiting(p))
		}
	}
	if w.next == until {
		return true
	}
	w.next = min(until, w.next+max(1, (w.until-w.from)/looks))
	return false
}

func (w *linkWatch) record(r *Record) {
	if !w.on {
		return
	}
	n := w.m.Network()
	for p := range w.sent {
		load := -1.0
		if peer := int(n.Peer[p]); peer >= 0 && !n.IsHost(peer) {
			load = 100 * float64(w.m.Sent(p)-w.sent[p]) * float64(w.m.PacketPS()) / float64(w.until-w.from)
			r.PeakLoad = max(r.PeakLoad, load)
			r.PeakQueue = max(r.PeakQueue, float64(w.queue[p])/float64(max(w.seen, 1)))
		}
		if w.all {
			r.Links = append(r.Links, math.Round(load*10)/10)
		}
	}
}

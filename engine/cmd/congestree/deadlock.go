package main

// What a run that ends in a deadlock gives beside the measures.

import (
	"fmt"
	"strings"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// deadlock is null where there is none. Names are an interface: other programs read them.
type deadlock struct {
	At    *float64 `json:"deadlock_ns"`   // when it was found; the run has ended there
	Ring  []string `json:"deadlock_ring"` // transmitting ports and VCs, each waiting for the next, the last for the first
	words string
	early string // "", or that it came before averages began
}

// deadlockOf is that of a run whose measures are h.
func deadlockOf(m *engine.Sim, h *observe.Header) (d deadlock) {
	ring, at := m.Deadlocked()
	if ring == nil {
		return
	}
	t := ns(at)
	d.At, d.words = &t, m.DeadlockWords()
	if h.Early() {
		d.early = "; averages would have begun at " + number(ns(h.WindowPS)) + " ns: nothing was measured"
	}
	for _, c := range ring {
		d.Ring = append(d.Ring, fmt.Sprintf("%s VC %d", m.Network().PortName(c.Port), c.VC))
	}
	return
}

func (d deadlock) columns() [][2]string {
	at := ""
	if d.At != nil {
		at = number(*d.At)
	}
	return [][2]string{{"deadlock_ns", at}, {"deadlock_ring", strings.Join(d.Ring, " > ")}}
}

// failure is the error that such a run ends with, nil without a deadlock.
func (d deadlock) failure() error {
	if d.At == nil {
		return nil
	}
	return failure{fmt.Errorf("deadlock: at %s ns %d buffers wait for each other in a ring, and will for ever: %s%s", number(*d.At), len(d.Ring), d.words, d.early)}
}

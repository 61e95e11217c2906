package engine

// Simulations put away, in a fraction of the memory of a Clone.

import "github.com/congestree/congestree/engine/fabric"

// Stored is a simulation put away by Store. It does not change.
type Stored struct {
	sim    Sim // without fabric
	fabric *fabric.Stored
}

// Store puts a copy of the present state away, with the trees, the course and the utilisation it remembers.
func (m *Sim) Store() *Stored {
	s := &Stored{sim: Sim{scenario: m.scenario, watch: m.watch, turns: m.turns}, fabric: m.fabric.Store()}
	if m.tracker != nil {
		s.sim.tracker = m.tracker.Clone(nil)
		s.sim.course = m.course.Clone(s.sim.tracker)
	}
	s.sim.observer = m.observer.Clone(nil, nil)
	return s
}

// Restore returns an independent simulation in that state. The memory of old,
// a simulation of the same scenario that must not be used any more, is used again; it may be nil.
func (s *Stored) Restore(old *Sim) *Sim {
	var room *fabric.Fabric
	if old != nil {
		room = old.fabric
	}
	m := s.sim
	m.fabric = s.fabric.Restore(room)
	if m.tracker != nil {
		m.tracker = s.sim.tracker.Clone(m.fabric)
		m.course = s.sim.course.Clone(m.tracker)
	}
	m.observer = s.sim.observer.Clone(m.fabric, m.tracker)
	return &m
}

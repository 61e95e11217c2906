package ui

// The trace of a program, or of input and output, from a file.

import "github.com/vugu/vugu"

// Trace lets a person choose a trace. Its template is trace.vugu.
type Trace struct {
	m *Model
	a Actions
}

// Doc says what is read or played, or what could be.
func (c *Trace) Doc() string {
	if c.m.Trace != "" {
		return c.m.Trace
	}
	return T("An MPI program (VEF) or input and output (IO1) as a file: choose one, or drop it anywhere.")
}

func (c *Trace) OnChoose(vugu.DOMEvent) { guard(c.m, c.a.ChooseTrace) }

package ui

// The head of the panel: name, state, play, pause, step, restart, speed.

import (
	"strconv"

	"github.com/vugu/vugu"
)

// Transport is the head of the panel. Its template is transport.vugu.
type Transport struct {
	m *Model
	a Actions
}

func (c *Transport) Running() bool { return c.m.State == Running }

// Off disables what needs a living engine.
func (c *Transport) Off() bool { return c.m.State == Loading || c.m.State == Failed }

func (c *Transport) PlayLabel() string {
	if c.Running() {
		return T("Pause")
	}
	return T("Play")
}

// RestartKeys are those that restart.
func (c *Transport) RestartKeys() string {
	if c.m.KeysOff {
		return T("Home")
	}
	return T("Home or R")
}

func (c *Transport) PlayIcon() vugu.HTML {
	if c.Running() {
		return icon("pause")
	}
	return icon("play")
}

// StateText names the state for people.
func (c *Transport) StateText() string {
	switch c.m.State {
	case Running:
		return T("running")
	case Paused:
		return T("paused")
	case Failed:
		return T("stopped")
	}
	return T("loading")
}

func (c *Transport) StateClass() string { return "state " + string(c.m.State) }

// Speeds are the entries of the speed menu; the present speed is always among them.
func (c *Transport) Speeds() []float64 {
	var out []float64
	seen := false
	for _, v := range speeds() {
		if !seen && v >= c.m.Speed && c.m.Speed > 0 {
			if v > c.m.Speed {
				out = append(out, c.m.Speed)
			}
			seen = true
		}
		out = append(out, v)
	}
	if !seen && c.m.Speed > 0 {
		out = append(out, c.m.Speed)
	}
	return out
}

func (c *Transport) OnPlay(vugu.DOMEvent) {
	guard(c.m, func() {
		if c.Running() {
			c.a.Pause()
		} else {
			c.a.Play()
		}
	})
}

func (c *Transport) OnStep(vugu.DOMEvent)    { guard(c.m, c.a.Step) }
func (c *Transport) OnRestart(vugu.DOMEvent) { guard(c.m, c.a.Restart) }

func (c *Transport) OnSpeed(e vugu.DOMEvent) {
	guard(c.m, func() {
		if v, err := strconv.ParseFloat(value(e), 64); err == nil && v > 0 {
			c.a.SetSpeed(v)
		}
	})
}

func (c *Transport) OnSlower(vugu.DOMEvent) {
	c.change(false)
}

func (c *Transport) OnFaster(vugu.DOMEvent) {
	c.change(true)
}

func (c *Transport) change(faster bool) {
	guard(c.m, func() {
		v := NextSpeed(c.m.Speed, faster)
		c.m.SpeedSaid = SpeedLabel(v)
		c.a.SetSpeed(v)
	})
}

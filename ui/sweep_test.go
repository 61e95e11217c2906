package ui

import "github.com/congestree/congestree/engine/sweep"

func (p *fakePage) ShowSweep(on bool) {
	p.note("sweep")
	p.Sweep.Open = on
}
func (p *fakePage) SetSweep(f sweep.Form) { p.note("form", f.Spec()) }
func (p *fakePage) StartSweep()           { p.note("start") }
func (p *fakePage) StopSweep()            { p.note("stop") }
func (p *fakePage) PauseForSweep(bool)    { p.note("rest") }
func (p *fakePage) CopySweep(what string) { p.note("copy", what) }

//go:build js

package main

// Changing the network: settings that are not possible on the new one follow it, in one step that can be undone.

import (
	"strings"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
)

// fit makes a scenario in which a field has been changed possible, if that field is the network, and returns what to say of
// it, "" if nothing else had to change.
func fit(s scenario.Scenario, field string) (fitting scenario.Scenario, note string) {
	if field != "network" {
		return s, ""
	}
	fitting, changed, err := simulator.Fit(s, field)
	if err != nil || len(changed) == 0 {
		return s, ""
	}
	var what []string
	for _, name := range changed {
		f := scenario.Lookup(name)
		value := fitting.Get(name)
		for _, o := range f.Options {
			if o.Name == value {
				value = lang.D(o.Label)
			}
		}
		if f.Kind == scenario.Bool {
			value = lang.T("on")
			if !fitting.Bool(name) {
				value = lang.T("off")
			}
		}
		what = append(what, lang.D(f.Label)+": "+value)
	}
	return fitting, lang.T("{0} needs other settings, which follow: {1}. Undo takes all of it back.", s.Get("network"), strings.Join(what, "; "))
}

// pace gives a run the speed that fits its scenario, unless the person has chosen another one.
func (p *page) pace(s scenario.Scenario) {
	chosen := p.run.Speed != p.usual
	p.usual = play.Fitting(simulator.PacketTime(s), simulator.BeginsPS(s))
	if !chosen {
		p.run.Speed = p.usual
	}
}

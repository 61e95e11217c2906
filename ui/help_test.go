package ui

import (
	"slices"
	"testing"
)

// The list of keys has none that does nothing: a frame in another page shares nothing, and one that readers cannot change takes no change back.
func TestKeysOfFrames(t *testing.T) {
	p := newPage(t)
	help := p.root.help.b.(*Help)
	for _, frame := range []bool{false, true} {
		p.Embed.On = frame
		if shares := slices.ContainsFunc(help.Keys(), func(k key) bool { return k.Keys == "S" }); shares == frame {
			t.Errorf("in a frame: %v; S is listed: %v", frame, shares)
		}
	}
	for _, fixed := range []bool{false, true} {
		p.Embed.Fixed = fixed
		if undoes := slices.ContainsFunc(help.Keys(), func(k key) bool { return k.Keys == "Ctrl + Z" }); undoes == fixed {
			t.Errorf("readers cannot change it: %v; undo is listed: %v", fixed, undoes)
		}
	}
}

//go:build js

package main

// What the page does when the engine's watchdog finds a deadlock: the ring is drawn, the run stops, and a message says why.

import (
	"github.com/congestree/congestree/engine/observe"
)

// watched follows the watchdog with every frame. Going back behind a deadlock takes the message away.
func (p *page) watched(f *observe.Frame) {
	var ring []int
	for i := 0; i+1 < len(f.Ring); i += 2 {
		ring = append(ring, int(f.Ring[i]))
	}
	p.scene.SetCycle(ring)
	text := p.deadlocks()
	switch {
	case text == "" && p.deadlocked:
		p.cease(undone)
		p.deadlocked = false
	case text != "":
		found := !p.deadlocked
		if found {
			p.deadlocked, p.banner = true, p.banner.over(p.deadlocks, undone) // what does not run beside it stays said
		}
		if p.run.Ends(found) { // what has not come at once may never come
			p.run.Pause()
			p.giveUpRest("the run was stopped: " + text)
		}
		if found {
			p.wantCourse = true // its mark may be younger than the course that came with it
			p.run.Touch()
		}
	}
}

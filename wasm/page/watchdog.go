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
	stop := func() {
		p.run.Pause()
		p.giveUpRest("the run was stopped: " + text)
	}
	switch {
	case text == "" && p.deadlock != "":
		if p.banner == p.deadlock {
			p.banner, p.action = "", ""
		}
		p.deadlock = ""
	case text != "" && p.deadlock == "":
		p.deadlock, p.banner, p.action = text, text, ""
		if p.run.Playing() || p.run.Aiming() {
			stop()
		}
		p.wantCourse = true // its mark may be younger than the course that came with it
		p.run.Touch()
	case text != "" && p.run.Missed() && !p.run.Goal().Back: // what has not come at once may never come
		stop()
	}
}

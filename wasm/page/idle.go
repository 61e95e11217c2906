//go:build js

package main

// Frames while nothing moves. Ebitengine has the browser ask for every frame, sixty times a second for ever, whether anything is drawn or
// not: a page that stands still, as on a slide, took a third of a processor's core. public/loader.js gives Ebitengine its frames, and holds
// them back while the page is idle: a few a second come, and the next at once when anything happens.

import "github.com/congestree/congestree/ui"

// idleAfter is after how many frames in which nothing was drawn the page is idle: half a second.
const idleAfter = 30

type idle struct {
	held  bool // frames are held back
	woken bool // and no longer, since the last one
	empty int  // frames since something was drawn
}

// drew follows every frame.
func (p *page) drew(drawn bool) {
	i := &p.idle
	i.woken = false
	if drawn || p.state() == ui.Running || !p.has {
		p.wake()
		i.woken = false
	} else if i.empty++; i.empty >= idleAfter && !i.held {
		i.held = true
		boot.Call("hold", true)
	}
}

// wake has the next frame come at once: something may have changed what is seen.
func (p *page) wake() {
	i := &p.idle
	i.empty = 0
	if i.held {
		i.held, i.woken = false, true
		boot.Call("hold", false)
	}
}

// stirs wakes the page if there is something to draw that nobody has woken it for.
func (p *page) stirs() {
	if !p.idle.held {
		return
	}
	stirs := p.size.fresh || p.points()
	for _, l := range p.lanes {
		stirs = stirs || l.scene.Dirty()
	}
	if stirs {
		p.wake()
	}
}

// passed is the time that has gone by for what moves, in ms: none while frames were held back, when nothing did.
func (i *idle) passed(ms float64) float64 {
	if i.held || i.woken {
		return min(ms, 1000./60)
	}
	return ms
}

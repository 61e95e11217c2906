package main

// Frames while nothing moves. Ebitengine has the browser ask for every frame, sixty times a second for ever, whether anything is drawn or
// not: a page that stands still, as on a slide, took a third of a processor's core. public/loader.js gives Ebitengine its frames, and holds
// them back while the page is idle: a few a second come, and the next at once when anything happens.

// idleAfter is after how many frames in which nothing was drawn the page is idle: half a second.
const idleAfter = 30

type idle struct {
	held  bool // frames are held back
	woken bool // and no longer, since the last one
	empty int  // frames since something was drawn
}

// frame follows every frame, in which something was drawn or is under way (busy), and says whether frames are held back, or no longer, from
// now on.
func (i *idle) frame(busy bool) (changed bool) {
	i.woken = false
	if busy {
		return i.wake()
	}
	i.empty++
	if i.held || i.empty < idleAfter {
		return false
	}
	i.held = true
	return true
}

// wake has the next frame come at once: something may have changed what is seen. It says whether frames were held back.
func (i *idle) wake() (changed bool) {
	i.empty = 0
	if !i.held {
		return false
	}
	i.held, i.woken = false, true
	return true
}

// passed is the time that has gone by for what moves, in ms: that of one frame where frames were held back, since nothing did.
func (i *idle) passed(ms float64) float64 {
	if i.late() {
		return min(ms, 1000./60)
	}
	return ms
}

// late says whether the present frame was held back.
func (i *idle) late() bool { return i.held || i.woken }

//go:build js

package main

// Undo and redo: from what runs, with a tour's step, to what ran before a change (history), and back.

import "github.com/congestree/congestree/ui/tours"

// stop is what undo and redo lead to: what runs, and during a tour its step; on says that what runs is the step's scenario (at
// the tour's end that of the last), at whatever time, else somebody has strayed to another one.
type stop struct {
	arrangement
	tour *tours.Tour
	step int
	on   bool
}

// stop is the present one.
func (p *page) stop() stop {
	t := p.tour.tour
	return stop{p.arrangement(), t, p.tour.step, t != nil && !p.strayed()}
}

// stopAt brings a stop back.
func (p *page) stopAt(s stop) error {
	p.giveUp("another scenario was opened")
	p.withdraw(offerResults)
	if s.on {
		p.setOutAgain(s.tour, s.step)
		return nil
	}
	toured := p.onTour() && !p.keeps(s.arrangement)
	if err := p.set(s.arrangement); err != nil {
		return err
	}
	if p.tour.tour != nil {
		p.strayIn(s.tour, s.step)
	}
	if toured { // it was the tour that has paused what begins anew
		p.run.Play()
	}
	p.address()
	return nil
}

// undo takes the last change back.
func (p *page) undo() { p.move(p.history.undo, p.history.redo) }

// redo makes it again.
func (p *page) redo() { p.move(p.history.redo, p.history.undo) }

func (p *page) move(there, back func(now stop) (stop, bool)) {
	if s, ok := there(p.stop()); ok && p.stopAt(s) == nil {
		p.veto = func() {
			p.move(back, there)
			p.veto = nil
		}
	}
}

// unchange forgets the last change.
func (p *page) unchange() {
	if s, ok := p.history.forget(); ok && p.stopAt(s) == nil && len(p.history.past) > 0 {
		p.veto = p.unchange
	}
}

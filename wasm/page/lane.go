//go:build js

package main

// A lane: one scenario in one worker, and what is known and shown of its run. A page has one, or up to four side
// by side in a comparison; what a person reads and changes in the panel is the selected one, which page embeds.

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/render"
)

type lane struct {
	sc     scenario.Scenario
	net    *topology.Network
	engine *engine
	id     int // of the opening
	opened bool
	busy   bool  // an answer is due
	skip   bool  // and nobody wants it any more
	packet int64 // ps
	known  known

	wantCourse bool // the next request asks for it

	frames     [2]observe.Frame
	cur        int  // the frame shown; the other one is the next
	has        bool // it belongs to this opening
	checksum   uint64
	sumPS      int64
	proved     int64 // when the invariants were proved last (ps), -1 = not yet
	detail     int   // port that the next request looks into, -1 = none
	asked      int   // of the request in flight
	detailOf   int   // of the frame shown
	isolated   uint32
	deadlocked bool // which has been said
	hover      render.Pick
	switches   []uint32 // whose packets the last request asked for
	holAsked   bool     // and whether for HoL blocking by port,
	dotted     bool     // and for packets on links

	scene  *render.Scene
	camera render.Camera // as all lanes had it last
}

func newLane() *lane { return &lane{detail: -1, detailOf: -1, sumPS: -1, proved: -1, hover: nothing} }

func (l *lane) frame() *observe.Frame { return &l.frames[l.cur] }

// next is the frame that the lane has got to, while the others are on their way.
func (l *lane) next() *observe.Frame { return &l.frames[1-l.cur] }

// take reads an answer of the engine.
func (l *lane) take(raw, course []byte) (*observe.Frame, error) {
	l.busy = false
	f := l.next()
	err := f.Decode(raw)
	if err == nil && len(course) > 0 {
		err = l.known.take(course, f.TimePS)
	}
	if err == nil {
		l.known.learn(f)
	}
	return f, err
}

// alive says whether a tree is in the frame shown.
func (l *lane) alive(tree uint32) bool {
	for i := range l.frame().Trees {
		if l.frame().Trees[i].ID == tree {
			return true
		}
	}
	return false
}

package main

// Moving a simulation through time, forwards and backwards, in slices of wall time.

import (
	"slices"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/wasm/wire"
)

// Checkpoints are taken after so much wall time (ms) of advancing: so many times what copying takes, within these
// bounds. Every instant shall be near one in small networks.
const (
	checkpointMS    = 100
	checkpointCost  = 12
	checkpointMost  = 1200
	checkpointSmall = 125 // at most, in networks of
	smallHosts      = 2000
)

// runner is a simulation with its past.
type runner struct {
	clock  func() float64              // wall time, ms
	reopen func() (*engine.Sim, error) // the same scenario at time 0

	sim    *engine.Sim
	past   past
	pace   pace
	behind int64      // time of the checkpoint behind the present, -1 = none
	spent  float64    // ms of advancing since then
	copyMS [5]float64 // what the last copies took
	copies int
	jumped bool // since whoever set it to false
	aim    aim
	never  bool // what the run was to go on until can no longer come
	search search
	flow   [2]uint32 // whose deliveries are counted; the same host twice: none
	proof  proof
	hol    bool // frames are asked for HoL blocking by port, which is counted on the way to them
}

// begin takes over a simulation at time 0.
func (r *runner) begin(m *engine.Sim) {
	r.sim, r.behind, r.spent, r.copies, r.aim, r.search, r.proof = m, -1, 0, 0, aim{}, search{}, proof{at: -1}
	r.past = past{budget: r.past.budget}
	m.CountLinks()
	r.checkpoint()
}

func (r *runner) checkpoint() {
	start := r.clock()
	r.past.keep(r.sim)
	r.copyMS[r.copies%len(r.copyMS)] = r.clock() - start
	r.copies++
	r.spent = 0
}

// due returns after how much wall time of advancing the next checkpoint is. It goes by the median of what copies took:
// one of them may have met the collection of garbage.
func (r *runner) due() float64 {
	n := min(r.copies, len(r.copyMS))
	if n == 0 {
		return checkpointMS
	}
	took := r.copyMS
	slices.Sort(took[:n])
	most := float64(checkpointMost)
	if r.sim.Network().Hosts < smallHosts {
		most = checkpointSmall
	}
	return min(max(checkpointMS, checkpointCost*took[n/2]), most)
}

// advance runs a slice and takes a checkpoint if one is due.
func (r *runner) advance(until int64, left float64) (arrived bool) {
	n := r.pace.slice(left)
	start := r.clock()
	arrived = r.sim.Advance(until, n)
	took := r.clock() - start
	if !arrived {
		r.pace.took(n, took)
	}
	r.count(took)
	return arrived
}

// count adds to the wall time since the checkpoint behind.
func (r *runner) count(ms float64) {
	if c := r.past.before(r.sim.Now()); c != nil && c.ps != r.behind { // passed one, or jumped
		r.behind, r.spent = c.ps, 0
		return
	}
	if r.spent += ms; r.spent >= r.due() {
		r.checkpoint()
	}
}

// jump goes to the latest checkpoint that is not later than a time.
func (r *runner) jump(ps int64) {
	c := r.past.before(ps)
	if c != nil {
		r.behind, r.sim = c.ps, c.sim.Restore(r.sim)
	} else {
		m, err := r.reopen()
		if err != nil {
			panic("the scenario that ran cannot be opened: " + err.Error())
		}
		r.behind, r.sim = -1, m
		m.CountLinks()
	}
	r.spent, r.jumped = 0, true
	r.counts()
}

// counts has a simulation taken from the past count what is asked for now.
func (r *runner) counts() {
	r.sim.WatchFlow(r.flow[0], r.flow[1])
	if r.hol {
		r.sim.CountHoL()
	}
}

// goTo advances to a time, or goes back to it, until the budget of wall time (ms) is used up. A seek also jumps
// forwards to what is known already.
func (r *runner) goTo(until int64, seek bool, budget float64) (arrived bool, took float64) {
	start := r.clock()
	r.search = search{} // given up
	now := r.sim.Now()
	if until < now {
		r.jump(until)
	} else if c := r.past.before(until); seek && c != nil && c.ps > now {
		r.jump(until)
	}
	for {
		arrived = r.advance(until, budget-took)
		if took = r.clock() - start; arrived || took >= budget {
			return arrived, took
		}
	}
}

// aim is what a run goes on until.
type aim struct {
	goal  string
	value float64
	born  uint32 // trees at the beginning
	armed bool   // the load has been above the value
	done  uint64 // packets delivered at the beginning
}

// setOut begins to run towards one of wire's goals.
func (r *runner) setOut(goal string, value float64) {
	var h observe.Header
	r.sim.Measures(&h)
	r.search = search{}
	r.aim = aim{goal: goal, value: value, born: r.sim.Born(), done: h.Delivered}
}

// toward advances until the goal is reached, or a time, or the budget is used up; or to where it is seen that it never will be: a run is sent
// on until something happens, and after the end of a trace's program nothing does.
func (r *runner) toward(limit int64, budget float64) (reached bool, took float64) {
	start := r.clock()
	for {
		if r.sim.Now() >= limit {
			return true, took
		}
		if r.never = r.aim.goal != wire.Event && r.over(); r.never {
			return true, took
		}
		switch r.aim.goal {
		case wire.Event, wire.Delivery:
			stop, event := r.quiet(limit), false
			for range 256 {
				event = r.sim.StepEvent(stop)
				if event && (r.aim.goal == wire.Event || r.delivered() > r.aim.done) || r.sim.Now() >= limit {
					reached = true
					break
				}
				if !event {
					break
				}
			}
			r.count(r.clock() - start - took)
			if r.never = !event && !reached && r.over(); r.never { // what packets have left behind, such as notifications, has come to rest, too
				return true, r.clock() - start
			}
		default:
			period := r.sim.LookPS()
			next := (r.sim.Now()/period + 1) * period
			if r.aim.goal == wire.Tree { // born at a look, which is early or late
				next = r.sim.NextLook()
			}
			if r.advance(min(limit, next), budget-took) {
				reached = r.there()
			}
		}
		if took = r.clock() - start; reached || took >= budget {
			return
		}
	}
}

// over says whether the program of a trace has ended and all of its packets have come, so that what the run goes on until, other than an event,
// cannot come any more.
func (r *runner) over() bool {
	if e, trace := r.sim.Execution(); !trace || e.FinishPS < 0 { // before anything is measured
		return false
	}
	var h observe.Header
	if r.sim.Measures(&h); h.Generated != h.Delivered {
		return false
	}
	return r.aim.goal != wire.Below || r.aim.value <= 0 || !r.aim.armed && h.AcceptedNow < r.aim.value
}

func (r *runner) delivered() uint64 {
	var h observe.Header
	r.sim.Measures(&h)
	return h.Delivered
}

// there looks whether the goal is reached, after a look at the trees.
func (r *runner) there() bool {
	switch r.aim.goal {
	case wire.Tree:
		return r.sim.Born() > r.aim.born
	case wire.Below:
		var h observe.Header
		r.sim.Measures(&h)
		if h.AcceptedNow >= r.aim.value {
			r.aim.armed = true
			return false
		}
		return r.aim.armed
	}
	return true
}

// quietLooks is how many looks at trees steps by events may come by before the clock is asked: where packets are short and links long,
// there may be a hundred thousand between two events.
const quietLooks = 16

// quiet is how far steps by events may go until the clock is asked, to a time at most.
func (r *runner) quiet(limit int64) int64 { return min(limit, r.sim.Now()+quietLooks*r.sim.LookPS()) }

// backMS is the wall time after which a step back shows where it has got to, and goes on when it is asked again.
const backMS = 1000

// search is a step back under way. It goes through the time before the present in spans, each eight times as long, the latest first.
type search struct {
	end      int64       // where it has set out
	from, to int64       // of this span, in which events after from and until to count
	start    *engine.Sim // at from; nil: not there yet
	done     uint64      // packets delivered until the latest of these events that counts, or until from
	at       int64       // when that was, -1: there was none yet
	found    bool        // at is where to go
}

// setBack begins to go back to the latest instant before end, where the step sets out, at which there was an event, or a delivery; to time 0
// if there was none. The present may be another time, as that of an engine that has not led the search so far. Whoever asks once more while
// it searches has the same search go on.
func (r *runner) setBack(goal string, end int64) {
	if under := r.search.end; under > 0 && under == end && goal == r.aim.goal {
		return
	}
	r.aim = aim{goal: goal}
	r.search = search{end: end, from: end, to: end - 1, at: -1}
	r.earlier()
}

// earlier goes to the beginning of the span before the one that has been searched.
func (r *runner) earlier() {
	s := &r.search
	span := 8 * (s.end - s.from)
	if span == 0 {
		span = r.sim.PacketPS()
	} else {
		s.to = s.from
	}
	s.from, s.start = max(0, s.end-span), nil
	r.jump(s.from)
}

// backward goes on with it until the budget of wall time (ms) is used up.
func (r *runner) backward(budget float64) (reached bool) {
	r.jumped = true // what it computes tells no speed
	s, begun := &r.search, r.clock()
	for left := budget; left > 0; left = budget - (r.clock() - begun) {
		switch {
		case s.found:
			if r.sim.Advance(s.at, r.pace.slice(left)) {
				r.search = search{}
				return true
			}
		case s.start == nil:
			if r.sim.Advance(s.from, r.pace.slice(left)) {
				s.start, s.done = r.sim.Clone(), r.delivered()
			}
		default:
			r.seeEvents()
		}
	}
	return false
}

// seeEvents goes through a part of the span.
func (r *runner) seeEvents() {
	s := &r.search
	stop := r.quiet(s.to)
	for range 256 {
		if !r.sim.StepEvent(stop) {
			break
		}
		if r.aim.goal == wire.Event {
			s.at = r.sim.Now()
		} else if d := r.delivered(); d > s.done {
			s.at, s.done = r.sim.Now(), d
		}
	}
	switch {
	case r.sim.Now() < s.to:
	case s.at >= 0 || s.from == 0:
		s.at, s.found, r.sim, s.start = max(s.at, 0), true, s.start, nil
		r.counts() // what was pinned meanwhile
	default:
		r.earlier()
	}
}

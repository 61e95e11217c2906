// Package play decides what the page asks of the engine next.
//
// It is the state behind play, pause, step, seek and speed. The page pulls: one request is in
// flight at a time, so a slow page or a slow engine shows fewer frames and never queues any. All
// simulated times are in ps, all wall times in ms. The package knows nothing of browsers.
package play

import "github.com/congestree/congestree/engine/observe"

// Speeds in simulated ns per second of watching.
const (
	MinSpeed = 10
	MaxSpeed = 1e7
)

// Wall times, in ms.
const (
	minBudget    = 30  // the engine may think so long before it answers,
	maxBudget    = 150 // or longer where pictures take longer anyway, such as those of large networks
	seekBudget   = 300 // so that going back does not show what lies between,
	longBudget   = 600 // nor much of a long way in large networks, whose frames take long; a seek begins with a seekBudget, so that the next one need not wait
	longestStep  = 100 // a page that was away does not make up for it
	checksumTime = 1000
)

// Furthest is the latest simulated time a run goes to, ps.
const Furthest = 1e15

// mostSteps that have been asked for are still to come.
const mostSteps = 1000

// checksumHosts is the largest network whose state is digested while it runs.
const checksumHosts = 2000

// Request is one frame to ask for.
type Request struct {
	Until     int64 // of a step back: where it has set out
	Budget    float64
	Checksum  bool // of whatever state is reached
	OnArrival bool // of the state at Until
	Seek      bool // go there exactly, backwards too
	Goal      Goal // to reach by Until
	Fresh     bool // the goal was not asked for before
}

// Goal is what a run goes on until, or steps to. Its zero value is none.
type Goal struct {
	Kind  string  // one of package wire's goals
	Value float64 // of wire.Below, 0–1
	Back  bool    // the latest instant before
}

// Run is one run of a scenario. Its zero value is paused at time 0 with no speed.
type Run struct {
	Speed float64 // simulated ns per wall second
	Hosts int

	now      int64 // time of the last frame
	playing  bool
	seeking  bool
	target   int64 // of the seek
	legs     int   // requests of it so far
	goal     Goal
	fresh    bool  // the goal has not been asked for yet
	more     int   // times that it is to be reached after this one
	outset   int64 // time at which it was set
	from, to int64 // window to play over and over; to = 0 for none
	sent     Request
	stale    bool // the frame at hand lacks something that was asked for
	want     bool // the checksum of the present state
	inFlight bool
	asked    float64 // wall time of the last request while playing; 0 = none yet
	summed   float64 // wall time of the last checksum
	held     bool    // until the next picture
	resting  bool    // time stands still though the run plays
	picture  float64 // wall time of the last picture
	interval float64 // average wall time between pictures
}

// Restart begins at time 0. The page opens the scenario again.
func (r *Run) Restart() {
	*r = Run{Speed: r.Speed, Hosts: r.Hosts, playing: r.playing, resting: r.resting, stale: true, want: true, picture: r.picture, interval: r.interval}
}

// Play goes on from where the run is, and gives up a seek.
func (r *Run) Play() {
	r.playing, r.seeking, r.goal, r.asked = true, false, Goal{}, 0
}

// Pause stops at the next frame, and wants its checksum.
func (r *Run) Pause() {
	r.playing, r.seeking, r.goal, r.stale, r.want = false, false, Goal{}, true, true
}

// GoTo goes to exactly a time, forwards or backwards, and pauses there.
func (r *Run) GoTo(ps int64) {
	r.playing, r.seeking, r.goal, r.target, r.legs = false, true, Goal{}, ps, 0
}

// Wind goes to a time, and then goes on as before.
func (r *Run) Wind(ps int64) {
	r.seeking, r.goal, r.target, r.legs, r.asked = true, Goal{}, ps, 0, 0
}

// Aim goes on as fast as it can until a goal is reached, and pauses there.
func (r *Run) Aim(g Goal) {
	if !g.Back || !r.goal.Back { // while a step back is under way, what it comes by is shown
		r.outset = r.now
	}
	if g != r.goal {
		r.more = 0
	}
	r.playing, r.seeking, r.goal, r.fresh = false, false, g, true
}

// Step is Aim for steps, which add up: one that comes before the last has been made follows it. Of a key that is held down one waits at most.
func (r *Run) Step(g Goal, held bool) {
	switch {
	case r.goal != g:
		r.Aim(g)
	case held:
		r.more = max(r.more, 1)
	default:
		r.more = min(r.more+1, mostSteps)
	}
}

// Aiming says whether the run is on its way to a goal.
func (r *Run) Aiming() bool { return r.goal.Kind != "" }

// Missed says whether the last answer was to the goal, and has not reached it.
func (r *Run) Missed() bool { return r.Aiming() && !r.fresh && !r.inFlight }

// Ends says whether a deadlock ends what the run does, one that has just been found or one that was there before the last answer: it plays,
// or is on the way to what may never come. On its way back it may come by any.
func (r *Run) Ends(found bool) bool {
	if r.goal.Back {
		return false
	}
	return found && (r.playing || r.Aiming()) || !found && r.Missed()
}

// Goal returns it; its Kind is "" without one.
func (r *Run) Goal() Goal { return r.goal }

// Outset returns the time at which the goal was set that the run goes to, or has gone to last.
func (r *Run) Outset() int64 { return r.outset }

// Loop plays a window of time (ps) over and over; none if it is empty.
func (r *Run) Loop(from, to int64) {
	if r.from, r.to = from, to; to <= from {
		r.from, r.to = 0, 0
	}
}

// Window returns what Loop has set; to is 0 without.
func (r *Run) Window() (from, to int64) { return r.from, r.to }

// LastFifth is a window to loop where none is named: the last fifth of so much time (ps), to three digits, as people write times.
func LastFifth(of int64) (from, to int64) {
	unit := int64(1)
	for unit <= of/1000 {
		unit *= 10
	}
	to = of - of%unit
	from = to - to/5
	return from - from%unit, to
}

// Touch asks for a frame even if the run stands still.
func (r *Run) Touch() { r.stale = true }

// Playing says whether time goes on by itself.
func (r *Run) Playing() bool { return r.playing }

// Seeking says whether the run is on its way to a time.
func (r *Run) Seeking() bool { return r.seeking }

// Sought returns the time of the last seek; 0 without.
func (r *Run) Sought() int64 { return r.target }

// Now returns the simulated time of the last frame.
func (r *Run) Now() int64 { return r.now }

// Ahead returns where the run is or will be with the next answer.
func (r *Run) Ahead() int64 {
	switch {
	case r.seeking:
		return r.target
	case r.inFlight && r.sent.Goal.Kind == "":
		return max(r.now, r.sent.Until)
	}
	return r.now
}

// Stands says whether a request that was sent is still what the run wants.
func (r *Run) Stands(q Request) bool {
	switch {
	case q.Seek:
		return r.seeking && r.target == q.Until
	case q.Goal.Kind != "":
		return r.goal == q.Goal && !r.fresh
	}
	return q.Until <= r.now || r.playing && !r.seeking && r.goal.Kind == ""
}

// Forget gives up the request in flight: its answer will not be taken in.
func (r *Run) Forget() { r.inFlight, r.stale = false, true }

// InFlight says whether an answer is due.
func (r *Run) InFlight() bool { return r.inFlight }

// Hold lets a run that plays wait until Release or Picture, which the page calls at its next
// picture; so an engine that keeps up is asked once per picture.
func (r *Run) Hold() { r.held = true }

// Release ends Hold.
func (r *Run) Release() { r.held = false }

// Rest has time stand still while the run plays, until it is called with false: nobody watches. Seeks and goals go on.
func (r *Run) Rest(on bool) { r.resting, r.asked = on, 0 }

// Resting says whether it does.
func (r *Run) Resting() bool { return r.resting }

// Picture ends Hold and notes the wall time at which a picture was drawn. One that was held back says nothing of how fast they can be.
func (r *Run) Picture(wall float64, held bool) {
	if d := wall - r.picture; r.picture > 0 && d < 2000 && !held {
		r.interval += (d - r.interval) / 8
	}
	r.picture, r.held = wall, false
}

// Next returns the request to send at a wall time, if there is one.
func (r *Run) Next(wall float64) (Request, bool) {
	if r.inFlight || r.held && r.playing && !r.seeking {
		return Request{}, false
	}
	q := Request{Until: r.now, Budget: min(max(r.interval, minBudget), maxBudget)}
	if r.playing && !r.seeking && r.to > 0 && (r.now >= r.to || r.now < r.from) {
		r.seeking, r.target, r.legs, r.asked = true, r.from, 0, 0
	}
	switch {
	case r.seeking:
		q.Until, q.Seek, q.OnArrival, q.Budget = r.target, true, !r.playing, seekBudget
		if r.legs++; r.legs > 1 && r.Hosts > checksumHosts {
			q.Budget = longBudget
		}
	case r.goal.Kind != "":
		q.Until, q.Goal, q.Fresh, q.OnArrival = Furthest, r.goal, r.fresh, true
		if r.goal.Back {
			q.Until = r.outset
		}
		r.fresh = false
	case r.playing && !r.resting:
		dt := 16.0
		if r.asked > 0 {
			dt = min(wall-r.asked, longestStep)
		}
		r.asked = wall
		q.Until += max(int64(dt*r.Speed), 1) // ms × ns/s = ps
		if r.to > 0 {
			q.Until = min(q.Until, r.to)
		}
		if r.Hosts <= checksumHosts && wall-r.summed >= checksumTime {
			r.summed, q.Checksum = wall, true
		}
	case r.stale:
		q.Checksum = r.want
		r.stale, r.want = false, false
	default:
		return Request{}, false
	}
	r.inFlight, r.sent = true, q
	return q, true
}

// Arrived takes the answer in, and whether the goal is reached, and says whether that ends a seek or a goal.
func (r *Run) Arrived(h *observe.Header, reached bool) (ended bool) {
	r.inFlight, r.now = false, h.TimePS
	switch {
	case r.seeking && r.sent.Seek && r.sent.Until == r.target && h.TimePS == r.target && (r.playing || r.sent.OnArrival): // else it was sent while the run played
		r.seeking = false
		return true
	case r.goal.Kind != "" && r.sent.Goal == r.goal && !r.fresh && reached:
		if r.more > 0 {
			r.more, r.fresh, r.outset = r.more-1, true, r.now
			return false
		}
		r.goal = Goal{}
		return true
	}
	return false
}

// Behind says whether the engine could not get as far as it was asked to, so that the next
// request need not wait for the next picture.
func (r *Run) Behind(h *observe.Header) bool {
	return r.seeking || r.Aiming() || h.TimePS < h.TargetPS && r.playing
}

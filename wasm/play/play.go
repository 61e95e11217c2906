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
	longestStep  = 100 // a page that was away does not make up for it
	checksumTime = 1000
)

// checksumHosts is the largest network whose state is digested while it runs.
const checksumHosts = 2000

// Request is one frame to ask for.
type Request struct {
	Until     int64
	Budget    float64
	Checksum  bool // of whatever state is reached
	OnArrival bool // of the state at Until
}

// Run is one run of a scenario. Its zero value is paused at time 0 with no speed.
type Run struct {
	Speed float64 // simulated ns per wall second
	Hosts int

	now      int64 // time of the last frame
	playing  bool
	seeking  bool
	target   int64 // of the seek
	stale    bool  // the frame at hand lacks something that was asked for
	want     bool  // the checksum of the present state
	inFlight bool
	until    int64   // of the request in flight
	asked    float64 // wall time of the last request while playing; 0 = none yet
	summed   float64 // wall time of the last checksum
	held     bool    // until the next picture
	picture  float64 // wall time of the last picture
	interval float64 // average wall time between pictures
}

// Restart begins at time 0. The page opens the scenario again.
func (r *Run) Restart() {
	*r = Run{Speed: r.Speed, Hosts: r.Hosts, playing: r.playing, stale: true, want: true, picture: r.picture, interval: r.interval}
}

// Play goes on from where the run is, and gives up a seek.
func (r *Run) Play() {
	r.playing, r.seeking, r.asked = true, false, 0
}

// Pause stops at the next frame, and wants its checksum.
func (r *Run) Pause() {
	r.playing, r.seeking, r.stale, r.want = false, false, true, true
}

// GoTo goes to exactly a time and pauses there. It says whether the engine must begin anew,
// since it only goes forwards; the page then calls Restart and GoTo again.
func (r *Run) GoTo(ps int64) (anew bool) {
	if ps < r.Ahead() {
		return true
	}
	r.playing, r.seeking, r.target = false, true, ps
	return false
}

// Touch asks for a frame even if the run stands still.
func (r *Run) Touch() { r.stale = true }

// Playing says whether time goes on by itself.
func (r *Run) Playing() bool { return r.playing }

// Seeking says whether the run is on its way to a time.
func (r *Run) Seeking() bool { return r.seeking }

// Now returns the simulated time of the last frame.
func (r *Run) Now() int64 { return r.now }

// Ahead returns the latest time that the engine may be at by now.
func (r *Run) Ahead() int64 {
	if r.inFlight {
		return max(r.now, r.until)
	}
	return r.now
}

// InFlight says whether an answer is due.
func (r *Run) InFlight() bool { return r.inFlight }

// Hold lets a run that plays wait until Release or Picture, which the page calls at its next
// picture; so an engine that keeps up is asked once per picture.
func (r *Run) Hold() { r.held = true }

// Release ends Hold.
func (r *Run) Release() { r.held = false }

// Picture ends Hold and notes the wall time at which a picture was drawn.
func (r *Run) Picture(wall float64) {
	if d := wall - r.picture; r.picture > 0 && d < 2000 {
		r.interval += (d - r.interval) / 8
	}
	r.picture, r.held = wall, false
}

// Next returns the request to send at a wall time, if there is one.
func (r *Run) Next(wall float64) (Request, bool) {
	if r.inFlight || r.held && r.playing {
		return Request{}, false
	}
	q := Request{Until: r.now, Budget: min(max(r.interval, minBudget), maxBudget)}
	switch {
	case r.seeking:
		q.Until, q.OnArrival = r.target, true
	case r.playing:
		dt := 16.0
		if r.asked > 0 {
			dt = min(wall-r.asked, longestStep)
		}
		r.asked = wall
		q.Until += max(int64(dt*r.Speed), 1) // ms × ns/s = ps
		if r.Hosts <= checksumHosts && wall-r.summed >= checksumTime {
			r.summed, q.Checksum = wall, true
		}
	case r.stale:
		q.Checksum = r.want
		r.stale, r.want = false, false
	default:
		return Request{}, false
	}
	r.inFlight, r.until = true, q.Until
	return q, true
}

// Arrived takes the answer in, and says whether it ends a seek.
func (r *Run) Arrived(h *observe.Header) (reached bool) {
	r.inFlight, r.now = false, h.TimePS
	if r.seeking && h.TimePS >= r.target {
		r.seeking = false
		return true
	}
	return false
}

// Behind says whether the engine could not get as far as it was asked to, so that the next
// request need not wait for the next picture.
func (r *Run) Behind(h *observe.Header) bool {
	return h.TimePS < h.TargetPS && (r.playing || r.seeking)
}

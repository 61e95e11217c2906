package main

// What is read out of the summary, whose text changes every second while it plays: a person who listens would hear nothing else.

// hearEvery is how often (ms) it is read out while the simulation plays, of which reading takes up to half, and hearRest how long an instant must have been at
// rest to be read out: who steps quickly, or drags the timeline, hears where it ends. What happens meanwhile is told by the
// marks of the timeline.
const (
	hearEvery = 30_000
	hearRest  = 400
)

// heard is the text that is read out.
type heard struct {
	said   string
	saidAt float64
	last   string // what rested, since when
	since  float64
}

// tell takes the summary as it is at a wall time (ms), and returns what is read out.
func (h *heard) tell(summary string, paused bool, t float64) string {
	if summary != h.last {
		h.last, h.since = summary, t
	}
	if summary != h.said && (h.said == "" || paused && t-h.since >= hearRest || !paused && t-h.saidAt >= hearEvery) {
		h.said, h.saidAt = summary, t
	}
	return h.said
}

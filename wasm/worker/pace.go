package main

// How many events a slice may hold, so that it takes about sliceMS of wall time.

const (
	sliceMS   = 10
	minEvents = 1 << 10
	maxEvents = 1 << 24
)

// pace adapts the slice to the speed it measures.
type pace struct{ events int }

// slice returns the number of events of the next slice, given the wall time left.
func (p *pace) slice(leftMS float64) int {
	if p.events == 0 {
		p.events = 1 << 13
	}
	n := p.events
	if leftMS < sliceMS {
		n = int(float64(n) * leftMS / sliceMS)
	}
	return max(n, minEvents)
}

// took learns from a slice of n events that ran its full length.
func (p *pace) took(n int, ms float64) {
	want := 2 * n // faster than the clock can tell
	if ms > 0.5 {
		want = int(float64(n) * sliceMS / ms)
	}
	p.events = min(max(want, p.events/2, minEvents), 2*p.events, maxEvents)
}

// speed is a decaying average of packet-hops per second of wall time.
type speed struct{ hops, seconds float64 }

// add counts hops made, and the wall time they took.
func (s *speed) add(hops uint64, ms float64) {
	const keep = 0.97
	s.hops = keep*s.hops + float64(hops)
	s.seconds = keep*s.seconds + ms/1000
}

// perSecond returns the average, or 0 while it would be noise.
func (s *speed) perSecond() float64 {
	if s.seconds < 0.001 {
		return 0
	}
	return s.hops / s.seconds
}

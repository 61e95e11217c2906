package traffic

// When packets are generated: gaps between them, and rates that change.

import (
	"math"
	"math/bits"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
)

// Timed is a pattern whose hosts do not all generate the offered load all the time.
type Timed interface {
	Pattern
	// Rate returns what a host generates at time now (ps), in millionths of the offered load, and until
	// when that holds (Never: for good). It depends on its arguments only.
	Rate(src uint32, now int64) (micro, until int64)
}

// Gaps draws the times between the packets one host generates.
type Gaps struct {
	MeanPS  int64 // 0: the host generates nothing
	Poisson bool  // exponential gaps, else equal ones
	Timed   Timed // changes of the rate; nil: there are none
}

// GapsOf reads the load and the kind of generation; packetPS is the time of one packet on a link.
func GapsOf(s scenario.Scenario, packetPS int64) Gaps {
	g := Gaps{Poisson: s.Get("generation") == "poisson"}
	if load := s.Micro("load"); load > 0 {
		g.MeanPS = (packetPS*scenario.Micro + load/2) / load
	}
	return g
}

// Never is the time of an event that does not come.
const Never = math.MaxInt64

// First returns the time of a host's first packet, ps, or Never: evenly spread over one gap, or exponential.
func (g Gaps) First(r *random.Source) int64 {
	switch {
	case g.MeanPS == 0:
		return Never
	case g.Poisson:
		return r.ExpOf(g.MeanPS)
	}
	return int64(r.Uint64() % uint64(g.MeanPS))
}

// Next returns the time of the packet after the one at time t, both ps.
func (g Gaps) Next(t int64, r *random.Source) int64 {
	if g.Poisson {
		return t + max(1, r.ExpOf(g.MeanPS))
	}
	return t + g.MeanPS
}

// FirstOf is First with the changes of the host's rate.
func (g Gaps) FirstOf(src uint32, r *random.Source) int64 {
	t := g.First(r)
	if g.Timed == nil || t == Never {
		return t
	}
	return g.after(src, 0, t)
}

// NextOf is Next with the changes of the host's rate.
func (g Gaps) NextOf(src uint32, t int64, r *random.Source) int64 {
	next := g.Next(t, r)
	if g.Timed == nil {
		return next
	}
	return g.after(src, t, next-t)
}

// after returns when a host has generated as much as it would in a time gap at the offered load: the
// gap stretches where the rate is lower. Poisson generation stays one of that rate.
func (g Gaps) after(src uint32, t, gap int64) int64 {
	for {
		rate, until := g.Timed.Rate(src, t)
		switch {
		case rate <= 0 && until == Never:
			return Never
		case rate > 0:
			need := stretch(gap, scenario.Micro, rate)
			if until == Never || need < until-t {
				return t + max(1, need)
			}
			gap = max(0, gap-stretch(until-t, rate, scenario.Micro))
		}
		t = until
	}
}

// stretch is t·a/b, rounded down, without overflowing; t < 2^62.
func stretch(t, a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(t), uint64(a))
	if hi >= uint64(b) {
		return Never / 2
	}
	q, _ := bits.Div64(hi, lo, uint64(b))
	return int64(min(q, Never/2))
}

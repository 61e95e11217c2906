package play

// Several runs in lockstep: what is asked of one is asked of all, and nothing is shown before all are there.

import "github.com/congestree/congestree/engine/observe"

// Pack leads one request of a Run through several engines. Its zero value has none under way.
//
// To a time all of them go at once, and whoever is not there when its budget is used up is asked again. To a goal
// one leads, from where all have been shown, and the others follow to wherever it has got. So no run is shown later than the slowest.
type Pack struct {
	run   Request // what the run asked for
	q     Request // what is asked of the engines
	lead  int     // who goes to the goal; -1: all go to q.Until
	there []bool
	left  int
	asked []int   // how often, by engine
	asks  int     // the most of them
	since int64   // time at the beginning
	reach int64   // so far the slowest gets in one answer while it plays, ps; 0 = not known yet
	met   bool    // the goal
	nears bool    // the lead is on its way to where it sets out
	at    []int64 // where each is as far as is known; nil = it is not
}

// firstReach is how far the first picture goes while engines play that nobody has heard of yet, ps.
const firstReach = 100_000

// Ask is a request to one of the engines.
type Ask struct {
	Engine int
	Request
}

// Busy says whether a request is under way.
func (p *Pack) Busy() bool { return p.left > 0 }

// Drop forgets the request under way, and where the engines are.
func (p *Pack) Drop() { p.left, p.at = 0, nil }

// Of returns the run's request that is under way.
func (p *Pack) Of() Request { return p.run }

// Begin leads q through n engines, which have all been shown at time now, but for those that are still catching up. A goal is that of the
// engine lead, which sets out if another one has led so far.
func (p *Pack) Begin(q Request, n, lead int, now int64) []Ask {
	q.Fresh = q.Fresh || q.Goal.Kind != "" && lead != p.lead
	p.run, p.q, p.since, p.left, p.asks, p.met, p.lead, p.nears = q, q, now, n, 1, false, -1, false
	if len(p.at) != n {
		p.at = make([]int64, n)
		for i := range p.at {
			p.at[i] = -1
		}
	}
	p.there, p.asked = make([]bool, n), make([]int, n)
	if q.Goal.Kind != "" {
		p.lead = lead
		if !q.Goal.Back && p.at[lead] != now { // a step back says where it has set out
			p.nears, p.run.Fresh = true, true
			return []Ask{{lead, Request{Until: now, Seek: true, Budget: seekBudget}}}
		}
		return []Ask{{lead, q}}
	}
	if q.Checksum { // of the state that all reach
		p.q.Checksum, p.q.OnArrival = false, true
	}
	if p.plays() {
		if p.reach == 0 {
			p.reach = firstReach
		}
		p.q.Until = min(q.Until, now+p.reach)
	}
	return p.all(-1)
}

// plays says whether the request is one that time goes on by.
func (p *Pack) plays() bool { return !p.run.Seek && p.lead < 0 && p.run.Until > p.since }

// all asks everybody but one.
func (p *Pack) all(but int) (out []Ask) {
	for i := range p.there {
		if i != but {
			p.asked[i]++
			out = append(out, Ask{i, p.q})
		}
	}
	return out
}

// Answer takes the answer of an engine in. It returns what is to be asked next; done says that all are there.
func (p *Pack) Answer(engine int, h *observe.Header, reached bool) (next []Ask, done bool) {
	if p.left == 0 || engine >= len(p.there) || p.there[engine] {
		return nil, false
	}
	p.at[engine] = h.TimePS
	switch {
	case p.nears && h.TimePS != p.since:
		return []Ask{{engine, Request{Until: p.since, Seek: true, Budget: seekBudget}}}, false
	case p.nears:
		p.nears = false
		return []Ask{{engine, p.run}}, false
	case p.lead == engine: // wherever it has got to
		p.there[engine], p.met = true, reached
		p.left--
		p.q = Request{Until: h.TimePS, Seek: true, OnArrival: reached, Budget: seekBudget}
		return p.all(engine), p.left == 0
	}
	if h.TimePS != p.q.Until {
		p.asked[engine]++
		p.asks = max(p.asks, p.asked[engine])
		return []Ask{{engine, p.q}}, false
	}
	p.there[engine] = true
	if p.left--; p.left > 0 {
		return nil, false
	}
	if p.plays() {
		if went := p.q.Until - p.since; p.asks > 1 {
			p.reach = max(1, went/int64(p.asks))
		} else {
			p.reach = max(p.reach, went+went/2+1)
		}
	}
	return nil, true
}

// Sum makes of the header of one that is there the answer of all of them, for Run.Arrived and Run.Behind.
func (p *Pack) Sum(h observe.Header) (sum observe.Header, reached bool) {
	if p.lead < 0 {
		h.TargetPS = max(p.run.Until, h.TimePS)
	}
	return h, p.met
}

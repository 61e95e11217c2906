package traffic

// Loads that grow while a simulation runs.

import "github.com/congestree/congestree/engine/scenario"

func init() {
	scenario.AddField(scenario.Field{Name: "ramp", Label: "Ramp until", Group: "Traffic", Unit: "µs", Kind: scenario.Decimal, Max: 1_000_000 * scenario.Micro, Default: "0",
		When: "traffic!=VEF-*|PTRANS-*|IO-*", Rank: 47,
		Doc: "Up to this time the load grows from 0 to the offered load in a hundred equal steps, as the incremental rates of [FBICM] Table 1; 0 = the whole load at once."})
}

const rampSteps = 100

// ramped is a pattern whose load grows: in the k-th hundredth of the time up to until it is k % of
// what it would be ("incremental", [FBICM] Table 1, says no more; that it is linear in time is a reading).
type ramped struct {
	Pattern
	timed Timed // the same pattern, if its rate changes as well
	step  int64 // ps
}

// ramp returns the pattern with a load that grows until a time, ps; 0: it does not.
func ramp(p Pattern, until int64) Pattern {
	if until <= 0 {
		return p
	}
	timed, _ := p.(Timed)
	return ramped{p, timed, max(1, until/rampSteps)}
}

func (r ramped) Rate(src uint32, now int64) (micro, until int64) {
	micro, until = scenario.Micro, Never
	if r.timed != nil {
		micro, until = r.timed.Rate(src, now)
	}
	if k := now/r.step + 1; k < rampSteps {
		micro, until = micro*k/rampSteps, min(until, k*r.step)
	}
	return micro, until
}

// Window implements Windowed for a pattern that is.
func (r ramped) Window() (from, until int64) {
	if w, ok := r.Pattern.(Windowed); ok {
		return w.Window()
	}
	return 0, Never
}

package traffic

// When the traffic gets to what it is about.

import "github.com/congestree/congestree/engine/scenario"

// BeginsPS returns when (ps) the traffic of a scenario has become what its name promises: its hot spot is on, or, while the
// load grows, a twentieth of it is reached, from which on a quarter of 64 hosts ask one for more than its link. 0: from the
// beginning.
func BeginsPS(s scenario.Scenario) int64 {
	const micro = scenario.Micro * psPerMicro // ps in a µs
	begin := max(0, s.Micro("ramp")*psPerMicro/20)
	t := s.Get("traffic")
	for k, c := range fbicmCases {
		if k > 0 && t == fbicmPrefix+string(rune('0'+k)) {
			return max(begin, c.from*micro, c.ramp*micro/20)
		}
	}
	if f := scenario.Lookup("hotspot-from"); f != nil && f.Active(s) {
		begin = max(begin, s.Micro("hotspot-from")*psPerMicro)
	}
	return begin
}

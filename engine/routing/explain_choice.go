package routing

// How the algorithms with a choice make it, with the credits they see. Each asks its own Pick, on a copy of what
// it may change, so that explanation and decision cannot differ.

import (
	"math/bits"

	"github.com/congestree/congestree/engine/explain"
)

func (dmodk) Explain(c *Choice, _ int) explain.Decision {
	return explain.Decision{Is: int(c.Det)}
}

func (oblivious) Explain(c *Choice, _ int) explain.Decision {
	return explain.Decision{Is: -1, Why: []explain.Sentence{
		explain.Say("Oblivious: one of the up ports {0}, each with a probability of 1/{1}, whatever their credits", portsOf(c.Candidates, nil), explain.N(bits.OnesCount64(c.Candidates)))}}
}

func (r restricted) Explain(c *Choice, stage int) explain.Decision {
	N := explain.N[int]
	det, have, capacity := int(c.Det), int(c.Free(int(c.Det))), int(c.Capacity)
	if r.stages>>stage&1 == 0 {
		return explain.Decision{Is: det, Why: []explain.Sentence{explain.Say("Adaptive: not at stage {0} (restriction of stages) → D-mod-K's port {1}", N(stage), N(det))}}
	}
	var why []explain.Sentence
	if r.delta > 1 {
		why = append(why, explain.Say("Restriction of ports, Δ = {0}: one in {0}, D-mod-K's port {1} among them → candidates are the up ports {2}",
			explain.N(r.delta), N(det), portsOf(c.Candidates, nil)))
	}
	was := *c.Congested
	copied := *c
	copied.Congested = &was
	is := int(r.Pick(&copied))
	if r.trigger != noTH {
		low, high := int(r.low.credits(c.Capacity, r.parts(c.Ports))), int(r.high.credits(c.Capacity, r.parts(c.Ports)))
		held := r.trigger == twoTH && *c.Congested>>c.Det&1 != 0
		switch {
		case have >= low && !held:
			return explain.Decision{Is: is, Why: append(why, explain.Say("Trigger: D-mod-K's port {0} has {1} of {2} credits, no fewer than {3} ({4} %) → port {0}", N(det), N(have), N(capacity), N(low), N(int(r.low))))}
		case held && have >= high:
			return explain.Decision{Is: is, Why: append(why, explain.Say("Trigger: D-mod-K's port {0} was congested and has {1} of {2} credits again, no fewer than {3} ({4} %) → port {0}",
				N(det), N(have), N(capacity), N(high), N(int(r.high))))}
		case held && have >= low:
			why = append(why, explain.Say("Trigger: D-mod-K's port {0} was congested, and has {1} of {2} credits, still fewer than {3} ({4} %): another one is looked for (hysteresis)",
				N(det), N(have), N(capacity), N(high), N(int(r.high))))
		default:
			why = append(why, explain.Say("Trigger: D-mod-K's port {0} has {1} of {2} credits, fewer than {3} ({4} %): another one is looked for", N(det), N(have), N(capacity), N(low), N(int(r.low))))
		}
	}
	why = append(why, explain.Say("Credits by port: {0} (of {1})", portsOf(c.Candidates|1<<c.Det, func(p int) uint16 { return c.Free(p) }), N(capacity)))
	if ready := c.Candidates & c.Ready; ready != 0 && ready != c.Candidates {
		if _, any := c.mostOf(ready, 0); any {
			why = append(why, explain.Say("Packets leave by the others just now: of the candidates only the ports {0} count", portsOf(ready, nil)))
		}
	}
	above := int(r.low.above(c.Capacity, r.parts(c.Ports)))
	switch {
	case is == det && have == 0 && r.trigger == noTH:
		why = append(why, explain.Say("No candidate has credits → D-mod-K's port {0}", N(is)))
	case is == det && r.trigger != noTH && have <= above:
		why = append(why, explain.Say("No candidate has more than {0} → D-mod-K's port {1}", N(above), N(is)))
	default:
		why = append(why, explain.Say("Most credits, of equals the first from port {0} on, opposite its input: {1} → port {2}", N(int(c.From)), N(int(c.Free(is))), N(is)))
	}
	return explain.Decision{Is: is, Why: why}
}

func (a afi) Explain(c *Choice, _ int) explain.Decision {
	N := explain.N[int]
	copied := *c
	is, det := int(a.Pick(&copied)), int(c.Det)
	full, capacity := int(c.Capacity)-int(c.Free(det)), int(c.Capacity)
	if full*100 < int(a.percent)*capacity {
		return explain.Decision{Is: is, Why: []explain.Sentence{
			explain.Say("AFI: behind D-mod-K's port {0} the VC is filled with {1} of {2} packets, less than {3} % → port {0}", N(det), N(full), N(capacity), explain.N(a.percent))}}
	}
	why := []explain.Sentence{
		explain.Say("AFI: behind D-mod-K's port {0} the VC is filled with {1} of {2} packets, {3} % or more: the emptiest adapted-flow channel is looked for", N(det), N(full), N(capacity), explain.N(a.percent)),
		explain.Say("Credits of the AFC by port: {0}", portsOf(c.Candidates&^(1<<c.Det), func(p int) uint16 { return uint16(c.AFC[p*c.Stride] >> c.AFCShift) })),
	}
	if copied.Adapted {
		why = append(why, explain.Say("→ port {0}; the packet is adapted: it moves to the AFC, and follows D-mod-K from there", N(is)))
	} else {
		why = append(why, explain.Say("None has any → D-mod-K's port {0}", N(is)))
	}
	return explain.Decision{Is: is, Why: why}
}

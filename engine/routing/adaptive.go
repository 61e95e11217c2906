package routing

// Adaptive routing with the three restrictions of [RAR], also under its name in [AFI], and when a choice of port is final.

import (
	"math"
	"math/bits"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
)

func init() {
	register(scenario.Option{Name: "adaptive", Label: "Adaptive", Rank: 3, Source: "[RAR] §4.2, Algorithm 1",
		Doc: "The up port whose next buffer has the most free credits for the packet's VC, under the three restrictions of [RAR]: when to look for one (trigger), " +
			"at which stages, and among how many ports. Without any of them it is the fully adaptive routing of the literature."},
		func(s scenario.Scenario) Algorithm {
			stages := map[string]uint64{"AS": ^uint64(0), "FS": 1 << 1, "SS": 1 << 2}[s.Get("stages")]
			return restricted{trigger: triggers[s.Get("trigger")], stages: stages, delta: uint32(s.Int("delta")), comb: comb(uint32(s.Int("delta"))),
				low: freeAt(s.Int("threshold")), high: freeAt(s.Int("release")), ofVOQ: thresholdsOfVOQs(s)}
		})
	register(scenario.Option{Name: "adaptive-th", Label: "Adaptive-th", Rank: 4, Source: "[AFI] §V-A",
		Doc: "Adaptive with one threshold and no other restriction (TH, AS, K), under the name it has in [AFI]."},
		func(s scenario.Scenario) Algorithm {
			return restricted{trigger: th, stages: ^uint64(0), delta: 1, comb: comb(1), low: freeAt(s.Int("threshold")), ofVOQ: thresholdsOfVOQs(s)}
		})
	for _, f := range []scenario.Field{
		{Name: "trigger", Label: "Trigger", Kind: scenario.Choice, Default: "NoTH", When: "routing=adaptive", Rank: 21, MidRun: true,
			Doc: "What makes a packet look for another port than D-mod-K's.",
			Options: []scenario.Option{
				{Name: "NoTH", Label: "NoTH — always", Rank: 1, Source: "[RAR] §4.2.1", Doc: "Every packet takes the port with the most credits."},
				{Name: "TH", Label: "TH — one threshold", Rank: 2, Source: "[RAR] §4.2.1", Doc: "While the next buffer of D-mod-K's port has fewer free credits than the threshold leaves."},
				{Name: "2TH", Label: "2TH — two thresholds", Rank: 3, Source: "[RAR] §4.2.1", Doc: "From then on, until it has as many free credits as the release leaves (hysteresis, by port and VC)."},
			}},
		{Name: "stages", Label: "Adaptive stages", Kind: scenario.Choice, Default: "AS", When: "routing=adaptive", Rank: 22, MidRun: true,
			Doc: "Where packets may look for another port; elsewhere they follow D-mod-K.",
			Options: []scenario.Option{
				{Name: "AS", Label: "AS — all", Rank: 1, Source: "[RAR] §4.2.2 (*S)"},
				{Name: "FS", Label: "FS — first (leaf)", Rank: 2, Source: "[RAR] §4.2.2 (1S)"},
				{Name: "SS", Label: "SS — second", Rank: 3, Source: "[RAR] §4.2.2 (2S)"},
			}},
		{Name: "delta", Label: "Port spacing Δ", Kind: scenario.Int, Min: 1, Max: 32, Default: "1", When: "routing=adaptive", Rank: 23, MidRun: true,
			Doc: "Only the up ports whose distance from D-mod-K's port is a multiple of Δ are candidates, K/Δ of K ([RAR] §4.2.3); 1 = all."},
		{Name: "threshold", Label: "Threshold", Unit: "% full", Kind: scenario.Int, Min: 1, Max: 100, Default: "75", When: "routing=adaptive-th or trigger=TH|2TH", Rank: 24, MidRun: true,
			Doc: "Filling of the next buffer on D-mod-K's port above which, or with AFI from which on, another one is looked for: 75 % leaves 25 % of the credits (LTTh of [RAR] §5.2; [AFI] §V-A)."},
		{Name: "release", Label: "Release", Unit: "% full", Kind: scenario.Int, Min: 0, Max: 99, Default: "50", When: "trigger=2TH", Rank: 25, MidRun: true,
			Doc: "Filling down to which D-mod-K's port must have emptied before it is taken again: 50 % leaves 50 % of the credits (HTTh of [RAR] §5.2)."},
		{Name: thresholdField, Label: "Thresholds of", Kind: scenario.Choice, Default: "vc", Rank: 25,
			When: "trigger=TH|2TH and crossbar=demultiplexed|multiplexed or routing=adaptive-th and crossbar=demultiplexed|multiplexed",
			Doc:  "With VOQs, the buffer of which threshold and release are shares.",
			Options: []scenario.Option{
				{Name: "vc", Label: "A VC's buffer", Rank: 1, Source: "[RAR] §5.2", Doc: "The packets of a VC in the next buffer."},
				{Name: perVOQ, Label: "A VOQ's part of it", Rank: 2, Source: "[RAR] Table 3", Doc: "These packets divided by the ports of a switch, as each has a VOQ. That is often less than one packet: " +
					"then another port is looked for when D-mod-K's has no credits, and any credit will do."},
			}},
		{Name: choiceField, Label: "Port is chosen", Kind: scenario.Choice, Default: untilItLeaves, When: "routing=adaptive|adaptive-th and crossbar=demultiplexed|multiplexed", Rank: 26, MidRun: true,
			Doc: "When a packet's choice of an up port is final, where VOQs let it wait for any.",
			Options: []scenario.Option{
				{Name: untilItLeaves, Label: "Until it leaves", Rank: 1, Source: "[RAR] §5.1: the arbiter models the path selection",
					Doc: "The head of a VOQ chooses again whenever credits have changed or a port has become free, and prefers ports that are."},
				{Name: "arrival", Label: "On arrival", Rank: 2, Doc: "Once at each switch, by the credits when its head arrives; so it is without VOQs, where a packet is bound to its place in the queue."},
			}},
	} {
		f.Group = "Routing"
		scenario.AddField(f)
	}
	scenario.AddRule(func(s scenario.Scenario) *scenario.Error {
		if s.Get("routing") == "adaptive" && s.Get("trigger") == "2TH" && s.Int("release") > s.Int("threshold") {
			return &scenario.Error{Field: "release", Value: s.Get("release"), Reason: "the release must not lie above the threshold, " + s.Get("threshold") + " % full"}
		}
		return nil
	})
}

// The field that says when the choice is final, and its default; the one that says what thresholds are shares of.
const (
	choiceField    = "choice"
	untilItLeaves  = "leaving"
	thresholdField = "threshold-of"
	perVOQ         = "voq"
)

func thresholdsOfVOQs(s scenario.Scenario) bool {
	return scenario.Lookup(thresholdField).Active(s) && s.Get(thresholdField) == perVOQ
}

// Revisits says whether the packets of a scenario that wait at the heads of VOQs choose their up port again.
func Revisits(s scenario.Scenario) bool {
	return scenario.Lookup(choiceField).Active(s) && s.Get(choiceField) == untilItLeaves
}

const (
	noTH = iota
	th
	twoTH
)

var triggers = map[string]uint8{"NoTH": noTH, "TH": th, "2TH": twoTH}

// free is a share of a buffer that is free, in percent; freeAt is the one a filling leaves.
type free uint32

func freeAt(filling int64) free { return free(100 - filling) }

// credits returns the share of a part of a buffer, rounded up: having fewer is having less than the share.
func (f free) credits(capacity uint16, parts uint32) uint16 {
	return uint16((uint32(f)*uint32(capacity) + 100*parts - 1) / (100 * parts))
}

// above returns the share rounded down: having more is having more than the share.
func (f free) above(capacity uint16, parts uint32) uint16 {
	return uint16(uint32(f) * uint32(capacity) / (100 * parts))
}

// restricted is [RAR] Algorithm 1: adaptive routing with its three restrictions.
type restricted struct {
	trigger   uint8
	stages    uint64 // bit s: packets may adapt at stage s (1 = leaf)
	delta     uint32
	comb      uint64 // every Δ-th port
	low, high free   // LTTh and HTTh
	ofVOQ     bool   // these are shares of a VOQ's part of a buffer
}

// parts is of how many parts of a buffer thresholds are the shares of one.
func (r restricted) parts(ports int) uint32 {
	if r.ofVOQ {
		return uint32(ports)
	}
	return 1
}

// Candidates keeps one in Δ of the up ports, D-mod-K's own among them. "ModuloResult ← Destination
// % Delta" of Algorithm 1 says as much at the first stage, where D-mod-K's port is D mod K. At the
// second it is ⌊D/K⌋ mod K, and the reading is that the modulo is taken of the digit that stage
// routes by: only so is D-mod-K's port a candidate there, and has each port the destinations of
// Table 1, K²/Δ² and K/Δ downwards, instead of their mean over switches that have more and others
// that have none. (§4.2.3 has K/Δ ports, and Δ "in between two candidate ports", which would be
// K/(Δ+1); Table 1 has the former.)
func (r restricted) Candidates(stage int, det uint8, up uint64) uint64 {
	if r.stages>>stage&1 == 0 {
		return 0
	}
	return r.comb << (uint32(det) % r.delta) & up
}

// comb returns every Δ-th bit, from the lowest on.
func comb(delta uint32) (m uint64) {
	for i := uint32(0); i < 64; i += delta {
		m |= 1 << i
	}
	return m
}

// KeptFrom implements Keeper: nothing triggers the search for another port.
func (r restricted) KeptFrom(capacity uint16, ports int) uint16 {
	if r.trigger == noTH {
		return math.MaxUint16
	}
	return r.low.credits(capacity, r.parts(ports))
}

func (r restricted) Pick(c *Choice) uint8 {
	most := uint16(0)
	if r.trigger != noTH {
		if c.Free(int(c.Det)) >= r.KeptFrom(c.Capacity, c.Ports) && (r.trigger == th || *c.Congested>>c.Det&1 == 0) {
			return c.Det
		}
		parts := r.parts(c.Ports)
		most = r.low.above(c.Capacity, parts)
		congested := uint64(1) << c.Det
		switch {
		case r.trigger == twoTH && c.Free(int(c.Det)) >= r.high.credits(c.Capacity, parts):
			*c.Congested &^= congested
			return c.Det
		case r.trigger == twoTH:
			*c.Congested |= congested
		}
	}
	return c.mostCredits(most)
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

// mostCredits returns the candidate with the most free credits if they are more than so many,
// else D-mod-K's port. Of equals the first wins, as Algorithm 1 replaces its choice by strictly
// better ones only, and one whose next buffer is empty ends the search. The candidates are looked
// at cyclically, from the up port opposite the packet's input on. That is a reading: the algorithm
// sorts its list "by Port", and [RAR] §5.1 has incoming packets routed in modules it calls ports, one
// for each input (the path selection is the arbiter's). From D-mod-K's port on, or from the lowest on, NoTH fits [RAR] worse (engine/READINGS.md).
//
// If a ready candidate has any credits, only the ready ones count: a packet that chooses until it leaves
// does not wait for a busy port while another could take it.
func (c *Choice) mostCredits(most uint16) uint8 {
	if ready := c.Candidates & c.Ready; ready != 0 {
		if best, any := c.mostOf(ready, most); any {
			return best
		}
	}
	best, _ := c.mostOf(c.Candidates, most)
	return best
}

// mostOf is mostCredits among some ports. It also says whether any of them has credits.
func (c *Choice) mostOf(ports uint64, most uint16) (best uint8, any bool) {
	best = c.Det
	low := uint64(1)<<c.From - 1
	for _, m := range [2]uint64{ports &^ low, ports & low} {
		for ; m != 0; m &= m - 1 {
			p := bits.TrailingZeros64(m)
			f := c.Free(p)
			any = any || f != 0
			if f > most {
				if best, most = uint8(p), f; f == c.Capacity {
					return best, true
				}
			}
		}
	}
	return best, any
}

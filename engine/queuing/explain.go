package queuing

// Why a packet takes a queue: every scheme says its formula with the numbers.

import "github.com/congestree/congestree/engine/explain"

// Explainer is a scheme that says how it maps; every one here is.
type Explainer interface {
	// Explain is what VC does, with the numbers.
	Explain(src, dst uint32) explain.Decision
}

func one(vc int, s explain.Sentence) explain.Decision {
	return explain.Decision{Is: vc, Why: []explain.Sentence{s}}
}

func (oneQueue) Explain(_, _ uint32) explain.Decision {
	return one(0, explain.Say("1Q: one queue for all packets → VC 0"))
}

func (q dbbm) Explain(_, dst uint32) explain.Decision {
	vc := dst % uint32(q)
	return one(int(vc), explain.Say("DBBM: {0} mod {1} = {2} → VC {2}", explain.N(dst), explain.N(uint32(q)), explain.N(vc)))
}

func (v vftree) Explain(src, dst uint32) explain.Decision {
	N := explain.N[int]
	from, to, q := int(src/v.span), int(dst/v.span), int(v.q)
	vc := ((to-from)%q + q) % q
	return one(vc, explain.Say("vFtree: the leaf switches of destination and source are ⌊{0}/{2}⌋ = {3} and ⌊{1}/{2}⌋ = {4}; ({3} − {4}) mod {5} = {6} → VC {6}",
		explain.N(dst), explain.N(src), explain.N(v.span), N(to), N(from), N(q), N(vc)))
}

func (v byLeaf) Explain(src, dst uint32) explain.Decision {
	N := explain.N[int]
	from, to, q := int(v.leaf[src]), int(v.leaf[dst]), int(v.q)
	vc := ((to-from)%q + q) % q
	return one(vc, explain.Say("vFtree: destination {0} is at first-stage switch {2}, source {1} at {3}; ({2} − {3}) mod {4} = {5} → VC {5}",
		explain.N(dst), explain.N(src), N(to), N(from), N(q), N(vc)))
}

func (f flow2sl) Explain(src, dst uint32) explain.Decision {
	N := explain.N[int]
	from, to, q := int(src)*int(f.q)/int(f.hosts), int(dst)*int(f.q)/int(f.hosts), int(f.q)
	vc := (from + to) % q
	return one(vc, explain.Say("Flow2SL: the groups of source and destination are ⌊{0}·{2}/{3}⌋ = {4} and ⌊{1}·{2}/{3}⌋ = {5}; ({4} + {5}) mod {2} = {6} → VC {6}",
		explain.N(src), explain.N(dst), N(q), explain.N(f.hosts), N(from), N(to), N(vc)))
}

// Schemes with one VC whose queues are sorted otherwise.
type (
	byOutput      struct{ oneQueue }
	byDestination struct{ oneQueue }
	byRoute       struct{ oneQueue }
	byList        struct{ oneQueue }
)

func (byOutput) Explain(_, _ uint32) explain.Decision {
	return one(0, explain.Say("VOQsw: the queue of the output port that routing chooses, at every switch"))
}

func (byDestination) Explain(_, dst uint32) explain.Decision {
	return one(0, explain.Say("VOQnet: the queue of host {0}, at every switch", explain.N(dst)))
}

func (byRoute) Explain(_, dst uint32) explain.Decision {
	return one(0, explain.Say("RECN-IQ: the NFQ, unless the way to host {0} crosses the congested port of a CAM line here: then that line's SAQ", explain.N(dst)))
}

func (byList) Explain(_, dst uint32) explain.Decision {
	return one(0, explain.Say("FBICM: the NFQ, unless host {0} is in the list of a CAM line here: then that line's CFQ", explain.N(dst)))
}

package queuing

// Why a packet takes a queue: every scheme says its formula with the numbers, beside the formula.

import "github.com/congestree/congestree/engine/explain"

// Explainer is a scheme that says how it maps; every one here is.
type Explainer interface {
	// Explain is what VC does, with the numbers.
	Explain(src, dst uint32) explain.Decision
}

func one(vc int, s explain.Sentence) explain.Decision {
	return explain.Decision{Is: vc, Why: []explain.Sentence{s}}
}

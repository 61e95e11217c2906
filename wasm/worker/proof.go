package main

// Proving the engine's invariants while it runs, for who has asked for it.

import "errors"

// proofCost is for how many times what the last proof took there is no other: it takes a fifth of the time at most.
const proofCost = 4

// proof is the last one.
type proof struct {
	at   int64   // simulated time, ps; −1: there was none yet
	next float64 // wall time, ms, before which there is no other
}

// prove proves that the present state is sound, if that is due, or now. It returns the contradiction.
func (r *runner) prove(now bool) error {
	start := r.clock()
	if r.sim.Now() == r.proof.at || !now && start < r.proof.next {
		return nil
	}
	if err := r.sim.CheckInvariants(); err != nil {
		return errors.New("an " + err.Error())
	}
	end := r.clock()
	r.proof = proof{r.sim.Now(), end + proofCost*(end-start)}
	return nil
}

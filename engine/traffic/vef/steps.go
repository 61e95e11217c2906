package vef

// Collectives as point-to-point messages, one algorithm for each operation:
//
//	barrier                dissemination (Hensgen, Finkel, Manber 1988): ⌈log2 n⌉ rounds
//	bcast, scatter         binomial tree, far children first
//	reduce, gather         binomial tree, near children first
//	allreduce              recursive doubling; without a power of two, pairs of the first ranks
//	                       are folded into one before it, and told after it (Rabenseifner 2004)
//	allgather              ring, n−1 rounds
//	alltoall               pairwise exchange, n−1 rounds: to r+k, from r−k
//	reduce_scatter         the same
//	scan                   Hillis and Steele 1986: to r+2^k, from r−2^k
//
// MPICH has them (Thakur, Rabenseifner, Gropp 2005): bcast, reduce and allreduce are its algorithms for
// short messages, allgather, alltoall and reduce_scatter those for long ones. A
// step is a send and a receive, either of which may be missing; the next one begins when both
// are complete.

import "math/bits"

type step struct {
	to, from int32 // ranks, -1: none
	bytes    int64
}

// step returns step k of a rank; false after the last one.
func (t *Trace) step(c *Collective, rank, k int) (step, bool) {
	n := len(t.Comms[c.Comm])
	parts := t.Parts[c.First : int(c.First)+n]
	own := &parts[rank]
	none := step{-1, -1, 0}
	switch c.Op {
	case Barrier, Scan:
		if k >= 31 || 1<<k >= n {
			return none, false
		}
		if c.Op == Barrier {
			return step{int32((rank + 1<<k) % n), int32((rank + n - 1<<k) % n), 0}, true
		}
		s := step{int32(rank + 1<<k), int32(rank - 1<<k), own.Send}
		if int(s.to) >= n {
			s.to = -1
		}
		s.from = max(s.from, -1)
		return s, true
	case Allgather: // the block of rank−k goes round
		if k >= n-1 {
			return none, false
		}
		return step{int32((rank + 1) % n), int32((rank + n - 1) % n), parts[(rank+n-k)%n].Send}, true
	case Alltoall, ReduceScatter:
		if k >= n-1 {
			return none, false
		}
		s := step{int32((rank + k + 1) % n), int32((rank + n - k - 1) % n), own.Send}
		if c.Op == ReduceScatter {
			s.bytes = parts[s.to].Recv
		}
		return s, true
	case Allreduce:
		return double(n, rank, k, own.Send)
	}
	// The trees: ranks relative to the root.
	root := int(c.Root)
	rel := (rank + n - root) % n
	abs := func(r int) int32 { return int32((r + root) % n) }
	if c.Op == Reduce || c.Op == Gather {
		if k >= 31 || 1<<k >= n || rel&(1<<k-1) != 0 {
			return none, false
		}
		switch {
		case rel&(1<<k) == 0 && rel+1<<k < n:
			return step{-1, abs(rel + 1<<k), 0}, true
		case rel&(1<<k) == 0:
			return none, true
		}
		s := step{abs(rel - 1<<k), -1, own.Send}
		if c.Op == Gather {
			s.bytes = 0
			for i := rel; i < min(rel+1<<k, n); i++ {
				s.bytes += parts[abs(i)].Send
			}
		}
		return s, true
	}
	top := rel & -rel // what reaches this rank is for it and the top−1 ranks after it
	if rel == 0 {
		top = 1 << bits.Len(uint(n-1))
	}
	if k == 0 {
		if rel == 0 {
			return none, n > 1
		}
		return step{-1, abs(rel - top), 0}, true
	}
	half := top >> k
	switch {
	case half == 0:
		return none, false
	case rel+half >= n:
		return none, true
	}
	s := step{abs(rel + half), -1, parts[root].Send}
	if c.Op == Scatter {
		s.bytes = 0
		for i := rel + half; i < min(rel+2*half, n); i++ {
			s.bytes += parts[abs(i)].Recv
		}
	}
	return s, true
}

// double is recursive doubling with the fold.
func double(n, rank, k int, size int64) (step, bool) {
	rounds := bits.Len(uint(n)) - 1
	rest := n - 1<<rounds
	folded := rank < 2*rest
	none := step{-1, -1, 0}
	switch {
	case n == 1 || k > rounds+1:
		return none, false
	case k == 0 && folded && rank%2 == 0:
		return step{int32(rank + 1), -1, size}, true
	case k == 0 && folded:
		return step{-1, int32(rank - 1), 0}, true
	case k == rounds+1 && folded && rank%2 == 0:
		return step{-1, int32(rank + 1), 0}, true
	case k == rounds+1 && folded:
		return step{int32(rank - 1), -1, size}, true
	case k == 0 || k == rounds+1 || folded && rank%2 == 0:
		return none, true
	}
	among := rank - rest
	if folded {
		among = rank / 2
	}
	peer := among ^ 1<<(k-1)
	if peer < rest {
		peer = 2*peer + 1
	} else {
		peer += rest
	}
	return step{int32(peer), int32(peer), size}, true
}

// load says, without going through the steps, how many messages a rank sends, and how many
// blocks of what size its data are on their ways.
func (t *Trace) load(c *Collective, rank int) (sends, blocks, size int64) {
	n := len(t.Comms[c.Comm])
	p := &t.Parts[int(c.First)+rank]
	rel := (rank + n - int(c.Root)) % n
	rounds := int64(bits.Len(uint(n - 1)))
	switch c.Op {
	case Barrier:
		return rounds, 0, 0
	case Scan:
		for k := 1; rank+k < n; k *= 2 {
			sends++
		}
		return sends, sends, p.Send
	case Allgather, Alltoall:
		sends = int64(n - 1)
		return sends, sends, p.Send
	case ReduceScatter:
		sends = int64(n - 1)
		return sends, sends, p.Recv
	case Allreduce:
		full := bits.Len(uint(n)) - 1
		rest := n - 1<<full
		switch {
		case n == 1:
		case rank < 2*rest && rank%2 == 0:
			sends = 1
		case rank < 2*rest:
			sends = int64(full) + 1
		default:
			sends = int64(full)
		}
		return sends, sends, p.Send
	}
	// Each rank but the root gets one message, or gives one. Its block goes as many ways as its
	// relative number has ones.
	if rel != 0 {
		sends = 1
	}
	ways := int64(bits.OnesCount(uint(rel)))
	switch c.Op {
	case Bcast:
		return sends, sends, t.Parts[c.First+c.Root].Send
	case Reduce:
		return sends, sends, p.Send
	case Gather:
		return sends, ways, p.Send
	}
	return sends, ways, p.Recv
}

// The tree of what a part waits for besides its own entry, for check: parent and children of a
// rank in bcast, scatter, reduce and gather.
func parent(rel int) int { return rel & (rel - 1) }

func children(n, rel int, visit func(rel int)) {
	for half := 1; half < n && rel&half == 0; half *= 2 {
		if rel+half < n {
			visit(rel + half)
		}
	}
}

package plain

// Collectives as messages, by traffic/vef/README.md ("What is played") and MPICH's algorithms (Thakur, Rabenseifner, Gropp 2005).

import "github.com/congestree/congestree/engine/traffic/vef"

// A step of a rank: it is through when what it sends is sent and what it receives is received; -1: nothing.
type step struct {
	to, from int
	bytes    int64 // of what it sends
}

// steps returns those of a rank in an operation among so many.
func steps(op vef.Op, parts []vef.Part, rank, root int) (list []step) {
	n, own := len(parts), parts[rank].Send
	rel := (rank - root + n) % n                                              // from the root on
	at := func(rel int) int { return (rel + root) % n }                       // and back
	family := func(top, rel int, size func(p vef.Part) int64) (bytes int64) { // blocks of a subtree
		for i := rel; i < min(rel+top, n); i++ {
			bytes += size(parts[at(i)])
		}
		return bytes
	}
	send, recv := func(p vef.Part) int64 { return p.Send }, func(p vef.Part) int64 { return p.Recv }
	switch op {
	case vef.Barrier: // dissemination
		for k := 1; k < n; k *= 2 {
			list = append(list, step{(rank + k) % n, (rank - k + n) % n, 0})
		}
	case vef.Bcast, vef.Scatter: // binomial tree, far children first
		bytes, top := parts[root].Send, 1
		for ; top < n && rel&top == 0; top *= 2 {
		}
		if rel > 0 {
			list = append(list, step{-1, at(rel - top), 0})
		}
		for k := top / 2; k > 0; k /= 2 {
			if child := rel + k; child < n && op == vef.Bcast {
				list = append(list, step{at(child), -1, bytes})
			} else if child < n {
				list = append(list, step{at(child), -1, family(k, child, recv)})
			}
		}
	case vef.Reduce, vef.Gather: // near children first
		k := 1
		for ; k < n && rel&k == 0; k *= 2 {
			if rel+k < n {
				list = append(list, step{-1, at(rel + k), 0})
			}
		}
		if rel > 0 && op == vef.Reduce {
			list = append(list, step{at(rel - k), -1, own})
		} else if rel > 0 {
			list = append(list, step{at(rel - k), -1, family(k, rel, send)})
		}
	case vef.Allreduce: // recursive doubling
		pof2 := 1
		for 2*pof2 <= n {
			pof2 *= 2
		}
		rest := n - pof2
		folded := rank < 2*rest
		if folded && rank%2 == 0 {
			return []step{{rank + 1, -1, own}, {-1, rank + 1, 0}}
		}
		low := rank - rest
		if folded {
			list = append(list, step{-1, rank - 1, 0})
			low = rank / 2
		}
		for k := 1; k < pof2; k *= 2 {
			peer := low ^ k
			if peer < rest {
				peer = 2*peer + 1
			} else {
				peer += rest
			}
			list = append(list, step{peer, peer, own})
		}
		if folded {
			list = append(list, step{rank - 1, -1, own})
		}
	case vef.Allgather: // ring: blocks go round
		for k := range n - 1 {
			list = append(list, step{(rank + 1) % n, (rank - 1 + n) % n, parts[(rank-k+n)%n].Send})
		}
	case vef.Alltoall, vef.ReduceScatter: // pairwise exchange
		for k := 1; k < n; k++ {
			x := step{(rank + k) % n, (rank - k + n) % n, own}
			if op == vef.ReduceScatter {
				x.bytes = parts[x.to].Recv
			}
			list = append(list, x)
		}
	case vef.Scan:
		for k := 1; k < n; k *= 2 {
			x := step{rank + k, rank - k, own}
			if x.to >= n {
				x.to = -1
			}
			x.from = max(x.from, -1)
			if x.to >= 0 || x.from >= 0 {
				list = append(list, x)
			}
		}
	}
	return list
}

package vef

// Can the program run to its end? It is executed on a network that takes no time, record by
// record: collectives as who waits for whose entry, not message by message.

import (
	"strconv"
)

// symmetric says that nobody leaves a collective before everybody has entered it.
func symmetric(o Op) bool {
	switch o {
	case Bcast, Scatter, Reduce, Gather, Scan:
		return false
	}
	return true
}

// waiting counts what a part of an asymmetric collective waits for: its entry, and others.
func (t *Trace) waiting(c *Collective, rank int) int32 {
	n := len(t.Comms[c.Comm])
	rel := (rank + n - int(c.Root)) % n
	w := int32(1)
	switch c.Op {
	case Bcast, Scatter:
		if rel != 0 {
			w++
		}
	case Reduce, Gather:
		children(n, rel, func(int) { w++ })
	case Scan: // of all lower ranks, which the next lower one stands for
		if rank > 0 {
			w++
		}
	}
	return w
}

// check returns a record that never starts and why; "" if all do.
func (t *Trace) check() (record int, reason string) {
	const longest = MaxTimePS
	messages := len(t.Messages)
	pending := make([]int32, len(t.Parts)) // of asymmetric collectives, by part
	left := make([]int32, len(t.Collectives))
	since := make([]int64, len(t.Parts)) // latest of what has been waited for
	for i := range t.Collectives {
		c := &t.Collectives[i]
		n := len(t.Comms[c.Comm])
		left[i] = int32(n)
		if !symmetric(c.Op) {
			for r := range n {
				pending[int(c.First)+r] = t.waiting(c, r)
			}
		}
	}
	type ready struct {
		at     int64
		record int32
	}
	started := make([]bool, t.records())
	work := make([]ready, 0, len(t.first))
	ended := int64(0)
	late := -1
	wake := func(event int, at int64) {
		for r := t.heads[event]; r >= 0; r = t.next[r] {
			_, d := t.record(int(r))
			work = append(work, ready{at + d.TimePS, r})
		}
		ended = max(ended, at)
	}
	var done func(part int, at int64)
	one := func(part int, at int64) {
		since[part] = max(since[part], at)
		if pending[part]--; pending[part] == 0 {
			done(part, since[part])
		}
	}
	done = func(part int, at int64) {
		wake(2*messages+part, at)
		c := &t.Collectives[t.Parts[part].coll]
		n := len(t.Comms[c.Comm])
		rank := part - int(c.First)
		rel := (rank + n - int(c.Root)) % n
		of := func(rel int) int { return int(c.First) + (rel+int(c.Root))%n }
		switch c.Op {
		case Bcast, Scatter:
			children(n, rel, func(child int) { one(of(child), at) })
		case Reduce, Gather:
			if rel != 0 {
				one(of(parent(rel)), at)
			}
		case Scan:
			for rank++; rank < n; rank++ { // a loop: n may be too many for the stack
				part := int(c.First) + rank
				since[part] = max(since[part], at)
				if pending[part]--; pending[part] > 0 {
					break
				}
				at = since[part]
				wake(2*messages+part, at)
			}
		}
	}
	for _, r := range t.first {
		_, d := t.record(int(r))
		work = append(work, ready{d.TimePS, r})
	}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		started[w.record] = true
		if w.at > longest {
			late = int(w.record)
			w.at = 0
		}
		if int(w.record) < messages {
			wake(int(w.record), w.at)
			wake(messages+int(w.record), w.at)
			continue
		}
		part := int(w.record) - messages
		c := &t.Collectives[t.Parts[part].coll]
		if !symmetric(c.Op) {
			one(part, w.at)
			continue
		}
		first := int(c.First)
		since[first] = max(since[first], w.at)
		if left[t.Parts[part].coll]--; left[t.Parts[part].coll] == 0 {
			for r := range t.Comms[c.Comm] {
				wake(2*messages+first+r, since[first])
			}
		}
	}
	t.sum.ComputePS = ended
	if late >= 0 {
		return late, "the computing up to " + t.name(late) + " adds up to more than 10^6 s"
	}
	for _, r := range t.order {
		if !started[r] {
			return int(r), t.why(int(r), started)
		}
	}
	return 0, ""
}

// why follows what a record waits for until it comes back, which it must.
func (t *Trace) why(record int, started []bool) string {
	const most = 6
	text := t.name(record) + " never starts"
	seen := map[int]bool{}
	for r := record; ; {
		if seen[r] {
			return text + ": a circle"
		}
		if seen[r] = true; len(seen) > most {
			return text + ", and so on"
		}
		_, d := t.record(r)
		switch d.On {
		case Sent, Received:
			verb := "sent"
			if d.On == Received {
				verb = "received"
			}
			r = int(d.ID)
			text += ": it waits for message " + strconv.Itoa(r) + " to be " + verb
			if started[r] { // cannot be
				return text
			}
		case Done:
			part := int(d.ID)
			r = len(t.Messages) + part
			text += ": it waits for " + t.name(r)
			if !started[r] {
				continue
			}
			if r = t.absent(part, started); r >= 0 {
				text += ", which waits for " + t.name(r)
			}
			if r < 0 {
				return text
			}
		default:
			return text
		}
	}
}

// absent finds somebody who has not entered a collective and whom a part waits for, or -1.
func (t *Trace) absent(part int, started []bool) int {
	c := &t.Collectives[t.Parts[part].coll]
	n := len(t.Comms[c.Comm])
	rank := part - int(c.First)
	rel := (rank + n - int(c.Root)) % n
	for other := range n {
		r := len(t.Messages) + int(c.First) + other
		if started[r] {
			continue
		}
		to := (other + n - int(c.Root)) % n
		switch {
		case c.Op == Scan && other > rank:
		case (c.Op == Bcast || c.Op == Scatter) && !above(to, rel):
		case (c.Op == Reduce || c.Op == Gather) && !above(rel, to):
		default:
			return r
		}
	}
	return -1
}

// above says whether rank a is an ancestor of b in the tree.
func above(a, b int) bool {
	for b != a && b != 0 {
		b = parent(b)
	}
	return b == a
}

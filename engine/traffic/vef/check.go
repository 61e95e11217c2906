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

// check returns a record that never starts and why; "" if all do. It notes how long the program computes.
func (t *Trace) check() (record int, reason string) {
	d := newDryRun(t)
	d.run()
	t.sum.ComputePS = d.ended
	if d.late >= 0 {
		return d.late, "the computing up to " + t.name(d.late) + " adds up to more than 10^6 s"
	}
	for _, r := range t.order {
		if !d.started[r] {
			return int(r), t.why(int(r), d.started)
		}
	}
	return 0, ""
}

// dryRun is the program's execution on a network that takes no time.
type dryRun struct {
	t       *Trace
	pending []int32 // of asymmetric collectives, by part: what it waits for still
	left    []int32 // by collective: parts that have not entered it
	since   []int64 // by part: the latest of what has been waited for, ps
	started []bool  // by record
	work    []ready
	ended   int64 // the latest event, ps
	late    int   // a record that starts after MaxTimePS, or -1
}

// ready is a record that nothing is in the way of any more, and when.
type ready struct {
	at     int64 // ps
	record int32
}

func newDryRun(t *Trace) *dryRun {
	d := &dryRun{t: t, late: -1, started: make([]bool, t.records()), work: make([]ready, 0, len(t.first)),
		pending: make([]int32, len(t.Parts)), left: make([]int32, len(t.Collectives)), since: make([]int64, len(t.Parts))}
	for i := range t.Collectives {
		c := &t.Collectives[i]
		n := len(t.Comms[c.Comm])
		d.left[i] = int32(n)
		if !symmetric(c.Op) {
			for r := range n {
				d.pending[int(c.First)+r] = t.waiting(c, r)
			}
		}
	}
	for _, r := range t.first {
		_, dep := t.record(int(r))
		d.work = append(d.work, ready{dep.TimePS, r})
	}
	return d
}

// run starts records until none is ready.
func (d *dryRun) run() {
	messages := len(d.t.Messages)
	for len(d.work) > 0 {
		w := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.started[w.record] = true
		if w.at > MaxTimePS {
			d.late = int(w.record)
			w.at = 0
		}
		if r := int(w.record); r < messages { // sent and received at once
			d.wake(r, w.at)
			d.wake(messages+r, w.at)
		} else {
			d.enter(r-messages, w.at)
		}
	}
}

// wake makes ready what waits for an event.
func (d *dryRun) wake(event int, at int64) {
	for r := d.t.heads[event]; r >= 0; r = d.t.next[r] {
		_, dep := d.t.record(int(r))
		d.work = append(d.work, ready{at + dep.TimePS, r})
	}
	d.ended = max(d.ended, at)
}

// leave wakes what waits for a part's end of its collective.
func (d *dryRun) leave(part int, at int64) { d.wake(2*len(d.t.Messages)+part, at) }

// enter lets a part enter its collective. A symmetric one is over for all when the last has entered.
func (d *dryRun) enter(part int, at int64) {
	coll := d.t.Parts[part].coll
	c := &d.t.Collectives[coll]
	if !symmetric(c.Op) {
		d.arrive(part, at)
		return
	}
	first := int(c.First)
	d.since[first] = max(d.since[first], at)
	if d.left[coll]--; d.left[coll] == 0 {
		for r := range d.t.Comms[c.Comm] {
			d.leave(first+r, d.since[first])
		}
	}
}

// arrived notes one of the things that a part of an asymmetric collective waits for, and says whether it was the last.
func (d *dryRun) arrived(part int, at int64) bool {
	d.since[part] = max(d.since[part], at)
	d.pending[part]--
	return d.pending[part] == 0
}

// arrive is arrived, and goes on with what that ends.
func (d *dryRun) arrive(part int, at int64) {
	if d.arrived(part, at) {
		d.done(part, d.since[part])
	}
}

// done ends an asymmetric collective for a part, and tells those that wait for it.
func (d *dryRun) done(part int, at int64) {
	d.leave(part, at)
	c := &d.t.Collectives[d.t.Parts[part].coll]
	n := len(d.t.Comms[c.Comm])
	rank := part - int(c.First)
	rel := (rank + n - int(c.Root)) % n
	of := func(rel int) int { return int(c.First) + (rel+int(c.Root))%n }
	switch c.Op {
	case Bcast, Scatter:
		children(n, rel, func(child int) { d.arrive(of(child), at) })
	case Reduce, Gather:
		if rel != 0 {
			d.arrive(of(parent(rel)), at)
		}
	case Scan:
		for rank++; rank < n; rank++ { // a loop: n may be too many for the stack
			next := int(c.First) + rank
			if !d.arrived(next, at) {
				break
			}
			at = d.since[next]
			d.leave(next, at)
		}
	}
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

package main

// What can be taken back, and made again: what was shown before each change, S being what a page goes back to.

import "slices"

// maxUndo bounds how many changes can be taken back.
const maxUndo = 200

// history is both ways from what is shown. Its zero value has none.
type history[S any] struct {
	past, future []S // the nearest last
	lost         []S // the future that the latest change has ended
}

// add notes what was shown before a change. What had been taken back cannot be made again then.
func (h *history[S]) add(before S) {
	h.past, h.future, h.lost = append(h.past, before), nil, h.future
	if len(h.past) > maxUndo {
		h.past = h.past[1:]
	}
}

// undo is what was shown before the latest change; now, which is shown, comes after it.
func (h *history[S]) undo(now S) (S, bool) { return h.move(&h.past, &h.future, now) }

// redo takes an undo back.
func (h *history[S]) redo(now S) (S, bool) { return h.move(&h.future, &h.past, now) }

func (h *history[S]) move(from, to *[]S, now S) (s S, ok bool) {
	n := len(*from)
	if n == 0 {
		return s, false
	}
	s = (*from)[n-1]
	*from, *to, h.lost = (*from)[:n-1], append(*to, now), nil
	return s, true
}

// forget is an undo of a change that has come to nothing: it cannot be made again, and what could be before it can.
func (h *history[S]) forget() (s S, ok bool) {
	n := len(h.past)
	if n == 0 {
		return s, false
	}
	s = h.past[n-1]
	h.past = h.past[:n-1]
	if h.lost != nil {
		h.future, h.lost = h.lost, nil
	}
	return s, true
}

// clone shares nothing with h.
func (h *history[S]) clone() history[S] {
	return history[S]{slices.Clone(h.past), slices.Clone(h.future), slices.Clone(h.lost)}
}

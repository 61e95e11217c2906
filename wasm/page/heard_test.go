package main

import (
	"strconv"
	"testing"
)

// A minute of playing is told in a few sentences; a pause and the end of several steps at once.
func TestHeard(t *testing.T) {
	var h heard
	at, n, last := 0.0, 0, ""
	tell := func(text string, paused bool) string {
		at += 250
		if s := h.tell(text, paused, at); s != last {
			last, n = s, n+1
		}
		return last
	}
	if s := tell("begins", false); s != "begins" {
		t.Errorf("at first %q is read out", s)
	}
	for i := range 4 * 60 {
		tell("second "+strconv.Itoa(i/4), false)
	}
	if n < 1 || n > 3 {
		t.Errorf("%d times in a minute", n)
	}
	if tell("paused", true); last == "paused" {
		t.Error("read out before it rests")
	}
	tell("paused", true)
	if tell("paused", true); last != "paused" {
		t.Errorf("after the pause %q is read out", last)
	}
	at += 2 * hearEvery // of a long pause, in which nothing was to be said
	n = 0
	for i := range 10 {
		tell("step "+strconv.Itoa(i), true)
	}
	for range 3 {
		tell("step 9", true)
	}
	if n != 1 || last != "step 9" {
		t.Errorf("%d times for ten steps, at last %q", n, last)
	}
}

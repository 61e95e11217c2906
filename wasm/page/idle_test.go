package main

import "testing"

// A page in which nothing was drawn for half a second is idle until something happens; what moves then does not jump by the time it stood still.
func TestIdle(t *testing.T) {
	var i idle
	still := func(frames int) (changes int) {
		for range frames {
			if i.frame(false) {
				changes++
			}
		}
		return
	}
	if still(idleAfter-1) != 0 || i.held || i.passed(40) != 40 {
		t.Errorf("before its time: %+v", i)
	}
	if i.wake() || still(idleAfter-1) != 0 {
		t.Errorf("what happens does not begin the count anew: %+v", i)
	}
	if still(10) != 1 || !i.held || !i.late() {
		t.Errorf("not idle, or said more than once: %+v", i)
	}
	if !i.wake() || i.wake() || i.held || !i.late() || i.passed(250) > 17 {
		t.Errorf("awake, the first frame is one of %v ms: %+v", i.passed(250), i)
	}
	if i.frame(true) || i.late() || i.passed(40) != 40 {
		t.Errorf("the second is of another time than its own: %+v", i)
	}
	still(idleAfter)
	if !i.frame(true) || i.held {
		t.Errorf("drawn, and idle all the same: %+v", i)
	}
}

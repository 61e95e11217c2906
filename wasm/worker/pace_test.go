package main

import (
	"math"
	"testing"
)

func TestPaceConverges(t *testing.T) {
	for _, perMS := range []float64{150, 5_000, 300_000} { // events per ms of machine and scenario
		var p pace
		for range 40 {
			n := p.slice(1000)
			p.took(n, float64(n)/perMS)
		}
		ms := float64(p.slice(1000)) / perMS
		if ms < sliceMS*0.9 || ms > sliceMS*1.1 {
			t.Errorf("%v events/ms: a slice takes %.1f ms, want about %d", perMS, ms, sliceMS)
		}
		if short := float64(p.slice(2)) / perMS; short > max(2.2, minEvents/perMS) {
			t.Errorf("%v events/ms: with 2 ms left a slice takes %.1f ms", perMS, short)
		}
	}
}

func TestPaceNeverStalls(t *testing.T) {
	var p pace
	p.took(p.slice(30), 1e6)
	if n := p.slice(-5); n < minEvents {
		t.Errorf("slice of %d events", n)
	}
}

func TestSpeed(t *testing.T) {
	var s speed
	if s.perSecond() != 0 {
		t.Error("speed before any hop")
	}
	for range 100 {
		s.add(3000, 1)
	}
	if got := s.perSecond(); math.Abs(got-3e6) > 1e4 {
		t.Errorf("3000 hops per ms read as %.0f per second", got)
	}
}

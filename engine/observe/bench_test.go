package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// BenchmarkFrame measures a frame of a congested network, trees and packets included.
// go test ./engine/observe -bench Frame -benchmem
func BenchmarkFrame(b *testing.B) {
	for _, net := range []string{"rlft-8x3", "rlft-12x3", "rlft-36x3"} {
		b.Run(net, func(b *testing.B) {
			m, err := engine.Open(scenario.Default().Must("network", net))
			if err != nil {
				b.Fatal(err)
			}
			m.Advance(40*engine.Microsecond, engine.NoLimit)
			var f observe.Frame
			m.Frame(&f, observe.Options{Dots: 2000, Detail: 7})
			b.ReportAllocs()
			for b.Loop() {
				m.Frame(&f, observe.Options{Dots: 2000, Detail: 7})
			}
		})
	}
}

// BenchmarkFrameHoL is the same with HoL blocking by port, on a network that a tree fills.
func BenchmarkFrameHoL(b *testing.B) {
	for _, hol := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[hol], func(b *testing.B) {
			m, err := engine.Open(scenario.Default().Must("network", "rlft-36x3").Must("traffic", "HS25-4"))
			if err != nil {
				b.Fatal(err)
			}
			m.Advance(25*engine.Microsecond, engine.NoLimit)
			at := m.Now()
			var f observe.Frame
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				at += 10 * engine.Nanosecond
				m.Advance(at, engine.NoLimit)
				b.StartTimer()
				m.Frame(&f, observe.Options{Dots: 2000, Detail: -1, HoL: hol})
			}
		})
	}
}

// BenchmarkLongLinks measures a ns of a network whose links hold hundreds of packets each, most of it looks at trees.
func BenchmarkLongLinks(b *testing.B) {
	m, err := engine.Open(scenario.Default().Must("network", "rlft-8x2").Must("packet", "16").Must("bandwidth", "1600").Must("buffer", "16").
		Must("delay", "1000").Must("traffic", "HS25-1").Must("load", "1"))
	if err != nil {
		b.Fatal(err)
	}
	m.Advance(5*engine.Microsecond, engine.NoLimit)
	at := m.Now()
	for b.Loop() {
		at += engine.Nanosecond
		m.Advance(at, engine.NoLimit)
	}
}

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

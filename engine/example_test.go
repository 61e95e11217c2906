package engine_test

// What the package comment shows, run.

import (
	"fmt"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// A tenth of 128 hosts send to one; after 100 µs the congestion tree is there, and a copy of the run goes on as the run itself does.
func Example() {
	s := scenario.Default().Must("traffic", "HS10-1")
	sim, err := engine.Open(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	sim.Advance(100*engine.Microsecond, engine.NoLimit)
	var f observe.Frame
	sim.Frame(&f, observe.Options{Detail: -1})
	fmt.Println(f.TimePS/engine.Microsecond, "µs,", len(f.Hosts), "hosts; congestion trees:", len(f.Trees) > 0)

	fork := sim.Clone()
	for _, run := range []*engine.Sim{sim, fork} {
		run.Advance(120*engine.Microsecond, engine.NoLimit)
	}
	fmt.Println("the same bits:", sim.Checksum() == fork.Checksum())
	// Output:
	// 100 µs, 128 hosts; congestion trees: true
	// the same bits: true
}

// Package engine is the front door of the simulator.
//
// A scenario goes in, [Open] builds a simulation, [Sim.Advance] moves it through integer time
// (picoseconds), and [Sim.Frame] shows it:
//
//	s := scenario.Default().Must("traffic", "HS10-1")
//	sim, err := engine.Open(s)
//	sim.Advance(100*engine.Microsecond, engine.NoLimit)
//	var f observe.Frame
//	sim.Frame(&f, observe.Options{Detail: -1})
//
// (The example of this package is this, run.)
//
// The rooms behind it: scenario (the input), topology (hosts, switches, links), routing,
// queuing and traffic (one file per mechanism), fabric (the machine itself) and observe
// (measures, congestion trees, frames). None of them knows of screens, JavaScript, wall
// clocks or goroutines; the same scenario gives the same bits everywhere.
package engine

// Units of simulated time, in ticks of one picosecond.
const (
	Nanosecond  int64 = 1000
	Microsecond       = 1000 * Nanosecond
	Millisecond       = 1000 * Microsecond
)

// NoLimit lets Advance run until it is there.
const NoLimit = 1 << 62

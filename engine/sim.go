package engine

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Sim is one simulation.
type Sim struct {
	scenario scenario.Scenario
	net      *topology.Network
}

// Check says whether a scenario can be opened: fields that fit together, and a bounded memory.
// It returns nil or a *scenario.Error.
func Check(s scenario.Scenario) error { return s.Validate() }

// Open builds a simulation at time 0.
func Open(s scenario.Scenario) (*Sim, error) {
	if err := Check(s); err != nil {
		return nil, err
	}
	n, err := topology.Build(s.Get("network"))
	if err != nil {
		return nil, err
	}
	return &Sim{scenario: s, net: n}, nil
}

// Scenario returns what was opened.
func (m *Sim) Scenario() scenario.Scenario { return m.scenario }

// Network returns the topology.
func (m *Sim) Network() *topology.Network { return m.net }

// Now returns the simulated time, in ps.
func (m *Sim) Now() int64 { return 0 }

// Advance moves on to time to (ps), but by at most about maxEvents events, and says whether it
// is there. The state depends on the time reached only, not on how it was reached.
func (m *Sim) Advance(to int64, maxEvents int) bool { return true }

// Checksum digests the whole state. The same scenario has the same checksum at the same time, on any machine.
func (m *Sim) Checksum() uint64 { return 0 }

// Frame fills f with the present state; f's slices are reused.
func (m *Sim) Frame(f *observe.Frame, o observe.Options) {}

// PacketPS is the time one packet takes on a link, in ps.
func (m *Sim) PacketPS() int64 { return 0 }

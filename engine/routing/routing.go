// Package routing holds the routing algorithms: up*/down* shortest paths in fat trees and BMINs, on
// which only the way up leaves a choice, dimension order in meshes and tori, and the multiple
// disjoint paths of a subnet manager.
//
// A [Table] knows the deterministic paths. One file per algorithm says which up ports are candidates
// and how one of them is picked; it registers itself with the scenario's "routing" field and its
// constructor here (engine/EXTENDING.md shows one). [Table.Cycle] and [Dependencies] say whether packets can deadlock.
package routing

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Choice is what a picking algorithm sees: one packet at one switch on its way up.
type Choice struct {
	Src, Dst   uint32   // the packet's hosts
	Stage      int      // of the switch, 1 = leaf
	Det        uint8    // port D-mod-K would take
	From       uint8    // up port opposite the input the packet has come by (see Opposite)
	Candidates uint64   // ports allowed, as a bit mask over the switch's ports
	Ready      uint64   // ports that send nothing now; 0 if that makes no difference
	Credits    []uint64 // free packets of the next buffers: 16 bits from Shift on, every Stride words
	Stride     int
	Shift      int
	Capacity   uint16         // packets one channel's buffer holds
	Ports      int            // of the switch; each has a VOQ, if there are VOQs
	Congested  *uint64        // state of the packet's VC in this switch: a bit per port, free for the algorithm to use
	Rand       *random.Source // the switch's randomness: stream 2⁴¹ + its number of the seed

	// For an algorithm that isolates: the credits of the adapted-flow channel, like Credits, and
	// whether the packet moves there.
	AFC      []uint64
	AFCShift int
	Adapted  bool
}

// Free returns the credits of the packet's channel at a port, in packets.
func (c *Choice) Free(port int) uint16 { return uint16(c.Credits[port*c.Stride] >> c.Shift) }

// Opposite returns the one of a switch's up ports (some, adjacent) that faces an input: its number, counted over
// the up ports, again and again.
func Opposite(up uint64, in int) uint8 {
	return uint8(bits.TrailingZeros64(up) + in%bits.OnesCount64(up))
}

// Algorithm restricts and picks. A packet's output is chosen at each switch when its head arrives, as the
// credits are then, and with VOQs by adaptive routing again while it waits (see Revisits; a reading, see engine/READINGS.md).
type Algorithm interface {
	// Candidates returns the up ports a packet may take at a switch of that stage (1 = leaf), given
	// D-mod-K's port and all up ports. Zero means D-mod-K's port without a choice.
	Candidates(stage int, det uint8, up uint64) uint64
	// Pick returns one of c.Candidates, or c.Det.
	Pick(c *Choice) uint8
}

// Keeper is an Algorithm that can say without a packet that those waiting for D-mod-K's port need not be asked again.
type Keeper interface {
	// KeptFrom returns from how many free packets of D-mod-K's next buffer on Pick returns c.Det, whatever the candidates, and
	// leaves c.Congested as it is, if that has no bit for the port; of a buffer of so many packets, in a switch of so many ports.
	KeptFrom(capacity uint16, ports int) uint16
}

// Isolator is an Algorithm that moves adapted packets to a VC of their own, the last one, which no queuing scheme uses ([AFI] §IV):
// Pick sets Choice.Adapted.
type Isolator interface {
	Isolates()
}

// family is a set of families of networks.
type family uint8

const (
	fatTree family = 1 << iota
	bmin
	grid

	staged = fatTree | bmin // paths lead up and then down: there is a choice of up ports
)

func familyOf(n *topology.Network) family {
	switch {
	case n.Grid != nil:
		return grid
	case n.Multi != nil:
		return bmin
	}
	return fatTree
}

func (f family) String() string {
	var words []string
	for i, w := range [...]string{"fat trees", "BMINs", "meshes and tori"} {
		if f>>i&1 != 0 {
			words = append(words, w)
		}
	}
	return strings.Join(words, " and ")
}

type entry struct {
	name  string
	on    family
	build func(s scenario.Scenario) Algorithm
}

var entries []entry

// register adds an algorithm that chooses among up ports; registerOn one for other families of networks.
func register(o scenario.Option, build func(s scenario.Scenario) Algorithm) {
	registerOn(staged, o, build)
}

func registerOn(on family, o scenario.Option, build func(s scenario.Scenario) Algorithm) {
	scenario.AddOption("routing", o)
	entries = append(entries, entry{name: o.Name, on: on, build: build})
}

// For returns the names of the algorithms that work on a network, in the order of the panel: the
// first one is the deterministic routing of its family.
func For(n *topology.Network) (names []string) {
	for _, o := range scenario.Lookup("routing").Options {
		for _, e := range entries {
			if e.name == o.Name && e.on&familyOf(n) != 0 {
				names = append(names, e.name)
			}
		}
	}
	return names
}

// Fits returns nil if the algorithm of that name works on a network, or else says what does.
func Fits(name string, n *topology.Network) error {
	for _, e := range entries {
		if e.name == name && e.on&familyOf(n) == 0 {
			return errors.New(name + " is for " + e.on.String() + "; allowed on " + n.Name + ": " + strings.Join(For(n), ", "))
		}
	}
	return nil
}

// Isolates says whether a scenario's algorithm is an Isolator, so that there is an adapted-flow channel.
func Isolates(s scenario.Scenario) bool {
	a, err := Build(s)
	_, isolates := a.(Isolator)
	return err == nil && isolates
}

// Build returns the algorithm of a scenario (its field routing). An error says that there is none of that name, which no
// checked scenario has.
func Build(s scenario.Scenario) (Algorithm, error) {
	for _, e := range entries {
		if e.name == s.Get("routing") {
			return e.build(s), nil
		}
	}
	return nil, errors.New("unknown routing " + strconv.Quote(s.Get("routing")))
}

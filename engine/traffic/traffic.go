// Package traffic holds the traffic patterns (who sends to whom) and the gaps between packets.
//
// One file per family of patterns; it registers its grammar with the scenario's "traffic" field
// and its constructor here (engine/EXTENDING.md shows one).
package traffic

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// Pattern chooses destinations.
type Pattern interface {
	// Dest returns where a packet that host src generates at time now (ps) goes; never src itself.
	Dest(src uint32, now int64, r *random.Source) uint32
	// HotSpots lists the hosts that are meant to be over-subscribed.
	HotSpots() []uint32
	// Culprit says whether the host sends to a hot spot (at least at times).
	Culprit(host uint32) bool
}

// Windowed is a pattern whose hot spots are on for a while only.
type Windowed interface {
	Window() (from, until int64) // ps
}

type entry struct {
	prefix string
	build  func(s scenario.Scenario, n *topology.Network) (Pattern, error)
}

var entries []entry

func register(f scenario.Family, build func(s scenario.Scenario, n *topology.Network) (Pattern, error)) {
	scenario.AddFamily("traffic", f)
	entries = append(entries, entry{f.Prefix, build})
}

// Build returns the pattern of a scenario on its network. An error says why the network cannot have it; it is a *scenario.Error where
// another field is at fault.
func Build(s scenario.Scenario, n *topology.Network) (Pattern, error) {
	text := s.Get("traffic")
	of := scenario.Lookup("traffic").Family(text)
	for _, e := range entries {
		if of != nil && e.prefix == of.Prefix {
			p, err := e.build(s, n)
			if err != nil || IsTrace(s) {
				return p, err
			}
			return ramp(p, s.Micro("ramp")*psPerMicro), nil
		}
	}
	return nil, errors.New("unknown traffic " + strconv.Quote(text))
}

// other returns a uniformly drawn host that is not src.
func other(src uint32, hosts uint32, r *random.Source) uint32 {
	d := r.Below(hosts - 1)
	if d >= src {
		d++
	}
	return d
}

// deal returns the numbers below n in random order.
func deal(n int, r *random.Source) []uint32 {
	list := make([]uint32, n)
	for i := range list {
		list[i] = uint32(i)
	}
	shuffle(list, n, r)
	return list
}

// shuffle draws the first k of a list at random.
func shuffle(list []uint32, k int, r *random.Source) {
	for i := 0; i < k; i++ {
		j := i + int(r.Below(uint32(len(list)-i)))
		list[i], list[j] = list[j], list[i]
	}
}

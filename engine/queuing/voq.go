package queuing

// Virtual output queues as schemes of their own: VOQsw and VOQnet ([FBICM] §§2, 4.1).

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

const (
	voqsw  = "voqsw"
	voqnet = "voqnet"
)

func init() {
	register(scenario.Option{Name: voqsw, Label: "VOQsw (a queue per output port)", Rank: 5, Source: "[FBICM] §§2, 4.1",
		Doc: "One queue per output port of the switch at every input port, all in one buffer with one count of credits: HoL blocking ends within a switch, not between switches. " +
			"The same as 1Q with VOQs."}, func(scenario.Scenario, *topology.Network, int) (Scheme, int) { return byOutput{}, 1 })
	register(scenario.Option{Name: voqnet, Label: "VOQnet (a queue per destination)", Rank: 6, Source: "[FBICM] §§2, 4.1",
		Doc: "One queue per destination host at every input port, with buffer space and credits of its own: no HoL blocking at all, for memory that grows with the network " +
			"([FBICM] takes 16 KB a port for 64 hosts, 64 KB for 256). Needs deterministic routing."}, func(scenario.Scenario, *topology.Network, int) (Scheme, int) { return byDestination{}, 1 })
}

// SortsByOutput says whether a scenario's scheme is VOQs, whatever the field says.
func SortsByOutput(s scenario.Scenario) bool { return s.Get("queuing") == voqsw }

// PerDestination says whether a scenario's scheme has a queue and credits for each destination.
func PerDestination(s scenario.Scenario) bool { return s.Get("queuing") == voqnet }

// One VC whose queues are sorted otherwise, by the fabric.
type (
	byOutput      struct{ oneQueue }
	byDestination struct{ oneQueue }
)

func (byOutput) Explain(_, _ uint32) explain.Decision {
	return one(0, explain.Say("VOQsw: the queue of the output port that routing chooses, at every switch"))
}

func (byDestination) Explain(_, dst uint32) explain.Decision {
	return one(0, explain.Say("VOQnet: the queue of host {0}, at every switch", explain.N(dst)))
}

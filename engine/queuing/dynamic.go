package queuing

// RECN-IQ and FBICM: schemes that set queues aside for congested flows while there are any. What their
// queues do is in engine/fabric/setaside.go.

import (
	"strconv"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// SetAside are the parameters of a scheme with set-aside queues.
type SetAside struct {
	Queues, Detect, Stop, Go int // queues per channel, thresholds in packets
	ByRoute                  bool
}

// MaxSetAside is the largest number of set-aside queues of a channel.
const MaxSetAside = 32

const (
	recn  = "recn-iq"
	fbicm = "fbicm"

	setsAside = "queuing=" + recn + "|" + fbicm
)

func init() {
	register(scenario.Option{Name: recn, Label: "RECN-IQ (SAQs by route)", Rank: 7, Source: "[FBICM] §§2, 4; Mora et al., ICPP 2007",
		Doc: "Regional explicit congestion notification for input-queued switches: a queue for all packets (NFQ), and set-aside queues (SAQs) that are allocated to the packets " +
			"whose route leads to a congested port, as far upstream as the congestion reaches. Needs deterministic routing."},
		func(scenario.Scenario, *topology.Network, int) (Scheme, int) { return byRoute{}, 1 })
	register(scenario.Option{Name: fbicm, Label: "FBICM (CFQs by destination)", Rank: 8, Source: "[FBICM] §3",
		Doc: "Flow-based implicit congestion management: like RECN-IQ, but the congested flow queues (CFQs) are for lists of destinations that grow as packets come, " +
			"so that switches need to know no routes. Needs deterministic routing."},
		func(scenario.Scenario, *topology.Network, int) (Scheme, int) { return byList{}, 1 })
	for _, f := range []scenario.Field{
		{Name: "cfqs", Label: "Set-aside queues", Unit: "queues", Min: 1, Max: MaxSetAside, Default: "8", Rank: 34,
			Doc: "CFQs or SAQs that a VC of an input port may have at the same time, each with a CAM line [FBICM §4.1]."},
		{Name: "cfq-detect", Label: "Detection threshold", Unit: "packets", Min: 1, Max: 1024, Default: "5", Rank: 35,
			Doc: "More packets than this in the NFQ make the output of its first packet a congested port; 5 as in the example of [FBICM] Fig. 2."},
		{Name: "cfq-stop", Label: "Stop threshold", Unit: "packets", Min: 1, Max: 1024, Default: "8", Rank: 36,
			Doc: "More packets than this in a set-aside queue stop its flows at the port upstream, and allocate queues there [FBICM §3.5]."},
		{Name: "cfq-go", Label: "Go threshold", Unit: "packets", Min: 0, Max: 1023, Default: "4", Rank: 37,
			Doc: "So few packets in a set-aside queue let its flows go on at the port upstream [FBICM §3.5]."},
	} {
		f.Group, f.Kind, f.When = "Switch", scenario.Int, setsAside
		scenario.AddField(f)
	}
	scenario.AddRule(func(s scenario.Scenario) *scenario.Error {
		if _, ok := SetAsideOf(s); ok && s.Int("cfq-go") >= s.Int("cfq-stop") {
			return &scenario.Error{Field: "cfq-go", Value: s.Get("cfq-go"),
				Reason: s.Get("cfq-go") + " packets are not below the Stop threshold of " + s.Get("cfq-stop") + "; allowed: 0–" + strconv.FormatInt(s.Int("cfq-stop")-1, 10)}
		}
		return nil
	})
}

// SetAsideOf returns the parameters of a scenario's set-aside queues, and whether its scheme has any.
func SetAsideOf(s scenario.Scenario) (p SetAside, ok bool) {
	name := s.Get("queuing")
	if name != recn && name != fbicm {
		return p, false
	}
	return SetAside{int(s.Int("cfqs")), int(s.Int("cfq-detect")), int(s.Int("cfq-stop")), int(s.Int("cfq-go")), name == recn}, true
}

// One VC whose queues are sorted otherwise, by the fabric.
type (
	byRoute struct{ oneQueue }
	byList  struct{ oneQueue }
)

func (byRoute) Explain(_, dst uint32) explain.Decision {
	return one(0, explain.Say("RECN-IQ: the NFQ, unless the way to host {0} crosses the congested port of a CAM line here: then that line's SAQ", explain.N(dst)))
}

func (byList) Explain(_, dst uint32) explain.Decision {
	return one(0, explain.Say("FBICM: the NFQ, unless host {0} is in the list of a CAM line here: then that line's CFQ", explain.N(dst)))
}

package traffic

import (
	"errors"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	register(scenario.Family{Prefix: "UT", Pattern: "UT", Rank: 1, Source: "[AFI] §V-A, [RAR] §5.1",
		Doc: "Uniform traffic: every host sends each packet to a random other host.",
		Parse: func(v string) (string, error) {
			if v != "UT" {
				return "", errors.New("uniform traffic is written UT")
			}
			return v, nil
		},
		Suggestions: []scenario.Option{{Name: "UT", Label: "UT — uniform"}},
	}, func(_ scenario.Scenario, n *topology.Network) (Pattern, error) { return uniform(n.Hosts), nil })
}

type uniform uint32

func (n uniform) Dest(src uint32, _ int64, r *random.Source) uint32 { return other(src, uint32(n), r) }
func (uniform) HotSpots() []uint32                                  { return nil }
func (uniform) Culprit(uint32) bool                                 { return false }

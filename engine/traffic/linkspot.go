package traffic

// Hot links: flows with sources and destinations of their own that share a fragment of their paths.

import (
	"errors"
	"strconv"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func init() {
	parse := func(v string) (int, error) {
		if v == "LHS" {
			return 1, nil
		}
		n, err := strconv.Atoi(v[len("LHS"):])
		if err != nil || n < 1 || n > topology.MaxSide {
			return 0, errors.New("write LHS or LHS<rows> with 1–" + strconv.Itoa(topology.MaxSide) + " rows, e.g. LHS2")
		}
		return n, nil
	}
	register(scenario.Family{Prefix: "LHS", Pattern: "LHS or LHS<rows>", Rank: 15, Source: "[DRB-T] §7.2.2, Fig. 7-1",
		Doc: "Link hot spot of a mesh or torus: in one row, or so many, hosts to the left of the middle send to as many other hosts on the right, and dimension-order routing leads all of them over " +
			"the middle link; the other hosts are silent. No host is over-subscribed. Which flows the report draws is a reading.",
		Parse: func(v string) (string, error) {
			n, err := parse(v)
			if n == 1 {
				return "LHS", err
			}
			return "LHS" + strconv.Itoa(n), err
		},
		Suggestions: []scenario.Option{{Name: "LHS", Label: "LHS — flows that share a link"}},
	}, func(s scenario.Scenario, n *topology.Network) (Pattern, error) {
		rows, err := parse(s.Get("traffic"))
		if err != nil {
			return nil, err
		}
		return linkSpot(n, rows)
	})
}

// hotLink is the pattern "specially selected, in which a set of links share a fragment of the path",
// so that "a great concentration of packets" arises in these channels. The text of the report has
// no coordinates. The reading: in a row, the m hosts left of the middle link send m columns to the
// right each, to the rows above and below in turn. Dimension order takes the row first: all m flows
// cross the middle link, m−1 the links beside it, and so on, and leave the row one by one. m is as
// large as shortest paths allow: half the row in a mesh, a little less in a torus.
type hotLink []int32 // destination by host, -1: silent

func linkSpot(n *topology.Network, rows int) (Pattern, error) {
	g := n.Grid
	if g == nil {
		return nil, errors.New("a link hot spot is defined on meshes and tori; " + n.Name + " is neither")
	}
	m := g.X / 2
	if g.Torus {
		m = (g.X - 1) / 2
	}
	if m < 2 {
		return nil, errors.New("two flows must share a link: rows of 4 switches in a mesh, of 5 in a torus, or more; " + n.Name + " has rows of " + strconv.Itoa(g.X))
	}
	if most := max(1, g.Y/2); rows > most {
		return nil, errors.New(strconv.Itoa(rows) + " rows; allowed on " + n.Name + ": 1–" + strconv.Itoa(most))
	}
	p := make(hotLink, n.Hosts)
	for h := range p {
		p[h] = -1
	}
	for k := 0; k < rows; k++ {
		y := (g.Y/2 + 2*k) % g.Y
		for i := 0; i < m; i++ {
			x, to := g.X/2-1-i, y+1-2*(i%2)
			if g.Torus {
				to = (to + g.Y) % g.Y
			} else if to < 0 || to >= g.Y {
				to = y
			}
			p[g.At(x, y)] = int32(g.At(x+m, to))
		}
	}
	return p, nil
}

func (p hotLink) Dest(src uint32, _ int64, _ *random.Source) uint32 {
	if p[src] < 0 {
		return src // never asked
	}
	return uint32(p[src])
}

func (hotLink) HotSpots() []uint32         { return nil }
func (p hotLink) Culprit(host uint32) bool { return p[host] >= 0 }

func (p hotLink) Rate(src uint32, _ int64) (micro, until int64) {
	if p[src] < 0 {
		return 0, Never
	}
	return scenario.Micro, Never
}

package ui

// Whether congestion trees grow: told by comparing their sizes over some simulated time.

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

// growthPS is the simulated time over which sizes are compared, and growthPart the part of its size by which a tree
// must have changed, at least one input buffer.
const (
	growthPS   = 2_000_000
	growthPart = 20
)

type growth struct {
	ps    int64 // of the size compared with
	ports uint32
	way   int // 1 grows, -1 shrinks
}

// measure notes the sizes of the trees; a run that has gone back begins anew, and so does another one, such as that of another scheme compared,
// whose trees have the same numbers.
func (c *Trees) measure() {
	now := c.m.Frame.TimePS
	if now < c.measured || !c.of.Equal(c.m.Scenario) {
		c.growth = nil
	}
	c.measured, c.of = now, c.m.Scenario
	was := c.growth
	c.growth = make(map[uint32]growth, len(c.list()))
	for _, t := range c.list() {
		g, ok := was[t.ID]
		switch {
		case !ok:
			g = growth{ps: now, ports: t.Ports}
		case now-g.ps >= growthPS:
			by := max(1, int(g.ports)/growthPart)
			g.way = 0
			if d := int(t.Ports) - int(g.ports); d >= by {
				g.way = 1
			} else if d <= -by {
				g.way = -1
			}
			g.ps, g.ports = now, t.Ports
		}
		c.growth[t.ID] = g
	}
}

// Trend is an arrow before the size of a tree that grows or shrinks.
func (c *Trees) Trend(t observe.Tree) string {
	return [...]string{"▾", "", "▴"}[c.growth[t.ID].way+1]
}

// PortsWord is the same for those who cannot see it; HostsWord and VictimsWord are the heads of their columns.
func (c *Trees) PortsWord(t observe.Tree) string {
	switch c.growth[t.ID].way {
	case 1:
		return counted(t.Ports, lang.T("port, growing,"), lang.T("ports, growing,"))
	case -1:
		return counted(t.Ports, lang.T("port, shrinking,"), lang.T("ports, shrinking,"))
	}
	return counted(t.Ports, lang.T("port,"), lang.T("ports,"))
}

func (c *Trees) HostsWord(t observe.Tree) string {
	if c.m.Frame.HoldsBack() {
		return counted(t.Hosts, lang.T("host holds back,"), lang.T("hosts hold back,"))
	}
	return counted(t.Hosts, lang.T("host blocked,"), lang.T("hosts blocked,"))
}

func (c *Trees) VictimsWord(t observe.Tree) string {
	return counted(t.Victims, lang.T("victim,"), lang.T("victims,"))
}

func counted(n uint32, one, many string) string {
	if n == 1 {
		return one + " "
	}
	return many + " "
}

// Born says when a tree was born, and whether it grows.
func (c *Trees) Born(t observe.Tree) string {
	at := duration(float64(t.BirthPS) / 1000)
	switch c.growth[t.ID].way {
	case 1:
		return lang.T("Born at {0}, growing.", at)
	case -1:
		return lang.T("Born at {0}, shrinking.", at)
	}
	return lang.T("Born at {0}.", at)
}

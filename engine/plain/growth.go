package plain

// How trees have grown: the doc comments of observe.Growth and observe.GrowthSamples.

import "github.com/congestree/congestree/engine/observe"

// growth is a tree's sizes at its birth and at the first looks that are so many steps later; steps are as long as looks are apart
// in the mean.
type growth struct {
	from, step   int64
	ports, hosts []int
}

// grow notes a tree's size at a look, if one is due, 0 where it holds nothing. Where there is no room any more, due or not, every second
// one goes first.
func (g *growth) grow(k *Tree, now int64) {
	if len(g.ports) == 0 {
		g.from = now
	}
	if len(g.ports) == observe.GrowthSamples {
		for i := range observe.GrowthSamples / 2 {
			g.ports[i], g.hosts[i] = g.ports[2*i], g.hosts[2*i]
		}
		g.ports, g.hosts = g.ports[:observe.GrowthSamples/2], g.hosts[:observe.GrowthSamples/2]
		g.step *= 2
	}
	if now >= g.from+int64(len(g.ports))*g.step {
		g.ports, g.hosts = append(g.ports, k.Ports), append(g.hosts, k.Hosts)
	}
}

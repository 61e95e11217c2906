package observe

// How a congestion tree has grown: a few sizes since its birth, kept with the run's course, so that they are the same
// wherever in time one has come from.

// GrowthSamples is how many sizes of a tree are kept at most; at the look after they have been used up every second one goes.
const GrowthSamples = 24

// Growth is what a tree was like since its birth.
type Growth struct {
	ID     uint32 // of the tree
	N      uint32 // sizes known, 1 at least: of the first look at or after each multiple of StepPS since FromPS; they are 0 where it holds nothing
	FromPS int64  // time of the first one
	StepPS int64  // between two
	Ports  [GrowthSamples]uint16
	Hosts  [GrowthSamples]uint16 // whose injection the tree blocks
}

// note keeps a tree's size of now, if one is due. Looks are step ps apart.
func (g *Growth) note(id uint32, now, step int64, ports, hosts uint32) {
	if g.ID != id {
		*g = Growth{ID: id, FromPS: now, StepPS: step}
	}
	if g.N == GrowthSamples {
		for i := range GrowthSamples / 2 {
			g.Ports[i], g.Hosts[i] = g.Ports[2*i], g.Hosts[2*i]
		}
		g.N, g.StepPS = GrowthSamples/2, 2*g.StepPS
	}
	if now < g.FromPS+int64(g.N)*g.StepPS {
		return
	}
	g.Ports[g.N], g.Hosts[g.N] = uint16(min(ports, 1<<16-1)), uint16(min(hosts, 1<<16-1))
	g.N++
}

// grow notes the sizes that the last look found.
func (c *Course) grow() {
	for _, k := range c.t.known {
		if k.Slot != 0 {
			if n := int(k.Slot) + 1 - len(c.growth); n > 0 {
				c.growth = append(c.growth, make([]Growth, n)...)
			}
			c.growth[k.Slot].note(k.ID, c.t.f.Now(), c.t.period, k.Ports, c.mark.hosts[k.Slot])
		}
	}
}

// Growth puts into a frame how its trees have grown, in their order.
func (c *Course) Growth(fr *Frame) {
	fr.Growth = fr.Growth[:0]
	for i := range fr.Trees {
		if t := &fr.Trees[i]; int(t.Slot) < len(c.growth) && c.growth[t.Slot].ID == t.ID {
			fr.Growth = append(fr.Growth, c.growth[t.Slot])
		}
	}
}

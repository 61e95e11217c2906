package render

// One reading of a frame, so that everything drawn from it afterwards touches only what there is to draw: the
// ports of a large network outnumber those of its trees by far.

import (
	"math"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// load is what a group of ports has in its buffers.
type load struct {
	fill float32 // mean, 0–1
	heat float32 // share of the buffers that belong to the tree, weighted by fill
	slot uint8   // the tree that holds most
}

// held is how many hosts of a block a tree blocks.
type held struct {
	slot  uint8 // the tree that blocks most
	share float32
}

// survey is what a frame holds, in lists.
type survey struct {
	loads    []load  // per switch
	pods     []load  // per pod: of its stage with most heat
	branches []int32 // ports whose buffers belong to a tree
	culprits []int32 // hosts
	hot      []int32
	reacting []int32
	blocked  []held // per block of hosts
	tally    tally
}

// tally counts by tree.
type tally struct {
	count [observe.MaxTrees + 1]uint32
	seen  []uint8
}

func (t *tally) add(slot uint8, by uint32) {
	if t.count[slot] == 0 {
		t.seen = append(t.seen, slot)
	}
	t.count[slot] += by
}

// most returns the tree counted most, the first one of several, and begins anew.
func (t *tally) most() (slot uint8, count uint32) {
	for _, k := range t.seen {
		if t.count[k] > count {
			slot, count = k, t.count[k]
		}
		t.count[k] = 0
	}
	t.seen = t.seen[:0]
	return
}

func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// read surveys a frame that belongs to the network.
func (v *survey) read(f *observe.Frame, n *topology.Network, l *layout) {
	v.branches, v.culprits, v.hot, v.reacting = v.branches[:0], v.culprits[:0], v.hot[:0], v.reacting[:0]
	v.loads = sized(v.loads, n.Switches)
	for sw := range v.loads {
		total, ports := uint32(0), uint32(0)
		states, peers := f.Ports[sw*n.Radix:(sw+1)*n.Radix], n.Peer[sw*n.Radix:(sw+1)*n.Radix]
		for i := range states {
			st := &states[i]
			if peers[i] < 0 {
				continue
			}
			ports++
			total += uint32(st.Fill)
			if t := st.Tree & observe.MaxTrees; t != 0 {
				v.branches = append(v.branches, int32(sw*n.Radix+i))
				v.tally.add(t, uint32(st.Fill)+16)
			}
		}
		v.loads[sw] = load{}
		if ports > 0 {
			r := &v.loads[sw]
			r.fill = float32(total) / float32(255*ports)
			slot, most := v.tally.most()
			r.slot, r.heat = slot, min(1, float32(most)/float32(271*ports))
		}
	}
	v.pods = sized(v.pods, len(l.pods))
	clear(v.pods)
	for t := 1; t < n.Stages && len(l.pods) > 0; t++ {
		per := (n.First[t] - n.First[t-1]) / len(l.pods)
		for i := range v.pods {
			first, sum := n.First[t-1]+i*per, float32(0)
			for _, r := range v.loads[first : first+per] {
				if r.slot != 0 {
					v.tally.add(r.slot, uint32(r.heat*1e4)+1)
					sum += r.heat
				}
			}
			if slot, most := v.tally.most(); slot != 0 {
				if heat := float32(most) / 1e4 / float32(per); heat > v.pods[i].heat {
					v.pods[i] = load{slot: slot, heat: min(1, heat)}
				}
			}
		}
	}
	v.hosts(f, l)
}

func (v *survey) hosts(f *observe.Frame, l *layout) {
	for h := range f.Hosts {
		flags := f.Hosts[h].Flags
		if flags&(observe.Culprit|observe.HotSpot|observe.Reacting) == 0 {
			continue
		}
		switch {
		case flags&observe.HotSpot != 0:
			v.hot = append(v.hot, int32(h))
		case flags&observe.Culprit != 0:
			v.culprits = append(v.culprits, int32(h))
		}
		if flags&observe.Reacting != 0 {
			v.reacting = append(v.reacting, int32(h))
		}
	}
	v.blocked = sized(v.blocked, len(l.blocks))
	if len(l.blocks) == 0 {
		return
	}
	per := len(f.Hosts) / len(l.blocks)
	for i := range v.blocked {
		blocked := 0
		for h := i * per; h < (i+1)*per; h++ {
			if t := f.Hosts[h].Tree & observe.MaxTrees; t != 0 {
				blocked++
				v.tally.add(t, 1)
			}
		}
		slot, _ := v.tally.most()
		v.blocked[i] = held{slot, float32(blocked) / float32(max(1, per))}
	}
}

// surveyed reads the present frame, unless it has been read.
func (s *Scene) surveyed() *survey {
	if !s.fresh && s.frame != nil && s.lay != nil {
		s.survey.read(s.frame, s.net, s.lay)
		s.fresh = true
	}
	return &s.survey
}

// podHeat tints the pods of the far view.
func (s *Scene) podHeat(m *Mesh) {
	for i, r := range s.surveyed().pods {
		if r.slot != 0 {
			p := &s.lay.pods[i]
			heat := float32(math.Sqrt(float64(r.heat)))
			m.cell(s.x(p.x0), s.y(p.y0), s.x(p.x1), s.y(p.y1), min(s.units(.5), s.px(8)), s.treeInk(r.slot).times(.08+.3*heat))
		}
	}
}

// hostBlocks fills the block of each leaf's hosts by the share of them that is blocked.
func (s *Scene) hostBlocks(m *Mesh) {
	seen := s.viewRect()
	for i, r := range s.surveyed().blocked {
		if b := &s.lay.blocks[i]; r.slot != 0 && b.meets(&seen) {
			m.cell(s.x(b.x0), s.y(b.y1-(b.y1-b.y0)*r.share), s.x(b.x1), s.y(b.y1), 0, s.treeInk(r.slot).times(.55))
		}
	}
}

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

// held is how many hosts of a block a tree blocks, and how many are culprits.
type held struct {
	slot     uint8 // the tree that blocks most
	share    float32
	culprits float32 // as a share
}

// survey is what a frame holds, in lists.
type survey struct {
	linked   []uint8 // per switch: ports with a link, 1 at least
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
	if len(v.linked) == 0 {
		v.linked = make([]uint8, n.Switches)
		for p, q := range n.Peer[:n.SwitchPorts()] {
			if q >= 0 {
				v.linked[p/n.Radix]++
			}
		}
		for i := range v.linked {
			v.linked[i] = max(1, v.linked[i])
		}
	}
	for sw := range v.loads {
		total, first := uint32(0), sw*n.Radix
		states := f.Ports[first : first+n.Radix]
		for i := range states {
			st := &states[i]
			total += uint32(st.Fill) // 0 of a port without a link
			if t := st.Tree & observe.MaxTrees; t != 0 && n.Peer[first+i] >= 0 {
				v.branches = append(v.branches, int32(first+i))
				v.tally.add(t, uint32(st.Fill)+16)
			}
		}
		r := &v.loads[sw]
		*r = load{}
		if total > 0 {
			ports := float32(v.linked[sw])
			slot, most := v.tally.most()
			r.fill, r.slot, r.heat = float32(total)/255/ports, slot, min(1, float32(most)/271/ports)
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
	v.blocked = sized(v.blocked, len(l.blocks))
	per := len(f.Hosts) / max(1, len(l.blocks))
	for i := range v.blocked {
		blocked, culprits := 0, len(v.culprits)
		for h := i * per; h < (i+1)*per; h++ {
			st := &f.Hosts[h]
			if st.Tree|st.Flags&(observe.Culprit|observe.HotSpot|observe.Reacting) == 0 {
				continue
			}
			if t := st.Tree & observe.MaxTrees; t != 0 {
				blocked++
				v.tally.add(t, 1)
			}
			if st.Flags&(observe.Culprit|observe.HotSpot|observe.Reacting) == 0 {
				continue
			}
			switch {
			case st.Flags&observe.HotSpot != 0:
				v.hot = append(v.hot, int32(h))
			case st.Flags&observe.Culprit != 0:
				v.culprits = append(v.culprits, int32(h))
			}
			if st.Flags&observe.Reacting != 0 {
				v.reacting = append(v.reacting, int32(h))
			}
		}
		slot, _ := v.tally.most()
		all := float32(max(1, per))
		v.blocked[i] = held{slot, float32(blocked) / all, float32(len(v.culprits)-culprits) / all}
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

package render

// What is under the pointer.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// PickKind says what a Pick is.
type PickKind uint8

const (
	None     PickKind = iota
	Host              // a host; Port is its port
	Switch            // a switch
	Port              // a port of a switch, seen near by, or marked as a root
	Link              // one direction of a link; Port transmits
	Group             // a pod of the far view
	OnLink            // a packet on a link
	InBuffer          // a packet in a buffer
)

// Pick is what is under the pointer.
type Pick struct {
	Kind   PickKind
	Port   int    // global; -1 = none
	Switch int    // -1 = none
	Group  int    // pod; -1 = none
	Tree   uint32 // ID of the congestion tree there, 0 = none
	Packet Packet // of OnLink and InBuffer
}

// Pick finds what is drawn at a point of the canvas, in device pixels.
func (s *Scene) Pick(x, y float64) Pick {
	none := Pick{Port: -1, Switch: -1, Group: -1}
	if s.lay == nil || s.OnMinimap(x, y) {
		return none
	}
	v := s.cam.now
	wx, wy := float32((x-v.x)/v.z), float32((y-v.y)/v.z)
	reach := s.px(6) / float32(v.z) // world units
	if p, ok := s.pickRoot(float32(x), float32(y)); ok {
		return p
	}
	if p, ok := s.pickHotSpot(float32(x), float32(y)); ok {
		return p
	}
	if p, ok := s.pickPacket(float32(x), float32(y)); ok {
		return p
	}
	for _, pick := range []func(wx, wy, reach float32) (Pick, bool){s.pickHost, s.pickSwitch, s.pickLink, s.pickGroup} {
		if p, ok := pick(wx, wy, reach); ok {
			return p
		}
	}
	return none
}

func (s *Scene) pickRoot(x, y float32) (Pick, bool) {
	if s.frame == nil {
		return Pick{}, false
	}
	for i := range s.frame.Trees {
		t := &s.frame.Trees[i]
		p := int(t.Root)
		if p >= s.net.SwitchPorts() {
			continue
		}
		d := s.px(rootSize[s.level])
		if rx, ry := s.rootAt(p, d); hypot(rx-x, ry-y) < d*rootRing/2 {
			return Pick{Kind: Port, Port: p, Switch: p / s.net.Radix, Group: int(s.lay.podOf[p/s.net.Radix]), Tree: t.ID}, true
		}
	}
	return Pick{}, false
}

// pickHotSpot finds the mark of a hot spot, which from afar covers its neighbours, and the links and packets beside it.
func (s *Scene) pickHotSpot(x, y float32) (Pick, bool) {
	if s.frame == nil {
		return Pick{}, false
	}
	best, at := s.hotMark()/2, -1
	for _, h := range s.surveyed().hot {
		if d := hypot(s.x(s.lay.hx[h])-x, s.y(s.lay.hy[h])-y); d < best {
			best, at = d, int(h)
		}
	}
	if at < 0 {
		return Pick{}, false
	}
	return s.hostPick(at), true
}

func (s *Scene) pickHost(wx, wy, reach float32) (Pick, bool) {
	l := s.lay
	best, at := max(.5, min(reach*.6, 2)), -1
	if s.level == far {
		best = .5
	}
	for i := range l.blocks {
		if l.blocks[i].hasNear(wx, wy, best) {
			first, last := 0, len(l.hx)
			if s.net.Tree != nil {
				per := len(l.hx) / len(l.blocks)
				first, last = i*per, (i+1)*per
			}
			for h := first; h < last; h++ {
				dx, dy := l.hx[h]-wx, l.hy[h]-wy
				if d := max(dx, -dx, dy, -dy); d < best {
					best, at = d, h
				}
			}
		}
	}
	if at < 0 {
		return Pick{}, false
	}
	return s.hostPick(at), true
}

func (s *Scene) hostPick(h int) Pick {
	l := s.lay
	p := Pick{Kind: Host, Port: s.net.HostPort(h), Switch: int(l.leafOf[h]), Group: int(l.podOf[l.leafOf[h]])}
	if s.frame != nil {
		p.Tree = s.treeID(s.frame.Hosts[h].Tree)
		if slot := s.treeHost[int32(h)]; slot != 0 {
			p.Tree = s.treeID(slot)
		}
	}
	return p
}

func (s *Scene) pickSwitch(wx, wy, reach float32) (Pick, bool) {
	n, l := s.net, s.lay
	for i, in := range s.visible {
		if !in {
			continue
		}
		t := int(n.Stage[i])
		w, h := l.cardW[t-1]/2, l.cardH[t-1]/2
		if wx < l.sx[i]-w || wx > l.sx[i]+w || wy < l.sy[i]-h || wy > l.sy[i]+h {
			continue
		}
		p := Pick{Kind: Switch, Port: -1, Switch: i, Group: int(l.podOf[i])}
		if s.frame != nil {
			p.Tree = s.treeID(s.surveyed().loads[i].slot)
		}
		if s.level != near || !l.square && wy > l.sy[i]-h*.35 && wy < l.sy[i]+h*.35 {
			return p, true
		}
		best := l.portPitch(t) * .5
		if l.square {
			return s.pickPort(p, wx, wy), true
		}
		for g := i * n.Radix; g < (i+1)*n.Radix; g++ {
			d := l.px[g] - wx
			if n.Peer[g] != topology.NoPeer && (l.py[g] < l.sy[i]) == (wy < l.sy[i]) && max(d, -d) <= best {
				best = max(d, -d)
				p.Kind, p.Port = Port, g
				if s.frame != nil {
					p.Tree = s.treeID(s.frame.Ports[g].Tree)
				}
			}
		}
		return p, true
	}
	return Pick{}, false
}

// pickPort refines the pick of a switch that has ports on all sides.
func (s *Scene) pickPort(p Pick, wx, wy float32) Pick {
	n, l := s.net, s.lay
	t := int(n.Stage[p.Switch])
	long := l.cardH[t-1] * gridSlot
	best := l.portPitch(t) * .8
	for g := p.Switch * n.Radix; g < (p.Switch+1)*n.Radix; g++ {
		out := outward[l.side[g]]
		dx, dy := wx-l.px[g], wy-l.py[g]
		deep := -dx*out.x - dy*out.y
		d := hypot(dx*out.y+dy*out.x, max(-deep, deep-long, 0)) // from the middle line of its buffer
		if n.Peer[g] != topology.NoPeer && d < best {
			best = d
			p.Kind, p.Port = Port, g
			if s.frame != nil {
				p.Tree = s.treeID(s.frame.Ports[g].Tree)
			}
		}
	}
	return p
}

// pickLink finds the nearest drawn direction of a link.
func (s *Scene) pickLink(wx, wy, reach float32) (Pick, bool) {
	n, l := s.net, s.lay
	best, at := reach, -1
	x, y := s.x(wx), s.y(wy)
	around := reach + slices.Max(s.offset[:])/float32(s.cam.now.z) // directions stand beside the line between two ports
	by := rect{wx - around, wy - around, wx + around, wy + around}
	for p, q := range n.Peer {
		if q == topology.NoPeer {
			continue
		}
		tree := s.frame != nil && int(q) < n.SwitchPorts() && s.frame.Ports[q].Tree != 0
		if s.level == far && n.Tree != nil && !tree {
			continue
		}
		if !l.sees(&by, p, int(q)) {
			continue
		}
		w := s.way(p, int(q))
		d := w.distance(x, y) / float32(s.cam.now.z)
		if tree {
			d *= .7 // thick lines first
		}
		if d < best {
			best, at = d, p
		}
	}
	if at < 0 {
		return Pick{}, false
	}
	p := Pick{Kind: Link, Port: at, Switch: -1, Group: -1}
	if !n.IsHost(at) {
		p.Switch = at / n.Radix
	}
	if q := int(n.Peer[at]); s.frame != nil && q < n.SwitchPorts() {
		p.Tree = s.treeID(s.frame.Ports[q].Tree & observe.MaxTrees)
	}
	return p, true
}

func (s *Scene) pickGroup(wx, wy, reach float32) (Pick, bool) {
	if s.level != far || s.net.Stages < 2 {
		return Pick{}, false
	}
	for i := range s.lay.pods {
		if s.lay.pods[i].has(wx, wy) {
			return Pick{Kind: Group, Port: -1, Switch: -1, Group: i}, true
		}
	}
	return Pick{}, false
}

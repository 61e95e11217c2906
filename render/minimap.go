package render

// The minimap: a large network as a whole in a corner, while the picture shows a part of it; with the trees'
// heat, their roots, and the part shown. It can be dragged.

import "math"

const (
	mapSide   = 168 // longer side, CSS pixels
	mapMargin = 14
	mapHosts  = 250  // smaller networks need none
	mapZoom   = 1.45 // nor does a picture that shows nearly all
)

// minimap is where it stands, px, and the scale from world units to it; ok says whether it is shown.
func (s *Scene) minimap() (r rect, scale float32, ok bool) {
	if s.lay == nil || s.net.Hosts < mapHosts || s.cam.now.z < s.fitView().z*mapZoom {
		return
	}
	x0, y0, x1, y1 := s.free()
	scale = s.px(mapSide) / max(s.lay.w, s.lay.h)
	if room := float32(min(x1-x0, y1-y0)) * .42; s.px(mapSide) > room {
		scale *= room / s.px(mapSide)
	}
	w, h := s.lay.w*scale, s.lay.h*scale
	if h < s.px(36) { // a very wide network
		h = s.px(36)
	}
	right, bottom := float32(x1)-s.px(mapMargin), float32(y1)-s.px(mapMargin)
	return rect{right - w, bottom - h, right, bottom}, scale, true
}

func (s *Scene) drawMinimap(m *Mesh) {
	r, scale, ok := s.minimap()
	if !ok {
		return
	}
	n, l := s.net, s.lay
	rim := s.px(6)
	m.cell(r.x0-rim-1, r.y0-rim-1, r.x1+rim+1, r.y1+rim+1, s.px(5), s.inks.edge)
	m.cell(r.x0-rim, r.y0-rim, r.x1+rim, r.y1+rim, s.px(4), s.inks.ground)
	x := func(w float32) float32 { return r.x0 + w*scale }
	y := func(w float32) float32 { return r.y0 + w*scale }
	v := s.surveyed()
	for i := range l.pods {
		p := &l.pods[i]
		c := s.inks.link
		if s.frame != nil && v.pods[i].slot != 0 {
			c = mix(c, s.treeInk(v.pods[i].slot), .35+.65*float32(math.Sqrt(float64(v.pods[i].heat))))
		}
		m.rect(x(p.x0)+.5, y(p.y0), x(p.x1)-.5, y(p.y1), c.times(.8))
	}
	every := 1 + n.Switches/3000
	d := max(s.px(1), scale*l.cardW[0]*.7)
	if g := n.Grid; g != nil {
		d = max(s.px(1), scale*min(l.w/float32(g.X), l.h/float32(g.Y))*.85)
	}
	for sw := 0; sw < n.Switches; sw += every {
		if len(l.pods) > 0 && int(n.Stage[sw]) < n.Stages {
			continue // the pods stand for them
		}
		c := s.inks.edge
		if s.frame != nil && v.loads[sw].slot != 0 {
			c = s.treeInk(v.loads[sw].slot)
		}
		m.rect(x(l.sx[sw])-d/2, y(l.sy[sw])-d/2, x(l.sx[sw])+d/2, y(l.sy[sw])+d/2, c)
	}
	if s.frame != nil {
		for i := range s.frame.Trees {
			if t := &s.frame.Trees[i]; int(t.Root) < n.SwitchPorts() {
				m.symbol(disc, x(l.px[t.Root]), y(l.py[t.Root]), s.px(10), s.inks.ground)
				m.symbol(diamond, x(l.px[t.Root]), y(l.py[t.Root]), s.px(8), s.treeInk(uint8(t.Slot)))
			}
		}
	}
	wx0, wy0, wx1, wy1 := s.worldView()
	cut := func(v, lo, hi float32) float32 { return max(lo-rim, min(hi+rim, v)) }
	s.outline(m, rect{cut(x(wx0), r.x0, r.x1), cut(y(wy0), r.y0, r.y1), cut(x(wx1), r.x0, r.x1), cut(y(wy1), r.y0, r.y1)})
}

// MinimapAt moves the picture to where a pixel of the minimap is; it says whether there is one.
func (s *Scene) MinimapAt(px, py float64) bool {
	if !s.OnMinimap(px, py) {
		return false
	}
	r, scale, _ := s.minimap()
	wx, wy := (float32(px)-r.x0)/scale, (float32(py)-r.y0)/scale
	cx, cy := s.freeCentre()
	z := s.cam.now.z
	s.cam.now = view{cx - float64(wx)*z, cy - float64(wy)*z, z}
	s.cam.goal, s.cam.moving, s.cam.touched, s.wish = s.cam.now, false, true, nil
	s.keep()
	s.moved()
	return true
}

// OnMinimap says whether a pixel belongs to the minimap.
func (s *Scene) OnMinimap(px, py float64) bool {
	r, _, ok := s.minimap()
	return ok && r.hasNear(float32(px), float32(py), s.px(6))
}

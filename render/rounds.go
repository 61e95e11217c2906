package render

// What tells trees apart beyond their colours, of which there are eight: every tree's number, as the list has it, at its
// root; and where trees of a frame have the same colour, branches that are broken in another way, but for the largest of them.
// Both hold in print, and for who sees no colours.

import (
	"slices"

	"github.com/congestree/congestree/engine/observe"
)

// TreeRounds says, by slot, of how many larger trees of the frame a tree has the colour.
func TreeRounds(trees []observe.Tree) (rounds [observe.MaxTrees + 1]uint8) {
	var seen [len(palettes[Dark].tree)]uint8
	for i := range trees { // the largest first
		if slot := trees[i].Slot; slot > 0 && slot <= observe.MaxTrees {
			k := (slot - 1) % uint32(len(seen))
			rounds[slot] = seen[k]
			seen[k]++
		}
	}
	return rounds
}

// Again says whether a colour stands for more than one of some trees.
func Again(trees []observe.Tree) bool { return repeated(TreeRounds(trees)) }

func repeated(rounds [observe.MaxTrees + 1]uint8) bool {
	return slices.ContainsFunc(rounds[:], func(n uint8) bool { return n > 0 })
}

// dashes are the lengths drawn and left out, CSS pixels, of the second round and of those after it in turn.
var dashes = [...][2]float32{{13, 5}, {4.5, 4.5}}

// maxDashed is up to how many branches in a frame are drawn broken: more are a smear anyway.
const maxDashed = 3000

// branch draws a branch of the tree of a slot as strand does.
func (s *Scene) branch(m *Mesh, p, q int, width, shift float32, slot uint8, k ink) {
	round := int(s.rounds[slot])
	if round == 0 || len(s.surveyed().branches) > maxDashed {
		s.strand(m, p, q, width, shift, k)
		return
	}
	w := s.way(p, q)
	if shift != 0 {
		w.beside(shift)
	}
	d := dashes[(round-1)%len(dashes)]
	on, off := s.px(d[0]), s.px(d[1])
	at := float32(0) // since a dash began
	for i := 1; i < w.n; i++ {
		x, y, dx, dy := w.x[i-1], w.y[i-1], w.x[i]-w.x[i-1], w.y[i]-w.y[i-1]
		long := hypot(dx, dy)
		if long == 0 {
			continue
		}
		dx, dy = dx/long, dy/long
		for from := float32(0); from < long; {
			to := min(long, from+on-at)
			if at < on {
				m.line(x+dx*from, y+dy*from, x+dx*to, y+dy*to, width, k)
			} else {
				to = min(long, from+on+off-at)
			}
			if at += to - from; at >= on+off-.01 {
				at = 0
			}
			from = max(to, from+.01)
		}
	}
}

// again says whether a colour stands for more than one tree of the frame.
func (s *Scene) again() bool { return repeated(s.rounds) }

// numbered says whether roots bear numbers: a single tree needs none.
func (s *Scene) numbered() bool { return s.frame != nil && len(s.frame.Trees) > 1 }

// numbers writes the trees' numbers beside the marks of their roots, of diameter d, the largest tree's first, as far as there is room
// where nothing covers the canvas.
func (s *Scene) numbers(m *Mesh, f *observe.Frame, font *fontSize, d float32, seen rect) {
	if !s.numbered() {
		return
	}
	x0, y0, x1, y1 := s.free()
	for i := range f.Trees {
		t := &f.Trees[i]
		p := int(t.Root)
		if t.Slot > observe.MaxTrees || s.lights[t.Slot] < .5 || p >= s.net.SwitchPorts() || !seen.has(s.lay.px[p], s.lay.py[p]) {
			continue
		}
		x, y := s.rootAt(p, d)
		s.scratch = appendInt(s.scratch[:0], int(t.ID))
		w, h := font.width(s.scratch)+s.px(6), float32(font.height)
		var box rect
		free := false
		for r := d * .8; !free && r < d*2; r += d * .8 {
			for _, at := range [...][2]float32{{x - w/2, y - r - h}, {x + r, y - h/2}, {x - r - w, y - h/2}, {x + r*.6, y - r*.6 - h}, {x - r*.6 - w, y - r*.6 - h}, {x - w/2, y + r}} {
				box = rect{at[0], at[1], at[0] + w, at[1] + h}
				free = float64(box.x0) > x0 && float64(box.y0) > y0 && float64(box.x1) < x1 && float64(box.y1) < y1 &&
					!slices.ContainsFunc(s.labels, func(label rect) bool { return box.meets(&label) })
				if free {
					break
				}
			}
		}
		if !free { // over its neighbour nobody could read it: the list has it
			continue
		}
		s.labels = append(s.labels, box)
		m.cell(box.x0-s.px(1), box.y0-s.px(1), box.x1+s.px(1), box.y1+s.px(1), s.px(3), s.inks.ground)
		m.cell(box.x0, box.y0, box.x1, box.y1, s.px(3), s.inks.tree[t.Slot])
		m.text(font, s.scratch, (box.x0+box.x1)/2, (box.y0+box.y1)/2, .5, s.inks.ground)
	}
}

package render

// Virtual output queues seen from near: within a VC a block of cells for each output that packets are for, in the
// order of the outputs, with the number of its port beside it or, where that has no room, a rail. So one sees which
// output's queue fills the buffer that all of them share.

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// seat is the place of a packet among the cells of its VC: the next to leave of each queue is in the innermost row.
type seat struct {
	row, col int
	h        float32 // of a row of this VC, px
}

// block is the cells of one VOQ, from its innermost row.
type block struct {
	vc, out int
	seat
	rows int
}

// sortedByOutput says whether the packets of a VC stand in VOQs.
func (s *Scene) sortedByOutput() bool { return s.frame != nil && s.frame.Sorted == observe.ByOutput }

// gutter is the room beside the cells of a VC for the numbers of ports, or for rails if they are too wide.
func (s *Scene) gutter(room float32) float32 {
	f := fontFor(9 * s.scale)
	s.scratch = appendInt(s.scratch[:0], s.net.Radix-1)
	if w := f.width(s.scratch) + s.px(3); w <= room*.36 {
		return w
	}
	return max(s.px(2), min(s.px(3), room*.15))
}

// sit finds the seats of a port's packets, and the blocks that they make: none without VOQs. As each VOQ begins a row,
// a VC may need more rows than its cells have; then they are lower. Both lists are valid until the next call.
func (s *Scene) sit(list [2]int, c *cells, deep float32) ([]seat, []block) {
	slots := s.frame.Slots[list[0]:list[1]]
	s.seats, s.blocks = sized(s.seats, len(slots)), s.blocks[:0]
	if !s.sortedByOutput() {
		for i := range slots {
			s.seats[i] = seat{int(slots[i].Place) / c.cols, int(slots[i].Place) % c.cols, c.h}
		}
		return s.seats, nil
	}
	for i := 0; i < len(slots); {
		end := i + 1
		for end < len(slots) && slots[end].VC == slots[i].VC {
			end++
		}
		s.sitByOutput(slots[i:end], s.seats[i:end], c, deep)
		i = end
	}
	return s.seats, s.blocks
}

// sitByOutput does it for the packets of one VC.
func (s *Scene) sitByOutput(slots []observe.SlotState, seats []seat, c *cells, deep float32) {
	var sizes, first [topology.MaxRadix]int
	for k := range slots {
		out := int(slots[k].Out) % topology.MaxRadix
		seats[k].col = sizes[out] // its turn, for now
		sizes[out]++
	}
	rows, from := 0, len(s.blocks)
	for out, n := range sizes {
		if n > 0 {
			first[out] = rows
			s.blocks = append(s.blocks, block{int(slots[0].VC), out, seat{row: rows}, (n + c.cols - 1) / c.cols})
			rows += (n + c.cols - 1) / c.cols
		}
	}
	h := min(c.h, deep/float32(rows))
	for k := range slots {
		turn := seats[k].col
		seats[k] = seat{first[int(slots[k].Out)%topology.MaxRadix] + turn/c.cols, turn % c.cols, h}
	}
	for k := range s.blocks[from:] {
		s.blocks[from+k].h = h
	}
}

// fences draws what tells VOQs apart: a line between two of them, and beside each its output's number or a rail.
func (s *Scene) fences(m *Mesh, blocks []block, c *cells, x, y float32, side uint8, half, deep float32) {
	f := fontFor(9 * s.scale)
	for i, b := range blocks {
		line := max(1, min(s.px(1), b.h*.3))
		a0, _, _, d1 := c.at(b.vc, b.seat, half, deep)
		a1, d0 := a0+float32(c.cols)*c.w, d1-float32(b.rows)*b.h
		if i > 0 && blocks[i-1].vc == b.vc {
			r := turn(x, y, side, a0-c.gutter, a1, d1-line/2, d1+line/2)
			m.rect(r.x0, r.y0, r.x1, r.y1, s.inks.dim.times(.6))
		}
		r := turn(x, y, side, a0-c.gutter, a0, d0, d1)
		s.scratch = appendInt(s.scratch[:0], b.out)
		if w, h := r.x1-r.x0, r.y1-r.y0; w > f.width(s.scratch) && h > float32(f.size)*.85 {
			m.text(f, s.scratch, (r.x0+r.x1)/2, (r.y0+r.y1)/2, .5, s.inks.text)
			continue
		}
		thick := min(c.gutter*.6, s.px(2))
		r = turn(x, y, side, a0-thick-(c.gutter-thick)/2, a0-(c.gutter-thick)/2, d0+line, d1-line)
		m.rect(r.x0, r.y0, r.x1, r.y1, s.inks.text)
	}
}

package main

// Checkpoints: copies of the simulation at times that have passed, so that going back means taking the nearest
// earlier one and running on from there. Their memory is bounded, and old ones are thinned first.

import (
	"runtime"
	"sort"

	"github.com/congestree/congestree/engine"
)

// maxCheckpoints bounds their number, so that small networks do not take what large ones need.
const maxCheckpoints = 160

type checkpoint struct {
	ps    int64
	sim   *engine.Sim
	bytes int64
}

// past holds the checkpoints of one run, by time. The first is that of time 0, if there is memory for any.
type past struct {
	list   []checkpoint
	bytes  int64
	budget int64
	copied int64 // bytes of the last copy
}

// keep copies the present state, unless there is a checkpoint of its time.
func (p *past) keep(m *engine.Sim) {
	now := m.Now()
	i := sort.Search(len(p.list), func(i int) bool { return p.list[i].ps >= now })
	if i < len(p.list) && p.list[i].ps == now {
		return
	}
	size := p.copied
	if n := len(p.list); n > 0 {
		size = p.list[n-1].bytes
	}
	p.thin(now, size) // before, so that the garbage collector can use the room
	if p.bytes+size > p.budget {
		return // there is none for a second one
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c := checkpoint{ps: now, sim: m.Clone()}
	runtime.ReadMemStats(&after)
	c.bytes = int64(after.TotalAlloc - before.TotalAlloc)
	p.copied = c.bytes
	if c.bytes > p.budget {
		return
	}
	i = sort.Search(len(p.list), func(i int) bool { return p.list[i].ps >= now })
	p.list = append(p.list, checkpoint{})
	copy(p.list[i+1:], p.list[i:])
	p.list[i] = c
	p.bytes += c.bytes
	p.thin(now, 0)
}

// thin drops checkpoints until there is room for so many bytes more: that one first whose absence leaves the
// smallest hole, and far from the present holes count for less, by up to a fifth. Of evenly spaced ones every second
// goes, beginning with the oldest.
func (p *past) thin(now, more int64) {
	for len(p.list) > 2 && (p.bytes+more > p.budget || len(p.list) > maxCheckpoints) {
		span := float64(p.list[len(p.list)-1].ps)
		best, least := 0, 0.0
		for i := 1; i < len(p.list)-1; i++ {
			age := float64(now - p.list[i].ps)
			if age < 0 {
				age = -age
			}
			if cost := float64(p.list[i+1].ps-p.list[i-1].ps) / (age + span/4); best == 0 || cost < least {
				best, least = i, cost
			}
		}
		p.drop(best)
	}
	if len(p.list) == 2 && p.bytes > p.budget {
		p.drop(1)
	}
}

func (p *past) drop(i int) {
	p.bytes -= p.list[i].bytes
	copy(p.list[i:], p.list[i+1:])
	p.list[len(p.list)-1] = checkpoint{}
	p.list = p.list[:len(p.list)-1]
}

// before returns the latest checkpoint that is not later than a time, or nil.
func (p *past) before(ps int64) *checkpoint {
	i := sort.Search(len(p.list), func(i int) bool { return p.list[i].ps > ps })
	if i == 0 {
		return nil
	}
	return &p.list[i-1]
}

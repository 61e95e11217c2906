package main

// Checkpoints: copies of the simulation at times that have passed, so that going back means taking the nearest
// earlier one and running on from there. Their memory is bounded; when it is used up they are thinned evenly.

import (
	"runtime"
	"sort"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// maxCheckpoints bounds their number, so that small networks do not take what large ones need.
const maxCheckpoints = 400

// collected is how large copies (bytes) have the collector look for room first: what it would let lie is as much as is in use, and memory of
// WebAssembly is never given back. The arrays of a large network hold no pointers, so that it is soon done.
const collected = 16 << 20

type checkpoint struct {
	ps    int64
	work  int64 // from time 0 up to here
	sim   *engine.Stored
	bytes int64
}

// workOf says how much there was to compute up to the present, in events: three a hop, and a look at trees counts as
// the reading of so many ports.
func workOf(m *engine.Sim) int64 {
	var h observe.Header
	m.Measures(&h)
	return 3*int64(h.Hops) + m.Now()/m.LookPS()*int64(max(1, m.Network().Ports()/8))
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
	p.thin(size) // before, so that the garbage collector can use the room
	if p.bytes+size > p.budget {
		return // there is none for a second one
	}
	if size > collected {
		runtime.GC()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c := checkpoint{ps: now, work: workOf(m), sim: m.Store()}
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
	p.thin(0)
}

// thin drops checkpoints until there is room for so many bytes more: that one first whose absence leaves the
// smallest hole, in work, the oldest of several. Of evenly spaced ones every second goes.
func (p *past) thin(more int64) {
	for len(p.list) > 2 && (p.bytes+more > p.budget || len(p.list) > maxCheckpoints) {
		best, least := 0, int64(0)
		for i := 1; i < len(p.list)-1; i++ {
			if hole := p.list[i+1].work - p.list[i-1].work; best == 0 || hole < least {
				best, least = i, hole
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

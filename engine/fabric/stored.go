package fabric

// States put away. A copy is mostly room: buffers and source queues hold a fifth or half of what they could. What is
// stored of them is what they hold, so that several times as many copies fit into the same memory.

import "slices"

// Stored is a state put away by Store. It does not change.
type Stored struct {
	rest    *Fabric   // all the rest
	flight  []flight  // on links, oldest first
	used    []uint16  // packets by channel
	packet  []Packet  // of all channels, in the order of their arrival
	out     []uint8   // what they are for, as channel.output says
	waiting []uint64  // in source queues, by place: destination | age<<hostBits
	source  []waiting // instead, where an age has no room: it is above 140 s of simulated time
}

// Store puts a copy of the state away.
func (f *Fabric) Store() *Stored {
	s := &Stored{rest: f.cloneRest()}
	s.flight = make([]flight, 0, f.next-f.tail)
	for i := f.tail; i != f.next; i++ {
		s.flight = append(s.flight, f.ring[i&f.mask])
	}
	s.storeBuffers(f)
	s.storeSources(f)
	return s
}

func (s *Stored) storeBuffers(f *Fabric) {
	if f.perChannel == 0 {
		return
	}
	all := 0
	s.used = make([]uint16, f.Net.SwitchPorts()*f.VCs)
	for c := range s.used {
		n := f.channel(c).used()
		s.used[c] = uint16(n)
		all += n
	}
	s.packet, s.out = make([]Packet, all), make([]uint8, all)
	k := 0
	for i, n := range s.used {
		c := f.channel(i)
		for j := range int(n) {
			s.packet[k], s.out[k] = c.packet(c.at(j)), uint8(c.output(c.at(j)))
			k++
		}
	}
}

func (s *Stored) storeSources(f *Fabric) {
	if len(f.source) == 0 {
		return
	}
	all := 0
	for _, q := range f.rings {
		all += int(q.count)
	}
	s.waiting = make([]uint64, 0, all)
	const most = 1<<(64-hostBits) - 1
	for i := range f.SourceCap {
		row := f.source[i*len(f.rings):]
		for k, q := range f.rings {
			if f.holds(q, i) {
				age := f.now - row[k].birth
				if age < 0 || age > most {
					s.waiting, s.source = nil, slices.Clone(f.source)
					return
				}
				s.waiting = append(s.waiting, uint64(row[k].dst)|uint64(age)<<hostBits)
			}
		}
	}
}

// holds says whether a place of a source queue's ring is in use.
func (f *Fabric) holds(q sourceRing, place int) bool {
	if place -= int(q.first); place < 0 {
		place += f.SourceCap
	}
	return place < int(q.count)
}

// Restore returns an independent fabric in that state. It differs from what was stored in nothing that anybody can
// tell: packets may lie in other slots. The large arrays of old, a fabric of the same scenario that nobody needs any
// more, are used again; it may be nil.
func (s *Stored) Restore(old *Fabric) *Fabric {
	g := s.rest.cloneRest()
	g.word, g.record = withRoom(g.word), withRoom(g.record)
	if old == nil {
		old = &Fabric{}
	}
	g.ring = again(old.ring, int(g.mask)+1)
	for i, e := range s.flight {
		g.ring[(g.tail+uint64(i))&g.mask] = e
	}
	g.ring[g.next&g.mask] = flight{start: never}
	g.buffer = again(old.buffer, len(s.used)*g.perChannel+channelMax)
	s.restoreBuffers(g)
	switch {
	case s.source != nil:
		g.source = append(again(old.source, len(s.source))[:0], s.source...)
	case s.waiting != nil:
		g.source = again(old.source, len(g.rings)*g.SourceCap)
		k := 0
		for i := range g.SourceCap {
			row := g.source[i*len(g.rings):]
			for j, q := range g.rings {
				if g.holds(q, i) {
					x := s.waiting[k]
					row[j] = waiting{g.now - int64(x>>hostBits), uint32(x & (1<<hostBits - 1))}
					k++
				}
			}
		}
	}
	return g
}

func (s *Stored) restoreBuffers(g *Fabric) {
	k := 0
	for i, n := range s.used {
		c := g.channel(i)
		c.w[0] = 0
		for range n {
			c.push(s.packet[k], uint64(s.out[k]))
			k++
		}
	}
}

// again returns room for n, that of old if it is enough.
func again[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	return old[:n]
}

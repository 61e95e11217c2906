package observe

// The lives of congestion trees: every tree of a run, those that are gone too, from its birth to its death. Frames and marks tell of
// the present and of a few instants; this is the record for whoever counts trees. It grows with the run, and is kept only if asked for.

import (
	"slices"

	"github.com/congestree/congestree/engine/fabric"
)

// Branch is a VC of an input buffer that waits for a root.
type Branch struct {
	Port uint32 // global
	VC   uint8
}

// Life is what a congestion tree was, as the tracker's looks have found it.
type Life struct {
	ID        uint32 // counted from 1, in order of birth
	Root      uint32 // the output port that is its root, or was at last: a root moves on with the contention
	BirthPS   int64  // of the look that found it to be a tree
	DeathPS   int64  // of the look that found it gone; -1: it lives
	LargestPS int64  // of the look, the first of several, at which it had the most input buffers
	Ports     uint32 // so many of them
	Depth     uint32 // the most hops from the root, at any look
	Hosts     uint32 // the most hosts whose injection it blocked, at any look
	Branches  []Branch
	look      int // the last one at which it lived
}

// Lives keeps them.
type Lives struct {
	list   []Life // by ID, from 1
	living []int  // places in the list
	looks  int
}

// FollowLives begins to keep what trees are from their births to their deaths; call it before the first look. It has no influence on the run.
func (c *Course) FollowLives() { c.lives = &Lives{} }

// Lives returns every tree that has been born, in order; none without FollowLives. The slice is the course's own.
func (c *Course) Lives() []Life {
	if c.lives == nil {
		return nil
	}
	return c.lives.list
}

// clone returns a copy. Branches are never written to once they are there.
func (l *Lives) clone() *Lives {
	if l == nil {
		return nil
	}
	return &Lives{slices.Clone(l.list), slices.Clone(l.living), l.looks}
}

// look notes what the tracker's last look has found, and which hosts are blocked, by slot.
func (l *Lives) look(t *Tracker, hosts []uint32) {
	if l == nil {
		return
	}
	l.looks++
	for n := len(l.list); n < int(t.lastID); n++ {
		l.list = append(l.list, Life{ID: uint32(n + 1), DeathPS: -1})
		l.living = append(l.living, n)
	}
	now := t.f.Now()
	var grown [MaxTrees + 1]*Life // by slot
	any := false
	for _, k := range t.known {
		if k.Slot == 0 {
			continue
		}
		x := &l.list[k.ID-1]
		x.Root, x.BirthPS, x.look = k.Root, k.BirthPS, l.looks
		x.Depth, x.Hosts = max(x.Depth, k.Depth), max(x.Hosts, hosts[k.Slot])
		if k.Ports > x.Ports {
			x.Ports, x.LargestPS, x.Branches = k.Ports, now, make([]Branch, 0, k.Ports)
			grown[k.Slot], any = x, true
		}
	}
	l.living = slices.DeleteFunc(l.living, func(i int) bool {
		gone := l.list[i].look != l.looks
		if gone {
			l.list[i].DeathPS = now
		}
		return gone
	})
	if any {
		t.branches(func(slot uint8, b Branch) {
			if x := grown[slot]; x != nil {
				x.Branches = append(x.Branches, b)
			}
		})
	}
}

// branches visits what the last look counted for living trees: by port, then VC, each once for a tree.
func (t *Tracker) branches(visit func(slot uint8, b Branch)) {
	lined := t.lined()
	for c, root := range t.root {
		b := Branch{uint32(c / t.f.VCs), uint8(c % t.f.VCs)}
		var told uint64 // slots
		tell := func(root int) {
			if slot := t.slotOf[root]; slot != 0 && told>>slot&1 == 0 {
				told |= 1 << slot
				visit(slot, b)
			}
		}
		if root >= 0 {
			tell(int(root))
		}
		if lined {
			t.waitingLine(int(b.Port), int(b.VC), func(l fabric.CAMLine) {
				if l.Stopped || l.Halting {
					tell(l.Root)
				}
			})
		}
	}
}

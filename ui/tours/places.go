package tours

import (
	"math"

	"github.com/congestree/congestree/engine/observe"
)

// Place is the port that a name stands for at an instant, -1 if nothing is there: one of the Place constants, or a
// port of a switch or host as the panel names them ("S2.14 port 3", "host 16").
func (f Facts) Place(name string) int {
	n, fr := f.Net, f.Frame
	switch name {
	case "":
		return -1
	case PlaceRoot:
		if len(fr.Trees) > 0 {
			return int(fr.Trees[0].Root)
		}
		return -1
	case PlaceHot:
		for h := range fr.Hosts {
			if fr.Hosts[h].Flags&observe.HotSpot != 0 {
				return int(n.Peer[n.HostPort(h)])
			}
		}
		return -1
	case PlaceVictim:
		return f.victim()
	}
	for p := range n.Ports() {
		if n.PortName(p) == name {
			return p
		}
	}
	return -1
}

// victim is a full input buffer of the largest tree between switches, where the packets of several hosts come together,
// at the lowest stage but not at the root's switch if there is another; else one behind a host.
func (f Facts) victim() int {
	n, fr := f.Net, f.Frame
	if len(fr.Trees) == 0 {
		return -1
	}
	t := &fr.Trees[0]
	at, _ := n.SwitchOf(int(t.Root))
	best, least := -1, math.MaxInt
	for p := range fr.Ports {
		s := &fr.Ports[p]
		if uint32(s.Tree) != t.Slot || s.Flags&observe.Full == 0 || n.Peer[p] < 0 {
			continue
		}
		sw, _ := n.SwitchOf(p)
		cost := 1000*one(n.IsHost(int(n.Peer[p]))) + 100*one(sw == at) + int(n.Stage[sw])
		if cost < least {
			best, least = p, cost
		}
	}
	return best
}

package words

// A deadlock, and the ring of buffers that are in it.

import (
	"strconv"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// ringNames is how many ports of a ring are named at most, its first one twice.
const ringNames = 9

// Ring names the ports of a deadlock, in the order in which they wait for each other; "" without one. Where they all have
// one number, as in the row of a torus, it is said once.
func Ring(n *topology.Network, f *observe.Frame) string {
	if len(f.Ring) == 0 {
		return ""
	}
	same := true
	_, first := n.SwitchOf(int(f.Ring[0]))
	for i := 0; i+1 < len(f.Ring); i += 2 {
		_, local := n.SwitchOf(int(f.Ring[i]))
		same = same && local == first
	}
	name := func(port uint32) string {
		if sw, _ := n.SwitchOf(int(port)); same {
			return n.SwitchName(sw)
		}
		return PortName(n, int(port))
	}
	s := ""
	if same {
		s = lang.T("port {0} of ", strconv.Itoa(first))
	}
	for i := 0; i+1 < len(f.Ring); i += 2 {
		if i/2 == ringNames-1 && len(f.Ring)/2 > ringNames {
			s += "… → "
			break
		}
		s += name(f.Ring[i]) + " → "
	}
	return s + name(f.Ring[0])
}

// Deadlock says what has happened, "" if nothing has.
func Deadlock(n *topology.Network, f *observe.Frame) string {
	if len(f.Ring) == 0 {
		return ""
	}
	return lang.T("Deadlock, found at {0}: {1} input buffers wait for each other in a ring, and what waits there will never move again: {2}.",
		lang.Time(f.DeadlockPS), strconv.Itoa(len(f.Ring)/2), Ring(n, f))
}

func deadlockMark(n *topology.Network, m *observe.Mark) string {
	if m.Kind != observe.Deadlocked {
		return ""
	}
	return lang.T("{0} input buffers wait for each other in a ring, one of them for {1}: the packets that wait there will never move again.", strconv.Itoa(int(m.Ports)), PortName(n, int(m.Root)))
}

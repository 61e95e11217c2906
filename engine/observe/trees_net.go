package observe

// Congestion trees under VOQnet. A buffer there is one queue for each destination, and these fill one by one: the branches of
// a tree are the input buffers with a queue whose sender has no credits for its destination, followed from switch to
// switch by that destination, and the hosts that it reaches are those with packets they have no credits for. Nothing stands
// behind a packet for another destination, so that there are no victims.
//
// These queues hold some packets only, and any burst fills them beside the root. So what waits must reach a second switch to be
// a tree. (Our choice.)

import (
	"slices"

	"github.com/congestree/congestree/engine/fabric"
)

// netLook is what the last look found of VOQnet.
type netLook struct {
	on    bool
	depth uint32     // of a tree, at least
	full  []netQueue // by port and destination
	first []int32    // by port: where its own begin; one more for the end
	asks  []uint64   // by port: the inputs that ask for it, as a mask, 0 if not known yet
}

// netQueue is a full queue.
type netQueue struct {
	port    int32
	dst     uint32
	root    int32 // the port its wait ends at, or unknown, noRoot
	depth   uint16
	packets int32
}

func (l *netLook) init(f *fabric.Fabric) {
	if l.on = f.VOQnet; !l.on {
		return
	}
	l.first, l.asks = make([]int32, f.Net.SwitchPorts()+1), make([]uint64, f.Net.SwitchPorts())
	if f.Net.Switches > 1 {
		l.depth = 2
	}
}

func (l netLook) clone() netLook {
	l.full, l.first, l.asks = slices.Clone(l.full), slices.Clone(l.first), slices.Clone(l.asks)
	return l
}

// lined says whether the packets of trees are in queues that waitingLine tells of.
func (t *Tracker) lined() bool { return t.aside.on || t.net.on }

// traceNet follows each full queue by its destination to the root of its wait: see Tracker.trace.
func (t *Tracker) traceNet() {
	f, n := t.f, t.f.Net
	for c := range t.root {
		t.root[c] = noRoot
	}
	t.net.full = t.net.full[:0]
	clear(t.net.asks)
	begun := 0 // ports whose first is known
	f.FullQueues(func(port int, dst uint32, packets int) {
		for ; begun <= port; begun++ {
			t.net.first[begun] = int32(len(t.net.full))
		}
		t.net.full = append(t.net.full, netQueue{int32(port), dst, unknown, 0, int32(packets)})
	})
	for ; begun < len(t.net.first); begun++ {
		t.net.first[begun] = int32(len(t.net.full))
	}
	for i := range t.net.full {
		t.path, t.outs = t.path[:0], t.outs[:0]
		at, root, depth := i, int32(noRoot), 0
		for {
			q := &t.net.full[at]
			if q.root == onPath {
				break
			} else if q.root != unknown {
				root, depth = q.root, int(q.depth)+1
				break
			}
			q.root = onPath
			sw := int(q.port) / n.Radix
			det, _ := f.Routes.Step(sw, q.dst)
			out := sw*n.Radix + int(det)
			t.path, t.outs = append(t.path, at), append(t.outs, out)
			if at = t.fullQueue(int(n.Peer[out]), q.dst); at < 0 {
				break
			}
		}
		for k := len(t.path) - 1; k >= 0; k-- {
			if out := t.outs[k]; t.goesTo(out, int(root)) {
				root, depth = int32(out), 0
			}
			q := &t.net.full[t.path[k]]
			q.root, q.depth = root, uint16(depth)
			depth++
		}
	}
}

// netAsking returns the inputs that have packets for an output: as with VCs, whether or not there are credits for them.
func (t *Tracker) netAsking(out int) uint64 {
	if t.net.asks[out] == 0 {
		sw := out / t.f.Net.Radix
		t.net.asks[out] = t.f.NetRequests(sw, out-sw*t.f.Net.Radix)
	}
	return t.net.asks[out]
}

// fullQueue returns which of the full queues an input port's for a destination is, -1 if it is not full.
func (t *Tracker) fullQueue(port int, dst uint32) int {
	if t.f.Net.IsHost(port) {
		return -1
	}
	full := t.net.full
	i, end := int(t.net.first[port]), int(t.net.first[port+1])
	for j := end; i < j; {
		if h := (i + j) / 2; full[h].dst < dst {
			i = h + 1
		} else {
			j = h
		}
	}
	if i < end && full[i].dst == dst {
		return i
	}
	return -1
}

// netLines calls visit for the full queues of an input buffer that wait for a root, as CAM lines that have sent a Stop; of a host's
// port for those it has packets for and no credits, as lines that a Stop has reached.
func (t *Tracker) netLines(port int, visit func(fabric.CAMLine)) {
	at, host := port, t.f.Net.IsHost(port)
	if host {
		at = int(t.f.Net.Peer[port])
	}
	for i := t.net.first[at]; i < t.net.first[at+1]; i++ {
		if q := &t.net.full[i]; q.root >= 0 && (!host || t.f.StarvedFor(t.f.Net.Host(port), q.dst)) {
			visit(fabric.CAMLine{Root: int(q.root), Hops: int(q.depth) + 1, Packets: int(q.packets), Stopped: host, Halting: !host})
		}
	}
}

// slotFor returns the slot of the tree, 0 = none, that a packet to a host waits for which lacks credits for a channel: of VOQnet, that of its
// queue there.
func (t *Tracker) slotFor(port, vc int, dst uint32) uint8 {
	if !t.net.on {
		if r := t.rootBehind(port*t.f.VCs + vc); r >= 0 {
			return t.slotOf[r]
		}
		return 0
	}
	if i := t.fullQueue(port, dst); i >= 0 && t.net.full[i].root >= 0 {
		return t.slotOf[t.net.full[i].root]
	}
	return 0
}

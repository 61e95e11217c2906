package plain

// Deadlocks: the doc comments of engine.Sim's Deadlock and Deadlocked, R "what can deadlock".

import (
	"fmt"
	"slices"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Our choices in watchdog.go.
const (
	watchPackets = 32 // times from look to look
	sureLooks    = 8  // in a row at which a ring must have stood that a Stop closes
)

// A Watch looks for deadlocks.
type Watch struct {
	m     *Model
	marks *Marks
	next  int64 // look, 0: none
	ring  []channel
	at    int64          // when it was found
	first []*packet      // of the queues that wait there
	stood map[string]int // by ring that a Stop closes: at so many looks in a row
}

func newWatch(marks *Marks, s scenario.Scenario) *Watch {
	w := &Watch{m: marks.t.m, marks: marks, at: -1, stood: map[string]int{}}
	if g := w.m.net.Grid; s.Get("deadlock") == "watch" && g != nil && g.Torus && w.m.queuing != "voqnet" { // where the field has an effect
		w.next = watchPackets * w.m.packetPS
	}
	return w
}

// look is every 32 packet times, after that at trees.
func (w *Watch) look() {
	m := w.m
	if w.next == 0 || m.now != w.next {
		return
	}
	w.next += watchPackets * m.packetPS
	if w.ring != nil {
		return
	}
	w.ring = ringOf(m.stuck(), func(c channel) (next []channel) {
		for _, p := range m.mayHead(c) {
			next = append(next, m.behindOutput(c, p))
		}
		return next
	})
	for _, c := range w.ring {
		w.first = append(w.first, m.mayHead(c)...)
	}
	if w.ring == nil && m.aside {
		w.ring = w.firm()
	}
	if w.ring != nil {
		w.at = m.now
		w.marks.add(observe.Mark{PS: m.now, Since: m.now, Kind: observe.Deadlocked, Root: uint32(m.ports[w.ring[0].port].peer), Ports: uint32(len(w.ring))})
	}
}

// firm returns the first ring that has been one at so many looks in a row: of buffers, by whatever queues of theirs.
func (w *Watch) firm() []channel {
	m := w.m
	list := m.waiters()
	var names []string
	rings, first := map[string][]channel{}, map[string][]*packet{}
	for _, x := range list {
		var ring []channel
		var heads []*packet
		for _, y := range ringOf([]place{x}, func(y place) []place { return m.waitedFor(y, list) }) {
			if len(ring) > 0 && y.channel == ring[0] {
				break // a ring of queues may go round several times
			}
			ring, heads = append(ring, y.channel), append(heads, m.queues(y.channel)[y.queue][0])
		}
		low := 0
		for i, c := range ring {
			if m.ports[c.port].peer < m.ports[ring[low].port].peer {
				low = i
			}
		}
		ring = append(slices.Clone(ring[low:]), ring[:low]...)
		name := fmt.Sprint(ring)
		if rings[name] == nil {
			names = append(names, name)
		}
		rings[name], first[name] = ring, heads
	}
	stood := map[string]int{}
	best := ""
	for _, name := range names {
		stood[name] = w.stood[name] + 1
		if stood[name] >= sureLooks && (best == "" || m.ports[rings[name][0].port].peer < m.ports[rings[best][0].port].peer) {
			best = name
		}
	}
	w.stood, w.first = stood, first[best]
	return rings[best]
}

// ringOf returns those, of some, of which each waits for the next and the last for the first: the first ring that is met from the first of them on.
func ringOf[T comparable](list []T, next func(T) []T) []T {
	dead := map[T]bool{} // leads to no ring
	var walk func(path []T) []T
	walk = func(path []T) []T {
		x := path[len(path)-1]
		for _, y := range next(x) {
			if k := slices.Index(path, y); k >= 0 {
				return path[k:]
			}
			if dead[y] {
				continue
			}
			if ring := walk(append(slices.Clone(path), y)); ring != nil {
				return ring
			}
		}
		dead[x] = true
		return nil
	}
	for _, x := range list {
		if !dead[x] {
			if ring := walk([]T{x}); ring != nil {
				return ring
			}
		}
	}
	return nil
}

// heads returns the first packets of a channel's queues, by number of the queue.
func (m *Model) heads(c channel) (list []*packet) {
	for _, q := range m.queues(c) {
		if len(q) > 0 {
			list = append(list, q[0])
		}
	}
	return list
}

// mayHead is heads, with those that may come to the head of a queue though none leaves the channel: where queues are set aside notifications can still
// move packets from one to another, and so can a line that is given free.
func (m *Model) mayHead(c channel) []*packet {
	if !m.aside || c.vc >= m.vcs {
		return m.heads(c)
	}
	for k, l := range m.ports[c.port].in.lines[c.vc] {
		if l != nil && len(m.queues(c)[k+1]) == 0 {
			return m.held(c)
		}
	}
	if slices.ContainsFunc(m.events, func(e event) bool { return e.kind == signalled }) {
		return m.held(c)
	}
	return m.heads(c)
}

// bySender returns all channels in the order of the ports that send into them.
func (m *Model) bySender() []channel {
	list := m.channels()
	slices.SortStableFunc(list, func(a, b channel) int { return m.ports[a.port].peer - m.ports[b.port].peer })
	return list
}

// behindOutput returns the channel that a packet in a channel goes into next.
func (m *Model) behindOutput(c channel, p *packet) channel {
	return channel{m.ports[m.outputOf(c, p)].peer, m.nextVC(p)}
}

// isFull says whether a channel's buffer is full, with nothing on its way into it or out of it.
func (m *Model) isFull(c channel) bool {
	return !m.net.IsHost(c.port) && len(m.held(c)) == m.capacity
}

// stuck returns the channels that are full and of which every packet that is, or may come to be, the first of a queue wants to go on into such a one.
func (m *Model) stuck() (list []channel) {
	for _, c := range m.bySender() {
		if m.isFull(c) {
			list = append(list, c)
		}
	}
	for n := -1; n != len(list); {
		n = len(list)
		list = slices.DeleteFunc(slices.Clone(list), func(c channel) bool {
			return slices.ContainsFunc(m.mayHead(c), func(p *packet) bool { return !slices.Contains(list, m.behindOutput(c, p)) })
		})
	}
	return list
}

// A place is a queue of a channel.
type place struct {
	channel
	queue int
}

// waiters returns the queues of which the first packet waits for one that has told it to stop and whose first packet waits, too, or for a
// full buffer all of whose queues wait. Those of switches to which a notification is on its way do not.
func (m *Model) waiters() (list []place) {
	for _, c := range m.bySender() {
		sw, _ := m.net.SwitchOf(c.port)
		told := slices.ContainsFunc(m.events, func(e event) bool {
			if e.kind != signalled || m.net.IsHost(e.port) {
				return false
			}
			at, _ := m.net.SwitchOf(e.port)
			return at == sw
		})
		for q, packets := range m.queues(c) {
			if len(packets) > 0 && !told {
				list = append(list, place{c, q})
			}
		}
	}
	for n := -1; n != len(list); {
		n = len(list)
		list = slices.DeleteFunc(slices.Clone(list), func(x place) bool { return len(m.waitedFor(x, list)) == 0 })
	}
	return list
}

// waitedFor returns those of the queues for which the first packet of another waits.
func (m *Model) waitedFor(x place, among []place) (list []place) {
	head := m.queues(x.channel)[x.queue][0]
	next := m.behindOutput(x.channel, head)
	if m.net.IsHost(next.port) {
		return nil
	}
	for _, k := range m.halts(x.port, head) {
		if y := (place{next, k + 1}); slices.Contains(among, y) {
			list = append(list, y)
		}
	}
	var all []place
	for q, packets := range m.queues(next) {
		if len(packets) > 0 {
			all = append(all, place{next, q})
		}
	}
	if m.isFull(next) && !slices.ContainsFunc(all, func(y place) bool { return !slices.Contains(among, y) }) {
		list = append(list, all...)
	}
	return list
}

// Package plain is a second implementation of the network model, which the engine is held against (plain_test.go): at every
// instant both must have sent the same packets at every port and hold as many in every buffer. Two programs that agree were
// either both written from the same rules or have the same mistake; so this one was written from the papers, the texts of the
// fields, the doc comments and engine/READINGS.md ("R" below, with a row's first column), and only where these said nothing
// was the engine asked, and the rule added there. It shares with the engine no more than its input: the wiring (topology), the
// destinations and gaps (traffic) and the random streams they are drawn from.
//
// It covers fat trees with D-mod-K, oblivious, adaptive routing with all its restrictions and AFI, BMINs with self-routing, meshes and
// tori with dimension-order routing, the static queuing schemes, VOQs, either crossbar, iSLIP and oldest-first; not set-aside queues,
// VOQnet, congestion control, traces, queues by destination at hosts, or fields that change in mid-run.
//
// It is as plain as it can be: a heap of events, slices for the rest, and no state that only saves time. Only tests use it.
package plain

import (
	"container/heap"
	"slices"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// A packet, with the decisions of the switch it is in.
type packet struct {
	src, dst int
	out      int   // local port of this switch that it leaves by
	outVC    int   // VC it takes behind that port: the one it came in, but for adapted ones
	came     int   // number of its arrival, among all
	born     int64 // generated
	begun    int64 // injected: when its first bit left its host
}

// What happens, in the order of an instant: R "the order of an instant".
const (
	credit = iota // a credit arrives at the sending port of a link
	free          // a packet's tail has left by an output port
	freeIn        // and from an input port
	head          // a packet's head arrives in a switch
)

type event struct {
	at        int64
	kind, seq int
	port, vc  int
	p         *packet
}

type events []event

func (q events) Len() int      { return len(q) }
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }
func (q *events) Pop() any     { e := (*q)[len(*q)-1]; *q = (*q)[:len(*q)-1]; return e }
func (q events) Less(i, j int) bool {
	if q[i].at != q[j].at {
		return q[i].at < q[j].at
	}
	if q[i].kind != q[j].kind {
		return q[i].kind < q[j].kind
	}
	return q[i].seq < q[j].seq
}

// A port, of a switch or a host, both of its directions.
type port struct {
	peer int // port at the other end of the link, -1: none

	// Output.
	busy    bool  // sends
	credits []int // free places in the buffer at the other end, per VC (not used towards hosts)
	sent    uint32
	grant   int        // iSLIP's grant pointer: the input that is first asked
	turnVC  int        // the VC that is first asked, where outputs serve in rounds
	served  [][]bool   // per VC and input: has been served in this round
	hot     []bool     // 2TH's PortCongested, per VC
	in      inputState // Input.
}

type inputState struct {
	busy    bool          // a packet leaves, where one at a time does
	queue   [][][]*packet // per VC and output port (one for all, without VOQs), in order
	waiting int           // packets
	accept  int           // iSLIP's accept pointer: the output that is first accepted
	turnVC  int           // the VC that is first asked
}

type host struct {
	rand  random.Source
	birth int64      // of the next packet
	queue [][]packet // per VC
	turn  int        // the VC that is first asked
}

// Totals are counted since 0.
type Totals struct {
	Generated, Refused, Injected, Delivered, Hops uint64
	Latency, InNetwork                            int64 // of what was delivered, from generation and from injection on, in all, ps
}

// A crossing is a packet on a link, until its tail is at the other end.
type crossing struct {
	until, born, begun int64
	last               bool // there is its destination
}

// A Model is the state of a network.
type Model struct {
	net                                *topology.Network
	pattern                            traffic.Pattern
	gaps                               traffic.Gaps
	now, packetPS, delay               int64
	vcs, capacity, sourceCap           int
	voq, demux, again                  bool
	oneWay                             bool
	queuing, arbiter                   string
	schemeVCs, lanes                   int
	routing, trigger, stages           string
	delta, threshold, release, perPart int

	ports  []port
	hosts  []host
	below  [][]bool        // per switch: hosts that down ports lead to
	rand   []random.Source // per switch
	events events
	seq    int
	on     []crossing
	totals Totals
	look   []int // switches in which something has changed
	marked []bool
}

// New returns the model of a scenario at time 0, before anything has happened. Networks other than fat trees are not supported.
func New(s scenario.Scenario) (*Model, error) {
	n, err := topology.Build(s.Get("network"))
	if err != nil {
		return nil, err
	}
	m := &Model{net: n, delay: s.DelayPS(), sourceCap: int(s.Int("source-queue"))}
	if m.pattern, err = traffic.Build(s, n); err != nil {
		return nil, err
	}
	// R "a packet's place": rounded.
	bits := s.Int("packet") * 8 * 1000 * scenario.Micro // in 10⁻⁹ of a bit: divided by the rate in bit/s, ps
	m.packetPS = (bits + s.Micro("bandwidth")/2) / s.Micro("bandwidth")
	m.gaps = traffic.GapsOf(s, m.packetPS)
	m.gaps.Timed, _ = m.pattern.(traffic.Timed)
	m.queuing, m.schemeVCs = s.Get("queuing"), int(s.Int("vcs"))
	if m.queuing == "1q" || m.queuing == "voqsw" {
		m.schemeVCs = 1
	}
	m.lanes, m.oneWay = 1, s.Get("half-ring") == "first"
	if n.Grid != nil && n.Grid.Torus && s.Bool("dateline") { // field dateline: two VCs for every queue
		m.lanes = 2
	}
	m.vcs = m.schemeVCs * m.lanes
	m.routing, m.trigger, m.stages, m.delta = s.Get("routing"), s.Get("trigger"), s.Get("stages"), int(s.Int("delta"))
	switch m.routing {
	case "adaptive-th": // [AFI] §V-A: TH, AS, K
		m.routing, m.trigger, m.stages, m.delta = "adaptive", "TH", "AS", 1
	case "afi": // [AFI] §IV: one VC more, the last; they split the buffer evenly
		m.vcs++
	}
	m.threshold, m.release = int(s.Int("threshold")), int(s.Int("release"))
	m.voq = s.Bool("voq") || m.queuing == "voqsw"
	m.again = m.voq && m.routing == "adaptive" && s.Get("choice") == "leaving"
	m.demux = m.voq && s.Get("crossbar") == "demultiplexed"
	m.arbiter = s.Get("arbiter")
	m.perPart = 1
	if m.voq && s.Get("threshold-of") == "voq" {
		m.perPart = n.Radix
	}
	// [RAR] §5.1: the buffer is split evenly among the VCs; R "a packet's place": whole packets.
	m.capacity = int(s.Micro("buffer") * 1024 / scenario.Micro / int64(m.vcs) / s.Int("packet"))

	m.ports = make([]port, n.Ports())
	for i := range m.ports {
		p := &m.ports[i]
		p.peer = int(n.Peer[i])
		p.credits = make([]int, m.vcs)
		p.hot = make([]bool, m.vcs)
		p.served = make([][]bool, m.vcs)
		p.in.queue = make([][][]*packet, m.vcs)
		for v := range m.vcs {
			p.credits[v] = m.capacity
			p.served[v] = make([]bool, n.Radix)
			p.in.queue[v] = make([][]*packet, 1)
			if m.voq {
				p.in.queue[v] = make([][]*packet, n.Radix)
			}
		}
	}
	m.marked = make([]bool, n.Switches)
	m.rand = make([]random.Source, n.Switches)
	for sw := range m.rand {
		m.rand[sw] = random.New(uint64(s.Int("seed")), 1<<41+uint64(sw))
	}
	m.below = make([][]bool, n.Switches)
	for sw := range n.Switches { // stages come in order, so those below are known
		if n.Grid != nil {
			break
		}
		m.below[sw] = make([]bool, n.Hosts)
		for p := sw * n.Radix; p < (sw+1)*n.Radix; p++ {
			if n.Peer[p] < 0 || n.IsUp(p) {
				continue
			}
			if peer := int(n.Peer[p]); n.IsHost(peer) {
				m.below[sw][n.Host(peer)] = true
			} else {
				child, _ := n.SwitchOf(peer)
				for h, b := range m.below[child] {
					m.below[sw][h] = m.below[sw][h] || b
				}
			}
		}
	}
	m.hosts = make([]host, n.Hosts)
	for h := range m.hosts {
		x := &m.hosts[h]
		x.rand = random.New(uint64(s.Int("seed")), uint64(h))
		x.birth = m.gaps.FirstOf(uint32(h), &x.rand)
		x.queue = make([][]packet, m.vcs)
	}
	return m, nil
}

// Sent returns the packets that a port has begun to send.
func (m *Model) Sent(p int) uint32 { return m.ports[p].sent }

// Waiting returns the packets in the buffer behind a port's link.
func (m *Model) Waiting(p int) int {
	if peer := m.ports[p].peer; peer >= 0 {
		return m.ports[peer].in.waiting
	}
	return 0
}

// Next returns the next time at which something happens.
func (m *Model) Next() int64 {
	next := int64(traffic.Never)
	if len(m.events) > 0 {
		next = m.events[0].at
	}
	for h := range m.hosts {
		next = min(next, max(m.hosts[h].birth, 1)) // nothing happens at 0
	}
	return next
}

// Advance lets everything happen up to a time, that instant included.
func (m *Model) Advance(to int64) {
	for m.Next() <= to {
		m.Instant()
	}
	for len(m.on) > 0 && m.on[0].until <= to { // all links are alike, so that who set out first is first across
		c := m.on[0]
		m.on = m.on[1:]
		m.totals.Hops++
		if c.last {
			m.totals.Delivered++
			m.totals.Latency += c.until - c.born
			m.totals.InNetwork += c.until - c.begun
		}
	}
}

// Totals returns the counts up to the time of the last Advance.
func (m *Model) Totals() Totals { return m.totals }

// Instant lets all happen that happens next: events, then hosts, then arbitration in the switches that something has changed in
// (R "when switches arbitrate").
func (m *Model) Instant() {
	m.now = m.Next()
	for len(m.events) > 0 && m.events[0].at == m.now {
		e := heap.Pop(&m.events).(event)
		switch e.kind {
		case credit:
			m.credited(e.port, e.vc)
		case free:
			m.freed(e.port)
		case freeIn:
			m.ports[e.port].in.busy = false
			m.touch(e.port)
		case head:
			m.arrive(e.port, e.vc, e.p)
		}
	}
	for h := range m.hosts {
		if m.hosts[h].birth <= m.now {
			m.inject(h)
		}
	}
	for i := 0; i < len(m.look); i++ { // no range: a head that moves to another port in a look adds its switch once more
		m.marked[m.look[i]] = false
		m.arbitrate(m.look[i])
	}
	m.look = m.look[:0]
}

// credited: a port has got a credit for a VC. A host that had none of it looks at once for something to send (R "the order of an
// instant"). With VOQs, heads that wait for other ports may choose this one now (R "when a packet's output is chosen").
func (m *Model) credited(p, vc int) {
	x := &m.ports[p]
	x.credits[vc]++
	first := x.credits[vc] == 1
	if m.net.IsHost(p) {
		if first {
			m.inject(m.net.Host(p))
		}
		return
	}
	sw, out := m.net.SwitchOf(p)
	if m.again && !x.busy {
		m.canTake(sw, out, vc)
	}
	if first && !x.busy && len(m.inputsAt(sw, out, vc)) > 0 {
		m.touch(p)
	}
}

// freed: a packet's tail has left, the port sends nothing. Of hosts and waiting heads the same holds as when it gets a credit.
func (m *Model) freed(p int) {
	m.ports[p].busy = false
	if m.net.IsHost(p) {
		m.inject(m.net.Host(p))
		return
	}
	if sw, out := m.net.SwitchOf(p); m.again {
		for vc := range m.vcs {
			if m.room(p, vc) {
				m.canTake(sw, out, vc)
			}
		}
	}
	m.touch(p)
}

// touch notes that a switch has to arbitrate.
func (m *Model) touch(p int) {
	if sw, _ := m.net.SwitchOf(p); !m.marked[sw] {
		m.marked[sw] = true
		m.look = append(m.look, sw)
	}
}

func (m *Model) after(d int64, kind, port, vc int, p *packet) {
	m.seq++
	heap.Push(&m.events, event{m.now + d, kind, m.seq, port, vc, p})
}

// born generates a host's packets up to now. A full source queue refuses (field source-queue: so many per VC).
func (m *Model) born(h int) {
	x := &m.hosts[h]
	for x.birth <= m.now {
		d := int(m.pattern.Dest(uint32(h), x.birth, &x.rand))
		if v := m.vcOf(h, d); len(x.queue[v]) < m.sourceCap {
			x.queue[v] = append(x.queue[v], packet{src: h, dst: d, born: x.birth})
		} else {
			m.totals.Refused++
		}
		m.totals.Generated++
		x.birth = m.gaps.NextOf(uint32(h), x.birth, &x.rand)
	}
}

// vcOf returns the VC in which a packet leaves its host: of its queue, in a torus that of its first hop.
func (m *Model) vcOf(src, dst int) int {
	q := m.queueOf(src, dst)
	if m.lanes == 1 {
		return q
	}
	_, lane := m.hop(m.leaf(src), dst)
	return q*m.lanes + lane
}

// queueOf is the queuing scheme (fields queuing and vcs; R "vFtree", "Flow2SL").
func (m *Model) queueOf(src, dst int) int {
	q := m.schemeVCs
	switch m.queuing {
	case "dbbm":
		return dst % q
	case "vftree":
		return ((m.leaf(dst)-m.leaf(src))%q + q) % q
	case "flow2sl":
		n := m.net.Hosts
		return (src*q/n + dst*q/n) % q
	}
	return 0
}

func (m *Model) leaf(h int) int {
	sw, _ := m.net.SwitchOf(m.ports[m.net.HostPort(h)].peer)
	return sw
}

// inject lets a host that sends nothing begin to: the VCs that have a packet and a credit take turns (R "the order of an instant").
func (m *Model) inject(h int) {
	m.born(h)
	x, p := &m.hosts[h], m.net.HostPort(h)
	if m.ports[p].busy {
		return
	}
	for i := range m.vcs {
		v := (x.turn + i) % m.vcs
		if len(x.queue[v]) == 0 || m.ports[p].credits[v] == 0 {
			continue
		}
		pkt := x.queue[v][0]
		x.queue[v] = x.queue[v][1:]
		x.turn = (v + 1) % m.vcs
		pkt.begun = m.now
		m.totals.Injected++
		m.send(p, v, &pkt)
		return
	}
}

// send begins to send a packet over a port's link: its head is at the other end after the delay (virtual cut-through), and the
// port is free when its tail has left. Hosts take all that comes (MODEL.md §3: sinks drain at link rate).
func (m *Model) send(p, vc int, pkt *packet) {
	x := &m.ports[p]
	x.busy = true
	x.sent++
	m.after(m.packetPS, free, p, 0, nil)
	to := m.net.IsHost(x.peer)
	m.on = append(m.on, crossing{m.now + m.packetPS + m.delay, pkt.born, pkt.begun, to})
	if !to {
		x.credits[vc]--
		m.after(m.delay, head, x.peer, vc, pkt)
	}
}

// room says whether a packet could enter the buffer behind a port.
func (m *Model) room(p, vc int) bool {
	return m.net.IsHost(m.ports[p].peer) || m.ports[p].credits[vc] > 0
}

// arrive routes a packet whose head has come by a port, and puts it into its queue.
func (m *Model) arrive(p, vc int, pkt *packet) {
	m.seq++
	pkt.came = m.seq
	m.ports[p].in.waiting++
	m.route(p, vc, pkt)
	sw, in := m.net.SwitchOf(p)
	if m.put(sw, in, vc, pkt) && !m.ports[p].in.busy && !m.ports[sw*m.net.Radix+pkt.out].busy {
		m.touch(p)
	}
}

// put puts a packet into the queue for its output, and says whether it is at the head. All are in the order of their arrivals,
// those, too, that had first waited for another output.
func (m *Model) put(sw, in, vc int, pkt *packet) (first bool) {
	voq := 0
	if m.voq {
		voq = pkt.out
	}
	q := &m.ports[sw*m.net.Radix+in].in.queue[vc][voq]
	i := len(*q)
	for i > 0 && (*q)[i-1].came > pkt.came {
		i--
	}
	*q = slices.Insert(*q, i, pkt)
	return i == 0
}

// route chooses the output: down, the port that leads to the destination; up, D-mod-K's or what the routing chooses by the
// credits as they are now (R "when a packet's output is chosen").
func (m *Model) route(p, vc int, pkt *packet) {
	n := m.net
	sw, local := n.SwitchOf(p)
	if n.Grid != nil {
		out, lane := m.hop(sw, pkt.dst)
		pkt.out, pkt.outVC = out, vc-vc%m.lanes+lane
		return
	}
	stage := int(n.Stage[sw]) // 1 = leaf
	down := n.Down(stage)
	pkt.outVC = vc
	if m.below[sw][pkt.dst] {
		var links []int // one, or several parallel ones
		for o := range down {
			peer := m.ports[sw*n.Radix+o].peer
			if n.IsHost(peer) {
				if n.Host(peer) == pkt.dst {
					links = append(links, o)
				}
			} else if child, _ := n.SwitchOf(peer); m.below[child][pkt.dst] {
				links = append(links, o)
			}
		}
		if n.Tree == nil {
			pkt.out = links[0]
			return
		}
		// Parallel links by the formula of the way up, seen from the child (routing.Table).
		w := n.Tree.W[stage-1]
		pkt.out = links[pkt.dst/parents(n.Tree, stage-1)%(w*len(links))/w]
		return
	}
	if n.Multi != nil { // field routing, self: by the digit that names the port of this stage on the way back
		pkt.out = down + n.Multi.Port(stage, pkt.dst)
		return
	}
	// Field routing, dmodk: at stage s (0 = leaf) up port ⌊D/K^s⌋ mod K; where stages have other numbers of parents than K, with
	// their product instead of the power (routing.Table, after Zahavi, IPDPS 2011).
	ups := m.ups(sw)
	det := pkt.dst / parents(n.Tree, stage) % ups
	pkt.out = down + det
	free := func(i, vc int) int { return m.ports[sw*n.Radix+down+i].credits[vc] }
	switch m.routing {
	case "oblivious":
		pkt.out = down + int(m.rand[sw].Below(uint32(ups)))
	case "adaptive":
		pkt.out = down + m.adaptive(sw, stage, local%ups, det, ups, vc)
	case "afi":
		// [AFI] §IV, R "AFI's adapted-flow channel".
		afc := m.vcs - 1
		if vc == afc || (m.capacity-free(det, vc))*100 < m.threshold*m.capacity {
			return
		}
		best, most := -1, 0
		for k := 1; k < ups; k++ { // the next one above D-mod-K's port, cyclically
			if i := (det + k) % ups; free(i, afc) > most {
				best, most = i, free(i, afc)
			}
		}
		if best >= 0 {
			pkt.out, pkt.outVC = down+best, afc
		}
	}
}

// hop is dimension-order routing (fields routing=dor, half-ring): along the row to the destination's column, then along the column; in
// a torus the shorter way round. It returns the output, and the lane of its link: 1 while the wrap-around link of that row or column is
// still ahead (field dateline).
func (m *Model) hop(sw, dst int) (out, lane int) {
	g := m.net.Grid
	x, y, toX, toY := sw%g.X, sw/g.X, dst%g.X, dst/g.X // R "numbers of hosts in meshes and tori"
	way := func(at, to, side, higher, lower int) (int, int) {
		there := (to - at + side) % side // links on the way to higher numbers, round the ring
		up := to > at
		if g.Torus {
			up = 2*there < side || 2*there == side && (m.oneWay || at%2 == 0)
		}
		wraps := 0
		if g.Torus && m.lanes > 1 && up != (to > at) {
			wraps = 1
		}
		if up {
			return higher, wraps
		}
		return lower, wraps
	}
	switch {
	case x != toX:
		return way(x, toX, g.X, topology.PortRight, topology.PortLeft)
	case y != toY:
		return way(y, toY, g.Y, topology.PortUp, topology.PortDown)
	}
	return topology.PortHost, 0
}

// parents returns the product of the numbers of parents up to a stage.
func parents(t *topology.PGFT, stage int) int {
	product := 1
	for _, w := range t.W[:stage] {
		product *= w
	}
	return product
}

// ups returns how many up ports a switch has.
func (m *Model) ups(sw int) (n int) {
	for p := sw * m.net.Radix; p < (sw+1)*m.net.Radix; p++ {
		if m.ports[p].peer >= 0 && m.net.IsUp(p) {
			n++
		}
	}
	return n
}

// candidates returns the up ports, counted from 0, that packets may take instead of one of them, itself among them; none where
// they keep to D-mod-K's ([RAR] §§4.2.2, 4.2.3, R "K/Δ candidates").
func (m *Model) candidates(stage, det, ups int) (list []int) {
	if m.stages == "FS" && stage != 1 || m.stages == "SS" && stage != 2 {
		return nil
	}
	for i := range ups {
		if (i-det)%m.delta == 0 {
			list = append(list, i)
		}
	}
	return list
}

// adaptive is Algorithm 1 of [RAR], with the readings "equal credits" and "thresholds", for a packet that has come by the input
// opposite up port from. It returns an up port, counted from 0.
func (m *Model) adaptive(sw, stage, from, det, ups, vc int) int {
	port := func(i int) *port { return &m.ports[sw*m.net.Radix+m.net.Down(stage)+i] }
	// Shares of a buffer are compared as whole numbers, in hundredths of a packet and of a VOQ's part.
	scaled := func(i int) int { return port(i).credits[vc] * 100 * m.perPart }
	list := m.candidates(stage, det, ups)
	if list == nil {
		return det
	}
	low, high := (100-m.threshold)*m.capacity, (100-m.release)*m.capacity
	most, hot := 0, &port(det).hot[vc]
	switch m.trigger {
	case "TH":
		if scaled(det) >= low {
			return det
		}
		most = low
	case "2TH":
		if scaled(det) >= low && !*hot {
			return det
		}
		if scaled(det) >= high {
			*hot = false
			return det
		}
		*hot = true
		most = low
	}
	slices.SortFunc(list, func(a, b int) int { return (a-from+ups)%ups - (b-from+ups)%ups })
	if m.again { // R "when a packet's output is chosen": while one with credits sends nothing, a busy one is none
		idle := slices.DeleteFunc(slices.Clone(list), func(i int) bool { return port(i).busy })
		if slices.ContainsFunc(idle, func(i int) bool { return port(i).credits[vc] > 0 }) {
			list = idle
		}
	}
	best := det
	for _, i := range list {
		if scaled(i) > most {
			best, most = i, scaled(i)
			if port(i).credits[vc] == m.capacity {
				break
			}
		}
	}
	return best
}

// inputsAt returns the inputs with a packet at the head of a queue that waits for an output and a VC behind it.
func (m *Model) inputsAt(sw, out, outVC int) (list []int) {
	for in := range m.net.Radix {
		if m.holder(sw, in, outVC, out) >= 0 {
			list = append(list, in)
		}
	}
	return list
}

// others returns the outputs that packets may take instead of one of them, the next one above it first, cyclically.
func (m *Model) others(sw, out int) (list []int) {
	stage := int(m.net.Stage[sw])
	down, ups := m.net.Down(stage), m.ups(sw)
	if out < down || out >= down+ups {
		return nil
	}
	for k := 1; k < ups; k++ {
		i := (out - down + k) % ups
		if slices.Contains(m.candidates(stage, out-down, ups), i) {
			list = append(list, down+i)
		}
	}
	return list
}

// canTake: an output sends nothing and has a credit for a VC. Of the heads that wait for another output, one that is busy or
// without credits, one at most moves here: the first in the arbiter's turn that chooses it now. If an input that waits here
// already is before it in turn, none does (R "when a packet's output is chosen").
func (m *Model) canTake(sw, out, vc int) {
	n := m.net.Radix
	var full []int
	for _, q := range m.others(sw, out) {
		if x := &m.ports[sw*n+q]; x.busy || x.credits[vc] == 0 {
			full = append(full, q)
		}
	}
	own := m.inputsAt(sw, out, vc)
	waiting := slices.Clone(own)
	for _, q := range full {
		waiting = append(waiting, m.inputsAt(sw, q, vc)...)
	}
	o := &m.ports[sw*n+out]
	served := func(in int) int { // those served in this round come last
		if m.rounds() && o.served[vc][in] {
			return n
		}
		return 0
	}
	slices.SortFunc(waiting, func(a, b int) int {
		return served(a) + (a-o.grant+n)%n - served(b) - (b-o.grant+n)%n
	})
	for _, in := range slices.Compact(waiting) {
		if slices.Contains(own, in) {
			return
		}
		for _, q := range full {
			if m.holder(sw, in, vc, q) >= 0 && m.chooseAgain(sw, in, q, vc, []int{out}) {
				return
			}
		}
	}
}

// chooseAgain lets the head of an input's queue for an output choose once more. It moves if its choice is one of those given,
// and has a credit.
func (m *Model) chooseAgain(sw, in, from, vc int, to []int) bool {
	n := m.net.Radix
	q := &m.ports[sw*n+in].in.queue[vc][from]
	pkt := (*q)[0]
	m.route(sw*n+in, vc, pkt)
	out := pkt.out
	if !slices.Contains(to, out) || !m.room(sw*n+out, vc) {
		pkt.out = from
		return false
	}
	*q = (*q)[1:]
	m.put(sw, in, vc, pkt)
	if !m.ports[sw*n+out].busy {
		m.touch(sw * n)
	}
	return true
}

// holder returns the VC of an input at the head of a queue of which a packet waits for an output and a VC behind it; -1: none.
// Several may only for AFI's channel, into which packets come from all VCs, and for a torus' lanes: then it is the one in turn (R "AFI's
// adapted-flow channel").
func (m *Model) holder(sw, in, outVC, out int) int {
	i := &m.ports[sw*m.net.Radix+in].in
	for k := range m.vcs {
		vc := (i.turnVC + k) % m.vcs
		q := i.queue[vc][0]
		if m.voq {
			q = i.queue[vc][out]
		}
		if len(q) > 0 && q[0].out == out && q[0].outVC == outVC {
			return vc
		}
	}
	return -1
}

// asks says whether an input has a packet that could leave by an output into a VC behind it.
func (m *Model) asks(sw, in, outVC, out int) bool {
	return m.room(sw*m.net.Radix+out, outVC) && m.holder(sw, in, outVC, out) >= 0
}

// forward sends a packet of an input by an output into a VC behind it. Its place is free when its tail has left, and the credit
// for it takes the link's delay (R "a packet's place").
func (m *Model) forward(sw, in, outVC, out int) {
	vc := m.holder(sw, in, outVC, out)
	p, voq := sw*m.net.Radix+in, 0
	if m.voq {
		voq = out
	}
	m.ports[p].in.turnVC = (vc + 1) % m.vcs
	q := &m.ports[p].in.queue[vc][voq]
	pkt := (*q)[0]
	*q = (*q)[1:]
	m.ports[p].in.waiting--
	m.send(sw*m.net.Radix+out, pkt.outVC, pkt)
	m.after(m.packetPS+m.delay, credit, m.ports[p].peer, vc, nil)
	if !m.demux {
		m.ports[p].in.busy = true
		m.after(m.packetPS, freeIn, p, 0, nil)
	}
	if !m.again {
		return
	}
	if to := m.others(sw, out); to != nil { // the port has used a credit: those that wait for it choose again
		for _, in := range m.inputsAt(sw, out, outVC) {
			m.chooseAgain(sw, in, out, outVC, to)
		}
	}
}

// arbitrate lets a switch begin to send what it can. An output for which nobody asks is left out for this look: what moves there
// while others are served waits for the next one.
func (m *Model) arbitrate(sw int) {
	n := m.net.Radix
	asked := make([]bool, n)
	for out := range n {
		o := &m.ports[sw*n+out]
		asked[out] = o.peer >= 0 && !o.busy && m.asked(sw, out)
	}
	if m.arbiter != "islip" {
		m.oldest(sw, asked)
		return
	}
	if m.demux { // R "the crossbar's inputs": each output takes the next requesting input by itself
		for out := range n {
			if !asked[out] {
				continue
			}
			if in := m.grantTo(sw, out); in >= 0 {
				m.ports[sw*n+out].grant = (in + 1) % n
				m.forward(sw, in, m.turnOf(sw, in, out), out)
			}
		}
		return
	}
	// iSLIP (McKeown 1999) in rounds until no match can be added; pointers move in the first (R "iSLIP's three iterations").
	for round := 0; ; round++ {
		granted := make([]int, n) // per output, the input
		for out := range n {
			granted[out] = -1
			if asked[out] && !m.ports[sw*n+out].busy {
				granted[out] = m.grantTo(sw, out)
			}
			asked[out] = granted[out] >= 0
		}
		matched := false
		for in := range n {
			i := &m.ports[sw*n+in].in
			for k := range n {
				out := (i.accept + k) % n
				if granted[out] != in {
					continue
				}
				if round == 0 {
					i.accept = (out + 1) % n
					m.ports[sw*n+out].grant = (in + 1) % n
				}
				m.forward(sw, in, m.turnOf(sw, in, out), out)
				matched = true
				break
			}
		}
		if !matched {
			return
		}
	}
}

// oldest lets packets go by their age: the first of all that could leave, then the next one (field arbiter). Of an input's VCs
// that ask for an output the next in turn does (R "the arbiter under [FBICM]").
func (m *Model) oldest(sw int, asked []bool) {
	n := m.net.Radix
	for {
		var best *packet
		bestIn, bestVC := 0, 0
		for out := range n { // of equally old packets that for the lowest output goes, from the lowest input
			for in := range n {
				x := &m.ports[sw*n+in].in
				if x.busy || !asked[out] || m.ports[sw*n+out].busy {
					continue
				}
				for k := range m.vcs {
					vc := (x.turnVC + k) % m.vcs
					if !m.asks(sw, in, vc, out) {
						continue
					}
					q := x.queue[m.holder(sw, in, vc, out)][0]
					if m.voq {
						q = x.queue[m.holder(sw, in, vc, out)][out]
					}
					if best == nil || m.age(q[0]) < m.age(best) {
						best, bestIn, bestVC = q[0], in, vc
					}
					break
				}
			}
		}
		if best == nil {
			return
		}
		m.forward(sw, bestIn, bestVC, best.out)
	}
}

// age is from when arbiters count it (field arbiter).
func (m *Model) age(p *packet) int64 {
	if m.arbiter == "oldest-injected" {
		return p.begun
	}
	return p.born
}

// asked says whether anybody asks for an output.
func (m *Model) asked(sw, out int) bool {
	for vc := range m.vcs {
		if m.room(sw*m.net.Radix+out, vc) && len(m.inputsAt(sw, out, vc)) > 0 {
			return true
		}
	}
	return false
}

// rounds says whether outputs serve their inputs in rounds, one for each VC (R "inputs' turns at an output").
func (m *Model) rounds() bool { return m.demux && m.vcs > 1 }

// inRound says whether an input asks an output for a VC and is in its round: it has not been served in this round, or none is
// left that asks and has not, so that the next round begins.
func (m *Model) inRound(sw, in, vc, out int) bool {
	if !m.asks(sw, in, vc, out) || !m.rounds() {
		return m.asks(sw, in, vc, out)
	}
	served := m.ports[sw*m.net.Radix+out].served[vc]
	return !served[in] || !m.left(sw, vc, out)
}

// left says whether an input asks an output for a VC that has not been served in this round of it.
func (m *Model) left(sw, vc, out int) bool {
	for in, served := range m.ports[sw*m.net.Radix+out].served[vc] {
		if !served && m.asks(sw, in, vc, out) {
			return true
		}
	}
	return false
}

// grantTo returns the input that an output grants, the first one at or after its pointer, or -1.
func (m *Model) grantTo(sw, out int) int {
	n := m.net.Radix
	o := &m.ports[sw*n+out]
	for k := range n {
		in := (o.grant + k) % n
		if m.ports[sw*n+in].in.busy {
			continue
		}
		for vc := range m.vcs {
			if m.inRound(sw, in, vc, out) {
				return in
			}
		}
	}
	return -1
}

// turnOf returns the VC of a match: round robin per input, or where outputs serve in rounds per output, among the VCs in whose
// rounds the input is (R "VC of an accepted match").
func (m *Model) turnOf(sw, in, out int) int {
	o := &m.ports[sw*m.net.Radix+out]
	turn := m.ports[sw*m.net.Radix+in].in.turnVC // which forward moves on
	if m.rounds() {
		turn = o.turnVC
	}
	for k := range m.vcs {
		if vc := (turn + k) % m.vcs; m.inRound(sw, in, vc, out) {
			o.turnVC = (vc + 1) % m.vcs
			m.serve(sw, in, vc, out)
			return vc
		}
	}
	panic("a grant without a request")
}

// serve notes that an input has been served. If none is left that asks and has not been, the next round begins: one for all
// that ask at this moment. Others that had been served before have been served in it, too.
func (m *Model) serve(sw, in, vc, out int) {
	served := m.ports[sw*m.net.Radix+out].served[vc]
	if !m.left(sw, vc, out) {
		next := m.inputsAt(sw, out, vc)
		if m.again {
			for _, q := range m.others(sw, out) {
				next = append(next, m.inputsAt(sw, q, vc)...)
			}
		}
		for _, i := range next {
			served[i] = false
		}
	}
	served[in] = true
}

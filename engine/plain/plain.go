// Package plain is a second implementation of the network model, which the engine is held against (plain_test.go): at every
// instant both must have sent the same packets at every port and hold as many in every buffer. Two programs that agree were
// either both written from the same rules or have the same mistake; so this one was written from the papers, the texts of the
// fields, the doc comments and engine/READINGS.md ("R" below, with a row's first column), and only where these said nothing
// was the engine asked, and the rule added there. It shares with the engine no more than its input: the wiring (topology), the
// destinations and gaps (traffic) and the random streams they are drawn from.
//
// It covers fat trees with D-mod-K, oblivious, adaptive routing with all its restrictions and AFI, BMINs with the same and self-routing, meshes and
// tori with dimension-order routing, the static queuing schemes, VOQs, VOQnet, RECN-IQ and FBICM, hosts with queues by destination, either
// crossbar, iSLIP and oldest-first; InfiniBand's congestion control and DRB, whose paths are input, too; traces of programs, whose records are
// input; and fields that change in mid-run.
//
// What is measured and drawn has a second implementation, too, on this state: congestion trees from look to look, HoL blocking, what
// packets in buffers and on links wait for and are to the trees, how trees have grown, marks (trees.go, hol.go, scan.go, growth.go, flights.go,
// marks.go; look_test.go, frame_test.go), ports and hosts (faces.go), what is looked at closely (rows.go, rows_host.go; rows_test.go), queues that
// are set aside and their trees (lines_test.go, trees_aside.go), throughput, latencies, fairness, utilisation (measure_test.go, averages_test.go), deadlocks (deadlock.go).
//
// It is as plain as it can be: a heap of events, slices for the rest, and no state that only saves time. Only tests use it.
package plain

import (
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
	note     bool  // a notification
	marked   bool  // FECN
	mail     *mail // of a trace, the message that it is of
	hops     int   // links that it has entered
	path     int   // under DRB the LID offset of its path, of notifications that of the path they tell of
}

// A port, of a switch or a host, both of its directions.
type port struct {
	peer int // port at the other end of the link, -1: none

	// Output.
	busy    bool  // sends
	serves  int   // a packet of this input, while a switch's port sends
	credits []int // free places in the buffer at the other end, per VC (not used towards hosts)
	sent    uint32
	grant   int        // iSLIP's grant pointer: the input that is first asked
	turnVC  int        // the VC that is first asked, where outputs serve in rounds
	cam     [][]*line  // per VC: RECN-IQ's and FBICM's, copies of those downstream
	served  [][]bool   // per VC and input: has been served in this round
	hot     []bool     // 2TH's PortCongested, per VC
	passed  []int      // per VC: packets left unmarked since one was marked
	notes   noteBuffer // of notifications in a VL of their own
	in      inputState // Input.
}

type inputState struct {
	busy    bool          // a packet leaves, where one at a time does
	queue   [][][]*packet // per VC and output port (one for all, without VOQs), in order
	waiting int           // packets
	accept  int           // iSLIP's accept pointer: the output that is first accepted
	turnVC  int           // the VC that is first asked
	lines   [][]*line     // per VC: RECN-IQ's and FBICM's CAM (aside.go)
	turn    []int         // per VC: the queue that is first asked
}

type host struct {
	rand  random.Source
	birth int64         // of the next packet
	queue [][]packet    // per VC, or per destination
	turn  int           // the queue that is first asked
	notes []*packet     // notifications that wait to be sent
	flows map[int]*flow // by destination
	pairs map[int]*pair
	draws random.Source // of paths
}

// Totals are counted since 0.
type Totals struct {
	Generated, Refused, Injected, Delivered, Hops uint64
	Latency, InNetwork                            int64 // of what was delivered, from generation and from injection on, in all, ps
}

// An arrival is a packet's in its destination, with its latency from generation and from injection on.
type arrival struct {
	at, latency, network int64
	src, dst             int
}

// A Model is the state of a network.
type Model struct {
	net                                *topology.Network
	pattern                            traffic.Pattern
	gaps                               traffic.Gaps
	now, packetPS, delay               int64
	vcs, capacity                      int
	sourceCap, sourceField             int // packets of a source queue, and what the field says
	voq, demux, again, aside           bool
	oneWay, byDest                     bool
	lineCount, detectAt, stopAt, goAt  int
	queuing, arbiter                   string
	schemeVCs, lanes                   int
	routing, trigger, stages           string
	delta, threshold, release, perPart int

	ports                []port
	hosts                []host
	below                [][]bool        // per switch: hosts that down ports lead to
	rand                 []random.Source // per switch
	events               events
	seq                  int
	flights, noteFlights []flight
	totals               Totals
	use                  use

	arrivals []arrival // of all packets, in order
	look     []int     // switches in which something has changed
	marked   []bool

	changes  []change
	program  *program  // nil: no trace
	mtu      int64     // bytes of a packet
	marking  *marking  // nil: no congestion control
	notice   *notice   // the same
	throttle *throttle // nil: not InfiniBand's
	spread   *spread   // nil: not DRB
}

// New returns the model of a scenario at time 0, before anything has happened. What the model does not cover it does wrong: see above.
func New(s scenario.Scenario) (*Model, error) {
	n, err := topology.Build(s.Get("network"))
	if err != nil {
		return nil, err
	}
	m := &Model{net: n, delay: s.DelayPS(), sourceCap: int(s.Int("source-queue")), sourceField: int(s.Int("source-queue"))}
	if m.pattern, err = traffic.Build(s, n); err != nil {
		return nil, err
	}
	m.packetPS = linkTime(s, "packet")
	m.queuing, m.schemeVCs = s.Get("queuing"), int(s.Int("vcs"))
	m.aside = m.queuing == "recn-iq" || m.queuing == "fbicm"
	m.lineCount, m.detectAt, m.stopAt, m.goAt = int(s.Int("cfqs")), int(s.Int("cfq-detect")), int(s.Int("cfq-stop")), int(s.Int("cfq-go"))
	if m.queuing == "1q" || m.queuing == "voqsw" || m.aside {
		m.schemeVCs = 1
	}
	if m.queuing == "voqnet" { // field queuing: a VC for each destination, but for the crossbar's turns
		m.schemeVCs = n.Hosts
	}
	m.lanes, m.oneWay = 1, s.Get("half-ring") == "first"
	if m.queuing != "voqnet" && n.Grid != nil && n.Grid.Torus && s.Bool("dateline") { // field dateline: two VCs for every queue
		m.lanes = 2
	}
	if s.Get("congestion-control") == "drb" {
		if err := m.setSpread(s); err != nil {
			return nil, err
		}
		m.lanes = m.spread.vls // field drb-vls: every queue has so many VCs
	}
	m.vcs = m.schemeVCs * m.lanes
	if s.Get("routing") == "afi" { // [AFI] §IV: one VC more, the last; they split the buffer evenly
		m.vcs++
	}
	m.voq = s.Bool("voq") || m.queuing == "voqsw" || m.queuing == "voqnet" || m.aside
	m.demux = m.voq && s.Get("crossbar") == "demultiplexed"
	m.arbiter = s.Get("arbiter")
	m.byDest = m.queuing == "voqnet" || s.Get("admittance") == "by-destination" && s.Get("congestion-control") == "none"
	m.perPart = 1
	if m.voq && s.Get("threshold-of") == "voq" {
		m.perPart = n.Radix
	}
	// [RAR] §5.1: the buffer is split evenly among the VCs; R "a packet's place": whole packets.
	m.capacity = int(s.Micro("buffer") * 1024 / scenario.Micro / int64(m.vcs) / s.Int("packet"))

	m.lay()
	m.reach()
	m.marked = make([]bool, n.Switches)
	m.rand = make([]random.Source, n.Switches)
	for sw := range m.rand {
		m.rand[sw] = random.New(uint64(s.Int("seed")), 1<<41+uint64(sw))
	}
	m.hosts = make([]host, n.Hosts)
	for h := range m.hosts {
		x := &m.hosts[h]
		x.rand = random.New(uint64(s.Int("seed")), uint64(h))
		x.queue = make([][]packet, m.vcs)
		x.draws = random.New(uint64(s.Int("seed")), 1<<42+uint64(h))
		if m.byDest {
			x.queue = make([][]packet, n.Hosts)
		}
	}
	m.setControl(s)
	m.follow(s)
	m.changes = changesOf(s)
	if err := m.setProgram(s); err != nil {
		return nil, err
	}
	for h := range m.hosts {
		m.hosts[h].birth = m.gaps.FirstOf(uint32(h), &m.hosts[h].rand)
	}
	return m, nil
}

// linkTime is the time of a packet on a link, of the size that a field says (R "a packet's place": rounded).
func linkTime(s scenario.Scenario, size string) int64 {
	bits := s.Int(size) * 8 * 1000 * scenario.Micro // in 10⁻⁹ of a bit: divided by the rate in bit/s, ps
	return (bits + s.Micro("bandwidth")/2) / s.Micro("bandwidth")
}

// lay makes the ports, with empty buffers and all credits.
func (m *Model) lay() {
	m.ports = make([]port, m.net.Ports())
	for i := range m.ports {
		p := &m.ports[i]
		p.peer = int(m.net.Peer[i])
		p.credits = make([]int, m.vcs)
		p.hot = make([]bool, m.vcs)
		p.served = make([][]bool, m.vcs)
		p.in.queue = make([][][]*packet, m.vcs)
		p.cam, p.in.lines, p.in.turn = make([][]*line, m.vcs), make([][]*line, m.vcs), make([]int, m.vcs)
		for v := range m.vcs {
			p.credits[v] = m.capacity
			p.served[v] = make([]bool, m.net.Radix)
			p.in.queue[v] = make([][]*packet, 1)
			if m.voq {
				p.in.queue[v] = make([][]*packet, m.net.Radix)
			}
			if m.aside {
				p.in.queue[v] = make([][]*packet, 1+m.lineCount)
				p.in.lines[v], p.cam[v] = make([]*line, m.lineCount), make([]*line, m.lineCount)
			}
		}
	}
}

// reach finds the hosts that each switch's down ports lead to.
func (m *Model) reach() {
	n := m.net
	if n.Grid != nil { // there is no down
		return
	}
	m.below = make([][]bool, n.Switches)
	for sw := range n.Switches { // stages come in order, so those below are known
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

// Totals returns the counts up to the time of the last Advance.
func (m *Model) Totals() Totals { return m.totals }

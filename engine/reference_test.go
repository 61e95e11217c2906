package engine

// A second simulator of fat trees, written apart from the first: as plain as it can be, with a queue of closures for events and
// slices for everything else, and slow. It shares with the engine only what it does not check: the wiring, the traffic's
// destinations and the times of generation. Two programs that agree to the packet are worth more than one that agrees with
// itself. The order of what happens in an instant is part of the model: credits come first, then ports become free, then heads
// are routed, then hosts wake, and at last the switches arbitrate, in the order in which there came something to look at.

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

type refPacket struct {
	src, dst uint32
	birth    int64
	out      int // at the switch it is in: the local port it is for,
	came     int // and when it came, among all others
	adapted  bool
}

// Kinds of events, in the order of an instant.
const (
	refCredit = iota
	refFree
	refHead
	refWake
)

type refEvent struct {
	at        int64
	kind, seq int
	do        func()
}

type refEvents []refEvent

func (q refEvents) Len() int      { return len(q) }
func (q refEvents) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *refEvents) Push(x any)   { *q = append(*q, x.(refEvent)) }
func (q *refEvents) Pop() any     { e := (*q)[len(*q)-1]; *q = (*q)[:len(*q)-1]; return e }
func (q refEvents) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	if a.at != b.at {
		return a.at < b.at
	}
	if a.kind != b.kind {
		return a.kind < b.kind
	}
	return a.seq < b.seq
}

// refHost is the sending side of a host.
type refHost struct {
	rand    random.Source
	birth   int64
	waiting [][]refPacket // by VC
	turn    int           // VC
	busy    bool
	asleep  bool
}

type refSim struct {
	s                  scenario.Scenario
	n                  *topology.Network
	k, stages          int // up ports of a switch below the top
	vcs, room          int // packets per VC of an input buffer
	flows              int // VCs that the queuing scheme uses: with AFI all but the last, the adapted-flow channel
	packetPS, delayPS  int64
	voq, demux, again  bool // again: heads that wait choose again
	pattern            traffic.Pattern
	gaps               traffic.Gaps
	now, window        int64
	events             refEvents
	seq                int
	host               []refHost
	credits            [][]int         // by transmitting port, of a switch or host, and VC
	queue              [][][]refPacket // by input port, VC and, with VOQs, output
	freeIn, freeOut    []bool          // by switch port
	grantAt, acceptAt  []int           // iSLIP's pointers, by output and by input
	vcOfInput          []int           // whose turn it is at an input,
	vcOfOutput         []int           // and at an output with demultiplexed inputs,
	served             [][]bool        // which have been served in this round: by output*VCs + VC, and input
	congested          [][]bool        // 2TH's memory, by output and VC
	look               [][]bool        // outputs to look at, by switch
	order              []int           // switches with some
	rand               []random.Source // by switch, of oblivious routing
	sent               []uint32        // by port, transmissions begun
	generated, refused uint64
	injected, arrived  uint64
	hops, latency      uint64
	begun              bool // the averages
}

func newReference(t *testing.T, s scenario.Scenario) *refSim {
	n, err := topology.Build(s.Get("network"))
	if err != nil {
		t.Fatal(err)
	}
	r := &refSim{s: s, n: n, k: n.Radix / 2, stages: n.Stages, vcs: 1, voq: s.Bool("voq"), demux: s.Bool("voq") && s.Get("crossbar") != "multiplexed"}
	r.again = r.voq && s.Get("routing") == "adaptive" && s.Get("choice") == "leaving"
	if s.Get("queuing") != "1q" {
		r.vcs = int(s.Int("vcs"))
	}
	if r.flows = r.vcs; s.Get("routing") == "afi" {
		r.vcs++
	}
	r.room = int(s.Int("buffer")) * 1024 / r.vcs / int(s.Int("packet"))
	r.packetPS = s.Int("packet") * 8 * 1000 / 100 // at 100 Gb/s
	r.delayPS = s.Micro("delay") / 1000
	r.window = s.Micro("warmup")
	if r.pattern, err = traffic.Build(s, n); err != nil {
		t.Fatal(err)
	}
	r.gaps = traffic.GapsOf(s, r.packetPS)
	r.gaps.Timed, _ = r.pattern.(traffic.Timed)
	for sw := range n.Switches {
		r.look, r.rand = append(r.look, make([]bool, n.Radix)), append(r.rand, random.New(uint64(s.Int("seed")), 1<<41+uint64(sw)))
	}
	for range n.Ports() {
		credits := make([]int, r.vcs)
		for v := range credits {
			credits[v] = r.room
		}
		r.credits, r.sent = append(r.credits, credits), append(r.sent, 0)
	}
	for range n.SwitchPorts() {
		queues := make([][]refPacket, r.vcs)
		if r.voq {
			queues = make([][]refPacket, r.vcs*n.Radix)
		}
		r.queue = append(r.queue, queues)
		r.freeIn, r.freeOut = append(r.freeIn, true), append(r.freeOut, true)
		r.congested = append(r.congested, make([]bool, r.vcs))
		for range r.vcs {
			r.served = append(r.served, make([]bool, n.Radix))
		}
	}
	r.grantAt, r.acceptAt = make([]int, n.SwitchPorts()), make([]int, n.SwitchPorts())
	r.vcOfInput, r.vcOfOutput = make([]int, n.SwitchPorts()), make([]int, n.SwitchPorts())
	r.host = make([]refHost, n.Hosts)
	for h := range r.host {
		x := &r.host[h]
		x.rand, x.waiting = random.New(uint64(s.Int("seed")), uint64(h)), make([][]refPacket, r.vcs)
		x.birth = r.gaps.FirstOf(uint32(h), &x.rand)
		r.sleep(h)
	}
	return r
}

func (r *refSim) at(t int64, kind int, do func()) {
	r.seq++
	heap.Push(&r.events, refEvent{t, kind, r.seq, do})
}

// advance lets all happen up to a time, itself included.
func (r *refSim) advance(to int64) {
	for len(r.events) > 0 && r.events[0].at <= to {
		r.now = r.events[0].at
		for len(r.events) > 0 && r.events[0].at == r.now {
			heap.Pop(&r.events).(refEvent).do()
		}
		for i := 0; i < len(r.order); i++ {
			r.arbitrate(r.order[i])
		}
		r.order = r.order[:0]
	}
	r.now = to
	for h := range r.host {
		r.generate(h)
	}
}

// Hosts.

func (r *refSim) generate(h int) {
	x := &r.host[h]
	for x.birth <= r.now {
		p := refPacket{src: uint32(h), dst: r.pattern.Dest(uint32(h), x.birth, &x.rand), birth: x.birth}
		r.generated++
		if v := r.vcOf(p.src, p.dst); len(x.waiting[v]) < int(r.s.Int("source-queue")) {
			x.waiting[v] = append(x.waiting[v], p)
		} else {
			r.refused++
		}
		x.birth = r.gaps.NextOf(uint32(h), x.birth, &x.rand)
	}
}

func (r *refSim) inject(h int) {
	x := &r.host[h]
	if x.busy {
		return
	}
	r.generate(h)
	port := r.n.HostPort(h)
	for i := range r.vcs {
		v := (x.turn + i) % r.vcs
		if len(x.waiting[v]) > 0 && r.credits[port][v] > 0 {
			p := x.waiting[v][0]
			x.waiting[v] = x.waiting[v][1:]
			x.turn, x.busy = v+1, true
			r.injected++
			r.send(port, v, p)
			r.at(r.now+r.packetPS, refFree, func() { x.busy = false; r.inject(h) })
			return
		}
	}
	r.sleep(h)
}

func (r *refSim) sleep(h int) {
	if x := &r.host[h]; !x.asleep && x.birth != traffic.Never {
		x.asleep = true
		r.at(max(x.birth, 1), refWake, func() { x.asleep = false; r.inject(h) })
	}
}

// send puts a packet on a port's link: its head arrives after the delay, its tail a packet time later.
func (r *refSim) send(port, v int, p refPacket) {
	r.sent[port]++
	to := int(r.n.Peer[port])
	if r.n.IsHost(to) {
		r.at(r.now+r.packetPS+r.delayPS, refCredit, func() {
			r.hops++
			r.arrived++
			if r.now >= r.window && !r.begun { // what has been so far was warming up
				r.begun, r.latency = true, 0
			}
			r.latency += uint64(r.now - p.birth)
		})
		return
	}
	r.credits[port][v]--
	r.at(r.now+r.delayPS, refHead, func() { r.headArrived(to, v, p) })
	r.at(r.now+r.packetPS+r.delayPS, refCredit, func() { r.hops++ })
}

// Switches.

// vcOf are the queuing schemes: DBBM D mod Q, vFtree by the leaves of destination and source, Flow2SL by their groups.
func (r *refSim) vcOf(src, dst uint32) int {
	q, k, n := r.flows, r.k, r.n.Hosts
	s, d := int(src), int(dst)
	switch r.s.Get("queuing") {
	case "dbbm":
		return d % q
	case "vftree":
		return ((d/k-s/k)%q + q) % q
	case "flow2sl":
		return (s*q/n + d*q/n) % q
	}
	return 0
}

// way is D-mod-K's: the local port for a destination, and whether it leads up.
func (r *refSim) way(sw, dst int) (port int, up bool) {
	stage := int(r.n.Stage[sw]) // from 1
	below := 1                  // hosts below each of its down ports
	for range stage - 1 {
		below *= r.k
	}
	digit := dst / below
	if stage == r.stages {
		return digit, false
	}
	if group := (sw - r.n.First[stage-1]) / (below); digit/r.k == group {
		return digit % r.k, false
	}
	return r.k + digit%r.k, true
}

func (r *refSim) headArrived(in, v int, p refPacket) {
	sw, local := r.n.SwitchOf(in)
	out, up := r.way(sw, int(p.dst))
	switch routing := r.s.Get("routing"); {
	case up && routing == "adaptive":
		out = r.choose(sw, local, v, out)
	case up && routing == "oblivious":
		out = r.k + int(r.rand[sw].Below(uint32(r.k)))
	case up && routing == "afi" && !p.adapted:
		out, p.adapted = r.isolate(sw, v, out)
	}
	r.seq++
	p.out, p.came = out, r.seq
	held := 0
	for i, q := range r.queue[in] {
		if r.voq && i/r.n.Radix == v || i == v && !r.voq {
			held += len(q)
		}
	}
	if held >= r.room {
		panic("the buffer of " + r.n.PortName(in) + " overflows")
	}
	q := &r.queue[in][r.queueOf(v, out)]
	*q = append(*q, p)
	if len(*q) == 1 && r.freeIn[in] {
		r.mark(sw, out)
	}
}

// mark says that there is something to look at, at an output that could send it.
func (r *refSim) mark(sw, out int) {
	if !r.freeOut[sw*r.n.Radix+out] {
		return
	}
	if first(r.n.Radix, 0, func(out int) bool { return r.look[sw][out] }) < 0 {
		r.order = append(r.order, sw)
	}
	r.look[sw][out] = true
}

// queueOf is where a buffer keeps what came in a VC for an output.
func (r *refSim) queueOf(v, out int) int {
	if r.voq {
		return v*r.n.Radix + out
	}
	return v
}

// isolate is AFI: where D-mod-K's next buffer is full up to the threshold, a packet adapts to the port whose adapted-flow channel
// has the most room, and is in that channel from then on.
func (r *refSim) isolate(sw, v, det int) (port int, adapted bool) {
	credits := r.credits[sw*r.n.Radix:]
	if 100*(r.room-credits[det][v]) < int(r.s.Int("threshold"))*r.room {
		return det, false
	}
	port, most := det, 0
	for i := 1; i < r.k; i++ {
		p := r.k + (det-r.k+i)%r.k
		if free := credits[p][r.vcs-1]; free > most {
			port, most = p, free
		}
	}
	return port, port != det
}

// nextVC is the VC that a packet will be in behind its next link.
func (r *refSim) nextVC(p refPacket, v int) int {
	if p.adapted {
		return r.vcs - 1
	}
	return v
}

// choose is Algorithm 1 of [RAR] §4.3, as it is read: see engine/READINGS.md.
func (r *refSim) choose(sw, in, v, det int) int {
	candidates := r.alternatives(sw, det)
	if candidates == nil {
		return det
	}
	free := func(p int) int { return r.credits[sw*r.n.Radix+p][v] }
	low, high := (100-int(r.s.Int("threshold")))*r.room, (100-int(r.s.Int("release")))*r.room // hundredths of packets
	least := 0
	switch r.s.Get("trigger") {
	case "TH":
		if 100*free(det) >= low {
			return det
		}
		least = low
	case "2TH":
		memory := &r.congested[sw*r.n.Radix+det][v]
		if 100*free(det) >= low && !*memory {
			return det
		}
		if *memory = 100*free(det) < high; !*memory {
			return det
		}
		least = low
	}
	if r.again { // among the ports that could send it now, if there are any
		ready := slices.DeleteFunc(slices.Clone(candidates), func(p int) bool { return !r.freeOut[sw*r.n.Radix+p] })
		if slices.ContainsFunc(ready, func(p int) bool { return free(p) > 0 }) {
			candidates = ready
		}
	}
	best := det
	for i := range r.k {
		p := r.k + (in+i)%r.k
		if !slices.Contains(candidates, p) || 100*free(p) <= least {
			continue
		}
		best, least = p, 100*free(p)
		if free(p) == r.room {
			break
		}
	}
	return best
}

// alternatives are the up ports that packets of one of them may take, itself among them; none if they keep to it.
func (r *refSim) alternatives(sw, out int) (ports []int) {
	stage := int(r.n.Stage[sw])
	if only := r.s.Get("stages"); only == "FS" && stage != 1 || only == "SS" && stage != 2 || stage == r.stages || out < r.k {
		return nil
	}
	for p := r.k; p < 2*r.k; p++ {
		if (p-out)%int(r.s.Int("delta")) == 0 {
			ports = append(ports, p)
		}
	}
	return ports
}

// waits says whether a packet waits at an input for an output and a VC there.
func (r *refSim) waits(sw, in, v, out int) bool { return r.holder(sw, in, v, out) >= 0 }

// holder is the VC that such a packet is in now, the first of several; -1 if there is none.
func (r *refSim) holder(sw, in, v, out int) int {
	return first(r.vcs, 0, func(from int) bool {
		q := r.queue[sw*r.n.Radix+in][r.queueOf(from, out)]
		return len(q) > 0 && q[0].out == out && r.nextVC(q[0], from) == v
	})
}

// couldTake: a port is free and has credits for a VC. Of the heads that wait for another, which cannot send, the arbiter's next
// in turn that picks it moves there, unless an input before it waits for the port already.
func (r *refSim) couldTake(sw, out, v int) {
	base, radix := sw*r.n.Radix, r.n.Radix
	if !r.again || !r.freeOut[base+out] || r.credits[base+out][v] == 0 {
		return
	}
	var full []int
	for i := range radix { // from this one on and round
		p := (out + i) % radix
		if p != out && slices.Contains(r.alternatives(sw, out), p) && (!r.freeOut[base+p] || r.credits[base+p][v] == 0) {
			full = append(full, p)
		}
	}
	if full == nil {
		return
	}
	inTurn := func(blocked []bool) int {
		from := r.grantAt[base+out]
		if r.demux && r.vcs > 1 {
			if in := first(radix, from, func(in int) bool { return blocked[in] && !r.served[(base+out)*r.vcs+v][in] }); in >= 0 {
				return in
			}
		}
		return first(radix, from, func(in int) bool { return blocked[in] })
	}
	blocked := make([]bool, radix)
	for in := range blocked {
		blocked[in] = r.waits(sw, in, v, out) || slices.ContainsFunc(full, func(p int) bool { return r.waits(sw, in, v, p) })
	}
	for in := inTurn(blocked); in >= 0; in = inTurn(blocked) {
		if r.waits(sw, in, v, out) {
			return
		}
		blocked[in] = false
		for _, from := range full {
			if r.waits(sw, in, v, from) && r.chooseAgain(sw, in, v, from, []int{out}) {
				return
			}
		}
	}
}

// creditUsed: a port has used a credit for a VC, and the heads that wait for it choose again.
func (r *refSim) creditUsed(sw, out, v int) {
	others := slices.DeleteFunc(r.alternatives(sw, out), func(p int) bool { return p == out })
	for in := range r.n.Radix {
		if r.again && len(others) > 0 && r.waits(sw, in, v, out) {
			r.chooseAgain(sw, in, v, out, others)
		}
	}
}

// chooseAgain lets a head choose, and moves it if it picks one of some ports with credits. In its new queue it stands by when it came.
func (r *refSim) chooseAgain(sw, in, v, from int, to []int) bool {
	at := sw*r.n.Radix + in
	old := &r.queue[at][r.queueOf(v, from)]
	p := (*old)[0]
	det, up := r.way(sw, int(p.dst))
	if !up || r.alternatives(sw, det) == nil {
		return false
	}
	out := det
	for _, x := range to {
		if slices.Contains(r.alternatives(sw, det), x) {
			out = r.choose(sw, in, v, det)
			break
		}
	}
	if !slices.Contains(to, out) || r.credits[sw*r.n.Radix+out][v] == 0 {
		return false
	}
	*old = (*old)[1:]
	p.out = out
	q := &r.queue[at][r.queueOf(v, out)]
	*q = append(*q, p)
	slices.SortFunc(*q, func(a, b refPacket) int { return a.came - b.came })
	r.mark(sw, out)
	return true
}

// first returns the first of n places, from a pointer on and round, for which something holds; -1 if there is none.
func first(n, from int, holds func(int) bool) int {
	for i := range n {
		if x := (from + i) % n; holds(x) {
			return x
		}
	}
	return -1
}

// asks says whether an input has a packet in a VC that could go to an output now.
func (r *refSim) asks(sw, in, v, out int) bool {
	return r.waits(sw, in, v, out) && (r.credits[sw*r.n.Radix+out][v] > 0 || r.n.IsHost(int(r.n.Peer[sw*r.n.Radix+out])))
}

func (r *refSim) arbitrate(sw int) {
	radix, base := r.n.Radix, sw*r.n.Radix
	anyVC := func(in, out int) bool {
		return first(r.vcs, 0, func(v int) bool { return r.asks(sw, in, v, out) }) >= 0
	}
	look := make([]bool, radix) // what comes to other outputs meanwhile waits for the next look
	for out := range look {
		look[out] = r.look[sw][out] && r.freeOut[base+out] && first(radix, 0, func(in int) bool { return anyVC(in, out) }) >= 0
		r.look[sw][out] = false
	}
	if r.demux {
		r.serve(sw, look)
		return
	}
	for round := 0; ; round++ {
		granted := make([][]bool, radix) // by input, then output
		for out := range radix {
			if !look[out] {
				continue
			}
			in := first(radix, r.grantAt[base+out], func(in int) bool { return r.freeIn[base+in] && anyVC(in, out) })
			if in < 0 {
				look[out] = false
				continue
			}
			if granted[in] == nil {
				granted[in] = make([]bool, radix)
			}
			granted[in][out] = true
		}
		matched := false
		for in, outs := range granted {
			if outs == nil {
				continue
			}
			matched = true
			out := first(radix, r.acceptAt[base+in], func(out int) bool { return outs[out] })
			if round == 0 {
				r.grantAt[base+out], r.acceptAt[base+in] = in+1, out+1
			}
			v := first(r.vcs, r.vcOfInput[base+in], func(v int) bool { return r.asks(sw, in, v, out) })
			r.vcOfInput[base+in] = v + 1
			r.freeIn[base+in], look[out] = false, false
			r.forward(sw, in, v, out)
		}
		if !matched {
			return
		}
	}
}

// serve is arbitration where inputs send to several outputs at a time: each output takes the next input, with several VCs in rounds.
func (r *refSim) serve(sw int, look []bool) {
	radix, base := r.n.Radix, sw*r.n.Radix
	for out := range radix {
		if !look[out] {
			continue
		}
		turn := func(in, v int) bool { // among those who ask for this VC and have not been served in its round, or else all
			if !r.asks(sw, in, v, out) {
				return false
			}
			served := r.served[(base+out)*r.vcs+v]
			return r.vcs == 1 || !served[in] || first(radix, 0, func(i int) bool { return r.asks(sw, i, v, out) && !served[i] }) < 0
		}
		in := first(radix, r.grantAt[base+out], func(in int) bool {
			return first(r.vcs, 0, func(v int) bool { return turn(in, v) }) >= 0
		})
		if in < 0 {
			continue
		}
		v := first(r.vcs, r.vcOfOutput[base+out], func(v int) bool { return turn(in, v) })
		r.grantAt[base+out], r.vcOfOutput[base+out] = in+1, v+1
		served := r.served[(base+out)*r.vcs+v]
		if first(radix, 0, func(i int) bool { return r.asks(sw, i, v, out) && !served[i] }) < 0 { // the round is over
			for i := range served {
				mayCome := r.again && slices.ContainsFunc(r.alternatives(sw, out), func(p int) bool { return r.waits(sw, i, v, p) })
				served[i] = served[i] && !r.asks(sw, i, v, out) && !mayCome
			}
		}
		served[in] = true
		r.forward(sw, in, v, out)
	}
}

func (r *refSim) forward(sw, in, v, out int) {
	at, port := sw*r.n.Radix+in, sw*r.n.Radix+out
	was := r.holder(sw, in, v, out)
	i := r.queueOf(was, out)
	p := r.queue[at][i][0]
	r.queue[at][i] = r.queue[at][i][1:]
	r.freeOut[port] = false
	r.send(port, v, p)
	r.at(r.now+r.packetPS, refFree, func() {
		r.freeOut[port] = true
		for v := range r.vcs {
			r.couldTake(sw, out, v)
		}
		r.mark(sw, out)
		if !r.demux {
			r.freeIn[at] = true
			for o := range r.n.Radix {
				if first(r.vcs, 0, func(v int) bool { return r.waits(sw, in, v, o) }) >= 0 {
					r.mark(sw, o)
				}
			}
		}
	})
	up := int(r.n.Peer[at])
	r.at(r.now+r.packetPS+r.delayPS, refCredit, func() {
		r.credits[up][was]++
		if r.n.IsHost(up) {
			if r.credits[up][was] == 1 { // with others it has looked already, but for what is born in this very instant
				r.inject(r.n.Host(up))
			}
			return
		}
		s, out := r.n.SwitchOf(up)
		r.couldTake(s, out, was)
		if r.credits[up][was] == 1 && first(r.n.Radix, 0, func(in int) bool { return r.waits(s, in, was, out) }) >= 0 {
			r.mark(s, out)
		}
	})
	r.creditUsed(sw, out, v)
}

// Random scenarios of what the reference knows, and the engine agrees to the packet.
func TestReference(t *testing.T) {
	Natively(t)
	dice := rand.New(rand.NewPCG(1, 2))
	one := func(list ...string) string { return list[dice.IntN(len(list))] }
	done := 0
	for tries := 0; done < 40 && tries < 400; tries++ {
		s := scenario.Default()
		for _, set := range [][2]string{
			{"network", one("rlft-4x3", "rlft-8x3", "rlft-12x2", "rlft-4x4")}, {"traffic", one("UT", "HS10-1", "HS25-1", "HS25-4", "HS40-3", "IHS")},
			{"routing", one("dmodk", "oblivious", "afi", "afi", "adaptive", "adaptive", "adaptive", "adaptive")}, {"trigger", one("NoTH", "TH", "2TH")}, {"stages", one("AS", "FS", "SS")}, {"delta", one("1", "2", "3")},
			{"threshold", one("75", "75", "60", "90", "50")}, {"release", one("50", "40", "10")}, {"queuing", one("1q", "dbbm", "vftree", "flow2sl")}, {"vcs", one("2", "3", "4")},
			{"voq", one("false", "true")}, {"crossbar", one("demultiplexed", "multiplexed")}, {"choice", one("arrival", "leaving", "leaving")}, {"generation", one("constant", "poisson")}, {"load", one("1", "1", "0.9", "0.6", "1.1")},
			{"source-queue", one("64", "1", "5")}, {"buffer", one("192", "64", "48", "100")}, {"packet", one("4096", "2048", "1000")}, {"delay", one("6", "0.5", "100", "1000")},
			{"hotspot-others", one("elsewhere", "anywhere")}, {"hotspot-until", "1000000"}, {"warmup", "10"}, {"seed", strconv.Itoa(1 + dice.IntN(1e6))},
		} {
			next, err := s.With(set[0], set[1])
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
		m, err := Open(s)
		if err != nil {
			continue // such as a release above the threshold
		}
		done++
		r := newReference(t, s)
		f := m.fabric
		f.CountSent()
		for us := int64(5); us <= 60; us += 5 {
			m.Advance(us*Microsecond, NoLimit)
			r.advance(us * Microsecond)
			f.CatchUp()
			st := &f.Stats
			got := fmt.Sprint(st.Generated, st.Refused, st.Injected, st.Delivered, st.Hops, st.WindowLatency.Low)
			if want := fmt.Sprint(r.generated, r.refused, r.injected, r.arrived, r.hops, r.latency); got != want {
				t.Errorf("%s at %d µs: generated, refused, injected, delivered, hops, latency: %s, the reference %s", link.Of(s), us, got, want)
				break
			}
			for p := range r.sent {
				if r.n.Peer[p] != topology.NoPeer && f.Sent(p) != r.sent[p] {
					t.Fatalf("%s at %d µs: %s has sent %d packets, in the reference %d", link.Of(s), us, r.n.PortName(p), f.Sent(p), r.sent[p])
				}
			}
		}
	}
	if done < 40 {
		t.Errorf("only %d scenarios could be run", done)
	}
}

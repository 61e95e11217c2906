package engine

// What fits together and into memory, checked before anything is built.

import (
	"strconv"
	"strings"
	"sync"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// MaxMemory bounds the state of a simulation, in bytes.
const MaxMemory = 1500 << 20

// Check says whether a scenario can be opened: fields that fit together, and a bounded memory.
// It returns nil or a *scenario.Error that names the field to change. It asks more than a valid
// scenario: a trace from a file must be there.
func Check(s scenario.Scenario) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if missing := traffic.Missing(s); missing != nil {
		return missing
	}
	return nil
}

// maxVCs bounds the VCs of a port, those of the queuing scheme, of datelines and AFI's together.
const maxVCs = 16

// lastNet keeps the network of the last check, because a person changes other fields more often.
var (
	lastNet *topology.Network
	netLock sync.Mutex
)

func network(text string) (*topology.Network, error) {
	netLock.Lock()
	defer netLock.Unlock()
	if lastNet == nil || lastNet.Name != text {
		n, err := topology.Build(text)
		if err != nil {
			return nil, err
		}
		lastNet = n
	}
	return lastNet, nil
}

func init() { scenario.AddRule(fits) }

// fits says what of a scenario does not fit together, or into memory; nil if all does.
func fits(s scenario.Scenario) *scenario.Error {
	n, err := network(s.Get("network"))
	if err != nil {
		return refuse(s, "network", err.Error())
	}
	l, e := layoutOf(s, n)
	if e != nil {
		return e
	}
	if e := memoryFits(s, n, l); e != nil {
		return e
	}
	if _, err := traffic.Build(s, n); err != nil {
		if e, ok := err.(*scenario.Error); ok {
			return e
		}
		return refuse(s, "traffic", err.Error())
	}
	return nil
}

// layout is how many VCs of data and of notifications a port has, and how many packets a VC holds.
type layout struct{ vcs, own, packets int }

// layoutOf returns that of a scenario on its network, or what of it does not fit together.
func layoutOf(s scenario.Scenario, n *topology.Network) (l layout, e *scenario.Error) {
	if err := routing.Fits(s.Get("routing"), n); err != nil {
		return l, refuse(s, "routing", err.Error())
	}
	lanes, e := lanesFit(s, n)
	if e != nil {
		return l, e
	}
	if l.vcs, l.own, e = vcsFit(s, n, lanes); e != nil {
		return l, e
	}
	if controlled(s) {
		if e := portsFit(s, n, l.vcs); e != nil {
			return l, e
		}
	}
	l.packets = capacity(s, l.vcs)
	return l, bufferFits(s, l.vcs, l.packets)
}

// Memory returns how many bytes of memory a simulation of a valid scenario is expected to take: what it opens with and a quarter
// more, of what buffers and links may fill with a quarter, and the program itself. That is within a third of what Go takes from the
// system, with one queue, VOQs, FBICM and VOQnet (TestMemoryIsExpected). What fills at the worst is more, and MaxMemory bounds it, for
// each simulation by itself. 0 for a scenario that cannot be opened.
func Memory(s scenario.Scenario) int64 {
	n, err := network(s.Get("network"))
	if err != nil {
		return 0
	}
	l, e := layoutOf(s, n)
	if e != nil {
		return 0
	}
	const program = 8 << 20
	opened, _ := memories(s, n, l)
	_, fills := memory(s, n, l.vcs+l.own, l.packets)
	if queuing.PerDestination(s) { // whose queues stay short
		fills = 0
	}
	return program + opened + opened/4 + fills/4
}

// Together says how many of several simulations, from the first on, may be in memory at a time within so many bytes, and how many
// bytes all of them need there. One always may: Check bounds what it takes.
func Together(all []scenario.Scenario, room int64) (n int, needs int64) {
	for i, s := range all {
		needs += Memory(s)
		if n == i && (i == 0 || needs <= room) {
			n++
		}
	}
	return
}

func refuse(s scenario.Scenario, field, reason string) *scenario.Error {
	return &scenario.Error{Field: field, Value: s.Get(field), Reason: reason}
}

// lanesFit returns the VCs that deterministic routing takes for a queue, two with dateline VCs, if nothing can deadlock or that is watched for.
func lanesFit(s scenario.Scenario, n *topology.Network) (lanes int, e *scenario.Error) {
	if n.Grid == nil {
		return 1, nil
	}
	table, err := routing.TableOf(s, n)
	if err != nil {
		return 0, refuse(s, "network", err.Error())
	}
	if cycle := table.Cycle(); cycle != nil && s.Get("deadlock") != "watch" && !queuing.PerDestination(s) { // these queues: see setQueues
		return 0, refuse(s, "dateline", n.Name+" can deadlock without dateline VCs, in a ring of "+strconv.Itoa(len(cycle))+" buffers that wait for each other: "+
			routing.Words(n, cycle)+"; switch them on, choose a mesh or shorter sides, or run it with a watchdog (deadlock=watch)")
	}
	return table.Lanes(), nil
}

// vcsFit returns the VCs of data, all told, and those of notifications.
func vcsFit(s scenario.Scenario, n *topology.Network, lanes int) (vcs, own int, e *scenario.Error) {
	_, vcs, err := queuing.Build(s, n, int(s.Int("vcs")))
	if err != nil {
		return 0, 0, refuse(s, "queuing", err.Error())
	}
	if vcs > n.Hosts {
		return 0, 0, refuse(s, "vcs", strconv.Itoa(vcs)+" VCs for "+strconv.Itoa(n.Hosts)+" hosts; allowed: 1–"+strconv.Itoa(n.Hosts))
	}
	if e := queuesFit(s, n); e != nil { // first: with VOQnet congestion control is at fault, not the dateline VCs that it asks for
		return 0, 0, e
	}
	if e := controlFits(s, n, lanes); e != nil {
		return 0, 0, e
	}
	if queuing.PerDestination(s) {
		lanes = 1
	}
	own = noteVCs(s, lanes)
	lanes = dataLanes(s, lanes)
	vcs *= lanes
	switch {
	case own > 0 && vcs+own > maxVCs:
		e = refuse(s, "vcs", strconv.Itoa(vcs)+" VCs of data and "+strconv.Itoa(own)+" of notifications; allowed are "+strconv.Itoa(maxVCs)+" in all, so choose "+from1(maxVCs-own, lanes))
	case vcs > maxVCs && s.Get("congestion-control") == drb:
		e = refuse(s, "vcs", strconv.Itoa(vcs)+" VCs, one for each of DRB's "+strconv.Itoa(lanes)+" VLs and each queue; allowed are "+strconv.Itoa(maxVCs)+" in all, so choose "+from1(maxVCs, lanes))
	case vcs > maxVCs:
		e = refuse(s, "vcs", strconv.Itoa(vcs)+" VCs, as dateline VCs double them; allowed are "+strconv.Itoa(maxVCs)+" in all, so choose "+from1(maxVCs, lanes))
	case !routing.Isolates(s):
	case vcs == maxVCs:
		e = refuse(s, "vcs", strconv.Itoa(vcs)+" VCs and the adapted-flow channel of AFI; allowed are "+strconv.Itoa(maxVCs)+" in all, so choose "+from1(maxVCs-1, 1))
	default:
		vcs++
	}
	return vcs, own, e
}

// bufferFits says whether a VC's part of a buffer is a packet at least, and no more than are simulated.
func bufferFits(s scenario.Scenario, vcs, packets int) *scenario.Error {
	if packets < 1 {
		need := (s.Int("packet")*int64(vcs)*scenario.Micro + 1023) / 1024
		return refuse(s, "buffer", s.Get("buffer")+" KiB split among "+strconv.Itoa(vcs)+" VCs hold no packet of "+s.Get("packet")+
			" B; at least "+decimal(need)+" KiB are needed, or fewer VCs, or smaller packets")
	}
	if packets > fabric.MaxCapacity && !queuing.PerDestination(s) {
		return refuse(s, "buffer", s.Get("buffer")+" KiB are "+strconv.Itoa(packets)+" packets per VC of "+s.Get("packet")+" B; at most "+strconv.Itoa(fabric.MaxCapacity)+
			" are simulated: choose at most "+decimal(s.Int("packet")*int64(vcs)*fabric.MaxCapacity*scenario.Micro/1024)+" KiB, or larger packets")
	}
	return nil
}

// memoryFits names the field that takes too much, the source queues where shorter ones would do.
func memoryFits(s scenario.Scenario, n *topology.Network, l layout) *scenario.Error {
	bytes := memoryOfAll(s, n, l)
	if bytes <= MaxMemory {
		return nil
	}
	if e := admittanceFits(s, n, bytes, func(s scenario.Scenario) bool { return memoryOfAll(s, n, l) <= MaxMemory }); e != nil {
		return e
	}
	field := "network"
	if scenario.Lookup("source-queue").Active(s) && memoryOfAll(s.Must("source-queue", "1"), n, l) <= MaxMemory {
		field = "source-queue" // is what it fits with
	}
	return refuse(s, field, n.Name+" with these buffers, queues and links would take "+strconv.FormatInt((bytes+1<<20-1)>>20, 10)+" MiB of memory; at most "+
		strconv.Itoa(MaxMemory>>20)+" MiB are used: choose a smaller network, buffer, source queue, delay, cable or number of VCs")
}

// memoryOfAll is what a simulation takes at most, in bytes.
func memoryOfAll(s scenario.Scenario, n *topology.Network, l layout) int64 {
	opened, grows := memories(s, n, l)
	return opened + grows
}

// memories are what a simulation takes when it is opened, in bytes, and by how much more that grows at most, whatever happens in it.
func memories(s scenario.Scenario, n *topology.Network, l layout) (opened, grows int64) {
	add := func(a, b int64) { opened, grows = opened+a, grows+b }
	add(memory(s, n, l.vcs+l.own, l.packets))
	add(controlMemory(s, n, l.vcs+l.own))
	add(queuesMemory(s, n, l.vcs))
	add(traffic.TraceMemory(s), 0)
	return
}

// memory is what buffers, the arbiters' state and what the observers note, source queues, and the
// packets on links take (see memories). Of the last a port has as many as fit into
// the link, but all together have no more than there are credits. Their ring doubles when it is
// full, and both halves of that are in memory then.
func memory(s scenario.Scenario, n *topology.Network, vcs, packets int) (opened, grows int64) {
	// A packet: its slot, its place in the order; and its entries in the register, which grows by a quarter.
	const slotBytes, packetBytes, channelBytes, portBytes, switchBytes = 8 + 2, 25, 64 + 24, 64, 256
	const waitingBytes, queueBytes, hostBytes, flightBytes = 16, 8, 128, 24
	ports, hosts := int64(n.SwitchPorts()), int64(n.Hosts)
	channels := int64(packets * vcs)
	flights := max(min(channels, s.DelayPS()/packetPS(s)+2), 2)
	opened = ports*(channels*slotBytes+int64(vcs)*channelBytes+portBytes) + int64(n.Switches)*switchBytes +
		hosts*(int64(vcs)*(s.Int("source-queue")*waitingBytes+queueBytes)+hostBytes+2*int64(n.Stages)) +
		(ports+hosts)*flightBytes
	grows = ports*channels*packetBytes + (3*flights-1)*(ports+hosts)*flightBytes
	if queuing.PerDestination(s) { // its buffers are lists
		opened, grows = opened-ports*channels*slotBytes, grows+ports*channels*slotBytes
	}
	return
}

// decimal writes millionths with three digits at most, rounded up.
func decimal(micro int64) string {
	milli := (micro + 999) / 1000
	s := strconv.FormatInt(milli/1000, 10)
	if r := milli % 1000; r != 0 {
		s += "." + strings.TrimRight(strconv.FormatInt(1000+r, 10)[1:], "0")
	}
	return s
}

// from1 writes the numbers from 1 on of which so many lanes each fit into so many VCs.
func from1(vcs, lanes int) string {
	if vcs/lanes == 1 {
		return "1"
	}
	return "1–" + strconv.Itoa(vcs/lanes)
}

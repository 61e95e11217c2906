package engine

// Queues that are more than VCs and VOQs: VOQsw, VOQnet, RECN-IQ, FBICM.

import (
	"strconv"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// setQueues says how the queues of an input buffer are sorted.
func setQueues(s scenario.Scenario, c *fabric.Config) {
	c.VOQ = s.Bool("voq") || queuing.SortsByOutput(s)
	if p, ok := queuing.SetAsideOf(s); ok {
		c.SetAside = &fabric.SetAside{Queues: p.Queues, Detect: p.Detect, Stop: p.Stop, Go: p.Go, ByRoute: p.ByRoute}
		c.VOQ = true
	}
	if queuing.PerDestination(s) { // no lanes: packets to one destination never wait in a circle
		c.Scheme, c.VCs, _ = queuing.Build(s, c.Net, 1)
		c.VOQnet, c.VOQ = true, true
	}
}

const _ = uint(fabric.MaxSetAside - queuing.MaxSetAside)

// queuesFit refuses what these schemes cannot work with.
func queuesFit(s scenario.Scenario, n *topology.Network) *scenario.Error {
	name := s.Get("queuing")
	refuse := func(field, reason string) *scenario.Error {
		return &scenario.Error{Field: field, Value: s.Get(field), Reason: reason}
	}
	_, aside := queuing.SetAsideOf(s)
	if !aside && !queuing.PerDestination(s) {
		return nil
	}
	if only := routing.For(n)[0]; s.Get("routing") != only {
		return refuse("routing", name+" needs deterministic routing, as it tells from the destination which way a packet goes; allowed on "+n.Name+": "+only)
	}
	if controlled(s) {
		return refuse("congestion-control", s.Get("congestion-control")+" tells congestion from the packets that wait in a VC for an output; with "+name+" those of congested flows wait in queues of their own, beside which it would mark what is cured already; allowed with "+name+": none")
	}
	if queuing.PerDestination(s) {
		each := capacity(s, n.Hosts)
		need := (s.Int("packet")*int64(n.Hosts)*scenario.Micro + 1023) / 1024
		if most := scenario.Lookup("buffer").Max; need > most {
			return refuse("queuing", name+" needs "+decimal(need)+" KiB at every input port, for a packet of "+s.Get("packet")+" B for each of "+strconv.Itoa(n.Hosts)+
				" hosts; a buffer has at most "+decimal(most)+" KiB: choose a smaller network or packet, or another scheme")
		}
		if each < 1 {
			return refuse("buffer", s.Get("buffer")+" KiB split among the queues for "+strconv.Itoa(n.Hosts)+" hosts hold no packet of "+s.Get("packet")+
				" B; at least "+decimal(need)+" KiB are needed for "+name)
		}
		const most = 1<<16 - 1
		if total := each * n.Hosts; total > most {
			return refuse("buffer", s.Get("buffer")+" KiB are "+strconv.Itoa(total)+" packets of "+s.Get("packet")+" B; at most "+strconv.Itoa(most)+" are simulated: choose at most "+
				decimal(int64(most)*s.Int("packet")*scenario.Micro/1024)+" KiB, or larger packets")
		}
	}
	return nil
}

// queuesMemory is what these schemes and hosts' admittance queues take beside the buffers, in bytes (see memories), but for the lists of destinations.
func queuesMemory(s scenario.Scenario, n *topology.Network, vcs int) (opened, grows int64) {
	// What waits in a list of a host: all lists fill in a run that goes on beyond saturation, and what holds them grows by a quarter. A
	// trace's messages, which wait there too, are counted with it.
	waitingBytes := (24 + 24/4) * s.Int("source-queue")
	if traffic.IsTrace(s) {
		waitingBytes = 0
	}
	ports, hosts := int64(n.Ports()), int64(n.Hosts)
	p, aside := queuing.SetAsideOf(s)
	if admits(s) { // a list and its place in a bit set; where queues are set aside, two more sets, and one by line
		const listBytes = 12
		sets := int64(1)
		if aside {
			sets += 1 + int64(p.Queues)
		}
		opened, grows = hosts*hosts*listBytes+hosts*int64(vcs)*(4+8*(hosts+63)/64*sets), hosts*hosts*waitingBytes
	}
	if aside {
		const lineBytes, headBytes, unitBytes, listBytes = 2 * 48, 8, 40, 16
		const destBytes = 2 * 16 // of a line's list
		if opened == 0 {
			lists := hosts * int64(vcs*p.Queues)
			opened, grows = lists*listBytes, lists*waitingBytes
		}
		units, queues := ports*int64(vcs), int64(p.Queues)
		return opened + units*(unitBytes+queues*(lineBytes+headBytes)), grows + units*(lineBytes+headBytes+(queues+1)*destBytes)
	}
	if queuing.PerDestination(s) {
		// A queue's ends and its places in two bit sets; credits and theirs; a host's list.
		const queueBytes, creditBytes, listBytes = 8 + 1, 2 + 1, 12
		return int64(n.SwitchPorts())*hosts*queueBytes + (int64(n.Switches)+hosts)*hosts*creditBytes + hosts*hosts*listBytes, hosts * hosts * waitingBytes
	}
	return opened, grows
}

// SetAsideMean returns how many set-aside queues (CFQs, SAQs) were in use in all switches on average from one time to
// another (ps), and whether the queuing scheme has any. Times that have passed are known bin by bin of the series.
func (m *Sim) SetAsideMean(from, to int64) (queues float64, ok bool) {
	if n, _ := m.fabric.SetAsideQueues(); n == 0 {
		return 0, false
	}
	return m.fabric.SetAsideMean(from, to), true
}

package engine

// What a scenario's routing and queuing decide, explained with the numbers.

import (
	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

// Rules are the routing and queuing of a scenario. They hold no state of a run: what depends on it comes from frames.
type Rules struct {
	PacketBytes int64 // of a packet

	c      fabric.Config
	scheme queuing.Scheme // without lanes
	lanes  int            // VCs of each of its queues
}

// RulesOf returns the rules of a scenario that Check accepts; of others it may return an error.
func RulesOf(s scenario.Scenario) (*Rules, error) {
	r := &Rules{PacketBytes: s.Int("packet")}
	var err error
	if r.scheme, err = decide(s, &r.c); err != nil {
		return nil, err
	}
	r.lanes = r.c.Routes.Lanes()
	return r, nil
}

// Queue explains in which VC packets of a flow enter the network.
func (r *Rules) Queue(src, dst uint32) explain.Decision {
	d := explain.Decision{Is: int(r.c.Scheme.VC(src, dst))}
	if x, ok := r.scheme.(queuing.Explainer); ok {
		d.Why = x.Explain(src, dst).Why
	}
	n := r.c.Net
	switch {
	case r.c.Control != nil && r.c.Control.Spread != nil:
		if vls := r.c.Control.Spread.VLs; vls > 1 {
			queue := int(r.scheme.VC(src, dst))
			d.Why = append(d.Why, explain.Say("DRB: queue {0} has the VLs {1} to {2}; the path that a packet takes says which", explain.N(queue), explain.N(queue*vls), explain.N(queue*vls+vls-1)))
		}
	case r.lanes > 1 && !r.c.VOQnet:
		sw, _ := n.SwitchOf(int(n.Peer[n.HostPort(int(src))]))
		out, _ := r.c.Routes.Step(sw, dst)
		d.Why = append(d.Why, r.c.Routes.ExplainVC(sw, out, int(r.scheme.VC(src, dst)), dst).Why...)
	}
	if r.c.VOQ && r.c.SetAside == nil && !r.c.VOQnet {
		d.Why = append(d.Why, explain.Say("VOQs: in each VC a queue per output port; they share its space and its credits"))
	}
	if r.c.Admittance {
		d.Why = append(d.Why, explain.Say("Admittance queues: at its host a packet waits behind those for host {0} alone", explain.N(dst)))
	}
	return d
}

// Output explains the choice of an output, as it would be made with the numbers of a frame.
func (r *Rules) Output(k *observe.PickRow) explain.Decision {
	if int(k.Switch) >= r.c.Net.Switches || int(k.Dst) >= r.c.Net.Hosts {
		return explain.Decision{Is: -1}
	}
	sw := int(k.Switch)
	if r.c.Control != nil && r.c.Control.Spread != nil && k.Out != observe.NoPort {
		return explain.Decision{Is: int(k.Out), Why: []explain.Sentence{
			explain.Say("DRB: the forwarding table of this switch leads the path's LID of host {0} to port {1}", explain.N(k.Dst), explain.N(k.Out))}}
	}
	d := r.c.Routes.Explain(sw, k.Dst)
	if k.Adapted != 0 {
		d.Why = append(d.Why, explain.Say("AFI: the packet is adapted already; it stays in the AFC and follows D-mod-K"))
	}
	if x, ok := r.c.Routing.(routing.Explainer); ok && k.Up != 0 {
		congested := k.Congested
		c := routing.Choice{Src: k.Src, Dst: k.Dst, Stage: r.c.Routes.Stage(sw), Det: k.Det, From: k.From, Candidates: k.Candidates, Ready: k.Ready, Stride: 1, Capacity: uint16(r.c.Capacity), Ports: r.c.Net.Radix, Congested: &congested}
		credits, afc := make([]uint64, len(k.Credits)), make([]uint64, len(k.AFC))
		for i := range credits {
			credits[i], afc[i] = uint64(k.Credits[i]), uint64(k.AFC[i])
		}
		c.Credits, c.AFC = credits, afc
		e := x.Explain(&c, r.c.Routes.Stage(sw))
		d.Is, d.Why = e.Is, append(d.Why, e.Why...)
	}
	if r.lanes > 1 && d.Is >= 0 && !r.c.VOQnet {
		d.Why = append(d.Why, r.c.Routes.ExplainVC(sw, uint8(d.Is), int(k.VC)/r.lanes, k.Dst).Why...)
	}
	return d
}

// Hop is a switch of a way, with the port by which a packet leaves it, a global number, and why.
type Hop struct {
	Port int
	Why  []explain.Sentence
}

// Way explains the deterministic way from a host to another, switch by switch.
func (r *Rules) Way(src, dst uint32) (hops []Hop) {
	n := r.c.Net
	if int(src) >= n.Hosts || int(dst) >= n.Hosts || src == dst {
		return nil
	}
	for at := int(n.Peer[n.HostPort(int(src))]); !n.IsHost(at) && len(hops) <= n.Switches; {
		sw, _ := n.SwitchOf(at)
		d := r.c.Routes.Explain(sw, dst)
		if r.lanes > 1 && (r.c.Control == nil || r.c.Control.Spread == nil) && !r.c.VOQnet {
			d.Why = append(d.Why, r.c.Routes.ExplainVC(sw, uint8(d.Is), int(r.scheme.VC(src, dst)), dst).Why...)
		}
		hops = append(hops, Hop{sw*n.Radix + d.Is, d.Why})
		at = int(n.Peer[sw*n.Radix+d.Is])
	}
	return hops
}

// Adaptive says whether packets may leave the deterministic way where there is a choice.
func (r *Rules) Adaptive() bool {
	return r.c.Net.Staged() && r.c.Routing.Candidates(1, 0, 1<<r.c.Net.Radix-1) != 0 || r.c.Net.Staged() && r.c.Routing.Candidates(2, 0, 1<<r.c.Net.Radix-1) != 0
}

// Shares returns with what probability DRB draws each open path, given the notifications of each: weights inverse to
// notifications + 1 (see fabric.Spread).
func (r *Rules) Shares(notes []uint8) (shares []float64) {
	sum := 0.0
	for _, k := range notes {
		sum += 1 / float64(int(k)+1)
	}
	for _, k := range notes {
		shares = append(shares, 1/float64(int(k)+1)/sum)
	}
	return
}

// ByRoute says whether queues are set aside by route (SAQs of RECN-IQ).
func (r *Rules) ByRoute() bool { return r.c.SetAside != nil && r.c.SetAside.ByRoute }

// SortsAtHosts says whether a host has several queues for what it sends in a VC: for each destination, or those that it sets aside.
func (r *Rules) SortsAtHosts() bool { return r.ByDestination() || r.c.SetAside != nil }

// ByDestination says whether hosts have a queue for each destination.
func (r *Rules) ByDestination() bool { return r.c.Admittance || r.c.VOQnet }

// WatchFlow counts what is delivered from a host to another from now on, for frames that have that flow pinned. It has
// no influence on the run.
func (m *Sim) WatchFlow(src, dst uint32) {
	if n := uint32(m.fabric.Net.Hosts); src < n && dst < n && src != dst {
		m.fabric.WatchFlow(src, dst)
	}
}

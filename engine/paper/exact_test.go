package paper_test

// What the papers say of small trees and of sizes, exactly.

import (
	"math/bits"
	"testing"

	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

func network(t *testing.T, name string) *topology.Network {
	t.Helper()
	n, err := topology.Build(name)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// buffer is an input buffer of Figs. 2 and 3: which destinations are in which VCs, as bits.
type buffer struct {
	stage int
	up    bool // of the upward phase
	vcs   [2]uint8
}

func (b buffer) all() uint8 { return b.vcs[0] | b.vcs[1] }

func count(set uint8) int { return bits.OnesCount8(set) }

// maps follows all packets of some hosts of the 8-host tree on all paths they may take, and returns
// the buffers that see any, and how many destinations cross each output port.
func maps(t *testing.T, scheme string, sources int, adaptive bool) (buffers map[int]*buffer, crossing map[int]uint8) {
	t.Helper()
	n := network(t, "knary-2x3")
	table, err := routing.NewTable(n)
	if err != nil {
		t.Fatal(err)
	}
	q, vcs, err := queuing.Build(scenario.Default().Must("queuing", scheme), n, 2)
	if err != nil || vcs != 2 {
		t.Fatal(vcs, err)
	}
	buffers, crossing = map[int]*buffer{}, map[int]uint8{}
	for src := uint32(0); src < uint32(sources); src++ {
		for dst := uint32(0); dst < 8; dst++ {
			if src == dst {
				continue
			}
			var walk func(out int)
			walk = func(out int) {
				in := int(n.Peer[out])
				if !n.IsHost(out) {
					crossing[out] |= 1 << dst
				}
				if n.IsHost(in) {
					return
				}
				sw, _ := n.SwitchOf(in)
				b := buffers[in]
				if b == nil {
					b = &buffer{stage: table.Stage(sw), up: !n.IsUp(in)}
					buffers[in] = b
				}
				b.vcs[q.VC(src, dst)] |= 1 << dst
				det, up := table.Step(sw, dst)
				if !adaptive || up == 0 {
					up = 1 << det
				}
				for ; up != 0; up &= up - 1 {
					walk(sw*n.Radix + bits.TrailingZeros64(up))
				}
			}
			walk(n.HostPort(int(src)))
		}
	}
	return buffers, crossing
}

// at calls check for every buffer of a stage and phase, of which there must be some.
func at(t *testing.T, buffers map[int]*buffer, stage int, up bool, want string, check func(buffer) bool) {
	t.Helper()
	n := 0
	for port, b := range buffers {
		if b.stage == stage && b.up == up {
			n++
			if !check(*b) {
				t.Errorf("port %d, stage %d: destinations %08b and %08b; %s", port, stage, b.vcs[0], b.vcs[1], want)
			}
		}
	}
	if n == 0 {
		t.Errorf("no buffers at stage %d", stage)
	}
}

const upward, downward = true, false

func singleVC(b buffer) bool { return b.vcs[0] == 0 || b.vcs[1] == 0 }
func allVCs(b buffer) bool   { return b.vcs[0] == b.vcs[1] }
func separate(b buffer) bool {
	return b.vcs[0]&b.vcs[1] == 0 && max(count(b.vcs[0]), count(b.vcs[1])) == (count(b.all())+1)/2
}

// [RAR] Fig. 2: D-mod-K, hosts 0–3 send to hosts 0–7.
func TestFig2(t *testing.T) {
	for _, scheme := range []string{"dbbm", "vftree", "flow2sl"} {
		buffers, crossing := maps(t, scheme, 4, false)
		n := network(t, "knary-2x3")
		most := map[[2]int]int{} // by stage and phase
		for port, dsts := range crossing {
			sw, _ := n.SwitchOf(port)
			key := [2]int{int(n.Stage[sw]), map[bool]int{true: 1}[n.IsUp(port)]}
			most[key] = max(most[key], count(dsts))
		}
		for key, want := range map[[2]int]int{{1, 1}: 3, {2, 1}: 1, {3, 0}: 1, {2, 0}: 1, {1, 0}: 1} {
			if most[key] != want {
				t.Errorf("%d destinations cross an output port of stage %d (up: %d), want %d", most[key], key[0], key[1], want)
			}
		}
		if scheme == "dbbm" {
			at(t, buffers, 2, upward, "DBBM maps all to the same VC", singleVC)
		} else {
			at(t, buffers, 2, upward, "flows are separated as much as possible", separate)
		}
	}
}

// [RAR] Fig. 3 and §3: adaptive or oblivious routing. What is said of the buffers on the way down
// supposes that hosts 4–7 send as well.
func TestFig3(t *testing.T) {
	for _, scheme := range []string{"dbbm", "vftree", "flow2sl"} {
		fixed, _ := maps(t, scheme, 4, false)
		free, _ := maps(t, scheme, 4, true)
		for port, b := range fixed {
			if count(free[port].vcs[0]) < count(b.vcs[0]) || count(free[port].vcs[1]) < count(b.vcs[1]) {
				t.Errorf("%s, port %d: fewer destinations share a VC than under D-mod-K", scheme, port)
			}
		}
		at(t, free, 2, upward, "all six destinations outside the leaf share the buffer", func(b buffer) bool { return count(b.all()) == 6 })
	}
	dbbm, _ := maps(t, "dbbm", 8, true)
	for stage := 1; stage <= 3; stage++ {
		at(t, dbbm, stage, upward, "DBBM deals all destinations to all VCs in a fair manner (§4.4)", separate)
	}
	for _, sources := range []int{4, 8} {
		vftree, _ := maps(t, "vftree", sources, true)
		at(t, vftree, 2, upward, "vFtree deals destinations to VCs as a tree of two stages has it (§4.4)", separateOfSix)
		at(t, vftree, 3, upward, "vFtree maps all reachable destinations to all VCs", allVCs)
	}
	flow2sl, _ := maps(t, "flow2sl", 8, true)
	for stage := 1; stage <= 3; stage++ {
		at(t, flow2sl, stage, upward, "Flow2SL's VCs do not share destinations on the way up (§4.4)", func(b buffer) bool { return b.vcs[0]&b.vcs[1] == 0 })
	}
	at(t, flow2sl, 1, upward, "Flow2SL maps reasonably", separateOfSeven)
	at(t, flow2sl, 2, upward, "Flow2SL maps reasonably", separateOfSix)
	at(t, flow2sl, 3, upward, "Flow2SL maps all to a single VC", singleVC)
	at(t, flow2sl, 2, downward, "Flow2SL maps all to a single VC", singleVC)
	at(t, flow2sl, 1, downward, "Flow2SL maps all to all VCs", allVCs)
}

// A host's own destination, or those of its leaf, are missing from one VC.
func separateOfSeven(b buffer) bool {
	return b.vcs[0]&b.vcs[1] == 0 && count(b.all()) == 7 && max(count(b.vcs[0]), count(b.vcs[1])) == 4
}
func separateOfSix(b buffer) bool {
	return b.vcs[0]&b.vcs[1] == 0 && count(b.all()) == 6 && max(count(b.vcs[0]), count(b.vcs[1])) == 4
}

// [RAR] App. A, of Figs. A.1c and A.2c, on why 2S and K/Δ do not suit DBBM: with 2S there is "D-mod-K in the first stage […], so that DBBM maps all the
// destinations to the same VC"; with K/Δ "the module for choosing the port and mapping in the queue matches, then all adapted packets are mapped in the same
// queue". With all ports of the first stage it "manages to balance the use of queues".
func TestDBBMUnderRestrictions(t *testing.T) {
	for _, name := range []string{"rlft-12x3", "rlft-36x3"} {
		n := network(t, name)
		table, err := routing.NewTable(n)
		if err != nil {
			t.Fatal(err)
		}
		dbbm, _, err := queuing.Build(scenario.Default().Must("queuing", "dbbm"), n, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			stages, delta string
			vcs           int // in each buffer on the way up
		}{{"SS", "1", 1}, {"SS", "3", 1}, {"FS", "3", 1}, {"AS", "3", 1}, {"FS", "1", 3}, {"AS", "1", 3}} {
			a, err := routing.Build(scenario.Default().Must("routing", "adaptive").Must("stages", x.stages).Must("delta", x.delta))
			if err != nil {
				t.Fatal(err)
			}
			vcs := map[int]uint8{} // by input port
			for dst := uint32(1); dst < uint32(n.Hosts); dst++ {
				var climb func(in int)
				climb = func(in int) {
					vcs[in] |= 1 << dbbm.VC(0, dst)
					sw, _ := n.SwitchOf(in)
					det, up := table.Step(sw, dst)
					if up == 0 {
						return
					}
					ports := a.Candidates(table.Stage(sw), det, up)
					if ports == 0 {
						ports = 1 << det
					}
					for ; ports != 0; ports &= ports - 1 {
						climb(int(n.Peer[sw*n.Radix+bits.TrailingZeros64(ports)]))
					}
				}
				climb(int(n.Peer[n.HostPort(0)]))
			}
			delete(vcs, int(n.Peer[n.HostPort(0)])) // the host's own link has all
			if k := n.Radix / 2; len(vcs) != k+k*k {
				t.Fatalf("%s: packets of host 0 come by %d buffers, want %d", name, len(vcs), k+k*k)
			}
			for port, set := range vcs {
				if count(set) != x.vcs {
					t.Errorf("%s, stages %s, Δ = %s: port %d has packets in %d VCs, want %d", name, x.stages, x.delta, port, count(set), x.vcs)
					break
				}
			}
		}
	}
}

// [AFI] Table I.
func TestTableI(t *testing.T) {
	for name, want := range map[string][4]int{"rlft-12x3": {432, 12, 3, 180}, "rlft-36x3": {11664, 36, 3, 1620}} {
		n := network(t, name)
		ports := 0
		for p := range n.SwitchPorts() {
			if n.Peer[p] >= 0 {
				ports++
			}
		}
		if got := [4]int{n.Hosts, n.Radix, n.Stages, n.Switches}; got != want || ports != want[1]*want[3] {
			t.Errorf("%s: %v hosts, ports, stages, switches and %d ports in use, not %v", name, got, ports, want)
		}
	}
}

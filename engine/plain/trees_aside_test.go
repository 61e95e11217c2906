package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Congestion trees where queues are set aside: at the tracker's looks, and at an instant between each two.
func TestTreesAside(t *testing.T) {
	texts := []string{
		// Defects that there were: what an NFQ waits for behind a full buffer depended on the ports' numbers; hosts that have no credits because
		// queues that are set aside fill the next buffer were not blocked by these; a tree without buffers blocked hosts if there was another one.
		"network=rlft-4x3 queuing=recn-iq traffic=HS50-2 hotspot-else=silent hotspot-others=anywhere generation=constant load=0.5 source-queue=2 crossbar=multiplexed cfqs=3 cfq-detect=3 cfq-stop=3 cfq-go=2 bandwidth=0.8 seed=7659 buffer=0.3047",
		"network=mesh-4x3 routing=dor queuing=recn-iq traffic=HS100-1 hotspot-others=elsewhere source-queue=2 cfqs=32 cfq-detect=1 cfq-stop=5 cfq-go=1 bandwidth=8 delay=256 seed=11722 buffer=0.6426",
		"network=bmin-4x3 routing=self queuing=recn-iq admittance=by-destination traffic=HS100-1 hotspot-others=elsewhere generation=constant source-queue=2 arbiter=oldest-injected crossbar=multiplexed cfqs=32 cfq-detect=5 cfq-stop=2 cfq-go=0 bandwidth=1600 packet=16 delay=0.08 seed=28858 buffer=0.3164",
	}
	r := rand.New(rand.NewPCG(2008, 14))
	n := 30
	if testing.Short() {
		n = 8
	}
	for range n {
		texts = append(texts, drawQueues(r))
	}
	for _, text := range texts {
		if !strings.Contains(text, "packet=") {
			text = "packet=64 " + text
		}
		if s, err := build(text); err == nil && NewOf(s).aside {
			if d := treesAlike(text, 200); d != "" {
				t.Errorf("%s: %s", text, d)
			}
		}
	}
}

func treesAlike(text string, times int64) string {
	s, err := build(text)
	if err != nil {
		return err.Error()
	}
	until := times * engine.PacketTime(s)
	looks, e, m, err := fromLooks(s, until)
	if err != nil {
		return err.Error()
	}
	trees := NewTrees(m)
	r := rand.New(rand.NewPCG(1, 2))
	var f observe.Frame
	for i, look := range looks {
		next := until
		if i+1 < len(looks) {
			next = looks[i+1].PS
		}
		for _, at := range []int64{look.PS, look.PS + r.Int64N(max(1, next-look.PS))} {
			e.Advance(at, engine.NoLimit)
			m.AdvanceTo(at)
			if at == look.PS && trees.looks == i {
				trees.Look()
				if d := trees.pointDiffers(look); d != "" {
					return fmt.Sprintf("look %d, %d ps: %s", i+1, at, d)
				}
			}
			e.Frame(&f, observe.Options{Detail: -1})
			if d := firstDifference(toldTrees(m, &f), trees.tellTrees()); d != "" {
				return fmt.Sprintf("look %d, %d ps:%s", i+1, at, d)
			}
			if d := hostQueues(e, m, &f); d != "" {
				return fmt.Sprintf("look %d, %d ps: %s", i+1, at, d)
			}
		}
	}
	return ""
}

// hostQueues compares the tree for which a host's queue waits, that has no credits, with the one that is told to block the host.
func hostQueues(e *engine.Sim, m *Model, f *observe.Frame) string {
	if !m.aside || m.vcs > 1 { // in which VC a host is blocked is not told
		return ""
	}
	var near observe.Frame
	for h, x := range f.Hosts {
		if p := m.net.HostPort(h); x.Tree != 0 && m.ports[p].credits[0] == 0 {
			if e.Frame(&near, observe.Options{Detail: p}); near.Detail[0].Tree != 0 && near.Detail[0].Tree != uint32(x.Tree) {
				return fmt.Sprintf("host %d is blocked by tree %d, its queue by tree %d", h, x.Tree, near.Detail[0].Tree)
			}
		}
	}
	return ""
}

// toldTrees is what a frame tells of trees and of the hosts that they block.
func toldTrees(m *Model, f *observe.Frame) (list []string) {
	for _, x := range f.Trees {
		list = append(list, fmt.Sprintf(treeWords, x.ID, x.Slot, m.net.PortName(int(x.Root)), x.Depth, x.Ports, x.Packets, x.Victims, x.Hosts, x.BirthPS))
	}
	for h, x := range f.Hosts {
		list = append(list, fmt.Sprintf(hostWords, h, x.Tree))
	}
	return list
}

// tellTrees is what the model tells of the same.
func (t *Trees) tellTrees() (list []string) {
	for _, x := range t.Alive() {
		list = append(list, fmt.Sprintf(treeWords, x.ID, x.Slot, t.m.net.PortName(x.Root), x.Depth, x.Ports, x.Packets, x.Victims, x.Hosts, x.Birth))
	}
	waits := t.roots(false)
	for h := range t.m.hosts {
		slot := 0
		if k := t.blocks(h, waits); k != nil {
			slot = k.Slot
		}
		list = append(list, fmt.Sprintf(hostWords, h, slot))
	}
	return list
}

package engine

import (
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Under DRB a packet contributes to a tree whose root is on its own path, which need not be the deterministic one.
func TestContributorsUnderDRB(t *testing.T) {
	m, err := Open(scenario.Default().Must("network", "rlft-8x3").Must("congestion-control", "drb").Must("traffic", "IHS").Must("warmup", "50"))
	if err != nil {
		t.Fatal(err)
	}
	m.Advance(300*Microsecond, NoLimit)
	f, n := m.fabric, m.Network()
	all := make([]uint32, n.Switches)
	for i := range all {
		all[i] = uint32(i)
	}
	var fr observe.Frame
	m.Frame(&fr, observe.Options{Detail: -1, Switches: all})
	root, listed := map[int]bool{}, map[uint8]bool{}
	for _, x := range fr.Trees {
		root[int(x.Root)], listed[uint8(x.Slot)] = true, true
	}
	i, own := 0, 0
	for p := range n.SwitchPorts() {
		for vc := 0; vc < f.VCs; vc++ {
			f.Packets(p, vc, func(q fabric.Queued) {
				x := fr.Slots[i]
				if i++; f.IsNotification(q.Packet) {
					return
				}
				sw, _ := n.SwitchOf(p)
				out, from, want := sw*n.Radix+q.Out, false, false
				for _, c := range f.Control.Spread.Subnet.Walk(q.Src(), q.Dst(), f.PathOf(q.Packet)) {
					if from = from || c.Port == out; from && root[c.Port] {
						want = true
					}
				}
				got := x.Class&observe.ClassMask == observe.Contributor
				if got && !listed[x.Class&observe.SlotMask] { // to a tree that holds nothing at the moment
					return
				}
				if got != want {
					t.Fatalf("packet %d of %s, %d→%d on path %d: contributor %v, want %v", x.Place, n.PortName(p), x.Src, x.Dst, f.PathOf(q.Packet), got, want)
				}
				if want && f.PathOf(q.Packet) > 0 {
					own++
				}
			})
		}
	}
	if i != len(fr.Slots) || len(root) < 3 || own < 50 {
		t.Errorf("%d of %d packets, %d trees, %d contributors on other paths than the deterministic one", i, len(fr.Slots), len(root), own)
	}
}

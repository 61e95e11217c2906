package plain

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// What is told of a port, a switch, and a flow that somebody looks at: queues and who hogs them, credits and who asks, and packets.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2019, 10))
	for _, text := range []string{
		// A packet that went off by a routing that is another now; paths of several lengths that share the last link; queues without credits.
		"network=rlft-8x2 traffic=HS25-1 buffer=48 routing=oblivious at=30_routing_dmodk", "network=torus-4x4 traffic=UT buffer=48 routing=dor congestion-control=drb drb-detour=4 cc-victims=true",
		"queuing=voqnet network=rlft-8x2 traffic=HS25-1 buffer=16 packet=64 bandwidth=8",
		// Lines have trees of their own.
		"queuing=recn-iq network=rlft-6x2 admittance=by-destination traffic=HS25-1 hotspot-else=silent load=0.5 cfq-detect=2 cfq-stop=2 cfq-go=0 packet=64 bandwidth=8 delay=0 seed=11740 buffer=0.8467",
	} {
		s, err := build(text)
		if err != nil {
			t.Fatal(err)
		}
		for range few(3) {
			if d := rowsAlike(r, s, 100); d != "" {
				t.Errorf("%s: %s", text, d)
			}
		}
	}
	for i := range few(40) {
		text := []func(*rand.Rand) string{draw, drawControlled, drawQueues, drawChanged}[i%4](r)
		if s, err := build(text); err == nil {
			if d := rowsAlike(r, s, 100); d != "" {
				t.Errorf("%s: %s", text, d)
			}
		}
	}
}

// rowsAlike looks at an instant between two looks, and at another port, switch and flow each time.
func rowsAlike(r *rand.Rand, s scenario.Scenario, times int) string {
	looks, e, m, err := fromLooks(s, int64(times)*engine.PacketTime(s))
	if err != nil {
		return err.Error()
	}
	trees := NewTrees(m)
	src, dst, other := r.IntN(len(m.hosts)), r.IntN(len(m.hosts)), r.IntN(2) == 0 // another flow each time, or always this one
	for dst == src {
		dst = r.IntN(len(m.hosts))
	}
	watched, since := [2]int{src, dst}, int64(0)
	e.WatchFlow(uint32(src), uint32(dst))
	var f observe.Frame
	for i, look := range looks[:len(looks)-1] {
		at := look.PS + r.Int64N(looks[i+1].PS-look.PS)
		m.AdvanceTo(look.PS)
		trees.Look()
		e.Advance(at, engine.NoLimit)
		m.AdvanceTo(at)
		trees.count(false)
		waits := trees.roots(false)
		port := r.IntN(m.net.SwitchPorts())
		if m.ports[port].peer < 0 {
			continue
		}
		e.Frame(&f, observe.Options{Detail: port, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(port)}})
		if d := firstDifference(rowsInWords(m.used(f.Queues, f.Outs)), rowsInWords(trees.rowsOf(port, waits), trees.outsOf(port, waits))); d != "" {
			return fmt.Sprintf("%d ps, %s:%s", at, m.net.PortName(port), d)
		}
		if want := trees.detailOf(port, waits); m.queuing != "voqnet" && fmt.Sprint(f.Detail[:len(want)]) != fmt.Sprint(want) {
			return fmt.Sprintf("%d ps, VCs of %s: %+v\nin the model %+v", at, m.net.PortName(port), f.Detail, want)
		}
		if d := m.picksDiffer(port, &f); d != "" {
			return fmt.Sprintf("%d ps, %s: %s", at, m.net.PortName(port), d)
		}
		host := r.IntN(len(m.hosts))
		e.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinHost, A: uint32(host)}})
		if d := firstDifference(rowsInWords(m.used(f.Queues, nil)), rowsInWords(trees.rowsOfHost(host, waits), nil)); d != "" {
			return fmt.Sprintf("%d ps, host %d:%s", at, host, d)
		}
		e.Frame(&f, observe.Options{Detail: m.net.HostPort(host)})
		for vc, x := range f.Detail {
			if want := trees.starvesFor(host, vc, waits); int(x.Tree) != want {
				return fmt.Sprintf("%d ps, host %d, VC %d waits for tree %d, in the model %d", at, host, vc, x.Tree, want)
			}
		}
		if hot := m.pattern.HotSpots(); other {
			if src, dst = r.IntN(len(m.hosts)), r.IntN(len(m.hosts)); len(hot) > 0 && r.IntN(2) == 0 {
				dst = int(hot[0])
			}
		}
		e.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: uint32(src), B: uint32(dst)}})
		if m.program != nil && len(f.Packets) == observe.MaxPacketRows {
			continue // which of a message's are told
		}
		if d := firstDifference(packetsInWords(f.Packets, 0), packetsInWords(trees.flowAt(src, dst, waits), len(f.Packets))); d != "" {
			return fmt.Sprintf("%d ps, %d→%d:%s", at, src, dst, d)
		}
		if now := [2]int{src, dst}; now != watched && src != dst {
			watched, since = now, at
		}
		if len(f.Packets) == observe.MaxPacketRows || src == dst {
			continue
		}
		want := m.flowOf(src, dst, since)
		want.Under = uint32(len(trees.flowAt(src, dst, waits)))
		if got, want := fmt.Sprintf("%+v", f.Flows), fmt.Sprintf("%+v", []observe.FlowRow{want}); got != want {
			return fmt.Sprintf("%d ps, %d→%d:\n%s\nin the model\n%s", at, src, dst, got, want)
		}
	}
	return ""
}

// picksDiffer compares the choices for the first packets of queues. Those of notifications, which have none, and under DRB, where sources choose, are
// left out.
func (m *Model) picksDiffer(port int, f *observe.Frame) string {
	k := 0
	for vc := range m.allVCs() {
		c := channel{port, vc}
		for _, q := range m.queues(c) {
			if len(q) == 0 {
				continue
			}
			if k == len(f.Picks) {
				return ""
			}
			want := m.pickAt(c, q[0])
			got := f.Picks[k]
			got.Ready &= got.Up
			if k++; !q[0].note && m.spread == nil && fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				return fmt.Sprintf("%+v\nin the model %+v", f.Picks[k-1], want)
			}
		}
	}
	return ""
}

// used leaves out VCs that notifications have and do not take: under DRB there are as many of them as a queue has VLs.
func (m *Model) used(queues []observe.QueueRow, outs []observe.OutRow) ([]observe.QueueRow, []observe.OutRow) {
	vcs := m.allVCs()
	return slices.DeleteFunc(queues, func(x observe.QueueRow) bool { return int(x.VC) >= vcs }), slices.DeleteFunc(outs, func(x observe.OutRow) bool { return int(x.VC) >= vcs })
}

func rowsInWords(queues []observe.QueueRow, outs []observe.OutRow) (list []string) {
	for _, x := range queues {
		list = append(list, fmt.Sprintf("%+v", x))
	}
	for _, x := range outs {
		list = append(list, fmt.Sprintf("%+v", x))
	}
	return list
}

// packetsInWords tells of those in the network, the oldest first, those of one message in no order; if there were told as many as there may be, of
// the first ones.
func packetsInWords(packets []observe.PacketRow, told int) (list []string) {
	slices.SortFunc(packets, func(a, b observe.PacketRow) int {
		return cmp.Or(cmp.Compare(a.Birth, b.Birth), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	for _, x := range packets {
		if x.Where != observe.AtSource && (told < observe.MaxPacketRows || len(list) < told) {
			list = append(list, fmt.Sprintf("%+v", x))
		}
	}
	return list
}

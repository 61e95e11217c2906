package words

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

// Every kind of mark has a title and one sentence, with the numbers measured.
func TestMark(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	root := PortName(n, 40) + " (to host 20)"
	for _, c := range []struct {
		kind uint32
		name string
		want string
	}{
		{observe.TreeBorn, "tree", "3 inputs want output " + root + " of their switch at a time, and 5 input buffers are full behind it, which blocks 17 hosts; 40 % of the hosts' link bandwidth is accepted, 90 % offered."},
		{observe.TreeAtHosts, "hosts", "The tree of " + root + " blocks the injection of 17 hosts, 12 of them at other switches, 4.0 µs after its birth: 5 input buffers are full, up to 2 hops from the root."},
		{observe.TreeSpread, "spread", "The tree of " + root + " now blocks 17 of the 128 hosts, 12 of them at other switches, 4.0 µs after its birth: 5 input buffers are full, up to 2 hops from the root."},
		{observe.TreesGone, "gone", "No buffer waits for a congestion root any more, 4.0 µs after the first tree was born."},
		{observe.Saturated, "saturated", "From about 20.0 µs on the network falls behind: 40 % of the hosts' link bandwidth is accepted, 90 % offered; congestion trees reach 17 hosts."},
		{observe.Recovered, "recovered", "After 4.0 µs of saturation the network keeps up again: 40 % of the hosts' link bandwidth is accepted, 90 % offered."},
		{observe.HotSpotOn, "on", "From here on 17 hosts send all that they generate to 5 hot spots."},
		{observe.HotSpotOff, "off", "17 hosts no longer send all to 5 hot spots; what they have sent still has to arrive."},
		{observe.Deadlocked, "deadlock", "5 input buffers wait for each other in a ring, one of them for " + PortName(n, 40) + ": the packets that wait there will never move again."},
	} {
		m := observe.Mark{Kind: c.kind, PS: 24e6, Since: 20e6, Root: 40, Tree: 1, Inputs: 3, Ports: 5, Hosts: 17, Far: 12, Depth: 2, Accepted: 0.4, Offered: 0.9}
		if title, text := Mark(n, &m); title == "" || MarkKind(&m) != c.name || text != c.want {
			t.Errorf("%s: %q: %q, want %q", c.name, title, text, c.want)
		}
	}
	// what was not measured, or is not there, is left out
	for kind, want := range map[uint32]string{
		observe.TreeBorn:    "1 input wants output " + root + " of their switch at a time, and 1 input buffer is full behind it.",
		observe.TreeAtHosts: "The tree of " + root + " blocks the injection of 0 hosts, 0 of them at other switches: 1 input buffer is full, up to 1 hop from the root.",
		observe.Saturated:   "From about 24.0 µs on the network falls behind: 0 % of the hosts' link bandwidth is accepted, 0 % offered.",
		observe.HotSpotOn:   "From here on 0 hosts send all that they generate to " + PortName(n, int(n.Peer[40])) + ".",
	} {
		if _, text := Mark(n, &observe.Mark{Kind: kind, PS: 24e6, Since: 24e6, Root: 40, Inputs: 1, Ports: 1, Depth: 1}); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	// of one host it is not said how many of them
	for far, where := range []string{"", ", at another switch"} {
		want := "The tree of " + root + " blocks the injection of 1 host" + where + ": 1 input buffer is full, up to 1 hop from the root."
		if _, text := Mark(n, &observe.Mark{Kind: observe.TreeAtHosts, PS: 24e6, Since: 24e6, Root: 40, Ports: 1, Hosts: 1, Far: uint32(far), Depth: 1}); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}

func TestHoL(t *testing.T) {
	for _, c := range []struct {
		low, high int
		want      string
	}{{0, 0, ""}, {1, 0, "1 packet could go on if the one in front could (low-order"}, {0, 4, "4 packets could go on if the one in front could (high-order"}, {2, 3, "(2 low-order, 3 high-order)"}} {
		if got := strings.Join(HoL(c.low, c.high), ""); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%d, %d: %q", c.low, c.high, got)
		}
	}
}

// A trace's messages are offered whole: how many times what links can carry that is in a short window tells nobody anything.
func TestOfferedLoads(t *testing.T) {
	for load, want := range map[float64]string{0.05: "5.0 %", 1: "100 %", 1.2: "120 %", 101.95: "more than 200 %"} {
		if got := offered(load); got != want {
			t.Errorf("%v: %s, want %s", load, got, want)
		}
	}
	if got := loads(&observe.Mark{Accepted: .2, Offered: 50}); got != "; 20 % of the hosts' link bandwidth is accepted, more than 200 % offered" {
		t.Error(got)
	}
	if got := loads(&observe.Mark{Accepted: .2}); got != "" {
		t.Error(got)
	}
}

// Low-order HoL blocking is behind what waits for a busy output, too, without any root: none is said to be in this switch.
func TestLowOrderNeedsNoRoot(t *testing.T) {
	m, _ := inspected(t, "network=rlft-8x3&traffic=UT&load=0.4", 20)
	n := m.Network()
	for p := range n.SwitchPorts() {
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: p})
		if low, high := m.Course().HoL(p); low > 0 && high == 0 && len(f.Trees) == 0 {
			if said := strings.Join(HoL(low, high), " "); strings.Contains(said, "the root is in this switch") || !strings.Contains(said, "(low-order: ") {
				t.Errorf("%s, without a tree: %s", n.PortName(p), said)
			}
			return
		}
	}
	t.Error("no port has low-order HoL blocking alone")
}

package words

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
)

func TestPacketsInWords(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	host := uint32(n.Peer[n.HostPort(70)])
	f := &observe.Frame{Header: observe.Header{PacketPS: 320_000, VCs: 3}, Trees: []observe.Tree{{ID: 9, Slot: 2, Root: host}, {ID: 10, Slot: 3, Root: uint32(n.First[2] * n.Radix)}}}
	leaf := uint32(n.Radix + 4) // an up port of the second leaf switch: its input buffer
	next := n.PortName(int(n.Peer[n.Radix+5]))
	q := observe.SlotState{Port: leaf, Src: 7, Dst: 70, Age: 10, Place: 1, Out: 5, Next: 1, VC: 1, Class: observe.Contributor | 2, Wait: observe.WaitCredit, Held: 2}
	for _, c := range []struct {
		change func(*observe.SlotState)
		want   []string
	}{
		{func(*observe.SlotState) {}, []string{"packet host 7 → host 70, 3.2 µs old", "it will cross the root of the tree of host 70", "in VC 1 of the input buffer of " + n.PortName(int(leaf)), "2nd of it, to leave by port 5",
			"waits for VC 1 at " + next + ", held by the tree of host 70"}},
		{func(q *observe.SlotState) { q.Held = 0 }, []string{"waits for VC 1 at " + next}},
		{func(q *observe.SlotState) { q.Class = observe.Victim | 3 }, []string{"victim of the tree of " + n.PortName(n.First[2]*n.Radix)}},
		{func(q *observe.SlotState) { q.Wait, q.Flags = observe.WaitBehind, observe.Idle|observe.Adapted }, []string{"HoL-blocked", "adapted"}},
		{func(q *observe.SlotState) { q.Wait = observe.WaitBehind }, []string{"behind the packets before it"}},
		{func(q *observe.SlotState) { q.Wait, q.Flags = observe.WaitTurn, observe.Marked }, []string{"next in turn", "FECN"}},
		{func(q *observe.SlotState) { q.Out = 0 }, []string{"waits for credits of host 4"}},
	} {
		x := q
		c.change(&x)
		got := strings.Join(Queued(n, f, &x), "\n")
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%+v:\n%s\nlacks %q", x, got, want)
			}
		}
	}
	if got := strings.Join(Queued(n, f, &observe.SlotState{Port: 1 << 30}), ""); got != "" {
		t.Errorf("a damaged packet: %q", got)
	}
	// who is in front of it
	x := q
	x.Wait, x.Place = observe.WaitBehind, 3
	f.Slots = []observe.SlotState{{Port: leaf, VC: 1, Src: 1, Dst: 2, Out: 6, Next: 1, Place: 0, Wait: observe.WaitCredit, Held: 2}, {Port: leaf, VC: 1, Src: 1, Dst: 9, Out: 5, Place: 1, Wait: observe.WaitBehind}, {Port: leaf, VC: 2, Out: 5}, x}
	if got, want := strings.Join(Queued(n, f, &x), "\n"), "first of them: host 1 → host 2, which waits for VC 1 at "+n.PortName(int(n.Peer[n.Radix+6]))+", held by the tree of host 70"; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %q", got, want)
	}
	f.Slots[1].Wait = observe.WaitTurn // with VOQs
	f.Slots[0].Queue, f.Slots[1].Queue, x.Queue = 6, 5, 5
	if got, want := strings.Join(Queued(n, f, &x), "\n"), "first of them: host 1 → host 9, which is next in turn"; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %q", got, want)
	}
	d := observe.Dot{Link: uint32(n.HostPort(7)), Src: 7, Dst: 70, VC: 2, Age: 1}
	if got := strings.Join(Flying(n, f, &d), "\n"); !strings.Contains(got, "from host 7") || !strings.Contains(got, "in VC 2") || strings.Contains(got, "tree") {
		t.Error(got)
	}
	d.Class = observe.Notice
	if got := strings.Join(Flying(n, f, &d), "\n"); got != "notification of congestion for host 70\nfrom host 7, at host 7 → "+n.PortName(int(n.Peer[n.HostPort(7)])) {
		t.Error(got)
	}
}

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 33: "33rd", 111: "111th", 122: "122nd"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestCAMInWords(t *testing.T) {
	n, err := topology.Build("rlft-8x3")
	if err != nil {
		t.Fatal(err)
	}
	f := &observe.Frame{Header: observe.Header{VCs: 1}, Lines: []observe.LineState{
		{Port: 4, Root: 2, Packets: 5, Dests: 1, Dst: 70, Hops: 2, Line: 3, Out: 6, Next: 2, Flags: observe.LineTold | observe.LineHalting},
		{Port: 5, Root: 2, Dests: 1, Next: observe.NoLine},
		{Port: 4, Root: 3, Dests: 3, Dst: 7, More: [observe.MoreDests]uint32{9, 12}, Hops: 1, Out: observe.NoPort, Next: observe.NoLine, Flags: observe.LineCopy | observe.LineStopped},
		{Port: 4, Root: 3, Dests: 9, Dst: 1, More: [observe.MoreDests]uint32{2, 3, 5, 8, 13}, Hops: 1, Out: 3, Next: observe.NoLine},
		{Port: 4, Root: observe.NoPort, Dests: 4},
	}}
	got := CAM(n, f, 4)
	want := []string{"CAM line 3: to " + n.PortName(2) + " for host 70, 2 hops away by output 6; 5 packets set aside, told upstream to stop; receiving control: it follows line 2 of that output (NextCFQ)",
		"CAM line 0: to " + n.PortName(3) + " for hosts 7, 9, 12, 1 hop away; a copy of the one downstream, stopped",
		"CAM line 0: to " + n.PortName(3) + " for hosts 1, 2, 3, 5, 8, 13 and 3 more, 1 hop away by output 3; 0 packets set aside"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	f.Lines = append(f.Lines, observe.LineState{Port: uint32(n.HostPort(9)), Root: 3, Dests: 1, Dst: 7, Hops: 4, Out: uint32(n.HostPort(9)), Next: observe.NoLine})
	if got := CAM(n, f, n.HostPort(9)); len(got) != 1 || got[0] != "CAM line 0: to "+n.PortName(3)+" for host 7, 4 hops away; 0 packets set aside" {
		t.Errorf("of a host: %q", got)
	}
	if f.VCs = 2; !strings.HasPrefix(CAM(n, f, 4)[0], "CAM line 3 of VC 0: to "+n.PortName(2)+" for host 70") {
		t.Errorf("of two VCs: %q", CAM(n, f, 4))
	}
	for k := range 20 {
		f.Lines = append(f.Lines, f.Lines[0])
		switch got := CAM(n, f, 4); {
		case k == 2 && (len(got) != 6 || got[5] != "and 1 more line"), k == 19 && (len(got) != 6 || got[5] != "and 18 more lines"):
			t.Errorf("%d more: %q", k+1, got)
		}
	}
}

package words

// What the inspector tells of a pinned flow or packet.

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui"
)

// Only a flow that congestion control throttles says so.
func TestInspectorSaysWhoIsThrottled(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 10)
	pin := observe.Pin{Kind: observe.PinFlow, A: 3, B: 6}
	for _, c := range []struct {
		ccti uint32
		ps   int64
		want string
	}{{0, 0, ""}, {4, 0, "throttled: CCTI 4: 0.0 ns between two packets"}, {0, 2_500_000, "throttled: CCTI 0: 2.5 µs between two packets"}} {
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
		f.Flows[0].CCTI, f.Flows[0].DelayPS = c.ccti, c.ps
		said := all(Inspect(m.Network(), &f, pin, rules, unnamed))
		if !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "throttled") {
			t.Errorf("%+v: %q", c, said)
		}
	}
}

// A packet under way shows its way, and where on it it is.
func TestInspectorShowsTheWay(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	n := m.Network()
	buffered, flying := 0, 0
	for h := uint32(0); h < 60; h++ {
		var f observe.Frame
		if m.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: h, B: 6}}); h == 6 {
			continue
		}
		for _, p := range f.Inspection.Packets {
			if p.Where == observe.AtSource {
				continue
			}
			d := look(m, rules, observe.Pin{Kind: observe.PinPacket, A: h, B: 6, Birth: p.Birth})
			at := slices.IndexFunc(d.Tables, func(t ui.InspectTable) bool { return t.ID == "way" })
			if at < 0 || !d.CanFollow || !d.Early {
				t.Fatalf("host %d: %+v", h, d)
			}
			here := "came by it last"
			if buffered++; p.Where == observe.OnLink {
				here = "here"
				flying++
			} else if p.Place > 0 != strings.Contains(all(d), number(p.Place)+" before it") {
				t.Errorf("host %d, %+v: %q", h, p, all(d))
			}
			for i, r := range d.Tables[at].Rows {
				want := "behind it"
				switch {
				case i+1 == int(p.Hops):
					want = here
				case i+1 > int(p.Hops):
					want = "ahead"
				}
				if r.Cells[0].Text != want {
					t.Errorf("host %d, link %d of %d: %q, want %q", h, i+1, p.Hops, r.Cells[0].Text, want)
				}
			}
			if !strings.Contains(all(d), "adapted: no") || p.Hops == 0 || n.Tree == nil {
				t.Errorf("host %d: %q", h, all(d))
			}
		}
	}
	if flying == 0 || buffered == flying {
		t.Errorf("%d packets, %d on links", buffered, flying)
	}
}

// A flow is counted from when it is pinned, so that only one that is pinned from the beginning has had none delivered yet.
func TestInspectorSaysSinceWhenNoneWasDelivered(t *testing.T) {
	for us, want := range map[int64]string{0: "latency: none delivered yet", 110: "latency: none delivered since 110.0"} {
		m, rules := inspected(t, "preset=hot-spot", us)
		if said := all(look(m, rules, observe.Pin{Kind: observe.PinFlow, A: 3, B: 6})); !strings.Contains(said, want) {
			t.Errorf("at %d µs: %q is not in %q", us, want, said)
		}
	}
	m, rules := inspected(t, "preset=hot-spot", 110)
	for h := uint32(0); h < 128; h++ {
		var f observe.Frame
		pin := observe.Pin{Kind: observe.PinFlow, A: h, B: 6}
		if m.Frame(&f, observe.Options{Detail: -1, Pin: pin}); h == 6 || len(f.Inspection.Packets) == 0 {
			continue
		}
		pin.Kind, pin.Birth = observe.PinPacket, f.Inspection.Packets[0].Birth
		if said := all(look(m, rules, pin)); !strings.Contains(said, "latency of its flow: none delivered since 110.0") {
			t.Errorf("of a packet: %q", said)
		}
		return
	}
	t.Error("nobody sends to the hot spot")
}

// What is counted of a flow, where its packets are and what they wait for; and the same of one of them.
func TestInspectorsFlowsAndPackets(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	n := m.Network()
	var f observe.Frame
	pin := observe.Pin{Kind: observe.PinFlow, A: 3, B: 6}
	m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
	f.PacketPS = 800_000
	f.Trees = []observe.Tree{{Slot: 2, Root: uint32(n.Peer[n.HostPort(6)])}}
	w := &f.Flows[0]
	facts := func(d ui.Inspection) string {
		s := ""
		for _, x := range d.Facts {
			s += x.Name + ": " + x.Value + "; "
		}
		return s
	}
	for _, c := range []struct {
		flow observe.FlowRow
		want string
	}{
		{observe.FlowRow{SincePS: 10e6, Delivered: 5, MeanPS: 2e6, LeastPS: 1e6, MostPS: 3e6, LastPS: 1.5e6, LastAtPS: 100e6, AtSource: 1, Under: 2},
			"latency: 2.0 µs mean, 1.0 µs–3.0 µs; last packet: 1.5 µs, at 100.0 µs; delivered: 5 packets since 10.0 µs; accepted: 4.0 % of a link; under way: 2 packets; source queue: 1 packet; "},
		{observe.FlowRow{Delivered: 1, AtSource: 20}, "latency: 0.0 ns mean, 0.0 ns–0.0 ns; last packet: 0.0 ns, at 0.0 ns; delivered: 1 packet; accepted: 0.7 % of a link; under way: 0 packets; source queue: 20 packets; "},
		{observe.FlowRow{SincePS: 110e6}, "latency: none delivered since 110.0 µs; delivered: 0 packets since 110.0 µs; under way: 0 packets; source queue: 0 packets; "},
	} {
		*w = c.flow
		d := Inspect(n, &f, pin, rules, named)
		if got := facts(d); got != c.want || len(d.Why) != 1 || d.Why[0].Title != "Why it takes VC 0" {
			t.Errorf("%+v: %q, want %q; %+v", c.flow, got, c.want, d.Why)
		}
		if way := d.Tables[0]; way.ID != "way" || len(way.Rows) != 3 || way.Rows[0].Name != "S1.0 port 6" || way.Head[0] != "Leaves by" {
			t.Errorf("%+v: its way is %+v", c.flow, way)
		}
	}
	w.Open, w.Notes = 2, [8]uint8{3, 1}
	if said := all(Inspect(n, &f, pin, rules, named)); !strings.Contains(said, "\nDrawn with\n1\n3\n33 %\n2\n1\n67 %\n") {
		t.Errorf("the open paths are %q", said)
	}

	up, behind := uint32(n.Tree.DownPorts(1)), n.PortName(int(n.Peer[4]))
	leaf := n.PortName(int(n.Peer[n.HostPort(3)]))
	base := observe.PacketRow{Src: 3, Dst: 6, Birth: 100e6, WaitedPS: 4e6, Port: uint32(n.Peer[n.HostPort(3)]), Out: up, Hops: 1, VC: 0, Next: 0}
	for _, c := range []struct {
		change           func(*observe.PacketRow)
		row, said, facts string
	}{
		{func(p *observe.PacketRow) {
			p.Where, p.Port, p.Place, p.Hops = observe.AtSource, uint32(n.HostPort(3)), 2, 0
		},
			"source queue of VC 0, 2 before it | its host’s link", "It waits at its source: source queue of VC 0, 2 before it.", "links entered: 0; adapted: no"},
		{func(p *observe.PacketRow) { p.Where, p.Port = observe.OnLink, uint32(n.HostPort(3)) },
			"on the link host 3 → " + leaf + ", VC 0 | —", "It is on the link host 3 → " + leaf + ", VC 0.", "links entered: 1; adapted: no"},
		{func(p *observe.PacketRow) { p.Where, p.Flags = observe.InBuffer, observe.Marked },
			leaf + ", VC 0, first of its queue | is next in turn for its output, which has credits", "In the input buffer of " + leaf + ", VC 0, first of its queue: it is next in turn for its output, which has credits.",
			"links entered: 1; adapted: no; FECN: marked: it has met congestion"},
		{func(p *observe.PacketRow) {
			p.Where, p.Wait, p.Held, p.Flags, p.Class = observe.InBuffer, observe.WaitCredit, 2, observe.Adapted, observe.Contributor|2
		},
			leaf + ", VC 0, first of its queue | waits for VC 0 at " + behind + ", held by the tree of host 6",
			"In the input buffer of " + leaf + ", VC 0, first of its queue: it waits for VC 0 at " + behind + ", held by the tree of host 6.\nCulprit: it will cross the root of the tree of host 6.", "adapted: yes: off the deterministic way"},
		{func(p *observe.PacketRow) {
			p.Where, p.Wait, p.Place, p.Flags, p.Class, p.FrontSrc, p.FrontDst, p.FrontOut, p.FrontWait = observe.InBuffer, observe.WaitBehind, 1, observe.Idle, observe.Victim|2, 7, 9, up, observe.WaitCredit
			p.FrontNext, p.FrontHeld = 1, 2
		},
			leaf + ", VC 0, 1 before it | the packets before it", "It waits in the input buffer of " + leaf + ", VC 0, 1 before it.\nFirst of those before it is host 7 → host 9, which waits for VC 1 at " + behind +
				", held by the tree of host 6.\nHoL-blocked: its own output is free and has credits.\nVictim of the tree of host 6, whose root it will not cross.", "adapted: no"},
	} {
		p := base
		c.change(&p)
		*w = observe.FlowRow{Under: 3, AtSource: 1}
		f.Pins, f.Packets, f.Picks, f.Paths = []observe.Pin{pin}, []observe.PacketRow{p}, nil, nil
		d := Inspect(n, &f, pin, rules, named)
		table := tableOf(t, d, "packets")
		row := table.Rows[0]
		if got := row.Cells[2].Text + " | " + row.Cells[3].Text; got != c.row || row.Name != "100.0 µs" || row.Cells[0].Text != "10.0 µs" || row.Cells[1].Text != "4.0 µs" || table.Note != "and 3 more" || row.Pin != number(uint8(observe.PinPacket))+" 3" {
			t.Errorf("%+v: %+v, %q; want %q", p, row, table.Note, c.row)
		}
		one := observe.Pin{Kind: observe.PinPacket, A: 3, B: 6, Birth: 100e6}
		f.Pins = []observe.Pin{one}
		d = Inspect(n, &f, one, rules, named)
		if got := strings.Join(d.Lines, "\n"); got != c.said || !strings.Contains(facts(d), "age: 10.0 µs; stood still: 4.0 µs; links entered: ") || !strings.Contains(facts(d), c.facts) || strings.Contains(facts(d), "FECN") != (p.Flags&observe.Marked != 0) {
			t.Errorf("%+v: %q, want %q; %q, want %q", p, got, c.said, facts(d), c.facts)
		}
	}
	for under, want := range map[uint32]string{0: "", 1: "and 1 more"} {
		*w = observe.FlowRow{Under: 1 + under}
		f.Pins, f.Packets = []observe.Pin{pin}, []observe.PacketRow{base}
		d := Inspect(n, &f, pin, rules, named)
		f.Packets = nil
		none := Inspect(n, &f, pin, rules, named)
		*w = observe.FlowRow{}
		empty := Inspect(n, &f, pin, rules, named)
		last := func(d ui.Inspection) string { return d.Tables[len(d.Tables)-1].Note }
		if last(d) != want || last(none) == "None is waiting or under way." || last(empty) != "None is waiting or under way." {
			t.Errorf("%d under way, one of them told: %q; none told: %q; none: %q", 1+under, last(d), last(none), last(empty))
		}
	}
	*w = observe.FlowRow{Delivered: 2, LastPS: 5e6, LastAtPS: 90e6}
	for birth, want := range map[int64]string{120e6: "It is generated at 120.0 µs: later than what is shown.", 85e6: "Delivered at 90.0 µs, 5.0 µs after it was generated.",
		84e6: "If one was generated at 84.0 µs, it is not in the network any more. Go back in time to see it."} {
		one := observe.Pin{Kind: observe.PinPacket, A: 3, B: 6, Birth: birth}
		f.Pins, f.Packets = []observe.Pin{one}, nil
		d := Inspect(n, &f, one, rules, named)
		if got := strings.Join(d.Lines, "\n"); got != want || d.CanFollow || len(d.Why) != 1 || !strings.Contains(facts(d), "last packet: 5.0 µs, at 90.0 µs; ") {
			t.Errorf("%q, want %q; %+v", got, want, d)
		}
	}
	for since, want := range map[int64]string{0: "None was generated at 84.0 µs, or a full source queue refused it.", 84e6 + 1: "If one was generated at 84.0 µs, it is not in the network any more. Go back in time to see it."} {
		*w = observe.FlowRow{SincePS: since} // none delivered since then
		one := observe.Pin{Kind: observe.PinPacket, A: 3, B: 6, Birth: 84e6}
		f.Pins, f.Packets = []observe.Pin{one}, nil
		if got := strings.Join(Inspect(n, &f, one, rules, named).Lines, "\n"); got != want {
			t.Errorf("deliveries counted since %d: %q, want %q", since, got, want)
		}
	}
}

// What is said of a pinned packet is the same wherever the pointer is: the ways that are drawn then are those of what it is on.
func TestPointerChangesNoPinnedWay(t *testing.T) {
	for _, query := range []string{"preset=hot-spot", "network=rlft-8x3&traffic=HS25-1&routing=adaptive&load=0.9", "network=mesh-8x8&routing=dor&congestion-control=drb&drb-vls=2&load=0.6&traffic=HS25-1&cn-vl=own"} {
		m, rules := inspected(t, query, 110)
		n := m.Network()
		seen := 0
		for h := uint32(0); h < uint32(n.Hosts) && seen < 20; h++ {
			var f observe.Frame
			m.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: h, B: 6}})
			for _, p := range f.Inspection.Packets {
				if p.Where == observe.AtSource {
					continue
				}
				seen++
				pin := observe.Pin{Kind: observe.PinPacket, A: h, B: 6, Birth: p.Birth}
				want := all(look(m, rules, pin))
				for _, o := range []observe.Options{{Src: h, Dst: 57, At: observe.NoPort}, {Src: 57, Dst: h, At: observe.NoPort}, {Src: h, Dst: 6, At: observe.NoPort}} {
					o.Detail, o.Pin = -1, pin
					m.Frame(&f, o)
					if got := all(Inspect(n, &f, pin, rules, func(p observe.Pin) string { return strings.Repeat("p", int(p.Kind)) })); got != want {
						t.Fatalf("%s: with the pointer on %d → %d it says of a packet %d → 6:\n%s\nnot\n%s", query, o.Src, o.Dst, h, got, want)
					}
				}
			}
		}
		if seen == 0 {
			t.Errorf("%s: no packet is under way", query)
		}
	}
}

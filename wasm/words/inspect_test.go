package words

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

func inspected(t *testing.T, query string, us int64) (*engine.Sim, *engine.Rules) {
	t.Helper()
	s, err := scenario.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	m.Advance(us*engine.Microsecond, engine.NoLimit)
	rules, err := engine.RulesOf(s)
	if err != nil {
		t.Fatal(err)
	}
	return m, rules
}

func look(m *engine.Sim, rules *engine.Rules, pin observe.Pin) ui.Inspection {
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
	return Inspect(m.Network(), &f, pin, rules, func(p observe.Pin) string { return strings.Repeat("p", int(p.Kind)) })
}

// all is everything that an inspection says.
func all(d ui.Inspection) string {
	s := []string{d.Title}
	s = append(s, d.Lines...)
	for _, f := range d.Facts {
		s = append(s, f.Name+": "+f.Value)
	}
	for _, y := range d.Why {
		s = append(append(s, y.Title), y.Lines...)
	}
	for _, t := range d.Tables {
		s = append(append(s, t.Caption, t.Note), t.Head...)
		for _, r := range t.Rows {
			s = append(s, r.Name)
			for _, c := range r.Cells {
				s = append(s, c.Text)
			}
		}
	}
	return strings.Join(s, "\n")
}

// Whatever is pinned, in whatever scenario and language, nothing is left unsaid or half said, and every row of a
// table has a cell for every column.
func TestEverythingCanBeInspected(t *testing.T) {
	defer lang.Set("en")
	for _, query := range []string{
		"preset=hot-spot", "preset=hot-spot&voq=true&queuing=vftree&vcs=3", "network=rlft-8x3&traffic=HS25-1&routing=adaptive&trigger=2TH&load=0.9",
		"network=rlft-8x3&traffic=HS25-1&routing=afi&load=0.9&vcs=2&queuing=flow2sl", "network=torus-8x8&routing=dor&traffic=HS25-1&load=0.6",
		"network=bmin-8x3&routing=self&queuing=recn-iq&traffic=HS25-1&load=0.9&packet=64&buffer=8", "network=bmin-8x3&routing=self&queuing=voqnet&traffic=HS25-1&load=0.9&packet=64&buffer=16",
		"network=bmin-8x3&routing=self&queuing=fbicm&traffic=HS25-1&packet=64&buffer=8&bandwidth=8&admittance=by-destination",
		"network=mesh-8x8&routing=dor&congestion-control=drb&drb-vls=2&load=0.6&traffic=HS25-1&cn-vl=own", "network=rlft-8x3&congestion-control=iba-cc&traffic=HS25-1&load=0.9",
	} {
		m, rules := inspected(t, query, 40)
		n := m.Network()
		pins := []observe.Pin{{Kind: observe.PinHost, A: 3}, {Kind: observe.PinFlow, A: 3, B: 6}, {Kind: observe.PinFlow, A: 50, B: 6}, {Kind: observe.PinPacket, A: 3, B: 6, Birth: 0}, {Kind: observe.PinPacket, A: 3, B: 6, Birth: 1e12}}
		for sw := 0; sw < n.Switches; sw += 5 {
			pins = append(pins, observe.Pin{Kind: observe.PinSwitch, A: uint32(sw)})
		}
		for p := 0; p < n.SwitchPorts(); p += 3 {
			if n.Peer[p] != topology.NoPeer {
				pins = append(pins, observe.Pin{Kind: observe.PinPort, A: uint32(p)})
			}
		}
		why := 0
		for _, tag := range []string{"en", "es"} {
			lang.Set(tag)
			for _, pin := range pins {
				d := look(m, rules, pin)
				said := all(d)
				if strings.Contains(said, "{") || d.Title == "" || d.Name == "" {
					t.Fatalf("%s, %+v: %s", query, pin, said)
				}
				for _, table := range d.Tables {
					for _, r := range table.Rows {
						if len(r.Cells)+1 != len(table.Head) {
							t.Fatalf("%s, %+v: table %s has %d columns, a row has %d", query, pin, table.ID, len(table.Head), len(r.Cells)+1)
						}
					}
				}
				why += len(d.Why)
				if pin.Kind != observe.PinSwitch {
					continue
				}
				linked := 0
				for _, to := range n.Peer[int(pin.A)*n.Radix:][:n.Radix] {
					if to != topology.NoPeer {
						linked++
					}
				}
				if rows := len(d.Tables[0].Rows); rows != linked {
					t.Errorf("%s, %+v: %d ports of %d", query, pin, rows, linked)
				}
			}
		}
		if why == 0 {
			t.Errorf("%s: nothing is explained", query)
		}
	}
}

// Under a hot spot a full buffer says what it waits for and for whose tree, a host why it is blocked, a packet the same.
func TestInspectorTellsWhatBlocks(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	n := m.Network()
	blocked, hogged, hosts, packets := "", "", 0, 0
	for p := 0; p < n.SwitchPorts(); p++ {
		if n.Peer[p] == topology.NoPeer {
			continue
		}
		d := look(m, rules, observe.Pin{Kind: observe.PinPort, A: uint32(p)})
		for _, l := range d.Lines {
			if strings.Contains(l, ": the first packet, host ") && strings.Contains(l, "waits for VC 0 at S") && strings.Contains(l, "held by the tree of ") {
				blocked = l
			}
		}
		for _, r := range d.Tables[0].Rows {
			if last := r.Cells[len(r.Cells)-1]; last.Class == "bad" {
				hogged = last.Text
			}
		}
	}
	if blocked == "" || hogged == "" {
		t.Errorf("blocked: %q, hogged: %q", blocked, hogged)
	}
	for h := uint32(0); h < 128; h++ {
		if said := all(look(m, rules, observe.Pin{Kind: observe.PinHost, A: h})); strings.Contains(said, "Blocked by the tree of ") {
			if hosts++; !strings.Contains(said, "\ncredits (0)\n") {
				t.Errorf("what waits at blocked host %d: %q", h, said)
			}
		}
		var f observe.Frame
		pin := observe.Pin{Kind: observe.PinFlow, A: h, B: 6}
		if m.Frame(&f, observe.Options{Detail: -1, Pin: pin}); h == 6 || len(f.Inspection.Packets) == 0 {
			continue
		}
		q := f.Inspection.Packets[0]
		d := look(m, rules, observe.Pin{Kind: observe.PinPacket, A: h, B: 6, Birth: q.Birth})
		if q.Where == observe.InBuffer && q.Wait == observe.WaitBehind && strings.Contains(all(d), "First of those before it is host ") {
			packets++
		}
	}
	if hosts < 20 || packets == 0 {
		t.Errorf("%d hosts blocked, %d packets behind others", hosts, packets)
	}
}

// Where hosts have a queue for each destination, it is these that their table lists, and a packet there waits behind its own
// flow's alone, and for a Go where its switch has stopped the flow.
func TestAdmittanceQueuesAreInspected(t *testing.T) {
	m, rules := inspected(t, "network=bmin-8x3&routing=self&queuing=fbicm&traffic=HS25-1&packet=64&buffer=4&bandwidth=8&cfq-detect=2&admittance=by-destination", 30)
	stopped, packets := 0, 0
	for h := range uint32(64) {
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinHost, A: h}})
		d := look(m, rules, observe.Pin{Kind: observe.PinHost, A: h})
		most := uint32(0)
		for i := range f.Inspection.Queues {
			most = max(most, f.Inspection.Queues[i].Packets)
		}
		if want := "fullest source queue: " + share(uint8(most*255/64)) + " full"; !strings.Contains(all(d), want) {
			t.Errorf("host %d: %q is not in %q", h, want, all(d))
		}
		for i := range f.Inspection.Queues {
			q := &f.Inspection.Queues[i]
			row := d.Tables[0].Rows[i]
			if q.Kind != observe.QueueHost || q.HeadSrc != h || q.HeadDst != q.Index || row.Name != "host "+number(q.Index) || row.Cells[1].Text != number(h)+" → "+number(q.Index) {
				t.Fatalf("host %d: %+v is told as %+v", h, q, row)
			}
			if q.Stopped == 0 {
				continue
			}
			stopped++
			if wait := row.Cells[3]; wait.Text != "a Go ("+number(q.Credits)+")" {
				t.Errorf("host %d: for host %d it waits for %q", h, q.Index, wait.Text)
			}
			if packets > 200 {
				continue
			}
			var own observe.Frame
			m.Frame(&own, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: h, B: q.Index}})
			place := uint32(0)
			for _, p := range own.Inspection.Packets {
				if p.Where != observe.AtSource {
					continue
				}
				if packets++; p.Place != place || p.Wait != observe.WaitStop {
					t.Errorf("host %d: %d packets before the %d. to host %d, waits for %d", h, p.Place, place, q.Index, p.Wait)
				}
				place++
				if said := all(look(m, rules, observe.Pin{Kind: observe.PinPacket, A: h, B: q.Index, Birth: p.Birth})); !strings.Contains(said, "its host’s queue for host "+number(q.Index)+", "+number(p.Place)+" before it") {
					t.Errorf("host %d: %q", h, said)
				}
			}
		}
	}
	if stopped == 0 || packets < 50 {
		t.Errorf("%d flows are stopped, with %d packets", stopped, packets)
	}
}

// A host with packets for more hosts than are listed says so.
func TestTableOfManyQueuesIsCut(t *testing.T) {
	for set, cut := range map[string]bool{"&load=1.2": true, "&load=0.1": false} {
		m, rules := inspected(t, "network=rlft-24x2&traffic=UT&packet=64&bandwidth=8&buffer=1&queuing=1q&source-queue=16&admittance=by-destination"+set, 150)
		d := look(m, rules, observe.Pin{Kind: observe.PinHost, A: 3})
		if says := strings.HasPrefix(d.Tables[0].Note, "Only the first 256 queues are listed. "); says != cut || (len(d.Tables[0].Rows) == 256) != cut {
			t.Errorf("%s: %d rows, %q", set, len(d.Tables[0].Rows), d.Tables[0].Note)
		}
	}
}

// The inspector's tables are of the pinned port, switch and packet, and its numbers those of the frame.
func TestInspectorsNumbers(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	n := m.Network()
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	spots, roots, trees := 0, 0, map[uint8]string{0: "—"}
	for i := range f.Trees {
		root := int(f.Trees[i].Root)
		trees[uint8(f.Trees[i].Slot)] = n.PortName(root)
		if to := int(n.Peer[root]); n.IsHost(to) {
			trees[uint8(f.Trees[i].Slot)] = "host " + strconv.Itoa(n.Host(to))
		}
	}
	for h := range n.Hosts {
		said := all(look(m, rules, observe.Pin{Kind: observe.PinHost, A: uint32(h)}))
		if strings.Contains(said, "Hot spot: ") != (f.Hosts[h].Flags&observe.HotSpot != 0) || strings.Contains(said, "Culprit: ") != (f.Hosts[h].Flags&observe.Culprit != 0) {
			t.Errorf("host %d: %q", h, said)
		}
		if f.Hosts[h].Flags&observe.HotSpot != 0 {
			spots++
		}
		for _, want := range []string{"receives: " + share(f.Ports[n.Peer[n.HostPort(h)]].Use) + " of the time", "sends: " + share(f.Hosts[h].Use) + " of the time", "source queues: " + share(f.Hosts[h].Queue) + " full"} {
			if !strings.Contains(said, want) {
				t.Errorf("host %d: %q is not in %q", h, want, said)
			}
		}
		if strings.Contains(said, "\ncredits (0)\n") != strings.Contains(said, "Why host ") {
			t.Errorf("host %d: why its packets take their VC: %q", h, said)
		}
	}
	for sw := range n.Switches {
		d := look(m, rules, observe.Pin{Kind: observe.PinSwitch, A: uint32(sw)})
		rows := d.Tables[0].Rows
		linked, full := 0, 0
		for i := range n.Radix {
			port := sw*n.Radix + i
			if n.Peer[port] == topology.NoPeer {
				continue
			}
			p, row := &f.Ports[port], rows[linked]
			if linked++; p.Flags&observe.Full != 0 {
				full++
			}
			if row.Name != strconv.Itoa(i) || row.Cells[0].Text != n.PortName(int(n.Peer[port])) && !n.IsHost(int(n.Peer[port])) || row.Cells[1].Text != share(p.Fill) || row.Cells[2].Text != share(p.Use) || row.Cells[3].Text != share(p.Starved) {
				t.Errorf("%s port %d: %+v", n.SwitchName(sw), i, row)
			}
			of := row.Cells[5]
			if (of.Text == "root") != (p.Flags&observe.Root != 0) || strings.HasPrefix(of.Class, "tree-") != (of.Text != "—") || of.Text != "root" && of.Text != trees[p.Tree] {
				t.Errorf("%s port %d: the tree of %+v", n.SwitchName(sw), i, of)
			}
			if of.Text == "root" {
				roots++
			}
		}
		if want := "input buffers full: " + strconv.Itoa(full) + " of " + strconv.Itoa(linked); len(rows) != linked || !strings.Contains(all(d), want) {
			t.Errorf("%s: %q is not in %q", n.SwitchName(sw), want, all(d))
		}
	}
	if spots != 1 || roots == 0 {
		t.Errorf("%d hot spots, %d roots", spots, roots)
	}
	empty := 0
	for p := 0; p < n.SwitchPorts(); p++ {
		if n.Peer[p] == topology.NoPeer {
			continue
		}
		for _, table := range look(m, rules, observe.Pin{Kind: observe.PinPort, A: uint32(p)}).Tables {
			for _, r := range table.Rows {
				if none := strings.HasPrefix(r.Cells[0].Text, "0 of "); table.ID == "output" && none != (r.Cells[0].Class == "bad") {
					t.Errorf("%s: credits %+v", n.PortName(p), r.Cells[0])
				} else if table.ID == "output" && none {
					empty++
				}
			}
		}
	}
	if empty == 0 {
		t.Error("no output is without credits")
	}
}

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
		said := all(Inspect(m.Network(), &f, pin, rules, func(observe.Pin) string { return "" }))
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

// A packet whose queue has been told to stop waits for a Go, though its output has credits; so does one that stands behind it.
func TestInspectorTellsWhatIsStopped(t *testing.T) {
	m, rules := inspected(t, "network=bmin-8x3&routing=self&queuing=fbicm&traffic=HS25-1&load=0.9&packet=64&buffer=8", 40)
	n := m.Network()
	var f observe.Frame
	every := make([]uint32, n.Switches)
	for i := range every {
		every[i] = uint32(i)
	}
	m.Frame(&f, observe.Options{Detail: -1, Switches: every})
	for i := range f.Slots {
		q := &f.Slots[i]
		if q.Wait != observe.WaitStop || q.Class&observe.ClassMask != observe.Contributor {
			continue
		}
		var flow observe.Frame
		m.Frame(&flow, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: q.Src, B: q.Dst}})
		for k := range flow.Inspection.Packets {
			p := &flow.Inspection.Packets[k]
			if p.Where != observe.InBuffer || p.Port != q.Port {
				continue
			}
			said := all(look(m, rules, observe.Pin{Kind: observe.PinPacket, A: q.Src, B: q.Dst, Birth: p.Birth}))
			want := "is stopped: its queue waits for a Go from downstream, for the tree of "
			if p.Wait == observe.WaitBehind {
				want = "First of those before it is host "
			}
			if !strings.Contains(said, want) || !strings.Contains(said, "waits for a Go from downstream") {
				t.Fatalf("%q is not in %q", want, said)
			}
		}
		return
	}
	t.Error("nothing is stopped")
}

// A root counts what waits for it, in the singular, too.
func TestInspectorCountsTrees(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for _, c := range []struct {
		tree observe.Tree
		want string
	}{
		{observe.Tree{Ports: 1, Hosts: 1, Victims: 1, BirthPS: 10_000_000}, "The tree is 100.0 µs old; 1 input buffer waits for it, 1 host is blocked, 1 packet is a victim."},
		{observe.Tree{Ports: 2}, "The tree is 110.0 µs old; 2 input buffers wait for it, 0 hosts are blocked, 0 packets are victims."},
	} {
		c.tree.Root = f.Trees[0].Root
		f.Trees = []observe.Tree{c.tree}
		d := Inspect(m.Network(), &f, observe.Pin{Kind: observe.PinPort, A: c.tree.Root}, rules, func(observe.Pin) string { return "" })
		if !strings.Contains(all(d), c.want) {
			t.Errorf("%q is not in %q", c.want, d.Lines)
		}
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

// A row of the table of queues tells what its queue holds, and what its first packet waits for; the HoL column is there where a queue is a FIFO.
func TestInspectorsQueues(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	_, saqs := inspected(t, "network=bmin-8x3&routing=self&queuing=recn-iq&packet=64&buffer=8", 0)
	n := m.Network()
	pin := observe.Pin{Kind: observe.PinPort}
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
	out := uint32(n.Tree.DownPorts(1)) // of switch 0, to the stage above
	slot := f.Trees[0].Slot
	const none = observe.NoPort
	for _, c := range []struct {
		rules *engine.Rules
		q     observe.QueueRow
		want  string
		class string // of what it waits for, and of who has most
	}{
		{rules, observe.QueueRow{Kind: observe.QueueVC, VC: 1, Next: 1, Packets: 3, Capacity: 4, HeadSrc: 7, HeadDst: 9, HeadOut: out, Credits: 2, Low: 1, High: 2, Most: 9, MostHas: 2},
			"VC 1 | 3/4, 12 KiB | 7 → 9 | port 4 | its turn (2) | 1, 2 | 9: 50 %", " bad"},
		{rules, observe.QueueRow{Kind: observe.QueueVC, Next: 1, Packets: 3, Capacity: 4, HeadSrc: 7, HeadDst: 9, HeadOut: out, Wait: observe.WaitCredit, Most: 9, MostHas: 1},
			"VC 0 | 3/4, 12 KiB | 7 → 9 | port 4, VC 1 | credits (0) | 0, 0 | 9: 25 %", "bad "},
		{rules, observe.QueueRow{Kind: observe.QueueVC, Capacity: 4, HeadOut: none, Most: none}, "VC 0 | 0/4, 0 KiB | — | — | — | — | —", " "},
		{rules, observe.QueueRow{Kind: observe.QueueVC, Packets: 1, Capacity: 4, HeadOut: out, Most: none}, "VC 0 | 1/4, 4 KiB | 0 → 0 | port 4 | its turn (0) | 0, 0 | —", " "},
		{rules, observe.QueueRow{Kind: observe.QueueOutput, Index: 3, Packets: 1, Capacity: 4, HeadOut: out, Wait: observe.WaitCredit, Held: uint8(slot), Most: 1, MostHas: 1},
			"VC 0 → port 3 | 1/4, 4 KiB | 0 → 0 | port 4 | credits (0) | 1: 25 %", treeClass(uint8(slot)) + " "},
		{rules, observe.QueueRow{Kind: observe.QueueHost, Index: 3, Packets: 2, HeadOut: out, Most: 3, MostHas: 2}, "host 3 | 2, 8 KiB | 0 → 0 | port 4 | its turn (0) | 3: 100 %", " "},
		{rules, observe.QueueRow{Kind: observe.QueueLine, Index: 5, Packets: 1, HeadOut: out, Stopped: 1, Most: none}, "VC 0 CFQ 5 | 1, 4 KiB | 0 → 0 | port 4 | a Go (0) | —", "bad "},
		{saqs, observe.QueueRow{Kind: observe.QueueLine, Index: 5, HeadOut: none, Most: none}, "VC 0 SAQ 5 | 0, 0 KiB | — | — | — | —", " "},
		{rules, observe.QueueRow{Kind: observe.QueueNFQ, HeadOut: uint32(n.HostPort(3)), Most: none}, "VC 0 NFQ | 0, 0 KiB | 0 → 0 | its link | its turn (0) | —", " "},
	} {
		f.Queues = []observe.QueueRow{c.q}
		d := Inspect(n, &f, pin, c.rules, func(observe.Pin) string { return "" })
		table := d.Tables[slices.IndexFunc(d.Tables, func(t ui.InspectTable) bool { return t.ID == "input" })]
		row := table.Rows[0]
		got := row.Name
		for _, cell := range row.Cells {
			got += " | " + cell.Text
		}
		k := len(row.Cells)
		wait := row.Cells[3]
		if class := wait.Class + " " + row.Cells[k-1].Class; got != c.want || class != c.class || len(table.Head) != k+1 {
			t.Errorf("%+v: %q, classes %q; want %q, %q; %d columns", c.q, got, class, c.want, c.class, len(table.Head))
		}
		fifo := c.q.Kind == observe.QueueVC
		if slices.Contains(table.Head, "HoL") != fifo || strings.HasPrefix(table.Note, "HoL: ") != fifo || !strings.Contains(table.Note, "Most: ") {
			t.Errorf("%+v: %q, %q", c.q, table.Head, table.Note)
		}
	}
	f.Queues, f.Outs = nil, []observe.OutRow{{VC: 1, Credits: 2, Capacity: 4, Waiting: 5, Asking: 1<<0 | 1<<5, Held: uint8(slot)}, {Capacity: 4}}
	said := all(Inspect(n, &f, pin, rules, func(observe.Pin) string { return "" }))
	for _, want := range []string{"\nNo packet is here.\n", "\n1\n2 of 4\n5\n0 5\nin the tree of host 6\n", "\n0\n0 of 4\n0\n—\n—"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}

// Trees have the classes of the style sheets' eight colours in turn, as the pictures do.
func TestClassesOfTrees(t *testing.T) {
	for slot, want := range map[uint8]string{0: "", 1: "tree-1", 8: "tree-8", 9: "tree-1", 63: "tree-7"} {
		if got := treeClass(slot); got != want {
			t.Errorf("slot %d: %q, want %q", slot, got, want)
		}
	}
}

// Why packets leave by a port is told of three at most, each to another host; of a port chosen when a packet came, and of one that would be now.
func TestInspectorsChoices(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot&routing=adaptive&trigger=2TH", 60)
	n := m.Network()
	var f observe.Frame
	pin := observe.Pin{Kind: observe.PinPort, A: 4}
	m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
	up := uint64(1)<<n.Radix - uint64(1)<<n.Tree.DownPorts(1)
	pick := observe.PickRow{Candidates: up, Up: up, Src: 3, Dst: 70, Out: uint32(n.Tree.DownPorts(1))}
	is := uint32(rules.Output(&pick).Is)
	other := is ^ 1
	titles := func(picks ...observe.PickRow) (list []string) {
		f.Picks = picks
		for _, y := range Inspect(n, &f, pin, rules, func(observe.Pin) string { return "" }).Why {
			list = append(list, y.Title)
		}
		return
	}
	with := func(dst, out uint32) observe.PickRow { p := pick; p.Dst, p.Out = dst, out; return p }
	takes := "Why host 3 → host 70 takes VC 0"
	for _, c := range []struct{ got, want []string }{
		{titles(with(70, is)), []string{"Why host 3 → host 70 leaves S1.0 by port " + number(is), takes}},
		{titles(with(70, other)), []string{"Host 3 → host 70 took port " + number(other) + " of S1.0 when it came; now it would be decided so", takes}},
		{titles(with(70, observe.NoPort)), []string{"Where host 3 → host 70 would leave S1.0 now", takes}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if got := titles(with(70, is), with(70, is), with(71, is), with(72, is), with(73, is)); len(got) != 6 {
		t.Errorf("%q", got)
	}
}

// A host that no tree blocks says if its switch has no credits; what the inspector opens early, and what its rows pin, goes by what they are.
func TestInspectorTellsWhatPinsAre(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 0)
	n := m.Network()
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	f.Hosts[3].Flags = observe.Blocked
	named := func(p observe.Pin) string { return number(p.Kind) + " " + number(p.A) }
	for _, c := range []struct {
		pin   observe.Pin
		early bool
		want  string
	}{
		{observe.Pin{Kind: observe.PinHost, A: 3}, false, "\nIt has packets to send, and its leaf switch has no credits for them.\n"},
		{observe.Pin{Kind: observe.PinFlow, A: 3, B: 6}, true, "Flow of host 3 to host 6"},
		{observe.Pin{Kind: observe.PinPacket, A: 3, B: 6}, true, "Packet of host 3 to host 6"},
		{observe.Pin{Kind: observe.PinSwitch, A: 2}, false, "Switch S1.2\n"},
		{observe.Pin{Kind: observe.PinPort, A: 5}, false, "S1.0 port 5\n"},
	} {
		d := Inspect(n, &f, c.pin, rules, named)
		if d.Early != c.early || !strings.Contains(all(d), c.want) || d.Name != named(c.pin) {
			t.Errorf("%+v: early %v, name %q, %q", c.pin, d.Early, d.Name, all(d))
		}
	}
	x := &inspector{n: n, named: named}
	if host, port := x.pinOf(n.HostPort(9)), x.pinOf(9); host != number(uint8(observe.PinHost))+" 9" || port != number(uint8(observe.PinPort))+" 9" {
		t.Errorf("a host is pinned as %q, a port as %q", host, port)
	}
}

// A frame that was made before something was pinned tells nothing of it but what every frame holds.
func TestInspectorWaitsForItsFrame(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	var f observe.Frame
	for _, of := range []observe.Pin{{Kind: observe.PinFlow, A: 3, B: 6}, {Kind: observe.PinPort, A: uint32(m.Network().Radix + 4)}, {Kind: observe.PinHost, A: 3}} {
		m.Frame(&f, observe.Options{Detail: -1, Pin: of})
		for _, pin := range []observe.Pin{{Kind: observe.PinPort, A: 4}, {Kind: observe.PinSwitch, A: 1}, {Kind: observe.PinHost, A: 4}, {Kind: observe.PinFlow, A: 3, B: 7}, {Kind: observe.PinFlow, A: 4, B: 6}, {Kind: observe.PinPacket, A: 3, B: 6}} {
			d := Inspect(m.Network(), &f, pin, rules, func(observe.Pin) string { return "" })
			for _, table := range d.Tables {
				for _, r := range table.Rows {
					if table.ID != "ports" || r.Cells[4].Text != "" {
						t.Errorf("%+v in a frame of %+v: table %s, %+v", pin, of, table.ID, r)
					}
				}
			}
			if len(d.Why) > 0 || (pin.Kind == observe.PinFlow || pin.Kind == observe.PinPacket) && len(d.Facts)+len(d.Lines) > 0 {
				t.Errorf("%+v in a frame of %+v: %q", pin, of, all(d))
			}
		}
	}
}

// A port says which trees hold its buffer, and how much there is room for.
func TestInspectorTellsWhoHoldsABuffer(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot&queuing=dbbm&vcs=3", 0)
	n := m.Network()
	var f observe.Frame
	pin := observe.Pin{Kind: observe.PinPort, A: 4}
	m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
	f.Trees = []observe.Tree{{Slot: 2, Root: uint32(n.Peer[n.HostPort(6)])}, {Slot: 3, Root: 4}}
	p := &f.Ports[4]
	p.Tree, p.Held, p.Tree2, p.Held2 = 2, 153, 3, 51
	f.Queues = []observe.QueueRow{{VC: 0, Packets: 2, HeadOut: observe.NoPort}, {VC: 2, Packets: 1, HeadOut: observe.NoPort}, {VC: 3, Packets: 9, HeadOut: observe.NoPort}} // the last one of notifications
	f.DataVCs, f.Capacity = 3, 8
	said := all(Inspect(n, &f, pin, rules, func(observe.Pin) string { return "" }))
	for _, want := range []string{"60 % of the input buffer belongs to the tree of host 6.\n20 % of the input buffer belongs to the tree of " + n.PortName(4) + ".", "Input buffer: 3 of 24 packets, 12 of 96 KiB"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
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
	named := func(p observe.Pin) string { return number(p.Kind) + " " + number(p.A) }
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
		table := d.Tables[slices.IndexFunc(d.Tables, func(t ui.InspectTable) bool { return t.ID == "packets" })]
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
		84e6: "Generated at 84.0 µs; it is not in the network any more. Go back in time to see it."} {
		one := observe.Pin{Kind: observe.PinPacket, A: 3, B: 6, Birth: birth}
		f.Pins, f.Packets = []observe.Pin{one}, nil
		d := Inspect(n, &f, one, rules, named)
		if got := strings.Join(d.Lines, "\n"); got != want || d.CanFollow || len(d.Why) != 1 || !strings.Contains(facts(d), "last packet: 5.0 µs, at 90.0 µs; ") {
			t.Errorf("%q, want %q; %+v", got, want, d)
		}
	}
}

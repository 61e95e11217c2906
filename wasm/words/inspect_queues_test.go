package words

// What the inspector tells of the queues of a port or host, and of what waits in them.

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

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

// Where hosts have a FIFO and queues that they set aside, their table lists each, with what it holds and may hold, and a packet there waits
// behind those of its own queue alone.
func TestSetAsideQueuesOfHostsAreInspected(t *testing.T) {
	for scheme, name := range map[string]string{"fbicm": "CFQ", "recn-iq": "SAQ"} {
		m, rules := inspected(t, "network=bmin-8x3&routing=self&traffic=HS25-1&packet=64&buffer=4&bandwidth=8&load=0.9&source-queue=4&queuing="+scheme, 60)
		stopped, packets := 0, 0
		for h := range uint32(64) {
			var f observe.Frame
			pin := observe.Pin{Kind: observe.PinHost, A: h}
			m.Frame(&f, observe.Options{Detail: -1, Pin: pin})
			d := look(m, rules, pin)
			lines := map[string]uint32{"VC 0 NFQ": 0}
			for _, l := range f.Lines {
				if int(l.Port) == m.Network().HostPort(int(h)) && l.Flags&observe.LineCopy == 0 {
					lines["VC 0 "+name+" "+number(l.Line)] = l.Packets
				}
			}
			all, most := uint32(0), uint32(0)
			for i, row := range d.Tables[0].Rows {
				q := &f.Inspection.Queues[i]
				if in, ok := lines[row.Name]; !ok || i > 0 && q.Packets != in || q.Packets > 4 || !strings.HasPrefix(row.Cells[0].Text, number(q.Packets)+"/4, ") {
					t.Fatalf("%s, host %d: %+v is told as %+v, where the lines have %v", scheme, h, q, row, lines)
				}
				if q.Stopped != 0 {
					if stopped++; row.Cells[3].Text != "a Go ("+number(q.Credits)+")" {
						t.Errorf("%s, host %d: %s waits for %q", scheme, h, row.Name, row.Cells[3].Text)
					}
				}
				all, most = all+q.Packets, max(most, q.Packets)
			}
			if len(d.Tables[0].Rows) != len(lines) || all != f.Inspection.Outs[0].Waiting {
				t.Errorf("%s, host %d: %d packets in %d queues, not %d in %d", scheme, h, all, len(d.Tables[0].Rows), f.Inspection.Outs[0].Waiting, len(lines))
			}
			if got, want := d.Facts[3], share(uint8(most*255/4))+" full"; got.Name != "fullest source queue" || got.Value != want {
				t.Errorf("%s, host %d: %+v, want %q", scheme, h, got, want)
			}
			for i := range f.Inspection.Queues {
				q := &f.Inspection.Queues[i]
				if q.Kind != observe.QueueLine || q.Most == observe.NoPort {
					continue
				}
				m.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: h, B: q.HeadDst}})
				p := &f.Inspection.Packets[len(f.Inspection.Packets)-1]
				for k := range f.Inspection.Packets {
					if p = &f.Inspection.Packets[k]; p.Where == observe.AtSource {
						break
					}
				}
				if packets++; p.Place != 0 || (p.Wait == observe.WaitStop) != (q.Stopped != 0) {
					t.Errorf("%s, host %d: the first packet of line %d is at place %d and waits for %d", scheme, h, q.Index, p.Place, p.Wait)
				}
				break
			}
		}
		if stopped < 5 || packets < 5 {
			t.Errorf("%s: %d queues are stopped, %d hold packets", scheme, stopped, packets)
		}
	}
}

// A host with packets for more hosts than are listed says so.
func TestTableOfManyQueuesIsCut(t *testing.T) {
	for set, cut := range map[string]bool{"&load=1.2": true, "&load=0.1": false} {
		m, rules := inspected(t, "network=rlft-24x2&traffic=UT&packet=64&bandwidth=8&buffer=1&queuing=1q&source-queue=16&admittance=by-destination"+set, 150)
		d := look(m, rules, observe.Pin{Kind: observe.PinHost, A: 3})
		if says := strings.HasPrefix(d.Tables[0].Note, "Only the first 256 queues are listed."); says != cut || (len(d.Tables[0].Rows) == 256) != cut {
			t.Errorf("%s: %d rows, %q", set, len(d.Tables[0].Rows), d.Tables[0].Note)
		}
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

// A row of the table of queues tells what its queue holds, and what its first packet waits for; the HoL column is there where a queue is a FIFO, or a VOQ of
// a network in which packets take other VCs.
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
		{rules, observe.QueueRow{Kind: observe.QueueOutput, Index: 3, Packets: 4, Capacity: 4, HeadOut: out, Next: 1, Wait: observe.WaitCredit, Low: 1, High: 2, Most: 1, MostHas: 1},
			"VC 0 → port 3 | 4/4, 16 KiB | 0 → 0 | port 4, VC 1 | credits (0) | 1, 2 | 1: 25 %", "bad "},
		{rules, observe.QueueRow{Kind: observe.QueueHost, Index: 3, Packets: 2, HeadOut: out, Most: 3, MostHas: 2}, "host 3 | 2, 8 KiB | 0 → 0 | port 4 | its turn (0)", ""},
		{rules, observe.QueueRow{Kind: observe.QueueLine, Index: 5, Packets: 1, HeadOut: out, Stopped: 1, Most: none}, "VC 0 CFQ 5 | 1, 4 KiB | 0 → 0 | port 4 | a Go (0) | —", "bad "},
		{saqs, observe.QueueRow{Kind: observe.QueueLine, Index: 5, HeadOut: none, Most: none}, "VC 0 SAQ 5 | 0, 0 KiB | — | — | — | —", " "},
		{rules, observe.QueueRow{Kind: observe.QueueNFQ, HeadOut: uint32(n.HostPort(3)), Most: none}, "VC 0 NFQ | 0, 0 KiB | 0 → 0 | its link | its turn (0) | —", " "},
	} {
		f.Queues, f.Sorted, f.HoL = []observe.QueueRow{c.q}, observe.InOrder, float64(c.q.Low+c.q.High)/100
		switch c.q.Kind {
		case observe.QueueHost:
			f.Sorted = observe.ByHost
		case observe.QueueOutput:
			f.Sorted = observe.ByOutput
		}
		d := Inspect(n, &f, pin, c.rules, unnamed)
		table := tableOf(t, d, "input")
		row := table.Rows[0]
		got := row.Name
		for _, cell := range row.Cells {
			got += " | " + cell.Text
		}
		k := len(row.Cells)
		class, hogs := row.Cells[3].Class, c.q.Kind != observe.QueueHost // whose only destination has all of it
		if hogs {
			class += " " + row.Cells[k-1].Class
		}
		if got != c.want || class != c.class || len(table.Head) != k+1 {
			t.Errorf("%+v: %q, classes %q; want %q, %q; %d columns", c.q, got, class, c.want, c.class, len(table.Head))
		}
		fifo := c.q.Kind == observe.QueueVC || c.q.Kind == observe.QueueOutput && c.q.High > 0
		if slices.Contains(table.Head, "HoL") != fifo || strings.HasPrefix(table.Note, "HoL: ") != fifo || slices.Contains(table.Head, "Most") != hogs || strings.Contains(table.Note, "Most: ") != hogs {
			t.Errorf("%+v: %q, %q", c.q, table.Head, table.Note)
		}
	}
	for _, sorted := range []int64{observe.InOrder, observe.ByHost} { // also of a port with no packet
		f.Queues, f.Sorted = nil, sorted
		if head := tableOf(t, Inspect(n, &f, pin, rules, unnamed), "input").Head; slices.Contains(head, "Most") != (sorted == observe.InOrder) {
			t.Errorf("packets queued as %d: %q", sorted, head)
		}
	}
	f.Outs = []observe.OutRow{{VC: 1, Credits: 2, Capacity: 4, Waiting: 5, Asking: 1<<0 | 1<<5, Held: uint8(slot)}, {Capacity: 4}}
	said := all(Inspect(n, &f, pin, rules, unnamed))
	for _, want := range []string{"\nNo packet is here.\n", "\n1\n2 of 4\n5\n0 5\nin the tree of host 6\n", "\n0\n0 of 4\n0\n—\n—"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
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
	said := all(Inspect(n, &f, pin, rules, unnamed))
	for _, want := range []string{"60 % of the input buffer belongs to the tree of host 6.\n20 % of the input buffer belongs to the tree of " + n.PortName(4) + ".", "Input buffer: 3 of 24 packets, 12 of 96 KiB"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}

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

// unnamed names no pin, named each by its kind and number.
func unnamed(observe.Pin) string { return "" }
func named(p observe.Pin) string { return number(p.Kind) + " " + number(p.A) }

// tableOf is a table of an inspection.
func tableOf(t *testing.T, d ui.Inspection, id string) *ui.InspectTable {
	t.Helper()
	i := slices.IndexFunc(d.Tables, func(t ui.InspectTable) bool { return t.ID == id })
	if i < 0 {
		t.Fatalf("%s has no table %s", d.Title, id)
	}
	return &d.Tables[i]
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
		if want := "inputs without room in a VC: " + strconv.Itoa(full) + " of " + strconv.Itoa(linked); len(rows) != linked || !strings.Contains(all(d), want) {
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

// A root counts what waits for it, in the singular, too.
func TestInspectorCountsTrees(t *testing.T) {
	m, rules := inspected(t, "preset=hot-spot", 110)
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for _, c := range []struct {
		tree   observe.Tree
		sorted int64
		want   string
	}{
		{observe.Tree{Ports: 1, Hosts: 1, Victims: 1, BirthPS: 10_000_000}, observe.InOrder, "The tree is 100.0 µs old; 1 input buffer waits for it, 1 host is blocked, 1 packet is a victim."},
		{observe.Tree{Ports: 2}, observe.InOrder, "The tree is 110.0 µs old; 2 input buffers wait for it, 0 hosts are blocked, 0 packets are victims."},
		{observe.Tree{Ports: 2, Hosts: 3}, observe.ByRoot, "2 input buffers wait for it, 3 hosts must hold back what would cross its root, 0 packets are victims."},
	} {
		f.Sorted = c.sorted
		c.tree.Root = f.Trees[0].Root
		f.Trees = []observe.Tree{c.tree}
		d := Inspect(m.Network(), &f, observe.Pin{Kind: observe.PinPort, A: c.tree.Root}, rules, unnamed)
		if !strings.Contains(all(d), c.want) {
			t.Errorf("%q is not in %q", c.want, d.Lines)
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
		for _, y := range Inspect(n, &f, pin, rules, unnamed).Why {
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
			d := Inspect(m.Network(), &f, pin, rules, unnamed)
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

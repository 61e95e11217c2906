package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/explain"
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

var inspected = []string{
	"preset=hot-spot", "preset=hot-spot&voq=true", "preset=hot-spot&queuing=dbbm&vcs=3", "network=rlft-8x3&traffic=HS25-1&routing=adaptive&load=0.9", "network=rlft-8x3&traffic=HS25-1&routing=adaptive&trigger=2TH&load=0.9",
	"network=rlft-8x3&traffic=HS25-1&routing=afi&load=0.9&vcs=2&queuing=dbbm", "network=torus-8x8&routing=dor&traffic=HS25-1&load=0.6", "network=bmin-8x3&routing=self&queuing=fbicm&traffic=HS25-1&load=0.9&packet=64&buffer=8",
	"network=bmin-8x3&routing=self&queuing=voqnet&traffic=HS25-1&load=0.9&packet=64&buffer=16", "network=mesh-8x8&routing=dor&congestion-control=drb&drb-vls=2&load=0.6&traffic=HS25-1&cn-vl=own",
}

func withRules(t *testing.T, query string) (*Sim, *Rules) {
	t.Helper()
	s, err := scenario.ParseQuery(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	m, err := Open(s)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	r, err := RulesOf(s)
	if err != nil {
		t.Fatal(err)
	}
	return m, r
}

// Looking closely changes nothing, and every queue of every port is listed in full; what is said of the packets at
// their heads is where they really go.
func TestPinnedPorts(t *testing.T) {
	for _, query := range inspected {
		m, rules := withRules(t, query)
		m.Advance(40*Microsecond, NoLimit)
		sum := m.Checksum()
		f, n := m.fabric, m.Network()
		rows, low, picks, outs := 0, 0, 0, 0
		for p := 0; p < n.SwitchPorts(); p++ {
			var fr observe.Frame
			m.Frame(&fr, observe.Options{Detail: p, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(p)}})
			if n.Peer[p] < 0 {
				if len(fr.Pins) != 0 {
					t.Fatalf("%s: a port without a link is there", query)
				}
				continue
			}
			held, l, h := 0, 0, 0
			for _, q := range fr.Queues {
				held += int(q.Packets)
				l, h = l+int(q.Low), h+int(q.High)
				if q.Packets > 0 && (q.HeadOut == observe.NoPort || q.MostHas == 0 || q.MostHas > q.Packets || q.Packets > q.Capacity) {
					t.Fatalf("%s, %s: %+v", query, n.PortName(p), q)
				}
			}
			want := 0
			for vc := 0; vc < f.VCs; vc++ {
				want += f.Occupancy(p, vc)
			}
			if held != want {
				t.Fatalf("%s, %s: %d packets in the queues, %d in the buffer", query, n.PortName(p), held, want)
			}
			if wl, wh := m.course.HoL(p); f.Queues() == 1 && f.SetAside == nil && (l != wl || h != wh) {
				t.Fatalf("%s, %s: %d and %d packets HoL-blocked, the course counts %d and %d", query, n.PortName(p), l, h, wl, wh)
			}
			rows, low, outs = rows+len(fr.Queues), low+l+h, outs+len(fr.Outs)
			for i := range fr.Picks {
				k := &fr.Picks[i]
				d := rules.Output(k)
				picks++
				if len(d.Why) == 0 || strings.Contains(d.Why[0].String(), "{") {
					t.Fatalf("%s: %+v", query, d)
				}
				if k.Up == 0 && d.Is != int(k.Out) {
					t.Fatalf("%s, %s: the packet to host %d leaves by port %d, explained as %d", query, n.PortName(p), k.Dst, k.Out, d.Is)
				}
			}
			var back observe.Frame
			if err := back.Decode(fr.Append(nil)); err != nil || !slices.Equal(back.Queues, fr.Queues) || !slices.Equal(back.Picks, fr.Picks) || !slices.Equal(back.Outs, fr.Outs) {
				t.Fatalf("%s: decoded otherwise: %v", query, err)
			}
		}
		if rows == 0 || picks == 0 || outs == 0 {
			t.Errorf("%s: %d queues, %d choices, %d outputs", query, rows, picks, outs)
		}
		if query == "preset=hot-spot" && low == 0 {
			t.Error("no HoL blocking under a hot spot")
		}
		if m.Checksum() != sum {
			t.Errorf("%s: looking closely changed the state", query)
		}
	}
}

// What a packet of a pinned flow waits for in a buffer is what it waits for where the buffer is drawn, and for whose tree.
func TestPinnedFlowsWaitAsTheBuffersSay(t *testing.T) {
	type at struct {
		src, dst, port uint32
		vc             uint8
	}
	few := "network=bmin-8x3&routing=self&queuing=fbicm&cfqs=1&traffic=HS50-2&load=0.9&packet=64&buffer=16" // so that first packets of the NFQ are stopped, too
	for _, query := range append([]string{few}, inspected...) {
		m, _ := withRules(t, query)
		m.Advance(40*Microsecond, NoLimit)
		every := make([]uint32, m.Network().Switches)
		for i := range every {
			every[i] = uint32(i)
		}
		var fr observe.Frame
		m.Frame(&fr, observe.Options{Detail: -1, Switches: every})
		drawn, stopped := map[at][][3]uint8{}, 0
		for i := range fr.Slots {
			if q := &fr.Slots[i]; q.Class&observe.ClassMask != observe.Notice {
				k := at{q.Src, q.Dst, q.Port, q.VC}
				drawn[k] = append(drawn[k], [3]uint8{q.Wait, q.Held, q.Flags & observe.Idle})
				if q.Wait == observe.WaitStop {
					stopped++
				}
			}
		}
		if strings.Contains(query, "fbicm") != (stopped > 0) {
			t.Errorf("%s: %d packets stopped", query, stopped)
		}
		looked := 0
		for i := range fr.Slots {
			first := &fr.Slots[i]
			if first.Wait != observe.WaitStop && i%11 != 0 || looked > 200 || first.Class&observe.ClassMask == observe.Notice {
				continue
			}
			looked++
			var pinned observe.Frame
			if first.Wait == observe.WaitStop {
				m.Frame(&pinned, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinPort, A: first.Port}})
				if !slices.ContainsFunc(pinned.Queues, func(r observe.QueueRow) bool {
					return r.Stopped != 0 && r.HeadSrc == first.Src && r.HeadDst == first.Dst && r.VC == first.VC
				}) {
					t.Errorf("%s: no queue is stopped of those of %+v", query, *first)
				}
			}
			m.Frame(&pinned, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: first.Src, B: first.Dst}})
			if k := len(pinned.Packets); k == observe.MaxPacketRows && pinned.Packets[k-1].Where != observe.AtSource {
				continue // not all of them
			}
			told := map[at][][3]uint8{}
			for i := range pinned.Packets {
				if p := &pinned.Packets[i]; p.Where == observe.InBuffer {
					k := at{p.Src, p.Dst, p.Port, p.VC}
					told[k] = append(told[k], [3]uint8{p.Wait, p.Held, p.Flags & observe.Idle})
				}
			}
			k := at{first.Src, first.Dst, first.Port, first.VC}
			for _, list := range []map[at][][3]uint8{told, drawn} { // by birth, and by place: adapted packets pass each other
				slices.SortFunc(list[k], func(a, b [3]uint8) int { return slices.Compare(a[:], b[:]) })
			}
			if !slices.Equal(told[k], drawn[k]) {
				t.Errorf("%s, %+v: the inspector says (wait, tree, idle) %v, the picture %v", query, k, told[k], drawn[k])
				break
			}
		}
	}
}

// A packet that is pinned is followed from its source queue to its destination, whatever the routing, and its
// flow's latency is what its packets took.
func TestPinnedPackets(t *testing.T) {
	for _, query := range inspected {
		m, _ := withRules(t, query)
		f, n := m.fabric, m.Network()
		var fr observe.Frame
		m.Advance(5*Microsecond, NoLimit)
		var src, dst uint32
		var birth int64 = -1
		for h := 3; h < n.Hosts && birth < 0; h++ { // the last packet of the first source queue
			f.SourcePackets(h, func(_ int, d uint32, b int64, _ int) { src, dst, birth = uint32(h), d, b })
		}
		if birth < 0 {
			t.Fatalf("%s: nothing waits at a source", query)
		}
		pin := observe.Pin{Kind: observe.PinPacket, A: src, B: dst, Birth: birth + 17} // about
		hops, steps, gone, delivered := uint16(0), 0, int64(-1), uint64(0)
		for ps := m.Now(); ps < 400*Microsecond && gone < 0; ps += m.PacketPS() / 4 {
			m.Advance(ps, NoLimit)
			m.Frame(&fr, observe.Options{Detail: -1, Pin: pin})
			if len(fr.Flows) != 1 || len(fr.Pins) != 1 {
				t.Fatalf("%s: no flow", query)
			}
			if len(fr.Packets) == 0 {
				gone = ps
				break
			}
			p := &fr.Packets[0]
			if p.Birth != birth || fr.Pins[0].Birth != birth || p.Hops < hops || p.WaitedPS < 0 || p.WaitedPS > fr.TimePS-birth {
				t.Fatalf("%s at %d: hops %d before: %+v", query, ps, hops, *p)
			}
			hops = p.Hops
			if p.Where != observe.AtSource {
				way := fr.Paths[:slices.Index(fr.Paths, observe.NoPort)]
				for i, port := range way {
					last := i == len(way)-1
					peer := int(n.Peer[port])
					if last && (!n.IsHost(peer) || n.Host(peer) != int(dst)) || !last && peer/n.Radix != int(way[i+1])/n.Radix {
						t.Fatalf("%s: the way of the packet breaks at %s", query, n.PortName(int(port)))
					}
				}
				at := int(p.Port)
				if p.Where == observe.InBuffer {
					at = int(n.Peer[at])
				}
				if k := slices.Index(way, uint32(at)); k+1 != int(p.Hops) {
					t.Fatalf("%s: %d links crossed, it is on link %d of its way", query, p.Hops, k+1)
				}
			}
			steps++
			delivered = fr.Flows[0].Delivered
		}
		if gone < 0 || hops < 2 || steps < 5 {
			t.Errorf("%s: packet %d→%d of %d: %d hops, gone at %d", query, src, dst, birth, hops, gone)
			continue
		}
		w := fr.Flows[0]
		if w.Delivered == delivered || w.LastPS > gone-birth+m.PacketPS() && w.Delivered == delivered+1 || w.LeastPS > w.LastPS || w.MostPS < w.LastPS {
			t.Errorf("%s: the packet took %d ps at most, the flow counts %+v", query, gone-birth, w)
		}
	}
}

// Flows: packets at the source and under way are those that are there.
func TestPinnedFlows(t *testing.T) {
	for _, query := range inspected {
		m, rules := withRules(t, query)
		m.Advance(30*Microsecond, NoLimit)
		f, n := m.fabric, m.Network()
		type pair struct{ src, dst uint32 }
		want := map[pair]int{}
		for p := 0; p < n.SwitchPorts(); p++ {
			for vc := 0; vc < f.VCs && n.Peer[p] >= 0; vc++ {
				f.Packets(p, vc, func(x fabric.Queued) {
					if !f.IsNotification(x.Packet) {
						want[pair{x.Src(), x.Dst()}]++
					}
				})
			}
		}
		f.Flights(func(port, vc int, p fabric.Packet, start int64) {
			if !f.IsNotification(p) && (n.IsHost(int(n.Peer[port])) || start+f.DelayPS > f.Now()) {
				want[pair{p.Src(), p.Dst()}]++
			}
		})
		looked := 0
		for src := uint32(0); src < uint32(n.Hosts); src += 7 {
			for dst := uint32(0); dst < uint32(n.Hosts); dst += 3 {
				if k := want[pair{src, dst}]; src != dst && (k > 0 || dst%9 == 0) {
					looked++
					var fr observe.Frame
					m.Frame(&fr, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: src, B: dst}})
					if got := int(fr.Flows[0].Under); got != k {
						t.Fatalf("%s: %d packets of %d→%d under way, want %d", query, got, src, dst, k)
					}
				}
			}
		}
		if looked == 0 {
			t.Errorf("%s: no flow looked at", query)
		}
		if d := rules.Queue(3, 40); len(d.Why) == 0 || d.Is != int(f.Scheme.VC(3, 40)) {
			t.Errorf("%s: %+v", query, d)
		}
		way := rules.Way(3, 40)
		if last := way[len(way)-1]; n.Peer[last.Port] != int32(n.HostPort(40)) || len(last.Why) == 0 {
			t.Errorf("%s: the way to host 40 ends at %s", query, n.PortName(last.Port))
		}
	}
}

// In a torus the VC behind a switch is explained by its dateline, for flows as for single packets, and so where sources are throttled.
func TestWaysTellOfDatelines(t *testing.T) {
	for query, want := range map[string]bool{
		"network=torus-8x8&routing=dor":                                 true,
		"network=torus-8x8&routing=dor&congestion-control=iba-cc":       true,
		"network=torus-8x8&routing=dor&congestion-control=drb":          false, // paths have the VLs that the subnet manager gives them
		"network=torus-8x8&routing=dor&queuing=voqnet&packet=512":       false,
		"network=torus-8x8&routing=dor&dateline=false&deadlock=watch":   false,
		"network=mesh-8x8&routing=dor&congestion-control=iba-cc&load=1": false,
	} {
		_, rules := withRules(t, query)
		for _, hop := range rules.Way(3, 40) {
			if got := slices.ContainsFunc(hop.Why, func(s explain.Sentence) bool { return strings.HasPrefix(s.String(), "Dateline: ") }); got != want && !rules.c.Net.IsHost(int(rules.c.Net.Peer[hop.Port])) {
				t.Errorf("%s: %v", query, hop.Why)
			}
		}
	}
}

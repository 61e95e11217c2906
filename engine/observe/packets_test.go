package observe_test

import (
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// A packet that is shown on a link is shown until it arrives, however few are shown, and moves at the
// link's pace.
func TestShownPacketsStay(t *testing.T) {
	m := open(t, "network", "rlft-12x3", "traffic", "HS25-1")
	m.Advance(40*engine.Microsecond, engine.NoLimit)
	var a, b observe.Frame
	type flight struct {
		link, src, dst uint32
		vc             uint8
	}
	for _, limit := range []int{100000, 120} {
		step := m.PacketPS() / 4
		m.Frame(&a, observe.Options{Dots: limit, Detail: -1})
		m.Advance(m.Now()+step, engine.NoLimit)
		m.Frame(&b, observe.Options{Dots: 100000, Detail: -1})
		if a.FlightPS <= a.PacketPS || a.PacketPS != m.PacketPS() {
			t.Fatalf("a flight takes %d ps, a packet %d ps", a.FlightPS, a.PacketPS)
		}
		after := map[flight][]uint16{}
		for _, d := range b.Dots {
			k := flight{d.Link, d.Src, d.Dst, d.VC}
			after[k] = append(after[k], d.Pos)
		}
		if len(a.Dots) < 50 || len(a.Dots) > limit {
			t.Fatalf("%d packets shown of at most %d", len(a.Dots), limit)
		}
		moved := int(step * 65535 / a.FlightPS)
		for _, d := range a.Dots {
			if int(d.Pos)+moved >= 65000 {
				continue // has arrived
			}
			ok := false
			for _, pos := range after[flight{d.Link, d.Src, d.Dst, d.VC}] {
				off := int(pos) - int(d.Pos) - moved
				ok = ok || off >= -2 && off <= 2
			}
			if !ok {
				t.Fatalf("packet %+v is not where it should be: %v", d, after[flight{d.Link, d.Src, d.Dst, d.VC}])
			}
		}
		m.Frame(&b, observe.Options{Dots: limit, Detail: -1})
		kept := map[flight]bool{}
		for _, d := range b.Dots {
			kept[flight{d.Link, d.Src, d.Dst, d.VC}] = true
		}
		lost, stay := 0, 0
		for _, d := range a.Dots {
			if int(d.Pos)+moved < 65000 {
				if stay++; !kept[flight{d.Link, d.Src, d.Dst, d.VC}] {
					lost++
				}
			}
		}
		if lost > stay/10 { // the number of packets on links changes, and with it the share shown
			t.Errorf("of %d shown packets still on their way, %d are not shown any more", stay, lost)
		}
	}
}

// The packets listed of a switch are those its buffers count, each tells rightly what it waits for, and a
// tree's buffers hold packets that wait for credits.
func TestSlotsAreTheBuffers(t *testing.T) {
	for _, set := range [][]string{
		{"network", "rlft-8x3", "traffic", "HS25-1"},
		{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "dbbm", "vcs", "3", "voq", "true", "routing", "adaptive"},
		{"network", "torus-4x4", "routing", "dor", "traffic", "HS25-1"},
	} {
		m := open(t, set...)
		n := m.Network()
		m.Advance(80*engine.Microsecond, engine.NoLimit)
		var f, g observe.Frame
		all := make([]uint32, n.Switches+1) // the last one does not exist
		for i := range all {
			all[i] = uint32(i)
		}
		m.Frame(&f, observe.Options{Detail: -1, Switches: all})
		if err := g.Decode(f.Append(nil)); err != nil || len(g.Slots) != len(f.Slots) || len(g.Slots) > 0 && g.Slots[len(g.Slots)-1] != f.Slots[len(f.Slots)-1] {
			t.Fatalf("%v: %v, %d packets of %d arrive", set, err, len(g.Slots), len(f.Slots))
		}
		count := map[uint32]int{}
		credit, behind := 0, 0
		for _, x := range f.Slots {
			count[x.Port]++
			if int64(x.VC) >= f.VCs || int(x.Out) >= n.Radix || int64(x.Place) >= f.Capacity || x.Src == x.Dst {
				t.Fatalf("%v: packet %+v", set, x)
			}
			switch x.Wait {
			case observe.WaitCredit:
				credit++
			case observe.WaitBehind:
				behind++
				if x.Place == 0 {
					t.Fatalf("%v: the first packet waits behind others: %+v", set, x)
				}
			}
		}
		for p, st := range f.Ports {
			if want := uint8(int64(count[uint32(p)]) * 255 / (f.VCs * f.Capacity)); want != st.Fill {
				t.Fatalf("%v: port %d lists %d packets, but is filled by %d/255", set, p, count[uint32(p)], st.Fill)
			}
			if st.Held > st.Fill || st.Held2 > st.Held || st.Tree == 0 && st.Tree2 != 0 || st.Tree != 0 && st.Tree == st.Tree2 {
				t.Fatalf("%v: port %d: %+v", set, p, st)
			}
		}
		if credit == 0 || behind == 0 || len(f.Trees) == 0 {
			t.Errorf("%v: %d packets wait for credits, %d behind others, in %d trees", set, credit, behind, len(f.Trees))
		}
	}
}

// Ways lead from source to destination; one that begins in the middle is told only for packets off the way.
func TestPathsLeadThere(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "routing", "adaptive")
	n := m.Network()
	var f observe.Frame
	for _, at := range []uint32{observe.NoPort, uint32(n.HostPort(3)), uint32(n.First[1] * n.Radix)} {
		m.Frame(&f, observe.Options{Detail: -1, Src: 3, Dst: 100, At: at})
		k := len(f.Paths) - 1
		if k < 2 || f.Paths[k] != observe.NoPort || int(n.Peer[f.Paths[k-1]]) != n.HostPort(100) {
			t.Fatalf("from %d: %v", at, f.Paths)
		}
		first := uint32(n.HostPort(3))
		if !n.IsHost(int(at)) && at != observe.NoPort {
			first = at
		}
		if f.Paths[0] != first {
			t.Errorf("from %d: the way begins at %d", at, f.Paths[0])
		}
		for i := 1; i < k; i++ {
			if int(n.Peer[f.Paths[i-1]])/n.Radix != int(f.Paths[i])/n.Radix {
				t.Errorf("from %d: the way is broken at %d: %v", at, i, f.Paths)
			}
		}
	}
	if m.Frame(&f, observe.Options{Detail: -1}); len(f.Paths) != 0 || len(f.Slots) != 0 {
		t.Error("ways or packets are listed unasked")
	}
}

// With DRB all open paths of a pair are told, each from source to destination; without an address, those of the
// pair with most.
func TestOpenPathsAreTold(t *testing.T) {
	p, ok := scenario.PresetByName("drb-drb-torus-8x8")
	if !ok {
		t.Fatal("the preset has gone")
	}
	m, err := engine.Open(p.Scenario())
	if err != nil {
		t.Fatal(err)
	}
	n := m.Network()
	var f observe.Frame
	for us := int64(50); us <= 400; us += 50 {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		if m.Frame(&f, observe.Options{Detail: -1}); f.MostPaths > 1 {
			break
		}
	}
	if f.MostPaths < 2 {
		t.Fatal("no further paths are open")
	}
	most := uint64(0)
	for h := range n.Hosts {
		m.Frame(&f, observe.Options{Detail: -1, Src: uint32(h), Dst: observe.NoPort, At: observe.NoPort})
		paths, from := uint64(0), 0
		for i, port := range f.Paths {
			if port != observe.NoPort {
				continue
			}
			if f.Paths[from] != uint32(n.HostPort(h)) || !n.IsHost(int(n.Peer[f.Paths[i-1]])) {
				t.Fatalf("host %d: a path from %d to %d", h, f.Paths[from], f.Paths[i-1])
			}
			paths, from = paths+1, i+1
		}
		if paths > 0 != (f.Hosts[h].Flags&observe.Reacting != 0) {
			t.Errorf("host %d: %d paths, flags %b", h, paths, f.Hosts[h].Flags)
		}
		most = max(most, paths)
	}
	if most != f.MostPaths {
		t.Errorf("%d paths told of the pair with most, which has %d", most, f.MostPaths)
	}
}

// Lack of credits is an average: it is high in a tree's branches, 0 in an idle network, and looking twice at the same
// instant changes nothing.
func TestStarvedOutputs(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1")
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for p, st := range f.Ports {
		if st.Starved != 0 {
			t.Fatalf("port %d lacks credits at time 0", p)
		}
	}
	for us := int64(1); us <= 80; us++ {
		m.Advance(us*engine.Microsecond, engine.NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
	}
	n := m.Network()
	waiting, all, free := 0, 0, 0
	for p, st := range f.Ports {
		if to := n.Peer[p]; to >= 0 && !n.IsHost(int(to)) && f.Ports[to].Tree != 0 && f.Ports[to].Flags&observe.Full != 0 {
			if all++; st.Starved > 150 {
				waiting++
			}
		} else if st.Starved == 0 {
			free++
		}
	}
	if all < 10 || waiting < all*2/3 || free < len(f.Ports)/4 {
		t.Errorf("%d of %d outputs into full buffers of trees lack credits; %d of %d outputs never do", waiting, all, free, len(f.Ports))
	}
	before := append([]observe.PortState(nil), f.Ports...)
	m.Frame(&f, observe.Options{Detail: -1})
	for p := range before {
		if before[p].Starved != f.Ports[p].Starved {
			t.Fatalf("port %d: a second look changes %d to %d", p, before[p].Starved, f.Ports[p].Starved)
		}
	}
}

// A packet is shown as HoL-blocked where the inspector counts it as such, and nowhere else.
func TestIdlePacketsAreTheInspectors(t *testing.T) {
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1", "load", "0.7")
	n := m.Network()
	m.Advance(40*engine.Microsecond, engine.NoLimit)
	some := 0
	for sw := 0; sw < n.Switches; sw += 3 {
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1, Switches: []uint32{uint32(sw)}})
		idle := map[uint32]uint32{}
		for _, x := range f.Slots {
			if x.Flags&observe.Idle != 0 {
				idle[x.Port]++
				some++
			}
		}
		for port := sw * n.Radix; port < (sw+1)*n.Radix; port++ {
			if n.Peer[port] < 0 {
				continue
			}
			var g observe.Frame
			m.Frame(&g, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(port)}})
			counted := uint32(0)
			for _, q := range g.Queues {
				counted += q.Low + q.High
			}
			if counted != idle[uint32(port)] {
				t.Errorf("%s: %d packets are shown as HoL-blocked, %d counted", n.PortName(port), idle[uint32(port)], counted)
			}
		}
	}
	if some < 10 {
		t.Errorf("%d packets are HoL-blocked", some)
	}
}

// What is full is shown as full, also where notifications have a buffer beside that of data; over long links a buffer is not full
// because credits are on their way.
func TestFullIsFull(t *testing.T) {
	fill, queue := uint8(0), uint8(0)
	m := open(t, "network", "rlft-8x3", "traffic", "HS25-1", "load", "1", "congestion-control", "iba-cc", "cc-threshold", "1")
	m.Advance(80*engine.Microsecond, engine.NoLimit)
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for _, p := range f.Ports {
		fill = max(fill, p.Fill)
	}
	for _, h := range f.Hosts {
		queue = max(queue, h.Queue)
	}
	if fill != 255 || queue != 255 || f.DataVCs != 1 || f.VCs != 2 {
		t.Errorf("the fullest buffer has %d of 255, the fullest source queue %d, of %d of %d VCs", fill, queue, f.DataVCs, f.VCs)
	}
	m = open(t, "network", "rlft-8x3", "traffic", "UT", "load", "1", "delay", "100000")
	m.Advance(60*engine.Microsecond, engine.NoLimit)
	m.Frame(&f, observe.Options{Detail: -1})
	for p, s := range f.Ports {
		if s.Flags&observe.Full != 0 || s.Fill != 0 {
			t.Fatalf("port %d is filled by %d, full %v, before anything has arrived", p, s.Fill, s.Flags&observe.Full != 0)
		}
	}
}

// With VOQnet an output lacks credits, and a buffer is full, as soon as that is so for a destination; packets wait for those of their
// own queue.
func TestNetQueuesLackCredits(t *testing.T) {
	m := open(t, "network", "bmin-8x3", "routing", "self", "packet", "64", "bandwidth", "8", "buffer", "16", "queuing", "voqnet", "traffic", "HS25-1")
	n := m.Network()
	m.Advance(20*engine.Microsecond, engine.NoLimit)
	var f observe.Frame
	all := make([]uint32, n.Switches)
	for i := range all {
		all[i] = uint32(i)
	}
	m.Frame(&f, observe.Options{Detail: -1, Switches: all})
	full, blocked, credits := 0, 0, map[uint32]int{}
	for _, p := range f.Ports {
		if p.Flags&observe.Full != 0 {
			full++
		}
		if p.Flags&observe.Blocked != 0 {
			blocked++
		}
	}
	for _, x := range f.Slots {
		if x.Wait == observe.WaitCredit {
			credits[x.Dst]++
		}
	}
	hot := uint32(0)
	for h, s := range f.Hosts {
		if s.Flags&observe.HotSpot != 0 {
			hot = uint32(h)
		}
	}
	if full < 10 || blocked < 5 || credits[hot] < 5 || len(credits) > 3 {
		t.Errorf("%d buffers have a full queue, %d outputs lack credits; packets that wait for credits by destination: %v, the hot spot is %d", full, blocked, credits, hot)
	}
}

// A host that has packets and sends none, though nothing holds it back, is blocked: with DRB, none of its open paths has credits, in
// whichever VL they begin.
func TestIdleHostsAreBlocked(t *testing.T) {
	for _, set := range [][]string{
		{"network", "torus-8x8", "routing", "dor", "traffic", "transpose", "load", "1", "congestion-control", "drb", "voq", "true"},
		{"network", "torus-8x8", "routing", "dor", "traffic", "transpose", "load", "1"},
		{"network", "rlft-8x3", "traffic", "HS25-1", "queuing", "dbbm", "vcs", "3"},
	} {
		m := open(t, set...)
		idle, without := 0, 0
		for at := int64(20); at <= 1000; at += 20 {
			m.Advance(at*engine.Microsecond, engine.NoLimit)
			var f observe.Frame
			m.Frame(&f, observe.Options{Detail: -1})
			for _, s := range f.Hosts {
				if s.Queue > 0 && s.Flags&observe.Busy == 0 {
					if idle++; s.Flags&observe.Blocked == 0 {
						without++
					}
				}
			}
		}
		if idle < 100 || without > 0 {
			t.Errorf("%v: of %d idle hosts with packets %d are not told as blocked", set, idle, without)
		}
	}
}

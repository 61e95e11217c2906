package engine

// Flows under congestion control by notification.

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
)

// What a throttled flow waits for does not let its newer packets pass the older ones.
func TestThrottledFlowsKeepTheirOrder(t *testing.T) {
	for _, sets := range []string{"network=rlft-4x3 traffic=UT load=1.2", "network=rlft-8x2 traffic=HS50-1 load=1.2 cc-threshold=15", "network=torus-4x4 routing=dor traffic=UT load=1.2 packet=256"} {
		m := opened(t, sets, "congestion-control=iba-cc")
		var o orders
		if o.run(t, m, 400); o.seen < 1000 || m.fabric.ControlState().BECN == 0 {
			t.Errorf("%s: %d packets, %d notifications arrived", sets, o.seen, m.fabric.ControlState().BECN)
		}
	}
}

// Notifications take the deterministic path, whatever the routing.
func TestNotificationsKeepToTheirPath(t *testing.T) {
	for _, routing := range []string{"adaptive", "adaptive voq=true", "oblivious"} {
		m := opened(t, "network=rlft-8x3 traffic=HS25-1 congestion-control=iba-cc routing="+routing)
		f, notes, up := m.fabric, 0, 0
		for i := int64(1); i <= 400; i++ {
			m.Advance(i*m.PacketPS()/2, NoLimit)
			f.Flights(func(port, _ int, p fabric.Packet, _ int64) {
				if !f.IsNotification(p) || f.Net.IsHost(port) {
					return
				}
				notes++
				if f.Net.IsUp(port) {
					up++
				}
				if det, _ := f.Routes.Step(port/f.Net.Radix, p.Dst()); int(det) != port%f.Net.Radix {
					t.Fatalf("routing=%s: a notification to host %d leaves by %s", routing, p.Dst(), f.Net.PortName(port))
				}
			})
		}
		if up < 20 {
			t.Errorf("routing=%s: %d notifications seen, %d on their way up", routing, notes, up)
		}
	}
}

// What is told of all sources, and of one, is what their flows are.
func TestControlIsTheSumOfItsFlows(t *testing.T) {
	for _, c := range []struct {
		sets  string
		least int // CCTI
	}{
		{"network=rlft-8x2 traffic=HS25-1 load=0.3 congestion-control=iba-cc ccti-min=2 ccti-timer=20", 2},
		{"network=torus-8x8 routing=dor traffic=HS25-2 load=0.5 congestion-control=drb drb-timer=20", 0},
	} {
		m := opened(t, c.sets)
		f, moved := m.fabric, false
		for us := int64(100); us <= 400; us += 100 {
			m.Advance(us*Microsecond, NoLimit)
			var want fabric.ControlState
			for src := range uint32(f.Net.Hosts) {
				flows, most, widest := want.Flows, 0, 0
				for dst := range uint32(f.Net.Hosts) {
					if src == dst {
						continue
					}
					ccti, _ := f.IndexOf(src, dst)
					open := len(f.OpenPaths(src, dst))
					if notes, k := f.PathsOf(src, dst); k != open || len(notes) != open {
						t.Fatalf("%s: %d paths of %d→%d, want %d", c.sets, k, src, dst, open)
					}
					most, widest = max(most, ccti), max(widest, open)
					if ccti > c.least {
						want.Flows++
						want.CCTISum += ccti
						want.CCTIMax = max(want.CCTIMax, ccti)
					}
					if open > 1 {
						want.Flows++
						want.Paths += open - 1
						want.MostOpen = max(want.MostOpen, open)
					}
				}
				if want.Flows == flows {
					continue
				}
				want.Hosts++
				if ccti, open := f.ControlOf(int(src)); ccti != most || open != widest {
					t.Fatalf("%s: host %d has a CCTI of %d, %d paths; its flows %d, %d", c.sets, src, ccti, open, most, widest)
				}
			}
			got := f.ControlState()
			got.ControlStats = want.ControlStats
			if got != want {
				t.Errorf("%s at %d µs: %+v, want %+v", c.sets, us, got, want)
			}
			moved = moved || want.Hosts > 3 && want.Hosts < f.Net.Hosts && want.Flows > want.Hosts && (want.CCTIMax > 4 || want.MostOpen > 2)
		}
		if !moved {
			t.Errorf("%s: hardly anything happens", c.sets)
		}
	}
}

// Notifications go before data, and leave the turn of data's VCs as it is: each gets what it gets without them.
func TestNotificationsKeepTheTurn(t *testing.T) {
	m := opened(t, "network=rlft-8x3 traffic=UT queuing=dbbm vcs=3 buffer=96 congestion-control=iba-cc")
	m.CountLinks()
	m.Advance(150*Microsecond, NoLimit)
	n := m.Network()
	var share [3]float64
	for h := range n.Hosts {
		share[h%3] += float64(m.Sent(int(n.Peer[n.HostPort(h)]))) / float64((n.Hosts+2-h%3)/3)
	}
	if low, high := slices.Min(share[:]), slices.Max(share[:]); low < 100 || high > 1.06*low {
		t.Errorf("hosts get %.0f packets by their VC", share)
	}
}

// Notifications are as old as the arrival of the packet that they tell of, and take the time of their size on a link.
func TestNotificationsAreBornAndTimed(t *testing.T) {
	m := opened(t, "network=rlft-8x2 traffic=HS25-1 congestion-control=iba-cc cn-vl=data bandwidth=7 packet=1500 cn-packet=16")
	f, waited := m.fabric, 0
	for i := int64(1); i <= 100; i++ {
		m.Advance(i*m.PacketPS()/2, NoLimit)
		f.Flights(func(port, _ int, p fabric.Packet, start int64) {
			if f.IsNotification(p) && f.Net.IsHost(port) && f.Birth(p) < start {
				waited++
			}
		})
	}
	if waited == 0 {
		t.Error("no notification has waited for its host's port")
	}
	if f.Control.NotePS != 18286 { // 128 b / 7 Gb/s = 18 285.7 ps
		t.Errorf("%d ps", f.Control.NotePS)
	}
}

// A pair whose paths have all closed forgets its notifications, those of the first path too.
func TestPairsBeginAnew(t *testing.T) {
	m := opened(t, "network=mesh-4x4 routing=dor congestion-control=drb drb-timer=20 cc-threshold=8 traffic=HS100-1 load=0.1 at=300_load_0.02")
	f := m.fabric
	count := func() (told int) {
		for src := range uint32(f.Net.Hosts) {
			for dst := range uint32(f.Net.Hosts) {
				if notes, _ := f.PathsOf(src, dst); src != dst && notes[0] > 0 {
					told++
				}
			}
		}
		return told
	}
	m.Advance(300*Microsecond, NoLimit)
	hot := count()
	m.Advance(5*Millisecond, NoLimit)
	if calm := count(); hot < 5 || calm > 0 {
		t.Errorf("%d pairs have notifications of their first path under a high load, %d after long low load", hot, calm)
	}
}

// Notifications begin in the dateline VC that their way asks for.
func TestNotificationsMindTheDateline(t *testing.T) {
	m := opened(t, "network=torus-8x8 routing=dor traffic=HS25-4 congestion-control=iba-cc cc-threshold=15")
	f, seen := m.fabric, map[int]int{}
	for i := int64(1); i <= 400; i++ {
		m.Advance(i*m.PacketPS()/2, NoLimit)
		f.Flights(func(port, vc int, p fabric.Packet, _ int64) {
			if f.IsNotification(p) && f.Net.IsHost(port) {
				first := f.Routes.FirstVC(0, p.Src(), p.Dst())
				if seen[first]++; vc != f.Control.NoteVC+first {
					t.Fatalf("a notification of host %d to %d begins in VC %d", p.Src(), p.Dst(), vc)
				}
			}
		})
	}
	if seen[0] == 0 || seen[1] == 0 {
		t.Errorf("notifications by dateline VC: %v", seen)
	}
}

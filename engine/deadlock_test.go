package engine

import (
	"slices"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

// Tori without dateline VCs, which Check refuses, are run nevertheless: some time they stand still, and
// then Deadlock names a ring of buffers: all of one row or column and direction, each full, each leading
// to the next. Before, and in networks that cannot deadlock, it names none.
func TestDeadlockIsFound(t *testing.T) {
	for _, c := range []struct {
		network, routing, voq string
		stops                 bool
	}{
		{"torus-8x3", "dor", "false", true}, {"torus-3x9", "dor", "false", true}, {"torus-6x1", "dor", "true", true},
		{"mesh-8x3", "dor", "false", false}, {"torus-4x4", "dor", "false", false}, {"bmin-8x2", "self", "true", false}, {"rlft-4x3", "oblivious", "false", false},
	} {
		s := scenario.Default().Must("network", c.network).Must("routing", c.routing).Must("dateline", "false").Must("voq", c.voq).
			Must("traffic", "UT").Must("packet", "64").Must("buffer", "0.125").Must("warmup", "0").Must("source-queue", "4")
		cfg, err := config(s)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fabric.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		m := &Sim{scenario: s, fabric: f}
		found := int64(-1)
		for at := int64(0); at < 400*Microsecond; at += 5 * Microsecond {
			before := f.Stats.Hops
			f.Run(at, NoLimit)
			cycle := m.Deadlock()
			if cycle == nil {
				if found >= 0 {
					t.Fatalf("%s: the deadlock of %d ps has gone", c.network, found)
				}
				if at > 0 && f.Stats.Hops == before {
					t.Fatalf("%s: nothing has moved before %d ps, but no deadlock is found", c.network, at)
				}
				continue
			}
			if found < 0 {
				found = at
			}
			n := f.Net
			for i, a := range cycle {
				b := cycle[(i+1)%len(cycle)]
				q := int(n.Peer[a.Port])
				if q/n.Radix != b.Port/n.Radix || a.Port%n.Radix != b.Port%n.Radix || f.Credits(a.Port, a.VC) > 0 || f.Occupancy(q, a.VC) < f.Capacity {
					t.Fatalf("%s: %v does not wait for %v", c.network, a, b)
				}
			}
			if side := max(n.Grid.X, n.Grid.Y); len(cycle) != side {
				t.Errorf("%s: a ring of %d buffers, want %d", c.network, len(cycle), side)
			}
		}
		if (found >= 0) != c.stops {
			t.Errorf("%s: deadlock found at %d ps", c.network, found)
		}
	}
}

// Where queues are set aside, a packet behind the head of its queue does not keep a deadlock from being found, though its own output
// may be free.
func TestDeadlockWithQueuesSetAside(t *testing.T) {
	for _, c := range []struct {
		query string
		ring  int
	}{
		{"network=torus-8x1 queuing=fbicm vcs=1 cfqs=1 cfq-detect=4 cfq-stop=3 buffer=0.25 load=0.7 seed=321", 8},
		{"network=torus-8x1 queuing=recn-iq cfqs=2 cfq-detect=4 cfq-stop=1 buffer=0.25 load=1.2 delay=50 crossbar=multiplexed seed=362", 8},
		{"network=torus-6x6 queuing=fbicm cfqs=1 cfq-detect=4 cfq-stop=1 buffer=0.1875 load=1.2 delay=50 crossbar=multiplexed seed=330", 6},
		{"network=torus-6x6 queuing=recn-iq cfq-detect=4 cfq-stop=2 buffer=0.25 load=1 delay=0 seed=239", 6},
	} {
		m := opened(t, c.query+" cfq-go=0 source-queue=4 packet=64 routing=dor dateline=false deadlock=watch traffic=UT warmup=0")
		m.Advance(3000*m.PacketPS(), NoLimit)
		hops := m.fabric.Stats.Hops
		ring, at := m.Deadlocked()
		if len(ring) != c.ring || at <= 0 {
			t.Errorf("%s: found %v at %d ps, want a ring of %d", c.query, ring, at, c.ring)
		}
		if m.Advance(6000*m.PacketPS(), NoLimit); m.fabric.Stats.Hops != hops {
			t.Errorf("%s: something moves", c.query)
		}
	}
}

// A circle that a Stop closes, with a buffer in it that is not full, is found as well, at one simulated time however the run was advanced;
// the packets that wait in it never move again.
func TestDeadlockClosedByAStop(t *testing.T) {
	for _, query := range []string{
		"network=torus-8x1 queuing=recn-iq traffic=UT load=0.9 buffer=0.25 cfq-detect=1 cfq-stop=3 cfq-go=1 cfqs=2 seed=717 delay=10",
		"network=torus-8x1 queuing=fbicm traffic=HS10-1 load=0.9 buffer=0.25 cfq-detect=1 cfq-stop=3 cfq-go=1 cfqs=1 seed=239 delay=0",
		"network=torus-8x4 queuing=fbicm traffic=UT load=0.9 buffer=0.25 cfq-detect=3 cfq-stop=3 cfq-go=0 cfqs=2 seed=2 delay=10",
		"network=torus-8x4 queuing=recn-iq traffic=HS25-1 load=0.9 buffer=0.375 cfq-detect=2 cfq-stop=4 cfq-go=1 cfqs=1 seed=598 delay=50",
	} {
		query += " packet=64 source-queue=8 routing=dor dateline=false deadlock=watch warmup=0"
		m := opened(t, query)
		m.StopAtDeadlock()
		end := 3000 * m.PacketPS()
		m.Advance(end, NoLimit)
		ring, at := m.Deadlocked()
		if len(ring) < 2 || m.Deadlock() != nil {
			t.Errorf("%s: found %v, of full buffers %v", query, ring, m.Deadlock())
			continue
		}
		other := opened(t, query)
		other.StopAtDeadlock()
		for !other.Advance(end, 300) {
			if other.Now() > at/2 {
				other = other.Store().Restore(other)
			}
		}
		if r, x := other.Deadlocked(); x != at || !slices.Equal(r, ring) {
			t.Errorf("%s: found at %d ps, not %d, as %v, not %v", query, x, at, r, ring)
		}
		f, n := m.fabric, m.fabric.Net
		packets := func(c routing.Channel) (list []fabric.Packet) {
			f.Packets(int(n.Peer[c.Port]), c.VC, func(x fabric.Queued) { list = append(list, x.Packet) })
			return
		}
		var waits [][]fabric.Packet // by channel of the ring: those of its packets at heads of queues that want to go on in it
		full := 0
		for i, c := range ring {
			next, in := ring[(i+1)%len(ring)], int(n.Peer[c.Port])
			if in/n.Radix != next.Port/n.Radix {
				t.Fatalf("%s: %v is not behind %v", query, next, c)
			}
			if f.Occupancy(in, c.VC) == f.Capacity {
				full++
			}
			var heads []fabric.Packet
			f.AsideHeads(in, c.VC, func(h fabric.AsideHead) {
				place := 0
				f.Packets(in, c.VC, func(x fabric.Queued) {
					if q, _ := f.QueueAt(in, c.VC, place); q == h.Queue && h.Out == next.Port%n.Radix && h.Next == next.VC {
						heads, h.Queue = append(heads, x.Packet), -1
					}
					place++
				})
			})
			waits = append(waits, heads)
		}
		if full == len(ring) {
			t.Errorf("%s: all buffers are full", query)
		}
		m.watch.stops = false
		m.Advance(at+10*end, NoLimit)
		for i, c := range ring {
			if left := packets(c); !slices.ContainsFunc(waits[i], func(p fabric.Packet) bool { return slices.Contains(left, p) }) {
				t.Errorf("%s: what waits in %v for the next has moved", query, c)
			}
		}
	}
}

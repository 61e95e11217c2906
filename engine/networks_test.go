package engine

import (
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

// Every network under every routing it allows, at low and at full load, with and without VOQs: nothing is
// lost, credits are conserved, packets keep to their VCs, what is offered arrives at low load, and at full
// load the network goes on delivering.
func TestEveryNetworkUnderEveryRouting(t *testing.T) {
	for _, c := range []struct {
		network, set string
		full         float64 // throughput at full load, at least
	}{
		{"mesh-4x4", "traffic=UT", .55}, {"mesh-8x4", "traffic=UT queuing=dbbm vcs=2", .3}, {"mesh-8x8", "traffic=UT voq=true", .45},
		{"mesh-8x4", "traffic=transpose", .2}, {"mesh-6x1", "traffic=UT packet=256 buffer=1", .3},
		{"torus-4x4", "traffic=UT", .6}, {"torus-8x8", "traffic=UT", .5}, {"torus-5x3", "traffic=UT voq=true", .7},
		{"torus-8x8", "traffic=UT queuing=dbbm vcs=2 voq=true packet=1024 buffer=16", .25}, {"torus-12x1", "traffic=UT buffer=8", .1},
		{"torus-9x5", "traffic=UT packet=64 buffer=0.125", .1}, // buffers of one packet
		{"torus-8x8", "traffic=butterfly", .2}, {"torus-8x8", "traffic=LHS", .015},
		{"bmin-8x3", "traffic=UT", .4}, {"bmin-8x3-butterfly", "traffic=UT queuing=dbbm", .5}, {"bmin-8x4", "traffic=FBICM-5 voq=true", .7}, {"bmin-4x3", "traffic=bit-reversal", .3},
	} {
		n, err := network(c.network)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range routing.For(n) {
			for _, load := range []string{"0.1", "1.2"} {
				s := scenario.Default().Must("network", c.network).Must("routing", r).Must("load", load).Must("warmup", "20")
				for _, set := range strings.Fields(c.set) {
					field, value, _ := strings.Cut(set, "=")
					s = s.Must(field, value)
				}
				m, err := Open(s)
				if err != nil {
					t.Fatalf("%s %s: %v", c.network, c.set, err)
				}
				var before, h observe.Header
				for us := int64(30); us <= 90; us += 30 {
					before = h
					m.Advance(us*Microsecond, NoLimit)
					if err := m.CheckInvariants(); err != nil {
						t.Fatalf("%s %s, %s, load %s: %v", c.network, c.set, r, load, err)
					}
					m.Measures(&h)
				}
				if h.Delivered == before.Delivered {
					t.Errorf("%s %s, %s, load %s: nothing delivered in the last 30 µs", c.network, c.set, r, load)
				}
				if load == "0.1" && h.Accepted < .93*h.Offered {
					t.Errorf("%s %s, %s: %.4f delivered of %.4f at low load", c.network, c.set, r, h.Accepted, h.Offered)
				}
				if load == "1.2" && h.Accepted < c.full {
					t.Errorf("%s %s, %s: throughput %.3f at full load, want %.3f", c.network, c.set, r, h.Accepted, c.full)
				}
			}
		}
	}
}

// A torus without dateline VCs is refused, with the ring of buffers that would wait for each other; and
// rightly so: where it is run nevertheless, it comes to a standstill, with them it does not.
func TestTorusNeedsDatelines(t *testing.T) {
	s := scenario.Default().Must("network", "torus-8x3").Must("routing", "dor").Must("traffic", "UT").Must("packet", "64").Must("buffer", "0.125").Must("warmup", "0")
	for _, dateline := range []bool{true, false} {
		s := s.Must("dateline", strconv.FormatBool(dateline))
		err := Check(s)
		if dateline != (err == nil) {
			t.Fatalf("dateline VCs: %v, %v", dateline, err)
		}
		if e, ok := err.(*scenario.Error); !dateline && (!ok || e.Field != "dateline" || !strings.Contains(e.Reason, "S(0,0) port 1 VC 0 → S(1,0) port 1 VC 0")) {
			t.Errorf("refused with %q", err)
		}
		c, err := config(s)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fabric.New(c)
		if err != nil {
			t.Fatal(err)
		}
		f.Run(200*Microsecond, NoLimit)
		before := f.Stats.Delivered
		f.Run(300*Microsecond, NoLimit)
		if moves := f.Stats.Delivered > before; moves != dateline {
			t.Errorf("dateline VCs: %v; packets move after 200 µs: %v", dateline, moves)
		}
		if err := f.CheckInvariants(); err != nil {
			t.Error(err)
		}
	}
}

// A routing that a network does not know is refused with those it does.
func TestRoutingsAreRefusedByName(t *testing.T) {
	for _, c := range []struct{ network, routing, allowed string }{
		{"mesh-4x4", "dmodk", "dor"}, {"torus-4x4", "adaptive", "dor"}, {"bmin-8x3", "dmodk", "self, oblivious"}, {"rlft-8x3", "dor", "dmodk, oblivious"}, {"rlft-8x3", "self", "dmodk"},
	} {
		err := Check(scenario.Default().Must("network", c.network).Must("routing", c.routing))
		if e, ok := err.(*scenario.Error); !ok || e.Field != "routing" || !strings.Contains(e.Reason, c.allowed) {
			t.Errorf("%s on %s: %v", c.routing, c.network, err)
		}
	}
	for _, set := range []string{"vcs=9 queuing=dbbm"} {
		s := scenario.Default().Must("network", "torus-8x8").Must("routing", "dor")
		for _, f := range strings.Fields(set) {
			field, value, _ := strings.Cut(f, "=")
			s = s.Must(field, value)
		}
		if err := Check(s); err == nil || !strings.Contains(err.Error(), "1–8") {
			t.Errorf("%s: %v", set, err)
		}
	}
}

// Queues for each destination need no dateline VCs: without them a torus is not refused, and the run is the same. They are not to
// choose, nor what to do about deadlocks.
func TestVOQnetNeedsNoDatelines(t *testing.T) {
	for _, name := range []string{"dateline", "deadlock"} {
		if f := scenario.Lookup(name); f.Active(scenarioOf(t, "network=torus-4x4 routing=dor queuing=voqnet")) || !f.Active(scenarioOf(t, "network=torus-4x4 routing=dor queuing=dbbm")) {
			t.Errorf("%s is to choose with VOQnet, or not with DBBM", name)
		}
	}
	err := Check(scenarioOf(t, "network=torus-4x4 routing=dor queuing=voqnet congestion-control=drb dateline=false"))
	if e, ok := err.(*scenario.Error); !ok || e.Field != "congestion-control" {
		t.Errorf("DRB with VOQnet: %v", err)
	}
	for _, half := range []string{"balanced", "first"} {
		query := "network=torus-6x5 routing=dor queuing=voqnet traffic=UT load=1 packet=512 buffer=15 half-ring=" + half
		with, without := opened(t, query), opened(t, query+" dateline=false")
		with.Advance(50*Microsecond, NoLimit)
		without.Advance(50*Microsecond, NoLimit)
		if with.Checksum() != without.Checksum() || with.fabric.Stats.Delivered < 10_000 {
			t.Errorf("half-ring=%s: %d delivered with dateline VCs, %d without", half, with.fabric.Stats.Delivered, without.fabric.Stats.Delivered)
		}
	}
}

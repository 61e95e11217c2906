package fabric

import (
	"testing"

	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// A trace runs to its end under invariants, gives the same bits in slices and from a copy, and
// takes the time that its messages take.
func TestTraceIsPlayed(t *testing.T) {
	trace, err := vef.Ptrans(vef.Grid{P: 4, Q: 4, N: 512, NB: 32, Runs: 1})
	if err != nil {
		t.Fatal(err)
	}
	n, _ := topology.Build("rlft-4x3")
	routes, _ := routing.NewTable(n)
	for _, set := range []struct {
		routing, queuing string
		voq              bool
	}{{"dmodk", "1q", false}, {"adaptive", "dbbm", true}, {"afi", "vftree", false}} {
		s := scenario.Default().Must("routing", set.routing)
		alg, _ := routing.Build(s)
		scheme, vcs, _ := queuing.Build(scenario.Default().Must("queuing", set.queuing), n, 3)
		if routing.Isolates(s) {
			vcs++
		}
		build := func() *Fabric {
			f, err := New(Config{Net: n, Routes: routes, Routing: alg, Isolate: routing.Isolates(s), Scheme: scheme, VCs: vcs, VOQ: set.voq, Trace: trace,
				PacketBytes: 1024, PacketPS: 81920, DelayPS: 6000, Capacity: 4, SourceCap: 64, Seed: 1, BinPS: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		a := build()
		a.Run(1e12, 1<<62)
		if !a.Playing().Done() {
			done, total := a.Playing().Progress()
			t.Fatalf("%v: %d of %d records after a second", set, done, total)
		}
		if a.Stats.Delivered != a.Stats.Generated || a.Stats.Refused != 0 || a.OnLinks() != 0 {
			t.Errorf("%v: %d packets of %d delivered", set, a.Stats.Delivered, a.Stats.Generated)
		}
		b := build()
		var c *Fabric
		for now := int64(0); now < 1e12; {
			now = min(1e12, now+now/7+100_000)
			for !b.Run(now, 500) {
			}
			if err := b.CheckInvariants(); err != nil {
				t.Fatal(err)
			}
			if c == nil && now > a.Playing().Finish()/2 {
				c = b.Clone()
			}
		}
		c.Run(1e12, 1<<62)
		if x, y, z := a.Checksum(), b.Checksum(), c.Checksum(); x != y || x != z {
			t.Errorf("%v: checksum %x at once, %x in slices, %x from a copy", set, x, y, z)
		}
		// No host receives faster than its link, and none waits for ever.
		if end, least := a.Playing().Finish(), int64(a.Stats.Delivered)*81920/16; end < least || end > 40*least {
			t.Errorf("%v: the trace took %d ps; its packets alone need %d", set, end, least)
		}
	}
	if _, err := New(Config{Net: &topology.Network{Hosts: 8, Radix: 2}, VCs: 1, Trace: trace, SourceCap: 1, Capacity: 1, BinPS: 1, Gaps: traffic.Gaps{}}); err == nil {
		t.Error("16 tasks were put on 8 hosts")
	}
}

package fabric

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// States that differ only in when packets have left their hosts, or in when messages that wait were generated, have other checksums
// where that decides who goes first, and the same where it does not. Copies and stored states hold these times.
func TestAgesThatDecideAreInTheChecksum(t *testing.T) {
	trace, err := iotrace.Read(strings.NewReader("IO1 8 us\n0 0 4 64000\n0 1 4 64000\n0 2 5 64000\n0 3 5 64000\n1 0 6 64000\n1 1 4 64000\n1 2 7 64000\n1 7 4 64000\n"), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n, _ := topology.Build("rlft-4x2")
	routes, _ := routing.NewTable(n)
	alg, _ := routing.Build(scenario.Default())
	scheme, vcs, _ := queuing.Build(scenario.Default().Must("queuing", "1q"), n, 1)
	for name, c := range map[string]struct {
		set          Config
		begun, birth bool // what decides
	}{
		"islip":                           {Config{}, false, false},
		"islip, by destination":           {Config{Admittance: true}, false, false},
		"oldest-first":                    {Config{Oldest: true}, false, true},
		"oldest-first, fbicm":             {Config{Oldest: true, SetAside: &SetAside{Queues: 4, Detect: 2, Stop: 3, Go: 1}}, false, true},
		"oldest-first, by destination":    {Config{Oldest: true, Admittance: true}, false, true},
		"oldest-injected":                 {Config{Oldest: true, Injected: true}, true, false},
		"oldest-injected, fbicm":          {Config{Oldest: true, Injected: true, SetAside: &SetAside{Queues: 4, Detect: 2, Stop: 3, Go: 1}}, true, false},
		"oldest-injected, by destination": {Config{Oldest: true, Injected: true, Admittance: true}, true, true},
		"oldest-injected, voqnet":         {Config{Oldest: true, Injected: true, VOQnet: true}, true, true},
	} {
		s := c.set
		s.Net, s.Routes, s.Routing, s.Scheme, s.VCs, s.Trace = n, routes, alg, scheme, vcs, trace
		s.PacketBytes, s.PacketPS, s.DelayPS, s.Capacity, s.SourceCap, s.Seed, s.BinPS = 64, 64_000, 6000, 16, 64, 1, 1<<30
		f, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		f.Run(20_000_000, 1<<62)
		sum := f.Checksum()
		for what, x := range map[string]struct {
			decides bool
			change  func(*Fabric) (changed int)
		}{
			"when packets left their hosts": {c.begun, func(g *Fabric) (changed int) {
				g.Flights(func(_, _ int, p Packet, _ int64) { g.packets.life[p.id()].begun--; changed++ })
				return
			}},
			"when messages were generated": {c.birth, func(g *Fabric) (changed int) {
				for i := range g.out.message {
					if m := &g.out.message[i]; m.left > 0 {
						m.birth--
						changed++
					}
				}
				return
			}},
		} {
			g := f.Clone()
			if changed := x.change(g); changed == 0 {
				t.Errorf("%s: nothing to change in %s", name, what)
			}
			other := g.Checksum()
			if (other != sum) != x.decides {
				t.Errorf("%s: that %s has another checksum is %v, want %v", name, what, other != sum, x.decides)
			}
			if g.Clone().Checksum() != other || g.Store().Restore(f.Clone()).Checksum() != other || f.Checksum() != sum {
				t.Errorf("%s: a copy does not hold %s", name, what)
			}
		}
	}
}

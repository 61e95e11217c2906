package fabric

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// congested returns a fabric of sixteen hosts, a quarter of which send to one, when its buffers have filled.
func congested(t *testing.T, change func(c *Config), set ...string) *Fabric {
	t.Helper()
	s := scenario.Default().Must("network", "rlft-4x3").Must("traffic", "HS25-1").Must("load", "1")
	for i := 0; i < len(set); i += 2 {
		s = s.Must(set[i], set[i+1])
	}
	n, err := topology.Build(s.Get("network"))
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Net: n, PacketBytes: 4096, PacketPS: 327680, DelayPS: 6000, Capacity: 4, SourceCap: 64, Seed: 1, BinPS: 1 << 30}
	if c.Routes, err = routing.NewTable(n); err != nil {
		t.Fatal(err)
	}
	if c.Routing, err = routing.Build(s); err != nil {
		t.Fatal(err)
	}
	if c.Scheme, c.VCs, err = queuing.Build(s, n, int(s.Int("vcs"))); err != nil {
		t.Fatal(err)
	}
	if c.Pattern, err = traffic.Build(s, n); err != nil {
		t.Fatal(err)
	}
	c.Gaps = traffic.GapsOf(s, c.PacketPS)
	if change != nil {
		change(&c)
	}
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	for !f.Run(50_000_000, 1<<20) {
	}
	return f
}

// The invariants find what is wrong: each damage to a state that they have found sound is told, and where.
func TestInvariantsFindDamage(t *testing.T) {
	voqs := func(c *Config) { c.VOQ, c.Demux, c.Revisit = true, true, true }
	setAside := func(c *Config) {
		c.Capacity, c.SetAside = 32, &SetAside{Queues: 8, Detect: 5, Stop: 8, Go: 4}
	}
	atHosts := func(c *Config) { setAside(c); c.Admittance = true }
	byHost := func(c *Config) { c.Capacity, c.VOQnet = 64, true }
	throttled := func(c *Config) {
		c.Control = &Control{Limit: 1, NotePS: 5120, NoteVC: -1, Throttle: &Throttle{Delay: make([]int64, 8), Increase: 1, Limit: 7, TimerPS: 150_000_000}}
	}
	adaptive := []string{"routing", "adaptive", "queuing", "dbbm", "vcs", "3"}
	for _, x := range []struct {
		what   string // a part of what is said
		config func(c *Config)
		set    []string
		damage func(f *Fabric) bool // says whether there was something to damage
	}{
		{"credits, packets and credits on their way sum up to 3, not 4", nil, nil, func(f *Fabric) bool {
			r := f.output(0, 2)
			took := r.credits(0) > 0
			r[0] -= 1 << 16
			return took
		}},
		{"5 packets in a buffer of 4", nil, nil, func(f *Fabric) bool {
			c := firstBuffer(f, 4)
			c.w[0]++
			return true
		}},
		{"a packet is in a VC that is not its own", nil, adaptive, func(f *Fabric) bool {
			c := firstBuffer(f, 1)
			c.w[c.slots+c.start()] ^= 1 << atDst
			return true
		}},
		{"two packets have one number", nil, nil, func(f *Fabric) bool {
			c := firstBuffer(f, 2)
			c.w[c.slots+c.at(1)] = c.w[c.slots+c.at(0)]
			return true
		}},
		{"a packet D-mod-K sends elsewhere is not known to be one", voqs, adaptive, func(f *Fabric) bool {
			for s := range f.Net.Switches {
				away := f.block(s)[f.atAwayIn:f.perSwitch]
				if i := slices.IndexFunc(away, func(inputs uint64) bool { return inputs != 0 }); i >= 0 {
					away[i] = 0
					return true
				}
			}
			return false
		}},
		{"its requests are not those of its queue heads", nil, nil, func(f *Fabric) bool {
			f.output(0, 0)[1] ^= 2
			return true
		}},
		{"what waiting heads see of it is not its requests and credits", voqs, adaptive, func(f *Fabric) bool {
			f.block(0)[f.atHave] ^= 1
			return true
		}},
		{"packets generated", nil, nil, func(f *Fabric) bool {
			f.Stats.Delivered++
			return true
		}},
		{"packets generated", nil, nil, func(f *Fabric) bool { // a source queue loses one
			h := slices.IndexFunc(f.rings, func(q sourceRing) bool { return q.count > 1 })
			f.rings[h].count--
			return true
		}},

		{"it is busy and sends nothing, or it is free and sends", nil, nil, func(f *Fabric) bool {
			f.ports[0].freeOut ^= 1
			return true
		}},

		{"it is idle, though packets wait for it and it has credits", nil, nil, func(f *Fabric) bool { // the input that sends is said to be free
			for i := range f.Net.SwitchPorts() {
				s, out := f.Net.SwitchOf(i)
				if r := f.output(s, out); f.ports[s].freeOut>>out&1 != 0 && r.asking3() != 0 {
					f.ports[s].freeIn |= r.asking3()
					return true
				}
			}
			return false
		}},

		{"its bits are not those of its source queue and credits", nil, nil, func(f *Fabric) bool {
			f.host[3].ready ^= 1
			return true
		}},
		{"it is idle, though it has packets and credits for them", nil, []string{"load", "0.3"}, func(f *Fabric) bool { // one comes, and nobody tells
			h := slices.IndexFunc(f.host, func(s host) bool { return !s.busy && s.filled == 0 && s.ready != 0 })
			f.host[h].filled, f.rings[h].count = 1, 1
			f.Stats.Generated++
			return true
		}},

		{"packets in the NFQ", setAside, nil, func(f *Fabric) bool {
			f.aside.unit[0].nfq++
			return true
		}},
		{"is in use for nothing", setAside, nil, func(f *Fabric) bool {
			f.aside.unit[0].open |= 1 << 7
			f.aside.at(0, 7).state |= lineActive
			return true
		}},
		{"is not the one noted", setAside, nil, func(f *Fabric) bool {
			u := slices.IndexFunc(f.aside.unit, func(x asideUnit) bool { return x.nfq > 0 })
			f.aside.unit[u].first.dst ^= 1
			return true
		}},
		{"packets in queue", setAside, nil, func(f *Fabric) bool {
			l := firstLine(f)
			l.used++
			return true
		}},
		{"upstream is not what it was told", setAside, nil, func(f *Fabric) bool {
			firstLine(f).state ^= lineTold
			return true
		}},
		{"queues are set aside", setAside, nil, func(f *Fabric) bool {
			f.aside.series.active++
			return true
		}},
		{"it is halted, or is not, against the lines of the CAM", atHosts, nil, func(f *Fabric) bool {
			f.admit.halted[0] ^= 2
			return true
		}},
		{"wait in all queues", atHosts, nil, func(f *Fabric) bool {
			f.admit.held[0]++
			return true
		}},

		{"0 packets queued, 1 counted", byHost, nil, func(f *Fabric) bool {
			f.voqnet.held[0]++
			return true
		}},
		{"its bits are not those of its packets and credits", byHost, nil, func(f *Fabric) bool {
			f.voqnet.can[0] ^= 1 << 15
			return true
		}},
		{"credits, packets and credits on their way", byHost, nil, func(f *Fabric) bool {
			f.voqnet.credit[len(f.voqnet.credit)-1]--
			return true
		}},
		{"its bits are not those of its packets", byHost, nil, func(f *Fabric) bool {
			f.voqnet.host.some[0] ^= 1
			return true
		}},

		{"packets wait for it", throttled, nil, func(f *Fabric) bool {
			f.cc.waiting[0]++
			return true
		}},
		{"packets marked", throttled, nil, func(f *Fabric) bool {
			f.cc.stats.Marks++
			return f.cc.stats.FECN > 0
		}},
		{"a CCTI of host", throttled, nil, func(f *Fabric) bool {
			for h := range f.cc.agent {
				for i := range f.cc.agent[h].flows {
					f.cc.agent[h].flows[i].ccti = 8
					return true
				}
			}
			return false
		}},
	} {
		f := congested(t, x.config, x.set...)
		if err := f.CheckInvariants(); err != nil {
			t.Fatalf("%q: before the damage: %v", x.what, err)
		}
		if !x.damage(f) {
			t.Fatalf("%q: there was nothing to damage", x.what)
		}
		if err := f.CheckInvariants(); err == nil || !strings.Contains(err.Error(), x.what) {
			t.Errorf("%q: %v", x.what, err)
		}
	}
}

// firstBuffer returns the first input buffer with at least so many packets.
func firstBuffer(f *Fabric, least int) channel {
	for i := range f.Net.SwitchPorts() * f.VCs {
		if c := f.channel(i); c.used() >= least {
			return c
		}
	}
	panic("no such buffer")
}

// firstLine returns the first line of a switch's CAM that is in use.
func firstLine(f *Fabric) *camLine {
	for u := range f.Net.SwitchPorts() * f.VCs {
		for k := range f.aside.Queues {
			if l := f.aside.at(u, k); l.state&lineActive != 0 {
				return l
			}
		}
	}
	panic("no queue is set aside")
}

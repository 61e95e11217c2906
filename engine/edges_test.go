package engine_test

// Scenarios at the edges of what is allowed, which once went wrong: each runs, conserves what it must, and is the same to the bit
// with and without trees to look for, and in small steps.

import (
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

func TestEdges(t *testing.T) {
	for _, c := range []struct {
		name, query string
		untilNS     int64
	}{
		{"a full source queue at a signal of RECN-IQ", "queuing=recn-iq&cfqs=2&cfq-detect=2&cfq-stop=2&cfq-go=1&traffic=UT&load=1.2&hotspot-from=20&source-queue=16&warmup=10", 60e3},
		{"the same, FBICM, one packet", "queuing=fbicm&cfq-stop=1&cfq-go=0&load=1.2&generation=constant&source-queue=1", 20e3},
		{"a trace's packets and notifications, InfiniBand CC", "network=rlft-4x3&traffic=PTRANS-4x4-512-16&congestion-control=iba-cc", 500e3},
		{"the same, DRB", "preset=drb-drb-torus-8x8&traffic=PTRANS-8x8-2048-16", 300e3},
		{"no delay, a state beyond the caches", "preset=hs10-1&delay=0&buffer=4096", 3e3},
		{"no delay, notifications, InfiniBand CC", "network=rlft-8x2&traffic=UT&congestion-control=iba-cc&cn-vl=data&delay=0&buffer=8", 20e3},
		{"the same, DRB", "network=rlft-8x2&traffic=HS50-4&congestion-control=drb&delay=0&buffer=8", 20e3},
		{"no delay, a trace", "network=rlft-4x3&traffic=PTRANS-2x2-256-16&delay=0", 100e3},
		{"no delay, a trace, queues set aside", "network=rlft-4x3&traffic=PTRANS-2x2-256-16&delay=0&queuing=fbicm", 100e3},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := scenario.ParseQuery(c.query)
			if err != nil {
				t.Fatal(err)
			}
			until := c.untilNS * engine.Nanosecond
			var sums [2]uint64
			for i := range sums {
				m, err := engine.Open(s)
				if err != nil {
					t.Fatal(err)
				}
				m.TrackTrees(i == 0)
				step := until
				if i == 1 {
					step = until / 97
				}
				for at := step; ; at += step {
					at = min(at, until)
					for !m.Play(at, 1<<20) {
					}
					if i == 1 {
						m.Checksum()
					}
					if at == until {
						break
					}
				}
				if err := m.CheckInvariants(); err != nil {
					t.Error(err)
				}
				sums[i] = m.Checksum()
			}
			if sums[0] != sums[1] {
				t.Errorf("checksum %x in one go and observed, %x in steps and not observed", sums[0], sums[1])
			}
		})
	}
}

// What cannot be opened is refused before: a trace in which nobody does anything.
func TestCheckRefusesEmptyTraces(t *testing.T) {
	s, err := scenario.ParseQuery("network=rlft-4x3&traffic=IO-2x1-10-2")
	if err == nil {
		err = engine.Check(s)
	}
	if err == nil || !strings.Contains(err.Error(), "nobody reads or writes within 10 ms") {
		t.Errorf("Check says %v", err)
	}
}

// A congestion tree may be longer than 255 hops: the ways to the corner of a mesh, from the opposite end of its row and from the one
// of another row.
func TestTreesOfLongWays(t *testing.T) {
	tasks := "C0"
	for i := range 1024 {
		tasks += " " + strconv.Itoa(i)
	}
	traffic := keep(t, "VEF3 1024 2 1 0 0 TRUE\n"+tasks+"\n0 0 255 200000 0 0 -1\n1 768 255 200000 0 0 -1\n")
	for _, c := range []struct {
		queuing string
		packets int64
	}{{"fbicm", 1000}, {"recn-iq", 1000}, {"1q", 2000}} {
		m := open(t, "network", "mesh-256x4", "routing", "dor", "packet", "64", "buffer", "0.25", "delay", "0",
			"queuing", c.queuing, "cfq-detect", "1", "cfq-stop", "1", "cfq-go", "0", "traffic", traffic)
		m.Advance(c.packets*m.PacketPS(), engine.NoLimit)
		if err := m.CheckInvariants(); err != nil {
			t.Errorf("%s: %v", c.queuing, err)
		}
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		if len(f.Trees) != 1 || f.Trees[0].Depth != 256+3 {
			t.Errorf("%s: want one tree of 259 hops, found %+v", c.queuing, f.Trees)
		}
		most := uint16(0)
		for _, l := range f.Lines {
			most = max(most, l.Hops)
		}
		if c.queuing != "1q" && most != 256+3+1 { // that of a host
			t.Errorf("%s: the longest line has %d hops, want 260", c.queuing, most)
		}
	}
}

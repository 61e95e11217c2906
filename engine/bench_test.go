package engine_test

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/paper"
)

// BenchmarkHops measures packet-hops (one packet crossing one link) per second in steady state.
// go test ./engine -bench Hops -benchmem
func BenchmarkHops(b *testing.B) {
	for _, c := range []struct {
		name string
		warm int64 // µs
		set  []string
	}{
		{"128", 100, []string{"network", "rlft-8x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"432", 100, []string{"network", "rlft-12x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"11664", 60, []string{"network", "rlft-36x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"432-1q", 100, []string{"network", "rlft-12x3", "traffic", "UT", "load", "0.5"}},
		{"432-adaptive", 100, []string{"network", "rlft-12x3", "traffic", "UT", "load", "0.5", "routing", "adaptive"}},
	} {
		b.Run(c.name, func(b *testing.B) { hops(b, open(b, c.set...), c.warm) })
	}
}

// BenchmarkCells measures the same for cells of [RAR]'s tables, from 60 µs on.
// go test ./engine -run '^$' -bench Cells
func BenchmarkCells(b *testing.B) {
	for _, id := range []string{"voq/2TH-AS-K/vFtree/HS25-1", "voq/TH-AS-K/Flow2SL/IHS", "voq/TH-AS-K/vFtree/HS10-1", "voq/TH-AS-K/DBBM/IHS", "voq/2TH-FS-K/vFtree/HS10-4",
		"voq/NoTH-AS-K/vFtree/IHS", "voq/D-mod-K/vFtree/HS10-1", "iq/TH-AS-K/DBBM/HS25-1", "iq/2TH-AS-K/vFtree/IHS"} {
		b.Run(strings.ReplaceAll(id, "/", "_"), func(b *testing.B) {
			c, err := paper.Parse(id)
			if err != nil {
				b.Fatal(err)
			}
			s, err := c.Scenario()
			if err != nil {
				b.Fatal(err)
			}
			m, err := engine.Open(s)
			if err != nil {
				b.Fatal(err)
			}
			hops(b, m, 60)
		})
	}
}

// BenchmarkLinks measures what the counting of links costs, which the page's workers do: utilisation and lack of credits.
// go test ./engine -run '^$' -bench Links
func BenchmarkLinks(b *testing.B) {
	for _, network := range []string{"rlft-12x3", "rlft-36x3"} {
		for _, counted := range []string{"", "-counted"} {
			b.Run(network+counted, func(b *testing.B) {
				m := open(b, "network", network, "traffic", "HS10-1", "queuing", "dbbm", "voq", "true")
				if counted != "" {
					m.CountLinks()
				}
				hops(b, m, 60)
			})
		}
	}
}

// BenchmarkWatched measures a run as the page's workers have it: congestion trees and their course followed, links counted, and a frame
// of it every 50 packet-hops a host.
// go test ./engine -run '^$' -bench Watched
func BenchmarkWatched(b *testing.B) {
	for _, c := range []struct {
		name string
		set  []string
	}{
		{"432", []string{"network", "rlft-12x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
		{"432-1q", []string{"network", "rlft-12x3", "traffic", "HS10-1"}},
		{"432-vftree", []string{"network", "rlft-12x3", "traffic", "HS25-4", "queuing", "vftree"}},
		{"11664", []string{"network", "rlft-36x3", "traffic", "HS10-1", "queuing", "dbbm", "voq", "true"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := open(b, c.set...)
			m.CountLinks()
			m.Advance(60*engine.Microsecond, engine.NoLimit)
			var f observe.Frame
			m.Frame(&f, observe.Options{Dots: 2000, Detail: -1})
			from := f.Hops
			b.ReportAllocs()
			b.ResetTimer()
			for f.Hops-from < uint64(b.N) {
				m.Advance(math.MaxInt64/2, 3*50*m.Network().Hosts)
				m.Frame(&f, observe.Options{Dots: 2000, Detail: -1})
			}
			b.ReportMetric(float64(f.Hops-from)/b.Elapsed().Seconds()/1e6, "Mhops/s")
		})
	}
}

// hops measures a simulation after so many µs.
func hops(b *testing.B, m *engine.Sim, warm int64) {
	m.TrackTrees(false)
	m.Advance(warm*engine.Microsecond, engine.NoLimit)
	var h observe.Header
	m.Measures(&h)
	from := h.Hops
	b.ReportAllocs()
	b.ResetTimer()
	for m.Measures(&h); h.Hops-from < uint64(b.N); m.Measures(&h) {
		m.Advance(m.Now()+engine.Microsecond, engine.NoLimit)
	}
	b.ReportMetric(float64(h.Hops-from)/b.Elapsed().Seconds()/1e6, "Mhops/s")
}

package engine

import (
	"math"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

// Fairness is told of what hosts send from the averages' beginning on. Arbiters that let inputs take turns are fair to inputs, not to hosts:
// where all send to one, who is nearer has more ("parking lot"), and the hot spot itself, which sends to all, has its whole link.
func TestFairness(t *testing.T) {
	for _, c := range []struct {
		set   string
		share []float64 // of each host's link
	}{
		{"network=rlft-8x2 traffic=UT load=0.5 generation=constant warmup=20", []float64{.5, .5}},
		{"network=rlft-8x2 traffic=UT load=0.5 generation=constant warmup=0", []float64{.5, .5}},
		{"network=rlft-4x2 traffic=HS100-1 hotspots=0 load=1 warmup=100", []float64{1, 1. / 2, 1. / 12, 1. / 12, 1. / 12, 1. / 12, 1. / 12, 1. / 12}}, // all others come by one link
		{"network=torus-8x1 routing=dor traffic=HS100-1 hotspots=0 load=1 warmup=100", []float64{1, 1. / 4, 1. / 8, 1. / 16, 1. / 16, 1. / 8, 1. / 8, 1. / 4}},
	} {
		m := opened(t, c.set)
		m.Advance(600*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		sum, squares := 0.0, 0.0
		for _, x := range c.share {
			sum, squares = sum+x, squares+x*x
		}
		jain, least := sum*sum/(float64(len(c.share))*squares), slices.Min(c.share)
		if a, _ := h.Shown(); math.Abs(a.Fairness-jain) > .003 || math.Abs(a.LeastHost-least) > .003 {
			t.Errorf("%s: Jain %.4f, theory %.4f; least host %.4f, theory %.4f", c.set, a.Fairness, jain, a.LeastHost, least)
		}
	}
}

// Shares are those of what each host's port has sent, counted from outside; at any time, however often somebody has looked, and in a copy.
func TestSharesAreWhatPortsSend(t *testing.T) {
	for _, set := range []string{
		"network=rlft-8x2 traffic=HS25-1", "network=torus-4x4 routing=dor traffic=transpose congestion-control=drb", "network=bmin-4x3 routing=self traffic=UT queuing=fbicm",
		"network=rlft-4x3 traffic=HS50-1 queuing=voqnet buffer=1024", "network=rlft-4x3 traffic=UT admittance=by-destination", "network=rlft-4x3 traffic=PTRANS-4x4-512-16",
		"network=rlft-4x3 traffic=UT load=0.01",
	} {
		m := opened(t, set+" warmup=40")
		hosts := m.Network().Hosts
		from := m.fabric.WindowPS // of a trace 0
		before, seen := make([]uint32, hosts), from == 0
		for i := int64(1); i < 40; i++ {
			at := i * 3 * Microsecond
			if !seen && at >= from { // the last instant before the averages
				m.Advance(from-1, NoLimit)
				for h := range before {
					before[h] = m.Sent(m.Network().HostPort(h))
				}
				seen = true
			}
			m.Advance(at, NoLimit)
			if i == 20 {
				m = m.Clone()
			}
			var f observe.Frame
			m.Frame(&f, observe.Options{})
			if !seen || at == from {
				continue
			}
			n, sum, squares, least := 0.0, 0.0, 0.0, math.Inf(1)
			for h := range before {
				x := float64(m.Sent(m.Network().HostPort(h)) - before[h])
				waits := false
				for vc := range m.fabric.VCs {
					waits = waits || m.fabric.SourceLen(h, vc) > 0
				}
				if x > 0 || waits {
					n, sum, squares, least = n+1, sum+x, squares+x*x, min(least, x)
				}
			}
			jain, least := sum*sum/(n*squares), min(1, least*float64(m.PacketPS())/float64(at-from))
			if sum == 0 {
				jain, least = -1, -1
			}
			if math.Abs(f.Fairness-jain) > 1e-12 || math.Abs(f.LeastHost-least) > 1e-12 {
				t.Errorf("%s at %d µs: Jain %v and %v, from outside %v and %v", set, at/Microsecond, f.Fairness, f.LeastHost, jain, least)
			}
		}
	}
}

// Nobody has sent more than the link carries, also while the first packets leave, which count as a whole.
func TestLeastHostOfFirstPackets(t *testing.T) {
	m := opened(t, "network=knary-8x1 traffic=UT load=1 generation=constant")
	for range 40 {
		m.Advance(m.Now()+50*Nanosecond, NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{})
		if a, _ := f.Shown(); a.LeastHost > 1 {
			t.Errorf("at %d ns the host that has sent least has sent %.1f %% of its link's bandwidth", m.Now()/Nanosecond, 100*a.LeastHost)
		}
	}
}

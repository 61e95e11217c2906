package plain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Averages before their window begins, at its first instant and in it: loads, latencies, fairness, and the load of the last bins.
func TestAverages(t *testing.T) {
	r := rand.New(rand.NewPCG(2019, 9))
	for i := range few(42) {
		text := []func(*rand.Rand) string{draw, drawControlled, drawQueues, drawChanged}[i%4](r)
		if _, err := build(text); err != nil {
			continue
		}
		if d := averagesOver(r, text, 100); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

func averagesOver(r *rand.Rand, text string, times int64) string {
	s, err := build(text)
	if err != nil {
		return err.Error()
	}
	e, m, err := both(s)
	if err != nil {
		return err.Error()
	}
	p := e.PacketPS()
	from := times / 2 * p
	if r.IntN(2) == 0 {
		from += r.Int64N(p)
	}
	e.TrackTrees(false)
	e.SetWindow(from)
	var f observe.Frame
	var begun tally // at the window's beginning, without what happens then
	for _, at := range []int64{from / 3, from - 1, from, from + 1, from + 3*p/2, from + 3*p + r.Int64N(40*p)} {
		if at >= from && begun.sent == nil {
			m.Advance(from - 1)
			begun = m.tally()
		}
		e.Advance(at, engine.NoLimit)
		m.AdvanceTo(at)
		e.Frame(&f, observe.Options{Detail: -1})
		a, since := f.Shown()
		before := tally{sent: make([]int, len(m.hosts))}
		if since > 0 {
			before = begun
		}
		if (since == from) != (at > from) || at < from && f.Accepted >= 0 || at > from && f.SoFar != observe.NoAverages {
			return fmt.Sprintf("%d ps: averages since %d, so far %+v", at, since, f.SoFar)
		}
		if got, want := averagesInWords(a), averagesInWords(m.averages(before, since, &f)); got != want {
			return fmt.Sprintf("%d ps, since %d: %s\nin the model %s", at, since, got, want)
		}
		first := max(0, at/f.BinPS-2)
		for first > 0 && first*f.BinPS > at-3*p {
			first--
		}
		n := 0
		for _, x := range m.arrivals {
			if x.at >= first*f.BinPS {
				n++
			}
		}
		if want := float64(n) * float64(p) / float64(at-first*f.BinPS) / float64(len(m.hosts)); fmt.Sprintf("%.6f", f.AcceptedNow) != fmt.Sprintf("%.6f", want) {
			return fmt.Sprintf("%d ps: %.6f accepted now, in the model %.6f", at, f.AcceptedNow, want)
		}
	}
	return ""
}

// A tally is what has been generated, and sent by each host.
type tally struct {
	generated uint64
	sent      []int
}

func (m *Model) tally() (x tally) {
	x.generated = m.totals.Generated
	for h := range m.hosts {
		x.sent = append(x.sent, int(m.ports[m.net.HostPort(h)].sent))
	}
	return x
}

// averages are those since a time, before which so much had happened; the edges of the latencies' bins are a frame's.
func (m *Model) averages(before tally, since int64, f *observe.Frame) observe.Averages {
	a := observe.NoAverages
	var latencies, network []int64
	for _, x := range m.arrivals {
		if x.at >= since {
			latencies, network = append(latencies, x.latency), append(network, x.network)
		}
	}
	load := func(packets float64) float64 {
		return packets * float64(m.packetPS) / float64(m.now-since) / float64(len(m.hosts))
	}
	now := m.tally()
	a.Accepted, a.Offered = load(float64(len(latencies))), load(float64(now.generated-before.generated))
	for h := range now.sent {
		now.sent[h] -= before.sent[h]
	}
	if index, least := m.jain(now.sent); index >= 0 {
		a.Fairness, a.LeastHost = index, min(1, load(float64(least*len(m.hosts))))
	}
	if len(latencies) > 0 {
		a.LatencyNS, a.LatencyP50, a.LatencyP99 = spreadOf(latencies, f)
		a.NetworkNS, a.NetworkP50, a.NetworkP99 = spreadOf(network, f)
	}
	return a
}

// spreadOf returns the mean of latencies, ns, and the upper edges of the bins that half of them, and 99 %, rounded to whole packets, are in or
// below (R "latency").
func spreadOf(list []int64, f *observe.Frame) (mean, p50, p99 float64) {
	slices.Sort(list)
	sum := int64(0)
	for _, x := range list {
		sum += x
	}
	edge := func(hundredths int) float64 {
		x := uint64(list[(len(list)*hundredths+50)/100-1])
		for _, b := range f.Latencies {
			if x >= b.FromNS*1000 && x < b.BelowNS*1000 {
				return float64(b.BelowNS)
			}
		}
		return 0
	}
	return float64(sum) / float64(len(list)) / 1e3, edge(50), edge(99)
}

func averagesInWords(a observe.Averages) string {
	return fmt.Sprintf("accepted %.6f of %.6f, latencies %.4f %.0f %.0f, in the network %.4f %.0f %.0f, fairness %.6f, the least %.6f", a.Accepted, a.Offered, a.LatencyNS, a.LatencyP50, a.LatencyP99, a.NetworkNS, a.NetworkP50, a.NetworkP99, a.Fairness, a.LeastHost)
}

package plain

import (
	"fmt"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Throughput, latencies and their distribution, over a window and over the bins of the series; utilisation of links and lack of credits:
// what the engine measures is what the model counts, packet by packet.
func TestMeasures(t *testing.T) {
	for _, text := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=48", "network=rlft-4x3 traffic=UT buffer=48 queuing=dbbm load=0.7",
		"network=torus-4x4 traffic=UT buffer=48 routing=dor delay=100", "network=rlft-8x2 traffic=HS40-2 buffer=24 voq=true routing=adaptive generation=constant packet=1500",
		"network=rlft-4x2 traffic=UT load=1.2 bandwidth=7 delay=3000 buffer=64 source-queue=4 routing=afi queuing=dbbm",
		"network=rlft-8x2 traffic=HS25-1 generation=constant bandwidth=1600 packet=16 buffer=1 delay=0.08 seed=44", // much falls into the instants at which bins begin
	} {
		if d := measuresAlike(text, 171); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
}

// measuresAlike compares at some instants after whole windows of utilisation; averages are from an arrival on, after a third of the time.
func measuresAlike(text string, times int64) string {
	s, err := build(text)
	if err != nil {
		return err.Error()
	}
	e, m, err := both(s)
	if err != nil {
		return err.Error()
	}
	b, _ := New(s)
	p := engine.PacketTime(s)
	b.Advance(times * p / 3)
	if len(b.arrivals) == 0 {
		return "only 0 packets arrived"
	}
	from := b.arrivals[len(b.arrivals)-1].at
	e.SetWindow(from)
	e.CountLinks()
	var f observe.Frame
	var generated []uint64 // up to the beginning of each bin
	for window := int64(0); window < times/16; window++ {
		sent, starved := make([]uint32, len(m.ports)), make([]int, len(m.ports))
		for q := range m.ports {
			sent[q] = m.Sent(q)
		}
		for look := int64(1); look <= 15; look++ {
			m.Advance(window*16*p + look*16*p/15)
			for q := range m.net.SwitchPorts() {
				if m.lacks(q) {
					starved[q]++
				}
			}
		}
		e.Advance((window+1)*16*p, engine.NoLimit)
		e.Frame(&f, observe.Options{Detail: -1})
		for q := range m.net.SwitchPorts() {
			use := min(255, int(m.Sent(q)-sent[q])*255/16)
			if x := f.Ports[q]; m.ports[q].peer >= 0 && (int(x.Use) != use || int(x.Starved) != starved[q]*17) {
				return fmt.Sprintf("window %d: %s is busy %d and lacks credits %d of 255, in the model %d and %d", window, m.net.PortName(q), x.Use, x.Starved, use, starved[q]*17)
			}
			if x := f.Ports[q]; x.Flags&observe.Blocked != 0 != m.lacks(q) || x.Flags&observe.Busy != 0 != m.ports[q].busy {
				return fmt.Sprintf("window %d: %s has flags %b", window, m.net.PortName(q), x.Flags)
			}
		}
		for h := range m.hosts {
			q := m.net.HostPort(h)
			if use := min(255, int(m.Sent(q)-sent[q])*255/16); int(f.Hosts[h].Use) != use {
				return fmt.Sprintf("window %d: host %d is busy %d of 255, in the model %d", window, h, f.Hosts[h].Use, use)
			}
		}
	}
	now := times * p
	e.Advance(now, engine.NoLimit)
	e.Frame(&f, observe.Options{Detail: -1})
	b, _ = New(s)
	for at := int64(0); at <= now; at += f.BinPS {
		b.Advance(at - 1)
		generated = append(generated, b.Totals().Generated)
	}
	b.Advance(now)
	var latencies, network []int64
	for _, a := range b.arrivals {
		if a.at >= from {
			latencies, network = append(latencies, a.latency), append(network, a.network)
		}
	}
	if d := averagesAlike(&f, latencies, network, now-from, b); d != "" {
		return d
	}
	load := func(packets, ps int64) float64 { return float64(packets*p) / float64(ps*int64(b.net.Hosts)) }
	for i := range generated[1:] {
		var n, sum, within int64
		for _, a := range b.arrivals {
			if a.at/f.BinPS == int64(i) {
				n, sum, within = n+1, sum+a.latency, within+a.network
			}
		}
		mean := func(sum int64) float32 { return float32(float64(sum) / float64(max(n, 1)) / 1e3) }
		x := f.Series[i]
		got := fmt.Sprintf("%.5f of %.5f, %.2f, %.2f", x.Accepted, x.Offered, x.Latency, x.Network)
		if want := fmt.Sprintf("%.5f of %.5f, %.2f, %.2f", float32(load(n, f.BinPS)), float32(load(int64(generated[i+1]-generated[i]), f.BinPS)), mean(sum), mean(within)); got != want {
			return fmt.Sprintf("bin %d: %s, in the model %s", i, got, want)
		}
	}
	return ""
}

// averagesAlike compares those of a window, and how latencies are distributed.
func averagesAlike(f *observe.Frame, latencies, network []int64, ps int64, m *Model) string {
	slices.Sort(latencies)
	slices.Sort(network)
	n := len(latencies)
	if n < 100 {
		return fmt.Sprintf("only %d packets arrived", n)
	}
	mean := func(list []int64) float64 {
		sum := int64(0)
		for _, x := range list {
			sum += x
		}
		return float64(sum) / float64(n) / 1e3
	}
	percentile := func(list []int64, hundredths int) (upper uint64) { // the upper edge of the bin that so many, rounded, are in or below (R "latency")
		x := list[(n*hundredths+50)/100-1]
		for _, b := range f.Latencies {
			if uint64(x) >= b.FromNS*1000 && uint64(x) < b.BelowNS*1000 {
				upper = b.BelowNS
			}
		}
		if float64(upper)*1000 > max(float64(x)*1.0321, float64(x)+1000) {
			return 0 // farther from it than the documents say
		}
		return upper
	}
	got := fmt.Sprintf("%.6f %.3f %.0f %.0f %.3f %.0f %.0f", f.Accepted, f.LatencyNS, f.LatencyP50, f.LatencyP99, f.NetworkNS, f.NetworkP50, f.NetworkP99)
	want := fmt.Sprintf("%.6f %.3f %d %d %.3f %d %d", float64(int64(n)*m.packetPS)/float64(ps*int64(m.net.Hosts)), mean(latencies), percentile(latencies, 50), percentile(latencies, 99), mean(network), percentile(network, 50), percentile(network, 99))
	if got != want {
		return "accepted, latencies " + got + ", in the model " + want
	}
	for _, b := range f.Latencies {
		count := func(list []int64) (n uint64) {
			for _, x := range list {
				if uint64(x) >= b.FromNS*1000 && uint64(x) < b.BelowNS*1000 {
					n++
				}
			}
			return n
		}
		if b.Packets != count(latencies) || b.InNetwork != count(network) {
			return fmt.Sprintf("%d packets have latencies of %d to %d ns, %d in the network; in the model %d and %d", b.Packets, b.FromNS, b.BelowNS, b.InNetwork, count(latencies), count(network))
		}
	}
	return ""
}

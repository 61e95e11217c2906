package fabric

// Counters of a run, and the series over time. All of them are exact sums of integers.

import "math/bits"

// Bins is the number of bins of the series. When they are used up, neighbours are joined and
// their width doubles: memory stays bounded and the whole run stays visible.
const Bins = 512

// Sum adds up times, in ps, exactly: eighteen million packets that have waited for a second are more than 64 bits hold.
type Sum struct{ Low, High uint64 }

func (s *Sum) add(ps uint64) { s.join(Sum{Low: ps}) }

func (s *Sum) join(t Sum) {
	carry := uint64(0)
	s.Low, carry = bits.Add64(s.Low, t.Low, 0)
	s.High += t.High + carry
}

// Over is the sum divided by a number of packets.
func (s Sum) Over(packets uint64) float64 {
	return (float64(s.High)*(1<<64) + float64(s.Low)) / float64(packets)
}

// Join adds up two stretches of time.
func (b *Bin) Join(c *Bin) {
	b.Generated += c.Generated
	b.Delivered += c.Delivered
	b.Latency.join(c.Latency)
	b.Network.join(c.Network)
}

// Bin sums what happened in one stretch of time.
type Bin struct {
	Generated uint64
	Delivered uint64
	Latency   Sum // over the packets delivered, from generation on
	Network   Sum // the same, from injection on
}

// The latency histogram has 32 bins per power of two.
const (
	latencyBits = 5
	latencyBins = 64 << latencyBits
)

// Histogram counts packets by their latency in ns: see latencyBin.
type Histogram [latencyBins]uint64

// Stats are the counters of a fabric.
type Stats struct {
	Generated, Refused, Injected, Delivered, Hops uint64

	// Since the averaging window began, or since 0 as long as it has not:
	WindowGenerated, WindowDelivered uint64
	WindowLatency, WindowNetwork     Sum       // over the packets delivered, from generation and from injection on
	Histogram, NetworkHistogram      Histogram // packets by these latencies
	begun                            bool
	before                           *[2]Histogram // of a window that began with something at its very instant: these two as they were, or nil

	BinPS int64
	Bin   []Bin // up to the last one with an event
}

func (s *Stats) init(binPS int64) {
	s.BinPS = binPS
	s.Bin = make([]Bin, 0, Bins)
}

// at returns the bin of time t.
func (s *Stats) at(t int64) *Bin {
	i := int(t / s.BinPS)
	for i >= Bins {
		for k := range s.Bin {
			if k%2 == 0 {
				s.Bin[k/2] = s.Bin[k]
			} else {
				s.Bin[k/2].Join(&s.Bin[k])
			}
		}
		s.Bin = s.Bin[:(len(s.Bin)+1)/2]
		s.BinPS *= 2
		i = int(t / s.BinPS)
	}
	for len(s.Bin) <= i {
		s.Bin = append(s.Bin, Bin{})
	}
	return &s.Bin[i]
}

// averages says whether what happens at t counts for the averages. What comes too late to be counted in its order (hosts are, by CatchUp)
// happened before the window.
func (s *Stats) averages(t, window int64) bool {
	if t >= window && !s.begun {
		s.begin(t == window && window > 0)
	}
	return t >= window || !s.begun
}

// begin has the averages count from now on; what was before is needed still at the very instant of their begin.
func (s *Stats) begin(atOnce bool) {
	if atOnce {
		s.before = &[2]Histogram{s.Histogram, s.NetworkHistogram}
	}
	s.begun, s.WindowGenerated, s.WindowDelivered, s.WindowLatency, s.WindowNetwork = true, 0, 0, Sum{}, Sum{}
	s.Histogram, s.NetworkHistogram = Histogram{}, Histogram{}
}

// SoFar returns the counters with all since 0 in those of the averages, too, if the window began with what happened at its very
// instant, which is now; else s itself.
func (s *Stats) SoFar() *Stats {
	if s.before == nil {
		return s
	}
	all := *s
	all.WindowGenerated, all.WindowDelivered, all.WindowLatency, all.WindowNetwork = s.Generated, s.Delivered, Sum{}, Sum{}
	for i := range s.Bin {
		all.WindowLatency.join(s.Bin[i].Latency)
		all.WindowNetwork.join(s.Bin[i].Network)
	}
	for i := range all.Histogram {
		all.Histogram[i] += s.before[0][i]
		all.NetworkHistogram[i] += s.before[1][i]
	}
	return &all
}

// Begun says whether the averaging window has begun, as CatchUp has found.
func (s *Stats) Begun() bool { return s.begun }

func (s *Stats) generate(t, window int64, packets uint64) {
	s.Generated += packets
	s.at(t).Generated += packets
	if s.averages(t, window) {
		s.WindowGenerated += packets
	}
}

func (s *Stats) deliver(t int64, x life, window int64) {
	latency, network := uint64(t-x.birth), uint64(t-x.begun)
	s.Delivered++
	b := s.at(t)
	b.Delivered++
	b.Latency.add(latency)
	b.Network.add(network)
	if s.averages(t, window) {
		s.WindowDelivered++
		s.WindowLatency.add(latency)
		s.WindowNetwork.add(network)
		s.Histogram[latencyBin(latency/1000)]++
		s.NetworkHistogram[latencyBin(network/1000)]++
	}
}

// latencyBin: below 64 ns exact, then 32 bins per power of two.
func latencyBin(ns uint64) int {
	e := max(bits.Len64(ns)-latencyBits-1, 0)
	return e<<latencyBits + int(ns>>e)
}

// latencyEdge is the upper edge of a bin, ns.
func latencyEdge(bin int) uint64 {
	e := max(bin>>latencyBits-1, 0)
	return uint64(bin-e<<latencyBits+1) << e
}

// LatencyBin counts the packets whose latency lies from FromNS on and below BelowNS, in ns.
type LatencyBin struct{ FromNS, BelowNS, Packets, InNetwork uint64 } // from generation, from injection on

// Latencies appends the bins, of the packets that the averages count, in which there are any, in ascending order.
func (s *Stats) Latencies(list []LatencyBin) []LatencyBin {
	if s.WindowDelivered == 0 {
		return list
	}
	from := uint64(0)
	for i, n := range s.Histogram {
		below := latencyEdge(i)
		if in := s.NetworkHistogram[i]; n+in > 0 {
			list = append(list, LatencyBin{from, below, n, in})
		}
		from = below
	}
	return list
}

// Percentile returns the latency in ns that the given share (0–1) of all packets, which are so many, stays below, as the
// upper edge of its bin (at most 3.1 % or 1 ns too high); -1 without packets.
func (h *Histogram) Percentile(share float64, packets uint64) float64 {
	if packets == 0 {
		return -1
	}
	need := uint64(share*float64(packets) + 0.5)
	var sum uint64
	for i, n := range h {
		if sum += n; sum >= need && sum > 0 {
			return float64(latencyEdge(i))
		}
	}
	return -1
}

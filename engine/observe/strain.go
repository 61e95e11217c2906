package observe

// Congestion without a tree: a network can fall behind, or its packets hold each other up, before any root has filled
// input buffers for long enough, or where roots come and go faster than that. Who asks for trees alone would be told that
// all is well.

import (
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/topology"
)

// Strain is what a frame tells of a network's strain as a whole; all 0 where trees are not tracked.
type Strain struct {
	Behind   uint64  // 1 from a mark of Saturated to one of Recovered
	Took     float64 // accepted load over the marks' last window, 0–1
	Asked    float64 // offered load over it, 0–1.2; of a trace, whose messages are offered whole, any
	HoL      float64 // share of the packets in the network that suffer HoL blocking, 0–1; 0 too where it is not measured
	Most     uint64  // packets in the switch of output MostPort that are for it: no other output has more; 0 = not counted
	MostPort int64   // global
}

// highHoL is from what share of HoL-blocked packets on a network is strained though it keeps up, and mostRead how many packets
// are read to count those that wait: more would take as long as a frame. (Our choices.)
const (
	highHoL  = 0.10
	mostRead = 250_000
)

// Strained says whether something is congested, trees or none. A network of which hardly any host has a packet is not.
func (h *Header) Strained(hosts int) bool {
	in := h.Injected - h.Delivered
	return in >= uint64(hosts) && (h.Behind != 0 || h.HoL >= highHoL)
}

// Calm says whether nothing is congested as far as is known: hardly any host has a packet in the network, or it keeps up.
func (h *Header) Calm(hosts int) bool {
	return !h.Strained(hosts) && (h.Injected-h.Delivered < uint64(hosts) || h.KeepsUp())
}

// KeepsUp says whether the marks' last window accepted what was offered, and what is accepted now has not fallen below half of that
// since (our choice: far beyond chance). Before there is a window nobody knows.
func (h *Header) KeepsUp() bool {
	return h.Behind == 0 && h.Asked > 0 && h.Took >= saturatedBelow*h.Asked && h.AcceptedNow >= h.Asked/2
}

// Strain puts the network's strain into a frame.
func (c *Course) Strain(fr *Frame) {
	m, f := &c.mark, c.t.f
	s := Strain{Took: float64(m.accepted), Asked: float64(m.offered)}
	if m.saturated {
		s.Behind = 1
	}
	if low, high := c.scan.shares(); low >= 0 && high >= 0 {
		s.HoL = float64(low) + float64(high)
	}
	fr.Strain = s
	if len(fr.Trees) == 0 && fr.Strained(f.Net.Hosts) && fr.Injected-fr.Delivered <= mostRead {
		fr.Most, fr.MostPort = mostWaited(f)
	}
}

// mostWaited finds the output that most packets of its switch are for, the first of several. A switch with fewer
// packets than have been found for one output is not read.
func mostWaited(f *fabric.Fabric) (packets uint64, port int64) {
	n := f.Net
	var count [topology.MaxRadix]int
	held := make([]int, n.Switches)
	fullest := 0
	for p := range n.SwitchPorts() {
		if n.Peer[p] == topology.NoPeer {
			continue
		}
		for vc := range f.VCs {
			held[p/n.Radix] += f.Occupancy(p, vc)
		}
		if held[p/n.Radix] > held[fullest] {
			fullest = p / n.Radix
		}
	}
	best, at := 0, -1
	read := func(sw int) {
		clear(count[:])
		for in := sw * n.Radix; in < (sw+1)*n.Radix; in++ {
			for vc := 0; vc < f.VCs && n.Peer[in] != topology.NoPeer; vc++ {
				f.Outputs(in, vc, count[:])
			}
		}
		for out, c := range count[:n.Radix] {
			if p := sw*n.Radix + out; c > best || c == best && c > 0 && p < at {
				best, at = c, p
			}
		}
	}
	read(fullest)
	for sw := range held {
		if sw != fullest && held[sw] >= best {
			read(sw)
		}
	}
	return uint64(best), int64(at)
}

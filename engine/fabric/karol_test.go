package fabric

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/random"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/engine/traffic"
)

// everywhere sends to every host alike, the sender included, as in Karol's model.
type everywhere uint32

func (n everywhere) Dest(_ uint32, _ int64, r *random.Source) uint32 { return r.Below(uint32(n)) }
func (everywhere) HotSpots() []uint32                                { return nil }
func (everywhere) Culprit(uint32) bool                               { return false }

// shift sends from host h to h+by.
type shift struct{ hosts, by uint32 }

func (s shift) Dest(src uint32, _ int64, _ *random.Source) uint32 { return (src + s.by) % s.hosts }
func (shift) HotSpots() []uint32                                  { return nil }
func (shift) Culprit(uint32) bool                                 { return false }

// saturated builds a fabric in which every host always has a packet, from the same instant on.
func saturated(t *testing.T, net string, p traffic.Pattern, voq bool, capacity int) *Fabric {
	t.Helper()
	n, err := topology.Build(net)
	if err != nil {
		t.Fatal(err)
	}
	routes, err := routing.NewTable(n)
	if err != nil {
		t.Fatal(err)
	}
	alg, _ := routing.Build(scenario.Default())
	scheme, vcs, _ := queuing.Build(scenario.Default(), n, 1)
	f, err := New(Config{Net: n, Routes: routes, Routing: alg, Scheme: scheme, VCs: vcs, Pattern: p, VOQ: voq,
		Gaps: traffic.Gaps{MeanPS: 1000}, Capacity: capacity, SourceCap: 64, PacketPS: 1000, Seed: 1, BinPS: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	f.wakes = f.wakes[:0]
	for h := range f.host {
		f.host[h].birth, f.host[h].wakeAt = 0, 0
		f.sleep(h, &f.host[h])
	}
	return f
}

// A switch with one FIFO per input under uniform traffic saturates at 0.75 (2×2), 0.655 (4×4),
// 0.618 (8×8), 0.602 (16×16) in synchronous slots (Karol et al. 1987, Table I).
func TestKarolSaturation(t *testing.T) {
	for _, c := range []struct {
		net   string
		hosts int
		want  float64
	}{{"rlft-2x1", 2, 0.75}, {"rlft-4x1", 4, 0.6553}, {"rlft-8x1", 8, 0.6184}, {"rlft-16x1", 16, 0.6013}, {"rlft-64x1", 64, 0.59}} {
		f := saturated(t, c.net, everywhere(c.hosts), false, 48)
		const slots = 60000
		f.Run(2000*1000, 1<<62)
		from := f.Stats.Delivered
		f.Run((2000+slots)*1000, 1<<62)
		if got := float64(f.Stats.Delivered-from) / float64(slots*c.hosts); math.Abs(got-c.want) > 0.006 {
			t.Errorf("%s: %.4f of the slots used, want %.4f", c.net, got, c.want)
		}
	}
}

// iSLIP with VOQs uses practically every slot under uniform traffic once its VOQs have filled a little
// (McKeown 1999). Where hosts send at times of their own there are no slots, and some 4 % are lost.
func TestVOQsReachFullThroughput(t *testing.T) {
	for _, c := range []struct {
		net   string
		hosts int
	}{{"rlft-4x1", 4}, {"rlft-8x1", 8}, {"rlft-16x1", 16}} {
		f := saturated(t, c.net, everywhere(c.hosts), true, 1024)
		f.Run(3000*1000, 1<<62)
		from := f.Stats.Delivered
		f.Run(18000*1000, 1<<62)
		if got := float64(f.Stats.Delivered-from) / float64(15000*c.hosts); got < 0.98 {
			t.Errorf("%s: %.4f of the slots used", c.net, got)
		}
	}
}

// A permutation that D-mod-K spreads without conflict runs at full rate, even without VOQs.
func TestShiftPermutationRunsAtFullRate(t *testing.T) {
	for _, c := range []struct {
		net       string
		hosts, by uint32
	}{{"rlft-8x3", 128, 1}, {"rlft-8x3", 128, 16}, {"rlft-8x3", 128, 77}, {"knary-4x2", 16, 5}, {"rlft-12x3", 432, 36}} {
		f := saturated(t, c.net, shift{c.hosts, c.by}, false, 8)
		f.Run(100*1000, 1<<62)
		from := f.Stats.Delivered
		f.Run(1100*1000, 1<<62)
		if got := float64(f.Stats.Delivered-from) / float64(1000*c.hosts); got < 0.9999 {
			t.Errorf("%s shifted by %d: %.4f of full rate", c.net, c.by, got)
		}
	}
}

// Deterministic routing delivers each flow in order: births grow along every flow.
func TestInOrderDelivery(t *testing.T) {
	for _, voq := range []bool{false, true} {
		f := saturated(t, "rlft-4x3", everywhere(16), voq, 6)
		last := map[[2]uint32]int64{}
		n := 0
		for i := 0; i < 30000; i++ {
			next := f.ring[f.tail&f.mask].start + f.PacketPS
			if f.tail == f.next {
				next = f.now + 1000
			}
			for k := f.tail; k != f.next; k++ {
				e := &f.ring[k&f.mask]
				if e.start+f.PacketPS > next {
					break
				}
				if e.from&atHost == 0 && e.dest&atHost != 0 {
					flow := [2]uint32{e.Src(), e.Dst()}
					birth := f.packets.life[e.id()].birth
					if was, ok := last[flow]; ok && birth <= was {
						t.Fatalf("flow %v: the packet of %d ps arrives after that of %d ps", flow, birth, was)
					}
					last[flow] = birth
					n++
				}
			}
			f.Run(next, 1<<62)
		}
		if n < 10000 || uint64(n) != f.Stats.Delivered {
			t.Errorf("saw %d packets arrive, %d were delivered", n, f.Stats.Delivered)
		}
	}
}

func TestLatencyBins(t *testing.T) {
	for ns := uint64(0); ns < 1<<20; ns += 1 + ns/64 {
		b := latencyBin(ns)
		if edge := latencyEdge(b); ns >= edge || float64(edge) > float64(ns)*1.032+1 {
			t.Fatalf("%d ns is in bin %d, which ends at %d ns", ns, b, edge)
		}
	}
	if b := latencyBin(1<<63 + 1); b >= latencyBins {
		t.Fatalf("bin %d of %d", b, latencyBins)
	}
}

// Sums of times do not overflow: 10⁹ packets of an hour each are 3.6·10²⁴ ps.
func TestSums(t *testing.T) {
	var s, all Sum
	for range 10 {
		s.add(3600 * 1e12)
	}
	for range 100_000_000 / 1000 {
		all.join(s)
	}
	if got := all.Over(1_000_000 / 1000 * 1000); got != 3600*1e12 || s.High != 0 || all.High == 0 {
		t.Errorf("%+v, mean %g", all, got)
	}
}

func TestSeriesJoinsItsBins(t *testing.T) {
	var s Stats
	s.init(10)
	for i := int64(0); i < 10*Bins*5; i += 10 {
		s.at(i).Delivered++
	}
	if s.BinPS != 80 || len(s.Bin) != Bins*5/8 {
		t.Fatalf("%d bins of %d", len(s.Bin), s.BinPS)
	}
	for i, b := range s.Bin {
		if b.Delivered != 8 {
			t.Fatalf("bin %d holds %d", i, b.Delivered)
		}
	}
}

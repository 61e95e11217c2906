package engine_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// stored are scenarios with every kind of state there is.
var stored = append([]string{
	"preset=hot-spot",
	"network=rlft-8x3&routing=oblivious&queuing=dbbm&vcs=3&voq=true&traffic=HS25-1&load=1",
	"network=rlft-8x3&routing=afi&queuing=vftree&traffic=HS10-4&load=1",
	"network=rlft-8x2&routing=adaptive&queuing=flow2sl&voq=true&load=1&arbiter=oldest-first",
	"network=torus-4x4&routing=dor&traffic=UT&load=0.9&congestion-control=iba-cc&vcs=2",
	"network=rlft-8x2&congestion-control=drb&traffic=HS25-1&load=1",
	"network=rlft-8x2&queuing=fbicm&traffic=HS25-1&load=1",
	"network=rlft-8x2&queuing=recn-iq&traffic=HS25-1&load=1",
	"network=bmin-8x3&routing=self&packet=64&bandwidth=8&buffer=64&traffic=HS25-1&queuing=voqnet",
	"network=bmin-8x3&routing=self&packet=64&bandwidth=8&buffer=8&traffic=HS25-1&queuing=recn-iq&admittance=by-destination",
	"network=rlft-8x2&queuing=dbbm&voq=true&traffic=HS25-1&load=1.2&source-queue=5&admittance=by-destination",
	"network=mesh-4x4&routing=dor&traffic=UT&load=1.2&delay=40000&source-queue=3",
	"network=rlft-4x3&traffic=PTRANS-2x8-1024-32",
	"network=rlft-4x3&traffic=UT&load=1&buffer=5.2&source-queue=1",
}, forked...)

// What is put away comes back as a state that nobody can tell from the one it was: its checksum, invariants, course
// and trees, and wherever it goes from there. What was put away stays as it is.
func TestStoredStates(t *testing.T) {
	const us = engine.Microsecond
	for _, query := range stored {
		whole := begin(t, query)
		var kept []*engine.Stored
		var sums []uint64
		used := begin(t, query) // whose arrays are used again
		used.Advance(17*us, engine.NoLimit)
		const step, end = 4 * us, 20 * us
		for at := int64(0); at <= end; at += step {
			whole.Advance(at+at/7, engine.NoLimit)
			sums = append(sums, whole.Checksum())
			kept = append(kept, whole.Store())
		}
		course := whole.Course().Append(nil)
		for turn := range 2 {
			for i := len(kept) - 1; i >= 0; i -= 2 - turn {
				if turn == 0 {
					used = nil
				}
				used = kept[i].Restore(used)
				if at := int64(i) * step; used.Now() != at+at/7 || used.Checksum() != sums[i] {
					t.Fatalf("%s at %d ps: checksum %016x, put away %016x", query, used.Now(), used.Checksum(), sums[i])
				}
				if err := used.CheckInvariants(); err != nil {
					t.Fatalf("%s: %v", query, err)
				}
				used.Advance(end+end/7, engine.NoLimit)
				if used.Checksum() != sums[len(sums)-1] || used.Born() != whole.Born() || !bytes.Equal(used.Course().Append(nil), course) {
					t.Fatalf("%s: from %d ps on it goes another way", query, int64(i)*step)
				}
			}
		}
		var f, g observe.Frame
		whole.Frame(&f, observe.Options{Dots: 1 << 20, Detail: -1})
		used.Frame(&g, observe.Options{Dots: 1 << 20, Detail: -1})
		if len(f.Trees) != len(g.Trees) || len(f.Dots) != len(g.Dots) || f.Header != g.Header {
			t.Errorf("%s: another frame, %+v and %+v", query, f.Header, g.Header)
		}
	}
}

// A stored state takes a fraction of a clone's memory.
func TestStoredStatesAreSmall(t *testing.T) {
	m := begin(t, "preset=hs10-1&network=rlft-18x3")
	m.Advance(20*engine.Microsecond, engine.NoLimit)
	taken := func(f func() any) int64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x := f()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(x)
		return int64(after.TotalAlloc - before.TotalAlloc)
	}
	clone, small := taken(func() any { return m.Clone() }), taken(func() any { return m.Store() })
	t.Logf("%d hosts: clone %.2f MB, stored %.2f MB", m.Network().Hosts, float64(clone)/1e6, float64(small)/1e6)
	if 2*small > clone {
		t.Errorf("%d bytes, a clone takes %d", small, clone)
	}
}

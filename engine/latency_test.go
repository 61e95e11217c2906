package engine_test

// Latency from injection on beside latency from generation on ([DRB-T] §7.3 defines the former).

import (
	"fmt"
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Where every host has its own destination on one switch, packets wait in source queues alone: from injection on all of them
// take the links' delays and a packet time, however long the queue is, whichever kind of host holds it.
func TestLatencyFromInjectionKnowsNoSourceQueue(t *testing.T) {
	const empty = 327.68 + 2*100
	for _, set := range [][]string{
		{}, {"voq", "true"}, {"congestion-control", "iba-cc"}, {"queuing", "voqnet", "buffer", "256"}, {"queuing", "fbicm"}, {"queuing", "recn-iq"},
	} {
		m := open(t, append([]string{"network", "rlft-8x1", "traffic", "complement", "load", "1.2", "delay", "100", "warmup", "100"}, set...)...)
		m.Advance(300*engine.Microsecond, engine.NoLimit)
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		if math.Abs(f.NetworkNS-empty) > 1e-6 || f.NetworkP99 < empty || f.NetworkP99 > empty*1.125 || f.NetworkP50 != f.NetworkP99 {
			t.Errorf("%v: from injection %v ns, p50 %v, p99 %v; want %v", set, f.NetworkNS, f.NetworkP50, f.NetworkP99, empty)
		}
		if f.LatencyNS < 20*empty || f.LatencyP50 < 20*empty { // a queue of 64 packets
			t.Errorf("%v: from generation %v ns, p50 %v: the source queues are not full", set, f.LatencyNS, f.LatencyP50)
		}
		for i, s := range f.Series[1:] {
			if s.Latency > 0 && math.Abs(float64(s.Network)-empty) > 0.01 || s.Latency < s.Network {
				t.Errorf("%v: bin %d has %v ns from injection, %v from generation", set, i+1, s.Network, s.Latency)
			}
		}
	}
}

// What a source queue holds back is all that the two differ by: none where nothing waits, never less than none.
func TestLatencyFromInjectionIsPartOfTheWhole(t *testing.T) {
	for _, c := range []struct {
		least float64 // of the whole
		set   []string
	}{
		{0.99, []string{"network", "torus-4x4", "routing", "dor", "traffic", "UT", "load", "0.001", "congestion-control", "drb"}},
		{0, []string{"network", "torus-4x4", "routing", "dor", "traffic", "transpose", "congestion-control", "drb"}},
		{0, []string{"network", "rlft-4x3", "traffic", "PTRANS-4x4-1024-10"}},
	} {
		m := open(t, append(c.set, "warmup", "0")...)
		m.Advance(2*engine.Millisecond, engine.NoLimit)
		var h observe.Header
		m.Measures(&h)
		if h.NetworkNS <= 0 || h.NetworkNS > h.LatencyNS || h.NetworkNS < c.least*h.LatencyNS || c.least == 0 && h.NetworkNS > 0.9*h.LatencyNS {
			t.Errorf("%v: %v ns from injection, %v from generation", c.set, h.NetworkNS, h.LatencyNS)
		}
	}
}

// Until the warm-up is over, averages are of all that has been; then they are as if nothing had been counted before, also where nobody
// looked in between.
func TestAveragesBeforeTheWindow(t *testing.T) {
	for _, set := range [][]string{
		{"traffic", "HS25-1"}, {"traffic", "UT", "load", "0.3"}, {"traffic", "HS25-1", "queuing", "fbicm"}, {"traffic", "HS25-1", "queuing", "voqnet", "buffer", "1024"},
	} {
		at := func(warmup string, looks ...int64) (f observe.Frame, packets uint64) {
			m := open(t, append([]string{"network", "rlft-4x3", "warmup", warmup}, set...)...)
			for _, us := range looks {
				m.Advance(us*engine.Microsecond, engine.NoLimit)
				m.Frame(&f, observe.Options{Detail: -1})
			}
			for _, x := range f.Latencies {
				packets += x.Packets
			}
			return
		}
		before, few := at("50", 10, 40)
		whole, all := at("0", 40)
		shown, from := before.Shown()
		if before.Accepted != -1 || before.LatencyNS != -1 || before.LatencyP99 != -1 {
			t.Errorf("%v: averages of a window that has not begun: %+v", set, before.Header)
		}
		if want, _ := whole.Shown(); shown != want || from != 0 || shown != before.SoFar || shown.LatencyNS <= 0 || shown.Accepted <= 0 || all != whole.Delivered || few != all {
			t.Errorf("%v: so far %+v, without a warm-up %+v", set, shown, want)
		}
		after, n := at("50", 10, 40, 50, 60, 90)
		unseen, m := at("50", 90)
		shown, from = after.Shown()
		if want, _ := unseen.Shown(); shown != want || n != m || from != 50*engine.Microsecond || after.SoFar.Accepted != -1 {
			t.Errorf("%v: looked at %+v of %d packets, not looked at %+v of %d", set, shown, n, want, m)
		}
		early, _ := at("0", 50)
		late, _ := at("0", 90)
		if n == 0 || n != late.Delivered-early.Delivered || shown.LatencyNS != after.LatencyNS || shown.Accepted != after.Accepted {
			t.Errorf("%v: %d packets count, of %d less %d", set, n, late.Delivered, early.Delivered)
		}
	}
}

// At the instant at which the warm-up ends averages are of all so far, also where a packet arrives, or is generated, just then.
func TestAveragesWhereTheWindowBegins(t *testing.T) {
	m := open(t, "network", "rlft-4x3", "traffic", "UT", "warmup", "50")
	m.TrackTrees(false)
	var h observe.Header
	arrived, generated := 0, 0
	for arrived < 4 || generated < 4 {
		delivered, made := h.Delivered, h.Generated
		if !m.StepEvent(40 * engine.Microsecond) {
			t.Fatal(arrived, generated)
		}
		if m.Measures(&h); h.Delivered == delivered && h.Generated == made || m.Now() < 20*engine.Microsecond {
			continue
		}
		if h.Delivered > delivered {
			arrived++
		} else if h.Generated > made {
			generated++
		}
		want, _ := h.Shown()
		w := open(t, "network", "rlft-4x3", "traffic", "UT", "warmup", fmt.Sprintf("%d.%06d", m.Now()/engine.Microsecond, m.Now()%engine.Microsecond))
		var f observe.Frame
		for range 2 { // a look changes nothing
			w.Advance(m.Now(), engine.NoLimit)
			w.Frame(&f, observe.Options{Detail: -1})
		}
		var packets, inNetwork uint64
		for _, x := range f.Latencies {
			packets, inNetwork = packets+x.Packets, inNetwork+x.InNetwork
		}
		if got, from := f.Shown(); got != want || from != 0 || f.TimePS != f.WindowPS || packets != h.Delivered || inNetwork != packets {
			t.Errorf("at %d ps: %+v from %d on, %d packets, with a later window %+v, %d packets", m.Now(), got, from, packets, want, h.Delivered)
		}
		w.Advance(m.Now()+1, engine.NoLimit)
		if w.Frame(&f, observe.Options{Detail: -1}); f.Delivered == h.Delivered && f.Accepted != 0 && h.Delivered == delivered {
			t.Errorf("at %d ps: what was before counts: %v", m.Now()+1, f.Accepted)
		}
	}
}

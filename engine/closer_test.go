package engine

// What is read of single flows and queues of hosts is what happens, and copies of executions have their own.

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// played opens a trace on four hosts at one switch.
func played(t *testing.T, text string, sets ...string) *Sim {
	t.Helper()
	trace, err := vef.Read(strings.NewReader(text), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Default().Must("network", "rlft-4x1").Must("traffic", vef.Keep(trace))
	for i := 0; i < len(sets); i += 2 {
		s = s.Must(sets[i], sets[i+1])
	}
	m, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Two packets of a message, the second of which waits for the first, and a later one that does not wait.
func TestWatchedFlowsAreCounted(t *testing.T) {
	m := played(t, "VEF3 2 3 0 0 0 TRUE\n0 0 1 8192 0 0 -1\n1 0 1 10 1 5000 0\n2 1 0 10 0 0 -1\n")
	m.WatchFlow(0, 1)
	m.Play(Millisecond, NoLimit)
	const alone, packet = 327_680 + 12_000, 327_680
	w := m.fabric.WatchFlow(0, 1)
	if w.Delivered != 3 || w.Least != alone || w.Most != alone+packet || w.Last != alone || w.Latency.Low != 3*alone+packet || w.LastAt != 2*packet+5_000_000+alone {
		t.Errorf("%+v", w)
	}
}

// What hosts have to send is told packet by packet.
func TestSourcePacketsAreAll(t *testing.T) {
	for _, m := range []*Sim{
		opened(t, "network=rlft-8x2 traffic=HS50-1 load=0.6 queuing=dbbm vcs=2"),
		opened(t, "network=rlft-8x2 traffic=HS50-1 load=0.6 congestion-control=iba-cc"),
		opened(t, "network=rlft-8x2 traffic=HS50-1 load=0.6 queuing=fbicm"),
		opened(t, "network=rlft-8x3 traffic=PTRANS-8x16-5120-80"),
	} {
		m.Advance(40*Microsecond, NoLimit)
		m.fabric.CatchUp()
		st, all := m.fabric.Stats, 0
		for h := range m.fabric.Net.Hosts {
			m.fabric.SourcePackets(h, func(_ int, _ uint32, _ int64, left int) { all += left })
		}
		if want := int(st.Generated - st.Refused - st.Injected); all != want || want == 0 {
			t.Errorf("%s: %d packets, want %d", m.scenario.Query(), all, want)
		}
	}
}

// A notification takes the first path, whichever it tells of.
func TestNotificationsTakeTheFirstPath(t *testing.T) {
	m := opened(t, "network=torus-8x8 routing=dor traffic=transpose load=0.8 congestion-control=drb")
	f, notes, others := m.fabric, 0, 0
	for i := int64(1); i <= 200; i++ {
		m.Advance(i*m.PacketPS(), NoLimit)
		f.Flights(func(_, _ int, p fabric.Packet, _ int64) {
			switch path := f.PathOf(p); {
			case f.IsNotification(p):
				if notes++; path != 0 {
					t.Fatalf("a notification takes path %d", path)
				}
			case path != 0:
				others++
			}
		})
	}
	if notes < 20 || others < 20 {
		t.Errorf("%d notifications, %d packets on further paths", notes, others)
	}
}

// A copy of an execution comes to the same end, whoever goes on first.
func TestCopiesOfExecutions(t *testing.T) {
	queued := func() *Sim { // a message comes while others wait
		return played(t, "VEF3 2 3 0 0 0 TRUE\n0 0 1 40960 0 0 -1\n1 0 1 40960 0 0 -1\n2 0 1 10 0 5000 -1\n")
	}
	for _, begin := range []func() *Sim{
		func() *Sim { return opened(t, "network=rlft-8x2 traffic=PTRANS-4x8-512-8 queuing=dbbm vcs=2") },
		func() *Sim {
			return opened(t, "network=rlft-8x2 traffic=PTRANS-4x8-512-8 delay=0 congestion-control=iba-cc")
		},
		queued,
	} {
		straight := begin()
		straight.Play(100*Millisecond, NoLimit)
		want, _ := straight.Execution()
		for part := int64(1); part < 12; part++ {
			m := begin()
			m.Advance(want.FinishPS*part/12, NoLimit)
			c := m.Clone()
			for _, x := range []*Sim{m, c} {
				x.Play(100*Millisecond, NoLimit)
				if got, _ := x.Execution(); got != want || x.Checksum() != straight.Checksum() {
					t.Errorf("%s, copied after %d/12: %+v, want %+v", m.scenario.Query(), part, got, want)
				}
			}
		}
	}
}

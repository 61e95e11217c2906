package engine_test

// Executions of traces: the times by hand, and the same ones however the run is sliced.

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/vef"
)

// keep reads a trace and returns its name.
func keep(t testing.TB, text string) string {
	t.Helper()
	trace, err := vef.Read(strings.NewReader(text), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return vef.Keep(trace)
}

// A packet takes 327.68 ns, a link 6 ns; hosts 0 and 1 are two links apart, 0 and 15 six.
func TestExecutionTimes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ps         int64
	}{
		{"ping-pong with 5 ns of computing", "VEF3 2 2 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 5 0\n", 2*(327_680+12_000) + 5_000},
		{"three packets, far", "VEF3 16 1 0 0 0 TRUE\n0 0 15 8193 0 0 -1\n", 3*327_680 + 36_000},
		{"an empty message takes a packet", "VEF3 2 1 0 0 0 TRUE\n0 0 1 0 0 1.5 -1\n", 1_500 + 327_680 + 12_000},
		{"to itself", "VEF3 2 1 0 0 0 TRUE\n0 1 1 1000000 0 7 -1\n", 7_000},
		{"the second when the first has left", "VEF3 3 2 0 0 0 TRUE\n0 0 1 4096 0 0 -1\n1 0 2 4096 1 0 0\n", 2*327_680 + 24_000},
		{"long computing", "VEF3 2 1 0 0 0 TRUE\n0 0 1 1 0 1000000000 -1\n", 1_000_000_000_000 + 327_680 + 12_000},
		{"nothing", "VEF3 2 0 0 0 0 TRUE\n", 0},
	} {
		m := open(t, "network", "rlft-4x3", "traffic", keep(t, c.text))
		if m.PacketPS() != 327_680 {
			t.Fatal("another packet time: ", m.PacketPS())
		}
		if !m.Play(1<<62, engine.NoLimit) {
			t.Fatalf("%s: does not end", c.name)
		}
		e, ok := m.Execution()
		if !ok || e.FinishPS != c.ps || e.Done != e.Total {
			t.Errorf("%s: %+v, %v; want %d ps", c.name, e, ok, c.ps)
		}
		end := (c.ps + 327_679) / 327_680 * 327_680
		if m.Now() != end {
			t.Errorf("%s: ends at %d ps, want %d", c.name, m.Now(), end)
		}
		var h observe.Header
		m.Measures(&h)
		if h.FinishPS != c.ps || h.Records != e.Total || h.RecordsDone != e.Total {
			t.Errorf("%s: the measures say %d of %d records, %d ps", c.name, h.RecordsDone, h.Records, h.FinishPS)
		}
		// Whoever has gone past the end knows where it was.
		var f observe.Frame
		m.Advance(m.Now()+1_000_000, engine.NoLimit)
		if m.Frame(&f, observe.Options{Detail: -1}); f.TimePS <= end || f.ProgramEnd() != end {
			t.Errorf("%s: at %d ps the program is said to have been played to %d, want %d", c.name, f.TimePS, f.ProgramEnd(), end)
		}
	}
}

// Where links take no time a message has arrived in the instant in which it has left its host.
func TestExecutionWithoutDelay(t *testing.T) {
	for _, c := range []struct {
		name, text string
		packets    int64
	}{
		{"one after the other has left", "VEF3 3 3 0 0 0 TRUE\n0 0 1 4096 0 0 -1\n1 0 2 4096 1 0 0\n2 0 1 8192 1 0 1\n", 4},
		{"ping-pong", "VEF3 2 3 0 0 0 TRUE\n0 0 1 10 0 0 -1\n1 1 0 10 2 0 0\n2 0 1 5000 2 0 1\n", 4},
	} {
		m := open(t, "network", "rlft-4x1", "delay", "0", "traffic", keep(t, c.text))
		if !m.Play(engine.Millisecond, engine.NoLimit) {
			t.Fatal(c.name)
		}
		if e, _ := m.Execution(); e.FinishPS != c.packets*m.PacketPS() || e.Done != e.Total {
			t.Errorf("%s: %+v, want %d packet times", c.name, e, c.packets)
		}
		if err := m.CheckInvariants(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// How a run is sliced changes neither the states it passes nor its end.
func TestPlayInSlices(t *testing.T) {
	for _, set := range [][]string{{}, {"routing", "adaptive", "voq", "true"}, {"routing", "afi", "queuing", "vftree", "vcs", "2"}, {"packet", "1000", "bandwidth", "40", "queuing", "dbbm", "vcs", "3"}} {
		set = append([]string{"network", "rlft-4x3", "traffic", "PTRANS-2x8-1024-32"}, set...)
		whole := open(t, set...)
		if !whole.Play(1<<62, engine.NoLimit) || whole.Now()%whole.PacketPS() != 0 {
			t.Fatalf("%q: %d ps", set, whole.Now())
		}
		want, _ := whole.Execution()
		if want.FinishPS < 0 || want.Done != want.Total || want.FinishPS > whole.Now() || want.FinishPS <= whole.Now()-whole.PacketPS() {
			t.Fatalf("%q: %+v at %d ps", set, want, whole.Now())
		}
		half := open(t, set...)
		if !half.Play(want.FinishPS/2, engine.NoLimit) || half.Now() != want.FinishPS/2 {
			t.Fatalf("%q: stands at %d ps", set, half.Now())
		}
		if e, _ := half.Execution(); e.FinishPS != -1 || e.Done >= e.Total || e.Total != want.Total {
			t.Errorf("%q: half-way, %+v", set, e)
		}
		m := open(t, set...)
		m.TrackTrees(false)
		r := rand.New(rand.NewPCG(1, 2))
		slices, passed := 0, false
		for limit := int64(0); ; slices++ {
			if r.IntN(20) == 0 {
				c := m.Clone()
				if c.Checksum() != m.Checksum() {
					t.Fatalf("%q: a clone differs", set)
				}
				m = c
			}
			if limit < want.FinishPS/2 { // to arbitrary times
				limit = min(limit+r.Int64N(3*m.PacketPS()), want.FinishPS/2)
				for !m.Play(limit, r.IntN(50)) {
				}
				if m.Now() != limit {
					t.Fatalf("%q: stands at %d, not at %d ps", set, m.Now(), limit)
				}
				continue
			}
			if !passed && m.Checksum() != half.Checksum() {
				t.Fatalf("%q: another state half-way", set)
			}
			passed = true
			if m.Play(1<<62, r.IntN(200)) {
				break
			}
		}
		got, _ := m.Execution()
		if got != want || m.Now() != whole.Now() || m.Checksum() != whole.Checksum() || slices < 20 {
			t.Errorf("%q: %+v at %d ps after %d slices; in one, %+v at %d ps", set, got, m.Now(), slices, want, whole.Now())
		}
		if err := m.CheckInvariants(); err != nil {
			t.Error(err)
		}
		if !m.Play(1<<62, 0) || m.Now() != whole.Now() {
			t.Errorf("%q: an ended program goes on", set)
		}
		if !m.Advance(m.Now()+engine.Millisecond, engine.NoLimit) {
			t.Fatal("time stands still after the end")
		}
		if e, _ := m.Execution(); e != want {
			t.Errorf("%q: %+v later", set, e)
		}
	}
}

// The records of a program may take no time. Its run ends with the first packet time, whether it has stood in it before or not.
func TestProgramsThatTakeNoTime(t *testing.T) {
	for _, first := range []int64{-1, 0, 1, 100_000, 327_680} {
		m := open(t, "network", "rlft-4x3", "traffic", "PTRANS-1x1-2-1")
		if first >= 0 && !m.Play(first, engine.NoLimit) || first == 0 && !m.Advance(0, engine.NoLimit) {
			t.Fatal(first)
		}
		if !m.Play(1<<62, engine.NoLimit) || m.Now() != m.PacketPS() {
			t.Errorf("by way of %d ps it ends at %d ps, want %d", first, m.Now(), m.PacketPS())
		}
		if e, _ := m.Execution(); e.FinishPS != 0 || e.Done != 10 || e.Total != 10 {
			t.Errorf("by way of %d ps: %+v", first, e)
		}
	}
}

// On a network beyond the caches the fabric looks ahead, and traces play there as well.
func TestPlayFar(t *testing.T) {
	near, far := open(t, "network", "rlft-8x3", "traffic", "PTRANS-4x4-512-32"), open(t, "network", "rlft-36x3", "traffic", "PTRANS-4x4-512-32", "routing", "adaptive", "voq", "true")
	for _, m := range []*engine.Sim{near, far} {
		m.TrackTrees(false)
		if !m.Play(engine.Millisecond, engine.NoLimit) {
			t.Fatal("does not end")
		}
		if e, _ := m.Execution(); e.FinishPS < 0 || e.Done != e.Total {
			t.Errorf("%+v", e)
		}
		if err := m.CheckInvariants(); err != nil {
			t.Error(err)
		}
	}
	// All 16 tasks are at one leaf switch there.
	a, _ := near.Execution()
	b, _ := far.Execution()
	if b.FinishPS >= a.FinishPS {
		t.Errorf("%d ps at one switch, %d ps over several", b.FinishPS, a.FinishPS)
	}
}

func TestWithoutATrace(t *testing.T) {
	m := open(t, "network", "rlft-4x3", "traffic", "UT")
	if e, ok := m.Execution(); ok {
		t.Errorf("an execution without a trace: %+v", e)
	}
	if !m.Play(12_345, engine.NoLimit) || m.Now() != 12_345 {
		t.Errorf("stands at %d ps", m.Now())
	}
	var h observe.Header
	m.Measures(&h)
	if h.Records != 0 || h.FinishPS != -1 {
		t.Errorf("%d records, %d ps", h.Records, h.FinishPS)
	}
}

// A trace that is not here, or does not fit, is refused in words that help.
func TestTracesRefused(t *testing.T) {
	big := keep(t, "VEF3 17 1 0 0 0 TRUE\n0 0 16 1 0 0 -1\n")
	for traffic, want := range map[string]string{
		"VEF-0123456789abcdef": "drop it on the page",
		big:                    "17 tasks, but rlft-4x3 has 16 hosts",
		"PTRANS-8x8-64-4":      "64 tasks",
	} {
		s, err := scenario.Default().With("traffic", traffic)
		if err == nil {
			s, err = s.With("network", "rlft-4x3")
		}
		if err == nil {
			_, err = engine.Open(s)
		}
		if e, ok := err.(*scenario.Error); !ok || e.Field != "traffic" || !strings.Contains(e.Reason, want) {
			t.Errorf("%s: %v", traffic, err)
		}
	}
}

// Messages of more packets than 32 bits count are as long as they are: one of 64 GiB, of which no packet would be left, and that of half
// the ranks in a scatter, of which three would.
func TestMessagesOfMorePacketsThan32Bits(t *testing.T) {
	scatter := "VEF3 8 0 1 1 8 TRUE\nC0 0 1 2 3 4 5 6 7\nG0 0 4 0 17179869196 17179869196 0 0 -1\n"
	for task := 1; task < 8; task++ {
		scatter += "G0 0 4 " + strconv.Itoa(task) + " 0 17179869196 0 0 -1\n"
	}
	for text, want := range map[string]uint64{"VEF3 2 1 0 0 0 TRUE\n0 0 1 68719476736 0 0 -1\n": 1 << 32, scatter: 1<<32 + 3} {
		m := begin(t, "network=rlft-4x3&packet=16&buffer=1&traffic="+keep(t, text))
		m.Advance(engine.Microsecond, engine.NoLimit)
		if err := m.CheckInvariants(); err != nil {
			t.Error(err)
		}
		var h observe.Header
		if m.Measures(&h); h.Generated != want || h.RecordsDone > 0 {
			t.Errorf("%d packets are to be sent, want %d; %d records are done", h.Generated, want, h.RecordsDone)
		}
	}
}

// Slices may end amid an instant where links take no time; Play is there when all that happens then has happened.
func TestPlayWithoutDelay(t *testing.T) {
	const query = "network=rlft-4x3&delay=0&traffic=PTRANS-4x4-256-16"
	packet := begin(t, query).PacketPS()
	for k := int64(1); k < 60; k++ {
		whole, sliced := begin(t, query), begin(t, query)
		whole.Play(k*packet, engine.NoLimit)
		for !sliced.Play(k*packet, 1) {
		}
		if whole.Now() != sliced.Now() || whole.Checksum() != sliced.Checksum() {
			t.Fatalf("%d packet times: at %d ps %x at once, at %d ps %x in slices", k, whole.Now(), whole.Checksum(), sliced.Now(), sliced.Checksum())
		}
	}
}

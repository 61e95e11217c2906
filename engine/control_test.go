package engine_test

// Congestion control by notification: InfiniBand's and DRB.

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"pgregory.net/rapid"
)

// A wait of w packet times behind every packet leaves 1/(1+w) of the rate, for a flow and for a host.
func TestTheTableSetsTheRate(t *testing.T) {
	for _, c := range []struct {
		want float64
		set  []string
	}{
		{1, []string{"traffic", "complement"}},
		{1 / (1 + 4/4.), []string{"traffic", "complement", "ccti-min", "4"}},
		{1 / (1 + 10/4.), []string{"traffic", "complement", "ccti-min", "10"}},
		{1 / (1 + 3.), []string{"traffic", "complement", "ccti-min", "2", "cct", "entries-0.1.3.7"}},
		{1 / (1 + 7.), []string{"traffic", "complement", "ccti-min", "100", "cct", "entries-0.1.3.7"}},
		{1 / (1 + 6/8.), []string{"traffic", "complement", "ccti-min", "2", "cct", "entries-0.1.49158"}}, // 3≪14 | 6
		{1 / (1 + 15/8.), []string{"traffic", "complement", "ccti-min", "100", "cct", "square-3-655"}},   // ⌊10000 ÷ 655⌋ eighths
		{1 / (1 + 4.), []string{"traffic", "UT", "ccti-min", "16", "cc-scope", "host"}},
	} {
		set := append([]string{"network", "rlft-8x1", "load", "1.2", "generation", "constant", "congestion-control", "iba-cc", "cc-threshold", "0", "warmup", "0"}, c.set...)
		if got := accepted(t, 400, set...); math.Abs(got/c.want-1) > 0.02 {
			t.Errorf("%v: accepted load %.3f, want %.3f", c.set, got, c.want)
		}
	}
}

// A hot spot of which sources know does not take the others down with it.
func TestThrottlingSavesTheVictims(t *testing.T) {
	set := []string{"network", "rlft-8x3", "traffic", "HS25-1", "load", "0.5", "warmup", "0"}
	none := accepted(t, 3000, set...)
	cc := accepted(t, 3000, append(set, "congestion-control", "iba-cc", "cc-threshold", "8")...)
	if none > 0.15 || cc < 0.25 {
		t.Errorf("accepted load %.3f without congestion control, %.3f with; want less than half of the 0.375 that are not for the hot spot, and most of them", none, cc)
	}
}

// Flows that share a link and no host go round it ([DRB-T] Figs. 7-6, 7-7).
func TestSpreadingGoesRoundAHotLink(t *testing.T) {
	set := []string{"network", "torus-8x8", "routing", "dor", "traffic", "LHS", "warmup", "0"}
	none := accepted(t, 400, set...)
	drb := accepted(t, 400, append(set, "congestion-control", "drb")...)
	if drb < 1.5*none {
		t.Errorf("accepted load %.4f without congestion control, %.4f with DRB; three flows share a link", none, drb)
	}
}

// At no instant is a port idle for which a packet waits that could leave. Of two notifications in a VL of their own the second used to wait
// until something else happened at its output, and a host without credits for one path until it had some again, though a second path was opened for
// which it had.
func TestNobodyIsIdle(t *testing.T) {
	for _, set := range [][]string{
		{"network", "rlft-8x2", "congestion-control", "iba-cc", "traffic", "HS50-4"},
		{"network", "mesh-4x4", "routing", "dor", "congestion-control", "drb", "buffer", "8", "traffic", "transpose"},
		{"network", "knary-4x3", "congestion-control", "drb", "buffer", "8", "traffic", "IHS", "load", "1"},
	} {
		m := open(t, set...)
		m.TrackTrees(false)
		for at := int64(0); at < 13*engine.Microsecond; at += 20 * engine.Nanosecond {
			m.Advance(at, engine.NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Fatal(set, err)
			}
		}
	}
}

// Where nothing is marked, data go as they would without congestion control, though notifications have a VL of their own: with one VC of data
// outputs serve inputs by a pointer alone, with several in rounds, and that VL is none of these.
func TestNothingMarkedChangesNothing(t *testing.T) {
	for _, set := range [][]string{
		{"network", "rlft-8x2", "traffic", "HS25-1", "load", "1", "voq", "true"},
		{"network", "rlft-8x2", "traffic", "HS25-1", "load", "1", "voq", "true", "queuing", "dbbm", "vcs", "2"},
		{"network", "bmin-8x3", "routing", "self", "queuing", "voqsw", "traffic", "HS25-1", "load", "0.9"},
		{"network", "rlft-8x2", "traffic", "HS25-1", "load", "1"},
	} {
		var h [2]observe.Header
		for i, control := range []string{"none", "iba-cc"} {
			m := open(t, append(set, "congestion-control", control, "cc-threshold", "0", "warmup", "0")...)
			m.Advance(60*engine.Microsecond, engine.NoLimit)
			m.Measures(&h[i])
		}
		if h[1].Marked+h[1].BECN > 0 || h[0].Delivered == 0 {
			t.Fatalf("%v: %d packets, %d marked", set, h[0].Delivered, h[1].Marked)
		}
		if h[0].Delivered != h[1].Delivered || h[0].Hops != h[1].Hops || h[0].LatencyNS != h[1].LatencyNS {
			t.Errorf("%v: %d packets delivered, %d hops, %v ns without control, %d, %d, %v with one that marks nothing", set,
				h[0].Delivered, h[0].Hops, h[0].LatencyNS, h[1].Delivered, h[1].Hops, h[1].LatencyNS)
		}
	}
}

// When the hot spot has ended and the timers have run out, all is as if nothing had been: every CCTI is
// at its minimum, every further path is closed, no notification is on its way.
func TestEverythingComesBack(t *testing.T) {
	for _, set := range [][]string{
		{"network", "rlft-8x2", "congestion-control", "iba-cc", "ccti-timer", "20"},
		{"network", "rlft-8x2", "congestion-control", "iba-cc", "ccti-timer", "20", "cc-scope", "host", "ccti-min", "3", "cn-vl", "data"},
		{"network", "torus-8x8", "routing", "dor", "congestion-control", "iba-cc", "ccti-timer", "20", "ccti-increase", "4"},
		{"network", "torus-8x8", "routing", "dor", "congestion-control", "drb", "drb-timer", "20"},
		{"network", "mesh-4x4", "routing", "dor", "congestion-control", "drb", "drb-timer", "20", "drb-vls", "3", "cn-vl", "data", "cc-victims", "true"},
		{"network", "bmin-8x3", "routing", "self", "congestion-control", "drb", "drb-timer", "20", "drb-vls", "1"},
	} {
		m := open(t, append(set, "traffic", "HS100-1", "load", "0.4", "hotspot-until", "300", "hotspot-else", "silent", "source-queue", "4")...)
		m.TrackTrees(false)
		var h observe.Header
		m.Advance(300*engine.Microsecond, engine.NoLimit)
		m.Measures(&h)
		hot := h
		for ms := int64(1); ms <= 10; ms++ {
			m.Advance(ms*engine.Millisecond, engine.NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Fatal(err)
			}
		}
		m.Measures(&h)
		if hot.Reacting == 0 || hot.BECN == 0 || hot.CCTIMax == 0 && hot.OpenPaths == 0 {
			t.Errorf("%v: nothing happens under the hot spot: %+v", set, hot)
		}
		if h.Reacting != 0 || h.OpenPaths != 0 || h.CCTIMax != 0 || h.BECN != h.Marked {
			t.Errorf("%v: not all has come back: %+v", set, h)
		}
	}
}

// Roots alone are marked, and victims too where the mask says so; by and by, where a rate is set; and at
// threshold 0 nothing.
func TestWhatIsMarked(t *testing.T) {
	marks := func(set ...string) uint64 {
		m := open(t, append([]string{"network", "rlft-8x2", "traffic", "HS100-1", "congestion-control", "iba-cc", "cct", "entries-0"}, set...)...)
		m.TrackTrees(false)
		m.Advance(400*engine.Microsecond, engine.NoLimit)
		var h observe.Header
		m.Measures(&h)
		return h.Marked
	}
	roots, victims, some, none := marks(), marks("cc-victims", "true"), marks("cc-marking-rate", "9"), marks("cc-threshold", "0")
	const delivered = uint64(1220) // 400 µs of packets of 4096 B at 100 Gb/s
	if roots < delivered*9/10 || roots > delivered*12/10 || victims < roots*11/10 || some < delivered/11 || some > delivered/6 || none != 0 {
		t.Errorf("marked %d at roots, %d with victims, %d with a marking rate of 9, %d at threshold 0; the hot spot has received %d", roots, victims, some, none, delivered)
	}
	if first := marks("cc-marking-rate", "60000"); first == 0 || first > 20 { // outputs have one each at most
		t.Errorf("marked %d at a marking rate that no output reaches", first)
	}
	for _, c := range []struct {
		kib  string
		same bool
	}{{"8", true}, {"12", false}} { // of two packets one is always on its way: all ports count as roots
		roots, victims := marks("buffer", c.kib), marks("buffer", c.kib, "cc-victims", "true")
		if roots == 0 || (roots == victims) != c.same {
			t.Errorf("buffers of %s KiB: marked %d at roots, %d with victims", c.kib, roots, victims)
		}
	}
}

// What TestTheStateDependsOnTheTimeOnly and TestInvariantsOfRandomScenarios say, of congestion control.
func TestControlIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scenario.Default()
		pick := func(name string, values ...string) {
			s = s.Must(name, rapid.SampledFrom(values).Draw(t, name))
		}
		pick("network", "mesh-4x4", "torus-4x4", "torus-5x3", "torus-8x8", "bmin-4x2", "rlft-4x2", "rlft-8x2")
		switch net := s.Get("network"); {
		case strings.HasPrefix(net, "rlft"):
			pick("routing", "dmodk", "adaptive", "oblivious")
		case strings.HasPrefix(net, "bmin"):
			pick("routing", "self")
		default:
			pick("routing", "dor")
		}
		pick("traffic", "UT", "HS50-1", "HS100-1", "complement", "LHS")
		pick("congestion-control", "iba-cc", "drb")
		pick("cc-threshold", "1", "8", "15")
		pick("cc-marking-rate", "0", "3")
		pick("cc-victims", "true", "false")
		pick("cc-thresholds", "none", "S1-0")
		pick("cc-victim-ports", "none", "S1")
		pick("cn-vl", "own", "data")
		pick("cn-packet", "16", "64", "4096")
		pick("cct", "linear-2-1", "entries-0.1.2.4.8.16")
		pick("ccti-increase", "1", "20")
		pick("ccti-timer", "2", "30")
		pick("ccti-min", "0", "3")
		pick("cc-scope", "flow", "host")
		pick("drb-vls", "1", "2", "3")
		pick("drb-notifications", "1", "5")
		pick("drb-timer", "2", "30")
		pick("drb-hysteresis", "1", "3")
		pick("queuing", "1q", "dbbm")
		pick("voq", "true", "false")
		pick("crossbar", "multiplexed", "demultiplexed")
		pick("load", "0.3", "0.8", "1.2")
		pick("delay", "0", "6", "3000")
		pick("buffer", "64", "192")
		pick("packet", "256", "4096")
		pick("source-queue", "1", "8")
		if engine.Check(s) != nil {
			return
		}
		a, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		end := a.PacketPS()*180 + s.DelayPS()*20
		a.TrackTrees(false)
		a.Advance(end, engine.NoLimit)
		b, _ := engine.Open(s)
		var f observe.Frame
		var c *engine.Sim
		for i := int64(1); b.Now() < end; i++ {
			b.Advance(min(end, i*b.PacketPS()*11+i*77), int(i*50))
			if err := b.CheckInvariants(); err != nil {
				t.Fatalf("%s: %v", s.Query(), err)
			}
			b.Frame(&f, observe.Options{Dots: 1000, Detail: int(i) % b.Network().Ports()})
			if c == nil && b.Now() > end/2 {
				c = b.Clone()
			}
		}
		c.Advance(end, engine.NoLimit)
		if x, y, z := a.Checksum(), b.Checksum(), c.Checksum(); x != y || x != z {
			t.Fatalf("%s: checksum %016x in one go, %016x in slices, %016x from a copy", s.Query(), x, y, z)
		}
		if f.Delivered == 0 {
			t.Fatalf("%s: nothing was delivered", s.Query())
		}
	})
}

// What does not fit is refused, with the field to change.
func TestControlRefuses(t *testing.T) {
	for _, c := range []struct {
		field string
		set   []string
	}{
		{"congestion-control", []string{"network", "rlft-8x2", "routing", "afi", "congestion-control", "iba-cc"}},
		{"ccti-min", []string{"congestion-control", "iba-cc", "ccti-min", "9", "ccti-limit", "8"}},
		{"routing", []string{"routing", "adaptive", "congestion-control", "drb"}},
		{"drb-vls", []string{"network", "torus-4x4", "routing", "dor", "congestion-control", "drb", "drb-vls", "1"}},
		{"congestion-control", []string{"network", "rlft-36x3", "congestion-control", "drb"}},
		{"vcs", []string{"network", "torus-8x8", "routing", "dor", "queuing", "dbbm", "vcs", "8", "congestion-control", "iba-cc"}},
	} {
		s := scenario.Default()
		for i := 0; i < len(c.set); i += 2 {
			s = s.Must(c.set[i], c.set[i+1])
		}
		err, ok := engine.Check(s).(*scenario.Error)
		if !ok || err.Field != c.field {
			t.Errorf("%v: %v, want a refusal of %s", c.set, err, c.field)
		}
	}
	for _, text := range []string{"linear-4-1", "linear-2-130", "linear-1", "entries-", "entries-1.70000", "entries-x", "entries-" + strings.Repeat("1.", 128) + "1"} {
		if _, err := scenario.Default().With("cct", text); err == nil {
			t.Errorf("cct=%s is accepted", text)
		}
	}
}

// Golden checksums of the new mechanisms, as in TestChecksumsNeverChange.
func TestControlChecksumsNeverChange(t *testing.T) {
	for _, c := range []struct {
		want uint64
		set  []string
	}{
		{0x144da596580b5378, []string{"network", "rlft-8x3", "traffic", "HS10-1", "congestion-control", "iba-cc"}},
		{0xec57c74e12caf87d, []string{"network", "torus-8x8", "routing", "dor", "traffic", "transpose", "voq", "true", "congestion-control", "drb"}},
	} {
		m := open(t, c.set...)
		m.Advance(100*engine.Microsecond, engine.NoLimit)
		if got := m.Checksum(); got != c.want {
			t.Errorf("%v: checksum %#016x, want %#016x", c.set, got, c.want)
		}
	}
}

package engine_test

// Known truths that any engine must hit (engine/README.md, "Checked against theory").

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"pgregory.net/rapid"
)

// A tree without congestion accepts what is offered, with the latency of an empty network: each hop
// costs the link's delay, and one packet time passes from the last head to the last tail.
func TestAnEmptyNetworkHasTheLatencyOfItsLinks(t *testing.T) {
	for _, c := range []struct {
		net  string
		hops float64 // mean, by distance of the hosts
	}{
		{"rlft-8x1", 2},
		{"rlft-8x2", (3*2 + 28*4) / 31.},          // 3 hosts at the own leaf, 28 elsewhere
		{"rlft-8x3", (3*2 + 12*4 + 112*6) / 127.}, //
		{"knary-2x3", (1*2 + 2*4 + 4*6) / 7.},     //
		{"pgft-4.4-1.2-1.1", (3*2 + 12*4) / 15.},  // tapered
	} {
		m := open(t, "network", c.net, "traffic", "UT", "load", "0.001", "delay", "100", "warmup", "0")
		m.Advance(40*engine.Millisecond, engine.NoLimit)
		var h observe.Header
		m.Measures(&h)
		want := 327.68 + c.hops*100
		if math.Abs(h.LatencyNS/want-1) > 0.02 || h.Delivered+20 < h.Generated {
			t.Errorf("%s: latency %.1f ns, want %.1f; %d of %d delivered", c.net, h.LatencyNS, want, h.Delivered, h.Generated)
		}
	}
}

// Without VCs and VOQs one hot spot blocks everybody ([RAR] Table 2, D-mod-K with 1Q: 0 %).
func TestOneQueueCollapsesUnderAHotSpot(t *testing.T) {
	if got := accepted(t, 600, "network", "rlft-12x3", "traffic", "HS25-1"); got > 0.05 {
		t.Errorf("accepted load %.3f, want next to nothing", got)
	}
}

// Same scenario, same bits: however the run is cut into slices, watched or copied.
func TestTheStateDependsOnTheTimeOnly(t *testing.T) {
	for _, set := range [][]string{
		{"network", "rlft-8x3"},
		{"network", "rlft-8x3", "routing", "adaptive", "queuing", "vftree"},
		{"network", "rlft-8x3", "routing", "oblivious", "queuing", "dbbm", "voq", "true"},
		{"network", "rlft-12x3", "routing", "adaptive-th", "queuing", "flow2sl", "voq", "true", "traffic", "HS10-4"},
		{"network", "rlft-12x3", "routing", "afi", "queuing", "vftree"},
		{"network", "rlft-8x3", "routing", "adaptive", "trigger", "2TH", "delta", "2", "queuing", "dbbm", "voq", "true"},
		{"network", "pgft-4.4-1.2-1.2", "generation", "constant", "load", "0.7", "delay", "0"},
	} {
		const end = 60 * engine.Microsecond
		a := open(t, set...)
		a.TrackTrees(false)
		a.Advance(end, engine.NoLimit)
		b := open(t, set...)
		var f observe.Frame
		var c *engine.Sim
		for step := int64(1); b.Now() < end; step = step*5/4 + 1 {
			b.Advance(min(end, b.Now()+step*1000), int(step*7))
			b.Frame(&f, observe.Options{Dots: 100, Detail: int(step) % 200, Checksum: step%3 == 0})
			if c == nil && b.Now() > end/2 {
				c = b.Clone()
			}
		}
		c.Advance(end, engine.NoLimit)
		if x, y, z := a.Checksum(), b.Checksum(), c.Checksum(); x != y || x != z {
			t.Errorf("%v: checksum %016x in one go, %016x in slices, %016x from a copy", set, x, y, z)
		}
		d := open(t, append(set, "seed", "2")...)
		d.Advance(end, engine.NoLimit)
		if d.Checksum() == a.Checksum() {
			t.Errorf("%v: another seed has the same checksum", set)
		}
	}
}

// Golden checksums: the same bits natively and as WebAssembly, today and later. A change here means
// that every published link shows something else: it needs a new engine version.
func TestChecksumsNeverChange(t *testing.T) {
	for _, c := range []struct {
		want uint64
		set  []string
	}{
		{0xa0b5662e6270222a, []string{"network", "rlft-8x3"}},
		{0x19e37511c78280f6, []string{"network", "rlft-12x3", "routing", "adaptive", "queuing", "vftree", "traffic", "HS10-4"}},
		{0xc375e72fb835d206, []string{"network", "rlft-8x3", "routing", "oblivious", "queuing", "flow2sl", "voq", "true", "load", "0.8"}},
		{0x44f38dd578cef5e1, []string{"network", "rlft-12x3", "routing", "afi", "queuing", "dbbm", "voq", "true"}},
		{0x7e8004b2d61ad581, []string{"network", "rlft-12x3", "routing", "adaptive", "trigger", "2TH", "delta", "3", "queuing", "vftree", "traffic", "IHS"}},
	} {
		m := open(t, c.set...)
		m.Advance(50*engine.Microsecond, engine.NoLimit)
		if got := m.Checksum(); got != c.want {
			t.Errorf("%v: checksum %#016x, want %#016x", c.set, got, c.want)
		}
	}
}

// Nothing is lost or duplicated, credits are conserved, no buffer overruns, in any scenario.
func TestInvariantsOfRandomScenarios(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := func(name string, values ...string) (string, string) {
			return name, rapid.SampledFrom(values).Draw(t, name)
		}
		s := scenario.Default()
		for _, set := range [][]string{
			{"network", "rlft-4x3", "rlft-8x2", "rlft-6x1", "knary-2x3", "knary-3x2", "pgft-4.4-1.2-1.2", "pgft-3.2.4-1.2.3-1.2.1"},
			{"routing", "dmodk", "oblivious", "adaptive", "adaptive-th", "afi"},
			{"trigger", "NoTH", "TH", "2TH"},
			{"stages", "AS", "FS", "SS"},
			{"delta", "1", "2", "3"},
			{"threshold", "50", "75"},
			{"queuing", "1q", "dbbm", "vftree", "flow2sl"},
			{"vcs", "1", "2", "3", "4", "5"},
			{"voq", "true", "false"},
			{"traffic", "UT", "HS25-1", "HS50-2", "HS100-1", "IHS"},
			{"load", "0.05", "0.4", "0.9", "1.2"},
			{"generation", "poisson", "constant"},
			{"buffer", "20", "24", "64", "200"},
			{"packet", "64", "1000", "4096"},
			{"delay", "0", "6", "333.25", "5000"},
			{"source-queue", "1", "2", "64"},
		} {
			s = s.Must(pick(set[0], set[1:]...))
		}
		s = s.Must("seed", rapid.StringMatching("[1-9][0-9]{0,8}").Draw(t, "seed"))
		if engine.Check(s) != nil {
			return // e.g. more packets than are simulated
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		var f observe.Frame
		for i := int64(1); i <= 8; i++ {
			m.Advance(i*m.PacketPS()*23+i*77, engine.NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Fatalf("%s: %v", s.Query(), err)
			}
			m.Frame(&f, observe.Options{Dots: 1000, Detail: int(i) % m.Network().Ports()})
		}
		if s.Micro("load") > scenario.Micro/20 && f.Delivered == 0 && s.Micro("delay") < 1000*scenario.Micro {
			t.Fatalf("%s: nothing was delivered", s.Query())
		}
	})
}

package engine

import (
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"pgregory.net/rapid"
)

func scenarioOf(t testing.TB, sets ...string) scenario.Scenario {
	t.Helper()
	s := scenario.Default()
	for _, set := range strings.Fields(strings.Join(sets, " ")) {
		field, value, _ := strings.Cut(set, "=")
		var err error
		if s, err = s.With(field, value); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func opened(t testing.TB, sets ...string) *Sim {
	t.Helper()
	m, err := Open(scenarioOf(t, sets...))
	if err != nil {
		t.Fatalf("%s: %v", sets, err)
	}
	m.TrackTrees(false)
	return m
}

// orders follows the packets on their last link and finds flows that overtake themselves. A look every packet time
// misses none of them.
type orders struct {
	birth map[[2]uint32]int64 // by flow: of the last packet seen
	since int64               // transmissions that began before have been seen
	seen  int
}

func (o *orders) look(m *Sim) (late string) {
	f := m.fabric
	f.Flights(func(port, _ int, p fabric.Packet, start int64) {
		if start < o.since || !f.Net.IsHost(int(f.Net.Peer[port])) || f.IsNotification(p) {
			return
		}
		o.seen++
		flow, birth := [2]uint32{p.Src(), p.Dst()}, f.Birth(p)
		if was, ok := o.birth[flow]; ok && birth <= was && late == "" {
			late = strconv.Itoa(int(p.Src())) + "→" + strconv.Itoa(int(p.Dst()))
		}
		o.birth[flow] = birth
	})
	o.since = m.Now() + 1
	return
}

// run advances in steps of half a packet time, with proofs of order at each of them and of the invariants at some.
func (o *orders) run(t interface{ Fatalf(string, ...any) }, m *Sim, packets int) {
	if o.birth == nil {
		o.birth = map[[2]uint32]int64{}
	}
	for i := 1; i <= 2*packets; i++ {
		m.Advance(m.Now()+m.PacketPS()/2, NoLimit)
		if late := o.look(m); late != "" {
			t.Fatalf("%s: at %d ps a packet of %s comes before an older one", m.Scenario().Query(), m.Now(), late)
		}
		if i%37 == 0 {
			if err := m.CheckInvariants(); err != nil {
				t.Fatalf("%s: %v", m.Scenario().Query(), err)
			}
		}
	}
}

// quiet says what is left of set-aside queues in a network without packets.
func quiet(f *fabric.Fabric) (left []string) {
	if n, _, _ := f.SetAsideCount(); n > 0 {
		left = append(left, strconv.Itoa(n)+" queues are set aside")
	}
	f.Signals(func(from, to, vc int, kind fabric.SignalKind, line int, start int64) {
		left = append(left, "a "+kind.String()+" is on its way")
	})
	for p := 0; p < f.Net.Ports(); p++ {
		for vc := 0; f.Net.Peer[p] >= 0 && vc < f.VCs; vc++ {
			name := func(l fabric.CAMLine) { left = append(left, f.Net.PortName(p)+" has line "+strconv.Itoa(l.Line)) }
			f.SetAsideLines(p, vc, name)
			f.OutputLines(p, vc, name)
		}
	}
	return
}

// On every kind of network: nothing is lost, flows keep their order, and when a hot spot that everybody has sent to
// is over, every packet arrives, and every queue and CAM line is free again.
func TestSetAsideQueuesOnEveryNetwork(t *testing.T) {
	for _, network := range []string{"bmin-8x3 routing=self", "bmin-4x4-butterfly routing=self", "rlft-8x3", "rlft-6x3", "knary-3x3", "pgft-4.4-1.2-1.2",
		"mesh-4x4 routing=dor", "torus-5x4 routing=dor", "rlft-8x1"} {
		for _, scheme := range []string{"voqsw", "voqnet buffer=64", "recn-iq", "fbicm", "fbicm cfqs=2 cfq-detect=2 cfq-stop=3 cfq-go=1 crossbar=multiplexed"} {
			base := "packet=64 buffer=4 bandwidth=8 network=" + network + " queuing=" + scheme
			m := opened(t, base, "traffic=HS40-1 hotspot-from=2 hotspot-until=9")
			var o orders
			o.run(t, m, 200)
			var h observe.Header
			m.Measures(&h)
			_, peak, _ := m.fabric.SetAsideCount()
			if sets, _ := m.fabric.SetAsideQueues(); o.seen < 1000 || (sets > 0) != (peak > 0) {
				t.Errorf("%s: %d packets arrived, up to %d queues were set aside", base, o.seen, peak)
			}
			m = opened(t, base, "load=0.8 traffic=HS100-1 hotspot-else=silent hotspot-until=8")
			o = orders{}
			o.run(t, m, 130)
			_, peak, _ = m.fabric.SetAsideCount()
			m.Advance(2*Millisecond, NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Errorf("%s: %v", base, err)
			}
			m.Measures(&h)
			if on := h.Generated - h.Refused - h.Delivered; on > 64 || h.Delivered < 1000 { // the hot spot itself goes on sending
				t.Errorf("%s: %d delivered of %d generated, %d refused, after the hot spot", base, h.Delivered, h.Generated, h.Refused)
			}
			if left := quiet(m.fabric); len(left) > 0 {
				t.Errorf("%s: of up to %d queues, after the hot spot: %v", base, peak, left)
			}
		}
	}
}

// Traces too: the program ends, all is delivered, and nothing is left of set-aside queues.
func TestTracesWithSetAsideQueues(t *testing.T) {
	for _, scheme := range []string{"voqsw", "voqnet buffer=256", "recn-iq", "fbicm cfq-detect=2", "fbicm network=torus-9x6 routing=dor cfq-detect=2"} {
		m := opened(t, "network=rlft-6x3 traffic=PTRANS-6x9-576-32 queuing="+scheme)
		for !m.Play(100*Millisecond, 1<<14) {
			if err := m.CheckInvariants(); err != nil {
				t.Fatalf("%s: %v", scheme, err)
			}
		}
		e, _ := m.Execution()
		if e.FinishPS < 0 {
			t.Errorf("%s: the program has not ended: %+v", scheme, e)
		}
		m.Advance(m.Now()+Millisecond, NoLimit)
		if left := quiet(m.fabric); len(left) > 0 {
			t.Errorf("%s: %v", scheme, left)
		}
		if _, peak, _ := m.fabric.SetAsideCount(); strings.Contains(scheme, "cfq") && peak == 0 {
			t.Errorf("%s: no queue was ever set aside", scheme)
		}
	}
}

// The state depends on the time only, whoever looks at it how often, and in copies as well.
func TestCopiesOfSetAsideQueues(t *testing.T) {
	for _, scheme := range []string{"voqnet buffer=64", "recn-iq", "fbicm cfqs=3 cfq-detect=3"} {
		base := "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1 hotspot-until=30 queuing=" + scheme
		a, b := opened(t, base), opened(t, base)
		const end = 40 * Microsecond
		a.Advance(end, NoLimit)
		var c *Sim
		var f observe.Frame
		for step := int64(1); b.Now() < end; step++ {
			b.Advance(min(end, b.Now()+step*1777), int(step*9))
			b.Frame(&f, observe.Options{Dots: 50, Detail: int(step) % 300, Checksum: step%5 == 0})
			if c == nil && b.Now() > 20*Microsecond {
				c = b.Clone()
			}
		}
		before := a.Checksum()
		c.Advance(end, NoLimit)
		if x, y := b.Checksum(), c.Checksum(); x != before || y != before {
			t.Errorf("%s: checksum %016x in one go, %016x in slices, %016x from a copy", scheme, before, x, y)
		}
		n, peak, all := a.fabric.SetAsideCount()
		if cn, cp, call := c.fabric.SetAsideCount(); cn != n || cp != peak || call != all {
			t.Errorf("%s: a copy counts other queues", scheme)
		}
		if x, y := a.fabric.SetAsideMean(0, end), c.fabric.SetAsideMean(0, end); x != y || strings.Contains(scheme, "cfq") && (x <= 0 || x > float64(peak)) {
			t.Errorf("%s: %v queues set aside on average, in a copy %v, at most %d", scheme, x, y, peak)
		}
		c.Advance(end+10*Microsecond, NoLimit)
		if a.Checksum() != before {
			t.Errorf("%s: a copy shares its state", scheme)
		}
	}
}

// drawnQueues draws a small network with queues of [FBICM], or of what more says, which has a field and its values in each row; nil
// if it is refused.
func drawnQueues(t *rapid.T, more ...[]string) *Sim {
	s := scenario.Default().Must("packet", "64").Must("bandwidth", "8").Must("warmup", "0")
	for _, set := range append([][]string{
		{"network", "rlft-4x3", "rlft-8x2", "knary-2x3", "bmin-4x3", "bmin-8x2-butterfly", "mesh-3x3", "torus-4x3"},
		{"queuing", "voqnet", "recn-iq", "fbicm", "recn-iq", "fbicm"},
		{"cfqs", "1", "2", "3", "8", "32"}, {"cfq-detect", "1", "2", "5", "40"}, {"cfq-stop", "1", "2", "8"}, {"cfq-go", "0", "1", "4"},
		{"traffic", "UT", "HS25-1", "HS50-2", "HS100-1"}, {"load", "0.3", "0.9", "1.2"}, {"hotspot-until", "5", "1000"},
		{"crossbar", "multiplexed", "demultiplexed"}, {"buffer", "0.25", "1", "2", "8"}, {"delay", "0", "6", "64", "700"}, {"source-queue", "1", "3", "64"}, {"generation", "poisson", "constant"},
	}, more...) {
		s = s.Must(set[0], rapid.SampledFrom(set[1:]).Draw(t, set[0]))
	}
	switch n := s.Get("network"); n[:4] {
	case "bmin":
		s = s.Must("routing", "self")
	case "mesh", "toru":
		s = s.Must("routing", "dor")
	}
	s = s.Must("seed", rapid.StringMatching("[1-9][0-9]{0,5}").Draw(t, "seed"))
	if Check(s) != nil {
		return nil // Go not below Stop, no packet per destination, or flow2sl on another network
	}
	m, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Nothing is lost and no flow overtakes itself, whatever the parameters.
func TestInvariantsOfRandomSetAsideQueues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawnQueues(t)
		if m == nil {
			return
		}
		var o orders
		o.run(t, m, 150)
		if s := m.Scenario(); o.seen == 0 && s.Micro("load") > scenario.Micro/2 && s.Micro("delay") < 100*scenario.Micro {
			t.Fatalf("%s: nothing arrives", s.Query())
		}
	})
}

// Refusals name the field to change and what is allowed.
func TestQueuesAreRefusedByName(t *testing.T) {
	for set, want := range map[string]string{
		"queuing=fbicm routing=adaptive":                                   "routing: fbicm needs deterministic routing, as it tells from the destination which way a packet goes; allowed on rlft-8x3: dmodk",
		"queuing=recn-iq routing=oblivious":                                "allowed on rlft-8x3: dmodk",
		"queuing=voqnet network=bmin-8x3 routing=oblivious":                "allowed on bmin-8x3: self",
		"queuing=voqnet network=rlft-8x3 buffer=192":                       "buffer: 192 KiB split among the queues for 128 hosts hold no packet of 4096 B; at least 512 KiB are needed for voqnet",
		"queuing=voqnet network=rlft-8x2 buffer=4096 packet=16":            "at most 65535 are simulated: choose at most 1023.985 KiB, or larger packets",
		"queuing=voqnet network=rlft-8x2 buffer=1023.985 packet=16":        "",
		"queuing=voqnet network=bmin-8x4 routing=self packet=66 buffer=2":  "at least 16.5 KiB are needed",
		"queuing=voqnet network=rlft-36x3 packet=1024":                     "queuing: voqnet needs 11664 KiB at every input port, for a packet of 1024 B for each of 11664 hosts; a buffer has at most 4096 KiB",
		"queuing=fbicm cfq-stop=4":                                         "cfq-go: 4 packets are not below the Stop threshold of 4; allowed: 0–3",
		"queuing=fbicm congestion-control=iba-cc":                          "allowed with fbicm: none",
		"queuing=voqnet network=torus-4x4 routing=dor":                     "",
		"queuing=voqnet network=bmin-8x3 routing=self packet=64":           "",
		"queuing=voqsw routing=adaptive":                                   "",
		"queuing=fbicm network=torus-8x3 routing=dor dateline=false":       "dateline",
		"queuing=voqnet network=bmin-8x4 routing=self packet=64 buffer=64": "",
	} {
		err := Check(scenarioOf(t, set))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", set, err, want)
		}
	}
}

// VOQsw is 1Q with VOQs, to the bit.
func TestVOQswIsOneQueueWithVOQs(t *testing.T) {
	a, b := opened(t, "queuing=voqsw"), opened(t, "queuing=1q voq=true")
	for _, m := range []*Sim{a, b} {
		m.Advance(30*Microsecond, NoLimit)
	}
	if a.Checksum() != b.Checksum() {
		t.Error("their states differ")
	}
}

// Flows that several lines know, for congested ports at different distances on their way, keep their order.
func TestNestedCongestedPorts(t *testing.T) {
	for _, set := range []string{
		"network=bmin-4x4 routing=self traffic=HS60-4 queuing=fbicm", "network=mesh-6x2 routing=dor traffic=UT queuing=fbicm", "network=mesh-6x2 routing=dor traffic=UT queuing=recn-iq",
	} {
		m := opened(t, "packet=64 buffer=8 bandwidth=8 cfq-detect=2 cfq-stop=3 cfq-go=2", set)
		var o orders
		o.run(t, m, 1500)
		nested := 0 // lines for a port that is not the first on the way, beside one that is
		for p := 0; p < m.fabric.Net.SwitchPorts(); p++ {
			for vc := 0; m.fabric.Net.Peer[p] >= 0 && vc < m.fabric.VCs; vc++ {
				m.fabric.SetAsideLines(p, vc, func(l fabric.CAMLine) {
					m.fabric.SetAsideLines(p, vc, func(near fabric.CAMLine) {
						if near.Out == l.Out && near.Hops < l.Hops {
							nested++
						}
					})
				})
			}
		}
		if nested == 0 || o.seen < 10000 {
			t.Errorf("%s: %d packets arrived, %d lines have a nearer one", set, o.seen, nested)
		}
	}
}

// Golden checksums of these schemes, as those of TestChecksumsNeverChange.
func TestChecksumsNeverChangeOfQueues(t *testing.T) {
	for _, c := range []struct {
		want uint64
		set  string
	}{
		{0x86c69bc1ed717626, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=16 traffic=HS25-1 queuing=voqnet crossbar=multiplexed"},
		{0xb029c8db5429fa60, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=UT queuing=recn-iq crossbar=multiplexed"},
		{0xfdd0f5778b1987fa, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=UT queuing=fbicm crossbar=multiplexed"},
		{0x3ddc4aeb7a8d10cf, "network=rlft-8x3 traffic=HS25-1 queuing=fbicm"},
		{0x10ce9b5be51f82f0, "network=torus-5x4 routing=dor traffic=UT queuing=fbicm packet=64 buffer=8 cfqs=3"},
	} {
		m := opened(t, c.set)
		m.Advance(50*Microsecond, NoLimit)
		if got := m.Checksum(); got != c.want {
			t.Errorf("%s: checksum %#016x, want %#016x", c.set, got, c.want)
		}
	}
}

// A host that sends nothing although it has packets is told as blocked, in whatever queues they wait; or a Stop has reached it.
func TestHostsOfSortedQueuesAreBlocked(t *testing.T) {
	for _, set := range []string{"queuing=1q", "queuing=voqnet", "queuing=fbicm", "queuing=recn-iq", "queuing=fbicm packet=64 buffer=0.25 cfqs=2 cfq-detect=1 cfq-stop=4 cfq-go=3 traffic=HS75-8",
		"queuing=1q admittance=by-destination", "queuing=fbicm packet=64 buffer=0.25 cfqs=2 cfq-detect=1 cfq-stop=4 cfq-go=3 traffic=HS75-8 admittance=by-destination"} {
		m := opened(t, "network=bmin-8x2 routing=self traffic=HS50-1 generation=constant", set)
		var f observe.Frame
		blocked := 0
		for i := range int64(200) {
			m.Advance(i*Microsecond/2, NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			stopped := map[uint32]bool{}
			for _, l := range f.Lines {
				stopped[l.Port] = stopped[l.Port] || l.Flags&observe.LineStopped != 0
			}
			for h, x := range f.Hosts {
				has := x.Flags&observe.Blocked != 0
				if has {
					blocked++
				}
				if x.Queue > 0 && x.Flags&observe.Busy == 0 && !has && !stopped[uint32(m.Network().HostPort(h))] {
					t.Fatalf("%s: host %d has packets and sends none, and is not blocked", set, h)
				}
			}
		}
		if blocked == 0 && set != "queuing=fbicm" && set != "queuing=recn-iq" { // these stop flows before credits run out
			t.Errorf("%s: no host was blocked", set)
		}
	}
}

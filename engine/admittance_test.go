package engine

import (
	"strconv"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
	"pgregory.net/rapid"
)

const admitted = " admittance=by-destination"

// On every kind of network and under every queuing scheme: nothing is lost, flows keep their order, no host is idle that could
// send (an invariant), and after a hot spot all has arrived and no line is left.
func TestAdmittanceQueuesEverywhere(t *testing.T) {
	for _, network := range []string{"bmin-8x3 routing=self", "rlft-6x3", "mesh-4x4 routing=dor", "torus-5x4 routing=dor", "rlft-8x1"} {
		for _, scheme := range []string{"1q", "1q voq=true", "voqsw crossbar=multiplexed arbiter=oldest-first", "voqsw crossbar=multiplexed arbiter=oldest-injected", "dbbm vcs=3", "vftree voq=true", "recn-iq", "fbicm",
			"fbicm cfqs=2 cfq-detect=2 cfq-stop=3 cfq-go=1 crossbar=multiplexed arbiter=oldest-injected", "recn-iq cfqs=2 cfq-detect=2 source-queue=2"} {
			base := "packet=64 buffer=4 bandwidth=8 network=" + network + " queuing=" + scheme + admitted
			if strings.Contains(scheme, "vftree") && !strings.HasPrefix(network, "rlft-6") {
				continue
			}
			m := opened(t, base, "traffic=HS40-1 hotspot-from=2 hotspot-until=9")
			var o orders
			o.run(t, m, 200)
			if o.seen < 1000 {
				t.Errorf("%s: %d packets arrived", base, o.seen)
			}
			m = opened(t, base, "load=0.8 traffic=HS100-1 hotspot-else=silent hotspot-until=8")
			o = orders{}
			o.run(t, m, 130)
			m.Advance(2*Millisecond, NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Errorf("%s: %v", base, err)
			}
			var h observe.Header
			m.Measures(&h)
			if on := h.Generated - h.Refused - h.Delivered; on > 64 || h.Delivered < 400 { // the hot spot itself goes on sending
				t.Errorf("%s: %d delivered of %d generated, %d refused, after the hot spot", base, h.Delivered, h.Generated, h.Refused)
			}
			if left := quiet(m.fabric); len(left) > 0 {
				t.Errorf("%s: after the hot spot: %v", base, left)
			}
		}
	}
}

// Nothing is lost, no flow overtakes itself and no host is idle for nothing, whatever the parameters; a copy goes on as
// the run that was never looked at.
func TestInvariantsOfRandomAdmittanceQueues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawnQueues(t, []string{"admittance", "by-destination"}, []string{"queuing", "1q", "voqsw", "dbbm", "flow2sl", "recn-iq", "fbicm", "recn-iq", "fbicm"},
			[]string{"vcs", "1", "2", "4"}, []string{"arbiter", "islip", "oldest-first", "oldest-injected"})
		if m == nil {
			return
		}
		unseen, _ := Open(m.Scenario())
		var o orders
		o.run(t, m, 100)
		c, d := m.Clone(), m.Store().Restore(nil)
		end := m.Now() + 100*m.PacketPS()
		for _, x := range []*Sim{m, c, d, unseen} {
			x.Advance(end, NoLimit)
			if x.Checksum() != m.Checksum() {
				t.Fatalf("%s: another state at %d ps in a copy, or without looks", m.Scenario().Query(), end)
			}
		}
	})
}

// A host's packet is refused if its destination's queue is full, and only then, however many to other destinations wait: under VOQnet as
// under the others. Where switches have room for all, both have the same queues, so that they refuse the same. Whether anybody looks
// changes nothing, and a copy refuses the same.
func TestOnlyFullQueuesRefuse(t *testing.T) {
	refused := map[string]uint64{}
	for _, load := range []string{"load=0.5 generation=poisson", "load=1 generation=poisson", "load=1.2 generation=constant"} {
		for _, length := range []string{"1", "2", "3", "64"} {
			for _, arbiter := range []string{"islip", "oldest-injected"} {
				set := "network=bmin-8x1 routing=self packet=64 bandwidth=8 buffer=64 traffic=UT source-queue=" + length + " arbiter=" + arbiter + " " + load
				others := opened(t, set, "queuing=voqsw", admitted)
				others.Advance(50*Microsecond, NoLimit)
				others.fabric.CatchUp()
				want := others.fabric.Stats
				m, unseen := opened(t, set, "queuing=voqnet"), opened(t, set, "queuing=voqnet")
				var o orders
				o.run(t, m, 100)
				c, d := m.Clone(), m.Store().Restore(nil)
				unseen.Advance(50*Microsecond, NoLimit)
				for _, x := range []*Sim{m, c, d, unseen} {
					x.Advance(50*Microsecond, NoLimit)
					if x.Checksum() != unseen.Checksum() {
						t.Errorf("%s: another state in a copy, or without looks", set)
					}
					if got := &x.fabric.Stats; got.Generated != want.Generated || got.Refused != want.Refused || got.Injected != want.Injected {
						t.Errorf("%s: of %d packets VOQnet's hosts refuse %d and send %d, the others of %d %d and %d", set,
							got.Generated, got.Refused, got.Injected, want.Generated, want.Refused, want.Injected)
					}
				}
				refused[length] += want.Refused
			}
		}
	}
	if refused["1"] <= refused["2"] || refused["2"] <= refused["3"] || refused["3"] <= refused["64"] {
		t.Errorf("refused, by the length of queues: %v", refused)
	}
}

// A host whose switch has stopped a flow sends the packets behind it, and of the stopped flow none before a Go.
func TestHaltedFlowsLetOthersPass(t *testing.T) {
	for _, scheme := range []string{"fbicm", "recn-iq", "fbicm cfqs=1", "recn-iq cfqs=2"} {
		m := opened(t, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=4 generation=constant cfq-detect=2 crossbar=multiplexed traffic=HS50-1 hotspot-others=anywhere queuing="+scheme, admitted)
		f := m.fabric
		halted := make([]uint64, f.Net.Hosts*f.Net.Hosts/64) // before this instant: by host and destination
		heard := map[int]int64{}                             // by host: when a notification comes
		passed, stopped := 0, 0
		for m.Now() < 30*Microsecond {
			m.StepEvent(30 * Microsecond)
			f.Flights(func(port, vc int, p fabric.Packet, start int64) {
				if start != m.Now() || !f.Net.IsHost(port) {
					return
				}
				h := f.Net.Host(port)
				if w := halted[h]; w>>p.Dst()&1 != 0 && heard[h] != m.Now() { // else a Go, and perhaps the Stop of another line
					t.Fatalf("%s: host %d sends to host %d, which its switch has stopped", scheme, h, p.Dst())
				} else if w != 0 {
					older := false
					f.SourcePackets(h, func(_ int, dst uint32, birth int64, _ int) { older = older || w>>dst&1 != 0 && birth < f.Birth(p) })
					if older {
						passed++
					}
				}
			})
			for h := range f.Net.Hosts {
				if heard[h] == m.Now() {
					halted[h] = 0
					for d := range uint32(f.Net.Hosts) {
						if f.Halted(h, 0, d) {
							halted[h] |= 1 << d
							stopped++
						}
					}
				}
			}
			f.Signals(func(_, to, _ int, _ fabric.SignalKind, _ int, start int64) {
				if h := to - f.Net.SwitchPorts(); h >= 0 && heard[h] <= m.Now() { // the next one
					heard[h] = start + f.DelayPS
				}
			})
		}
		if passed < 100 || stopped == 0 {
			t.Errorf("%s: %d packets passed older ones that may not be sent", scheme, passed)
		}
	}
}

// Destinations take turns, packet by packet, however many packets each of them has; of a trace, of its messages.
func TestDestinationsTakeTurns(t *testing.T) {
	trace, err := iotrace.Read(strings.NewReader("IO1 8 us\n0 0 1 6400\n0 0 2 2560\n0 0 5 64\n0 0 5 6400\n"), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for admittance, want := range map[string]string{"fifo": "1 1 1 1 1 1 1 1 1 1 1 1", "by-destination": "1 2 5 1 2 5 1 2 5 1 2 5"} {
		m := opened(t, "network=rlft-4x2 packet=64 buffer=64 bandwidth=8 queuing=voqsw admittance="+admittance, "traffic="+vef.Keep(trace))
		var sent []string
		for since := int64(-1); len(sent) < 12; since = m.Now() {
			m.Advance(m.Now()+m.PacketPS()/2, NoLimit)
			m.fabric.Flights(func(port, _ int, p fabric.Packet, start int64) {
				if start > since && m.fabric.Net.IsHost(port) {
					sent = append(sent, strconv.Itoa(int(p.Dst())))
				}
			})
		}
		if got := strings.Join(sent, " "); got != want {
			t.Errorf("%s: packets for %s, want %s", admittance, got, want)
		}
		m.Play(Millisecond, NoLimit)
		if e, _ := m.Execution(); e.Done != e.Total {
			t.Errorf("%s: %+v", admittance, e)
		}
	}
	// A host with all to send to all has sent each as many, where its link is what is short.
	m := opened(t, "network=rlft-4x2 packet=64 bandwidth=8 traffic=UT load=1.2 queuing=voqsw buffer=64"+admitted)
	count := map[uint32]int{}
	m.Advance(500*Microsecond, NoLimit) // until all of its queues are long
	begin := m.Now()
	for since := begin; m.Now() < begin+448*m.PacketPS(); {
		m.Advance(m.Now()+m.PacketPS(), NoLimit)
		m.fabric.Flights(func(port, _ int, p fabric.Packet, start int64) {
			if start > since && port == m.fabric.Net.HostPort(0) {
				count[p.Dst()]++
			}
		})
		since = m.Now()
	}
	least, most := 1<<30, 0
	for _, n := range count {
		least, most = min(least, n), max(most, n)
	}
	if len(count) != m.Network().Hosts-1 || least < 40 || most-least > 1 {
		t.Errorf("%d to %d packets to each of %d hosts", least, most, len(count))
	}
}

// That is so where there are more destinations than a word has bits, too. By age the oldest message goes first, and of messages of an
// instant that to the lowest host. (The first record finds the host idle.)
func TestOrderOfManyDestinations(t *testing.T) {
	trace, err := iotrace.Read(strings.NewReader("IO1 128 us\n0 0 100 6400\n0 0 70 6400\n0 0 5 6400\n0 0 1 6400\n0 3 100 6400\n0 3 70 6400\n0 4 100 640\n0 4 70 640\n1 4 6 640\n"), vef.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for arbiter, want := range map[string]map[int]string{
		"islip":           {0: "100 1 5 70 100 1 5 70 100 1 5 70 100", 3: "100 70 100 70 100 70 100 70 100 70 100 70 100"},
		"oldest-injected": {0: "100 1 1 1 1 1 1 1 1 1 1 1 1", 4: "100 70 70 70 70 70 70 70 70 70 70 100 100 100 100 100 100 100 100 100 6"},
	} {
		m := opened(t, "network=rlft-16x2 packet=64 buffer=64 bandwidth=8 queuing=voqsw arbiter="+arbiter+admitted, "traffic="+vef.Keep(trace))
		sent := map[int][]string{}
		for since := int64(-1); m.Now() < 22*m.PacketPS(); since = m.Now() {
			next := map[int]uint32{}
			m.fabric.CatchUp()
			for h := range want {
				if d, ok := m.fabric.SourceFront(h, 0); ok && since > 0 {
					next[h] = d
				}
			}
			m.Advance(m.Now()+m.PacketPS()/2, NoLimit)
			m.fabric.Flights(func(port, _ int, p fabric.Packet, start int64) {
				if start > since && m.fabric.Net.IsHost(port) {
					h := m.fabric.Net.Host(port)
					sent[h] = append(sent[h], strconv.Itoa(int(p.Dst())))
					if d, ok := next[h]; ok && d != p.Dst() {
						t.Errorf("%s: host %d sends to host %d, what was next is to host %d", arbiter, h, p.Dst(), d)
					}
				}
			})
		}
		for h, order := range want {
			if got := strings.Join(sent[h], " "); !strings.HasPrefix(got, order) {
				t.Errorf("%s: host %d sends to %s, want %s", arbiter, h, got, order)
			}
		}
	}
}

// What a run notes of the lines of hosts' CAMs leaves its copies alone: one that is gone back to goes on as if there had been no other.
func TestCopiesHearForThemselves(t *testing.T) {
	for _, scheme := range []string{"fbicm cfqs=2", "recn-iq cfqs=2"} {
		m := opened(t, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=4 cfq-detect=2 crossbar=multiplexed traffic=HS50-1 hotspot-others=anywhere queuing="+scheme, admitted)
		for m.Now() < 40*Microsecond {
			m.Advance(m.Now()+Microsecond, NoLimit)
			c := m.Clone()
			c.Advance(m.Now()+15*Microsecond, NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Fatalf("%s: %v", scheme, err)
			}
		}
	}
}

// A queue for a destination holds what the source queue does, and one that is full keeps no packet to another out.
func TestAdmittanceQueuesAreBounded(t *testing.T) {
	m := opened(t, "network=rlft-4x2 packet=64 bandwidth=8 load=1.2 buffer=1 queuing=1q source-queue=5 traffic=HS100-1 hotspots=0"+admitted)
	m.Advance(100*Microsecond, NoLimit)
	var fr observe.Frame
	if err := m.CheckInvariants(); err != nil {
		t.Error(err)
	}
	for h := range m.Network().Hosts {
		waiting := map[uint32]int{}
		m.fabric.SourcePackets(h, func(_ int, dst uint32, _ int64, packets int) { waiting[dst] += packets })
		most := 0
		for _, packets := range waiting {
			most = max(most, packets)
		}
		m.Frame(&fr, observe.Options{Detail: m.Network().HostPort(h)})
		if q := fr.Detail[0]; int(fr.Hosts[h].Queue) != most*255/5 || q.Capacity != 8*5 || int(q.Packets) != m.fabric.SourceQueue(h) {
			t.Errorf("host %d, whose fullest queue has %d packets, is %d/255 full; it has %d of %d packets", h, most, fr.Hosts[h].Queue, q.Packets, q.Capacity)
		}
		if h == 0 { // it sends to all others at 1.2 of its link
			if len(waiting) != 7 || m.fabric.SourceQueue(h) < 15 {
				t.Errorf("the hot spot's own packets wait as %v", waiting)
			}
			continue
		}
		if len(waiting) != 1 || waiting[0] < 4 || waiting[0] > 5 {
			t.Errorf("%v packets wait at host %d", waiting, h)
		}
	}
}

// The field changes nothing where it does not apply, and only what it is about where it does.
func TestAdmittanceAppliesWhereItSays(t *testing.T) {
	for set, applies := range map[string]bool{
		"queuing=1q": true, "queuing=voqsw": true, "queuing=fbicm": true, "routing=afi": true, "traffic=PTRANS-2x8-1024-32": true,
		"queuing=voqnet packet=64": false, "congestion-control=iba-cc": false, "congestion-control=drb": false,
	} {
		base := "network=rlft-4x3 packet=256 buffer=32 " + set
		a, b := opened(t, base), opened(t, base, admitted)
		if scenario.Lookup("admittance").Active(b.Scenario()) != applies {
			t.Errorf("%s: applies, or does not, against its When", set)
		}
		for _, m := range []*Sim{a, b} {
			m.Advance(30*Microsecond, NoLimit)
		}
		if same := a.Checksum() == b.Checksum(); same == applies {
			t.Errorf("%s: the same state is %v", set, same)
		}
	}
}

func TestAdmittanceIsRefusedByName(t *testing.T) {
	for set, want := range map[string]string{
		"network=rlft-36x3 packet=1024":                                "admittance: a queue at each of 11664 hosts for each of them would take",
		"network=rlft-36x3 packet=1024 source-queue=1":                 "at most 1500 MiB are used: choose a smaller network, or fifo",
		"network=rlft-12x3 source-queue=4096 packet=1024":              "MiB are used: choose a source queue of at most 2",
		"network=rlft-12x3":                                            "",
		"network=rlft-36x3 queuing=fbicm at=5_load_0.5 source-queue=1": "choose a smaller network, or fifo",
	} {
		err := Check(scenarioOf(t, set, admitted))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", set, err, want)
		}
	}
	if _, err := scenario.Default().With("at", "5_admittance_fifo"); err == nil {
		t.Error("it may change in mid-run")
	}
	s := scenarioOf(t, "network=rlft-12x3 source-queue=4096 packet=1024", admitted)
	reason := Check(s).Error()
	most, _ := strconv.Atoi(strings.Fields(reason[strings.Index(reason, "at most 2"):])[2])
	for length, fits := range map[int]bool{most: true, most + 1: false} {
		if err := Check(s.Must("source-queue", strconv.Itoa(length))); err == nil != fits {
			t.Errorf("%d packets: %v", length, err)
		}
	}
	fitting, changed, err := Fit(scenarioOf(t, "network=rlft-36x3 packet=1024", admitted), "network")
	if err != nil || len(changed) != 1 || fitting.Get("admittance") != "fifo" {
		t.Errorf("fit changes %v, %v", changed, err)
	}
}

// In steady state nothing is allocated. (FBICM's lists of destinations grow now and then, whatever hosts do.)
func TestAdmittanceAllocatesNothing(t *testing.T) {
	for _, scheme := range []string{"voqsw", "dbbm vcs=3", "recn-iq"} {
		m := opened(t, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1 source-queue=8 queuing="+scheme, admitted)
		m.Advance(400*Microsecond, NoLimit)
		if n := testing.AllocsPerRun(50, func() { m.Advance(m.Now()+2*Microsecond, NoLimit) }); n > 0 {
			t.Errorf("%s: %.1f allocations in 2 µs", scheme, n)
		}
	}
}

// A tree reaches the hosts whose packets a line for its root holds back.
func TestTreesReachHaltedHosts(t *testing.T) {
	m, err := Open(scenarioOf(t, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=4 cfq-detect=2 crossbar=multiplexed traffic=HS50-1 hotspot-else=silent queuing=fbicm", admitted))
	if err != nil {
		t.Fatal(err)
	}
	var f observe.Frame
	most := 0
	for m.Now() < 40*Microsecond {
		m.Advance(m.Now()+2*Microsecond, NoLimit)
		m.Frame(&f, observe.Options{Detail: -1})
		slots := map[uint32]uint8{} // of living trees, by root
		for i := range f.Trees {
			slots[f.Trees[i].Root] = uint8(f.Trees[i].Slot)
		}
		reached := 0
		for h, x := range f.Hosts {
			held := map[uint8]bool{}
			m.fabric.HeldBack(h, 0, func(l fabric.CAMLine) { held[slots[uint32(l.Root)]] = true })
			if delete(held, 0); len(held) > 0 {
				if reached++; x.Tree == 0 || x.Flags&observe.Blocked == 0 && !held[x.Tree] {
					t.Errorf("at %d ps host %d is reached by tree %d, held back for %v", m.Now(), h, x.Tree, held)
				}
			}
		}
		most = max(most, reached)
	}
	if most < 20 {
		t.Errorf("%d hosts at most were held back for a tree", most)
	}
}

package engine

import (
	"math"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/traffic"
)

// The oldest-first arbiter loses nothing, keeps flows in order and is fair by age: in a switch whose inputs share an output
// unevenly over several hops, the far hosts get as much as the near ones, where rotating pointers give them a fraction.
func TestOldestFirst(t *testing.T) {
	for _, set := range []string{
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1 queuing=fbicm crossbar=multiplexed",
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1 queuing=recn-iq",
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=64 traffic=HS25-1 queuing=voqnet crossbar=multiplexed",
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=64 traffic=HS25-1 queuing=voqnet",
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=UT queuing=voqsw crossbar=multiplexed",
		"network=torus-5x4 routing=dor packet=64 buffer=8 traffic=HS25-1 queuing=fbicm cfqs=3",
		"network=torus-4x4 routing=dor packet=64 buffer=8 traffic=UT queuing=dbbm voq=true congestion-control=iba-cc cc-threshold=15",
		"network=rlft-8x3 traffic=HS25-1 packet=256 buffer=8 queuing=vftree voq=true",
		"network=rlft-8x3 traffic=UT packet=256 buffer=8",
	} {
		m := opened(t, set+" arbiter=oldest-first")
		var o orders
		o.run(t, m, 300)
		same := opened(t, set)
		same.Advance(m.Now(), NoLimit)
		if o.seen < 1000 || m.Checksum() == same.Checksum() {
			t.Errorf("%s: %d packets arrived, as with iSLIP: %v", set, o.seen, m.Checksum() == same.Checksum())
		}
	}
	for _, c := range []struct {
		want uint64
		set  string
	}{
		{0xa269c436a32c7adb, "network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1 queuing=fbicm crossbar=multiplexed arbiter=oldest-first"},
		{0x3e89ccf20d990d6b, "network=rlft-8x3 traffic=HS25-1 packet=256 buffer=8 queuing=vftree voq=true arbiter=oldest-first"},
		{0xedfcc7c8e5d8a6e3, "network=torus-5x4 routing=dor packet=256 buffer=8 traffic=UT queuing=dbbm vcs=2 arbiter=oldest-first"},
	} {
		m := opened(t, c.set)
		m.Advance(50*Microsecond, NoLimit)
		if got := m.Checksum(); got != c.want {
			t.Errorf("%s: checksum %#016x, want %#016x", c.set, got, c.want)
		}
	}
	// All hosts of a mesh row send to its end: parking lot.
	share := func(arbiter string) (least, most uint64) {
		m := opened(t, "network=mesh-8x1 routing=dor traffic=HS100-1 hotspots=7 hotspot-else=silent packet=64 buffer=1 source-queue=4096 load=0.3 generation=constant arbiter="+arbiter)
		m.Advance(20*Microsecond, NoLimit)
		m.CountLinks()
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		least = 1 << 60
		for h := range 7 {
			n := uint64(m.Sent(m.Network().HostPort(h)))
			least, most = min(least, n), max(most, n)
		}
		return
	}
	if least, most := share("islip"); most < 8*least {
		t.Errorf("iSLIP: between %d and %d packets per host: no parking lot", least, most)
	}
	if least, most := share("oldest-first"); 2*most > 3*least {
		t.Errorf("oldest-first: between %d and %d packets per host", least, most)
	}
}

// By the age since injection nothing is lost either and flows keep their order. Hosts with a queue for each destination send what was
// generated first.
func TestOldestInjectedFirst(t *testing.T) {
	for _, set := range []string{
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=8 traffic=HS25-1 queuing=fbicm crossbar=multiplexed admittance=by-destination",
		"network=bmin-8x3 routing=self packet=64 bandwidth=8 buffer=16 traffic=HS25-1 queuing=voqnet crossbar=multiplexed",
		"network=rlft-8x3 traffic=HS25-1 packet=256 buffer=8 queuing=vftree voq=true admittance=by-destination",
		"network=rlft-8x2 traffic=UT packet=256 buffer=8 admittance=by-destination",
	} {
		m := opened(t, set+" arbiter=oldest-injected")
		f, eager := m.fabric, 0
		var o orders
		for m.Now() < 8*Microsecond {
			m.StepEvent(30 * Microsecond)
			f.Flights(func(port, vc int, p fabric.Packet, start int64) {
				if start != m.Now() || !f.Net.IsHost(port) || f.SetAside != nil || f.VOQnet {
					return // there what is older may have to wait
				}
				f.SourcePackets(f.Net.Host(port), func(of int, _ uint32, birth int64, _ int) {
					if of == vc && birth < f.Birth(p) {
						eager++
					}
				})
			})
		}
		o.run(t, m, 100)
		other := opened(t, set+" arbiter=oldest-first")
		other.Advance(m.Now(), NoLimit)
		if o.seen < 1000 || eager > 0 || m.Checksum() == other.Checksum() {
			t.Errorf("%s: %d packets arrived, %d times an older one could have been sent; as by the age since generation: %v", set, o.seen, eager, m.Checksum() == other.Checksum())
		}
	}
}

// Under IHS with oblivious routing every destination of the hot ports is asked for more than its link carries: by the
// fifth of a pod's hosts that send to them, and by all others. Once all is coupled a host gets, in each VC that it sends in, the
// rate of these links' equal shares, if the arbiters are fair. Flow2SL gives the first hosts all three VCs, DBBM one: all
// hosts of a pod's hot port are in it. A pointer alone at the outputs lets some of the links fall idle, and leaves 0.48 with
// Flow2SL; one round for all VCs 0.72 with DBBM.
func TestInputsAreServedInRounds(t *testing.T) {
	const pod, pods, hot, uniform = 81.0, 18.0, 0.2, 0.8
	for _, c := range []struct {
		queuing string
		share   float64 // of a link, for each VC
		vcs     float64 // in which those send that send to the hot ports
	}{
		{"flow2sl", 1 / (hot*pod/(pods-1) + uniform) / 3, 3},
		{"dbbm", 1 / (hot*pod/(pods-1) + uniform*3), 1},
	} {
		m := opened(t, "network=rlft-18x3", "routing=oblivious", "queuing="+c.queuing, "voq=true", "traffic=IHS", "generation=constant", "warmup=350")
		m.Advance(450*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		if want := (uniform*3 + hot*c.vcs) * c.share; math.Abs(h.Accepted/want-1) > 0.04 {
			t.Errorf("%s: accepted %.3f; equal shares make %.3f", c.queuing, h.Accepted, want)
		}
	}
}

// So are heads that choose their port again: with NoTH a leaf makes no difference between its hosts, and as every up port leads
// to a congested one all of them get the same, whether they send to the hot ports or at random. If such a head comes to
// a port only when a pointer says so, or is not counted when that port begins a round, the first get less than half.
// A threshold changes nothing if any credit will do; if it is a share of a VC's buffer, what it leaves free is only for packets of
// D-mod-K's port, and those to the hot ports, which all want the same one, are far behind.
func TestHeadsThatChooseAgainAreServedInRounds(t *testing.T) {
	for _, c := range []struct {
		trigger     string
		least, most float64 // of a host that sends at random, compared to one that does not
	}{
		{"trigger=NoTH", 0.95, 1.05},
		{"trigger=TH threshold-of=voq", 0.95, 1.05},
		{"trigger=TH", 2, 20},
	} {
		if r := sharesOfLeaves(t, c.trigger); r < c.least || r > c.most {
			t.Errorf("%s: hosts that send at random get %.2f times what the others in their leaf get", c.trigger, r)
		}
	}
}

// sharesOfLeaves compares what a leaf's hosts send under IHS: those that send at random with the others.
func sharesOfLeaves(t *testing.T, trigger string) float64 {
	m := opened(t, append(strings.Fields(trigger), "network=rlft-12x3", "routing=adaptive", "stages=FS", "queuing=flow2sl", "voq=true", "traffic=IHS40", "generation=constant")...)
	pattern, err := traffic.Build(m.Scenario(), m.Network())
	if err != nil {
		t.Fatal(err)
	}
	n := m.Network()
	m.Advance(400*Microsecond, NoLimit)
	from := make([]uint32, n.Hosts)
	for h := range from {
		from[h] = m.Sent(n.HostPort(h))
	}
	m.Advance(600*Microsecond, NoLimit)
	const leaf = 6
	var all [2]float64 // what the hosts of each kind send, in the mean of the leaves that have both
	for first := 0; first < n.Hosts; first += leaf {
		var sent, hosts [2]float64
		for h := first; h < first+leaf; h++ {
			k := 0
			if pattern.Culprit(uint32(h)) {
				k = 1
			}
			sent[k] += float64(m.Sent(n.HostPort(h)) - from[h])
			hosts[k]++
		}
		if hosts[0] > 0 && hosts[1] > 1 {
			all[0] += sent[0] / hosts[0]
			all[1] += sent[1] / hosts[1]
		}
	}
	return all[0] / all[1]
}

// With DBBM the packets that share no VC with those for the hot ports need less of these ports than their turns give them: they
// pass, now and later. With one pointer for all outputs of an input the VC that comes first after the one that it sends
// most elsewhere took what belongs to another, whose packets fill buffer after buffer until all that it carries waits.
func TestEachVCHasItsTurnAtEachOutput(t *testing.T) {
	m := opened(t, "network=rlft-18x3", "routing=adaptive", "trigger=NoTH", "stages=FS", "queuing=dbbm", "voq=true", "traffic=IHS", "generation=constant")
	var h observe.Header
	delivered := func(until int64) float64 {
		before := h.Delivered
		m.Advance(until*Microsecond, NoLimit)
		m.Measures(&h)
		return float64(h.Delivered - before)
	}
	delivered(200)
	early := delivered(400)
	delivered(600)
	if late := delivered(800); late < 0.98*early {
		t.Errorf("delivered from 0.6 to 0.8 ms: %v, from 0.2 to 0.4 ms: %v", late, early)
	}
}

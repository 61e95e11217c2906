package engine

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
)

// Heads of VOQs that choose again leave no credits to nobody: where the routing takes any up port with credits, heads do not go
// on waiting for a port without any while another has some that nobody asks for. Choosing on arrival alone does that.
func TestWaitingHeadsChooseAgain(t *testing.T) {
	const set = "network=rlft-8x3 routing=adaptive queuing=dbbm vcs=3 voq=true traffic=HS50-4 generation=constant source-queue=512 "
	idle := func(f *fabric.Fabric) (n int) {
		for i := range f.Net.Switches * f.VCs {
			s, vc, free, waiting := i/f.VCs, i%f.VCs, 0, 0
			for out := range f.Net.Radix {
				if f.Routes.UpPorts(s)>>out&1 == 0 {
					continue
				}
				switch credits, asked := f.Credits(s*f.Net.Radix+out, vc) > 0, f.Requests(s, out, vc) != 0; {
				case credits && !asked:
					free++
				case !credits && asked:
					waiting++
				}
			}
			n += min(free, waiting)
		}
		return
	}
	wasted := map[string]int{}
	for _, choice := range []string{"arrival", "leaving"} {
		s := scenario.Default()
		for _, one := range strings.Fields(set + "choice=" + choice) {
			name, value, _ := strings.Cut(one, "=")
			s = s.Must(name, value)
		}
		c, err := config(s)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fabric.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for i := int64(1); i <= 200; i++ {
			f.Run(i*Microsecond, NoLimit)
			wasted[choice] += idle(f)
		}
		if err := f.CheckInvariants(); err != nil {
			t.Error(err)
		}
	}
	if wasted["arrival"] < 20*wasted["leaving"]+100 {
		t.Errorf("up ports with credits that nobody asked for while heads waited: %v", wasted)
	}
}

// "Under uniform traffic the results show optimal performance whatever the routing", [AFI] §V-B, with VOQs: no port is idle
// while heads wait for a busy one with more credits. Choosing on arrival alone does not reach it, as all that arrive within a
// packet time crowd at the same port.
func TestUniformTrafficIsOptimal(t *testing.T) {
	for _, c := range []struct {
		set  string
		from float64
		to   float64
	}{
		{"routing=dmodk", 0.95, 1},
		{"routing=adaptive", 0.95, 1},
		{"routing=adaptive stages=FS", 0.95, 1},
		{"routing=adaptive delta=3", 0.95, 1},
		{"routing=adaptive-th", 0.95, 1},
		{"routing=adaptive choice=arrival", 0, 0.93},
	} {
		m := opened(t, "network=rlft-12x3 traffic=UT voq=true load=1 generation=constant warmup=200 "+c.set)
		m.Advance(500*Microsecond, NoLimit)
		var h observe.Header
		m.Measures(&h)
		t.Logf("%s: %.3f", c.set, h.Accepted)
		if h.Accepted < c.from || h.Accepted > c.to {
			t.Errorf("%s: %.3f of the offered load is accepted, want %.2f–%.2f", c.set, h.Accepted, c.from, c.to)
		}
	}
}

// Leaving out the heads that the routing keeps where they are saves time and changes nothing: a routing that cannot say which
// these are gives the same run.
func TestOnlyRestlessHeadsAreAsked(t *testing.T) {
	for _, set := range []string{"trigger=NoTH", "trigger=TH", "trigger=2TH", "trigger=2TH delta=3 threshold-of=voq", "trigger=TH stages=SS crossbar=multiplexed"} {
		s := scenario.Default()
		for one := range strings.FieldsSeq("network=rlft-8x3 routing=adaptive queuing=dbbm vcs=3 voq=true traffic=HS25-4 generation=constant " + set) {
			name, value, _ := strings.Cut(one, "=")
			s = s.Must(name, value)
		}
		c, err := config(s)
		if err != nil {
			t.Fatal(err)
		}
		var sums [2]uint64
		for i := range sums {
			if i == 1 {
				c.Routing = struct{ routing.Algorithm }{c.Routing} // not a routing.Keeper any more
			}
			f, err := fabric.New(c)
			if err != nil {
				t.Fatal(err)
			}
			f.Run(150*Microsecond, NoLimit)
			sums[i] = f.Checksum()
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: %x, and %x where all are asked", set, sums[0], sums[1])
		}
	}
}

// What has no VOQs, or does not look at credits, has no choice to make again.
func TestWhereChoicesAreFinal(t *testing.T) {
	for _, c := range []struct {
		set   string
		final bool
	}{
		{"routing=adaptive voq=true", false},
		{"routing=adaptive-th voq=true", false},
		{"routing=adaptive queuing=voqsw", false},
		{"routing=adaptive", true},
		{"routing=oblivious voq=true", true},
		{"routing=dmodk voq=true", true},
		{"routing=afi queuing=dbbm voq=true", true},
	} {
		a, b := opened(t, "network=rlft-8x2 traffic=HS50-2 packet=256 buffer=8 "+c.set), opened(t, "network=rlft-8x2 traffic=HS50-2 packet=256 buffer=8 choice=arrival "+c.set)
		a.Advance(20*Microsecond, NoLimit)
		b.Advance(20*Microsecond, NoLimit)
		if same := a.Checksum() == b.Checksum(); same != c.final {
			t.Errorf("%s: the choice is final: %v", c.set, same)
		}
	}
}

// Heads choose again in every network with stages, however its links are arranged.
func TestHeadsChooseAgainInBMINs(t *testing.T) {
	for _, network := range []string{"bmin-4x3", "bmin-4x3-butterfly", "rlft-4x3"} {
		var sums [2]uint64
		for i, choice := range []string{"leaving", "arrival"} {
			m := opened(t, "network="+network+" traffic=UT routing=adaptive voq=true choice="+choice)
			m.Advance(50*Microsecond, NoLimit)
			if err := m.CheckInvariants(); err != nil {
				t.Errorf("%s: %v", network, err)
			}
			sums[i] = m.Checksum()
		}
		if sums[0] == sums[1] {
			t.Errorf("%s: no head has chosen again", network)
		}
	}
}

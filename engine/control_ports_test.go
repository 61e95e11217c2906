package engine_test

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// Ports have thresholds and victim masks of their own: what all ports are given one by one is what they are given at
// once, and a port without a threshold marks nothing.
func TestPortsHaveThresholdsOfTheirOwn(t *testing.T) {
	run := func(set ...string) (sum uint64, marks uint64) {
		t.Helper()
		m := open(t, append([]string{"network", "rlft-8x3", "traffic", "HS100-1", "warmup", "0", "congestion-control", "iba-cc", "cct", "entries-0"}, set...)...)
		m.TrackTrees(false)
		m.Advance(120*engine.Microsecond, engine.NoLimit)
		if err := m.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
		var h observe.Header
		m.Measures(&h)
		return m.Checksum(), h.Marked
	}
	all, many := run("cc-threshold", "8")
	none, zero := run("cc-threshold", "0")
	victims, more := run("cc-threshold", "8", "cc-victims", "true")
	if many == 0 || zero != 0 || more <= many {
		t.Fatalf("%d, %d and %d packets are marked", many, zero, more)
	}
	for _, c := range []struct {
		want uint64
		set  []string
	}{
		{all, []string{"cc-threshold", "0", "cc-thresholds", "S1-8_S2-8_S3-8"}},
		{all, []string{"cc-threshold", "8", "cc-thresholds", "S1.0:0-8"}},
		{none, []string{"cc-threshold", "8", "cc-thresholds", "S1-0_s2-0_S3-0"}},
		{none, []string{"cc-threshold", "0", "cc-thresholds", "S3-3_S3-0"}}, // the last one counts
		{victims, []string{"cc-threshold", "8", "cc-victim-ports", "S1_S2_S3"}},
		{all, []string{"cc-threshold", "8", "cc-victim-ports", "none"}},
	} {
		if sum, _ := run(c.set...); sum != c.want {
			t.Errorf("%v: another run", c.set)
		}
	}
	// One port: the root marks, or all but the root do.
	_, root := run("cc-threshold", "8", "cc-thresholds", hotPort(t)+"-0")
	_, only := run("cc-threshold", "0", "cc-thresholds", hotPort(t)+":0-8")
	if root >= many || only == 0 || only > many {
		t.Errorf("%d packets are marked, %d without the root's, %d from the root alone", many, root, only)
	}
	// In mid-run, too.
	m := open(t, "network", "rlft-8x3", "traffic", "HS100-1", "warmup", "0", "congestion-control", "iba-cc", "cc-threshold", "0", "at", "60_cc-thresholds_S1-8_S2-8_S3-8*80_cc-victim-ports_S1.0:0")
	m.Advance(60*engine.Microsecond, engine.NoLimit)
	var h observe.Header
	m.Measures(&h)
	before := h.Marked
	m.Advance(120*engine.Microsecond, engine.NoLimit)
	if m.Measures(&h); before != 0 || h.Marked == 0 {
		t.Errorf("%d packets are marked before the change, %d by the end", before, h.Marked)
	}
}

// hotPort is the output that leads to the first hot spot of HS100-1.
func hotPort(t *testing.T) string {
	m := open(t, "network", "rlft-8x3", "traffic", "HS100-1")
	n := m.Network()
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	for h := range f.Hosts {
		if f.Hosts[h].Flags&observe.HotSpot != 0 {
			sw, local := n.SwitchOf(int(n.Peer[n.HostPort(h)]))
			return n.SwitchName(sw) + ":" + string(rune('0'+local))
		}
	}
	t.Fatal("no hot spot")
	return ""
}

func TestPortsAreRefused(t *testing.T) {
	for _, c := range []struct{ network, routing, field, value, canonical, want string }{
		{"rlft-8x3", "dmodk", "cc-thresholds", "s2.14:5:0-8", "S2.14:5:0-8", ""},
		{"torus-8x8", "dor", "cc-thresholds", "S(3,4):1-8_S7-0", "S3.4:1-8_S7-0", ""},
		{"torus-8x8", "dor", "cc-victim-ports", "S(3,4):1_S0.0:4:1", "S3.4:1_S0.0:4:1", ""},
		{"torus-8x8", "dor", "cc-victim-ports", "S8.0", "S8.0", "S8.0 is nowhere in torus-8x8; allowed: switches S(0,0)–S(7,7) with ports of 0–4 that have a link, and VLs of 0–1"},
		{"mesh-8x4", "dor", "cc-victim-ports", "S7.3", "S7.3", ""},
		{"mesh-8x4", "dor", "cc-victim-ports", "S3.7", "S3.7", "S3.7 is nowhere in mesh-8x4"},
		{"mesh-4x4", "dor", "cc-victim-ports", "S0.0:2", "S0.0:2", "is nowhere in mesh-4x4"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S1.0:0:1-8", "S1.0:0:1-8", "VLs of 0–0"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S1-16", "", "\"S1-16\" names no ports; write S<stage>"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S1", "", "each with -<threshold> of 0–15"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S1:3-8", "", "names no ports"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S1.2:3:4:5-8", "", "names no ports"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S1-8__S2-8", "", "\"\" names no ports"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S(1-8", "", "names no ports"},
		{"rlft-8x3", "dmodk", "cc-thresholds", "S99999999999999999999-8", "", "names no ports"},
		{"rlft-8x3", "dmodk", "cc-victim-ports", "S1-8", "", "names no ports"},
		{"rlft-8x3", "dmodk", "cc-victim-ports", "nobody", "", "unknown; allowed: none, S<stage>"},
		{"rlft-8x3", "dmodk", "cc-victim-ports", strings.Repeat("S1_", 64) + "S1", "", "allowed: up to 64"},
	} {
		s := scenario.Default().Must("network", c.network).Must("routing", c.routing).Must("traffic", "UT").Must("congestion-control", "iba-cc")
		s, err := s.With(c.field, c.value)
		if err == nil {
			if got := s.Get(c.field); got != c.canonical {
				t.Errorf("%s is written %s, not %s", c.value, got, c.canonical)
			}
			err = engine.Check(s)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s on %s: %v, want %q", c.field, c.value, c.network, err, c.want)
		}
	}
}

package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// forked are runs that change, one for each kind of change.
var forked = []string{
	"network=rlft-8x3&traffic=HS25-1&hotspot-from=2&warmup=4&at=7.5_routing_adaptive",
	"network=rlft-8x3&routing=adaptive&trigger=2TH&hotspot-from=2&warmup=4&at=6_trigger_NoTH*9.000001_delta_2*12_stages_FS",
	"network=rlft-4x3&queuing=dbbm&voq=true&load=0.5&warmup=4&at=5_load_0.9*11_load_0.3*11_generation_constant",
	"network=rlft-8x3&routing=afi&hotspot-from=2&warmup=4&at=8_threshold_30",
	"network=rlft-8x3&congestion-control=iba-cc&cc-threshold=0&hotspot-from=2&warmup=4&at=6_cc-threshold_15*9_cct_linear-0-8*9_ccti-increase_4*14_cc-marking-rate_3*15_cc-victims_true",
	"network=knary-2x3&routing=dmodk&traffic=UT&load=0.8&warmup=4&at=5_routing_oblivious*9_routing_dmodk",
	"network=rlft-8x3&routing=adaptive&queuing=dbbm&vcs=3&voq=true&traffic=HS50-4&hotspot-from=1&warmup=2&packet=256&buffer=8&at=5_choice_arrival*9_choice_leaving*12_routing_dmodk*15_routing_adaptive",
	"network=rlft-8x3&congestion-control=iba-cc&cc-threshold=0&hotspot-from=2&warmup=4&at=6_cc-thresholds_S1-15_S2.3-8*9_cc-victim-ports_S2*14_cc-thresholds_none",
}

func begin(t *testing.T, query string) *engine.Sim {
	t.Helper()
	s, err := scenario.ParseQuery(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	m, err := engine.Open(s)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return m
}

// TestForkIsExact has the same state at the same time, whether a run goes at once, in slices of a few events, event by
// event, or on from a copy made before, at or after a change; and up to the change it is the run without.
func TestForkIsExact(t *testing.T) {
	const us = engine.Microsecond
	for _, query := range forked {
		plain, _, _ := strings.Cut(query, "&at=")
		whole, before := begin(t, query), begin(t, plain)
		s := whole.Scenario()
		at := int64(0)
		for at = us; engine.At(s, at).Equal(engine.At(s, 0)); at += us / 2 { // the first change, to half a µs
		}
		whole.Advance(at-us/2-1, engine.NoLimit)
		before.Advance(at-us/2-1, engine.NoLimit)
		if whole.Checksum() != before.Checksum() {
			t.Errorf("%s: differs before the change", query)
		}
		var sums []uint64
		var copies []*engine.Sim
		for ps := at; ps <= 18*us; ps += us / 2 {
			whole.Advance(ps, engine.NoLimit)
			if err := whole.CheckInvariants(); err != nil {
				t.Fatalf("%s at %d ps: %v", query, ps, err)
			}
			sums = append(sums, whole.Checksum())
			copies = append(copies, whole.Clone())
		}
		before.Advance(18*us, engine.NoLimit)
		if before.Checksum() == sums[len(sums)-1] {
			t.Errorf("%s: the change changes nothing", query)
		}
		sliced, stepped := begin(t, query), begin(t, query)
		for i, ps := 0, at; ps <= 18*us; i, ps = i+1, ps+us/2 {
			for !sliced.Advance(ps, 7) {
			}
			for stepped.StepEvent(ps) {
			}
			if sliced.Checksum() != sums[i] || stepped.Checksum() != sums[i] {
				t.Fatalf("%s at %d ps: %x sliced, %x by events, %x at once", query, ps, sliced.Checksum(), stepped.Checksum(), sums[i])
			}
		}
		for i, c := range copies {
			if c.Advance(18*us, engine.NoLimit); c.Checksum() != sums[len(sums)-1] {
				t.Errorf("%s: a copy made at step %d comes to another state", query, i)
			}
		}
		once := begin(t, query)
		if once.Advance(18*us, engine.NoLimit); once.Checksum() != sums[len(sums)-1] {
			t.Errorf("%s: at once it comes to another state", query)
		}
	}
}

// TestForkChecksums pins the bits of runs that change, for natively compiled programs and WebAssembly alike.
func TestForkChecksums(t *testing.T) {
	for i, want := range []uint64{0x3c96f50c48233db4, 0x952069b397adeb00, 0x3a00af2fa05d3c30, 0x78c4df15714f4f73, 0xd6771f47fbaad18d, 0xd421e9bee301fbb6, 0x6b124cf9d43b02b4, 0x38365d6766eb2028} {
		m := begin(t, forked[i])
		if m.Advance(18*engine.Microsecond, engine.NoLimit); m.Checksum() != want {
			t.Errorf("%s: %#016x, recorded %#016x", forked[i], m.Checksum(), want)
		}
	}
}

func TestFork(t *testing.T) {
	base := scenario.Default().Must("hotspot-from", "2")
	s, err := engine.Fork(base, 7_500_000, "routing", "ADAPTIVE")
	if err != nil || s.Get("at") != "7.5_routing_adaptive" {
		t.Fatalf("%q, %v", s.Get("at"), err)
	}
	if s, err = engine.Fork(s, 9_000_001, "trigger", "TH"); err != nil || s.Get("at") != "7.5_routing_adaptive*9.000001_trigger_TH" {
		t.Fatalf("%q, %v", s.Get("at"), err)
	}
	if got := engine.At(s, 8_000_000); got.Get("routing") != "adaptive" || got.Get("trigger") != "NoTH" || got.Get("at") != "none" {
		t.Errorf("at 8 µs %q is in force", got.Query())
	}
	if got := engine.At(s, 7_499_999); !got.Equal(base) {
		t.Errorf("before the change %q is in force", got.Query())
	}
	if again, err := scenario.ParseQuery(s.Query()); err != nil || !again.Equal(s) {
		t.Errorf("%q: %v", s.Query(), err)
	}
	for _, c := range []struct {
		ps                 int64
		field, value, want string
	}{
		{1e6, "queuing", "dbbm", "packets in the buffers are sorted by it; compare it from time 0 instead"},
		{1e6, "arbiter", "oldest-first", "remember for it what they have served"},
		{1e6, "admittance", "by-destination", "wait in hosts"},
		{1e6, "network", "rlft-12x3", "cannot change in mid-run"},
		{1e6, "buffer", "64", "cannot change in mid-run"},
		{1e6, "congestion-control", "iba-cc", "cc-threshold=0"},
		{1e6, "colour", "red", "is not a field of a scenario; allowed: "},
		{1e6, "ruoting", "adaptive", "is not a field of a scenario; perhaps you mean routing; allowed: "},
		{1e6, "routing", "afi", "adapted-flow channel"},
		{1e6, "routing", "dor", "allowed on"},
		{1e6, "routing", "dmodk", "already"},
		{1e6, "routing", "sideways", "unknown"},
		{1e6, "threshold", "30", "no effect"},
		{1e6, "load", "0", "from or to 0"},
		{0, "routing", "adaptive", "time 0"},
		{1e16, "routing", "adaptive", "write <µs>"},
	} {
		if s, err := engine.Fork(base, c.ps, c.field, c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: %q, %v; want %q", c.field, c.value, s.Get("at"), err, c.want)
		}
	}
	for text, want := range map[string]string{
		"":                                       "write <µs>",
		"nonesuch":                               "write none",
		"5_routing":                              "write <µs>",
		"-5_routing_adaptive":                    "write <µs>",
		"0_routing_adaptive":                     "write <µs>",
		"1e3_routing_adaptive":                   "write <µs>",
		"5_routing_adaptive*5_routing_oblivious": "twice",
		"5_vcs_4":                                "sorted by it",
		"5_load_9":                               "out of range",
		"5.1234567_load_0.5":                     "six digits",
		"1000000000.000001_load_0.5":             "at most 1000000000",
		strings.Repeat("5_load_0.5*", 8) + "5_load_0.5": "more than 8",
	} {
		if _, err := base.With("at", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("at=%s: %v; want %q", text, err, want)
		}
	}
}

// Links rest on what can change in mid-run: more fields may, none of these may not any more.
func TestWhatCanChange(t *testing.T) {
	for _, name := range strings.Fields("routing trigger stages delta threshold release choice load generation cc-threshold cc-thresholds cc-marking-rate cc-victims cc-victim-ports cct ccti-increase") {
		if f := scenario.Lookup(name); !f.MidRun {
			t.Errorf("%s cannot change any more", name)
		} else if _, err := scenario.Default().With("at", "5_"+name+"_"+f.Default); err != nil {
			t.Error(err)
		}
	}
}

// A scenario that is wrong from the beginning is refused for that, not for a change that comes later; one that a change makes wrong, for the change.
func TestRefusalsBlameWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ set, field, want string }{
		{"network=torus-5x3 routing=dor traffic=butterfly at=5_load_0.1", "traffic", "butterfly is defined for 2, 4, 8, 16 … hosts, the network has 15"},
		{"network=torus-4x4 routing=dor congestion-control=drb drb-vls=1 at=5_cc-threshold_0", "drb-vls", "1 VL; torus-4x4 needs 2 at least, so that its rings cannot deadlock"},
		{"network=torus-4x4 routing=dor buffer=1 at=5_load_0.1", "buffer", "1 KiB split among 2 VCs hold no packet of 4096 B; at least 8 KiB are needed, or fewer VCs, or smaller packets"},
		{"network=torus-4x4 routing=dor at=5_cc-threshold_0", "at", "from 5 µs on, cc-threshold would have no effect, as the other fields are then"},
		{"network=rlft-8x3 routing=dmodk at=5_routing_dor", "at", "from 5 µs on, "},
	} {
		s := scenario.Default()
		for _, f := range strings.Fields(c.set) {
			field, value, _ := strings.Cut(f, "=")
			s = s.Must(field, value)
		}
		var e *scenario.Error
		if err := engine.Check(s); !errors.As(err, &e) || e.Field != c.field || !strings.HasPrefix(e.Reason, c.want) {
			t.Errorf("%s: %v, want %s: %s", c.set, err, c.field, c.want)
		}
	}
}

// The first packet of a congested output is marked, whatever the marking rate has become: one that changes before any is marked is as one
// from the beginning.
func TestForkMarkingRate(t *testing.T) {
	const base = "network=rlft-8x2&traffic=HS25-1&buffer=48&congestion-control=iba-cc&cc-marking-rate="
	var h, g observe.Header
	first, forked := begin(t, base+"5"), begin(t, base+"0&at=0.000001_cc-marking-rate_5")
	for _, m := range []*engine.Sim{first, forked} {
		m.Advance(20*engine.Microsecond, engine.NoLimit)
	}
	first.Measures(&h)
	forked.Measures(&g)
	if h.Marked == 0 || h.Marked != g.Marked || first.Checksum() != forked.Checksum() {
		t.Errorf("%d packets marked, from the beginning %d", g.Marked, h.Marked)
	}
}

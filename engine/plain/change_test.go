package plain

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
)

// Each field that may change in mid-run does, and back, where much else happens in the same instant.
func TestChanges(t *testing.T) {
	for _, text := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=48 voq=true at=9.83_routing_adaptive*14.7456_choice_arrival*19.66_trigger_TH*20_threshold_30*24.5_choice_leaving*30_routing_oblivious",
		"network=rlft-4x3 traffic=HS40-2 buffer=48 routing=adaptive trigger=2TH at=7_release_20*9_delta_2*12_stages_FS*14_trigger_TH*16_trigger_2TH*18_routing_dmodk*20_routing_adaptive",
		"network=rlft-8x2 traffic=HS25-1 buffer=48 routing=afi queuing=vftree at=8_threshold_30",
		"network=rlft-4x3 traffic=UT buffer=48 load=0.9 at=5_load_0.3*11_generation_constant*15_load_1.2",
		"network=rlft-8x2 traffic=HS25-1 buffer=48 congestion-control=iba-cc ccti-timer=3 at=6_cc-threshold_1*9_cct_linear-0-8*9_ccti-increase_4*14_cc-marking-rate_3*15_cc-victims_true*17_cc-thresholds_S1-15_S2.0-0*18_cc-victims_false*19_cc-victim-ports_S1",
		"network=mesh-4x3 routing=dor traffic=UT buffer=48 congestion-control=drb cc-threshold=0 at=6_cc-threshold_15*12_cc-marking-rate_2*16_cc-marking-rate_0*18_cc-victims_true",
		"network=bmin-4x3 routing=self voq=true traffic=HS25-1 buffer=48 at=10_routing_adaptive*15_routing_oblivious",
		"network=rlft-4x3 traffic=PTRANS-2x8-1024-32 congestion-control=iba-cc at=20_routing_adaptive*40_ccti-increase_9*60_routing_dmodk",
	} {
		agrees(t, text, 120)
	}
}

// drawChanged makes a random scenario in which fields change.
func drawChanged(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	text := []func(*rand.Rand) string{draw, drawControlled}[r.IntN(2)](r)
	s, err := build(text)
	if err != nil {
		return text
	}
	for i := range 1 + r.IntN(3) {
		name, value, _ := strings.Cut(one("routing=dmodk", "routing=oblivious", "routing=adaptive", "routing=adaptive", "routing=adaptive-th", "trigger=NoTH", "trigger=TH", "trigger=2TH", "stages=AS", "stages=FS", "stages=SS",
			"delta=1", "delta=2", "threshold=50", "threshold=75", "threshold=90", "release=20", "release=50", "choice=arrival", "choice=leaving", "load=1", "load=0.5", "load=0.2", "generation=constant", "generation=poisson",
			"cc-threshold=15", "cc-threshold=1", "cc-threshold=0", "cc-marking-rate=0", "cc-marking-rate=5", "cc-victims=true", "cc-victims=false", "cct=linear-2-1", "cct=linear-0-3", "cct=entries-3.4.5", "ccti-increase=1", "ccti-increase=3",
			"cc-thresholds=S1-1_S2.0-8", "cc-thresholds=none", "cc-victim-ports=S1_S2.1"), "=")
		ps := engine.PacketTime(s)*int64(5+20*i) + r.Int64N(engine.PacketTime(s)*20)
		if r.IntN(3) == 0 { // where much else happens
			ps -= ps % engine.PacketTime(s)
		}
		if next, err := engine.Fork(s, ps, name, value); err == nil {
			s = next
		}
	}
	return text + " at=" + s.Get("at")
}

// Without a delay an instant may be several; a change comes after the last of them, also for who goes through it step by step.
func TestChangesAfterAnInstant(t *testing.T) {
	const text = "network=rlft-4x3 traffic=HS25-1 buffer=48 delay=0 load=0.9 routing=oblivious"
	s, err := build(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 20; {
		before := m.now
		if m.Instant(); m.now != before || m.now < 2*m.packetPS {
			continue
		}
		changed, err := engine.Fork(s, m.now, "routing", "dmodk")
		if err != nil {
			t.Fatal(err)
		}
		if d, _ := compare(changed, m.now+20*m.packetPS); d != "" {
			t.Errorf("%s: %s", changed.Get("at"), d)
		}
		for n++; m.Next() == m.now; {
			m.Instant()
		}
	}
}

// Who looks at the instant of a change, or after it but before anything else happens, is told of a choice by the routing that is in force then.
func TestLooksAtAChange(t *testing.T) {
	s, err := build("network=rlft-4x2 traffic=HS100-1 load=1.2 buffer=8 generation=constant routing=oblivious at=30_routing_dmodk")
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int64{-1, 0, 1, 2, 5} {
		e, m, err := both(s)
		if err != nil {
			t.Fatal(err)
		}
		at, picks := 30*engine.Microsecond+after, 0
		e.Advance(at, engine.NoLimit)
		m.AdvanceTo(at)
		var f observe.Frame
		for port := range m.net.SwitchPorts() {
			if m.ports[port].peer < 0 {
				continue
			}
			e.Frame(&f, observe.Options{Detail: port, Pin: observe.Pin{Kind: observe.PinPort, A: uint32(port)}})
			if d := m.picksDiffer(port, &f); d != "" {
				t.Errorf("%d ps after the change, %s: %s", after, m.net.PortName(port), d)
			}
			picks += len(f.Picks)
		}
		if picks == 0 {
			t.Error("no choices are told")
		}
	}
}

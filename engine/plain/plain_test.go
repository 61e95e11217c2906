package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// build makes a scenario of "field=value field=value …"; a later value of a field replaces an earlier one.
func build(text string) (s scenario.Scenario, err error) {
	s = scenario.Default()
	for w := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(w, "=")
		if s, err = s.With(name, value); err != nil {
			return s, err
		}
	}
	return s, engine.Check(s)
}

// both opens a scenario in the engine and in the model.
func both(s scenario.Scenario) (*engine.Sim, *Model, error) {
	e, err := engine.Open(s)
	if err != nil {
		return nil, nil, err
	}
	m, err := New(s)
	return e, m, err
}

// fromLooks is both, at the beginning, with what the engine's looks up to a time will find; their times are the tracker's own.
func fromLooks(s scenario.Scenario, until int64) ([]observe.Point, *engine.Sim, *Model, error) {
	e, err := engine.Open(s)
	if err != nil {
		return nil, nil, nil, err
	}
	e.Advance(until, engine.NoLimit)
	looks := e.Course().Points()
	e, m, err := both(s)
	return looks, e, m, err
}

// compare runs a scenario in the engine and in the model, instant by instant, up to a time, and returns the first difference in
// words, or "", and the packets that ports have begun to send.
func compare(s scenario.Scenario, until int64) (difference string, packets int) {
	e, m, err := both(s)
	if err != nil {
		return err.Error(), 0
	}
	e.TrackTrees(false)
	e.CountLinks()
	e.SetWindow(until + 1) // averages are of all so far
	differ := func() string {
		packets = 0
		for p := range m.ports {
			if a, b := e.Sent(p), m.Sent(p); a != b {
				return fmt.Sprintf("%d ps: %s has sent %d packets, in the model %d", e.Now(), m.net.PortName(p), a, b)
			}
			if a, b := e.Waiting(p), m.Waiting(p); a != b {
				return fmt.Sprintf("%d ps: %d packets wait behind %s, in the model %d", e.Now(), a, m.net.PortName(p), b)
			}
			packets += int(m.Sent(p))
		}
		return executionsDiffer(e, m)
	}
	for t := m.Next(); t <= until; t = m.Next() {
		stepped := false
		for !stepped && e.StepEvent(t) {
			if stepped = e.Now() == t; !stepped { // instants that the model has not, such as those of a tail in its destination, change nothing here
				if d := differ(); d != "" {
					return d, packets
				}
			}
		}
		before := m.seq
		m.Advance(t)
		if m.seq != before && !stepped && t > 0 { // at 0 it is from the beginning; else there was no more than a birth
			return fmt.Sprintf("%d ps: no step by event leads here", t), packets
		}
		e.Advance(t, engine.NoLimit) // without a delay an instant may be two
		if d := differ(); d != "" {
			return d, packets
		}
	}
	var h observe.Header
	e.Measures(&h)
	x := m.Totals()
	a, b := fmt.Sprint(h.Generated, h.Refused, h.Injected, h.Delivered, h.Hops), fmt.Sprint(x.Generated, x.Refused, x.Injected, x.Delivered, x.Hops)
	if x.Delivered > 0 {
		mean := func(sum int64) string { return fmt.Sprintf(", %.6f", float64(sum)/float64(x.Delivered)/1e3) }
		a += fmt.Sprintf(", %.6f, %.6f", h.SoFar.LatencyNS, h.SoFar.NetworkNS)
		b += mean(x.Latency) + mean(x.InNetwork)
	}
	if m.notice != nil {
		a += fmt.Sprintf("; marked, notified, reacting: %d %d %d, CCTI %.6f %d, paths %d %d", h.Marked, h.BECN, h.Reacting, h.CCTIMean, h.CCTIMax, h.OpenPaths, h.MostPaths)
		b += m.controlWords()
	}
	if a != b {
		return "generated, refused, injected, delivered, hops, latencies: " + a + ", in the model " + b, packets
	}
	return "", packets
}

// Every scheme, routing and arrangement of switches by itself, at full load, so that buffers fill and congestion spreads.
func TestScenarios(t *testing.T) {
	n := 0
	each := func(text string, times int64) {
		if n++; n%3 == 0 || !testing.Short() {
			agrees(t, text, times)
		}
	}
	for _, base := range []string{
		"network=rlft-8x2 traffic=HS25-1 buffer=48",
		"network=rlft-4x3 traffic=HS40-2 buffer=48 generation=constant",
	} {
		for _, set := range []string{
			"",
			"traffic=UT load=0.3",
			"traffic=UT load=1.2 source-queue=4",
			"queuing=dbbm", "queuing=vftree", "queuing=flow2sl", "queuing=flow2sl vcs=2 delay=1000",
			"voq=true", "voq=true crossbar=multiplexed", "queuing=voqsw",
			"voq=true queuing=dbbm", "voq=true queuing=vftree", "voq=true queuing=flow2sl delay=1000",
			"voq=true queuing=dbbm crossbar=multiplexed",
			"routing=oblivious", "routing=oblivious voq=true queuing=flow2sl",
			"routing=adaptive", "routing=adaptive trigger=TH", "routing=adaptive trigger=2TH", "routing=adaptive-th",
			"routing=adaptive queuing=dbbm stages=FS", "routing=adaptive queuing=vftree stages=SS delta=2",
			"routing=adaptive trigger=2TH queuing=vftree delta=2 buffer=72", "routing=adaptive trigger=TH queuing=flow2sl threshold=50",
			"routing=adaptive voq=true choice=arrival", "routing=adaptive trigger=2TH queuing=dbbm voq=true choice=arrival",
			"routing=adaptive trigger=TH queuing=flow2sl voq=true choice=arrival threshold-of=voq crossbar=multiplexed",
			"routing=adaptive voq=true", "routing=adaptive voq=true queuing=flow2sl", "routing=adaptive voq=true queuing=dbbm stages=FS",
			"routing=adaptive voq=true queuing=vftree trigger=TH", "routing=adaptive voq=true queuing=dbbm trigger=2TH delta=2",
			"routing=adaptive voq=true queuing=flow2sl trigger=TH threshold-of=voq", "routing=adaptive voq=true queuing=dbbm crossbar=multiplexed",
			"routing=afi", "routing=afi queuing=vftree", "routing=afi queuing=dbbm voq=true", "routing=afi queuing=dbbm voq=true crossbar=multiplexed threshold=50",
			"arbiter=oldest-first queuing=dbbm", "arbiter=oldest-injected voq=true routing=oblivious",
			"arbiter=oldest-injected voq=true queuing=flow2sl crossbar=multiplexed", "arbiter=oldest-first routing=adaptive trigger=TH queuing=vftree",
			"delay=0", "delay=0 routing=adaptive voq=true queuing=dbbm",
		} {
			each(base+" "+set, 120)
		}
	}
	for _, base := range []string{"network=bmin-8x3", "network=bmin-4x3-butterfly"} {
		for _, set := range []string{"", "queuing=voqsw", "queuing=voqsw arbiter=oldest-injected", "queuing=vftree vcs=3", "queuing=dbbm vcs=2 voq=true"} {
			each(base+" routing=self traffic=HS25-1 buffer=48 "+set, 150)
		}
	}
	for _, base := range []string{"network=torus-5x4 traffic=UT buffer=48", "network=torus-4x4 traffic=transpose buffer=48", "network=mesh-5x3 traffic=HS25-1 buffer=48"} {
		for _, set := range []string{"", "half-ring=first generation=constant", "queuing=dbbm vcs=2", "voq=true", "queuing=dbbm vcs=2 voq=true crossbar=multiplexed", "queuing=flow2sl vcs=3 voq=true delay=1000",
			"queuing=dbbm vcs=2 arbiter=oldest-first", "queuing=vftree vcs=2 voq=true arbiter=oldest-injected"} {
			each(base+" routing=dor "+set, 150)
		}
	}
	each("network=rlft-12x2 traffic=HS25-1 buffer=96 routing=adaptive trigger=TH voq=true queuing=dbbm", 100)
	each("network=rlft-8x3 traffic=IHS buffer=96 generation=constant routing=adaptive trigger=2TH queuing=vftree", 60)
	each("network=rlft-8x3 traffic=IHS buffer=96 generation=constant routing=adaptive voq=true queuing=flow2sl", 60)
	each("network=rlft-36x2 traffic=HS10-4 buffer=96 queuing=flow2sl voq=true", 20)
	// A head moves to an output for which only an input that is sending has another.
	each("network=knary-4x2 traffic=UT generation=constant load=1.2 source-queue=1 voq=true routing=adaptive crossbar=multiplexed arbiter=oldest-injected packet=1024 buffer=2 delay=1 seed=21", 100)
	// A head moves to an output for which nobody asks any more, since a packet has left: with arbiters by age it may be the oldest.
	each("network=rlft-6x3 traffic=IHS50 hotspot-others=anywhere generation=poisson load=1.2 ramp=0 source-queue=1 seed=380 routing=adaptive-th trigger=2TH stages=FS delta=3 release=50 threshold=50 threshold-of=voq voq=true arbiter=oldest-injected crossbar=multiplexed bandwidth=40 delay=500 packet=256 vcs=5 queuing=flow2sl buffer=7.5889 hotspot-from=1", 150)
	// 188 begins with a packet at time 0.
	each("network=rlft-4x2 traffic=UT generation=constant bandwidth=1600 packet=16 buffer=1 delay=0.001 seed=188", 150)
}

// agrees compares for so many packet times.
func agrees(t *testing.T, text string, times int64) {
	t.Helper()
	s, err := build(text)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	if d, n := compare(s, times*engine.PacketTime(s)); d != "" {
		t.Errorf("%s: %s", text, d)
	} else if n < 200 {
		t.Errorf("%s: only %d packets sent", text, n)
	}
}

// draw makes a random scenario, in words. A third have packets of 80 ps: then much falls into one instant that else hardly does.
func draw(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	text := strings.Join([]string{
		"network=" + one("rlft-16x2", "rlft-4x3", "rlft-4x2", "rlft-8x2", "rlft-6x2", "rlft-12x2", "rlft-4x4", "rlft-6x3", "knary-2x3", "knary-3x2", "knary-2x4",
			"pgft-4.4-1.2-1.1", "pgft-3.2.2-1.2.2-1.1.2", "pgft-4.6-1.3-1.2", "torus-4x4", "torus-3x5", "mesh-4x3", "bmin-4x3"),
		"traffic=" + one("UT", "HS25-1", "HS25-1", "HS50-2", "HS10-1", "HS40-4", "IHS", "IHS50"),
		"hotspot-others=" + one("elsewhere", "anywhere"),
		"hotspot-from=" + one("0", "0", "0", "1"), "hotspot-until=" + one("1000000", "1000000", "6"), "hotspot-else=" + one("uniform", "silent"),
		"generation=" + one("constant", "poisson"),
		"load=" + one("1", "1", "1.2", "0.9", "0.6", "0.3"),
		"ramp=" + one("0", "0", "0", "10"),
		"source-queue=" + one("1", "2", "16", "64"),
		fmt.Sprint("seed=", r.IntN(1000)),
		"routing=" + one("dmodk", "oblivious", "adaptive", "adaptive", "adaptive", "adaptive", "adaptive-th", "afi"),
		"trigger=" + one("NoTH", "TH", "2TH"),
		"stages=" + one("AS", "FS", "SS"),
		"delta=" + one("1", "2", "3"),
		"release=" + one("0", "20", "50", "50"),
		"threshold=" + one("50", "60", "75", "75", "90", "100"),
		"threshold-of=" + one("vc", "voq"),
		"choice=" + one("arrival", "leaving"),
		"voq=" + one("true", "false"),
		"arbiter=" + one("islip", "islip", "islip", "islip", "oldest-first", "oldest-injected"),
		"crossbar=" + one("demultiplexed", "demultiplexed", "multiplexed"),
		"bandwidth=" + one("100", "40", "2.5", "7", "400"),
		"delay=" + one("6", "6", "0", "1", "100", "500", "327.68", "3000"),
		"packet=" + one("4096", "2048", "256", "1500"),
	}, " ")
	if r.IntN(3) == 0 {
		text += " bandwidth=1600 packet=16 buffer=1 delay=" + one("0.001", "0.02", "0.05", "0.08", "0.16")
	}
	if strings.Contains(text, "bmin") {
		text += one(" routing=self", "", "")
		text = strings.Replace(text, "routing=dmodk", "routing=self", 1)
	}
	if strings.Contains(text, "torus") || strings.Contains(text, "mesh") {
		text += " routing=dor half-ring=" + one("balanced", "first")
	}
	vcs := 1 + r.IntN(5)
	text += fmt.Sprint(" vcs=", vcs)
	switch queuing := one("1q", "dbbm", "vftree", "flow2sl"); {
	case queuing == "1q":
		vcs = 1
		fallthrough
	default:
		text += " queuing=" + queuing
	}
	if strings.Contains(text, "routing=afi") {
		vcs++
	}
	s, err := build(text)
	if err != nil {
		return text
	}
	// 1 to 12 packets per VC, now and then more, and some bytes that are none.
	packets := 1 + r.Int64N(12)
	if r.IntN(8) == 0 {
		packets += r.Int64N(60)
	}
	bytes := packets*int64(vcs)*s.Int("packet") + r.Int64N(200)
	return fmt.Sprintf("%s buffer=%.4f", text, float64(bytes)/1024)
}

// Each kind of scenario is drawn so often, and compared for so many packet times; of some a part is refused, such as IHS in trees of two
// stages, or VOQnet without a place for each host.
func TestRandomScenarios(t *testing.T) {
	for _, c := range []struct {
		name        string
		seed        uint64
		n, accepted int // at least so many of them
		packets     int64
		draw        func(r *rand.Rand) string
	}{
		{"static queues", 2019, 400, 250, 60, draw},
		{"queues set aside or by destination", 2008, 160, 120, 80, drawQueues},
		{"congestion control", 2007, 150, 50, 50, drawControlled},
		{"fields that change in mid-run", 2026, 80, 50, 60, drawChanged},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(c.seed, 1))
			ran := 0
			for range few(c.n) {
				text := c.draw(r)
				s, err := build(text)
				if err != nil {
					continue
				}
				ran++
				if d, _ := compare(s, c.packets*engine.PacketTime(s)); d != "" {
					t.Errorf("%s: %s", text, d)
				}
			}
			if ran < few(c.accepted) {
				t.Errorf("only %d of the scenarios are any", ran)
			}
		})
	}
}

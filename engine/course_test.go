package engine_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
)

// A clone goes the same way as what it was taken from, what it remembers of trees and of the course included.
func TestClonesRemember(t *testing.T) {
	for _, query := range []string{"preset=hot-spot", "network=rlft-4x3&traffic=HS25-1&load=1&voq=true&vcs=3&queuing=dbbm", "network=mesh-4x4&routing=dor&traffic=UT&load=0.9"} {
		s, err := scenario.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		whole.Advance(45*engine.Microsecond, engine.NoLimit)
		part := whole.Clone()
		for _, m := range []*engine.Sim{whole, part} {
			m.Advance(90*engine.Microsecond, engine.NoLimit)
		}
		if whole.Checksum() != part.Checksum() || whole.Born() != part.Born() {
			t.Errorf("%s: the clone went another way", query)
		}
		a, b := whole.Course().Append(nil), part.Course().Append(nil)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: the clone has another course", query)
		}
		var f, g observe.Frame
		whole.Frame(&f, observe.Options{Detail: -1})
		part.Frame(&g, observe.Options{Detail: -1})
		if len(f.Trees) != len(g.Trees) {
			t.Fatalf("%s: %d and %d trees", query, len(f.Trees), len(g.Trees))
		}
		for i := range f.Trees {
			if f.Trees[i] != g.Trees[i] {
				t.Errorf("%s: %+v and %+v", query, f.Trees[i], g.Trees[i])
			}
		}
		points, marks, err := observe.DecodeCourse(a, nil, nil)
		if err != nil || len(points) != len(whole.Course().Points()) || len(marks) != len(whole.Course().Marks()) {
			t.Errorf("%s: decoding gives %d points, %d marks, %v", query, len(points), len(marks), err)
		}
		if _, _, err := observe.DecodeCourse(a[:len(a)-8], nil, nil); err == nil {
			t.Errorf("%s: half a course was taken", query)
		}
	}
}

// One hot spot: the marks come in the order of what happens, each with what was measured.
func TestMarks(t *testing.T) {
	s, err := scenario.ParseQuery("preset=hot-spot")
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	m.Advance(200*engine.Microsecond, engine.NoLimit)
	seen := map[uint32]observe.Mark{}
	last := int64(0)
	for _, k := range m.Course().Marks() {
		if _, ok := seen[k.Kind]; !ok {
			seen[k.Kind] = k
		}
		if k.PS < last || k.Since > k.PS {
			t.Errorf("mark out of order: %+v", k)
		}
		last = k.PS
	}
	born, hosts, full := seen[observe.TreeBorn], seen[observe.TreeAtHosts], seen[observe.Saturated]
	if born.Tree != 1 || born.Ports < 2 || born.Inputs < 2 {
		t.Errorf("the first tree: %+v", born)
	}
	if hosts.Far == 0 || hosts.Hosts < hosts.Far || hosts.PS < born.PS {
		t.Errorf("it reaches hosts: %+v", hosts)
	}
	if wide := seen[observe.TreeSpread]; 4*wide.Hosts < 128 || wide.PS < hosts.PS || wide.Far == 0 {
		t.Errorf("it spreads: %+v", wide)
	}
	if full.PS == 0 || full.Accepted >= 0.9*full.Offered || full.Offered < 0.5 {
		t.Errorf("saturation: %+v", full)
	}
	if _, ok := seen[observe.Recovered]; ok {
		t.Error("a hot spot that goes on has been recovered from")
	}

	quiet, err := engine.Open(scenario.Default().Must("traffic", "UT").Must("load", "0.3"))
	if err != nil {
		t.Fatal(err)
	}
	quiet.Advance(200*engine.Microsecond, engine.NoLimit)
	if k := quiet.Course().Marks(); len(k) != 0 {
		t.Errorf("a quiet network has marks: %+v", k)
	}
}

// A course of any length keeps points at equal distances, but for the looks' irregularity.
func TestPointsOfALongCourse(t *testing.T) {
	m := begin(t, "network=rlft-4x1&load=0.1")
	m.Advance(4*engine.Millisecond, engine.NoLimit) // 3051 looks
	points := m.Course().Points()
	if len(points) <= observe.MaxPoints/2 || len(points) > observe.MaxPoints {
		t.Fatalf("%d points", len(points))
	}
	each := 4 * m.LookPS()
	for i, p := range points {
		if want := m.LookPS() + int64(i)*each; p.PS < want-m.LookPS()/2 || p.PS > want+m.LookPS()/2 {
			t.Fatalf("point %d is of %d ps, want about %d", i, p.PS, want)
		}
	}
}

// What a copy remembers stays as it is when the run that it is of goes on and thins out its own.
func TestCopiesKeepTheirPast(t *testing.T) {
	for query, us := range map[string][2]int64{"network=rlft-4x1&load=0.1": {1300, 1500}, "preset=hot-spot": {70, 200}} {
		m := begin(t, query)
		m.Advance(us[0]*engine.Microsecond, engine.NoLimit)
		c := m.Clone()
		var f, g observe.Frame
		c.Frame(&f, observe.Options{Detail: -1})
		points := slices.Clone(c.Course().Points())
		m.Advance(us[1]*engine.Microsecond, engine.NoLimit)
		if !slices.Equal(points, c.Course().Points()) {
			t.Errorf("%s: the points of a copy have changed", query)
		}
		if c.Frame(&g, observe.Options{Detail: -1}); !slices.Equal(f.Growth, g.Growth) {
			t.Errorf("%s: the growth of a copy's trees has changed", query)
		}
	}
}

// A tree that gets to hosts, or to a quarter of them, after a younger one is marked like this one.
func TestEachTreeIsMarked(t *testing.T) {
	m := begin(t, "network=bmin-64&routing=self&traffic=HS50-4&load=1")
	m.Advance(100*engine.Microsecond, engine.NoLimit)
	got := map[uint32][]uint32{}
	for _, k := range m.Course().Marks() {
		got[k.Kind] = append(got[k.Kind], k.Tree)
	}
	if want := []uint32{3, 1, 2, 5}; !slices.Equal(got[observe.TreeAtHosts], want) {
		t.Errorf("trees at hosts: %d, want %d", got[observe.TreeAtHosts], want)
	}
	if want := []uint32{2, 5, 1, 3}; !slices.Equal(got[observe.TreeSpread], want) {
		t.Errorf("trees at a quarter of the hosts: %d, want %d", got[observe.TreeSpread], want)
	}
}

// Saturation and recovery take two windows in a row, the first of a run apart, and a recovery is from the whole saturation; trees are gone after sixteen looks without any, and those
// that come then are marked by the oldest.
func TestMarksTakeTheirTime(t *testing.T) {
	for _, c := range []struct {
		query string
		lone  int // windows, at least, after which there would be a mark if one sufficed
		calms int // calms, at least, that are too short to be marked
	}{
		{"network=rlft-8x3&traffic=UT&load=0.7", 5, 2},
		{"network=rlft-8x2&traffic=UT&load=0.7&queuing=dbbm&vcs=2", 0, 10},
		{"preset=hot-spot&hotspot-from=20&hotspot-until=60&load=0.5", 1, 3},
		{"network=rlft-8x3&traffic=UT&load=0.55&buffer=8", 2, 0},
		{"network=rlft-8x3&traffic=PTRANS-8x16-5120-80", 0, 0},
	} {
		m := begin(t, c.query)
		var want []observe.Mark
		var f observe.Frame
		looks, from, generated, low, high, saturated, since, lone := 0, int64(0), uint64(0), 0, 0, false, int64(0), 0
		calm, trees, born, calms := 0, false, int64(0), 0
		for m.Now() < 700*m.LookPS() {
			m.Advance(m.NextLook(), engine.NoLimit)
			m.Frame(&f, observe.Options{Detail: -1})
			idle := saturated && f.Generated == f.Delivered
			if looks++; idle || looks >= 8 && (f.Generated-generated >= 2048 || looks >= 512) { // a window ends
				switch {
				case from == 0:
				case f.Took < .9*f.Asked:
					if low, high = low+1, 0; low == 1 && !saturated {
						since = from
					}
				case f.Took >= .97*f.Asked:
					low, high = 0, high+1
				default:
					low, high = 0, 0
				}
				if saturated && high == 1 || !saturated && low == 1 {
					lone++
				}
				switch {
				case !saturated && low == 2:
					saturated = true
					want = append(want, observe.Mark{Kind: observe.Saturated, PS: m.Now(), Since: since})
				case saturated && (high == 2 || idle):
					saturated = false
					want = append(want, observe.Mark{Kind: observe.Recovered, PS: m.Now(), Since: since})
				}
				looks, from, generated = 0, m.Now(), f.Generated
			}
			points := m.Course().Points()
			if p := points[len(points)-1]; p.Trees == 0 {
				if calm++; calm == 16 && trees {
					trees = false
					want = append(want, observe.Mark{Kind: observe.TreesGone, PS: m.Now(), Since: born})
				}
				continue
			}
			if trees && calm > 0 {
				calms++
			}
			if calm = 0; !trees {
				trees, born = true, m.Now()
				first := f.Trees[0]
				for _, x := range f.Trees {
					if x.ID < first.ID {
						first = x
					}
				}
				want = append(want, observe.Mark{Kind: observe.TreeBorn, PS: m.Now(), Since: first.BirthPS, Tree: first.ID})
			}
		}
		var got []observe.Mark
		for _, k := range m.Course().Marks() {
			if k.Kind == observe.Saturated || k.Kind == observe.Recovered || k.Kind == observe.TreesGone || k.Kind == observe.TreeBorn {
				got = append(got, observe.Mark{Kind: k.Kind, PS: k.PS, Since: k.Since, Tree: k.Tree})
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %+v, want %+v", c.query, got, want)
		}
		if lone < c.lone || calms < c.calms {
			t.Errorf("%s: %d lone windows and %d short calms do not tell much", c.query, lone, calms)
		}
	}
}

// Of the trees that come after a calm four are marked when they reach hosts, and a run keeps its first 64 marks.
func TestMarksAreBounded(t *testing.T) {
	m := begin(t, "network=rlft-8x2&traffic=UT&load=0.7&queuing=dbbm&vcs=2")
	m.Advance(6*engine.Millisecond, engine.NoLimit)
	first := slices.Clone(m.Course().Marks())
	m.Advance(7*engine.Millisecond, engine.NoLimit)
	if len(first) != observe.MaxMarks || !slices.Equal(first, m.Course().Marks()) {
		t.Fatalf("%d marks, then %d", len(first), len(m.Course().Marks()))
	}
	hosts, all, most := 0, 0, 0
	for _, k := range first {
		switch k.Kind {
		case observe.TreeAtHosts:
			hosts, all = hosts+1, all+1
			most = max(most, hosts)
		case observe.TreesGone:
			hosts = 0
		}
	}
	if most > 4 || all < 9 {
		t.Errorf("%d trees at hosts are marked, up to %d between two calms", all, most)
	}
}

// A network from which the last packet has gone has recovered then, not when a window ends that waits for more packets.
func TestEmptyNetworksHaveRecovered(t *testing.T) {
	m := begin(t, "network=rlft-8x3&traffic=PTRANS-8x16-5120-80")
	m.Advance(2*engine.Millisecond, engine.NoLimit)
	e, _ := m.Execution()
	marks := m.Course().Marks()
	last := marks[len(marks)-1]
	if last.Kind != observe.Recovered || last.PS < e.FinishPS || last.PS > e.FinishPS+2*m.LookPS() || last.Accepted < last.Offered {
		t.Errorf("the program has ended at %d ps; the last mark: %+v", e.FinishPS, last)
	}
	var f observe.Frame
	if m.Frame(&f, observe.Options{Detail: -1}); f.Behind != 0 {
		t.Error("an empty network falls behind")
	}
}

// What the traffic does on purpose is marked when it does so, to the picosecond, whoever looks when.
func TestHotSpotsAreMarked(t *testing.T) {
	for _, c := range []struct {
		query string
		wants []observe.Mark
	}{
		{"preset=hot-spot", []observe.Mark{{Kind: observe.HotSpotOn, PS: 40e6, Hosts: 32, Ports: 1}}},
		{"preset=hot-spot&hotspot-from=0", nil},
		{"preset=hot-spot&hotspot-from=33.333&hotspot-until=51.5&traffic=HS10-4", []observe.Mark{{Kind: observe.HotSpotOn, PS: 33_333_000, Hosts: 13, Ports: 4}, {Kind: observe.HotSpotOff, PS: 51.5e6, Hosts: 13, Ports: 4}}},
		{"preset=hot-spot&hotspot-from=20&hotspot-until=20.001&hotspot-else=silent", []observe.Mark{{Kind: observe.HotSpotOn, PS: 20e6, Hosts: 32, Ports: 1}, {Kind: observe.HotSpotOff, PS: 20_001_000, Hosts: 32, Ports: 1}}},
		{"preset=hot-spot&hotspot-from=20&hotspot-until=20", nil},
		{"preset=hot-spot&hotspot-from=20&ramp=50", []observe.Mark{{Kind: observe.HotSpotOn, PS: 20e6, Hosts: 32, Ports: 1}}},
		{"preset=hot-spot&traffic=HS0-1", nil},
		{"preset=uniform", nil},
		{"preset=fbicm-64-hot-spot", []observe.Mark{{Kind: observe.HotSpotOn, PS: 1000e6, Hosts: 16, Ports: 1}}},
	} {
		s, err := scenario.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		end := int64(60 * engine.Microsecond)
		if engine.BeginsPS(s) > end {
			end = engine.BeginsPS(s) + 10*engine.Microsecond
		}
		whole.Advance(end, engine.NoLimit)
		sliced, _ := engine.Open(s)
		for at := end / 7; sliced.Now() < end; at += end / 7 {
			sliced.Advance(min(at, end), engine.NoLimit)
			sliced = sliced.Clone()
		}
		for _, m := range []*engine.Sim{whole, sliced} {
			var got []observe.Mark
			last := int64(0)
			for _, k := range m.Course().Marks() {
				if k.PS < last {
					t.Errorf("%s: %+v is out of order", c.query, k)
				}
				if last = k.PS; k.Kind == observe.HotSpotOn || k.Kind == observe.HotSpotOff {
					if q := int(m.Network().Peer[k.Root]); !m.Network().IsHost(q) {
						t.Errorf("%s: %d is no port to a host", c.query, k.Root)
					}
					got = append(got, observe.Mark{Kind: k.Kind, PS: k.PS, Hosts: k.Hosts, Ports: k.Ports})
				}
			}
			if !slices.Equal(got, c.wants) {
				t.Errorf("%s: %+v, want %+v", c.query, got, c.wants)
			}
		}
	}
}

// Low-order HoL blocking is in the root's switch, high-order behind it: with an incast on one switch
// there is no other switch; with VOQs there is none at all.
func TestHoLShares(t *testing.T) {
	for _, c := range []struct {
		query     string
		low, high bool
	}{
		{"network=rlft-8x1&traffic=HS25-1&load=1", true, false},
		{"network=rlft-8x3&traffic=HS25-1&load=1", true, true},
		{"network=rlft-8x3&traffic=HS25-1&load=1&voq=true", false, false},
	} {
		s, err := scenario.ParseQuery(c.query)
		if err != nil {
			t.Fatal(c.query, err)
		}
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(c.query, err)
		}
		m.Advance(80*engine.Microsecond, engine.NoLimit)
		low, high := float32(0), float32(0)
		for _, p := range m.Course().Points() {
			low, high = max(low, p.Low), max(high, p.High)
			if p.Low < 0 || p.High < 0 || p.Low+p.High > 1 || p.Trapped > 1 {
				t.Fatalf("%s: %+v", c.query, p)
			}
		}
		if low > 0 != c.low || high > 0 != c.high {
			t.Errorf("%s: low %v, high %v", c.query, low, high)
		}
	}
}

// Event by event is the same way as at once, and every step shows something new.
func TestStepEvent(t *testing.T) {
	open := func() *engine.Sim {
		m, err := engine.Open(scenario.Default().Must("network", "rlft-4x3").Must("load", "0.4"))
		if err != nil {
			t.Fatal(err)
		}
		m.Advance(10*engine.Microsecond, engine.NoLimit)
		return m
	}
	a, b := open(), open()
	end := 12 * int64(engine.Microsecond)
	steps, last := 0, a.Now()
	for a.StepEvent(end) {
		if a.Now() < last {
			t.Fatalf("step %d goes from %d to %d", steps, last, a.Now())
		}
		last = a.Now()
		if steps++; steps%50 == 0 {
			b.Advance(last, engine.NoLimit)
			if a.Checksum() != b.Checksum() {
				t.Fatalf("another state at %d", last)
			}
		}
	}
	if steps < 100 || a.Now() != end {
		t.Errorf("%d steps to %d", steps, a.Now())
	}
	b.Advance(end, engine.NoLimit)
	if a.Checksum() != b.Checksum() {
		t.Error("another state at the end")
	}
}

// The course is the same whether somebody asks for measures in between or nobody does, the hosts that trees block included: packets
// that hosts have generated since they last sent one count at every look.
func TestCourseOfWatchedRuns(t *testing.T) {
	for _, query := range []string{
		"network=rlft-8x2&traffic=HS25-1&load=0.2&generation=constant&buffer=16",
		"network=mesh-4x4&routing=dor&traffic=HS25-1&load=0.2&generation=constant&buffer=8",
		"network=rlft-8x2&routing=afi&queuing=dbbm&vcs=2&voq=true&traffic=HS50-1&load=0.2&generation=constant&buffer=16",
	} {
		alone, watched := begin(t, query), begin(t, query)
		var h observe.Header
		end := 400 * alone.PacketPS()
		alone.Advance(end, engine.NoLimit)
		for watched.Now() < end {
			watched.Advance(watched.Now()+watched.PacketPS(), engine.NoLimit)
			watched.Measures(&h)
		}
		a, b := alone.Course().Points(), watched.Course().Points()
		if len(a) == 0 || len(a) != len(b) {
			t.Fatalf("%s: %d points; watched %d", query, len(a), len(b))
		}
		for i := range a {
			if a[i] != b[i] {
				t.Errorf("%s: %+v; watched %+v", query, a[i], b[i])
				break
			}
		}
	}
}

// Shares of the packets in the network are shares, also where notifications wait between the data.
func TestSharesWithNotifications(t *testing.T) {
	for _, query := range []string{
		"network=mesh-16x1&voq=true&crossbar=multiplexed&traffic=complement&cn-packet=4096&buffer=320",
		"network=mesh-4x4&traffic=HS50-1&cn-packet=4096&buffer=32",
		"network=mesh-8x1&traffic=complement&cct=linear-0-129&cn-packet=4096&buffer=64",
	} {
		m := begin(t, query+"&routing=dor&queuing=dbbm&vcs=2&congestion-control=iba-cc&cc-victims=true&cn-vl=data")
		m.Advance(200*engine.Microsecond, engine.NoLimit)
		if len(m.Course().Points()) == 0 {
			t.Errorf("%s has no course", query)
		}
		for _, p := range m.Course().Points() {
			if p.Trapped > 1 || p.Low+p.High > 1 {
				t.Errorf("%s: %+v", query, p)
				break
			}
		}
	}
}

// Looks come one after the other, one in each of their periods, for the longest packets too: time does not go back for them.
func TestLooksOfTheLongestPackets(t *testing.T) {
	for _, query := range []string{"network=rlft-4x3&packet=65536&bandwidth=0.1", "network=rlft-4x3&packet=7506&bandwidth=0.1&buffer=64", "network=rlft-4x3"} {
		m := begin(t, query)
		for k := int64(1); k <= 200; k++ {
			period, now := m.LookPS(), m.Now()
			at := m.NextLook()
			if off := at - k*period; at <= now || 20*off > 9*period || 20*off < -9*period {
				t.Fatalf("%s: look %d is at %d ps, in periods of %d", query, k, at, period)
			}
			m.Advance(at, engine.NoLimit)
			if m.Now() != at {
				t.Fatalf("%s: look %d was due at %d ps; it is %d", query, k, at, m.Now())
			}
		}
	}
}

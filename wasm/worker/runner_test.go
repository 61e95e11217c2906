package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/wasm/wire"
)

// newRunner opens a scenario. Its wall clock goes on by so many ms per simulated µs.
func newRunner(t *testing.T, query string, budget int64, perUS float64) *runner {
	t.Helper()
	s, err := scenario.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{reopen: func() (*engine.Sim, error) { return engine.Open(s) }}
	wall, last := 0.0, int64(0)
	var sim *engine.Sim
	r.clock = func() float64 {
		if r.sim != nil {
			if sim == r.sim { // else it has jumped
				wall += perUS * float64(r.sim.Now()-last) / float64(engine.Microsecond)
			}
			sim, last = r.sim, r.sim.Now()
		}
		wall += 0.01
		return wall
	}
	r.past.budget = budget
	m, err := engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	r.begin(m)
	return r
}

// seek goes to a time as the page does, request by request.
func seek(r *runner, ps int64) {
	for {
		if arrived, _ := r.goTo(ps, true, 30); arrived {
			return
		}
	}
}

// uses are the utilisations of links in the present frame.
func uses(m *engine.Sim) (out []uint8) {
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1, HoL: true})
	for _, p := range f.Ports {
		out = append(out, p.Use, p.Starved)
	}
	for _, p := range f.Blocking {
		out = append(out, p.Low, p.High)
	}
	return
}

// Going to a time, from wherever, gives the state of a run that went straight there, the utilisation of its links, their lack of credits
// and HoL blocking by port.
func TestScrubIsExact(t *testing.T) {
	const us = engine.Microsecond
	for _, query := range []string{
		"preset=hot-spot",
		"network=rlft-4x3&routing=adaptive&queuing=dbbm&voq=true&vcs=3&traffic=HS25-1&load=1",
		"network=torus-4x4&routing=dor&traffic=UT&load=0.8&congestion-control=iba-cc&vcs=2",
		"network=rlft-8x2&queuing=fbicm&traffic=HS25-1&load=1",
	} {
		for _, budget := range []int64{64 << 20, 4 << 20, 0} { // many checkpoints, few, none
			s, err := scenario.ParseQuery(query)
			if err != nil {
				t.Fatal(query, err)
			}
			straight, err := engine.Open(s)
			if err != nil {
				t.Fatal(query, err)
			}
			straight.CountLinks()
			straight.CountHoL()
			want, busy := map[int64]uint64{}, map[int64][]uint8{}
			var times []int64
			for i := range int64(12) {
				at := i*7*us + i*i*12_345
				straight.Advance(at, engine.NoLimit)
				want[at], busy[at] = straight.Checksum(), uses(straight)
				times = append(times, at)
			}
			r := newRunner(t, query, budget, 10)
			r.hol = true
			r.sim.CountHoL()
			r.past.list, r.past.bytes = nil, 0 // that of time 0 does not count
			random := rand.New(rand.NewPCG(1, uint64(budget)))
			for range 30 {
				at := times[random.IntN(len(times))]
				seek(r, at)
				if got := r.sim.Checksum(); got != want[at] || r.sim.Now() != at {
					t.Fatalf("%s, %d bytes: at %d ps %x, straight there %x", query, budget, r.sim.Now(), got, want[at])
				}
				if !slices.Equal(uses(r.sim), busy[at]) {
					t.Fatalf("%s, %d bytes: at %d ps another utilisation, lack of credits or HoL blocking than straight there", query, budget, at)
				}
			}
			if budget > 1<<25 && len(r.past.list) < 5 {
				t.Errorf("%s: only %d checkpoints", query, len(r.past.list))
			}
			if r.past.bytes > budget {
				t.Errorf("%s: %d bytes of checkpoints, %d allowed", query, r.past.bytes, budget)
			}
		}
	}
}

// Over a long run checkpoints stay within their budget and cover all of it evenly.
func TestPastIsThinnedEvenly(t *testing.T) {
	r := newRunner(t, "network=rlft-4x3&load=0.2", 1<<21, 10)
	const end = 4000 * engine.Microsecond
	for now := int64(0); now <= end; now += 20 * engine.Microsecond {
		r.goTo(now, false, 1e9)
		if r.past.bytes > r.past.budget {
			t.Fatalf("at %d: %d bytes", now, r.past.bytes)
		}
	}
	list := r.past.list
	if len(list) < 8 || len(list) > 200 || list[0].ps != 0 {
		t.Fatalf("%d checkpoints, the first at %d", len(list), list[0].ps)
	}
	even := list[len(list)-1].work / int64(len(list)-1)
	var sum int64
	for i, c := range list {
		sum += c.bytes
		if i > 0 && c.work-list[i-1].work > 2*even {
			t.Errorf("a hole of %d events before %d ps; evenly it would be %d", c.work-list[i-1].work, c.ps, even)
		}
	}
	if sum != r.past.bytes {
		t.Errorf("%d bytes counted as %d", sum, r.past.bytes)
	}
	if last := list[len(list)-1].ps; end-last > 100*engine.Microsecond {
		t.Errorf("the last one is at %d", last)
	}
}

// One copy that takes long, because garbage is collected meanwhile, makes no hole in the past.
func TestOneSlowCopyMakesNoHole(t *testing.T) {
	r := newRunner(t, "network=rlft-4x3", 64<<20, 10)
	plain := r.clock
	slow := false
	r.clock = func() float64 {
		if slow {
			r.copyMS[(r.copies+len(r.copyMS)-1)%len(r.copyMS)] = 40 // what the last copy took
		}
		return plain()
	}
	for at := range int64(600) {
		slow = at == 201 || at == 411
		seek(r, at*engine.Microsecond)
	}
	for i, c := range r.past.list[1:] {
		if hole := c.ps - r.past.list[i].ps; hole > 13*engine.Microsecond { // 125 ms and a slice
			t.Errorf("a hole of %d ps before %d", hole, c.ps)
		}
	}
}

// A seek goes back to the latest checkpoint and computes no more than what lies between it and the next one. It is
// counted, since wall time depends on the machine: so little is done again, for a network of the size of which every
// instant shall be at hand at once.
func TestSeeksRepeatLittle(t *testing.T) {
	const us, end = engine.Microsecond, 300 * engine.Microsecond
	r := newRunner(t, "preset=hs10-1", 512<<20, 10) // 100 ms of wall time are 10 µs
	for r.sim.Now() < end {
		r.goTo(end, false, 30)
	}
	for _, at := range []int64{299 * us, 10 * us, 150 * us, 40 * us, 260 * us, 77_777_000, us} {
		requests := 0
		r.jumped = false
		from := r.past.before(at)
		for arrived := false; !arrived; requests++ {
			arrived, _ = r.goTo(at, true, 300)
		}
		if again := at - from.ps; requests > 1 || !r.jumped || again > 13*us {
			t.Errorf("to %d ps: %d requests, %d ps computed again", at, requests, again)
		}
	}
}

// Where memory holds one copy only, that of time 0 is kept, and no others are made.
func TestOneCheckpoint(t *testing.T) {
	const query = "network=rlft-8x3&load=0.5"
	one := newRunner(t, query, 1<<30, 10).past.bytes
	r := newRunner(t, query, one*3/2, 10)
	seek(r, 60*engine.Microsecond) // time for five
	if len(r.past.list) != 1 || r.past.list[0].ps != 0 || r.past.bytes != r.past.list[0].bytes {
		t.Fatalf("%d checkpoints, %d bytes", len(r.past.list), r.past.bytes)
	}
	if first := r.past.list[0].bytes; r.past.copied != first { // which another runner's may differ from, by what Go's runtime allocates meanwhile
		t.Errorf("a copy of %d bytes was made on the way, that of time 0 has %d", r.past.copied, first)
	}
}

// back steps back, and returns how many requests that took.
func back(r *runner, goal string, budget float64) (requests int) {
	r.setBack(goal, r.sim.Now())
	for requests = 1; !r.backward(budget); requests++ {
	}
	return
}

// Where nothing happens for long, as packets are short and links long, a step takes many requests, each of which comes by few looks, and
// ends where it would at once.
func TestStepsAcrossSilence(t *testing.T) {
	r := newRunner(t, "network=rlft-4x2&packet=16&bandwidth=1600&delay=300&buffer=1&load=1", 1<<20, 1000)
	seek(r, 200*engine.Nanosecond)
	r.setOut(wire.Event, 0)
	for requests, reached := 0, false; !reached; requests++ {
		before := r.sim.Now()
		reached, _ = r.toward(1<<50, 1)
		if looks := (r.sim.Now() - before) / r.sim.LookPS(); looks > 4*quietLooks {
			t.Fatalf("a request for 1 ms comes by %d looks", looks)
		}
		if reached && requests < 2 {
			t.Errorf("the next event is at once there, at %d ps: it tests nothing", r.sim.Now())
		}
	}
	end := r.sim.Now()
	for _, goal := range []string{wire.Event, wire.Delivery} {
		var at []int64
		for _, budget := range []float64{2, 1e9} {
			seek(r, end-1)
			requests := back(r, goal, budget)
			if at = append(at, r.sim.Now()); budget == 2 && requests < 3 {
				t.Errorf("back by %s takes %d requests of 2 ms", goal, requests)
			}
		}
		if at[0] != at[1] || at[0] >= end-1 || goal == wire.Delivery != (at[0] == 0) {
			t.Errorf("back by %s from %d ps: at %v", goal, end-1, at)
		}
	}
}

// Steps back end at the latest event, or delivery, before where they set out, also where it is at the border of a span that they search.
func TestStepsBackFindTheLatest(t *testing.T) {
	r := newRunner(t, "network=rlft-4x2&load=0.02", 16<<20, 1)
	const until = 40 * engine.Microsecond
	var events, deliveries []int64
	for done := r.delivered(); r.sim.StepEvent(until); {
		events = append(events, r.sim.Now())
		if d := r.delivered(); d > done {
			done, deliveries = d, append(deliveries, r.sim.Now())
		}
	}
	if len(deliveries) < 5 {
		t.Fatalf("%d deliveries", len(deliveries))
	}
	for goal, all := range map[string][]int64{wire.Event: events, wire.Delivery: deliveries} {
		for _, x := range all[:min(len(all), 40)] {
			for _, end := range []int64{x, x + 1, x + r.sim.PacketPS(), x + 8*r.sim.PacketPS(), x + 64*r.sim.PacketPS()} {
				if end > until {
					continue
				}
				want := int64(0)
				if i, _ := slices.BinarySearch(all, end); i > 0 {
					want = all[i-1]
				}
				seek(r, end)
				if back(r, goal, 1e9); r.sim.Now() != want {
					t.Fatalf("back by %s from %d ps: at %d, want %d", goal, end, r.sim.Now(), want)
				}
			}
		}
	}
}

// A step back that is asked for once more while it searches goes on, and ends before the instant where it has set out, not before one
// that it has come by; so does another kind of step. Then the next one is a step of its own, and nothing is held for it.
func TestStepsBackTwice(t *testing.T) {
	const end = 150 * engine.Nanosecond
	r := newRunner(t, "network=rlft-4x2&packet=16&bandwidth=1600&delay=300&buffer=1&load=1", 1<<20, 1000)
	seek(r, end)
	most := 4 * back(r, wire.Event, 1)
	want := r.sim.Now()
	for _, first := range []string{wire.Event, wire.Delivery} {
		seek(r, end)
		r.setBack(first, end)
		for i := 0; i < 4 || r.sim.Now() >= want; i++ {
			if r.backward(1) {
				t.Fatalf("by %s: it is there after %d requests of 1 ms: it tests nothing", first, i+1)
			}
		}
		for requests := 0; ; requests++ { // a key that is held
			if r.setBack(wire.Event, end); r.backward(1) {
				break
			}
			if requests == most {
				t.Fatalf("by %s: asked for again and again it is not there after %d requests", first, requests)
			}
		}
		if r.sim.Now() != want {
			t.Errorf("by %s, and by an event while it searched at an earlier time: at %d ps, want %d", first, r.sim.Now(), want)
		}
		if r.search != (search{}) {
			t.Errorf("it is there, and holds %+v", r.search)
		}
		// And where another engine has searched, which has shown it an earlier time, or it was ahead.
		for _, now := range []int64{want / 2, end + end/4} {
			seek(r, now)
			for r.setBack(wire.Event, end); !r.backward(1e9); {
			}
			if r.sim.Now() != want {
				t.Errorf("from %d ps, set out at %d: at %d ps, want %d", now, end, r.sim.Now(), want)
			}
		}
		if back(r, wire.Event, 1e9); r.sim.Now() >= want {
			t.Errorf("the next step back is at %d ps, it was at %d", r.sim.Now(), want)
		}
	}
}

// What is pinned while a step back searches is counted where it ends, too.
func TestStepsBackCountWhatIsPinned(t *testing.T) {
	const end = 150 * engine.Nanosecond
	r := newRunner(t, "network=rlft-4x2&packet=16&bandwidth=1600&delay=300&buffer=1&load=1", 1<<20, 1000)
	seek(r, end)
	back(r, wire.Event, 1e9)
	want := r.sim.Now()
	seek(r, end)
	for r.setBack(wire.Event, end); r.search.from >= want || r.search.start == nil; { // until the span that has it
		r.backward(1)
	}
	r.flow = [2]uint32{1, 2}
	r.sim.WatchFlow(1, 2)
	for !r.backward(1) {
	}
	var f observe.Frame
	r.sim.Frame(&f, observe.Options{Detail: -1, Pin: observe.Pin{Kind: observe.PinFlow, A: 1, B: 2}})
	if r.sim.Now() != want || len(f.Flows) != 1 || f.Flows[0].SincePS >= want {
		t.Errorf("at %d ps, of a flow pinned while it searched: %+v", r.sim.Now(), f.Flows)
	}
}

// Back by an event, then forwards by one: the same instant and state; likewise by deliveries.
func TestStepsBackAndForth(t *testing.T) {
	for _, goal := range []string{wire.Event, wire.Delivery} {
		r := newRunner(t, "network=rlft-4x3&load=0.5", 16<<20, 1)
		seek(r, 9*engine.Microsecond)
		forward := func() {
			r.setOut(goal, 0)
			for {
				if reached, _ := r.toward(1<<50, 30); reached {
					return
				}
			}
		}
		forward()
		type state struct {
			ps   int64
			sum  uint64
			done uint64
		}
		var way []state
		here := func() state { return state{r.sim.Now(), r.sim.Checksum(), r.delivered()} }
		for range 20 {
			way = append(way, here())
			forward()
		}
		if goal == wire.Delivery && way[5].done <= way[4].done {
			t.Error("a step by deliveries delivered nothing")
		}
		for i := len(way) - 1; i >= 0; i-- {
			back(r, goal, float64(1+i%3*20))
			if got := here(); got != way[i] {
				t.Fatalf("%s %d: back at %+v, was at %+v", goal, i, got, way[i])
			}
		}
		seek(r, 0)
		back(r, goal, 1e9)
		if r.sim.Now() != 0 {
			t.Errorf("before the beginning: %d", r.sim.Now())
		}
	}
}

// A run until a tree forms, or the load falls, ends where the engine finds it, however it is sliced.
func TestRunUntil(t *testing.T) {
	for _, c := range []struct {
		goal  string
		value float64
		query string
	}{{wire.Tree, 0, ""}, {wire.Tree, 0, "&seed=2"}, {wire.Tree, 0, "&seed=3"}, {wire.Below, 0.3, ""}} {
		var at []int64
		for _, budget := range []float64{5, 1e9} {
			r := newRunner(t, "preset=hot-spot"+c.query, 16<<20, 1)
			r.setOut(c.goal, c.value)
			reached := false
			for !reached {
				reached, _ = r.toward(300*engine.Microsecond, budget)
			}
			at = append(at, r.sim.Now())
			for _, m := range r.sim.Course().Marks() {
				if c.goal == wire.Tree && m.Kind == observe.TreeBorn && m.PS != r.sim.Now() {
					t.Errorf("the tree is born at %d, the run ends at %d", m.PS, r.sim.Now())
				}
			}
		}
		if at[0] != at[1] || at[0] <= 0 || at[0] >= 300*engine.Microsecond {
			t.Errorf("%s: ends at %v", c.goal, at)
		}
	}
}

// After the end of a trace's program nothing happens: a run that is to go on until something does says so at once, and does not go on for ever.
// The accepted load still falls below a value.
func TestNothingComesAfterTheProgram(t *testing.T) {
	r := newRunner(t, "network=rlft-8x2&traffic=PTRANS-2x4-640-80", 64<<20, 1)
	const far = 1e15
	var h observe.Header
	for _, c := range []struct {
		goal  string
		value float64
	}{{wire.Delivery, 0}, {wire.Event, 0}, {wire.Tree, 0}, {wire.Below, 0}} {
		seek(r, 0)
		for steps := 0; !r.never; steps++ {
			if r.setOut(c.goal, c.value); steps > 100_000 {
				t.Fatalf("%s: no end of steps", c.goal)
			}
			for reached := false; !reached; {
				if reached, _ = r.toward(far, 30); r.sim.Now() > engine.Millisecond {
					t.Fatalf("%s: it goes on and on", c.goal)
				}
			}
		}
		if r.sim.Measures(&h); h.FinishPS < 0 || h.TimePS < h.FinishPS || h.TimePS > 2*h.FinishPS {
			t.Errorf("%s: the program has ended at %d ps, which is seen at %d ps", c.goal, h.FinishPS, h.TimePS)
		}
		at := r.sim.Now()
		r.setOut(c.goal, c.value)
		if reached, _ := r.toward(far, 30); !reached || !r.never || r.sim.Now() > at+2*quietLooks*r.sim.LookPS() {
			t.Errorf("%s: once more at %d ps: %v, never %v at %d ps", c.goal, at, reached, r.never, r.sim.Now())
		}
		r.never = false
	}
	seek(r, h.FinishPS/2)
	r.setOut(wire.Below, .001)
	for reached := false; !reached; {
		reached, _ = r.toward(far, 30)
	}
	if r.sim.Measures(&h); r.never || h.AcceptedNow >= .001 {
		t.Errorf("below: never %v, at %d ps with %v", r.never, h.TimePS, h.AcceptedNow)
	}
}

// Proofs of the invariants take a fifth of the time at most, but for those of an instant at rest.
func TestProofsAreRare(t *testing.T) {
	r := newRunner(t, "preset=hot-spot", 0, 1)
	if r.proof.at >= 0 {
		t.Errorf("proved at %d ps before anything was", r.proof.at)
	}
	prove := func(us int64, now bool) int64 {
		t.Helper()
		r.sim.Advance(us*engine.Microsecond, engine.NoLimit)
		if err := r.prove(now); err != nil {
			t.Fatal(err)
		}
		return r.proof.at / engine.Microsecond
	}
	for _, x := range []struct {
		us   int64
		now  bool
		want int64
	}{{1, false, 1}, {2, true, 2}, {40, false, 40}} {
		if got := prove(x.us, x.now); got != x.want {
			t.Errorf("at %d µs the last proof is of %d", x.us, got)
		}
	}
	r.proof.next = r.clock() + 10 // as if it had taken 2.5 ms
	for _, x := range []struct {
		us   int64
		now  bool
		want int64
	}{{45, false, 40}, {46, true, 46}, {90, false, 90}} {
		if got := prove(x.us, x.now); got != x.want {
			t.Errorf("at %d µs after a long proof the last one is of %d", x.us, got)
		}
		if x.us == 46 {
			r.proof.next = r.clock() + 10
		}
	}
	r.begin(r.sim)
	if r.proof.at >= 0 {
		t.Error("another run begins with a proof")
	}
}

package play

import (
	"math/rand"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/wasm/wire"
)

// TestPack drives engines of different speeds through random requests: all are always shown at the same time, no
// engine is asked twice at once, and the run gets where it wants to.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for n := 2; n <= 4; n++ {
		at, speed := make([]int64, n), make([]int64, n)
		for i := range speed {
			speed[i] = 1 + r.Int63n(50_000) // ps per ms of budget
		}
		run, pack, shown, wall := Run{Speed: 20_000}, Pack{}, int64(0), 0.0
		run.Play()
		for step := range 400 {
			wall += 16
			switch want := r.Intn(12); {
			case step > 380: // let it come to rest
				run.Pause()
			case want == 0:
				run.Pause()
			case want == 1:
				run.GoTo(r.Int63n(5e6))
			case want == 2:
				run.Aim(Goal{Kind: wire.Tree})
			case want == 3:
				run.Aim(Goal{Kind: wire.Event, Back: true})
			case want < 8:
				run.Play()
			}
			q, ok := run.Next(wall)
			if !ok {
				continue
			}
			lead := r.Intn(n)
			next := pack.Begin(q, n, lead, shown)
			for pack.Busy() {
				if len(next) == 0 {
					t.Fatalf("%d engines: the round stands still: %+v", n, q)
				}
				k := r.Intn(len(next)) // answers come in any order
				ask := next[k]
				next = append(next[:k], next[k+1:]...)
				for _, other := range next {
					if other.Engine == ask.Engine {
						t.Fatalf("%d engines: one is asked twice at once", n)
					}
				}
				reached := false
				switch {
				case ask.Goal.Back:
					at[ask.Engine], reached = max(0, at[ask.Engine]-1000), true
				case ask.Goal.Kind != "":
					at[ask.Engine] += 70_000
					reached = r.Intn(2) == 0
				case ask.Until < at[ask.Engine]:
					at[ask.Engine] = ask.Until
				default:
					at[ask.Engine] = min(ask.Until, at[ask.Engine]+speed[ask.Engine]*int64(ask.Budget))
				}
				more, done := pack.Answer(ask.Engine, &observe.Header{TimePS: at[ask.Engine]}, reached)
				next = append(next, more...)
				if done != !pack.Busy() {
					t.Fatalf("%d engines: done %v, busy %v", n, done, pack.Busy())
				}
			}
			for i := range at {
				if at[i] != at[0] {
					t.Fatalf("%d engines: shown at %v ps after %+v", n, at, q)
				}
			}
			sum, reached := pack.Sum(observe.Header{TimePS: at[0]})
			if q.Goal.Kind != "" && !q.Goal.Back && at[0] < shown {
				t.Fatalf("%d engines: on the way to a goal from %d back to %d ps", n, shown, at[0])
			}
			shown = at[0]
			if q.Seek && shown != q.Until {
				t.Fatalf("%d engines: sought %d, at %d ps", n, q.Until, shown)
			}
			run.Arrived(&sum, reached)
		}
		if run.Playing() || run.Seeking() || run.Aiming() || run.Now() != shown {
			t.Errorf("%d engines: did not come to rest: now %d, shown %d", n, run.Now(), shown)
		}
	}
}

// TestPackLeads has another engine lead on the way to a goal, as whoever selects another run does: it knows nothing of the goal.
func TestPackLeads(t *testing.T) {
	run, pack := Run{}, Pack{}
	run.Aim(Goal{Kind: wire.Event, Back: true})
	for i, lead := range []int{1, 1, 0, 0, 1} {
		q, _ := run.Next(float64(i))
		next := pack.Begin(q, 2, lead, 0)
		if want := i == 0 || i == 2 || i == 4; len(next) != 1 || next[0].Engine != lead || next[0].Fresh != want || !run.Stands(pack.Of()) {
			t.Errorf("request %d: %+v, fresh is to be %v", i, next, want)
		}
		for pack.Busy() && len(next) > 0 {
			next, _ = pack.Answer(next[0].Engine, &observe.Header{}, false)
		}
		sum, reached := pack.Sum(observe.Header{})
		run.Arrived(&sum, reached)
	}
}

// TestPackSetsOutFromWhatIsShown has an engine lead to a goal that is still on its way to the others, which have been shown already: it comes
// to them first, else the step would be one back.
func TestPackSetsOutFromWhatIsShown(t *testing.T) {
	const now = 300_000
	goal := Request{Until: Furthest, Goal: Goal{Kind: wire.Event}, OnArrival: true}
	var pack Pack
	pack.Begin(Request{Until: now, Seek: true}, 2, 0, 0) // one of them gets there
	pack.Answer(0, &observe.Header{TimePS: now}, false)
	pack.Answer(1, &observe.Header{TimePS: 100_000}, false)
	pack.Drop() // given up
	asks := pack.Begin(goal, 2, 1, now)
	for _, at := range []int64{200_000, now} {
		if len(asks) != 1 || asks[0].Engine != 1 || !asks[0].Seek || asks[0].Until != now || asks[0].Goal.Kind != "" {
			t.Fatalf("before it is at %d: %+v", at, asks)
		}
		asks, _ = pack.Answer(1, &observe.Header{TimePS: at}, false)
	}
	if len(asks) != 1 || asks[0].Engine != 1 || asks[0].Goal != goal.Goal || !asks[0].Fresh || asks[0].Until != Furthest {
		t.Fatalf("then: %+v", asks)
	}
	asks, _ = pack.Answer(1, &observe.Header{TimePS: now + 7}, true)
	if len(asks) != 1 || asks[0].Engine != 0 || !asks[0].Seek || asks[0].Until != now+7 {
		t.Fatalf("the other one: %+v", asks)
	}
	if _, done := pack.Answer(0, &observe.Header{TimePS: now + 7}, false); !done {
		t.Error("they are not there")
	}
	for _, lead := range []int{0, 1} { // both are where they are shown: no detour
		if asks = pack.Begin(goal, 2, lead, now+7); len(asks) != 1 || asks[0].Engine != lead || asks[0].Goal != goal.Goal {
			t.Errorf("led by %d: %+v", lead, asks)
		}
		pack.Answer(lead, &observe.Header{TimePS: now + 7}, true)
		pack.Answer(1-lead, &observe.Header{TimePS: now + 7}, false)
	}
	back := Goal{Kind: wire.Event, Back: true} // which says where it has set out
	pack.Drop()
	if asks = pack.Begin(Request{Until: now, Goal: back}, 2, 1, now); len(asks) != 1 || asks[0].Goal != back {
		t.Errorf("a step back: %+v", asks)
	}
}

// TestPackPaces has slow engines asked for no more than they reach at once.
func TestPackPaces(t *testing.T) {
	run, pack := Run{Speed: 1e6}, Pack{}
	run.Play()
	at, asks := [2]int64{}, 0
	for round := range 60 {
		q, _ := run.Next(float64(16 * (round + 1)))
		next := pack.Begin(q, 2, 0, at[0])
		for asks = 0; pack.Busy(); {
			ask := next[0]
			next = next[1:]
			asks++
			at[ask.Engine] = min(ask.Until, at[ask.Engine]+int64(1+9*ask.Engine)*10_000) // ps an answer, less than the first picture asks for
			more, _ := pack.Answer(ask.Engine, &observe.Header{TimePS: at[ask.Engine]}, false)
			next = append(next, more...)
		}
		sum, reached := pack.Sum(observe.Header{TimePS: at[0]})
		run.Arrived(&sum, reached)
		if !run.Behind(&sum) {
			t.Fatal("the run is not behind, though it asked for more")
		}
	}
	if at[0] < 60*10_000/2 { // half of what the slower one reaches, for what is asked for in vain
		t.Errorf("after 60 pictures of 10 ns at %d ps", at[0])
	}
	if asks > 3 {
		t.Errorf("a picture takes %d answers of two engines", asks)
	}
}

// What the worker of a lane that has gone answers is nobody's; a checksum is of the state that all reach.
func TestPackAsks(t *testing.T) {
	pack := Pack{}
	for _, a := range pack.Begin(Request{Until: 10, Checksum: true}, 2, 0, 0) {
		if a.Checksum || !a.OnArrival {
			t.Errorf("engine %d is asked for %+v", a.Engine, a.Request)
		}
	}
	if next, done := pack.Answer(2, &observe.Header{TimePS: 10}, false); next != nil || done || !pack.Busy() {
		t.Errorf("an engine that is none: %v, %v", next, done)
	}
	for i := range 2 { // one that answers twice is still one
		if _, done := pack.Answer(0, &observe.Header{TimePS: 10}, false); done || !pack.Busy() {
			t.Errorf("all are there after %d answers of the same engine", i+1)
		}
	}
	pack.Drop()
	if next, done := pack.Answer(1, &observe.Header{TimePS: 10}, false); next != nil || done || pack.Busy() {
		t.Errorf("an answer to what was dropped: %v, %v", next, done)
	}
	now, reach := int64(0), int64(0)
	pack = Pack{}
	for range 40 { // engines that reach whatever is asked for are asked for more and more
		next := pack.Begin(Request{Until: now + 1e9}, 2, 0, now)
		for _, a := range next {
			pack.Answer(a.Engine, &observe.Header{TimePS: a.Until}, false)
		}
		reach, now = next[0].Until-now, next[0].Until
	}
	if reach != 1e9 {
		t.Errorf("fast engines are asked for %d ps", reach)
	}
}

func TestStands(t *testing.T) {
	var run Run
	run.GoTo(5000)
	q, _ := run.Next(1)
	if !run.Stands(q) {
		t.Error("a seek is given up by itself")
	}
	run.GoTo(7000)
	if run.Stands(q) {
		t.Error("a seek stands though another time is sought")
	}
	run.Forget()
	q, ok := run.Next(2)
	if !ok || q.Until != 7000 || !run.Stands(q) {
		t.Errorf("after a forgotten answer: %+v, %v", q, ok)
	}
	run.Play()
	if run.Stands(q) {
		t.Error("a seek stands though the run plays")
	}
	run.Forget()
	if q, _ = run.Next(3); !run.Stands(q) {
		t.Error("playing is given up by itself")
	}
	run.Aim(Goal{Kind: wire.Tree})
	if run.Stands(q) {
		t.Error("playing stands though the run is on its way to a goal")
	}
	run.Play()
	run.GoTo(9000)
	if run.Stands(q) {
		t.Error("playing stands though a time is sought")
	}
	run.Play()
	if run.Pause(); run.Stands(q) {
		t.Error("playing stands though the run was paused")
	}
}

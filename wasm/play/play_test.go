package play

import (
	"testing"

	"github.com/congestree/congestree/engine/observe"
)

const us = 1_000_000 // ps

// answer answers requests, getting at most reach ps further in each.
func answer(r *Run, q Request, reach int64) bool {
	t := min(q.Until, r.Now()+reach)
	return r.Arrived(&observe.Header{TimePS: t, TargetPS: q.Until}, q.Goal.Kind != "" && t == q.Until)
}

func TestPlayFollowsTheSpeed(t *testing.T) {
	for _, speed := range []float64{10, 1000, 10_000, 1e7} {
		r := Run{Speed: speed, Hosts: 128}
		r.Play()
		for wall := 0.0; wall < 2000; wall += 1000.0 / 60 {
			if q, ok := r.Next(wall); ok {
				answer(&r, q, 1<<60)
			}
		}
		want := int64(2 * speed * 1000)
		if got := r.Now(); got < want*98/100 || got > want*102/100 {
			t.Errorf("speed %v: %d ps after 2 s, want about %d", speed, got, want)
		}
	}
}

func TestSlowEngineNeverOwesTime(t *testing.T) {
	r := Run{Speed: 1e7, Hosts: 11664}
	r.Play()
	requests := 0
	for wall := 0.0; wall < 3*checksumTime; wall += 40 {
		q, ok := r.Next(wall)
		if !ok {
			t.Fatal("no request")
		}
		requests++
		if q.Checksum {
			t.Error("checksum of a large network while it runs")
		}
		if q.Until-r.Now() > int64(longestStep*r.Speed) {
			t.Errorf("asked for %d ps at once: the debt grows", q.Until-r.Now())
		}
		if _, again := r.Next(wall + 1); again {
			t.Fatal("two requests in flight")
		}
		answer(&r, q, us)
	}
	if r.Now() != int64(requests)*us {
		t.Errorf("at %d after %d answers", r.Now(), requests)
	}
}

func TestSeek(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	if r.GoTo(10 * us); r.Playing() {
		t.Fatal("a seek pauses")
	}
	for i := 0; ; i++ {
		q, ok := r.Next(float64(i))
		if !ok || q.Until != 10*us || !q.OnArrival {
			t.Fatalf("request %+v, %v", q, ok)
		}
		if answer(&r, q, 3*us) {
			if i != 3 {
				t.Errorf("reached after %d answers", i+1)
			}
			break
		}
	}
	if r.Now() != 10*us || r.Seeking() {
		t.Errorf("at %d, seeking %v", r.Now(), r.Seeking())
	}
	r.GoTo(2 * us)
	r.GoTo(3 * us)
	if q, _ := r.Next(100); q.Until != 3*us || !q.Seek || r.Ahead() != 3*us {
		t.Errorf("back: %+v", q)
	}
	r.GoTo(us) // while that is in flight
	if r.Arrived(&observe.Header{TimePS: 3 * us}, false) || !r.Seeking() {
		t.Error("an older seek ended a newer one")
	}
	if q, _ := r.Next(101); q.Until != us {
		t.Errorf("back again: %+v", q)
	}
	if !r.Arrived(&observe.Header{TimePS: us}, false) || r.Now() != us {
		t.Error("not back")
	}
	r.GoTo(4 * us)
	q, _ := r.Next(150)
	r.Play()
	if r.Arrived(&observe.Header{TimePS: q.Until}, false) {
		t.Error("a seek ended that was given up")
	}
	q, _ = r.Next(200)
	r.GoTo(q.Until) // exactly where the request in flight goes, which asks for no checksum
	if answer(&r, q, 1<<60) {
		t.Error("a request from before ended the seek")
	}
	if q, ok := r.Next(201); !ok || !q.OnArrival || !answer(&r, q, 1<<60) {
		t.Error("a seek to the present must still answer with its checksum")
	}
}

// A long seek in a large network shows little of what lies between, but a new one is taken up soon.
func TestLegsOfALongSeek(t *testing.T) {
	for _, c := range []struct {
		hosts       int
		first, rest float64
	}{{432, seekBudget, seekBudget}, {11664, seekBudget, longBudget}} {
		r := Run{Hosts: c.hosts}
		for i, target := range []int64{50 * us, 10 * us} {
			if r.GoTo(target); i > 0 {
				r.Wind(target)
			}
			for i := range 4 {
				q, ok := r.Next(0)
				want := c.rest
				if i == 0 {
					want = c.first
				}
				if !ok || q.Until != target || q.Budget != want {
					t.Errorf("%d hosts, request %d: %+v, want %v ms", c.hosts, i, q, want)
				}
				r.Arrived(&observe.Header{TimePS: target - 1}, false)
			}
		}
	}
}

func TestLoop(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	r.Loop(5*us, 7*us)
	turns, last := 0, int64(0)
	for wall := 0.0; wall < 20_000; wall += 50 {
		q, ok := r.Next(wall)
		if !ok || q.Until > 7*us || q.Until < 5*us {
			t.Fatalf("at %d: %+v", r.Now(), q)
		}
		r.Arrived(&observe.Header{TimePS: q.Until, TargetPS: q.Until}, false)
		if r.Now() < last {
			turns++
			if q, _ = r.Next(wall + 50); q.Until != 5*us+16_000 {
				t.Fatalf("a turn begins with %+v", q)
			}
			r.Arrived(&observe.Header{TimePS: q.Until, TargetPS: q.Until}, false)
		}
		last = r.Now()
	}
	if turns < 8 || turns > 10 || !r.Playing() {
		t.Errorf("%d turns of 2 µs in 20 s at 1 µs/s", turns)
	}
	r.GoTo(us)
	q, _ := r.Next(20_000)
	answer(&r, q, 1<<60)
	r.Touch()
	if q, _ = r.Next(20_001); q.Seek || q.Until != us {
		t.Errorf("outside of the window a paused run asks for %+v", q)
	}
	answer(&r, q, 1<<60)
	r.Play()
	r.Loop(0, 0)
	q, _ = r.Next(21_000)
	answer(&r, q, 1<<60)
	if _, to := r.Window(); to != 0 || !r.Playing() {
		t.Error("the loop does not end")
	}
	if r.Loop(us, us); r.to != 0 {
		t.Error("an empty window is played over and over")
	}
}

// A deadlock ends a run that plays, and one to a goal. A step back is let go: it may come by the instant at which one is found, and from
// behind it what it searches is before it.
func TestDeadlockEnds(t *testing.T) {
	for _, c := range []struct {
		do           func(r *Run)
		found, there bool
	}{
		{func(r *Run) { r.Pause() }, false, false},
		{func(r *Run) { r.Play() }, true, false},
		{func(r *Run) { r.GoTo(us) }, false, false},
		{func(r *Run) { r.Aim(Goal{Kind: "tree"}) }, true, true},
		{func(r *Run) { r.Aim(Goal{Kind: "event", Back: true}) }, false, false},
	} {
		r := Run{}
		c.do(&r)
		q, _ := r.Next(0)
		r.Arrived(&observe.Header{TimePS: us / 2, TargetPS: us / 2}, false)
		if found, there := r.Ends(true), r.Ends(false); found != c.found || there != c.there {
			t.Errorf("%+v: one found ends it: %v; one that was there: %v", q, found, there)
		}
	}
}

func TestGoal(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	q, _ := r.Next(0)
	g := Goal{Kind: "tree"}
	r.Aim(g)
	if answer(&r, q, 1<<60); !r.Aiming() || r.Playing() || r.Missed() {
		t.Error("the answer to another request ended the goal, or missed it")
	}
	for i := range 5 {
		q, ok := r.Next(float64(i))
		if !ok || r.Missed() || q.Goal != g || q.Fresh != (i == 0) {
			t.Fatalf("request %d: %+v", i, q)
		}
		if ended := r.Arrived(&observe.Header{TimePS: int64(i+10) * us, TargetPS: int64(i+10) * us}, i == 4); ended != (i == 4) || r.Missed() == ended {
			t.Fatalf("answer %d: ended %v, missed %v", i, ended, r.Missed())
		}
	}
	if r.Aiming() || r.Now() != 14*us {
		t.Errorf("%+v", r)
	}
	r.Aim(g)
	q, _ = r.Next(10)
	if r.Ahead() != r.Now() || !r.Stands(q) || !r.Behind(&observe.Header{TimePS: Furthest, TargetPS: Furthest}) {
		t.Errorf("on the way to a goal it will be at %d; stands: %v", r.Ahead(), r.Stands(q))
	}
	r.Aim(g) // once more
	if r.Stands(q) || r.Arrived(&observe.Header{TimePS: 15 * us}, true) {
		t.Error("the answer to the same goal, asked for before, ended it")
	}
	r.Aim(g)
	if r.Pause(); r.Aiming() {
		t.Error("a pause does not end the goal")
	}
}

// Steps that come before the one before has been made follow it; of those of a key that is held down one waits at most.
func TestStepsAddUp(t *testing.T) {
	event, back := Goal{Kind: "event"}, Goal{Kind: "event", Back: true}
	for _, c := range []struct {
		name string
		ask  func(r *Run)
		want int
	}{
		{"one", func(r *Run) {}, 1},
		{"three", func(r *Run) { r.Step(event, false); r.Step(event, false) }, 3},
		{"a key held down", func(r *Run) { r.Step(event, true); r.Step(event, true); r.Step(event, true) }, 2},
		{"and pressed before", func(r *Run) { r.Step(event, false); r.Step(event, false); r.Step(event, true) }, 3},
		{"the other way", func(r *Run) { r.Step(event, false); r.Step(back, false); r.Step(back, false) }, 2},
		{"more than anybody wants", func(r *Run) {
			for range 10 * mostSteps {
				r.Step(event, false)
			}
		}, mostSteps + 1},
		{"asked for again, as by another engine", func(r *Run) { r.Step(event, false); r.Forget(); r.Aim(event) }, 2},
		{"another goal", func(r *Run) { r.Step(event, false); r.Aim(Goal{Kind: "tree"}) }, 2}, // answers, the first of which is to what was asked before
		{"a pause", func(r *Run) { r.Step(event, false); r.Pause(); r.Step(event, false) }, 2},
	} {
		r := Run{Speed: 1000}
		r.Arrived(&observe.Header{TimePS: 5000 * us}, false)
		r.Step(event, false)
		if c.name != "the other way" { // it is under way when more is asked for
			if q, ok := r.Next(0); !ok || !q.Fresh || q.Goal != event {
				t.Fatalf("%s: %+v", c.name, q)
			}
		}
		c.ask(&r)
		n := 0
		for wall := 1.0; r.Aiming(); wall++ {
			if !r.InFlight() {
				q, ok := r.Next(wall)
				if !ok || !q.Fresh || !r.Stands(q) || q.Goal.Back && q.Until != r.Now() {
					t.Fatalf("%s: %+v at %d", c.name, q, r.Now())
				}
			}
			at := r.Now() + us
			if r.Goal().Back {
				at = r.Now() - us
			}
			if n++; r.Arrived(&observe.Header{TimePS: at}, true) == r.Aiming() {
				t.Fatalf("%s: step %d ends while more is to come, or does not", c.name, n)
			}
		}
		if n != c.want {
			t.Errorf("%s: %d steps, want %d", c.name, n, c.want)
		}
	}
}

func TestWindKeepsPlaying(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	q, _ := r.Next(0)
	answer(&r, q, 1<<60)
	r.Wind(0)
	q, _ = r.Next(10)
	if !q.Seek || q.Until != 0 {
		t.Fatalf("%+v", q)
	}
	r.Arrived(&observe.Header{}, false)
	if q, ok := r.Next(300); !ok || q.Until != 16_000 || q.Seek || !r.Playing() {
		t.Errorf("%+v", q)
	}
}

// A seek to where a run that plays is on its way already, as a window begins again, asks once more, for the checksum.
func TestSeekToWhereItWinds(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	r.Wind(10 * us)
	q, _ := r.Next(0)
	if r.GoTo(10 * us); answer(&r, q, 1<<60) {
		t.Error("it ends with a state that has no checksum")
	}
	if q, ok := r.Next(1); !ok || !q.Seek || !q.OnArrival || q.Until != 10*us || !answer(&r, q, 1<<60) {
		t.Errorf("request %+v, %v; seeking %v", q, ok, r.Seeking())
	}
}

func TestPauseAsksOnceWithChecksum(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 100_000}
	r.Play()
	q, _ := r.Next(5)
	r.Pause() // while a request is in flight
	if _, ok := r.Next(6); ok {
		t.Fatal("two requests in flight")
	}
	answer(&r, q, 1<<60)
	q, ok := r.Next(7)
	if !ok || !q.Checksum || q.Until != r.Now() {
		t.Fatalf("after a pause: %+v, %v", q, ok)
	}
	answer(&r, q, 1<<60)
	if _, ok := r.Next(8); ok {
		t.Error("a paused run asks again and again")
	}
	r.Touch()
	q, ok = r.Next(9)
	if !ok || q.Checksum || !r.Stands(q) {
		t.Errorf("after a touch: %+v, %v", q, ok)
	}
	if r.Behind(&observe.Header{TimePS: 1, TargetPS: 2}) {
		t.Error("a paused run is behind")
	}
	if r.Forget(); r.InFlight() {
		t.Error("a forgotten request is in flight")
	}
	if _, ok := r.Next(10); !ok {
		t.Error("what was forgotten is not asked for again")
	}
}

func TestChecksumOncePerSecond(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	n := 0
	for wall := 1000.0; wall < 6000; wall += 20 {
		q, _ := r.Next(wall)
		if q.Checksum {
			n++
		}
		answer(&r, q, 1<<60)
	}
	if n != 5 {
		t.Errorf("%d checksums in 5 s", n)
	}
}

func TestRestartKeepsPlaying(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	q, _ := r.Next(0)
	answer(&r, q, 1<<60)
	r.Next(20) // lost with the old engine
	r.Restart()
	if !r.Playing() || r.Now() != 0 || r.InFlight() {
		t.Errorf("%+v", r)
	}
	if q, ok := r.Next(40); !ok || q.Until <= 0 {
		t.Errorf("%+v, %v", q, ok)
	}
	r = Run{Hosts: 128}
	r.Restart()
	if q, ok := r.Next(60); !ok || q.Until != 0 || !q.Checksum {
		t.Errorf("a paused run begins with %+v, %v", q, ok)
	}
}

func TestHoldWaitsForThePicture(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	q, _ := r.Next(0)
	answer(&r, q, 1<<60)
	r.Hold()
	if _, ok := r.Next(1); ok {
		t.Error("asked again before the picture")
	}
	r.Wind(us) // which goes on to play, unlike GoTo
	if _, ok := r.Next(2); !ok {
		t.Error("a seek waits for pictures")
	}
	r = Run{Speed: 1000, playing: true, held: true}
	r.Release()
	if _, ok := r.Next(3); !ok {
		t.Error("released, and still waiting")
	}
}

func TestBudgetFollowsThePictures(t *testing.T) {
	for _, c := range []struct{ between, least, most float64 }{{16, 30, 30}, {100, 90, 100}, {900, 150, 150}} {
		r := Run{Speed: 1000, Hosts: 128}
		r.Play()
		for i := range 50 {
			r.Picture(float64(i+1)*c.between, false)
		}
		r.Picture(50*c.between+1e4, false) // it was away
		for i := range 50 {                // it stood still: pictures were held back
			r.Picture(50*c.between+1e4+float64(i+1)*250, true)
		}
		if q, _ := r.Next(1e6); q.Budget < c.least || q.Budget > c.most {
			t.Errorf("a picture every %v ms: budget %v ms", c.between, q.Budget)
		}
	}
}

// While a run rests its time stands still, but it shows what is asked for, and goes where it is sent.
func TestRest(t *testing.T) {
	r := Run{Speed: 1000, Hosts: 128}
	r.Play()
	r.Rest(true)
	r.Restart() // opens another scenario
	if q, ok := r.Next(0); !ok || q.Until != 0 {
		t.Fatalf("the beginning is asked for by %+v, %v", q, ok)
	}
	r.Arrived(&observe.Header{}, false)
	if q, ok := r.Next(100); ok {
		t.Fatalf("it asks for %+v", q)
	}
	r.Wind(5 * us)
	q, ok := r.Next(200)
	if !ok || q.Until != 5*us || !answer(&r, q, 1<<60) || !r.Playing() {
		t.Fatalf("a seek asks for %+v, %v", q, ok)
	}
	r.Rest(false)
	q, ok = r.Next(5000)
	if !ok || q.Until != 5*us+16_000 {
		t.Errorf("afterwards it asks for %+v, %v", q, ok)
	}
	answer(&r, q, 1<<60)
	if again, _ := r.Next(9000); again.Until-q.Until != longestStep*1000 {
		t.Errorf("a page that was away asks for %d ps", again.Until-q.Until)
	}
}

// A step back sets out where it was asked for, whatever it shows on its way and whoever goes on with it.
func TestStepBackSetsOutOnce(t *testing.T) {
	r := Run{Speed: 1000}
	r.Arrived(&observe.Header{TimePS: 5000}, false)
	back := Goal{Kind: "event", Back: true}
	r.Aim(back)
	for i, what := range []string{"at first", "and on", "asked for again", "by another engine"} {
		if i > 1 {
			r.Forget()
			r.Aim(r.Goal())
		}
		q, ok := r.Next(float64(i))
		if !ok || q.Goal != back || q.Until != 5000 || q.Fresh != (i != 1) {
			t.Errorf("%s: %+v", what, q)
		}
		r.Arrived(&observe.Header{TimePS: int64(4000 - i)}, false)
	}
	r.Pause()
	r.Aim(back)
	if q, _ := r.Next(9); q.Until != r.Now() {
		t.Errorf("the next one: %+v, at %d", q, r.Now())
	}
	r.Arrived(&observe.Header{TimePS: 3000}, true)
	r.Aim(Goal{Kind: "event"})
	if q, _ := r.Next(10); q.Until != Furthest {
		t.Errorf("forwards: %+v", q)
	}
}

func TestLastFifth(t *testing.T) {
	for of, want := range map[int64][2]int64{90 * us: {72 * us, 90 * us}, 1275_330_560: {1010 * us, 1270 * us}, 97_283_461: {77_700_000, 97_200_000}, 3_276_800: {2_610_000, 3_270_000}, 800: {640, 800}, 5: {4, 5}} {
		if from, to := LastFifth(of); from != want[0] || to != want[1] {
			t.Errorf("of %d: %d–%d, want %v", of, from, to, want)
		}
	}
}

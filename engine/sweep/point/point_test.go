package point

import (
	"math"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

// However a run is sliced, and sent from one program to another, its result is the same to the bit.
func TestResultTravels(t *testing.T) {
	for _, query := range []string{
		"network=rlft-4x3&load=0.7&warmup=10",
		"network=rlft-4x3&load=0&warmup=10", // without a latency
		"network=rlft-4x3&traffic=HS25-1&load=1&queuing=vftree&warmup=90",
		"network=rlft-4x3&traffic=PTRANS-4x4-256-16",
		"preset=torus-deadlock", // ends before its time
	} {
		s, err := scenario.ParseQuery(query)
		if err != nil {
			t.Fatal(query, err)
		}
		var want Result
		for i, events := range []int{engine.NoLimit, 1 << 10, 1 << 14} {
			m, bytes, err := Open(s)
			if err != nil || bytes <= 0 {
				t.Fatal(query, bytes, err)
			}
			run, share := Begin(m, 60*engine.Microsecond), 0.0
			for done := false; !done; {
				before := share
				if share, done = run.Play(events); share < before || share > 1 || done != (share == 1) {
					t.Fatalf("%s: share %v after %v, done %v", query, share, before, done)
				}
			}
			r := run.Result()
			if i == 0 {
				want = r
			}
			r.WallS = 0.25
			var back Result
			if text := r.Append(nil); !back.Decode(text) || back != r || back.Decode(text[1:]) {
				t.Errorf("%s: %+v came back as %+v", query, r, back)
			}
			if back.WallS = 0; back != want {
				t.Errorf("%s in slices of %d events: %+v, at once %+v", query, events, back, want)
			}
		}
		if want.Checksum == 0 || want.NowPS == 0 || want.WindowPS >= want.NowPS {
			t.Errorf("%s: %+v", query, want)
		}
	}
	s, _ := scenario.ParseQuery("preset=torus-deadlock")
	m, _, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	run := Begin(m, 500*engine.Microsecond)
	for done := false; !done; {
		_, done = run.Play(engine.NoLimit)
	}
	if r := run.Result(); r.DeadlockPS <= 0 || r.NowPS != r.DeadlockPS || r.Accepted < 0.3 {
		t.Errorf("a run into a deadlock: %+v", r)
	}
	if m, _, err = Open(s.Must("warmup", "400")); err != nil {
		t.Fatal(err)
	}
	run = Begin(m, 500*engine.Microsecond)
	for done := false; !done; {
		_, done = run.Play(engine.NoLimit)
	}
	if r := run.Result(); r.NowPS >= r.WindowPS || r.Accepted != -1 || r.Offered != -1 || r.LatencyMean != -1 {
		t.Errorf("a run into a deadlock before its window: %+v", r)
	}
	bad := (&Result{Accepted: math.NaN()}).Append(nil)
	if new(Result).Decode(bad) {
		t.Error("a load that is no number was taken")
	}
}

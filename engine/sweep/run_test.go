package sweep

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
)

// A sweep gives what single runs give, however many go on at a time.
func TestRunGivesWhatTheEngineGives(t *testing.T) {
	p := plan(t, "routing=dmodk,adaptive", "voq=false,true", "warmup=2,50")
	for i, r := range results(t, p) {
		s, settings := p.Point(i)
		m, err := engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		window := 2 * engine.Microsecond
		if s.Get("warmup") == "50" { // the run ends before
			window = tinyUntil / 2
		}
		m.SetWindow(window)
		m.Advance(tinyUntil, engine.NoLimit)
		var h observe.Header
		m.Measures(&h)
		if r.Checksum != hex16(m.Checksum()) || r.Hops != h.Hops || *r.Throughput != h.Accepted || *r.Offered != h.Offered || *r.LatencyP99 != h.LatencyP99 || *r.NetworkMean != h.NetworkNS || *r.NetworkP99 != h.NetworkP99 ||
			r.Delivered != h.Delivered || *r.WindowStartNS != ns(window) || r.SimulatedNS != ns(tinyUntil) {
			t.Errorf("point %d: %+v, but the engine gives %+v", i, r, h)
		}
		if r.Sweep != p.ID() || r.Of != 8 || !slices.Equal(r.Fields, Fields(settings)) || r.Link != linkOf(s) || r.WallS <= 0 || *r.Throughput == 0 {
			t.Errorf("point %d: %+v", i, r)
		}
	}
}

func TestFingerprint(t *testing.T) {
	a := Fingerprint()
	if len(a) != 16 || a == strings.Repeat("0", 16) || a != Fingerprint() {
		t.Errorf("fingerprints %s, %s", a, Fingerprint())
	}
}

func TestRunStops(t *testing.T) {
	p := plan(t, "seed=1..50")
	full := errors.New("full")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		done func() error
		want error
	}{
		"a failed write": {context.Background(), func() error { return full }, full},
		"a signal":       {ctx, func() error { cancel(); return nil }, context.Canceled},
	} {
		calls := 0
		r := Runner{Jobs: 2, Memory: 1 << 40, Done: func(*Record) error { calls++; return c.done() }}
		if err := r.Run(c.ctx, p, p.Shard(0, 1)); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v", name, err)
		}
		if calls < 1 || calls > 3 {
			t.Errorf("%s: %d records came", name, calls)
		}
	}
}

func TestProgressIsWholeInTheEnd(t *testing.T) {
	p := plan(t, "seed=1..5")
	r := Runner{Jobs: 3, Memory: 1 << 40, Done: func(*Record) error { return nil }}
	if err := r.Run(context.Background(), p, p.Shard(0, 1)); err != nil {
		t.Fatal(err)
	}
	if points, parts := r.Progress(); points != 5 || parts != 5*Parts {
		t.Errorf("%d points, %d parts", points, parts)
	}
}

// Progress goes on with a point's run, and what its simulation takes is what counts then, with room to grow.
func TestProgressIsThePoints(t *testing.T) {
	p := plan(t, "seed=1..2")
	const memory = 1 << 40
	room := &room{free: memory, known: map[string]int64{}}
	room.cond.L = &room.mu
	r := Runner{}
	for i, broken := range []error{nil, errors.New("broken")} {
		from := int64(i * Parts)
		r.Do = func(_ context.Context, _ scenario.Scenario, _ int64, opened func(int64), advanced func(float64)) (point.Result, error) {
			if opened(4000); room.free != memory-5000 || room.running != 1 {
				t.Errorf("point %d takes %d bytes, want 5000", i, memory-room.free)
			}
			for _, share := range []float64{.25, .5, .5, .75} {
				if advanced(share); r.parts.Load() != from+int64(share*Parts) {
					t.Errorf("%d parts at %v of point %d", r.parts.Load(), share, i)
				}
			}
			if broken == nil {
				advanced(1)
			}
			return point.Result{}, broken
		}
		if _, err := r.point(context.Background(), room, p, i); err != broken || r.parts.Load() != from+Parts || room.free != memory || room.running != 0 {
			t.Errorf("point %d: %v, %d parts, %d bytes free", i, err, r.parts.Load(), room.free)
		}
	}
}

// A run that is not wanted any more ends between two slices.
func TestRunEndsWithItsContext(t *testing.T) {
	p := plan(t, "seed=1..2")
	s, _ := p.Point(0)
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := here(ctx, s, tinyUntil, func(int64) { cancel() }, func(float64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// What was not measured is not there.
func TestMeasuresOfWhatWasNotMeasured(t *testing.T) {
	m := MeasuresOf(point.Result{Accepted: -1, Offered: -1, FinishPS: -1, WindowPS: 7, NowPS: 9})
	if m.Throughput != nil || m.Offered != nil || m.WindowStartNS != nil || m.WindowEndNS != nil {
		t.Errorf("%+v", m)
	}
}

// What breaks down is told in the end, and does not keep the rest from being run.
func TestABrokenPointKeepsNoOtherFromRunning(t *testing.T) {
	p := plan(t, "buffer=16,32", "seed=1..3")
	p.axes[0].Values[1] = "1" // which NewPlan would have refused
	var got []int
	r := Runner{Jobs: 2, Memory: 1 << 40, Done: func(r *Record) error { got = append(got, r.Point); return nil }}
	err := r.Run(context.Background(), p, p.Shard(0, 1))
	var broken *Broken
	if !errors.As(err, &broken) || broken.Points != 3 || !strings.Contains(err.Error(), "buffer") {
		t.Errorf("error %v", err)
	}
	if slices.Sort(got); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("ran %v", got)
	}
	if points, parts := r.Progress(); points != 3 || parts != 6*Parts {
		t.Errorf("%d points, %d parts", points, parts)
	}
}

// Simulations run at the same time as far as the memory goes, and one always does.
func TestRoom(t *testing.T) {
	each := engine.Memory(scenario.Default().Must("buffer", "128"))
	for _, c := range []struct {
		memory int64
		most   int64
	}{{0, 1}, {each - 1, 1}, {100 * each, 12}, {2 * each, 2}} {
		r := &room{free: c.memory, known: map[string]int64{}}
		r.cond.L = &r.mu
		var now, most atomic.Int64
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				s := scenario.Default().Must("buffer", []string{"64", "128"}[i%2]).Must("seed", "3")
				taken := r.take(s)
				n := now.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				time.Sleep(time.Millisecond)
				now.Add(-1)
				r.give(taken)
			})
		}
		all.Wait()
		if most.Load() > c.most || c.most > 1 && most.Load() < 2 || r.free != c.memory || r.running != 0 {
			t.Errorf("%d bytes: %d at a time; %d bytes and %d runs left", c.memory, most.Load(), r.free, r.running)
		}
	}
	r := &room{free: 1000, known: map[string]int64{}}
	r.cond.L = &r.mu
	s := scenario.Default()
	first := r.correct(s, r.take(s), 400)
	second := r.take(s.Must("load", "0.3")) // needs as much
	if first != 400 || second != 400 || r.free != 200 {
		t.Errorf("taken %d and %d, %d free", first, second, r.free)
	}
	r.give(r.correct(s, second, 300)) // the most that any took counts
	if third := r.take(s); third != 400 {
		t.Errorf("taken %d after 400 and 300", third)
	}
	for field, same := range map[string]bool{"network": false, "vcs": false, "buffer": false, "load": true, "seed": true, "warmup": true, "traffic": false} {
		other := map[string]string{"traffic": "PTRANS-4x4-512-16", "network": "rlft-12x3", "vcs": "4", "buffer": "64", "load": "0.5", "seed": "7", "warmup": "5"}[field]
		if (kind(s) == kind(s.Must(field, other))) != same {
			t.Errorf("memory depends on %s: %v", field, same)
		}
	}
}

// Of the points of a shard the one that takes most memory is known, whatever field it is that takes it; what takes none is not asked about.
func TestGreatest(t *testing.T) {
	p := plan(t, "load=0.5,1", "buffer=16,128,64")
	for _, c := range []struct {
		points []int
		buffer string
	}{{[]int{0, 1, 2, 3, 4, 5}, "128"}, {[]int{5, 3, 0}, "64"}, {[]int{3}, "16"}} {
		if s := p.Greatest(c.points); s.Get("buffer") != c.buffer {
			t.Errorf("of %v it has a buffer of %s KiB", c.points, s.Get("buffer"))
		}
	}
	for _, c := range []struct{ axes, want string }{
		{"traffic=UT,IO-8x8-9000-1,IO-8x8-100-1", "IO-8x8-9000-1"},
		{"network=rlft-4x3,rlft-12x3,rlft-8x3", "rlft-12x3"},
	} {
		p := plan(t, "seed=1..3", c.axes, "load=0.5,1")
		field, _, _ := strings.Cut(c.axes, "=")
		if s := p.Greatest(p.Shard(0, 1)); s.Get(field) != c.want {
			t.Errorf("of %s it has %s", c.axes, s.Get(field))
		}
	}
}

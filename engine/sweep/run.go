package sweep

// Many points at once, within bounds of cores and memory.

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
	"golang.org/x/sync/errgroup"
)

// Runner says how points are run.
type Runner struct {
	Jobs   int   // points at a time
	Memory int64 // bytes their simulations may take together; one always runs
	// Done takes the records as they come, one at a time. Its error ends the sweep.
	Done func(*Record) error
	// Failed hears of a point that could not be run, when it happens; nil: only Run's error tells.
	Failed func(point int, err error)
	// Do runs a point somewhere until a time (ps), and tells the bytes of its opened simulation and the share that is
	// done; nil: in this process. It may be called Jobs times at once.
	Do func(ctx context.Context, s scenario.Scenario, until int64, opened func(bytes int64), advanced func(share float64)) (point.Result, error)
	// Version and Fingerprint are written into the records.
	Version, Fingerprint string

	finished atomic.Int64
	parts    atomic.Int64 // of all points, simulated
}

// Parts is how many parts of a point's run Progress tells apart.
const Parts = 1000

// Progress tells the points finished, and how many Parts of points have been simulated. Any
// goroutine may ask.
func (r *Runner) Progress() (points int, parts int64) {
	return int(r.finished.Load()), r.parts.Load()
}

// Run runs the points of a plan. A point whose run breaks down does not keep the others from
// being run; its error is returned in the end. Run stops early if the context ends or Done fails.
func (r *Runner) Run(ctx context.Context, plan *Plan, points []int) error {
	g, ctx := errgroup.WithContext(ctx)
	room := &room{free: r.Memory, known: map[string]int64{}}
	room.cond.L = &room.mu
	var next atomic.Int64
	var mu sync.Mutex // of Done and broken
	broken, failures := error(nil), 0
	for range min(max(r.Jobs, 1), len(points)) {
		g.Go(func() error {
			for ctx.Err() == nil {
				k := next.Add(1) - 1
				if k >= int64(len(points)) {
					return nil
				}
				record, err := r.point(ctx, room, plan, points[k])
				if ctx.Err() != nil {
					break
				}
				mu.Lock()
				if err == nil {
					if err = r.Done(record); err != nil {
						mu.Unlock()
						return err
					}
					r.finished.Add(1)
				} else {
					if failures++; broken == nil {
						broken = err
					}
					if r.Failed != nil {
						r.Failed(points[k], err)
					}
				}
				mu.Unlock()
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if broken != nil {
		return &Broken{Points: failures, First: broken}
	}
	return nil
}

// Broken tells of points whose runs broke down.
type Broken struct {
	Points int
	First  error
}

func (b *Broken) Error() string {
	return fmt.Sprintf("%d points could not be run, such as this: %v", b.Points, b.First)
}

func (r *Runner) point(ctx context.Context, room *room, plan *Plan, i int) (*Record, error) {
	s, settings := plan.Point(i)
	taken := room.take(s)
	defer func() { room.give(taken) }()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	do := r.Do
	if do == nil {
		do = here
	}
	told := int64(0)
	result, err := do(ctx, s, plan.untilPS, func(bytes int64) {
		taken = room.correct(s, taken, bytes+bytes/4) // the rings of packets on links grow
	}, func(share float64) {
		now := int64(share * Parts)
		r.parts.Add(now - told)
		told = now
	})
	if err != nil {
		r.parts.Add(Parts - told)
		return nil, err
	}
	record := record(s, result)
	record.Sweep, record.Point, record.Of, record.Fields = plan.ID(), i, plan.Len(), settings
	record.Engine, record.Fingerprint = r.Version, r.Fingerprint
	return record, nil
}

// room keeps the simulations within the memory. What one takes is known after the first of its
// kind; until then it is what engine.Memory expects, as for schemes side by side.
type room struct {
	mu      sync.Mutex
	cond    sync.Cond
	free    int64
	running int
	known   map[string]int64
}

// Greatest returns the scenario of those points that is expected to take most memory. It asks once for each combination of the values
// on which that depends, and network by network, as the engine keeps the last one it has built.
func (p *Plan) Greatest(points []int) (greatest scenario.Scenario) {
	known, kinds := map[int]bool{}, []int(nil)
	for _, i := range points {
		id := 0
		for k, d := range p.digits(i) {
			if a := &p.axes[k]; a.Field == Scheme || takesMemory(scenario.Lookup(a.Field)) {
				id = id*len(a.Values) + d
			}
		}
		if !known[id] {
			known[id] = true
			kinds = append(kinds, i)
		}
	}
	p.byNetwork(kinds)
	most := int64(-1)
	for _, i := range kinds {
		s, _ := p.Point(i)
		if needs := engine.Memory(s); needs > most {
			greatest, most = s, needs
		}
	}
	return greatest
}

// kind is what the memory of a scenario depends on.
func kind(s scenario.Scenario) string {
	text := ""
	for _, f := range scenario.Fields() {
		if takesMemory(f) {
			text += s.Get(f.Name) + "\n"
		}
	}
	return text
}

// takesMemory says whether the memory of a scenario depends on a field: on the traffic, which may be a trace, too.
func takesMemory(f *scenario.Field) bool {
	return f.Group != "Traffic" && f.Group != "Measuring" || f.Name == "traffic"
}

func (r *room) take(s scenario.Scenario) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		need, ok := r.known[kind(s)]
		if !ok {
			need = engine.Memory(s)
		}
		if r.running == 0 || need <= r.free {
			r.running++
			r.free -= need
			return need
		}
		r.cond.Wait()
	}
}

func (r *room) correct(s scenario.Scenario, taken, bytes int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := kind(s)
	r.known[k] = max(r.known[k], bytes)
	r.free += taken - bytes
	r.cond.Broadcast()
	return bytes
}

func (r *room) give(taken int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running--
	r.free += taken
	r.cond.Broadcast()
}

package reproduce

// Cells, run.

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"golang.org/x/sync/errgroup"
)

// opening lets one scenario be opened at a time: the engine keeps the last network it has built.
var opening sync.Mutex

// open makes a scenario and opens its run, and returns its link, too.
func open(scenarioOf func() (scenario.Scenario, error)) (*engine.Sim, string, error) {
	opening.Lock()
	s, err := scenarioOf()
	opening.Unlock()
	if err != nil {
		return nil, "", err
	}
	m, err := start(s)
	if err != nil {
		return nil, "", err
	}
	return m, link.Of(s), nil
}

// start opens the run of a scenario.
func start(s scenario.Scenario) (*engine.Sim, error) {
	opening.Lock()
	defer opening.Unlock()
	m, err := engine.Open(s)
	if err != nil {
		return nil, err
	}
	m.TrackTrees(false)
	return m, nil
}

// brokeDown turns a panic of a run into an error; it is to be deferred.
func brokeDown(m *engine.Sim, address string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the engine broke down at %d ps of %s: %v", m.Now(), address, p)
	}
}

// Ready says why this program cannot run a cell, or nil.
func Ready(c paper.Cell) error {
	opening.Lock()
	defer opening.Unlock()
	_, err := c.Miniature()
	return err
}

const (
	miniatureWarmup = 4 * engine.Microsecond
	miniatureEnd    = 20 * engine.Microsecond
	miniatureSeries = 40 * engine.Microsecond  // of throughput over time
	traceEnd        = 100 * engine.Millisecond // of a miniature trace at the latest: it ends by itself
)

// Fingerprint is the checksum of a cell's miniature. While it stays the same, the engine gives the
// same result for the cell, as far as such a small network shows. It does not depend on the cell's seed.
func Fingerprint(c paper.Cell) (string, error) {
	opening.Lock()
	s, err := c.With(paper.Seed).Miniature()
	opening.Unlock()
	if err != nil {
		return "", err
	}
	end := int64(miniatureEnd)
	if c.IsTrace() {
		end = traceEnd
	}
	print, _ := fingerprints.LoadOrStore(miniature{valuesOf(s), end}, sync.OnceValues(func() (string, error) {
		m, err := start(s)
		if err != nil {
			return "", err
		}
		m.Play(end, engine.NoLimit)
		return hex16(m.Checksum()), nil
	}))
	return print.(func() (string, error))()
}

// miniature is a scenario, by its values, and when its run ends (ps).
type miniature struct {
	values string
	end    int64
}

// fingerprints are those that were asked for, by miniature: a cell and its course over time have the same, and who asks which
// results are of this engine may ask again when they are run.
var fingerprints sync.Map

// valuesOf tells a scenario from others. A link does, too, but looks for the shortest form: that took a tenth of all.
func valuesOf(s scenario.Scenario) string {
	var b strings.Builder
	for _, name := range s.Diff(scenario.Default()) {
		b.WriteString(name + "=" + s.Get(name) + "\n")
	}
	return b.String()
}

// Runner says how cells are run.
type Runner struct {
	Jobs      int
	Miniature bool // on 54 hosts, to try the way of a result out
	Commit    string
	Done      func(*Record) error // takes the records as they come, one at a time; its error ends the run

	finished, parts atomic.Int64
}

const parts = sweep.Parts

// Progress tells the cells finished, and how many thousandths of cells have been simulated.
func (r *Runner) Progress() (cells int, thousandths int64) {
	return int(r.finished.Load()), r.parts.Load()
}

// Run runs cells. One that breaks down does not keep the others from being run; the first such
// error is returned in the end. Run stops early if the context ends or Done fails.
func (r *Runner) Run(ctx context.Context, cells []paper.Cell) error {
	g, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	var mu sync.Mutex // of Done and broken
	var broken error
	groups := r.together(cells)
	for range min(max(r.Jobs, 1), len(groups)) {
		g.Go(func() error {
			for ctx.Err() == nil {
				k := next.Add(1) - 1
				if k >= int64(len(groups)) {
					return nil
				}
				var refused error // by Done
				err := r.group(ctx, groups[k], func(record *Record) error {
					mu.Lock()
					defer mu.Unlock()
					if refused = r.Done(record); refused == nil {
						r.finished.Add(1)
					}
					return refused
				})
				switch {
				case refused != nil:
					return refused
				case ctx.Err() != nil:
					return ctx.Err()
				case err != nil:
					mu.Lock()
					if broken == nil {
						broken = &Broken{groups[k][0].ID(), err}
					}
					mu.Unlock()
				}
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return broken
}

// Broken tells of a cell whose run broke down.
type Broken struct {
	Cell string
	Err  error
}

func (b *Broken) Error() string { return "the cell " + b.Cell + " could not be run: " + b.Err.Error() }

// slice is how many events are simulated between two looks at the context.
const slice = 1 << 21

// cells runs cells whose scenario and whose window's begin are the same, in the order in which they end, and hands over each
// one's record when its window has ended.
func (r *Runner) cells(ctx context.Context, cells []paper.Cell, done func(*Record) error) (err error) {
	first, last := cells[0], cells[len(cells)-1]
	fingerprint, err := Fingerprint(first)
	if err != nil {
		return err
	}
	scenarioOf := first.Scenario
	if r.Miniature {
		scenarioOf = first.Miniature
	}
	from, end := window(last, r.Miniature)
	m, address, err := open(scenarioOf)
	if err != nil {
		return err
	}
	defer brokeDown(m, address, &err)
	m.SetWindow(from)
	start, told := time.Now(), int64(0)
	for _, c := range cells {
		_, until := window(c, r.Miniature)
		watch := watchLinks(c, m, from, until)
		for ended := false; !ended; {
			if err := ctx.Err(); err != nil {
				return err
			}
			ended = watch.play(until)
			now := m.Now() * parts / end
			if e, ok := m.Execution(); ok {
				now = e.Done * parts / max(e.Total, 1)
			}
			r.parts.Add((now - told) * int64(len(cells)))
			told = now
		}
		if e, traced := m.Execution(); traced && e.FinishPS < 0 {
			return fmt.Errorf("the program of %s has not ended after %d ps", address, m.Now())
		}
		record := r.measure(c, m, from)
		record.Seed, record.Fingerprint, record.Link, record.WallS = m.Scenario().Int("seed"), fingerprint, address, time.Since(start).Seconds()
		watch.record(record)
		if err := done(record); err != nil {
			return err
		}
	}
	return nil
}

// window is the time of a cell's averages; a trace ends by itself before.
func window(c paper.Cell, miniature bool) (from, until int64) {
	from, until = int64(c.FromUS())*engine.Microsecond, int64(c.EndUS())*engine.Microsecond
	if !miniature {
		return from, until
	}
	switch {
	case c.IsTrace():
		return 0, traceEnd
	case c.Series:
		return miniatureWarmup, miniatureSeries
	}
	return miniatureWarmup, miniatureEnd
}

// measure is what a run has given a cell by now.
func (r *Runner) measure(c paper.Cell, m *engine.Sim, from int64) *Record {
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	record := &Record{
		Cell: c.Of(paper.Throughput).ID(), Percent: 100 * max(f.Accepted, 0), Offered: 100 * max(f.Offered, 0), Delivered: f.Delivered, Hops: f.Hops,
		FromUS: us(from), UntilUS: us(m.Now()), Checksum: hex16(m.Checksum()), Miniature: r.Miniature, Commit: r.Commit,
	}
	if f.LatencyNS >= 0 {
		record.LatencyMean, record.LatencyP99, record.NetworkMean = &f.LatencyNS, &f.LatencyP99, &f.NetworkNS
	}
	if published, ok := paper.Published(c.With(paper.Seed)); ok && !r.Miniature {
		record.Published = &published
	}
	if e, traced := m.Execution(); traced {
		execution := us(e.FinishPS)
		record.Execution = &execution
	}
	if c.Aside {
		queues, _ := m.SetAsideMean(from, m.Now())
		record.Queues = &queues
	}
	if c.Series {
		record.BinUS, record.Series = series(&f, c.Aside)
	}
	return record
}

// series are the full bins of a run's accepted load in percent, or of its set-aside queues, as many joined as 10 µs hold, to two digits.
func series(f *observe.Frame, queues bool) (binUS float64, values []float64) {
	bins := make([]float64, f.TimePS/f.BinPS)
	for i := range min(len(bins), len(f.Series)) {
		if bins[i] = float64(f.Series[i].SetAside); !queues {
			bins[i] = 100 * float64(f.Series[i].Accepted)
		}
	}
	n := max(int(10*engine.Microsecond/f.BinPS), 1)
	return us(f.BinPS * int64(n)), means(bins, n, 2)
}

// means joins so many values each to their mean, to so many digits behind the point. An unfinished one at the end falls away.
func means(values []float64, n, digits int) (out []float64) {
	scale := math.Pow10(digits)
	for ; len(values) >= n; values = values[n:] {
		sum := 0.0
		for _, v := range values[:n] {
			sum += v
		}
		out = append(out, math.Round(sum/float64(n)*scale)/scale)
	}
	return
}

func us(ps int64) float64 { return float64(ps) / float64(engine.Microsecond) }

func hex16(n uint64) string { return fmt.Sprintf("%016x", n) }

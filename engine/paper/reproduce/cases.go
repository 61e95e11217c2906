package reproduce

// Cells that are parts of one run, run at once: of [FBICM], and those of [RAR] Figs. 8–12, whose first
// 1.1 ms are a cell of Tables 2 and 3.

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/scenario/link"
)

// together puts cells that one run can measure into groups, in the order of their first cells.
func (r *Runner) together(cells []paper.Cell) (groups [][]paper.Cell) {
	index := map[string]int{}
	for _, c := range cells {
		var key string
		switch {
		case c.IsCase() && !r.Miniature:
			key = c.Traffic + " " + c.Scheme
		case c.Paper == paper.RAR && c.Load == 100: // a course, too
			key = strings.TrimSuffix(c.ID(), "@time")
		}
		if key == "" {
			groups = append(groups, []paper.Cell{c})
			continue
		}
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return
}

// Shard returns the cells of shard i of n; those that one run can measure stay together.
func Shard(cells []paper.Cell, i, n int) (out []paper.Cell) {
	groups := (&Runner{}).together(cells)
	for ; i < len(groups); i += n {
		out = append(out, groups[i]...)
	}
	return
}

// group runs what together has put together, and hands over each cell's record as soon as there is one.
func (r *Runner) group(ctx context.Context, cells []paper.Cell, done func(*Record) error) error {
	if len(cells) > 1 && cells[0].IsCase() {
		return r.cases(ctx, cells, done)
	}
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b paper.Cell) int { return a.EndUS() - b.EndUS() })
	return r.cells(ctx, cells, done)
}

// stretch is what the counters are at the begin of a cell's window.
type stretch struct {
	generated, delivered, hops uint64
}

// cases runs the cells of a group, all of one case and scheme, in one run. Each gets what a run of its own would
// give it, but for the latency.
func (r *Runner) cases(ctx context.Context, cells []paper.Cell, done func(*Record) error) (err error) {
	fingerprint, err := Fingerprint(cells[0])
	if err != nil {
		return err
	}
	m, address, err := open(cells[0].Scenario)
	if err != nil {
		return err
	}
	defer brokeDown(m, address, &err)
	var times []int64
	for _, c := range cells {
		times = append(times, int64(c.FromUS())*engine.Microsecond-1, int64(c.EndUS())*engine.Microsecond)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	begun := make([]stretch, len(cells))
	start := time.Now()
	var h observe.Header
	told := int64(0)
	for _, at := range times {
		for !m.Advance(at, slice) {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		m.Measures(&h)
		for i, c := range cells {
			switch at {
			case int64(c.FromUS())*engine.Microsecond - 1:
				begun[i] = stretch{h.Generated, h.Delivered, h.Hops}
			case int64(c.EndUS()) * engine.Microsecond:
				record, err := r.part(m, c, begun[i], &h)
				if err != nil {
					return err
				}
				record.Fingerprint, record.WallS = fingerprint, time.Since(start).Seconds()
				if err := done(record); err != nil {
					return err
				}
			}
		}
		r.parts.Add((at - told) * parts * int64(len(cells)) / times[len(times)-1])
		told = at
	}
	return nil
}

// part measures a cell whose window ends now.
func (r *Runner) part(m *engine.Sim, c paper.Cell, begun stretch, h *observe.Header) (*Record, error) {
	opening.Lock()
	defer opening.Unlock()
	s, err := c.Scenario()
	if err != nil {
		return nil, err
	}
	from, until := int64(c.FromUS())*engine.Microsecond, m.Now()
	load := func(packets uint64) float64 {
		return 100 * float64(packets) * float64(m.PacketPS()) / (float64(until-from) * float64(m.Network().Hosts))
	}
	record := &Record{Cell: c.ID(), Percent: load(h.Delivered - begun.delivered), Offered: load(h.Generated - begun.generated), Delivered: h.Delivered, Hops: h.Hops,
		FromUS: us(from), UntilUS: us(until), Seed: s.Int("seed"), Checksum: hex16(m.Checksum()), Commit: r.Commit, Link: link.Of(s)}
	if c.Aside {
		queues, _ := m.SetAsideMean(from, until)
		record.Queues = &queues
	}
	if c.Series {
		var f observe.Frame
		m.Frame(&f, observe.Options{Detail: -1})
		record.BinUS, record.Series = series(&f, c.Aside)
	}
	return record, nil
}

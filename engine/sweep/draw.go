package sweep

// What is drawn of a sweep: averages over seeds, curve by curve, as far as they are known.

import (
	"math"
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// Spread is an average over seeds, the least and the most.
type Spread [3]float64

// Drawing is a sweep as curves.
type Drawing struct {
	Field  string   `json:"field"` // along the axis
	Values []string `json:"values"`
	// X is where the values stand, in ascending order: the numbers themselves or, for other fields, 0, 1, ….
	X       []float64 `json:"x"`
	Numbers bool      `json:"numbers"`
	By      string    `json:"by"`     // field of the curves, "" if there is only one
	Traced  bool      `json:"traced"` // programs of traces have ended: Drawn.Execution
	Apart   bool      `json:"apart"`  // the curves are offered different loads
	Curves  []Curve   `json:"curves"`
}

// Curve has a point per value along the axis, nil where nothing is known yet.
type Curve struct {
	Name   string   `json:"name"`
	Points []*Drawn `json:"points"`
}

// Drawn is one point of a curve: loads as fractions of the hosts' link bandwidth, nil if nothing was measured; latencies
// in ns, nil if nothing was delivered.
type Drawn struct {
	Runs       int     `json:"runs"`       // seeds
	Deadlocks  int     `json:"deadlocks"`  // of these runs: a deadlock ended them, and they were measured until then
	Unmeasured int     `json:"unmeasured"` // of those: it came before averages began
	Throughput *Spread `json:"throughput"`
	Offered    *Spread `json:"offered"`
	Mean       *Spread `json:"mean"`
	P50        *Spread `json:"p50"`
	P99        *Spread `json:"p99"`
	Fairness   *Spread `json:"fairness"`  // Jain's index, 0–1, nil if nothing was sent
	Execution  *Spread `json:"execution"` // of the program of a trace, ns, nil if there is none, or it has not ended
	Link       string  `json:"link"`      // of the first seed; opened, its averages are those drawn: see opens
}

func (s *Spread) add(v float64, n int) {
	if n == 0 {
		*s = Spread{v, v, v}
		return
	}
	s[0] += (v - s[0]) / float64(n+1)
	s[1], s[2] = min(s[1], v), max(s[2], v)
}

// spread is for what not all runs have: those that have it count.
type spread struct {
	Spread
	n int
}

func (s *spread) take(v *float64) {
	if v != nil {
		s.add(*v, s.n)
		s.n++
	}
}

func (s *spread) known() *Spread {
	if s.n == 0 {
		return nil
	}
	return &s.Spread
}

// Draw draws what is known; records are by point, nil where there is none.
func (c *Curves) Draw(records []*Record) Drawing {
	axis := c.Axes[0]
	d := Drawing{Field: axis.Field}
	d.X, d.Numbers = positions(axis)
	order := make([]int, len(axis.Values)) // of the values, ascending
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case d.X[i] < d.X[j]:
			return -1
		case d.X[i] > d.X[j]:
			return 1
		}
		return 0
	})
	if c.by >= 0 {
		d.By = c.Axes[c.by].Field
	}
	type cell struct {
		*Drawn
		throughput, offered, mean, p50, p99, fairness, execution spread
	}
	cells := make([]cell, len(c.Names())*len(order))
	for i, r := range records {
		if r == nil {
			continue
		}
		x, k := c.Place(i)
		at := &cells[k*len(order)+x]
		if at.Drawn == nil {
			at.Drawn = &Drawn{Link: c.opens(i, r)}
		}
		at.throughput.take(r.Throughput)
		at.offered.take(r.Offered)
		at.mean.take(r.LatencyMean)
		at.p50.take(r.LatencyP50)
		at.p99.take(r.LatencyP99)
		at.fairness.take(r.Fairness)
		at.execution.take(r.ExecutionNS)
		d.Traced = d.Traced || r.ExecutionNS != nil
		at.Runs++
		if r.DeadlockNS != nil {
			at.Deadlocks++
			if r.Throughput == nil {
				at.Unmeasured++
			}
		}
	}
	for k, name := range c.Names() {
		curve := Curve{Name: name, Points: make([]*Drawn, len(order))}
		for i, x := range order {
			if at := &cells[k*len(order)+x]; at.Drawn != nil {
				at.Throughput, at.Offered = at.throughput.known(), at.offered.known()
				at.Mean, at.P50, at.P99 = at.mean.known(), at.p50.known(), at.p99.known()
				at.Fairness, at.Execution = at.fairness.known(), at.execution.known()
				curve.Points[i] = at.Drawn
			}
		}
		d.Curves = append(d.Curves, curve)
	}
	d.Apart = c.loads() && d.apart()
	d.Values = make([]string, len(order))
	sorted := make([]float64, len(order))
	for i, x := range order {
		d.Values[i], sorted[i] = axis.Values[x], d.X[x]
	}
	d.X = sorted
	return d
}

// loads says whether what has a curve each may be offered loads of its own: otherwise these differ only as long as not all seeds are known.
func (c *Curves) loads() bool {
	if c.by < 0 {
		return false
	}
	switch field := c.Axes[c.by].Field; field {
	case Scheme:
		return slices.Contains(link.Differing(c.Compared), "at")
	case "seed":
		return false
	default:
		return field == "at" || link.Shared(field)
	}
}

// apart says whether the loads differ by more than is to be seen.
func (d *Drawing) apart() bool {
	const seen = .02
	for i := range d.Curves[0].Points {
		least, most := math.Inf(1), math.Inf(-1)
		for _, c := range d.Curves {
			if p := c.Points[i]; p != nil && p.Offered != nil {
				least, most = min(least, p.Offered[0]), max(most, p.Offered[0])
			}
		}
		if most-least > seen {
			return true
		}
	}
	return false
}

// opens is the link of a point's run with the averages that the sweep has. That is the record's, but of a run that ends before the
// warm-up is over: in the page such averages would be those from time 0 on, and so the warm-up ends there where those of the sweep begin.
func (c *Curves) opens(point int, r *Record) string {
	if text, ok := c.opened[point]; ok {
		return text
	}
	text := r.Link
	s, _ := c.Point(point)
	if from, whole := Window(s, c.UntilPS()); !whole {
		if with, err := s.With("warmup", Micros(from)); err == nil {
			text = linkOf(with)
		}
	}
	if c.opened == nil {
		c.opened = map[int]string{}
	}
	c.opened[point] = text // curves are drawn twice a second, and a packed link takes a while
	return text
}

// positions are the values as numbers or, if the field has none, their places.
func positions(a Axis) (at []float64, numbers bool) {
	f := scenario.Lookup(a.Field)
	numbers = f.IsNumber()
	for i, v := range a.Values {
		x := float64(i)
		if numbers {
			x = number(v)
		}
		at = append(at, x)
	}
	return at, numbers
}

// number is a value of a field of numbers.
func number(canonical string) float64 {
	x, _ := strconv.ParseFloat(canonical, 64)
	return x
}

// Lines are records as the file of a sweep holds them: JSON lines.
func Lines(records []*Record) []byte {
	var out []byte
	for _, r := range records {
		out = append(out, r.line()...)
	}
	return out
}

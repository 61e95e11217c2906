package paper

// The same cells with other seeds. A seed decides which hosts send to the hot spots and when each host begins; a paper's
// number is one such draw, and so is ours.

import "math"

// OtherSeeds are those with which cells of the tables are run again. Congestion that routing with thresholds spreads takes
// another course with each seed, above all without VOQs, and one says little.
var OtherSeeds = []int{2, 3, 4, 5}

// Again are the cells of the tables with the other seeds, seed by seed.
func Again() (cells []Cell) {
	for _, seed := range OtherSeeds {
		for _, c := range Tables() {
			cells = append(cells, c.With(seed))
		}
	}
	return
}

// Spread is what the seeds of a cell give, in percent.
type Spread struct {
	Seeds          int // run
	Min, Max, Mean float64
}

// SpreadOf returns the spread of a cell of the tables over its seeds that are run; ok if there are two at least.
func SpreadOf(c Cell, ours Values) (s Spread, ok bool) {
	if !c.IsTable() {
		return
	}
	s.Min, s.Max = math.Inf(1), math.Inf(-1)
	for _, seed := range append([]int{Seed}, OtherSeeds...) {
		if v, ok := ours(c.With(seed)); ok {
			s.Seeds++
			s.Min, s.Max, s.Mean = min(s.Min, v), max(s.Max, v), s.Mean+v
		}
	}
	s.Mean /= max(float64(s.Seeds), 1)
	return s, s.Seeds > 1
}

// Off is by how many points a number lies outside the spread; 0 within.
func (s Spread) Off(published float64) float64 { return max(s.Min-published, published-s.Max, 0) }

// overSeeds are the means over the seeds that are run.
func overSeeds(ours Values) Values {
	return func(c Cell) (float64, bool) {
		if s, ok := SpreadOf(c, ours); ok {
			return s.Mean, true
		}
		return ours(c)
	}
}

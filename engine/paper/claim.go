package paper

// Sentences of the papers, decided by numbers.

import (
	"math"
	"strconv"

	"github.com/congestree/congestree/engine/explain"
)

// Claim is a sentence of a paper and what has to be so for it to hold.
type Claim struct {
	ID    string
	Paper string
	Where string // section, figure
	Text  string // quoted; [AFI] and [DRB] are translated from Spanish
	Test  string // the sentence as a comparison of numbers, in words: our reading
	need  int    // groups that have to hold; 0 = all
	tests []group
	own   bool // runs are compared with themselves, or with those at other loads, which one seed has: a cell counts with its own seed alone
}

// comparison demands that the mean of a be above the mean of b by a margin; no cells count 0. With means
// of others below them the ratios are compared.
type comparison struct {
	a, b   []Cell
	margin float64

	factor    float64  // a is to be above so many times b; 0 = once
	per, perB []Cell   // a and b are divided by these, if there are any
	columns   [][]Cell // if there are any: a and b are counted, where they are among the three highest of their column

	from, fromB []Cell // a and b are taken as rises from these, if there are any
}

// group is what has to hold together, such as all that concerns one traffic.
type group []comparison

// State is what has become of a claim.
type State uint8

// The states of claims.
const (
	Unmeasured State = iota
	Holds
	Fails
)

// String is the state in words, in English.
func (s State) String() string { return [...]string{"not yet measured", "holds", "fails"}[s] }

// Verdict is a claim decided.
type Verdict struct {
	State   State
	Held    int // groups that hold
	Groups  int
	Missing int // cells without a number

	worst  *comparison // that misses by most, if one does
	a, b   float64     // what was compared
	values Values
}

// Say puts a sentence into the reader's language.
type Say func(explain.Sentence) string

// Detail says what the comparison that misses by most has found; "" if none misses. Without say it is in English.
func (v Verdict) Detail(say Say) string {
	if v.worst == nil {
		return ""
	}
	if say == nil {
		say = explain.Sentence.String
	}
	return say(v.worst.words(say, v.a, v.b, v.values))
}

// Off are the cells by which that comparison is named: what falls behind, and what it is compared with.
func (v Verdict) Off() (cells []Cell) {
	if v.worst != nil {
		for _, list := range [][]Cell{v.worst.a, v.worst.b} {
			if len(list) > 0 {
				cells = append(cells, list[0])
			}
		}
	}
	return
}

// Cells are all that the claim looks at.
func (c Claim) Cells() (cells []Cell) {
	seen := map[Cell]bool{}
	for _, g := range c.tests {
		for _, t := range g {
			for _, list := range append([][]Cell{t.a, t.b, t.per, t.perB, t.from, t.fromB}, t.columns...) {
				for _, x := range list {
					if !seen[x] {
						seen[x] = true
						cells = append(cells, x)
					}
				}
			}
		}
	}
	return
}

// Decide applies the claim to numbers. It fails or holds as soon as enough numbers say so. A cell that is run with several
// seeds counts with their mean, unless a run is compared with itself or with other loads.
func (c Claim) Decide(v Values) Verdict {
	if !c.own {
		v = overSeeds(v)
	}
	out := Verdict{Groups: len(c.tests), values: v}
	need, open, worst := c.need, 0, 0.0
	if need == 0 {
		need = len(c.tests)
	}
	for _, x := range c.Cells() {
		if _, ok := v(x); !ok {
			out.Missing++
		}
	}
	for _, g := range c.tests {
		unknown, broken := false, false
		for _, t := range g {
			a, ok1 := ratio(t.a, t.per, v)
			b, ok2 := ratio(t.b, t.perB, v)
			switch {
			case len(t.columns) > 0:
				a, ok1 = places(t.a, t.columns, v)
				b, ok2 = places(t.b, t.columns, v)
			case len(t.from) > 0:
				a, ok1 = risen(t.a, t.from, v)
				b, ok2 = risen(t.b, t.fromB, v)
			}
			if !ok1 || !ok2 {
				unknown = true
				continue
			}
			if off := a - b*t.times() - t.margin; off < -1e-9 {
				broken = true
				if off < worst {
					worst, out.worst, out.a, out.b = off, &t, a, b
				}
			}
		}
		switch {
		case broken:
		case unknown:
			open++
		default:
			out.Held++
		}
	}
	switch {
	case len(c.tests) == 0:
	case out.Held >= need:
		out.State = Holds
	case out.Held+open < need:
		out.State = Fails
	}
	return out
}

func mean(cells []Cell, v Values) (float64, bool) {
	sum := 0.0
	for _, c := range cells {
		x, ok := v(c)
		if !ok {
			return 0, false
		}
		sum += x
	}
	return sum / math.Max(float64(len(cells)), 1), true
}

// places counts those of some cells that are among the three highest of their column: at most two others are higher.
func places(cells []Cell, columns [][]Cell, v Values) (n float64, ok bool) {
	for i, column := range columns {
		own, ok := v(cells[i])
		if !ok {
			return 0, false
		}
		higher := 0
		for _, c := range column {
			x, ok := v(c)
			if !ok {
				return 0, false
			}
			if x > own {
				higher++
			}
		}
		if higher < 3 {
			n++
		}
	}
	return n, true
}

// ratio is the mean of cells, divided by that of others if there are any.
func ratio(cells, per []Cell, v Values) (float64, bool) {
	a, ok := mean(cells, v)
	if len(per) == 0 || !ok {
		return a, ok
	}
	b, ok := mean(per, v)
	return a / b, ok && b != 0
}

// risen is by how much the mean of cells is above that of others.
func risen(to, from []Cell, v Values) (float64, bool) {
	a, ok1 := mean(to, v)
	b, ok2 := mean(from, v)
	return a - b, ok1 && ok2
}

func (t comparison) times() float64 {
	if t.factor == 0 {
		return 1
	}
	return t.factor
}

// words says what was compared, and what was found.
func (t *comparison) words(say Say, a, b float64, v Values) explain.Sentence {
	one := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	two := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	whole := func(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }
	name := func(cells []Cell) string {
		if len(cells) == 1 {
			return cells[0].ID()
		}
		return say(explain.Say("the mean of {0} cells such as {1}", explain.N(len(cells)), cells[0].ID()))
	}
	rose := func(to, from []Cell, by float64) []string {
		now, _ := mean(to, v)
		return []string{name(to), one(now), one(by), name(from)}
	}
	switch {
	case len(t.from) > 0 && t.factor != 0:
		return explain.Say("{0} is {1}, {2} above {3}; {4} is {5}, {6} above {7}; the first difference is to be {8} times the second, and {9} larger",
			append(append(rose(t.a, t.from, a), rose(t.b, t.fromB, b)...), two(t.factor), one(t.margin))...)
	case len(t.from) > 0:
		return explain.Say("{0} is {1}, {2} above {3}; {4} is {5}, {6} above {7}; the first difference is to be {8} larger",
			append(append(rose(t.a, t.from, a), rose(t.b, t.fromB, b)...), one(t.margin))...)
	case len(t.columns) > 0:
		return explain.Say("{0} cells such as {1} are among the three highest of their columns, {2} such as {3}", whole(a), t.a[0].ID(), whole(b), t.b[0].ID())
	case len(t.per) > 0 && t.factor != 0:
		return explain.Say("{0} is {1} times {2}; {3} is {4} times {5}; the first is {6} times the second, asked for are {7}",
			name(t.a), two(a), name(t.per), name(t.b), two(b), name(t.perB), two(a/b), two(t.factor))
	case len(t.per) > 0:
		return explain.Say("{0} is {1} times {2}; {3} is {4} times {5}", name(t.a), two(a), name(t.per), name(t.b), two(b), name(t.perB))
	case t.factor != 0:
		return explain.Say("{0} is {1}, {2} times {3}, {4}; asked for are {5}", name(t.a), one(a), two(a/b), name(t.b), one(b), two(t.factor))
	case len(t.b) == 0:
		return explain.Say("{0} is {1}, below {2}", name(t.a), one(a), one(t.margin))
	case len(t.a) == 0:
		return explain.Say("{0} is {1}, above {2}", name(t.b), one(b), one(-t.margin))
	case t.margin == 0:
		return explain.Say("{0} is {1}, below {2}, {3}", name(t.a), one(a), name(t.b), one(b))
	case t.margin < 0:
		return explain.Say("{0} is {1}, more than {2} below {3}, {4}", name(t.a), one(a), one(-t.margin), name(t.b), one(b))
	}
	return explain.Say("{0} is {1}, less than {2} above {3}, {4}", name(t.a), one(a), one(t.margin), name(t.b), one(b))
}

// What claims are made of.

func over(a, b []Cell, margin float64) comparison { return comparison{a: a, b: b, margin: margin} }
func atLeast(c Cell, x float64) comparison        { return comparison{a: []Cell{c}, margin: x} }
func atMost(c Cell, x float64) comparison         { return comparison{b: []Cell{c}, margin: -x} }

// risesMore says that cells rise, from others, by 1 more at least than others do.
func risesMore(to, from, otherTo, otherFrom []Cell) comparison {
	return comparison{a: to, from: from, b: otherTo, fromB: otherFrom, margin: 1}
}

func beats(a, b Cell, margin float64) comparison { return over([]Cell{a}, []Cell{b}, margin) }

func near(a, b Cell, x float64) []comparison {
	return []comparison{beats(a, b, -x), beats(b, a, -x)}
}

// slack is how much a cell called the best may be below another: what rounding to whole percents makes of a tie.
const slack = 1

// each builds a group for every item.
func each[T any](items []T, make func(T) group) (groups []group) {
	for _, x := range items {
		groups = append(groups, make(x))
	}
	return
}

// all joins groups into one.
func all(groups []group) (g group) {
	for _, x := range groups {
		g = append(g, x...)
	}
	return
}

package observe

// Which of several runs a measure calls best: one answer for the page's table of a comparison and for congestree compare.

// Judgement is which value of a measure is best.
type Judgement uint8

const (
	Least Judgement = iota
	Most
	Neither // it says by itself nothing about how good a scheme is: one tree may block more hosts than ten
)

// Reading is a run's value of a measure, in any unit, and how it reads.
type Reading struct {
	Value float64
	Text  string
	Of    ReadingOf
}

// ReadingOf says what a reading is of.
type ReadingOf uint8

const (
	ARun       ReadingOf = iota
	Unmeasured           // a run of which the measure is not known: then none is best
	Apart                // a run that stands still or has not begun: never best, and nothing to the others
)

// Best says which readings are the best ones. What reads the same is as good, and none is best if all are.
func (j Judgement) Best(all []Reading) []bool {
	marks := make([]bool, len(all))
	best, worst := -1, -1
	better := func(i, k int) bool {
		if j == Most {
			i, k = k, i
		}
		return all[i].Value < all[k].Value
	}
	for i, r := range all {
		if r.Of == Apart {
			continue
		}
		if r.Of == Unmeasured || j == Neither {
			return marks
		}
		if best < 0 || better(i, best) {
			best = i
		}
		if worst < 0 || better(worst, i) {
			worst = i
		}
	}
	if best < 0 || all[best].Text == all[worst].Text {
		return marks
	}
	for i, r := range all {
		marks[i] = r.Of == ARun && r.Text == all[best].Text
	}
	return marks
}

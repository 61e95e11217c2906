package reproduce

// All the numbers there are: the committed ones, and those of a file of results.

import "github.com/congestree/congestree/engine/paper"

// Results are our numbers by cell.
type Results map[string]paper.Result

// Committed returns the results in the repository's data.
func Committed() (Results, error) {
	all := Results{}
	for _, f := range files {
		part, err := paper.ParseResults(f.text)
		if err != nil {
			return nil, err
		}
		for id, r := range part {
			all[id] = r
		}
	}
	return all, nil
}

// Add puts records over the results; of several for a cell the last counts. Miniatures are no results.
func (r Results) Add(records []*Record) (added int) {
	for _, x := range records {
		if !x.Miniature {
			r[x.Cell] = x.Result()
			added++
		}
	}
	return added
}

// Percent makes the results values.
func (r Results) Percent(c paper.Cell) (float64, bool) {
	x, ok := r[c.ID()]
	return x.Percent, ok
}

package scenario

// Names that somebody may have meant who wrote another one.

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns those of the names that somebody who wrote another may have meant, joined by "or", the likeliest first: they are one or two letters
// away (but not all that were written), or begin with what was written; capitals make no difference. "" if nothing was written, or if that holds for none, or for more than five.
func Nearest(name string, names ...string) string {
	const most = 5
	if name == "" { // begins all
		return ""
	}
	var near []string
	name = strings.ToLower(name)
	away := map[string]int{}
	for _, n := range names {
		d := distance(name, strings.ToLower(n))
		if d <= min(2, len(name)-1) || strings.HasPrefix(strings.ToLower(n), name) {
			near, away[n] = append(near, n), d
		}
	}
	if len(near) > most { // a letter begins many
		return ""
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(away[a], away[b]) })
	return alternatives(near)
}

// Perhaps is the end of a message on a name that is none of the names: which of them are nearest. It is "" if none is near.
func Perhaps(name string, names ...string) string {
	if near := Nearest(name, names...); near != "" {
		return "; perhaps you mean " + near
	}
	return ""
}

// alternatives are names with "or" between them: a sum and no join, so that refusals of other languages have the sentence "{0} or {1}".
func alternatives(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return names[0] + " or " + alternatives(names[1:])
}

// distance is how many letters (bytes) must be put in, left out or replaced to make one text of another: Levenshtein's.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0]++
		for j := range len(b) {
			same := corner
			if a[i] != b[j] {
				same++
			}
			corner = row[j+1]
			row[j+1] = min(same, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

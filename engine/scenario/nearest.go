package scenario

// Names that somebody may have meant who wrote another one.

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns those of the names that somebody who wrote another may have meant, joined by "or", the likeliest first: they are one or two letters
// away (but no more than half of those that were written), or begin with what was written; capitals make no difference. "" if nothing was written, or if that holds for none, or for more than five.
func Nearest(name string, names ...string) string {
	const most = 5
	if name == "" { // begins all
		return ""
	}
	var near []string
	name = strings.ToLower(name)
	written := []rune(name)
	away := map[string]int{}
	for _, n := range names {
		d := distance(written, []rune(strings.ToLower(n)))
		if d <= min(2, len(written)/2) || strings.HasPrefix(strings.ToLower(n), name) {
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

// distance is how many letters must be put in, left out, replaced, or swapped with the next, to make one text of another, none of them twice:
// optimal string alignment.
func distance(a, b []rune) int {
	last, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1) // for the beginnings of b, of those of a: two shorter, one, and this
	for j := range next {
		next[j] = j
	}
	for i := range len(a) {
		last, row, next = row, next, last
		next[0] = i + 1
		for j := range len(b) {
			same := row[j]
			if a[i] != b[j] {
				same++
			}
			next[j+1] = min(same, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], last[j-1]+1)
			}
		}
	}
	return next[len(b)]
}

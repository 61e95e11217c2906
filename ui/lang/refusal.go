package lang

// What the engine refuses, in the reader's language. The engine builds its refusals as English sentences out of texts
// and values, without a catalogue, so that it stays small and the command line needs none. Here such a sentence is
// recognised by its pattern, a value at each hole, and built again in the other language. One that no pattern fits stays
// English, which is better than nothing.

import (
	"encoding/json"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// refusalPattern is a sentence with holes: its constant parts, the first before the first hole and the last behind the
// last one, and its translation.
type refusalPattern struct {
	parts []string
	text  string
}

var (
	refusals  = map[string][]refusalPattern{} // by language, the most telling first
	refused   = map[[2]string]string{}        // what was said lately, by language and sentence
	verb      = regexp.MustCompile(`%[sdqvw]`)
	anyHole   = regexp.MustCompile(`\{\d\}`)
	maxNested = 3
	lineOf    = Say("line {0}: {1}") // of a trace
)

// Holes writes the verbs of a format of package fmt as holes, {0}, {1} …
func Holes(format string) string {
	n := -1
	return verb.ReplaceAllStringFunc(format, func(string) string { n++; return "{" + strconv.Itoa(n) + "}" })
}

// Refusal is a refusal of the engine's in the present language: the text of a scenario.Error, with its field before it or
// without. What is no refusal comes back as it is.
func Refusal(text string) string {
	if tag == All[0].Tag || text == "" {
		return text
	}
	key := [2]string{tag, text}
	if s, ok := refused[key]; ok {
		return s
	}
	s, _ := refusal(patterns(tag), text, 0)
	if len(refused) > 100 {
		clear(refused)
	}
	refused[key] = s
	return s
}

func refusal(list []refusalPattern, text string, depth int) (string, bool) {
	if depth > maxNested {
		return text, false
	}
	if field, rest, ok := strings.Cut(text, ": "); ok && field != "" && !strings.Contains(field, " ") {
		if s, ok := refusal(list, rest, depth); ok {
			return field + ": " + s, true
		}
	}
	// Before the patterns: a sentence that begins with a value would take the line for a part of it.
	if line, rest, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(line, "line ") {
		if s, ok := refusal(list, rest, depth); ok {
			return fill(D(lineOf), []string{strings.TrimPrefix(line, "line "), s}), true
		}
	}
	if s, ok := grammars(text); ok && depth > 0 {
		return s, true
	}
	for i := range list {
		values, ok := list[i].match(text)
		if !ok || depth == 0 && list[i].vague() {
			continue
		}
		for k := range values {
			values[k], _ = refusal(list, values[k], depth+1)
		}
		return fill(list[i].text, values), true
	}
	if number, unit, ok := strings.Cut(text, " "); ok && depth > 0 { // a range with its unit
		return number + " " + D(unit), false
	}
	return text, false
}

// grammars are how a field's values are written, one after the other, as the panel has them. ok says whether a text is that and no more.
func grammars(text string) (said string, ok bool) {
	if !strings.Contains(text, "<") {
		return text, false
	}
	all := strings.Split(text, ", ")
	for i, one := range all {
		if all[i], ok = sentences[one]; !ok {
			if strings.ContainsAny(one, "< ") {
				return text, false
			}
			all[i] = one // a word of its own, such as butterfly
		}
	}
	return strings.Join(all, ", "), true
}

// vague is a pattern that holds for the parts of a sentence only, such as "{0} and {1}".
func (p *refusalPattern) vague() bool { return len(strings.Join(p.parts, "")) < 6 }

// match returns what stands at the holes. It takes time in proportion to the text: each constant part is looked for once.
func (p *refusalPattern) match(text string) (values []string, ok bool) {
	last := len(p.parts) - 1
	rest, ok := strings.CutPrefix(text, p.parts[0])
	if !ok || last == 0 {
		return nil, ok && rest == ""
	}
	if rest, ok = strings.CutSuffix(rest, p.parts[last]); !ok {
		return nil, false
	}
	for _, part := range p.parts[1:last] {
		value, after, ok := strings.Cut(rest, part)
		if !ok || value == "" {
			return nil, false
		}
		values, rest = append(values, value), after
	}
	return append(values, rest), rest != ""
}

// patterns are those of a language, made when they are first needed.
func patterns(tag string) []refusalPattern {
	if list, ok := refusals[tag]; ok || tag == All[0].Tag {
		return list
	}
	text, err := files.ReadFile("refusals/" + tag + ".json")
	if err != nil {
		panic(err)
	}
	var all map[string]string
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err.Error())
	}
	var list []refusalPattern
	for english, other := range all {
		list = append(list, refusalPattern{anyHole.Split(Holes(english), -1), Holes(other)})
	}
	telling := func(p *refusalPattern) string { return strings.Join(p.parts, "\x00") }
	sort.Slice(list, func(i, j int) bool {
		a, b := telling(&list[i]), telling(&list[j])
		if len(a) != len(b) {
			return len(a) > len(b)
		}
		return a < b
	})
	refusals[tag] = list
	return list
}

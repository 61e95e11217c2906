package link

// Links of comparisons: one scenario, and others by how they differ from it.
//
//	?preset=hs10-1&compare=queuing:vftree~queuing:dbbm,vcs:4
//
// compares three: the preset as it is, with vFtree, and with DBBM on four VCs. What they all share - network,
// traffic, what is measured - is said once and cannot differ.

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/congestree/congestree/engine/scenario"
)

// CompareKey is the key of the differences; it is not a field.
const CompareKey = scenario.CompareKey

// MaxCompared is how many scenarios are compared at most, the first one included.
const MaxCompared = 4

// Marks of the value of CompareKey. In names and values they are escaped.
const (
	betweenScenarios = "~"
	betweenFields    = ","
	beforeValue      = ":"
)

// Shared says whether a field must be the same in all scenarios of a comparison: what is compared are answers to
// the same question.
func Shared(field string) bool {
	f := scenario.Lookup(field)
	return f != nil && (f.Group == "Network" || f.Group == "Traffic" || f.Group == "Measuring")
}

// Differing returns the names of the fields that are not the same in all of the scenarios, in schema order.
func Differing(all []scenario.Scenario) (names []string) {
	for _, f := range scenario.Fields() {
		for _, s := range all {
			if s.Get(f.Name) != all[0].Get(f.Name) {
				names = append(names, f.Name)
				break
			}
		}
	}
	return names
}

// Fits says why scenarios cannot be compared, or nil.
func Fits(all []scenario.Scenario) error {
	if len(all) == 0 || len(all) > MaxCompared {
		return &scenario.Error{Field: CompareKey, Reason: strconv.Itoa(len(all)) + " scenarios; 1–" + strconv.Itoa(MaxCompared) + " can be compared"}
	}
	for _, name := range Differing(all) {
		if Shared(name) {
			return &scenario.Error{Field: CompareKey, Value: name, Reason: name + " must be the same in all scenarios of a comparison, so that only the schemes differ; give it once, outside of compare"}
		}
	}
	return nil
}

// OfAll returns the part of an address that holds a comparison. It panics if the scenarios do not fit together.
func OfAll(all []scenario.Scenario) string {
	if err := Fits(all); err != nil {
		panic(err.Error())
	}
	if len(all) == 1 {
		return Of(all[0])
	}
	var others []string
	for _, s := range all[1:] {
		var fields []string
		for _, name := range s.Diff(all[0]) {
			fields = append(fields, guard(name)+beforeValue+guard(s.Get(name)))
		}
		others = append(others, strings.Join(fields, betweenFields))
	}
	settings := all[0].Settings()
	if len(settings) == 0 {
		settings = []scenario.Setting{{Field: "network", Value: all[0].Get("network")}} // see Of
	}
	return mark(scenario.Join(append(settings, scenario.Setting{Field: CompareKey, Value: strings.Join(others, betweenScenarios)})))
}

// Misfit is a scheme of a comparison that cannot run: Number in the link, from 0 (which is the scenario that the others differ from), what the
// link says of it, and why.
type Misfit struct {
	Number int
	Text   string
	Err    error
}

// ParseAll reads the scenarios out of a link; those of Parse hold one. Every refusal is a *scenario.Error.
func ParseAll(link string) ([]scenario.Scenario, error) {
	all, misfits, err := ParseFitting(link)
	if err != nil || len(misfits) == 0 {
		return all, err
	}
	m := misfits[0]
	if e, ok := m.Err.(misfit); ok {
		return nil, &scenario.Error{Field: CompareKey, Value: m.Text, Reason: "in the comparison, " + m.Text + " does not fit: " + e.Error()}
	}
	return nil, m.Err
}

// ParseFitting is ParseAll for those who can do without some of the schemes compared: what is wrong with one by itself comes beside the others.
// The first scenario is always there.
func ParseFitting(link string) (all []scenario.Scenario, misfits []Misfit, err error) {
	settings, err := settingsOf(link)
	if err != nil {
		return nil, nil, err
	}
	var rest []scenario.Setting
	others, found := "", false
	for _, set := range settings {
		switch {
		case set.Field != CompareKey:
			rest = append(rest, set)
		case found:
			return nil, nil, &scenario.Error{Field: CompareKey, Value: scenario.Clip(set.Value), Reason: "is given twice; give it once"}
		default:
			others, found = set.Value, true
		}
	}
	first, err := scenario.FromLink(rest)
	all = []scenario.Scenario{first}
	if err != nil || !found {
		return all, nil, err
	}
	if strings.Count(others, betweenScenarios) >= MaxCompared-1 {
		return nil, nil, &scenario.Error{Field: CompareKey, Value: scenario.Clip(others), Reason: "more than " + strconv.Itoa(MaxCompared) + " scenarios; allowed: one and up to " + strconv.Itoa(MaxCompared-1) + " that differ from it"}
	}
	number := 0
	for part := range strings.SplitSeq(others, betweenScenarios) {
		number++
		if s, err := differing(first, part); err != nil {
			misfits = append(misfits, Misfit{number, scenario.Clip(part), err})
		} else {
			all = append(all, s)
		}
	}
	return all, misfits, nil
}

// misfit is what is wrong with fields that do not fit together; else it is a name or a value, which is written in the link.
type misfit struct{ error }

// differing is a scenario but for the fields named.
func differing(s scenario.Scenario, text string) (scenario.Scenario, error) {
	seen := map[string]bool{}
	for set := range strings.SplitSeq(text, betweenFields) {
		if set == "" && text == "" { // the same scenario again
			break
		}
		name, value, ok := strings.Cut(set, beforeValue)
		name, value = bare(name), bare(value)
		switch {
		case !ok:
			return s, &scenario.Error{Field: CompareKey, Value: scenario.Clip(set), Reason: "write field:value, e.g. queuing:vftree; a comma between fields, ~ between scenarios"}
		case scenario.Lookup(name) == nil:
			_, err := s.With(name, value)
			return s, &scenario.Error{Field: CompareKey, Value: scenario.Clip(name), Reason: err.Error()}
		case Shared(name):
			return s, &scenario.Error{Field: CompareKey, Value: name, Reason: name + " must be the same in all scenarios of a comparison, so that only the schemes differ; give it once, outside of compare"}
		case seen[name]:
			return s, &scenario.Error{Field: CompareKey, Value: name, Reason: name + " is given twice in one scenario; give every field once"}
		}
		seen[name] = true
		var err error
		if s, err = s.With(name, value); err != nil {
			return s, err
		}
	}
	if err := s.Validate(); err != nil {
		return s, misfit{err}
	}
	return s, nil
}

// guarded are the marks in names and values, and what stands for them. The link escapes the whole once more.
var (
	guarded   = strings.NewReplacer("%", "%25", betweenScenarios, "%7E", betweenFields, "%2C", beforeValue, "%3A")
	unguarded = strings.NewReplacer("%7E", betweenScenarios, "%2C", betweenFields, "%3A", beforeValue, "%25", "%")
)

func guard(text string) string { return guarded.Replace(text) }
func bare(text string) string  { return unguarded.Replace(text) }

// Title names a scenario of a comparison by what differs: "vFtree", "DBBM · 4 VCs"; changes in mid-run that all have are none of it. It is
// "1", "2" … where that is nothing, or where another one has the same name.
func Title(all []scenario.Scenario, i int) string {
	return TitleIn(all, i, func(sentence string, args ...string) string {
		for k, a := range args {
			sentence = strings.ReplaceAll(sentence, "{"+strconv.Itoa(k)+"}", a)
		}
		return sentence
	})
}

// Sentences are those with which TitleIn asks for another language, beside the labels of fields and options.
var Sentences = []string{"no {0}", "{0} from {1} µs", "unchanged"}

// TitleIn is Title in another language: say gives a sentence in it, with {0} and {1} replaced.
func TitleIn(all []scenario.Scenario, i int, say func(sentence string, args ...string) string) string {
	titleOf := func(i int) string {
		var words []string
		for _, name := range Differing(all) {
			f, value := scenario.Lookup(name), all[i].Get(name)
			switch {
			case !f.Active(all[i]):
			case name == atField:
				words = append(words, forkWords(value, shared(all, name), say)...)
			default:
				words = append(words, ValueIn(f, value, say))
			}
		}
		if words == nil && len(Differing(all)) > 0 {
			return say(Sentences[2])
		}
		return strings.Join(words, " · ")
	}
	mine := titleOf(i)
	for j := range all {
		if j != i && titleOf(j) == mine || mine == "" {
			return strings.TrimLeft(mine+" ", " ") + strconv.Itoa(i+1)
		}
	}
	return mine
}

// ValueIn is a value of a field with as much of its name as it takes to understand it, in the language of say (see TitleIn).
func ValueIn(f *scenario.Field, value string, say func(string, ...string) string) string {
	label := say(f.Label)
	switch {
	case f.Kind == scenario.Bool && value == "true":
		return label
	case f.Kind == scenario.Bool:
		return say(Sentences[0], label)
	case f.Kind == scenario.Choice:
		for _, o := range f.Options {
			if o.Name == value && o.Label == "None" { // which alone does not say of what
				first, size := utf8.DecodeRuneInString(label)
				return say(Sentences[0], string(unicode.ToLower(first))+label[size:])
			}
			if o.Name == value {
				short, _, _ := strings.Cut(say(o.Label), " (")
				return short
			}
		}
	case f.Unit == f.Label:
		return value + " " + f.Unit
	case f.Unit != "":
		return label + " " + value + " " + say(f.Unit)
	}
	return label + " " + value
}

// atField is the field of changes in mid-run, "<µs>_<field>_<value>*…" (see package engine).
const atField = "at"

// shared are the changes in mid-run that all scenarios have.
func shared(all []scenario.Scenario, field string) (parts []string) {
	parts = strings.Split(all[0].Get(field), "*")
	for _, s := range all {
		own := strings.Split(s.Get(field), "*")
		parts = slices.DeleteFunc(parts, func(part string) bool { return !slices.Contains(own, part) })
	}
	return parts
}

// forkWords tells what changes when, but for what is left out.
func forkWords(text string, without []string, say func(string, ...string) string) (words []string) {
	for part := range strings.SplitSeq(text, "*") {
		if slices.Contains(without, part) {
			continue
		}
		at, rest, _ := strings.Cut(part, "_")
		name, value, _ := strings.Cut(rest, "_")
		if f := scenario.Lookup(name); f != nil {
			words = append(words, say(Sentences[1], ValueIn(f, value, say), at))
		}
	}
	return words
}

package sweep

// Results that a person brings to the page: files of congestree sweep, of any sweep. They are found by what was run, so that a form has
// those of its runs that are known, be it a slice of a product over many fields. Anybody may have written the files: they are gone
// through field by field, as what a browser has kept is.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/congestree/congestree/engine/sweep/point"
)

// MaxFound bounds the results that are held.
const MaxFound = 10_000

// found is a result and what was run.
type found struct {
	*Record
	runs scenario.Scenario
}

// Reading reads files of results.
type Reading struct {
	Torn    bool // a last line was torn, and is left out
	files   [][]byte
	line    int // of the first file that is left
	results []found
}

// Add has a file read, too, after those before.
func (r *Reading) Add(text []byte) { r.files = append(r.files, jsonio.WithoutBOM(text)) }

// Len is how many results have been read.
func (r *Reading) Len() int { return len(r.results) }

// Some reads so many results more at most, and says whether that was all. An error, of the file that is being read, says what is
// wrong with it.
func (r *Reading) Some(n int) (all bool, err error) {
	for ; n > 0 && len(r.files) > 0; n-- {
		text := r.files[0]
		if len(text) == 0 {
			r.files, r.line = r.files[1:], 0
			continue
		}
		r.line++
		line, rest, whole := bytes.Cut(text, []byte{'\n'})
		if Blank(line) {
			r.files[0] = rest
			continue
		}
		ones := Apart(line, Head)
		if !whole && tornLine(text, nil) && !json.Valid(ones[0]) {
			r.Torn, r.files[0] = true, nil
			continue
		}
		for _, one := range ones {
			result, err := brought(one)
			if err != nil {
				return false, fmt.Errorf("line %d: %w", r.line, err)
			}
			if len(r.results) == MaxFound {
				return false, fmt.Errorf("more than %d results; the page holds at most so many: bring a part of them", MaxFound)
			}
			r.results = append(r.results, result)
		}
		r.files[0] = rest
	}
	if len(r.files) > 0 {
		return false, nil
	}
	if len(r.results) == 0 {
		return false, errors.New("there is no result in it")
	}
	return true, nil
}

// brought reads a line.
func brought(line []byte) (f found, err error) {
	switch f.Record, err = parseLine(line); { // written by these programs or, as files of the command line may be, anew by another one
	case err == nil:
	case bytes.HasPrefix(line, []byte(HeadOfCells)):
		return f, errors.New("it is a result of a validation, and no sweep's")
	case !bytes.HasPrefix(line, []byte(Head)):
		return f, errors.New("it is no result of a sweep")
	default:
		return f, errors.New("it is no result of a sweep (" + Brief(strings.TrimPrefix(err.Error(), "json: ")) + ")")
	}
	if err := f.sound(); err != nil {
		return f, err
	}
	if f.runs, err = scenarioOf(f.Link); err != nil {
		return f, fmt.Errorf("link: %w", err)
	}
	for i, set := range f.Fields {
		if slices.ContainsFunc(f.Fields[:i], func(s scenario.Setting) bool { return s.Field == set.Field }) ||
			set.Field != Scheme && (scenario.Lookup(set.Field) == nil || f.runs.Get(set.Field) != set.Value) {
			return f, errors.New("fields: they are not those of the link")
		}
	}
	if len(f.Fields) == 0 {
		return f, errors.New("fields: there are none")
	}
	f.brought = true
	return f, nil
}

// sound refuses measures that no run can have given.
func (r *Record) sound() error {
	for _, v := range []*float64{r.Throughput, r.Offered, r.LatencyMean, r.LatencyP50, r.LatencyP99, r.NetworkMean, r.NetworkP50, r.NetworkP99, r.Fairness, r.LeastHost,
		&r.SimulatedNS, r.WindowStartNS, r.WindowEndNS, &r.WallS, &r.HopsPerS, r.ExecutionNS, r.DeadlockNS} {
		if v != nil && *v < 0 {
			return errors.New("a load, a latency or a time is negative")
		}
	}
	if r.SimulatedNS > ns(point.Longest) {
		return errors.New("simulated_ns: no run is so long")
	}
	for _, v := range []*float64{r.WindowStartNS, r.WindowEndNS, r.ExecutionNS, r.DeadlockNS} {
		if v != nil && *v > r.SimulatedNS {
			return errors.New("a time is after the run's end, simulated_ns")
		}
	}
	for _, sum := range []string{r.Checksum, r.Fingerprint} {
		if !hexadecimal(sum) {
			return errors.New("checksum or fingerprint: allowed are 16 hexadecimal digits")
		}
	}
	if len(r.Engine) > 100 || strings.ContainsFunc(r.Engine, func(c rune) bool { return c < ' ' || c > '~' }) {
		return errors.New("engine: it is no version")
	}
	return nil
}

// ends says whether a scenario that runs until a time (ps) gives this result: its run ended then or, by a deadlock or with its
// program, before, and its averages began where they do then.
func (r *Record) ends(s scenario.Scenario, until int64) bool {
	at := ps(r.SimulatedNS)
	if at == until {
		return true
	}
	if at > until || r.DeadlockNS == nil && r.ExecutionNS == nil {
		return false
	}
	from, _ := point.Window(s, until)
	if r.WindowStartNS == nil {
		return at <= from
	}
	return ps(*r.WindowStartNS) == from
}

func ps(ns float64) int64 { return int64(math.Round(ns * float64(engine.Nanosecond))) }

// Found are results by what was run. The zero value has none.
type Found struct {
	of map[string][]*Record // by the scenario's key; of runs that ended at different times
	n  int

	Own string // fingerprint of the engine that is here, "" while it is not known
}

// Len is how many there are.
func (f *Found) Len() int { return f.n }

// Take holds all results that have been read. Where they are too many together, those before are forgotten.
func (f *Found) Take(r *Reading) {
	if f.n+len(r.results) > MaxFound {
		*f = Found{Own: f.Own}
	}
	for _, one := range r.results {
		f.add(one.runs, one.Record)
	}
}

// Recall holds results of a plan's that a page has kept of itself (Lines), as long as there is room. Of text that is none it holds what comes before that.
func (f *Found) Recall(text []byte) {
	r := Reading{}
	r.Add(text)
	r.Some(MaxFound)
	for _, one := range r.results {
		if one.brought = false; f.n < MaxFound {
			f.add(one.runs, one.Record)
		}
	}
}

// Add holds a result of a plan's point that was measured here, as long as there is room.
func (f *Found) Add(p *Plan, r *Record) {
	if runs, _ := p.Point(r.Point); f.n < MaxFound {
		f.add(runs, r)
	}
}

// add has a result take the place of one of the same run, but none of another engine that of one of the engine that is here.
func (f *Found) add(runs scenario.Scenario, r *Record) {
	key := runs.Key()
	if f.of == nil {
		f.of = map[string][]*Record{}
	}
	list := f.of[key]
	if i := slices.IndexFunc(list, func(o *Record) bool { return o.SimulatedNS == r.SimulatedNS }); i >= 0 {
		if r.Fingerprint == f.Own || list[i].Fingerprint != f.Own {
			list[i] = r
		}
		return
	}
	f.of[key], f.n = append(list, r), f.n+1
}

// Drop forgets the results of other engines than the one that is here, once that is known.
func (f *Found) Drop() {
	if f.Own == "" {
		return
	}
	for key, list := range f.of {
		kept := slices.DeleteFunc(list, func(r *Record) bool { return r.Fingerprint != f.Own })
		f.n -= len(list) - len(kept)
		if f.of[key] = kept; len(kept) == 0 {
			delete(f.of, key)
		}
	}
}

// Fill gives a plan's points those results that there are of their runs, where records, by point, has none. It returns how many.
func (f *Found) Fill(p *Plan, records []*Record) (n int) {
	if f.n == 0 {
		return 0
	}
	for i := range records {
		if records[i] != nil {
			continue
		}
		runs, fields := p.Point(i)
		for _, r := range f.of[runs.Key()] {
			if r.ends(runs, p.untilPS) {
				own := *r
				own.Sweep, own.Point, own.Of, own.Link, own.Fields = p.id, i, p.points, linkOf(runs), fields
				records[i] = &own
				n++
				break
			}
		}
	}
	return n
}

// Form says how the results that have been read are drawn, and what has to run for it, as a form has it: the first sweep's load along
// the axis, or the field of numbers of which there are most, the first other field's curves, averages over seeds, and of the rest what the first result has.
// all are the schemes of a comparison if these have the curves, and else one scenario.
func (r *Reading) Form() (f Form, all []scenario.Scenario) {
	list := slices.Clone(r.results)
	list = slices.DeleteFunc(list, func(o found) bool {
		return o.Sweep != list[0].Sweep || !slices.Equal(o.Fields.names(), list[0].Fields.names())
	})
	slices.SortStableFunc(list, func(a, b found) int { return a.Point - b.Point })
	first := list[0]
	axes := make([]Axis, len(first.Fields))
	for i := range axes {
		axes[i].Field = first.Fields[i].Field
		seen := map[string]bool{}
		for _, o := range list {
			if v := o.Fields[i].Value; !seen[v] {
				seen[v] = true
				axes[i].Values = append(axes[i].Values, v)
			}
		}
	}
	if len(list) < first.Of { // of some, the order in which values are first there is not that of the sweep
		for _, a := range axes {
			a.ascend()
		}
	}
	x := along(axes)
	if x < 0 { // schemes, and nothing else
		axes = append(axes, Axis{Field: DefaultForm.X, Values: []string{first.runs.Get(DefaultForm.X)}})
		x = len(axes) - 1
	}
	by, seeds := -1, -1
	for i, a := range axes {
		switch {
		case i == x || len(a.Values) == 1:
		case a.Field == "seed":
			seeds = i
		case by < 0 || a.Field == Scheme:
			by = i
		}
	}
	room := MaxRuns
	take := func(i, most int) string {
		a := axes[i]
		a.Values = a.Values[:min(len(a.Values), most, max(room, 1))]
		for len(a.Values) > 1 && len(a.text()) > MaxSpec/4 { // of at most three axes
			a.Values = a.Values[:len(a.Values)-1-len(a.Values)/16]
		}
		room /= len(a.Values)
		return a.text()
	}
	all = []scenario.Scenario{first.runs}
	f.X, f.XValues = axes[x].Field, take(x, MaxRuns)
	switch {
	case by < 0:
	case axes[by].Field == Scheme:
		all = schemesOf(list, by)
		f.By, f.ByValues = Scheme, fmt.Sprintf("1..%d", len(all))
		room /= len(all)
	default:
		f.By, f.ByValues = axes[by].Field, take(by, MaxCurves)
	}
	if seeds >= 0 {
		f.Seeds = take(seeds, MaxRuns)
	}
	if until := endOf(list, axes); until != 0 {
		f.Until = Micros(until)
	}
	return f, all
}

// endOf is when the runs of a sweep end (ps), or 0 if that is where they end of themselves if nothing is said. Where all have ended before,
// by a deadlock or with their program, it is a time of which they are, too: see ends.
func endOf(list []found, axes []Axis) (until int64) {
	usual, _ := Until(list[0].runs, axes) // 0: it has to be said
	for _, o := range list {
		if o.DeadlockNS == nil && o.ExecutionNS == nil {
			until = max(until, ps(o.SimulatedNS))
		}
	}
	if until == usual {
		return 0
	}
	if until > 0 || !slices.ContainsFunc(list, func(o found) bool { return !o.ends(o.runs, usual) }) {
		return until
	}
	for _, o := range list {
		at := ps(o.SimulatedNS)
		switch from, _ := point.Window(o.runs, point.Longest); {
		case o.WindowStartNS == nil:
			until = max(until, 2*at)
		case ps(*o.WindowStartNS) != from: // the run's half
			return min(2*ps(*o.WindowStartNS), point.Longest)
		default:
			until = max(until, (at+engine.Microsecond-1)/engine.Microsecond*engine.Microsecond)
		}
	}
	return min(until, point.Longest)
}

// along is the axis that goes along a picture's: the load or, where that has one value only, the field of numbers that has most,
// any other field or, at last, the seeds; -1 if there are only schemes.
func along(axes []Axis) (x int) {
	rank := func(a Axis) (class, values int) {
		field := scenario.Lookup(a.Field)
		switch n := len(a.Values); {
		case field == nil:
			return -1, 0
		case n == 1:
			return 0, 0
		case a.Field == "seed":
			return 1, 0
		case a.Field == DefaultForm.X:
			return 4, 0
		case field.IsNumber() && n > 2:
			return 3, n
		}
		return 2, 0
	}
	x, class, values := -1, -1, 0
	for i, a := range axes {
		if c, n := rank(a); c > class || c == class && n > values {
			x, class, values = i, c, n
		}
	}
	return x
}

// schemesOf are the first schemes, as many as there are curves, each under the first result's values of the other fields.
func schemesOf(list []found, at int) (all []scenario.Scenario) {
	var names []string
	for _, o := range list {
		if slices.Contains(names, o.Fields[at].Value) || len(names) == MaxCurves {
			continue
		}
		names = append(names, o.Fields[at].Value)
		s := o.runs
		for i, set := range list[0].Fields {
			if i != at {
				s = s.Must(set.Field, set.Value)
			}
		}
		all = append(all, s)
	}
	return all
}

// text is the axis' values as axisOf reads them: of numbers, those that lie a step apart are a range.
func (a Axis) text() string {
	field := scenario.Lookup(a.Field)
	var items []string
	for rest := a.Values; len(rest) > 0; {
		item, n := rest[0], 1
		if field.IsNumber() {
			item, n = ranged(field, rest)
		}
		items, rest = append(items, item), rest[n:]
	}
	if slices.ContainsFunc(a.Values, func(v string) bool { return strings.Contains(v, ",") }) {
		return strings.Join(items, ";") + ";"
	}
	return strings.Join(items, ",")
}

// ranged is how the first n of some numbers are written, and n.
func ranged(field *scenario.Field, values []string) (text string, n int) {
	var last, step big.Rat
	for n = range values {
		var v, by big.Rat
		if _, ok := v.SetString(values[n]); !ok {
			break
		}
		if by.Sub(&v, &last); n == 1 {
			step.Set(&by)
		}
		if n > 0 && (step.Sign() <= 0 || by.Cmp(&step) != 0) {
			break
		}
		last.Set(&v)
		if n == len(values)-1 {
			n++
			break
		}
	}
	if n < 3 {
		return values[0], 1
	}
	text = values[0] + ".." + values[n-1]
	if by := decimal(&step); field.Kind != scenario.Int || by != "1" {
		text += ":" + by
	}
	if b, err := axisOf(field, text); err != nil || !slices.Equal(b.Values, values[:n]) {
		return values[0], 1
	}
	return text, n
}

// ascend puts numbers in their order.
func (a Axis) ascend() {
	if scenario.Lookup(a.Field).IsNumber() {
		slices.SortStableFunc(a.Values, func(v, w string) int { return cmp.Compare(number(v), number(w)) })
	}
}

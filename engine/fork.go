package engine

// Changes in mid-run: a field takes another value at an instant, and the run goes on. So a fork of a run is a
// scenario as any other: same up to the instant, reproducible from its link.

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic"
)

// AtField is the field that holds the changes.
const AtField = "at"

// unchanged is its default.
const unchanged = "none"

// MaxChanges bounds the changes of a run.
const MaxChanges = 8

const maxAt = 1_000_000_000 // µs, of the time of a change

// Marks of the field's text.
const (
	betweenChanges = "*"
	betweenParts   = "_"
)

// changeable returns the names of the fields that may change (Field.MidRun), in the order of the panel.
func changeable() (names []string) {
	for _, f := range scenario.Fields() {
		if f.MidRun {
			names = append(names, f.Name)
		}
	}
	return names
}

// why says of some fields why they cannot change in mid-run, by the group of the field or its name.
var why = map[string]string{
	"Network":            "packets are on its links",
	"Switch":             "the packets in the buffers are sorted by it",
	"Hardware":           "the packets in the network and their credits are measured by it",
	"arbiter":            "switches remember for it what they have served",
	"crossbar":           "switches are laid out for it",
	"cfqs":               "switches are laid out for it",
	"cfq-detect":         "queues are set aside by it already",
	"cfq-stop":           "queues are set aside by it already",
	"cfq-go":             "queues are set aside by it already",
	"source-queue":       "the packets that wait in hosts are sorted by it",
	"admittance":         "the packets that wait in hosts are sorted by it",
	"Measuring":          "what has been averaged would have another meaning",
	"congestion-control": "packets and queues are laid out for it; run it from time 0 with cc-threshold=0, which marks nothing, and change that",
}

func init() {
	scenario.AddField(scenario.Field{Name: AtField, Label: "Changes in mid-run", Group: "Changes in mid-run", Kind: scenario.Text, Default: unchanged, Rank: 65,
		Doc: "Fields that take another value at an instant of the run."})
	scenario.AddFamily(AtField, scenario.Family{Prefix: unchanged, Pattern: unchanged, Rank: 1, Doc: "Every field keeps its value.",
		Parse: func(text string) (string, error) {
			if text != unchanged {
				return "", errors.New("write " + unchanged + ", or <µs>_<field>_<value>")
			}
			return text, nil
		},
		Suggestions: []scenario.Option{{Name: unchanged, Label: "None"}}})
	scenario.AddFamily(AtField, scenario.Family{Prefix: "", Pattern: "<µs>_<field>_<value>", Rank: 2, Source: "our choice",
		Doc: "From that time on the field has that value; with * between several. One that cannot change in mid-run is refused with the list of those that can.",
		Parse: func(text string) (string, error) {
			list, err := parseChanges(text)
			return joinChanges(list), err
		}})
	scenario.AddRule(changesFit)
}

// change is one of them.
type change struct {
	ps           int64
	field, value string
}

// parseChanges reads the field's text.
func parseChanges(text string) (list []change, err error) {
	if text == unchanged {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, betweenChanges) {
		at, rest, _ := strings.Cut(part, betweenParts)
		name, value, ok := strings.Cut(rest, betweenParts)
		ps, good := microseconds(at)
		f := scenario.Lookup(name)
		switch {
		case !ok || !good:
			return nil, errors.New("write <µs>_<field>_<value>, e.g. 120_routing_adaptive, with * between several; the time is above 0, at most " + strconv.Itoa(maxAt) + " µs, with six digits after the point at most")
		case f == nil || !f.MidRun:
			return nil, errors.New(cannot(name))
		case len(list) == MaxChanges:
			return nil, errors.New("more than " + strconv.Itoa(MaxChanges) + " changes; allowed: up to " + strconv.Itoa(MaxChanges))
		}
		if value, err = f.Canonical(value); err != nil {
			return nil, err
		}
		list = append(list, change{ps, name, value})
	}
	slices.SortStableFunc(list, func(a, b change) int {
		switch {
		case a.ps < b.ps:
			return -1
		case a.ps > b.ps:
			return 1
		}
		return 0
	})
	for i := range list {
		for j := range list[:i] {
			if list[j].ps == list[i].ps && list[j].field == list[i].field {
				return nil, errors.New(list[i].field + " changes twice at one instant; give it once")
			}
		}
	}
	return list, nil
}

// microseconds reads a time of parseChanges, in ps.
func microseconds(text string) (ps int64, ok bool) {
	whole, frac, _ := strings.Cut(text, ".")
	if len(whole) > 10 || len(frac) > 6 || whole == "" {
		return 0, false
	}
	for _, c := range whole + frac {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(whole+(frac + "000000")[:6], 10, 64)
	return n, err == nil && n > 0 && n <= maxAt*Microsecond
}

func joinChanges(list []change) string {
	var parts []string
	for _, c := range list {
		at := strconv.FormatInt(c.ps/Microsecond, 10)
		if rest := strings.TrimRight(strconv.FormatInt(Microsecond+c.ps%Microsecond, 10)[1:], "0"); rest != "" {
			at += "." + rest
		}
		parts = append(parts, at+betweenParts+c.field+betweenParts+c.value)
	}
	return strings.Join(parts, betweenChanges)
}

// cannot says why a field cannot change in mid-run.
func cannot(name string) string {
	f := scenario.Lookup(name)
	if f == nil {
		if near := scenario.Nearest(name, changeable()...); near != "" {
			return strconv.Quote(scenario.Clip(name)) + " is not a field of a scenario; perhaps you mean " + near + "; allowed: " + strings.Join(changeable(), ", ")
		}
		return strconv.Quote(scenario.Clip(name)) + " is not a field of a scenario; allowed: " + strings.Join(changeable(), ", ")
	}
	reason := why[name]
	if reason == "" {
		reason = why[f.Group]
	}
	if reason != "" {
		reason = ": " + reason
	}
	return name + " cannot change in mid-run" + reason + "; compare it from time 0 instead. What can change: " + strings.Join(changeable(), ", ")
}

// phase is a scenario from an instant on.
type phase struct {
	ps int64
	s  scenario.Scenario
}

// phasesOf splits a scenario at its changes; the first phase begins at time 0. None of them has changes of its own.
func phasesOf(s scenario.Scenario) []phase {
	list, err := parseChanges(s.Get(AtField))
	if err != nil {
		panic("engine: " + err.Error()) // the field's grammar has accepted it
	}
	s = s.Must(AtField, unchanged)
	out := []phase{{0, s}}
	for _, c := range list {
		s = s.Must(c.field, c.value)
		if last := &out[len(out)-1]; last.ps == c.ps {
			last.s = s
		} else {
			out = append(out, phase{c.ps, s})
		}
	}
	return out
}

// At returns the scenario that is in force at a time (ps) of a run of s: s without its changes, but for those that
// have come until then.
func At(s scenario.Scenario, ps int64) scenario.Scenario {
	list := phasesOf(s)
	for i := len(list) - 1; i > 0; i-- {
		if list[i].ps <= ps {
			return list[i].s
		}
	}
	return list[0].s
}

// changesFit says whether every phase can follow the one before.
func changesFit(s scenario.Scenario) *scenario.Error {
	if s.Get(AtField) == unchanged {
		return nil
	}
	refuse := func(reason string) *scenario.Error {
		return &scenario.Error{Field: AtField, Value: s.Get(AtField), Reason: reason}
	}
	list := phasesOf(s)
	if err := list[0].s.Validate(); err != nil { // what is wrong from the beginning is not the change's fault
		return err.(*scenario.Error)
	}
	for i, x := range list[1:] {
		at := joinChanges([]change{{ps: x.ps}})
		at = at[:strings.IndexByte(at, '_')] + " µs"
		before := list[i].s
		if err := x.s.Validate(); err != nil {
			return refuse("from " + at + " on, " + err.Error())
		}
		for _, name := range x.s.Diff(before) {
			if !scenario.Lookup(name).Active(x.s) {
				return refuse("from " + at + " on, " + name + " would have no effect, as the other fields are then")
			}
		}
		switch {
		case routing.Isolates(before) != routing.Isolates(x.s):
			return refuse("from " + at + " on, routing would be " + x.s.Get("routing") + ": AFI's adapted-flow channel is a part of the buffers, which cannot come or go in mid-run; compare it from time 0 instead")
		case traffic.IsTrace(s) && (before.Get("load") != x.s.Get("load") || before.Get("generation") != x.s.Get("generation")):
			return refuse("a trace has no load that could change")
		case before.Micro("load") == 0 || x.s.Micro("load") == 0:
			if before.Get("load") != x.s.Get("load") {
				return refuse("the load cannot change from or to 0, as hosts that generate nothing have no next packet; choose a small one")
			}
		}
	}
	return nil
}

// Fork returns a scenario whose run is that of s up to a time (ps) and has another value of a field from then on, or
// an error in words: fields that the buffers are laid out by cannot change in mid-run.
func Fork(s scenario.Scenario, ps int64, field, value string) (scenario.Scenario, error) {
	f := scenario.Lookup(field)
	if f == nil || !f.MidRun {
		return s, &scenario.Error{Field: AtField, Value: scenario.Clip(field), Reason: cannot(field)}
	}
	text, err := f.Canonical(value)
	if err != nil {
		return s, err
	}
	if ps <= 0 {
		return s, &scenario.Error{Field: AtField, Reason: "a run cannot be forked at time 0; compare it from time 0 instead"}
	}
	if At(s, ps).Get(field) == text {
		return s, &scenario.Error{Field: field, Value: text, Reason: field + " is " + text + " already; choose another value"}
	}
	list, err := parseChanges(s.Get(AtField))
	if err != nil {
		return s, err
	}
	list = slices.DeleteFunc(list, func(c change) bool { return c.ps == ps && c.field == field })
	t, err := s.With(AtField, joinChanges(append(list, change{ps, field, text})))
	if err == nil {
		err = t.Validate()
	}
	return t, err
}

// turn is a phase that is still to come, ready to be put into effect.
type turn struct {
	ps     int64
	config fabric.Config
}

// turnsOf prepares the phases after the first one, for a fabric of that configuration.
func turnsOf(s scenario.Scenario, first fabric.Config) (out []turn, err error) {
	if s.Get(AtField) == unchanged {
		return nil, nil
	}
	for _, x := range phasesOf(s)[1:] {
		c, err := config(x.s)
		if err != nil {
			return nil, err
		}
		c.Net = first.Net
		if !first.Alike(&c) {
			return nil, &scenario.Error{Field: AtField, Value: s.Get(AtField), Reason: "this cannot change in mid-run; compare it from time 0 instead"}
		}
		out = append(out, turn{x.ps, c})
	}
	return out, nil
}

// nextTurn is the time of the next change, or later than every time.
func (m *Sim) nextTurn() int64 {
	if len(m.turns) == 0 {
		return traffic.Never
	}
	return m.turns[0].ps
}

// run is fabric.Run to a time at which halt stops: what changes or is counted there is once all that happens there has happened.
func (m *Sim) run(stop int64, maxEvents int) bool {
	there := m.fabric.Run(stop, maxEvents)
	if at := m.observer.NextLook(); m.fabric.Now() == at {
		for !m.fabric.Run(at, NoLimit) {
		}
		m.observer.LookAtLinks()
	}
	if at := m.nextTurn(); m.fabric.Now() == at {
		for all := there; !all; { // there stays as it is: StepEvent asks whether something has happened
			all = m.fabric.Run(at, maxEvents)
		}
		m.fabric.Change(m.turns[0].config)
		m.turns = m.turns[1:]
	}
	return there
}

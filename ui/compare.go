package ui

// Schemes side by side: what heads each picture, what adds one, and the table of what differs.

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// Lane is one scheme of a comparison, as measured at the instant shown. Shares are 0–1, times ns; what is not known
// is negative.
type Lane struct {
	Scenario    scenario.Scenario
	Title       string
	Known       bool   // something of it is shown
	Behind      string // how far it is while it catches up, "" otherwise
	Accepted    float64
	AcceptedNow float64
	Traced      bool    // it plays a trace
	ExecutionNS float64 // of its program; -1 while that runs
	LatencyNS   float64 // from generation on
	NetworkNS   float64 // from injection on
	P99NS       float64
	Fairness    float64 // Jain's index of what hosts have sent
	LeastHost   float64 // of them
	HoL         float64 // share of the packets in the network, those on links among them, that suffer HoL blocking
	Trees       float64
	Again       bool    // a colour stands for more than one of them
	Hosts       float64 // that trees reach
	HoldsBack   bool    // which go on with what does not cross a root: see observe.Header
	Victims     float64
	Deadlock    bool // it stands still for ever: nothing of it is best
}

// Comparison is what Model.Compare says: the lanes, with one only if nothing is compared.
type Comparison struct {
	Lanes    []Lane
	Selected int
	Error    string // why what was asked for last cannot be added
}

// Comparing says whether there are several.
func (c *Comparison) Comparing() bool { return len(c.Lanes) > 1 }

// reach says what it means for hosts that trees reach them, as observe.ReachOf.
func (c *Comparison) reach() int {
	var back []bool
	for _, l := range c.Lanes {
		if l.Known {
			back = append(back, l.HoldsBack)
		}
	}
	return observe.ReachOf(back)
}

// Behind is how far the scheme that the panel is about is while it catches up with the others: until then the frame and its trees are not
// its own. "" if it has, or nothing is compared.
func (c *Comparison) Behind() string {
	if !c.Comparing() || c.Selected >= len(c.Lanes) || c.Lanes[c.Selected].Known {
		return ""
	}
	return cmp.Or(c.Lanes[c.Selected].Behind, T("starting…"))
}

// mixed says whether the schemes compared differ in that.
func (c *Comparison) mixed() bool { return c.Comparing() && c.reach() == observe.ReachEither }

// CompareActions is what a person can do with lanes. They are numbered from 0.
type CompareActions interface {
	// AddLane puts a copy of the selected scheme with one other value beside it: run from time 0, or as it is up
	// to the instant shown and changed then.
	AddLane(field, value string, fork bool)
	RemoveLane(lane int)
	ChooseLane(lane int) // the panel is about it
	LeadLane(lane int)   // it comes first
}

// LaneHeads stand over the pictures. Their template is lane-heads.vugu.
type LaneHeads struct {
	m *Model
	a Actions
}

func (c *LaneHeads) Lanes() []Lane {
	if !c.m.Compare.Comparing() {
		return nil
	}
	return c.m.Compare.Lanes
}

func (c *LaneHeads) Class(i int) string {
	s := "lane lane-" + strconv.Itoa(i+1)
	if i == c.m.Compare.Selected {
		s += " selected"
	}
	return s
}

func (c *LaneHeads) Pressed(i int) string { return strconv.FormatBool(i == c.m.Compare.Selected) }
func (c *LaneHeads) Hint(l Lane) string   { return T("Edit {0} in the panel", l.Title) }

// Caption is what a picture says of its run.
func (c *LaneHeads) Caption(l Lane) string {
	switch {
	case l.Behind != "":
		return l.Behind
	case !l.Known:
		return none
	}
	return T("accepts {0}", percent(l.AcceptedNow))
}

func (c *LaneHeads) OnChoose(i int) { guard(c.m, func() { c.a.ChooseLane(i) }) }
func (c *LaneHeads) OnRemove(i int) { guard(c.m, func() { c.a.RemoveLane(i) }) }

// line draws a lane's colour and dash.
func line() vugu.HTML {
	return vugu.HTML(`<svg class="dash" viewBox="0 0 26 8" aria-hidden="true" focusable="false"><path d="M1 4h24"/></svg>`)
}

// Compare is the panel's section. Its template is compare.vugu.
type Compare struct {
	m *Model

	open        bool
	was         bool // several, at the last build
	table, form *still
}

func newCompare(m *Model, a Actions) *Compare {
	return &Compare{m: m, table: &still{b: &CompareTable{m: m, a: a}}, form: &still{b: newCompareForm(m, a)}}
}

// The table changes all the time, and the form must not be disturbed by that.
func (c *Compare) children() []*still { return []*still{c.table, c.form} }

// Open says whether the section is unfolded; it unfolds by itself when a comparison begins.
func (c *Compare) Open() bool {
	if several := c.m.Compare.Comparing(); several != c.was {
		c.was, c.open = several, c.open || several
	}
	return c.open
}

func (c *Compare) OnToggle(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.open = !c.open
	})
}

func (c *Compare) Hint() string {
	if n := len(c.m.Compare.Lanes); n > 1 {
		return plural(n, "{0} scheme", "{0} schemes")
	}
	return T("schemes side by side, fork")
}

// CompareForm adds a scheme. Its template is compare-form.vugu.
type CompareForm struct {
	m *Model
	a Actions

	field string
	value map[string]string // by field
	fork  bool
	had   int    // lanes there were when the value was asked for that is still there in case it is refused; 0 = none is
	past  string // what was refused before the form was changed, and stands there no longer
	dirty bool

	offer    string // a value that fits and that no lane has,
	offerFor string // of this field, with these lanes,
	offerOf  scenario.Scenario
}

func newCompareForm(m *Model, a Actions) *CompareForm {
	return &CompareForm{m: m, a: a, field: "queuing", value: map[string]string{}}
}

func (c *CompareForm) touched() *bool { return &c.dirty }

func (c *CompareForm) Full() bool { return len(c.m.Compare.Lanes) >= link.MaxCompared }

// FieldGroup is a part of the menu of fields.
type FieldGroup struct {
	Name   string
	Fields []*scenario.Field
}

// FieldGroups are the fields that may differ, by the panel's groups.
func (c *CompareForm) FieldGroups() (out []FieldGroup) {
	for _, f := range scenario.Fields() {
		if link.Shared(f.Name) || f.Name == "at" || !f.Active(c.m.Scenario) {
			continue
		}
		if n := len(out); n == 0 || out[n-1].Name != f.Group {
			out = append(out, FieldGroup{Name: f.Group})
		}
		g := &out[len(out)-1]
		g.Fields = append(g.Fields, f)
	}
	return out
}

// Field is the one chosen.
func (c *CompareForm) Field() *scenario.Field {
	f := scenario.Lookup(c.field)
	if f == nil || !f.Active(c.m.Scenario) {
		f = scenario.Lookup("queuing")
	}
	return f
}

// Options are the values offered: those that no lane has yet come first chosen.
func (c *CompareForm) Options() []scenario.Option {
	f := c.Field()
	if f.Kind == scenario.Bool {
		return []scenario.Option{{Name: "true", Label: T("on")}, {Name: "false", Label: T("off")}}
	}
	return f.Suggestions()
}

func (c *CompareForm) IsMenu() bool { return len(c.Options()) > 0 }

// Value is the value chosen: at first one that fits and that no lane has.
func (c *CompareForm) Value() string {
	f := c.Field()
	if c.had > 0 && len(c.m.Compare.Lanes) > c.had { // it has come
		delete(c.value, f.Name)
		c.had = 0
	}
	if v, ok := c.value[f.Name]; ok && !c.taken(v) {
		return v
	}
	if !c.IsMenu() {
		return c.value[f.Name]
	}
	key := f.Name
	for _, l := range c.m.Compare.Lanes {
		key += "&" + l.Scenario.Get(f.Name)
	}
	if key != c.offerFor || !c.offerOf.Equal(c.m.Scenario) { // to find whether a value fits may take a while
		c.offer, c.offerFor, c.offerOf = c.Options()[0].Name, key, c.m.Scenario
		for _, o := range c.Options() {
			if s, err := c.m.Scenario.With(f.Name, o.Name); err == nil && !c.taken(o.Name) && s.Validate() == nil {
				c.offer = o.Name
				break
			}
		}
	}
	return c.offer
}

// taken says whether the lane shown in the panel has a value already.
func (c *CompareForm) taken(value string) bool {
	for _, l := range c.m.Compare.Lanes {
		if l.Scenario.Get(c.Field().Name) == value && c.IsMenu() {
			return true
		}
	}
	return false
}

func (c *CompareForm) OnField(e vugu.DOMEvent) {
	guard(c.m, func() { c.field, c.had, c.dirty, c.past = value(e), 0, true, c.m.Compare.Error })
}

func (c *CompareForm) OnValue(e vugu.DOMEvent) {
	guard(c.m, func() { c.value[c.Field().Name], c.had, c.past = value(e), 0, c.m.Compare.Error })
}

func (c *CompareForm) OnFrom(e vugu.DOMEvent) {
	guard(c.m, func() { c.fork, c.past = value(e) == "fork", c.m.Compare.Error })
}

func (c *CompareForm) Off() bool { return c.Full() || c.m.State == Loading || c.m.State == Failed }

func (c *CompareForm) OnAdd(vugu.DOMEvent) {
	guard(c.m, func() {
		f, v := c.Field().Name, c.Value()
		c.value[f], c.had, c.past = v, len(c.m.Compare.Lanes), ""
		if c.Field().Kind == scenario.Decimal { // with a comma, too, as beside the field itself
			v = Pointed(v)
		}
		c.a.AddLane(f, v, c.fork)
	})
}

func (c *CompareForm) OnKey(e vugu.DOMEvent) {
	guard(c.m, func() {
		if e.PropString("key") == "Enter" && !c.Off() {
			c.value[c.Field().Name] = value(e)
			c.OnAdd(e)
		}
	})
}

// Error is why what was asked for cannot be added, as long as the form says that.
func (c *CompareForm) Error() string {
	if c.m.Compare.Error == c.past {
		return ""
	}
	return c.m.Compare.Error
}

// Say tells what the fields of the panel are about.
func (c *CompareForm) Say() string {
	x := &c.m.Compare
	if !x.Comparing() || x.Selected >= len(x.Lanes) {
		return T("Run this scenario beside itself with something changed: same seed, same instant.")
	}
	return T("The panel's fields are those of {0}; network, traffic and seed are common to all.", x.Lanes[x.Selected].Title)
}

// CompareTable tells the schemes apart. Its template is compare-table.vugu.
type CompareTable struct {
	m *Model
	a Actions
}

func (c *CompareTable) Comparing() bool { return c.m.Compare.Comparing() }
func (c *CompareTable) Lanes() []Lane   { return c.m.Compare.Lanes }

func (c *CompareTable) OnChoose(i int) { guard(c.m, func() { c.a.ChooseLane(i) }) }
func (c *CompareTable) OnRemove(i int) { guard(c.m, func() { c.a.RemoveLane(i) }) }
func (c *CompareTable) OnLead(i int)   { guard(c.m, func() { c.a.LeadLane(i) }) }

func (c *CompareTable) Pressed(i int) string   { return strconv.FormatBool(i == c.m.Compare.Selected) }
func (c *CompareTable) LaneClass(i int) string { return "lane-" + strconv.Itoa(i+1) }

// traced says whether schemes play a trace.
func (c *CompareTable) traced() bool {
	return slices.ContainsFunc(c.m.Compare.Lanes, func(l Lane) bool { return l.Traced })
}

// Note says when traces that are compared are measured.
func (c *CompareTable) Note() string {
	if !c.Comparing() || !c.traced() {
		return ""
	}
	return T("All but the execution time is of the instant shown; congestree compare measures each scheme at its own end.")
}

// CompareCell is one number of the table.
type CompareCell struct {
	Text string
	Best bool
}

// CompareRow is one measure, or one field that differs.
type CompareRow struct {
	Name  string
	Hint  string
	Cells []CompareCell
}

// Rows are the fields that differ, then the measures, the best of each marked.
func (c *CompareTable) Rows() (rows []CompareRow) {
	lanes := c.m.Compare.Lanes
	if len(lanes) < 2 {
		return nil
	}
	all := make([]scenario.Scenario, len(lanes))
	for i, l := range lanes {
		all[i] = l.Scenario
	}
	for _, name := range link.Differing(all) {
		f := scenario.Lookup(name)
		row := CompareRow{Name: D(f.Label), Hint: D(f.Doc)}
		for _, s := range all {
			text := s.Get(name)
			switch {
			case !f.Active(s):
				text = none
			case name == "at": // see engine.AtField
				text = strings.NewReplacer("_", " ", "*", ", ").Replace(text)
			case f.Kind == scenario.Bool:
				text = onOff(text)
			case f.Kind == scenario.Choice: // as the schemes' titles have it
				text = link.ValueIn(f, text, T)
			}
			row.Cells = append(row.Cells, CompareCell{Text: text})
		}
		rows = append(rows, row)
	}
	hosts, hint := T("Hosts blocked"), T("Hosts whose injection a tree blocks")
	switch c.m.Compare.reach() {
	case observe.ReachHolds:
		hosts, hint = T("Hosts that hold back"), T("Hosts that must hold back what would cross a tree's root")
	case observe.ReachEither:
		hosts, hint = T("Hosts reached"), T("Hosts whose injection a tree blocks, or that must hold back what would cross its root")
	}
	type measure struct {
		name, hint string
		of         func(l *Lane) float64
		text       func(float64) string
		best       observe.Judgement
	}
	measures := []measure{
		{T("Accepted now"), T("Accepted load of the last moments"), func(l *Lane) float64 { return l.AcceptedNow }, percent, observe.Most},
		{T("Accepted"), T("Accepted load since the warm-up; until it is over, so far"), func(l *Lane) float64 { return l.Accepted }, percent, observe.Most},
		{T("Latency"), T("Mean latency since the warm-up, from generation to the last bit; until it is over, so far"), func(l *Lane) float64 { return l.LatencyNS }, duration, observe.Least},
		{T("In the network"), T("Mean latency since the warm-up, from injection (the first bit leaves the host) to the last bit; until it is over, so far"), func(l *Lane) float64 { return l.NetworkNS }, duration, observe.Least},
		{T("Latency p99"), T("99 % of the packets since the warm-up were faster; until it is over, of all so far"), func(l *Lane) float64 { return l.P99NS }, duration, observe.Least},
		{T("Fairness"), T("Jain’s index of what hosts have sent since the warm-up, 1 if all have sent as much; until it is over, so far"), func(l *Lane) float64 { return l.Fairness }, index, observe.Most},
		{T("Least host"), T("What the host that has sent least since the warm-up has sent, of its link’s bandwidth; until it is over, so far"), func(l *Lane) float64 { return l.LeastHost }, percent, observe.Most},
		{T("HoL blocked"), T("Share of the packets in the network that suffer HoL blocking: with VOQs only behind packets that take another VC; there victims tell of trees; not measured where queues are set aside"), func(l *Lane) float64 { return l.HoL }, percent, observe.Least},
		{T("Trees"), T("Congestion trees now"), func(l *Lane) float64 { return l.Trees }, whole, observe.Neither},
		{hosts, hint, func(l *Lane) float64 { return l.Hosts }, whole, observe.Least},
		{T("Victims"), T("Packets in the trees' buffers that will not cross their roots"), func(l *Lane) float64 { return l.Victims }, whole, observe.Least},
	}
	if c.traced() { // what traces are compared by
		measures = slices.Insert(measures, 0, measure{T("Execution time"), T("From the start of the trace’s program to its end"), func(l *Lane) float64 {
			if l.ExecutionNS < 0 { // it takes longer than one that has ended
				return math.Inf(1)
			}
			return l.ExecutionNS
		}, executed, observe.Least})
	}
	for _, x := range measures {
		row := CompareRow{Name: x.name, Hint: x.hint}
		readings := make([]observe.Reading, len(lanes))
		for i := range lanes {
			r := &readings[i]
			r.Value, r.Text = x.of(&lanes[i]), none
			if lanes[i].Known {
				r.Text = x.text(r.Value)
			}
			switch {
			case lanes[i].Deadlock || !lanes[i].Known:
				r.Of = observe.Apart
			case r.Text == none:
				r.Of = observe.Unmeasured
			}
		}
		for i, best := range x.best.Best(readings) {
			row.Cells = append(row.Cells, CompareCell{readings[i].Text, best})
		}
		rows = append(rows, row)
	}
	return rows
}

// executed writes how long a program has taken, as one that has not ended is read in the panel.
func executed(ns float64) string {
	if math.IsInf(ns, 1) {
		return T("running")
	}
	return duration(ns)
}

// index writes a fraction as it is; a negative one is not known.
func index(x float64) string {
	if x < 0 || math.IsNaN(x) {
		return none
	}
	return fixed(x, 3)
}

// whole writes a count; a negative one is not known.
func whole(x float64) string {
	if x < 0 || math.IsNaN(x) {
		return none
	}
	return count(uint64(x))
}

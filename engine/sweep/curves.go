package sweep

// A sweep that is drawn as curves: one field along the axis, one curve for each value of another, an
// average over seeds. The page fills it in, and its links hold it.

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// Bounds of a sweep in the page.
const (
	MaxRuns   = 512
	MaxCurves = 4
)

// patience is how long the page stands still while it looks at a form, which may be a link's. Tests have less.
var patience = 4 * time.Second

// Form is such a sweep as a person writes it. Every text may be wrong until Plan has accepted it.
type Form struct {
	X, XValues   string // field along the axis, and its values as in ParseAxis
	By, ByValues string // field of the curves, or Scheme and which (see SchemeAxis); "" is one curve
	Seeds        string // as values of seed; "" is the scenario's
	Warmup       string // µs; "" is the scenario's
	Until        string // µs; "" is Until's time
}

// Parts of a form that an error is about, beside the names of its members.
const (
	PartX      = "x"
	PartBy     = "by"
	PartSeeds  = "seeds"
	PartWarmup = "warmup"
	PartUntil  = "until"
	PartAll    = "all"
)

// PartError is a refusal, and what of the form it is about.
type PartError struct {
	Part string
	Err  error
}

func (e *PartError) Error() string { return e.Err.Error() }

// DefaultForm sweeps the load.
var DefaultForm = Form{X: "load", XValues: "0.1..1:0.1"}

// Options are the values of a field's menu, or the common ones of a text such as a network's name, that one of the scenarios at
// least can run with, or has: another network's routing would only be refused.
func Options(bases []scenario.Scenario, name string) (out []scenario.Option) {
	f := scenario.Lookup(name)
	if f == nil {
		return nil
	}
	list := f.Suggestions()
	if f.Kind == scenario.Bool {
		list = []scenario.Option{{Name: "false"}, {Name: "true"}}
	}
	for _, o := range list {
		if slices.ContainsFunc(bases, func(s scenario.Scenario) bool {
			with, err := s.With(name, o.Name)
			return s.Get(name) == o.Name || err == nil && with.Validate() == nil
		}) {
			out = append(out, o)
		}
	}
	return out
}

// Suggest returns values of a field worth sweeping, the scenario's own among them, at most so many. Of a menu it names
// those that the rest of the scenario can run with.
func Suggest(base scenario.Scenario, name string, most int) string {
	f := scenario.Lookup(name)
	if f == nil {
		return ""
	}
	own := base.Get(name)
	switch {
	case f.Name == "load" && most >= 10:
		return "0.1..1:0.1"
	case f.Kind == scenario.Bool:
		return "false,true"
	case f.Kind == scenario.Choice:
		list := []string{own}
		for _, o := range Options([]scenario.Scenario{base}, name) {
			if o.Name != own && len(list) < most {
				list = append(list, o.Name)
			}
		}
		return strings.Join(list, ",")
	}
	if strings.Contains(own, ",") {
		return own + ";"
	}
	return own
}

// Of says what is swept, as the title of its curves: network, routing, queuing and traffic, and what else of routing and
// switches differs from the defaults, as "adaptive" is many schemes. What varies is left out, and so is what the curves' labels say.
func (c *Curves) Of() string {
	of, most := []string{}, []string{"network", "routing", "queuing", "traffic"}
	differing := link.Differing(c.Compared)
	varies := func(field string) bool {
		return slices.Contains(differing, field) || slices.ContainsFunc(c.Axes, func(a Axis) bool { return a.Field == field })
	}
	for _, field := range most {
		if !varies(field) {
			of = append(of, c.Base.Get(field))
		}
	}
	some := c.some()
	for _, f := range c.chosen() {
		if !slices.Contains(most, f.Name) && !varies(f.Name) && !slices.Contains(some, f) {
			of = append(of, f.Name+"="+c.Base.Get(f.Name))
		}
	}
	return strings.Join(of, " · ")
}

// Signs number the looks of the curves from 0; a scheme's is its place in the comparison, so that it looks the same there.
func (c *Curves) Signs() []int {
	if c.schemes != nil {
		return c.schemes
	}
	out := make([]int, len(c.Names()))
	for i := range out {
		out[i] = i
	}
	return out
}

// chosen are the fields of routing and switches that have other values than their defaults.
func (c *Curves) chosen() (out []*scenario.Field) {
	for _, f := range scenario.Fields() {
		if (f.Group == "Routing" || f.Group == "Switch") && c.Base.Get(f.Name) != f.Default {
			out = append(out, f)
		}
	}
	return out
}

// some are those of them that matter to some of the curves only, as the trigger does to adaptive routing beside D-mod-K.
func (c *Curves) some() (out []*scenario.Field) {
	if c.by < 0 || c.Axes[c.by].Field == Scheme { // which say by themselves what they are
		return nil
	}
	for _, f := range c.chosen() {
		active := 0
		for i := range c.Axes[c.by].Values {
			if f.Active(c.Axes[c.by].on(c.Base, i)) {
				active++
			}
		}
		if active > 0 && active < len(c.Axes[c.by].Values) && !slices.ContainsFunc(c.Axes, func(a Axis) bool { return a.Field == f.Name }) {
			out = append(out, f)
		}
	}
	return out
}

// Labels are the names of the curves for people, in a language (see link.TitleIn): schemes have those of their comparison, and values of a
// menu what they would be called there, with what else matters to them alone: "Adaptive · 2TH — two thresholds".
func (c *Curves) Labels(say func(sentence string, args ...string) string) (out []string) {
	if c.by < 0 {
		return c.Names()
	}
	by, some := c.Axes[c.by], c.some()
	f := scenario.Lookup(by.Field)
	for i, v := range by.Values {
		switch {
		case f == nil:
			out = append(out, link.TitleIn(c.Compared, c.schemes[i], say))
			continue
		case f.Kind == scenario.Choice, f.Kind == scenario.Bool:
			v = link.ValueIn(f, v, say)
		}
		s := by.on(c.Base, i)
		for _, own := range some {
			if own.Active(s) {
				v += " · " + link.ValueIn(own, s.Get(own.Name), say)
			}
		}
		out = append(out, v)
	}
	return out
}

// Named are the labels of the curves where the name of their field does not stand beside them: numbers have it, and their unit.
func (c *Curves) Named(say func(sentence string, args ...string) string) []string {
	out := c.Labels(say)
	if c.by < 0 {
		return out
	}
	by := c.Axes[c.by]
	if f := scenario.Lookup(by.Field); f.IsNumber() {
		for i, v := range by.Values {
			out[i] = link.ValueIn(f, v, say) + strings.TrimPrefix(out[i], v) // with what else matters to it alone
		}
	}
	return out
}

// ParseForm reads a line such as "load=0.1..1:0.1;queuing=1q,vftree;seed=1..3;warmup=50;until=500us": the field along
// the axis first, then that of the curves; seeds or warm-ups with a curve each are by.seed=1..3, by.warmup=50,100, and schemes
// that are compared scheme=1,2. What it
// does not name is taken from the scenario.
func ParseForm(text string) (Form, error) {
	axes, until, err := SplitSpec(text)
	if err != nil {
		return Form{}, err
	}
	f, seen := Form{}, map[string]bool{}
	for _, a := range axes {
		name, values, ok := strings.Cut(a, "=")
		name, curves := strings.CutPrefix(name, curvesOf)
		switch {
		case ok && name == "until", seen[name] && (name == "seed" || name == "warmup"): // SplitSpec leaves a second until
			return Form{}, fmt.Errorf("%s: is given twice; give it once", name)
		case !ok || scenario.Lookup(name) == nil && (name != Scheme || f.X == ""):
			_, err := ParseAxis(a)
			return Form{}, err
		case curves && f.X != "" && f.By == "":
			f.By, f.ByValues = name, values
		case curves:
			return Form{}, fmt.Errorf("%s: allowed after the swept field, once", curvesOf+name)
		case f.X == "":
			f.X, f.XValues = name, values
		case name == "seed":
			f.Seeds = values
		case name == "warmup":
			f.Warmup = values
		case f.By == "":
			f.By, f.ByValues = name, values
		default:
			return Form{}, fmt.Errorf("%s: allowed are one swept field, one field of curves, seed, warmup and until", name)
		}
		seen[name] = true
	}
	if until != "" {
		ps, err := ParseTime(until)
		if err != nil {
			return Form{}, fmt.Errorf("until: %w", err)
		}
		f.Until = Micros(ps)
	}
	return f, nil
}

// curvesOf marks the field of curves where it would be taken for something else.
const curvesOf = "by."

// Fields are those that the form gives values of.
func (f Form) Fields() (names []string) {
	for _, part := range [...][2]string{{f.X, f.XValues}, {f.By, f.ByValues}, {"seed", f.Seeds}, {"warmup", f.Warmup}} {
		if part[0] != "" && part[1] != "" {
			names = append(names, part[0])
		}
	}
	return
}

// Micros writes a time in µs.
func Micros(ps int64) string {
	text := fmt.Sprintf("%d.%06d", ps/engine.Microsecond, ps%engine.Microsecond)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Spec is the line that ParseForm reads into this form, if Plan accepts it.
func (f Form) Spec() string {
	parts := []string{f.X + "=" + f.XValues}
	switch f.By {
	case "":
	case "seed", "warmup":
		parts = append(parts, curvesOf+f.By+"="+f.ByValues)
	default:
		parts = append(parts, f.By+"="+f.ByValues)
	}
	if f.X != "seed" && f.By != "seed" && f.Seeds != "" {
		parts = append(parts, "seed="+f.Seeds)
	}
	if f.X != "warmup" && f.By != "warmup" && f.Warmup != "" {
		parts = append(parts, "warmup="+f.Warmup)
	}
	if until := strings.TrimSpace(f.Until); until != "" {
		parts = append(parts, "until="+until+"us")
	}
	return strings.Join(parts, ";")
}

// Curves is a checked form: what is to be run, and how it is drawn.
type Curves struct {
	*Plan
	Form     Form
	Base     scenario.Scenario   // of the first point
	Compared []scenario.Scenario // the comparison whose schemes have the curves; nil if a field has them
	Axes     []Axis              // the field along the axis, that of the curves if there is one, the seeds if there are several
	Given    bool                // the time at which runs end was said
	page     bool                // it is the page that runs and draws them: within its bounds
	by       int                 // axis of the curves, -1 = none
	schemes  []int               // which of those compared have curves
	opened   map[int]string      // links of points that have been drawn
}

// Link is what --link gives to the command line for the same plan, and the page for the same form: the scenario or the comparison.
func (c *Curves) Link() string {
	if c.Compared != nil {
		return link.OfAll(c.Compared)
	}
	return link.Of(c.Base)
}

// Command is the same sweep on the command line.
func (c *Curves) Command() string {
	text := "congestree sweep --link '" + c.Link() + "'"
	for _, a := range c.Axes {
		separator := ","
		for _, v := range a.Values {
			if strings.Contains(v, ",") {
				separator = ";"
			}
		}
		values := strings.Join(a.Values, separator)
		switch {
		case a.Field == c.Form.X:
			values = c.Form.XValues
		case a.Field == c.Form.By:
			values = c.Form.ByValues
		}
		text += " --over '" + a.Field + "=" + strings.TrimSpace(values) + "'"
	}
	if c.Given {
		text += " --until " + strings.TrimSpace(c.Form.Until) + "us"
	}
	return text + " --out sweep.jsonl"
}

// Plan checks a form for the page, or returns a *PartError. Schemes that have curves are those of compared, and base does not matter then.
func (f Form) Plan(base scenario.Scenario, compared ...scenario.Scenario) (*Curves, error) {
	return f.plan(true, base, compared)
}

// PlanAlone is Plan without the page and its bounds, for the command line: it is the same plan, but may have more runs and curves, and take its time.
func (f Form) PlanAlone(base scenario.Scenario, compared ...scenario.Scenario) (*Curves, error) {
	return f.plan(false, base, compared)
}

func (f Form) plan(page bool, base scenario.Scenario, compared []scenario.Scenario) (*Curves, error) {
	c := &Curves{Form: f, Base: base, by: -1, page: page}
	if n := len(f.Spec()); n > MaxSpec { // no link would hold it, nor what is kept of it for a reload
		return nil, &PartError{PartAll, fmt.Errorf(longSpec, n, MaxSpec)}
	}
	if f.By == Scheme {
		c.Compared = slices.Clone(compared)
	}
	for _, step := range []func(Form) error{c.sweepField, c.sweepBy, c.sweepSeeds, c.setWarmup} {
		if err := step(f); err != nil {
			return nil, err
		}
	}
	until, err := c.until(f.Until)
	if err != nil {
		return nil, &PartError{PartUntil, err}
	}
	if n := Count(c.Axes); page && n > MaxRuns {
		return nil, &PartError{PartAll, fmt.Errorf("%d runs; a sweep in the page has at most %d: sweep fewer values, or use the command line (congestree sweep)", n, MaxRuns)}
	}
	wait := time.Duration(0)
	if page {
		wait = patience
	}
	if c.Plan, err = newPlan(c.Base, c.Axes, until, wait); err != nil {
		return nil, &PartError{PartAll, err}
	}
	c.Base, _ = c.Point(0)
	return c, nil
}

// manyRuns and manyCurves refuse more values than the page has runs or curves; of more than MaxPoints nobody counts how many.
func manyRuns(n int) error {
	if n > MaxPoints {
		return fmt.Errorf("more than %d values; a sweep in the page has at most %d runs", MaxPoints, MaxRuns)
	}
	return fmt.Errorf("%d values; a sweep in the page has at most %d runs, one on the command line more (congestree sweep)", n, MaxRuns)
}

func manyCurves(n int) error {
	if n > MaxPoints {
		return fmt.Errorf("more than %d values; allowed: up to %d curves", MaxPoints, MaxCurves)
	}
	return fmt.Errorf("%d values; allowed: up to %d curves", n, MaxCurves)
}

// sweepField adds the axis.
func (c *Curves) sweepField(f Form) error { return c.axis(PartX, f.X, f.XValues, MaxRuns, manyRuns) }

// sweepBy adds the field of the curves, if there is one.
func (c *Curves) sweepBy(f Form) error {
	if f.By == "" {
		return nil
	}
	if f.By == f.X {
		return &PartError{PartBy, fmt.Errorf("%s is swept along the axis already: choose another field for the curves", f.By)}
	}
	c.by = 1
	if f.By == Scheme {
		return c.sweepSchemes(f.ByValues)
	}
	return c.axis(PartBy, f.By, f.ByValues, MaxCurves, manyCurves)
}

// sweepSchemes adds schemes of the comparison.
func (c *Curves) sweepSchemes(numbers string) (err error) {
	if strings.TrimSpace(numbers) == "" {
		return &PartError{PartBy, errors.New("choose the schemes that have a curve")}
	}
	if c.schemes, err = SchemeNumbers(len(c.Compared), numbers); err != nil {
		return &PartError{PartBy, err}
	}
	a, first, err := SchemeAxis(c.Compared, numbers)
	if err != nil {
		return &PartError{PartBy, err}
	}
	c.Base, c.Axes = first, append(c.Axes, a)
	if err := apart(c.Axes); err != nil {
		return &PartError{PartX, err}
	}
	return nil
}

// sweepSeeds adds the seeds, or sets the only one.
func (c *Curves) sweepSeeds(f Form) error {
	if f.X == "seed" || f.By == "seed" || strings.TrimSpace(f.Seeds) == "" {
		return nil
	}
	if err := c.axis(PartSeeds, "seed", f.Seeds, MaxRuns, manyRuns); err != nil {
		return err
	}
	last := len(c.Axes) - 1
	if len(c.Axes[last].Values) > 1 {
		return nil
	}
	seed := c.Axes[last].Values[0]
	c.Axes = c.Axes[:last]
	return c.set(PartSeeds, "seed", seed)
}

// setWarmup sets the warm-up, unless it is swept.
func (c *Curves) setWarmup(f Form) error {
	if f.X == "warmup" || f.By == "warmup" || strings.TrimSpace(f.Warmup) == "" {
		return nil
	}
	return c.set(PartWarmup, "warmup", strings.TrimSpace(f.Warmup))
}

// axis adds one, in the page of at most so many values; many refuses more.
func (c *Curves) axis(part, name, values string, most int, many func(n int) error) error {
	if strings.TrimSpace(values) == "" {
		return &PartError{part, fmt.Errorf("write values of %s: a list, or for numbers first..last:step", name)}
	}
	a, err := ParseAxis(name + "=" + strings.TrimSpace(values))
	switch {
	case !c.page:
	case errors.As(err, new(beyond)): // which names the bound of the command line
		err = many(MaxPoints + 1)
	case err == nil && len(a.Values) > most:
		err = many(len(a.Values))
	}
	if err != nil {
		return &PartError{part, err}
	}
	c.Axes = append(c.Axes, a)
	return nil
}

// set gives a field the same value in all runs.
func (c *Curves) set(part, name, value string) error {
	s, err := c.Base.With(name, value)
	if err != nil {
		return &PartError{part, err}
	}
	c.Base = s
	for i := range c.Compared {
		c.Compared[i] = c.Compared[i].Must(name, value)
	}
	return nil
}

// until is when runs end, ps: a text in µs, or what is usual.
func (c *Curves) until(text string) (ps int64, err error) {
	if text = strings.TrimSpace(text); text == "" {
		return Until(c.Base, c.Axes)
	}
	c.Given = true
	if ps, err = ParseTime(text + "us"); err != nil {
		return 0, fmt.Errorf("%s is no time; allowed: 0.000001–1000000000 µs", scenario.Clip(text))
	}
	return ps, nil
}

// By is the axis of the curves, -1 if there is only one.
func (c *Curves) By() int { return c.by }

// Place says where a point is drawn: which value along the axis, on which curve.
func (c *Curves) Place(point int) (x, curve int) {
	d := c.digits(point)
	if c.by >= 0 {
		curve = d[c.by]
	}
	return d[0], curve
}

// Names are the values of the curves' field, or the names of schemes in English; one empty name if there is only one curve.
func (c *Curves) Names() []string {
	if c.by < 0 {
		return []string{""}
	}
	return c.Axes[c.by].Values
}

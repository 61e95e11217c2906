package ui

// One field of the scenario: its control, its unit, its explanation and its refusal. What kind
// of control it is follows from the schema alone.

import (
	"github.com/congestree/congestree/ui/lang"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/congestree/congestree/engine/routing"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"
)

// How long a typed text rests before it is tried: shortly if it could be meant, longer if it
// looks unfinished.
const (
	waitValid   = 400 * time.Millisecond
	waitInvalid = 1000 * time.Millisecond
	waitStep    = 150 * time.Millisecond
)

// other is the menu entry that reveals the text input of a Text field; no value looks like it.
const other = "…"

// Field shows one field. Its template is field.vugu.
type Field struct {
	m *Model
	a Actions
	f *scenario.Field

	draft  string // text being typed
	typing bool
	left   bool   // the draft is meant as it stands: chosen, or left with Enter
	base   string // value of the field when draft was typed
	custom bool   // "Other…" is chosen
	dirty  bool
	wait   later
}

func (c *Field) touched() *bool { return &c.dirty }

func (c *Field) Active() bool   { return c.f.Active(c.m.Scenario) }
func (c *Field) Value() string  { return c.m.Scenario.Get(c.f.Name) }
func (c *Field) Error() string  { return c.m.FieldErrors[c.f.Name] }
func (c *Field) Invalid() bool  { return c.Error() != "" }
func (c *Field) Changed() bool  { return c.Value() != c.f.Default }
func (c *Field) IsBool() bool   { return c.f.Kind == scenario.Bool }
func (c *Field) IsMenu() bool   { return len(c.f.Suggestions()) > 0 && !c.IsBool() }
func (c *Field) IsNumber() bool { return c.f.IsNumber() }
func (c *Field) IsLine() bool   { return !c.IsBool() && !c.IsMenu() }
func (c *Field) HasCustom() bool {
	return c.f.Kind == scenario.Text && c.IsMenu()
}

// Class names the row for the style sheet. A field that is named as its group needs no label
// of its own for the eye.
func (c *Field) Class() string {
	s := "field"
	if c.f.Label == c.f.Group {
		s += " solo"
	}
	if c.Changed() {
		s += " changed"
	}
	if c.Invalid() {
		s += " invalid"
	}
	return s
}

// Text is what a control shows: what is being typed or was chosen, until there is an answer to
// it; what was refused; or the value.
func (c *Field) Text() string {
	refused, ok := c.m.FieldTexts[c.f.Name]
	ok = ok && c.Invalid()
	if c.typing {
		now, mean := c.Value(), c.canonical(c.draft)
		answered := c.left && (now == mean || ok && refused == c.draft)
		if !answered && (now == c.base || now == mean) {
			return c.draft
		}
		c.typing = false // answered, or the value has changed from elsewhere
	}
	if ok {
		return refused
	}
	return c.Value()
}

func (c *Field) canonical(text string) string {
	v, err := c.f.Canonical(c.pointed(text))
	if err != nil {
		return ""
	}
	return v
}

// pointed is a typed text, with a point in a number that has a comma.
func (c *Field) pointed(text string) string {
	if c.f.Kind == scenario.Decimal {
		return Pointed(text)
	}
	return text
}

// Pointed is a number without blanks around it, and with a point where it has a comma: the keys for numbers of a telephone have no point in
// some languages. "1,000" stays so, and is refused, since it may be a thousand.
func Pointed(text string) string {
	text = strings.TrimSpace(text)
	whole, part, ok := strings.Cut(text, ",")
	if !ok || strings.ContainsAny(part, ",.") || len(part) == 3 && whole != "0" {
		return text
	}
	return whole + "." + part
}

// Chosen is the option that a menu shows.
func (c *Field) Chosen() string {
	text := c.Text()
	switch {
	case c.custom && c.suggested(c.Value()):
		return other
	case c.f.Kind == scenario.Choice || c.suggested(text):
		return text
	}
	return c.Value()
}

func (c *Field) suggested(value string) bool {
	for _, o := range c.f.Suggestions() {
		if o.Name == value {
			return true
		}
	}
	return false
}

// CustomOpen says whether the text input of a Text field is in use.
func (c *Field) CustomOpen() bool { return c.HasCustom() && (c.custom || !c.suggested(c.Value())) }

// Options are the entries of the menu; the value is always among them.
func (c *Field) Options() []scenario.Option {
	list := c.f.Suggestions()
	if c.f.Kind != scenario.Text {
		return list
	}
	out := append([]scenario.Option(nil), list...)
	if !c.suggested(c.Value()) {
		out = append(out, scenario.Option{Name: c.Value(), Label: c.Value()})
	}
	return append(out, scenario.Option{Name: other, Label: lang.Say("Other…")})
}

// OptionText is what the menu calls an option: a routing that the network cannot have is marked, and can be chosen all the same, as only then
// its reason is there for everybody.
func (c *Field) OptionText(o scenario.Option) string {
	if c.misfit(o) != nil {
		return T("{0} — not on this network", D(o.Label))
	}
	return D(o.Label)
}

// OptionWhy is that reason, or nil.
func (c *Field) OptionWhy(o scenario.Option) any {
	if err := c.misfit(o); err != nil {
		return lang.Refusal(err.Error())
	}
	return nil
}

// misfit says why a routing is for other networks than the one that is shown.
func (c *Field) misfit(o scenario.Option) error {
	if c.f.Name != "routing" || c.m.Net == nil {
		return nil
	}
	return routing.Fits(o.Name, c.m.Net)
}

func (c *Field) ID() string       { return id("f", c.f.Name) }
func (c *Field) CustomID() string { return id("f", c.f.Name) + "-custom" }
func (c *Field) DocID() string    { return id("doc", c.f.Name) }
func (c *Field) UnitID() string   { return id("unit", c.f.Name) }
func (c *Field) ErrorID() string  { return id("err", c.f.Name) }

// Described lists what explains the control to a screen reader, the refusal first.
func (c *Field) Described() string {
	var ids []string
	if c.Invalid() {
		ids = append(ids, c.ErrorID())
	}
	if c.f.Unit != "" {
		ids = append(ids, c.UnitID())
	}
	if c.HasFacts() {
		ids = append(ids, c.FactsID())
	}
	return strings.Join(append(ids, c.DocID()), " ")
}

// HasFacts says whether there is more to say of the value than the value itself.
func (c *Field) HasFacts() bool {
	switch {
	case c.m.Net == nil || !c.Active():
		return false
	case c.f.Name == "stages":
		return c.mostUp() == 0
	case c.f.Name == "delta":
		most := c.mostUp()
		return most > 0 && c.m.Scenario.Int("delta") >= int64(most)
	}
	return c.f.Name == "network"
}

// mostUp is how many up ports a switch has at most, of the stages at which packets may adapt.
func (c *Field) mostUp() (most int) {
	n := c.m.Net
	only := map[string]uint8{"FS": 1, "SS": 2}[c.m.Scenario.Get("stages")]
	for sw := range n.Switches {
		first, up := sw*n.Radix, 0
		if only != 0 && n.Stage[sw] != only || sw > 0 && n.Stage[sw] == n.Stage[sw-1] { // which has as many
			continue
		}
		for p := first; p < first+n.Radix; p++ {
			if n.IsUp(p) && n.Peer[p] >= 0 {
				up++
			}
		}
		most = max(most, up)
	}
	return most
}

// Facts is what the value comes to, where that is not to be seen from it: of what the network is built, or that a restriction leaves adaptive
// routing no port to choose.
func (c *Field) Facts() string {
	fixed := link.ValueIn(scenario.Lookup("routing"), routing.For(c.m.Net)[0], T)
	switch c.f.Name {
	case "stages":
		return T("No switch there has up ports in this network, so that packets go as with {0}.", fixed)
	case "delta":
		return T("Switches have {0} up ports here: the next candidate would be beyond them, so that packets go as with {1}.", strconv.Itoa(c.mostUp()), fixed)
	}
	n := c.m.Net
	links := count(uint64(n.Links())) // which goes through all ports
	s := T("{0} switches of {1} ports, {2} links", count(uint64(n.Switches)), strconv.Itoa(n.Radix), links)
	if n.Switches == 1 {
		s = T("1 switch of {0} ports, {1} links", strconv.Itoa(n.Radix), links)
	}
	if !c.suggested(c.Value()) { // whose names say it
		s = T("{0} hosts", count(uint64(n.Hosts))) + ", " + s
	}
	return s
}

func (c *Field) FactsID() string { return id("facts", c.f.Name) }

// AriaInvalid is the attribute's value.
func (c *Field) AriaInvalid() string { return strconv.FormatBool(c.Invalid()) }

// Doc is the field's line of explanation, and that of the option chosen or of the grammar that is being written.
func (c *Field) Doc() string {
	s := D(c.f.Doc)
	if m := c.f.Family(c.Text()); m != nil {
		s += " " + D(m.Doc)
		if strings.HasPrefix(m.Source, "[") { // a paper's place is the same in every language
			s += " " + m.Source
		}
	}
	for _, o := range c.f.Suggestions() {
		if o.Name == c.Chosen() && o.Doc != "" {
			s += " " + D(o.Label) + ": " + D(o.Doc)
			if o.Source != "" {
				s += " " + o.Source
			}
		}
	}
	return s
}

// Patterns says how to write a value, one grammar a line.
func (c *Field) Patterns() string { return strings.Join(patternsOf(c.f), "\n") }

func patternsOf(f *scenario.Field) (list []string) {
	for _, m := range f.Families {
		list = append(list, D(m.Pattern))
	}
	return
}

// rangeOf is a field's range with the unit, or its grammars, in the reader's language.
func rangeOf(f *scenario.Field) string {
	if f.Kind == scenario.Text {
		return strings.Join(patternsOf(f), ", ")
	}
	text, ok := strings.CutSuffix(f.Range(), " "+f.Unit)
	if ok {
		text += " " + D(f.Unit)
	}
	return text
}

// Allowed is the second line: range or grammar, and default.
func (c *Field) Allowed() string {
	s := T("Default {0}", c.standard())
	switch c.f.Kind {
	case scenario.Int, scenario.Decimal, scenario.Text:
		s = rangeOf(c.f) + ". " + s
	}
	return s
}

// InputMode tells a phone which keyboard to show.
func (c *Field) InputMode() string {
	switch c.f.Kind {
	case scenario.Int:
		return "numeric"
	case scenario.Decimal:
		return "decimal"
	}
	return "text"
}

// Role, Low, High and Now make a number input a spin button for assistive technology.
func (c *Field) Role() any {
	if c.IsNumber() {
		return "spinbutton"
	}
	return nil
}

func (c *Field) Low() any  { return c.bound(c.f.Min) }
func (c *Field) High() any { return c.bound(c.f.Max) }

func (c *Field) bound(n int64) any {
	switch c.f.Kind {
	case scenario.Int:
		return strconv.FormatInt(n, 10)
	case scenario.Decimal:
		return trimFloat(float64(n) / scenario.Micro)
	}
	return nil
}

func (c *Field) Now() any {
	if v := c.canonical(c.Text()); c.IsNumber() && v != "" {
		return v
	}
	return nil
}

// ResetLabel names the button that goes back to the default.
func (c *Field) ResetLabel() string { return T("Reset {0} to {1}", D(c.f.Label), c.standard()) }

// standard is the default as people read it.
func (c *Field) standard() string {
	switch c.f.Kind {
	case scenario.Bool:
		return onOff(c.f.Default)
	case scenario.Choice:
		for _, o := range c.f.Options {
			if o.Name == c.f.Default {
				return D(o.Label)
			}
		}
	case scenario.Text:
		for _, o := range c.f.Suggestions() {
			if o.Name == c.f.Default {
				short, _, _ := strings.Cut(D(o.Label), " — ")
				return short
			}
		}
	}
	return c.f.Default
}

// onOff is the value of a Bool as people read it.
func onOff(value string) string {
	if value == "true" {
		return T("on")
	}
	return T("off")
}

func trimFloat(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// step returns a number field's text moved by n steps, within the range: whole numbers by 1,
// decimals by 1, or by 0.05 where the whole range is small.
func step(f *scenario.Field, text string, n float64) string {
	lo, hi, by := float64(f.Min), float64(f.Max), 1.0
	if f.Kind == scenario.Decimal {
		lo, hi = lo/scenario.Micro, hi/scenario.Micro
		if hi <= 10 {
			by = 0.05
		}
	}
	v, err := strconv.ParseFloat(Pointed(text), 64)
	if err != nil {
		v, _ = strconv.ParseFloat(f.Default, 64)
	}
	v = math.Min(math.Max(v+n*by, lo), hi)
	return trimFloat(math.Round(v*scenario.Micro) / scenario.Micro)
}

// set tries a value at once. The answer may come later: see Text.
func (c *Field) set(text string) {
	c.wait.stop()
	c.a.SetField(c.f.Name, c.pointed(text))
}

// choose sets a value that is meant as it stands.
func (c *Field) choose(value string) {
	c.write(value)
	c.left = true
	c.set(value)
}

// try sets a typed text unless it is already the value.
func (c *Field) try(text string) {
	if !c.Invalid() && c.canonical(text) == c.Value() {
		c.wait.stop()
		return
	}
	c.set(text)
}

// rested tries a typed text that has rested, unless the value has changed from elsewhere meanwhile.
func (c *Field) rested(text string) {
	if c.Text(); c.typing {
		c.try(text)
	}
}

func (c *Field) OnSelect(e vugu.DOMEvent) {
	c.handle(func() {
		switch v := value(e); v {
		case other:
			c.custom = true
			focusLater(c.CustomID())
		case "":
		default:
			c.custom = false
			c.choose(v)
		}
	})
}

func (c *Field) OnCheck(e vugu.DOMEvent) {
	c.handle(func() { c.choose(strconv.FormatBool(e.PropBool("target", "checked"))) })
}

func (c *Field) OnInput(e vugu.DOMEvent) {
	c.handle(func() {
		c.write(value(e))
		wait := waitInvalid
		if c.canonical(c.draft) != "" {
			wait = waitValid
		}
		text := c.draft
		c.wait.start(e.EventEnv(), wait, func() { c.handle(func() { c.rested(text) }) })
	})
}

// OnChange is Enter, or leaving the input after typing.
func (c *Field) OnChange(e vugu.DOMEvent) {
	c.handle(func() {
		c.leave(value(e))
	})
}

func (c *Field) leave(text string) {
	if !c.typing || c.draft != text {
		c.write(text)
	}
	c.left = true
	c.try(text)
}

func (c *Field) write(text string) {
	c.draft, c.typing, c.left, c.base = text, true, false, c.Value()
}

func (c *Field) OnKey(e vugu.DOMEvent) {
	c.handle(func() {
		n := 0.0
		switch e.PropString("key") {
		case "ArrowUp":
			n = 1
		case "ArrowDown":
			n = -1
		case "PageUp":
			n = 10
		case "PageDown":
			n = -10
		case "Enter":
			c.leave(value(e))
			return
		case "Escape":
			c.wait.stop()
			c.typing, c.custom = false, false
			if c.Invalid() {
				c.a.SetField(c.f.Name, c.Value())
			}
			return
		}
		if n == 0 || !c.IsNumber() {
			return
		}
		e.PreventDefault()
		if e.PropBool("shiftKey") {
			n *= 10
		}
		text := step(c.f, value(e), n)
		c.write(text)
		c.wait.start(e.EventEnv(), waitStep, func() { c.handle(func() { c.rested(text) }) })
	})
}

func (c *Field) OnReset(vugu.DOMEvent) {
	c.handle(func() {
		c.custom = false
		c.choose(c.f.Default)
	})
}

func (c *Field) handle(f func()) {
	c.dirty = true
	guard(c.m, f)
}

// focusLater focuses an element after the render that is about to come.
func focusLater(id string) {
	if !js.Global().Truthy() {
		return
	}
	time.AfterFunc(50*time.Millisecond, func() {
		if el := js.Global().Get("document").Call("getElementById", id); el.Truthy() {
			el.Call("focus")
			el.Call("select")
		}
	})
}

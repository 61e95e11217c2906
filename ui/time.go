package ui

// Time beside play and pause: the size of a step, running until something happens, and a window played over
// and over.

import (
	"github.com/congestree/congestree/ui/lang"
	"math"
	"strconv"

	"github.com/vugu/vugu"
)

// Units of a step (Model.Step, Actions.SetStep).
const (
	ByEvent     = "event"
	ByDelivery  = "delivery"
	ByPacket    = "packet"
	ByMicro     = "us"
	ByTenMicros = "10us"
)

// What a run can go on until (Actions.RunUntil).
const (
	UntilTree  = "tree"  // a congestion tree is born
	UntilBelow = "below" // the accepted load falls below a value, %
	UntilTime  = "time"  // a simulated time, µs
)

type choice struct{ name, label string }

var (
	units = []choice{{ByEvent, lang.Say("one event")}, {ByDelivery, lang.Say("one packet delivered")}, {ByPacket, lang.Say("one packet time")}, {ByMicro, lang.Say("1 µs")}, {ByTenMicros, lang.Say("10 µs")}}
	goals = []choice{{UntilTree, lang.Say("a congestion tree forms")}, {UntilBelow, lang.Say("accepted load falls below")}, {UntilTime, lang.Say("a simulated time")}}
)

// Time is a section of the panel. Its template is time.vugu.
type Time struct {
	m        *Model
	a        Actions
	open     bool
	goal     string
	asked    string            // the goal that was asked for last
	value    map[string]string // by goal
	from, to string            // typed, while there is no loop, or while it makes no window:
	refused  [2]int64          // then what loops meanwhile, ps
	wrong    bool              // what is typed makes no window, and was to be looped
	dirty    bool              // the switch stands otherwise than the model
}

func (c *Time) touched() *bool { return &c.dirty }

func newTime(m *Model, a Actions) *Time {
	return &Time{m: m, a: a, goal: UntilTree, value: map[string]string{UntilBelow: "50", UntilTime: "100"}}
}

// UnitLabel names a unit of a step.
func UnitLabel(unit string) string {
	for _, u := range units {
		if u.name == unit {
			return D(u.label)
		}
	}
	return T("one packet time")
}

func (c *Time) Unit() string { return UnitLabel(c.m.Step) }

func (c *Time) Off() bool { return c.m.State == Loading || c.m.State == Failed }

// Hint says what the folded section hides.
func (c *Time) Hint() string {
	switch {
	case c.m.Aiming:
		return T("on its way")
	case c.Looping():
		return T("looping {0}", micros(c.m.LoopFrom)+"–"+micros(c.m.LoopTo)+space+"µs")
	}
	return T("steps, run until, loop")
}

func (c *Time) Valued() bool { return c.goal != UntilTree }

func (c *Time) ValueLabel() string {
	if c.goal == UntilTime {
		return T("Time")
	}
	return T("Load")
}

func (c *Time) ValueUnit() string {
	if c.goal == UntilTime {
		return "µs"
	}
	return "%"
}

func (c *Time) GoLabel() string {
	for _, g := range goals {
		if g.name == c.goal {
			s := T("Go: run until {0}", D(g.label))
			if c.Valued() {
				s += " " + c.value[c.goal] + " " + c.ValueUnit()
			}
			return s
		}
	}
	return T("Go")
}

// Error is what is wrong with the value of the goal that is chosen; that of another one is not shown.
func (c *Time) Error() string {
	if c.goal != c.asked {
		return ""
	}
	return c.m.UntilError
}

func (c *Time) Invalid() string { return strconv.FormatBool(c.Error() != "") }

func (c *Time) Looping() bool { return c.m.LoopTo > 0 }

// micros writes a time (ps) as the number of µs, exactly.
func micros(ps int64) string { return strconv.FormatFloat(float64(ps)/1e6, 'f', -1, 64) }

// Refused says whether what was typed over the loop's window makes none, so that it stays what it was.
func (c *Time) Refused() bool {
	return !c.Looping() && c.wrong || c.Looping() && c.refused == [2]int64{c.m.LoopFrom, c.m.LoopTo}
}

func (c *Time) LoopInvalid() string { return strconv.FormatBool(c.Refused()) }

func (c *Time) From() string {
	if c.Looping() && !c.Refused() {
		return micros(c.m.LoopFrom)
	}
	return c.from
}

func (c *Time) To() string {
	if c.Looping() && !c.Refused() {
		return micros(c.m.LoopTo)
	}
	return c.to
}

func (c *Time) OnToggle(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.open = !c.open
	})
}

func (c *Time) OnUnit(e vugu.DOMEvent) { guard(c.m, func() { c.a.SetStep(value(e)) }) }
func (c *Time) OnStep(vugu.DOMEvent)   { guard(c.m, c.a.Step) }
func (c *Time) OnBack(vugu.DOMEvent)   { guard(c.m, c.a.StepBack) }
func (c *Time) OnProof(e vugu.DOMEvent) {
	guard(c.m, func() { c.a.SetProof(e.PropBool("target", "checked")) })
}
func (c *Time) OnGoal(e vugu.DOMEvent) { guard(c.m, func() { c.goal = value(e) }) }
func (c *Time) OnValue(e vugu.DOMEvent) {
	guard(c.m, func() { c.value[c.goal] = value(e) })
}
func (c *Time) OnGo(vugu.DOMEvent) { guard(c.m, c.ask) }

func (c *Time) ask() {
	c.asked = c.goal
	c.a.RunUntil(c.goal, c.value[c.goal])
}

func (c *Time) OnKey(e vugu.DOMEvent) {
	guard(c.m, func() {
		if e.PropString("key") == "Enter" {
			c.value[c.goal] = value(e)
			c.ask()
		}
	})
}

// ps reads a number of µs; -1 if it is none.
func ps(text string) int64 {
	v, err := strconv.ParseFloat(Pointed(text), 64)
	if err != nil || !(v >= 0 && v <= 1e9) {
		return -1
	}
	return int64(math.Round(v * 1e6))
}

// window takes what was typed over. What is no window waits until it is one; so does, without a loop, any.
func (c *Time) window(from, to string) {
	on := c.Looping()
	c.from, c.to, c.wrong = from, to, false
	if a, b := ps(from), ps(to); on && a >= 0 && b > a {
		c.refused = [2]int64{}
		c.a.Loop(true, a, b)
	} else if on {
		c.refused = [2]int64{c.m.LoopFrom, c.m.LoopTo}
	}
}

func (c *Time) OnFrom(e vugu.DOMEvent) { guard(c.m, func() { c.window(value(e), c.To()) }) }
func (c *Time) OnTo(e vugu.DOMEvent)   { guard(c.m, func() { c.window(c.From(), value(e)) }) }

// OnLoop begins with what stands in the fields; if nothing does, with a window of the page's choice.
func (c *Time) OnLoop(e vugu.DOMEvent) {
	guard(c.m, func() {
		if !e.PropBool("target", "checked") {
			c.from, c.to = c.From(), c.To()
			c.refused = [2]int64{}
			c.a.Loop(false, 0, 0)
			return
		}
		a, b := ps(c.from), ps(c.to)
		switch typed := c.from != "" || c.to != ""; {
		case typed && (a < 0 || b <= a):
			c.wrong, c.dirty = true, true
			return
		case !typed:
			a, b = 0, 0
		}
		c.wrong = false
		c.a.Loop(true, a, b)
	})
}

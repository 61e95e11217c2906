package tours

// What a step measures: names that claims and captions may use, and how people write the numbers.

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/ui/lang"
)

// Facts are a run at one instant.
type Facts struct {
	Net    *topology.Network
	Frame  *observe.Frame
	Points []observe.Point // of the course; those after the instant do not count
	Before []Kept          // what the earlier steps of the tour measured, the first step first
	Coming bool            // the step's instant is still to come, and with it what there is not yet
	Event  bool            // the step tells of what ends it ("until"), so that nothing of it is true before
}

// Kept is what a step measured: a line of measured.json.
type Kept struct {
	AtPS     int64              `json:"at_ps"`
	Checksum string             `json:"checksum"` // of the whole state, 16 hex digits
	Values   map[string]float64 `json:"values"`
}

type kind uint8

const (
	share kind = iota // 0–1, written in percent
	count
	nanos
)

// metrics are the names, with the way they are written. Those with a past can be asked for at an earlier time (name@µs).
var metrics = map[string]struct {
	kind kind
	past bool
}{
	"accepted": {share, true}, "offered": {share, true}, "trapped": {share, true}, "low": {share, true}, "high": {share, true}, "hol": {share, true},
	"trees": {count, true}, "buffers": {count, true}, "hosts": {count, true}, "latency": {nanos, true},
	"time": {nanos, false}, "packet": {nanos, false}, "depth": {count, false}, "size": {count, false}, "largest": {count, false},
	"culprits": {count, false}, "victims": {count, false}, "delivered": {count, false}, "marked": {count, false}, "notices": {count, false},
	"reacting": {count, false}, "paths": {count, false}, "mostpaths": {count, false}, "setaside": {count, false}, "setasidepeak": {count, false},
	"stuck": {count, false}, "inner": {count, false}, "ring": {count, false},
}

// Metrics are the names, in order.
func Metrics() (names []string) {
	for n := range metrics {
		names = append(names, n)
	}
	sort.Strings(names)
	return
}

// term is a metric: now, at an earlier time, or in an earlier step.
type term struct {
	name string
	atPS int64 // -1 = now
	step int   // from 1; 0 = this one
}

func parseTerm(s string) (t term, err error) {
	t.atPS = -1
	t.name = s
	if i := strings.IndexAny(s, "@#"); i >= 0 {
		t.name = s[:i]
		v, err := strconv.ParseFloat(s[i+1:], 64)
		switch {
		case err != nil || !(v >= 0 && v <= FurthestUS):
			return t, fmt.Errorf("%q: a time in µs follows @, the number of a step follows #", s)
		case s[i] == '@' && !metrics[t.name].past:
			return t, fmt.Errorf("%q: only the present value is known", s)
		case s[i] == '@':
			t.atPS = PS(v)
		case v < 1 || v > MaxSteps || v != float64(int(v)):
			return t, fmt.Errorf("%q: the number of a step follows #", s)
		default:
			t.step = int(v)
		}
	}
	if _, ok := metrics[t.name]; !ok {
		return t, fmt.Errorf("%q is not measured; these are: %s", t.name, strings.Join(Metrics(), ", "))
	}
	return t, nil
}

var errUnknown = errors.New("not known")

// value is false where nothing is known.
func (f Facts) value(t term) (float64, bool) {
	if t.step > 0 {
		if t.step > len(f.Before) {
			return 0, false
		}
		v, ok := f.Before[t.step-1].Values[t.name]
		return v, ok
	}
	fr := f.Frame
	if t.atPS >= 0 {
		return f.past(t.name, t.atPS)
	}
	switch t.name {
	case "time":
		return float64(fr.TimePS) / 1000, true
	case "packet":
		return float64(fr.PacketPS) / 1000, true
	case "size":
		return float64(f.Net.Hosts), true
	case "accepted":
		return fr.AcceptedNow, true
	case "trees":
		return float64(len(fr.Trees)), true
	case "buffers":
		n := 0
		for i := range fr.Ports {
			n += one(fr.Ports[i].Tree != 0)
		}
		return float64(n), true
	case "hosts":
		n := 0
		for i := range fr.Hosts {
			n += one(fr.Hosts[i].Tree != 0)
		}
		return float64(n), true
	case "ring": // buffers of a deadlock
		return float64(len(fr.Ring) / 2), true
	case "inner": // trees whose root leads to another switch
		n := 0
		for i := range fr.Trees {
			q := int(f.Net.Peer[fr.Trees[i].Root])
			n += one(q >= 0 && !f.Net.IsHost(q))
		}
		return float64(n), true
	case "delivered":
		return float64(fr.Delivered), true
	case "marked":
		return float64(fr.Marked), true
	case "notices":
		return float64(fr.BECN), true
	case "reacting":
		return float64(fr.Reacting), true
	case "paths":
		return float64(fr.OpenPaths), true
	case "mostpaths":
		return float64(fr.MostPaths), true
	case "setaside":
		return float64(fr.SetAside), true
	case "setasidepeak":
		return float64(fr.SetAsidePeak), true
	case "stuck": // outputs that had packets and no credits in all of the last window
		n := 0
		for i := range fr.Ports {
			n += one(fr.Ports[i].Starved == 255)
		}
		return float64(n), true
	case "depth", "culprits", "victims", "largest":
		if len(fr.Trees) == 0 {
			return 0, true
		}
		x := &fr.Trees[0]
		return float64(map[string]uint32{"depth": x.Depth, "culprits": x.Packets, "victims": x.Victims, "largest": x.Ports}[t.name]), true
	}
	return f.past(t.name, fr.TimePS)
}

// past reads the series and the course.
func (f Facts) past(name string, ps int64) (float64, bool) {
	if ps > f.Frame.TimePS {
		return 0, false
	}
	switch name {
	case "accepted", "offered", "latency":
		if f.Frame.BinPS <= 0 {
			return 0, false
		}
		i := min(ps/f.Frame.BinPS, f.Frame.TimePS/f.Frame.BinPS-1) // a whole bin
		if i < 0 || i >= int64(len(f.Frame.Series)) {
			return 0, false
		}
		s := &f.Frame.Series[i]
		switch name {
		case "accepted":
			return float64(s.Accepted), true
		case "offered":
			return float64(s.Offered), true
		}
		return float64(s.Latency), s.Latency > 0
	}
	i := sort.Search(len(f.Points), func(i int) bool { return f.Points[i].PS > ps }) - 1
	if i < 0 {
		return 0, false
	}
	p := &f.Points[i]
	switch name {
	case "trapped":
		return float64(p.Trapped), true
	case "low":
		return float64(p.Low), p.Low >= 0
	case "high":
		return float64(p.High), p.High >= 0
	case "hol":
		return float64(p.Low + p.High), p.Low >= 0 && p.High >= 0
	case "trees":
		return float64(p.Trees), true
	case "buffers":
		return float64(p.Ports), true
	case "hosts":
		return float64(p.Hosts), true
	}
	return 0, false
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Keep measures all there is.
func (f Facts) Keep(checksum string) Kept {
	k := Kept{AtPS: f.Frame.TimePS, Checksum: checksum, Values: map[string]float64{}}
	for name := range metrics {
		if v, ok := f.value(term{name: name, atPS: -1}); ok {
			k.Values[name] = v
		}
	}
	return k
}

// Claim is a comparison of what is measured: "accepted < 0.3", "trees >= 1", "accepted > 1.5 * accepted#2".
type Claim struct {
	Text  string
	left  term
	op    string
	times float64
	right *term // nil: times alone
}

// ParseClaim reads one.
func ParseClaim(text string) (c Claim, err error) {
	const form = "a claim is “name < number”, with <, <=, =, >= or >, or “name > number * name”"
	c.Text = text
	w := strings.Fields(text)
	if len(text) > 80 || len(w) != 3 && len(w) != 5 || len(w) == 5 && w[3] != "*" {
		return c, fmt.Errorf("%q: %s", clip(text), form)
	}
	if c.left, err = parseTerm(w[0]); err != nil {
		return c, err
	}
	switch c.op = w[1]; c.op {
	case "<", "<=", "=", ">=", ">":
	default:
		return c, fmt.Errorf("%q: %s", text, form)
	}
	c.times, err = strconv.ParseFloat(w[2], 64)
	switch {
	case err == nil && !(c.times >= -1e15 && c.times <= 1e15):
		return c, fmt.Errorf("%q: %s", text, form)
	case err == nil && len(w) == 3:
		return c, nil
	case err != nil && len(w) == 5:
		return c, fmt.Errorf("%q: %s", text, form)
	}
	if err != nil {
		c.times = 1
	}
	t, err := parseTerm(w[len(w)-1])
	c.right = &t
	return c, err
}

// Holds decides a claim. Its error says what was measured instead.
func (f Facts) Holds(c Claim) error {
	l, ok := f.value(c.left)
	if !ok {
		return fmt.Errorf("“%s”: %s is %w", c.Text, c.left.name, errUnknown)
	}
	r := c.times
	if c.right != nil {
		v, ok := f.value(*c.right)
		if !ok {
			return fmt.Errorf("“%s”: %s is %w", c.Text, c.right.name, errUnknown)
		}
		r *= v
	}
	if map[string]bool{"<": l < r, "<=": l <= r, "=": l == r, ">=": l >= r, ">": l > r}[c.op] {
		return nil
	}
	return fmt.Errorf("“%s” does not hold: %s is %s, compared with %s", c.Text, c.left.name, short(l), short(r))
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }

func clip(s string) string {
	if len(s) > 80 {
		return s[:77] + "…"
	}
	return s
}

// holes are the names in braces of a caption.
func holes(text string) (names []string, err error) {
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "{")
		if !ok {
			return names, nil
		}
		name, more, ok := strings.Cut(after, "}")
		if !ok {
			return nil, errors.New("a brace is not closed")
		}
		if name != "root" {
			if _, err := parseTerm(name); err != nil {
				return nil, err
			}
		}
		names, rest = append(names, name), more
	}
}

// Fill writes a caption with what is measured.
func (f Facts) Fill(text string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, more, _ := strings.Cut(after, "}")
		b.WriteString(f.write(name))
		text = more
	}
}

const space = "\u00a0" // that does not break

func (f Facts) write(name string) string {
	none := "—"
	if f.Coming || f.Frame == nil {
		none = "…"
	}
	if f.Frame == nil {
		return none
	}
	early := f.Coming && f.Event
	if name == "root" {
		if len(f.Frame.Trees) == 0 || early {
			return none
		}
		port := int(f.Frame.Trees[0].Root)
		sw, local := f.Net.SwitchOf(port)
		s := lang.T("{0} port {1}", f.Net.SwitchName(sw), strconv.Itoa(local))
		if q := int(f.Net.Peer[port]); q >= 0 && f.Net.IsHost(q) {
			s += " (→" + space + "host" + space + strconv.Itoa(f.Net.Host(q)) + ")"
		}
		return s
	}
	t, err := parseTerm(name)
	if err != nil {
		return none
	}
	v, ok := f.value(t)
	if now := t.atPS < 0 && t.step == 0; !ok || early && now && t.name != "size" {
		return none
	}
	switch metrics[t.name].kind {
	case share:
		digits := 0
		if v > 0 && v < .1 {
			digits = 1
		}
		return decimal(100*v, digits) + space + "%"
	case nanos:
		switch {
		case v >= 1e6:
			return decimal(v/1e6, 1) + space + "ms"
		case v >= 1000:
			return decimal(v/1000, 1) + space + "µs"
		}
		return decimal(v, 0) + space + "ns"
	}
	return decimal(v, 0)
}

// decimal writes a number with a point, as all of the page does in every language.
func decimal(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

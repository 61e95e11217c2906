package main

// Requests from the page around (postMessage), protocol 1, as message.js hands them over: which methods there are,
// what each takes, and what is wrong with a request that is refused. docs/api.html tells it to people. Nothing of a
// request is used before all of it has been checked here.

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/congestree/congestree/wasm/play"
)

// protocol is the version of the messages. A request of another one is refused, so that it may change one day.
const protocol = 1

// maxMessage bounds a request, in bytes of its JSON.
const maxMessage = 64 << 10

// Codes of refusals.
const (
	badMessage    = "bad-message"    // it is no request at all
	badVersion    = "bad-version"    // of another protocol
	unknownMethod = "unknown-method" // this protocol has none of this name
	badParams     = "bad-params"     // a parameter is missing, unknown or out of its range
	refusedCode   = "refused"        // by the simulator, in its words
)

// messageError is a refusal.
type messageError struct{ Code, Message string }

// param is what a method takes.
type param struct {
	name      string
	text      bool // else a number
	must      bool
	low, high float64  // of a number
	most      int      // characters of a text
	of        []string // the only texts allowed, nil = any
}

const maxNS = 1e12

// goalMost bounds the values of what a run goes on until: an accepted load, %, and a time, µs. What else it goes on until takes none.
var goalMost = map[string]float64{"below": 100, "time": 1e9}

// windowPS reads a window of simulated time, ns, as ps.
func windowPS(fromNS, toNS float64) (from, to int64, ok bool) {
	if !(fromNS >= 0 && toNS <= maxNS) { // NaN is neither
		return 0, 0, false
	}
	from, to = int64(math.Round(fromNS*1000)), int64(math.Round(toNS*1000))
	return from, to, to > from
}

// takes says what a parameter may be.
func (p *param) takes() string {
	switch {
	case p.of != nil:
		return "one of " + quotedAll(p.of)
	case p.text:
		return "a text of at most " + strconv.Itoa(p.most) + " characters"
	}
	return "a number from " + formatNumber(p.low, 3) + " to " + formatNumber(p.high, 3)
}

// methods are those of protocol 1.
var methods = map[string][]param{
	"hello":       {},
	"load":        {{name: "link", text: true, must: true, most: 8000}},
	"play":        {},
	"pause":       {},
	"restart":     {},
	"seek":        {{name: "ns", must: true, high: maxNS}},
	"until":       {{name: "kind", text: true, must: true, of: []string{"tree", "below", "time"}}, {name: "value", high: 1e9}},
	"loop":        {{name: "from_ns", high: maxNS}, {name: "to_ns", high: maxNS}},
	"set":         {{name: "field", text: true, must: true, most: 40}, {name: "value", text: true, must: true, most: 2000}},
	"speed":       {{name: "ns_per_s", must: true, low: play.MinSpeed, high: play.MaxSpeed}},
	"theme":       {{name: "theme", text: true, must: true, of: []string{"", "dark", "light"}}},
	"measures":    {},
	"subscribe":   {{name: "every_ms", low: 100, high: 60_000}},
	"unsubscribe": {},
	"picture":     {{name: "type", text: true, of: []string{"png", "svg"}}, {name: "width", low: 64, high: 8192}, {name: "height", low: 64, high: 8192}},
}

// request is a valid one. Params hold only what the method takes, in its range.
type request struct {
	ID     any // a text or a number
	Method string
	Text   map[string]string
	Number map[string]float64
}

// parseMessage reads a request; its ID is there as far as it could be read, for the answer.
func parseMessage(text string) (r request, refusal *messageError) {
	bad := func(code, why string) (request, *messageError) { return r, &messageError{code, why} }
	if len(text) > maxMessage {
		return bad(badMessage, "the message has "+strconv.Itoa(len(text))+" bytes; at most "+strconv.Itoa(maxMessage)+" are allowed")
	}
	var m struct {
		Congestree any            `json:"congestree"`
		ID         any            `json:"id"`
		Method     any            `json:"method"`
		Params     map[string]any `json:"params"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&m)
	switch id := m.ID.(type) {
	case string:
		if utf8.RuneCountInString(id) <= 64 {
			r.ID = id
		}
	case float64:
		r.ID = id
	}
	if _, end := d.Token(); err != nil || end != io.EOF {
		return bad(badMessage, "a request is {congestree: 1, id, method, params}, and nothing else")
	}
	if m.Congestree != float64(protocol) {
		return bad(badVersion, "this page speaks protocol 1; set congestree: 1")
	}
	if r.ID == nil {
		return bad(badMessage, "a request needs an id: a number, or a text of at most 64 characters")
	}
	name, _ := m.Method.(string)
	takes, ok := methods[name]
	if !ok {
		return bad(unknownMethod, "there is no method "+quoted(name)+"; there are "+strings.Join(methodNames(), ", "))
	}
	r.Method, r.Text, r.Number = name, map[string]string{}, map[string]float64{}
	for _, p := range takes {
		v, given := m.Params[p.name]
		if !given || v == nil {
			if p.must {
				return bad(badParams, name+" needs "+p.name+", "+p.takes())
			}
			delete(m.Params, p.name)
			continue
		}
		delete(m.Params, p.name)
		if p.text {
			s, ok := v.(string)
			switch {
			case p.of != nil && (!ok || !slices.Contains(p.of, s)):
				return bad(badParams, p.name+" must be "+p.takes())
			case p.of == nil && (!ok || utf8.RuneCountInString(s) > p.most):
				return bad(badParams, p.name+" must be "+p.takes())
			}
			r.Text[p.name] = s
			continue
		}
		n, ok := v.(float64)
		if !ok || math.IsNaN(n) || n < p.low || n > p.high {
			return bad(badParams, p.name+" must be "+p.takes())
		}
		r.Number[p.name] = n
	}
	if others := slices.Sorted(maps.Keys(m.Params)); len(others) > 0 {
		return bad(badParams, name+" takes no "+quoted(others[0])+"; it takes "+paramNames(takes))
	}
	if why := r.goal(); why != "" {
		return bad(badParams, why)
	}
	return r, nil
}

// goal says what is wrong with the value that a kind of until takes, "" if nothing.
func (r *request) goal() string {
	if r.Method != "until" {
		return ""
	}
	most, valued := goalMost[r.Text["kind"]]
	switch v, given := r.Number["value"]; {
	case given && !valued:
		return noValue(r.Text["kind"])
	case valued && (!given || v > most):
		return "until " + r.Text["kind"] + " needs value, a number from 0 to " + formatNumber(most, 0)
	}
	return ""
}

func noValue(kind string) string { return "until " + kind + " takes no value" }

// paramNames are what a method takes, in words.
func paramNames(takes []param) string {
	var names []string
	for _, p := range takes {
		names = append(names, p.name)
	}
	return cmp.Or(strings.Join(names, ", "), "nothing")
}

// methodNames are in alphabetical order.
func methodNames() (names []string) {
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// quoted is a stranger's text in an error message: short, and on one line.
func quoted(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return strconv.Quote(s)
}

func quotedAll(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strconv.Quote(s)
	}
	return strings.Join(out, ", ")
}

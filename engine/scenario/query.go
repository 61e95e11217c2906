package scenario

// The readable form of a scenario: "preset=hs10-1&queuing=vftree&seed=7".

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxQuery bounds the readable form, in bytes.
const MaxQuery = 4 << 10

// PresetKey is the key that names the preset, CompareKey that of a comparison's differences, which package link reads; they are no fields.
const (
	PresetKey  = "preset"
	CompareKey = "compare"
)

// PagePrefix begins the keys that belong to the page that shows a scenario, such as "ui.t". They are no part of it.
const PagePrefix = "ui."

// ParseQuery reads the readable form, with or without a leading "?" or "#". What it leaves out
// has the preset's value or, without a preset, its default. Every refusal is an *Error.
func ParseQuery(q string) (Scenario, error) {
	if q != "" && (q[0] == '?' || q[0] == '#') {
		q = q[1:]
	}
	if len(q) > MaxQuery {
		return Default(), &Error{Reason: "the scenario's text is " + strconv.Itoa(len(q)) + " bytes long; at most " + strconv.Itoa(MaxQuery) + " are allowed"}
	}
	settings, err := Split(q)
	if err != nil {
		return Default(), err
	}
	return FromLink(settings)
}

// FromLink is FromSettings, of a link, which may have meant a key that is no field where it names one that there is none of.
func FromLink(settings []Setting) (Scenario, error) { return fromSettings(settings, linkKeys...) }

// FromSettings builds a scenario from fields in any order, one of which may be the preset. It
// refuses unknown fields and presets, fields given twice, bad values and values that do not fit
// together, each with an *Error, which also names the other fields that are refused.
func FromSettings(settings []Setting) (Scenario, error) { return fromSettings(settings) }

func fromSettings(settings []Setting, keys ...string) (Scenario, error) {
	var bad faults
	s := Default()
	seen := map[string]bool{}
	for _, set := range settings {
		switch {
		case set.Field != PresetKey && Lookup(set.Field) == nil:
			bad.add(set.Field, func() *Error { return noField(set.Field, set.Value, keys...) })
		case seen[set.Field]:
			bad.add(set.Field, func() *Error {
				return &Error{Field: set.Field, Value: Clip(set.Value), Reason: "is given twice; give every field once"}
			})
		case set.Field == PresetKey:
			p, ok := PresetByName(set.Value)
			if !ok {
				bad.add(PresetKey, func() *Error { return noPreset(set.Value) })
			} else if of, err := p.resolve(); err != nil {
				bad.add(PresetKey, func() *Error {
					return &Error{Field: PresetKey, Value: set.Value, Reason: "this program cannot build " + set.Value + ": " + err.Error()}
				})
			} else {
				s = of
			}
		}
		seen[set.Field] = true
	}
	for _, set := range settings {
		f := Lookup(set.Field)
		if f == nil || !seen[set.Field] {
			continue
		}
		seen[set.Field] = false // of a field given twice the first value only
		next, err := s.With(set.Field, set.Value)
		if err != nil {
			bad.add(set.Field, func() *Error { return err.(*Error) })
			continue
		}
		s = next
	}
	if err := bad.told(); err != nil {
		return Default(), err
	}
	if err := s.Validate(); err != nil {
		return Default(), err
	}
	return s, nil
}

// faults are what is wrong with settings: the first in words, and the names of the other fields.
type faults struct {
	first *Error
	names []string
}

// alsoNamed is how many of them are named.
const alsoNamed = 8

// add takes a fault, and asks why of the first only: a hostile text has thousands, and the nearest name to each takes its time.
func (b *faults) add(field string, why func() *Error) {
	name := Clip(field)
	switch {
	case b.first == nil:
		b.first = why()
	case name != b.first.Field && len(b.names) <= alsoNamed && !slices.Contains(b.names, name):
		b.names = append(b.names, name)
	}
}

func (b *faults) told() error {
	switch {
	case b.first == nil:
		return nil
	case len(b.names) == 0:
		return b.first
	case len(b.names) > alsoNamed:
		b.names[alsoNamed] = "…"
	}
	b.first.Also = strings.Join(b.names, ", ")
	return b.first
}

// Settings returns the scenario in few words: a preset, unless the bare defaults are nearer, and
// the fields that differ from it in schema order. They are empty for the default scenario.
func (s Scenario) Settings() []Setting {
	var best []Setting
	length := -1
	for _, b := range bases() {
		if settings := s.settingsFrom(b); length < 0 || len(Join(settings)) < length {
			best, length = settings, len(Join(settings))
		}
	}
	return best
}

func (s Scenario) settingsFrom(b base) []Setting {
	var out []Setting
	if b.name != "" {
		out = append(out, Setting{PresetKey, b.name})
	}
	for _, f := range fields {
		if v := s.Get(f.Name); v != b.scenario.Get(f.Name) {
			out = append(out, Setting{f.Name, v})
		}
	}
	return out
}

// Query returns the shortest readable form: the Settings, joined. It is "" for the default scenario.
func (s Scenario) Query() string { return Join(s.Settings()) }

// Join writes settings as a query, with the escapes that an address needs.
func Join(settings []Setting) string {
	var q strings.Builder
	for i, set := range settings {
		if i > 0 {
			q.WriteByte('&')
		}
		q.WriteString(escape(set.Field))
		q.WriteByte('=')
		q.WriteString(escape(set.Value))
	}
	return q.String()
}

// Split splits a query and undoes its escapes; the page's own keys are left out, and those that links catch on their way.
func Split(q string) ([]Setting, error) {
	var out []Setting
	for part := range strings.SplitSeq(q, "&") {
		k, v := cutPart(part)
		if k == "" && v == "" {
			continue
		}
		key, ok := unescape(k)
		if !ok {
			return nil, &Error{Value: Clip(k), Reason: quote(k) + " holds a % that is not followed by two hexadecimal digits"}
		}
		if _, ok := PageKey(key); ok || tracker(key) {
			continue
		}
		value, ok := unescape(v)
		if !ok {
			return nil, &Error{Field: Clip(key), Value: Clip(v), Reason: quote(v) + " holds a % that is not followed by two hexadecimal digits"}
		}
		out = append(out, Setting{key, value})
	}
	return out, nil
}

// cutPart cuts what is between two & of an address. In the source of an HTML page, out of which links are copied, too, these are &amp;.
func cutPart(part string) (key, value string) {
	key, value, _ = strings.Cut(strings.TrimPrefix(part, "amp;"), "=")
	return key, value
}

// tracker says whether a key is one that newsletters and social networks add to the links in them.
func tracker(key string) bool {
	switch key {
	case "fbclid", "gclid", "mc_cid", "mc_eid":
		return true
	}
	return strings.HasPrefix(key, "utm_")
}

// plain are the characters that need no escape in either part of an address; chat and mail
// clients keep them too.
const plain = "-_.,:*~"

func escape(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(plain, c) >= 0 {
			out.WriteByte(c)
			continue
		}
		const hex = "0123456789ABCDEF"
		out.WriteByte('%')
		out.WriteByte(hex[c>>4])
		out.WriteByte(hex[c&15])
	}
	return out.String()
}

func unescape(s string) (string, bool) {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '+') < 0 {
		return s, true
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '+':
			out = append(out, ' ')
		case '%':
			if i+2 >= len(s) {
				return "", false
			}
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi < 0 || lo < 0 {
				return "", false
			}
			out = append(out, byte(hi<<4|lo))
			i += 2
		default:
			out = append(out, c)
		}
	}
	return string(out), true
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// Clip keeps what a stranger typed short enough for a message.
func Clip(s string) string {
	if len(s) > 60 {
		n := 60
		for n > 57 && !utf8.RuneStart(s[n]) {
			n-- // not in the middle of a character
		}
		return s[:n] + "…"
	}
	return s
}

// linkKeys are what links have beside fields.
var linkKeys = append([]string{PresetKey, CompareKey}, PageKeys...)

// noField refuses a name that is none of a field's. It names those that may have been meant, or else others that may, or else all fields.
func noField(name, value string, others ...string) *Error {
	if near := cmp.Or(Nearest(name, fieldNames()...), Nearest(name, others...)); near != "" {
		return &Error{Field: Clip(name), Value: Clip(value), Reason: "is not a field of a scenario; perhaps you mean " + near}
	}
	return &Error{Field: Clip(name), Value: Clip(value), Reason: "is not a field of a scenario; the fields are " + strings.Join(fieldNames(), ", ")}
}

func fieldNames() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// noPreset refuses a name that is none of a preset's, as noField does.
func noPreset(name string) *Error {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.Name
	}
	if near := Nearest(name, names...); near != "" {
		return &Error{Field: PresetKey, Value: Clip(name), Reason: quote(name) + " is unknown; perhaps you mean " + near}
	}
	return &Error{Field: PresetKey, Value: Clip(name), Reason: quote(name) + " is unknown; the presets are " + strings.Join(names, ", ")}
}

package scenario

// The value: one canonical text per field.

import (
	"strconv"
	"strings"
)

// Scenario is an immutable set of field values. The zero value is the schema's default.
type Scenario struct {
	set []string // by index into fields; "" or missing = default
}

// Default returns the scenario in which every field has its default.
func Default() Scenario { return Scenario{} }

// Get returns the canonical text of a field, or "" for an unknown name.
func (s Scenario) Get(name string) string {
	i, ok := index[name]
	if !ok {
		return ""
	}
	if i < len(s.set) && s.set[i] != "" {
		return s.set[i]
	}
	return fields[i].Default
}

// Int returns the value of an Int field, in the field's unit. Of another field it panics.
func (s Scenario) Int(name string) int64 {
	n, err := strconv.ParseInt(s.Get(name), 10, 64)
	if err != nil {
		panic("scenario: " + name + " is not an Int field")
	}
	return n
}

// Micro returns the value of a Decimal field in millionths of its unit. Of another field it panics.
func (s Scenario) Micro(name string) int64 {
	n, ok := parseMicro(s.Get(name))
	if !ok {
		panic("scenario: " + name + " is not a Decimal field")
	}
	return n
}

// Bool returns the value of a Bool field.
func (s Scenario) Bool(name string) bool { return s.Get(name) == "true" }

// With returns a copy in which one field has another value, or an *Error that says what is
// wrong with it. The receiver is unchanged. Rules that span fields are checked by Validate.
func (s Scenario) With(name, value string) (Scenario, error) {
	i, ok := index[name]
	if !ok {
		return s, noField(name, value)
	}
	text, err := fields[i].Canonical(value)
	if err != nil {
		return s, err
	}
	set := make([]string, len(fields))
	copy(set, s.set)
	set[i] = text
	if text == fields[i].Default {
		set[i] = ""
	}
	return Scenario{set}, nil
}

// Must is With for values known to be good; it panics otherwise.
func (s Scenario) Must(name, value string) Scenario {
	t, err := s.With(name, value)
	if err != nil {
		panic(err.Error())
	}
	return t
}

// Equal says whether two scenarios have the same value in every field.
func (s Scenario) Equal(t Scenario) bool { return len(s.Diff(t)) == 0 }

// Key is a text that scenarios have in common only if they are equal. Unlike a link it is quickly made, and means nothing to another program.
func (s Scenario) Key() string {
	var b strings.Builder
	for i, v := range s.set {
		if v != "" && v != fields[i].Default {
			b.WriteString(fields[i].Name)
			b.WriteByte(0)
			b.WriteString(v)
			b.WriteByte(0)
		}
	}
	return b.String()
}

// Diff returns the names of the fields in which s differs from t, in schema order.
func (s Scenario) Diff(t Scenario) []string {
	var names []string
	for _, f := range fields {
		if s.Get(f.Name) != t.Get(f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Validate applies the rules that span fields, and returns the first *Error or nil.
func (s Scenario) Validate() error {
	for _, rule := range rules {
		if err := rule(s); err != nil {
			return err
		}
	}
	return nil
}

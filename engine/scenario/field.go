package scenario

// The schema: what a field is, and the registry that the rooms fill.

import (
	"errors"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Kind says how the text of a field is read.
type Kind uint8

const (
	Int     Kind = iota // a whole number, Min..Max
	Decimal             // a decimal with up to six digits after the point, Min..Max in millionths
	Choice              // one of Options
	Bool                // "true" or "false"
	Text                // a small grammar, given by Families
)

// Micro is one in the fixed-point unit of Decimal fields.
const Micro = 1_000_000

// MaxText bounds the text of any field, in bytes.
const MaxText = 512

// Option is one value of a Choice, or one suggested value of a Text field.
type Option struct {
	Name   string // as written in links and on the command line
	Label  string // as shown to people
	Doc    string // one paragraph
	Source string // paper and section
	Rank   int    // order in the panel; ties by name
	// Uses names fields of other mechanisms that have an effect with this value, too: it joins the values their When asks for.
	Uses []string
}

// Family is one grammar of a Text field, e.g. "rlft-<ports>x<stages>".
type Family struct {
	Prefix  string // values of the family start with it
	Pattern string // how to write one, for people
	Doc     string
	Source  string
	Rank    int
	// Parse returns the canonical text of a value, or why it is refused.
	Parse func(value string) (string, error)
	// Suggestions are common values, for menus.
	Suggestions []Option
}

// Field describes one parameter of a scenario.
type Field struct {
	Name    string // as in links, JSON and --set
	Label   string // as in the panel
	Group   string // section of the panel
	Unit    string // "" where there is none
	Doc     string // one line
	Kind    Kind
	Min     int64 // Int: inclusive; Decimal: in millionths
	Max     int64
	Default string
	// When says where the field has an effect: "" always, else "field=a|b" or "field!=a|b" (a* is a
	// prefix), or several of these joined by " and " and then by " or ". A field that has no effect itself
	// fulfils none.
	When     string
	MidRun   bool // may take another value in mid-run, since no packet, credit or buffer is laid out by it
	Rank     int
	Options  []Option
	Families []Family
}

// Error is a refused value, in words, with the field it belongs to.
type Error struct {
	Field  string // "" if it concerns the whole text
	Value  string
	Reason string // what is wrong and what is allowed
	Also   string // names of other fields that are refused, with commas; "" if there are none
}

func (e *Error) Error() string {
	if e.Field == "" {
		return e.Reason
	}
	if e.Also != "" { // before what is allowed, which may be a long list
		return e.Field + " (also refused: " + e.Also + "): " + e.Reason
	}
	return e.Field + ": " + e.Reason
}

func refuse(f *Field, value, reason string) *Error {
	return &Error{Field: f.Name, Value: Clip(value), Reason: reason}
}

var (
	fields []*Field
	index  = map[string]int{}
	rules  []func(Scenario) *Error
)

// AddField registers a parameter. It is called from init functions only, and panics on a duplicate.
func AddField(f Field) {
	if _, ok := index[f.Name]; ok {
		panic("scenario: field registered twice: " + f.Name)
	}
	fields = append(fields, &f)
	sort.SliceStable(fields, func(i, j int) bool {
		if fields[i].Rank != fields[j].Rank {
			return fields[i].Rank < fields[j].Rank
		}
		return fields[i].Name < fields[j].Name
	})
	for i, f := range fields {
		index[f.Name] = i
	}
	joinUses()
}

// joinUses puts each option among the values that the fields it uses ask for; which of the two registers itself first makes no difference.
func joinUses() {
	for _, on := range fields {
		for _, o := range on.Options {
			for _, name := range o.Uses {
				if f := Lookup(name); f != nil {
					f.usedBy(on.Name, o.Name)
				}
			}
		}
	}
}

func (f *Field) usedBy(on, value string) {
	words, asked := strings.Split(f.When, " "), false
	for i, w := range words {
		if values, ok := strings.CutPrefix(w, on+"="); ok {
			asked = true
			if !slices.Contains(strings.Split(values, "|"), value) {
				words[i] += "|" + value
			}
		}
	}
	if !asked {
		panic("scenario: " + on + "=" + value + " cannot use " + f.Name + ", whose When asks for no " + on)
	}
	f.When = strings.Join(words, " ")
}

// AddOption registers a value of a Choice field. Init functions only; it panics on a name that is there already, in capitals or
// not, or that links, sweeps and forks could not hold.
func AddOption(field string, o Option) {
	f := fieldByName(field)
	if o.Name == "" || strings.Trim(o.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
		panic("scenario: " + field + " cannot have an option named " + strconv.Quote(o.Name) + ": names are letters, digits, - and .; what people read is its Label")
	}
	for _, is := range f.Options {
		if strings.EqualFold(is.Name, o.Name) {
			panic("scenario: option registered twice: " + field + "=" + o.Name)
		}
	}
	f.Options = append(f.Options, o)
	sort.SliceStable(f.Options, func(i, j int) bool { return less(f.Options[i], f.Options[j]) })
	joinUses()
}

// AddFamily registers a grammar of a Text field. Init functions only; it panics on a prefix that is there already, in capitals or not.
func AddFamily(field string, m Family) {
	f := fieldByName(field)
	for _, is := range f.Families {
		if strings.EqualFold(is.Prefix, m.Prefix) {
			panic("scenario: family registered twice: " + field + "=" + m.Prefix)
		}
	}
	f.Families = append(f.Families, m)
	sort.SliceStable(f.Families, func(i, j int) bool {
		a, b := f.Families[i], f.Families[j]
		if a.Rank != b.Rank {
			return a.Rank < b.Rank
		}
		return a.Prefix < b.Prefix
	})
}

// AddRule registers a check that spans fields; it runs only on scenarios whose fields are
// valid one by one. Init functions only.
func AddRule(rule func(Scenario) *Error) { rules = append(rules, rule) }

func less(a, b Option) bool {
	if a.Rank != b.Rank {
		return a.Rank < b.Rank
	}
	return a.Name < b.Name
}

func fieldByName(name string) *Field {
	i, ok := index[name]
	if !ok {
		panic("scenario: no field " + name)
	}
	return fields[i]
}

// Fields returns the schema in the order of the panel. The result is shared: read only.
func Fields() []*Field { return fields }

// Lookup returns the field of that name, or nil.
func Lookup(name string) *Field {
	if i, ok := index[name]; ok {
		return fields[i]
	}
	return nil
}

// Suggestions returns the values a menu offers: the options of a Choice, or the common
// values of a Text field's families.
func (f *Field) Suggestions() []Option {
	if f.Kind != Text {
		return f.Options
	}
	var out []Option
	for _, m := range f.Families {
		out = append(out, m.Suggestions...)
	}
	return out
}

// IsNumber says whether a field's values are numbers; of no field, as an unknown name has, they are not.
func (f *Field) IsNumber() bool { return f != nil && (f.Kind == Int || f.Kind == Decimal) }

// Range says in words what is allowed, with the unit.
func (f *Field) Range() string {
	unit := ""
	if f.Unit != "" {
		unit = " " + f.Unit
	}
	switch f.Kind {
	case Int:
		return strconv.FormatInt(f.Min, 10) + "–" + strconv.FormatInt(f.Max, 10) + unit
	case Decimal:
		return formatMicro(f.Min) + "–" + formatMicro(f.Max) + unit
	case Bool:
		return "true or false"
	case Choice:
		var names []string
		for _, o := range f.Options {
			names = append(names, o.Name)
		}
		return strings.Join(names, ", ")
	}
	var pats []string
	for _, m := range f.Families {
		pats = append(pats, m.Pattern)
	}
	return strings.Join(pats, ", ")
}

// Canonical checks one value and returns the text under which it is kept. An error is an *Error: the value is too long, none of the
// field's kind, or out of its range.
func (f *Field) Canonical(value string) (string, error) {
	tooLong := func(text string) (string, error) {
		return "", refuse(f, value, "is "+strconv.Itoa(len(text))+" bytes long; at most "+strconv.Itoa(MaxText)+" are allowed")
	}
	if len(value) > MaxText {
		return tooLong(value)
	}
	value = strings.TrimSpace(value)
	switch f.Kind {
	case Int:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return "", refuse(f, value, quote(value)+" is not a whole number; allowed: "+f.Range())
		}
		if n < f.Min || n > f.Max { // ParseInt gives the nearest number to what it cannot hold
			return "", refuse(f, value, Clip(value)+" is out of range; allowed: "+f.Range())
		}
		return strconv.FormatInt(n, 10), nil
	case Decimal:
		n, ok := parseMicro(value)
		if whole, frac, _ := strings.Cut(value, "."); !ok && isDigits(whole) && len(frac) <= 6 && (frac == "" || isDigits(frac)) {
			n, ok = math.MaxInt64, true
		}
		if !ok {
			return "", refuse(f, value, quote(value)+" is not a decimal number (six digits after the point at most); allowed: "+f.Range())
		}
		if n < f.Min || n > f.Max {
			return "", refuse(f, value, Clip(value)+" is out of range; allowed: "+f.Range())
		}
		return formatMicro(n), nil
	case Bool:
		switch strings.ToLower(value) {
		case "true", "1", "on", "yes":
			return "true", nil
		case "false", "0", "off", "no":
			return "false", nil
		}
		return "", refuse(f, value, quote(value)+" is neither true nor false")
	case Choice:
		for _, o := range f.Options {
			if strings.EqualFold(o.Name, value) {
				return o.Name, nil
			}
		}
		return "", f.unknown(value)
	}
	m := f.Family(value)
	if m == nil {
		return "", f.unknown(value)
	}
	text, err := m.Parse(m.Prefix + value[len(m.Prefix):])
	if err != nil {
		return "", refuse(f, value, err.Error())
	}
	if len(text) > MaxText { // as it is kept, with 0.5 for .5: links would hold what nobody may give
		return tooLong(text)
	}
	return text, nil
}

// unknown refuses a value that the menu does not offer, nor any family reads: which field it is, or is of, or those that may have been meant first,
// then what is allowed.
func (f *Field) unknown(value string) *Error {
	if Lookup(strings.ToLower(value)) != nil {
		return refuse(f, value, quote(value)+" is unknown here, but a field of its own; allowed: "+f.Range())
	}
	if other := f.elsewhere(value); other != "" {
		return refuse(f, value, quote(value)+" is unknown here, but a value of "+other+"; allowed: "+f.Range())
	}
	var names []string
	for _, o := range f.Suggestions() {
		names = append(names, o.Name)
	}
	if near := Nearest(value, names...); near != "" {
		return refuse(f, value, quote(value)+" is unknown; perhaps you mean "+near+"; allowed: "+f.Range())
	}
	return refuse(f, value, quote(value)+" is unknown; allowed: "+f.Range())
}

// elsewhere is the only other field with a menu or families that has a value, such as congestion-control, whose drb is called a routing in its
// papers; "" if there is none, or more than one.
func (f *Field) elsewhere(value string) (name string) {
	for _, o := range fields {
		if o == f || o.Kind != Choice && o.Kind != Text {
			continue
		}
		has := slices.ContainsFunc(o.Options, func(p Option) bool { return strings.EqualFold(p.Name, value) })
		if m := o.Family(value); m != nil {
			_, err := m.Parse(m.Prefix + value[len(m.Prefix):])
			has = has || err == nil
		}
		switch {
		case !has:
		case name != "":
			return ""
		default:
			name = o.Name
		}
	}
	return name
}

// Family returns the grammar of a Text field that a value is of, in capitals or not: the one with the longest prefix; nil if there is none.
func (f *Field) Family(value string) (of *Family) {
	for i := range f.Families {
		m := &f.Families[i]
		if len(value) >= len(m.Prefix) && strings.EqualFold(value[:len(m.Prefix)], m.Prefix) && (of == nil || len(m.Prefix) > len(of.Prefix)) {
			of = m
		}
	}
	return of
}

// Active says whether the field has an effect in s (its When).
func (f *Field) Active(s Scenario) bool {
	if f.When == "" {
		return true
	}
	for _, all := range strings.Split(f.When, " or ") {
		holds := true
		for _, clause := range strings.Split(all, " and ") {
			holds = f.fulfils(clause, s) && holds
		}
		if holds {
			return true
		}
	}
	return false
}

// fulfils says whether one clause of the field's When holds in s.
func (f *Field) fulfils(clause string, s Scenario) bool {
	name, values, found := strings.Cut(clause, "=")
	not := strings.HasSuffix(name, "!")
	on := fieldByName(strings.TrimSuffix(name, "!"))
	if !found || on == f {
		panic("scenario: bad When of " + f.Name)
	}
	in := false
	got := s.Get(on.Name)
	for _, v := range strings.Split(values, "|") {
		in = in || v == got || strings.HasSuffix(v, "*") && strings.HasPrefix(got, v[:len(v)-1])
	}
	return in != not && on.Active(s)
}

func quote(s string) string { return strconv.Quote(Clip(s)) }

// isDigits says whether a text is a number of any size, which may be too large to be read.
func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func formatMicro(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	s := strconv.FormatInt(n/Micro, 10)
	if r := n % Micro; r != 0 {
		d := strconv.FormatInt(Micro+r, 10)[1:]
		s += "." + strings.TrimRight(d, "0")
	}
	return sign + s
}

func parseMicro(s string) (int64, bool) {
	whole, frac, _ := strings.Cut(s, ".")
	if len(frac) > 6 || len(whole) > 12 || whole == "" && frac == "" {
		return 0, false
	}
	for _, part := range []string{whole, frac} {
		for _, c := range part {
			if c < '0' || c > '9' {
				return 0, false
			}
		}
	}
	n, err := strconv.ParseInt(whole+(frac + "000000")[:6], 10, 64)
	return n, err == nil
}

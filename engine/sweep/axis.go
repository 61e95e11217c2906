package sweep

// One swept field and its values, as people write them.

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// MaxPoints bounds a sweep; also the values of one axis.
const MaxPoints = 100_000

// Axis is a field and the canonical texts of the values it takes; or Scheme and the names of schemes that are compared.
type Axis struct {
	Field   string
	Values  []string
	Schemes [][]scenario.Setting `json:",omitempty"` // of Scheme, by value: the same fields in each, those in which they differ
	named   []string             // of Scheme: the fields of which the names tell, those in which any of the comparison differ
}

// on is a scenario with the axis' i-th value.
func (a *Axis) on(s scenario.Scenario, i int) scenario.Scenario {
	if a.Schemes == nil {
		return s.Must(a.Field, a.Values[i])
	}
	for _, set := range a.Schemes[i] {
		s = s.Must(set.Field, set.Value)
	}
	return s
}

// AxisForm explains the grammar of ParseAxis.
const AxisForm = "field=value,value,… or, for numbers, field=first..last:step (where values hold commas, separate them with semicolons)"

// ParseAxis reads "load=0.1,0.5", "load=0.1..1:0.1", "seed=1..5,10", "hotspots=3,5;600" or, one value, "hotspots=3,5;". An error
// says what is wrong with the text or a value, and what is allowed.
func ParseAxis(text string) (Axis, error) {
	name, list, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return Axis{}, fmt.Errorf("%s: write %s", scenario.Clip(text), AxisForm)
	}
	field := scenario.Lookup(name)
	switch {
	case name == Scheme:
		return Axis{}, errors.New("scheme: the schemes of a comparison can have a curve each; along the axis goes a field")
	case field == nil:
		// The refusal of an unknown field lists the known ones.
		_, err := scenario.FromSettings([]scenario.Setting{{Field: name}})
		if name == scenario.PresetKey || err == nil {
			err = fmt.Errorf("%s cannot be swept: sweep fields, or make one sweep for each preset", name)
		}
		return Axis{}, err
	}
	return axisOf(field, list)
}

// axisOf reads the values of a field.
func axisOf(field *scenario.Field, list string) (Axis, error) {
	name, separator := field.Name, ","
	if strings.Contains(list, ";") {
		list, separator = strings.TrimSuffix(list, ";"), ";" // one value that has commas ends with it
		if _, err := field.Canonical(list); err != nil && !strings.Contains(list, ";") {
			separator = "," // it is but the end of the line
		}
	}
	axis := Axis{Field: name}
	seen := map[string]bool{}
	for item := range strings.SplitSeq(list, separator) {
		values := []string{item}
		if first, rest, ok := strings.Cut(item, ".."); ok && field.IsNumber() {
			var err error
			if values, err = steps(field, item, first, rest); err != nil {
				return axis, err
			}
		}
		for _, v := range values {
			value, err := field.Canonical(v)
			if err != nil {
				return axis, err
			}
			if seen[value] {
				return axis, fmt.Errorf("%s: %s is given twice", name, scenario.Clip(value))
			}
			seen[value] = true
			axis.Values = append(axis.Values, value)
		}
		if len(axis.Values) > MaxPoints {
			return axis, tooMany(name)
		}
	}
	return axis, nil
}

// steps counts from first by step while it is not beyond last, exactly.
func steps(field *scenario.Field, item, first, rest string) ([]string, error) {
	last, by, given := strings.Cut(rest, ":")
	if by = strings.TrimSpace(by); !given {
		if by = "1"; field.Kind != scenario.Int {
			return nil, fmt.Errorf("%s: the range %s has no step; write first..last:step", field.Name, scenario.Clip(item))
		}
	}
	var n [2]*big.Rat
	for i, end := range []string{first, last} {
		text, err := field.Canonical(end)
		if err != nil {
			return nil, err
		}
		n[i], _ = new(big.Rat).SetString(text)
	}
	step, ok := (*big.Rat)(nil), false
	if len(by) <= 20 && !strings.ContainsAny(by, "eE/xXpP_") {
		step, ok = new(big.Rat).SetString(by)
	}
	micro := big.NewRat(scenario.Micro, 1)
	if !ok || step.Sign() <= 0 || !new(big.Rat).Mul(step, micro).IsInt() || field.Kind == scenario.Int && !step.IsInt() {
		return nil, fmt.Errorf("%s: %q is no step; allowed: a positive number that gives values the field can have", field.Name, scenario.Clip(by))
	}
	if n[0].Cmp(n[1]) > 0 {
		return nil, fmt.Errorf("%s: the range %s ends before it begins", field.Name, scenario.Clip(item))
	}
	count := new(big.Rat).Quo(new(big.Rat).Sub(n[1], n[0]), step)
	if count.Cmp(big.NewRat(MaxPoints, 1)) >= 0 {
		return nil, tooMany(field.Name)
	}
	var out []string
	for v := n[0]; v.Cmp(n[1]) <= 0; v = new(big.Rat).Add(v, step) {
		out = append(out, decimal(v))
	}
	return slices.Clip(out), nil
}

// decimal is a number as fields have it, to a millionth.
func decimal(n *big.Rat) string {
	return strings.TrimSuffix(strings.TrimRight(n.FloatString(6), "0"), ".")
}

// beyond is the refusal of an axis of more than MaxPoints values.
type beyond struct{ error }

func tooMany(field string) error {
	return beyond{fmt.Errorf("%s: more than %d values; a sweep has at most %d points", field, MaxPoints, MaxPoints)}
}

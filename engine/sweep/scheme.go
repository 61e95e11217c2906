package sweep

// The schemes of a comparison as an axis: each of its values is several settings.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// Scheme is the name of that axis, and no field's.
const Scheme = "scheme"

// SchemeAxis reads which of the scenarios compared are meant, by their numbers from 1, as "1,3" or "1..3". Their names are those that the
// comparison gives them. first is the first of them: the plan's base, which the others differ from only in what the axis sets.
func SchemeAxis(compared []scenario.Scenario, numbers string) (axis Axis, first scenario.Scenario, err error) {
	chosen, err := SchemeNumbers(len(compared), numbers)
	if err != nil {
		return Axis{}, first, err
	}
	axis.Field, axis.named = Scheme, link.Differing(compared)
	var own []scenario.Scenario
	for _, i := range chosen {
		own = append(own, compared[i])
		axis.Values = append(axis.Values, link.Title(compared, i))
	}
	differing := link.Differing(own)
	for _, s := range own {
		var sets []scenario.Setting
		for _, name := range differing {
			sets = append(sets, scenario.Setting{Field: name, Value: s.Get(name)})
		}
		axis.Schemes = append(axis.Schemes, sets)
	}
	return axis, own[0], nil
}

// SchemeNumbers are the numbers from 0 of the schemes meant, of so many that are compared.
func SchemeNumbers(compared int, numbers string) (chosen []int, err error) {
	if compared < 2 {
		return nil, errors.New("scheme: no schemes are compared here; the link of a comparison has some")
	}
	field := &scenario.Field{Name: Scheme, Kind: scenario.Int, Min: 1, Max: int64(compared)}
	list, err := axisOf(field, numbers)
	if err != nil {
		return nil, err
	}
	for _, v := range list.Values {
		n, _ := strconv.Atoi(v) // canonical
		chosen = append(chosen, n-1)
	}
	return chosen, nil
}

// apart refuses axes of which one sets what schemes differ in: be it those that are not meant, the names of the others say what it was.
func apart(axes []Axis) error {
	for _, schemes := range axes {
		for _, a := range axes {
			if slices.Contains(schemes.named, a.Field) {
				return fmt.Errorf("the schemes compared differ in %s: sweep another field, or have curves for its values", a.Field)
			}
		}
	}
	return nil
}

// schemeNames give each scheme of a sweep's records one name: the first that it is called by, as comparisons that have it in common with
// others may call it "vFtree" and "vFtree · 3 VCs".
type schemeNames struct {
	first Fields        // of the record that was seen first
	seen  []namedScheme // few
}

// namedScheme is a scheme under the first record's values, and its name.
type namedScheme struct {
	runs scenario.Scenario
	name string
}

// unite has a record call its scheme by that name.
func (n *schemeNames) unite(r *Record) {
	at := slices.IndexFunc(r.Fields, func(s scenario.Setting) bool { return s.Field == Scheme })
	if at < 0 {
		return
	}
	if n.first == nil {
		n.first = r.Fields
	}
	s, err := scenarioOf(r.Link)
	if err != nil || !slices.Equal(r.Fields.names(), n.first.names()) { // of another version, or damaged
		return
	}
	for i, set := range n.first {
		if i == at {
			continue
		}
		if s, err = s.With(set.Field, set.Value); err != nil {
			return
		}
	}
	own := r.Fields[at].Value
	name := own
	if i := slices.IndexFunc(n.seen, func(u namedScheme) bool { return u.runs.Equal(s) }); i >= 0 {
		name = n.seen[i].name
	} else {
		for k := 2; slices.ContainsFunc(n.seen, func(u namedScheme) bool { return u.name == name }); k++ { // another comparison has called another scheme so
			name = own + " " + strconv.Itoa(k)
		}
		n.seen = append(n.seen, namedScheme{s, name})
	}
	if name != own {
		r.Fields = slices.Clone(r.Fields)
		r.Fields[at].Value = name
	}
}

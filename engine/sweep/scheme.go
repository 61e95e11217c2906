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

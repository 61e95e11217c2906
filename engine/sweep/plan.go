package sweep

// What a sweep runs: the product, its numbering, its identity and its shards.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
)

// Plan is a checked sweep.
type Plan struct {
	base    scenario.Scenario
	axes    []Axis
	untilPS int64
	points  int
	id      string
}

// NewPlan checks every combination and refuses the first that cannot be run, and a field whose values make no difference. The fields of axes
// may have any value in base. The runs end at until, in ps.
func NewPlan(base scenario.Scenario, axes []Axis, until int64) (*Plan, error) {
	return newPlan(base, axes, until, 0)
}

// newPlan is NewPlan; it gives up when checking takes longer than patience, if that is not 0.
func newPlan(base scenario.Scenario, axes []Axis, until int64, patience time.Duration) (*Plan, error) {
	begun := time.Now()
	if len(axes) == 0 {
		return nil, fmt.Errorf("no field is swept")
	}
	p := &Plan{base: base, axes: slices.Clone(axes), untilPS: until, points: 1}
	network := -1
	for i, a := range axes {
		if slices.ContainsFunc(axes[:i], func(b Axis) bool { return a.Field == b.Field }) {
			return nil, fmt.Errorf("%s is swept twice; give all its values at once", a.Field)
		}
		if a.Field == "network" {
			network = i
		}
		if len(a.Values) > MaxPoints/p.points {
			return nil, fmt.Errorf("more than %d combinations; a sweep has at most %d points: sweep fewer values, or make several sweeps", MaxPoints, MaxPoints)
		}
		p.points *= len(a.Values)
		p.base = p.base.Must(a.Field, a.Values[0])
	}
	order := make([]int, p.points)
	for i := range order {
		order[i] = i
	}
	if network >= 0 { // the engine keeps the last network it has built
		sort.SliceStable(order, func(i, j int) bool { return p.digits(order[i])[network] < p.digits(order[j])[network] })
	}
	refused, first := 0, ""
	works := make([]bool, len(axes))
	for _, i := range order {
		if patience > 0 && time.Since(begun) > patience {
			return nil, fmt.Errorf("it takes longer than %d s to see whether these %d combinations can be run: sweep fewer values, or use the command line (congestree sweep)", patience/time.Second, p.points)
		}
		s, settings := p.Point(i)
		for k, a := range axes {
			works[k] = works[k] || scenario.Lookup(a.Field).Active(s)
		}
		if err := engine.Check(s); err != nil {
			if refused++; refused == 1 {
				first = fmt.Sprintf("%s: %v", describe(settings), err)
			}
		}
	}
	if refused > 0 {
		return nil, fmt.Errorf("%d of %d combinations cannot be run, such as %s", refused, p.points, first)
	}
	for k, a := range axes {
		if !works[k] && len(a.Values) > 1 {
			return nil, fmt.Errorf("%s has no effect in any of these runs, only when %s: all would be the same", a.Field, scenario.Lookup(a.Field).When)
		}
	}
	p.id = p.digest()
	return p, nil
}

func describe(settings []scenario.Setting) string {
	var words []string
	for _, s := range settings {
		words = append(words, s.Field+"="+s.Value)
	}
	return strings.Join(words, " ")
}

// Len is the number of points.
func (p *Plan) Len() int { return p.points }

// UntilPS is the time at which the runs end.
func (p *Plan) UntilPS() int64 { return p.untilPS }

// digits are the positions of a point on the axes.
func (p *Plan) digits(point int) []int {
	d := make([]int, len(p.axes))
	for i := len(d) - 1; i >= 0; i-- {
		n := len(p.axes[i].Values)
		d[i], point = point%n, point/n
	}
	return d
}

// Point returns a point's scenario, and the values of its swept fields in the order of the axes.
func (p *Plan) Point(i int) (scenario.Scenario, []scenario.Setting) {
	s := p.base
	settings := make([]scenario.Setting, len(p.axes))
	for k, d := range p.digits(i) {
		settings[k] = scenario.Setting{Field: p.axes[k].Field, Value: p.axes[k].Values[d]}
		s = s.Must(settings[k].Field, settings[k].Value)
	}
	return s, settings
}

// ID names the sweep: two plans have the same ID if and only if their points are the same runs in the same order.
func (p *Plan) ID() string { return p.id }

func (p *Plan) digest() string {
	var base []string // a later schema may have more fields and presets, which change nothing
	for _, name := range p.base.Diff(scenario.Default()) {
		base = append(base, name, p.base.Get(name))
	}
	text, err := json.Marshal(struct {
		Form int
		Base []string
		Axes []Axis
		PS   int64
	}{1, base, p.axes, p.untilPS})
	if err != nil {
		panic("sweep: " + err.Error()) // texts and numbers are always marshalled
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Shard returns the points of shard i of n. The shards are disjoint and complete, their sizes
// differ by one at most, and each is spread evenly over all axes, so that no shard gets all the slow ones:
// consecutive multiples of a number that shares no factor with the size of the product, and is near its golden section, wander so.
func (p *Plan) Shard(i, n int) []int {
	step := max(int(float64(p.points)*0.6180339887), 1)
	for gcd(step, p.points) != 1 {
		step++
	}
	var out []int
	for k := i * p.points / n; k < (i+1)*p.points/n; k++ {
		out = append(out, int(int64(k)*int64(step)%int64(p.points)))
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

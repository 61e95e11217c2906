package sweep

// What a sweep runs: the product, its numbering, its identity and its shards.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
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
	runs    []int // the combinations that are the points, in product order; nil: all
	unfit   []Unfit
	id      string
}

// NewPlan checks every combination. Those that cannot be run are left out, and Unfit tells of them; it refuses if none can, and a field
// whose values make no difference. The fields of axes may have any value in base. The runs end at until, in ps.
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
	scheme := -1
	for i, a := range axes {
		if slices.ContainsFunc(axes[:i], func(b Axis) bool { return a.Field == b.Field }) {
			return nil, fmt.Errorf("%s is swept twice; give all its values at once", a.Field)
		}
		if a.Field == Scheme {
			scheme = i
		}
		if len(a.Values) > MaxPoints/p.points {
			return nil, fmt.Errorf("more than %d combinations; a sweep has at most %d points: sweep fewer values, or make several sweeps", MaxPoints, MaxPoints)
		}
		p.points *= len(a.Values)
		p.base = a.on(p.base, 0)
	}
	if err := apart(axes); err != nil {
		return nil, err
	}
	order := make([]int, p.points)
	for i := range order {
		order[i] = i
	}
	p.byNetwork(order)
	refused := map[int]error{}
	works := make([]bool, len(axes))
	for _, i := range order {
		if patience > 0 && time.Since(begun) > patience {
			return nil, fmt.Errorf("it takes longer than %d s to see whether these %d combinations can be run: sweep fewer values, or use the command line (congestree sweep)", patience/time.Second, p.points)
		}
		s, _ := p.Point(i)
		if err := engine.Check(s); err != nil {
			refused[i] = err
			continue
		}
		for k, a := range axes {
			works[k] = works[k] || k == scheme || scenario.Lookup(a.Field).Active(s)
		}
	}
	if n := len(refused); n == p.points {
		_, settings := p.Point(order[0])
		return nil, fmt.Errorf("%d of %d combinations cannot be run, such as %s", n, p.points, fmt.Sprintf("%s: %v", describe(settings), refused[order[0]]))
	}
	for k, a := range axes {
		if !works[k] && len(a.Values) > 1 {
			return nil, fmt.Errorf("%s has no effect in any of these runs, only when %s: all would be the same", a.Field, scenario.Lookup(a.Field).When)
		}
	}
	if len(refused) > 0 {
		p.leaveOut(p.blamed(scheme, refused), refused)
	}
	p.id = p.digest()
	return p, nil
}

// byNetwork puts points of one network side by side, in the order in which they are: the engine keeps the last network it has built.
func (p *Plan) byNetwork(points []int) {
	k := slices.IndexFunc(p.axes, func(a Axis) bool { return a.Field == "network" })
	if k < 0 {
		return
	}
	slices.SortStableFunc(points, func(i, j int) int { return p.digits(i)[k] - p.digits(j)[k] })
}

// Unfit tells of a value of a field, or a scheme, that cannot run under all of the others' values.
type Unfit struct {
	Axis, Value int    // which one
	Name        string // the scheme's, or such as "routing=dor"
	Points, Of  int    // combinations that are left out, and all that there are of it
	Values      string // of the first of them, such as "vcs=2"; "" if all are, for the same reason
	Err         error  // why it cannot be run
}

// String says so.
func (u Unfit) String() string {
	if u.Values == "" {
		return fmt.Sprintf("%s is left out: %v", u.Name, u.Err)
	}
	return fmt.Sprintf("%s is left out of %d of its %d runs, such as %s: %v", u.Name, u.Points, u.Of, u.Values, u.Err)
}

// Unfit tells of what is left out, by the values of one axis.
func (p *Plan) Unfit() []Unfit { return p.unfit }

// blamed is the axis by which it is told what is left out: that of schemes, or the one of several values of which the fewest are concerned.
func (p *Plan) blamed(scheme int, refused map[int]error) int {
	if scheme >= 0 {
		return scheme
	}
	concerned := make([]map[int]bool, len(p.axes))
	for k := range concerned {
		concerned[k] = map[int]bool{}
	}
	for i := range refused {
		for k, d := range p.digits(i) {
			concerned[k][d] = true
		}
	}
	least := -1
	for k, a := range p.axes {
		if len(a.Values) > 1 && (least < 0 || len(concerned[k]) < len(concerned[least])) { // an only value is of those that run, too
			least = k
		}
	}
	return least
}

// leaveOut makes the combinations that can be run the points, and tells of the others by the values of an axis.
func (p *Plan) leaveOut(axis int, refused map[int]error) {
	a := p.axes[axis]
	list := make([]Unfit, len(a.Values))
	differ := map[*Unfit]bool{} // in their reasons
	var runs []int
	for i := range p.points {
		if refused[i] == nil {
			runs = append(runs, i)
			continue
		}
		_, settings := p.Point(i)
		u := &list[p.digits(i)[axis]]
		if u.Points++; u.Points == 1 {
			u.Values, u.Err = describe(slices.Delete(settings, axis, axis+1)), refused[i]
		} else if refused[i].Error() != u.Err.Error() {
			differ[u] = true
		}
	}
	for i, u := range list {
		if u.Points == 0 {
			continue
		}
		u.Axis, u.Value, u.Name, u.Of = axis, i, a.Values[i], p.points/len(list)
		if u.Points == u.Of && !differ[&list[i]] {
			u.Values = ""
		}
		if a.Field != Scheme {
			u.Name = a.Field + "=" + u.Name
		}
		p.unfit = append(p.unfit, u)
	}
	p.runs, p.points = runs, len(runs)
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
	if p.runs != nil {
		point = p.runs[point]
	}
	for i := len(d) - 1; i >= 0; i-- {
		n := len(p.axes[i].Values)
		d[i], point = point%n, point/n
	}
	return d
}

// Point returns a point's scenario, and the values of its swept fields in the order of the axes; a scheme is called by its name.
func (p *Plan) Point(i int) (scenario.Scenario, []scenario.Setting) {
	s := p.base
	settings := make([]scenario.Setting, len(p.axes))
	for k, d := range p.digits(i) {
		settings[k] = scenario.Setting{Field: p.axes[k].Field, Value: p.axes[k].Values[d]}
		s = p.axes[k].on(s, d)
	}
	return s, settings
}

// ID names the sweep: two plans have the same ID only if their points are the same runs in the same order.
func (p *Plan) ID() string { return p.id }

func (p *Plan) digest() string {
	var base []string // a later schema may have more fields and presets, which change nothing
	for _, name := range p.base.Diff(scenario.Default()) {
		base = append(base, name, p.base.Get(name))
	}
	axes := slices.Clone(p.axes)
	for i := range axes {
		if axes[i].Schemes != nil { // which say what they are, whatever they are called
			axes[i].Values = nil
		}
	}
	text, err := json.Marshal(struct {
		Form int
		Base []string
		Axes []Axis
		PS   int64
		Runs []int `json:",omitempty"`
	}{1, base, axes, p.untilPS, p.runs})
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

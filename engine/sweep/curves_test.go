package sweep

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

func TestFormIsTheCommandLinesPlan(t *testing.T) {
	base := tinyScenario()
	for _, c := range []struct {
		spec, again string
		axes        []string
		set         string // field=value of the base
		until       int64
	}{
		{"load=0.1..1:0.1", "", []string{"load=0.1..1:0.1"}, "", 1500 * engine.Microsecond},
		{"load=0.1..1:0.1;queuing=1q,dbbm;seed=1..3;until=500us", "", []string{"load=0.1..1:0.1", "queuing=1q,dbbm", "seed=1..3"}, "", 500 * engine.Microsecond},
		{"queuing=1q,dbbm;load=0.5,1;seed=7;warmup=3;until=0.5ms", "queuing=1q,dbbm;load=0.5,1;seed=7;warmup=3;until=500us", []string{"queuing=1q,dbbm", "load=0.5,1"}, "seed=7 warmup=3", 500 * engine.Microsecond},
		{"seed=1..9", "", []string{"seed=1..9"}, "", 1500 * engine.Microsecond},
		{"load=0.5;by.warmup=50,100", "", []string{"load=0.5", "warmup=50,100"}, "", 1500 * engine.Microsecond},
		{"hotspots=3,5;1;load=1", "", []string{"hotspots=3,5;1", "load=1"}, "", 1500 * engine.Microsecond},
	} {
		f, err := ParseForm(c.spec)
		if err != nil {
			t.Fatal(c.spec, err)
		}
		if c.again == "" {
			c.again = c.spec
		}
		if got := f.Spec(); got != c.again {
			t.Errorf("%s came back as %s", c.spec, got)
		}
		if f.By == "warmup" {
			f.Warmup = "never" // in a field that the panel does not show then
		}
		curves, err := f.Plan(base)
		if err != nil {
			t.Fatal(c.spec, err)
		}
		s, axes := base, []Axis(nil)
		for text := range strings.FieldsSeq(c.set) {
			name, value, _ := strings.Cut(text, "=")
			s = s.Must(name, value)
		}
		for _, text := range c.axes {
			a, err := ParseAxis(text)
			if err != nil {
				t.Fatal(err)
			}
			axes = append(axes, a)
		}
		want, err := NewPlan(s, axes, c.until)
		if err != nil || curves.ID() != want.ID() {
			t.Errorf("%s is another sweep than %v: %v", c.spec, c.axes, err)
		}
		if again, err := NewPlan(curves.Base, curves.Axes, curves.UntilPS()); err != nil || again.ID() != want.ID() {
			t.Errorf("%s: its base is another's, %v", c.spec, err)
		}
	}
}

func TestFormRefuses(t *testing.T) {
	base := tinyScenario()
	for spec, want := range map[string]string{
		"":                                     "no field is swept",
		"lod=1":                                "not a field",
		"preset=hs10-1":                        "preset",
		"load=1;queuing=1q;vcs=1":              "one field of curves",
		"load=1;until=soon":                    "until",
		"load=0.1..1:0.1;queuing=1q;until=0us": "allowed",
		"load=1;seed=1..2;seed=3..4":           "seed: is given twice; give it once",
		"seed=1..3;seed=4":                     "seed: is given twice",
		"load=1;warmup=1;vcs=1;warmup=2":       "warmup: is given twice",
		"load=1;until=5us;until=9us":           "until: is given twice",
		"by.seed=1..3;load=1":                  "by.seed: allowed after the swept field",
		"load=1;by.seed=1..3;by.warmup=1":      "by.warmup: allowed after the swept field, once",
		"load=1;by.lod=1":                      "not a field",
	} {
		if _, err := ParseForm(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for _, c := range []struct{ spec, part, says string }{
		{"load=", PartX, "write values of load"},
		{"load=2", PartX, "0–1.2"},
		{"seed=1..513", PartX, "at most 512"},
		{"seed=1..9007199254740991", PartX, "more than 100000 values; a sweep in the page has at most 512 runs"},
		{"load=0.001..1.2:0.000001", PartX, "more than 100000 values; a sweep in the page has at most 512 runs"},
		{"load=0.5;voq=false;seed=1..9007199254740991", PartSeeds, "more than 100000 values; a sweep in the page has at most 512 runs"},
		{"load=0.5;by.seed=1..9007199254740991", PartBy, "more than 100000 values; allowed: up to 4 curves"},
		{"load=1;load=0.5", PartBy, "already"},
		{"load=1;vcs=1..5", PartBy, "up to 4"},
		{"load=1;seed=x", PartSeeds, "seed"},
		{"load=1;vcs=1,2", PartAll, "vcs has no effect in any of these runs, only when queuing"},
		{"load=1;warmup=1..3", PartWarmup, "warmup"},
		{"load=0..1:0.01;seed=1..9", PartAll, "909 runs"},
		{"load=0..1:0.002;voq=false,true;seed=1..512", PartAll, "513024 runs"},
		{"load=1;buffer=1,2", PartAll, "2 of 2 combinations"},
	} {
		f, err := ParseForm(c.spec)
		if err != nil {
			t.Fatal(c.spec, err)
		}
		_, err = f.Plan(base)
		var part *PartError
		if !errors.As(err, &part) || part.Part != c.part || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v", c.spec, err)
		}
	}
}

func TestPlace(t *testing.T) {
	f, _ := ParseForm("load=0.5,1;queuing=1q,dbbm;seed=1..3")
	c, err := f.Plan(tinyScenario())
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Len() {
		s, _ := c.Point(i)
		x, curve := c.Place(i)
		if c.Axes[0].Values[x] != s.Get("load") || c.Names()[curve] != s.Get("queuing") {
			t.Errorf("point %d: %d, %d", i, x, curve)
		}
	}
}

// planned is the plan of a line that must be one.
func planned(t *testing.T, spec string, base scenario.Scenario, compared ...scenario.Scenario) *Curves {
	t.Helper()
	f, err := ParseForm(spec)
	if err != nil {
		t.Fatal(spec, err)
	}
	c, err := f.Plan(base, compared...)
	if err != nil {
		t.Fatal(spec, err)
	}
	return c
}

// The title tells schemes apart that share the name of their routing.
func TestTitleOfCurves(t *testing.T) {
	base := tinyScenario().Must("routing", "adaptive").Must("trigger", "2TH").Must("delta", "2").Must("voq", "true").Must("seed", "5")
	for spec, want := range map[string]string{
		"load=0.5,1":                             " · adaptive · 1q · HS25-1 · trigger=2TH · delta=2 · voq=true",
		"load=0.5,1;routing=dmodk,adaptive":      " · 1q · HS25-1 · voq=true", // what matters to adaptive routing only is in its label
		"delta=1,2;voq=false,true":               " · adaptive · 1q · HS25-1 · trigger=2TH",
		"load=0.5,1;traffic=UT,HS25-1;seed=1..2": " · adaptive · 1q · trigger=2TH · delta=2 · voq=true",
	} {
		c := planned(t, spec, base)
		if got, want := c.Of(), base.Get("network")+want; got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}

// What no link can hold is refused as it is written: its results would be lost with a reload, and its link would not open.
func TestFormFitsALink(t *testing.T) {
	for n, fits := range map[int]bool{100: true, 330: false} {
		var values []string
		for i := range n {
			values = append(values, "0."+strconv.Itoa(1000 + i)[1:]+"1")
		}
		c, err := Form{X: "load", XValues: strings.Join(values, ","), By: "queuing", ByValues: "1q"}.Plan(tinyScenario())
		var refused *PartError
		switch {
		case errors.As(err, &refused):
			if fits || refused.Part != PartAll || !strings.Contains(err.Error(), "bytes long; at most 2000 are allowed") {
				t.Errorf("%d values: %v", n, err)
			}
		default:
			if _, err := ParseForm(c.Form.Spec()); !fits || err != nil {
				t.Errorf("%d values are accepted, and their link says: %v", n, err)
			}
		}
	}
}

// Labels of curves are as in comparisons, and tell what else is chosen of a scheme that its field's value alone does not name.
func TestLabelsOfCurves(t *testing.T) {
	base := tinyScenario().Must("routing", "adaptive").Must("trigger", "2TH").Must("delta", "2").Must("vcs", "4")
	for spec, want := range map[string]string{
		"load=0.5,1":                           "",
		"load=0.5,1;routing=dmodk,adaptive":    "D-mod-K|Adaptive · 2TH — two thresholds · Port spacing Δ 2",
		"load=0.5,1;trigger=NoTH,2TH":          "NoTH — always|2TH — two thresholds",
		"load=0.5,1;queuing=1q,dbbm":           "1Q|DBBM · 4 VCs",
		"load=0.5,1;voq=false,true":            "no VOQs|VOQs",
		"load=0.5,1;delta=1,2":                 "1|2",
		"load=0.5,1;network=rlft-4x3,rlft-8x3": "rlft-4x3|rlft-8x3",
		"trigger=NoTH,2TH;queuing=1q,dbbm":     "1Q|DBBM · 4 VCs",
		"vcs=4,2;queuing=1q,dbbm":              "1Q|DBBM",
		"delta=1,2;routing=adaptive,dmodk":     "Adaptive · 2TH — two thresholds|D-mod-K", // the axis says the other
	} {
		c := planned(t, spec, base)
		if got := strings.Join(c.Labels(plainly), "|"); got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}

// Where the name of their field does not stand beside them, numbers have it and their unit, as in the legend of a figure.
func TestNamedCurves(t *testing.T) {
	base := tinyScenario().Must("routing", "adaptive").Must("queuing", "dbbm").Must("vcs", "4")
	for spec, want := range map[string]string{
		"load=0.5,1":                 "",
		"load=0.5,1;buffer=64,192":   "Buffer 64 KiB|Buffer 192 KiB",
		"load=0.5,1;by.seed=1,2":     "Seed 1|Seed 2",
		"load=0.5,1;vcs=2,4":         "2 VCs|4 VCs",
		"vcs=2,4;load=0.5,1":         "Offered load 0.5 of link bandwidth|Offered load 1 of link bandwidth",
		"load=0.5,1;queuing=1q,dbbm": "1Q|DBBM · 4 VCs",
		"load=0.5,1;by.warmup=5,7.5": "Warm-up 5 µs|Warm-up 7.5 µs",
		"load=0.5,1;voq=false,true":  "no VOQs|VOQs",
	} {
		c := planned(t, spec, base)
		if got := strings.Join(c.Named(plainly), "|"); got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}

// plainly is English.
func plainly(sentence string, args ...string) string {
	for k, a := range args {
		sentence = strings.ReplaceAll(sentence, "{"+strconv.Itoa(k)+"}", a)
	}
	return sentence
}

// A menu offers what can run in one of the scenarios at least, and what they have.
func TestOptions(t *testing.T) {
	all := []string{"dmodk", "self", "dor", "oblivious", "adaptive", "adaptive-th", "afi"} // others may come to them
	fat, torus := tinyScenario(), tinyScenario().Must("network", "torus-4x4").Must("routing", "dor")
	for _, c := range []struct {
		in   []scenario.Scenario
		want string
	}{
		{[]scenario.Scenario{fat}, "dmodk oblivious adaptive adaptive-th afi"},
		{[]scenario.Scenario{torus}, "dor"},
		{[]scenario.Scenario{fat, torus}, "dmodk dor oblivious adaptive adaptive-th afi"},
		{[]scenario.Scenario{fat.Must("routing", "dor")}, "dmodk dor oblivious adaptive adaptive-th afi"},
	} {
		var got []string
		for _, o := range Options(c.in, "routing") {
			if slices.Contains(all, o.Name) {
				got = append(got, o.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: %q, want %q", c.in, got, c.want)
		}
	}
	if got := Options([]scenario.Scenario{fat}, "load"); got != nil {
		t.Errorf("a number has the options %v", got)
	}
}

// What is suggested can be swept, in as many values as are asked for at most.
func TestSuggest(t *testing.T) {
	base := scenario.Default().Must("hotspots", "3").Must("load", "0.35")
	for _, c := range []struct {
		field string
		most  int
		want  string
	}{
		{"queuing", 2, "1q,dbbm"}, {"load", 10, "0.1..1:0.1"}, {"load", 9, "0.35"}, {"voq", 4, "false,true"}, {"seed", 10, "1"}, {"hotspots", 4, "3"}, {"colour", 4, ""},
		{"routing", 4, "dmodk,oblivious,adaptive,adaptive-th"}, // of a fat tree: dor and self are refused there
	} {
		got := Suggest(base, c.field, c.most)
		if got != c.want {
			t.Errorf("%s: suggested %q, want %q", c.field, got, c.want)
		}
		if axis, err := ParseAxis(c.field + "=" + got); c.want != "" && (err != nil || len(axis.Values) > c.most) {
			t.Errorf("%s: %d values, %v", c.field, len(axis.Values), err)
		}
	}
	if got := Suggest(scenario.Default().Must("traffic", "HS25-2").Must("hotspots", "3,5"), "hotspots", 4); got != "3,5;" {
		t.Errorf("two hot spots: %q", got)
	}
}

// As many runs and curves as the page allows are allowed, and one curve is one.
func TestFormBounds(t *testing.T) {
	for spec, names := range map[string]int{"seed=1..512": 1, "load=1;by.seed=1..4": 4, "load=1;by.warmup=1,2;seed=1..9": 2, "load=0.5,1": 1, "load=1;queuing=1q": 1} {
		f, err := ParseForm(spec)
		if err != nil {
			t.Fatal(spec, err)
		}
		c, err := f.Plan(tinyScenario())
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if got := c.Names(); len(got) != names || spec == "load=1;queuing=1q" && got[0] != "1q" {
			t.Errorf("%s: curves %q", spec, got)
		}
	}
	full := "load=" + strings.Repeat("1", MaxSpec-len("load="))
	if axes, _, err := SplitSpec(full); err != nil || axes[0] != full {
		t.Errorf("a sweep of %d bytes: %v", len(full), err)
	}
}

// Without the page, as the command line has it, a form is the same plan, and what would be too much for the page is planned, however long that takes.
func TestFormWithoutThePage(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 1 // ns
	base := tinyScenario()
	for spec, runs := range map[string]int{"load=0.5,1;queuing=1q,dbbm;seed=1..3;warmup=2;until=5us": 12, "seed=1..600": 600, "load=0.5;queuing=dbbm;seed=1..513": 513, "vcs=1..3;by.seed=1..5": 15} {
		f, err := ParseForm(spec)
		if err != nil {
			t.Fatal(spec, err)
		}
		if _, err := f.Plan(base.Must("queuing", "dbbm")); err == nil || !strings.Contains(err.Error(), "at most 512 runs") && !strings.Contains(err.Error(), "up to 4 curves") && !strings.Contains(err.Error(), "it takes longer than") && !strings.Contains(err.Error(), "at most 512:") {
			t.Errorf("%s: the page plans it, %v", spec, err)
		}
		c, err := f.PlanAlone(base.Must("queuing", "dbbm"))
		if err != nil || c.Len() != runs {
			t.Errorf("%s: %v", spec, err)
		}
	}
	patience = time.Hour
	f, _ := ParseForm("load=0.5,1;queuing=1q,dbbm;seed=1..3;warmup=2;until=5us")
	c, err := f.PlanAlone(base)
	if err != nil || c.ID() != planned(t, f.Spec(), base).ID() {
		t.Errorf("it is another sweep than the page's: %v", err)
	}
	f.Seeds = "0..9007199254740991"
	if _, err := f.PlanAlone(base); err == nil || !strings.Contains(err.Error(), "a sweep has at most 100000 points") {
		t.Errorf("too many: %v", err)
	}
}

func tinyScenario() scenario.Scenario { return scenario.Default().Must("network", "rlft-4x3") }

// A form's own line makes the same form again, whichever field has the curves, and with blanks in it.
func TestSpecIsRead(t *testing.T) {
	for _, f := range []Form{
		{X: "load", XValues: "0.5,1"},
		{X: "load", XValues: "0.5,1", By: "queuing", ByValues: "1q,dbbm", Seeds: "1..3", Warmup: "5", Until: "20"},
		{X: "load", XValues: "0.5,1", By: "seed", ByValues: "1..3", Warmup: "5"},
		{X: "load", XValues: "0.5,1", By: "warmup", ByValues: "1,5", Seeds: "1,2"},
		{X: "seed", XValues: "1,2", By: "warmup", ByValues: "1,5", Until: "20"},
		{X: "warmup", XValues: "1,2", By: "seed", ByValues: "1,5"},
		{X: "seed", XValues: "1,2", Seeds: "1..3"}, // left over from another swept field, as is the next one's warm-up
		{X: "warmup", XValues: "1,2", By: "seed", ByValues: "1,5", Seeds: "1..3", Warmup: "7"},
		{X: "load", XValues: "0.5", Until: " 20 "},
	} {
		want, err := f.Plan(tinyScenario())
		if err != nil {
			t.Fatal(f, err)
		}
		again, err := ParseForm(f.Spec())
		if err != nil {
			t.Errorf("%s: %v", f.Spec(), err)
			continue
		}
		got, err := again.Plan(tinyScenario())
		if err != nil || got.ID() != want.ID() || !slices.Equal(got.Names(), want.Names()) {
			t.Errorf("%s became %+v: %v", f.Spec(), again, err)
		}
	}
}

// A stranger's link does not stop the page while its sweep is looked at: here each of 36 combinations takes a search of a second or so.
func TestFormsAreCheckedInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; time is the same elsewhere")
	}
	s, err := link.Parse("?network=torus-16x16&routing=dor&traffic=UT&congestion-control=drb")
	if err != nil {
		t.Fatal(err)
	}
	f, err := ParseForm("drb-detour=0..8;drb-paths=5,6,7,8")
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	_, err = f.Plan(s)
	if took := time.Since(begun); took > 60*time.Second || err == nil || took > 4*time.Second && !strings.Contains(err.Error(), "takes longer than 4 s") { // on a busy machine
		t.Errorf("%v after %v", err, took)
	}
}

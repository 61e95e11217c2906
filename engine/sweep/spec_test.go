package sweep

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
)

func TestSplitSpec(t *testing.T) {
	for in, want := range map[string]string{
		"load=0.1..1:0.1": "load=0.1..1:0.1 until ",
		"load=0.1..1:0.1;queuing=1q,vftree;seed=1..3": "load=0.1..1:0.1|queuing=1q,vftree|seed=1..3 until ",
		"hotspots=3,5;600;load=1":                     "hotspots=3,5;600|load=1 until ",
		"load=1,0.5;until=500us":                      "load=1,0.5 until 500us",
		"":                                            "no field is swept",
		";load=1":                                     "no field is swept",
		"load=" + strings.Repeat("1", MaxSpec):        "at most 2000",
		"until=1us":                                   "no field is swept",
	} {
		axes, until, err := SplitSpec(in)
		got := strings.Join(axes, "|") + " until " + until
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) || err == nil && got != want {
			t.Errorf("%.60s: %s, want %s", in, got, want)
		}
	}
}

func TestUntil(t *testing.T) {
	trace := scenario.Default().Must("network", "rlft-4x3").Must("traffic", "PTRANS-4x4-256-16")
	for _, c := range []struct {
		base scenario.Scenario
		axes []Axis
		want int64
	}{
		{scenario.Default(), nil, point.Default},
		{trace, nil, point.Longest},
		{trace, []Axis{{Field: "traffic", Values: []string{"UT", "HS25-1"}}}, point.Default},
		{trace, []Axis{{Field: "traffic", Values: []string{"UT", "PTRANS-4x4-256-16"}}}, 0},
	} {
		if got, err := Until(c.base, c.axes); got != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%v: %d, %v; want %d", c.axes, got, err, c.want)
		}
	}
	for text, want := range map[string]int64{"500us": 500 * engine.Microsecond, "1.5ms": 1500 * engine.Microsecond, "0s": 0, "1": 0, "1001s": 0, "-1us": 0,
		"1.500ns": 1500, "1.0ns": engine.Nanosecond, "0.0015us": 1500, "20.0005us": 20_000_500, "1.0000005us": 0, "0.0005ns": 0, ".5ns": 500, "5.us": 5 * engine.Microsecond, "+1h0.001ns": 0, "1000s0.001ns": 0, "16m40s": 1_000_000 * engine.Millisecond, "-0.5ns": 0, "1.005us": 1005 * engine.Nanosecond, "1.0000001ms": 1_000_000_100, "1ms1.5ns": 1_000_001_500, "0.1s": 100 * engine.Millisecond,
		" 5us": 5 * engine.Microsecond, "5us \r\n": 5 * engine.Microsecond, "1.5 µs": 1500 * engine.Nanosecond, "1 5us": 0, "5 u s": 0, "-  5us": 0} {
		if got, err := ParseTime(text); got != want || (err != nil) != (want == 0) {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	if n := Count([]Axis{{Field: "load", Values: make([]string, MaxPoints)}}); n != MaxPoints {
		t.Errorf("%d points are counted as %d", MaxPoints, n)
	}
	if n := Count([]Axis{{Field: "load", Values: make([]string, 100)}, {Field: "seed", Values: make([]string, 7)}}); n != 700 {
		t.Errorf("%d points", n)
	}
	if n := Count([]Axis{{Field: "load", Values: make([]string, MaxPoints)}, {Field: "seed", Values: make([]string, MaxPoints)}, {Field: "vcs", Values: make([]string, MaxPoints)}}); n <= MaxPoints {
		t.Errorf("%d points", n)
	}
}

// Who writes a time that is too long hears of the range, not of units.
func TestParseTimeSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"99999999999999999999s":           "allowed: 0.001ns–1000s",
		"-99999999999999999999.5ms":       "allowed: 0.001ns–1000s",
		"9999999999s1ns":                  "allowed: 0.001ns–1000s",
		"1001s":                           "allowed: 0.001ns–1000s",
		"99999999999999999999":            "such as 1.5ms",
		"99999999999999999999 years":      "such as 1.5ms",
		"":                                "such as 1.5ms",
		"soon":                            "such as 1.5ms",
		"1.5ps":                           "such as 1.5ms",
		"1.99999999999999999999999999ns":  "nothing below 0.001 ns",
		"0.000000000000000000000000001ns": "nothing below 0.001 ns",
		"0ns":                             "allowed: 0.001ns–1000s",
	} {
		if _, err := ParseTime(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

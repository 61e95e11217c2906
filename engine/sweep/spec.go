package sweep

// A sweep in one line, as the page's links hold it, and when its runs end.

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/engine/traffic"
)

// MaxSpec bounds the text of a sweep, in bytes.
const MaxSpec = 2000

const longSpec = "the sweep is %d bytes long; at most %d are allowed"

// SplitSpec splits "load=0.1..1:0.1;queuing=1q,vftree;until=500us" into what ParseAxis and ParseTime
// read. A semicolon between the values of an axis stays with it: what follows it is no field=….
// An error says that the text is longer than MaxSpec, or sweeps nothing.
func SplitSpec(text string) (axes []string, until string, err error) {
	if len(text) > MaxSpec {
		return nil, "", fmt.Errorf(longSpec, len(text), MaxSpec)
	}
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(part, "=")
		switch {
		case ok && name == "until" && until == "":
			until = value
		case ok || len(axes) == 0:
			axes = append(axes, part)
		default:
			axes[len(axes)-1] += ";" + part
		}
	}
	if len(axes) == 0 || axes[0] == "" {
		return nil, "", fmt.Errorf("no field is swept: write %s", AxisForm)
	}
	return axes, until, nil
}

// ParseTime reads the simulated time at which runs end, such as "1.5ms", into ps.
func ParseTime(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		// Of a number beyond 292 years it says nothing else than of what is none: with less of it, it is a time.
		if _, err := time.ParseDuration(numbers.ReplaceAllLiteralString(text, "1")); err != nil {
			return 0, fmt.Errorf("write a number with ns, µs (or us), ms or s, such as 1.5ms")
		}
	}
	if err != nil || d <= 0 || int64(d) > point.Longest/engine.Nanosecond {
		return 0, fmt.Errorf("allowed: 1ns–1000s")
	}
	if finer(text) {
		return 0, fmt.Errorf("there is nothing below 1 ns; allowed: 1ns–1000s")
	}
	return int64(d) * engine.Nanosecond, nil
}

var numbers = regexp.MustCompile("[0-9]+")

// finer says whether a time has digits below 1 ns, which time.ParseDuration drops.
func finer(text string) bool {
	for {
		_, after, found := strings.Cut(text, ".")
		if !found {
			return false
		}
		unit := strings.TrimLeft(after, "0123456789")
		digits := strings.TrimRight(after[:len(after)-len(unit)], "0")
		most := 9 // s, and what is longer
		switch {
		case strings.HasPrefix(unit, "n"):
			most = 0
		case strings.HasPrefix(unit, "u"), strings.HasPrefix(unit, "µ"), strings.HasPrefix(unit, "μ"):
			most = 3
		case strings.HasPrefix(unit, "ms"):
			most = 6
		}
		if len(digits) > most {
			return true
		}
		text = unit
	}
}

// Count is the number of points over axes of at most MaxPoints values; far more than a sweep may have are told as any such number.
func Count(axes []Axis) int {
	const most = MaxPoints * MaxPoints // which does not overflow once more
	n := 1
	for _, a := range axes {
		if n *= len(a.Values); n > most {
			return most
		}
	}
	return n
}

// Until is when runs end (ps) if nothing is said: at point.Default, and traces when their program does.
func Until(base scenario.Scenario, axes []Axis) (int64, error) {
	values := []string{base.Get("traffic")}
	for _, a := range axes {
		if a.Field == "traffic" {
			values = a.Values
		}
	}
	traces := 0
	for _, v := range values {
		if s, err := base.With("traffic", v); err == nil && traffic.IsTrace(s) {
			traces++
		}
	}
	switch traces {
	case 0:
		return point.Default, nil
	case len(values):
		return point.Longest, nil
	}
	return 0, fmt.Errorf("traffic: some of its values are traces, which end by themselves, and some are not: say when the runs end (give --until), or sweep them apart")
}

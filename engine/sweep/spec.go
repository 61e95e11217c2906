package sweep

// A sweep in one line, as the page's links hold it, and when its runs end.

import (
	"fmt"
	"math/big"
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

// ParseTime reads the simulated time at which runs end, such as "1.5ms", into ps. It may have blanks around it, as fields' values may, and before
// its units, as the instant that a link shows.
func ParseTime(text string) (int64, error) {
	text = apartFromUnit.ReplaceAllString(strings.TrimSpace(text), "$1$2")
	d, err := time.ParseDuration(text)
	if err != nil {
		// Of a number beyond 292 years it says nothing else than of what is none: with less of it, it is a time.
		if _, err := time.ParseDuration(numbers.ReplaceAllLiteralString(text, "1")); err != nil {
			return 0, fmt.Errorf("write a number with ns, µs (or us), ms or s, such as 1.5ms")
		}
	}
	if err != nil || text[0] == '-' || int64(d) > point.Longest/engine.Nanosecond {
		return 0, fmt.Errorf("allowed: 0.001ns–1000s")
	}
	ps := new(big.Rat) // d has no more than whole ns
	for _, part := range parts.FindAllStringSubmatch(text, -1) {
		n, _ := new(big.Rat).SetString(part[1])
		unit, _ := time.ParseDuration("1" + part[2])
		ps.Add(ps, n.Mul(n, new(big.Rat).SetInt64(int64(unit)*engine.Nanosecond)))
	}
	switch {
	case ps.Sign() == 0 || ps.Cmp(new(big.Rat).SetInt64(point.Longest)) > 0:
		return 0, fmt.Errorf("allowed: 0.001ns–1000s")
	case !ps.IsInt():
		return 0, fmt.Errorf("there is nothing below 0.001 ns; allowed: 0.001ns–1000s")
	}
	return ps.Num().Int64(), nil
}

var (
	apartFromUnit = regexp.MustCompile(`([0-9.])\s+([nuµμms])`)
	numbers       = regexp.MustCompile("[0-9]+")
	parts         = regexp.MustCompile("([0-9.]+)([a-zµμ]+)") // of what time.ParseDuration has read
)

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

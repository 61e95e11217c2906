package ui

// Numbers as people read them: thin spaces between thousands from five digits on, as sentences have them, a unit, no jitter.

import (
	"math"
	"strconv"
	"strings"

	"github.com/congestree/congestree/ui/lang"
)

const (
	none  = "—"
	space = "\u202f" // narrow no-break space
)

// count writes a whole number.
func count(n uint64) string { return lang.Grouped(strconv.FormatUint(n, 10)) }

// brief writes a whole number in four characters and a unit at most: from ten thousand on two or three digits of it.
func brief(n uint64) string {
	switch {
	case n < 10_000:
		return count(n)
	case n < 999_500:
		return fixed(float64(n)/1e3, 0) + space + "k"
	case n < 9_950_000:
		return fixed(float64(n)/1e6, 1) + space + "M"
	}
	return fixed(float64(n)/1e6, 0) + space + "M"
}

func fixed(x float64, digits int) string {
	return lang.Grouped(strconv.FormatFloat(x, 'f', digits, 64))
}

// together keeps the thousands of numbers that a sentence has with plain spaces, such as 11 664, on one line.
func together(sentence string) string {
	digit := func(i int) bool { return i >= 0 && i < len(sentence) && '0' <= sentence[i] && sentence[i] <= '9' }
	var b strings.Builder
	from := 0
	for i := range len(sentence) {
		if sentence[i] == ' ' && digit(i-1) && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4) {
			b.WriteString(sentence[from:i] + space)
			from = i + 1
		}
	}
	return b.String() + sentence[from:]
}

// simTime writes a simulated time in µs to the nanosecond.
func simTime(ps int64) string { return fixed(float64(ps/1000)/1000, 3) + space + "µs" }

// nanos writes a time in ns as an attribute: exact, without grouping.
func nanos(ps int64) string {
	s := strconv.FormatInt(ps/1000, 10)
	if r := ps % 1000; r != 0 {
		s += "." + strings.TrimRight(strconv.FormatInt(1000+r, 10)[1:], "0")
	}
	return s
}

// percent writes a fraction; a negative one is not known yet.
func percent(x float64) string {
	if x < 0 || math.IsNaN(x) {
		return none
	}
	return fixed(100*x, 1) + space + "%"
}

// duration writes ns with a unit that keeps three digits or so; a negative one is unknown.
func duration(ns float64) string {
	switch {
	case ns < 0 || math.IsNaN(ns):
		return none
	case ns < 999.5:
		return fixed(ns, 0) + space + "ns"
	case ns < 99_950:
		return fixed(ns/1e3, 2) + space + "µs"
	case ns < 999_500:
		return fixed(ns/1e3, 1) + space + "µs"
	}
	return fixed(ns/1e6, 2) + space + "ms"
}

// hops writes the engine's speed in packet-hops per second of wall time.
func hops(perSecond float64) string {
	switch {
	case perSecond <= 0:
		return none
	case perSecond < 999.5:
		return fixed(perSecond, 0) + space + "hops/s"
	case perSecond < 999_500:
		return fixed(perSecond/1e3, 0) + space + "k" + space + "hops/s"
	}
	return fixed(perSecond/1e6, 2) + space + "M" + space + "hops/s"
}

// hex16 writes a checksum.
func hex16(x uint64) string {
	s := strconv.FormatUint(x, 16)
	return strings.Repeat("0", 16-len(s)) + s
}

// Speeds offered by the menu: 1, 2 and 5 of each decade, in simulated ns per second.
const (
	MinSpeed = 10
	MaxSpeed = 10_000_000
)

func speeds() []float64 {
	var out []float64
	for d := 1.0; d <= MaxSpeed; d *= 10 {
		for _, m := range []float64{1, 2, 5} {
			if v := d * m; v >= MinSpeed && v <= MaxSpeed {
				out = append(out, v)
			}
		}
	}
	return out
}

// SpeedLabel names a speed in three digits, e.g. "10 µs per s": that of a tour's step is what its length asks for.
func SpeedLabel(nsPerSecond float64) string {
	unit, v := "ns", nsPerSecond
	if v < 1e9 { // rounded first: 999 600 ns are a millisecond
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	}
	switch {
	case v >= 1e6:
		unit, v = "ms", v/1e6
	case v >= 1e3:
		unit, v = "µs", v/1e3
	}
	return lang.Grouped(strconv.FormatFloat(v, 'f', -1, 64)) + space + T("{0} per s", unit)
}

// speedValue is a speed as the value of a menu's option.
func speedValue(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// NextSpeed returns the menu's next speed above or below v.
func NextSpeed(v float64, up bool) float64 {
	list := speeds()
	if up {
		for _, s := range list {
			if s > v*1.001 {
				return s
			}
		}
		return MaxSpeed
	}
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] < v*0.999 {
			return list[i]
		}
	}
	return MinSpeed
}

func plural(n int, one, many string) string {
	if n == 1 {
		return strings.ReplaceAll(D(one), "{0}", "1")
	}
	return strings.ReplaceAll(D(many), "{0}", count(uint64(n)))
}

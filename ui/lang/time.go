package lang

import "strconv"

// Time writes a simulated time (ps) as people do, e.g. "81.3 µs". What would be rounded to 1000 of a unit is 1 of the next.
// Sentences, files and the labels of pictures have it from here, so that a time is the same in all of them.
func Time(ps int64) string { return string(AppendTime(nil, ps)) }

// AppendTime is Time for labels that are written with each picture.
func AppendTime(b []byte, ps int64) []byte {
	v, unit := float64(ps)/1e3, " ns"
	switch {
	case ps >= 999_950_000:
		v, unit = float64(ps)/1e9, " ms"
	case ps >= 999_950:
		v, unit = float64(ps)/1e6, " µs"
	}
	return append(strconv.AppendFloat(b, v, 'f', 1, 64), unit...)
}

package paper

// What our runs gave over time and link by link: the curves of [FBICM]'s figures and the surfaces of [DRB-T]'s
// Figs. 7-6 and 7-7. Embedded, since the page draws them.

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/ours-series.tsv
var oursSeries string

//go:embed data/ours-links.tsv
var oursLinks string

// Curve is a quantity over time: throughput in %, or set-aside queues in use.
type Curve struct {
	BinUS   float64 // width of a bin; the first begins at time 0
	Percent []float64
}

// String is the curve as files have it: the bin, a tab, and the values.
func (c Curve) String() string {
	short := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	text := make([]string, len(c.Percent))
	for i, p := range c.Percent {
		text[i] = short(p)
	}
	return short(c.BinUS) + "\t" + strings.Join(text, " ")
}

// Mean is the mean over a stretch of time, in µs; ok if the curve covers all of it.
func (c Curve) Mean(from, until float64) (mean float64, ok bool) {
	sum, covered := 0.0, 0.0
	for i, v := range c.Percent {
		at := float64(i) * c.BinUS
		if both := min(at+c.BinUS, until) - max(at, from); both > 0 {
			sum, covered = sum+v*both, covered+both
		}
	}
	return sum / (until - from), covered > (until-from)*0.999
}

// ParseCurve undoes a line of a cell's name, a tab, and Curve.String. An error says that the line is none.
func ParseCurve(line string) (id string, c Curve, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 3 {
		return "", c, &badRow{line}
	}
	if c.BinUS, err = strconv.ParseFloat(f[1], 64); err != nil {
		return "", c, err
	}
	for _, v := range strings.Split(f[2], " ") {
		p, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return "", c, err
		}
		c.Percent = append(c.Percent, p)
	}
	return f[0], c, nil
}

// ParseCurves reads a file of curves (data/ours-series.tsv), by cell. An error is that of a line.
func ParseCurves(text string) (map[string]Curve, error) {
	all := map[string]Curve{}
	for _, line := range rows(text) {
		id, c, err := ParseCurve(line)
		if err != nil {
			return nil, err
		}
		all[id] = c
	}
	return all, nil
}

// ParseLinks reads a file of loads of links (data/ours-links.tsv): in %, see OurLinks, by cell. An error is that of a line.
func ParseLinks(text string) (map[string][]float64, error) {
	all := map[string][]float64{}
	for _, line := range rows(text) {
		id, c, err := ParseCurve(strings.Replace(line, "\t", "\t0\t", 1))
		if err != nil {
			return nil, err
		}
		all[id] = c.Percent
	}
	return all, nil
}

// SeriesResults is the file of our curves, LinkResults that of our loads of links.
func SeriesResults() string { return oursSeries }
func LinkResults() string   { return oursLinks }

var (
	ourCurves = sync.OnceValue(func() map[string]Curve { return must(ParseCurves(oursSeries)) })
	ourLinks  = sync.OnceValue(func() map[string][]float64 { return must(ParseLinks(oursLinks)) })
)

func must[T any](v T, err error) T {
	if err != nil {
		panic("paper: " + err.Error())
	}
	return v
}

// OurCurve returns our committed curve of a cell over time.
func OurCurve(c Cell) (curve Curve, ok bool) {
	curve, ok = ourCurves()[c.ID()]
	return
}

// OurLinks returns our committed loads of all links of a cell's network, by switch and port, in %; −1 where a
// port has no link to another switch.
func OurLinks(c Cell) (percent []float64, ok bool) {
	percent, ok = ourLinks()[c.ID()]
	return
}

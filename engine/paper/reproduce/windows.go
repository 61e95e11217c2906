package reproduce

// When a paper's numbers were taken: the published cells whose courses we have, by the window we look at.

import (
	"bytes"
	"fmt"

	"github.com/congestree/congestree/engine/paper"
)

// windowsUS are the windows compared, µs.
var windowsUS = [][2]float64{{300, 400}, {500, 600}, {700, 800}, {800, 900}, {900, 1000}, {1000, 1100}, {1100, 1200}, {1200, 1300},
	{1500, 1600}, {2000, 2100}, {2500, 2600}, {2900, 3000}, {1000, 2000}, {1000, 3000}}

// courses are the published cells with a course, by switch, scheme and traffic, in the order of the tables.
func (ours *Data) courses() (names []string, by map[string][]paper.Cell) {
	by = map[string][]paper.Cell{}
	for _, c := range paper.Tables() {
		if _, known := paper.Published(c); !known || len(ours.Curves[c.OverTime().ID()].Percent) == 0 {
			continue
		}
		name := c.Scheme + " " + c.Traffic
		if c.VOQ {
			name = "VOQ " + name
		}
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], c)
	}
	return
}

// windows writes how near each window of our courses comes to the tables.
func (ours *Data) windows(b *bytes.Buffer) {
	names, by := ours.courses()
	var all []paper.Cell
	for _, name := range names {
		all = append(all, by[name]...)
	}
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, `
## With other windows

[RAR] takes its tables' values "after a 1ms warm-up period of time", of runs of 3 ms: that could be a look at 1 ms, or a mean over what is left. %d of the
published cells are run for 3 ms; the mean difference between each window of these courses and the tables, in points:

| window, µs | all |`, len(all))
	for _, name := range names {
		fmt.Fprintf(b, " %s |", name)
	}
	fmt.Fprintf(b, "\n|---|---|")
	for range names {
		b.WriteString("---|")
	}
	fmt.Fprintf(b, "\n| cells | %d |", len(all))
	for _, name := range names {
		fmt.Fprintf(b, " %d |", len(by[name]))
	}
	for _, w := range windowsUS {
		at := func(c paper.Cell) (float64, bool) { return ours.Curves[c.OverTime().ID()].Mean(w[0], w[1]) }
		fmt.Fprintf(b, "\n| %.0f–%.0f | %.2f |", w[0], w[1], Scored("", all, at).Mean)
		for _, name := range names {
			fmt.Fprintf(b, " %.1f |", Scored("", by[name], at).Mean)
		}
	}
	b.WriteString("\n")
}

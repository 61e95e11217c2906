package reproduce

// The validation page's part that is peculiar to [DRB]: latencies beside accepted loads, and maps of links.

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/congestree/congestree/engine/paper"
)

// latencies writes accepted load and mean latency at some loads, a pattern and packet size at a time.
func latencies(b *bytes.Buffer, e paper.Experiment, ours *Data) {
	loads := []int{20, 60, 100}
	fmt.Fprint(b, "\nAccepted load in % and mean latency in ms, from generation on, at an offered load of 20, 60 and 100 %. The last column is how many times the\naccepted load of IBA-CC DRB has at 100 %, and how many times its latency IBA-CC has.\n\n| pattern, packets |")
	for _, control := range paper.DRBControls {
		fmt.Fprintf(b, " %s |", control)
	}
	fmt.Fprintf(b, " gain |\n|---|%s---|\n", strings.Repeat("---|", len(paper.DRBControls)))
	at := map[paper.Cell]bool{}
	for _, c := range e.Cells() {
		c.Load, c.Routing = 100, paper.DRBControls[0]
		if at[c] {
			continue
		}
		at[c] = true
		fmt.Fprintf(b, "| %s, %d B |", c.Traffic, c.Bytes)
		for _, control := range paper.DRBControls {
			c.Routing = control
			var text []string
			for _, load := range loads {
				x := c.At(load)
				r, ok := ours.Results[x.ID()]
				if !ok {
					text = append(text, linked(x, "–"))
					continue
				}
				text = append(text, linked(x, fmt.Sprintf("%.1f %%, %.2f ms", r.Percent, r.LatencyUS/1000)))
			}
			fmt.Fprintf(b, " %s |", strings.Join(text, "; "))
		}
		c.Routing = "DRB"
		d, ok1 := ours.Results[c.ID()]
		c.Routing = "IBA-CC"
		i, ok2 := ours.Results[c.ID()]
		if ok1 && ok2 && i.Percent > 0 && d.LatencyUS > 0 {
			fmt.Fprintf(b, " %.2f, %.2f |\n", d.Percent/i.Percent, i.LatencyUS/d.LatencyUS)
		} else {
			fmt.Fprintln(b, " – |")
		}
	}
}

// links writes the surface of the paper as a table: the switches in their places, with the load of the most
// used link that leaves each of them for another one.
func links(b *bytes.Buffer, e paper.Experiment, ours *Data) {
	c := e.Cells()[0]
	fmt.Fprint(b, "By place of a switch, the utilisation in % of the most used link from it to another switch. The paper draws a surface without numbers.\n")
	loads, ok := ours.Links[c.ID()]
	if !ok {
		fmt.Fprintf(b, "\nNot yet run: %s\n", linked(c, c.ID()))
		return
	}
	const side = 8
	ports := len(loads) / (side * side)
	fmt.Fprintf(b, "\n| y \\ x | %s |\n|---|%s\n", strings.Join(strings.Fields("0 1 2 3 4 5 6 7"), " | "), strings.Repeat("---|", side))
	for y := side - 1; y >= 0; y-- {
		fmt.Fprintf(b, "| %d |", y)
		for x := range side {
			most := 0.0
			for _, v := range loads[(y*side+x)*ports : (y*side+x+1)*ports] {
				most = max(most, v)
			}
			fmt.Fprintf(b, " %.0f |", most)
		}
		fmt.Fprintln(b)
	}
	r := ours.Results[c.ID()]
	fmt.Fprintf(b, "\n%s: the most used link %.1f %%, %.2f packets waiting behind the link where most do, accepted load %.2f %%, mean latency %.2f ms.\n",
		linked(c, c.ID()), r.PeakLoad, r.PeakQueue, r.Percent, r.LatencyUS/1000)
}

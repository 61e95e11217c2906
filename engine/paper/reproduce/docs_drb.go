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

// drbReasons says why claims of [DRB] fail here, as far as we know. The numbers are in the tables above it.
const drbReasons = `
### Where we miss [DRB], and why

Neither the paper nor the thesis gives the parameters of either mechanism (threshold, marking rate, table, timers), the size of buffers and source
queues, the length of a run, or numbers of its curves. Ours are the defaults of the fields, and no cell is fitted. Tried on the 8×8 torus at full
load: thresholds of 1 and 8 and buffers four times as large move the accepted loads by some points; paths two hops longer than the shortest
help butterfly and perfect shuffle by a point or two and harm transpose, paths four hops longer harm all.

- *Patterns without congestion.* On the 4×4 torus butterfly, perfect shuffle and complement run at nearly full rate under dimension-order routing:
  nothing is marked, and the two mechanisms are the same run to within a percent. The thesis has gains for them; its first paths, the first found by its
  depth-first search, must be worse ones than ours.
- *Perfect shuffle* on the 8×8 torus loads the links evenly already. DRB's other paths then take from flows as much as they give: it gains a few percent.
- *Complement* fills both dimensions for all hosts at once, so that no path is free. DRB spreads over paths that are as full, and at full load delivers less than
  dimension order does; the thesis sees a slight gain where we see a slight loss.
- *Latency.* It counts from generation on, and a source queue holds 64 packets of 4 KB, as in all our runs: beyond saturation it tends to the time that 64
  packets take to leave, and its ratio to that of the accepted loads. Before saturation the ratios are far larger than the thesis's: at 30–40 % load DRB's
  latency is a tenth of InfiniBand's under transpose and bit reversal.
- *Low load.* At 20 % load the fullest link of transpose and bit reversal is at 85 %: what the thesis calls low load (below 25 %) is not low for them here, and InfiniBand's control,
  which marks a packet that leaves one behind, slows its sources down already.
- *The hot link.* Three flows at full rate cannot leave the peak of a link a quarter as high and deliver more: with InfiniBand's control the three share one link; with DRB
  nearly three times as much is delivered, and a link that no other flow needs is filled, because nothing marks the packets on it. The peak over what is
  delivered falls by more than 60 %. Which quantity the surfaces of Figs. 7-6 and 7-7 show, the thesis does not say.
- *Packet size.* The gain under butterfly is largest at 1024 B, not at 4096 B. With 256 B a notification of 64 B is a quarter of a packet, for which links pay.
`

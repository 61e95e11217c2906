package reproduce

// Ours against theirs, counted.

import (
	"fmt"
	"io"
	"math"
	"sort"
	"text/tabwriter"

	"github.com/congestree/congestree/engine/paper"
)

// Difference is a cell of which both numbers are known.
type Difference struct {
	Cell            paper.Cell
	Ours, Published float64
}

// Points is how many percentage points of throughput we are above the paper.
func (d Difference) Points() float64 { return d.Ours - d.Published }

// Score counts how near a set of cells comes to the paper.
type Score struct {
	Name            string
	Published, Both int // cells with a published number; those we have run too
	Within2, Within5,
	Mean, Worst float64 // shares of Both in percent; mean and largest absolute difference in points
}

// Compare returns the differences of cells, largest first.
func Compare(cells []paper.Cell, ours paper.Values) (list []Difference) {
	for _, c := range cells {
		p, ok1 := paper.Published(c)
		if o, ok2 := ours(c); ok1 && ok2 {
			list = append(list, Difference{c, o, p})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return math.Abs(list[i].Points()) > math.Abs(list[j].Points()) })
	return list
}

// Scored scores the cells of a name.
func Scored(name string, cells []paper.Cell, ours paper.Values) Score {
	s := Score{Name: name}
	for _, c := range cells {
		if _, ok := paper.Published(c); ok {
			s.Published++
		}
	}
	list := Compare(cells, ours)
	s.Both = len(list)
	for _, d := range list {
		off := math.Abs(d.Points())
		s.Mean += off
		s.Worst = math.Max(s.Worst, off)
		if off <= 2 {
			s.Within2++
		}
		if off <= 5 {
			s.Within5++
		}
	}
	if n := float64(s.Both); n > 0 {
		s.Mean, s.Within2, s.Within5 = s.Mean/n, 100*s.Within2/n, 100*s.Within5/n
	}
	return s
}

// Scores are those of all cells, and of each table, scheme, traffic and routing.
func Scores(cells []paper.Cell, ours paper.Values) []Score {
	out := []Score{Scored("all", cells, ours)}
	group := func(key func(paper.Cell) string) {
		var names []string
		by := map[string][]paper.Cell{}
		for _, c := range cells {
			if _, ok := paper.Published(c); !ok {
				continue
			}
			k := key(c)
			if by[k] == nil {
				names = append(names, k)
			}
			by[k] = append(by[k], c)
		}
		for _, n := range names {
			out = append(out, Scored(n, by[n], ours))
		}
	}
	group(func(c paper.Cell) string { return buffers(c) + " " + c.Scheme })
	group(func(c paper.Cell) string { return buffers(c) + " " + c.Traffic })
	group(func(c paper.Cell) string { return c.Routing })
	return out
}

func buffers(c paper.Cell) string { return map[bool]string{false: "IQ", true: "VOQ"}[c.VOQ] }

// Worst is how many cells a summary names.
const Worst = 10

// Summary writes scores and the worst cells.
func Summary(w io.Writer, cells []paper.Cell, ours paper.Values) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tpublished\trun\twithin 2\twithin 5\tmean difference\tworst\t")
	for _, s := range Scores(cells, ours) {
		if s.Both == 0 {
			fmt.Fprintf(t, "%s\t%d\t0\t–\t–\t–\t–\t\n", s.Name, s.Published)
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%.0f %%\t%.0f %%\t%.1f\t%.1f\t\n", s.Name, s.Published, s.Both, s.Within2, s.Within5, s.Mean, s.Worst)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	list := Compare(cells, ours)
	if len(list) == 0 {
		return nil
	}
	list = list[:min(len(list), Worst)]
	if len(list) > 1 {
		fmt.Fprintf(w, "\nthe %d worst:\n", len(list))
	} else {
		fmt.Fprintln(w, "\nthe worst:")
	}
	t = tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "ours\tpublished\tdifference\tcell\t")
	for _, d := range list {
		fmt.Fprintf(t, "%.1f\t%.0f\t%+.1f\t%s\t\n", d.Ours, d.Published, d.Points(), d.Cell.ID())
	}
	return t.Flush()
}

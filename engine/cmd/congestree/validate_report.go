package main

// What congestree validate prints and writes about numbers that are there already.

import (
	"bytes"
	"fmt"
	"os"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/paper/reproduce"
	"github.com/spf13/cobra"
)

// printList prints a line per cell on the output, and beside it a line per experiment that has some of them. Those without
// cells are listed where none are left out.
func (v *validation) printList(cmd *cobra.Command, cells []paper.Cell) error {
	numbers, err := v.numbers(cmd)
	if err != nil {
		return err
	}
	where, chosen := map[string]string{}, map[string]bool{}
	for _, c := range cells {
		chosen[c.With(paper.Seed).ID()] = true
	}
	some := v.filter != "" || v.due || v.shard.n > 1
	for _, e := range paper.Experiments() {
		if v.paper != "" && v.paper != e.Paper {
			continue
		}
		own := 0
		for _, c := range e.Cells() {
			id := c.ID()
			if where[id] == "" {
				where[id] = e.Name
			}
			if chosen[id] {
				own++
			}
		}
		what := fmt.Sprintf("%d cells", len(e.Cells()))
		if own < len(e.Cells()) {
			what = fmt.Sprintf("%d of %s", own, what)
		}
		switch e.Kind {
		case paper.Exact:
			what = "exact, by the tests of " + e.Tests
		case paper.Trace:
			what += ", a trace's execution times in µs"
		}
		if v.cell == "" && (own > 0 || !some) {
			fmt.Fprintf(cmd.ErrOrStderr(), "[%s] %s: %s (%s)\n", e.Source(), e.Name, e.Title, what)
		}
	}
	number := func(v float64, ok bool) string {
		if !ok {
			return "-"
		}
		return percent(v)
	}
	var b bytes.Buffer
	for _, c := range cells {
		fmt.Fprintf(&b, "%s\t%s\t%s\tpublished %s\tours %s\n", c.ID(), c.Paper, where[c.With(paper.Seed).Of(paper.Throughput).ID()], number(paper.Published(c.With(paper.Seed))), number(numbers.Value(c)))
	}
	return write(cmd, b.Bytes())
}

// numbers are the committed results, and over them those of --out, but for those of another engine where the committed ones are of this one.
func (v *validation) numbers(cmd *cobra.Command) (*reproduce.Data, error) {
	all, err := reproduce.Committed()
	if err != nil {
		return nil, err
	}
	records, err := reproduce.Read(v.out)
	if err != nil {
		return nil, err
	}
	defer sayLater(cmd, sayChecking, "checking which results in "+v.out+" are of this engine")()
	if passed := all.Add(records); passed > 0 {
		note(cmd, "%d results in %s are of another engine, and the committed ones of their cells of this one: these count, and stay", passed, v.out)
	}
	return all, nil
}

// report does --summary and --claims by all numbers there are, and --keep. Pictures and page are
// made of what is committed, or is about to be.
func (v *validation) report(cmd *cobra.Command, cells []paper.Cell) error {
	numbers, err := v.numbers(cmd)
	if err != nil {
		return err
	}
	if _, err := os.Stat(v.out); err != nil && cmd.Flags().Changed("out") {
		note(cmd, "there is no %s: these are the committed results alone", v.out)
	}
	var b bytes.Buffer
	if v.summary {
		if err := reproduce.Summary(&b, cells, numbers.Value); err != nil {
			return failure{err}
		}
		if err := write(cmd, b.Bytes()); err != nil { // what follows takes a while
			return err
		}
		b.Reset()
		done := sayLater(cmd, sayChecking, checkingResults)
		stale, all := numbers.Stale(cells)
		if done(); stale > 0 {
			fmt.Fprintf(&b, "\n%d of %d results are of another engine, or of other scenarios, than this program's; run these cells again\n", stale, all)
		}
	}
	if v.claims {
		if v.summary {
			fmt.Fprintln(&b)
		}
		if err := reproduce.Claims(&b, numbers.Value, v.paper); err != nil {
			return failure{err}
		}
	}
	if err := write(cmd, b.Bytes()); err != nil {
		return err
	}
	if v.keep {
		if err := numbers.Keep("."); err != nil {
			return err
		}
		if left := numbers.Unkept(); len(left) > 0 {
			note(cmd, "%d results in %s are of cells of which no table, figure or claim is made, such as %s: they stay there alone", len(left), v.out, left[0])
		}
	} else if numbers, err = reproduce.Committed(); err != nil {
		return err
	}
	if v.pictures != "" {
		written, err := numbers.Pictures(".", v.pictures)
		if err != nil {
			return err
		}
		note(cmd, "%d figures have numbers and are in %s", len(written), reproduce.PictureDir)
	}
	if v.docs {
		defer sayLater(cmd, sayChecking, checkingResults)()
		return numbers.WriteDocs(".")
	}
	return nil
}

package main

// congestree merge: the files of a sweep's shards, put together in product order.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
)

func mergeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge out.jsonl shard.jsonl…",
		Short: "Put the files of a sweep's shards together, in product order",
		Long: `Writes the results of all shards into out.jsonl, in product order and each point once. The shards must belong to one
sweep and together be complete. What out.jsonl holds already is kept, and counts as a shard. With --csv
there need be no other: a file of results then becomes a table, and stays as it is, so that a sweep may
be adding to it (--partial makes a table of what is there).`,
		Example: `  congestree merge seeds.jsonl seeds-*.jsonl
  congestree merge --csv seeds.csv seeds.jsonl seeds-*.jsonl
  congestree merge --csv load.csv load.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 && !(len(args) == 1 && cmd.Flags().Changed("csv")) {
				return fmt.Errorf("name the file to write and then the files of the shards; see congestree merge --help")
			}
			return nil
		},
	}
	partial := cmd.Flags().Bool("partial", false, "merge what is there, even if points are missing")
	table := cmd.Flags().String("csv", "", "write the results into this file too, as a table")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if args[0] == "-" || *table == "-" { // it would be a file of this name
			return errors.New("-: results and table go into files; name one")
		}
		if slices.Contains(args, "-") {
			return errors.New("-: the results of a shard are read from a file; name one")
		}
		if len(args) > 1 && strings.EqualFold(filepath.Ext(args[0]), ".csv") { // as congestree sweep --out
			return fmt.Errorf("%s: results are lines of JSON; name a file that ends in .jsonl, and the table with --csv %s", args[0], args[0])
		}
		if err := asTable(*table, args); err != nil {
			return err
		}
		if len(args) == 1 {
			return tabulate(cmd, args[0], *partial, *table)
		}
		return merge(cmd, args[0], args[1:], *partial, *table)
	}
	return cmd
}

// sameFile says whether two names are of one file, which may be still to be made.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	fullA, errA := filepath.Abs(a)
	fullB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && fullA == fullB
}

// missing names points that are not there, as many as a line holds.
func missing(points []int) string {
	words, more := sweep.Ranges(points, 20)
	if more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// asTable refuses a table that would replace one of the files of results.
func asTable(table string, names []string) error {
	for _, name := range names {
		if table != "" && sameFile(name, table) {
			return fmt.Errorf("--csv %s is a file of results; name another for the table", table)
		}
	}
	if sweep.HoldsResults(table) { // such as the first of seeds-*.jsonl, where the table's name was forgotten
		return fmt.Errorf("--csv %s holds results of a sweep or validation, which the table would replace; name another for the table", table)
	}
	return nil
}

// united reads files of results, which must be complete unless a part is enough.
func united(names []string, partial bool) (*sweep.Merged, error) {
	m, err := sweep.Merge(names)
	if err == nil && len(m.Missing) > 0 && !partial {
		err = fmt.Errorf("%d of %d points are missing: %s; run the sweep again to add them, or merge with --partial", len(m.Missing), m.Of, missing(m.Missing))
	}
	return m, err
}

// tell says what has been written where.
func tell(cmd *cobra.Command, m *sweep.Merged, out string) {
	for _, name := range m.Torn {
		note(cmd, "%s ends in the middle of a line, which was left out", name)
	}
	if len(m.Missing) > 0 {
		note(cmd, "%d of %d points are in %s; missing: %s", len(m.Records), m.Of, out, missing(m.Missing))
		return
	}
	note(cmd, "%d of %d points are in %s", len(m.Records), m.Of, out)
}

// tabulate makes a table of a file of results, which is read only.
func tabulate(cmd *cobra.Command, name string, partial bool, table string) error {
	m, err := united([]string{name}, partial)
	if err != nil {
		return err
	}
	text, err := sweep.CSV(m.Records)
	if err != nil {
		return failure{err}
	}
	if err := sweep.Replace(table, text); err != nil {
		return err
	}
	tell(cmd, m, table)
	return nil
}

func merge(cmd *cobra.Command, out string, shards []string, partial bool, table string) (failed error) {
	if stream, err := sweep.Stream(out); stream != nil || err != nil {
		if err != nil {
			return err
		}
		return mergeInto(cmd, out, shards, partial, table)
	}
	_, err := os.Stat(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot use %s: %w", out, sweep.Bare(err))
	}
	free, unlocked, lockErr := sweep.Lock(out) // nobody may add to it, or begin it, meanwhile
	if lockErr != nil {
		return lockErr
	}
	defer free()
	if unlocked {
		note(cmd, "the file system of %s has no locks: see to it that no other merge writes to it, and no sweep", out)
	}
	if err != nil { // it was not there: a merge that fails leaves none
		defer func() {
			if failed != nil {
				sweep.Unmake(out)
			}
		}()
	}
	switch info, err := os.Stat(out); {
	case err != nil:
		return fmt.Errorf("cannot use %s: %w", out, sweep.Bare(err))
	case info.Size() > 0 && !slices.Contains(shards, out): // its results are kept
		shards = append([]string{out}, shards...)
	}
	return mergeInto(cmd, out, shards, partial, table)
}

// mergeInto writes what files of results hold together.
func mergeInto(cmd *cobra.Command, out string, shards []string, partial bool, table string) error {
	m, err := united(shards, partial)
	if err != nil {
		return err
	}
	var text []byte
	if table != "" {
		if text, err = sweep.CSV(m.Records); err != nil {
			return failure{err}
		}
	}
	if err := sweep.Replace(out, m.Lines()); err != nil {
		return err
	}
	if table != "" {
		if err := sweep.Replace(table, text); err != nil {
			return err
		}
	}
	tell(cmd, m, out)
	return nil
}

package main

// congestree merge: the files of a sweep's shards, put together in product order.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
)

func mergeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge out.jsonl shard.jsonl…",
		Short: "Put the files of a sweep's shards together, in product order",
		Long: `Writes the results of all shards into out.jsonl, in product order and each point once. The shards must belong to one
sweep and together be complete. What out.jsonl holds already is kept, and counts as a shard. With --csv
there need be no other: a file of results then becomes a table, too.`,
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
		if len(args) == 1 {
			args = append(args, args[0])
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

func merge(cmd *cobra.Command, out string, shards []string, partial bool, table string) (failed error) {
	say := func(format string, args ...any) { note(cmd, format, args...) }
	if out == "-" || table == "-" { // it would be a file of this name
		return errors.New("-: results and table go into files; name one")
	}
	for _, name := range append([]string{out}, shards...) {
		if table != "" && sameFile(name, table) {
			return fmt.Errorf("--csv %s is a file of results; name another for the table", table)
		}
	}
	if sweep.HoldsResults(table) { // such as the first of seeds-*.jsonl, where the table's name was forgotten
		return fmt.Errorf("--csv %s holds results of a sweep or validation, which the table would replace; name another for the table", table)
	}
	_, err := os.Stat(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot use %s: %w", out, err)
	}
	free, lockErr := sweep.Lock(out) // nobody may add to it, or begin it, meanwhile
	if lockErr != nil {
		return lockErr
	}
	defer free()
	if err != nil { // it was not there: a merge that fails leaves none
		defer func() {
			if failed != nil {
				sweep.Unmake(out)
			}
		}()
	}
	switch info, err := os.Stat(out); {
	case err != nil:
		return fmt.Errorf("cannot use %s: %w", out, err)
	case info.Size() > 0 && !slices.Contains(shards, out): // its results are kept
		shards = append([]string{out}, shards...)
	}
	m, err := sweep.Merge(shards)
	if err != nil {
		return err
	}
	if len(m.Missing) > 0 && !partial {
		return fmt.Errorf("%d of %d points are missing: %s; run the sweep again to add them, or merge with --partial", len(m.Missing), m.Of, missing(m.Missing))
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
	for _, name := range m.Torn {
		say("%s ends in the middle of a line, which was left out", name)
	}
	if len(m.Missing) > 0 {
		say("%d of %d points are in %s; missing: %s", len(m.Records), m.Of, out, missing(m.Missing))
		return nil
	}
	say("%d of %d points are in %s", len(m.Records), m.Of, out)
	return nil
}

package main

// congestree validate: the papers' experiments, run and compared with what was published.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/engine/paper/reproduce"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

// validation is what the flags of congestree validate say.
type validation struct {
	paper, cell, filter, out                          string
	list, due, summary, claims, keep, docs, miniature bool
	pictures                                          string
	jobs                                              int
	shard                                             shardFlag
}

func validateCommand() *cobra.Command {
	v := &validation{shard: shardFlag{0, 1}}
	cmd := &cobra.Command{
		Use:   "validate",
		Short: "Run the papers' experiments and compare them with what was published",
		Long: `Runs the cells of the papers' tables and figures at the papers' scale, and appends a line of JSON to --out for
each as it is done; the tables come first. The same command goes on where a killed one was. A cell is named
iq|voq/<routing>/<scheme>/<traffic>, with @<load> (in %) for a point of a curve over load, @time for a course over time,
#<seed> for a cell of the tables with another seed than 1, and afi- before it for [AFI]; fbicm/<case>/<scheme> and @time,
@queues, @<from>-<until> or @queues-<from>-<until> in [FBICM] (times in µs); drb-<network>/<control>/<traffic>@<load> in
[DRB], with /256B or /1024B before the @ for packets of another size than 4096 B, and with #latency,
#latency-from-injection (both in µs), #peak-load (%) or #peak-queue (packets) at the end for another measure.
With --cell the last line of the output is our number alone:
the throughput in percent unless the name asks for something else, and the execution time in µs where the traffic is
the trace PTRANS.`,
		Example: `  congestree validate --list --paper RAR
  congestree validate --cell voq/2TH-AS-K/3/vFtree/HS10-4
  congestree validate --filter 'iq/*/vFtree/HS??-?' --out vftree.jsonl
  congestree validate --due --paper RAR --filter '*/HS??-?' --out due.jsonl
  congestree validate --due --filter '*/IHS,*/IHS@time'    # a cell and its course over time are one run
  congestree validate --due --filter 'iq/*/vFtree/*#?'     # with other seeds
  congestree validate --summary --claims --out vftree.jsonl
  congestree validate --keep --pictures --docs --out vftree.jsonl    # in the repository`,
		Args: noArguments,
	}
	f := cmd.Flags()
	f.StringVar(&v.paper, "paper", "", "only this paper: "+papersIDs())
	f.StringVar(&v.cell, "cell", "", "run this one cell; the last line is our number alone")
	f.StringVar(&v.filter, "filter", "", "only cells whose whole name matches, with * for any text and ? for a character; or one of several such, with commas between")
	f.StringVar(&v.out, "out", "validate.jsonl", "file of results, as JSON lines; what it holds already is not run again, but for a --cell, which is kept only if this is given")
	f.Var(&v.shard, "shard", "run only shard i of n, as i/n with i from 0 to n-1, into an --out of its own; cat puts them together")
	jobs := addWhole(f, "jobs", int64(runtime.GOMAXPROCS(0)), "runs at a time, as far as the memory allows")
	f.BoolVar(&v.due, "due", false, "only cells whose committed result is missing, or of another engine than this program's")
	f.BoolVar(&v.list, "list", false, "print the cells (name, paper, table or figure, published, ours) instead of running them")
	f.BoolVar(&v.summary, "summary", false, "compare the results in --out and the committed ones with the published numbers")
	f.BoolVar(&v.claims, "claims", false, "decide the papers' claims by the results in --out and the committed ones")
	f.BoolVar(&v.keep, "keep", false, "put the results in --out into "+reproduce.PaperDir+"; run it at the repository's top")
	f.BoolVar(&v.docs, "docs", false, "write "+reproduce.PageFile+" from the committed data")
	f.StringVar(&v.pictures, "pictures", "", "draw the figures from the committed data into "+reproduce.PictureDir+", as "+strings.Join(reproduce.PictureFormats, " or "))
	f.Lookup("pictures").NoOptDefVal = reproduce.PictureFormats[0]
	f.BoolVar(&v.miniature, "miniature", false, "run the same mechanisms on 54 hosts, to try things out")
	f.MarkHidden("miniature")
	cmd.MarkFlagsMutuallyExclusive("cell", "filter")
	cmd.MarkFlagsMutuallyExclusive("cell", "due")
	cmd.MarkFlagsMutuallyExclusive("cell", "paper")
	cmd.MarkFlagsMutuallyExclusive("cell", "shard")
	for _, other := range []string{"summary", "claims", "keep", "docs", "pictures"} {
		cmd.MarkFlagsMutuallyExclusive("cell", other)
		cmd.MarkFlagsMutuallyExclusive("list", other)
	}
	for _, whole := range []string{"keep", "docs", "pictures"} { // of all that --out holds
		for _, part := range []string{"paper", "filter", "due", "shard"} {
			cmd.MarkFlagsMutuallyExclusive(whole, part)
		}
	}
	for _, part := range []string{"filter", "due", "shard"} { // a claim is about many cells
		cmd.MarkFlagsMutuallyExclusive("claims", part)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *jobs < 1 || *jobs > maxJobs {
			return fmt.Errorf("--jobs %d; allowed: 1–%d", *jobs, maxJobs)
		}
		v.jobs = int(*jobs)
		if v.out == "-" {
			return errors.New(noOutput)
		}
		if v.cell != "" {
			return v.one(cmd)
		}
		if v.pictures != "" && !slices.Contains(reproduce.PictureFormats, v.pictures) {
			return fmt.Errorf("--pictures %q; allowed: %s", v.pictures, strings.Join(reproduce.PictureFormats, ", "))
		}
		cells, none, err := v.cells(cmd)
		if err != nil {
			return err
		}
		switch {
		case none:
			note(cmd, "none of these cells is due: their committed results are all there, and of this engine")
			return nil
		case v.list:
			return v.printList(cmd, cells)
		case v.summary || v.claims || v.keep || v.docs || v.pictures != "":
			return v.report(cmd, cells)
		}
		return v.run(cmd, cells)
	}
	return cmd
}

// papersIDs names the papers that are reproduced.
func papersIDs() string {
	var ids []string
	for _, p := range paper.Papers {
		ids = append(ids, p.ID)
	}
	return strings.Join(ids, ", ")
}

// cells are those that --paper, --filter, --due and --shard choose; none is due if it says so.
func (v *validation) cells(cmd *cobra.Command) (out []paper.Cell, none bool, err error) {
	var papers []string
	if v.paper != "" {
		if v.paper = strings.ToUpper(v.paper); !slices.ContainsFunc(paper.Papers, func(p paper.Paper) bool { return p.ID == v.paper }) {
			return nil, false, fmt.Errorf("--paper %q is unknown; allowed: %s", v.paper, papersIDs())
		}
		papers = append(papers, v.paper)
	}
	out = paper.All(papers...)
	if v.filter != "" {
		if out, err = filtered(out, v.filter); err != nil {
			return nil, false, err
		}
	}
	if v.due {
		ours, err := reproduce.Committed()
		if err != nil {
			return nil, false, err
		}
		done := sayLater(cmd, sayChecking, checkingResults)
		out = ours.Due(out)
		done()
		none = len(out) == 0
	}
	if v.shard.n > 1 {
		out = reproduce.Shard(out, v.shard.i, v.shard.n)
	}
	return out, none, nil
}

// checkingResults is what --due and --summary do for half a minute of processor time: what tells the engine of a result is the
// checksum of a run of the cell's miniature, and thousands of cells have one each.
const checkingResults = "checking which committed results are of this engine"

// filtered are the cells that one of several patterns matches, with commas between them. A pattern that matches none is
// refused, so that a slip of the pen leaves nothing out in silence.
func filtered(cells []paper.Cell, patterns string) (out []paper.Cell, err error) {
	chosen := make([]bool, len(cells))
	for pattern := range strings.SplitSeq(patterns, ",") {
		glob, some := globRegexp(pattern), false
		for i, c := range cells {
			if glob != nil && glob.MatchString(c.ID()) {
				chosen[i], some = true, true
			}
		}
		if !some {
			return nil, fmt.Errorf("--filter %q matches no cell; see congestree validate --list", pattern)
		}
	}
	for i, c := range cells {
		if chosen[i] {
			out = append(out, c)
		}
	}
	return out, nil
}

// globRegexp reads * as any text, slashes too: names of routings hold some. It is nil for what is no text at all.
func globRegexp(glob string) *regexp.Regexp {
	text := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	r, err := regexp.Compile("^" + text + "$")
	if err != nil {
		return nil
	}
	return r
}

// open opens --out to add to it.
func (v *validation) open(cmd *cobra.Command) (*reproduce.File, error) {
	if strings.EqualFold(filepath.Ext(v.out), ".csv") { // as congestree sweep --out
		return nil, fmt.Errorf("--out %s: results are lines of JSON; name a file that ends in .jsonl, which congestree validate --summary compares with the published numbers", v.out)
	}
	file, err := reproduce.OpenFile(v.out)
	if err == nil {
		sayOpened(cmd, file)
	}
	return file, err
}

// one runs --cell.
func (v *validation) one(cmd *cobra.Command) (err error) {
	c, err := paper.Parse(v.cell)
	if err != nil {
		return err
	}
	if err := reproduce.Ready(c); err != nil {
		return fmt.Errorf("%s cannot be run: %w", v.cell, err)
	}
	if v.list {
		return v.printList(cmd, []paper.Cell{c})
	}
	if err := v.fits(c); err != nil {
		return err
	}
	var record *reproduce.Record
	runner := v.runner(func(r *reproduce.Record) error { record = r; return nil })
	if cmd.Flags().Changed("out") {
		file, refused := v.open(cmd)
		if refused != nil {
			return refused
		}
		defer func() {
			if e := file.Close(); err == nil {
				err = e
			}
		}()
		runner.Done = func(r *reproduce.Record) error { record = r; return file.Append(r) }
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	end := showProgress(cmd.ErrOrStderr(), "cells", runner, 0, 1)
	err = runner.Run(ctx, []paper.Cell{c})
	end()
	if record != nil { // though its line may have found no room in --out
		if err := write(cmd, v.words(c, record)); err != nil {
			return err
		}
	}
	return failed(err)
}

// words are what is printed of --cell: our number is the last line.
func (v *validation) words(c paper.Cell, record *reproduce.Record) []byte {
	var b bytes.Buffer
	if record.Execution != nil {
		fmt.Fprintf(&b, "execution time of the trace in µs; the links to hosts were busy for %s %% of it\n", percent(record.Percent))
	}
	fmt.Fprintf(&b, "%s: %s–%s µs, seed %d, checksum %s, %.1f s, %s\n", record.Cell, number(record.FromUS), number(record.UntilUS), record.Seed, record.Checksum, record.WallS, record.Link)
	if record.Published != nil {
		fmt.Fprintf(&b, "published %s, difference %+.1f\n", number(*record.Published), record.Percent-*record.Published)
	} else {
		fmt.Fprintln(&b, "no published number in our data")
	}
	fmt.Fprintln(&b, percent(record.Result().Of(c.Measure)))
	return b.Bytes()
}

// percent has one digit behind the point, and no minus before a zero.
func percent(v float64) string { return fmt.Sprintf("%.1f", math.Round(v*10)/10+0) }

func (v *validation) runner(done func(*reproduce.Record) error) *reproduce.Runner {
	const each = 512 << 20 // what 11 664 hosts take, and the collector's room
	jobs := min(v.jobs, max(int(min(memory(), addressSpace(int64(v.jobs)*each))/each), 1))
	return &reproduce.Runner{Jobs: jobs, Miniature: v.miniature, Commit: reproduce.Commit(), Done: done}
}

// fits refuses a cell for which there is too little address space.
func (v *validation) fits(c paper.Cell) error {
	s, err := c.Scenario()
	if err != nil || v.miniature {
		return err
	}
	return fits(s)
}

func failed(err error) error {
	if broken := (*reproduce.Broken)(nil); errors.As(err, &broken) {
		return failure{err}
	}
	if errors.Is(err, context.Canceled) {
		return failure{fmt.Errorf("stopped")}
	}
	return err
}

// sayOpened says what is to be known of a file of results that was opened.
func sayOpened(cmd *cobra.Command, file *reproduce.File) {
	if file.Unlocked {
		note(cmd, "the file system of %s has no locks: see to it that no other validation writes to it", file.Name)
	}
	if file.Repaired > 0 {
		note(cmd, "%s ended in the middle of a line; its last %d bytes were cut off", file.Name, file.Repaired)
	}
}

// run runs many cells into --out.
func (v *validation) run(cmd *cobra.Command, cells []paper.Cell) error {
	stderr := cmd.ErrOrStderr()
	say := func(format string, args ...any) { note(cmd, format, args...) }
	file, err := v.open(cmd)
	if err != nil {
		return err
	}
	have := map[string]*reproduce.Record{}
	for _, r := range file.Records {
		have[r.Cell] = r
	}
	current := make([]bool, len(cells))
	if len(have) > 500 {
		say("checking which of the %d results in %s are of this engine", len(have), v.out)
	}
	var g errgroup.Group
	g.SetLimit(v.jobs)
	for i, c := range cells {
		if r := have[c.ID()]; r != nil {
			g.Go(func() error {
				current[i] = r.Current(c, v.miniature) // never of one that cannot be run
				return nil
			})
		}
	}
	_ = g.Wait()
	var todo []paper.Cell
	unready, stale, first := 0, 0, error(nil)
	for i, c := range cells {
		if err := reproduce.Ready(c); err != nil {
			if unready++; first == nil {
				first = fmt.Errorf("%s: %w", c.ID(), err)
			}
			continue
		}
		if current[i] {
			continue
		}
		if have[c.ID()] != nil {
			stale++
		}
		todo = append(todo, c)
	}
	if unready > 0 {
		say("%d cells cannot be run by this program, such as %v", unready, first)
	}
	if stale > 0 {
		say("%d results in %s are of another engine or window; these cells run again, and the last result counts", stale, v.out)
	}
	all := len(cells) - unready
	if done := all - len(todo); done > 0 {
		say("%s has %d of %d cells already", v.out, done, all)
	}
	if len(todo) > 0 {
		if err := v.fits(todo[0]); err != nil { // the others of a paper take about as much
			file.Abandon()
			return err
		}
	}
	runner := v.runner(file.Append)
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	end := showProgress(stderr, "cells", runner, all-len(todo), all)
	err = runner.Run(ctx, todo)
	end()
	closed := file.Close()
	finished, _ := runner.Progress()
	var wrong failure
	switch err = failed(err); {
	case err != nil && !errors.As(err, &wrong): // the file's, which says all
		return err
	case closed != nil:
		return closed
	case err != nil:
		return fmt.Errorf("%w; %d of %d cells are in %s, and the same command goes on from there", err, finished+all-len(todo), all, v.out)
	}
	say("%d of %d cells are in %s", all, all, v.out)
	return nil
}

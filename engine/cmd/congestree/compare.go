package main

// congestree compare: several schemes under the same traffic, and how they differ.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

func compareCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Simulate several schemes under the same traffic and print how they differ",
		Long: `Simulates the scenarios of a comparison up to the same time, one core each, and prints a table: the fields that
differ, then the measures, the best of each with a *: not of what is offered, nor of how many trees there are (a single
one may block more hosts than ten), nor where a scheme's is not measured. With VOQs hardly a packet counts as HoL blocked: all
behind one that cannot move wait for its output, too, but for those that take another VC there (AFI, datelines); what high-order
HoL blocking is said to do there shows as victims. The comparison is a link copied from the page, or a scenario and what each
other one has instead of its values. With at=<µs>_<field>_<value> a scenario is a fork: the same run until then.`,
		Example: `  congestree compare '?preset=hot-spot&compare=queuing:dbbm~queuing:fbicm' --until 120us
  congestree compare --preset hot-spot --with queuing=vftree --with at=60_routing_adaptive --until 120us`,
	}
	chosen := addLinkChoice(cmd)
	format := addFormat(cmd, "text", "json")
	with := cmd.Flags().StringArray("with", nil, "another scenario: the first one with these values, as field=value,field=value; may be given up to three times")
	until := timeFlag(point.Default)
	cmd.Flags().Var(&until, "until", "simulated time at which the runs end; the default of a link with t= is that instant")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		all, err := chosen.scenarios(cmd)
		if err != nil {
			return err
		}
		for _, text := range *with {
			s, err := varied(all[0], text)
			if err != nil {
				return fmt.Errorf("--with %s: %w", scenario.Clip(text), err)
			}
			all = append(all, s)
		}
		if err := checkCompared(all); err != nil {
			return err
		}
		large := greatest(all)
		jobs := min(runtime.GOMAXPROCS(0), len(all))
		fit, err := together(jobs, large)
		if err != nil {
			return err
		}
		sayFewer(cmd, fit, jobs, engine.Memory(large))
		noteSweep(cmd, chosen.link)
		ends := until.chosen(cmd, chosen.link)
		end := int64(until)
		if traffic.IsTrace(all[0]) && !ends {
			end = point.Longest
		}
		noteWarmUp(cmd, all[0], end)
		results, err := compare(cmd, all, end, fit)
		if err != nil {
			return failure{err}
		}
		return printCompared(cmd, format.value, all, results, ends)
	}
	return cmd
}

// scenarios returns those of a link that holds several, or else the one that is chosen.
func (c *choice) scenarios(cmd *cobra.Command) ([]scenario.Scenario, error) {
	several, err := link.ParseAll(c.link)
	if wrong := ofThePage(c.link); wrong != nil || err != nil {
		return nil, cmp.Or(wrong, err)
	}
	if len(several) == 1 {
		s, err := c.scenario(cmd)
		return []scenario.Scenario{s}, err
	}
	if cmd.Flags().Changed("set") {
		return nil, errors.New("give either a link of several schemes or --set")
	}
	if c.trace != "" {
		id, err := keepTrace(c.trace)
		if err != nil {
			return nil, err
		}
		for i := range several {
			if several[i], err = playing(several[i], c.trace, id); err != nil {
				return nil, err
			}
		}
	}
	noteResults(cmd, c.link)
	return several, nil
}

// checkCompared says what is wrong with scenarios that are to be compared.
func checkCompared(all []scenario.Scenario) error {
	if len(all) == 1 {
		return errors.New("there is nothing to compare with: give --with field=value, or a link of a comparison")
	}
	if err := link.Fits(all); err != nil {
		return err
	}
	for _, s := range all {
		if err := engine.Check(s); err != nil {
			return err
		}
	}
	return nil
}

// printCompared prints the results. Of a run that stands still it tells the deadlock, and of a program that has not ended, unless an
// end was asked for, that, as congestree run has it: a line for each scheme, the last of which it returns as the error.
func printCompared(cmd *cobra.Command, format string, all []scenario.Scenario, results []compared, ends bool) error {
	if ends {
		for _, r := range results {
			r.noteProgram(cmd, r.Title+": ")
		}
	}
	var err error
	if format == "json" {
		err = writeJSON(cmd, map[string]any{"link": link.OfAll(all), "fields": append([]string{}, link.Differing(all)...), "runs": results})
	} else {
		err = write(cmd, tableOf(all, results))
	}
	if err != nil {
		return err
	}
	var failed error
	for _, r := range results {
		wrong := r.deadlock.failure()
		if text := r.unended(); wrong == nil && text != "" && !ends {
			wrong = failure{errors.New(text)}
		}
		if wrong == nil {
			continue
		}
		if failed != nil {
			note(cmd, "%v", failed)
		}
		failed = fmt.Errorf("%s: %w", r.Title, wrong)
	}
	return failed
}

// varied is a scenario with other values of some fields.
func varied(s scenario.Scenario, text string) (scenario.Scenario, error) {
	var err error
	seen := map[string]bool{}
	for set := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(set, "=")
		switch {
		case !ok:
			return s, errors.New("write field=value, with commas between several")
		case scenario.Lookup(name) == nil:
			return s, notField(name)
		case seen[name]:
			return s, fmt.Errorf("%s is given twice; every scenario has a --with of its own", name)
		}
		seen[name] = true
		if s, err = s.With(name, value); err != nil {
			return s, err
		}
	}
	return s, nil
}

// compared is the result of one scenario.
type compared struct {
	Title string `json:"title"`
	*result
}

// compare runs scenarios to the same time, or traces to their ends, so many at once. One that stands still is told at
// once, while others run. One that breaks down ends them: there will be no table.
func compare(cmd *cobra.Command, all []scenario.Scenario, until int64, jobs int) ([]compared, error) {
	out := make([]compared, len(all))
	m := &meter{}
	end, aside := showMeter(cmd.ErrOrStderr(), "schemes", m, len(all))
	defer end()
	g, ctx := errgroup.WithContext(cmd.Context())
	g.SetLimit(jobs)
	running := len(all)
	for i, s := range all {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			title := link.Title(all, i)
			r, err := simulate(ctx, s, until, watched{trees: true}, m.run())
			if err != nil {
				return fmt.Errorf("%s: %w", title, err)
			}
			out[i] = compared{title, r}
			aside(func() {
				if running--; running > 0 && r.deadlock.At != nil { // of the last one the end tells
					note(cmd, "%s: deadlock at %s ns; the other schemes go on", title, number(*r.deadlock.At))
				}
			})
			return nil
		})
	}
	return out, g.Wait()
}

// tableOf has a column per scenario, and a * behind the best of a measure, as the page's table has it.
func tableOf(all []scenario.Scenario, results []compared) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(name string, cells []string) { fmt.Fprintln(w, name+"\t"+strings.Join(cells, "\t")) }
	each := func(of func(i int) string) (cells []string) {
		for i := range all {
			cells = append(cells, of(i))
		}
		return
	}
	row("", each(func(i int) string { return results[i].Title }))
	for _, name := range link.Differing(all) {
		row(name, each(func(i int) string { return all[i].Get(name) }))
	}
	back := make([]bool, len(results))
	for i := range results {
		back[i] = results[i].holdsBack
	}
	reached := [...]string{observe.ReachBlocks: "hosts blocked", observe.ReachHolds: "hosts that hold back", observe.ReachEither: "hosts reached"}[observe.ReachOf(back)]
	type measure struct {
		name, unit string
		digits     int // behind the point
		best       observe.Judgement
		times      float64
		of         func(r *compared) *float64
	}
	var rows []measure
	if results[0].Records != nil {
		rows = append(rows, measure{"execution time", "ns", 0, observe.Least, 1, func(r *compared) *float64 {
			if r.ExecutionNS == nil { // a program that has not ended takes longer than one that has
				never := math.Inf(1)
				return &never
			}
			return r.ExecutionNS
		}})
	}
	for _, x := range append(rows, []measure{
		{"accepted", "%", 1, observe.Most, 100, func(r *compared) *float64 { return r.Throughput }},
		{"offered", "%", 1, observe.Neither, 100, func(r *compared) *float64 { return r.Offered }},
		{"latency mean", "ns", 0, observe.Least, 1, func(r *compared) *float64 { return r.LatencyMean }},
		{"latency from injection", "ns", 0, observe.Least, 1, func(r *compared) *float64 { return r.NetworkMean }},
		{"latency p99", "ns", 0, observe.Least, 1, func(r *compared) *float64 { return r.LatencyP99 }},
		{"fairness (Jain)", "", 3, observe.Most, 1, func(r *compared) *float64 { return r.Fairness }},
		{"least host", "%", 1, observe.Most, 100, func(r *compared) *float64 { return r.LeastHost }},
		{"HoL blocked", "%", 1, observe.Least, 100, func(r *compared) *float64 { return r.HoL }},
		{"trees", "", 0, observe.Neither, 1, func(r *compared) *float64 { n := float64(len(r.Trees)); return &n }},
		{reached, "", 0, observe.Least, 1, func(r *compared) *float64 { return sumOf(r.Trees, func(t *tree) uint32 { return t.Hosts }) }},
		{"victims", "", 0, observe.Least, 1, func(r *compared) *float64 { return sumOf(r.Trees, func(t *tree) uint32 { return t.Victims }) }},
	}...) {
		text := func(v *float64) string {
			if v == nil || math.IsInf(*v, 0) {
				return "none"
			}
			text := fmt.Sprintf("%.*f", x.digits, *v*x.times)
			if x.unit != "" {
				text += " " + x.unit
			}
			return text
		}
		readings := make([]observe.Reading, len(results))
		for i := range results {
			v := x.of(&results[i])
			readings[i].Text = text(v)
			switch {
			case results[i].deadlock.At != nil:
				readings[i].Of = observe.Apart
			case v == nil:
				readings[i].Of = observe.Unmeasured
			default:
				readings[i].Value = *v
			}
		}
		best := x.best.Best(readings)
		row(x.name, each(func(i int) string {
			if best[i] {
				return readings[i].Text + " *"
			}
			return readings[i].Text
		}))
	}
	row("checksum", each(func(i int) string { return results[i].Checksum }))
	w.Flush()
	fmt.Fprintln(&b, "link  "+link.OfAll(all))
	return b.Bytes()
}

func sumOf(trees []tree, of func(t *tree) uint32) *float64 {
	sum := 0.0
	for i := range trees {
		sum += float64(of(&trees[i]))
	}
	return &sum
}

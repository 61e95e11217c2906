package main

// congestree sweep: the product of some fields' values, on all cores, into a file of JSON lines.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/spf13/cobra"
)

func sweepCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Simulate every combination of some fields' values, on all cores; killed, it goes on where it was",
		Long: `Simulates every combination of the values of the fields given with --over, the last changing fastest, and
appends a line of JSON to --out for each as it is done. If the traffic is a trace, a run ends when its program
does, unless --until is given. The same command goes on where a killed or failed one
was. With --shard i/n it runs one n-th of the points, each shard into a file of its own; congestree merge puts
them together, in product order, and makes a table (--csv). The page draws the files as curves: drop them on it, shards together. A link of the page that holds a sweep (sweep=) brings its axes, unless --over
gives others. Of a link that compares schemes all are swept, or those named by their numbers with --over scheme=1,3. Combinations that
cannot be run, such as a fat tree's routing on a torus, are left out, and said.`,
		Example: `  congestree sweep --preset hs10-1 --over queuing=1q,dbbm,vftree,flow2sl --over load=0.1..1:0.1 --out load.jsonl
  congestree sweep --preset hs10-1 --over seed=1..20 --shard 0/4 --out seeds-0.jsonl
  congestree sweep '?preset=hs10-1&sweep=load=0.1..1:0.1;queuing=1q,dbbm,vftree;until=500us' --out figure.jsonl
  congestree sweep '?preset=hot-spot&compare=queuing:vftree~queuing:fbicm' --over load=0.1..1:0.1 --out schemes.jsonl`,
	}
	chosen := addLinkChoice(cmd)
	over := cmd.Flags().StringArray("over", nil, "sweep a field, as "+sweep.AxisForm+"; may be given many times")
	until := timeFlag(point.Default)
	cmd.Flags().Var(&until, "until", "simulated time at which every run ends; averages begin at the warm-up's end, or in the middle of a run that ends before; with --over, the default of a link with t= is that instant")
	out := cmd.Flags().String("out", "", "file of results, as JSON lines; what it holds of this sweep already is not run again")
	shard := shardFlag{0, 1}
	cmd.Flags().Var(&shard, "shard", "run only shard i of n, as i/n with i from 0 to n-1")
	jobs := addWhole(cmd.Flags(), "jobs", int64(runtime.GOMAXPROCS(0)), "runs at a time, as far as the memory allows")
	list := cmd.Flags().Bool("list", false, "print the points (number, values, link), in product order, instead of running them")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		plan, err := makePlan(cmd, chosen, *over, until)
		if err != nil {
			return err
		}
		sayUnfit(cmd, plan.Unfit())
		switch {
		case *jobs < 1 || *jobs > maxJobs:
			return fmt.Errorf("--jobs %d; allowed: 1–%d", *jobs, maxJobs)
		case *list:
			return listPoints(cmd, plan, shard)
		case *out == "":
			return fmt.Errorf("--out is missing: name the file of results")
		case *out == "-":
			return errors.New(noOutput)
		case strings.EqualFold(filepath.Ext(*out), ".csv"):
			return fmt.Errorf("--out %s: results are lines of JSON; name a file that ends in .jsonl, of which congestree merge --csv %s makes the table", *out, *out)
		}
		return runSweep(cmd, plan, *out, shard, int(*jobs))
	}
	return cmd
}

// sayUnfit says which combinations do not run, of some values.
func sayUnfit(cmd *cobra.Command, unfit []sweep.Unfit) {
	const most = 8
	for i, u := range unfit {
		if i == most-1 && len(unfit) > most {
			note(cmd, "%d more values like these are left out of some of their runs, or of all", len(unfit)-i)
			return
		}
		note(cmd, "%v", u)
	}
}

const maxJobs = 1024

// noOutput refuses "-", which names the standard output elsewhere and would be a file of this name here.
const noOutput = "--out -: results go into a file, which the same command reads to go on; name one"

// makePlan takes the swept fields' first values for the base, which need not be valid without them.
func makePlan(cmd *cobra.Command, chosen *choice, over []string, end timeFlag) (*sweep.Plan, error) {
	if len(over) == 0 {
		spec, err := linkedSweep(chosen.link)
		if err != nil {
			return nil, err
		}
		if spec != "" {
			return linkedPlan(cmd, chosen, spec, int64(end), cmd.Flags().Changed("until"))
		}
		return nil, fmt.Errorf("no field is swept: give --over %s", sweep.AxisForm)
	}
	several, err := link.ParseAll(chosen.link)
	comparing := err == nil && len(several) > 1 || slices.ContainsFunc(over, isSchemes)
	if comparing {
		if several, err = chosen.scenarios(cmd); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(over, isSchemes) {
			over = append(slices.Clip(over), fmt.Sprintf("%s=1..%d", sweep.Scheme, len(several)))
		}
	}
	var axes []sweep.Axis
	var base scenario.Scenario
	set := chosen.set
	for _, text := range over {
		if _, numbers, ok := strings.Cut(text, "="); ok && isSchemes(text) {
			axis, first, err := sweep.SchemeAxis(several, numbers)
			if err != nil {
				return nil, fmt.Errorf("--over %w", err)
			}
			axes, base = append(axes, axis), first
			continue
		}
		axis, err := sweep.ParseAxis(text)
		if err != nil {
			return nil, fmt.Errorf("--over %w", err)
		}
		if axis.Field == "traffic" && cmd.Flags().Changed("trace") {
			return nil, fmt.Errorf("--over %s: the traffic is the trace of --trace already; sweep other fields with it, or leave --trace out", scenario.Clip(text))
		}
		for _, s := range set {
			if strings.HasPrefix(s, axis.Field+"=") {
				return nil, fmt.Errorf("--over %s: %s is set or swept already; give all its values at once", scenario.Clip(text), axis.Field)
			}
		}
		axes = append(axes, axis)
		chosen.set = append(chosen.set, axis.Field+"="+axis.Values[0])
		set = chosen.set
	}
	networks := slices.ContainsFunc(axes, func(a sweep.Axis) bool { return a.Field == "network" })
	var fixed map[string]bool
	if !comparing {
		if base, fixed, err = chosen.given(cmd); err != nil {
			return nil, err
		}
		if fixed["network"] && !networks {
			base = following(cmd, base, fixed, axes)
		}
	}
	given := end.chosen(cmd, chosen.link)
	until := int64(end)
	if !given {
		if until, err = sweep.Until(base, axes); err != nil {
			return nil, fmt.Errorf("--over %w", err)
		}
	}
	defer sayLater(cmd, sayChecking, checkingCombinations)()
	plan, err := sweep.NewPlan(base, axes, until)
	if err == nil || !networks || comparing {
		return plan, err
	}
	// Of networks swept none can be run like that, such as tori with the default's routing: the rest follows the first of them.
	if plan, wrong := sweep.NewPlan(following(cmd, base, fixed, axes), axes, until); wrong == nil {
		return plan, nil
	}
	return nil, err
}

// isSchemes says whether an axis is that of the schemes compared.
func isSchemes(axis string) bool { return strings.HasPrefix(axis, sweep.Scheme+"=") }

// linkedSweep returns the sweep that a link of the page holds, "" without one. One of two is not chosen in silence.
func linkedSweep(link string) (spec string, err error) {
	for _, set := range scenario.PageSettings(link) {
		if set.Field != "sweep" {
			continue
		}
		if spec != "" {
			return "", fmt.Errorf("the link holds two sweeps, %s and %s; leave one of them out, or give all axes with --over", scenario.Clip(spec), scenario.Clip(set.Value))
		}
		spec = set.Value
	}
	return spec, nil
}

// linkedPlan is the plan of such a sweep, as the page makes it, but of any size: both go on with each other's files. The sweep says when its runs
// end, and not the instant that the link shows.
func linkedPlan(cmd *cobra.Command, chosen *choice, spec string, until int64, given bool) (*sweep.Plan, error) {
	form, err := sweep.ParseForm(spec)
	if err != nil {
		return nil, fmt.Errorf("the link's sweep=%s: %w", scenario.Clip(spec), err)
	}
	var all []scenario.Scenario
	if form.By == sweep.Scheme {
		all, err = chosen.scenarios(cmd)
	} else {
		all = make([]scenario.Scenario, 1)
		all[0], err = chosen.scenario(cmd)
	}
	if err != nil {
		return nil, err
	}
	if given {
		form.Until = sweep.Micros(until)
	}
	defer sayLater(cmd, sayChecking, checkingCombinations)()
	curves, err := form.PlanAlone(all[0], all...)
	if err != nil {
		return nil, fmt.Errorf("the link's sweep=%s: %w", scenario.Clip(spec), err)
	}
	own := form.Fields()
	for _, set := range chosen.set {
		if name, _, _ := strings.Cut(set, "="); slices.Contains(own, name) {
			return nil, fmt.Errorf("--set %s: the link's sweep says %s; give all axes with --over", scenario.Clip(set), name)
		}
	}
	if cmd.Flags().Changed("trace") && slices.Contains(own, "traffic") {
		return nil, fmt.Errorf("--trace %s: the link's sweep says traffic; give all axes with --over", chosen.trace)
	}
	if !given {
		for _, set := range scenario.PageSettings(chosen.link) {
			if set.Field == "t" {
				note(cmd, "t=%s of the link is left out: the link's sweep ends its runs at %s ns; --until names another end",
					scenario.Clip(set.Value), number(ns(curves.Plan.UntilPS())))
				break
			}
		}
	}
	return curves.Plan, nil
}

// sayChecking is how long something is checked in silence.
const sayChecking = 2 * time.Second

const checkingCombinations = "checking all combinations before the first runs"

// sayLater says what takes so long, unless it is done before; nothing is said after done has returned.
func sayLater(cmd *cobra.Command, after time.Duration, text string) (done func()) {
	var saying sync.Mutex
	over := false
	said := time.AfterFunc(after, func() {
		saying.Lock()
		defer saying.Unlock()
		if !over {
			note(cmd, "%s", text)
		}
	})
	return func() {
		said.Stop()
		saying.Lock()
		defer saying.Unlock()
		over = true
	}
}

func listPoints(cmd *cobra.Command, plan *sweep.Plan, shard shardFlag) error {
	var b bytes.Buffer
	points := plan.Shard(shard.i, shard.n)
	slices.Sort(points) // people read them in product order, whichever is run first
	for _, i := range points {
		s, settings := plan.Point(i)
		fmt.Fprintf(&b, "%d\t", i)
		for _, f := range settings {
			fmt.Fprintf(&b, "%s=%s\t", f.Field, f.Value)
		}
		fmt.Fprintln(&b, link.Of(s))
	}
	return write(cmd, b.Bytes())
}

func runSweep(cmd *cobra.Command, plan *sweep.Plan, out string, shard shardFlag, jobs int) error {
	w := &sweeping{plan: plan, out: out, points: plan.Shard(shard.i, shard.n), say: func(format string, args ...any) { note(cmd, format, args...) }}
	runner := &sweep.Runner{Version: sweep.Version(), Fingerprint: sweep.Fingerprint()}
	var err error
	if w.file, err = sweep.OpenFile(out, plan, runner.Fingerprint); err != nil {
		return err
	}
	todo := w.todo()
	if runner.Jobs, runner.Memory, err = w.fit(cmd, todo, jobs); err != nil {
		w.file.Abandon()
		return err
	}
	have := len(w.points) - len(todo)
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	runner.Done = func(r *sweep.Record) error {
		w.count(r)
		return w.file.Append(r)
	}
	end := showProgress(cmd.ErrOrStderr(), "points", runner, have, len(w.points))
	err = runner.Run(ctx, plan, todo)
	end()
	finished, _ := runner.Progress()
	return w.ended(err, have+finished)
}

// sweeping is a sweep under way.
type sweeping struct {
	plan   *sweep.Plan
	out    string
	points []int // of the shard
	file   *sweep.File
	say    func(format string, args ...any)

	dead, early, playing int // runs that a deadlock has ended, before averages began, or before their programs had ended
}

// fit returns how many runs of the points to do there are at a time at most, and within how many bytes of memory. It refuses if one does not fit.
func (w *sweeping) fit(cmd *cobra.Command, todo []int, jobs int) (n int, room int64, err error) {
	room = memory()
	if jobs = min(jobs, len(todo)); jobs == 0 { // all may be done, and a shard may have none
		return jobs, room, nil
	}
	large := w.plan.Greatest(todo)
	needs := engine.Memory(large)
	fit, err := together(jobs, large)
	if err != nil {
		return 0, 0, err
	}
	if fit < jobs {
		room = min(room, int64(fit)*needs)
	}
	sayFewer(cmd, min(fit, max(int(room/needs), 1)), jobs, needs)
	return jobs, room, nil
}

// todo are the points that the file does not have. It says what is to be known of the others and of these before they run.
func (w *sweeping) todo() (todo []int) {
	done := map[int]bool{}
	for _, r := range w.file.Records { // of earlier runs of this command
		if !done[r.Point] { // it may be there twice
			w.count(r)
		}
		done[r.Point] = true
	}
	short := 0
	for _, i := range w.points {
		if done[i] {
			continue
		}
		todo = append(todo, i)
		if s, _ := w.plan.Point(i); !averagesWhole(s, w.plan) {
			short++
		}
	}
	if w.file.Unlocked {
		w.say("the file system of %s has no locks: see to it that no other sweep writes to it", w.out)
	}
	if w.file.Repaired > 0 {
		w.say("%s ended in the middle of a line; its last %d bytes were cut off, and that point runs again", w.out, w.file.Repaired)
	}
	if have := len(w.points) - len(todo); have > 0 {
		w.say("%s has %d of %d points already", w.out, have, len(w.points))
	}
	if short > 0 {
		w.say("%s before the warm-up is over: averaging over the second half", runs(short, "ends", "end"))
	}
	return todo
}

// count takes note of a result without all that others have.
func (w *sweeping) count(r *sweep.Record) {
	s, _ := w.plan.Point(r.Point)
	switch {
	case r.DeadlockNS != nil:
		w.dead++
		if r.Throughput == nil {
			w.early++
		}
	case traffic.IsTrace(s) && r.ExecutionNS == nil:
		w.playing++
	}
}

// ended closes the file, says what came out, and how it ended: err is the runner's error.
func (w *sweeping) ended(err error, finished int) error {
	closed := w.file.Close()
	if w.dead > 0 {
		w.say("%s in a deadlock: deadlock_ns says when, and what was measured is of before", runs(w.dead, "ended", "ended"))
	}
	if w.early > 0 {
		w.say("%d of them measured nothing: the deadlock came before averages began", w.early)
	}
	if w.playing > 0 {
		w.say("%s before the program had: no execution_ns", runs(w.playing, "ended", "ended"))
	}
	stopped := errors.Is(err, context.Canceled)
	switch broken := (*sweep.Broken)(nil); {
	case errors.As(err, &broken):
		return failure{errors.Join(err, closed)}
	case stopped && closed == nil:
		return failure{fmt.Errorf("stopped; %d of %d points are in %s, and the same command goes on from there", finished, len(w.points), w.out)}
	case err != nil && !stopped:
		return err
	case closed != nil:
		return closed
	}
	w.say("%d of %d points are in %s", finished, len(w.points), w.out)
	return nil
}

func averagesWhole(s scenario.Scenario, plan *sweep.Plan) bool {
	_, whole := sweep.Window(s, plan.UntilPS())
	return whole
}

// memory sets the collector's limit from that of the machine, container or job, unless the
// environment sets it, and returns what of it simulations may take.
func memory() int64 {
	memlimit.Set(memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem))) // if it fails, there is no limit
	return debug.SetMemoryLimit(-1) / 5 * 4
}

// shardFlag is the value of --shard: part i of n.
type shardFlag struct{ i, n int }

const maxShards = 100_000

func (s *shardFlag) String() string { return strconv.Itoa(s.i) + "/" + strconv.Itoa(s.n) }
func (s *shardFlag) Type() string   { return "i/n" }
func (s *shardFlag) Set(v string) error {
	first, second, _ := strings.Cut(v, "/")
	i, err1 := strconv.Atoi(strings.TrimSpace(first))
	n, err2 := strconv.Atoi(strings.TrimSpace(second))
	if err1 != nil || err2 != nil || n < 1 || n > maxShards || i < 0 || i >= n {
		return fmt.Errorf("write i/n, with n from 1 to %d and i from 0 to n-1", maxShards)
	}
	s.i, s.n = i, n
	return nil
}

// runs counts runs: "1 run ends", "3 runs end".
func runs(n int, one, more string) string {
	if n == 1 {
		return "1 run " + one
	}
	return strconv.Itoa(n) + " runs " + more
}

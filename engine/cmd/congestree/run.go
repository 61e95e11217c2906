package main

// congestree run: one scenario, up to a time.

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"runtime/pprof"
	"strconv"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/spf13/cobra"
)

// result is what a run gives. Names and units are an interface: other programs read them.
type result struct {
	sweep.Measures
	ExecutionS  *float64 `json:"execution_s"`
	Messages    *int64   `json:"messages"` // of the trace, collectives expanded
	Records     *int64   `json:"records"`  // of the trace: messages, and tasks' parts in collectives
	RecordsDone *int64   `json:"records_done"`
	control
	setAside
	deadlock
	HoL       *float64 `json:"hol"` // share, 0–1, of the packets in the network that suffer HoL blocking at the last look of the course; null if it is not measured
	HoLLow    *float64 `json:"hol_low_order"`
	HoLHigh   *float64 `json:"hol_high_order"`
	holdsBack bool     // hosts that trees reach hold back what would cross the roots, and go on with the rest
	latencies []fabric.LatencyBin
	links     []linkLoad // if they were counted
	lives     []byte     // the table of congestion trees, if it was asked for
	proofs    int        // how often the invariants were proved, the last time at the end
	Hosts     int        `json:"hosts"`
	Switches  int        `json:"switches"`
	Links     int        `json:"links"` // cables, those of the hosts included
	Checksum  string     `json:"checksum"`
	Link      string     `json:"link"`
	Engine    string     `json:"engine"`  // the program's version, as in a sweep's lines
	Results   int        `json:"results"` // engine.Results: any program of this number gives the same from the link
	Trees     []tree     `json:"trees"`
}

// tree is one congestion tree at the end of the run.
type tree struct {
	ID      uint32  `json:"id"`
	Root    string  `json:"root"`
	Depth   uint32  `json:"depth"`
	Ports   uint32  `json:"ports"`
	Hosts   uint32  `json:"hosts"`
	Packets uint32  `json:"packets"`
	Victims uint32  `json:"victims"`
	BirthNS float64 `json:"birth_ns"`
}

func runCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Simulate a scenario and print its measures",
		Long: `Simulates a scenario up to a time and prints its measures. The traffic may be the trace of an MPI program, from
a file (--trace) or made on the spot (--set traffic=PTRANS-18x24-23040-80): then the run ends with the packet time in which the
program does, unless --until is given (one that has not ended after 1000 s fails; one that --until cuts does not), averages count from the beginning, and execution_ns is the measure.

throughput and offered are shares, 0–1, of the bandwidth of the hosts' links, averaged from the warm-up's end to the end
of the run or, if it ends before that, from time 0, as the page shows them at that instant (none if a deadlock came before); names of other measures end with
their units, and packets are counted from the run's beginning. Percentiles of latencies (p50, p99) are the upper edges of a
histogram's bins, and up to 3.1 % or 1 ns too high; --latencies writes the bins, the packets in each, and the share of all packets
below its edge, from generation and from injection on. fairness_jain is Jain's index, 0–1, of what hosts have sent in the time that the
averages count, least_host what the one of them that has sent least has sent, 0–1 of its link's bandwidth; a host that has sent
nothing and has nothing to send counts for neither. hol is the share, 0–1, of the packets in the network that suffer HoL blocking, hol_low_order and hol_high_order
its parts ([RAR] §1), where the page's chart ends: at a look at congestion trees, some packet times before the run's end or, in a run of more than 1024 looks,
at most a 512th of it. --links writes, of each direction of each link, the packets of data
that it began to carry in the time that the averages count, and how much of that time it was busy, 0–1. --lives writes every congestion tree of the run, in order of birth: its root, where it
was last; the times of the looks that found it born and gone (death_ns is empty if it lives at the end, though it may hold nothing just then); depth, the longest
branch in hops, and hosts, how many it blocked, the most of each; ports, the most input buffers, largest_ns, when it had these first, and branches, their VCs that waited for
the root then. Of more than 63 trees at a time the others are not followed. What a scenario does not have, or what was not followed, is none, in JSON null. To run it again
to the bit, keep link, simulated_ns and results, the number of the engine's results (congestree version); checksum proves it.`,
		Example: `  congestree run --preset hs10-1 --set queuing=vftree --until 1.5ms --format json
  congestree run '?preset=hs10-1&load=0.5' --set seed=7
  congestree run --trace ptrans.vef.zst --set network=rlft-12x3 --set bandwidth=40 --set routing=adaptive`,
	}
	chosen := addLinkChoice(cmd)
	format := addFormat(cmd, "text", "json", "csv")
	until := timeFlag(point.Default)
	cmd.Flags().Var(&until, "until", "simulated time at which the run ends; the default of a link with t= is that instant")
	check := cmd.Flags().Bool("check", false, "prove the engine's invariants during the run and at its end")
	trees := cmd.Flags().Bool("trees", true, "follow the congestion trees; the run itself is the same without")
	files := addFiles(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		s, err := chosen.scenario(cmd)
		if err != nil {
			return err
		}
		if err := fits(s); err != nil {
			return err
		}
		noteSweep(cmd, chosen.link)
		if err := files.spare(chosen); err != nil {
			return err
		}
		if files.lives != "" && !*trees {
			return errors.New("--lives is the record of the congestion trees, which --trees=false leaves out")
		}
		if files.profile != "" {
			keep, failed := startProfile(files.profile)
			if failed != nil {
				return failed
			}
			defer func() {
				if e := keep(); err == nil {
					err = e
				}
			}()
		}
		ends := until.chosen(cmd, chosen.link)
		if traffic.IsTrace(s) {
			if !ends {
				until = timeFlag(point.Longest)
			}
			return runTrace(cmd, s, int64(until), ends, *check, *trees, files, format.value)
		}
		noteWarmUp(cmd, s, int64(until))
		m := &meter{}
		end, _ := showMeter(cmd.ErrOrStderr(), "", m, 1)
		r, err := simulate(cmd.Context(), s, int64(until), watched{*check, *trees, files.links != "", files.lives != ""}, m.run())
		end()
		if err != nil {
			return failure{err}
		}
		return r.print(cmd, files, format.value)
	}
	return cmd
}

// noteWarmUp says if a run ends before averages would begin.
func noteWarmUp(cmd *cobra.Command, s scenario.Scenario, until int64) {
	if _, whole := point.Window(s, until); !whole {
		note(cmd, "the run ends at %s ns, before the warm-up of %s µs is over: averages are those so far, from time 0, as in the page",
			number(ns(until)), s.Get("warmup"))
	}
}

// startProfile begins a CPU profile; keep ends it and writes it, whole or not at all: until then, and if the run is stopped,
// an older profile of that name stays.
func startProfile(name string) (keep func() error, err error) {
	var b bytes.Buffer
	if err := pprof.StartCPUProfile(&b); err != nil {
		return nil, failure{fmt.Errorf("cannot profile: %w", err)}
	}
	return func() error {
		pprof.StopCPUProfile()
		return sweep.Replace(name, b.Bytes())
	}, nil
}

// runTrace runs a trace to its end, or to a time, and says so if it has not ended: a failure unless that time was asked for.
func runTrace(cmd *cobra.Command, s scenario.Scenario, until int64, ends, check, trees bool, files *files, format string) error {
	m := &meter{}
	end, _ := showMeter(cmd.ErrOrStderr(), "", m, 1)
	r, err := simulate(cmd.Context(), s, until, watched{check, trees, files.links != "", files.lives != ""}, m.run())
	end()
	if err != nil {
		return failure{err}
	}
	if ends {
		r.noteProgram(cmd, "")
	}
	if err := r.print(cmd, files, format); err != nil {
		return err
	}
	if text := r.unended(); text != "" && !ends {
		return failure{errors.New(text)}
	}
	return nil
}

// unended says that a trace has not ended; "" if it has, or there is none.
func (r *result) unended() string {
	if r.Records == nil || r.ExecutionNS != nil {
		return ""
	}
	return fmt.Sprintf("the trace has not ended after %s ns: %d of %d records are done", number(r.SimulatedNS), *r.RecordsDone, *r.Records)
}

// noteProgram says if a trace has not ended, in whose run.
func (r *result) noteProgram(cmd *cobra.Command, of string) {
	if text := r.unended(); text != "" {
		note(cmd, "%s%s", of, text)
	}
}

// print writes what a run gave, and its tables to the files that are named; of a table for which there is no room it tells after the measures, which
// may have taken hours. One that ended in a deadlock has failed nevertheless.
func (r *result) print(cmd *cobra.Command, files *files, format string) error {
	unwritten := files.write(r)
	text, err := r.encode(format)
	if err != nil {
		return failure{err}
	}
	if err := write(cmd, text); err != nil {
		return err
	}
	if r.proofs > 0 {
		note(cmd, "the invariants were proved %s, the last time at %s ns: they hold", counted(uint32(r.proofs), "time", "times"), number(r.SimulatedNS))
	}
	if unwritten != nil {
		return unwritten
	}
	return r.deadlock.failure()
}

// playEvents is how many events are simulated at a time, between two words on how far the run is, and those of a trace between proofs of the invariants.
const playEvents = 1 << 22

// checks is how often the invariants are proved during a run with --check.
const checks = 16

// watched is what is followed or proved beside a run, which is the same without.
type watched struct{ check, trees, links, lives bool }

// simulate runs a scenario to a time, has the averages that the page shows there, and tells now and then which share (0–1) is done. A
// breakdown of the engine becomes an error that names the scenario; where nobody waits for the run any more it ends with ctx's.
func simulate(ctx context.Context, s scenario.Scenario, until int64, watch watched, advanced func(share float64)) (r *result, err error) {
	m, err := engine.Open(s)
	if err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, fmt.Errorf("the engine broke down after %s ns of %s: %v", number(ns(m.Now())), link.Of(s), p)
		}
	}()
	m.TrackTrees(watch.trees)
	m.StopAtDeadlock()
	if watch.lives {
		m.Course().FollowLives()
	}
	var links *linkCount
	if watch.links {
		if links, err = countLinks(ctx, m, until, advanced); err != nil {
			return nil, err
		}
	}
	wall, proofs, err := simulateTo(ctx, m, until, watch.check, advanced)
	if err != nil {
		return nil, err
	}
	var f observe.Frame
	m.Frame(&f, observe.Options{Detail: -1})
	p := point.Shown(m)
	p.WallS = wall.Seconds()
	n := m.Network()
	r = &result{Measures: sweep.MeasuresOf(p), Hosts: n.Hosts, Switches: n.Switches, Links: n.Links(), Checksum: fmt.Sprintf("%016x", p.Checksum), Link: link.Of(s), Engine: sweep.Version(), Results: engine.Results}
	if _, playing := m.Execution(); playing {
		t, err := traffic.TraceOf(s)
		if err != nil {
			return nil, err
		}
		sends := t.Summary().Sends
		r.Messages, r.Records, r.RecordsDone = &sends, &f.Records, &f.RecordsDone
		if f.FinishPS >= 0 {
			seconds := float64(f.FinishPS) / 1e12
			r.ExecutionS = &seconds
		}
	}
	r.proofs = proofs
	if links != nil {
		r.links = links.loads(m)
	}
	if watch.lives {
		r.lives = livesTable(n, m.Course().Lives())
	}
	r.holdsBack = f.HoldsBack()
	r.latencies = f.Latencies // of the same packets as the averages
	c := m.Course()
	if c != nil {
		r.Trees = []tree{} // they are followed
	}
	if c != nil && len(c.Points()) > 0 {
		if x := c.Points()[len(c.Points())-1]; x.Low >= 0 {
			low, high := float64(x.Low), float64(x.High)
			share := low + high
			r.HoL, r.HoLLow, r.HoLHigh = &share, &low, &high
		}
	}
	r.control = controlOf(s, f.Header)
	r.setAside = setAsideOf(m, f.Header)
	r.deadlock = deadlockOf(m, &f.Header)
	for _, t := range f.Trees {
		r.Trees = append(r.Trees, tree{t.ID, m.Network().PortName(int(t.Root)), t.Depth, t.Ports, t.Hosts, t.Packets, t.Victims, ns(t.BirthPS)})
	}
	return r, nil
}

// simulateTo runs a simulation to a time or, if it plays a trace, at most to its end, and tells how long it took, and how often the invariants were proved.
func simulateTo(ctx context.Context, m *engine.Sim, until int64, check bool, advanced func(share float64)) (wall time.Duration, proofs int, err error) {
	steps := int64(1)
	if check {
		steps = checks
	}
	on := func() error {
		advanced(shareOf(m, until))
		return ctx.Err()
	}
	_, playing := m.Execution()
	for i, there := int64(1), false; !there; i++ {
		start := time.Now()
		if playing {
			there = m.Play(until, playEvents)
			if err := on(); err != nil {
				return 0, 0, err
			}
		} else {
			for !m.Advance(until/steps*i+until%steps*i/steps, playEvents) {
				if err := on(); err != nil {
					return 0, 0, err
				}
			}
			ring, _ := m.Deadlocked()
			there = i == steps || ring != nil
		}
		wall += time.Since(start)
		if !check {
			continue
		}
		if err := m.CheckInvariants(); err != nil {
			return 0, 0, fmt.Errorf("an invariant is broken at %s ns of %s: %w", number(ns(m.Now())), link.Of(m.Scenario()), err)
		}
		proofs++
	}
	advanced(1)
	return wall, proofs, nil
}

// shareOf is how much of a run to a time (ps), or of its trace, is done: 0–1.
func shareOf(m *engine.Sim, until int64) float64 {
	share := float64(m.Now()) / float64(until)
	if e, ok := m.Execution(); ok {
		share = max(share, float64(e.Done)/float64(max(e.Total, 1)))
	}
	return min(share, 1)
}

func ns(ps int64) float64 { return float64(ps) / float64(engine.Nanosecond) }

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func (r *result) encode(format string) ([]byte, error) {
	var b bytes.Buffer
	switch format {
	case "json":
		return encodeJSON(r)
	case "csv":
		var names, values []string
		for _, c := range r.columns() {
			names, values = append(names, c[0]), append(values, c[1])
		}
		w := csv.NewWriter(&b)
		err := w.WriteAll([][]string{names, values})
		return b.Bytes(), err
	}
	columns, width := r.columns(), 0
	for _, c := range columns {
		width = max(width, len(c[0]))
	}
	for _, c := range columns {
		value := c[1]
		if value == "" {
			value = "none"
		}
		fmt.Fprintf(&b, "%-*s %s\n", width, c[0], value)
	}
	host, hosts := "host blocked", "hosts blocked"
	if r.holdsBack {
		host, hosts = "host holds back", "hosts hold back"
	}
	for _, t := range r.Trees {
		fmt.Fprintf(&b, "tree %-*d root %s, since %s ns: depth %d, %s, %s for the root, %s, %s\n", width-len("tree "), t.ID, t.Root, number(t.BirthNS), t.Depth,
			counted(t.Ports, "input buffer", "input buffers"), counted(t.Packets, "packet", "packets"), counted(t.Victims, "victim", "victims"), counted(t.Hosts, host, hosts))
	}
	return b.Bytes(), nil
}

func counted(n uint32, one, many string) string {
	if n == 1 {
		many = one
	}
	return strconv.FormatUint(uint64(n), 10) + " " + many
}

// columns are the scalars of the result under the names they have in JSON; the trees are counted.
func (r *result) columns() [][2]string {
	count := func(n uint64) string { return strconv.FormatUint(n, 10) }
	some := func(v *float64) string {
		if v == nil {
			return ""
		}
		return number(*v)
	}
	whole := func(v *int64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatInt(*v, 10)
	}
	trees := ""
	if r.Trees != nil {
		trees = strconv.Itoa(len(r.Trees))
	}
	columns := [][2]string{
		{"throughput", some(r.Throughput)}, {"offered", some(r.Offered)},
		{"latency_ns_mean", some(r.LatencyMean)}, {"latency_ns_p50", some(r.LatencyP50)}, {"latency_ns_p99", some(r.LatencyP99)},
		{"network_latency_ns_mean", some(r.NetworkMean)}, {"network_latency_ns_p50", some(r.NetworkP50)}, {"network_latency_ns_p99", some(r.NetworkP99)},
		{"fairness_jain", some(r.Fairness)}, {"least_host", some(r.LeastHost)},
		{"hol", some(r.HoL)}, {"hol_low_order", some(r.HoLLow)}, {"hol_high_order", some(r.HoLHigh)},
		{"generated", count(r.Generated)}, {"refused", count(r.Refused)}, {"injected", count(r.Injected)},
		{"delivered", count(r.Delivered)}, {"hops", count(r.Hops)},
		{"simulated_ns", number(r.SimulatedNS)}, {"window_start_ns", some(r.WindowStartNS)}, {"window_end_ns", some(r.WindowEndNS)},
		{"wall_s", number(r.WallS)}, {"hops_per_s", number(r.HopsPerS)},
		{"execution_ns", some(r.ExecutionNS)}, {"execution_s", some(r.ExecutionS)}, {"messages", whole(r.Messages)},
		{"records", whole(r.Records)}, {"records_done", whole(r.RecordsDone)},
		{"hosts", strconv.Itoa(r.Hosts)}, {"switches", strconv.Itoa(r.Switches)}, {"links", strconv.Itoa(r.Links)},
		{"checksum", r.Checksum}, {"link", r.Link}, {"engine", r.Engine}, {"results", strconv.Itoa(r.Results)}, {"trees", trees},
	}
	columns = append(append(columns, r.control.columns()...), r.setAside.columns()...)
	return append(columns, r.deadlock.columns()...)
}

package main

// The flags that say which scenario is meant.

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/spf13/cobra"
)

type choice struct {
	preset, link, file, trace string
	set                       []string
}

func addChoice(cmd *cobra.Command) *choice {
	c := &choice{}
	cmd.Flags().StringVar(&c.preset, "preset", "", "start from a preset (see congestree presets)")
	cmd.Flags().StringVar(&c.link, "link", "", "start from a link")
	cmd.Flags().StringVar(&c.file, "scenario", "", "start from a JSON file of fields; - is the standard input")
	cmd.Flags().StringArrayVar(&c.set, "set", nil, "set a field, as field=value; may be given many times (see congestree fields)")
	cmd.Flags().StringVar(&c.trace, "trace", "", "play a trace: of an MPI program (.vef, .vef.gz, .vef.zst), or of input and output (.io, .io.gz, .io.zst), - of the standard input; see congestree trace")
	cmd.MarkFlagsMutuallyExclusive("preset", "link", "scenario")
	return c
}

// addLinkChoice is addChoice of a command that takes a link as its argument, too, which is then the one of --link.
func addLinkChoice(cmd *cobra.Command) *choice {
	c := addChoice(cmd)
	cmd.Use += " [LINK]"
	cmd.Flags().Lookup("link").Usage += ", which may also stand by itself: LINK"
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		if err := oneLink(cmd, args); err != nil {
			return err
		}
		for _, name := range []string{"preset", "link", "scenario"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("give either a link as the argument or --%s", name)
			}
		}
		if _, ok := scenario.PresetByName(args[0]); ok {
			return fmt.Errorf("%s is a preset; write --preset %s", args[0], args[0])
		}
		return cmd.Flags().Set("link", args[0])
	}
	return c
}

// oneLink refuses more arguments than one.
func oneLink(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return errors.New("give one link, in quotes")
	}
	return nil
}

// scenario returns what was chosen: the bare defaults if nothing was.
func (c *choice) scenario(cmd *cobra.Command) (scenario.Scenario, error) {
	s, set, err := c.given(cmd)
	switch {
	case err != nil:
		return s, err
	case set["network"]:
		return fitted(cmd, s, set)
	}
	return s, engine.Check(s)
}

// following is a sweep's base, with the first values of its axes, that follows its network as fitted does, with the first values that let
// it: runs of those before are left out. It stays as it is if there are none.
func following(cmd *cobra.Command, s scenario.Scenario, set map[string]bool, axes []sweep.Axis) scenario.Scenario {
	next := make([]int, len(axes))
	for {
		fit, err := fitted(cmd, s, set)
		e, ok := err.(*scenario.Error)
		k := slices.IndexFunc(axes, func(a sweep.Axis) bool { return ok && a.Field == e.Field })
		if k < 0 || next[k] == len(axes[k].Values)-1 {
			return fit
		}
		next[k]++
		s = s.Must(e.Field, axes[k].Values[next[k]])
	}
}

// given is what was chosen as it was, and the fields that were set beside it.
func (c *choice) given(cmd *cobra.Command) (s scenario.Scenario, set map[string]bool, err error) {
	s = scenario.Default()
	switch given := cmd.Flags().Changed; {
	case given("preset"):
		s, err = scenario.FromSettings([]scenario.Setting{{Field: scenario.PresetKey, Value: c.preset}})
	case given("link"):
		if err = ofThePage(c.link); err == nil {
			s, err = link.Parse(c.link)
			noteResults(cmd, c.link)
		}
	case given("scenario"):
		s, err = readFile(c.file)
	}
	if err != nil {
		return s, nil, err
	}
	seen := map[string]bool{}
	if cmd.Flags().Changed("trace") {
		if c.file == standardInput && c.trace == standardInput {
			return s, nil, errors.New("--scenario - and --trace -: the standard input is one of them; name a file for the other")
		}
		if s, err = loadTrace(s, c.trace); err != nil {
			return s, nil, err
		}
		seen["traffic"] = true
	}
	var also []string // refused, beside the first, whose error is told
	for _, set := range c.set {
		next, wrong := c.with(s, set, seen)
		switch {
		case wrong == nil:
			s = next
		case err == nil:
			err = wrong
		default:
			also = append(also, scenario.Clip(set))
		}
	}
	if also != nil {
		err = fmt.Errorf("%w; also refused: %s", err, strings.Join(also, ", "))
	}
	if missing := traffic.Missing(s); err == nil && missing != nil && !seen["traffic"] { // no other network lets another traffic be it
		err = missing
	}
	return s, seen, err
}

// with is a scenario with a value of --set; seen are the fields that have one already.
func (c *choice) with(s scenario.Scenario, set string, seen map[string]bool) (scenario.Scenario, error) {
	name, value, ok := strings.Cut(set, "=")
	switch {
	case !ok:
		return s, fmt.Errorf("--set %s: write field=value", scenario.Clip(set))
	case name == scenario.PresetKey:
		return s, fmt.Errorf("--set %s: use --preset", scenario.Clip(set))
	case scenario.Lookup(name) == nil:
		return s, fmt.Errorf("--set %s: %w", scenario.Clip(set), notField(name))
	case name == "traffic" && c.trace != "":
		return s, fmt.Errorf("--set %s: the traffic is the trace of --trace already; leave one of them out", scenario.Clip(set))
	case seen[name]:
		return s, fmt.Errorf("--set %s: %s is set twice", scenario.Clip(set), name)
	}
	seen[name] = true
	return s.With(name, value)
}

// ofThePage refuses links that the page alone can open, such as the address bar shows during a guided tour: its scenario is in the page's tours, and what is read from
// the rest would be the default. Where something is pinned meanwhile the address has the scenario, too. So it is with links to the papers' tables.
func ofThePage(link string) error {
	rest, fragment, marked := strings.Cut(link, "#")
	_, query, asked := strings.Cut(rest, "?")
	if !asked && !marked {
		query = rest // the part of an address by itself
	}
	if settings, err := scenario.Split(query + "&" + fragment); err != nil || len(settings) > 0 {
		return nil
	}
	for _, set := range scenario.PageSettings(link) {
		switch set.Field {
		case "papers":
			return fmt.Errorf("the link opens %s of “Papers, reproduced”, which the page alone shows: congestree validate runs what is there", scenario.Clip(set.Value))
		case "tour":
			return fmt.Errorf("the link opens the guided tour %s, whose scenarios the page alone knows: open it there, and take the link that “Copy link” gives", scenario.Clip(set.Value))
		}
	}
	return nil
}

// notField is the refusal of a name that is none of a field's. There are too many to name them.
func notField(name string) error {
	var names []string
	for _, f := range scenario.Fields() {
		names = append(names, f.Name)
	}
	return fmt.Errorf("%q is not a field of a scenario%s; congestree fields lists them", scenario.Clip(name), scenario.Perhaps(name, names...))
}

// fitted lets what was not set follow the network that was, and says so; where that is of no use the scenario stays as it is.
func fitted(cmd *cobra.Command, s scenario.Scenario, set map[string]bool) (scenario.Scenario, error) {
	fit, changed, err := engine.Fit(s, slices.Collect(maps.Keys(set))...)
	if err != nil {
		return s, err
	}
	for _, f := range changed {
		note(cmd, "%s needs another %s: it is %s now", fit.Get("network"), f, fit.Get(f))
	}
	return fit, nil
}

// loadTrace reads a trace and makes it the traffic. If the scenario plays one from a file already, it
// must be this one.
func loadTrace(s scenario.Scenario, name string) (scenario.Scenario, error) {
	id, err := keepTrace(name)
	if err != nil {
		return s, err
	}
	return playing(s, name, id)
}

// keepTrace reads a trace and returns the name that it has as traffic.
func keepTrace(name string) (id string, err error) {
	t, err := readTrace(name)
	if err != nil {
		return "", fmt.Errorf("--trace: %w", err)
	}
	return vef.Keep(t), nil
}

// playing is a scenario whose traffic is that trace.
func playing(s scenario.Scenario, name, id string) (scenario.Scenario, error) {
	if was := s.Get("traffic"); strings.HasPrefix(was, vef.Prefix) && was != id {
		return s, fmt.Errorf("--trace %s is %s, but the scenario plays %s: another trace, or another version of it", name, id, was)
	}
	return s.With("traffic", id)
}

func readFile(name string) (scenario.Scenario, error) {
	f, called, err := open(name)
	if err != nil {
		return scenario.Default(), fmt.Errorf("cannot read the scenario: %w", err)
	}
	defer f.Close()
	s, err := jsonio.Read(f)
	if err != nil {
		return s, fmt.Errorf("%s: %w", called, err)
	}
	return s, nil
}

// standardInput is what stands for it where a file to read is named.
const standardInput = "-"

// open opens a file to read, or the standard input, and says what messages call it.
func open(name string) (f *os.File, called string, err error) {
	if name == standardInput {
		return os.Stdin, "the standard input", nil
	}
	f, err = os.Open(name)
	return f, name, err
}

// timeFlag is a simulated time, in ps.
type timeFlag int64

func (t *timeFlag) String() string { return time.Duration(*t / timeFlag(engine.Nanosecond)).String() }
func (t *timeFlag) Type() string   { return "time" }
func (t *timeFlag) Set(v string) error {
	ps, err := sweep.ParseTime(v)
	if err != nil {
		return err
	}
	*t = timeFlag(ps)
	return nil
}

// chosen says whether the end is given: by --until, or by the instant that a link shows, which it is then, and that is said.
func (t *timeFlag) chosen(cmd *cobra.Command, link string) (given bool) {
	if cmd.Flags().Changed("until") {
		return true
	}
	for _, set := range scenario.PageSettings(link) {
		if set.Field != "t" {
			continue
		}
		ps, ok := scenario.Moment(set.Value)
		if !ok || ps == 0 {
			note(cmd, "t=%s of the link is left out: it is no instant at which a run can end", scenario.Clip(set.Value))
			continue
		}
		*t, given = timeFlag(ps), true
	}
	if given {
		note(cmd, "the end is %s ns, the instant that the link shows; --until names another", number(ns(int64(*t))))
	}
	return given
}

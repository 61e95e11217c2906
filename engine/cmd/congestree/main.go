// Command congestree runs scenarios without a browser.
//
//	congestree run --preset hs10-1 --set queuing=vftree --until 1.5ms --format json
//	congestree run '?preset=hot-spot&seed=7' --check
//	congestree compare --preset hot-spot --with queuing=dbbm --with queuing=fbicm --until 120us
//	congestree sweep --preset hs10-1 --over load=0.1..1:0.1 --out load.jsonl
//	congestree merge all.jsonl shard-*.jsonl
//	congestree fields          every field with its unit, range and default
//	congestree presets         every preset, name first
//	congestree link --preset hs10-1 --set seed=7
//	congestree link 'https://…#1.…'
//	congestree trace ptrans --tasks 432 -o ptrans.vef.zst
//	congestree trace check ptrans.vef.zst
//	congestree validate --cell voq/2TH-AS-K/3/vFtree/HS10-4
//	congestree bench           the speed of the engine on this machine
//	congestree version         what to cite beside a link
//	congestree completion bash
//
// It ends with 0 if all went well, with 1 if a run failed, and with 2 if it was asked for
// something it cannot do: a wrong flag, a bad value, a file that cannot be read, a full disk.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/congestree/congestree/engine/paper/reproduce"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func main() { os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr)) }

// failure is an error of a run, as opposed to one of what was asked for.
type failure struct{ error }

func execute(args []string, stdout, stderr io.Writer) int {
	ignoreFileSizeSignal()
	root := &cobra.Command{
		Use:   "congestree",
		Short: "Congestion in HPC interconnection networks, simulated packet by packet",
		Long: `Congestion in HPC interconnection networks, simulated packet by packet.

Every command ends with 0 if all went well, with 1 if a run failed (a breakdown; of run and compare a deadlock, and a trace that has not ended after 1000 s, where no
other end was asked for; a sweep or validation that was stopped), and with 2
if it was asked for something it cannot do: a wrong flag, a bad value, a file that cannot be read, a full disk.`,
		Version:           sweep.Version(),
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: nothingEmpty,
	}
	root.SetVersionTemplate(versionLine())
	root.SetFlagErrorFunc(wrongFlag)
	root.AddCommand(runCommand(), compareCommand(), sweepCommand(), mergeCommand(), fieldsCommand(), presetsCommand(), linkCommand(), benchCommand(), traceCommand(), validateCommand(), versionCommand())
	completes(root)
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil && len(rest) > 0 { // Find refuses what follows the program's name only
				err = fmt.Errorf("unknown command %q for %q", rest[0], cmd.CommandPath())
			}
			return err
		}
	}
	root.SetArgs(args)
	out := &checked{w: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	root.InitDefaultCompletionCmd(args...) // which writes to the output that is set
	if c, _, err := root.Find([]string{"completion"}); err == nil {
		c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() } // without it any shell has the help, and 0
		c.Args = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%q is no shell that is known; allowed: bash, zsh, fish, powershell", args[0])
			}
			return nil
		}
	}
	err := root.Execute()
	if out.err != nil && (err == nil || err == out.err) { // help, whose printing tells nobody, and completion, which tells no more
		err = unwritten(out.err)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "congestree: "+plain(err.Error()))
	if f := (failure{}); errors.As(err, &f) {
		return 1
	}
	return 2
}

// wrongFlag adds to the refusal of a flag that there is none of which are nearest, or where they all are.
func wrongFlag(cmd *cobra.Command, err error) error {
	none := (*pflag.NotExistError)(nil)
	if !errors.As(err, &none) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	if near := scenario.Perhaps("--"+none.GetSpecifiedName(), names...); near != "" && none.GetSpecifiedShortnames() == "" {
		return fmt.Errorf("%w%s", err, near)
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// unread is what the flags' library says of a switch that it cannot read.
var unread = regexp.MustCompile(`strconv\.ParseBool: parsing "(?:[^"\\]|\\.)*": invalid syntax$`)

// plain is a message in one line, with cobra's own in the words of the others.
func plain(text string) string {
	text = strings.TrimSpace(text)
	if _, flags, ok := strings.Cut(text, "none of the others can be; ["); ok { // of a group that excludes each other
		flags, _, _ = strings.Cut(flags, "]")
		return "--" + strings.Join(strings.Fields(flags), " and --") + " exclude each other"
	}
	if head, near, ok := strings.Cut(text, "\n\nDid you mean this?\n"); ok {
		return head + "; perhaps you mean " + strings.Join(strings.Fields(near), " or ")
	}
	return visible(strings.ReplaceAll(unread.ReplaceAllLiteralString(text, "allowed: true, false"), "\n", " "))
}

// note says something beside the results, in one line.
func note(cmd *cobra.Command, format string, args ...any) {
	fmt.Fprintln(cmd.ErrOrStderr(), "congestree: "+visible(fmt.Sprintf(format, args...)))
}

// visible writes what a terminal would obey or hide as an escape: a link may come from a stranger, and a message quotes it.
func visible(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// checked remembers the first write that failed.
type checked struct {
	w   io.Writer
	err error
}

func (c *checked) Write(text []byte) (int, error) {
	n, err := c.w.Write(text)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// noArguments refuses what stands beside the flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q is no flag of %s; see %s --help", args[0], cmd.Name(), cmd.CommandPath())
	}
	return nil
}

// nothingEmpty refuses a flag with an empty text, or an empty link or name of a file: an unset variable of a script does not
// mean that it was left out.
func nothingEmpty(cmd *cobra.Command, args []string) (err error) {
	if name := cmd.Name(); name == cobra.ShellCompRequestCmd || name == cobra.ShellCompNoDescRequestCmd {
		return nil // the shell asks what may follow: nothing is written yet
	}
	if slices.Contains(args, "") {
		return fmt.Errorf("there is an empty argument; usage: %s", cmd.UseLine())
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{"-"}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		} else if f.Value.Type() == "string" {
			values = []string{f.Value.String()}
		}
		if err == nil && slices.Contains(values, "") {
			err = fmt.Errorf("--%s is empty; allowed: %s", f.Name, texts[f.Name])
		}
	})
	return
}

// texts are what stands behind the flags that take a text, for those who left it empty.
var texts = map[string]string{
	"preset":     "a preset's name (see congestree presets)",
	"link":       "a link of the page, in quotes",
	"scenario":   "the name of a JSON file of fields, - for the standard input",
	"trace":      "the name of a trace, - for the standard input (see congestree trace)",
	"set":        "field=value (see congestree fields)",
	"with":       "field=value, with commas between several (see congestree fields)",
	"over":       sweep.AxisForm,
	"out":        "the name of a file to write",
	"output":     "the name of a file to write",
	"csv":        "the name of a file to write",
	"latencies":  "the name of a file to write",
	"links":      "the name of a file to write",
	"lives":      "the name of a file to write",
	"cpuprofile": "the name of a file to write",
	"grid":       "rows and columns as 18x24",
	"paper":      papersIDs(),
	"cell":       "a cell's name (see congestree validate --list)",
	"filter":     "cells' names, with * for any text and ? for a character",
	"pictures":   strings.Join(reproduce.PictureFormats, " or "),
}

// formatFlag is the value of --format: one of a few names.
type formatFlag struct {
	value   string
	allowed []string
}

func addFormat(cmd *cobra.Command, allowed ...string) *formatFlag {
	f := &formatFlag{allowed[0], allowed}
	cmd.Flags().Var(f, "format", "form of the output: "+strings.Join(allowed, ", "))
	return f
}

func (f *formatFlag) String() string { return f.value }
func (f *formatFlag) Type() string   { return "name" }
func (f *formatFlag) Set(v string) error {
	for _, a := range f.allowed {
		if a == v {
			f.value = v
			return nil
		}
	}
	return fmt.Errorf("allowed: %s", strings.Join(f.allowed, ", "))
}

// wholeFlag is the value of a flag that is a whole number. It is read as people count: the flags' library takes 0432 for octal.
type wholeFlag int64

func addWhole(flags *pflag.FlagSet, name string, standard int64, usage string) *int64 {
	n := wholeFlag(standard)
	flags.Var(&n, name, usage)
	return (*int64)(&n)
}

func (n *wholeFlag) String() string { return strconv.FormatInt(int64(*n), 10) }
func (n *wholeFlag) Type() string   { return "int" }
func (n *wholeFlag) Set(v string) error {
	i, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
	if err != nil {
		return errors.New("allowed: whole numbers of at most 18 digits")
	}
	*n = wholeFlag(i)
	return nil
}

// write puts a whole output at once, so that nothing is left half-written.
func write(cmd *cobra.Command, text []byte) error {
	if _, err := cmd.OutOrStdout().Write(text); err != nil {
		return unwritten(err)
	}
	return nil
}

func unwritten(err error) error { return fmt.Errorf("cannot write the result: %w", err) }

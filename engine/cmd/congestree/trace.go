package main

// congestree trace: traces of MPI programs, and of input and output, generated and checked.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/engine/traffic/vef/pack"
	"github.com/spf13/cobra"
)

const traceCommands = "trace ptrans and trace io write one, trace check reads one"

func traceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Generate and check traces of MPI programs (VEF), and of input and output (IO1)",
		Long: `Generate and check traces.

A trace of an MPI program (VEF, engine/traffic/vef/README.md) says who sends how much to whom, after what. A trace of input and output
(IO1, engine/traffic/iotrace/README.md) says when: every transfer begins at its time, which the field compression divides.
Both are played by congestree run --trace, and by the page when they are dropped on it.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var names []string
			for _, c := range cmd.Commands() {
				names = append(names, c.Name())
			}
			return fmt.Errorf("%q is none of trace's commands: %s%s", args[0], traceCommands, scenario.Perhaps(args[0], names...))
		},
		RunE: func(*cobra.Command, []string) error {
			return errors.New("what to do with a trace? " + traceCommands)
		},
	}
	cmd.AddCommand(tracePtransCommand(), traceIOCommand(), traceCheckCommand())
	return cmd
}

func tracePtransCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ptrans",
		Short: "Write a trace of PTRANS, the matrix transposition of the HPC Challenge",
		Args:  noArguments,
	}
	f := cmd.Flags()
	tasks := addWhole(f, "tasks", 432, "number of tasks, on the grid nearest to a square")
	grid := f.String("grid", "", "process grid as PxQ, instead of --tasks")
	n := addWhole(f, "n", vef.DefaultN, "order of the matrix")
	nb := addWhole(f, "nb", vef.DefaultNB, "order of a block")
	runs := addWhole(f, "runs", 1, "how often the matrix is transposed")
	copied := addWhole(f, "copy", 0, "computing between messages: ps per byte of a message")
	out := f.StringP("output", "o", "", "file to write: .vef, .vef.gz or .vef.zst")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		for _, v := range []struct {
			flag  string
			value int64
		}{{"tasks", *tasks}, {"n", *n}, {"nb", *nb}, {"runs", *runs}} {
			if v.value < 1 {
				return fmt.Errorf("--%s is %d; allowed: 1 or more", v.flag, v.value)
			}
		}
		if *tasks > vef.MaxTasks {
			return fmt.Errorf("--tasks is %d; allowed: 1–%d", *tasks, vef.MaxTasks)
		}
		g := vef.Grid{N: int(*n), NB: int(*nb), Runs: int(*runs), Copy: *copied}
		g.P, g.Q = vef.SquarishGrid(int(*tasks))
		if *grid != "" {
			if cmd.Flags().Changed("tasks") {
				return errors.New("--tasks and --grid exclude each other")
			}
			p, q, _ := strings.Cut(*grid, "x")
			var errP, errQ error
			g.P, errP = strconv.Atoi(p)
			g.Q, errQ = strconv.Atoi(q)
			if errP != nil || errQ != nil {
				return fmt.Errorf("--grid is %q; allowed: rows and columns as 18x24", *grid)
			}
		}
		if err := traceName(*out, ".vef"); err != nil {
			return err
		}
		t, err := vef.Ptrans(g)
		if err != nil {
			return err
		}
		if err := writeTrace(*out, func(w io.Writer) error { return vef.Write(w, t) }); err != nil {
			return err
		}
		return write(cmd, describeTrace(t))
	}
	return cmd
}

func traceCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check <file>",
		Short: "Read a trace, prove that it can run to its end, and say what it holds; - is the standard input",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d files; trace check reads one", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := readTrace(args[0])
			if err != nil {
				return err
			}
			return write(cmd, describeTrace(t))
		},
	}
}

// readTrace reads a trace from a file, or from the standard input.
func readTrace(name string) (*vef.Trace, error) {
	f, called, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the trace: %w", err)
	}
	defer f.Close()
	t, err := pack.Read(f, vef.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", called, err)
	}
	return t, nil
}

// traceName says what is wrong with the name of a file of one kind, .vef or .io.
func traceName(name, kind string) error {
	for _, end := range []string{kind, kind + ".gz", kind + ".zst"} {
		if strings.HasSuffix(name, end) && filepath.Base(name) != end {
			return nil
		}
	}
	allowed := "allowed: a file that ends in " + kind + ", " + kind + ".gz or " + kind + ".zst"
	if name == "" {
		return errors.New("where to? -o is missing; " + allowed)
	}
	return fmt.Errorf("-o %s: %s", name, allowed)
}

// writeTrace puts a trace into a file, which is there as a whole or not at all.
func writeTrace(name string, text func(io.Writer) error) error {
	return sweep.ReplaceBy(name, func(w io.Writer) error { return pack.WriteText(w, name, text) })
}

func describeTrace(t *vef.Trace) []byte {
	var b bytes.Buffer
	s := t.Summary()
	line := func(name, value string) { fmt.Fprintf(&b, "%-16s %s\n", name, value) }
	count := func(n int64) string { return strconv.FormatInt(n, 10) }
	line("tasks", strconv.Itoa(s.Tasks))
	line("records", count(s.Messages+s.Parts))
	line("messages", count(s.Messages)+" point to point")
	for op, n := range s.Collectives {
		if n > 0 {
			line(vef.Op(op).String(), strconv.Itoa(n))
		}
	}
	sends := count(s.Sends)
	if s.Sends > s.Messages {
		sends += " with the collectives expanded"
	}
	line("sends", sends)
	line("bytes", count(s.Bytes))
	line("computing_ns", number(ns(s.ComputePS))+": no network is faster")
	return b.Bytes()
}

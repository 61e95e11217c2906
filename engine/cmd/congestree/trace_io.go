package main

// congestree trace io: a time-stamped trace of clients and disks, to begin with.

import (
	"fmt"

	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/spf13/cobra"
)

func traceIOCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "io",
		Short: "Write a time-stamped trace of clients that read from and write to disks (IO1)",
		Long: `Write a time-stamped trace of input and output (IO1, engine/traffic/iotrace/README.md): the hosts from 0 on are clients, those behind them
disks. Clients read and write 8 KiB blocks in bursts, disks answer after 2-10 ms, and the first disk is the most wanted. The same numbers are the same trace,
which needs no file as the traffic IO-<clients>x<disks>-<ms>-<seed>. Networks are faster than disks: play it with --set compression=1000, which divides all times.`,
		Args: noArguments,
	}
	f := cmd.Flags()
	clients := addWhole(f, "clients", 48, "hosts that read and write")
	disks := addWhole(f, "disks", 16, "hosts that are disks")
	millis := addWhole(f, "ms", 1000, "how long, in ms")
	seed := addWhole(f, "seed", 1, "of the random numbers, 1–1000000000")
	out := f.StringP("output", "o", "", "file to write: .io, .io.gz or .io.zst")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *seed < 1 {
			return fmt.Errorf("--seed is %d; allowed: 1–1000000000", *seed)
		}
		d := iotrace.Disks{Clients: int(*clients), Disks: int(*disks), Millis: int(*millis), Seed: uint64(*seed)}
		if _, err := d.Bound(); err != nil {
			return err
		}
		if err := traceName(*out, ".io"); err != nil {
			return err
		}
		t, err := d.Trace()
		if err != nil {
			return err
		}
		if err := writeTrace(*out, d.Write); err != nil {
			return err
		}
		return write(cmd, describeTrace(t))
	}
	return cmd
}

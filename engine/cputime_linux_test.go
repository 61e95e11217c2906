package engine

// Benchmarks on a shared machine: user time says what a mechanism costs, whatever else runs.

import (
	"syscall"
	"time"
)

// UserTime is the time this process has computed, in user mode.
func UserTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}

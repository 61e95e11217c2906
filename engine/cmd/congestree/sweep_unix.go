//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreFileSizeSignal makes a write beyond the limit of file sizes (ulimit -f) an error, as on a
// full disk, in place of a signal that ends the program.
func ignoreFileSizeSignal() { signal.Ignore(syscall.SIGXFSZ) }

//go:build linux || darwin

package main

import (
	"errors"
	"math"
	"syscall"
)

// addressSpace says how many bytes of address space this program may still take (ulimit -v), up to most of them. It asks the system for them and
// gives them back: nothing is touched, so that no memory is taken.
func addressSpace(most int64) int64 {
	return largest(most, func(bytes int64) bool {
		if bytes > math.MaxInt {
			return false
		}
		b, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err != nil {
			return !errors.Is(err, syscall.ENOMEM) // else it cannot be told
		}
		syscall.Munmap(b)
		return true
	})
}

package main

import (
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Where a file system has no locks, a validation says so, as a sweep does: two that write to one file would write over each other.
func TestNoLocksAreSaid(t *testing.T) {
	for _, args := range [][]string{
		{"validate", "--miniature", "--cell", aCell},
		{"validate", "--miniature", "--filter", "voq/2TH-AS-K/3/vFtree/HS10-?"},
		sweepArgs(),
	} {
		out := filepath.Join(t.TempDir(), "out")
		done := make(chan bool)
		go func() { // on a thread of its own, for which flock is refused, and which ends with it
			defer close(done)
			runtime.LockOSThread()
			filter := []unix.SockFilter{
				{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
				{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: unix.SYS_FLOCK},
				{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(syscall.ENOLCK)},
				{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
			}
			program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
			if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil || unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0) != nil {
				return // the system lets nobody refuse locks
			}
			code, _, errs := command(append(args, "--out", out)...)
			if code != 0 || !strings.Contains(errs, "the file system of "+out+" has no locks: see to it that no other ") {
				t.Errorf("%q: exit code %d, %s", args, code, errs)
			}
			done <- true
		}()
		if !<-done {
			t.Skip("the system lets nobody refuse locks")
		}
	}
}

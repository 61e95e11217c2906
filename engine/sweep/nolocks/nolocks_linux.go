package nolocks

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Run runs a function on a thread of its own, for which the system refuses all locks with an error, and waits for it. It reports whether the
// system lets itself be told so; if not, the function does not run.
func Run(refusal syscall.Errno, f func()) bool {
	done := make(chan bool)
	go func() { // the goroutine stays on its thread, which ends with it
		runtime.LockOSThread()
		filter := []unix.SockFilter{ // flock is refused, all else allowed
			{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
			{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: unix.SYS_FLOCK},
			{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(refusal)},
			{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
		}
		program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
		can := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == nil &&
			unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0) == nil
		defer func() { done <- can }()
		if can {
			f()
		}
	}()
	return <-done
}

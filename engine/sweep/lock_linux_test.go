package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// withoutLocks makes the system refuse all locks of this thread with an error, for good. It reports whether it can.
func withoutLocks(errno syscall.Errno) bool {
	runtime.LockOSThread()
	filter := []unix.SockFilter{ // flock is refused, all else allowed
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: unix.SYS_FLOCK},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(errno)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == nil &&
		unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0) == nil
}

// Where the file system has no locks, a lock is none, however the system says it: NFS without lockd says ENOLCK, and errno 524 is the kernel's own.
// Any other refusal is one.
func TestFileSystemsWithoutLocks(t *testing.T) {
	for errno, none := range map[syscall.Errno]bool{syscall.ENOLCK: true, 524: true, syscall.ENOSYS: true, syscall.EOPNOTSUPP: true, syscall.EINVAL: false} {
		name := filepath.Join(t.TempDir(), "out")
		result := make(chan error)
		go func() { // the thread ends with the goroutine, which stays on it
			if !withoutLocks(errno) {
				result <- os.ErrInvalid
				return
			}
			lock, unlocked, err := takeLock(name)
			if err == nil {
				lock.Unlock()
			}
			if unlocked != none || (err == nil) != none {
				err = fmt.Errorf("refused with %v: without locks %v, want %v; %w", errno, unlocked, none, err)
			} else {
				err = nil
			}
			result <- err
		}()
		if err := <-result; err == os.ErrInvalid {
			t.Skip("the system lets nobody refuse locks")
		} else if err != nil {
			t.Error(err)
		}
	}
}

package sweep

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/congestree/congestree/engine/sweep/nolocks"
)

// Where the file system has no locks, a lock is none, however the system says it: NFS without lockd says ENOLCK, and errno 524 is the kernel's own.
// Any other refusal is one.
func TestFileSystemsWithoutLocks(t *testing.T) {
	for errno, none := range map[syscall.Errno]bool{syscall.ENOLCK: true, 524: true, syscall.ENOSYS: true, syscall.EOPNOTSUPP: true, syscall.EINVAL: false} {
		name := filepath.Join(t.TempDir(), "out")
		if !nolocks.Run(errno, func() {
			lock, unlocked, err := takeLock(name)
			if err == nil {
				lock.Unlock()
			}
			if unlocked != none || (err == nil) != none {
				t.Errorf("refused with %v: without locks %v, want %v; %v", errno, unlocked, none, err)
			}
		}) {
			t.Skip("the system lets nobody refuse locks")
		}
	}
}

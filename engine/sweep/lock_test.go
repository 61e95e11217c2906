package sweep

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// A merge puts a new file in the place of the one it has locked. Who waits at the old one's door must not be let in
// there: it would share the new one with the next who comes.
func TestLockIsOfTheFileThatIsThere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	if lock, unlocked, err := takeLock(name); err != nil {
		t.Fatal(err)
	} else if unlocked {
		t.Skip("there are no locks here")
	} else {
		lock.Unlock()
	}
	stop := make(chan struct{})
	done := make(chan struct{})
	var merges atomic.Int64
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			free, _, err := Lock(name)
			if err != nil {
				continue
			}
			if err := Replace(name, nil); err == nil {
				merges.Add(1)
			}
			free()
		}
	}()
	got := 0
	for start := time.Now(); time.Since(start) < 300*time.Millisecond || (got == 0 || merges.Load() == 0) && time.Since(start) < 20*time.Second; { // other programs may have the processors for long
		lock, _, err := takeLock(name)
		if err != nil {
			continue
		}
		got++
		held, err1 := lock.Stat()
		there, err2 := os.Stat(name)
		if err1 != nil || err2 != nil || !os.SameFile(held, there) {
			t.Errorf("lock %d is of a file that is gone: %v, %v", got, err1, err2)
			lock.Unlock()
			break
		}
		lock.Unlock()
	}
	close(stop)
	<-done
	if n := merges.Load(); n == 0 || got == 0 {
		t.Errorf("%d merges, %d locks", n, got)
	}
}

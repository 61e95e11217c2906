package sweep

import (
	"os"
	"path/filepath"
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
	merges := make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				merges <- n
				return
			default:
			}
			free, _, err := Lock(name)
			if err != nil {
				continue
			}
			if err := Replace(name, nil); err == nil {
				n++
			}
			free()
		}
	}()
	got := 0
	for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
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
	if n := <-merges; n == 0 || got == 0 {
		t.Errorf("%d merges, %d locks", n, got)
	}
}

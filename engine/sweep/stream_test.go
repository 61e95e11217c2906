package sweep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is written to /dev/stdout goes into the stream, whatever it leads to: a file there keeps what it had before, and gets what comes behind.
func TestStreams(t *testing.T) {
	if _, err := os.Stat("/dev/fd/1"); err != nil {
		t.Skip("no such names here")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer func(was *os.File) { os.Stdout = was }(os.Stdout)
	os.Stdout = f
	link := filepath.Join(dir, "link")
	if err := os.Symlink("/dev/stdout", link); err != nil {
		t.Fatal(err)
	}
	f.WriteString("before\n")
	for _, to := range []string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", link} {
		if _, err := os.Stat(to); err != nil { // no /proc
			continue
		}
		if err := Replaceable(to); err != nil {
			t.Errorf("%s: %v", to, err)
		}
		if err := Replace(to, []byte("table\n")); err != nil {
			t.Errorf("%s: %v", to, err)
		}
	}
	f.WriteString("behind\n")
	if text := read(t, name); text != "before\n"+strings.Repeat("table\n", strings.Count(text, "table"))+"behind\n" || !strings.Contains(text, "table") {
		t.Errorf("%q", text)
	}
	if err := Replace("/dev/fd/0", nil); err == nil || !strings.Contains(err.Error(), "only the standard output and the error output") {
		t.Errorf("the standard input: %v", err)
	}
	if _, err := OpenFile("/dev/stdout", plan(t, "seed=1,2"), print1); err == nil {
		t.Error("a sweep's results go into a stream, which cannot be read to go on")
	}
	if _, _, err := Lock("/dev/stdout"); err == nil {
		t.Error("a validation's results go into a stream, which cannot be read to go on")
	}
}

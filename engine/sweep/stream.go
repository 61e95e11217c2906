package sweep

// Names of streams that the program has open, such as /dev/stdout. The file that one leads to is somebody's who writes into it, too, before and after: what has
// such a name is written into the stream.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// errStream refuses streams other than output and error output.
var errStream = errors.New("it is an open stream, of which only the standard output and the error output are written to; name a file")

// Stream returns the stream that a name is of, nil if it is of none.
func Stream(name string) (*os.File, error) {
	asked := name
	for range mostLinks {
		full, err := filepath.Abs(name)
		if err != nil {
			return nil, nil
		}
		dir := filepath.Dir(full)
		if there, err := filepath.EvalSymlinks(dir); err == nil { // of /proc/self and /dev/fd
			dir = there
		}
		if n, err := strconv.Atoi(filepath.Base(full)); err == nil && (dir == "/dev/fd" || dir == fmt.Sprintf("/proc/%d/fd", os.Getpid())) {
			switch n {
			case 1:
				return os.Stdout, nil
			case 2:
				return os.Stderr, nil
			}
			return nil, fmt.Errorf("cannot write %s: %w", asked, errStream)
		}
		to, err := os.Readlink(full)
		if err != nil {
			return nil, nil
		}
		if name = to; !filepath.IsAbs(to) {
			name = filepath.Join(dir, to)
		}
	}
	return nil, nil
}

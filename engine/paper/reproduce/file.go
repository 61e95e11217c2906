package reproduce

// The file of results: JSON lines that a killed program leaves sound, or nearly so.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/congestree/congestree/engine/sweep"
)

// File is an open file of results, locked against other programs.
type File struct {
	Name     string
	Records  []*Record // what it held when it was opened
	Repaired int       // bytes of a torn last line that were cut off
	Unlocked bool      // the file system knows no locks

	f     *os.File
	named bool
	made  bool // it was not there before
	size  int64
	free  func()
}

// OpenFile opens or makes a file of results, and cuts off a torn last line. A file that holds
// anything else is refused, and left as it is.
func OpenFile(name string) (*File, error) {
	_, missing := os.Stat(name)
	free, unlocked, err := sweep.Lock(name)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name, Unlocked: unlocked, free: free, made: errors.Is(missing, fs.ErrNotExist)}
	if err := f.open(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) open() (err error) {
	if f.f, err = os.OpenFile(f.Name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("cannot write to %s: %w", f.Name, sweep.Bare(err))
	}
	f.named = sweep.Named(f.Name, f.f)
	text, err := io.ReadAll(f.f)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", f.Name, sweep.Bare(err))
	}
	if f.Records, f.Repaired, err = parse(f.Name, text); err != nil {
		return err
	}
	f.size = int64(len(text) - f.Repaired)
	if err := f.f.Truncate(f.size); err != nil {
		return fmt.Errorf("cannot repair %s: %w", f.Name, sweep.Bare(err))
	}
	if f.Repaired == 0 && len(f.Records) > 0 && text[len(text)-1] != '\n' { // what follows needs a line of its own
		if _, err := f.f.WriteAt([]byte{'\n'}, f.size); err != nil {
			return fmt.Errorf("cannot write to %s: %w", f.Name, sweep.Bare(err))
		}
		f.size++
	}
	return nil
}

// Read reads a file of results without changing it. A missing file holds none.
func Read(name string) ([]*Record, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, sweep.Bare(err))
	}
	records, _, err := parse(name, text)
	return records, err
}

// parse reads lines of results, behind the mark of an encoding if an editor has put one; blank ones hold nothing. The last may be torn: it is told in bytes, and no record. One that
// lacks no more than its end is whole.
func parse(name string, text []byte) (records []*Record, torn int, err error) {
	text = jsonio.WithoutBOM(text)
	for n := 1; len(text) > 0; n++ {
		i := bytes.IndexByte(text, '\n')
		switch {
		case i < 0 && sweep.Blank(text):
			return records, 0, nil
		case i < 0:
			if several, err := onLine(text); err == nil {
				return append(records, several...), 0, nil
			}
			if !sweep.Begun(text, sweep.HeadOfCells) || len(bytes.TrimRight(text, "\x00"))+len(records) == 0 {
				return nil, 0, fmt.Errorf("%s, line %d is no result of a validation: name another file", name, n)
			}
			return records, len(text), nil
		case sweep.Blank(text[:i]):
			text = text[i+1:]
			continue
		}
		several, err := onLine(text[:i])
		if err != nil && bytes.HasPrefix(text, []byte(sweep.Head)) {
			return nil, 0, fmt.Errorf("%s, line %d is a result of a sweep, and no validation's: name another file (shards of a sweep are put together by congestree merge)", name, n)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s, line %d is no result of a validation (%s): name another file", name, n, sweep.Brief(strings.TrimPrefix(err.Error(), "json: ")))
		}
		records = append(records, several...)
		text = text[i+1:]
	}
	return records, 0, nil
}

// onLine reads the records on a line.
func onLine(line []byte) (records []*Record, err error) {
	for _, one := range sweep.Apart(line, sweep.HeadOfCells) {
		r, err := parseLine(one)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// Append adds a record. If it cannot be written whole, the file is left as it was before.
func (f *File) Append(r *Record) error {
	text := r.line()
	if _, err := f.f.WriteAt(text, f.size); err != nil {
		f.f.Truncate(f.size)
		return fmt.Errorf("cannot write to %s: %w; its results so far are sound, and the same command goes on from there", f.Name, sweep.Bare(err))
	}
	f.size += int64(len(text))
	return nil
}

// Abandon closes a file to which nothing was added, and removes it if OpenFile has made it.
func (f *File) Abandon() {
	if f.made && f.size == 0 {
		sweep.Unmake(f.Name)
	}
	f.Close()
}

// Close makes all results permanent and gives the file free.
func (f *File) Close() error {
	defer f.free()
	if f.f == nil {
		return nil
	}
	err := f.f.Sync()
	if errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	gone := sweep.Gone(f.Name, f.f, f.named)
	if e := f.f.Close(); err == nil {
		err = e
	}
	if gone != nil {
		return gone
	}
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", f.Name, sweep.Bare(err))
	}
	return nil
}

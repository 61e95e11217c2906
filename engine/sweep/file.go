package sweep

// The file of results: JSON lines that a killed program leaves sound, or nearly so.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/gofrs/flock"
)

// syncEvery bounds what a power failure can take: the results of so long, which then run again.
const syncEvery = time.Second

// File is an open file of results, locked against other sweeps and merges.
type File struct {
	Name     string
	Records  []*Record // what it held when it was opened
	Repaired int64     // bytes of a torn last line that were cut off
	Unlocked bool      // the file system knows no locks

	f     *os.File
	named bool // it bore its name when it was opened, as far as can be told
	made  bool // it was not there before
	lock  *flock.Flock
	names schemeNames // those that it has
	size  int64
	sync  time.Time
}

// OpenFile opens or makes the file of results of a plan. It cuts off a torn last line. A file that
// holds anything but results of this plan and this engine is refused, and left as it is.
func OpenFile(name string, plan *Plan, fingerprint string) (*File, error) {
	f := &File{Name: name}
	if err := regular(name); err != nil {
		return nil, err
	}
	if err := f.open(plan, fingerprint); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// regular refuses what exists and is not a plain file.
func regular(name string) error {
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("cannot use %s: %w", name, Bare(err))
	case !info.Mode().IsRegular():
		return fmt.Errorf("cannot use %s: it is not a regular file", name)
	}
	return nil
}

// takeLock locks a file against other sweeps and merges, making it if it is missing. What is locked is what bears the name
// now: a merge may have put another file in its place since it was opened.
func takeLock(name string) (lock *flock.Flock, unlocked bool, err error) {
	if stream, err := Stream(name); stream != nil || err != nil {
		return nil, false, fmt.Errorf("cannot use %s: it is an open stream, and results go into a file, which the same command reads to go on; name one", name)
	}
	for tries := 0; ; tries++ {
		if lock, unlocked, err = tryLock(name); err != nil || unlocked {
			return lock, unlocked, err
		}
		held, err1 := lock.Stat()
		there, err2 := os.Stat(name)
		if err1 == nil && err2 == nil && (os.SameFile(held, there) || tries == 100) { // where files have no numbers that stay, none is the same
			return lock, false, nil
		}
		lock.Unlock()
		if err1 != nil {
			return nil, false, fmt.Errorf("cannot write to %s: %w", name, Bare(err1))
		}
	}
}

func tryLock(name string) (lock *flock.Flock, unlocked bool, err error) {
	lock = flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))
	switch ok, err := lock.TryLock(); {
	case lockless(err):
		return lock, true, nil
	case err != nil:
		return nil, false, fmt.Errorf("cannot write to %s: %w", name, Bare(err))
	case !ok:
		return nil, false, fmt.Errorf("cannot write to %s: another sweep, merge or validation is writing to it", name)
	}
	return lock, false, nil
}

// lockless says whether a lock was refused because the file system has none.
func lockless(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || slices.ContainsFunc(noLocks, func(none error) bool { return errors.Is(err, none) })
}

// Lock keeps sweeps and merges from a file of results until free is called, unless the file system knows no locks.
func Lock(name string) (free func(), unlocked bool, err error) {
	if err := regular(name); err != nil {
		return nil, false, err
	}
	lock, unlocked, err := takeLock(name)
	if err != nil {
		return nil, false, err
	}
	return func() { lock.Unlock() }, unlocked, nil
}

func (f *File) open(plan *Plan, fingerprint string) (err error) {
	_, missing := os.Stat(f.Name)
	f.made = errors.Is(missing, fs.ErrNotExist)
	if f.lock, f.Unlocked, err = takeLock(f.Name); err != nil {
		return err
	}
	if f.f, err = os.OpenFile(f.Name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("cannot write to %s: %w", f.Name, Bare(err))
	}
	f.named = Named(f.Name, f.f)
	text, err := io.ReadAll(f.f)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", f.Name, Bare(err))
	}
	records, torn, err := parse(f.Name, text)
	if err != nil {
		return err
	}
	seen := map[int]*Record{}
	for _, r := range records {
		if r.Sweep != plan.ID() || r.Of != plan.Len() {
			s, fields := plan.Point(0)
			what := difference(r, &Record{Of: plan.Len(), Link: linkOf(s), Fields: fields, Measures: Measures{SimulatedNS: ns(plan.UntilPS())}}, "in it", "here")
			if what != "" {
				what = " (" + what + ")"
			}
			return fmt.Errorf("%s holds results of another sweep, of %d points over %s%s: name another file, or repeat that sweep's flags to go on with it",
				f.Name, r.Of, strings.Join(r.Fields.names(), ", "), what)
		}
		if r.Fingerprint != fingerprint {
			return fmt.Errorf("%s holds results of another engine (version %s), whose numbers differ from this one's: name another file", f.Name, r.Engine)
		}
		if _, fields := plan.Point(r.Point); !r.Fields.are(fields) {
			return fmt.Errorf("%s, line %d is said to be point %d, %s, but is of %s: the file was changed or damaged", f.Name, r.at, r.Point, describe(fields), describe(r.Fields))
		}
		if old := seen[r.Point]; old != nil && !sameResult(old, r) {
			return fmt.Errorf("%s has different results of point %d, %s: the file was changed or damaged", f.Name, r.Point, describe(r.Fields))
		}
		seen[r.Point] = r
	}
	for _, r := range records {
		f.names.unite(r)
	}
	f.Records = records
	f.size = int64(len(text))
	if torn > 0 {
		f.size, f.Repaired = f.size-torn, torn
		if err := f.f.Truncate(f.size); err != nil {
			return fmt.Errorf("cannot repair %s: %w", f.Name, Bare(err))
		}
	} else if len(records) > 0 && text[len(text)-1] != '\n' { // what follows needs a line of its own
		if _, err := f.f.WriteAt([]byte{'\n'}, f.size); err != nil {
			return f.failed(err)
		}
		f.size++
	}
	return nil
}

func (f Fields) names() []string {
	var out []string
	for _, s := range f {
		out = append(out, s.Field)
	}
	return out
}

// of is the value of a field, "" if it is none of these.
func (f Fields) of(name string) string {
	for _, s := range f {
		if s.Field == name {
			return s.Value
		}
	}
	return ""
}

// parse reads lines of results, behind the mark of an encoding if an editor has put one; blank ones hold nothing. The last may be torn: it is told in bytes,
// and no record. One that lacks no more than its end, as editors and shells leave it, is whole.
func parse(name string, text []byte) (records []*Record, torn int64, err error) {
	text = jsonio.WithoutBOM(text)
	for n := 1; len(text) > 0; n++ {
		i := bytes.IndexByte(text, '\n')
		switch {
		case i < 0 && Blank(text):
			return records, 0, nil
		case i < 0:
			if several, err := onLine(text, n); err == nil {
				return append(records, several...), 0, nil
			}
			if !tornLine(text, records) {
				return nil, 0, fmt.Errorf("%s, line %d is no result of a sweep: name another file", name, n)
			}
			return records, int64(len(text)), nil
		case Blank(text[:i]):
			text = text[i+1:]
			continue
		}
		several, err := onLine(text[:i], n)
		if err != nil && bytes.HasPrefix(text, []byte(HeadOfCells)) {
			return nil, 0, fmt.Errorf("%s, line %d is a result of a validation, and no sweep's: name another file (shards of a validation are put together by cat)", name, n)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s, line %d is no result of a sweep (%s): name another file", name, n, Brief(strings.TrimPrefix(err.Error(), "json: ")))
		}
		records = append(records, several...)
		text = text[i+1:]
	}
	return records, 0, nil
}

// onLine reads the records on line n.
func onLine(line []byte, n int) (records []*Record, err error) {
	for _, one := range Apart(line, Head) {
		r, err := parseLine(one)
		if err != nil {
			return nil, err
		}
		r.at = n
		records = append(records, r)
	}
	return records, nil
}

// Apart takes a line apart on which cat has put the ends and beginnings of files of results, whose records have that head: what a killed program has left torn,
// which is left out and runs again, and what lacks the end of its line alone, each with another behind it. The last must be whole; a line that is none of these is
// returned as it is, as is one with a single record.
func Apart(line []byte, head string) (whole [][]byte) {
	for rest := line; len(rest) > 0; {
		n := bytes.Index(rest[1:], []byte(head)) + 1
		switch last := n == 0; {
		case last && len(rest) == len(line):
			return [][]byte{line}
		case last:
			n = len(rest)
		}
		one := rest[:n]
		switch {
		case json.Valid(one):
			whole = append(whole, one)
		case n == len(rest) || !Begun(one, head):
			return [][]byte{line}
		}
		rest = rest[n:]
	}
	return whole
}

// Blank says whether a line has nothing but blanks: an editor, or echo, has put it there.
func Blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// HoldsResults says whether a file begins as one of results does, of a sweep or of a validation, so that it is not written
// over by mistake: as these programs write it, or another one in its own way.
func HoldsResults(name string) bool {
	if regular(name) != nil { // a pipe would be waited for
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 64<<10)) // more than a result has
	text = bytes.TrimSpace(jsonio.WithoutBOM(text))
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	var r struct{ Sweep, Cell, Checksum string }
	return bytes.HasPrefix(line, []byte(Head)) || bytes.HasPrefix(line, []byte(HeadOfCells)) ||
		json.Unmarshal(line, &r) == nil && r.Sweep+r.Cell != "" && r.Checksum != ""
}

// How every record of a sweep begins, and of a validation.
const (
	Head        = `{"sweep":"`
	HeadOfCells = `{"cell":"`
)

// Begun says whether a text is the beginning of a record that begins so, as far as it goes. A power failure may have left zeros in place of its end.
func Begun(text []byte, head string) bool {
	text = bytes.TrimRight(text, "\x00")
	return bytes.HasPrefix(text, []byte(head)) || strings.HasPrefix(head, string(text))
}

// tornLine says whether a text is the beginning of a record, so that no file of somebody else is
// taken for a damaged one of ours.
func tornLine(text []byte, before []*Record) bool {
	begin := Head
	if len(before) > 0 {
		begin += before[0].Sweep + `","point":`
	}
	return Begun(text, begin) && len(bytes.TrimRight(text, "\x00"))+len(before) > 0
}

// Append adds a record; a scheme is called as the file calls it already. If it cannot be written whole, the file is left as it was before.
func (f *File) Append(r *Record) error {
	f.names.unite(r)
	text := r.line()
	if _, err := f.f.WriteAt(text, f.size); err != nil {
		f.f.Truncate(f.size) // if this fails too, the next sweep repairs it
		return f.failed(err)
	}
	f.size += int64(len(text))
	if time.Since(f.sync) > syncEvery {
		f.sync = time.Now()
		return f.failed(f.permanent())
	}
	return nil
}

// permanent makes all results so far outlive a power failure, where the file system can promise that.
func (f *File) permanent() error {
	if err := f.f.Sync(); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

func (f *File) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cannot write to %s: %w; its results so far are sound, and the same command goes on from there", f.Name, Bare(err))
}

// Close makes all results permanent and gives the file free.
func (f *File) Close() error {
	var err error
	if f.f != nil {
		err = f.permanent()
		if gone := Gone(f.Name, f.f, f.named); gone != nil {
			f.f.Close()
			f.lock.Unlock()
			return gone
		}
		if e := f.f.Close(); err == nil {
			err = e
		}
	}
	if f.lock != nil {
		f.lock.Unlock()
	}
	return f.failed(err)
}

// Abandon closes a file to which nothing was added, and removes it if OpenFile has made it.
func (f *File) Abandon() {
	if f.made && f.size == 0 {
		Unmake(f.Name)
	}
	f.Close()
}

// Unmake removes a file that was made by mistake: of a symbolic link the one it names, and not the link, which was there before.
func Unmake(name string) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		os.Remove(real)
	}
}

// Named says whether an open file is the one that bears its name, where the file system can tell.
func Named(name string, f *os.File) bool {
	open, err := f.Stat()
	there, e := os.Stat(name)
	return err == nil && e == nil && os.SameFile(open, there)
}

// Gone says that a file to which results were written does not bear its name any more, so that they are lost; named is what
// Named said when it was opened.
func Gone(name string, f *os.File, named bool) error {
	if _, err := os.Stat(name); err == nil && named && !Named(name, f) {
		return fmt.Errorf("%s was replaced by another file while results were written to it: they are lost, and the same command runs them again", name)
	} else if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s was removed or renamed while results were written to it: if it was removed they are lost, and the same command runs them again", name)
	}
	return nil
}

// Brief keeps short what is said of a line, which may hold a piece of it.
func Brief(text string) string {
	const most = 600
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Bare is an error of the file system without the file's name, which the message has already.
func Bare(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

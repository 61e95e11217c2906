package sweep

// The files of shards, put together again.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
)

// Merged is what files of one sweep hold together.
type Merged struct {
	Records []*Record // in product order, each point once
	Of      int       // points of the sweep
	Missing []int
	Torn    []string // files whose last line is torn, and was left out
}

// Merge reads files of results. It refuses different sweeps, different engines, and results of one
// point that differ.
func Merge(names []string) (*Merged, error) {
	m := &Merged{}
	seen := map[int]*Record{}
	from := map[int]string{}
	first, firstName := (*Record)(nil), ""
	for _, name := range names {
		if err := regular(name); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, Bare(err))
		}
		records, torn, err := parse(name, text)
		if err != nil {
			return nil, err
		}
		if torn > 0 {
			m.Torn = append(m.Torn, name)
		}
		for _, r := range records {
			if first == nil {
				first, firstName = r, name
			}
			switch old := seen[r.Point]; {
			case r.Sweep != first.Sweep || r.Of != first.Of:
				return nil, fmt.Errorf("%s and %s are results of different sweeps (%d points over %s; %d points over %s)%s", firstName, name,
					first.Of, strings.Join(first.Fields.names(), ", "), r.Of, strings.Join(r.Fields.names(), ", "), m.apart(r))
			case r.Fingerprint != first.Fingerprint:
				return nil, fmt.Errorf("%s and %s are results of different engines (versions %s and %s), whose numbers differ", firstName, name, first.Engine, r.Engine)
			case !slices.Equal(r.Fields.names(), first.Fields.names()):
				return nil, fmt.Errorf("%s and %s say that they are of one sweep, but over %s and over %s: one of the files was changed or damaged", firstName, name,
					strings.Join(first.Fields.names(), ", "), strings.Join(r.Fields.names(), ", "))
			case old == nil:
				seen[r.Point], from[r.Point] = r, name
				m.Records = append(m.Records, r)
			case !sameResult(old, r):
				return nil, fmt.Errorf("%s and %s have different results of point %d, %s: one of the files was changed or damaged", from[r.Point], name, r.Point, describe(r.Fields))
			}
		}
	}
	if first == nil {
		return nil, fmt.Errorf("there is no result in %s", strings.Join(names, ", "))
	}
	m.Of = first.Of
	slices.SortFunc(m.Records, func(a, b *Record) int { return a.Point - b.Point })
	var schemes schemeNames
	for _, r := range m.Records {
		schemes.unite(r)
	}
	for i := range m.Of {
		if seen[i] == nil {
			m.Missing = append(m.Missing, i)
		}
	}
	return m, nil
}

// apart says in what a result of another sweep over the same fields differs from those before, as far as results tell.
func (m *Merged) apart(r *Record) string {
	old := m.Records[0]
	if scheme := r.Fields.of(Scheme); scheme != "" { // of one scheme
		if i := slices.IndexFunc(m.Records, func(o *Record) bool { return o.Fields.of(Scheme) == scheme }); i >= 0 {
			old = m.Records[i]
		}
	}
	if text := difference(old, r, "in the first", "in the second"); text != "" {
		return ": " + text
	}
	return ""
}

// difference says in what two results of different sweeps over the same fields differ, as far as they tell; "" if it is not known.
func difference(a, b *Record, inA, inB string) string {
	if !slices.Equal(a.Fields.names(), b.Fields.names()) || a.Fields.of(Scheme) != b.Fields.of(Scheme) {
		return ""
	}
	one, err1 := scenarioOf(a.Link)
	other, err2 := scenarioOf(b.Link)
	if err1 != nil || err2 != nil { // of another version
		return ""
	}
	var words []string
	for _, name := range one.Diff(other) {
		if !slices.Contains(a.Fields.names(), name) {
			words = append(words, fmt.Sprintf("%s is %s %s and %s %s", name, scenario.Clip(one.Get(name)), inA, scenario.Clip(other.Get(name)), inB))
		}
	}
	early := func(r *Record) bool { return r.DeadlockNS != nil || r.ExecutionNS != nil }
	when := func(r *Record) string { return strconv.FormatFloat(r.SimulatedNS, 'f', -1, 64) }
	ends := ""
	if early(a) || early(b) {
		ends = ", or in when runs end"
	} else if a.SimulatedNS != b.SimulatedNS {
		words = append(words, fmt.Sprintf("runs end at %s ns %s and at %s ns %s", when(a), inA, when(b), inB))
	}
	const most = 8
	switch n := len(words); {
	case n == 0 && a.Of == b.Of:
		return "they differ in the values of " + strings.Join(a.Fields.names(), " or ") + ", or in their order" + ends
	case n > most:
		words = append(words[:most-1], fmt.Sprintf("%d more fields differ", n-most+1))
	}
	return strings.Join(words, "; ")
}

// Lines is the file of all records.
func (m *Merged) Lines() []byte {
	var b bytes.Buffer
	for _, r := range m.Records {
		b.Write(r.line())
	}
	return b.Bytes()
}

// Ranges writes ascending numbers as "0-3, 7", so many ranges at most, and tells how many numbers it has left out.
func Ranges(n []int, most int) (text string, more int) {
	var words []string
	for i := 0; i < len(n); {
		if len(words) == most {
			more = len(n) - i
			break
		}
		k := i
		for k+1 < len(n) && n[k+1] == n[k]+1 {
			k++
		}
		word := strconv.Itoa(n[i])
		if k > i {
			word += "-" + strconv.Itoa(n[k])
		}
		words = append(words, word)
		i = k + 1
	}
	return strings.Join(words, ", "), more
}

// Replace writes a whole file or, if that fails, leaves what was there. Of a symbolic link, it is the file it names. What has a stream's name goes into it.
func Replace(name string, text []byte) error {
	return ReplaceBy(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Replaceable says why Replace could not write a file, as far as that can be told before.
func Replaceable(name string) error {
	if stream, err := Stream(name); stream != nil || err != nil {
		return err
	}
	f, _, err := beside(name)
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// mostLinks are as many as systems follow.
const mostLinks = 40

// beside makes a file in the folder of the one of that name, which it is to replace: of a symbolic link, the one it names. A file
// that may not be written to is not replaced either.
func beside(name string) (f *os.File, real string, err error) {
	if err := regular(name); err != nil {
		return nil, "", err
	}
	cannot := func(err error) (*os.File, string, error) {
		return nil, "", fmt.Errorf("cannot write %s: %w", name, Bare(err))
	}
	real = name
	for range mostLinks {
		to, err := os.Readlink(real)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			dir := filepath.Dir(real)
			if there, err := filepath.EvalSymlinks(dir); err == nil { // ".." is of the folder itself
				dir = there
			}
			to = filepath.Join(dir, to)
		}
		real = to
	}
	switch old, err := os.OpenFile(real, os.O_WRONLY, 0); {
	case err == nil:
		old.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return cannot(err)
	}
	for { // unlike CreateTemp's, its mode is what the system gives new files
		f, err = os.OpenFile(filepath.Join(filepath.Dir(real), fmt.Sprintf(".%s.%08x", filepath.Base(real), rand.Uint32())), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return cannot(err)
	}
	return f, real, nil
}

// ReplaceBy is Replace for what is too large to be held as a whole.
func ReplaceBy(name string, write func(io.Writer) error) (err error) {
	if stream, err := Stream(name); stream != nil || err != nil {
		if err == nil {
			if err = write(stream); err != nil {
				err = fmt.Errorf("cannot write %s: %w", name, Bare(err))
			}
		}
		return err
	}
	f, name, err := beside(name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("cannot write %s: %w", name, Bare(err))
		}
	}()
	if info, err := os.Stat(name); err == nil {
		if err = os.Chmod(f.Name(), info.Mode().Perm()); err != nil {
			return err
		}
	}
	if err = write(f); err != nil {
		return err
	}
	if err = f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

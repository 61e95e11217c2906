package vef

// The traces a process keeps, by name. A scenario is a few words, a trace may be a gigabyte: so a
// scenario names its trace by what is in it, and whoever opens it must have given the trace first.

import (
	"hash"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Prefix begins the name of a trace from a file; sixteen hexadecimal digits follow.
const Prefix = "VEF-"

// maxKept bounds the memory of all traces kept, in bytes, but for the newest one.
const maxKept = 600 << 20

// Kept is a trace that can be played here.
type Kept struct {
	Name    string
	Tasks   int
	Records int64  // messages and parts of collectives
	Memory  int64  // bytes
	Trace   *Trace // nil: another part of the program has it (Note)
}

var (
	keptLock sync.Mutex
	keptList []Kept // oldest first
)

// Name is that of a trace: a digest of its text, unpacked. Nobody is kept from making two texts
// with the same one; it guards against mistakes.
func (t *Trace) Name() string {
	text := strconv.FormatUint(t.digest, 16)
	return Prefix + strings.Repeat("0", 16-len(text)) + text
}

// Keep keeps a trace, drops the oldest ones if all of them take too much memory, and returns its name.
func Keep(t *Trace) string {
	k := Kept{t.Name(), t.Tasks, int64(t.records()), Memory(int64(len(t.Messages)), int64(len(t.Parts))), t}
	Note(k)
	return k.Name
}

// Note makes a trace known that another part of the program keeps, as the page's worker does: then
// scenarios that play it are in order here.
func Note(k Kept) {
	keptLock.Lock()
	defer keptLock.Unlock()
	list, sum := []Kept{k}, k.Memory
	for i := len(keptList) - 1; i >= 0; i-- {
		if o := keptList[i]; o.Name != k.Name && sum+o.Memory <= maxKept {
			list, sum = append(list, o), sum+o.Memory
		}
	}
	keptList = keptList[:0]
	for i := len(list) - 1; i >= 0; i-- {
		keptList = append(keptList, list[i])
	}
}

// Find returns the trace of a name, if it is kept.
func Find(name string) (Kept, bool) {
	keptLock.Lock()
	defer keptLock.Unlock()
	for _, k := range keptList {
		if k.Name == name {
			return k, true
		}
	}
	return Kept{}, false
}

// digesting passes a text on and digests it.
type digesting struct {
	r   io.Reader
	sum hash.Hash64
}

func newDigesting(r io.Reader) *digesting { return &digesting{r, fnv.New64a()} }

func (d *digesting) Read(b []byte) (int, error) {
	n, err := d.r.Read(b)
	d.sum.Write(b[:n])
	return n, err
}

// digestOf digests the text that Write would write.
func digestOf(t *Trace) uint64 {
	sum := fnv.New64a()
	if err := Write(sum, t); err != nil {
		panic(err.Error()) // a digest takes everything
	}
	return sum.Sum64()
}

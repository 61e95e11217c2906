package vef

// The reader: one pass over the text, nothing kept but the records, and nothing allocated that
// the text has not paid for. Dependencies may name records further down, so they are resolved
// at the end, and check proves that the program can run.

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"
)

// Limits bounds what Read accepts; zero fields stand for the defaults.
type Limits struct {
	Text    int64 // bytes of text, 1 GiB
	Records int64 // MaxRecords
	Memory  int64 // bytes of the Trace, by Memory: 600 MiB
}

// Error is what is wrong with a trace, and where.
type Error struct {
	Line   int // 0: nowhere in particular
	Reason string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return "line " + strconv.Itoa(e.Line) + ": " + e.Reason
}

// Unread is an error of the reader that a trace comes from, and the line that it came in.
type Unread struct {
	Line int
	Err  error
}

func (u *Unread) Error() string { return u.Err.Error() }
func (u *Unread) Unwrap() error { return u.Err }

// Read reads a trace as text. An *Error says what is wrong with it, an *Unread has the reader's own error.
func Read(r io.Reader, limits Limits) (*Trace, error) {
	set := func(v *int64, standard int64) {
		if *v <= 0 {
			*v = standard
		}
	}
	set(&limits.Text, 1<<30)
	set(&limits.Records, MaxRecords)
	limits.Records = min(limits.Records, MaxRecords)
	set(&limits.Memory, 600<<20)
	text := newDigesting(r)
	p := &parser{in: bufio.NewReaderSize(text, 1<<16), limits: limits, t: &Trace{}}
	p.parse()
	if p.err != nil {
		return nil, p.err
	}
	p.t.digest = text.sum.Sum64()
	return p.t, nil
}

type parser struct {
	in     *bufio.Reader
	limits Limits
	line   int
	head   int // the first line that says anything
	last   int // and the last one
	read   int64
	said   int64 // of these, bytes of words
	due    int64 // bytes read at which they are to be bounded
	ended  bool  // the line has no further word
	eof    bool
	word   [48]byte
	err    error

	t       *Trace
	ranks   [][]uint64 // by communicator: task<<32 | rank, ascending
	lines   []int32    // by record in file order
	members int        // of all communicators
	counts  [4]int64   // of the header: messages, communicators, global and local collectives
	present []bool     // by part: its record has been read
}

func (p *parser) parse() {
	p.header()
	for i := int64(0); i < p.counts[1] && p.err == nil; i++ {
		p.communicator(int(i))
	}
	for p.err == nil {
		w := p.start()
		if len(w) == 0 {
			break
		}
		if w[0] == 'G' {
			p.collective(w[1:])
		} else {
			p.message(w)
		}
	}
	if p.err == nil {
		p.complete()
	}
}

func (p *parser) header() {
	w := p.start()
	p.head = p.line
	ok := len(w) >= 3 && string(w[:3]) == "VEF"
	for i := 3; ok && i < len(w); i++ {
		ok = w[i] >= '0' && w[i] <= '9'
	}
	if !ok {
		if p.line = max(p.line, 1); len(w) == 0 {
			p.fail("no VEF trace: it is empty; a trace begins with \"VEF3 <tasks> <messages> <communicators> <collectives> <records of collectives> TRUE\", one of input and output with \"IO1 <hosts> <unit>\"")
			return
		}
		p.fail("no VEF trace: it begins with " + quote(w) + "; allowed: VEF3 (and VEF, VEF1, VEF2), or IO1 of a trace of input and output")
		return
	}
	p.t.Tasks = int(p.number("the number of tasks", 1, MaxTasks))
	for i, what := range []string{"the number of messages", "the number of communicators", "the number of collectives", "the number of records of collectives"} {
		p.counts[i] = p.number(what, 0, p.limits.Records)
	}
	switch w := p.next(); string(w) {
	case "TRUE", "FALSE": // no public text says what this stands for; each record names its dependency anyway
	default:
		p.fail("the last word of the first line is " + quote(w) + "; allowed: TRUE, FALSE")
	}
	p.end()
	if p.counts[1] > maxComms {
		p.fail(strconv.FormatInt(p.counts[1], 10) + " communicators; allowed: up to " + strconv.Itoa(maxComms))
	}
	p.room(p.counts[0], p.counts[3])
}

// room checks the memory a trace of this size would need.
func (p *parser) room(messages, parts int64) {
	if messages+parts > p.limits.Records {
		p.fail(strconv.FormatInt(messages+parts, 10) + " records; allowed: up to " + strconv.FormatInt(p.limits.Records, 10))
	}
	if need := Memory(messages, parts); need > p.limits.Memory {
		p.fail("a trace of this size takes " + strconv.FormatInt(need, 10) + " bytes; allowed: up to " + strconv.FormatInt(p.limits.Memory, 10))
	}
}

func (p *parser) communicator(i int) {
	w := p.start()
	if p.err != nil {
		return
	}
	if string(w) != "C"+strconv.Itoa(i) {
		found := quote(w)
		if len(w) == 0 {
			found = "the end of the trace"
		}
		p.fail(found + " where communicator C" + strconv.Itoa(i) + " should stand")
		return
	}
	var members []uint32
	var ranks []uint64
	for w = p.next(); len(w) > 0; w = p.next() {
		if w[0] == '#' {
			p.comment(w)
			break
		}
		task := p.parseNumber(w, "a task of the communicator", 0, int64(p.t.Tasks)-1)
		if len(members) == p.t.Tasks || p.members == maxMembers {
			p.fail("too many tasks in a communicator; allowed: up to " + strconv.Itoa(p.t.Tasks) + ", and " + strconv.Itoa(maxMembers) + " in all of them")
		}
		if p.err != nil {
			return
		}
		ranks = append(ranks, uint64(task)<<32|uint64(len(members)))
		members = append(members, uint32(task))
		p.members++
	}
	if p.err != nil {
		return
	}
	if len(members) == 0 {
		p.fail("communicator C" + strconv.Itoa(i) + " has no tasks")
		return
	}
	slices.Sort(ranks)
	for j := 1; j < len(ranks); j++ {
		if ranks[j]>>32 == ranks[j-1]>>32 {
			p.fail("task " + strconv.FormatUint(ranks[j]>>32, 10) + " stands twice in communicator C" + strconv.Itoa(i))
			return
		}
	}
	p.t.Comms = append(p.t.Comms, members)
	p.ranks = append(p.ranks, ranks)
}

// rank of a task in a communicator, or -1.
func (p *parser) rank(comm int32, task uint32) int {
	if m := p.t.Comms[comm]; int(task) < len(m) && m[task] == task {
		return int(task)
	}
	i, _ := slices.BinarySearch(p.ranks[comm], uint64(task)<<32)
	if i < len(p.ranks[comm]) && p.ranks[comm][i]>>32 == uint64(task) {
		return int(uint32(p.ranks[comm][i]))
	}
	return -1
}

// dep reads "type time id". Until resolve, On holds the type as written, and ID is negative for
// collectives.
func (p *parser) dep() (d Dep) {
	d.On = On(p.number("the type of dependency", 0, 3))
	d.TimePS = p.time()
	w := p.next()
	switch {
	case p.err != nil:
	case d.On == Start: // the id means nothing
		if len(w) == 0 {
			p.fail("the id of the dependency is missing; without a dependency, -1 stands here")
		}
	case len(w) > 0 && w[0] == 'G':
		d.ID = ^int32(p.parseNumber(w[1:], "the collective it depends on", 0, p.limits.Records-1))
	default:
		d.ID = int32(p.parseNumber(w, "the message it depends on", 0, p.limits.Records-1))
	}
	return d
}

// message reads "id src dst bytes type time id".
func (p *parser) message(id []byte) {
	n := int64(len(p.t.Messages))
	if v := p.parseNumber(id, "the number of the message", 0, MaxRecords); v != n {
		p.fail("message " + strconv.FormatInt(v, 10) + " where message " + strconv.FormatInt(n, 10) + " should stand: they are numbered from 0, without gaps")
	}
	if n == p.counts[0] {
		p.fail("one message more than the " + strconv.FormatInt(n, 10) + " of the first line")
	}
	var m Message
	m.Src = uint32(p.number("the source", 0, int64(p.t.Tasks)-1))
	m.Dst = uint32(p.number("the destination", 0, int64(p.t.Tasks)-1))
	m.Bytes = p.number("the length", 0, MaxSize)
	m.Dep = p.dep()
	p.end()
	if p.err != nil {
		return
	}
	p.t.order = append(p.t.order, int32(n))
	p.lines = append(p.lines, int32(p.line))
	p.t.Messages = append(p.t.Messages, m)
}

// collective reads "Gid communicator operation task send receive type time id".
func (p *parser) collective(id []byte) {
	t := p.t
	n := int64(len(t.Collectives))
	g := p.parseNumber(id, "the number of the collective", 0, n)
	if len(t.Comms) == 0 {
		p.fail("a collective, but no communicator for it to work on: lines \"C0 <tasks>\" follow the first line, which counts them")
	}
	comm := int32(p.number("the communicator", 0, int64(len(t.Comms))-1))
	op := Op(p.number("the operation", 0, int64(numOps)-1))
	task := uint32(p.number("the task", 0, int64(t.Tasks)-1))
	var part Part
	part.Send = p.number("the size to send", 0, MaxSize)
	part.Recv = p.number("the size to receive", 0, MaxSize)
	part.Dep = p.dep()
	part.coll = int32(g)
	p.end()
	if p.err != nil {
		return
	}
	name := "collective G" + strconv.FormatInt(g, 10)
	if g == n {
		size := len(t.Comms[comm])
		p.room(int64(len(t.Messages)), int64(len(t.Parts)+size))
		if p.err != nil {
			return
		}
		t.Collectives = append(t.Collectives, Collective{op, comm, 0, int32(len(t.Parts))})
		t.Parts = append(t.Parts, make([]Part, size)...)
		p.present = append(p.present, make([]bool, size)...)
	}
	c := &t.Collectives[g]
	if c.Comm != comm || c.Op != op {
		p.fail(name + " is " + opNames[op] + " on communicator C" + strconv.Itoa(int(comm)) + " here and " +
			opNames[c.Op] + " on C" + strconv.Itoa(int(c.Comm)) + " in a line before")
		return
	}
	r := p.rank(comm, task)
	switch {
	case r < 0:
		p.fail("task " + strconv.Itoa(int(task)) + " is not in communicator C" + strconv.Itoa(int(comm)) + ", on which " + name + " works")
		return
	case p.present[int(c.First)+r]:
		p.fail("a second record of task " + strconv.Itoa(int(task)) + " for " + name)
		return
	}
	p.present[int(c.First)+r] = true
	t.Parts[int(c.First)+r] = part
	t.order = append(t.order, ^(c.First + int32(r)))
	p.lines = append(p.lines, int32(p.line))
}

// complete checks the whole, and resolves what records depend on.
func (p *parser) complete() {
	t := p.t
	p.line = p.last
	if n := int64(len(t.Messages)); n != p.counts[0] {
		p.fail("the trace ends after " + strconv.FormatInt(n, 10) + " messages; its first line says " + strconv.FormatInt(p.counts[0], 10))
		return
	}
	p.countCollectives()
	for i := range t.Collectives {
		c := &t.Collectives[i]
		for r, task := range t.Comms[c.Comm] {
			if p.err == nil && !p.present[int(c.First)+r] {
				p.line = int(p.lines[slices.IndexFunc(t.order, func(r int32) bool { return r < 0 && t.Parts[^r].coll == int32(i) })])
				p.fail("collective G" + strconv.Itoa(i) + " has no record of task " + strconv.Itoa(int(task)) + ", which is in its communicator")
			}
		}
	}
	if p.line = 0; p.err != nil {
		return
	}
	for i, r := range t.order { // from here on, records have their numbers
		if r < 0 {
			t.order[i] = int32(len(t.Messages)) + ^r
		}
	}
	p.roots()
	p.resolve()
	if p.err != nil {
		return
	}
	t.link()
	if reason := t.total(); reason != "" {
		p.fail(reason)
	} else if r, reason := t.check(); reason != "" {
		p.line = p.lineOf(r)
		p.fail(reason)
	}
}

func (p *parser) lineOf(record int) int {
	if i := slices.Index(p.t.order, int32(record)); i >= 0 {
		return int(p.lines[i])
	}
	return 0
}

// countCollectives compares with the first line. Its last two numbers are read either as
// operations and records, or as operations on C0 and on other communicators.
func (p *parser) countCollectives() {
	t := p.t
	world := int64(0)
	for _, c := range t.Collectives {
		if c.Comm == 0 {
			world++
		}
	}
	n, parts := int64(len(t.Collectives)), int64(0)
	for _, there := range p.present {
		if there {
			parts++
		}
	}
	if p.counts[2] == n && p.counts[3] == parts || p.counts[2] == world && p.counts[3] == n-world {
		return
	}
	p.line = p.head
	p.fail("the trace has " + strconv.FormatInt(n, 10) + " collectives with " + strconv.FormatInt(parts, 10) + " records; its first line says " +
		strconv.FormatInt(p.counts[2], 10) + " and " + strconv.FormatInt(p.counts[3], 10))
}

// roots finds who gives, or gets, in the operations that have a root: no record names it.
func (p *parser) roots() {
	t := p.t
	for i := range t.Collectives {
		c := &t.Collectives[i]
		found := false
		for r := range t.Comms[c.Comm] {
			part := &t.Parts[int(c.First)+r]
			var size int64
			switch c.Op {
			case Bcast, Scatter:
				size = part.Send
			case Reduce, Gather:
				size = part.Recv
			}
			if size == 0 {
				continue
			}
			if found {
				verb := "sends"
				if c.Op == Reduce || c.Op == Gather {
					verb = "receives"
				}
				p.line = p.lineOf(len(t.Messages) + int(c.First) + r)
				p.fail("a second task " + verb + " in collective G" + strconv.Itoa(i) + ", " + c.Op.String() + "; allowed: one, the root")
				return
			}
			c.Root, found = int32(r), true
		}
	}
}

// resolve finds the event each record depends on. The kind follows from what is named: which
// number a file gives to which kind is found out, and must be the same in all of it.
func (p *parser) resolve() {
	t := p.t
	kinds := [4]On{} // by number
	says := [4]string{Sent: "a message the task sends", Received: "a message the task receives", Done: "a collective"}
	for i, r := range t.order {
		task, d := t.record(int(r))
		if d.On == Start {
			continue
		}
		p.line = int(p.lines[i])
		kind := Done
		both := false
		if d.ID < 0 {
			g := int(^d.ID)
			switch {
			case len(t.Collectives) == 0:
				p.fail("there is no collective G" + strconv.Itoa(g) + " to depend on; the trace has none")
				return
			case g >= len(t.Collectives):
				p.fail("there is no collective G" + strconv.Itoa(g) + " to depend on; allowed: up to G" + strconv.Itoa(len(t.Collectives)-1))
				return
			}
			c := &t.Collectives[g]
			rank := p.rank(c.Comm, task)
			if rank < 0 {
				p.fail("task " + strconv.Itoa(int(task)) + " depends on collective G" + strconv.Itoa(g) + ", in which it has no part")
				return
			}
			d.ID = c.First + int32(rank)
		} else {
			switch {
			case len(t.Messages) == 0:
				p.fail("there is no message " + strconv.Itoa(int(d.ID)) + " to depend on; the trace has none")
				return
			case int(d.ID) >= len(t.Messages):
				p.fail("there is no message " + strconv.Itoa(int(d.ID)) + " to depend on; allowed: up to " + strconv.Itoa(len(t.Messages)-1))
				return
			}
			m := &t.Messages[d.ID]
			switch {
			case m.Dst == task:
				kind, both = Received, m.Src == task
			case m.Src == task:
				kind = Sent
			default:
				p.fail("task " + strconv.Itoa(int(task)) + " depends on message " + strconv.Itoa(int(d.ID)) + ", which it neither sends nor receives")
				return
			}
		}
		if code := d.On; !both {
			if kinds[code] == Start && !slices.Contains(kinds[:], kind) {
				kinds[code] = kind
			}
			if kinds[code] != kind {
				if kinds[code] != Start {
					p.fail("dependency type " + strconv.Itoa(int(code)) + " names " + says[kind] + "; in the lines before, it named " + says[kinds[code]])
				} else {
					p.fail("dependency type " + strconv.Itoa(int(code)) + " names " + says[kind] + "; in the lines before, type " + strconv.Itoa(slices.Index(kinds[:], kind)) + " did")
				}
				return
			}
		} else if kinds[code] == Sent {
			kind = Sent
		}
		d.On = kind
	}
}

// IsTrace says whether an error is one of the trace itself.
func IsTrace(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

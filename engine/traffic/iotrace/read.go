// Package iotrace reads time-stamped traces of input and output, such as those of the disk interface
// of the cello system that [FBICM] §4.1 plays with "a time compression factor". README.md has the format.
//
// What it makes of them is a vef.Trace in which every message waits for nothing but its time: so
// they are kept, named and played as the traces of MPI programs are.
package iotrace

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/congestree/congestree/engine/traffic/vef"
)

// Magic begins the first line of a trace.
const Magic = "IO1"

const (
	maxLine = 512
	form    = "IO1 <hosts> <s|ms|us|ns>"
)

// record is a transfer.
type record struct {
	at       int64 // ps since the first one
	bytes    int64
	src, dst uint32
}

// recordBytes is what a record takes while it is read, besides its place in the vef.Trace.
const recordBytes = 24

// byteOrder is what some editors put before a text, to say that it is UTF-8.
const byteOrder = "\xef\xbb\xbf"

// Any reads a trace that may be one of input and output, or of an MPI program. A byte order mark before it is no part of it.
func Any(r io.Reader, limits vef.Limits) (*vef.Trace, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if first, _ := in.Peek(len(byteOrder)); string(first) == byteOrder {
		in.Discard(len(byteOrder))
	}
	before, io1 := begins(in)
	text := io.MultiReader(bytes.NewReader(before), in)
	if io1 {
		return Read(text, limits)
	}
	return vef.Read(text, limits)
}

// maxBefore bounds the blanks and comments before a trace that are looked through: more of them no trace may have (vef.Idle).
const maxBefore = 16 << 20

// begins says whether the first word of a text begins with Magic, and returns the lines of blanks and comments before it, which are read then.
func begins(in *bufio.Reader) (before []byte, io1 bool) {
	for comment := false; len(before) < maxBefore; {
		if _, err := in.Peek(1); err != nil {
			return before, false
		}
		piece, _ := in.Peek(in.Buffered())
		for i, c := range piece {
			switch {
			case comment:
				comment = c != '\n'
			case c == '#':
				comment = true
			case c != ' ' && c != '\t' && c != '\r' && c != '\n':
				before = append(before, piece[:i]...)
				in.Discard(i)
				word, _ := in.Peek(len(Magic))
				return before, string(word) == Magic
			}
		}
		before = append(before, piece...)
		in.Discard(len(piece))
	}
	return before, false
}

// Read reads a trace of input and output. A *vef.Error says what is wrong with it, and in which line;
// other errors are the reader's own.
func Read(r io.Reader, limits vef.Limits) (*vef.Trace, error) {
	set := func(v *int64, standard int64) {
		if *v <= 0 {
			*v = standard
		}
	}
	set(&limits.Text, 1<<30)
	set(&limits.Records, vef.MaxRecords)
	set(&limits.Memory, 600<<20)
	p := &parser{in: bufio.NewReaderSize(r, 1<<16), limits: limits}
	if err := p.parse(); err != nil {
		return nil, err
	}
	t, err := vef.Read(&writer{hosts: p.hosts, records: p.records}, vef.Limits{Records: limits.Records, Memory: limits.Memory})
	if err != nil {
		return nil, err
	}
	for i := range t.Messages {
		t.Messages[i].TimePS = p.records[i].at // long ones lose picoseconds in VEF's reader
	}
	return t, nil
}

type parser struct {
	in      *bufio.Reader
	limits  vef.Limits
	line    int
	read    int64
	said    int64 // of these, bytes of words
	hosts   int64
	digits  int // of a time in ps that stand before the point of one in the file's unit: 12 for s
	first   int64
	records []record
}

func (p *parser) fail(reason string) error { return &vef.Error{Line: p.line, Reason: reason} }

func (p *parser) parse() error {
	words, err := p.next()
	if err != nil {
		return err
	}
	if err := p.header(words); err != nil {
		return err
	}
	for {
		if words, err = p.next(); err != nil || words == nil {
			break
		}
		if err = p.record(words); err != nil {
			break
		}
	}
	if err == nil && len(p.records) == 0 {
		err = p.fail("no records: the trace holds its first line only")
	}
	return err
}

// next returns the words of the next line that has any; nil at the end.
func (p *parser) next() ([]string, error) {
	for {
		line, err := p.in.ReadSlice('\n')
		if len(line) == 0 && err == io.EOF {
			return nil, nil
		}
		p.line++
		if p.read += int64(len(line)); p.read > p.limits.Text {
			return nil, p.fail("the trace is longer than " + strconv.FormatInt(p.limits.Text, 10) + " bytes")
		}
		if reason := vef.Idle(p.read, p.said); reason != "" {
			return nil, p.fail(reason)
		}
		if errors.Is(err, bufio.ErrBufferFull) || len(line) > maxLine {
			return nil, p.fail("the line is longer than " + strconv.Itoa(maxLine) + " bytes")
		}
		if err != nil && err != io.EOF {
			return nil, &vef.Unread{Line: p.line, Err: err}
		}
		if words := split(line); words != nil {
			for _, w := range words {
				p.said += int64(len(w))
			}
			return words, nil
		}
	}
}

// split cuts a line at its blanks; what follows a # is no part of it.
func split(line []byte) (words []string) {
	start := -1
	for i := 0; i <= len(line); i++ {
		blank := i == len(line) || line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n' || line[i] == '#'
		switch {
		case blank && start >= 0:
			words = append(words, string(line[start:i]))
			start = -1
		case !blank && start < 0:
			start = i
		}
		if i < len(line) && line[i] == '#' {
			break
		}
	}
	return words
}

func (p *parser) header(words []string) error {
	p.line = max(p.line, 1)
	switch {
	case words == nil:
		return p.fail("no I/O trace: it is empty; a trace begins with \"" + form + "\"")
	case words[0] != Magic:
		return p.fail("no I/O trace: it begins with " + quote(words[0]) + "; allowed: " + form)
	case len(words) != 3:
		return p.fail(strconv.Itoa(len(words)) + " words in the first line; allowed: " + form)
	}
	var err error
	if p.hosts, err = p.number("the number of hosts", words[1], 2, vef.MaxTasks); err != nil {
		return err
	}
	units := map[string]int{"s": 12, "ms": 9, "us": 6, "ns": 3}
	var ok bool
	if p.digits, ok = units[words[2]]; !ok {
		return p.fail("the unit of time is " + quote(words[2]) + "; allowed: s, ms, us, ns")
	}
	return nil
}

func (p *parser) record(words []string) error {
	if len(words) != 4 {
		return p.fail(strconv.Itoa(len(words)) + " words; a record is <time> <source> <destination> <bytes>")
	}
	n := int64(len(p.records) + 1)
	if n > p.limits.Records {
		return p.fail("more than " + strconv.FormatInt(p.limits.Records, 10) + " records, which is what is allowed")
	}
	if need := vef.Memory(n, 0) + n*recordBytes; need > p.limits.Memory {
		return p.fail("a trace of so many records takes more than " + strconv.FormatInt(p.limits.Memory, 10) + " bytes, which is what is allowed")
	}
	at, ok := picoseconds(words[0], p.digits)
	if !ok {
		return p.fail("the time is " + quote(words[0]) + "; allowed: a decimal number, up to 9 000 000 s, without a sign or an exponent")
	}
	var r record
	for _, field := range []struct {
		what string
		to   *uint32
		word string
	}{{"the source", &r.src, words[1]}, {"the destination", &r.dst, words[2]}} {
		h, err := p.number(field.what, field.word, 0, p.hosts-1)
		if err != nil {
			return err
		}
		*field.to = uint32(h)
	}
	if r.src == r.dst {
		return p.fail("host " + words[1] + " sends to itself")
	}
	var err error
	if r.bytes, err = p.number("the number of bytes", words[3], 0, vef.MaxSize); err != nil {
		return err
	}
	if len(p.records) == 0 {
		p.first = at
	}
	if r.at = at - p.first; r.at < 0 || len(p.records) > 0 && r.at < p.records[len(p.records)-1].at {
		return p.fail("the time is earlier than that of the record before; records stand in the order of their times")
	}
	if r.at > vef.MaxTimePS {
		return p.fail("the time is more than 1 000 000 s after the first record's, which is what is allowed")
	}
	p.records = append(p.records, r)
	return nil
}

func (p *parser) number(what, word string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || word[0] == '+' || n < low || n > high {
		return 0, p.fail(what + " is " + quote(word) + "; allowed: " + strconv.FormatInt(low, 10) + "–" + strconv.FormatInt(high, 10))
	}
	return n, nil
}

// picoseconds reads a decimal number of a unit that has so many digits of picoseconds; further digits
// are cut off.
func picoseconds(word string, digits int) (ps int64, ok bool) {
	const most = 9_000_000 * 1e12 / 10 // before a further digit
	left := digits
	point, any := false, false
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case c == '.' && !point:
			point = true
			continue
		case c < '0' || c > '9':
			return 0, false
		}
		any = true
		if point {
			if left == 0 {
				continue
			}
			left--
		}
		if ps > most {
			return 0, false
		}
		ps = ps*10 + int64(c-'0')
	}
	for ; left > 0; left-- {
		if ps > most {
			return 0, false
		}
		ps *= 10
	}
	return ps, any
}

func quote(word string) string {
	if len(word) > 40 {
		word = word[:40] + "…"
	}
	return strconv.Quote(word)
}

// writer turns the records into the text of a VEF trace, line by line, as it is read.
type writer struct {
	hosts   int64
	records []record
	next    int // record; the header is before
	begun   bool
	buf     []byte
}

func (w *writer) Read(b []byte) (int, error) {
	for len(w.buf) == 0 {
		switch {
		case !w.begun:
			w.begun = true
			w.buf = append(w.buf, "VEF3 "...)
			w.buf = strconv.AppendInt(w.buf, w.hosts, 10)
			w.buf = append(w.buf, ' ')
			w.buf = strconv.AppendInt(w.buf, int64(len(w.records)), 10)
			w.buf = append(w.buf, " 0 0 0 TRUE\n"...)
		case w.next < len(w.records):
			r := &w.records[w.next]
			for _, v := range [...]int64{int64(w.next), int64(r.src), int64(r.dst), r.bytes, 0} {
				w.buf = append(strconv.AppendInt(w.buf, v, 10), ' ')
			}
			w.buf = strconv.AppendInt(w.buf, r.at/1000, 10)
			if ps := r.at % 1000; ps != 0 {
				w.buf = append(w.buf, '.', byte('0'+ps/100), byte('0'+ps/10%10), byte('0'+ps%10))
			}
			w.buf = append(w.buf, " -1\n"...)
			w.next++
		default:
			return 0, io.EOF
		}
	}
	n := copy(b, w.buf)
	w.buf = w.buf[:copy(w.buf, w.buf[n:])]
	return n, nil
}

package vef

// The reader's lower half: lines, words, numbers and times.

import (
	"io"
	"math"
	"strconv"
)

// fail keeps the first error.
func (p *parser) fail(reason string) {
	if p.err == nil {
		p.err = &Error{p.line, reason}
	}
}

// count counts a byte that has been read.
func (p *parser) count() {
	if p.read++; p.read > p.due {
		p.bound()
	}
}

// bound refuses too much text, now and then.
func (p *parser) bound() {
	if p.read > p.limits.Text {
		p.fail("the trace is longer than " + strconv.FormatInt(p.limits.Text, 10) + " bytes")
	} else if reason := Idle(p.read, p.said); reason != "" {
		p.fail(reason)
	}
	p.due = min(p.read+1<<16, p.limits.Text)
}

// next returns the next word of the line, or "" at its end and after an error.
func (p *parser) next() []byte {
	n := 0
	for !p.ended && p.err == nil {
		c, err := p.in.ReadByte()
		if p.count(); p.err != nil {
			break
		}
		switch {
		case err == io.EOF:
			p.ended, p.eof = true, true
		case err != nil:
			p.err = &Unread{p.line, err}
		case c == '\n':
			p.ended = true
		case c == ' ' || c == '\t' || c == '\r':
			if n > 0 {
				p.said += int64(n)
				return p.word[:n]
			}
		case n == len(p.word) && p.word[0] == '#':
			p.said += int64(n)
			return p.word[:n]
		case n == len(p.word):
			p.fail("the word " + strconv.Quote(string(p.word[:])) + "… is too long")
		default:
			p.word[n] = c
			n++
		}
	}
	if p.err != nil {
		return nil
	}
	p.said += int64(n)
	return p.word[:n]
}

// start returns the first word of the next line that has one; "" at the end of the file. # begins a comment.
func (p *parser) start() []byte {
	for p.err == nil && !p.eof {
		p.line++
		p.ended = false
		w := p.next()
		if len(w) > 0 && w[0] != '#' {
			p.last = p.line
			return w
		}
		p.comment(w)
	}
	return nil
}

// comment skips what follows the word that begins it, up to the end of the line: it says nothing, and may be anything.
func (p *parser) comment(w []byte) {
	p.said -= int64(len(w))
	for !p.ended && p.err == nil {
		c, err := p.in.ReadByte()
		p.count()
		if err != nil && err != io.EOF {
			p.err = &Unread{p.line, err}
		}
		p.eof = err != nil
		p.ended = p.eof || c == '\n'
	}
}

// end refuses further words, but for a comment.
func (p *parser) end() {
	if w := p.next(); len(w) > 0 && w[0] == '#' {
		p.comment(w)
	} else if len(w) > 0 {
		p.fail(quote(w) + " is one word too many")
	}
}

func quote(w []byte) string { return strconv.Quote(string(w)) }

// number reads a word as a whole number.
func (p *parser) number(what string, least, most int64) int64 {
	return p.parseNumber(p.next(), what, least, most)
}

func (p *parser) parseNumber(w []byte, what string, least, most int64) int64 {
	if p.err != nil {
		return least
	}
	v, ok := int64(0), len(w) > 0 && len(w) <= 18
	for _, c := range w {
		if c < '0' || c > '9' {
			ok = false
			break
		}
		v = 10*v + int64(c-'0')
	}
	if ok && v >= least && v <= most {
		return v
	}
	if len(w) == 0 {
		p.fail(what + " is missing; allowed: whole numbers from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10))
		return least
	}
	p.fail(what + " is " + quote(w) + "; allowed: whole numbers from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10))
	return least
}

// time reads nanoseconds; C programs may print them with a fraction or an exponent.
func (p *parser) time() int64 {
	w := p.next()
	if p.err != nil {
		return 0
	}
	const most = MaxTimePS / 1000
	bad := func() int64 {
		if len(w) == 0 {
			p.fail("the time is missing; allowed: nanoseconds from 0 to " + strconv.FormatInt(most, 10))
			return 0
		}
		p.fail("the time is " + quote(w) + "; allowed: nanoseconds from 0 to " + strconv.FormatInt(most, 10))
		return 0
	}
	whole := len(w) > 0
	for _, c := range w {
		switch {
		case c >= '0' && c <= '9':
		case c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-':
			whole = false
		default:
			return bad()
		}
	}
	if whole && len(w) <= 15 {
		v, err := strconv.ParseInt(string(w), 10, 64)
		if err != nil || v > most {
			return bad()
		}
		return v * 1000
	}
	v, err := strconv.ParseFloat(string(w), 64)
	if err != nil || !(v >= 0 && v <= most) {
		return bad()
	}
	return int64(math.Round(v * 1000))
}

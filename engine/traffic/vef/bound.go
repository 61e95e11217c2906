package vef

// What a compressed trace may unpack to, and how much a trace may hold that says nothing: more than any sound one does, and no bomb.

import (
	"errors"
	"io"
	"strconv"
)

const (
	// maxRatio of text to file; traces of loops reach a few hundred.
	maxRatio = 4000
	// free is the text that needs no excuse, however small the file.
	free = 16 << 20
	// idleRatio of blanks, empty lines and comments to what a trace says; wide columns reach twenty.
	idleRatio = 64
)

// Idle says what is wrong with a text of so many bytes of which so many say something, all but blanks and comments, or "". gzip packs a
// GiB of blanks into a MB, below maxRatio.
func Idle(text, said int64) string {
	if text-said <= free+idleRatio*said {
		return ""
	}
	return "the trace is almost nothing but blanks and comments; allowed: " + strconv.Itoa(free) + " bytes of them, and " + strconv.Itoa(idleRatio) + " for each byte of its records"
}

var errBomb = &Error{Reason: "the file unpacks to more than " + strconv.Itoa(maxRatio) + " times its size; allowed: traces as text, .vef.gz or .vef.zst"}

// Bounded is the text of a compressed trace. It refuses (with an *Error) to be more than 4000 times as
// long as what has been read of the file.
type Bounded struct {
	Text io.Reader

	file, text int64
}

// Packed passes the file on and counts it.
func (b *Bounded) Packed(file io.Reader) io.Reader { return &counted{file, &b.file} }

func (b *Bounded) Read(p []byte) (int, error) {
	n, err := b.Text.Read(p)
	if b.text += int64(n); b.text > free && b.text/maxRatio > b.file {
		return 0, errBomb
	}
	return n, err
}

type counted struct {
	r io.Reader
	n *int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	*c.n += int64(n)
	return n, err
}

// Damaged says that a file of a kind (gzip, zstd) could not be unpacked, and the line of its text up to which it could.
func Damaged(kind string, err error) error {
	e := &Error{Reason: "the " + kind + " file is damaged or cut off: " + err.Error()}
	var u *Unread
	if errors.As(err, &u) {
		e.Line = u.Line
	}
	return e
}

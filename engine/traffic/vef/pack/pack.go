// Package pack reads traces that are compressed, and writes them: gzip and zstd, known by their
// first bytes, never by the file's name. It is apart from package vef because decompressors are
// large: a program that gets its traces as text need not link them.
package pack

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// What a compressed trace may take: more than any of ours needs, and no bomb. The text itself is
// bounded by vef.Limits.
const (
	window = 64 << 20
	// maxRatio of text to file; traces of loops reach a few hundred.
	maxRatio = 4000
	// free is the text that needs no excuse, however small the file.
	free = 16 << 20
)

// Read reads a trace: text, gzip or zstd.
func Read(r io.Reader, limits vef.Limits) (*vef.Trace, error) {
	file := &counter{r: r}
	in := bufio.NewReaderSize(file, 1<<16)
	magic, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	var text io.Reader
	switch {
	case len(magic) >= 2 && magic[0] == 0x1f && magic[1] == 0x8b:
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, damaged("gzip", err)
		}
		defer z.Close()
		text = z
	case len(magic) == 4 && string(magic) == "\x28\xb5\x2f\xfd":
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(1<<40))
		if err != nil {
			return nil, damaged("zstd", err)
		}
		defer z.Close()
		text = z
	default:
		return vef.Read(in, limits)
	}
	t, err := vef.Read(&bounded{text: text, file: file}, limits)
	if err != nil && !vef.IsTrace(err) && !errors.Is(err, errBomb) {
		kind := "gzip"
		if magic[0] != 0x1f {
			kind = "zstd"
		}
		return nil, damaged(kind, err)
	}
	return t, err
}

func damaged(kind string, err error) error {
	return errors.New("the " + kind + " file is damaged or cut off: " + err.Error())
}

var errBomb = errors.New("the file unpacks to more than " + strconv.Itoa(maxRatio) + " times its size; allowed: traces as text, .vef.gz or .vef.zst")

// counter counts what is read of the file.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// bounded stops what unpacks too well.
type bounded struct {
	text io.Reader
	file *counter
	n    int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.text.Read(p)
	b.n += int64(n)
	if b.n > free && b.n/maxRatio > b.file.n {
		return 0, errBomb
	}
	return n, err
}

// Write writes a trace in the form that the file's name asks for: .gz, .zst, or text.
func Write(w io.Writer, name string, t *vef.Trace) error {
	var z io.WriteCloser
	switch {
	case strings.HasSuffix(name, ".gz"):
		var err error
		if z, err = gzip.NewWriterLevel(w, gzip.BestCompression); err != nil {
			return err
		}
	case strings.HasSuffix(name, ".zst"):
		var err error
		if z, err = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression)); err != nil {
			return err
		}
	default:
		return vef.Write(w, t)
	}
	if err := vef.Write(z, t); err != nil {
		z.Close()
		return err
	}
	return z.Close()
}

// Package pack reads traces that are compressed, and writes them: gzip and zstd, known by their
// first bytes, never by the file's name. It is apart from package vef because decompressors are
// large: a program that gets its traces as text need not link them.
package pack

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Read reads a trace: text, gzip or zstd. The memory of zstd is bounded by vef.MaxWindow, the text by vef.Limits and
// vef.Bounded.
func Read(r io.Reader, limits vef.Limits) (*vef.Trace, error) {
	file := &vef.Bounded{}
	in := bufio.NewReaderSize(file.Packed(r), 1<<16)
	magic, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	var text io.Reader
	var kind string // said of damage: magic is a piece of a buffer, which is another's by then
	switch {
	case len(magic) >= 2 && magic[0] == 0x1f && magic[1] == 0x8b:
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, damaged("gzip", err)
		}
		defer z.Close()
		text, kind = z, "gzip"
	case vef.IsZstd(magic):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(vef.MaxWindow), zstd.WithDecoderMaxMemory(1<<40))
		if err != nil {
			return nil, damaged("zstd", err)
		}
		defer z.Close()
		text, kind = z, "zstd"
	default:
		return iotrace.Any(in, limits)
	}
	file.Text = text
	t, err := iotrace.Any(file, limits)
	if err != nil && !vef.IsTrace(err) {
		return nil, damaged(kind, err)
	}
	return t, err
}

func damaged(kind string, err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) {
		return vef.ErrWindow
	}
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, zstd.ErrCRCMismatch) { // where it is wrong nobody knows
		err = errors.New(err.Error())
	}
	return vef.Damaged(kind, err)
}

// WriteText writes a trace, whose text the function writes, in the form that the file's name asks for: .gz, .zst, or text.
// An error is the function's or w's.
func WriteText(w io.Writer, name string, text func(io.Writer) error) error {
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
		return text(w)
	}
	if err := text(z); err != nil {
		z.Close()
		return err
	}
	return z.Close()
}

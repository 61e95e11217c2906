package vef

// What memory a zstd file may ask for. An unpacker keeps the last text it has made, the window, as large as the head
// of a frame says, and a few bytes may say 2 GB. The page's unpacker believes them, and moves all of it at every block.

import (
	"io"
	"strconv"
)

// MaxWindow is the largest window of a zstd file, in bytes: that of zstd's highest level without --ultra and --long,
// eight times over.
const MaxWindow = 64 << 20

// ErrWindow refuses a zstd file with a larger one.
var ErrWindow = &Error{Reason: "the zstd file asks for a window of more than " + strconv.Itoa(MaxWindow) + " bytes; pack it without --long and --ultra"}

const frameMagic = 0xfd2fb528 // begins a frame

// IsZstd says whether a file that begins with these four bytes is one of zstd: it may begin with a frame to be skipped, as pzstd's do.
func IsZstd(begins []byte) bool {
	return len(begins) == 4 && (little(begins) == frameMagic || skippable(little(begins)))
}

func skippable(magic uint64) bool { return magic&^0xf == 0x184d2a50 }

// Windows passes a zstd file on and refuses frames with too large a window (ErrWindow), before anybody sees their heads
// whole. What is no zstd is passed on: the unpacker says what is wrong with it. (RFC 8878, section 3.1)
func Windows(file io.Reader) io.Reader { return &windows{file: file, need: 4} }

type windows struct {
	file       io.Reader
	at         place
	head       [14]byte // what of the place has been read
	n, need    int
	skip       uint64 // bytes to the next place
	descriptor byte
	refused    bool
}

type place uint8

const (
	atMagic place = iota
	atSkippable
	atDescriptor
	atHead // behind the descriptor
	atBlock
	lost // it is no zstd, or of a form that is not known
)

func (w *windows) Read(p []byte) (int, error) {
	if w.refused {
		return 0, ErrWindow
	}
	n, err := w.file.Read(p)
	for b := p[:n]; len(b) > 0 && w.at != lost; {
		if w.skip > 0 {
			k := min(w.skip, uint64(len(b)))
			b, w.skip = b[k:], w.skip-k
			continue
		}
		w.head[w.n] = b[0]
		w.n++
		if b = b[1:]; w.n < w.need {
			continue
		}
		w.n = 0
		if w.step(w.head[:w.need]) > MaxWindow {
			w.refused = true
			return 0, ErrWindow
		}
	}
	return n, err
}

// step reads what stands at a place, goes on to the next one, and returns the window if it is told here.
func (w *windows) step(h []byte) (window uint64) {
	single := w.descriptor>>5&1 == 1
	switch w.at {
	case atMagic:
		switch magic := little(h); {
		case magic == frameMagic:
			w.at, w.need = atDescriptor, 1
		case skippable(magic):
			w.at, w.need = atSkippable, 4
		default:
			w.at = lost
		}
	case atSkippable:
		w.skip = little(h)
		w.at, w.need = atMagic, 4
	case atDescriptor:
		w.descriptor = h[0]
		w.at, w.need = atHead, dictionary(h[0])+contentSize(h[0])
		if h[0]>>5&1 == 0 {
			w.need++
		}
	case atHead:
		w.at, w.need = atBlock, 3
		if !single {
			base := uint64(1) << (10 + h[0]>>3)
			return base + base/8*uint64(h[0]&7)
		}
		window = little(h[dictionary(w.descriptor):])
		if w.descriptor>>6 == 1 {
			window += 256
		}
	case atBlock:
		v := little(h)
		w.skip = v >> 3
		switch v >> 1 & 3 {
		case 1:
			w.skip = 1
		case 3:
			w.at = lost
			return 0
		}
		if v&1 == 1 { // the last one, and then perhaps a checksum
			w.skip += 4 * uint64(w.descriptor>>2&1)
			w.at, w.need = atMagic, 4
		}
	}
	return window
}

// dictionary and contentSize are the lengths of two parts of a frame's head.
func dictionary(descriptor byte) int { return []int{0, 1, 2, 4}[descriptor&3] }

func contentSize(descriptor byte) int {
	if descriptor>>6 == 0 {
		return int(descriptor >> 5 & 1)
	}
	return 1 << (descriptor >> 6)
}

func little(b []byte) (v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		v = v<<8 | uint64(b[i])
	}
	return v
}

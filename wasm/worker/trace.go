//go:build js

package main

// Traces from a person's files: read, unpacked and checked here, apart from the main thread. Frames
// go on meanwhile, because the reader waits for the browser after every piece.

import (
	"errors"
	"io"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/engine/traffic/iotrace"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/wasm/wire"
)

// limits of a trace in the page: half of what the command line takes.
var limits = vef.Limits{Text: 512 << 20, Memory: 300 << 20}

// trace reads and keeps the trace of a file, and tells its name, or what is wrong with it.
func (w *worker) trace(id int, file js.Value) {
	w.reading++
	go func() {
		defer w.fence()
		t, err := readTrace(file)
		answer := map[string]any{wire.Kind: wire.Traced, wire.ID: id}
		if err != nil {
			answer[wire.Reason] = err.Error()
		} else {
			k, _ := vef.Find(vef.Keep(t))
			answer[wire.Text], answer[wire.Tasks], answer[wire.Records], answer[wire.Memory] = k.Name, k.Tasks, float64(k.Records), float64(k.Memory)
		}
		w.post(answer)
		if w.reading--; w.reading == 0 && w.later != nil {
			open := w.later
			w.later = nil
			open()
		}
	}()
}

func readTrace(file js.Value) (*vef.Trace, error) {
	head, err := await(file.Call("slice", 0, 4).Call("arrayBuffer"))
	if err != nil {
		return nil, errors.New("the file cannot be read: " + err.Error())
	}
	magic := bytesOf(js.Global().Get("Uint8Array").New(head))
	stream := file.Call("stream")
	kind, text := "", io.Reader(nil)
	switch {
	case len(magic) >= 2 && magic[0] == 0x1f && magic[1] == 0x8b:
		kind = "gzip"
		text = newPieces(stream.Call("pipeThrough", js.Global().Get("DecompressionStream").New("gzip")))
	case vef.IsZstd(magic):
		kind = "zstd"
		bound := &vef.Bounded{}
		z, err := newZstd(bound.Packed(vef.Windows(newPieces(stream))))
		if err != nil {
			return nil, err
		}
		defer z.got.Release()
		bound.Text, text = z, bound
	default:
		text = newPieces(stream)
	}
	t, err := iotrace.Any(text, limits)
	switch {
	case err == nil || vef.IsTrace(err):
	case kind == "gzip" && strings.Contains(strings.ToLower(err.Error()), "extra bytes"): // Safari says so of both
		err = errors.New("the gzip file is cut off, or goes on after its end, as where several were joined; if so, unpack it before, or pack its text at once")
	case kind == "gzip" && beyond(err.Error()):
		err = errors.New("the gzip file goes on after its end, as where several were joined; unpack it before, or pack its text at once")
	case kind != "":
		err = vef.Damaged(kind, err)
	default:
		err = errors.New("the file cannot be read: " + err.Error())
	}
	return t, err
}

// beyond says whether a browser complains of bytes after a gzip file's end, by what Chromium and Firefox say.
func beyond(reason string) bool {
	reason = strings.ToLower(reason)
	return strings.Contains(reason, "junk") || strings.Contains(reason, "after the end")
}

// await waits for a promise and lets the worker do other things meanwhile.
func await(promise js.Value) (js.Value, error) {
	done := make(chan error, 1)
	var value js.Value
	yes := js.FuncOf(func(_ js.Value, args []js.Value) any { value = args[0]; done <- nil; return nil })
	no := js.FuncOf(func(_ js.Value, args []js.Value) any { done <- errors.New(reason(args[0])); return nil })
	defer yes.Release()
	defer no.Release()
	promise.Call("then", yes, no)
	err := <-done
	return value, err
}

// reason is what a JavaScript exception says.
func reason(e js.Value) string {
	if m := e.Get("message"); m.Type() == js.TypeString {
		return m.String()
	}
	return "unknown reason"
}

// bytesOf copies a Uint8Array.
func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(b, array)
	return b
}

// pieces reads a ReadableStream of bytes.
type pieces struct {
	reader js.Value
	rest   []byte
}

func newPieces(stream js.Value) *pieces { return &pieces{reader: stream.Call("getReader")} }

func (p *pieces) Read(b []byte) (int, error) {
	for len(p.rest) == 0 {
		piece, err := await(p.reader.Call("read"))
		if err != nil {
			return 0, err
		}
		if piece.Get("done").Bool() {
			return 0, io.EOF
		}
		p.rest = bytesOf(piece.Get("value"))
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// zstd unpacks by fzstd, which is fetched when it is first needed: no browser knows zstd, and
// Go's packages for it are larger than the engine. It does not look at checksums.
type zstd struct {
	file io.Reader
	into js.Value // fzstd.Decompress
	got  js.Func
	text []byte
	done bool
	err  error // stays, whoever reads on
}

// portion of a file is unpacked at a time. Its text comes at once, at most 128 KiB for 4 bytes.
const portion = 512

func newZstd(file io.Reader) (z *zstd, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error: // without a network, before it has ever been fetched
			err = errors.New("the program that unpacks zstd cannot be fetched: " + reason(r.Value))
		default:
			panic(r)
		}
	}()
	z = &zstd{file: file}
	self := js.Global()
	if !self.Get("fzstd").Truthy() {
		self.Call("importScripts", self.Get("fzstdScript")) // named by worker.js
	}
	z.got = js.FuncOf(func(_ js.Value, args []js.Value) any {
		z.text = append(z.text, bytesOf(args[0])...)
		return nil
	})
	z.into = self.Get("fzstd").Get("Decompress").New(z.got)
	return z, nil
}

func (z *zstd) Read(b []byte) (int, error) {
	for len(z.text) == 0 {
		if z.err == nil && z.done {
			z.err = io.EOF
		}
		if z.err == nil {
			z.err = z.push()
		}
		if z.err != nil {
			return 0, z.err
		}
	}
	n := copy(b, z.text)
	z.text = z.text[n:]
	return n, nil
}

// push unpacks the next portion. fzstd throws what it finds wrong.
func (z *zstd) push() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("unknown reason")
			if e, ok := r.(js.Error); ok {
				err = errors.New(reason(e.Value))
			}
		}
	}()
	part := make([]byte, portion)
	n, err := io.ReadFull(z.file, part)
	z.done = err == io.EOF || err == io.ErrUnexpectedEOF
	if err != nil && !z.done {
		return err
	}
	array := js.Global().Get("Uint8Array").New(n)
	js.CopyBytesToJS(array, part[:n])
	z.into.Call("push", array, z.done)
	return nil
}

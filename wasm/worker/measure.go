//go:build js

package main

// A point of a sweep: opened, run to its end and measured in one go. Whoever wants it ended before
// terminates the worker.

import (
	"runtime"
	"syscall/js"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/wasm/wire"
)

// shareMS is how often the page hears how far a point is.
const shareMS = 200

// measure runs a point and answers with its result, or with a reason why there is none.
func (w *worker) measure(id int, text string, until int64) {
	w.sim, w.past.list, w.past.bytes = nil, nil, 0
	s, err := scenario.ParseQuery(text)
	if w.later = nil; err == nil && w.reading > 0 && traffic.Missing(s) != nil {
		w.later = func() { w.measure(id, text, until) }
		return
	}
	answer := func(member string, value any) {
		w.post(map[string]any{wire.Kind: wire.Measured, wire.ID: id, member: value})
	}
	if err != nil {
		answer(wire.Reason, err.Error())
		return
	}
	m, bytes, err := point.Open(s)
	if err != nil {
		answer(wire.Reason, err.Error())
		return
	}
	w.post(map[string]any{wire.Kind: wire.Share, wire.ID: id, wire.Memory: float64(bytes), wire.Value: 0})
	run, start := point.Begin(m, until), w.now()
	var p pace
	for told, done, share := start, false, 0.0; !done; {
		n, before := p.slice(shareMS), w.now()
		share, done = run.Play(n)
		now := w.now()
		if !done {
			p.took(n, now-before)
		}
		if now-told >= shareMS {
			told = now
			w.post(map[string]any{wire.Kind: wire.Share, wire.ID: id, wire.Value: share})
		}
	}
	r := run.Result()
	r.WallS = (w.now() - start) / 1000
	out := r.Append(nil)
	array := w.bytes.New(len(out))
	js.CopyBytesToJS(array, out)
	answer(wire.Buffer, array)
}

// fingerprint tells how this engine behaves.
func (w *worker) fingerprint() {
	sum := point.Fingerprint()
	w.post(map[string]any{wire.Kind: wire.Fingerprint, wire.High: float64(sum >> 32), wire.Low: float64(uint32(sum))})
}

// memory is how many bytes of WebAssembly memory this program has taken.
func memory() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys)
}

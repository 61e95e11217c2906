//go:build js

package main

// The engine as the page sees it: a worker, messages to it and answers from it.

import (
	"syscall/js"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/wasm/play"
	"github.com/congestree/congestree/wasm/wire"
)

// silence is how long the worker may take over an answer, in ms, before it counts as dead.
const silence = 30_000

// worker runs the engine's program. It holds on to who hears it until it is ended.
type worker struct {
	js.Value
	heard []js.Func
}

// newWorker starts one. Its messages go to hear, and to crashed why there will be none.
func newWorker(hear func(m js.Value), crashed func(reason string)) *worker {
	w := &worker{Value: boot.Call("spawn")}
	on := func(event string, f func(e js.Value)) {
		fn := callback(func(_ js.Value, args []js.Value) any { f(args[0]); return nil })
		w.heard = append(w.heard, fn)
		w.Set(event, fn)
	}
	on("onmessage", func(e js.Value) { hear(e.Get("data")) })
	on("onerror", func(e js.Value) {
		e.Call("preventDefault")
		reason := "worker.js could not be loaded"
		if m := e.Get("message"); m.Type() == js.TypeString {
			reason = m.String()
		}
		crashed(reason)
	})
	return w
}

// end ends it, whatever it is doing.
func (w *worker) end() {
	w.Set("onmessage", js.Null())
	w.Set("onerror", js.Null())
	w.Call("terminate")
	for _, f := range w.heard {
		f.Release()
	}
	w.heard = nil
}

// engine is one worker. Its callbacks run as JavaScript callbacks.
type engine struct {
	worker    *worker
	bytes     js.Value // Uint8Array
	lean      bool     // it keeps no checkpoints: it never goes back
	buf       js.Value // the ArrayBuffer that travels to and fro, while it is here
	raw       []byte
	course    []byte
	low, high int     // of the last frame: packets in the port looked into that suffer HoL blocking
	share     int     // engines of the page
	proves    bool    // the next request asks for proofs of the invariants
	never     bool    // what the last frame was to go on until can no longer come
	proved    int64   // when they were proved last (ps), -1 = not yet, or nobody has asked
	asked     float64 // wall time since when an answer is due; 0 = none is
	dead      bool
	born      bool    // it has answered once
	memory    float64 // bytes of WebAssembly memory that its program had taken when it last told

	reading int // traces that the worker reads; its answers may wait for them

	// One opening is under way at a time; of those asked for meanwhile the last one counts.
	opening  bool
	pending  bool
	nextID   int
	nextText string

	onOpened  func(id int, packetPS int64)
	onRefused func(id int, field, reason string)
	onFrame   func(id int, raw, course []byte, reached bool) // course may be empty
	onCrash   func(reason string)
	onTraced  func(id int, k vef.Kept, reason string)
}

// spawn starts the worker.
func (e *engine) spawn() {
	e.bytes = window.Get("Uint8Array")
	e.worker = newWorker(func(m js.Value) {
		if !e.dead {
			e.receive(m)
		}
	}, e.crash)
	e.asked = now() // the answer due is Ready
}

// kill ends the worker.
func (e *engine) kill() {
	e.dead = true
	e.worker.end()
}

func (e *engine) crash(reason string) {
	if !e.dead {
		e.kill()
		e.onCrash(reason)
	}
}

func (e *engine) receive(m js.Value) {
	kind := m.Get(wire.Kind).String()
	if kind == wire.Traced { // nothing that was asked for
		e.traced(m)
		return
	}
	e.asked, e.born = 0, true
	switch kind {
	case wire.Opened, wire.Refused:
		if e.opening = false; e.pending {
			e.pending = false
			e.open(e.nextID, e.nextText)
		}
	case wire.Frame:
		if e.opening { // the answer to a request from before
			e.asked = now()
		}
	}
	id := func() int { return m.Get(wire.ID).Int() }
	switch kind {
	case wire.Opened:
		e.onOpened(id(), int64(m.Get(wire.Packet).Float()))
	case wire.Refused:
		e.onRefused(id(), m.Get(wire.Field).String(), m.Get(wire.Reason).String())
	case wire.Frame:
		e.buf = m.Get(wire.Buffer)
		n := m.Get(wire.Length).Int()
		if cap(e.raw) < n {
			e.raw = make([]byte, n, n+n/4)
		}
		e.raw = e.raw[:n]
		js.CopyBytesToGo(e.raw, e.bytes.New(e.buf, 0, n))
		e.course = e.course[:0]
		if c := m.Get(wire.Course); c.Truthy() {
			e.course = make([]byte, c.Get("byteLength").Int())
			js.CopyBytesToGo(e.course, e.bytes.New(c))
			e.memory = m.Get(wire.Memory).Float()
		}
		e.proved = -1
		if at := m.Get(wire.Proved); at.Type() == js.TypeNumber {
			e.proved = int64(at.Float())
		}
		e.never = m.Get(wire.Over).Truthy()
		e.low, e.high = 0, 0
		if low := m.Get(wire.Low); low.Type() == js.TypeNumber {
			e.low, e.high = low.Int(), m.Get(wire.High).Int()
		}
		e.onFrame(id(), e.raw, e.course, m.Get(wire.Reached).Truthy())
	case wire.Crash:
		e.crash(m.Get(wire.Reason).String())
	}
}

// open builds a scenario, given in its readable form.
func (e *engine) open(id int, text string) {
	if e.opening {
		e.pending, e.nextID, e.nextText = true, id, text
		return
	}
	e.opening, e.asked = true, now()
	e.worker.Call("postMessage", map[string]any{wire.Kind: wire.Open, wire.ID: id, wire.Text: text, wire.Lean: e.lean})
}

// trace has the trace of a file read.
func (e *engine) trace(id int, file js.Value) {
	e.reading++
	e.worker.Call("postMessage", map[string]any{wire.Kind: wire.Trace, wire.ID: id, wire.File: file})
}

func (e *engine) traced(m js.Value) {
	e.reading--
	id := m.Get(wire.ID).Int()
	if reason := m.Get(wire.Reason); reason.Type() == js.TypeString {
		e.onTraced(id, vef.Kept{}, reason.String())
		return
	}
	e.onTraced(id, vef.Kept{Name: m.Get(wire.Text).String(), Tasks: m.Get(wire.Tasks).Int(), Records: int64(m.Get(wire.Records).Float()), Memory: int64(m.Get(wire.Memory).Float())}, "")
}

// request asks for a frame, and for the course of the run if it is wanted.
func (e *engine) request(id int, q play.Request, o observe.Options, course bool) {
	mode := wire.Never
	switch {
	case q.Checksum:
		mode = wire.Always
	case q.OnArrival:
		mode = wire.OnArrival
	}
	m := map[string]any{
		wire.Kind: wire.Frame, wire.ID: id, wire.Until: float64(q.Until), wire.Budget: q.Budget,
		wire.Seek: q.Seek, wire.Goal: q.Goal.Kind, wire.Value: q.Goal.Value, wire.Fresh: q.Fresh, wire.Back: q.Goal.Back, wire.Course: course, wire.Among: e.share,
		wire.Dots: o.Dots, wire.Detail: o.Detail, wire.HoL: o.HoL, wire.Prove: e.proves, wire.Checksum: mode, wire.Look: looked(o), wire.Pin: []any{float64(o.Pin.Kind), float64(o.Pin.A), float64(o.Pin.B), float64(o.Pin.Birth)},
	}
	e.asked = now()
	if e.buf.IsUndefined() {
		e.worker.Call("postMessage", m)
		return
	}
	m[wire.Buffer] = e.buf
	e.worker.Call("postMessage", m, []any{e.buf})
	e.buf = js.Undefined()
}

// watch is called a few times per second with the wall time since the last call; after a pause
// of the whole page (a sleeping computer, a hidden tab) the worker gets its time anew, and so it does
// while it reads a trace.
func (e *engine) watch(t, gap float64) {
	switch {
	case e.dead || e.asked == 0:
	case gap > 3000 || e.reading > 0:
		e.asked = t
	case t-e.asked > silence:
		e.crash("the engine has not answered for 30 seconds")
	}
}

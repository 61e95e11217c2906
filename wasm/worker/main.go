//go:build js

// The engine's worker: opens scenarios and answers one frame at a time.
//
// It runs in a Web Worker, without fmt and encoding/json, to stay small. Go on WebAssembly does
// not yield during a long loop, so a request has a budget of wall time and is answered with the
// frame of wherever the simulation has got to.
package main

import (
	"strconv"
	"syscall/js"

	"github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/wasm/wire"
)

type worker struct {
	self, perf, bytes js.Value

	id    int
	sim   *engine.Sim
	frame observe.Frame
	out   []byte
	pace  pace
	speed speed

	reading int    // traces being read
	later   func() // an opening that waits for them
}

func main() {
	self := js.Global()
	w := &worker{self: self, perf: self.Get("performance"), bytes: self.Get("Uint8Array")}
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.receive(args[0].Get("data"))
		return nil
	}))
	w.post(map[string]any{wire.Kind: wire.Ready})
	select {}
}

func (w *worker) now() float64 { return w.perf.Call("now").Float() }

func (w *worker) post(message map[string]any) { w.self.Call("postMessage", message) }

// receive handles one message; a panic is a crash of the engine, reported as such.
func (w *worker) receive(m js.Value) {
	defer w.fence()
	switch kind := m.Get(wire.Kind).String(); kind {
	case wire.Open:
		w.open(m.Get(wire.ID).Int(), m.Get(wire.Text).String())
	case wire.Frame:
		w.advance(m)
	case wire.Trace:
		w.trace(m.Get(wire.ID).Int(), m.Get(wire.File))
	default:
		panic("unknown message " + strconv.Quote(kind))
	}
}

// fence is deferred by all that could break down.
func (w *worker) fence() {
	if r := recover(); r != nil {
		w.sim = nil
		w.post(map[string]any{wire.Kind: wire.Crash, wire.Reason: "panic: " + words(r)})
	}
}

func words(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "of an unusual kind"
}

func (w *worker) open(id int, text string) {
	w.id, w.sim = id, nil // the old simulation's memory can go before the new one is built
	s, err := scenario.ParseQuery(text)
	if w.later = nil; err == nil && w.reading > 0 && traffic.Missing(s) != nil {
		w.later = func() { w.open(id, text) }
		return
	}
	var sim *engine.Sim
	if err == nil {
		sim, err = engine.Open(s)
	}
	if err != nil {
		field, reason := "", err.Error()
		if e, ok := err.(*scenario.Error); ok {
			field, reason = e.Field, e.Reason
		}
		w.post(map[string]any{wire.Kind: wire.Refused, wire.ID: id, wire.Field: field, wire.Reason: reason})
		return
	}
	w.sim, w.speed = sim, speed{}
	w.post(map[string]any{wire.Kind: wire.Opened, wire.ID: id, wire.Packet: float64(sim.PacketPS())})
}

func (w *worker) advance(m js.Value) {
	if w.sim == nil || m.Get(wire.ID).Int() != w.id {
		return // a request that crossed an opening; the page does not wait for it
	}
	until := int64(m.Get(wire.Until).Float())
	arrived, took := w.run(until, m.Get(wire.Budget).Float())
	mode := m.Get(wire.Checksum).Int()
	w.sim.Frame(&w.frame, observe.Options{
		Dots:     m.Get(wire.Dots).Int(),
		Detail:   m.Get(wire.Detail).Int(),
		Checksum: mode == wire.Always || mode == wire.OnArrival && arrived,
	})
	w.speed.add(w.frame.Hops, took)
	w.frame.HopsPerSec = w.speed.perSecond()
	w.frame.TargetPS = max(until, w.frame.TimePS)
	w.send(m.Get(wire.Buffer))
}

// run advances in slices, until the time or the budget is reached.
func (w *worker) run(until int64, budget float64) (arrived bool, took float64) {
	start := w.now()
	for {
		n := w.pace.slice(budget - took)
		before := took
		arrived = w.sim.Advance(until, n)
		took = w.now() - start
		if arrived {
			return arrived, took
		}
		w.pace.took(n, took-before)
		if took >= budget {
			return arrived, took
		}
	}
}

// send answers with the frame in the recycled buffer, or in a new one if that is too small.
func (w *worker) send(buf js.Value) {
	w.out = w.frame.Append(w.out[:0])
	if !buf.Truthy() || buf.Get("byteLength").Int() < len(w.out) {
		buf = w.self.Get("ArrayBuffer").New(len(w.out) + len(w.out)/4)
	}
	js.CopyBytesToJS(w.bytes.New(buf), w.out)
	w.self.Call("postMessage", map[string]any{
		wire.Kind: wire.Frame, wire.ID: w.id, wire.Buffer: buf, wire.Length: len(w.out),
	}, []any{buf})
}

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

	id     int
	runner // its sim is nil while there is none
	frame  observe.Frame
	out    []byte
	course []byte
	speed  speed
	memory int64 // for checkpoints, of all engines of the page together

	reading int    // traces being read
	later   func() // an opening that waits for them
}

func main() {
	self := js.Global()
	w := &worker{self: self, perf: self.Get("performance"), bytes: self.Get("Uint8Array")}
	w.clock, w.memory = w.now, budget(self.Get("navigator"))
	w.past.budget = w.memory
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.receive(args[0].Get("data"))
		return nil
	}))
	w.post(map[string]any{wire.Kind: wire.Ready})
	select {}
}

// budget is what checkpoints may take of this device's memory, in bytes.
func budget(navigator js.Value) int64 {
	const mega = 1 << 20
	if gigas := navigator.Get("deviceMemory"); gigas.Type() == js.TypeNumber { // Chromium's only, and 8 at most
		return int64(min(gigas.Float(), 8)*64) * mega
	}
	return 512 * mega
}

func (w *worker) now() float64 { return w.perf.Call("now").Float() }

func (w *worker) post(message map[string]any) { w.self.Call("postMessage", message) }

// receive handles one message; a panic is a crash of the engine, reported as such.
func (w *worker) receive(m js.Value) {
	defer w.fence()
	switch kind := m.Get(wire.Kind).String(); kind {
	case wire.Open:
		if m.Get(wire.Lean).Truthy() {
			w.past.budget, w.memory = 0, 0
		}
		w.open(m.Get(wire.ID).Int(), m.Get(wire.Text).String())
	case wire.Frame:
		w.advance(m)
	case wire.Trace:
		w.trace(m.Get(wire.ID).Int(), m.Get(wire.File))
	case wire.Measure:
		w.measure(m.Get(wire.ID).Int(), m.Get(wire.Text).String(), int64(m.Get(wire.Until).Float()))
	case wire.Fingerprint:
		w.fingerprint()
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
	w.id, w.sim, w.search, w.past.list, w.past.bytes = id, nil, search{}, nil, 0 // the old simulation's memory can go before the new one is built
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
	w.reopen, w.speed = func() (*engine.Sim, error) { return engine.Open(s) }, speed{}
	w.begin(sim)
	w.post(map[string]any{wire.Kind: wire.Opened, wire.ID: id, wire.Packet: float64(sim.PacketPS())})
}

func (w *worker) advance(m js.Value) {
	if w.sim == nil || m.Get(wire.ID).Int() != w.id {
		return // a request that crossed an opening; the page does not wait for it
	}
	until, goal := int64(m.Get(wire.Until).Float()), m.Get(wire.Goal).String()
	budget := m.Get(wire.Budget).Float()
	arrived, took := false, 0.0
	before := w.hops()
	w.watchPin(m.Get(wire.Pin))
	w.past.budget = w.memory / int64(max(1, m.Get(wire.Among).Int()))
	w.jumped, w.never = false, false
	w.hol = m.Get(wire.HoL).Truthy()
	switch {
	case goal == "":
		arrived, took = w.goTo(until, m.Get(wire.Seek).Bool(), budget)
	case m.Get(wire.Back).Bool():
		if m.Get(wire.Fresh).Bool() {
			w.setBack(goal, until)
		}
		arrived = w.backward(backMS)
	default:
		if m.Get(wire.Fresh).Bool() {
			w.setOut(goal, m.Get(wire.Value).Float())
		}
		arrived, took = w.toward(until, budget)
	}
	mode := m.Get(wire.Checksum).Int()
	o := observe.Options{
		Dots:     m.Get(wire.Dots).Int(),
		Detail:   m.Get(wire.Detail).Int(),
		HoL:      w.hol,
		Checksum: mode == wire.Always || mode == wire.OnArrival && arrived,
	}
	look(&o, m.Get(wire.Look))
	pin(&o.Pin, m.Get(wire.Pin))
	proves := m.Get(wire.Prove).Truthy()
	if proves {
		if err := w.prove(o.Checksum); err != nil {
			w.sim = nil
			w.post(map[string]any{wire.Kind: wire.Crash, wire.Reason: err.Error()})
			return
		}
	}
	w.sim.Frame(&w.frame, o)
	if !w.jumped { // else not all of the way has been run
		w.speed.add(w.frame.Hops-before, took)
	}
	w.frame.HopsPerSec = w.speed.perSecond()
	w.frame.TargetPS = w.frame.TimePS
	if goal == "" {
		w.frame.TargetPS = max(until, w.frame.TimePS)
	}
	w.send(m.Get(wire.Buffer), arrived && goal != "", m.Get(wire.Course).Bool(), proves, o.Detail)
}

func (w *worker) hops() uint64 {
	var h observe.Header
	w.sim.Measures(&h)
	return h.Hops
}

// send answers with the frame in the recycled buffer, or in a new one if that is too small.
func (w *worker) send(buf js.Value, reached, course, proves bool, port int) {
	w.out = w.frame.Append(w.out[:0])
	if !buf.Truthy() || buf.Get("byteLength").Int() < len(w.out) {
		buf = w.self.Get("ArrayBuffer").New(len(w.out) + len(w.out)/4)
	}
	js.CopyBytesToJS(w.bytes.New(buf), w.out)
	answer, hand := map[string]any{wire.Kind: wire.Frame, wire.ID: w.id, wire.Buffer: buf, wire.Length: len(w.out), wire.Reached: reached, wire.Over: w.never}, []any{buf}
	if port >= 0 {
		answer[wire.Low], answer[wire.High] = w.sim.Course().HoL(port)
	}
	if proves {
		answer[wire.Proved] = float64(w.proof.at)
	}
	if course {
		w.course = w.sim.Course().Append(w.course[:0])
		c := w.bytes.New(len(w.course))
		js.CopyBytesToJS(c, w.course)
		answer[wire.Course] = c.Get("buffer")
		hand = append(hand, c.Get("buffer"))
		answer[wire.Memory] = memory()
	}
	w.self.Call("postMessage", answer, hand)
}

//go:build js

package main

// Workers that run the points of a sweep: one point each at a time. Ending a run is ending its worker.

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/congestree/congestree/engine/scenario"
	runs "github.com/congestree/congestree/engine/sweep/point"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/wire"
)

const (
	maxCores = 8
	patience = 5 * time.Second
	silent   = 36 // of them without a word, and a run counts as dead: opening a large network takes a while
)

// cores is how many points run at a time, as far as the memory goes.
func cores() int {
	n := window.Get("navigator").Get("hardwareConcurrency")
	if n.Type() != js.TypeNumber {
		return 2
	}
	return min(max(n.Int(), 1), maxCores)
}

// room is how many bytes the simulations of a sweep or of a comparison may take together: half of what the device has.
func room() int64 {
	const giga = 1 << 30
	if n := window.Get("navigator").Get("deviceMemory"); n.Type() == js.TypeNumber { // Chromium's only
		return max(int64(n.Float()*giga/2), giga/2)
	}
	return 3 * giga
}

// pool keeps workers that have nothing to do for the next point.
type pool struct {
	files func() []keptTrace

	mu     sync.Mutex
	idle   []*sweepWorker
	closed bool
}

// sweepWorker is one of them. Its answers are read by whoever uses it.
type sweepWorker struct {
	*worker
	answers chan js.Value
}

func (p *pool) take() *sweepWorker {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return w
	}
	return nil
}

// give takes a worker back, which may be needed no more.
func (p *pool) give(w *sweepWorker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		w.end()
		return
	}
	p.idle = append(p.idle, w)
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, w := range p.idle {
		w.end()
	}
	p.idle = nil
}

// worker is an idle one, or a new one, which reads the traces of files first.
func (p *pool) worker() *sweepWorker {
	if w := p.take(); w != nil {
		return w
	}
	w := &sweepWorker{answers: make(chan js.Value, 256)}
	w.worker = newWorker(w.hear, func(reason string) {
		w.hear(js.ValueOf(map[string]any{wire.Kind: wire.Crash, wire.Reason: reason}))
	})
	for _, k := range p.files() {
		w.Call("postMessage", map[string]any{wire.Kind: wire.Trace, wire.ID: 0, wire.File: k.value})
	}
	return w
}

// hear never waits: progress that nobody reads is dropped.
func (w *sweepWorker) hear(m js.Value) {
	switch kind := m.Get(wire.Kind).String(); kind {
	case wire.Ready, wire.Traced:
		return
	default:
		if kind == wire.Share && len(w.answers) > cap(w.answers)/2 {
			return
		}
	}
	select {
	case w.answers <- m:
	default:
	}
}

// answer waits for the next message. An error means that the worker is of no use any more.
func (w *sweepWorker) answer(ctx context.Context) (js.Value, error) {
	for range silent { // short waits, because a computer that has slept lets a long one end before the worker wakes
		select {
		case m := <-w.answers:
			if m.Get(wire.Kind).String() == wire.Crash {
				return m, errors.New(broke(m.Get(wire.Reason).String()))
			}
			return m, nil
		case <-ctx.Done():
			return js.Value{}, ctx.Err()
		case <-time.After(patience):
		}
	}
	return js.Value{}, lang.Error("it has not answered for {0} minutes and was ended", strconv.Itoa(int(silent*patience/time.Minute)))
}

// broke says why a worker has ended.
func broke(reason string) string {
	for _, sign := range []string{"out of memory", "cannot allocate", "could not allocate", "Out of memory", "memory access out of bounds"} {
		if strings.Contains(reason, sign) {
			return lang.T("it needs more memory than this browser gives it ({0}); the command line may have more", reason)
		}
	}
	return lang.T("the engine broke down: {0}", reason)
}

// run is sweep.Runner's Do.
func (p *pool) run(ctx context.Context, s scenario.Scenario, until int64, opened func(int64), advanced func(float64)) (r runs.Result, err error) {
	w := p.worker()
	w.Call("postMessage", map[string]any{wire.Kind: wire.Measure, wire.ID: 0, wire.Text: s.Query(), wire.Until: float64(until)})
	for {
		m, err := w.answer(ctx)
		if err != nil {
			w.end()
			return r, err
		}
		switch m.Get(wire.Kind).String() {
		case wire.Share:
			if bytes := m.Get(wire.Memory); bytes.Type() == js.TypeNumber {
				opened(int64(bytes.Float()))
			}
			advanced(m.Get(wire.Value).Float())
		case wire.Measured:
			p.give(w)
			if reason := m.Get(wire.Reason); reason.Type() == js.TypeString {
				return r, errors.New(reason.String())
			}
			array := m.Get(wire.Buffer)
			raw := make([]byte, array.Get("length").Int())
			js.CopyBytesToGo(raw, array)
			if !r.Decode(raw) {
				return r, errors.New("its result cannot be read")
			}
			advanced(1)
			return r, nil
		}
	}
}

// fingerprint tells how the workers' engine behaves: see runs.Fingerprint.
func (p *pool) fingerprint(ctx context.Context) (string, error) {
	w := p.worker()
	w.Call("postMessage", map[string]any{wire.Kind: wire.Fingerprint})
	m, err := w.answer(ctx)
	if err != nil {
		w.end()
		return "", err
	}
	p.give(w)
	text := strconv.FormatUint(uint64(m.Get(wire.High).Float())<<32|uint64(m.Get(wire.Low).Float()), 16)
	return strings.Repeat("0", 16-len(text)) + text, nil
}

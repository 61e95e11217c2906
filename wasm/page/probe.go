//go:build js

package main

// How the page performs: what ./build.sh bench reads.

import (
	"runtime"
	"slices"
)

// probe keeps the Go time of the last frames.
type probe struct {
	shown  bool    // a frame of the engine has been drawn
	firstT float64 // when, in ms since navigation
	work   float64 // Go time outside Draw since the last picture
	ms     [600]float64
	at     [600]float64
	n      int
}

// frame notes a picture, drawn from start to end.
func (b *probe) frame(start, end float64) {
	i := b.n % len(b.ms)
	b.ms[i], b.at[i] = end-start+b.work, end
	b.work = 0
	b.n++
}

// first notes the first picture that shows the engine's state, and brings the curtain up.
func (b *probe) first() {
	if b.shown {
		return
	}
	b.shown, b.firstT = true, now()
	boot.Call("ready")
}

// stats reads the last frames.
func (b *probe) stats() map[string]any {
	n := min(b.n, len(b.ms))
	out := map[string]any{"frames": b.n, "first_frame_ms": b.firstT}
	if n < 2 {
		return out
	}
	ms, at := slices.Clone(b.ms[:n]), slices.Clone(b.at[:n])
	slices.Sort(ms)
	slices.Sort(at)
	sum := 0.0
	for _, v := range ms {
		sum += v
	}
	out["go_ms_mean"], out["go_ms_median"], out["go_ms_p95"], out["go_ms_max"] = sum/float64(n), ms[n/2], ms[n*95/100], ms[n-1]
	out["fps"] = float64(n-1) * 1000 / (at[n-1] - at[0])
	return out
}

// stats is the probe's, with the memory (bytes of WebAssembly) that the programs have taken.
func (p *page) stats() map[string]any {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	out := p.probe.stats()
	out["page_bytes"], out["engine_bytes"] = float64(m.Sys), p.engine.memory
	return out
}

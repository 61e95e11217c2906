//go:build js

package main

// How the page performs: what ./build.sh bench reads.

import (
	"runtime"
	"slices"
)

// warmUp is how many pictures are drawn before the browser has optimised the code, and meshes and atlas are there.
const warmUp = 30

// probe keeps the Go time of the last pictures, and of the first ones apart.
type probe struct {
	shown  bool    // a frame of the engine has been drawn
	firstT float64 // when, in ms since navigation
	work   float64 // Go time since the last picture, in which nothing was drawn
	early  []float64
	panels int // how often the panel was built
	ms     [600]float64
	n      int
	at     [600]float64 // when the browser had the page draw, whether there was anything new or not
	ticks  int
	drawn  [600]bool
}

// frame notes what the page did from start to end, at a time the browser has it draw. If nothing had changed, and so
// nothing was drawn, the time counts for the next picture.
func (b *probe) frame(start, end float64, drawn bool) {
	k := b.ticks % len(b.at)
	b.at[k], b.drawn[k] = end, drawn
	b.ticks++
	b.work += end - start
	if !drawn {
		return
	}
	ms := b.work
	b.work = 0
	if len(b.early) < warmUp {
		b.early = append(b.early, ms)
		return
	}
	b.ms[b.n%len(b.ms)] = ms
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

// stats reads the last pictures, and the first ones (warm_…).
func (b *probe) stats() map[string]any {
	n := min(b.n, len(b.ms))
	out := map[string]any{"frames": b.n, "warm_frames": len(b.early), "first_frame_ms": b.firstT, "panels": b.panels}
	tell := func(prefix string, ms []float64) {
		if len(ms) == 0 {
			return
		}
		sorted, sum := slices.Clone(ms), 0.0
		slices.Sort(sorted)
		for _, v := range sorted {
			sum += v
		}
		k := len(sorted)
		out[prefix+"mean"], out[prefix+"median"], out[prefix+"p95"], out[prefix+"max"] = sum/float64(k), sorted[k/2], sorted[k*95/100], sorted[k-1]
	}
	tell("warm_ms_", b.early)
	tell("go_ms_", b.ms[:n])
	if k := min(b.ticks, len(b.at)); k > 1 {
		at, drawn := b.at[:k], 0
		for _, d := range b.drawn[:k] {
			if d {
				drawn++
			}
		}
		seconds := (slices.Max(at) - slices.Min(at)) / 1000
		out["fps"], out["drawn_fps"] = float64(k-1)/seconds, float64(drawn)/seconds
	}
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

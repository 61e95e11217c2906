//go:build js

package main

// What the panel and the chart get of the page's state.

import (
	"maps"
	"syscall/js"
	"unsafe"

	"github.com/congestree/congestree/wasm/words"
)

// publish copies the state into the model and has the panel rendered.
func (p *page) publish() {
	state := p.state()
	root := document.Get("documentElement").Get("dataset")
	if t := now(); t >= p.nextSum && p.has {
		p.summary, p.nextSum = words.Summary(p.net, p.frame()), t+1000
	}
	p.ee.Lock()
	m := p.model
	before := m.State
	m.Scenario, m.Net, m.State, m.Speed = p.sc, p.net, state, p.run.Speed
	if p.has {
		m.Frame = p.frame().Header
		m.Trees = append(m.Trees[:0:0], p.frame().Trees...)
	}
	m.Frame.Checksum, m.Frame.ChecksumPS = p.checksum, p.sumPS
	m.Isolated, m.Hover, m.Summary = p.isolated, p.lines, p.summary
	m.FieldErrors, m.FieldTexts = maps.Clone(p.errors), maps.Clone(p.texts)
	m.Banner, m.BannerAction, m.Note, m.Help, m.Papers, m.Trace = p.banner, p.action, p.note, p.help, p.papers, p.traces.doc(p.sc)
	p.ee.UnlockRender()
	if state != before {
		root.Set("state", string(state))
	}
}

// moment is a state of a run.
type moment struct {
	id int
	ps int64
}

// chart hands the series to the chart, unless it has them.
func (p *page) chart() {
	c := window.Get("congestreeChart")
	if !p.has || !c.Truthy() {
		return
	}
	f := p.frame()
	at := moment{p.id, f.TimePS}
	if at == p.charted {
		return
	}
	p.charted = at
	n := len(f.Series)
	if f.BinPS > 0 {
		n = min(n, int(f.TimePS/f.BinPS)) // whole bins only
	}
	t := make([]float64, n)
	accepted, offered, latency, trapped := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range n {
		s := &f.Series[i]
		t[i] = float64(int64(i+1)*f.BinPS) / 1e6
		accepted[i], offered[i], latency[i], trapped[i] = s.Accepted, s.Offered, s.Latency, s.Trapped
	}
	if err := try(func() {
		c.Call("update", map[string]any{
			"t": array("Float64Array", t), "accepted": array("Float32Array", accepted), "offered": array("Float32Array", offered),
			"latency": array("Float32Array", latency), "trapped": array("Float32Array", trapped),
		}, float64(f.TimePS)/1e6)
	}); err != nil {
		warn("chart: " + err.Error())
	}
}

// array copies a slice into a typed array.
func array[T float32 | float64](kind string, v []T) js.Value {
	a := window.Get(kind).New(len(v))
	if len(v) > 0 {
		js.CopyBytesToJS(window.Get("Uint8Array").New(a.Get("buffer")), unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v)*int(unsafe.Sizeof(v[0]))))
	}
	return a
}

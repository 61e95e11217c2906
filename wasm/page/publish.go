//go:build js

package main

// What the panel and the chart get of the page's state.

import (
	"maps"
	"slices"
	"syscall/js"
	"unsafe"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/words"
)

// saySeen is the present instant of all schemes in words.
func (p *page) saySeen() string {
	var frames []*observe.Frame
	for _, l := range p.lanes {
		var f *observe.Frame
		if l.has || len(p.lanes) == 1 {
			f = l.frame()
		}
		frames = append(frames, f)
	}
	return words.SummaryOf(p.net, p.titles(), frames, slices.Index(p.lanes, p.lane))
}

// publish copies the state into the model and has the panel rendered.
func (p *page) publish() {
	state := p.state()
	root := document.Get("documentElement").Get("dataset")
	p.told = p.over.hover
	if t := now(); p.has && (t >= p.nextSum || state == ui.Paused) { // while it runs, not faster than one reads
		p.calm = p.frame().Calm(p.net.Hosts)
		p.summary, p.strain, p.nextSum = p.saySeen(), words.Strain(p.net, p.frame()), t+1000
	} else if !p.has && slices.ContainsFunc(p.lanes, func(l *lane) bool { return l.has }) { // it catches up with those beside it
		p.summary, p.nextSum = p.saySeen(), 0
	}
	if t := now(); p.share.Done != "" && t > p.share.doneEnd {
		p.share.Done = ""
	}
	look, offline, frame := p.looks(), p.offline(), p.tellEmbedding()
	p.followSweep()
	sweeps := p.sweepDoc()
	taken, compared := p.exportModel(), p.compareDoc()
	inspection := p.inspection()
	tour := p.tourState()
	_, whole := p.scene.Viewpoint()
	p.ee.Lock()
	m := p.model
	before := m.State
	m.Scenario, m.Net, m.State, m.Speed = p.sc, p.net, state, p.run.Speed
	if p.has {
		m.Frame, m.Of = p.frame().Header, p.net
		m.Trees = append(m.Trees[:0:0], p.frame().Trees...)
		m.Growth = append(m.Growth[:0], p.frame().Growth...)
	}
	m.Frame.Checksum, m.Frame.ChecksumPS = p.checksum, p.sumPS
	m.Look, m.Share, m.Embed, m.Offline = look, p.share.ShareDoc, frame, offline
	m.Inspection, m.PinError = inspection, ""
	if p.inspect.wrong != nil {
		m.PinError = p.inspect.wrong.Error()
	}
	m.Tour = tour
	m.Isolated, m.Hover, m.Summary, m.Strain, m.Calm = p.isolated, p.lines, p.summary, p.strain, p.calm
	if !p.has && m.Of != nil && m.Of != p.net { // of a network that is no longer shown
		m.Summary = ""
	}
	if p.hastened != "" {
		m.SpeedSaid, p.hastened = p.hastened, ""
	}
	if p.begins && p.run.Playing() && !p.run.Seeking() && !p.run.Aiming() && p.want.at < 0 && !p.onTour() {
		m.Begun++
	}
	p.begins = false
	m.Heard = p.heard.tell(p.summary, state != ui.Running, now())
	m.FieldErrors, m.FieldTexts = refusals(p.errors), maps.Clone(p.texts)
	m.Moved = !whole
	m.Fills, m.CanFill = fills(), document.Get("fullscreenEnabled").Truthy()
	m.KeysOff = p.keysOff
	m.Banner, m.BannerAction, m.Note, m.Noted, m.Help, m.Papers, m.PapersAt, m.Trace = p.banner.text(), p.banner.button(), p.note, p.noted, p.help, p.papers.open, p.papers.at, p.traces.doc(p.sc)
	from, to := p.run.Window()
	m.Proves, m.Proved = p.proves, p.proved
	m.Step, m.UntilError, m.LoopFrom, m.LoopTo, m.Aiming = p.unit, lang.Refusal(p.untilError), from, to, p.run.Aiming()
	m.Sweep, m.Export, m.Compare = sweeps, taken, compared
	p.ee.UnlockRender()
	if state != before {
		root.Set("state", string(state))
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

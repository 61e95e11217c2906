//go:build js

package main

// The picture: Ebitengine's game. It only draws and reads the size; it stops in hidden tabs, so
// nothing that must go on belongs here.

import (
	"math"
	"strconv"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
)

// screen is the canvas's size and what covers it.
type screen struct {
	w, h   float64 // device pixels
	ratio  float64 // device pixels per CSS pixel
	insets render.Insets
	fresh  bool // the scene has to be told
	top    float64
}

// device turns CSS pixels into the canvas's.
func (s *screen) device(at point) (x, y float64) { return at.x * s.ratio, at.y * s.ratio }

type game struct {
	p    *page
	last float64
}

func (g *game) Layout(int, int) (int, int) { panic("LayoutF is used") }

func (g *game) LayoutF(w, h float64) (float64, float64) {
	ratio := ebiten.Monitor().DeviceScaleFactor()
	w, h = math.Max(math.Ceil(w*ratio), 1), math.Max(math.Ceil(h*ratio), 1) // a hidden iframe is 0×0
	if s := &g.p.size; s.w != w || s.h != h || s.ratio != ratio {
		*s = screen{w: w, h: h, ratio: ratio, fresh: true}
		g.p.measureInsets()
	}
	return w, h
}

func (g *game) Update() error { return nil }

func (g *game) Draw(dst *ebiten.Image) {
	start := now()
	drawn := false
	if err := try(func() { g.p.pictured(func() { drawn = g.p.draw(dst, g.p.idle.passed(start-g.last)) }) }); err != nil {
		warn(err.Error())
	}
	g.last = start
	g.p.probe.frame(start, now(), drawn)
}

// points says whether what is under the pointer has to be found.
func (p *page) points() bool {
	return p.pointer.dirty && p.pointer.over && len(p.pointer.down) == 0
}

// draw says whether anything was drawn.
func (p *page) draw(dst *ebiten.Image, dt float64) (drawn bool) {
	s := &p.size
	if s.fresh {
		s.fresh = false
		p.placeLanes()
	}
	p.markPin()
	for _, l := range p.lanes {
		l.scene.SetPlaying(p.run.Playing() || p.run.Seeking() || p.run.Aiming())
		l.scene.Tick(dt / 1000)
	}
	if c := p.over.scene.Camera(); c != p.pointer.camera { // the picture has moved under it; where a tour points stays
		p.pointer.camera = c
		p.pointer.dirty = p.pointer.dirty || p.tour.tour == nil
	}
	if p.points() {
		p.pointer.dirty = false
		end := p.within(p.over)
		p.setHover(p.scene.Pick(s.device(p.pointer.at)))
		end()
	}
	p.follow()
	for _, l := range p.lanes {
		p.lookAround(l)
		if l.scene.Dirty() {
			l.scene.Draw(dst)
			drawn = true
		}
	}
	if p.has {
		p.probe.first()
		p.settle()
	}
	p.run.Picture(now(), p.idle.late()) // the next frame may come (pictured pumps)
	if p.idle.frame(drawn || p.state() == ui.Running || !p.has) {
		boot.Call("hold", p.idle.held)
	}
	return
}

// wake has the next frame come at once: something may have changed what is seen.
func (p *page) wake() {
	if p.idle.wake() {
		boot.Call("hold", false)
	}
}

// stirs wakes the page if there is something to draw that nobody has woken it for.
func (p *page) stirs() {
	stirs := p.size.fresh || p.points()
	for _, l := range p.lanes {
		stirs = stirs || l.scene.Dirty()
	}
	if stirs {
		p.wake()
	}
}

// place is where an element of the page is, in CSS pixels.
type place struct{ left, top, right, bottom float64 }

// placeOf finds an element; ok says whether it has a height.
func placeOf(selector string) (r place, ok bool) {
	el := document.Call("querySelector", selector)
	if el.IsNull() {
		return
	}
	box := el.Call("getBoundingClientRect")
	r = place{box.Get("left").Float(), box.Get("top").Float(), box.Get("right").Float(), box.Get("bottom").Float()}
	return r, r.bottom > r.top
}

// measureInsets reads what covers the canvas, and has the scene told if that changed.
func (p *page) measureInsets() {
	s := &p.size
	if s.w == 0 {
		return
	}
	var in render.Insets
	width, height := s.w/s.ratio, s.h/s.ratio
	insetPanel(&in, width, height)
	insetInspector(&in, width, height)
	p.insetStrips(&in, height)
	p.insetOverlays(&in, height)
	in = render.Insets{Top: in.Top * s.ratio, Right: in.Right * s.ratio, Bottom: in.Bottom * s.ratio, Left: in.Left * s.ratio}
	if in != s.insets {
		s.insets, s.fresh = in, true
	}
}

// insetPanel makes room for the panel and the view's buttons.
func insetPanel(in *render.Insets, width, height float64) {
	if r, ok := placeOf("#panel"); ok {
		if r.left > width/3 {
			in.Right = width - r.left
		} else if r.top > 0 {
			in.Bottom = height - r.top
		}
	}
	if r, ok := placeOf(".view button"); ok { // the others are below it or, on a phone, to its right
		if fit, _ := placeOf(`.view [data-testid="fit"]`); fit.top > r.top {
			in.Right = width - r.left + 8
		} else {
			in.Top = r.bottom
		}
	}
}

// insetInspector makes room for the inspector.
func insetInspector(in *render.Insets, width, height float64) {
	r, _ := placeOf(".inspector")
	if r.right <= r.left {
		return
	}
	if r.top > 0 && r.right >= width-in.Right { // a sheet below the picture, however low that is; a drawer leaves some of the width
		in.Bottom = max(in.Bottom, height-r.top)
	} else if r.right < width*.6 {
		in.Left = r.right
	}
}

// insetStrips makes room for what stands below the picture or, on a phone, above it.
func (p *page) insetStrips(in *render.Insets, height float64) {
	legend := 0.0
	for _, strip := range []string{"#chart", ".legend"} { // the legend may stand in the panel instead
		if r, ok := placeOf(strip); ok && r.top > 0 && r.left == 0 && (strip == "#chart" || in.Right > 0) {
			in.Bottom = max(in.Bottom, height-r.top)
			if strip == ".legend" {
				legend = r.bottom - r.top
			}
		}
	}
	p.tellStyle("--legend-now", legend) // what stands on it moves when it gets another line
	if r, ok := placeOf(":is(.with-controls, .with-panel) .embed-bar"); ok {
		in.Bottom = max(in.Bottom, height-r.top)
	}
	if r, ok := placeOf(".summary"); ok {
		if r.bottom < height/2 {
			s := &p.size
			s.top = max(s.top, r.bottom) // its number of lines changes; the picture shall not jump
			in.Top = max(in.Top, s.top)
		} else {
			in.Bottom = max(in.Bottom, height-r.top)
		}
	}
}

// insetOverlays makes room for what stands over the picture at times.
func (p *page) insetOverlays(in *render.Insets, height float64) {
	if r, ok := placeOf(".offer"); ok && r.top > height/2 {
		in.Bottom = max(in.Bottom, height-r.top)
	}
	buttons := 0.0
	if el := document.Call("querySelector", ".view"); !el.IsNull() {
		buttons = el.Get("offsetWidth").Float()
	}
	p.tellStyle("--view-w", buttons)
	for _, over := range []string{".banner", ".tour-offer"} {
		if r, ok := placeOf(over); ok && r.bottom < height/2 {
			in.Top = max(in.Top, r.bottom)
		}
	}
	banner, _ := placeOf(".banner") // 0 while it is hidden
	if p.tellStyle("--banner-low", banner.bottom) {
		document.Get("documentElement").Get("classList").Call("toggle", "with-banner", banner.bottom > 0) // see tellStyles in public/timeline.js
	}
	if r, ok := placeOf(".tour"); ok && r.top > 0 {
		in.Bottom = max(in.Bottom, height-r.top)
	}
}

// tellStyle gives the style sheets a length that they cannot know, in CSS pixels, and returns whether it is another one than before.
func (p *page) tellStyle(name string, px float64) bool {
	if told, ok := p.lengths[name]; ok && told == px {
		return false
	}
	p.lengths[name] = px
	document.Get("documentElement").Get("style").Call("setProperty", name, strconv.FormatFloat(px, 'f', 2, 64)+"px")
	return true
}

// plain lets Ebitengine's canvas have neither multisampling nor depth, which browsers give unless told otherwise: the pictures' edges are
// smooth by themselves, and what is on the canvas is one rectangle. In software each frame then costs a sixth less.
func plain(canvas js.Value) {
	var get js.Func
	get = js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer get.Release()
		canvas.Delete("getContext")
		args[1].Set("antialias", false)
		args[1].Set("depth", false)
		return canvas.Call("getContext", args[0], args[1])
	})
	canvas.Set("getContext", get)
}

// adopt makes Ebitengine's canvas a part of the page.
func adopt(canvas js.Value) {
	plain(canvas)
	canvas.Set("tabIndex", 0)
	canvas.Call("setAttribute", "role", "img")
	canvas.Call("setAttribute", "aria-describedby", "summary")
	document.Call("getElementById", "stage").Call("appendChild", canvas)
	describeCanvas()
}

//go:build js

package main

// Charts and the curves of sweeps as files for papers: public/figure.js says what is drawn, render draws it, and
// public/export.js packs it.

import (
	"strings"
	"syscall/js"
	"unsafe"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/sweep"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// figureScale is how many pixels of a PNG a CSS pixel is: 300 per inch at the width of a page's text.
const figureScale = 3

// floats copies a Float64Array.
func floats(v js.Value) []float64 {
	if v.Type() != js.TypeObject {
		return nil
	}
	n := v.Length()
	if n == 0 {
		return nil
	}
	out := make([]float64, n)
	js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(&out[0])), 8*n), window.Get("Uint8Array").New(v.Get("buffer"), v.Get("byteOffset"), v.Get("byteLength")))
	return out
}

// figureOf reads a figure as public/figure.js describes it.
func figureOf(spec js.Value) *render.Figure {
	text := func(v js.Value, name string) string {
		if t := v.Get(name); t.Type() == js.TypeString {
			return t.String()
		}
		return ""
	}
	float := func(v js.Value, name string) float64 {
		if t := v.Get(name); t.Type() == js.TypeNumber {
			return t.Float()
		}
		return 0
	}
	each := func(list js.Value, f func(js.Value)) {
		if list.Type() == js.TypeObject {
			for i := range list.Length() {
				f(list.Index(i))
			}
		}
	}
	axis := func(v js.Value) (a render.Axis) {
		a = render.Axis{Label: text(v, "label"), Min: float(v, "min"), Max: float(v, "max"), Least: float(v, "least"), Most: float(v, "most"), Log: v.Get("log").Truthy(), Places: floats(v.Get("places"))}
		each(v.Get("names"), func(n js.Value) { a.Names = append(a.Names, n.String()) })
		return a
	}
	f := &render.Figure{Across: int(float(spec, "across"))}
	each(spec.Get("panels"), func(v js.Value) {
		p := render.Panel{Title: text(v, "title"), X: axis(v.Get("x")), Y: axis(v.Get("y"))}
		if r := v.Get("right"); r.Truthy() {
			a := axis(r)
			p.Right = &a
		}
		each(v.Get("curves"), func(v js.Value) {
			c := render.Curve{Name: text(v, "name"), Ink: text(v, "ink"), Width: float(v, "width"), Fill: v.Get("fill").Truthy(), Right: v.Get("right").Truthy(), Span: v.Get("span").Truthy(),
				Signs: v.Get("signs").Truthy(), Bare: v.Get("bare").Truthy(), Sign: int(float(v, "sign")),
				X: floats(v.Get("x")), Y: floats(v.Get("y")), Low: floats(v.Get("low")), High: floats(v.Get("high"))}
			each(v.Get("dash"), func(d js.Value) { c.Dash = append(c.Dash, d.Float()) })
			p.Curves = append(p.Curves, c)
		})
		f.Panels = append(f.Panels, p)
	})
	return f
}

// saveFigure saves a figure as ui.SVG or ui.PNG; of a sweep or of the run's charts.
func (p *page) saveFigure(kind string, spec js.Value, ofSweep bool) {
	p.enter(func() {
		x := window.Get("congestreeExport")
		switch {
		case !x.Truthy():
			p.say(lang.Refusal("export.js could not be loaded"))
			return
		case !p.has || ofSweep && p.sweep.curves == nil:
			p.say(lang.Refusal("nothing is shown yet"))
			return
		}
		f := figureOf(spec)
		var shown []string
		for i := range f.Panels {
			title, _, _ := strings.Cut(f.Panels[i].Title, ", ")
			shown = append(shown, title)
		}
		a := p.about()
		a.Text = lang.T("{0} over simulated time", strings.Join(shown, ", "))
		if spec.Get("still").Truthy() { // of an instant
			if _, from := p.frame().Shown(); from > 0 {
				a.Text = lang.T("{0} of the packets delivered from {1} to {2}", shown[0], lang.Time(from), lang.Time(p.frame().TimePS))
			} else {
				a.Text = lang.T("{0} of the packets delivered until {1}", shown[0], lang.Time(p.frame().TimePS))
			}
		}
		if ofSweep {
			c := p.sweep.curves
			a.Title, a.Link, a.Checksum, a.TimeNS = spec.Get("of").String(), sweepLinkOf(c), "", float64(c.UntilPS())/1000
			a.Text = lang.T("{0} over {1}", strings.Join(shown, ", "), f.Panels[0].X.Label)
		}
		f.Title, f.Text, f.Foot = a.Title, a.Text, "Congestree "+a.Version
		if len(a.Link) <= shownLink {
			f.Foot += " · " + a.Link
		}
		name, k := spec.Get("file").String()+"."+kind, f.Sketch()
		w, h := f.Size()
		saved := func(blob js.Value) {
			afterwards(x, "save", blob, name)
			p.say(lang.T("Saved {0}", name))
		}
		if kind == ui.SVG {
			saved(window.Get("Blob").New([]any{bytesOf(k.SVG(w, h, a))}, map[string]any{"type": "image/svg+xml"}))
			return
		}
		png := x.Call("png", plateOf(k), int(figureScale*w), int(figureScale*h), bytesOf(render.PNGTexts(a.Pairs())), render.PNGHead)
		whenSettled(png, func(b js.Value) { p.enter(func() { saved(b) }) }, func(reason string) { p.enter(func() { p.say(lang.Refusal(reason)) }) })
	})
}

// sweepLinkOf opens the page with the form of a sweep that has been run, whatever the form says now.
func sweepLinkOf(c *sweep.Curves) string {
	return base() + withParams(c.Link(), []scenario.Setting{{Field: "sweep", Value: c.Form.Spec()}})
}

// figureCall is what scripts call to save one.
func (p *page) figureCall(ofSweep bool) js.Func {
	return callback(func(_ js.Value, args []js.Value) any {
		p.saveFigure(args[0].String(), args[1], ofSweep)
		return nil
	})
}

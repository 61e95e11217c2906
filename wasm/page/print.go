//go:build js

package main

// Paper is white: while the page is printed, the picture stands there as shapes in light colours, in place of the canvas,
// which would only follow at its next frame, and the panel has the link, where a sheet has room for it. theme.js makes the rest light.

import (
	"strconv"
	"syscall/js"

	"github.com/congestree/congestree/render"
)

func (p *page) listenPrint() {
	var paper js.Value
	listen(window, "beforeprint", func(js.Value) {
		p.quick(func() {
			if paper.Truthy() || !p.shown() {
				return
			}
			w, h, inRow := p.pictureSize()
			about := p.about()
			picture := render.NewEasel(p.parts(), inRow, render.Plate{Theme: render.Light}, w, h).Sketch().SVG(w, h, about)
			paper = document.Call("createElement", "div")
			paper.Set("className", "paper")
			for side, v := range map[string]float64{"paddingLeft": p.size.insets.Left, "paddingTop": p.size.insets.Top} {
				paper.Get("style").Set(side, strconv.FormatFloat(v/p.size.ratio, 'f', 2, 64)+"px")
			}
			// Within a shadow root the page's style of icons is not its.
			paper.Call("attachShadow", map[string]any{"mode": "closed"}).Set("innerHTML", string(picture))
			document.Call("getElementById", "stage").Call("appendChild", paper)
			if len(about.Link) <= 600 {
				document.Get("documentElement").Get("style").Call("setProperty", "--printed", strconv.Quote(about.Link))
			}
		})
	})
	listen(window, "afterprint", func(js.Value) {
		if paper.Truthy() {
			paper.Call("remove")
			paper = js.Value{}
			document.Get("documentElement").Get("style").Call("removeProperty", "--printed")
		}
	})
}

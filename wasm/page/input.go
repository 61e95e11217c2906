//go:build js

package main

// Pointers, wheel and keys. Ebitengine's own handlers call preventDefault on everything its
// canvas sees, Tab and Ctrl combinations included, so the page listens before they do.

import (
	"math"
	"slices"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
)

// clickSlack is how far (CSS pixels) a pointer may move between press and release of a click. A finger that comes down again within
// so many milliseconds and CSS pixels taps twice, for which the canvas gets no dblclick: Ebitengine takes its touches.
const (
	clickSlack = 5
	tapTime    = 300
	tapSlack   = 24
)

type point struct{ x, y float64 }

// pointer is what is pressed, and where the pointer is; positions are in CSS pixels.
type pointer struct {
	down    map[int]point
	order   []int // of those that are down, as they came
	moved   float64
	at      point
	over    bool          // a pointer hovers over the canvas
	dirty   bool          // it moved since the last pick, or the picture did
	camera  render.Camera // of the picture that it is over, as it was then
	onMap   bool          // it drags in the minimap
	clicked bool          // just now
	tapped  float64       // when a finger has tapped, and where
	tap     point
	again   bool    // it has come down again soon
	pinched float64 // how far a trackpad's pinch has come
}

func (t *pointer) press(id int, at point) {
	t.release(id)
	t.down[id], t.order = at, append(t.order, id)
}

func (t *pointer) release(id int) {
	delete(t.down, id)
	t.order = slices.DeleteFunc(t.order, func(other int) bool { return other == id })
}

func where(e js.Value) point {
	return point{e.Get("offsetX").Float(), e.Get("offsetY").Float()}
}

func (p *page) listenAll(canvas js.Value) {
	p.touchAction(canvas)
	p.pointer.down = map[int]point{}
	on := func(event string, f func(e js.Value)) {
		listen(canvas, event, func(e js.Value) { p.quick(func() { p.at(e, f) }) })
	}
	on("pointerdown", func(e js.Value) {
		if e.Get("button").Int() != 0 {
			return
		}
		id := e.Get("pointerId")
		try(func() { canvas.Call("setPointerCapture", id) }) // a drag may end over the panel
		if len(p.pointer.down) == 0 {
			p.pointer.moved = 0
			at, last := where(e), p.pointer.tap
			p.pointer.again = e.Get("timeStamp").Float()-p.pointer.tapped < tapTime && math.Hypot(at.x-last.x, at.y-last.y) < tapSlack
		}
		p.pointer.press(id.Int(), where(e))
		if p.pointer.onMap = p.scene.MinimapAt(p.size.device(where(e))); p.pointer.onMap {
			p.pointer.moved = clickSlack // no click
		}
	})
	on("pointermove", p.pointerMove)
	on("pointerup", func(e js.Value) {
		id := e.Get("pointerId").Int()
		if _, ok := p.pointer.down[id]; ok && len(p.pointer.down) == 1 && p.pointer.moved < clickSlack {
			p.click(where(e))
			if e.Get("pointerType").String() == "touch" {
				canvas.Call("focus", map[string]any{"preventScroll": true}) // Ebitengine's would move the page around a frame
				p.tap(where(e), e.Get("timeStamp").Float())
			}
		}
		p.pointer.release(id)
	})
	on("pointercancel", func(e js.Value) { p.pointer.release(e.Get("pointerId").Int()) })
	on("pointerleave", func(js.Value) {
		p.pointer.over = false
		p.setHover(nothing)
	})
	on("dblclick", func(e js.Value) {
		x, y := p.size.device(where(e))
		if p.scene.OnMinimap(x, y) { // where each of its clicks has led
			return
		}
		factor := 2.0
		if e.Get("shiftKey").Bool() {
			factor = 0.5
		}
		p.scene.ZoomAt(x, y, factor)
	})
	on("wheel", func(e js.Value) { p.wheel(canvas, e) })
	for _, event := range []string{"gesturestart", "gesturechange", "gestureend"} {
		listen(canvas, event, func(e js.Value) {
			e.Call("preventDefault")
			p.quick(func() { p.pinch(event == "gesturestart", e.Get("scale").Float()) })
		})
	}

	listen(window, "keydown", func(e js.Value) { p.keydown(canvas, e) })
	listen(window, "keyup", func(e js.Value) {
		if e.Get("target").Equal(canvas) {
			e.Call("stopImmediatePropagation")
		}
	})
	listen(window, "popstate", func(e js.Value) { // another hash, or back and forward
		p.enter(func() {
			l := window.Get("location")
			search, hash := l.Get("search").String(), l.Get("hash").String()
			if p.tour.tour != nil && untoured(e.Get("state")) { // back to before the tour: it is left
				p.endTour(false)
			}
			if search+hash == p.shownAs {
				return // left by a link that was refused
			}
			sweep, papers := p.sweep.open, p.papers
			p.sweep.open = false // unless the address says so
			p.papers.close()
			if p.openLink(asked(search, hash)) != nil && p.traces.wanted == "" { // else it opens once its trace is here
				p.sweep.open, p.papers = sweep, papers
				p.setAddress(p.shownAs)
			}
		})
	})
	listen(document, "visibilitychange", func(js.Value) { p.quick(p.run.Release) })
	listen(window, "resize", func(js.Value) { p.quick(func() {}) })
	listen(document, "fullscreenchange", func(js.Value) { p.enter(func() {}) })
}

// touchAction lets a finger on the canvas scroll the page around a frame, embed.html or another, until a tap has given the canvas the
// focus: as a wheel does. Else nobody comes past a frame that is as wide as the phone. Ebitengine would keep it from that.
func (p *page) touchAction(canvas js.Value) {
	free := func() bool {
		return !window.Get("self").Equal(window.Get("top")) && !document.Get("activeElement").Equal(canvas)
	}
	set := func() {
		canvas.Get("style").Set("touchAction", map[bool]string{true: "pan-x pan-y", false: "none"}[free()])
	}
	set()
	listen(canvas, "focus", func(js.Value) { set() })
	listen(canvas, "blur", func(js.Value) { set() })
	passes := false
	for _, event := range []string{"touchstart", "touchmove", "touchend", "touchcancel"} {
		listen(canvas, event, func(e js.Value) {
			if event == "touchstart" && e.Get("touches").Length() == 1 {
				passes = free()
			}
			if passes {
				e.Call("stopImmediatePropagation")
			}
		})
	}
}

func (p *page) pointerMove(e js.Value) {
	to, id := where(e), e.Get("pointerId").Int()
	from, pressed := p.pointer.down[id]
	p.pointer.at, p.pointer.over, p.pointer.dirty = to, e.Get("pointerType").String() == "mouse" || p.pointer.over, true
	if !pressed {
		return
	}
	if p.pointer.onMap {
		p.scene.MinimapAt(p.size.device(to))
		return
	}
	dx, dy := to.x-from.x, to.y-from.y
	p.pointer.moved += math.Hypot(dx, dy)
	if len(p.pointer.down) == 1 {
		if p.pointer.moved >= clickSlack {
			k := p.size.ratio
			p.scene.PanBy(dx*k, dy*k)
		}
		p.pointer.down[id] = to
		return
	}
	// Two fingers: the part between them follows both. More, as a palm that rests there, are left out: the first two count.
	p.pointer.down[id] = to
	two := p.pointer.order[:2]
	other := two[0]
	switch id {
	case two[0]:
		other = two[1]
	case two[1]:
	default:
		return
	}
	at := p.pointer.down[other]
	before, after := math.Hypot(from.x-at.x, from.y-at.y), math.Hypot(to.x-at.x, to.y-at.y)
	k := p.size.ratio
	p.scene.PanBy(dx/2*k, dy/2*k)
	if before > 1 && after > 1 {
		x, y := p.size.device(point{(to.x + at.x) / 2, (to.y + at.y) / 2})
		p.scene.ZoomAt(x, y, after/before)
	}
}

// tap comes nearer where a finger taps twice.
func (p *page) tap(at point, t float64) {
	if p.pointer.again {
		x, y := p.size.device(at)
		p.scene.ZoomAt(x, y, 2)
		t = 0 // a third begins anew
	}
	p.pointer.tap, p.pointer.tapped = at, t
}

// click pins what is under the pointer; a root or a link also isolates its tree, anything else shows all trees
// again. A finger cannot hover: what it taps, the inspector tells of.
func (p *page) click(at point) {
	k := p.scene.Pick(p.size.device(at))
	p.pinPick(k)
	root := k.Port >= 0 && k.Port < p.net.SwitchPorts() && p.has && p.frame().Ports[k.Port].Flags&observe.Root != 0
	if k.Tree == p.isolated || k.Kind != render.Link && k.Kind != render.Group && !root {
		k.Tree = 0
	}
	p.showTree(k.Tree)
	p.pointer.clicked = true
}

// at handles an event on the canvas in the lane that it concerns; a click selects it.
func (p *page) at(e js.Value, f func(e js.Value)) {
	l := p.under(where(e))
	end := p.within(l)
	f(e)
	end()
	if p.pointer.clicked {
		p.pointer.clicked = false
		p.choose(l)
		p.publish()
	}
}

func (p *page) wheel(canvas, e js.Value) {
	e.Call("stopImmediatePropagation")
	ctrl := e.Get("ctrlKey").Bool()
	framed := !window.Get("self").Equal(window.Get("top"))
	if framed && !ctrl && !document.Get("activeElement").Equal(canvas) {
		return // the host page scrolls
	}
	e.Call("preventDefault")
	d := e.Get("deltaY").Float()
	switch e.Get("deltaMode").Int() {
	case 1:
		d *= 16 // lines
	case 2:
		d *= 400 // pages
	}
	if ctrl {
		d *= 5 // a trackpad's pinch
	}
	x, y := p.size.device(where(e))
	p.scene.ZoomAt(x, y, math.Exp(-min(max(d, -500), 500)*0.0015))
}

// pinch follows a trackpad's pinch in Safari, which sends no wheel for it and else would enlarge the whole page. On a touch
// screen it sends the same beside what the fingers do, which has been followed.
func (p *page) pinch(begins bool, scale float64) {
	by := scale / p.pointer.pinched
	p.pointer.pinched = scale
	if begins || len(p.pointer.down) > 0 || !(by > 0) || math.IsInf(by, 1) {
		return
	}
	defer p.within(p.under(p.pointer.at))()
	x, y := p.size.device(p.pointer.at)
	p.scene.ZoomAt(x, y, by)
}

// typing says whether an element wants the keys for itself. A menu has no undo of its own: with Ctrl it leaves them to the page.
func typing(el js.Value, ctrl bool) bool {
	if !el.Truthy() || !el.Get("tagName").Truthy() {
		return false
	}
	switch el.Get("tagName").String() {
	case "SELECT":
		return !ctrl
	case "TEXTAREA":
		return true
	case "INPUT":
		t := el.Get("type").String()
		return t != "checkbox" && t != "button"
	}
	return el.Get("isContentEditable").Truthy()
}

// acts says whether Space or Enter does something on an element.
func acts(el js.Value) bool {
	if !el.Truthy() || !el.Get("tagName").Truthy() {
		return false
	}
	switch el.Get("tagName").String() {
	case "BUTTON", "A", "SUMMARY", "INPUT":
		return el.Call("closest", "dialog:not([open])").IsNull() // a closed dialog keeps the focus for a moment
	}
	return false
}

// scrolls says whether a key scrolls an element that has the focus so that keys can: an arrow a wide table of the inspector.
func scrolls(el js.Value, key string) bool {
	if !el.Get("hasAttribute").Truthy() || !el.Call("hasAttribute", "tabindex").Bool() {
		return false
	}
	more := func(side string) bool { return el.Get("scroll"+side).Int() > el.Get("client"+side).Int() }
	return (key == "ArrowLeft" || key == "ArrowRight") && more("Width") || key == "Home" && more("Height")
}

// pages says whether PageDown belongs to the element that has the focus, or to what it is in: a dialog, a slider, or something that scrolls.
func pages(el js.Value) bool {
	if !el.Get("closest").Truthy() || el.Call("closest", "dialog, [role=slider]").Truthy() {
		return true
	}
	for ; el.Truthy(); el = el.Get("parentElement") {
		if by := window.Call("getComputedStyle", el).Get("overflowY").String(); (by == "auto" || by == "scroll") && el.Get("scrollHeight").Int() > el.Get("clientHeight").Int() {
			return true
		}
	}
	return false
}

// keydown has keys with Alt left to the browser, but for the signs that keyboards of many languages have behind it, as Spanish ones of a Mac.
func (p *page) keydown(canvas, e js.Value) {
	target := e.Get("target")
	if target.Equal(canvas) {
		e.Call("stopImmediatePropagation")
	}
	key := e.Get("key").String()
	shift, alt := e.Get("shiftKey").Bool(), e.Get("altKey").Bool()
	ctrl := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	if e.Get("defaultPrevented").Bool() || alt && (ctrl || !strings.Contains("[]", key)) || typing(target, ctrl) || p.papers.open || p.share.Open || p.exports.open || p.sweep.open || p.tour.hall || p.help && key != "?" || (key == " " || key == "Enter") && acts(target) {
		return
	}
	if p.keysOff && !ctrl && key != " " && len([]rune(key)) == 1 {
		return
	}
	if within := func(what string) bool {
		return target.Get("closest").Truthy() && target.Call("closest", what).Truthy()
	}; document.Call("querySelector", "#chart dialog[open]").Truthy() || within("#chart [role=slider]") && (strings.HasPrefix(key, "Arrow") || key == "Home") || !ctrl && !shift && !target.Equal(canvas) && scrolls(target, key) {
		return // it has keys of its own
	}
	held := e.Get("repeat").Truthy()
	f := p.tourKey(target, key, ctrl, shift, held)
	if f == nil {
		f = p.keyAction(key, ctrl, shift, held)
	}
	if f == nil {
		return
	}
	e.Call("preventDefault")
	if held && !goesOn(key, ctrl) {
		return
	}
	p.enter(f)
}

// goesOn says whether a key goes on doing what it does while it is held down: others would turn something on and off again.
func goesOn(key string, ctrl bool) bool {
	return ctrl || strings.HasPrefix(key, "Arrow") || strings.Contains("+=-[]", key)
}

// keyAction returns what a key does, or nil. The list is in the help dialog.
func (p *page) keyAction(key string, ctrl, shift, held bool) func() {
	if ctrl {
		if embedded() && !editable() { // whose readers change nothing, and take back nothing that the page around has changed
			return nil
		}
		switch key = strings.ToLower(key); { // with Caps Lock they are capitals; shift decides
		case key == "z" && shift, key == "y":
			return p.redo
		case key == "z":
			return p.undo
		}
		return nil
	}
	const far = 60
	pan := func(dx, dy float64) func() {
		if !shift {
			return nil
		}
		return func() { p.scene.PanBy(dx*far*p.size.ratio, dy*far*p.size.ratio) }
	}
	switch key {
	case " ":
		return func() {
			if p.run.Playing() || p.run.Seeking() || p.run.Aiming() {
				p.pause()
			} else {
				p.play()
			}
		}
	case "ArrowRight":
		if f := pan(-1, 0); f != nil {
			return f
		}
		return func() { p.step(1, held) }
	case "ArrowLeft":
		if f := pan(1, 0); f != nil {
			return f
		}
		return func() { p.step(-1, held) }
	case "ArrowUp":
		return pan(0, 1)
	case "ArrowDown":
		return pan(0, -1)
	case "Home", "r", "R":
		return p.restart
	case "+", "=":
		return func() { p.zoom(1.25) }
	case "-":
		return func() { p.zoom(0.8) }
	case "c", "C", "l", "L", "v", "V":
		return func() { p.lookKey(key) }
	case "Enter":
		if atCanvas() {
			return p.pinKey
		}
	case "f", "F":
		return func() { p.scene.Fit() }
	case "s", "S":
		if embedded() {
			return nil
		}
		return p.openShare
	case "e", "E":
		return func() { p.exports.open = true }
	case "?":
		return func() { p.help = !p.help }
	case "Escape":
		return func() {
			switch {
			case p.help:
				p.help = false
			case p.pinned().Kind != observe.PinNothing:
				p.unpin()
			case p.isolated != 0:
				p.showTree(0)
			case embedded() && p.banner.text() == "":
				leaveFrame()
			case p.failed == "":
				p.dismiss()
			}
		}
	case "[":
		return func() { p.hasten(false) }
	case "]":
		return func() { p.hasten(true) }
	}
	return nil
}

// hasten is a key that makes it slower or faster.
func (p *page) hasten(faster bool) {
	p.run.Speed = ui.NextSpeed(p.run.Speed, faster)
	p.hastened = ui.SpeedLabel(p.run.Speed)
}

//go:build js

package main

// window.congestree.picture and video: the export dialog's files for programs. What they are refused is in English, whatever the
// reader's language.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/ui"
)

var shotOptions = []string{"type", "width", "height", "scale", "theme", "title", "legend", "trees", "transparent", "from", "to", "speed", "fps", "as"}

// shotOf reads the options of picture and video from an object:
//
//	type         "png" (default) or "svg"; of video "webm" (default) or "frames"
//	width,       pixels; one of them alone gives the other by the picture's shape
//	height
//	scale        instead of them: times the picture on the screen, 0.25–8 (default 1)
//	theme        "dark", "light", "print" (default: as on the screen)
//	title, legend, trees    whether they are in it (default true)
//	transparent  ground (default false)
//	from, to     of a video, ns
//	speed        of a video, simulated ns per second
//	fps          of a video (default 30)
//	as           "blob" (default) or "dataurl"
//
// An option of another name, or another value, is an error.
func shotOf(args []js.Value, kind string) (s ui.Shot, dataURL bool, err error) {
	o := window.Get("Object").New()
	if len(args) > 0 && args[0].Type() == js.TypeObject {
		o = args[0]
	} else if len(args) > 0 && args[0].Truthy() {
		return s, false, errors.New("the options are an object, such as {type: '" + kind + "'}")
	}
	for names, i := window.Get("Object").Call("keys", o), 0; i < names.Length(); i++ {
		if name := names.Index(i).String(); !slices.Contains(shotOptions, name) {
			return s, false, fmt.Errorf("there is no option %.40q; allowed are %s", name, strings.Join(shotOptions, ", "))
		}
	}
	text := func(name, usual string) string {
		if v := o.Get(name); v.Truthy() || v.Type() == js.TypeNumber {
			return window.Call("String", v).String()
		}
		return usual
	}
	tick := func(name string, usual bool) bool {
		switch v := o.Get(name); {
		case v.Type() == js.TypeBoolean:
			return v.Bool()
		case !v.IsUndefined() && !v.IsNull():
			err = errors.New(name + " is true or false")
		}
		return usual
	}
	micros := func(name string) string {
		v := text(name, "")
		if ns, err := strconv.ParseFloat(v, 64); err == nil {
			return formatNumber(ns/1000, 6)
		}
		return v
	}
	ask := ui.ExportAsk{Kind: text("type", kind), Scale: text("scale", ""), Width: text("width", ""), Height: text("height", ""), Theme: text("theme", ""),
		Title: tick("title", true), Legend: tick("legend", true), Trees: tick("trees", true), Transparent: tick("transparent", false),
		From: micros("from"), To: micros("to"), Speed: micros("speed"), FPS: text("fps", "30")}
	alone := 0 // the side that is not given: 1 = width, 2 = height
	switch {
	case ask.Scale != "":
	case ask.Width == "" && ask.Height == "":
		ask.Scale = "1"
	case ask.Width == "":
		alone, ask.Width = 1, strconv.Itoa(ui.MinSide) // what it comes to is looked at then
	case ask.Height == "":
		alone, ask.Height = 2, strconv.Itoa(ui.MinSide)
	}
	as := text("as", "blob")
	switch picture := kind == ui.PNG; {
	case err != nil:
		return s, false, err
	case as != "blob" && as != "dataurl":
		return s, false, errors.New("as is blob or dataurl")
	case picture && ask.Kind != ui.PNG && ask.Kind != ui.SVG:
		return s, false, errors.New("a picture's type is png or svg")
	case !picture && ask.Kind != ui.WebM && ask.Kind != ui.Frames:
		return s, false, errors.New("a video's type is webm or frames")
	}
	s, wrong := ask.Shot()
	if wrong != nil {
		return s, false, &ui.FieldError{Field: wrong.Field, Reason: wrong.Field + ": " + wrong.Reason}
	}
	switch alone {
	case 1:
		s.Width = 0
	case 2:
		s.Height = 0
	}
	return s, as == "dataurl", nil
}

// handOver resolves with a blob, or with what it says as a data URL.
func handOver(dataURL bool, resolve func(any), reject func(string)) func(any) {
	return func(blob any) {
		if !dataURL {
			resolve(blob)
			return
		}
		whenSettled(window.Get("congestreeExport").Call("dataURL", blob), func(v js.Value) { resolve(v) }, reject)
	}
}

// onceShown runs f now, or where a scenario has just been opened with its first frame, so that what a program asks for right after a
// change is a picture of what it has changed.
func (p *page) onceShown(f func(), reject func(string)) {
	if p.shown() || p.failed != "" || p.closed != "" || !p.manned {
		f()
		return
	}
	p.waiting = append(p.waiting, waiter{resolve: func(any) { f() }, reject: reject})
}

func (p *page) apiPicture(args []js.Value) any {
	promise, resolve, reject := promise()
	s, dataURL, err := shotOf(args, ui.PNG)
	if err != nil {
		reject(err.Error())
		return promise
	}
	p.onceShown(func() {
		blob, err := p.picture(&s)
		if err != nil {
			reject(err.Error())
			return
		}
		hand := handOver(dataURL, resolve, reject)
		whenSettled(blob, func(b js.Value) { hand(b) }, reject)
	}, reject)
	return promise
}

func (p *page) apiVideo(args []js.Value) any {
	promise, resolve, reject := promise()
	s, dataURL, err := shotOf(args, ui.WebM)
	if err != nil {
		reject(err.Error())
		return promise
	}
	p.onceShown(func() {
		if err := p.shoot(&s, handOver(dataURL, resolve, reject), reject); err != nil {
			reject(err.Error())
		}
	}, reject)
	return promise
}

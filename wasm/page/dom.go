//go:build js

package main

// Small words for JavaScript.

import (
	"fmt"
	"syscall/js"
)

var (
	window   = js.Global()
	document = window.Get("document")
	perf     = window.Get("performance")
	boot     = window.Get("congestreeBoot") // loader.js
)

// now is the wall time in ms.
func now() float64 { return perf.Call("now").Float() }

func warn(text string) { window.Get("console").Call("error", text) }

// try runs f and returns the JavaScript exception or the panic that ended it.
func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	f()
	return nil
}

// callback wraps f for JavaScript. A panic in it would end the program, so it is only reported.
func callback(f func(this js.Value, args []js.Value) any) js.Func {
	return js.FuncOf(func(this js.Value, args []js.Value) (result any) {
		if err := try(func() { result = f(this, args) }); err != nil {
			warn(err.Error())
		}
		return result
	})
}

// listen calls f for events of target, before anyone else sees them.
func listen(target js.Value, event string, f func(e js.Value)) {
	target.Call("addEventListener", event, callback(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}), map[string]any{"capture": true, "passive": false})
}

// later calls f once, after so many ms of wall time, and lets go of it.
func later(ms int, f func()) {
	var once js.Func
	once = callback(func(js.Value, []js.Value) any {
		once.Release()
		f()
		return nil
	})
	window.Call("setTimeout", once, ms)
}

// promise returns a Promise and what settles it.
func promise() (p js.Value, resolve func(any), reject func(reason string)) {
	var yes, no js.Value
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		yes, no = args[0], args[1]
		return nil
	})
	p = window.Get("Promise").New(executor)
	executor.Release()
	return p, func(v any) { yes.Invoke(v) }, func(reason string) { no.Invoke(window.Get("Error").New(reason)) }
}

// media follows a media query.
func media(query string, f func(matches bool)) {
	m := window.Call("matchMedia", query)
	f(m.Get("matches").Bool())
	m.Call("addEventListener", "change", callback(func(_ js.Value, args []js.Value) any {
		f(args[0].Get("matches").Bool())
		return nil
	}))
}

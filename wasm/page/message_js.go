package main

// Requests from the page around, carried out. What they may ask for is what window.congestree offers to scripts of
// this page, and goes through it.

import (
	"syscall/js"

	"github.com/congestree/congestree/engine/scenario"
)

// caller is who subscribed to the measures: nobody else is told them.
type caller struct {
	send  js.Value // sends one message to whom the subscription came from
	timer js.Value
	tick  js.Func
}

// listenMessages takes requests from message.js, those that came early first.
func (p *page) listenMessages() {
	m := window.Get("congestreeMessages")
	if !m.Truthy() {
		return
	}
	m.Call("start", callback(func(_ js.Value, args []js.Value) any {
		p.message(args[0].Get("text").String(), args[0].Get("answer"))
		return nil
	}))
	m.Call("tell", "ready", map[string]any{"protocol": protocol, "state": string(p.state()), "version": boot.Get("version")})
}

// message carries one request out and answers it.
func (p *page) message(text string, answer js.Value) {
	r, refusal := parseMessage(text)
	x := exchange{request: r, answer: answer}
	if refusal != nil {
		x.refuse(refusal.Code, refusal.Message)
		return
	}
	api := window.Get("congestree")
	done := map[string]any{}
	switch r.Method {
	case "hello":
		x.reply(map[string]any{"protocol": protocol, "version": boot.Get("version"), "state": string(p.state()), "link": api.Call("link"), "left_out": p.leftOut(), "methods": list(methodNames())})
	case "load":
		x.later(api.Call("load", r.Text["link"]))
	case "play", "pause":
		api.Call(r.Method)
		x.reply(done)
	case "restart":
		p.enter(p.restart)
		x.reply(done)
	case "seek":
		x.later(api.Call("seek", r.Number["ns"]))
	case "until":
		value := any(js.Undefined())
		if v, given := r.Number["value"]; given {
			value = v
		}
		x.later(api.Call("until", r.Text["kind"], value))
	case "loop":
		x.loop(api)
	case "set":
		var err error
		p.enter(func() { err = p.setByName(r.Text["field"], r.Text["value"]) })
		if err != nil {
			x.refuse(refusedCode, err.Error())
			return
		}
		x.reply(map[string]any{"link": api.Call("link")})
	case "speed":
		p.enter(func() { p.run.Speed = r.Number["ns_per_s"] })
		x.reply(done)
	case "theme":
		p.enter(func() { p.setTheme(r.Text["theme"]) })
		x.reply(done)
	case "measures":
		x.reply(api.Call("measures"))
	case "subscribe":
		every := 250.0
		if v, given := r.Number["every_ms"]; given {
			every = v
		}
		p.subscribe(answer, every)
		x.reply(done)
	case "unsubscribe":
		p.unsubscribe()
		x.reply(done)
	case "picture":
		x.later(api.Call("picture", r.pictureOptions()))
	}
}

// exchange is a request and whom to answer.
type exchange struct {
	request
	answer js.Value
}

func (x exchange) reply(v any) { x.answer.Invoke(map[string]any{"id": x.ID, "result": v}) }

func (x exchange) refuse(code, why string) {
	x.answer.Invoke(map[string]any{"id": x.ID, "error": map[string]any{"code": code, "message": why}})
}

// later answers with what a promise gives.
func (x exchange) later(promise js.Value) {
	settled(promise, func(v js.Value) { x.reply(v) }, func(why js.Value) {
		reason := "unknown reason"
		if m := why.Get("message"); m.Type() == js.TypeString {
			reason = m.String()
		}
		x.refuse(refusedCode, reason)
	})
}

// loop loops a window, or none if neither end is given.
func (x exchange) loop(api js.Value) {
	from, given := x.Number["from_ns"]
	to, both := x.Number["to_ns"]
	_, _, window := windowPS(from, to)
	switch {
	case !given && !both:
		x.later(api.Call("loop"))
	case !given || !both || !window:
		x.refuse(badParams, "loop takes from_ns and a larger to_ns, or neither")
	default:
		x.later(api.Call("loop", from, to))
	}
}

// pictureOptions are the request's for congestree.picture, whose answer is a data URL here.
func (r *request) pictureOptions() map[string]any {
	o := map[string]any{"as": "dataurl"}
	if kind := r.Text["type"]; kind != "" {
		o["type"] = kind
	}
	for _, side := range []string{"width", "height"} {
		if v, given := r.Number[side]; given {
			o[side] = v
		}
	}
	return o
}

func list(texts []string) []any {
	out := make([]any, len(texts))
	for i, s := range texts {
		out[i] = s
	}
	return out
}

// whenOpen runs f with the page to itself, now or once the scenario is open, of which it has been asked; not of another one.
func (p *page) whenOpen(f func(), reject func(string)) {
	if p.opened || p.failed != "" || p.closed != "" {
		f()
		return
	}
	of := p.lane.id
	p.afterOpen = append(p.afterOpen, func() {
		p.enter(func() {
			if p.lane.id != of && p.failed == "" && p.closed == "" {
				reject("another scenario was opened")
				return
			}
			p.whenOpen(f, reject)
		})
	})
}

// opens runs, outside of the page's lock, what waited for the scenario.
func (p *page) opens() {
	if waiting := p.afterOpen; len(waiting) > 0 {
		p.afterOpen = nil
		go func() {
			for _, f := range waiting {
				if err := try(f); err != nil {
					warn(err.Error())
				}
			}
		}()
	}
}

// setByName is a field set by a program: a refusal is returned, not shown beside the field.
func (p *page) setByName(name, value string) error {
	s, err := p.sc.With(name, value)
	if err == nil && !s.Equal(p.sc) {
		err = p.change(s)
	}
	if e, ok := err.(*scenario.Error); ok {
		return e
	}
	return err
}

// subscribe sends the measures to whom it is asked by, every so many ms of wall time if they have changed; a new subscription ends the one before.
func (p *page) subscribe(answer js.Value, everyMS float64) {
	p.unsubscribe()
	c := &caller{send: answer}
	last := ""
	c.tick = callback(func(js.Value, []js.Value) any {
		m := window.Get("congestree").Call("measures")
		if text := window.Get("JSON").Call("stringify", m).String(); text != last { // nothing new, nothing sent
			last = text
			c.send.Invoke(map[string]any{"event": "measures", "measures": m})
		}
		return nil
	})
	c.timer = window.Call("setInterval", c.tick, everyMS)
	p.caller = c
}

func (p *page) unsubscribe() {
	if c := p.caller; c != nil {
		window.Call("clearInterval", c.timer)
		c.tick.Release()
		p.caller = nil
	}
}

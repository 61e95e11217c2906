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
	refuse := func(code, why string) {
		answer.Invoke(map[string]any{"id": r.ID, "error": map[string]any{"code": code, "message": why}})
	}
	if refusal != nil {
		refuse(refusal.Code, refusal.Message)
		return
	}
	reply := func(v any) { answer.Invoke(map[string]any{"id": r.ID, "result": v}) }
	api := window.Get("congestree")
	later := func(promise js.Value) {
		settled(promise, func(v js.Value) { reply(v) }, func(why js.Value) {
			reason := "unknown reason"
			if m := why.Get("message"); m.Type() == js.TypeString {
				reason = m.String()
			}
			refuse(refusedCode, reason)
		})
	}
	n := r.Number
	switch r.Method {
	case "hello":
		reply(map[string]any{"protocol": protocol, "version": boot.Get("version"), "state": string(p.state()), "link": api.Call("link"), "methods": list(methodNames())})
	case "load":
		later(api.Call("load", r.Text["link"]))
	case "play", "pause":
		api.Call(r.Method)
		reply(map[string]any{})
	case "restart":
		p.enter(p.restart)
		reply(map[string]any{})
	case "seek":
		p.onceOpen(func() { later(api.Call("seek", n["ns"])) })
	case "until":
		value := any("")
		if v, ok := n["value"]; ok {
			value = v
		}
		later(api.Call("until", r.Text["kind"], value))
	case "loop":
		from, given := n["from_ns"]
		to, both := n["to_ns"]
		_, _, window := windowPS(from, to)
		switch {
		case !given && !both:
			api.Call("loop")
		case !given || !both || !window:
			refuse(badParams, "loop takes from_ns and a larger to_ns, or neither")
			return
		default:
			api.Call("loop", from, to)
		}
		reply(map[string]any{})
	case "set":
		var err error
		p.enter(func() { err = p.setByName(r.Text["field"], r.Text["value"]) })
		if err != nil {
			refuse(refusedCode, err.Error())
			return
		}
		reply(map[string]any{"link": api.Call("link")})
	case "speed":
		p.enter(func() { p.run.Speed = n["ns_per_s"] })
		reply(map[string]any{})
	case "theme":
		p.enter(func() { p.setTheme(r.Text["theme"]) })
		reply(map[string]any{})
	case "measures":
		reply(api.Call("measures"))
	case "subscribe":
		every := 250.0
		if v, ok := n["every_ms"]; ok {
			every = v
		}
		p.subscribe(answer, every)
		reply(map[string]any{})
	case "unsubscribe":
		p.unsubscribe()
		reply(map[string]any{})
	case "picture":
		o := map[string]any{"as": "dataurl"}
		if kind := r.Text["type"]; kind != "" {
			o["type"] = kind
		}
		for _, side := range []string{"width", "height"} {
			if v, ok := n[side]; ok {
				o[side] = v
			}
		}
		later(api.Call("picture", o))
	}
}

func list(texts []string) []any {
	out := make([]any, len(texts))
	for i, s := range texts {
		out[i] = s
	}
	return out
}

// onceOpen runs f when the scenario is open: a request may come while the simulator starts.
func (p *page) onceOpen(f func()) {
	ready := false
	p.enter(func() {
		if ready = p.opened || p.failed != "" || p.closed != ""; !ready {
			p.afterOpen = append(p.afterOpen, f)
		}
	})
	if ready {
		f()
	}
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

// subscribe sends the measures to whom it is asked by, so often; a new subscription ends the one before.
func (p *page) subscribe(answer js.Value, every float64) {
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
	c.timer = window.Call("setInterval", c.tick, every)
	p.caller = c
}

func (p *page) unsubscribe() {
	if c := p.caller; c != nil {
		window.Call("clearInterval", c.timer)
		c.tick.Release()
		p.caller = nil
	}
}

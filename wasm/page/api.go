//go:build js

package main

// window.congestree: what other programs script the page with.

import (
	"math"
	"slices"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/wasm/words"
)

// measures is the state as a plain object.
func (p *page) measures() map[string]any {
	f := p.frame()
	if !p.has { // of another scenario
		f = &observe.Frame{Header: observe.Header{Accepted: -1, Offered: -1, LatencyNS: -1, NetworkNS: -1, Fairness: -1, LeastHost: -1, FinishPS: -1, DeadlockPS: -1}}
	}
	hex, sumNS := "", -1.0
	if p.sumPS >= 0 {
		hex, sumNS = hex16(p.checksum), float64(p.sumPS)/1000
	}
	var trees []any
	if p.has {
		for i := range f.Trees {
			t := &f.Trees[i]
			trees = append(trees, map[string]any{"id": t.ID, "root": p.net.PortName(int(t.Root)), "hosts": t.Hosts, "ports": t.Ports, "victims": t.Victims})
		}
	}
	var execution any // null, unless the program of a trace has ended
	if p.has && f.FinishPS >= 0 {
		execution = float64(f.FinishPS) / 1000
	}
	var deadlock, ring any // null, unless the watchdog has found one
	if p.has && len(f.Ring) > 0 {
		deadlock, ring = float64(f.DeadlockPS)/1000, words.Ring(p.net, f)
	}
	return map[string]any{
		"deadlock_ns": deadlock, "deadlock_ring": ring,
		"records": float64(f.Records), "records_done": float64(f.RecordsDone), "execution_ns": execution,
		"state": string(p.state()), "hosts": p.net.Hosts, "link": p.link(),
		"simulated_ns": float64(f.TimePS) / 1000, "throughput": f.Accepted, "throughput_now": f.AcceptedNow, "offered": f.Offered,
		"generated": float64(f.Generated), "delivered": float64(f.Delivered), "refused": float64(f.Refused), "hops": float64(f.Hops),
		"checksum": hex, "checksum_ns": sumNS, "latency_ns": f.LatencyNS, "network_latency_ns": f.NetworkNS, "fairness_jain": f.Fairness, "least_host": f.LeastHost, "hops_per_s": f.HopsPerSec, "trees": trees,
	}
}

// loopWindow reads the window that a program wants to loop, ps: 0, 0 = none.
func loopWindow(args []js.Value) (from, to int64, ok bool) {
	if !slices.ContainsFunc(args, func(v js.Value) bool { return !v.IsUndefined() }) {
		return 0, 0, true
	}
	if len(args) < 2 || args[0].Type() != js.TypeNumber || args[1].Type() != js.TypeNumber {
		return 0, 0, false
	}
	return windowPS(args[0].Float(), args[1].Float())
}

// export puts the interface into window.
func (p *page) export() {
	// method wraps f, which runs with the page to itself; what it returns goes to the caller.
	method := func(f func(args []js.Value) any) js.Func {
		return callback(func(_ js.Value, args []js.Value) (out any) {
			p.enter(func() { out = f(args) })
			return out
		})
	}
	do := func(f func()) js.Func {
		return method(func([]js.Value) any { f(); return nil })
	}
	get := func(f func() any) js.Func {
		return method(func([]js.Value) any { return f() })
	}
	window.Set("congestree", map[string]any{
		"version":    boot.Get("version"),
		"link":       get(func() any { return p.link() }),
		"load":       method(p.apiLoad),
		"play":       do(p.play),
		"pause":      do(p.pause),
		"seek":       method(p.apiSeek),
		"until":      method(p.apiUntil),
		"loop":       method(p.apiLoop),
		"picture":    method(p.apiPicture),
		"video":      method(p.apiVideo),
		"lanes":      get(func() any { return p.laneMeasures() }),
		"compare":    method(p.apiCompare),
		"uncompare":  method(p.apiUncompare),
		"course":     get(func() any { return p.curves() }),
		"measures":   get(func() any { return p.measures() }),
		"frameStats": get(func() any { return p.stats() }),
	})
}

// unable says why there is nothing that could be run on; "" if there is.
func (p *page) unable() string {
	switch {
	case p.failed != "":
		return "the engine has stopped: " + p.failed
	case p.closed != "":
		return "no scenario is open: " + p.closed
	}
	return ""
}

// leftOut is what of the link that was opened last is not shown, null if all is.
func (p *page) leftOut() any {
	if len(p.views.leftOut) == 0 {
		return nil
	}
	var all []string
	for _, says := range p.views.leftOut {
		all = append(all, says())
	}
	return strings.Join(all, " ")
}

// apiLoad opens a link; the promise is kept when its scenario is open, at its instant and tour, and tells what of the link is left out.
func (p *page) apiLoad(args []js.Value) any {
	promise, resolve, reject := promise()
	link := ""
	if len(args) > 0 {
		link = args[0].String()
	}
	if err := p.openLink(link); err != nil {
		reject(err.Error())
	} else if p.failed != "" {
		reject(p.unable())
	} else {
		p.waiting = append(p.waiting, waiter{opens: true, seek: p.want.at >= 0 || p.run.Seeking(), tour: p.want.tour != "", reject: reject, resolve: func(measures any) {
			m := measures.(map[string]any)
			m["left_out"] = p.leftOut() // of this link, or the promise would have been rejected
			resolve(m)
		}})
	}
	return promise
}

// apiSeek goes to a simulated time in ns; the promise is kept when it is shown.
func (p *page) apiSeek(args []js.Value) any {
	promise, resolve, reject := promise()
	if len(args) == 0 || args[0].Type() != js.TypeNumber || !(args[0].Float() >= 0 && args[0].Float() <= maxNS) {
		reject("seek takes a simulated time in ns, from 0 to 10^12")
	} else if why := p.unable(); why != "" {
		reject(why)
	} else {
		p.seek(int64(math.Round(args[0].Float() * 1000)))
		p.waiting = append(p.waiting, waiter{seek: true, resolve: resolve, reject: reject})
	}
	return promise
}

// apiUntil runs until something happens (see runUntil): its kind, and the value that it takes.
func (p *page) apiUntil(args []js.Value) any {
	promise, resolve, reject := promise()
	kind, value := "", ""
	if len(args) > 0 {
		kind = args[0].String()
	}
	given := len(args) > 1 && !args[1].IsUndefined() && !args[1].IsNull()
	if given {
		value = window.Call("String", args[1]).String()
	}
	p.whenOpen(func() {
		if why := p.unable(); why != "" {
			reject(why)
		} else if kind == "tree" && given {
			reject(noValue(kind))
		} else if err := p.runUntil(kind, value); err != nil {
			p.untilError = ""
			reject(err.Error())
		} else {
			p.waiting = append(p.waiting, waiter{seek: true, resolve: resolve, reject: reject})
		}
	}, reject)
	return promise
}

// apiLoop loops a window of simulated time, ns, or ends the loop.
func (p *page) apiLoop(args []js.Value) any {
	promise, resolve, reject := promise()
	from, to, ok := loopWindow(args)
	switch why := p.unable(); {
	case !ok:
		reject("loop takes from and a larger to, simulated times in ns from 0 to 10^12, or neither")
	case why != "":
		reject(why)
	default:
		p.loop(to > 0, from, to)
		resolve(map[string]any{})
	}
	return promise
}

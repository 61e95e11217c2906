//go:build js

package main

// Time: stepping, running until something happens, a window played over and over, and what is known of the
// run's course beyond the instant shown.

import (
	"errors"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/queuing"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
	"github.com/congestree/congestree/wasm/wire"
	"github.com/congestree/congestree/wasm/words"
)

// known is the part of a run that has been simulated, wherever in it the picture is. The same scenario takes the same
// course, so what lies furthest holds all.
type known struct {
	ps     int64 // how far
	bin    int64
	series []observe.Sample
	points []observe.Point
	marks  []observe.Mark
	course int64 // how far points and marks are known
}

// take takes in what the engine sent of the course, unless later ones are known.
func (k *known) take(raw []byte, now int64) error {
	if now < k.course {
		return nil
	}
	points, marks, err := observe.DecodeCourse(raw, k.points, k.marks)
	if err == nil {
		k.points, k.marks, k.course = points, marks, now
	}
	return err
}

// learn takes a frame's series in.
func (k *known) learn(f *observe.Frame) {
	if f.TimePS >= k.ps {
		k.ps, k.bin, k.series = f.TimePS, f.BinPS, append(k.series[:0], f.Series...)
	}
}

// step moves by so many units, from where the run is going to while another lane is opening; held says that a key held down has it go on.
func (p *page) step(n int64, held bool) {
	if !p.opened {
		return
	}
	from, opening := p.run.Ahead(), p.want.at >= 0
	if opening {
		from = p.want.at
	}
	switch p.unit {
	case ui.ByEvent, ui.ByDelivery:
		if opening { // nothing is known of what happens there
			return
		}
		kind := wire.Event
		if p.unit == ui.ByDelivery {
			kind = wire.Delivery
		}
		p.sets()
		p.run.Step(play.Goal{Kind: kind, Back: n < 0}, held)
	case ui.ByMicro:
		p.seek(max(0, from+n*1e6))
	case ui.ByTenMicros:
		p.seek(max(0, from+n*1e7))
	default:
		p.seek(max(0, from+n*p.packet))
	}
}

// aim runs until a goal is reached.
func (p *page) aim(g play.Goal) {
	p.sets()
	p.run.Aim(g)
}

// sets gives up what else the run was to do, for a goal.
func (p *page) sets() {
	p.halt()
	p.giveUpTimes("another time was sought")
	p.run.Release()
}

// goal reads what a run shall go on until: a condition, and its value as text. A time is no goal but a place to go to.
func goal(kind, value string) (g play.Goal, ps int64, err error) {
	number := func() (v float64, err error) {
		most := goalMost[kind]
		v, err = strconv.ParseFloat(ui.Pointed(strings.TrimSuffix(strings.TrimSpace(value), "%")), 64)
		if err != nil || !(v >= 0 && v <= most) {
			err = errors.New("write a number from 0 to " + strconv.FormatFloat(most, 'f', -1, 64))
		}
		return
	}
	switch kind {
	case ui.UntilTree:
		return play.Goal{Kind: wire.Tree}, 0, nil
	case ui.UntilBelow:
		v, err := number()
		return play.Goal{Kind: wire.Below, Value: v / 100}, 0, err
	case ui.UntilTime:
		v, err := number()
		return play.Goal{}, int64(v*1e6 + 0.5), err
	}
	return play.Goal{}, 0, errors.New("run until " + ui.UntilTree + ", " + ui.UntilBelow + " or " + ui.UntilTime)
}

// runUntil is for the panel; what is wrong stands beside the field.
func (p *page) runUntil(kind, value string) error {
	g, ps, err := goal(kind, value)
	p.untilError = ""
	switch {
	case err != nil:
		p.untilError = err.Error()
	case g.Kind == "":
		p.seek(ps)
	case p.opened:
		if f := p.frame(); g.Kind == wire.Below && p.has && f.TimePS > 0 && f.AcceptedNow < g.Value {
			p.say(lang.T("The accepted load is below {0} % already: the run goes on until it has risen above that and falls again", strconv.FormatFloat(100*g.Value, 'f', -1, 64)))
		}
		p.aim(g)
	}
	return err
}

func (p *page) SetStep(unit string)          { p.do(func() { p.unit = unit }) }
func (p *page) SetProof(on bool)             { p.do(func() { p.proves = on; p.run.Touch(); p.address() }) }
func (p *page) StepBack()                    { p.do(func() { p.step(-1, false) }) }
func (p *page) RunUntil(kind, value string)  { p.do(func() { _ = p.runUntil(kind, value) }) }
func (p *page) Loop(on bool, from, to int64) { p.do(func() { p.loop(on, from, to) }) }

// loop plays a window, or no longer; without one of its own the last fifth of what is known.
func (p *page) loop(on bool, from, to int64) {
	p.want.loop = [2]int64{} // of a link that is still opening
	p.halt()
	if !on {
		p.run.Loop(0, 0)
		p.giveUpTour("no window is played any more")
		return
	}
	if to <= from {
		from, to = play.LastFifth(max(p.known.ps, 10*p.packet))
	}
	p.run.Loop(max(0, from), to)
	p.giveUpTimes("a window is played")
	p.run.Play()
	p.run.Release()
}

// reached says in words what a run until something has come to.
func (p *page) reached(g play.Goal) {
	f := p.frame()
	at := lang.Time(f.TimePS)
	switch {
	case f.TimePS >= play.Furthest:
		p.say(lang.T("Nothing of the kind until {0}", at))
	case g.Kind == wire.Tree:
		p.say(lang.T("A congestion tree has formed at {0}", at))
	case g.Kind == wire.Below:
		p.say(lang.T("The accepted load has fallen below {0} % at {1}", strconv.FormatFloat(100*g.Value, 'f', -1, 64), at))
	}
}

// chart hands the charts what they lack.
func (p *page) chart() {
	c := window.Get("congestreeChart")
	if !p.has || !c.Truthy() {
		return
	}
	now := p.frame().TimePS
	from, to := p.run.Window()
	at := moment{p.id, now, p.known.ps, p.known.course, from, to, p.othersKnown()}
	if at == p.charted {
		return
	}
	micro := func(ps int64) float64 { return float64(ps) / 1e6 }
	if p.charted.id != at.id || p.charted.known != at.known || p.charted.course != at.course || p.charted.others != at.others {
		known := p.curves()
		var runs []any
		for _, l := range p.lanes {
			runs = append(runs, l.id)
		}
		known["runs"] = runs
		if p.run.Playing() && !p.run.Seeking() {
			known["since"] = micro(p.run.Sought())
		}
		c.Call("update", known)
	}
	p.charted = at
	c.Call("show", micro(now), micro(from), micro(to))
}

// moment is what the charts show.
type moment struct {
	id                          int
	ps, known, course, from, to int64
	others                      int64 // changes whenever more is known of another lane
}

// ownCurves are the known part of the selected run as arrays, times in µs.
func (p *page) ownCurves() map[string]any {
	k := &p.known
	n := len(k.series)
	if k.bin > 0 {
		n = min(n, int(k.ps/k.bin)) // whole bins only
	}
	t := make([]float64, n)
	accepted, offered, latency, network := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range n {
		s := &k.series[i]
		t[i] = float64(int64(i+1)*k.bin) / 1e6
		accepted[i], offered[i], latency[i], network[i] = s.Accepted, s.Offered, s.Latency, s.Network
	}
	m := len(k.points)
	at := make([]float64, m)
	trapped, low, high := make([]float32, m), make([]float32, m), make([]float32, m)
	trees, ports, hosts := make([]float32, m), make([]float32, m), make([]float32, m)
	aside, mean, most := make([]float32, m), make([]float32, m), make([]float32, m) // set-aside queues
	for i := range m {
		x := &k.points[i]
		at[i] = float64(x.PS) / 1e6
		trapped[i], low[i], high[i] = x.Trapped, x.Low, x.High
		trees[i], ports[i], hosts[i] = float32(x.Trees), float32(x.Ports), float32(x.Hosts)
		if aside[i], mean[i], most[i] = float32(x.Aside), float32(x.Aside), float32(x.AsideMost); x.Aside < 0 {
			most[i] = observe.NotMeasured
		} else if x.AsidePorts > 0 {
			mean[i] /= float32(x.AsidePorts)
		}
	}
	_, sets := queuing.SetAsideOf(p.sc)
	var marks []any
	for i := range k.marks {
		x := &k.marks[i]
		title, text := words.Mark(p.net, x)
		marks = append(marks, map[string]any{"t": float64(x.PS) / 1e6, "kind": words.MarkKind(x), "title": title, "text": text})
	}
	return map[string]any{
		"end": float64(k.ps) / 1e6, "link": base() + cited(p.named().query), "name": p.fileName(),
		"bins": map[string]any{"t": array("Float64Array", t), "accepted": array("Float32Array", accepted), "offered": array("Float32Array", offered), "latency": array("Float32Array", latency), "network": array("Float32Array", network)},
		"looks": map[string]any{"t": array("Float64Array", at), "trapped": array("Float32Array", trapped), "low": array("Float32Array", low), "high": array("Float32Array", high), "trees": array("Float32Array", trees), "ports": array("Float32Array", ports), "hosts": array("Float32Array", hosts),
			"aside": array("Float32Array", aside), "aside_mean": array("Float32Array", mean), "aside_most": array("Float32Array", most)},
		"sets_aside": sets,
		"holds_back": p.frame().HoldsBack(),
		"marks":      marks,
	}
}

// distribution is how the latencies of the packets that the averages count are distributed at the instant shown, of the selected run and,
// while several are compared, of each.
func (p *page) distribution() map[string]any {
	d := p.lane.distribution()
	if len(p.lanes) > 1 {
		lanes := make([]any, len(p.lanes))
		for i, l := range p.lanes {
			lanes[i] = l.distribution()
		}
		d["lanes"] = lanes
	}
	return d
}

// distribution has, by upper edges of latency, µs, the share of the packets that were faster, and what 99 % of them were faster than: from
// generation and from injection on.
func (l *lane) distribution() map[string]any {
	f := l.frame()
	bins := f.Latencies
	if !l.has {
		bins = nil
	}
	n := len(bins)
	if n > 0 {
		n++
	}
	t, generated, injected := make([]float64, n), make([]float32, n), make([]float32, n)
	var all, below, in uint64
	for i := range bins {
		all += bins[i].Packets
	}
	for i := range bins {
		x := &bins[i]
		if i == 0 {
			t[0] = float64(x.FromNS) / 1000 // nobody is faster
		}
		below, in = below+x.Packets, in+x.InNetwork
		t[i+1], generated[i+1], injected[i+1] = float64(x.BelowNS)/1000, float32(float64(below)/float64(all)), float32(float64(in)/float64(all))
	}
	a, _ := f.Shown()
	return map[string]any{"p99": map[string]any{"generated": a.LatencyP99 / 1000, "injected": a.NetworkP99 / 1000}, "latencies": map[string]any{"t": array("Float64Array", t), "generated": array("Float32Array", generated), "injected": array("Float32Array", injected)}}
}

// named is what the present arrangement is called, made when it changes: packing a long link takes a while.
type named struct {
	of          arrangement
	query, file string
}

func (p *page) named() *named {
	if a := p.arrangement(); p.name.query == "" || !p.name.of.equal(a) {
		p.name = named{a, p.query(), p.makeFileName()}
	}
	return &p.name
}

// fileName is what exported files are called, without an ending: by the network and the scheme, or those compared.
func (p *page) fileName() string { return p.named().file }

func (p *page) makeFileName() string {
	name := "congestree-" + p.sc.Get("network") + "-"
	if len(p.lanes) == 1 {
		return name + p.sc.Get("routing") + "-" + p.sc.Get("queuing")
	}
	all := p.arrangement().all
	between := func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') }
	for i := range all {
		if i > 0 {
			name += "-vs-"
		}
		title := strings.ReplaceAll(strings.ToLower(link.Title(all, i)), "µ", "u")
		name += strings.Join(strings.FieldsFunc(title, between), "-")
	}
	return name
}

func init() {
	addView(viewParam[*page]{name: "chart",
		read: func(p *page, text string) error {
			if !chooseChart(text) {
				var names []string
				if all := window.Get("congestreeCharts"); all.Truthy() {
					for i := range all.Length() {
						names = append(names, all.Index(i).Get("id").String())
					}
				}
				return lang.Error("write one of {0}", strings.Join(append(names, "all"), ", "))
			}
			return nil
		},
		write: func(*page) string {
			c := window.Get("congestreeChart")
			if !c.Truthy() {
				return ""
			}
			if chosen := c.Get("state").Get("chosen").String(); chosen != usualChart {
				return chosen
			}
			return ""
		}})
}

// usualChart is shown where nothing else is said.
const usualChart = "load"

// chooseChart shows the chart of that name, if there is one.
func chooseChart(name string) bool {
	c := window.Get("congestreeChart")
	return c.Truthy() && c.Call("choose", name).Bool()
}

// mountChart puts the charts and the timeline into the page.
func (p *page) mountChart() {
	c := window.Get("congestreeChart")
	if !c.Truthy() {
		return
	}
	c.Call("mount", document.Call("getElementById", "chart"), map[string]any{
		"seek": callback(func(_ js.Value, args []js.Value) any { // µs
			ps := int64(max(args[0].Float(), 0)*1e6 + 0.5)
			p.quick(func() { p.seek(min(ps, play.Furthest)) })
			return nil
		}),
		"loop": callback(func(_ js.Value, args []js.Value) any {
			from, to := int64(args[0].Float()*1e6+0.5), int64(args[1].Float()*1e6+0.5)
			p.enter(func() { p.loop(to > from, from, to) })
			return nil
		}),
		"distribution": callback(func(js.Value, []js.Value) any { return p.distribution() }),
		"figure":       p.figureCall(false),
		"say": callback(func(_ js.Value, args []js.Value) any {
			p.enter(func() { p.say(args[0].String()) })
			return nil
		}),
	})
}

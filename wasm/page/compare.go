//go:build js

package main

// Comparison and fork: what the panel, the charts and other programs do with lanes, and what they are told of them.

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

func init() {
	addView(viewParam[*page]{name: "lane", // which tree and the rest are of
		read: func(p *page, text string) error {
			if len(p.lanes) == 1 {
				return lang.Error("it belongs to a comparison")
			}
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > len(p.lanes) {
				return lang.Error("write a number from {0} to {1}", "1", strconv.Itoa(len(p.lanes)))
			}
			p.choose(p.lanes[n-1])
			return nil
		},
		write: func(p *page) string {
			if i := slices.Index(p.lanes, p.lane); i > 0 {
				return strconv.Itoa(i + 1)
			}
			return ""
		}})
}

// AddLane is ui.CompareActions'.
func (p *page) AddLane(field, value string, fork bool) {
	p.do(func() {
		if err := p.addLane(field, value, fork); err != nil {
			p.unfit = because(err)
		}
	})
}

// addLane puts the selected scenario with another value of a field beside the others. What it refuses is in English, as programs get
// it; people are told lang.Refusal of it.
func (p *page) addLane(field, value string, fork bool) error {
	if len(p.lanes) >= link.MaxCompared {
		return errors.New(strconv.Itoa(link.MaxCompared) + " schemes are compared already; remove one first")
	}
	var s scenario.Scenario
	var err error
	switch {
	case fork:
		s, err = simulator.Fork(p.sc, p.instant(), field, value)
	case link.Shared(field):
		return errors.New(field + " must be the same in all of them, so that only the schemes differ")
	default:
		s, err = p.sc.With(field, value)
	}
	if err == nil {
		err = simulator.Check(s)
	}
	if err != nil {
		return err
	}
	a := p.arrangement()
	for _, other := range a.all {
		if other.Equal(s) {
			return errors.New("this is shown already; choose another value")
		}
	}
	a.all = append(a.all, s)
	return p.rearrange(a)
}

// RemoveLane is ui.CompareActions'.
func (p *page) RemoveLane(i int) {
	p.do(func() { p.removeLane(i) })
}

func (p *page) removeLane(i int) {
	if a := p.arrangement(); len(a.all) > 1 && i >= 0 && i < len(a.all) {
		a.all = slices.Delete(a.all, i, i+1)
		if a.at > i || a.at == len(a.all) {
			a.at--
		}
		p.tell(p.rearrange(a))
	}
}

// leaves takes a scheme out again whose engine could not be started, as without a network, or has died of opening it, as without memory, while
// others run: they go on.
func (p *page) leaves(l *lane, reason string) bool {
	if l.opened || p.failed != "" || !slices.ContainsFunc(p.lanes, func(o *lane) bool { return o.opened }) {
		return false
	}
	title, a, ok := p.without(l)
	born := l.engine.born
	if !ok || p.set(a) != nil {
		return false
	}
	if n := len(p.history.past); n > 0 && p.history.past[n-1].equal(a) {
		p.history.forget()
	}
	p.rejectThose("it cannot run beside the others: "+reason, func(w waiter) bool { return w.joins })
	p.address()
	p.announce(func() string {
		if born {
			return lang.T("{0} cannot run beside the others: {1}.", title(), lang.Refusal(reason))
		}
		return lang.T("{0} cannot run beside the others: {1}. Is the network there?", title(), lang.Refusal(reason))
	})
	return true
}

// spares takes a scheme out again that the engine refuses, of a comparison that nothing was on the screen before: the others open.
func (p *page) spares(l *lane, reason string) bool {
	title, a, ok := p.without(l)
	before := p.banner // of the link, too, or of another scheme
	if !ok || p.put(a, true) != nil {
		return false
	}
	p.address()
	says := func() string { return lang.T("{0} is left out of the comparison: {1}.", title(), lang.Refusal(reason)) }
	p.leaveOut(says)
	p.decline(func() string {
		return strings.TrimSpace(before.text() + " " + says())
	})
	return true
}

// without is what runs but for one of several lanes, whose title comes with it.
func (p *page) without(l *lane) (title func() string, a arrangement, ok bool) {
	all, at := p.arrangement(), slices.Index(p.lanes, l)
	if at < 0 || len(p.lanes) == 1 {
		return nil, a, false
	}
	a = arrangement{slices.Delete(slices.Clone(all.all), at, at+1), all.at}
	if a.at > at || a.at == len(a.all) {
		a.at--
	}
	return func() string { return link.TitleIn(all.all, at, lang.T) }, a, true
}

// LeadLane is ui.CompareActions'.
func (p *page) LeadLane(i int) {
	p.do(func() {
		if a := p.arrangement(); i > 0 && i < len(a.all) {
			s := a.all[i]
			a.all = slices.Insert(slices.Delete(a.all, i, i+1), 0, s)
			switch {
			case a.at == i:
				a.at = 0
			case a.at < i:
				a.at++
			}
			p.tell(p.rearrange(a))
		}
	})
}

// ChooseLane is ui.CompareActions'.
func (p *page) ChooseLane(i int) {
	p.do(func() {
		if i >= 0 && i < len(p.lanes) {
			p.choose(p.lanes[i])
		}
	})
}

func (p *page) tell(err error) {
	if err != nil {
		p.unfit = because(err)
	}
}

// laneDoc measures a lane at the instant shown.
func (p *page) laneDoc(l *lane) ui.Lane {
	d := ui.Lane{Scenario: l.sc, Known: l.has, ExecutionNS: -1, Accepted: -1, AcceptedNow: -1, LatencyNS: -1, NetworkNS: -1, P99NS: -1, Fairness: -1, LeastHost: -1, HoL: -1, Trees: -1, Hosts: -1, Victims: -1}
	if !l.has {
		if target := p.run.Ahead(); len(p.lanes) > 1 && target > 0 {
			d.Behind = lang.T("catching up: {0} of {1}", lang.Time(l.next().TimePS), lang.Time(target))
			if !l.opened {
				d.Behind = lang.T("starting…")
			}
		}
		return d
	}
	f := l.frame()
	a, _ := f.Shown()
	d.AcceptedNow, d.Accepted, d.LatencyNS, d.NetworkNS, d.P99NS = f.AcceptedNow, a.Accepted, a.LatencyNS, a.NetworkNS, a.LatencyP99
	d.Fairness, d.LeastHost = a.Fairness, a.LeastHost
	d.Deadlock = f.DeadlockPS >= 0
	if d.Traced = f.Records > 0; f.FinishPS >= 0 {
		d.ExecutionNS = float64(f.FinishPS) / 1000
	}
	d.Trees, d.Again, d.Hosts, d.Victims, d.HoldsBack = float64(len(f.Trees)), render.Again(f.Trees), 0, 0, f.HoldsBack()
	for i := range f.Trees {
		d.Hosts += float64(f.Trees[i].Hosts)
		d.Victims += float64(f.Trees[i].Victims)
	}
	// The last look at HoL blocking at or before the instant shown.
	at, _ := slices.BinarySearchFunc(l.known.points, f.TimePS+1, func(x observe.Point, ps int64) int {
		if x.PS < ps {
			return -1
		}
		return 1
	})
	if at > 0 && l.known.course >= f.TimePS {
		x := &l.known.points[at-1]
		d.HoL = float64(x.Low) + float64(x.High)
	}
	return d
}

// What link.TitleIn says.
var _ = []string{lang.Say("no {0}"), lang.Say("{0} from {1} µs"), lang.Say("unchanged")}

// titles name the lanes by what differs.
func (p *page) titles() []string {
	a := p.arrangement()
	out := make([]string, len(a.all))
	for i := range a.all {
		out[i] = link.TitleIn(a.all, i, lang.T)
	}
	return out
}

// compareDoc is what the panel shows of the lanes.
func (p *page) compareDoc() (c ui.Comparison) {
	titles := p.titles()
	for i, l := range p.lanes {
		d := p.laneDoc(l)
		d.Title = titles[i]
		c.Lanes = append(c.Lanes, d)
		if l == p.lane {
			c.Selected = i
		}
	}
	c.Error = lang.Refusal(p.unfit)
	return c
}

// laneCurves are the curves of all lanes, for the charts; nil if nothing is compared.
func (p *page) laneCurves() (out []any) {
	if len(p.lanes) == 1 {
		return nil
	}
	all := p.arrangement().all
	for i, title := range p.titles() {
		end := p.within(p.lanes[i])
		c := p.ownCurves()
		end()
		c["name"], c["column"] = title, link.Title(all, i) // columns of files are the same in every language
		out = append(out, c)
	}
	return out
}

// curves are what the charts show: the selected run and, in a comparison, all of them.
func (p *page) curves() map[string]any {
	c := p.ownCurves()
	if lanes := p.laneCurves(); lanes != nil {
		c["lanes"] = lanes
	}
	return c
}

// othersKnown changes whenever more is known of a lane, another lane is there, or they stand in another order.
func (p *page) othersKnown() (sum int64) {
	for _, l := range p.lanes {
		sum = 1_000_003*sum + l.known.ps + l.known.course + int64(l.id)<<40
	}
	return sum
}

// apiCompare is compare(field, value, fork) of window.congestree: it puts the selected scenario with another value of
// a field beside the others, from time 0 or, as a fork, from the instant shown. The promise brings lanes() once it
// has caught up.
func (p *page) apiCompare(args []js.Value) any {
	promise, resolve, reject := promise()
	text := func(i int) string {
		if i >= len(args) {
			return ""
		}
		return window.Call("String", args[i]).String()
	}
	if p.failed != "" {
		reject("the engine has stopped: " + p.failed)
	} else if err := p.addLane(text(0), text(1), len(args) > 2 && args[2].Truthy()); err != nil {
		reject(err.Error())
	} else {
		p.waiting = append(p.waiting, waiter{joins: true, seek: p.run.Seeking(), resolve: func(any) { resolve(p.laneMeasures()) }, reject: reject})
	}
	return promise
}

// apiUncompare is uncompare(lane): it removes a lane, numbered from 0, and gives the measures of the others.
func (p *page) apiUncompare(args []js.Value) any {
	promise, resolve, reject := promise()
	lane, n := "", len(p.arrangement().all)
	if len(args) > 0 {
		lane = window.Call("String", args[0]).String()
	}
	i, err := strconv.Atoi(lane)
	switch {
	case n == 1:
		reject("nothing is compared")
	case err != nil || i < 0 || i >= n:
		reject("a lane is a number from 0 to " + strconv.Itoa(n-1))
	default:
		p.removeLane(i)
		resolve(p.laneMeasures())
	}
	return promise
}

// laneMeasures are the measures of every lane, for other programs.
func (p *page) laneMeasures() any {
	var out []any
	all := p.arrangement().all
	for i := range p.lanes {
		end := p.within(p.lanes[i])
		m := p.measures()
		end()
		m["title"], m["selected"], m["scenario"] = link.Title(all, i), p.lanes[i] == p.lane, p.lanes[i].sc.Query()
		out = append(out, m)
	}
	return out
}

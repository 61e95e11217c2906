//go:build js

package main

// Lanes side by side: which there are, how they go through time together, and where they are drawn.

import (
	"math"
	"slices"
	"strconv"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/engine/topology"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/wasm/play"
	"github.com/congestree/congestree/wasm/words"
)

// arrangement is what a page runs: its scenarios, and which of them is selected.
type arrangement struct {
	all []scenario.Scenario
	at  int
}

func (a arrangement) equal(b arrangement) bool {
	return slices.EqualFunc(a.all, b.all, func(s, t scenario.Scenario) bool { return s.Equal(t) })
}

// query is the part of an address that holds it.
func (a arrangement) query() string { return link.OfAll(a.all) }

// arrangement is the present one.
func (p *page) arrangement() (a arrangement) {
	for i, l := range p.lanes {
		a.all = append(a.all, l.sc)
		if l == p.lane {
			a.at = i
		}
	}
	return a
}

// within has the page embed another lane until the function returned is called.
func (p *page) within(l *lane) (end func()) {
	selected := p.lane
	p.lane = l
	return func() { p.lane = selected }
}

// ready says whether every engine has opened its scenario.
func (p *page) ready() bool {
	for _, l := range p.lanes {
		if !l.opened {
			return false
		}
	}
	return true
}

// changed is the present arrangement with another scenario in place of the selected one; what all have in common
// changes in all.
func (p *page) changed(s scenario.Scenario) arrangement {
	a := p.arrangement()
	for _, name := range s.Diff(a.all[a.at]) {
		if !link.Shared(name) {
			continue
		}
		for i := range a.all {
			a.all[i] = a.all[i].Must(name, s.Get(name))
		}
	}
	a.all[a.at] = s
	return a
}

// rearrange is set for what a person does: it is checked, can be undone, and is in the address bar. A run that
// nothing is left of begins anew, and plays; else the others catch up with it.
func (p *page) rearrange(a arrangement) error {
	for i, s := range a.all {
		if err := simulator.Check(s); err != nil {
			if i != a.at {
				return &scenario.Error{Field: link.CompareKey, Value: link.Title(a.all, i), Reason: "in the comparison, " + link.Title(a.all, i) + " does not fit: " + err.Error()}
			}
			return err
		}
	}
	if err := link.Fits(a.all); err != nil {
		return err
	}
	if _, err := beside(a.all, room()); err != nil {
		return err
	}
	before, veto := p.stop(), p.veto
	p.giveUp("another scenario was opened")
	fresh := !p.keeps(a)
	if err := p.set(a); err != nil {
		return err
	}
	if before.equal(a) { // as where a link leads to another instant of what runs: nothing to take back
		p.veto = veto
	} else {
		p.history.add(before)
		p.veto = p.unchange
		p.withdraw(offerResults) // of the link, which what runs is no longer
	}
	if fresh {
		p.run.Play()
	}
	p.address()
	return nil
}

// keeps says whether a comparison goes on in another arrangement: one of its runs is in it.
func (p *page) keeps(a arrangement) bool {
	if len(a.all) == 1 && len(p.lanes) == 1 {
		return false
	}
	for _, s := range a.all {
		if slices.ContainsFunc(p.lanes, func(l *lane) bool { return l.opened && l.sc.Equal(s) }) {
			return true
		}
	}
	return false
}

// set makes a the arrangement; its scenarios must be ones that Check accepts. Lanes whose scenario stays keep their
// runs, and the others catch up with them; without such a lane all begin at time 0.
func (p *page) set(a arrangement) error { return p.put(a, p.keeps(a)) }

// put is set where it is known already whether the comparison goes on.
func (p *page) put(a arrangement, keeps bool) error {
	net := p.net
	if net == nil || net.Name != a.all[0].Get("network") {
		var err error
		if net, err = topology.Build(a.all[0].Get("network")); err != nil {
			return err
		}
	}
	p.veto, p.note = nil, ""   // a note tells of what was before, such as what undo would take back
	if p.traces.wanted == "" { // what says which trace is waited for stays
		p.cease(replaced)
	}
	p.halt()
	if !keeps {
		p.want = nowhere
	}
	lanes, begins := p.assign(a, keeps)
	for i, l := range lanes {
		l.sc = a.all[i]
		p.paint(l, net)
	}
	p.lanes, p.lane = lanes, lanes[a.at]
	document.Get("documentElement").Get("classList").Call("toggle", "comparing", len(lanes) > 1)
	if !slices.Contains(lanes, p.over) {
		p.over = p.lane
	}
	p.run.Hosts = net.Hosts
	if !keeps {
		p.pace(p.sc)
	}
	p.size.fresh = true
	clear(p.errors)
	clear(p.texts)
	p.unfit = ""
	switch {
	case !p.manned: // spawn follows
		return nil
	case p.failed != "": // another scenario may be what the engine can bear
		p.banner = banner{}
		p.spawn()
		return nil
	}
	for _, l := range lanes {
		p.man(l)
	}
	p.traces.moved(p.engine)
	if keeps {
		p.join(begins)
	} else {
		p.open()
		p.begins = true
	}
	return nil
}

// assign gives each scenario a lane: if the comparison goes on, the one that runs it, else the one in its place, one that is left over
// or a new one. The engines of lanes that are not taken are killed. begins says which do not go on with their runs.
func (p *page) assign(a arrangement, keeps bool) (lanes []*lane, begins []bool) {
	lanes, begins = make([]*lane, len(a.all)), make([]bool, len(a.all))
	old := slices.Clone(p.lanes)
	pick := func(i int, ok func(l *lane) bool) {
		if j := slices.IndexFunc(old, ok); lanes[i] == nil && j >= 0 {
			lanes[i] = old[j]
			old = slices.Delete(old, j, j+1)
		}
	}
	if keeps {
		for i, s := range a.all {
			pick(i, func(l *lane) bool { return l.sc.Equal(s) && (l.opened || l.engine.opening) }) // else its engine has refused it
		}
	}
	for i := range a.all {
		begins[i] = lanes[i] == nil
	}
	for i := range a.all {
		pick(i, func(l *lane) bool { return i < len(p.lanes) && l == p.lanes[i] })
	}
	for i := range a.all {
		pick(i, func(*lane) bool { return true })
	}
	for i := range lanes {
		if lanes[i] == nil {
			lanes[i] = newLane()
		}
	}
	for _, l := range old {
		if l.engine != nil {
			l.engine.kill()
		}
	}
	return lanes, begins
}

// join opens the lanes that begin, and lets the run go on, to which they catch up.
func (p *page) join(begins []bool) {
	p.pack.Drop()
	for i, l := range p.lanes {
		if begins[i] {
			p.openLane(l)
		} else if l.busy {
			l.skip = true
		}
	}
	if p.opened { // what has waited for another lane, which may be gone
		p.opens()
	}
	p.run.Forget()
	p.astray = false
	switch goal := p.run.Goal(); {
	case goal.Kind != "":
		p.run.Aim(goal)
		p.astray = true
	case p.run.Seeking():
	case p.run.Playing():
		p.run.Wind(p.run.Now())
	default:
		p.run.GoTo(p.run.Now())
	}
}

// paint gives a lane the picture of a network.
func (p *page) paint(l *lane, net *topology.Network) {
	if l.net == net {
		return
	}
	l.net = net
	l.scene = render.NewScene(net)
	l.scene.SetTheme(p.theme)
	l.scene.SetReducedMotion(p.still)
	l.scene.SetContrast(p.bold)
	l.hover, l.detail = nothing, -1
	end := p.within(l)
	p.dressOne()
	end()
	l.camera = render.Camera{}
}

// lead sends the run's request to the engines.
func (p *page) lead(q play.Request) {
	if len(p.lanes) == 1 && !(p.astray && q.Fresh && !q.Goal.Back) {
		p.ask(p.lane, q)
		return
	}
	p.astray = false
	at := slices.Index(p.lanes, p.lane)
	for _, a := range p.pack.Begin(q, len(p.lanes), at, p.run.Now()) {
		p.ask(p.lanes[a.Engine], a.Request)
	}
}

// ask sends one engine's request.
func (p *page) ask(l *lane, q play.Request) {
	defer p.within(l)()
	l.busy, l.asked, l.engine.share, l.engine.proves = true, l.detail, len(p.lanes), p.proves
	l.engine.request(l.id, q, p.options(), l.wantCourse || q.Seek || q.Goal.Kind != "")
	l.wantCourse = false
}

// together says whether all lanes have got to where frame f of lane l is, and with what answer to the run.
func (p *page) together(l *lane, f *observe.Frame, met bool) (head observe.Header, reached, there bool) {
	if l.skip {
		l.skip = false
		return
	}
	if !p.pack.Busy() {
		return f.Header, met, len(p.lanes) == 1
	}
	if !p.run.Stands(p.pack.Of()) { // given up meanwhile: what is shown stays until the next request
		p.pack.Drop()
		p.run.Forget()
		return
	}
	next, there := p.pack.Answer(slices.Index(p.lanes, l), &f.Header, met)
	for _, a := range next {
		p.ask(p.lanes[a.Engine], a.Request)
	}
	if there {
		head, reached = p.pack.Sum(p.lane.next().Header)
	}
	return head, reached, there
}

// show makes a lane's next frame the one shown.
func (p *page) show(l *lane) {
	l.cur, l.has, l.detailOf, l.proved = 1-l.cur, true, l.asked, l.engine.proved
	f := l.frame()
	l.scene.SetFrame(f)
	if f.ChecksumPS >= 0 {
		l.checksum, l.sumPS = f.Checksum, f.ChecksumPS
	}
	end := p.within(l)
	defer end()
	p.watched(f)
	if l.isolated != 0 && !l.alive(l.isolated) {
		p.isolate(0)
	}
}

// ended says whether the programs of all traces have ended.
func (p *page) ended() bool {
	for _, l := range p.lanes {
		if !l.has || l.frame().FinishPS < 0 {
			return false
		}
	}
	return true
}

// programEnd is where the last of the programs has ended, ps.
func (p *page) programEnd() (at int64) {
	for _, l := range p.lanes {
		at = max(at, l.frame().ProgramEnd())
	}
	return at
}

// cells cut the free part of the canvas into as many as there are lanes: columns, and rows from above, so that their pictures, not
// the heads over them, have most room. It is given in CSS pixels.
func cells(n int, w, h float64) (columns, rows int) {
	best := math.Inf(-1)
	for c := 1; c <= n; c++ {
		r := (n + c - 1) / c
		fit := min(w/float64(c)/1.3, h/float64(r)-headOf(w/float64(c), h/float64(r))-laneFoot) * float64(n) / float64(c*r)
		if fit > best {
			best, columns, rows = fit, c, r
		}
	}
	return max(columns, 1), max(rows, 1)
}

// What of a lane's part is its title, and what is left below for the names of pods, CSS pixels.
const (
	laneHead   = 40
	laneLine   = 22  // what compare.css adds to it
	laneNarrow = 260 // in a part no wider than this
	laneSlim   = 32  // the title alone, in a part no wider than
	laneThin   = 110 // this, or narrow and no higher than
	laneLow    = 120 // this
	laneFoot   = 12
)

// headOf is how high the head is over a part so wide and high, CSS pixels.
func headOf(width, height float64) float64 {
	switch {
	case width <= laneThin || width <= laneNarrow && height <= laneLow:
		return laneSlim
	case width <= laneNarrow:
		return laneHead + laneLine
	}
	return laneHead
}

// placeLanes gives every lane its part of the canvas, and the page's style sheet where that is.
func (p *page) placeLanes() {
	s := &p.size
	if len(p.lanes) == 1 {
		p.scene.Resize(s.w, s.h, s.ratio, s.insets)
		return
	}
	in := s.insets
	w, h := s.w-in.Left-in.Right, s.h-in.Top-in.Bottom
	columns, rows := cells(len(p.lanes), w/s.ratio, h/s.ratio)
	style := document.Get("documentElement").Get("style")
	cut := func(i, n int, from, size, all float64) (a, b float64, x, y int) { // of the free part, of the canvas
		a, b = math.Round(from+size*float64(i)/float64(n)), math.Round(from+size*float64(i+1)/float64(n))
		if x, y = int(a), int(b); i == 0 {
			x = 0
		}
		if i == n-1 {
			y = int(all)
		}
		return
	}
	for i, l := range p.lanes {
		across := columns
		if i/columns == rows-1 { // the last row may hold fewer
			across = len(p.lanes) - columns*(rows-1)
		}
		x0, x1, left, right := cut(i%columns, across, in.Left, w, s.w)
		y0, y1, top, bottom := cut(i/columns, rows, in.Top, h, s.h)
		l.scene.Place(s.w, s.h, s.ratio, render.Insets{Left: x0, Top: y0 + headOf((x1-x0)/s.ratio, (y1-y0)/s.ratio)*s.ratio, Right: s.w - x1, Bottom: s.h - y1 + laneFoot*s.ratio},
			render.Viewport{X0: left, Y0: top, X1: right, Y1: bottom})
		l.scene.Damage()
		for name, v := range map[string]float64{"x": x0, "y": y0, "w": x1 - x0, "h": y1 - y0} {
			style.Call("setProperty", "--lane-"+strconv.Itoa(i+1)+"-"+name, strconv.FormatFloat(v/s.ratio, 'f', 2, 64)+"px")
		}
	}
	lead := p.lane
	for _, l := range p.lanes {
		if l.camera.Z > 0 { // a lane that was there before keeps looking where it did
			lead = l
			break
		}
	}
	for _, l := range p.lanes {
		if l != lead {
			l.scene.SetCamera(lead.scene.Camera())
		}
		l.camera = l.scene.Camera()
	}
}

// follow has all cameras follow the one that was moved.
func (p *page) follow() {
	if len(p.lanes) == 1 {
		return
	}
	for _, l := range p.lanes {
		if c := l.scene.Camera(); c != l.camera {
			for _, other := range p.lanes {
				if other != l {
					other.scene.SetCamera(c)
				}
			}
			break
		}
	}
	for _, l := range p.lanes {
		l.camera = l.scene.Camera()
	}
}

// deadlocks says what the watchdogs of the lanes have found, "" if nothing.
func (p *page) deadlocks() string {
	for i, l := range p.lanes {
		if !l.has {
			continue
		}
		if text := words.Deadlock(l.net, l.frame()); text != "" && len(p.lanes) > 1 {
			return p.titles()[i] + ": " + text
		} else if text != "" {
			return text
		}
	}
	return ""
}

// under is the lane under the pointer; while something is pressed, the one where that began.
func (p *page) under(at point) *lane {
	if l := p.laneAt(p.size.device(at)); l != p.over && len(p.pointer.down) == 0 {
		end := p.within(p.over)
		p.setHover(nothing)
		end()
		p.over = l
	}
	return p.over
}

// choose makes a lane the one that the panel is about.
func (p *page) choose(l *lane) {
	if l == p.lane || !slices.Contains(p.lanes, l) {
		return
	}
	p.scene.SetPinned(render.Pinned{Port: -1, Switch: -1})
	p.lane = l
	clear(p.errors)
	clear(p.texts)
	p.nextSum = 0
}

// laneAt is the lane drawn at a place of the canvas, in device pixels; the selected one where there is none.
func (p *page) laneAt(x, y float64) *lane {
	for _, l := range p.lanes {
		if len(p.lanes) > 1 && l.scene.Covers(x, y) {
			return l
		}
	}
	return p.lane
}

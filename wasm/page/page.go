//go:build js

package main

// The page's state: which scenario runs, in which worker, how far, and what is shown of it.

import (
	"slices"
	"sync"
	"syscall/js"

	"github.com/vugu/vugu"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/vef"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/wasm/play"
)

// defaultSpeed in simulated ns per second lets the default scenario's tree grow in some seconds.
const defaultSpeed = 20_000

// page is everything but the model. Its mutex is taken by every entry from JavaScript; the
// event environment's lock, which guards the model, is only ever taken inside it and briefly.
// Handlers of components hold the latter already, and therefore enter through a goroutine (do).
type page struct {
	mu    sync.Mutex
	ee    vugu.EventEnv
	model *ui.Model

	*lane  // the selected one
	lanes  []*lane
	manned bool  // workers have been started
	over   *lane // under the pointer, or the one that was last
	pack   play.Pack
	astray bool   // an engine may be ahead of what is shown, and the run sets out for a goal anew
	unfit  string // why what was asked for last cannot be compared
	ids    int    // of openings so far

	history  history[stop]
	veto     func() // brings back what was before the scenarios that are set, should a worker refuse one; nil = nothing can
	errors   map[string]string
	texts    map[string]string
	banner   banner
	declined func() string // what decline said last, nil if nothing
	usual    float64       // the speed that fits the scenario
	note     string
	noteEnd  float64
	noted    int    // notes said so far
	hastened string // the speed that a key has led to, not yet in the model
	help     bool
	keysOff  bool // letters and signs do nothing by themselves
	papers   papers
	traces   traces
	rescue   rescue
	exports  exports
	sweep    sweeps
	tour     touring
	tongue   tongue
	failed   string // why the engine is gone, "" if it lives
	run      play.Run
	want     wanted
	shownAs  string // what the address says of what is on the screen
	unsaid   bool   // but the browser has refused it
	name     named
	unit     string // of a step
	proves   bool   // the engines prove their invariants as they run

	untilError string // what is wrong with the value to run until, as programs get it

	look    look
	inspect inspecting
	theme   render.Theme
	still   bool
	bold    bool // the system asks for more contrast
	size    screen
	lengths map[string]float64 // what tellStyle has told
	pointer pointer
	idle    idle

	views   views
	share   sharing
	framing framing
	caller  *caller

	afterOpen []func() // what messages wait for
	closed    string   // why the worker has opened no scenario at all, "" if it has or may
	waiting   []waiter
	came      float64 // when the last frame has come, ms
	probe     probe
	lines     []string
	told      render.Pick // what was under the pointer when the panel was last told
	charted   moment
	summary   string
	strain    string // the summary's part about congestion without a tree
	calm      bool   // and whether nothing is congested as far as is known
	nextSum   float64
	heard     heard
	begins    bool // the run starts from time 0 again, and nobody has heard so
}

// waiter is a promise to settle when something is shown.
type waiter struct {
	ready   bool // what it waits for has arrived, but is not drawn yet
	seek    bool // waits for the end of the seek, else for the first frame
	tour    bool // waits for the tour's step instead
	joins   bool // waits for a scheme to catch up with those beside it
	opens   bool // waits for a link: whatever is shown of it is what a deadlock on the way to its instant leaves
	resolve func(any)
	reject  func(string)
}

func newPage(ee vugu.EventEnv) *page {
	p := &page{
		ee: ee, model: &ui.Model{State: ui.Loading, Speed: defaultSpeed},
		errors: map[string]string{}, texts: map[string]string{}, lengths: map[string]float64{},
		run: play.Run{Speed: defaultSpeed}, usual: defaultSpeed, want: nowhere, unit: ui.ByPacket, lane: newLane(),
	}
	p.lanes, p.over = []*lane{p.lane}, p.lane
	p.run.Play()
	return p
}

// nothing is under the pointer.
var nothing = render.Pick{Port: -1, Switch: -1}

// enter runs f with the page to itself and brings the panel up to date.
func (p *page) enter(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	p.pump()
	p.publish()
	p.wake()
}

// quick is enter for what happens often: the panel follows a few times a second, or at once if
// the state changes.
func (p *page) quick(f func()) {
	p.pictured(func() {
		f()
		p.wake()
	})
}

// pictured is quick for the pictures themselves, which wake nobody.
func (p *page) pictured(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.state()
	f()
	p.pump()
	if p.state() != before {
		p.publish()
	}
}

// ticked is quick for the n-th tick. The panel follows at every second one, every eighth while the page is idle, and whenever the
// pointer has come to something else: it costs more than the picture does.
func (p *page) ticked(n int, f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.state()
	f()
	p.pump()
	every := 2
	if p.idle.held && p.sweep.stop == nil {
		every = 8
	}
	if n%every == 1 || p.over.hover != p.told || p.state() != before {
		p.publish()
	}
}

// do is enter for handlers of components, which must return at once.
func (p *page) do(f func()) {
	go func() {
		if err := try(func() { p.enter(f) }); err != nil {
			warn(err.Error())
		}
	}()
}

func (p *page) state() ui.State {
	return stateOf(p.failed != "" || p.closed != "", p.probe.shown, p.run.Playing() && !p.run.Resting() || p.run.Seeking() || p.run.Aiming())
}

// spawn starts the workers that are missing, and opens the scenarios.
func (p *page) spawn() {
	p.failed, p.manned = "", true
	for _, l := range p.lanes {
		p.man(l)
	}
	p.open()
}

// man gives a lane a worker, unless it has one.
func (p *page) man(l *lane) {
	if l.engine != nil && !l.engine.dead {
		return
	}
	var e *engine
	e = &engine{
		onOpened: func(id int, packet int64) {
			p.enter(func() {
				if id == l.id {
					l.opened, l.packet = true, packet
					p.opens()
				}
			})
		},
		onRefused: func(id int, field, reason string) {
			p.enter(func() {
				if id == l.id {
					p.refused(l, field, reason)
				}
			})
		},
		onFrame: func(id int, raw, course []byte, reached bool) {
			t := now()
			p.quick(func() { p.arrived(l, id, raw, course, reached) })
			p.probe.work += now() - t
		},
		onCrash: func(reason string) {
			p.enter(func() {
				p.traces.lost(e)
				if !p.leaves(l, reason) {
					p.fail(reason)
				}
			})
		},
		onTraced: func(id int, k vef.Kept, reason string) {
			p.enter(func() { p.traced(id, k, reason) })
		},
	}
	l.engine = e
	e.spawn()
	p.traces.again(e)
}

// announce shows a message until somebody dismisses it.
func (p *page) announce(says func() string) { p.banner = saying(says, dismissed) }

// decline says why something cannot run, until something else does.
func (p *page) decline(says func() string) {
	p.banner, p.declined = saying(says, replaced), says
}

// cease takes away what the banner says until then.
func (p *page) cease(e ending) { p.banner = p.banner.without(e) }

// open begins the present scenarios at time 0.
func (p *page) open() {
	p.run.Restart()
	p.pack.Drop()
	p.cease(undone)
	for _, l := range p.lanes {
		l.deadlocked = false // one of this opening is news, also where the first frame has it
		p.openLane(l)
	}
}

// openLane begins a lane's scenario.
func (p *page) openLane(l *lane) {
	p.ids++
	l.id = p.ids
	l.opened, l.busy, l.skip, l.has, l.checksum, l.sumPS, l.isolated, l.detailOf, l.proved = false, false, false, false, 0, -1, 0, -1, -1
	l.known, l.wantCourse = known{}, true
	p.closed = ""
	l.next().TimePS = 0 // of another opening
	if l.scene != nil {
		l.scene.SetIsolated(0)
	}
	l.engine.open(l.id, l.sc.Query())
}

// fail is the end of the engine.
func (p *page) fail(reason string) {
	if p.recovers(reason) {
		return
	}
	p.failed = reason
	p.opened = false
	p.banner = saying(func() string { return lang.T("The engine has stopped: {0}", lang.Refusal(reason)) }, dismissed)
	p.banner.action = func() string { return lang.T("Restart engine") }
	p.giveUp("the engine has stopped: " + reason)
	p.opens() // they are refused
	p.uncover()
}

// uncover takes the loading screen away though no picture has come: what is wrong is said behind it.
func (p *page) uncover() {
	if !p.probe.shown {
		boot.Call("ready")
	}
}

// change is for a person's changes of the selected scenario: it can be undone, plays, and is in the address bar.
func (p *page) change(s scenario.Scenario) error { return p.rearrange(p.changed(s)) }

// refused is the worker's veto; what was before goes on, or else the other lanes.
func (p *page) refused(l *lane, field, reason string) {
	if p.veto == nil && p.spares(l, reason) {
		return
	}
	text, toured := l.sc.Get(field), p.tour.tour
	p.giveUp(reason)
	if p.veto != nil {
		p.veto()
	} else {
		p.closed = reason
		p.opens() // they are refused
		p.uncover()
	}
	fielded := scenario.Lookup(field) != nil && p.tour.tour == toured // the fields of a tour that has ended are not those of the panel
	if fielded {
		p.errors[field], p.texts[field] = reason, text
	}
	if !fielded || p.closed != "" { // a frame may have no panel to say why there is nothing
		p.announce(func() string { return lang.Refusal(reason) })
	}
}

// address keeps the address bar in step with the scenario.
func (p *page) address() { p.setAddress(p.here()) }

// setAddress writes the part of the address that tells what is on the screen. Safari refuses after a hundred within some
// seconds, as while an arrow key is held in a field: then it is written later.
func (p *page) setAddress(text string) {
	p.shownAs = text
	p.unsaid = try(func() {
		window.Get("history").Call("replaceState", p.entry(), "", window.Get("location").Get("pathname").String()+text)
	}) != nil
}

// entry is what the browser's history keeps beside an address: the tour that runs, "" without one.
func (p *page) entry() map[string]any {
	if p.tour.tour == nil {
		return map[string]any{entryTour: ""}
	}
	return map[string]any{entryTour: p.tour.tour.ID}
}

const entryTour = "congestreeTour"

// untoured says whether an entry of the browser's history, given what it keeps, was on screen while no tour ran. Of one that somebody has
// just made, by another hash, nothing is known.
func untoured(kept js.Value) bool {
	return kept.Type() == js.TypeObject && kept.Get(entryTour).Equal(js.ValueOf(""))
}

// leads makes what open leads to a step of its own in the browser's history, whose back button then returns to what was before: from
// the run of a table's cell, or of a sweep's point. Else back leaves the page, as a change of a field is none to go back to.
func (p *page) leads(open func() error) error {
	before := p.shownAs
	if err := open(); err != nil || p.shownAs == before {
		return err
	}
	there := p.shownAs
	p.setAddress(before)
	try(func() {
		window.Get("history").Call("pushState", p.entry(), "", window.Get("location").Get("pathname").String()+there)
	})
	p.setAddress(there)
	return nil
}

// pump asks for the next frame, if there is one to ask for.
func (p *page) pump() {
	if !p.ready() || p.failed != "" {
		return
	}
	if w := p.want.loop; w[1] > 0 {
		p.run.Loop(w[0], w[1])
		p.want.loop = [2]int64{}
	}
	if at := p.want.at; at >= 0 {
		if p.run.Playing() {
			p.run.Wind(at)
		} else {
			p.run.GoTo(at)
		}
		p.want.at = -1
	}
	for _, l := range p.lanes {
		if l.busy {
			return
		}
	}
	if q, ok := p.run.Next(now()); ok {
		p.lead(q)
	}
}

// arrived takes a frame in.
func (p *page) arrived(l *lane, id int, raw, course []byte, reached bool) {
	if id != l.id {
		return
	}
	f, err := l.take(raw, course)
	if err != nil {
		l.engine.kill()
		p.fail(err.Error())
		return
	}
	head, reached, there := p.together(l, f, reached)
	if !there {
		return
	}
	p.came = now()
	ended, goal, sought := p.ended(), p.run.Goal(), p.run.Seeking()
	there = p.run.Arrived(&head, reached) // before the watchdog, shown, pauses the run: what it got to by then counts
	never := there && goal.Kind != "" && slices.ContainsFunc(p.lanes, func(l *lane) bool { return l.engine.never })
	if never {
		p.rejectThose("the program of the trace has ended before", func(w waiter) bool { return w.seek && !w.tour })
	}
	for i := range p.waiting {
		w := &p.waiting[i]
		w.ready = w.ready || !w.tour && (there || !w.seek)
	}
	for _, l := range p.lanes {
		p.show(l)
	}
	p.awaitTree()
	if never { // it may have gone on for a moment to see that
		p.run.GoTo(max(p.run.Outset(), p.programEnd()))
		p.say(programEnds(p.arrangement().all, p.programEnd()))
	} else if there && goal.Kind != "" {
		p.reached(goal)
	}
	if _, window := p.run.Window(); p.ended() && !ended && p.run.Playing() && !sought && window == 0 { // else it first goes where it shall, or round again
		p.run.GoTo(p.programEnd()) // where congestree run ends, so that the averages are the same
		p.say(programEnds(p.arrangement().all, p.programEnd()))
	}
	p.guide()
	if document.Get("hidden").Bool() { // nothing will be drawn
		p.settle()
	}
	p.hoverChanged()
	// p.pump follows (enter). A run that keeps up waits for the next picture instead: see Draw.
	if !p.run.Behind(&head) && p.run.Playing() && !document.Get("hidden").Bool() {
		p.run.Hold()
	}
}

// settle resolves the promises whose frame has been shown.
func (p *page) settle() {
	rest := p.waiting[:0]
	var done []waiter
	for _, w := range p.waiting {
		if w.ready {
			done = append(done, w)
		} else {
			rest = append(rest, w)
		}
	}
	p.waiting = rest
	for _, w := range done {
		w.resolve(p.measures())
	}
}

// giveUp rejects the promises that will never be kept: somebody has taken the run elsewhere.
func (p *page) giveUp(reason string) {
	p.sweep.resume = false
	p.reject(reason)
}

// reject is giveUp where nobody has.
func (p *page) reject(reason string) {
	w := p.waiting
	p.waiting = nil
	for _, w := range w {
		w.reject(reason)
	}
}

// rejectThose is reject of those that are lost.
func (p *page) rejectThose(reason string, lost func(waiter) bool) {
	p.waiting = slices.DeleteFunc(p.waiting, func(w waiter) bool {
		gone := lost(w)
		if gone {
			w.reject(reason)
		}
		return gone
	})
}

// giveUpTimes is giveUp where the run goes to another time: what only waits to be shown still will be. An instant that was to
// be gone to is given up with what waits for it.
func (p *page) giveUpTimes(reason string) {
	p.sweep.resume = false
	p.want.at = -1
	p.rejectThose(reason, func(w waiter) bool { return w.seek && !w.tour || w.tour && p.want.tour == "" }) // a tour that is still to begin will
}

// giveUpTour is giveUp where a tour goes no further, and the run wherever it was going.
func (p *page) giveUpTour(reason string) {
	p.rejectThose(reason, func(w waiter) bool { return w.tour && !w.ready })
}

// giveUpRest is giveUp where what is shown next still keeps some of them, and those of links.
func (p *page) giveUpRest(reason string) {
	for i := range p.waiting {
		w := &p.waiting[i]
		w.ready = w.ready || w.opens
	}
	p.rejectThose(reason, func(w waiter) bool { return !w.ready })
}

// seek goes to a time, forwards or backwards.
func (p *page) seek(ps int64) {
	p.halt()
	p.giveUpTimes("another time was sought")
	if p.ready() {
		p.run.GoTo(ps)
		return
	}
	p.run.Pause()
	p.want.at = ps
}

// showTree shows a tree alone, or all, for a person, who waits for none that a link has named any more.
func (p *page) showTree(tree uint32) {
	p.want.tree = -1
	p.isolate(tree)
}

func (p *page) isolate(tree uint32) {
	p.isolated = tree
	p.scene.SetIsolated(tree)
}

func (p *page) say(note string) {
	p.note, p.noteEnd = note, now()+4000
	p.noted++
}

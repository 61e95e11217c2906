//go:build js

package main

// Guided tours: the page goes where a step says, fills its caption with what is measured there, decides the caption's
// claims, and brings back at the end what there was before. The tours themselves are data: see package tours.

import (
	"fmt"
	"strconv"
	"strings"
	"syscall/js"

	simulator "github.com/congestree/congestree/engine"
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/render"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/tours"
	"github.com/congestree/congestree/wasm/play"
)

// tourSeconds is how long a step that plays takes, in s; an engine that needs tourPatience times as long is sent there at once.
const (
	tourSeconds  = 4
	tourPatience = 2.5
)

// closeUp is how many times nearer than the whole network a step's camera is that shows packets.
const closeUp = 8

// visited is where the browser remembers that tours need not be offered any more.
const visited = "congestree.tours"

// touring is the gallery and the tour that runs.
type touring struct {
	hall, offer bool

	tour    *tours.Tour // nil = none
	step    int         // the number of steps stands for the end
	leg     leg
	since   float64 // when the leg began, wall time in ms
	said    string
	wrong   string
	decided bool      // the claims have been held against this step's instant
	shown   [4]string // what the document's attributes say
	before  before
}

// leg is a part of the way to a step's instant.
type leg uint8

const (
	arrived leg = iota
	playing     // before the viewer's eyes
	going       // as fast as it can
)

// before is what a person had.
type before struct {
	all      arrangement
	look     look
	view     render.Viewpoint
	whole    bool
	ps       int64
	play     bool
	speed    float64
	chosen   bool // the speed is not the one that fits
	from, to int64
	pin      string        // as links have it
	history  history[stop] // what is done during a tour is undone only in it, and nothing else there
}

func init() {
	addView(viewParam[*page]{name: "tour",
		read: func(p *page, text string) error {
			if _, ok := tours.Find(text); !ok {
				return lang.Error("there is no such tour; the gallery has all")
			}
			p.want.tour, p.want.step = text, 0
			return nil
		},
		write: func(p *page) string {
			if !p.onTour() || p.tour.ends() { // there a person goes on with what the tour has shown
				return ""
			}
			return p.tour.tour.ID
		}})
	addView(viewParam[*page]{name: "step", // after tour
		read: func(p *page, text string) error {
			t, ok := tours.Find(p.want.tour)
			if !ok {
				return lang.Error("it belongs to a tour")
			}
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > len(t.Steps) {
				return lang.Error("write a number from {0} to {1}", "1", strconv.Itoa(len(t.Steps)))
			}
			p.want.step = n - 1
			return nil
		},
		write: func(p *page) string {
			if !p.onTour() || p.tour.ends() || p.tour.step == 0 {
				return ""
			}
			return strconv.Itoa(p.tour.step + 1)
		}})
}

func (p *page) ShowTours(on bool) {
	p.do(func() {
		p.tour.hall = on
		if on {
			visit() // the offer stays for this one: it has the focus again when the hall is closed
		}
	})
}

func (p *page) DismissOffer() { p.do(p.remember) }

func (p *page) EndTour(keep bool) { p.do(func() { p.endTour(keep) }) }

// StartTour is ui.Actions'. What was pinned before would stand beside, or over, pictures of other runs.
func (p *page) StartTour(id string, step int) {
	p.do(func() {
		fresh := p.tour.tour == nil
		if p.startTour(id, step, p.goStep); fresh && p.tour.tour != nil {
			p.setPin(observe.Pin{})
			p.address()
		}
	})
}

// remember that this person knows of the tours.
func (p *page) remember() {
	p.tour.offer = false
	visit()
}

// visit notes it for later visits.
func visit() {
	try(func() { storage().Call("setItem", visited, "1") }) // there may be none, or no room in it
}

// offerTours on the first visit, where visits can be told apart; not in frames, which show what their authors chose.
func (p *page) offerTours() {
	if embedded() {
		return
	}
	try(func() { p.tour.offer = storage().Call("getItem", visited).IsNull() })
}

// startTour begins a tour, or goes to a step of the one that runs, with goStep or setOut.
func (p *page) startTour(id string, step int, to func(*tours.Tour, int)) {
	t, ok := tours.Find(id)
	if !ok || p.failed != "" {
		return
	}
	if p.tour.tour == nil {
		v, whole := p.scene.Viewpoint()
		from, to := p.run.Window()
		if w := p.want.loop; w[1] > 0 { // of a link that is still opening
			from, to = w[0], w[1]
		}
		p.tour.before = before{p.arrangement(), p.look, v, whole, p.instant(), p.run.Playing(), p.run.Speed, p.run.Speed != p.usual, from, to, p.inspect.text, p.history}
		p.history = history[stop]{}
		p.remember()
	}
	fresh := p.tour.tour != t
	p.tour.hall, p.want.tour = false, ""
	to(t, min(max(step, 0), len(t.Steps)))
	if fresh {
		later(200, func() { // once the panel has drawn it
			if b := document.Call("querySelector", `[data-testid="tour-next"]`); b.Truthy() {
				b.Call("focus")
			}
		})
	}
}

// ends says whether the tour is at its end, where a person may try something beside the last picture.
func (t *touring) ends() bool { return t.tour != nil && t.step == len(t.tour.Steps) }

// pictured is the step whose picture belongs to where the tour is: at the end the last one. There must be a tour.
func (t *touring) pictured() int { return min(t.step, len(t.tour.Steps)-1) }

// strayed says whether a person has changed what a step of the tour runs.
func (p *page) strayed() bool {
	t := p.tour.tour
	return t != nil && !p.runs(t.Steps[p.tour.pictured()].Opens())
}

// goStep sets out for a step. What somebody has strayed to is not lost: an undo brings it back.
func (p *page) goStep(t *tours.Tour, i int) {
	now, strayed := p.stop(), p.strayed()
	p.setOut(t, i)
	if strayed && !p.strayed() {
		p.history.add(now)
	}
}

// strayIn has the caption be that of a step which is not on screen.
func (p *page) strayIn(t *tours.Tour, i int) {
	p.halt()
	p.tour.tour, p.tour.step, p.tour.said, p.tour.wrong, p.tour.decided = t, i, "", "", false
	if i == len(t.Steps) { // the end: what there is to try, beside the last picture
		p.tour.said = t.Try.In(lang.Tag())
	}
}

// setOutAgain is setOut where the end's picture may be gone, too: it is gone back to at once.
func (p *page) setOutAgain(t *tours.Tour, i int) {
	last := len(t.Steps) - 1
	p.setOut(t, min(i, last))
	if i <= last || p.strayed() {
		return
	}
	p.strayIn(t, i)
	p.seek(t.EndPS(last))
	p.tour.leg = going
	p.address()
}

// setOut sets out for a step, whatever is on screen.
func (p *page) setOut(t *tours.Tour, i int) {
	unseen := p.tour.leg != arrived && !p.strayed() // the step's picture, that of the last being beside the end
	p.strayIn(t, i)
	if i == len(t.Steps) {
		if unseen {
			p.seek(t.EndPS(i - 1))
			p.tour.leg = going
		}
		return
	}
	s := &t.Steps[i]
	if err := simulator.Check(s.Opens()); err != nil { // the tests have opened it; a browser may lack the memory
		p.announce(func() string { return refusal(err) })
		return
	}
	p.giveUp("a tour goes on")
	p.want = nowhere
	p.run.Loop(0, 0)
	p.isolate(0)
	p.setHover(nothing)
	if !p.runs(s.Opens()) {
		if err := p.set(arrangement{all: []scenario.Scenario{s.Opens()}}); err != nil {
			p.announce(func() string { return refusal(err) })
			return
		}
		p.veto = func() { p.endTour(false) }
	}
	p.wear(s.Look)
	if s.Camera.On == "" {
		p.scene.Fit()
	}
	from, end := tours.PS(s.FromUS), t.EndPS(i)
	if from > 0 && from < end && !p.still && !p.framing.unseen { // who cannot see it waits for it all the same
		p.tour.leg = playing
		p.run.Speed = min(max(float64(end-from)/1000/tourSeconds, play.MinSpeed), play.MaxSpeed)
		p.tour.since = now()
		p.run.Loop(from, end)
		p.run.Play()
		p.run.Release()
	} else {
		p.seek(end)
		p.tour.leg = going
	}
	p.address()
}

// halt has a tour that is on its way to a step, or was to begin, go no further: somebody takes the run elsewhere.
func (p *page) halt() {
	p.want.tour = ""
	if p.tour.leg == playing {
		p.run.Loop(0, 0)
	}
	p.tour.leg = arrived
}

// interrupt is halt where a step that plays may be paused and go on.
func (p *page) interrupt() {
	if p.tour.leg == going {
		p.halt()
	}
}

// holding runs f, by which a tour sets out or goes on by itself: who waits for its step waits on.
func (p *page) holding(f func()) {
	w := p.waiting
	p.waiting = nil
	f()
	p.waiting = append(w, p.waiting...)
}

// wear makes the picture look as a step wants it.
func (p *page) wear(l tours.Look) {
	for _, x := range [][3]string{{ui.LookPackets, l.Packets, render.PacketQuestions[0]}, {ui.LookLinks, l.Links, render.LinkQuestions[0]}, {ui.LookLayout, l.Layout, ui.Stages}} {
		if x[1] == "" {
			x[1] = x[2]
		}
		p.setLook(x[0], x[1])
	}
}

// facts is what is measured now.
func (p *page) facts() tours.Facts {
	return tours.Facts{Net: p.net, Frame: p.frame(), Points: p.known.points, Before: p.tour.tour.Before(p.tour.step)}
}

// runs says whether a scenario is what the page runs, and nothing beside it.
func (p *page) runs(s scenario.Scenario) bool { return len(p.lanes) == 1 && p.sc.Equal(s) }

// there says whether the step's instant is shown, at the end the last one's.
func (p *page) there() bool {
	return p.has && p.frame().TimePS == p.tour.tour.EndPS(p.tour.pictured()) && !p.strayed()
}

// onTour says whether what is on screen is a step of the tour, or on its way there: who has strayed shows something else.
func (p *page) onTour() bool {
	return p.tour.tour != nil && !p.strayed() &&
		(p.there() || p.tour.leg == going || p.tour.leg == playing && (p.run.Playing() || p.run.Seeking()))
}

// guide goes on with a tour, after each frame.
func (p *page) guide() {
	if p.tour.tour == nil {
		return
	}
	end := p.tour.tour.EndPS(p.tour.pictured())
	switch {
	case !p.has:
	case p.tour.leg == playing && (p.frame().TimePS >= end || p.run.Playing() && now()-p.tour.since > 1000*tourSeconds*tourPatience):
		p.run.Loop(0, 0)
		p.holding(func() { p.seek(end) }) // exactly, and with a checksum
		p.tour.leg = going
	case p.tour.leg == going && p.there() && !p.run.Seeking():
		p.arriveAt()
	case p.tour.leg == arrived && !p.tour.decided && !p.tour.ends() && p.there(): // the language has changed meanwhile
		p.tellStep(p.facts())
	}
}

// arriveAt looks where the step says, and decides what it claims.
func (p *page) arriveAt() {
	t := p.tour.tour
	s := &t.Steps[p.tour.pictured()]
	p.tour.leg = arrived
	for i := range p.waiting {
		p.waiting[i].ready = p.waiting[i].ready || p.waiting[i].tour
	}
	f := p.facts()
	if s.Isolate && len(f.Frame.Trees) > 0 {
		p.isolate(f.Frame.Trees[0].ID)
	}
	switch at := f.Place(s.Camera.On); {
	case s.Camera.On == "":
	case s.Camera.Zoom >= closeUp:
		p.scene.LookClosely(at, s.Camera.Zoom)
	default:
		p.scene.LookAt(at, s.Camera.Zoom)
	}
	if port := f.Place(s.Point); port >= 0 {
		k := render.Pick{Kind: render.Port, Port: port, Switch: -1, Group: -1}
		if p.net.IsHost(port) {
			k.Kind = render.Host
		} else {
			k.Switch, _ = p.net.SwitchOf(port)
		}
		p.setHover(k)
	}
	if !p.tour.ends() { // what it says has been said
		p.tellStep(f)
	}
}

// tellStep says what the step that is reached shows, and whether it is what the tour was written for.
func (p *page) tellStep(f tours.Facts) {
	t := p.tour.tour
	s := &t.Steps[p.tour.step]
	p.tour.said = f.Fill(s.Say.In(lang.Tag()))
	p.tour.wrong, p.tour.decided = "", true
	for _, c := range s.Claims() {
		if err := f.Holds(c); err != nil {
			p.tour.wrong = lang.T("This is not what the tour was written for: {0}.", refusal(err))
		}
	}
	if k, ok := t.Kept(p.tour.step); ok && p.sumPS == f.Frame.TimePS && k.Checksum != fmt.Sprintf("%016x", p.checksum) {
		p.tour.wrong = lang.T("This is another state than the one that the tour was written for; the numbers are those of this one.")
	}
}

// endTour brings back what there was, or keeps what is shown; then the way back is an undo.
func (p *page) endTour(keep bool) {
	if p.tour.tour == nil {
		return
	}
	b := p.tour.before
	p.halt()
	p.tour.tour, p.tour.said, p.tour.wrong = nil, "", ""
	p.giveUp("the tour has ended")
	p.run.Loop(0, 0)
	if p.run.Speed = b.speed; keep && !b.chosen {
		p.run.Speed = p.usual // of what is shown
	}
	p.history = b.history
	if keep {
		if !p.arrangement().equal(b.all) {
			p.history.add(stop{arrangement: b.all})
		}
		p.address()
		p.focusCanvas()
		return
	}
	p.isolate(0)
	p.setHover(nothing)
	if !p.arrangement().equal(b.all) {
		if err := p.set(b.all); err != nil {
			p.announce(func() string { return refusal(err) })
			return
		}
	}
	p.setPin(observe.Pin{})
	p.inspect.text, p.inspect.net = b.pin, nil // which the network of before knows
	p.look = b.look
	p.dress()
	if b.whole {
		p.scene.Fit()
	} else {
		p.scene.SetViewpoint(b.view)
	}
	if b.play {
		p.want.at = b.ps // and plays on
		p.run.Play()
	} else {
		p.seek(b.ps)
	}
	p.run.Loop(b.from, b.to)
	p.address()
	p.focusCanvas()
}

func (p *page) focusCanvas() {
	try(func() {
		if c := document.Call("querySelector", "#stage > canvas"); c.Truthy() {
			c.Call("focus", map[string]any{"preventScroll": true})
		}
	})
}

// tourTick is called a few times a second.
func (p *page) tourTick() {
	if id, step := p.want.tour, p.want.step; p.opened && id != "" {
		p.holding(func() { p.startTour(id, step, p.setOut) }) // nobody has strayed to what the link runs until then
		if p.tour.leg == arrived {
			p.giveUp("the tour cannot be opened")
		}
	}
	if p.tour.tour != nil && !p.tour.ends() && p.hover.Kind == render.None && p.tour.leg == arrived && p.there() {
		if s := &p.tour.tour.Steps[p.tour.step]; s.Point != "" && !p.pointer.over { // the pointer has gone away again
			if port := p.facts().Place(s.Point); port >= 0 && port < p.net.SwitchPorts() {
				p.setHover(render.Pick{Kind: render.Port, Port: port, Switch: port / p.net.Radix, Group: -1})
			}
		}
	}
}

// tourState is what the panel shows of it.
func (p *page) tourState() (s ui.TourState) {
	s.Hall, s.Offer = p.tour.hall, p.tour.offer
	mark := [4]string{}
	if t := p.tour.tour; t != nil {
		s.ID, s.Step, s.Going = t.ID, p.tour.step, p.tour.leg != arrived
		if s.There = !p.tour.ends() && p.there(); s.There || p.tour.ends() { // of what somebody strays to, neither is true
			s.Said, s.Wrong = p.tour.said, p.tour.wrong
		}
		if !p.tour.ends() {
			f := p.facts()
			if !p.has {
				f = tours.Facts{Net: p.net}
			}
			step := &t.Steps[p.tour.step]
			f.Coming, f.Event = s.Going, step.UntilClaim() != nil
			if p.strayed() && !s.Going {
				f = tours.Facts{} // what somebody has strayed to is not what the caption tells of
			}
			if s.Text = p.tour.said; f.Frame != nil || s.Text == "" {
				s.Text = f.Fill(step.Say.In(lang.Tag()))
			}
			if s.There && p.tour.leg == arrived {
				s.Said = s.Text
			}
		}
		mark = [4]string{t.ID, strconv.Itoa(s.Step + 1), strconv.FormatBool(s.There && p.tour.leg == arrived), strconv.FormatBool(p.tour.decided && p.tour.wrong == "")}
	}
	if mark != p.tour.shown {
		p.tour.shown = mark
		root := document.Get("documentElement").Get("dataset")
		for i, name := range []string{"tour", "tourStep", "tourThere", "tourHolds"} {
			if mark[0] == "" {
				root.Delete(name)
			} else {
				root.Set(name, mark[i])
			}
		}
	}
	return s
}

// tourKey is what a key does while a tour runs and the focus is with it, or nowhere; nil if nothing. Presenters' clickers send PageDown
// and PageUp, wherever the focus is. A key that is held goes one step: else it would run through all of the tour, and on in time.
func (p *page) tourKey(target js.Value, key string, ctrl, shift, held bool) func() {
	if p.tour.tour == nil || ctrl || shift || p.help || strings.HasPrefix(key, "F") {
		return nil
	}
	with := target.Get("closest").Truthy() && target.Call("closest", ".tour").Truthy() || target.Equal(document.Get("body"))
	by := 0
	switch key {
	case "Escape":
		if p.pinned().Kind != observe.PinNothing { // closes the inspector first
			return nil
		}
		return func() { p.endTour(false) }
	case "PageDown":
		with, by = !pages(target), 1
	case "PageUp":
		with, by = !pages(target), -1
	case "ArrowRight":
		by = 1
	case "ArrowLeft":
		by = -1
	}
	to := p.tour.step + by
	switch {
	case by == 0 || !with:
		return nil
	case held:
		return func() {}
	case to < 0 || to > len(p.tour.tour.Steps):
		return nil
	}
	return func() { p.goStep(p.tour.tour, to) }
}

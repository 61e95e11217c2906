package ui

// A guided tour while it runs: the caption of its step, and the way to the next. It stands beside the picture, in a place
// of its own, so that it covers nothing of what it talks about, and the panel stays in use.

import (
	"math"
	"strconv"

	"github.com/vugu/vugu"

	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/tours"
)

// TourState is what the page knows of the gallery and of a tour.
type TourState struct {
	Hall  bool   // the gallery is open
	Offer bool   // this is the first visit: the gallery is offered beside the picture
	ID    string // of the tour that runs, "" if none does
	Step  int    // from 0; the number of steps where the tour ends with something to try
	Text  string // the caption, with the numbers of the picture shown
	Said  string // the caption once more, while the step's instant is shown: for screen readers
	There bool   // the step's instant is shown, in its scenario
	Going bool   // the run is on its way there
	Wrong string // a claim of the caption that does not hold there
}

// TourActions is what a person can do with tours.
type TourActions interface {
	ShowTours(bool)
	DismissOffer()
	StartTour(id string, step int) // from 0
	EndTour(keep bool)             // what there was before comes back, unless what is shown shall stay
}

// Tour is the caption. Its template is tour.vugu.
type Tour struct {
	m         *Model
	a         Actions
	wrong     *still
	transport *Transport // where the caption covers the panel, it has the button of the transport that stops what moves
}

func newTour(m *Model, a Actions) *Tour {
	return &Tour{m: m, a: a, wrong: &still{b: &TourAlert{m: m}}, transport: &Transport{m: m, a: a}}
}

func (c *Tour) children() []*still { return []*still{c.wrong} }

// TourAlert says which claim does not hold: apart, since the caption's numbers change all the time, and who listens would hear the
// alert again with each of them. Its template is tour-alert.vugu.
type TourAlert struct{ m *Model }

// At is the tour that runs, or an empty one.
func (c *Tour) At() *tours.Tour {
	if c.m.Tour.ID != "" { // the tours are only read once somebody wants one
		if t, ok := tours.Find(c.m.Tour.ID); ok {
			return t
		}
	}
	return &tours.Tour{}
}

func (c *Tour) Open() bool    { return c.m.Tour.ID != "" }
func (c *Tour) Title() string { return c.At().Title.In(lang.Tag()) }
func (c *Tour) Last() bool    { return c.m.Tour.Step >= len(c.At().Steps) }

func (c *Tour) Where() string {
	if c.Last() {
		return T("Try it yourself")
	}
	at := T("{0} of {1}", strconv.Itoa(c.m.Tour.Step+1), strconv.Itoa(len(c.At().Steps)))
	if c.m.Tour.Going {
		at += " · " + T("on its way to {0} µs", strconv.FormatFloat(math.Round(float64(c.At().EndPS(c.m.Tour.Step))/1e4)/100, 'f', -1, 64))
	}
	return at
}

func (c *Tour) Text() string {
	if c.Last() {
		return c.At().Try.In(lang.Tag())
	}
	return c.m.Tour.Text
}

// dot is a step as a button.
type dot struct {
	N              int
	Label, Current string
	Class          string
}

func (c *Tour) Dots() (list []dot) {
	for i := range c.At().Steps {
		d := dot{N: i, Label: T("Step {0}", strconv.Itoa(i+1)), Class: "dot"}
		if i < c.m.Tour.Step {
			d.Class = "dot past"
		}
		if i == c.m.Tour.Step {
			d.Current, d.Class = "step", "dot here"
		}
		list = append(list, d)
	}
	return
}

// Current is an attribute that is there for the present step only.
func (d dot) CurrentAttr() any {
	if d.Current == "" {
		return nil
	}
	return d.Current
}

// Strayed says that the picture shows something else than the caption is about.
func (c *Tour) Strayed() bool {
	return c.Open() && !c.Last() && !c.m.Tour.There && !c.m.Tour.Going
}

func (c *Tour) Next() string {
	if c.m.Tour.Step+1 >= len(c.At().Steps) {
		return T("Try it yourself")
	}
	return T("Next")
}

func (c *Tour) First() bool { return c.m.Tour.Step == 0 }

func (c *Tour) show(step int) { guard(c.m, func() { c.a.StartTour(c.m.Tour.ID, step) }) }

func (c *Tour) OnBack(vugu.DOMEvent)  { c.show(c.m.Tour.Step - 1) }
func (c *Tour) OnNext(vugu.DOMEvent)  { c.show(c.m.Tour.Step + 1) }
func (c *Tour) OnAgain(vugu.DOMEvent) { c.show(c.m.Tour.Step) }
func (c *Tour) OnDot(step int)        { c.show(step) }
func (c *Tour) OnExit(vugu.DOMEvent)  { guard(c.m, func() { c.a.EndTour(false) }) }
func (c *Tour) OnKeep(vugu.DOMEvent)  { guard(c.m, func() { c.a.EndTour(true) }) }
func (c *Tour) OnMore(vugu.DOMEvent)  { guard(c.m, func() { c.a.ShowTours(true) }) }

// TourOffer is the button of the first visit. Its template is tour-offer.vugu.
type TourOffer struct {
	m *Model
	a Actions
}

func (c *TourOffer) Hidden() bool {
	return !c.m.Tour.Offer || c.m.Tour.ID != "" || c.m.Banner != "" || c.m.State == Loading
}
func (c *TourOffer) OnOpen(vugu.DOMEvent)    { guard(c.m, func() { c.a.ShowTours(true) }) }
func (c *TourOffer) OnDismiss(vugu.DOMEvent) { guard(c.m, c.a.DismissOffer) }

package ui

// The gallery of guided tours: a modal dialog over the whole window, a card each, with a picture, what one will see, and
// the numbers of the papers beside ours. It holds nothing while it is closed.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/tours"
)

// TourHall is the dialog. Its template is tour-hall.vugu.
type TourHall struct {
	dialog
	m     *Model
	a     Actions
	topic string // "" = all; a topic or a paper
	query string

	chips []chip // as made for
	cards []tourCard
	of    string
}

// make is called by all that is shown: what is asked for changes seldom.
func (c *TourHall) make() {
	if of := lang.Tag() + "\n" + c.topic + "\n" + c.query; c.of != of {
		c.chips, c.cards, c.of = c.makeChips(), c.makeCards(), of
	}
}

// Chips are the topics and papers that some tour is about; none while nobody sees them.
func (c *TourHall) Chips() []chip {
	if !c.m.Tour.Hall {
		return nil
	}
	c.make()
	return c.chips
}

// Cards are the tours that are asked for; none while nobody sees them.
func (c *TourHall) Cards() []tourCard {
	if !c.m.Tour.Hall {
		return nil
	}
	c.make()
	return c.cards
}

// chip is a choice of what to show.
type chip struct{ ID, Label, Pressed string }

// tourCard is a tour in the gallery.
type tourCard struct {
	ID, Title, About, Dark, Light, Foot string
	Experiment                          string
	Note                                string // why there are no numbers to compare, "" if there are
	Numbers                             []tourNumber
}

// tourNumber is a result of ours beside the published one.
type tourNumber struct{ Label, Ours, Published string }

func (c *TourHall) makeChips() (list []chip) {
	add := func(id, label string) {
		list = append(list, chip{id, label, strconv.FormatBool(c.topic == id)})
	}
	add("", T("All"))
	for _, t := range tours.Topics {
		if slices.ContainsFunc(tours.All(), func(x *tours.Tour) bool { return about(x, t) }) {
			add(t, topicName(t))
		}
	}
	for _, p := range paper.Papers {
		add(p.ID, "["+p.ID+"]")
	}
	return
}

func topicName(id string) string {
	switch id {
	case "hol":
		return T("HoL blocking")
	case "tree":
		return T("Congestion trees")
	case "routing":
		return T("Adaptive routing")
	case "queuing":
		return T("Queuing schemes")
	case "isolation":
		return T("Isolation")
	case "notification":
		return T("Congestion notification")
	case "deadlock":
		return T("Deadlock")
	case "program":
		return T("Programs")
	}
	return id
}

func about(t *tours.Tour, topic string) bool {
	for _, x := range t.Topics {
		if x == topic {
			return true
		}
	}
	return topic == "" || topic == paperOf(t)
}

// paperOf is the ID of the paper a tour is about, "" if none.
func paperOf(t *tours.Tour) string {
	if t.Experiment == "" {
		return ""
	}
	e, _ := tours.Experiment(t.Experiment)
	return e.Paper
}

func (c *TourHall) makeCards() (list []tourCard) {
	words := strings.Fields(strings.ToLower(c.query))
	tag := lang.Tag()
	for _, t := range tours.All() {
		if !about(t, c.topic) {
			continue
		}
		x := tourCard{ID: t.ID, Title: t.Title.In(tag), About: t.About.In(tag), Dark: Asset("gallery/" + t.PictureFile(false)), Light: Asset("gallery/" + t.PictureFile(true)), Experiment: t.Experiment}
		var names []string
		for _, topic := range t.Topics {
			names = append(names, topicName(topic))
		}
		x.Foot = lang.N(len(t.Steps), "{0} step", "{0} steps") + " · " + strings.Join(names, ", ")
		text := strings.ToLower(x.Title + " " + x.About + " " + x.Foot + " " + paperOf(t) + " " + t.ID)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			continue
		}
		if e, ok := tours.Experiment(t.Experiment); ok && e.Kind == paper.Exact {
			x.Note = exactly(e)
		}
		published := false
		for _, id := range t.Numbers {
			if cell, err := paper.Parse(id); err == nil {
				x.Numbers = append(x.Numbers, tourNumberOf(cell))
				_, ok := paper.Published(cell)
				published = published || ok
			}
		}
		if len(x.Numbers) > 0 && !published {
			x.Note = T("The paper prints curves, no numbers.")
		}
		list = append(list, x)
	}
	return
}

func tourNumberOf(c paper.Cell) tourNumber {
	label := c.Routing + ", " + c.Scheme + ", " + c.Traffic
	switch {
	case c.Paper == paper.DRB:
		label = c.Routing + ", " + c.Traffic + " @ " + strconv.Itoa(c.Load) + space + "%"
	case c.IsCase():
		label = c.Scheme + ", " + strconv.Itoa(c.From) + "–" + strconv.Itoa(c.Until) + space + "µs"
	case c.IsTrace():
		label = c.Routing + ", " + c.Scheme
	}
	n := tourNumber{Label: label, Ours: "–", Published: "·"}
	if v, ok := paper.OurValue(c); ok {
		switch {
		case c.IsTrace():
			n.Ours = strconv.FormatFloat(v/1000, 'f', 2, 64) + space + "ms"
		case c.Aside:
			n.Ours = strconv.FormatFloat(v, 'f', 0, 64)
		default:
			n.Ours = strconv.FormatFloat(v, 'f', 1, 64) + space + "%"
		}
	}
	if v, ok := paper.Published(c); ok {
		n.Published = strconv.FormatFloat(v, 'f', 0, 64) + space + "%"
	}
	return n
}

// Count says how many there are.
// Said is what is said meanwhile.
func (c *TourHall) Said() string { return c.said(c.m, c.m.Tour.Hall) }

func (c *TourHall) Count() string {
	if !c.m.Tour.Hall {
		return ""
	}
	return lang.N(len(c.Cards()), "{0} tour", "{0} tours")
}

func (c *TourHall) sync(el js.Value) {
	guard(c.m, func() {
		if c.follow(el, c.m.Tour.Hall) && js.Global().Call("matchMedia", "(pointer: coarse)").Get("matches").Bool() {
			el.Call("querySelector", ".close").Call("focus") // to search first would open a keyboard over the cards
		}
	})
}

func (c *TourHall) OnSearch(e vugu.DOMEvent) { guard(c.m, func() { c.query = value(e) }) }
func (c *TourHall) OnChip(id string)         { guard(c.m, func() { c.topic = id }) }
func (c *TourHall) OnClose(vugu.DOMEvent)    { guard(c.m, func() { c.a.ShowTours(false) }) }

// OnTour begins a tour.
func (c *TourHall) OnTour(id string) {
	guard(c.m, func() {
		c.a.ShowTours(false)
		c.a.StartTour(id, 0)
	})
}

// OnPapers opens a table or figure with all its numbers; "" opens the one that was open last.
func (c *TourHall) OnPapers(experiment string) {
	guard(c.m, func() {
		if experiment != "" {
			c.a.SetPapers(PapersAt{Chosen: experiment, Scheme: c.m.PapersAt.Scheme})
		}
		c.a.ShowTours(false)
		c.a.ShowPapers(true)
	})
}

// OnCancel is Escape, or the browser's own way to close.
func (c *TourHall) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowTours(false)
	})
}

package ui

import (
	"strconv"
	"strings"
	"testing"

	"github.com/vugu/html"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/tours"
)

func (p *fakePage) ShowTours(on bool) { p.note("tours"); p.Tour.Hall = on }
func (p *fakePage) DismissOffer()     { p.note("offer"); p.Tour.Offer = false }
func (p *fakePage) StartTour(id string, step int) {
	p.note("tour", id, strconv.Itoa(step))
	p.Tour.ID, p.Tour.Step = id, step
}
func (p *fakePage) EndTour(keep bool) {
	p.note("end", strconv.FormatBool(keep))
	p.Tour.ID = ""
}

func cardsOf(doc *html.Node) (ids []string) {
	for _, n := range all(doc, func(n *html.Node) bool { return attr(n, "data-tour") != "" }) {
		ids = append(ids, attr(n, "data-tour"))
	}
	return
}

func TestToursAreFoundAndBegun(t *testing.T) {
	p := newPage(t)
	hall := p.root.tourHall.b.(*TourHall)
	if ids := cardsOf(p.html(t)); len(ids) != 0 {
		t.Errorf("the closed gallery holds %d cards", len(ids))
	}
	p.root.gallery.b.(*Gallery).OnTours(p.on())
	if ids := cardsOf(p.html(t)); len(ids) != len(tours.All()) || ids[0] != "hol" {
		t.Errorf("the gallery shows %d cards of %d", len(ids), len(tours.All()))
	}
	for _, c := range []struct {
		topic, query, want string
		n                  int
	}{{"", "incast", "incast", 1}, {"", "INCAST recovered", "incast", 1}, {"deadlock", "", "deadlock", 1}, {paper.RAR, "", "rar-table-1", 15}, {paper.RAR, "table 3", "rar-table-3", 1}, {"", "no such thing", "", 0}} {
		hall.OnChip(c.topic)
		hall.OnSearch(p.on("value", c.query))
		list := hall.Cards()
		if len(list) != c.n || c.n > 0 && list[0].ID != c.want {
			t.Errorf("%q, %q: %d cards", c.topic, c.query, len(list))
		}
	}
	hall.OnChip("")
	hall.OnSearch(p.on("value", "table 3"))
	doc := text(one(t, p.html(t), "tours-cards"))
	cell, _ := paper.Parse("voq/NoTH-AS-K/DBBM/HS10-1")
	ours, _ := paper.OurValue(cell)
	if !strings.Contains(doc, strconv.FormatFloat(ours, 'f', 1, 64)) || !strings.Contains(doc, "60") {
		t.Errorf("the card of Table 3 says %s", doc)
	}
	hall.OnPapers("rar-table-3")
	if p.Tour.Hall || !p.Papers || p.PapersAt.Chosen != "rar-table-3" {
		t.Error("its numbers do not open")
	}
	hall.OnTour("hol")
	if p.Tour.ID != "hol" || p.Tour.Hall {
		t.Errorf("the tour does not begin: %v", p.calls)
	}
}

// The alert is not said again with each change of the caption.
func TestTourAlertRests(t *testing.T) {
	p := newPage(t)
	p.Tour = TourState{ID: "hol", There: true, Text: "41 %.", Wrong: "It is not so."}
	if s := text(one(t, p.fresh(t), "tour-wrong")); s != "It is not so." {
		t.Errorf("the alert says %q", s)
	}
	p.html(t)
	p.Tour.Text = "42 %."
	doc := p.html(t)
	if s := text(one(t, doc, "tour-text")); s != "42 %." {
		t.Errorf("the caption says %q", s)
	}
	if s := text(one(t, doc, "tour-wrong")); s != "" {
		t.Errorf("with the caption goes %q", s)
	}
	p.Tour.Wrong = "Nor is it so."
	if s := text(one(t, p.html(t), "tour-wrong")); s != "Nor is it so." {
		t.Errorf("another alert: %q", s)
	}
}

func TestTourIsGoneThrough(t *testing.T) {
	defer lang.Set("en")
	p := newPage(t)
	p.Tour = TourState{ID: "hol", Step: 0, Text: "What is seen.", There: true}
	c := p.root.tour.b.(*Tour)
	for _, tag := range []string{"en", "es"} {
		lang.Set(tag)
		doc := one(t, p.fresh(t), "tour")
		hol := c.At()
		if s := text(doc); !visible(doc) || !strings.Contains(s, hol.Title.In(tag)) || !strings.Contains(s, "What is seen.") || strings.Contains(s, hol.Try.In(tag)) {
			t.Errorf("%s: %s", tag, s)
		}
	}
	lang.Set("en")
	c = p.root.tour.b.(*Tour)
	for i := range c.At().Steps {
		doc := p.fresh(t)
		if here := all(doc, func(n *html.Node) bool { return attr(n, "aria-current") == "step" }); len(here) != 1 || attr(here[0], "aria-label") != "Step "+strconv.Itoa(i+1) {
			t.Errorf("step %d: %d dots are the present one", i+1, len(here))
		}
		c.OnNext(p.on())
	}
	doc := p.fresh(t)
	if s := text(one(t, doc, "tour-text")); s != c.At().Try.In("en") || visible(one(t, doc, "tour-next")) || !visible(one(t, doc, "tour-keep")) || !visible(one(t, doc, "tour-more")) {
		t.Errorf("the end says %q", s)
	}
	c.OnBack(p.on())
	p.Tour.There = false
	if doc := p.fresh(t); p.Tour.Step != len(c.At().Steps)-1 || !visible(one(t, doc, "tour-again")) {
		t.Error("who strays does not find back")
	}
	p.Tour.Going = true
	if s := text(one(t, p.fresh(t), "tour")); !strings.Contains(s, "on its way to 150 µs") || visible(one(t, p.fresh(t), "tour-again")) {
		t.Errorf("on the way: %s", s)
	}
	p.Tour.Step = 1
	if s := c.Where(); s != "2 of 5 · on its way to 64.23 µs" {
		t.Errorf("on the way to step 2: %s", s)
	}
	c.OnExit(p.on())
	if p.calls[len(p.calls)-1] != "end false" || visible(one(t, p.fresh(t), "tour")) {
		t.Errorf("the tour goes on: %v", p.calls)
	}
	p.Tour.Offer = true
	if o := one(t, p.fresh(t), "tour-offer"); !visible(o) {
		t.Error("nothing is offered")
	}
	p.Banner = "x"
	if o := one(t, p.fresh(t), "tour-offer"); visible(o) {
		t.Error("the offer lies under a message")
	}
}

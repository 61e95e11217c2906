package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/ui/lang"
	"github.com/vugu/html"
)

// Whatever the dialog shows has a link that leads to it, and no two things have the same.
func TestPapersPlacesHaveLinks(t *testing.T) {
	m := &Model{Papers: true}
	c := newPapers(m, nil)
	seen := map[string]bool{}
	again := func(at PapersAt) {
		t.Helper()
		link := at.Link()
		got, err := ReadPapers(link)
		upper, err2 := ReadPapers(strings.ToUpper(link))
		if err != nil || err2 != nil || got.usual() != at.usual() || got != upper {
			t.Errorf("%+v is %q, which is read as %+v and %+v, %v, %v", at, link, got, upper, err, err2)
		}
		if seen[strings.ToLower(link)] || len(link) > 64 { // what a parameter may have
			t.Errorf("%q is that of something else, too, or too long", link)
		}
		seen[strings.ToLower(link)] = true
	}
	schemed := 0
	for _, x := range c.Choices() {
		again(PapersAt{Chosen: x[0]})
		m.PapersAt = PapersAt{Chosen: x[0], Scheme: "vFtree"}
		link := m.PapersAt.Link()
		if of := strings.HasSuffix(link, ":vFtree"); of != c.Schemed() {
			t.Errorf("%s is of one scheme: %v, its link is %q", x[0], c.Schemed(), link)
		} else if of {
			again(m.PapersAt)
			schemed++
		}
	}
	if schemed < 10 {
		t.Errorf("%d are of one scheme", schemed)
	}
	claims := paper.Claims()
	for _, x := range claims {
		again(PapersAt{Chosen: claimsOf + x.Paper, Claim: x.ID})
	}
	if len(claims) < 100 {
		t.Errorf("%d claims", len(claims))
	}
	for _, p := range paper.Papers { // which opens at the first thing of it
		if at, err := ReadPapers(strings.ToLower(p.ID)); err != nil || seen[strings.ToLower(p.ID)] || !strings.HasPrefix(at.Chosen, strings.ToLower(p.ID)+"-") {
			t.Errorf("%s is read as %+v, %v", p.ID, at, err)
		}
	}
}

func TestPapersPlacesAreRefused(t *testing.T) {
	defer lang.Set("en")
	for text, want := range map[string][2]string{
		"":                      {"such as rar-table-2 or rar-vftree-best", "como rar-table-2 o rar-vftree-best"},
		"rar-table-99":          {"(rar, afi, fbicm, drb)", "(rar, afi, fbicm, drb)"},
		"claims-":               {"(rar, afi, fbicm, drb)", "(rar, afi, fbicm, drb)"},
		"<b>\x00é:":             {"write a paper", "escriba un artículo"},
		"rar-table-2 ":          {"write a paper", "escriba un artículo"},
		"rar-table-2:":          {"1Q, DBBM, vFtree, Flow2SL", "1Q, DBBM, vFtree, Flow2SL"},
		"rar-table-2:vFtree:1Q": {"1Q, DBBM, vFtree, Flow2SL", "1Q, DBBM, vFtree, Flow2SL"},
		"rar-table-1:1Q":        {"rar-table-1 is not of one", "rar-table-1 no es de un solo"},
		"afi-fig-7:1Q":          {"not of one queuing scheme", "no es de un solo esquema"},
		"RAR-vftree-best:1Q":    {"rar-vftree-best is not", "rar-vftree-best no es"},
		"claims-RAR:1Q":         {"not of one queuing scheme", "no es de un solo esquema"},
	} {
		for i, tag := range []string{"en", "es"} {
			lang.Set(tag)
			at, err := ReadPapers(text)
			if err == nil || at != (PapersAt{}) || !strings.Contains(err.Error(), want[i]) || len(err.Error()) > 220 {
				t.Errorf("%q is read as %+v, %v", text, at, err)
			}
		}
	}
}

// leds are the elements that are marked.
func leds(doc *html.Node) []*html.Node {
	return find(doc, func(n *html.Node) bool { return slices.Contains(strings.Fields(attr(n, "class")), "led") })
}

// What a link has led to is marked, until something else is chosen; a button beside each thing copies its link.
func TestPapersMarkAndCopyPlaces(t *testing.T) {
	p := newPage(t)
	dialog := p.root.papers.b.(*Papers)
	p.Papers, p.PapersAt = true, PapersAt{Chosen: "claims-RAR", Claim: "rar-vftree-rises", Led: 1}
	doc := p.html(t)
	if m := leds(doc); len(m) != 1 || attr(m[0], "data-claim") != "rar-vftree-rises" || !dialog.seek {
		t.Fatalf("%d places are marked, to be brought into view: %v", len(m), dialog.seek)
	} else if h := find(m[0], func(n *html.Node) bool { return attr(n, "tabindex") == "-1" }); len(h) != 1 || h[0].Data != "h4" || !strings.Contains(text(h[0]), "S-K configurations") {
		t.Error("the marked claim has no heading to be focused")
	}
	p.calls = nil
	dialog.OnLink("rar-1q-best")
	dialog.OnLink("")
	dialog.OnChoose(p.on("value", "rar-table-3"))
	dialog.OnScheme(p.on("value", "DBBM"))
	if m := leds(p.html(t)); len(m) != 0 {
		t.Error("what is chosen is marked as if by a link")
	}
	dialog.OnLink("")
	if want := []string{"copy papers rar-1q-best", "copy papers claims-rar", "papers at rar-table-3", "papers at rar-table-3:DBBM", "copy papers rar-table-3:DBBM"}; !slices.Equal(p.calls, want) {
		t.Errorf("calls %q", p.calls)
	}
	p.PapersAt = PapersAt{Chosen: "rar-table-2", Led: 2}
	doc = p.html(t)
	if m := leds(doc); len(m) != 1 || len(find(m[0], func(n *html.Node) bool { return attr(n, "data-testid") == "papers-at" })) != 1 || text(one(t, doc, "papers-at")) != "Table 2, 1Q" {
		t.Errorf("%d marks, of %q", len(m), text(one(t, doc, "papers-at")))
	}
	if p.PapersAt = p.PapersAt.Left(); len(leds(p.fresh(t))) != 0 {
		t.Error("the mark is there when the dialog is opened again")
	}
	p.Note, p.Noted = "Link copied", p.Noted+1
	if said := text(one(t, p.html(t), "papers-said")); said != "Link copied" {
		t.Errorf("the dialog says %q", said)
	}
}

// Claims are chosen by what has become of them; each has its place.
func TestPapersFilterClaims(t *testing.T) {
	p := newPage(t)
	var dialog *Papers
	show := func(only string) *html.Node {
		p.root = NewRoot(&p.Model, p)
		dialog = p.root.papers.b.(*Papers)
		dialog.OnOnly(only)
		return p.html(t)
	}
	p.Papers, p.PapersAt.Chosen = true, "rar-table-2"
	if visible(one(t, show(""), "papers-only")) {
		t.Error("a table has claims to choose from")
	}
	for _, x := range paper.Papers {
		p.PapersAt = PapersAt{Chosen: claimsOf + x.ID}
		shown := show("")
		all := map[string]int{}
		for _, c := range dialog.View().Claims {
			all[c.Class]++
		}
		filters := dialog.Filters()
		if want := 3 + tally(all[""] > 0); len(filters) != want || len(find(one(t, shown, "papers-only"), func(n *html.Node) bool { return n.Data == "input" })) != want {
			t.Errorf("[%s] %d claims are undecided; there are the choices %+v", x.ID, all[""], filters)
		}
		for _, f := range filters {
			doc := show(f.ID)
			n := len(dialog.View().Claims)
			if f.ID != "" {
				n = all[strings.Replace(f.ID, undecided, "", 1)]
			}
			if f.Off != (n == 0) || !strings.HasSuffix(f.Label, "("+lang.Number(n)+")") {
				t.Errorf("[%s] %+v of %d", x.ID, f, n)
			}
			said := text(one(t, doc, "papers-counted"))
			if n == 0 || f.ID == "" { // which shows all
				n = len(dialog.View().Claims)
			}
			if got := len(find(doc, func(n *html.Node) bool { return attr(n, "data-claim") != "" })); got != n || strings.Contains(said, lang.Number(n)) != (dialog.Only() != "") && n > 1 {
				t.Errorf("[%s] %+v shows %d claims, and says %q", x.ID, f, got, said)
			}
		}
	}
	p.PapersAt = PapersAt{Chosen: "claims-RAR"}
	dialog.OnOnly("fails")
	p.Papers = false
	p.html(t)
	if p.Papers = true; dialog.Only() != "" {
		t.Error("the choice outlives the dialog")
	}
	dialog.OnOnly("holds") // where a link leads to one that is undecided
	p.PapersAt = PapersAt{Chosen: "claims-RAR", Claim: "rar-vftree-rises", Led: 1}
	if m := leds(p.html(t)); len(m) != 1 || dialog.Only() != "" {
		t.Errorf("a link leads to nothing that is shown: %q", dialog.Only())
	}
	dialog.OnOnly("nothing")
	if dialog.Only() != "" {
		t.Error("what no claim is hides all")
	}
}

package ui

import (
	"strings"
	"testing"

	"github.com/vugu/html"

	"github.com/congestree/congestree/engine/scenario"
)

// idsOf collects elements by their test id.
func idsOf(n *html.Node, all map[string]*html.Node) map[string]*html.Node {
	if id := attr(n, "data-testid"); id != "" {
		all[id] = n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		idsOf(c, all)
	}
	return all
}

func inside(n *html.Node, tag string) (count int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == tag {
			count++
		}
		count += inside(c, tag)
	}
	return count
}

const hostile = `"><img src=x onerror=hurt()><script>hurt()</script>`

func TestShareDialogByForm(t *testing.T) {
	for _, c := range []struct {
		form          string
		shown, hidden []string
	}{
		{ShareLink, []string{"share-text", "share-copy", "share-native", "share-preview"}, []string{"share-pdf", "share-width", "share-save", "share-qr-code"}},
		{ShareFrame, []string{"share-text", "share-width", "share-controls"}, []string{"share-native", "share-editable", "share-pdf"}},
		{ShareMarkdown, []string{"share-text", "share-preview"}, []string{"share-width", "share-pdf"}},
		{ShareLaTeX, []string{"share-text", "share-pdf", "share-svg", "share-qr-code"}, []string{"share-width"}},
		{ShareQR, []string{"share-pdf", "share-qr-code"}, []string{"share-text", "share-copy"}},
		{ShareFile, []string{"share-save"}, []string{"share-text", "share-copy", "share-pdf"}},
	} {
		p := newPage(t)
		p.Share = ShareDoc{Open: true, Form: c.form, Text: hostile, Title: hostile, Native: true, QR: "M4 4h7v1h-7z", QREdge: 29, Length: 80, Done: hostile}
		doc := p.html(t)
		if said := strings.Contains(text(doc), "of 128 hosts"); said != (c.form == ShareFrame || c.form == ShareMarkdown) {
			t.Errorf("%s: that the picture is not the run's: %v", c.form, said)
		}
		all := idsOf(doc, map[string]*html.Node{})
		dialog := all["share"]
		if dialog == nil || inside(dialog, "img")+inside(dialog, "script") != 0 {
			t.Fatalf("%s: no dialog, or a text became markup", c.form)
		}
		visible := func(id string) bool {
			for n := all[id]; n != nil; n = n.Parent {
				if has(n, "hidden") {
					return false
				}
			}
			return all[id] != nil
		}
		for _, id := range c.shown {
			if !visible(id) {
				t.Errorf("%s: %s is not shown", c.form, id)
			}
		}
		for _, id := range c.hidden {
			if visible(id) {
				t.Errorf("%s: %s is shown", c.form, id)
			}
		}
	}
}

// A link does not hold the trace of a file.
func TestShareDialogSaysWhatALinkNeeds(t *testing.T) {
	for traffic, want := range map[string]string{"UT": "Whoever opens it sees the same packets.", "VEF-0123456789abcdef": "Whoever opens it is asked for the trace, a file of its own, and sees the same packets."} {
		c := &Share{m: &Model{Scenario: scenario.Default().Must("traffic", traffic), Share: ShareDoc{Form: ShareLink}}}
		if got := c.Hint(); got != want {
			t.Errorf("%s: %q", traffic, got)
		}
	}
}

func TestShareDialogWarnsOfLongLinks(t *testing.T) {
	p := newPage(t)
	for n, wants := range map[int]bool{80: false, 2000: false, 2001: true} {
		p.Share = ShareDoc{Open: true, Form: ShareLink, Length: n}
		all := idsOf(p.fresh(t), map[string]*html.Node{})
		if warned := strings.Contains(attr(all["share-size"], "class"), "error"); warned != wants || has(all["share-save"], "hidden") == wants {
			t.Errorf("%d characters: warned is %v", n, warned)
		}
	}
}

func TestEmbedBarHoldsATitle(t *testing.T) {
	p := newPage(t)
	if all := idsOf(p.html(t), map[string]*html.Node{}); !has(all["embed-bar"], "hidden") {
		t.Error("a page by itself has the bar")
	}
	p.Embed = EmbedDoc{On: true, Title: hostile, Whole: "./?preset=hot-spot"}
	all := idsOf(p.fresh(t), map[string]*html.Node{})
	bar := all["embed-bar"]
	if has(bar, "hidden") || inside(bar, "img")+inside(bar, "script") != 0 || attr(all["embed-title"], "title") != hostile || attr(all["embed-open"], "href") != "./?preset=hot-spot" {
		t.Error("the bar is not what it should be")
	}
	for state, off := range map[State]bool{Loading: true, Running: false, Paused: false, Failed: false} { // an engine that has stopped is started by it
		p.State = state
		if got := has(idsOf(p.fresh(t), map[string]*html.Node{})["embed-restart"], "disabled"); got != off {
			t.Errorf("%s: the button that restarts is off: %v", state, got)
		}
	}
}

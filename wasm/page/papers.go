//go:build js

package main

// "Papers, reproduced": which table, figure or claim is shown, and its links.

import (
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/ui"
	"github.com/congestree/congestree/ui/lang"
)

// papers is the dialog of the papers' tables and figures.
type papers struct {
	open bool
	at   ui.PapersAt
	led  int // links that have led to a place in it
}

// papersParam is the view parameter of a place in it.
const papersParam = "papers"

func init() {
	addView(viewParam[*page]{name: papersParam,
		read: func(p *page, text string) error {
			at, err := ui.ReadPapers(text)
			if err == nil && embedded() && !editable() { // which have no panel to open it from
				p.framing.papers = text
				return lang.Error("a frame shows the papers’ tables only where its readers can change the scenario; the whole page shows them")
			}
			if err == nil {
				p.papers.led++
				at.Led = p.papers.led
				p.papers.open, p.papers.at = true, at
			}
			return err
		},
		write: func(p *page) string {
			if !p.papers.open {
				return p.framing.papers
			}
			return p.papers.at.Link()
		}})
}

// close it: what a link has led to is not marked when it is opened again.
func (x *papers) close() { x.open, x.at = false, x.at.Left() }

func (p *page) ShowPapers(on bool) {
	p.do(func() {
		if p.papers.open = on; !on {
			p.papers.close()
		}
		p.hold(papersParam)
	})
}

func (p *page) SetPapers(at ui.PapersAt) {
	p.do(func() {
		if p.papers.at = at; p.papers.open {
			p.hold(papersParam)
		}
	})
}

// CopyPapers copies a link to a place, whatever runs behind it.
func (p *page) CopyPapers(at ui.PapersAt) {
	p.do(func() {
		link := base() + withParams("", []scenario.Setting{{Field: papersParam, Value: at.Link()}})
		p.copyText(link, lang.T("Link copied"), func() { p.say(lang.T("This browser does not let the page copy")) })
	})
}

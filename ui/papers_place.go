package ui

// Places in the dialog of papers, as links name them: a table or figure, the claims of a paper, one claim.

import (
	"slices"
	"strings"

	"github.com/congestree/congestree/engine/paper"
	"github.com/congestree/congestree/ui/lang"
)

// PapersAt is what the dialog of papers shows.
type PapersAt struct {
	Chosen string // an experiment's ID, or claimsOf and a paper's; "" = the first table of numbers
	Scheme string // of what is of one queuing scheme; "" = the first
	Claim  string // that a link has led to, of those that are shown; "" = none
	Led    int    // counts the links that have led somewhere, whose place is marked; 0 = a person has gone there
}

// usual fills in what is shown where nothing has been said.
func (at PapersAt) usual() PapersAt {
	if at.Chosen == "" {
		at.Chosen = "rar-table-2"
	}
	if at.Scheme == "" {
		at.Scheme = paper.Schemes[0]
	}
	return at
}

// Left is the place once the dialog is closed: what it shows is kept, what a link has led to is not.
func (at PapersAt) Left() PapersAt {
	at.Claim, at.Led = "", 0
	return at
}

// Link is the place as links have it, which ReadPapers reads.
func (at PapersAt) Link() string {
	at = at.usual()
	if at.Claim != "" {
		return at.Claim
	}
	link := strings.ToLower(at.Chosen)
	if at.Scheme != paper.Schemes[0] && slices.ContainsFunc(paper.Experiments(), func(e paper.Experiment) bool { return e.ID() == at.Chosen && ofScheme(e) }) {
		link += ":" + at.Scheme
	}
	return link
}

// ofScheme says whether an experiment's table is of one queuing scheme at a time.
func ofScheme(e paper.Experiment) bool {
	switch e.Kind {
	case paper.Numbers, paper.OverLoad, paper.OverTime:
		return e.Paper != paper.DRB
	}
	return false
}

// ReadPapers reads a place of a link: a paper's ID, which is its first table or figure, claimsOf and that, a claim's ID, or an experiment's, which
// may have a queuing scheme behind it.
func ReadPapers(text string) (at PapersAt, err error) {
	name, scheme, schemed := strings.Cut(text, ":")
	all, one := paper.Experiments(), paper.Experiment{}
	for _, p := range paper.Papers {
		switch {
		case strings.EqualFold(name, claimsOf+p.ID):
			at.Chosen = claimsOf + p.ID
		case strings.EqualFold(name, p.ID):
			one = all[slices.IndexFunc(all, func(e paper.Experiment) bool { return e.Paper == p.ID })]
			at.Chosen = one.ID()
		}
	}
	for _, e := range all {
		if strings.EqualFold(name, e.ID()) {
			one, at.Chosen = e, e.ID()
		}
	}
	if at.Chosen == "" {
		for _, c := range paper.Claims() {
			if strings.EqualFold(name, c.ID) {
				at.Chosen, at.Claim = claimsOf+c.Paper, c.ID
			}
		}
	}
	switch {
	case at.Chosen == "":
		var ids []string
		for _, p := range paper.Papers {
			ids = append(ids, strings.ToLower(p.ID))
		}
		return PapersAt{}, lang.Error("write a paper ({0}), or a table, figure or claim, such as {1} or {2}; the dialog copies the link of each", strings.Join(ids, ", "), "rar-table-2", "rar-vftree-best")
	case !schemed:
		return at, nil
	case one.ID() != at.Chosen || !ofScheme(one):
		return PapersAt{}, lang.Error("{0} is not of one queuing scheme; write it without “:”", strings.ToLower(name))
	}
	for _, s := range paper.Schemes {
		if strings.EqualFold(scheme, s) {
			at.Scheme = s
			return at, nil
		}
	}
	return PapersAt{}, lang.Error("write one of {0} behind “:”", strings.Join(paper.Schemes, ", "))
}

//go:build js

package main

// The message over the page. Its words are made whenever the panel is brought up to date, so that they follow the language and what is
// compared.

// banner is that; its zero value is none.
type banner struct {
	until  ending
	says   func() string
	action func() string // what its button says, nil = it has none
}

// ending is what takes a banner away, other than a person and the next one.
type ending int

const (
	dismissed ending = iota // nothing
	replaced                // another scenario
	undone                  // the deadlock that it tells of is no more, or not reached yet
)

// text is what a banner says, "" if there is none.
func (b banner) text() string {
	if b.says == nil {
		return ""
	}
	return b.says()
}

// button is what its button says, "" if it has none.
func (b banner) button() string {
	if b.action == nil {
		return ""
	}
	return b.action()
}

// announce shows a message until somebody dismisses it.
func (p *page) announce(says func() string) { p.banner = banner{says: says} }

// decline says why something cannot run, until something else does.
func (p *page) decline(says func() string) {
	p.banner, p.declined = banner{until: replaced, says: says}, says
}

// cease takes a banner away that ends so.
func (p *page) cease(e ending) {
	if p.banner.until == e {
		p.banner = banner{}
	}
}

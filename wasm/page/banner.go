package main

import (
	"slices"
	"strings"
)

// The message over the page. Its words are made whenever the panel is brought up to date, so that they follow the language and what is
// compared.

// banner is that: one remark after the other; its zero value is none.
type banner struct {
	said   []remark
	action func() string // what its button says, nil = it has none
}

type remark struct {
	until ending
	says  func() string
}

// saying is a banner of one remark.
func saying(says func() string, until ending) banner { return banner{said: []remark{{until, says}}} }

// over is what says something beside what a banner says, but for what ends with the same; it takes the place of one that has a button.
func (b banner) over(says func() string, until ending) banner {
	if b.action != nil {
		return saying(says, until)
	}
	return banner{said: append(b.without(until).said, remark{until, says})}
}

// without is what is left of a banner when something ends.
func (b banner) without(e ending) banner {
	b.said = slices.DeleteFunc(slices.Clone(b.said), func(r remark) bool { return r.until == e })
	return b
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
	var all []string
	for _, s := range b.said {
		all = append(all, s.says())
	}
	return strings.Join(all, " ")
}

// button is what its button says, "" if it has none.
func (b banner) button() string {
	if b.action == nil {
		return ""
	}
	return b.action()
}

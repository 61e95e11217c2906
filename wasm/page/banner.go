package main

// The message over the page. Its words are made whenever the panel is brought up to date, so that they follow the language and what is
// compared.

// banner is that; its zero value is none.
type banner struct {
	until  ending
	says   func() string
	action func() string // what its button says, nil = it has none
	below  *banner       // what it says, too, and what is said without it; nil if that is nothing
}

// over is what says something beside what a banner says, as long as nothing ends so: it takes the place of one that ends so, or has a button.
func (b banner) over(says func() string, until ending) banner {
	if b.says == nil || b.action != nil || b.until == until {
		return banner{until: until, says: says}
	}
	return banner{until: until, says: and(b.says, says), below: &b}
}

// without is what is left of a banner when something ends.
func (b banner) without(e ending) banner {
	switch {
	case b.until != e:
		return b
	case b.below != nil:
		return *b.below
	}
	return banner{}
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

package main

// What the page keeps in the browser between visits: one link and the language, if a person chose one, under one key.
// Whatever is found there is checked like any stranger's link, and bounded.

import (
	"encoding/json"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/congestree/congestree/ui/lang"
)

// keepKey is the key that the page uses in localStorage, beside visited (tour.go) and keysKey (actions.go). It uses no cookies and no other storage,
// beside a sweep's results in sessionStorage (sweep_keep.go) and the files of a release that the service worker keeps.
const keepKey = "congestree"

// maxKeepsake bounds its text, in bytes: of a link as long as one may be, which JSON escapes.
const maxKeepsake = 8 * scenario.MaxQuery

// keepsake is what was on screen, and in which language.
type keepsake struct {
	Version int    `json:"version"`        // 1
	Link    string `json:"link,omitempty"` // from its ? or # on; "" if there is none to come back to
	Lang    string `json:"lang,omitempty"` // one of lang.All, "" unless somebody has chosen it; public/texts.js reads it, too
}

// text is what is stored, "" if nothing is: a link that no page opens, as it is too long, is not.
func (k keepsake) text() string {
	k.Version = 1
	if _, err := link.ParseAll(k.Link); err != nil {
		k.Link = ""
	}
	text, err := json.Marshal(k)
	if err != nil || k.Link == "" && k.Lang == "" {
		return ""
	}
	return string(text)
}

// readKeepsake refuses what text could not have written, and what no page can open.
func readKeepsake(text string) (k keepsake, ok bool) {
	if len(text) > maxKeepsake || json.Unmarshal([]byte(text), &k) != nil || k.Version != 1 {
		return keepsake{}, false
	}
	if k.Lang != "" && !lang.Has(k.Lang) || k.Lang == "" && k.Link == "" {
		return keepsake{}, false
	}
	if k.Link == "" {
		return k, true
	}
	if !strings.ContainsRune("?#", rune(k.Link[0])) || strings.ContainsFunc(k.Link, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return keepsake{}, false
	}
	if _, err := link.ParseAll(k.Link); err != nil {
		return keepsake{}, false
	}
	return k, true
}

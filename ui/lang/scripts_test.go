package lang_test

// The scripts beside the page's program say everything in all languages, out of public/texts.js.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/congestree/congestree/ui/lang"
)

const texts = "../../public/texts.js"

var (
	// table is the catalogue of a language, entry a line of it: 'English': 'other',
	table = regexp.MustCompile(`(?m)^  (?:const sentences = \{|\}, )([a-z]+): \{\n((?:    .*\n)+)`)
	entry = regexp.MustCompile(`(?m)^    '((?:[^'\\]|\\.)*)': '((?:[^'\\]|\\.)*)',$`)
	// spoken is a sentence where a script says it; name marks those that are data.
	spoken = regexp.MustCompile(`\b(?:say|name)\('((?:[^'\\]|\\.)*)'`)
	// dressed is one of a page's elements: its words are in an attribute, or between its tags.
	dressed = regexp.MustCompile(`<\w+[^>]*\bdata-say\b[^>]*>([^<]*)`)
	label   = regexp.MustCompile(`\b(?:aria-label|alt)="([^"]*)"`)
	// comment and quoted take a script apart: what is left in quotes and has two words is said to somebody.
	comment  = regexp.MustCompile(`(?m)(^|\s)//.*$|/\*(?s:.*?)\*/`)
	quoted   = regexp.MustCompile("'((?:[^'\\\\\n]|\\\\.)*)'|`((?:[^`\\\\]|\\\\.)*)`|\"((?:[^\"\\\\\n]|\\\\.)*)\"")
	between  = regexp.MustCompile("`[^`\n]*\\} [a-z]{2,} [^`\n]*`") // a word between two values
	filled   = regexp.MustCompile(`\$\{[^}]*\}`)
	sentence = regexp.MustCompile(`^[^<]*\b[A-Za-z][a-z]{2,},? (?:[a-z]+,? )*[a-z]{2,}\b`)
)

// Scripts that say nothing to readers of the page: message.js and congestree.js speak to programs, in the words of
// docs/api.html; what a worker says goes through refusals, what offline.js and sw.js say goes to the console.
var mute = map[string]bool{"message.js": true, "congestree.js": true, "worker.js": true, "offline.js": true, "sw.js": true, "texts.js": true}

// What looks like a sentence and is none: fonts, selectors, classes, policies.
var noWords = regexp.MustCompile(`sans-serif|prefers-|^use strict$|querySelector|\[[a-z-]+|^(?:lane|key|plot|sweep|mark|head|help|chart|group|sr|th|td|dot|sign)[ -]|^not all$`)

func TestScriptsSpeakAllLanguages(t *testing.T) {
	text, err := os.ReadFile(texts)
	if err != nil {
		t.Fatal(err)
	}
	others := map[string]map[string]string{} // by language
	for _, of := range table.FindAllStringSubmatch(string(text), -1) {
		other := map[string]string{}
		others[of[1]] = other
		for _, m := range entry.FindAllStringSubmatch(of[2], -1) {
			if other[m[1]] != "" {
				t.Errorf("%q stands twice in texts.js, %s", m[1], of[1])
			}
			other[m[1]] = m[2]
			if a, b := hole.FindAllString(m[1], -1), hole.FindAllString(m[2], -1); strings.Join(sorted(a), "") != strings.Join(sorted(b), "") || m[2] == "" {
				t.Errorf("texts.js, %s: %q and %q fill in different things", of[1], m[1], m[2])
			}
		}
	}
	said := map[string]bool{}
	say := func(s, where string) {
		said[s] = true
		for _, l := range lang.All[1:] {
			if others[l.Tag][s] == "" {
				t.Errorf("%s: %q has no translation in texts.js, %s", where, s, l.Tag)
			}
		}
	}
	scripts, _ := filepath.Glob("../../public/*.js")
	for _, path := range scripts {
		name := filepath.Base(path)
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if mute[name] {
			continue
		}
		for _, m := range spoken.FindAllStringSubmatch(string(code), -1) {
			say(m[1], name)
		}
		rest := spoken.ReplaceAllString(comment.ReplaceAllString(string(code), ""), "")
		if m := between.FindString(rest); m != "" {
			t.Errorf("%s: %q is said in English only", name, m)
		}
		for _, m := range quoted.FindAllStringSubmatch(rest, -1) {
			if s := filled.ReplaceAllString(m[1]+m[2]+m[3], "0"); sentence.MatchString(s) && !noWords.MatchString(s) {
				t.Errorf("%s: %q is said in English only", name, s)
			}
		}
	}
	for _, name := range []string{"index.html", "embed.html"} {
		page, err := os.ReadFile("../../public/" + name)
		if err != nil {
			t.Fatal(err)
		}
		all := dressed.FindAllStringSubmatch(string(page), -1)
		if len(all) == 0 {
			t.Errorf("%s says nothing", name)
		}
		for _, m := range all {
			if l := label.FindStringSubmatch(m[0]); l != nil {
				say(l[1], name)
			} else {
				say(m[1], name)
			}
		}
	}
	if len(said) < 40 {
		t.Errorf("%d sentences", len(said))
	}
	for tag, other := range others {
		if !lang.Has(tag) {
			t.Errorf("texts.js: %q is no language of lang.All", tag)
		}
		for s := range other {
			if !said[s] {
				t.Errorf("texts.js, %s: nobody says %q", tag, s)
			}
		}
	}
}

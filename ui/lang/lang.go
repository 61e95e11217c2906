// Package lang says what the page says in the language of whoever reads it.
//
// The English sentence is the key, in the code where it is said, so that the code can be read and a
// sentence without a translation is still a sentence. The other languages are data: es/*.json, a
// file per area of the page, each an object from the English sentence to the Spanish one. {0}, {1} …
// in both stand for what is only known while the page runs. A test collects every sentence that the
// code says, by the calls of T, and every label and doc that the engine's rooms register, and holds
// the catalogues against them: nothing may be missing, nothing left over.
package lang

import (
	"embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/congestree/congestree/engine/explain"
)

//go:embed */*.json
var files embed.FS // a folder for each language, and refusals, with a file for each

// Language is one in which the page speaks.
type Language struct {
	Tag  string // BCP 47, as in links (lang=es) and in the html element
	Name string // in itself
}

// All are the languages; the first is the one of the code.
var All = []Language{{"en", "English"}, {"es", "Español"}}

var (
	tag       = All[0].Tag
	sentences map[string]string // of the present language; nil in English
)

// Tag is the present language.
func Tag() string { return tag }

// Set changes the language. A tag of another region ("es-MX") is taken for its language; an unknown
// one changes nothing and is reported by false.
func Set(want string) bool {
	want, _, _ = strings.Cut(strings.ToLower(want), "-")
	for _, l := range All {
		if l.Tag != want {
			continue
		}
		if tag != want {
			tag, sentences = want, read(want)
		}
		return true
	}
	return false
}

// Has says whether a tag is exactly that of one of All.
func Has(tag string) bool {
	return slices.ContainsFunc(All, func(l Language) bool { return l.Tag == tag })
}

// T is a sentence in the present language, with {0}, {1} … replaced by args. The sentence must be a
// constant where it is said, so that the test finds it; what is data (labels of fields) goes through D.
func T(sentence string, args ...string) string { return fill(D(sentence), args) }

// Error is an error whose text is T of a sentence, in whichever language is the present one when it is asked for.
func Error(sentence string, args ...string) error { return spoken{sentence, args} }

type spoken struct {
	sentence string
	args     []string
}

func (e spoken) Error() string { return T(e.sentence, e.args...) }

// D is T for sentences that are data: labels and docs of fields, options, presets.
func D(sentence string) string {
	if s, ok := sentences[sentence]; ok {
		return s
	}
	return sentence
}

// Explained is a sentence of the engine's in the reader's language.
func Explained(s explain.Sentence) string { return fill(D(s.Text), s.Args) }

// N is one for n = 1, else many, each as in T with {0} for n.
func N(n int, one, many string, args ...string) string {
	args = append([]string{Number(n)}, args...)
	if n == 1 {
		return fill(D(one), args)
	}
	return fill(D(many), args)
}

// Number writes a whole number.
func Number(n int) string { return Grouped(strconv.Itoa(n)) }

// Grouped is a number with thin spaces between its thousands, from five digits on: the one rule for all that people read.
func Grouped(digits string) string {
	whole, _, _ := strings.Cut(digits, ".")
	least := len(strings.TrimRight(whole, "0123456789"))
	if len(whole)-least < 5 {
		return digits
	}
	for i := len(whole) - 3; i > least; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}

func fill(s string, args []string) string {
	if len(args) == 0 {
		return s
	}
	pairs := make([]string, 0, 2*len(args))
	for i, a := range args {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", a)
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

// read is a language's catalogue, nil for English. The files are part of the program: one that
// cannot be read is a mistake of ours, which the test finds.
func read(tag string) map[string]string {
	if tag == All[0].Tag {
		return nil
	}
	all := map[string]string{}
	list, err := files.ReadDir(tag)
	if err != nil {
		panic(err)
	}
	for _, f := range list {
		text, err := files.ReadFile(tag + "/" + f.Name())
		if err != nil {
			panic(err)
		}
		if err := json.Unmarshal(text, &all); err != nil {
			panic(f.Name() + ": " + err.Error())
		}
	}
	return all
}

// Say marks a sentence that is kept as data (a table of keys, of menu entries) and shown through D,
// so that the test finds it.
func Say(sentence string) string { return sentence }

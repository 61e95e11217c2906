package main

// Which files of the folder a file names, found in its text: so that a release can rename them by their contents,
// and nobody has to keep a list.

import (
	"path"
	"regexp"
	"sort"
	"strings"
)

// literals are the places in which a file can be named: a quoted text as a whole, or a CSS url().
var literals = []*regexp.Regexp{
	regexp.MustCompile(`"([\w./-]+)((?:[?#][^"\n]*)?)"`),
	regexp.MustCompile(`'([\w./-]+)((?:[?#][^'\n]*)?)'`),
	regexp.MustCompile("`([\\w./-]+)((?:[?#][^`\n]*)?)`"),
	regexp.MustCompile(`url\(\s*([\w./-]+)((?:[?#][^)\s]*)?)\s*\)`),
}

// ref is a place in a text that names a file of the folder.
type ref struct {
	start, end int    // of the name
	file       string // path in the folder
	base       string // folder that the name starts from
}

// speaks says whether a file's text may name others.
func speaks(name string) bool {
	switch path.Ext(name) {
	case ".html", ".css", ".js", ".mjs", ".json", ".webmanifest":
		return true
	}
	return false
}

// refs returns where text, the file called name, names files for which there is true. What a style sheet, a page or
// data names starts from its own folder; what a script names starts from the folder of the page, which is the top,
// unless the script belongs to a page in a folder below.
func refs(name string, text []byte, there func(string) bool) []ref {
	own := path.Dir(name)
	bases := []string{own}
	if ext := path.Ext(name); ext == ".js" || ext == ".mjs" {
		bases = []string{".", own}
	}
	var out []ref
	for _, r := range literals {
		for _, m := range r.FindAllSubmatchIndex(text, -1) {
			word := string(text[m[2]:m[3]])
			if strings.HasPrefix(word, "/") || strings.HasSuffix(word, "/") || path.Base(word) == "." || path.Base(word) == ".." {
				continue
			}
			for _, base := range bases {
				if file := path.Join(base, word); there(file) {
					out = append(out, ref{m[2], m[3], file, base})
					break
				}
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].start < out[j].start })
	return out
}

// rewrite returns text with every name replaced by what now says of its file.
func rewrite(text []byte, list []ref, now func(file string) string) []byte {
	var out []byte
	at := 0
	for _, r := range list {
		out = append(append(out, text[at:r.start]...), relative(r.base, now(r.file))...)
		at = r.end
	}
	return append(out, text[at:]...)
}

// relative is the name of a file as seen from a folder.
func relative(base, file string) string {
	if base == "." {
		return file
	}
	from, to := strings.Split(base, "/"), strings.Split(file, "/")
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(to, "/")
}

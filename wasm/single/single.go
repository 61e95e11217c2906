// Package single makes one HTML file of the page: scripts, styles, engine and all, for a memory stick or an
// attachment. It runs from file://, without a server and without a network.
//
// The command (./build.sh standalone) and the page's own button call it, each with its way of reading the page's
// files. Browsers do not let a page of file:// fetch anything, so what the page fetches stands in the file as
// base64, and its Content-Security-Policy, by digests, allows what stands in it and nothing else.
package single

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"path"
	"strings"
)

// Page is what the file is made of.
type Page struct {
	Index  string                            // text of index.html
	Read   func(name string) ([]byte, error) // a file that it names, or one of the next
	Fetch  []string                          // files that loader.js fetches
	Some   []string                          // pictures that the page may show; those that cannot be read are left out
	Late   []string                          // scripts that the page adds when it needs them
	Worker []string                          // scripts of the worker, in order; lines with which one imports others are left out
	Link   string                            // scenario to open; "" = as the page
	Home   string                            // address that links copied from the file begin with; "" = the file's
}

// inlineScript hands the loader what stands in the file.
//
//go:embed inline.js
var inlineScript string

// policy is the file's Content-Security-Policy; scripts and styles are added.
const policy = "default-src 'none'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'; "

// mark is where the Content-Security-Policy will stand, which has the digests of all.
const mark = "\x00policy\x00"

// Make returns the file. An error says what of it cannot be read, or cannot stand in a page.
func Make(p Page) ([]byte, error) {
	f := file{Page: p}
	if err := f.addScript(inlineScript); err != nil {
		return nil, err
	}
	if err := f.addIndex(); err != nil {
		return nil, err
	}
	late, err := f.readLate()
	if err != nil {
		return nil, err
	}
	top, bottom, ok := strings.Cut(f.page.String(), "</body>")
	if !ok || !strings.Contains(top, mark) {
		return nil, errors.New("index.html has no Content-Security-Policy or no end of its body")
	}
	var out strings.Builder
	out.WriteString(strings.Replace(top, mark, f.policy(), 1))
	if err := f.writeData(&out, late); err != nil {
		return nil, err
	}
	out.WriteString(f.tail.String())
	out.WriteString("</body>" + bottom)
	return []byte(out.String()), nil
}

// file is what has been made so far.
type file struct {
	Page
	page            strings.Builder // index.html with what it names, but its scripts
	tail            strings.Builder // these, which go behind the data that they read
	styles, scripts []string        // digests
}

func (f *file) addScript(text string) error {
	if strings.Contains(strings.ToLower(text), "</script") || strings.Contains(text, "<!--") {
		return errors.New("a script holds </script or <!--, and cannot stand in a page")
	}
	f.scripts = append(f.scripts, digest(text))
	f.tail.WriteString("<script>" + text + "</script>\n")
	return nil
}

// addIndex goes through index.html and puts what it names in the place of its name.
func (f *file) addIndex() error {
	rest := f.Index
	for {
		before, t, after, ok := nextTag(rest)
		f.page.WriteString(before)
		if !ok {
			return nil
		}
		rest = after
		var err error
		switch {
		case t.name == "script" && t.attr("src") != "":
			_, rest, _ = strings.Cut(rest, "</script>")
			rest = strings.TrimPrefix(rest, "\n")
			err = f.addScriptFile(t.attr("src"))
		case t.name == "link" && t.attr("rel") == "stylesheet":
			err = f.addStyles(t.attr("href"))
		case t.name == "link" && t.attr("rel") == "icon":
			err = f.addIcon(t)
		case t.name == "link": // a manifest, an icon for home screens: of no use in a file
			rest = strings.TrimPrefix(rest, "\n")
		case t.name == "meta" && t.attr("http-equiv") == "Content-Security-Policy":
			f.page.WriteString(mark)
		case t.name == "meta" && t.attr("name") == "congestree-release":
			f.addRelease()
		default:
			f.page.WriteString(t.text)
		}
		if err != nil {
			return err
		}
	}
}

func (f *file) addScriptFile(name string) error {
	text, err := f.Read(name)
	if err != nil {
		return err
	}
	if err := f.addScript(string(text)); err != nil {
		return errors.New(name + ": " + err.Error())
	}
	return nil
}

func (f *file) addStyles(name string) error {
	text, err := f.Read(name)
	if err != nil {
		return err
	}
	css, err := f.embedURLs(name, string(text))
	if err != nil {
		return err
	}
	if strings.Contains(strings.ToLower(css), "</style") {
		return errors.New(name + " holds </style, and cannot stand in a page")
	}
	f.styles = append(f.styles, digest(css))
	f.page.WriteString("<style>" + css + "</style>")
	return nil
}

func (f *file) addIcon(t tag) error {
	icon, err := f.dataURL(t.attr("href"))
	if err != nil {
		return err
	}
	f.page.WriteString(strings.Replace(t.text, `"`+t.attr("href")+`"`, `"`+icon+`"`, 1))
	return nil
}

// addRelease says that this is no release on a server, what is opened, and where links lead.
func (f *file) addRelease() {
	f.page.WriteString(`<meta name="congestree-release" content="">`)
	for _, m := range [][2]string{{"scenario", f.Link}, {"home", f.Home}} {
		if m[1] != "" {
			f.page.WriteString("\n" + `<meta name="congestree-` + m[0] + `" content="` + escape(m[1]) + `">`)
		}
	}
}

// readLate reads the late scripts, which the policy has to allow, too.
func (f *file) readLate() (late [][]byte, err error) {
	for _, name := range f.Late {
		text, err := f.Read(name)
		if err != nil {
			return nil, err
		}
		late = append(late, text)
		f.scripts = append(f.scripts, digest(string(text)))
	}
	return late, nil
}

func (f *file) policy() string {
	return `<meta http-equiv="Content-Security-Policy" content="` + policy +
		"script-src 'wasm-unsafe-eval' " + strings.Join(f.scripts, " ") + "; style-src " + strings.Join(f.styles, " ") + `">`
}

// writeData writes what scripts read: files that would be fetched, pictures, late scripts and the worker's.
func (f *file) writeData(out *strings.Builder, late [][]byte) error {
	for _, name := range f.Fetch {
		text, err := f.Read(name)
		if err != nil {
			return err
		}
		block(out, name, text)
	}
	for _, name := range f.Some {
		if picture, err := f.Read(name); err == nil {
			block(out, name, picture)
		}
	}
	for i, name := range f.Late {
		block(out, name, late[i])
	}
	worker, err := f.worker()
	if err != nil {
		return err
	}
	block(out, "worker", worker)
	return nil
}

// block writes data that no browser executes.
func block(out *strings.Builder, name string, data []byte) {
	out.WriteString(`<script type="text/plain" data-file="` + escape(name) + `">`)
	out.WriteString(base64.StdEncoding.EncodeToString(data))
	out.WriteString("</script>\n")
}

// worker returns the worker's scripts as one.
func (p *Page) worker() ([]byte, error) {
	var out []byte
	for _, name := range p.Worker {
		text, err := p.Read(name)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "importScripts(") {
				out = append(out, line...)
			}
		}
		out = append(out, "\n;\n"...)
	}
	return out, nil
}

// embedURLs puts the files that a style sheet names into it.
func (p *Page) embedURLs(name, css string) (string, error) {
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(css, "url(")
		out.WriteString(before)
		if !ok {
			return out.String(), nil
		}
		target, rest, ok := strings.Cut(after, ")")
		file := strings.Trim(target, ` "'`)
		if !ok || strings.HasPrefix(file, "data:") || strings.HasPrefix(file, "#") {
			out.WriteString("url(")
			css = after
			continue
		}
		u, err := p.dataURL(path.Join(path.Dir(name), file))
		if err != nil {
			return "", err
		}
		out.WriteString(`url("` + u + `")`)
		css = rest
	}
}

// dataURL returns a picture or font as an address that holds it.
func (p *Page) dataURL(name string) (string, error) {
	text, err := p.Read(name)
	if err != nil {
		return "", err
	}
	kind := map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".woff2": "font/woff2"}[path.Ext(name)]
	if kind == "" {
		return "", errors.New(name + " is of a kind that cannot stand in a page")
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(text), nil
}

// digest names a script or style sheet in a Content-Security-Policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// tag is the beginning of an element of the page's head or body that may have to change.
type tag struct{ name, text string }

// nextTag finds it. The page is our own: attributes are in double quotes.
func nextTag(s string) (before string, t tag, after string, ok bool) {
	at := -1
	for _, name := range []string{"script", "link", "meta"} {
		if i := strings.Index(s, "<"+name); i >= 0 && (at < 0 || i < at) {
			at, t.name = i, name
		}
	}
	if at < 0 {
		return s, t, "", false
	}
	end := strings.Index(s[at:], ">")
	if end < 0 {
		return s, t, "", false
	}
	t.text = s[at : at+end+1]
	return s[:at], t, s[at+end+1:], true
}

func (t tag) attr(name string) string {
	_, rest, _ := strings.Cut(t.text, " "+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// Part returns the part of a link that holds the scenario: from its "?" or, without one, its "#" on.
func Part(link string) string {
	if i := strings.IndexAny(link, "?#"); i >= 0 {
		return link[i:]
	}
	if link != "" {
		return "?" + link
	}
	return ""
}

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
	Worker []string                          // scripts of the worker, in order; the first line that imports one is left out
	Link   string                            // scenario to open; "" = as the page
	Home   string                            // address that links copied from the file begin with; "" = the file's
}

// inlineScript hands the loader what stands in the file.
//
//go:embed inline.js
var inlineScript string

// policy is the file's Content-Security-Policy; scripts and styles are added.
const policy = "default-src 'none'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'; "

// Make returns the file.
func Make(p Page) ([]byte, error) {
	rest := p.Index
	var styles, scripts []string // digests
	var tail strings.Builder     // the scripts go behind what they read
	script := func(text string) error {
		if strings.Contains(strings.ToLower(text), "</script") || strings.Contains(text, "<!--") {
			return errors.New("a script holds </script or <!--, and cannot stand in a page")
		}
		scripts = append(scripts, digest(text))
		tail.WriteString("<script>" + text + "</script>\n")
		return nil
	}
	if err := script(inlineScript); err != nil {
		return nil, err
	}
	var head strings.Builder
	for {
		before, tag, after, ok := nextTag(rest)
		head.WriteString(before)
		if !ok {
			break
		}
		rest = after
		switch {
		case tag.name == "script" && tag.attr("src") != "":
			text, err := p.Read(tag.attr("src"))
			if err != nil {
				return nil, err
			}
			if err := script(string(text)); err != nil {
				return nil, errors.New(tag.attr("src") + ": " + err.Error())
			}
			_, rest, _ = strings.Cut(rest, "</script>")
			rest = strings.TrimPrefix(rest, "\n")
		case tag.name == "link" && tag.attr("rel") == "stylesheet":
			text, err := p.Read(tag.attr("href"))
			if err != nil {
				return nil, err
			}
			css, err := p.embedURLs(tag.attr("href"), string(text))
			if err != nil {
				return nil, err
			}
			if strings.Contains(strings.ToLower(css), "</style") {
				return nil, errors.New(tag.attr("href") + " holds </style, and cannot stand in a page")
			}
			styles = append(styles, digest(css))
			head.WriteString("<style>" + css + "</style>")
		case tag.name == "link" && tag.attr("rel") == "icon":
			icon, err := p.dataURL(tag.attr("href"))
			if err != nil {
				return nil, err
			}
			head.WriteString(strings.Replace(tag.text, `"`+tag.attr("href")+`"`, `"`+icon+`"`, 1))
		case tag.name == "link": // a manifest, an icon for home screens: of no use in a file
			rest = strings.TrimPrefix(rest, "\n")
		case tag.name == "meta" && tag.attr("http-equiv") == "Content-Security-Policy":
			head.WriteString("\x00policy\x00")
		case tag.name == "meta" && tag.attr("name") == "congestree-release":
			head.WriteString(`<meta name="congestree-release" content="">`)
			for _, m := range [][2]string{{"scenario", p.Link}, {"home", p.Home}} {
				if m[1] != "" {
					head.WriteString("\n" + `<meta name="congestree-` + m[0] + `" content="` + escape(m[1]) + `">`)
				}
			}
		default:
			head.WriteString(tag.text)
		}
	}
	late := map[string][]byte{}
	for _, name := range p.Late {
		text, err := p.Read(name)
		if err != nil {
			return nil, err
		}
		late[name] = text
		scripts = append(scripts, digest(string(text)))
	}
	top, bottom, ok := strings.Cut(head.String(), "</body>")
	if !ok || !strings.Contains(top, "\x00policy\x00") {
		return nil, errors.New("index.html has no Content-Security-Policy or no end of its body")
	}
	csp := policy + "script-src 'wasm-unsafe-eval' " + strings.Join(scripts, " ") + "; style-src " + strings.Join(styles, " ")
	var out strings.Builder
	out.WriteString(strings.Replace(top, "\x00policy\x00", `<meta http-equiv="Content-Security-Policy" content="`+csp+`">`, 1))
	for _, name := range p.Fetch {
		text, err := p.Read(name)
		if err != nil {
			return nil, err
		}
		block(&out, name, text)
	}
	for _, name := range p.Some {
		if picture, err := p.Read(name); err == nil {
			block(&out, name, picture)
		}
	}
	for _, name := range p.Late {
		block(&out, name, late[name])
	}
	worker, err := p.worker()
	if err != nil {
		return nil, err
	}
	block(&out, "worker", worker)
	out.WriteString(tail.String())
	out.WriteString("</body>" + bottom)
	return []byte(out.String()), nil
}

// block writes data that no browser executes.
func block(out *strings.Builder, name string, data []byte) {
	out.WriteString(`<script type="text/plain" data-file="` + escape(name) + `">`)
	out.WriteString(base64.StdEncoding.EncodeToString(data))
	out.WriteString("</script>\n")
}

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

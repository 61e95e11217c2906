package ui

// The share dialog: what is on screen as a link, a frame for other pages, Markdown, LaTeX with BibTeX, a QR code or a
// file, with a preview. The page makes the texts; the dialog only asks for them.

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/ui/lang"
	"github.com/congestree/congestree/ui/share"
)

// Forms of sharing (ShareDoc.Form).
const (
	ShareLink     = "link"
	ShareFrame    = "frame"
	ShareMarkdown = "markdown"
	ShareLaTeX    = "latex"
	ShareBibTeX   = "bibtex"
	ShareQR       = "qr"
	ShareFile     = "file"
)

// ShareDoc is what the dialog shows (Model.Share).
type ShareDoc struct {
	Open bool
	Form string

	// What a person has chosen (Actions.SetShare), by the names in quotes.
	Title      string // "title"
	At         bool   // "at": the instant is in the link
	AtMicro    string // "at-us"
	View       bool   // "view": camera, tree seen alone, colours
	Loop       bool   // "loop"
	From, To   string // "from", "to", µs
	Autoplay   bool   // "autoplay"
	Controls   bool   // "controls" and the next three concern frames only
	Panel      bool   // "panel"
	Charts     bool   // "charts"
	Editable   bool   // "editable"
	Theme      string // "theme": "" as the reader has it, dark, light
	Width      string // "width", CSS pixels
	Height     string // "height"
	OptionFail string // what is wrong with one of them

	Text     string // of the form, to be copied
	Embed    string // address for the preview; "" in a file, which may not frame anything
	Lone     bool   // the page is a file that knows of no page: there is nothing that others could frame, nor a picture
	Poster   string // address of its picture, where what is shared leads to what is on screen; "" = the one of all frames
	QR       string // data of an SVG path, QREdge units wide and high; "" if the link has no room in one
	QREdge   int
	Length   int  // of the link, characters
	Native   bool // the browser can hand the link to other programs
	Done     string
	FileName string
}

// Share is the dialog. Its template is share.vugu.
type Share struct {
	dialog
	m       *Model
	a       Actions
	preview string // address in the frame, and of its picture
}

// form is one way to share.
type form struct{ name, label string }

// Forms are the choices of the dialog.
func (c *Share) Forms() []form {
	all := []form{{ShareLink, lang.T("Link")}, {ShareFrame, lang.T("Frame (HTML)")}, {ShareMarkdown, "Markdown"}, {ShareLaTeX, "LaTeX"}, {ShareBibTeX, "BibTeX"}, {ShareQR, lang.T("QR code")}, {ShareFile, lang.T("File")}}
	if c.m.Share.Lone {
		all = slices.DeleteFunc(all, func(f form) bool { return f.name == ShareFrame || f.name == ShareMarkdown })
	}
	return all
}

// Bare says whether there is nothing to preview: a file may not frame anything.
func (c *Share) Bare() bool { return c.m.Offline.File && !c.Is(ShareQR, ShareLaTeX) }

// Hint says what the text is for.
func (c *Share) Hint() string {
	switch c.m.Share.Form {
	case ShareFrame:
		return lang.T("For web pages, slides and notebooks. Unless it plays by itself nothing is loaded before the reader clicks, and the picture is the page's own, of 128 hosts.")
	case ShareMarkdown:
		return lang.T("The page's own picture, of 128 hosts, which leads to the run: for READMEs and wikis.")
	case ShareLaTeX:
		return lang.T("Put the QR code, as PDF, beside your .tex file; readers on paper point a telephone at it.")
	case ShareBibTeX:
		return lang.T("The entry names the version and the link, so that the run can be repeated to the bit.")
	case ShareQR:
		return lang.T("For posters and slides.")
	case ShareFile:
		return lang.T("Drop the file on the page to open it again: nothing in it can be cut by a chat or a mail program.")
	}
	if traffic.FromFile(c.m.Scenario) {
		return lang.T("Whoever opens it is asked for the trace, a file of its own, and sees the same packets.")
	}
	return lang.T("Whoever opens it sees the same packets.")
}

// Size tells how long the link is, and whether that is a risk.
func (c *Share) Size() string {
	n := c.m.Share.Length
	if n > share.Long {
		return lang.T("{0} characters: more than the {1} that chats and mail programs carry whole. Save a file instead.", strconv.Itoa(n), strconv.Itoa(share.Long))
	}
	return lang.N(n, "The link has one character.", "The link has {0} characters.")
}

// TooLong says whether a link may be cut on its way.
func (c *Share) TooLong() bool { return c.m.Share.Length > share.Long }

// Said is what has been done, or what else is said meanwhile.
func (c *Share) Said() string { return cmp.Or(c.m.Share.Done, c.said(c.m, c.m.Share.Open)) }

// SizeClass marks a link that is too long.
func (c *Share) SizeClass() string {
	if c.TooLong() {
		return "size error"
	}
	return "size"
}

// Themes are the choices of colours.
func (c *Share) Themes() []form {
	return []form{{"", lang.T("as the reader has it")}, {"dark", lang.T("dark")}, {"light", lang.T("light")}}
}

// Is says whether one of these forms is chosen.
func (c *Share) Is(forms ...string) bool {
	for _, f := range forms {
		if f == c.m.Share.Form {
			return true
		}
	}
	return false
}

// Box is the coordinate system of the drawn QR code.
func (c *Share) Box() string {
	n := strconv.Itoa(max(c.m.Share.QREdge, 1))
	return "0 0 " + n + " " + n
}

// QR is the code as a drawing, which holds nothing but numbers.
func (c *Share) QR() vugu.HTML {
	return vugu.HTML(`<svg class="qr" viewBox="` + c.Box() + `" shape-rendering="crispEdges" aria-hidden="true"><path d="` + c.m.Share.QR + `"/></svg>`)
}

// sync brings the preview in line with the model, too.
func (c *Share) sync(el js.Value) {
	guard(c.m, func() {
		s := &c.m.Share
		c.follow(el, s.Open)
		want, picture := s.Embed, s.Poster
		if !s.Open {
			want, picture = "", ""
		}
		if frame := el.Call("querySelector", "iframe"); want+picture != c.preview && frame.Truthy() {
			c.preview = want + picture
			frame.Get("dataset").Set("poster", picture) // see embed.js
			if want == "" {
				want = "about:blank"
			}
			frame.Get("contentWindow").Get("location").Call("replace", want) // leaves no step in the history
		}
	})
}

// OnCancel is Escape, or the browser's own way to close.
func (c *Share) OnCancel(e vugu.DOMEvent) {
	guard(c.m, func() {
		e.PreventDefault()
		c.a.ShowShare(false)
	})
}

func (c *Share) OnClose(vugu.DOMEvent) { guard(c.m, func() { c.a.ShowShare(false) }) }
func (c *Share) OnForm(name string)    { guard(c.m, func() { c.a.SetShare("form", name) }) }

// OnText takes a text as it is typed, OnCheck a switch.
func (c *Share) OnText(name string, e vugu.DOMEvent) {
	guard(c.m, func() { c.a.SetShare(name, value(e)) })
}

func (c *Share) OnCheck(name string, e vugu.DOMEvent) {
	guard(c.m, func() { c.a.SetShare(name, strconv.FormatBool(e.PropBool("target", "checked"))) })
}

// What DoShare does.
const (
	ShareCopy   = "copy"
	ShareNative = "native"
	ShareSVG    = "svg"
	SharePDF    = "pdf"
	ShareSave   = "save"
)

func (c *Share) Do(what string) { guard(c.m, func() { c.a.DoShare(what) }) }

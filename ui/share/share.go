// Package share writes what is put into other people's documents: a link, an iframe, Markdown, LaTeX, BibTeX, and
// the link as a QR code. Titles come from anyone, so every form escapes them for the language it is in; a title never
// becomes markup, a command or another field. Nothing here knows of a page: texts in, texts out.
package share

import (
	"hash/crc32"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTitle bounds a title, in characters.
const MaxTitle = 120

// Limits of a whole link, in bytes: up to Short it fits wherever links are put, beyond Long chat and mail clients cut it.
const (
	Short = 240
	Long  = 2000
)

// Item is what is shared.
type Item struct {
	Title   string // plain text, any
	Link    string // of the page, ASCII
	Embed   string // of the embed page, ASCII
	Picture string // address of a picture for documents that cannot show the page, "" = none
	Version string // of the program
	Date    string // of the day the link was made, YYYY-MM-DD
	Note    string // what is cited exactly, e.g. the time and the state's checksum; "" = nothing
	Width   int    // of the iframe, CSS pixels
	Height  int
}

// Title makes any text a title: one line, no control or bidirectional formatting characters, at most MaxTitle long.
func Title(text string) string {
	var out strings.Builder
	n := 0
	text = strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	for _, word := range strings.Fields(text) { // lines and paragraphs are spaces, too
		if out.Len() > 0 {
			word = " " + word
		}
		for _, r := range word {
			if n++; n > MaxTitle {
				return strings.TrimRight(out.String(), " ")
			}
			out.WriteRune(r)
		}
	}
	return out.String()
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// HTML is the embed page as an iframe. It may be put into pages as it is; the browser fetches it when it comes near.
func (i Item) HTML() string {
	return `<iframe src="` + markup.Replace(i.Embed) + `" width="` + strconv.Itoa(i.Width) + `" height="` + strconv.Itoa(i.Height) +
		`" title="` + markup.Replace(Title(i.Title)) + `" loading="lazy" allow="fullscreen; clipboard-write; web-share" style="border:0;max-width:100%"></iframe>`
}

// markdownText escapes what CommonMark could take for markup, HTML and autolinks included. A backslash before any
// ASCII punctuation is that character.
func markdownText(s string) string {
	var out strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]()#+!<>|~&$^=\"'@:-.", r) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// address escapes what ends or changes an address in the forms below; links of ours hold none of it, but the
// address of the page that they begin with may.
var address = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `"`, "%22", "'", "%27", "\\", "%5C", "{", "%7B", "}", "%7D", "^", "%5E", "`", "%60", "|", "%7C", "$", "%24", "[", "%5B", "]", "%5D", "\n", "%0A", "\r", "%0D")

// Markdown is a link or, with a picture, the picture as a link.
func (i Item) Markdown() string {
	title := markdownText(Title(i.Title))
	if i.Picture == "" {
		return "[" + title + "](" + address.Replace(i.Link) + ")"
	}
	return "[![" + title + "](" + address.Replace(i.Picture) + ")](" + address.Replace(i.Link) + ")"
}

// latex escapes a text for LaTeX and BibTeX: the latter counts braces with a backslash before them, too, and LaTeX's usual encoding has no \textquotedbl.
var latex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\textbraceleft{}`, "}", `\textbraceright{}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\char34{}`, "`", `\textasciigrave{}`,
	// What our own texts hold and pdfLaTeX does not know by itself.
	"Δ", `\ensuremath{\Delta}`, "μ", `\textmu{}`, "−", `\ensuremath{-}`,
	"≤", `\ensuremath{\leq}`, "≥", `\ensuremath{\geq}`, "≈", `\ensuremath{\approx}`, "≫", `\ensuremath{\gg}`)

// href escapes an address for \href and \url of hyperref, also inside other commands.
var href = strings.NewReplacer("%", `\%`, "#", `\#`, "&", `\&`)

// QRName is what the files of the QR code are called, without an ending: the same link has the same name.
func (i Item) QRName() string { return "congestree-qr-" + i.digest() }

func (i Item) digest() string {
	h := strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(i.Link))), 16)
	return strings.Repeat("0", 8-len(h)) + h
}

// LaTeX is a figure with the QR code, and the link in its caption.
func (i Item) LaTeX() string {
	link, title := href.Replace(address.Replace(i.Link)), latex.Replace(Title(i.Title))
	return `% \usepackage{graphicx,hyperref}; ` + i.QRName() + `.pdf is the QR code.
\begin{figure}
  \centering
  \href{` + link + `}{\includegraphics[width=25mm]{` + i.QRName() + `}}
  \caption{\href{` + link + `}{` + title + `}~\cite{` + i.Key() + `}}
\end{figure}
`
}

// Key is the BibTeX entry's.
func (i Item) Key() string { return "congestree-" + i.digest() }

// BibTeX is an entry with the program's version and the link, for BibTeX and biblatex alike.
func (i Item) BibTeX() string {
	year, _, _ := strings.Cut(i.Date, "-")
	link := address.Replace(i.Link)
	var out strings.Builder
	out.WriteString("@misc{" + i.Key() + ",\n")
	field := func(name, value string) {
		if value != "" {
			out.WriteString("  " + name + strings.Repeat(" ", 13-len(name)) + "= {" + value + "},\n")
		}
	}
	field("author", "{The Congestree authors}")
	field("title", "{Congestree: "+latex.Replace(Title(i.Title))+"}")
	field("year", year)
	field("howpublished", `\url{`+link+`}`)
	field("url", link)
	field("urldate", i.Date)
	field("version", latex.Replace(Title(i.Version)))
	note := "Version " + latex.Replace(Title(i.Version))
	if i.Note != "" {
		note += ", " + latex.Replace(Title(i.Note))
	}
	field("note", note)
	return out.String() + "}\n"
}

// Length counts a link's characters.
func (i Item) Length() int { return utf8.RuneCountInString(i.Link) }

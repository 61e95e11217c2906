package share

import (
	"fmt"
	"image"
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boombuler/barcode/qr"
	"github.com/vugu/html"
)

// hostile are titles that would break out of every language they are put into.
var hostile = []string{
	`"><script>alert(1)</script><iframe src="`,
	`' onload='alert(1)`,
	`](javascript:alert(1)) [x`,
	"<img src=x onerror=alert(1)>\n\n# heading\n- list",
	"a\\](b) `code` *b* _i_ ![p](q) <http://x> | ~~s~~ &lt; https://evil.example",
	`}\input{/etc/passwd}{`,
	`\write18{rm -rf ~} $x^2$ %comment & # _ ~`,
	"}, url = {https://evil.example}, note = {x",
	`a } "set" {`, "}}}", "{",
	"\u202egnp.exe \x00\x1b[31m \u2028 \ufffe",
	strings.Repeat("é", 500),
	"\xff\xfe broken",
	"a \x00 b \u2028\u0085 \u202e ",
	"",
}

func item(title string) Item {
	return Item{Title: title, Link: "https://example.org/c/?preset=hot-spot&t=40us#1.a_b-c%2C", Embed: "https://example.org/c/embed.html?preset=hot-spot&title=%22%3E", Picture: "https://example.org/c/picture.jpg",
		Version: "v1.2_3", Date: "2026-11-21", Note: "state 0123456789abcdef at 40 µs", Width: 640, Height: 400}
}

// In HTML a title stays the text of one attribute of one element.
func TestHTMLHoldsATitle(t *testing.T) {
	for _, title := range hostile {
		holdsInHTML(t, title)
	}
}

func holdsInHTML(t *testing.T, title string) {
	t.Helper()
	text := item(title).HTML()
	z := html.NewTokenizer(strings.NewReader(text))
	if z.Next(); z.Token().String() == "" {
		t.Fatal(text)
	}
	z = html.NewTokenizer(strings.NewReader(text))
	var tags []html.Token
	for z.Next() != html.ErrorToken {
		tags = append(tags, z.Token())
	}
	if len(tags) != 2 || tags[0].Data != "iframe" || tags[1].Type != html.EndTagToken {
		t.Fatalf("%q gives %d tags: %s", title, len(tags), text)
	}
	got := map[string]string{}
	for _, a := range tags[0].Attr {
		got[a.Key] = a.Val
	}
	if len(got) != 7 || got["title"] != Title(title) || got["src"] != item("").Embed || got["width"] != "640" {
		t.Errorf("%q gives %v", title, got)
	}
}

// In Markdown no character of a title is left that could mean anything.
func TestMarkdownHoldsATitle(t *testing.T) {
	for _, title := range hostile {
		holdsInMarkdown(t, title)
	}
	i := item("x")
	i.Picture, i.Link = "", "https://example.org/a (b)/?preset=x"
	if got := i.Markdown(); got != "[x](https://example.org/a%20%28b%29/?preset=x)" {
		t.Error(got)
	}
	for _, c := range " ()<>\"'\\{}^`|$[]\n\r" { // of the page's address
		i.Link = "https://example.org/" + string(c)
		if got, want := i.Markdown(), fmt.Sprintf("[x](https://example.org/%%%02X)", c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func holdsInMarkdown(t *testing.T, title string) {
	t.Helper()
	text := item(title).Markdown()
	inner, ok := strings.CutPrefix(text, "[![")
	inner, ok2 := strings.CutSuffix(inner, "](https://example.org/c/picture.jpg)](https://example.org/c/?preset=hot-spot&t=40us#1.a_b-c%2C)")
	if !ok || !ok2 || strings.ContainsAny(text, "\n\r") {
		t.Fatalf("%q gives %s", title, text)
	}
	if bare := regexp.MustCompile(`\\[[:punct:]]`).ReplaceAllString(inner, ""); strings.ContainsAny(bare, "[]()<>`*_!\\#&|~:") {
		t.Errorf("%q leaves %q", title, bare)
	}
	if got := regexp.MustCompile(`\\([[:punct:]])`).ReplaceAllString(inner, "$1"); got != Title(title) {
		t.Errorf("%q reads as %q", title, got)
	}
}

// In LaTeX and BibTeX braces stay balanced, no command comes from a title, and no comment begins.
func TestLaTeXHoldsATitle(t *testing.T) {
	for _, title := range hostile {
		holdsInLaTeX(t, title)
	}
}

func holdsInLaTeX(t *testing.T, title string) {
	t.Helper()
	allowed := regexp.MustCompile(`^\\(begin|end|centering|href|includegraphics|caption|cite|url|text[a-z]+|char34|ensuremath|Delta|leq|geq|approx|gg|[{}$&#%_])`)
	i := item(title)
	for name, text := range map[string]string{"LaTeX": strings.SplitN(i.LaTeX(), "\n", 2)[1], "BibTeX": strings.ReplaceAll(i.BibTeX(), i.Link, "")} {
		depth, rest := 0, text
		for rest != "" {
			switch c := rest[0]; c {
			case '\\':
				m := allowed.FindString(rest)
				if m == "" {
					t.Fatalf("%s: %q gives the command %.20q", name, title, rest)
				}
				if name == "BibTeX" && strings.ContainsAny(m, "{}") {
					t.Fatalf("BibTeX: %q gives %s, which BibTeX counts as a brace", title, m)
				}
				if strings.HasPrefix(rest, `\textquotedbl`) {
					t.Fatalf("%s: %q gives a character that fonts in LaTeX's usual encoding lack", name, title)
				}
				rest = rest[len(m):]
				continue
			case '{':
				depth++
			case '}':
				if depth--; depth < 0 {
					t.Fatalf("%s: %q closes a brace too many: %s", name, title, text)
				}
			case '%', '#', '&', '$', '^':
				t.Fatalf("%s: %q leaves %.20q", name, title, rest)
			}
			rest = rest[1:]
		}
		if depth != 0 {
			t.Errorf("%s: %q leaves %d braces open: %s", name, title, depth, text)
		}
	}
	if n := len(regexp.MustCompile(`(?m)^  [a-z]+ += \{`).FindAllString(i.BibTeX(), -1)); n != 8 {
		t.Errorf("%q gives %d fields: %s", title, n, i.BibTeX())
	}
}

func TestBibTeX(t *testing.T) {
	const want = `@misc{congestree-70b4be82,
  author       = {{The Congestree authors}},
  title        = {{Congestree: 100\% of HS\_25}},
  year         = {2026},
  howpublished = {\url{https://example.org/c/?preset=hot-spot&t=40us#1.a_b-c%2C}},
  url          = {https://example.org/c/?preset=hot-spot&t=40us#1.a_b-c%2C},
  urldate      = {2026-11-21},
  version      = {v1.2\_3},
  note         = {Version v1.2\_3, state 0123456789abcdef at 40 µs},
}
`
	if got := item("100% of HS_25").BibTeX(); got != want {
		t.Error(got)
	}
}

func TestTitle(t *testing.T) {
	for _, c := range [][2]string{{" a\n b\t", "a b"}, {"\u202ea\x00b\u200b", "ab"}, {strings.Repeat("é", 500), strings.Repeat("é", MaxTitle)}, {"\xff", "\ufffd"}, {strings.Repeat("ab ", 99), strings.Repeat("ab ", 39) + "ab"}} {
		if got := Title(c[0]); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}

// The two files draw the same modules, and those are the library's, in the middle of an empty rim.
func TestQRFiles(t *testing.T) {
	for _, n := range []int{1, 80, 200, 600, 601, 2000} {
		text := "https://example.org/" + strings.Repeat("x", max(0, n-20))
		code, err := QR(text)
		if err != nil {
			t.Fatal(n, err)
		}
		level := qr.M
		if len(text) > 600 {
			level = qr.L
		}
		want, err := qr.Encode(text, level, qr.Unicode)
		if err != nil {
			t.Fatal(n, err)
		}
		grid := map[[2]int]bool{}
		for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h`).FindAllStringSubmatch(code.SVG(), -1) {
			x, y, w := num(m[1]), num(m[2]), num(m[3])
			for i := range w {
				grid[[2]int{x + i, y}] = true
			}
		}
		count := 0
		for _, m := range regexp.MustCompile(`(?m)^(\d+) (\d+) (\d+) 1 re$`).FindAllStringSubmatch(code.PDF(), -1) {
			x, y, w := num(m[1]), code.Size-1-num(m[2]), num(m[3])
			for i := range w {
				if count++; !grid[[2]int{x + i, y}] {
					t.Fatalf("%d bytes: module %d, %d is in the PDF only", n, x+i, y)
				}
			}
		}
		if count == 0 || count != len(grid) {
			t.Errorf("%d bytes: %d modules in the PDF, %d in the SVG", n, count, len(grid))
		}
		for y := range code.Size {
			for x := range code.Size {
				at := image.Pt(x-quiet, y-quiet)
				if dark := at.In(want.Bounds()) && want.At(at.X, at.Y) == color.Black; grid[[2]int{x, y}] != dark || code.Size != want.Bounds().Dx()+2*quiet {
					t.Fatalf("%d bytes: module %d, %d of %d is dark: %v", n, x, y, code.Size, !dark)
				}
			}
		}
	}
	for _, bad := range []string{"", strings.Repeat("x", 3000)} {
		if _, err := QR(bad); err == nil {
			t.Errorf("a text of %d bytes became a QR code", len(bad))
		}
	}
}

// A PDF's table of objects must point at them, and its page is the code, filled, in 30 mm.
func TestPDFTable(t *testing.T) {
	code, err := QR("https://example.org/?preset=hot-spot")
	if err != nil {
		t.Fatal(err)
	}
	text := code.PDF()
	table := regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`).FindAllStringSubmatch(text, -1)
	if len(table) != 4 {
		t.Errorf("the table has %d objects", len(table))
	}
	for i, m := range table {
		if at := num(m[1]); !strings.HasPrefix(text[at:], strconv.Itoa(i+1)+" 0 obj\n") {
			t.Errorf("object %d is not at %d", i+1, at)
		}
	}
	m := regexp.MustCompile(`startxref\n(\d+)\n%%EOF`).FindStringSubmatch(text)
	if m == nil || !strings.HasPrefix(text[num(m[1]):], "xref\n0 5\n") {
		t.Error("startxref points nowhere")
	}
	m = regexp.MustCompile(`/Length (\d+) >>\nstream\n`).FindStringSubmatch(text)
	begin := strings.Index(text, "stream\n") + len("stream\n")
	if m == nil || !strings.HasPrefix(text[begin+num(m[1]):], "endstream") {
		t.Error("the stream's length is wrong")
	}
	for _, want := range []string{"%PDF-1.4\n", "/MediaBox [0 0 85.0394 85.0394]", "\n1 g 0 0 85.0394 85.0394 re f 0 g " + fmt.Sprintf("%.6f 0 0 %[1]f 0 0 cm\n", 30/25.4*72/float64(code.Size)), " 1 re\nf\nendstream"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file lacks %q", want)
		}
	}
}

func num(s string) int { n, _ := strconv.Atoi(s); return n }

// Whatever a title is, it stays one in every language.
func FuzzTitle(f *testing.F) {
	for _, title := range hostile {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		if got := Title(title); utf8.RuneCountInString(got) > MaxTitle || !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\t\x00\u2028\u202e") || Title(got) != got {
			t.Fatalf("%q becomes %q, and that %q", title, got, Title(got))
		}
		holdsInHTML(t, title)
		holdsInMarkdown(t, title)
		holdsInLaTeX(t, title)
	})
}

package single

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"strings"
	"testing"
)

const index = `<!doctype html>
<html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="congestree-release" content="v1 abc">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="manifest" href="manifest.webmanifest">
<link rel="stylesheet" href="css/a.css">
<script src="one.js" defer></script>
<script src="two.js" defer></script>
</head>
<body><p>text</p></body>
</html>
`

func page(files map[string]string) Page {
	all := map[string]string{"icon.svg": "<svg/>", "css/a.css": "b { c: url(x.png); d: url('data:y') }", "css/x.png": "PNG", "one.js": "1;\n", "two.js": "2;\n", "a.gz": "\x1f\x8b",
		"late.js": "3;", "exec.js": "exec\n", "worker.js": "'use strict';\nimportScripts('exec.js');\nwork\n"}
	for k, v := range files {
		all[k] = v
	}
	return Page{Index: index, Fetch: []string{"a.gz"}, Some: []string{"css/x.png", "none.jpg"}, Late: []string{"late.js"}, Worker: []string{"exec.js", "worker.js"}, Link: `?preset=x&title="><b>`, Home: "https://example.org/",
		Read: func(name string) ([]byte, error) {
			if text, ok := all[name]; ok {
				return []byte(text), nil
			}
			return nil, errors.New(name + " is missing")
		}}
}

// What the file executes is what its policy allows, and nothing in it leads out of it.
func TestMake(t *testing.T) {
	raw, err := Make(page(nil))
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)[1]
	if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") || strings.Contains(policy, "connect-src") || !strings.HasPrefix(policy, "default-src 'none';") {
		t.Errorf("the policy is %s", policy)
	}
	n := 0
	for _, m := range regexp.MustCompile(`(?s)<(?:script|style)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(text, -1) {
		n++
		sum := sha256.Sum256([]byte(m[1]))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the policy does not allow %.40q", m[1])
		}
	}
	if !strings.Contains(policy, digest("3;")) {
		t.Error("the policy does not allow a script that comes later")
	}
	if n != 4 || strings.Count(policy, "sha256-") != n+1 {
		t.Errorf("%d scripts and styles, and the policy %s", n, policy)
	}
	block := func(name string) string {
		m := regexp.MustCompile(`data-file="` + name + `">([^<]*)</script>\n`).FindStringSubmatch(text)
		if m == nil {
			return "none"
		}
		b, _ := base64.StdEncoding.DecodeString(m[1])
		return string(b)
	}
	if block("a.gz") != "\x1f\x8b" || block("worker") != "exec\n\n;\n'use strict';\nwork\n\n;\n" {
		t.Errorf("the blocks are %q and %q", block("a.gz"), block("worker"))
	}
	if block("css/x.png") != "PNG" || block("late.js") != "3;" || block("none.jpg") != "none" {
		t.Error("pictures, or scripts for later, are not there, or too many are")
	}
	for want, is := range map[string]bool{
		`<meta name="congestree-scenario" content="?preset=x&amp;title=&quot;&gt;&lt;b&gt;">`: true, `<meta name="congestree-home" content="https://example.org/">`: true,
		`content="v1 abc"`: false, "<b>": false, "manifest.webmanifest": false, `src="`: false, "url(x.png)": false,
		`url("data:image/png;base64,UE5H")`: true, `href="data:image/svg+xml;base64,`: true, "url('data:y')": true, "<p>text</p>": true, "\n<meta name=\"viewport\" content=\"width=device-width\">\n": true,
	} {
		if strings.Contains(text, want) != is {
			t.Errorf("%s: want %v", want, is)
		}
	}
	if !strings.HasSuffix(text, "2;\n</script>\n</body>\n</html>\n") {
		t.Errorf("the file ends with %q", text[len(text)-60:])
	}
	if i, j := strings.Index(text, `data-file="worker"`), strings.Index(text, "<script>1;"); i < 0 || j < i || strings.Index(text, "<script>2;") < j {
		t.Error("the scripts do not come after what they read, in their order")
	}
}

func TestMakeRefuses(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"two.js":     {"two.js": "'</SCRIPT>'"},
		"one.js":     {"one.js": "'<!--'"},
		"css/a.css":  {"css/a.css": "</style>"},
		"is of a ki": {"css/a.css": "url(../one.js)"},
		"is missing": {"css/a.css": "url(../none.png)"},
	} {
		if _, err := Make(page(files)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", files, err)
		}
	}
	for _, name := range []string{"icon.svg", "css/a.css", "one.js"} {
		p := page(nil)
		p.Index = strings.Replace(index, name, "none", 1)
		if _, err := Make(p); err == nil || !strings.Contains(err.Error(), "none is missing") {
			t.Errorf("without %s: %v", name, err)
		}
	}
	for _, html := range []string{"", "<html>", strings.Replace(index, "</body>", "", 1), strings.Replace(index, "http-equiv", "name", 1)} {
		p := page(nil)
		p.Index = html
		if _, err := Make(p); err == nil {
			t.Errorf("%.30q became a file", html)
		}
	}
}

func TestPart(t *testing.T) {
	for link, want := range map[string]string{"": "", "?a=1": "?a=1", "https://e.org/x/?a=1#b": "?a=1#b", "e.org/#1.AA&t=1": "#1.AA&t=1", "preset=x": "?preset=x"} {
		if got := Part(link); got != want {
			t.Errorf("%q: %q, want %q", link, got, want)
		}
	}
}

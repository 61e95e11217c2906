package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"html"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// folder is public/ as it is, with small files for those that a build makes.
func folder(t *testing.T) map[string][]byte {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	files, err := readFolder(filepath.Join(root, "public"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range files {
		if strings.HasPrefix(name, "build/") {
			delete(files, name)
		}
	}
	for _, name := range []string{"page.wasm.gz", "engine.wasm.gz"} {
		if files["build/"+name], err = gzipped([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	files["build/manifest.json"] = []byte(`{"files":[{"name":"page.wasm.gz"},{"name":"engine.wasm.gz"}]}`)
	files["build/wasm_exec.js"], files["build/vugu.js"] = []byte("exec"), []byte("vugu")
	return files
}

func make1(t *testing.T, version string, files map[string][]byte) *release {
	t.Helper()
	r, err := newRelease(version, files)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Whatever the pages, scripts, styles and data of public/ name is in the release, under the name they now say.
func TestEveryReferenceResolves(t *testing.T) {
	files := folder(t)
	r := make1(t, "v1.0.0", files)
	there := func(name string) bool { _, ok := r.files[name]; return ok }
	renamed := func(name string) bool { _, ok := files[name]; return ok && !there(name) }
	pages := 0
	for name, text := range r.files {
		if path.Ext(name) == ".html" {
			pages++
			for _, want := range named(name, text) {
				if !there(want) {
					t.Errorf("%s names %s, which is not there", name, want)
				}
			}
			if (name == "index.html" || releaseMeta.Match(files[name])) && !bytes.Contains(text, []byte(`<meta name="congestree-release" content="`+r.name+`">`)) {
				t.Errorf("%s does not bear the release", name)
			}
		}
		if !speaks(name) || name == "sw.js" {
			continue
		}
		for _, stale := range refs(r.was[name], text, renamed) {
			t.Errorf("%s still names %s, which is called differently now", name, stale.file)
		}
		if was, now := len(refs(r.was[name], files[r.was[name]], func(f string) bool { _, ok := files[f]; return ok })), len(refs(name, text, there)); now < was {
			t.Errorf("%s named %d files, of which %d are there", name, was, now)
		}
	}
	if pages == 0 {
		t.Error("no pages")
	}
	for _, name := range stable[:2] {
		if !there(name) {
			t.Errorf("%s is missing", name)
		}
	}
	// The programs cannot be rewritten: what they name keeps its name.
	for _, dir := range []string{"page", "worker"} {
		list, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list {
			for _, word := range goTexts(t, file) {
				if renamed(word) {
					t.Errorf("%s names %s, which is called differently in a release", file, word)
				}
			}
		}
	}
}

// goTexts are the string literals of a Go file.
func goTexts(t *testing.T, file string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly); err != nil || strings.HasSuffix(file, "_test.go") {
		return nil
	}
	set := token.NewFileSet()
	var s scanner.Scanner
	s.Init(set.AddFile(file, -1, len(text)), text, nil, 0)
	for {
		_, kind, lit := s.Scan()
		if kind == token.EOF {
			return out
		}
		if kind == token.STRING {
			if v, err := strconv.Unquote(lit); err == nil {
				out = append(out, v)
			}
		}
	}
}

// A change renames what it touches, and nothing else; the same files are the same release.
func TestNamesFollowContents(t *testing.T) {
	files := folder(t)
	one, again := make1(t, "v1.0.0", files), make1(t, "v1.0.0", files)
	if one.name != again.name {
		t.Errorf("the same files are %s and %s", one.name, again.name)
	}
	files["worker.js"] = append(slices.Clone(files["worker.js"]), "// changed\n"...)
	two := make1(t, "v1.0.0", files)
	if one.name == two.name {
		t.Error("other files are the same release")
	}
	var changed []string
	for name := range two.files {
		if _, ok := one.files[name]; !ok {
			changed = append(changed, two.was[name])
		}
	}
	slices.Sort(changed)
	if !slices.Contains(changed, "worker.js") || !slices.Contains(changed, "loader.js") || slices.Contains(changed, "style.css") || slices.Contains(changed, "build/page.wasm.gz") {
		t.Errorf("a change of worker.js renames %q", changed)
	}
	for name := range two.files {
		if strings.HasSuffix(name, ".wasm") || !keepsName(name) && name == two.was[name] && name == "loader.js" {
			t.Errorf("%s does not bear its digest", name)
		}
	}
	if _, err := newRelease("v1.0.0", map[string][]byte{"a.js": []byte(`'b.js'`), "b.js": []byte(`"a.js"`)}); err == nil || !strings.Contains(err.Error(), "a.js → b.js") {
		t.Errorf("two files that name each other: %v", err)
	}
}

func TestRefs(t *testing.T) {
	all := map[string]bool{"a.css": true, "img/x.svg": true, "d/in.js": true, "d/e.js": true}
	for _, c := range []struct{ file, text, want string }{
		{"p.html", `<link href="a.css?x=1"><img src="img/x.svg#f"> <a href="https://e.org/a.css">`, `<link href="A.css?x=1"><img src="img/X.svg#f"> <a href="https://e.org/a.css">`},
		{"d/p.html", `<link href="../a.css"> 'e.js'`, `<link href="../A.css"> 'E.js'`},
		{"d/in.js", "f('a.css', `img/x.svg`, \"e.js\", 'a.cs', '/a.css')", "f('A.css', `img/X.svg`, \"E.js\", 'a.cs', '/a.css')"},
		{"d/s.css", "a { b: url(../img/x.svg); c: url( '../img/x.svg' ) }", "a { b: url(../img/X.svg); c: url( '../img/X.svg' ) }"},
	} {
		list := refs(c.file, []byte(c.text), func(n string) bool { return all[n] })
		got := rewrite([]byte(c.text), list, func(n string) string {
			return path.Join(path.Dir(n), strings.ToUpper(path.Base(n)[:1])+path.Base(n)[1:])
		})
		if string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.file, got, c.want)
		}
	}
}

// The service worker knows every file that the pages want, by its digest, packed and unpacked.
func TestServiceWorkerKnowsTheRelease(t *testing.T) {
	r := make1(t, "v1.0.0", folder(t))
	m := regexp.MustCompile(`(?s)const release = (\{.*?\});\n`).FindSubmatch(r.files["sw.js"])
	if m == nil {
		t.Fatal("sw.js holds no release")
	}
	var list struct {
		Name  string
		Files map[string][]string
	}
	if err := json.Unmarshal(m[1], &list); err != nil || list.Name != r.name {
		t.Fatalf("%q, %v", list.Name, err)
	}
	for name, sums := range list.Files {
		sum := sha256.Sum256(r.files[name])
		if !slices.Contains(sums, hex.EncodeToString(sum[:])) {
			t.Errorf("%s has another digest", name)
		}
		if strings.Contains(name, "docs/") || name == "sw.js" {
			t.Errorf("%s is kept for use without a network", name)
		}
		if strings.HasSuffix(name, ".gz") && len(sums) != 2 {
			t.Errorf("%s has %d digests", name, len(sums))
		}
	}
	for _, want := range append(named("index.html", r.files["index.html"]), "index.html") {
		if list.Files[want] == nil {
			t.Errorf("%s is not kept for use without a network", want)
		}
	}
	for name := range r.files {
		if strings.Contains(name, ".wasm.gz") && list.Files[name] == nil {
			t.Errorf("%s is not kept", name)
		}
	}
}

func TestReleasesStandBesideEachOther(t *testing.T) {
	files := folder(t)
	out := filepath.Join(t.TempDir(), "dist")
	release := func(version string, results int) {
		t.Helper()
		keep := kept{version, results, ""}
		if tag.MatchString(version) {
			keep.Path = "v/" + version + "/"
		}
		if err := make1(t, version, files).write(out, keep); err != nil {
			t.Fatal(err)
		}
	}
	release("v1.0.0", 1)
	if err := os.WriteFile(filepath.Join(out, "CNAME"), []byte("example.org"), 0o600); err != nil {
		t.Fatal(err)
	}
	files["style.css"] = []byte("body {}")
	release("v1.1.0", 2)
	release("abc123-dirty", 3) // not kept
	release("v1.1.0", 2)       // again
	var list versions
	text, err := os.ReadFile(filepath.Join(out, versionsFile))
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	want := versions{kept{"v1.1.0", 2, ""}, []kept{{"v1.1.0", 2, "v/v1.1.0/"}, {"v1.0.0", 1, "v/v1.0.0/"}}}
	if err != nil || list.Latest != want.Latest || !slices.Equal(list.Versions, want.Versions) {
		t.Errorf("%+v, %v; want %+v", list, err, want)
	}
	styles := func(dir string) int {
		found, _ := filepath.Glob(filepath.Join(out, dir, "style.*.css"))
		return len(found)
	}
	if styles("") != 1 || styles("v/v1.0.0") != 1 || styles("v/v1.1.0") != 1 {
		t.Error("files of one release are among those of another")
	}
	for name, want := range map[string]bool{"CNAME": true, ".nojekyll": true, "sw.js": true, "v/v1.0.0/index.html": true, "v/v1.0.0/sw.js": false, "index.html.gz": true} {
		if _, err := os.Stat(filepath.Join(out, filepath.FromSlash(name))); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if packed, err := os.ReadFile(filepath.Join(out, "index.html.gz")); err == nil { // for servers that look for it
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := os.ReadFile(filepath.Join(out, "index.html"))
		if text, err := io.ReadAll(z); err != nil || !bytes.Equal(text, plain) {
			t.Errorf("index.html.gz holds something else: %v", err)
		}
	}
	// A folder of somebody else's is left alone, also where it is one of git; one that holds nothing else, or the name of the site, takes the first release.
	home := t.TempDir()
	thesis := filepath.Join(home, "thesis.tex")
	if err := os.WriteFile(thesis, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := make1(t, "v1.0.0", files).write(home, kept{"v1.0.0", 1, ""}); err == nil || !strings.Contains(err.Error(), "left alone") {
			t.Errorf("a foreign folder: %v", err)
		}
		if _, err := os.Stat(thesis); err != nil {
			t.Error(err)
		}
		if err := os.MkdirAll(filepath.Join(home, ".git"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Rename(thesis, filepath.Join(home, "CNAME")), make1(t, "v1.0.0", files).write(home, kept{"v1.0.0", 1, ""})); err != nil {
		t.Errorf("a branch to publish: %v", err)
	}
}

// Whatever a version is called, the page bears the name that the service worker tells.
func TestVersionsAreTextInPages(t *testing.T) {
	for _, version := range []string{"v1.2.0", "v1$2", `v1"><b>`, "a&amp;b/c"} {
		r := make1(t, version, folder(t))
		m := regexp.MustCompile(`<meta name="congestree-release" content="([^"]*)">\n`).FindSubmatch(r.files["index.html"])
		if m == nil || html.UnescapeString(string(m[1])) != r.name || !strings.HasPrefix(r.name, version+" ") {
			t.Errorf("the page of %s is of %q", version, m)
		}
	}
}

func TestLinksOfSingleFilesAreChecked(t *testing.T) {
	for link, want := range map[string]string{"": "", "?preset=hot-spot&t=3us": "", "?preset=hot-spot&compare=queuing:dbbm&lane=2": "", "?preset=hot-spot&compare=routing:dor": "does not fit", "https://example.org/?preset=uniform": "", "?load=9": "out of range", "#9.x": "newer", "?traffic=VEF-0000000000000001": "load that file"} {
		if err := checkLink(link); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", link, err)
		}
	}
	for _, home := range []string{"javascript:alert(1)", "https:", "http:///x", "ftp://example.org/", "//example.org/", "https://example.org/?a=1", "https://example.org/#a", "::"} {
		if err := makeSingle(t.TempDir(), "x.html", "", home); err == nil || !strings.Contains(err.Error(), "-home") {
			t.Errorf("a home that is no address, %q: %v", home, err)
		}
	}
	for home, want := range map[string]string{"": "", "https://example.org": "https://example.org/", "https://example.org/v/v1.0.0": "https://example.org/v/v1.0.0/", "https://example.org/": "https://example.org/", "http://[::1]:8080/index.html": "http://[::1]:8080/index.html"} {
		if got, err := page(home); err != nil || got != want {
			t.Errorf("links of -home %q begin with %q, %v", home, got, err)
		}
	}
	if err := makeSingle(t.TempDir(), "x.html", "", "https://example.org/"); err == nil || strings.Contains(err.Error(), "-home") { // the folder is empty
		t.Errorf("a home that is one: %v", err)
	}
}

// attribute finds the values of src and href in a page.
var attribute = regexp.MustCompile(`\s(?:src|href)="([^"]*)"`)

// named returns the files that the elements of a page name, as paths in the folder.
func named(name string, page []byte) (out []string) {
	for _, m := range attribute.FindAllSubmatch(page, -1) {
		u, err := url.Parse(string(m[1]))
		if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
			continue
		}
		file := path.Join(path.Dir(name), u.Path)
		if strings.HasSuffix(u.Path, "/") || file == "." || file == ".." {
			file = path.Join(file, "index.html")
		}
		out = append(out, file)
	}
	return out
}

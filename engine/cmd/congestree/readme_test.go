package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
)

// The commands and links that the README shows do what it says they do.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for line := range strings.Lines(string(text)) {
		_, line, ok := strings.Cut(line, "go run ./engine/cmd/congestree ")
		if !ok {
			continue
		}
		commands++
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(line)
		if args[0] == "run" || args[0] == "compare" {
			if i := slices.Index(args, "--until"); i > 0 {
				args = slices.Delete(args, i, i+2)
			}
			args = append(args, "--until", "1us") // in a moment
		}
		if code, out, errs := command(args...); code != 0 || out == "" {
			t.Errorf("%s: exit code %d, %s", line, code, errs)
		}
	}
	links := regexp.MustCompile(`\?[a-z]+=[^"'`+"`"+`\s]+`).FindAllString(string(text), -1)
	for _, text := range links {
		var own []string // parameters that are not the page's
		for _, p := range strings.Split(text[1:], "&") {
			key, _, _ := strings.Cut(p, "=")
			if _, ok := scenario.PageKey(key); !ok {
				own = append(own, p)
			}
		}
		want := "?preset=" + scenario.DefaultPreset // what opens where no scenario is given
		if len(own) > 0 {
			want = "?" + strings.Join(own, "&")
		}
		if all, err := link.ParseAll(text); err != nil || link.OfAll(all) != want {
			t.Errorf("%s: %v, read as %d scenarios", text, err, len(all))
		}
	}
	if commands < 4 || len(links) < 2 {
		t.Errorf("%d commands and %d links found: %q", commands, len(links), links)
	}
}

// documents are all in Markdown, by name and text.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	walk(t, ".md", func(name, text string) { all[name] = text })
	if len(all) < 12 || all["README.md"] == "" {
		t.Fatalf("%d documents found", len(all))
	}
	return all
}

// walk goes through all files with an ending.
func walk(t *testing.T, ending string, f func(name, text string)) {
	t.Helper()
	root := os.DirFS("../../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(name, ".") && name != ".":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ending):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		f(name, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every command that the documents show is one of the program's, with flags that it has and values that these can take. (Those that take
// a moment are run: above, and in extending_test.go.)
func TestCommandsShown(t *testing.T) {
	shown := regexp.MustCompile(`(?:go run \./engine/cmd/congestree|\./congestree|` + "`" + `congestree) ([a-z][^` + "`" + `#\n\\]*)`)
	words := regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s)]+`)
	commands := 0
	for file, text := range documents(t) {
		for _, m := range shown.FindAllStringSubmatch(text, -1) {
			var args []string
			for _, w := range words.FindAllString(m[1], -1) {
				if w == "LINK" {
					w = "?preset=hot-spot"
				}
				args = append(args, strings.Trim(w, `'"`))
			}
			if last := args[len(args)-1]; strings.HasPrefix(last, "--") && args[0] != "validate" { // a flag is named, such as run --link, without its value
				args = args[:len(args)-1]
			}
			commands++
			if code, out, errs := command(append(args, "--help")...); code != 0 || !strings.Contains(out, "Usage:\n  congestree "+args[0]) {
				t.Errorf("%s: %s: exit code %d, %s", file, m[0], code, errs)
			}
			if list := listed(args); list != nil && file != "engine/EXTENDING.md" { // whose fields are its own
				if code, out, errs := command(list...); code != 0 || out == "" {
					t.Errorf("%s: %s: exit code %d, %s", file, m[0], code, errs)
				}
			}
		}
	}
	if commands < 60 {
		t.Errorf("%d commands found", commands)
	}
}

// Every test and benchmark that the documents name, or tell to run, is there.
func TestTestsNamed(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
	tests := map[string][]string{} // by folder
	walk(t, "_test.go", func(name, text string) {
		for _, m := range declared.FindAllStringSubmatch(text, -1) {
			tests[path.Dir(name)] = append(tests[path.Dir(name)], m[1])
		}
	})
	var all []string
	for _, names := range tests {
		all = append(all, names...)
	}
	named := regexp.MustCompile("`(Test[A-Z]\\w+|Benchmark[A-Z]\\w+)`")
	told := regexp.MustCompile("go test \\./([\\w/]+) [^`\n]*?-(?:run|bench) '?([A-Z][^ '`]*)")
	count := 0
	for file, text := range documents(t) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if count++; !slices.Contains(all, m[1]) {
				t.Errorf("%s names %s, which is no test", file, m[1])
			}
		}
		for _, m := range told.FindAllStringSubmatch(text, -1) {
			count++
			first, _, _ := strings.Cut(strings.ReplaceAll(m[2], `\|`, "|"), "/") // that of a table, and before the names of its rows
			is, err := regexp.Compile(first)
			if err != nil || !slices.ContainsFunc(tests[m[1]], is.MatchString) {
				t.Errorf("%s: %s finds no test: %v", file, m[0], err)
			}
		}
	}
	if count < 25 {
		t.Errorf("%d tests named", count)
	}
}

// Every document that a comment names is there.
func TestDocumentsNamed(t *testing.T) {
	var there []string
	for name := range documents(t) {
		there = append(there, path.Base(name))
	}
	named, count := regexp.MustCompile(`//.*?(\w+\.md)\b`), 0
	walk(t, ".go", func(name, text string) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if count++; !slices.Contains(there, m[1]) {
				t.Errorf("%s names %s, which is no document", name, m[1])
			}
		}
	})
	if count < 15 {
		t.Errorf("%d documents named", count)
	}
}

// listed is a command that says what another one would run, nil if there is none that takes a moment.
func listed(args []string) []string {
	has := func(flag string) bool { return slices.Contains(args, flag) }
	switch {
	case args[0] == "sweep" && len(args) > 1, args[0] == "validate" && (has("--cell") || has("--filter")) && !has("--due") && !has("--list"):
		return append(slices.Clone(args), "--list")
	case args[0] == "run" && !has("--trace"):
		link := []string{"link"}
		for i, a := range args {
			if a == "--set" || a == "--preset" || a == "--link" {
				link = append(link, args[i:i+2]...)
			}
		}
		if len(link) > 1 {
			return link
		}
	}
	return nil
}

// The README names the libraries of go.mod, and their versions.
func TestReadmeNamesLibraries(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## Libraries")
	table, _, _ = strings.Cut(table, "\n## ")
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	asked, _, _ := strings.Cut(string(mod), "\n)") // what follows is indirect
	versions := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+)$`).FindAllStringSubmatch(asked, -1) {
		name := regexp.MustCompile(`/v\d+$`).ReplaceAllString(strings.TrimPrefix(m[1], "github.com/"), "")
		if name == "chromedp/chromedp" {
			name = "chromedp"
		}
		versions[name] = m[2]
		if !strings.Contains(table, name) {
			t.Errorf("%s is not in the table of libraries", name)
		}
	}
	named := 0
	for _, m := range regexp.MustCompile(`([\w./-]+) (v\d[\w.-]*)`).FindAllStringSubmatch(table, -1) {
		named++
		if versions[m[1]] != m[2] {
			t.Errorf("the table of libraries has %s %s, go.mod %s", m[1], m[2], versions[m[1]])
		}
	}
	if named < 15 {
		t.Errorf("%d libraries found", named)
	}
}

// CITATION.cff has what the Citation File Format 1.2.0 requires, says where the version is found, and has one of its own only with the date of its release.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile("../../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):[ ]*(.*)$`).FindAllStringSubmatch(string(text), -1) {
		keys[m[1]] = strings.Trim(m[2], `"`)
	}
	for _, key := range []string{"cff-version", "message", "title", "authors"} {
		if _, ok := keys[key]; !ok {
			t.Errorf("%s is missing", key)
		}
	}
	if keys["cff-version"] != "1.2.0" || !strings.Contains(keys["message"], "congestree version") {
		t.Errorf("version %s, message %s", keys["cff-version"], keys["message"])
	}
	version, date := keys["version"], keys["date-released"]
	if (version == "") != (date == "") || date != "" && !regexp.MustCompile(`^\d{4}-\d\d-\d\d$`).MatchString(date) {
		t.Errorf("version %q, date-released %q: a release has both, and what is none has neither", version, date)
	}
}

// What is vendored is, to the bit, the published file of the version that the README names.
func TestVendored(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ library, file, sum string }{ // the file's SHA-256, as in npm's package of that name and version
		{"uPlot 1.6.32", "public/vendor/uplot/uPlot.iife.min.js", "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f"},
		{"uPlot 1.6.32", "public/vendor/uplot/uPlot.min.css", "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04"},
		{"mediabunny 1.61.0", "public/vendor/mediabunny/mediabunny.min.mjs", "fa696c53494b6b09a8b310ec51e3c44a59e79513234fb832255a38c686162009"},
		{"fflate 0.8.3", "public/vendor/fflate/fflate.js", "462ef8041fc970e3615a20a9dd2b2e3047a073b2da729ef4f02b634bba8b7b83"},
		{"fzstd 0.1.1", "public/vendor/fzstd/fzstd.js", "fbea1c25c4413b620ca3f59e6037d9f6c675c5c7f690e4d660143188f686461d"},
		{"axe-core 4.14.1", "wasm/browser/testdata/axe.min.js", "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"},
	} {
		if !strings.Contains(string(text), "| "+c.library+" (vendored") {
			t.Errorf("the table of libraries does not name %s", c.library)
		}
		if file, err := os.ReadFile("../../../" + c.file); err != nil || fmt.Sprintf("%x", sha256.Sum256(file)) != c.sum {
			t.Errorf("%s is not that of %s: %v", c.file, c.library, err)
		}
	}
}

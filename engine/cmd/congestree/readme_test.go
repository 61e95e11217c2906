package main

import (
	"os"
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
